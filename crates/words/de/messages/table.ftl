# Was ein Tisch ablehnt.

not-here = du bist nicht an diesem Tisch; komm erst dazu
wrong-key = dieser Tisch ist privat, und der Link ist nicht der richtige
full = dieser Tisch hat Platz für { $most } Zuschauer, und sie sind alle da
name = ein Name braucht mindestens ein sichtbares Zeichen
not-creator = das darf nur der Ersteller des Tisches
not-yours = das darf nur die Halle selbst
no-seat = einen Platz { $seat } gibt es nicht; dieses Spiel hat { $seats }
taken = Platz { $seat } ist besetzt
empty = Platz { $seat } ist schon leer
not-seated = du hast an diesem Tisch keinen Platz
seated = du sitzt auf Platz { $seat }; steh erst auf
begun = das geht nur vor dem Spiel
not-playing = das geht nur während des Spiels
not-over = das geht nur nach dem Spiel
seats-empty =
    { $seats ->
        [one] Platz { $seats } ist leer; besetze ihn, oder wähle einen Computergegner dafür
       *[other] die Plätze { $seats } sind leer; besetze sie, oder wähle Computergegner dafür
    }
not-ready =
    { $seats ->
        [one] Platz { $seats } ist nicht bereit
       *[other] die Plätze { $seats } sind nicht bereit
    }
no-choice = eine solche Wahl gibt es vor diesem Spiel nicht
choice-taken = das gehört Platz { $seat }, und dort sitzt jemand
silent = die Nachricht ist leer
observers-silent = Zuschauer dürfen an diesem Tisch jetzt nicht reden
stale = das galt für Zug { $meant }, aber gespielt wird Zug { $turn }; sieh noch einmal hin
not-to-act = du bist nicht am Zug
out = du bist aus diesem Spiel ausgeschieden
time-up = deine Zeit ist um
nothing-sealed = du hast keinen Zug versiegelt
offered = ein solches Angebot gibt es schon; antworte auf Angebot { $offer }
declined = das wurde in diesem Zug abgelehnt; spiele weiter, bevor du noch einmal fragst
no-offer = Angebot { $offer } gibt es nicht mehr
not-asked = dieses Angebot gilt nicht dir
nobody-to-ask = es ist niemand da, den man fragen könnte
no-takeback =
    zurücknehmen geht nicht: { $why ->
        [replay] das Spiel lässt sich nicht nachspielen
        [not-allowed] dieser Tisch erlaubt es nicht
        [not-moved] du hast noch nicht gezogen
       *[drawn] seit deinem Zug hat der Zufall entschieden
    }
no-claim =
    es gibt nichts zu beanspruchen: { $why ->
        [clock] die Uhr entscheidet
        [claimed] das hast du in diesem Zug schon getan
       *[not-gone] der Spieler am Zug ist noch nicht lange genug weg
    }
nothing = es würde sich nichts ändern

## Einstellungen, aus denen kein Tisch wird

key = der Schlüssel eines privaten Tisches hat 16 bis { $most } Bytes, nicht { $found }
clock = eine Uhr gibt zwischen 1 Millisekunde und 365 Tagen, eine Fernpartie zwischen 1 und 365 Tagen
most-observers = an einem Tisch können höchstens { $most } zusehen
times = Wartezeiten dauern höchstens 365 Tage
seats = das Spiel hat { $seats } Plätze, und { $found } sind angegeben
twice = niemand kann zwei Plätze haben
