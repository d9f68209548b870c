# What is beside the boards.

## Automatafl

why = The automaton’s next step
why-show = Show where it would step
stays = As the board stands, the automaton stays on { $from }.
steps = As the board stands, the automaton steps { $from } → { $to }.
axis = axis
sees = sees
verdict = verdict
row = row
column = column
attractor = attractor
repulsor = repulsor
edge = edge
nothing = nothing
last-turn = Previous turn

## Combo

split = Split
split-hint = Press a number, scroll on the stack, or drag the slider. The squares in reach are lit.
# So many of the pieces on a square.
of = { $count } of { $most }
send = Pieces to send
pieces = Pieces

## Brandub


## Game 17

orders = Orders
no-orders = Drag from one of your squares to a neighbour, or click both.
end-turn = End turn
remove-order = Remove { $order }
squares = Squares
zombies = zombies
chart = Squares over time
chart-words = Squares of each player after every round
since = Since your last turn
show = Show
round = Round { $round } of { $rounds }
