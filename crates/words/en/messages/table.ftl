# What a table refuses.

not-here = you are not at this table; join it first
wrong-key = this table is private, and the link is not the right one
full = this table has room for { $most } observers, and they are all here
name = a name needs at least one character that can be seen
not-creator = only the one who made the table may do this
not-yours = only the hall itself may do this
no-seat = there is no seat { $seat }; this game has { $seats }
taken = seat { $seat } is taken
empty = seat { $seat } is empty already
not-seated = you have no seat at this table
seated = you sit on seat { $seat }; leave it first
begun = this can only be done before the game begins
not-playing = this can only be done while the game is played
not-over = this can only be done after the game
seats-empty =
    { $seats ->
        [one] seat { $seats } is empty; fill it, or choose a computer player for it
       *[other] seats { $seats } are empty; fill them, or choose a computer player for them
    }
not-ready =
    { $seats ->
        [one] seat { $seats } is not ready
       *[other] seats { $seats } are not ready
    }
no-choice = this game has nothing with this number to choose before it begins
choice-taken = this belongs to seat { $seat }, and someone sits there
silent = there is nothing to say in this
observers-silent = observers may not talk at this table now
stale = this was meant for turn { $meant }, but turn { $turn } is being played; look again
not-to-act = it is not your turn
out = you are out of this game
time-up = your time is up
nothing-sealed = you have sealed no move
offered = there is such an offer already; answer offer { $offer }
declined = this was declined in this turn; play on before you ask again
no-offer = there is no offer { $offer } any more
not-asked = this offer is not yours to accept
nobody-to-ask = there is nobody to ask
no-takeback =
    nothing can be taken back: { $why ->
        [replay] the game cannot be replayed
        [not-allowed] this table does not allow it
        [not-moved] you have not moved yet
       *[drawn] chance has spoken since your move
    }
no-claim =
    there is nothing to claim: { $why ->
        [clock] the clock decides
        [claimed] you have claimed in this turn
       *[not-gone] nobody whose move is due has been gone for long enough
    }
nothing = nothing would change

## Settings that do not make a table

key = the key of a private table has 16 to { $most } bytes, not { $found }
clock = a clock gives from 1 millisecond to 365 days, and correspondence from 1 to 365 days
most-observers = at most { $most } can observe a table
times = waiting times are at most 365 days
seats = the game has { $seats } seats, and { $found } are given
twice = nobody can have two seats
