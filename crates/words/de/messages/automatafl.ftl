# Automatafl.

what = Alle ziehen zugleich, im Geheimen; dann macht der Automat seinen Schritt.
seat = Platz { $seat }

## Optionen

option-players = wie viele spielen
option-setup = wo die Steine am Anfang stehen
option-tie = was der Automat tut, wenn Reihe und Spalte gleich viel bieten
option-identical = was geschieht, wenn mehrere Spieler den gleichen Zug machen
option-max-turns = Züge, bis das Spiel unentschieden ist; 0 ist nie
option-automata = wie viele Automaten auf dem Brett stehen
option-corners = die Plätze, denen die Ecken (0,0), (max,0), (max,max), (0,max) gehören
option-dimensions = Dimensionen des Bretts
word-standard = üblich
word-small = klein
word-twins = Zwillinge
word-column = die Spalte gilt
word-freeze = er bleibt stehen
word-conflict = ein Konflikt
word-merge = sie gelten als einer

## Züge, die eine Regel brechen

locked = der Zug von Platz { $seat } ist eingegeben und gilt für diese Runde
automaton-source = auf { $at } steht der Automat: niemand zieht ihn
automaton-target = auf { $at } steht der Automat: kein Zug darf dort enden
marked = { $at } ist markiert: darum gab es einen Konflikt, und es ist bis zum Ende der Runde gesperrt
must-move = du darfst nur passen, wenn du keinen erlaubten Zug hast

## Was aus den Zügen wurde

conflict =
    Konflikt auf { $squares }: { $seats ->
        [one] Platz { $seats } gibt
       *[other] die Plätze { $seats } geben
    } neu ein.
passes = Platz { $seat } passt.
entry = Platz { $seat }, { $from } nach { $to }: { $outcome }.
moved =
    { $piece ->
        [attractor] der Anzieher
       *[repulsor] der Abstoßer
    } ist gezogen
carried-on =
    { $piece ->
        [attractor] der Anzieher
       *[repulsor] der Abstoßer
    } ist gezogen, weitergetragen im Anschluss an den Zug von Platz { $seat }
blocked =
    auf { $at } von { $piece ->
        [attractor] einem Anzieher
        [repulsor] einem Abstoßer
       *[automaton] einem Automaten
    } blockiert
contested =
    { $seats ->
        [one] auch Platz { $seats } hat
       *[other] auch die Plätze { $seats } haben
    } das leere Feld { $at } genannt, also gilt keiner dieser Züge
cycle =
    er schließt einen Kreis mit { $seats ->
        [one] Platz { $seats }
       *[other] den Plätzen { $seats }
    }, also zieht kein Stein darin
occupied = { $at } wurde nicht frei: der Stein von Platz { $seat } ({ $entry }) blieb dort
occupied-by = { $at } wurde nicht frei: der Stein von Platz { $seat } blieb dort
empty = auf { $at } stand kein Stein
won = Er hat die Ecke { $at } erreicht: sie gehört Platz { $seat }, der damit gewinnt.

## Warum der Automat geht

stays = Der Automat bleibt auf { $at }: in seiner Reihe { $row }; in seiner Spalte { $column }{ $because }.
steps = Der Automat geht von { $from } nach { $to }: in seiner Reihe { $row }; in seiner Spalte { $column }{ $because }.
opposing-pair =
    zieht ihn ein Anzieher { $attractor ->
        [one] 1 Feld weiter
       *[other] { $attractor } Felder weiter
    } { $way ->
        [right] rechts
        [left] links
        [up] oben
       *[down] unten
    } an, und ein Abstoßer { $repulsor ->
        [one] 1 Feld weiter
       *[other] { $repulsor } Felder weiter
    } { $back ->
        [right] rechts
        [left] links
        [up] oben
       *[down] unten
    } stößt ihn ab (Regel 1)
from-repulsor =
    drückt ihn ein Abstoßer { $repulsor ->
        [one] 1 Feld weiter
       *[other] { $repulsor } Felder weiter
    } { $back ->
        [right] rechts
        [left] links
        [up] oben
       *[down] unten
    } nach { $way ->
        [right] rechts
        [left] links
        [up] oben
       *[down] unten
    } (Regel 2)
toward-attractor =
    zieht ihn ein Anzieher { $attractor ->
        [one] 1 Feld weiter
       *[other] { $attractor } Felder weiter
    } { $way ->
        [right] rechts
        [left] links
        [up] oben
       *[down] unten
    } an (Regel 3)
beside =
    steht der Anzieher { $way ->
        [right] rechts
        [left] links
        [up] oben
       *[down] unten
    } schon neben ihm
balanced =
    heben sich die { $piece ->
        [attractor] Anzieher
       *[repulsor] Abstoßer
    } auf beiden Seiten auf, je { $distance ->
        [one] 1 Feld
       *[other] { $distance } Felder
    } entfernt
no-room =
    drückt der Abstoßer { $back ->
        [right] rechts
        [left] links
        [up] oben
       *[down] unten
    }, aber nach { $way ->
        [right] rechts
        [left] links
        [up] oben
       *[down] unten
    } ist kein Platz
clear = wirkt nichts auf ihn
lower-rule =
    { $axis ->
        [row] ; die Reihe gewinnt: Regel { $low } kommt vor Regel { $high }
       *[column] ; die Spalte gewinnt: Regel { $low } kommt vor Regel { $high }
    }
nearer-attractor =
    { $axis ->
        [row] ; die Reihe gewinnt: ihr Anzieher ist näher
       *[column] ; die Spalte gewinnt: ihr Anzieher ist näher
    }
nearer-repulsor =
    { $axis ->
        [row] ; die Reihe gewinnt: ihr Abstoßer ist näher
       *[column] ; die Spalte gewinnt: ihr Abstoßer ist näher
    }
equal-attractors =
    { $axis ->
        [row] ; die Reihe gewinnt: die Anzieher sind gleich nah, aber ihr Abstoßer ist näher
       *[column] ; die Spalte gewinnt: die Anzieher sind gleich nah, aber ihr Abstoßer ist näher
    }
column-rule =
    { $axis ->
        [row] ; beide bieten das Gleiche: nach der Spaltenregel gilt die Reihe
       *[column] ; beide bieten das Gleiche: nach der Spaltenregel gilt die Spalte
    }
freezes = ; beide bieten das Gleiche: er bleibt stehen

## Falsche Optionen, Stellungen und Zustände

automata-range = „automata“ ist von 1 bis { $most }, nicht { $found }
automata = Automaten auf dem Brett: { $found }; die Option „automata“ sagt { $wanted }
automaton-in-corner = der Automat darf nicht in der Ecke { $at } stehen
two-corners = zu zweit muss „corners“ einen Platz für beide unteren Ecken nennen und den anderen für beide oberen: [0,0,1,1] oder [1,1,0,0]
four-corners = zu viert muss „corners“ jeden der Plätze 0 bis 3 einmal nennen
four-seats = eine Liste von vier Plätzen
size = ein Brett hat 3 x 3 bis 26 x 26 Felder, nicht { $width } x { $height }
most-automata = mehr als { $most } Automaten
pieces = a, r oder @
players = 2 oder 4
setups = { $names } oder eine Stellung in Notation
one-move-each = „moves“ muss für jeden der { $seats } Plätze einen Zug enthalten, nicht { $found }
restore-automata = das Brett hat eine andere Zahl von Automaten als das Spiel
restore-winner = die Ecke, in der der Automat steht, gehört nicht dem Gewinner
restore-locked = der Zug von Platz { $seat } kann nicht eingegeben worden sein
restore-nobody = Züge gelten nur nach einem Konflikt schon, und nie alle
restore-marked = das markierte Feld { $at } liegt nicht auf dem Brett

## Vor dem Spiel

choose-top = Die oberen Ecken nehmen
choose-bottom = Die unteren Ecken nehmen
choose-corner = Die Ecke { $at } nehmen
