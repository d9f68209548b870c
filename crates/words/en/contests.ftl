# Contests.

what = Computer players and connected bots play each other at ordinary tables. Watch them, or start a contest of your own.
not-here = Contests need a hall with a server. Computers can play each other at a table here, too.
all = Contests
none = No contests yet.
progress = { $played } of { $planned } games
by = started by { $name }
leads = Leader
running = in progress
finished = finished
stopped = stopped
interrupted = interrupted
open = Open

## The form for a new contest

new-contest = Start a contest
name = Name of the contest
entrants = Entrants
computers = Computers
programs = Connected programs
no-programs = No connected program accepts challenges in this game.
seats = Players per game
as-many = all entrants
format = Format
round-robin = Round robin: everyone plays everyone
gauntlet = Gauntlet: the first plays all others
swiss = Swiss: players with equal points meet
knockout = Knockout: the loser is out
rounds = Rounds
games-each = Games per pairing (sides alternate)
games-table = Games per table (seats rotate)
makes =
    { $games ->
        [one] 1 game in total
       *[other] { $games } games in total
    }
no-clock = none; with programs 5 minutes and 1 second per move
start = Start the contest
stop = Stop the contest

## Standings

standings = Standings
points = Points
won = Won
drawn = Drawn
lost = Lost
elo = Elo
elo-what = Elo is relative to the average of the field, with the 95 % confidence interval in brackets.
first-seat = Moving first is worth { $elo } Elo ({ $low } to { $high }).
aside = withdrawn after three failures in a row
crosstable = Crosstable
crosstable-what = Wins, draws and losses of the row against the column.

## Games

games = Games
no-games = The first game is about to begin.
number = Game
being-played = in progress
not-played = not played: a player was withdrawn
broken-off = aborted
