# Combo.

what = Stapel vereinen, teilen und schlagen; wenn eine Seite nicht ziehen kann, verliert sie.
white = Weiß
black = Schwarz

## Optionen

option-width = Spalten des Bretts
option-height = Reihen des Bretts
option-quiet-limit = Züge hintereinander ohne Schlagen, bis das Spiel unentschieden ist; 0 ist nie
option-position = wo das Spiel beginnt, anstelle von Breite und Höhe

## Züge, die eine Regel brechen

not-to-move =
    { $side ->
        [black] Schwarz ist am Zug, nicht Platz { $seat }
       *[white] Weiß ist am Zug, nicht Platz { $seat }
    }
off-board = x = { $x }, y = { $y } liegt nicht auf dem Brett von { $width } x { $height } Feldern
not-yours =
    { $owner ->
        [black] die Steine auf { $at } gehören Schwarz
       *[white] die Steine auf { $at } gehören Weiß
    }
same-square = ein Zug von { $at } muss auf einem anderen Feld enden
not-straight = { $from } und { $to } liegen nicht in einer Reihe, Spalte oder Diagonale
too-many =
    { $stands ->
        [one] { $count } Steine können { $at } nicht verlassen: dort steht nur 1
       *[other] { $count } Steine können { $at } nicht verlassen: dort stehen nur { $stands }
    }
too-far = { $to } ist { $distance } Felder entfernt: so weit kommt ein Zug mit { $count } nicht
path-blocked = der Stein auf { $at } steht im Weg
single-captures = ein einzelner Stein kann auf { $at } nicht schlagen: dazu braucht es mindestens 2

## Was ein Zug getan hat: „Schwarz zieht 2 von d7 nach d5, schlägt 3 weiße Steine, lässt 1 auf d7.“

moves =
    { $side ->
        [black] Schwarz
       *[white] Weiß
    } zieht { $count } von { $from } nach { $to }
joins = kommt dort zu { $count } eigenen
captures =
    schlägt { $count } { $count ->
        [one] { $side ->
            [black] schwarzen Stein
           *[white] weißen Stein
        }
       *[other] { $side ->
            [black] schwarze Steine
           *[white] weiße Steine
        }
    }
leaves = lässt { $count } auf { $from }

## Falsche Optionen und Stellungen

width = die Breite muss zwischen { $low } und { $high } liegen, nicht bei { $width }
height = die Höhe muss zwischen { $low } und { $high } liegen, nicht bei { $height }
position-size = die Stellung hat { $width } x { $height } Felder: lass Breite und Höhe weg, oder passe sie an
count-or-end = '=' und eine Anzahl oder nichts mehr
row-goes-on = ',', '/' oder ein Leerzeichen und die Seite am Zug
row-long = mehr als { $most } Felder in dieser Reihe
side = die Seite am Zug, 'b' oder 'w'
square = 'b', 'w' oder 'x'
most-pieces =
    { $side ->
        [black] Schwarz
       *[white] Weiß
    } hat insgesamt mehr als { $most } Steine
whole-count = ein Zug nimmt mindestens einen Stein und höchstens den ganzen Stapel
too-large = das Brett ist zu groß
