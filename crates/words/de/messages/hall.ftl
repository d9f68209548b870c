# Was die Halle ablehnt.

no-table = diesen Tisch gibt es nicht, oder sein Link ist nicht vollständig
who = die Halle kennt dich nicht; lass dir erst eine Identität geben (POST /api/v1/identity)
too-many =
    zu viele { $what ->
        [connections] Verbindungen
        [own-connections] Verbindungen einer Identität
        [messages] Nachrichten
        [requests] Anfragen
        [challenges] Herausforderungen an diesen Spieler
        [tables] neue Tische
        [tables-and-contests] neue Tische und Turniere
       *[identities] neue Identitäten
    } in kurzer Zeit; warte ein wenig
busy = dieser Tisch hat gerade zu viel zu tun; versuche es noch einmal
damaged = das Protokoll dieses Tisches ist beschädigt; das der Halle sagt mehr
closing = die Halle schließt; verbinde dich gleich noch einmal
store-full = die Halle hat keinen Platz mehr, das zu speichern; versuche es später
store-busy = gerade kann nichts gelesen oder geschrieben werden; versuche es noch einmal
store-broken = die Halle kann das nicht lesen oder schreiben; ihr Protokoll sagt warum
bad-table = daraus wird kein Tisch: { $why }

## Nachrichten und Anfragen

not-understood = diese Nachricht wird nicht verstanden: { $why }
not-json = eine Nachricht ist ein JSON-Objekt: { $why }
version = diese Halle spricht Version { $version }, nicht Version { $found }
watched = eine Verbindung sieht höchstens { $most } Tischen zu
command-id = die Nummer eines Befehls ist höchstens 2^53
no-game = ein Spiel { $game } gibt es nicht
games-once = nenne jedes Spiel einmal
no-computer = einen Computer { $player } gibt es für { $game } nicht; es gibt { $known }
no-step = diesen Schritt gibt es nicht
no-phase = eine Phase { $phase } gibt es nicht; es gibt „open“, „running“ und „finished“
after = „after“ ist das „next“ einer anderen Antwort
own-challenge = du kannst dich nicht selbst herausfordern
not-connected = { $name } ist nicht verbunden
no-player = diesen Spieler gibt es nicht
no-leaderboard = diese Rangliste gibt es nicht; es gibt { $known }
no-guests = Gäste gibt es nur in einer Halle im Browser
no-replay = dieses Spiel lässt sich nicht nachspielen
themes = es gibt die Designs „light“ und „dark“
no-picture = das Bild konnte nicht erstellt werden: { $why }
other-site = Seiten anderer Anbieter dürfen das nicht
other-site-connects = Seiten anderer Anbieter dürfen sich nicht verbinden
no-file = diese Datei gibt es nicht
nothing-here = unter dieser Adresse gibt es nichts; /api zeigt, was es gibt
only-metrics = unter dieser Adresse gibt es nur /metrics
too-slow = der Inhalt der Anfrage kam nicht rechtzeitig
too-long = der Inhalt einer Anfrage hat höchstens { $most } Bytes
bad-body = der Inhalt wird nicht verstanden: { $why }
bad-query = die Abfrage wird nicht verstanden: { $why }

## Eine Halle im Browser

most-people = in diesem Browser sind zu viele Leute
most-tables = hier laufen schon { $most } Spiele; beende erst einige
nothing-in-browser = unter dieser Adresse gibt es in einer Halle im Browser nichts
no-programs = in eine Halle im Browser können keine Programme kommen
