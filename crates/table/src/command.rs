//! Commands to a table, and why they may be refused.

use protocol::{Millis, Request};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::people::Actor;

/// A request to a table, with its sender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// Chosen by the sender, a new one for every new command. If the same actor
    /// sends the same id again, it gets the first answer again.
    pub id: u64,
    /// The sender. The hall fills this in and never takes it from a message.
    pub actor: Actor,
    /// The lag of the sender's connection, as the hall measured it.
    #[serde(default)]
    pub lag_ms: Millis,
    /// The request.
    pub request: Request,
}

impl Command {
    /// A command without lag.
    pub fn new(id: u64, actor: Actor, request: Request) -> Command {
        Command {
            id,
            actor,
            lag_ms: 0,
            request,
        }
    }
}

/// Why a command is refused. Nothing has changed, no one else is told, and the
/// same command may be given again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// These settings do not make a table.
    #[error("{0}")]
    Settings(String),
    /// The sender is not at the table.
    #[error("you are not at this table; join it first")]
    NotHere,
    /// The table is private, and the key is wrong.
    #[error("this table is private, and the link is not the right one")]
    WrongKey,
    /// There is no room for another observer.
    #[error("this table has room for {most} observers, and they are all here")]
    Full {
        /// The most observers.
        most: u32,
    },
    /// The name has no visible character.
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
        /// The seat that was meant.
        seat: u16,
        /// How many seats there are.
        seats: u16,
    },
    /// The seat is taken.
    #[error("seat {0} is taken")]
    Taken(u16),
    /// The seat is empty already.
    #[error("seat {0} is empty already")]
    Empty(u16),
    /// The sender has no seat.
    #[error("you have no seat at this table")]
    NotSeated,
    /// The sender has a seat already.
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
    /// Some seats are not ready.
    #[error("seats {0:?} are not ready")]
    NotReady(Vec<u16>),
    /// This game has no such corner to choose.
    #[error("corners are chosen in Automatafl only, and they are numbered 0 to 3")]
    NoCorners,
    /// A person has the seat that owns the corner.
    #[error("this corner belongs to seat {0}, and someone sits there")]
    CornerTaken(u16),
    /// The line of chat is empty.
    #[error("there is nothing to say in this")]
    Silent,
    /// Observers may not chat now.
    #[error("observers may not talk at this table now")]
    ObserversSilent,
    /// The command is for another turn. Look again.
    #[error("this was meant for turn {meant}, but turn {turn} is being played; look again")]
    Stale {
        /// The turn the sender meant.
        meant: u64,
        /// The current turn.
        turn: u64,
    },
    /// The seat is not to act.
    #[error("it is not your turn")]
    NotToAct,
    /// The seat is out of the game.
    #[error("you are out of this game")]
    Out,
    /// The rules of the game forbid it.
    #[error("{0}")]
    Illegal(String),
    /// The seat's time is up.
    #[error("your time is up")]
    TimeUp,
    /// The seat has sealed no move.
    #[error("you have sealed no move")]
    NothingSealed,
    /// There is such an offer already.
    #[error("there is such an offer already; answer offer {0}")]
    Offered(u32),
    /// It was declined in this turn.
    #[error("this was declined in this turn; play on before you ask again")]
    Declined,
    /// There is no such offer, or it has lapsed.
    #[error("there is no offer {0} any more")]
    NoOffer(u32),
    /// The sender is not asked to answer this offer.
    #[error("this offer is not yours to accept")]
    NotAsked,
    /// No other seat could agree.
    #[error("there is nobody to ask")]
    NobodyToAsk,
    /// Moves cannot be taken back.
    #[error("nothing can be taken back: {0}")]
    NoTakeback(&'static str),
    /// No seat to act has been away for long enough, or a clock runs.
    #[error("there is nothing to claim: {0}")]
    NoClaim(&'static str),
    /// Nothing would change.
    #[error("nothing would change")]
    Nothing,
}

impl Refusal {
    /// The code for programs.
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
