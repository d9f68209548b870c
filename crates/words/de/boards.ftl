# Was neben den Brettern steht.

## Automatafl

why = Der nächste Schritt des Automaten
why-show = Zeigen, wohin er gehen würde
stays = In dieser Stellung bleibt der Automat auf { $from }.
steps = In dieser Stellung geht der Automat { $from } → { $to }.
axis = Achse
sees = sieht
verdict = Urteil
row = Reihe
column = Spalte
attractor = Anzieher
repulsor = Abstoßer
edge = Rand
nothing = nichts
last-turn = Vorige Runde

## Combo

split = Teilen
split-hint = Drücke eine Zahl, scrolle über dem Stapel oder schiebe den Regler. Erreichbare Felder leuchten.
# So viele der Steine auf einem Feld.
of = { $count } von { $most }
send = Steine schicken
pieces = Steine

## Brandub


## Game 17

orders = Befehle
no-orders = Ziehe von deinem Feld zu einem Nachbarn oder klicke beide an.
end-turn = Zug beenden
remove-order = { $order } entfernen
squares = Felder
zombies = Zombies
chart = Felder im Lauf der Zeit
chart-words = Felder jedes Spielers nach jeder Runde
since = Seit deinem letzten Zug
show = Zeigen
round = Runde { $round } von { $rounds }
