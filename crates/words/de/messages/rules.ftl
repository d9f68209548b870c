# Was die Regeln mehrerer Spiele verbieten.

seat = Platz { $seat }
over = das Spiel ist zu Ende
no-seat = einen Platz { $seat } gibt es nicht
off-board = { $at } liegt nicht auf dem Brett
stays = ein Zug muss { $at } verlassen
not-in-line = { $from } und { $to } liegen nicht in einer Reihe oder Spalte
no-piece = auf { $at } steht kein Stein
board-size = das Brett hat eine andere Größe als das des Spiels
# In der Liste der Züge.
round-ends = Runde { $round } endet
step = Schritt { $step } des Spiels: { $problem }
