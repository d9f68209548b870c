# The rules pages. The rules themselves are in the folder rules.

lead = The rules of the four games. You can play on every diagram: it shows what the rules make of your move.
rules-of = Rules of { $game }
others = All games
contents = Contents

## Diagrams

try-play = Make a move on the board, or try one of these:
try-table = Move pieces on the board, or try one of these:
# A button that plays some moves: "Show a1-a5".
play-this = Show { $moves }
again = Start again
step = Let the automaton step
# Beside a diagram: what another player has chosen. The move follows.
enters = Player { $number } chooses
conflict = Conflict. The marked squares are barred for this turn.
refused = Illegal move.
won = The game is over. Winner: { $name }.
drawn = The game is over: a draw.
