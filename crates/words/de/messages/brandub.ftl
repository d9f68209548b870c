# Brandub.

what = Ein König und seine Verteidiger versuchen, auf 7 x 7 Feldern aus einem Ring von Angreifern auszubrechen.
attackers = Angreifer
defenders = Verteidiger

## Optionen

option-king-by-corner = ob eine Ecke hilft, den König zu fangen
option-no-moves = was mit einer Seite geschieht, die nicht ziehen kann
option-repetition = wie oft eine Stellung vorkommen darf, bis das Spiel unentschieden ist; 0 ist nie
option-position = wo das Spiel beginnt
word-loss = sie verliert
word-draw = unentschieden

## Züge, die eine Regel brechen

not-to-move =
    { $side ->
        [attackers] die Angreifer sind nicht am Zug
       *[defenders] die Verteidiger sind nicht am Zug
    }
not-yours =
    { $piece ->
        [attacker] der Angreifer
        [king] der König
       *[defender] der Verteidiger
    } auf { $at } gehört nicht dir
path-blocked = der Weg ist versperrt: auf { $at } steht ein Stein
centre = kein Stein darf auf der Mitte { $at } halten, auch der König nicht
corner = nur der König darf auf der Ecke { $at } halten

## Was ein Zug getan hat

moves =
    { $piece ->
        [attacker] Der Angreifer
        [king] Der König
       *[defender] Der Verteidiger
    } zieht von { $from } nach { $to }.
captures =
    { $piece ->
        [attacker] Der Angreifer
        [king] Der König
       *[defender] Der Verteidiger
    } zieht von { $from } nach { $to } und schlägt { $at }.
escaped = Er hat eine Ecke erreicht: die Verteidiger gewinnen.
caught = Der König ist gefangen: die Angreifer gewinnen.

## Falsche Optionen und Stellungen

repetition = „repetition“ ist 0 (nie) oder von 2 bis 1000, nicht { $found }
size = ein Brett von Brandub hat 7 Reihen mit 7 Feldern, dieses { $rows } mit { $width }
pieces = t, T oder K
side = die Seite am Zug, a oder d
kings = es muss einen König geben, nicht { $found }
only-king = nur der König darf auf { $at } stehen
parts = Stellung, König und Verlauf passen nicht zusammen
line = ein Stein zieht in einer Reihe oder Spalte auf ein anderes Feld
