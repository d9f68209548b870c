# Die Seite aufgezeichneter Spiele.

## Eine Aufzeichnung öffnen

lead = Gehe ein Spiel Schritt für Schritt durch, probiere andere Züge und sieh, was eine Engine davon hält.
bring = Ein eigenes Spiel
file = Aufzeichnung eines Spiels (eine JSON-Datei)
drop = Oder lege die Datei hier ab.
paste = Oder füge ihren Text ein
open = Öffnen
other = Ein anderes Spiel
table = Zum Tisch
wrong-empty = Da steht nichts. Eine Aufzeichnung ist ein JSON-Text.
wrong-large = Diese Datei ist größer als 64 MB. Aufzeichnungen von Spielen sind kleiner.
wrong-unread = Der Browser kann diese Datei nicht lesen. Wähle sie noch einmal.
wrong-json = Das ist kein JSON: { $why }.
wrong-record = Das ist JSON, aber keine Aufzeichnung eines Spiels: Das Feld "format" muss "taflhalla-record" sein.
wrong-version = Diese Aufzeichnung hat die Version { $version }; diese Halle liest Version 1.
wrong-game = Das Spiel dieser Aufzeichnung lässt sich nicht spielen: { $why }.
no-worker = Diese Seite braucht Worker, und dein Browser kann keine ausführen.
no-picture = Das Bild konnte nicht erstellt werden.

## Das Spiel durchgehen

go-through = Das Spiel durchgehen
scrub = Stelle im Spiel
first = Zum Anfang
previous = Ein Schritt zurück
auto = Automatisch abspielen
next = Ein Schritt weiter
last = Zum Ende
step-of = Schritt { $step } von { $steps }
in-variation = Variante
pace = Tempo
per-second = { $steps } pro Sekunde
which = Welche Schritte gezeigt werden
every = Jeder Schritt
players-only = Nur Züge der Spieler
copy-link = Link kopieren
keys = Tasten: ← → Schritt für Schritt, Pos1 und Ende, Leertaste spielt ab oder hält an.
more-from = ab Schritt { $step }
what-happened = Was geschah
beginning = Das Spiel beginnt.

## Das Ergebnis, die Spieler und die Aufzeichnung

unfinished = Das Spiel ist nicht zu Ende.
many-won = { $count } Spieler teilen sich den Sieg
won = gewonnen
place = Platz { $place }
person = Mensch
program = Programm
record = Aufzeichnung
svg-words = Das Brett auf dem Bildschirm als Bild
verify = Prüfen
drawing = Das GIF wird erstellt
cancel = Abbrechen
holds = Aufzeichnung geprüft: Sie stimmt.
holds-not = Die Aufzeichnung ist nicht gültig.

## Varianten

variation = Varianten
variations = Deine Varianten
try-words = Spiele von der gezeigten Stellung aus weiter. Das Spiel selbst bleibt, wie es ist.
try-here = Von hier aus Züge probieren
enter-for = Wähle einen Zug für { $name }.
entered = Zug eingegeben. Der Nächste wählt.
over-here = Hier ist das Spiel zu Ende.
back = Zurück zum Spiel
from-step = Ab Schritt { $step }:
drop-line = Die Variante ab Schritt { $step } entfernen

## Analyse

analysis = Analyse
time = Zeit pro Zug
analyse = Das Spiel analysieren
takes = Die Analyse des ganzen Spiels dauert in diesem Browser etwa { $time }.
graph-two = Gewinnchance von { $name }, Schritt für Schritt
graph-many = Gewinnchance des Spielers am Zug, Schritt für Schritt
chance-of = Gewinnchance von { $name }: { $chance }
turning-point = Wendepunkt: Schritt { $step } ({ $swing } für { $name })
position = Hier am besten
analyse-position = Diese Stellung analysieren
follow = Jede Stellung analysieren, die ich ansehe
points = { $points } Steine
chance = { $chance } Gewinnchance
win-in =
    { $moves ->
        [one] gewinnt in 1 Zug
       *[other] gewinnt in { $moves } Zügen
    }
loss-in =
    { $moves ->
        [one] verliert in 1 Zug
       *[other] verliert in { $moves } Zügen
    }
strategy = Wie { $name } Züge mischen sollte
a-move = Zug
share = Anteil
outcomes = Gewinnchance von { $name } in %: eigene Züge links, die der anderen oben
