# The first page, new tables, lists of tables, ranks.

headline = Board games with a mind of their own.
what = Play against people, bots or the computer, in secret at the same time or in turns. Nothing to install, no account.

## The games in a sentence, and how many can play

in-a-sentence =
    { $game ->
        [automatafl] Everyone moves at once, in secret. Then the automaton steps.
        [combo] Stack, split, strike. A lone piece captures nothing.
        [brandub] Eight attackers, four defenders, one king and four ways out.
        [game17] 196 squares, no edges, and zombies everywhere.
       *[other] { $game }
    }
how-many =
    { $game ->
        [automatafl] 2 or 4 players
        [game17] up to 196 players
       *[other] 2 players
    }

play-now = Play now
# A button that opens the form for a new table.
table = New table…
# Before a choice of levels.
against = Against
# The levels of computer players.
level =
    { $level ->
        [random] random
        [weak] weak
        [medium] medium
        [strong] strong
       *[other] { $level }
    }

## Lists of tables

open-tables = Open tables
new-table = New table
running = Games to watch
finished = Finished games
none-open = No open tables. Create one and send someone the link.
none-running = No games in progress.
none-finished = No finished games yet.
game = Game
players = Players
clock = Clock
result = Result
sit = Sit
watch = Watch
replay = Replay
# A seat that nobody has taken.
free = free
no-clock = none
per-move = { $seconds } s per move
days =
    { $days ->
        [one] 1 day per move
       *[other] { $days } days per move
    }

## Ranks

ranks = Ranks
nobody = The leaderboard is empty. Games against people and bots count; games with a computer player do not.
many-players = { $game } with more than two players
rank = Rank
player = Player
rating = Rating
games = Games
# A player that is a program.
program = program

## The form for a new table

title = Name of the table
options = Options
# Values of an option.
yes = yes
no = no
rare-options = Advanced options
your-seat = Your seat
no-seat = None, I just watch
seats = Seats
person = a person
here = a person at this device
fill = Remaining seats
clock-kind = Clock
clock-total = For the whole game
clock-per-move = For each move
clock-days = Correspondence (days per move)
minutes = Minutes
increment = Extra seconds per move
seconds = Seconds
many-days = Days
private = Private: only people with the link can join
show-entered = Show who has already moved
takebacks = Players may take back moves
make = Create table
