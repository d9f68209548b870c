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
        /// Your name. If the hall knows you, it fills this in.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        name: String,
        /// Whether you are a bot.
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
    /// Put a computer player on a seat. Only the creator may.
    SeatComputer {
        /// The seat.
        seat: u16,
        /// The player's level or engine.
        player: String,
    },
    /// Empty a seat. Only the creator may.
    Unseat {
        /// The seat.
        seat: u16,
    },
    /// Choose something that the game offers before it begins, by its number: a corner
    /// from 0 to 3 for (0,0), (max,0), (max,max), (0,max).
    #[serde(rename = "corner")]
    Choose {
        /// The number.
        #[serde(rename = "corner")]
        choice: u8,
    },
    /// Say whether you are ready. The game begins when all seats are taken and
    /// everyone is ready.
    Ready {
        /// Whether you are ready.
        ready: bool,
    },
    /// Start, with a computer player on every empty seat. Only the creator may.
    Start,
    /// Chat.
    Chat {
        /// The line.
        text: String,
    },
    /// Move. If several seats choose at once, seal a move or change it.
    Move {
        /// The turn the move is for.
        turn: u64,
        /// The move in the game's notation.
        action: String,
    },
    /// Withdraw a sealed move.
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
    /// Go on without players who have been away for long, if no clock runs.
    Claim,
    /// Play again after the table went on without you.
    Return,
    /// A deadline has passed. Only the hall sends this.
    Tick,
    /// A connection came or went. Only the hall sends this.
    Present {
        /// Whose connection.
        who: Identity,
        /// Whether they are connected.
        present: bool,
    },
    /// The hall was down and is back. Only the hall sends this.
    Resumed {
        /// How long it was down. Clocks stood still.
        down_ms: Millis,
    },
    /// A bot failed or broke the rules. Only the hall sends this.
    Forfeit {
        /// Its seat.
        seat: u16,
        /// The verdict: `crashed`, `illegal`, `protocol`.
        verdict: String,
        /// Details.
        #[serde(default)]
        detail: String,
    },
    /// End the game without a result. Only the hall sends this.
    Abort {
        /// The reason.
        detail: String,
    },
    /// The table of the next game is ready. Only the hall sends this.
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
    /// A takeback to before your last move, or to before the last turn if
    /// everyone moves at once.
    Takeback,
    /// Another game with the sides swapped.
    Rematch,
}

/// The reply to a command that was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The number of the last public event at that time.
    pub seq: u64,
    /// The turn at that time.
    pub turn: u64,
}
