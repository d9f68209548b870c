# Game 17. Squares are row and column: "3,4".

what = Many owners fight for the squares of a torus; an owner without a player is a zombie.
owner = Owner { $seat }

## Options

option-size = rows and columns of the board
option-rounds = rounds until the game ends
option-pieces = pieces on every square at the start
option-players = owners with a seat; all others are zombies

## Turns and draws that break a rule

not-to-move = it is not the turn of player { $seat }
off-board = { $at } is off the board, which has rows and columns 0 to { $last }
not-owned = { $at } belongs to owner { $owner }, not to owner { $mover }
direction = { $direction } is no direction from { $at }: n, e, s or w
negative = the number of pieces sent from { $at } must not be negative, like { $count }
too-many-of-none = no pieces stand on { $at }, not { $sent }
too-many =
    { $stand ->
        [one] 1 piece stands on { $at }, not { $sent }
       *[other] { $stand } pieces stand on { $at }, not { $sent }
    }
zombie-keeps = a zombie sends all of its pieces, but owner { $owner } keeps { $kept } on { $at }
bad-deal = the deal must give each of the owners 0 to { $last } one square
bad-order = the order of turns must name each of the owners 0 to { $last } once
not-drawn =
    { $due ->
        [deal] owners are dealt now
        [order] the order of turns is drawn now
        [zombie] a zombie moves now
        [coin] a coin is tossed now
       *[none] a player chooses now
    }, not { $drawn ->
        [deal] a deal
        [order] an order of turns
        [zombie] the turn of a zombie
       *[coin] a coin
    }
order = order { $number }: { $problem }
order-shape = order { $number } must look like [[3,4],"n",2], with whole numbers, not { $found }
too-large = the orders from { $at } to { $direction } add up to more than { $most } pieces
a-direction = a direction: n, e, s or w
nothing-sent = no pieces are sent

## What a step did

dealt = Owners are dealt.
ordered = The order of turns is drawn: owner { $owner } begins.
order-drawn = The order of turns is drawn.
void = The turn of owner { $owner } is void: nothing moves.
nothing-moves = Nothing moves.
coin = The coin at { $at } falls to owner { $winner }, who gets { $pieces } of owner { $loser }.
sends-nothing = Owner { $owner } sends nothing.
sends =
    Owner { $owner } sends { $pieces } with { $orders ->
        [one] 1 order
       *[other] { $orders } orders
    }.
# One of the following three, or several: "It takes …; it loses …."
deeds = It { $deeds }.
deed-too = { $first }; it { $next }
takes = takes { $squares }
loses = loses { $squares }
waits = waits for a coin at { $squares }
from =
    { $coin ->
        [coin] { $at } from owner { $owner } ({ $pieces }) by a coin
       *[none] { $at } from owner { $owner } ({ $pieces })
    }
to =
    { $coin ->
        [coin] { $pieces } on { $at } to owner { $owner } by a coin
       *[none] { $pieces } on { $at } to owner { $owner }
    }
more = { $first } and { $more } more
no-pieces = no pieces
some-pieces =
    { $number ->
        [one] 1 piece
       *[other] { $number } pieces
    }

## The same in a list of moves

brief-orders =
    { $owner }: { $orders ->
        [one] 1 order
       *[other] { $orders } orders
    }
brief-void = { $owner }: void
brief-zombie = zombie { $turn }
brief-deal = deal
brief-order = order
brief-taken = coin: taken
brief-round = { $owner }: round { $round }
round-turn = Owner { $owner } makes a turn in round { $round }.
brief-held = coin: held

## Options, positions and states that are wrong

size = the size must be from 1 to { $high }, not { $found }
rounds = the rounds must be from 0 to { $high }, not { $found }
pieces = the pieces per square must be from 1 to { $high }, not { $found }
players = a board of size { $size } has room for { $most } players, not { $players }
board-rows = a board has 1 to { $high } rows, not { $found }
board-lists = there are { $owners } rows of owners, but { $numbers } rows of numbers
board-owners = row { $row } has { $found } owners on a board of size { $size }
board-numbers = row { $row } has { $found } numbers on a board of size { $size }
board-pieces = at most { $most } pieces may stand on a square, but { $number } stand on { $at }
most-rows = a list of at most { $most } rows
pairs = a list of [row, col]
flags = a list of true and false
position-json = a position of game17 is its state in JSON: { $error }
one-draw = a draw has exactly one of deal, order, zombie and coin
coins = "coins" has a length of { $found }, but the number of tied squares is { $wanted }
restore-order = deal and order of turns must name every owner once, and be there once play has begun
restore-round = the game does not have so many rounds
restore-mover = the mover must own a square, and there is one exactly while the game goes on
restore-tied = tied squares belong to others than the mover and are named row by row

## The end, if no seat wins

unwon = The zombies win
