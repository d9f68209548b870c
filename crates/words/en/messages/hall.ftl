# What the hall refuses.

no-table = there is no such table, or its link is not complete
who = the hall does not know you; ask for an identity first (POST /api/v1/identity)
too-many =
    too many { $what ->
        [connections] connections
        [own-connections] connections of one identity
        [messages] messages
        [requests] requests
        [challenges] challenges to this player
        [tables] new tables
        [tables-and-contests] new tables and contests
       *[identities] new identities
    } in a short time; wait a little
busy = this table has too much to do just now; try again
damaged = the log of this table is damaged; the hall's log says more
closing = the hall is closing; connect again in a moment
store-full = the hall has no room left to write this; try again later
store-busy = nothing can be written or read just now; try again
store-broken = the hall cannot read or write this; its log says why
bad-table = { $why }

## Messages and requests

not-understood = this message is not understood: { $why }
not-json = a message is one JSON object: { $why }
version = this hall speaks version { $version }, not version { $found }
watched = a connection watches at most { $most } tables
command-id = the id of a command is at most 2^53
no-game = there is no game { $game }
games-once = name every game once
no-computer = there is no computer { $player } for { $game }; there are { $known }
no-step = there is no such step
no-phase = there is no phase { $phase }; there are open, running and finished
after = "after" is the "next" of another answer
own-challenge = you cannot challenge yourself
not-connected = { $name } is not connected
no-player = there is no such player
no-leaderboard = there is no such leaderboard; there are { $known }
no-guests = only a hall in a browser has guests
no-replay = this game cannot be replayed
themes = there are the themes light and dark
no-picture = { $why }
other-site = pages of other sites may not do this
other-site-connects = pages of other sites may not connect
no-file = there is no such file
nothing-here = there is nothing at this address; /api shows what there is
only-metrics = there is only /metrics at this address
too-slow = the body of the request did not come in time
too-long = the body of a request is at most { $most } bytes
bad-body = the body is not understood: { $why }
bad-query = the query is not understood: { $why }

## A hall in a browser

most-people = there are too many people in this browser
most-tables = { $most } games are being played here; finish some first
nothing-in-browser = there is nothing at this address of a hall in a browser
no-programs = programs cannot come to a hall that lives in a browser
