# The page of a table.

# What a screen reader calls the board.
board-of = { $game } board
chosen = chosen
target = possible destination
turn = Turn { $turn }
turn-heading = To move

## Players

you = you
computer = computer
free-seat = free
away = not connected
out = out
sealed = sealed
choosing = choosing
to-move = to move
thinking = thinking
is-ready = ready
# How far a computer player looked: 6 moves ahead, at 12 k positions.
thought =
    { $depth ->
        [one] 1 move ahead · { $states } positions
       *[other] { $depth } moves ahead · { $states } positions
    }

## Before the game

sit-here = Sit here
stand = Stand up
ready = I am ready
start = Start
waiting = The game begins when all seats are taken and everyone is ready.
share-hint = Invite someone with this link:
add-computer = Computer
remove = Remove

## Whose move it is

your-move = Your move
your-turn = Choose a piece, then its destination.
not-your-turn =
    { $count ->
        [one] { $names } is to move.
       *[other] { $names } are to move.
    }
sealed-change = Move sealed. You can still change it.
reenter-you = Choose another move.
reenter-others =
    { $count ->
        [one] { $names } must choose again.
       *[other] { $names } must choose again.
    }
# Several players chose the same square: "Anna and Bo both chose b4."
both-chose = { $names } both chose { $squares }.
all-chose = { $names } chose the same squares: { $squares }.
showing = Showing the latest moves…
skip = Skip
conquered = You have no squares left. The others play on.

## Making a move

play = Confirm
clear = Cancel
pass = Pass
type-move = Or type a move
type-hint = such as { $example }
enter = Move

## Several people at one device

guest = Player { $number }
pass-on = { $name } is to move
pass-on-hint = Pass the device on. The other players’ moves stay hidden.
uncover = Show the board

## Buttons and offers

draw = Offer draw
undo = Undo
resign = Resign
resign-sure = Resign this game?
share = Share
copied = Link copied.
rematch = Rematch
rematch-accept = Accept the rematch
# Go on although a player has left.
claim = Stop waiting
offers-draw = { $name } offers a draw.
offers-takeback = { $name } asks to take back a move.
offers-rematch = { $name } wants to play again.
offered = Offer sent. Waiting for an answer.
accept = Accept
decline = Decline

## Moves, chat, help

moves = Moves
no-moves = No moves yet.
latest = Back to the game
talk = Chat
say = Write a message
send = Send
# Beside the chat, when there are new messages.
new-words = (new)
observers = Watching: { $names }
nobody-watches = No observers.
help = Help
rules = All rules
hint-close = Got it
hint-first =
    { $game ->
        [automatafl] Everyone moves at once: click a piece, then its destination, in a straight line.
        [combo] Click a stack, choose how many pieces go, then click where: straight or diagonally, at most one square per piece.
        [brandub] All pieces move like rooks. Trap an enemy between two of your pieces to capture it.
        [game17] Drag from one of your squares to a neighbour to send pieces there. The board wraps around at its edges.
       *[other] Click a piece, then its destination.
    }
hint-second =
    { $game ->
        [automatafl] Then the automaton (the star) steps by itself: towards attractors (plus), away from repulsors (minus).
        [combo] Land on your own stack to merge, on an enemy stack to capture it. A lone piece captures nothing.
        [brandub] The defenders win when the king reaches a corner.
        [game17] You take a square if you send more pieces than remain there. When you are done, press “End turn”.
       *[other] If the rules forbid a move, the page says why.
    }
hint-third =
    { $game ->
        [automatafl] Bring it into one of your corners.
        [combo] Capture everything to win.
        [brandub] The attackers win when they catch him.
        [game17] The player with the most squares at the end wins.
       *[other] The rules page says how to win.
    }

## The end

won = You won
lost = You lost
drawn = A draw
wins = { $name } won
share-win = { $names } share the win
no-result = Aborted
next-game = Go to the next game
new-game = New game
replay = Replay and analysis
look = View the board
