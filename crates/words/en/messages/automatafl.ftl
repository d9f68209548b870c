# Automatafl.

what = All move at once, in secret; then the automaton steps by itself.
seat = Seat { $seat }

## Options

option-players = how many play
option-setup = where the pieces stand at the beginning
option-tie = what the automaton does when both axes offer the same
option-identical = what happens when several players make the same move
option-max-turns = turns until the game is drawn; 0 is never
option-automata = how many automata the board has
option-corners = the seats that own the corners (0,0), (max,0), (max,max), (0,max)
option-dimensions = dimensions of the board
word-standard = standard
word-small = small
word-twins = twins
word-column = column
word-freeze = freeze
word-conflict = conflict
word-merge = merge

## Moves that break a rule

locked = the move of seat { $seat } is in and holds for this turn
automaton-source = the automaton stands on { $at }: nobody moves it
automaton-target = the automaton stands on { $at }: no move may end there
marked = { $at } is marked: it was conflicted upon and is barred until this turn ends
must-move = a player who has a legal move may not pass

## What became of the moves

conflict =
    Conflict on { $squares }: { $seats ->
        [one] seat { $seats }
       *[other] seats { $seats }
    } enter again.
passes = Seat { $seat } passes.
entry = Seat { $seat }, { $from } to { $to }: { $outcome }.
moved = the { $piece } moved
carried-on = the { $piece } moved, carried on from seat { $seat }'s move
blocked =
    blocked at { $at } by { $piece ->
        [attractor] an attractor
        [repulsor] a repulsor
       *[automaton] an automaton
    }
contested =
    { $seats ->
        [one] seat { $seats }
       *[other] seats { $seats }
    } also named the empty square { $at }, so none of these moves applies
cycle =
    it closes a circle with { $seats ->
        [one] seat { $seats }
       *[other] seats { $seats }
    }, so no piece in it moves
occupied = { $at } did not become free: seat { $seat }'s piece ({ $entry }) stayed there
occupied-by = { $at } did not become free: seat { $seat }'s piece stayed there
empty = there was no piece on { $at }
won = It has reached the corner { $at }: seat { $seat } owns it and wins.

## Why the automaton steps

stays = The automaton stays on { $at }: in its row { $row }; in its column { $column }{ $because }.
steps = The automaton steps from { $from } to { $to }: in its row { $row }; in its column { $column }{ $because }.
opposing-pair =
    an attractor { $attractor ->
        [one] 1 square
       *[other] { $attractor } squares
    } { $way ->
        [right] to the right
        [left] to the left
        [up] above
       *[down] below
    } pulls and a repulsor { $repulsor ->
        [one] 1 square
       *[other] { $repulsor } squares
    } { $back ->
        [right] to the right
        [left] to the left
        [up] above
       *[down] below
    } pushes (rule 1)
from-repulsor =
    a repulsor { $repulsor ->
        [one] 1 square
       *[other] { $repulsor } squares
    } { $back ->
        [right] to the right
        [left] to the left
        [up] above
       *[down] below
    } pushes it { $way } (rule 2)
toward-attractor =
    an attractor { $attractor ->
        [one] 1 square
       *[other] { $attractor } squares
    } { $way ->
        [right] to the right
        [left] to the left
        [up] above
       *[down] below
    } pulls (rule 3)
beside =
    the attractor { $way ->
        [right] to the right
        [left] to the left
        [up] above
       *[down] below
    } is already beside it
balanced =
    { $piece ->
        [attractor] attractors
       *[repulsor] repulsors
    } { $distance ->
        [one] 1 square
       *[other] { $distance } squares
    } away on both sides balance
no-room =
    the repulsor { $back ->
        [right] to the right
        [left] to the left
        [up] above
       *[down] below
    } pushes, but it cannot step { $way }
clear = nothing acts on it
lower-rule = ; the { $axis } wins: rule { $low } comes before rule { $high }
nearer-attractor = ; the { $axis } wins: its attractor is nearer
nearer-repulsor = ; the { $axis } wins: its repulsor is nearer
equal-attractors = ; the { $axis } wins: the attractors are equally near, but its repulsor is nearer
column-rule =
    { $axis ->
        [row] ; both are equal: the column rule prefers the row to the column
       *[column] ; both are equal: the column rule prefers the column to the row
    }
freezes = ; both are equal: it freezes

## Options, positions and states that are wrong

automata-range = automata is from 1 to { $most }, not { $found }
automata = automata on the board: { $found }; the option automata says { $wanted }
automaton-in-corner = the automaton may not stand in the corner { $at }
two-corners = with 2 players, corners must name one seat for both lower corners and the other for both upper: [0,0,1,1] or [1,1,0,0]
four-corners = with 4 players, corners must name each of the seats 0 to 3 once
four-seats = a list of four seats
size = a board has from 3 x 3 to 26 x 26 squares, not { $width } x { $height }
most-automata = more than { $most } automata
pieces = a, r or @
players = 2 or 4
setups = { $names } or a position record
one-move-each = "moves" must hold one move for each of the { $seats } seats, not { $found }
restore-automata = the board has another number of automata than the game
restore-winner = the winner is not the owner of the corner the automaton is in
restore-locked = the move of seat { $seat } cannot have been entered
restore-nobody = moves are locked only after a conflict, and never all of them
restore-marked = the marked square { $at } is off the board

## Before the game

choose-top = Take the top corners
choose-bottom = Take the bottom corners
choose-corner = Play the corner { $at }
