# Was die Seite selbst sagt, wenn etwas nicht gelingt.

no-answer = die Halle antwortet nicht
no-worker-answer = die Halle in diesem Browser antwortet nicht
status = die Halle antwortet mit dem Status { $status }
wrong-reply = die Antwort der Halle ist falsch: { $why }
lost = die Verbindung ist abgerissen
no-workers = dieser Browser kann keine Worker starten, und die Halle braucht einen
wrong-view = was die Halle vom Tisch zeigt, ist falsch: { $why }
