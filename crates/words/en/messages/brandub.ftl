# Brandub.

what = A king and his guards break out of a ring of attackers on 7 x 7 squares.
attackers = Attackers
defenders = Defenders

## Options

option-king-by-corner = whether a corner helps to capture the king
option-no-moves = what happens to a side that cannot move
option-repetition = how often a position may occur until the game is drawn; 0 is never
option-position = where the game starts
word-loss = loss
word-draw = draw

## Moves that break a rule

not-to-move =
    { $side ->
        [attackers] it is not the attackers' turn
       *[defenders] it is not the defenders' turn
    }
not-yours = the { $piece } on { $at } is not yours
path-blocked = the way is blocked: a piece stands on { $at }
centre = no piece may stop on the centre { $at }, not even the king
corner = only the king may stop on the corner { $at }

## What a move did

moves = The { $piece } moves from { $from } to { $to }.
captures = The { $piece } moves from { $from } to { $to } and captures { $at }.
escaped = He has reached a corner: the defenders win.
caught = The king is caught: the attackers win.

## Options and positions that are wrong

repetition = repetition is 0 (never) or from 2 to 1000, not { $found }
size = a Brandub board has 7 rows of 7 squares, this one { $rows } of { $width }
pieces = t, T or K
side = the side to move, a or d
kings = there must be one king, not { $found }
only-king = only the king may stand on { $at }
parts = position, king and history do not belong together
line = a piece moves along a row or column to another square
