# Die Seite eines Tisches.

# Wie ein Vorleseprogramm das Brett nennt.
board-of = Spielbrett: { $game }
chosen = gewählt
target = mögliches Ziel
turn = Runde { $turn }
turn-heading = Am Zug

## Spieler

you = du
computer = Computer
free-seat = frei
away = nicht verbunden
out = ausgeschieden
sealed = versiegelt
choosing = wählt
to-move = am Zug
thinking = denkt nach
is-ready = bereit
# Wie weit ein Computergegner vorausgesehen hat: 6 Züge, 12 k Stellungen.
thought =
    { $depth ->
        [one] 1 Zug voraus · { $states } Stellungen
       *[other] { $depth } Züge voraus · { $states } Stellungen
    }

## Vor dem Spiel

sit-here = Hier Platz nehmen
stand = Aufstehen
ready = Ich bin bereit
start = Beginnen
waiting = Das Spiel beginnt, wenn alle Plätze besetzt und alle bereit sind.
share-hint = Lade mit diesem Link jemanden ein:
add-computer = Computer
remove = Entfernen

## Wer am Zug ist

your-move = Dein Zug
your-turn = Wähle einen Stein, dann sein Ziel.
not-your-turn =
    { $count ->
        [one] { $names } ist am Zug.
       *[other] { $names } sind am Zug.
    }
sealed-change = Zug versiegelt. Du kannst ihn noch ändern.
reenter-you = Wähle einen anderen Zug.
reenter-others =
    { $count ->
        [one] { $names } muss neu wählen.
       *[other] { $names } müssen neu wählen.
    }
# Mehrere Spieler wählten dasselbe Feld: „Anna und Bo wollten beide b4.“
both-chose = { $names } wollten beide { $squares }.
all-chose = { $names } wollten dieselben Felder: { $squares }.
showing = Die letzten Züge werden gezeigt…
skip = Überspringen
conquered = Du hast keine Felder mehr. Die anderen spielen weiter.

## Ein Zug

play = Bestätigen
clear = Abbrechen
pass = Passen
type-move = Oder Zug eintippen
type-hint = zum Beispiel { $example }
enter = Ziehen

## Mehrere Leute an einem Gerät

guest = Spieler { $number }
pass-on = { $name } ist am Zug
pass-on-hint = Gib das Gerät weiter. Die Züge der anderen bleiben verdeckt.
uncover = Brett zeigen

## Knöpfe und Angebote

draw = Remis anbieten
undo = Zurücknehmen
resign = Aufgeben
resign-sure = Wirklich aufgeben?
share = Teilen
copied = Link kopiert.
rematch = Revanche
rematch-accept = Revanche annehmen
# Weiterspielen, obwohl ein Spieler gegangen ist.
claim = Nicht länger warten
offers-draw = { $name } bietet Remis an.
offers-takeback = { $name } möchte einen Zug zurücknehmen.
offers-rematch = { $name } möchte noch einmal spielen.
offered = Angebot gesendet. Warten auf die Antwort.
accept = Annehmen
decline = Ablehnen

## Züge, Chat, Hilfe

moves = Züge
no-moves = Noch keine Züge.
latest = Zurück zum Spiel
talk = Chat
say = Nachricht schreiben
send = Senden
# Neben dem Chat, wenn es neue Nachrichten gibt.
new-words = (neu)
observers = Es sehen zu: { $names }
nobody-watches = Niemand sieht zu.
help = Hilfe
rules = Alle Regeln
hint-close = Verstanden
hint-first =
    { $game ->
        [automatafl] Alle ziehen zugleich: klicke einen Stein an, dann sein Ziel, in gerader Linie.
        [combo] Klicke einen Stapel an, wähle, wie viele Steine ziehen, dann ihr Ziel: gerade oder diagonal, höchstens ein Feld pro Stein.
        [brandub] Alle Steine ziehen wie Türme. Nimm einen Gegner zwischen zwei deiner Steine, um ihn zu schlagen.
        [game17] Ziehe von einem deiner Felder zu einem Nachbarfeld, um Steine dorthin zu schicken. Gegenüberliegende Ränder hängen zusammen.
       *[other] Klicke auf einen Stein, dann auf sein Ziel.
    }
hint-second =
    { $game ->
        [automatafl] Danach macht der Automat (der Stern) einen Schritt: zu Anziehern (plus) hin, von Abstoßern (minus) weg.
        [combo] Ziehe auf einen eigenen Stapel, um beide zu vereinen, oder auf einen gegnerischen, um ihn zu schlagen. Ein einzelner Stein schlägt nichts.
        [brandub] Die Verteidiger gewinnen, wenn der König eine Ecke erreicht.
        [game17] Du nimmst ein Feld, wenn du mehr Steine schickst, als dort bleiben. Bist du fertig, drücke „Zug beenden“.
       *[other] Verbieten die Regeln einen Zug, sagt die Seite, warum.
    }
hint-third =
    { $game ->
        [automatafl] Bring ihn in eine deiner Ecken.
        [combo] Wenn du alles schlägst, gewinnst du.
        [brandub] Die Angreifer gewinnen, wenn sie ihn fangen.
        [game17] Der Spieler mit den meisten Feldern am Ende gewinnt.
       *[other] Wie man gewinnt, steht auf der Seite mit den Regeln.
    }

## Das Ende

won = Du hast gewonnen
lost = Du hast verloren
drawn = Unentschieden
wins = { $name } hat gewonnen
share-win = { $names } teilen sich den Sieg
no-result = Abgebrochen
next-game = Zum nächsten Spiel
new-game = Neues Spiel
replay = Nachspielen und analysieren
look = Das Brett ansehen
