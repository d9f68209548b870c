# What the rules of several games refuse.

seat = Seat { $seat }
over = the game is over
no-seat = there is no seat { $seat }
off-board = { $at } is off the board
stays = a move must leave { $at }
not-in-line = { $from } and { $to } are not in one row or column
no-piece = no piece stands on { $at }
board-size = the board has another size than the game's
# In the list of moves.
round-ends = round { $round } ends
step = step { $step } of the game: { $problem }
