//! What you can ask of a table.

use serde::{Deserialize, Serialize};

use crate::people::Identity;
use crate::settings::Millis;

/// A request to a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Request {
    /// Come to the table, at first as an observer.
    Join {
        /// Your name. A hall that knows you fills it in.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        name: String,
        /// Whether you are a program.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        program: bool,
        /// The key from the link of a private table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
    },
    /// Leave the table.
    Leave,
    /// Take a seat.
    Sit {
        /// The seat.
        seat: u16,
    },
    /// Leave your seat and observe.
    Stand,
    /// Put a built-in player on a seat. For the creator.
    SeatComputer {
        /// The seat.
        seat: u16,
        /// The player's name.
        player: String,
    },
    /// Empty a seat. For the creator.
    Unseat {
        /// The seat.
        seat: u16,
    },
    /// Choose a corner in Automatafl: 0 to 3 for (0,0), (max,0), (max,max),
    /// (0,max).
    Corner {
        /// The corner.
        corner: u8,
    },
    /// Say that you are ready, or not any more. The game begins when all seats
    /// are taken and everyone is ready.
    Ready {
        /// Whether you are ready.
        ready: bool,
    },
    /// Start, with a built-in player on every empty seat. For the creator.
    Start,
    /// Chat.
    Chat {
        /// The line.
        text: String,
    },
    /// Move; where several seats choose at once, seal a move or change it.
    Move {
        /// The turn the move is for.
        turn: u64,
        /// The move in the game's notation.
        action: String,
    },
    /// Take back a sealed move.
    Withdraw {
        /// The turn it was for.
        turn: u64,
    },
    /// Resign.
    Resign,
    /// Offer a draw, a takeback or a rematch.
    Offer {
        /// The offer.
        what: OfferKind,
    },
    /// Accept an offer.
    Accept {
        /// Its number.
        offer: u32,
    },
    /// Decline an offer, or take back your own.
    Decline {
        /// Its number.
        offer: u32,
    },
    /// Go on without players who have been gone for long, where no clock runs.
    Claim,
    /// Play again after the table went on without you.
    Return,
    /// A deadline has come. From the clock only.
    Tick,
    /// A connection came or went. From the hall only.
    Present {
        /// The person.
        who: Identity,
        /// Whether they are connected.
        present: bool,
    },
    /// The hall was down and goes on. From the hall only.
    Resumed {
        /// How long it was down. Clocks stood still.
        down_ms: Millis,
    },
    /// A program failed or broke the rules. From the hall only.
    Forfeit {
        /// Its seat.
        seat: u16,
        /// The verdict: `crashed`, `illegal`, `protocol`.
        verdict: String,
        /// Details.
        #[serde(default)]
        detail: String,
    },
    /// End the game without a result. From the hall only.
    Abort {
        /// The reason.
        detail: String,
    },
    /// The table of the next game is ready. From the hall only.
    Next {
        /// Its id.
        table: String,
    },
}

/// What you can offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// A takeback: to before your last move, or to before the last turn where
    /// everyone moves at once.
    Takeback,
    /// Another game with sides changed.
    Rematch,
}

/// The reply to a request that was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The number of the last public event when it was done.
    pub seq: u64,
    /// The turn when it was done.
    pub turn: u64,
}
