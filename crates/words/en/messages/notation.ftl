# Moves and positions that cannot be read.

at = character { $at }: { $problem }
expected = expected { $wanted }, found { $found }
ends = expected { $wanted }, but the text ends
nothing-more = nothing more
range = { $what } must be from { $low } to { $high }
out-of-range = { $what } must be from { $low } to { $high }, not { $value }
the-row = the row
the-column = the column
the-count = the count
pieces = the number of pieces
run = the run of empty squares
run-number = the number of empty squares
column = a column from a to { $last }
no-column = column { $column } is off the board: a to { $last }
piece = { $pieces }, a number or '/'
a-row = a row of the board
rows = more than { $most } rows
row-end = '/' at the end of the row
row-long = this row has more than { $most } squares
row-longest = more than { $most } squares in a row
row-empty = a row without squares
row-other = this row has { $found } squares, the first has { $wanted }
