# Was Bots schreiben.

off-board = { $name } x { $x }, y { $y } liegt nicht auf dem Brett, das x von 0 bis { $width } und y von 0 bis { $height } hat
field = das Feld { $field } fehlt oder hat nicht die richtige Form
more = in der Zeile steht danach noch etwas
answer = diese Antwort geht nicht: { $why }
