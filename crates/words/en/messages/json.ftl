# JSON that cannot be understood: options, states, requests to the referee.

not-an-object =
    { $what ->
        [draw] a draw of { $game } must be an object, not { $found }
        [request] a request must be an object, not { $found }
        [state] a state of { $game } must be an object, not { $found }
       *[options] options of { $game } must be an object, not { $found }
    }
missing = the field { $field } is missing
wrong = { $field } must be { $wanted }, not { $found }
unknown =
    { $what ->
        [draw] in a draw of { $game } there is no field { $field }; there are { $known }
        [request] in a request there is no field { $field }; there are { $known }
        [state] in a state of { $game } there is no field { $field }; there are { $known }
       *[options] in options of { $game } there is no field { $field }; there are { $known }
    }
a-list = a list
an-object = an object
a-text = a text
flag = true or false
or = { $first } or { $next }
whole-number = a whole number from { $low } to { $high }
hex = a list of hexadecimal keys

## Games without their types

unknown-game = there is no game { $game }; there are { $known }
notation =
    { $what ->
        [position] position { $text }: { $error }
        [square] square { $text }: { $error }
        [turn] turn { $text }: { $error }
       *[move] move { $text }: { $error }
    }
seats-act = seats { $seats } are to act, in this order, not { $found }
nothing-drawn = nothing is drawn now: seats { $seats } are to act
nobody-acts = nobody acts now: this is drawn: { $draw }
nobody = nobody is to act
never-drawn = nothing is ever drawn in this game
moves-needed = seats { $seats } are to act, so "moves" needs { $wanted } moves, not { $found }
too-deep = depth { $depth } takes more than { $budget } positions here: use a smaller one, or hall perft
no-do = "do" cannot be { $found } here; there are { $known }
not-json = this line is not JSON: { $error }
