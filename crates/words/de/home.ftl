# Die erste Seite, neue Tische, Listen von Tischen, Rangliste.

headline = Brettspiele mit eigenem Kopf.
what = Spiele gegen Menschen, Bots oder den Computer, verdeckt und gleichzeitig oder abwechselnd. Ohne Installation, ohne Konto.

## Die Spiele in einem Satz, und wie viele mitspielen können

in-a-sentence =
    { $game ->
        [automatafl] Alle ziehen zugleich, im Geheimen. Dann macht der Automat seinen Schritt.
        [combo] Stapeln, teilen, schlagen. Ein einzelner Stein schlägt nichts.
        [brandub] Acht Angreifer, vier Verteidiger, ein König und vier Auswege.
        [game17] 196 Felder, kein Rand und überall Zombies.
       *[other] { $game }
    }
how-many =
    { $game ->
        [automatafl] 2 oder 4 Spieler
        [game17] bis zu 196 Spieler
       *[other] 2 Spieler
    }

play-now = Jetzt spielen
# Ein Knopf, der das Formular für einen neuen Tisch öffnet.
table = Neuer Tisch…
# Vor einer Auswahl von Stufen.
against = Gegen
# Die Stufen der Computergegner.
level =
    { $level ->
        [random] zufällig
        [weak] schwach
        [medium] mittel
        [strong] stark
       *[other] { $level }
    }

## Listen von Tischen

open-tables = Offene Tische
new-table = Neuer Tisch
running = Laufende Spiele
finished = Beendete Spiele
none-open = Keine offenen Tische. Erstelle einen und verschicke den Link.
none-running = Gerade wird nicht gespielt.
none-finished = Noch ist kein Spiel zu Ende.
game = Spiel
players = Spieler
clock = Uhr
result = Ergebnis
sit = Platz nehmen
watch = Zusehen
replay = Nachspielen
# Ein Platz, den niemand hat.
free = frei
no-clock = keine
per-move = { $seconds } s pro Zug
days =
    { $days ->
        [one] 1 Tag pro Zug
       *[other] { $days } Tage pro Zug
    }

## Rangliste

ranks = Rangliste
nobody = Die Rangliste ist noch leer. Spiele gegen Menschen und Bots zählen, Spiele mit Computergegnern nicht.
many-players = { $game } mit mehr als zwei Spielern
rank = Rang
player = Spieler
rating = Wertung
games = Spiele
# Ein Spieler, der ein Programm ist.
program = Programm

## Das Formular für einen neuen Tisch

title = Name des Tisches
options = Optionen
# Werte einer Option.
yes = ja
no = nein
rare-options = Weitere Optionen
your-seat = Dein Platz
no-seat = Ich sehe nur zu
seats = Plätze
person = ein Mensch
here = ein Mensch an diesem Gerät
fill = Übrige Plätze
clock-kind = Uhr
clock-total = Für das ganze Spiel
clock-per-move = Für jeden Zug
clock-days = Fernpartie (Tage pro Zug)
minutes = Minuten
increment = Zusätzliche Sekunden pro Zug
seconds = Sekunden
many-days = Tage
private = Privat: nur mit dem Link
show-entered = Zeigen, wer schon gezogen hat
takebacks = Züge dürfen zurückgenommen werden
make = Tisch erstellen
