//! What can be asked of a table, and why it may say no.

use protocol::{Millis, Request};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::people::Actor;

/// Something that someone wants done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// Chosen by whoever sends it, a new one for every new wish. The same id
    /// from the same actor again gets the first answer again.
    pub id: u64,
    /// Who wants it. The hall fills this in; it is never taken from a message.
    pub actor: Actor,
    /// How slow the actor's line is, as the hall measured it.
    #[serde(default)]
    pub lag_ms: Millis,
    /// What.
    pub request: Request,
}

impl Command {
    /// A command over a line without lag.
    pub fn new(id: u64, actor: Actor, request: Request) -> Command {
        Command {
            id,
            actor,
            lag_ms: 0,
            request,
        }
    }
}

/// Why a command is not carried out. Nothing has changed, nobody else learns
/// of it, and the same command may be given again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The settings make no table.
    #[error("{0}")]
    Settings(String),
    /// Someone who has not come in.
    #[error("you are not at this table; join it first")]
    NotHere,
    /// A private table, and not its key.
    #[error("this table is private, and the link is not the right one")]
    WrongKey,
    /// No room to look on.
    #[error("this table has room for {most} observers, and they are all here")]
    Full {
        /// How many.
        most: u32,
    },
    /// A name with nothing to see in it.
    #[error("a name needs at least one character that can be seen")]
    Name,
    /// Only the creator may do this.
    #[error("only the one who made the table may do this")]
    NotCreator,
    /// Only the hall or the clock may do this.
    #[error("only the hall itself may do this")]
    NotYours,
    /// There is no such seat.
    #[error("there is no seat {seat}; this game has {seats}")]
    NoSeat {
        /// Which was meant.
        seat: u16,
        /// How many there are.
        seats: u16,
    },
    /// The seat is taken.
    #[error("seat {0} is taken")]
    Taken(u16),
    /// Nobody to take away.
    #[error("seat {0} is empty already")]
    Empty(u16),
    /// A seat is needed.
    #[error("you have no seat at this table")]
    NotSeated,
    /// One seat each.
    #[error("you sit on seat {0}; leave it first")]
    Seated(u16),
    /// The game has begun.
    #[error("this can only be done before the game begins")]
    Begun,
    /// The game has not begun, or it is over.
    #[error("this can only be done while the game is played")]
    NotPlaying,
    /// The game is not over.
    #[error("this can only be done after the game")]
    NotOver,
    /// Some seats are empty.
    #[error("seats {0:?} are empty; fill them, or choose a player that fills them")]
    SeatsEmpty(Vec<u16>),
    /// Some are not ready.
    #[error("seats {0:?} are not ready")]
    NotReady(Vec<u16>),
    /// Corners are not chosen in this game.
    #[error("corners are chosen in Automatafl only, and they are numbered 0 to 3")]
    NoCorners,
    /// Someone has the corner.
    #[error("this corner belongs to seat {0}, and someone sits there")]
    CornerTaken(u16),
    /// Nothing to say.
    #[error("there is nothing to say in this")]
    Silent,
    /// Observers keep quiet.
    #[error("observers may not talk at this table now")]
    ObserversSilent,
    /// Meant for another turn: look again.
    #[error("this was meant for turn {meant}, but turn {turn} is being played; look again")]
    Stale {
        /// What the sender thought.
        meant: u64,
        /// What is.
        turn: u64,
    },
    /// The seat has nothing to choose now.
    #[error("it is not your turn")]
    NotToAct,
    /// The seat is out of the game.
    #[error("you are out of this game")]
    Out,
    /// The rules of the game say no.
    #[error("{0}")]
    Illegal(String),
    /// Too late.
    #[error("your time is up")]
    TimeUp,
    /// No move to take out.
    #[error("you have sealed no move")]
    NothingSealed,
    /// There is such an offer already.
    #[error("there is such an offer already; answer offer {0}")]
    Offered(u32),
    /// It was turned down in this turn.
    #[error("this was declined in this turn; play on before you ask again")]
    Declined,
    /// There is no such offer, or it has lapsed.
    #[error("there is no offer {0} any more")]
    NoOffer(u32),
    /// The offer is not for this one to answer.
    #[error("this offer is not yours to accept")]
    NotAsked,
    /// Nobody else could agree.
    #[error("there is nobody to ask")]
    NobodyToAsk,
    /// Moves cannot be taken back.
    #[error("nothing can be taken back: {0}")]
    NoTakeback(&'static str),
    /// Nobody is gone for long enough, or a clock runs.
    #[error("there is nothing to claim: {0}")]
    NoClaim(&'static str),
    /// All is so already.
    #[error("nothing would change")]
    Nothing,
}

impl Refusal {
    /// A word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::Settings(_) => "settings",
            Refusal::NotHere => "not-here",
            Refusal::WrongKey => "wrong-key",
            Refusal::Full { .. } => "full",
            Refusal::Name => "name",
            Refusal::NotCreator => "not-creator",
            Refusal::NotYours => "not-yours",
            Refusal::NoSeat { .. } => "no-seat",
            Refusal::Taken(_) => "taken",
            Refusal::Empty(_) => "empty",
            Refusal::NotSeated => "not-seated",
            Refusal::Seated(_) => "seated",
            Refusal::Begun => "begun",
            Refusal::NotPlaying => "not-playing",
            Refusal::NotOver => "not-over",
            Refusal::SeatsEmpty(_) => "seats-empty",
            Refusal::NotReady(_) => "not-ready",
            Refusal::NoCorners => "no-corners",
            Refusal::CornerTaken(_) => "corner-taken",
            Refusal::Silent => "silent",
            Refusal::ObserversSilent => "observers-silent",
            Refusal::Stale { .. } => "stale",
            Refusal::NotToAct => "not-to-act",
            Refusal::Out => "out",
            Refusal::Illegal(_) => "illegal",
            Refusal::TimeUp => "time-up",
            Refusal::NothingSealed => "nothing-sealed",
            Refusal::Offered(_) => "offered",
            Refusal::Declined => "declined",
            Refusal::NoOffer(_) => "no-offer",
            Refusal::NotAsked => "not-asked",
            Refusal::NobodyToAsk => "nobody-to-ask",
            Refusal::NoTakeback(_) => "no-takeback",
            Refusal::NoClaim(_) => "no-claim",
            Refusal::Nothing => "nothing",
        }
    }
}
