# Der Rahmen um alle Seiten.

# Ein Link für Menschen, die eine Tastatur benutzen.
skip = Zum Inhalt
menu = Seiten
play = Spielen
watch = Zusehen
contests = Turniere
learn = Regeln
replay = Nachspielen
ranks = Rangliste
theme = Helles oder dunkles Design
name = Dein Name
rename = Namen speichern
language = Sprache
sound = Töne
confirm = Jeden Zug bestätigen
reconnecting = Verbindung unterbrochen. Sie wird wiederhergestellt… Dein Spiel ist sicher.
missing = Diese Seite gibt es nicht.
loading = Einen Moment…
lost = Diese Seite konnte nicht geladen werden.
again = Noch einmal versuchen
# Die Namen von zwei oder mehr Leuten: „Anna, Bo und Cy“. $names sind alle bis auf den letzten.
listed = { $names } und { $last }
# Der Name eines Menschen, der keinen gewählt hat.
guest = Gast { $number }
