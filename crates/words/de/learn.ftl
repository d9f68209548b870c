# Die Seiten der Regeln. Die Regeln selbst sind im Ordner rules.

lead = Die Regeln der vier Spiele. In jedem Diagramm kannst du ziehen: es zeigt, was die Regeln aus deinem Zug machen.
rules-of = Regeln von { $game }
others = Alle Spiele
contents = Inhalt

## Diagramme

try-play = Ziehe auf dem Brett, oder probiere eines davon:
try-table = Verschiebe Steine auf dem Brett, oder probiere eines davon:
# Ein Knopf, der einige Züge zeigt: „a1-a5 zeigen“.
play-this = { $moves } zeigen
again = Von vorn
step = Den Automaten gehen lassen
# Neben einem Diagramm: was ein anderer Spieler gewählt hat. Dahinter steht der Zug.
enters = Spieler { $number } wählt
conflict = Konflikt. Die markierten Felder sind in dieser Runde gesperrt.
refused = Verbotener Zug.
won = Das Spiel ist zu Ende. Gewonnen hat: { $name }.
drawn = Das Spiel ist zu Ende: unentschieden.
