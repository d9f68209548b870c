# Combo.

what = Stacks merge, split and capture; a side that cannot move loses.
white = White
black = Black

## Options

option-width = columns of the board
option-height = rows of the board
option-quiet-limit = moves in a row without a capture until the game is drawn; 0 is never
option-position = where the game starts, instead of width and height

## Moves that break a rule

not-to-move =
    { $side ->
        [black] it is Black's turn, not that of seat { $seat }
       *[white] it is White's turn, not that of seat { $seat }
    }
off-board = x = { $x }, y = { $y } is off the board of { $width } x { $height } squares
not-yours =
    { $owner ->
        [black] the pieces on { $at } are Black's
       *[white] the pieces on { $at } are White's
    }
same-square = a move from { $at } must end on another square
not-straight = { $from } and { $to } are not in one row, column or diagonal
too-many = { $count } pieces cannot leave { $at }: only { $stands } there
too-far = { $to } is { $distance } squares away, further than a count of { $count } can go
path-blocked = the piece on { $at } is in the way
single-captures = a single piece cannot capture on { $at }: it takes at least 2

## What a move did: "Black moves 2 from d7 to d5, captures 3 White pieces, leaves 1 on d7."

moves =
    { $side ->
        [black] Black
       *[white] White
    } moves { $count } from { $from } to { $to }
joins = joins { $count } there
captures =
    captures { $count } { $side ->
        [black] Black
       *[white] White
    } { $count ->
        [one] piece
       *[other] pieces
    }
leaves = leaves { $count } on { $from }

## Options and positions that are wrong

width = the width must be from { $low } to { $high }, not { $width }
height = the height must be from { $low } to { $high }, not { $height }
position-size = the position has { $width } x { $height } squares: leave width and height out, or make them fit
count-or-end = '=' and a count, or nothing more
row-goes-on = ',', '/' or a space and the side to move
row-long = more than { $most } squares in this row
side = the side to move, 'b' or 'w'
square = 'b', 'w' or 'x'
most-pieces =
    { $side ->
        [black] Black
       *[white] White
    } has more than { $most } pieces in all
whole-count = a move takes at least one piece and at most all of the stack
too-large = the board is too large
