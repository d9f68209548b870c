# What the page itself says when something fails.

no-answer = the hall does not answer
no-worker-answer = the hall in this browser does not answer
status = the hall answers with status { $status }
wrong-reply = the hall's reply is wrong: { $why }
lost = the connection was lost
no-workers = this browser cannot run workers, and the hall needs one
wrong-view = the hall's view of the table is wrong: { $why }
