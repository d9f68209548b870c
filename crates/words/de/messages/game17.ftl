# Game 17. Felder sind Reihe und Spalte: „3,4“.

what = Viele Besitzer kämpfen um die Felder eines Torus; ein Besitzer ohne Spieler ist ein Zombie.
owner = Besitzer { $seat }

## Optionen

option-size = Reihen und Spalten des Bretts
option-rounds = Runden, bis das Spiel endet
option-pieces = Steine auf jedem Feld am Anfang
option-players = Besitzer mit einem Platz; alle anderen sind Zombies

## Züge und Auslosungen, die eine Regel brechen

not-to-move = Spieler { $seat } ist nicht am Zug
off-board = { $at } liegt nicht auf dem Brett, das Reihen und Spalten von 0 bis { $last } hat
not-owned = { $at } gehört Besitzer { $owner }, nicht Besitzer { $mover }
direction = { $direction } ist von { $at } aus keine Richtung: n, e, s oder w
negative = von { $at } können nicht { $count } Steine geschickt werden: die Anzahl darf nicht negativ sein
too-many-of-none = auf { $at } stehen keine Steine, nicht { $sent }
too-many =
    { $stand ->
        [one] auf { $at } steht 1 Stein, nicht { $sent }
       *[other] auf { $at } stehen { $stand } Steine, nicht { $sent }
    }
zombie-keeps = ein Zombie schickt alle seine Steine, aber Besitzer { $owner } behält { $kept } auf { $at }
bad-deal = die Verteilung muss jedem der Besitzer 0 bis { $last } ein Feld geben
bad-order = die Reihenfolge muss jeden der Besitzer 0 bis { $last } einmal nennen
not-drawn =
    { $due ->
        [deal] jetzt werden die Besitzer verteilt
        [order] jetzt wird die Reihenfolge ausgelost
        [zombie] jetzt zieht ein Zombie
        [coin] jetzt wird eine Münze geworfen
       *[none] jetzt wählt ein Spieler
    }, gegeben ist aber { $drawn ->
        [deal] eine Verteilung
        [order] eine Reihenfolge
        [zombie] der Zug eines Zombies
       *[coin] eine Münze
    }
order = Befehl { $number }: { $problem }
order-shape = Befehl { $number } muss mit ganzen Zahlen so aussehen: [[3,4],"n",2], nicht { $found }
too-large = die Befehle von { $at } nach { $direction } ergeben zusammen mehr als { $most } Steine
a-direction = eine Richtung (n, e, s oder w)
nothing-sent = es werden keine Steine geschickt

## Was ein Schritt getan hat

dealt = Die Besitzer sind verteilt.
ordered = Die Reihenfolge ist ausgelost: Besitzer { $owner } beginnt.
order-drawn = Die Reihenfolge ist ausgelost.
void = Der Zug von Besitzer { $owner } ist ungültig: nichts bewegt sich.
nothing-moves = Nichts bewegt sich.
coin = Die Münze auf { $at } fällt für Besitzer { $winner }, er bekommt { $pieces } von Besitzer { $loser }.
sends-nothing = Besitzer { $owner } schickt nichts.
sends =
    Besitzer { $owner } schickt { $pieces } mit { $orders ->
        [one] 1 Befehl
       *[other] { $orders } Befehlen
    }.
# Eines der folgenden drei oder mehrere: „Er nimmt …; er verliert ….“
deeds = Er { $deeds }.
deed-too = { $first }; er { $next }
takes = nimmt { $squares }
loses = verliert { $squares }
waits = wartet auf eine Münze auf { $squares }
from =
    { $coin ->
        [coin] { $at } von Besitzer { $owner } ({ $pieces }) durch eine Münze
       *[none] { $at } von Besitzer { $owner } ({ $pieces })
    }
to =
    { $coin ->
        [coin] { $pieces } auf { $at } an Besitzer { $owner } durch eine Münze
       *[none] { $pieces } auf { $at } an Besitzer { $owner }
    }
more =
    { $more ->
        [one] { $first } und 1 weiteres
       *[other] { $first } und { $more } weitere
    }
no-pieces = keine Steine
some-pieces =
    { $number ->
        [one] 1 Stein
       *[other] { $number } Steine
    }

## Dasselbe in der Liste der Züge

brief-orders =
    { $owner }: { $orders ->
        [one] 1 Befehl
       *[other] { $orders } Befehle
    }
brief-void = { $owner }: ungültig
brief-zombie = Zombie { $turn }
brief-deal = Verteilung
brief-order = Reihenfolge
brief-taken = Münze: genommen
brief-round = { $owner }: Runde { $round }
round-turn = Besitzer { $owner } zieht in Runde { $round }.
brief-held = Münze: gehalten

## Falsche Optionen, Stellungen und Zustände

size = die Größe muss zwischen 1 und { $high } liegen, nicht bei { $found }
rounds = es müssen 0 bis { $high } Runden sein, nicht { $found }
pieces = auf jedem Feld müssen 1 bis { $high } Steine stehen, nicht { $found }
players = ein Brett der Größe { $size } hat Platz für { $most } Spieler, nicht für { $players }
board-rows = ein Brett hat 1 bis { $high } Reihen, nicht { $found }
board-lists = es gibt { $owners } Reihen von Besitzern, aber { $numbers } Reihen von Zahlen
board-owners = Reihe { $row } hat { $found } Besitzer auf einem Brett der Größe { $size }
board-numbers = Reihe { $row } hat { $found } Zahlen auf einem Brett der Größe { $size }
board-pieces = auf einem Feld dürfen höchstens { $most } Steine stehen, aber auf { $at } stehen { $number }
most-rows = eine Liste von höchstens { $most } Reihen
pairs = eine Liste aus [Reihe, Spalte]
flags = eine Liste aus true und false
position-json = eine Stellung von game17 ist ihr Zustand in JSON: { $error }
one-draw = eine Auslosung hat genau eines von „deal“, „order“, „zombie“ und „coin“
coins = „coins“ hat die Länge { $found }, aber { $wanted } Felder sind umstritten
restore-order = Verteilung und Reihenfolge müssen jeden Besitzer einmal nennen und nach dem Beginn des Spiels da sein
restore-round = so viele Runden hat das Spiel nicht
restore-mover = wer zieht, muss ein Feld haben, und das gibt es nur, solange das Spiel läuft
restore-tied = umstrittene Felder gehören anderen als dem Spieler am Zug und sind Reihe für Reihe genannt

## Das Ende, wenn kein Platz gewinnt

unwon = Die Zombies haben gewonnen
