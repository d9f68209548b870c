# What squares are called, and what is wrong while you choose a move.

off-board = off the board
row-column = row { $row } column { $col }
region = { $region }
region-of = { $region } of seat { $seat }
marked = marked
empty = empty
piece = { $piece }
stack =
    { $piece ->
        [white-stack] white stack of { $count }
        [black-stack] black stack of { $count }
       *[other] { $piece } of { $count }
    }
no-pieces-there = no pieces
pieces =
    { $count ->
        [one] 1 piece
       *[other] { $count } pieces
    }
seat = seat { $seat }

## Why a square or a number cannot be chosen

typed = moves of { $game } are typed: they cannot be entered on the board
no-square = there is no such square on this board
choose-another = { $at } is marked: choose another square
stuck = the { $piece } on { $at } cannot move now
stuck-stack =
    { $piece ->
        [white-stack] the white stack of { $count } on { $at } cannot move now
        [black-stack] the black stack of { $count } on { $at } cannot move now
       *[other] the { $piece } of { $count } on { $at } cannot move now
    }
too-far-all =
    { $to } is out of reach for { $count ->
        [one] 1 piece
       *[other] { $count } pieces
    } from { $from }: it takes all { $most }
too-far =
    { $to } is out of reach for { $count ->
        [one] 1 piece
       *[other] { $count } pieces
    } from { $from }: it takes { $least } to { $most }
stack-first = choose a stack first, then how many of it go
square-first = choose a square first, then how many pieces go
only =
    from { $from } only { $most ->
        [one] 1 piece
       *[other] { $most } pieces
    } can go, not { $count }
between = from { $from } { $least } to { $most } pieces can go, not { $count }
no-pieces = no pieces stand on { $at }
all-ordered = all pieces on { $at } have orders: take one back to give another
no-neighbour = { $to } is no neighbour of { $from }: pieces go one square north, east, south or west
