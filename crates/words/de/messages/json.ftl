# JSON, das nicht verstanden wird: Optionen, Zustände, Anfragen an den Schiedsrichter.

not-an-object =
    { $what ->
        [draw] eine Auslosung von { $game } muss ein Objekt sein, nicht { $found }
        [request] eine Anfrage muss ein Objekt sein, nicht { $found }
        [state] ein Zustand von { $game } muss ein Objekt sein, nicht { $found }
       *[options] die Optionen von { $game } müssen ein Objekt sein, nicht { $found }
    }
missing = das Feld { $field } fehlt
wrong = { $field } muss { $wanted } sein, nicht { $found }
unknown =
    { $what ->
        [draw] eine Auslosung von { $game } hat kein Feld { $field }; es gibt { $known }
        [request] eine Anfrage hat kein Feld { $field }; es gibt { $known }
        [state] ein Zustand von { $game } hat kein Feld { $field }; es gibt { $known }
       *[options] die Optionen von { $game } haben kein Feld { $field }; es gibt { $known }
    }
a-list = eine Liste
an-object = ein Objekt
a-text = ein Text
flag = true oder false
or = { $first } oder { $next }
whole-number = eine ganze Zahl von { $low } bis { $high }
hex = eine Liste hexadezimaler Schlüssel

## Spiele ohne ihre Typen

unknown-game = ein Spiel { $game } gibt es nicht; es gibt { $known }
notation =
    { $what ->
        [position] Stellung { $text }, { $error }
        [square] Feld { $text }, { $error }
       *[move] Zug { $text }, { $error }
    }
seats-act = die Plätze { $seats } sind dran, in dieser Folge, nicht { $found }
nothing-drawn = jetzt wird nichts ausgelost: die Plätze { $seats } sind dran
nobody-acts = jetzt ist niemand dran: ausgelost wird { $draw }
nobody = niemand ist dran
never-drawn = in diesem Spiel wird nie etwas ausgelost
moves-needed = die Plätze { $seats } sind dran, also braucht „moves“ { $wanted } Züge, nicht { $found }
too-deep = Tiefe { $depth } braucht hier mehr als { $budget } Stellungen: nimm eine kleinere, oder hall perft
no-do = „do“ kann hier nicht { $found } sein; es gibt { $known }
not-json = diese Zeile ist kein JSON: { $error }
