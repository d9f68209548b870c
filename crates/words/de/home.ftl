# Die erste Seite, neue Tische, Listen von Tischen, Rangliste.

headline = Brettspiele, die zurückdenken.
what = Spiele mit Menschen und Programmen, mit geheimen Zügen oder der Reihe nach. Nichts zu installieren, kein Konto.

## Die Spiele in einem Satz, und wie viele mitspielen können

in-a-sentence =
    { $game ->
        [automatafl] Alle ziehen zugleich, im Geheimen. Dann macht der Automat seinen Schritt.
        [combo] Stapeln, teilen, schlagen. Ein einzelner Stein schlägt nichts.
        [brandub] Acht Angreifer, vier Verteidiger, ein König und vier Auswege.
        [game17] Ein Torus, 196 Felder und überall Zombies.
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
none-open = Kein offener Tisch. Mach einen auf und verschicke den Link.
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
per-move = { $seconds } s je Zug
days =
    { $days ->
        [one] 1 Tag je Zug
       *[other] { $days } Tage je Zug
    }

## Rangliste

ranks = Rangliste
nobody = Noch gibt es keine Rangliste. Es zählen Spiele gegen andere Menschen und Programme.
many-players = { $game }, mehr als zwei
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
clock-days = Tage für jeden Zug
minutes = Minuten
increment = Sekunden mehr je Zug
seconds = Sekunden
many-days = Tage
private = Privat: nur mit dem Link
show-entered = Zeigen, wer schon gezogen hat
takebacks = Züge dürfen zurückgenommen werden
make = Tisch aufmachen
