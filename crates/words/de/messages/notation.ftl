# Züge und Stellungen, die sich nicht lesen lassen.

at = Zeichen { $at }: { $problem }
expected = statt { $found } sollte hier { $wanted } stehen
ends = hier sollte noch { $wanted } stehen, aber der Text endet
nothing-more = nichts mehr
range = { $what } muss zwischen { $low } und { $high } liegen
out-of-range = { $what } muss zwischen { $low } und { $high } liegen, nicht bei { $value }
the-row = die Reihe
the-column = die Spalte
the-count = die Anzahl
pieces = die Anzahl der Steine
run = die Anzahl leerer Felder
run-number = die Anzahl leerer Felder
column = eine Spalte von a bis { $last }
no-column = die Spalte { $column } gibt es auf diesem Brett nicht, nur a bis { $last }
piece = { $pieces }, eine Zahl oder '/'
a-row = eine Reihe des Bretts
rows = mehr als { $most } Reihen
row-end = '/' am Ende der Reihe
row-long = diese Reihe hat mehr als { $most } Felder
row-longest = mehr als { $most } Felder in einer Reihe
row-empty = eine Reihe ohne Felder
row-other = diese Reihe hat { $found } Felder, die erste hat { $wanted }
