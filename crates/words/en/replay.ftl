# The page of recorded games.

## Opening a record

lead = Go through a game step by step, try other moves, and see what an engine thinks.
bring = A game of your own
file = Record of a game (a JSON file)
drop = Or drop the file here.
paste = Or paste its text
open = Open
other = Another game
table = To the table
wrong-empty = It is empty. A record is a JSON text.
wrong-large = This file is larger than 64 MB. Records of games are smaller.
wrong-unread = The browser cannot read this file. Choose it once more.
wrong-json = This is not JSON: { $why }.
wrong-record = This is JSON, but not a record of a game: its field "format" must be "taflhalla-record".
wrong-version = This record has version { $version }; this hall reads version 1.
wrong-game = The game in this record cannot be played: { $why }.
no-worker = This page needs workers, which your browser cannot run.
no-picture = The picture could not be made.

## Going through the game

go-through = Go through the game
scrub = Position in the game
first = To the beginning
previous = One step back
auto = Play automatically
next = One step forward
last = To the end
step-of = step { $step } of { $steps }
in-variation = variation
pace = Speed
per-second = { $steps } per second
which = Steps to show
every = Every step
players-only = Only players’ turns
copy-link = Copy link
keys = Keys: ← → step by step, Home and End, space plays or pauses.
more-from = from step { $step }
what-happened = What happened
beginning = The game begins.

## The result, the players and the record

unfinished = The game is not finished.
many-won = { $count } players share the win
won = won
place = place { $place }
person = person
program = program
record = Record
svg-words = The board on the screen as a picture
verify = Verify
drawing = Creating the GIF
cancel = Cancel
holds = Record verified.
holds-not = The record is not valid.

## Variations

variation = Variations
variations = Your variations
try-words = Play on from the position on the board. The game itself stays as it is.
try-here = Try moves from here
enter-for = Choose a move for { $name }.
entered = Move entered. The next player chooses.
over-here = The game is over here.
back = Back to the game
from-step = From step { $step }:
drop-line = Remove the variation from step { $step }

## Analysis

analysis = Analysis
time = Time per move
analyse = Analyse the game
takes = Analysing the whole game takes about { $time } in this browser.
graph-two = { $name }’s chance to win, step by step
graph-many = Chance to win of the player to move, step by step
chance-of = { $name }’s chance to win is { $chance }
turning-point = Turning point: step { $step } ({ $swing } for { $name })
position = Best here
analyse-position = Analyse this position
follow = Analyse every position I look at
points = { $points } pieces
chance = { $chance } to win
win-in =
    { $moves ->
        [one] wins in 1 move
       *[other] wins in { $moves } moves
    }
loss-in =
    { $moves ->
        [one] loses in 1 move
       *[other] loses in { $moves } moves
    }
strategy = How { $name } should mix moves
a-move = move
share = share
outcomes = { $name }’s chance to win in %: own moves on the left, the others’ moves above
