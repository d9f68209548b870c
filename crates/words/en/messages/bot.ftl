# What bots write.

off-board = { $name } x { $x }, y { $y } is off the board, which has x 0 to { $width } and y 0 to { $height }
field = the field { $field } is missing or not of the right shape
more = something follows it on its line
answer = { $why }
