# Warum Spiele enden, nach dem Wort in Aufzeichnungen. In Klammern hinter dem Ergebnis: „Anna hat gewonnen (der König ist entkommen)“.

corner = der Automat steht in der Ecke
max-turns = alle Runden sind gespielt
no-moves = kein Zug war mehr möglich
quiet-limit = lange wurde nichts geschlagen
king-escaped = der König ist entkommen
king-captured = der König ist gefangen
repetition = dieselbe Stellung kam wieder
one-owner = alle Steine gehören einem
rounds = alle Runden sind gespielt
resigned = aufgegeben
time = die Zeit ist um
abandoned = ein Spieler ist gegangen
agreed = Remis vereinbart
claimed = beansprucht
aborted = abgebrochen
absent = ein Spieler ist nicht gekommen
too-long = das Spiel dauerte zu lange
start-failed = ein Programm startete nicht
crashed = ein Programm stürzte ab
stalled = ein Programm antwortete nicht
illegal = ein Programm machte einen unerlaubten Zug
protocol = ein Programm gab keine gültige Antwort
output-limit = ein Programm schrieb zu viel
memory = ein Programm brauchte zu viel Speicher
disconnected = ein Programm verlor die Verbindung
