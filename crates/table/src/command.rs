//! Commands to a table, and why they may be refused.

use std::fmt;

use game::{Message, Say, message};
use protocol::{Millis, Request};
use serde::{Deserialize, Serialize};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// These settings do not make a table.
    Settings(SettingsError),
    /// The sender is not at the table.
    NotHere,
    /// The table is private, and the key is wrong.
    WrongKey,
    /// There is no room for another observer.
    Full {
        /// The most observers.
        most: u32,
    },
    /// The name has no visible character.
    Name,
    /// Only the creator may do this.
    NotCreator,
    /// Only the hall or the clock may do this.
    NotYours,
    /// There is no such seat.
    NoSeat {
        /// The seat that was meant.
        seat: u16,
        /// How many seats there are.
        seats: u16,
    },
    /// The seat is taken.
    Taken(u16),
    /// The seat is empty already.
    Empty(u16),
    /// The sender has no seat.
    NotSeated,
    /// The sender has a seat already.
    Seated(u16),
    /// The game has begun.
    Begun,
    /// The game has not begun, or it is over.
    NotPlaying,
    /// The game is not over.
    NotOver,
    /// Some seats are empty.
    SeatsEmpty(Vec<u16>),
    /// Some seats are not ready.
    NotReady(Vec<u16>),
    /// This game has nothing with this number to choose before it begins.
    NoChoice,
    /// A person has the seat that owns it.
    ChoiceTaken(u16),
    /// The line of chat is empty.
    Silent,
    /// Observers may not chat now.
    ObserversSilent,
    /// The command is for another turn. Look again.
    Stale {
        /// The turn the sender meant.
        meant: u64,
        /// The current turn.
        turn: u64,
    },
    /// The seat is not to act.
    NotToAct,
    /// The seat is out of the game.
    Out,
    /// The rules of the game forbid it.
    Illegal(Message),
    /// The seat's time is up.
    TimeUp,
    /// The seat has sealed no move.
    NothingSealed,
    /// There is such an offer already.
    Offered(u32),
    /// It was declined in this turn.
    Declined,
    /// There is no such offer, or it has lapsed.
    NoOffer(u32),
    /// The sender is not asked to answer this offer.
    NotAsked,
    /// No other seat could agree.
    NobodyToAsk,
    /// Moves cannot be taken back.
    NoTakeback(NoTakeback),
    /// No seat to act has been away for long enough, or a clock runs.
    NoClaim(NoClaim),
    /// Nothing would change.
    Nothing,
}

/// Why settings do not make a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingsError {
    /// The game refuses its options.
    Game(Message),
    /// There is no such seat.
    NoSeat(u16),
    /// The key of a private table is too short or too long.
    Key {
        /// The most bytes.
        most: usize,
        /// The bytes it has.
        found: usize,
    },
    /// The clock gives too little or too much time.
    Clock,
    /// There is room for too many observers.
    Observers(u32),
    /// A time to wait is too long.
    Times,
    /// There are more seats than the game has.
    Seats {
        /// The seats of the game.
        seats: usize,
        /// The seats that are given.
        found: usize,
    },
    /// Someone has two seats.
    Twice,
}

/// Why no move can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTakeback {
    /// The game cannot be replayed.
    Replay,
    /// The table does not allow it.
    NotAllowed,
    /// The seat has not moved.
    NotMoved,
    /// Something was drawn since the move.
    Drawn,
}

/// Why nothing can be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoClaim {
    /// There is a clock.
    Clock,
    /// The seat has claimed in this turn.
    Claimed,
    /// No seat to act has been away for long enough.
    NotGone,
}

impl Say for SettingsError {
    fn message(&self) -> Message {
        match *self {
            SettingsError::Game(ref message) => message.clone(),
            SettingsError::NoSeat(seat) => message!("rules.no-seat", seat),
            SettingsError::Key { most, found } => message!("table.key", most, found),
            SettingsError::Clock => message!("table.clock"),
            SettingsError::Observers(most) => message!("table.most-observers", most),
            SettingsError::Times => message!("table.times"),
            SettingsError::Seats { seats, found } => message!("table.seats", seats, found),
            SettingsError::Twice => message!("table.twice"),
        }
    }
}

impl Say for Refusal {
    fn message(&self) -> Message {
        match *self {
            Refusal::Settings(ref error) => error.message(),
            Refusal::NotHere => message!("table.not-here"),
            Refusal::WrongKey => message!("table.wrong-key"),
            Refusal::Full { most } => message!("table.full", most),
            Refusal::Name => message!("table.name"),
            Refusal::NotCreator => message!("table.not-creator"),
            Refusal::NotYours => message!("table.not-yours"),
            Refusal::NoSeat { seat, seats } => message!("table.no-seat", seat, seats),
            Refusal::Taken(seat) => message!("table.taken", seat),
            Refusal::Empty(seat) => message!("table.empty", seat),
            Refusal::NotSeated => message!("table.not-seated"),
            Refusal::Seated(seat) => message!("table.seated", seat),
            Refusal::Begun => message!("table.begun"),
            Refusal::NotPlaying => message!("table.not-playing"),
            Refusal::NotOver => message!("table.not-over"),
            Refusal::SeatsEmpty(ref seats) => {
                message!("table.seats-empty", seats = seats.clone())
            }
            Refusal::NotReady(ref seats) => message!("table.not-ready", seats = seats.clone()),
            Refusal::NoChoice => message!("table.no-choice"),
            Refusal::ChoiceTaken(seat) => message!("table.choice-taken", seat),
            Refusal::Silent => message!("table.silent"),
            Refusal::ObserversSilent => message!("table.observers-silent"),
            Refusal::Stale { meant, turn } => message!("table.stale", meant, turn),
            Refusal::NotToAct => message!("table.not-to-act"),
            Refusal::Out => message!("table.out"),
            Refusal::Illegal(ref message) => message.clone(),
            Refusal::TimeUp => message!("table.time-up"),
            Refusal::NothingSealed => message!("table.nothing-sealed"),
            Refusal::Offered(offer) => message!("table.offered", offer),
            Refusal::Declined => message!("table.declined"),
            Refusal::NoOffer(offer) => message!("table.no-offer", offer),
            Refusal::NotAsked => message!("table.not-asked"),
            Refusal::NobodyToAsk => message!("table.nobody-to-ask"),
            Refusal::NoTakeback(why) => {
                let why = match why {
                    NoTakeback::Replay => "replay",
                    NoTakeback::NotAllowed => "not-allowed",
                    NoTakeback::NotMoved => "not-moved",
                    NoTakeback::Drawn => "drawn",
                };
                message!("table.no-takeback", why)
            }
            Refusal::NoClaim(why) => {
                let why = match why {
                    NoClaim::Clock => "clock",
                    NoClaim::Claimed => "claimed",
                    NoClaim::NotGone => "not-gone",
                };
                message!("table.no-claim", why)
            }
            Refusal::Nothing => message!("table.nothing"),
        }
    }
}

/// In English, for programs and logs.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&catalog::english(self))
    }
}

impl std::error::Error for Refusal {}

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
            Refusal::NoChoice => "no-corners",
            Refusal::ChoiceTaken(_) => "corner-taken",
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
