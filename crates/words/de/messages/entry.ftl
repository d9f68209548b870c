# Wie Felder heißen, und was nicht stimmt, während du einen Zug wählst.

off-board = außerhalb des Bretts
row-column = Reihe { $row } Spalte { $col }
region =
    { $region ->
        [corner] Ecke
        [throne] Mitte
       *[other] { $region }
    }
region-of =
    { $region ->
        [corner] Ecke
        [throne] Mitte
       *[other] { $region }
    } von Platz { $seat }
marked = markiert
empty = leer
piece =
    { $piece ->
        [attractor] Anzieher
        [repulsor] Abstoßer
        [automaton] Automat
        [attacker] Angreifer
        [defender] Verteidiger
        [king] König
       *[other] { $piece }
    }
stack =
    { $piece ->
        [white-stack] weißer Stapel aus { $count }
        [black-stack] schwarzer Stapel aus { $count }
       *[other] { $piece } aus { $count }
    }
no-pieces-there = keine Steine
pieces =
    { $count ->
        [one] 1 Stein
       *[other] { $count } Steine
    }
seat = Platz { $seat }

## Warum ein Feld oder eine Zahl nicht gewählt werden kann

typed = Züge von { $game } werden getippt: auf dem Brett geht es nicht
no-square = dieses Feld gibt es auf diesem Brett nicht
choose-another = { $at } ist markiert: wähle ein anderes Feld
stuck =
    der { $piece ->
        [attractor] Anzieher
        [repulsor] Abstoßer
        [automaton] Automat
        [attacker] Angreifer
        [defender] Verteidiger
        [king] König
       *[other] { $piece }
    } auf { $at } kann jetzt nicht ziehen
stuck-stack =
    { $piece ->
        [white-stack] der weiße Stapel aus { $count } auf { $at } kann jetzt nicht ziehen
        [black-stack] der schwarze Stapel aus { $count } auf { $at } kann jetzt nicht ziehen
       *[other] der { $piece } aus { $count } auf { $at } kann jetzt nicht ziehen
    }
too-far-all =
    { $to } ist von { $from } aus zu weit für { $count ->
        [one] 1 Stein
       *[other] { $count } Steine
    }: es braucht alle { $most }
too-far =
    { $to } ist von { $from } aus zu weit für { $count ->
        [one] 1 Stein
       *[other] { $count } Steine
    }: es braucht { $least } bis { $most }
stack-first = wähle erst einen Stapel, dann wie viele davon gehen
square-first = wähle erst ein Feld, dann wie viele Steine gehen
only =
    { $most ->
        [one] von { $from } kann nur 1 Stein gehen, nicht { $count }
       *[other] von { $from } können nur { $most } Steine gehen, nicht { $count }
    }
between = von { $from } können { $least } bis { $most } Steine gehen, nicht { $count }
no-pieces = auf { $at } stehen keine Steine
all-ordered = alle Steine auf { $at } haben Befehle: nimm einen zurück, um einen anderen zu geben
no-neighbour = { $to } ist kein Nachbar von { $from }: Steine gehen ein Feld nach Norden, Osten, Süden oder Westen
