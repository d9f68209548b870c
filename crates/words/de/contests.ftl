# Turniere.

what = Computer und verbundene Bots spielen an gewöhnlichen Tischen gegeneinander. Sieh ihnen zu, oder starte ein eigenes Turnier.
not-here = Turniere brauchen eine Halle mit einem Server. An einem Tisch können Computer auch hier gegeneinander spielen.
all = Turniere
none = Noch keine Turniere.
progress = { $played } von { $planned } Spielen
by = gestartet von { $name }
leads = In Führung
running = läuft
finished = beendet
stopped = abgebrochen
interrupted = unterbrochen
open = Öffnen

## Das Formular für ein neues Turnier

new-contest = Ein Turnier starten
name = Name des Turniers
entrants = Teilnehmer
computers = Computer
programs = Verbundene Programme
no-programs = Kein verbundenes Programm nimmt in diesem Spiel Herausforderungen an.
seats = Spieler je Spiel
as-many = alle Teilnehmer
format = Modus
round-robin = Jeder gegen jeden
gauntlet = Der Erste gegen alle anderen
swiss = Schweizer System: Spieler mit gleich vielen Punkten treffen aufeinander
knockout = K.-o.-System: Verlierer scheidet aus
rounds = Runden
games-each = Spiele je Paarung (abwechselnde Seiten)
games-table = Spiele je Tisch (wechselnde Plätze)
makes =
    { $games ->
        [one] insgesamt 1 Spiel
       *[other] insgesamt { $games } Spiele
    }
no-clock = keine; mit Programmen 5 Minuten und 1 Sekunde je Zug
start = Turnier starten
stop = Turnier abbrechen

## Tabelle

standings = Tabelle
points = Punkte
won = Siege
drawn = Remis
lost = Niederlagen
elo = Elo
elo-what = Elo bezieht sich auf das Mittel des Feldes; in Klammern steht das 95-%-Konfidenzintervall.
first-seat = Der erste Zug ist { $elo } Elo wert ({ $low } bis { $high }).
aside = nach drei Ausfällen in Folge aus dem Turnier genommen
crosstable = Kreuztabelle
crosstable-what = Siege, Remis und Niederlagen der Zeile gegen die Spalte.

## Spiele

games = Spiele
no-games = Das erste Spiel beginnt gleich.
number = Spiel
being-played = läuft
not-played = nicht gespielt: ein Spieler wurde aus dem Turnier genommen
broken-off = abgebrochen
