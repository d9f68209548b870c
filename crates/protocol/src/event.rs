//! One change of a table as one viewer may see it.
//!
//! These types have no field for a secret: no identity, no key, no seed before
//! the end, no sealed move but the viewer's own.

use serde::{Deserialize, Serialize};

use crate::command::OfferKind;
use crate::data::GameData;
use crate::people::Member;
use crate::settings::Millis;
use crate::view::{ConflictView, MemberView, Terms};

/// The version of events, and of the log they come from.
pub const VERSION: u32 = 1;

/// What one viewer sees of one event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableEvent {
    /// The version of its form.
    pub v: u32,
    /// The number of the last public event, this one included. Your own sealed
    /// moves ([`Own`](TableChange::Own)) have no number of their own.
    pub seq: u64,
    /// When it happened.
    pub at: Millis,
    /// What changed.
    #[serde(flatten)]
    pub change: TableChange,
}

impl TableEvent {
    /// Whether everyone sees it, so that it has a number of its own.
    pub fn is_public(&self) -> bool {
        !matches!(self.change, TableChange::Own { .. })
    }
}

/// A change of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum TableChange {
    /// The table was made. Players seated from the beginning follow as
    /// [`Joined`](TableChange::Joined) and [`Seated`](PublicChange::Seated).
    Created(Terms),
    /// A person came.
    Joined {
        /// The person.
        #[serde(flatten)]
        member: MemberView,
        /// Whether it is the viewer.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        you: bool,
    },
    /// Your own sealed move; none when you took it back.
    Own {
        /// Your seat.
        seat: u16,
        /// The move.
        action: Option<String>,
        /// The time it took, after credit for lag.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ms: Option<Millis>,
    },
    /// A rematch was agreed.
    Rematch,
    /// A change that all see alike.
    #[serde(untagged)]
    Public(PublicChange),
}

/// A change that all see alike, and that is in the log of the table as it is here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum PublicChange {
    /// A person left.
    Left {
        /// The person.
        member: Member,
    },
    /// A person took a seat.
    Seated {
        /// The seat.
        seat: u16,
        /// The person.
        member: Member,
    },
    /// A computer was put on a seat.
    ComputerSeated {
        /// The seat.
        seat: u16,
        /// The computer's name.
        player: String,
    },
    /// A seat became empty.
    Freed {
        /// The seat.
        seat: u16,
    },
    /// A seat chose something that the game offers before it begins.
    #[serde(rename = "corners")]
    Chosen {
        /// The seats that own what there is to choose, by number.
        #[serde(rename = "corners")]
        owners: Vec<u16>,
    },
    /// A player is ready, or not any more.
    Ready {
        /// The seat.
        seat: u16,
        /// Whether they are ready.
        ready: bool,
    },
    /// The game began.
    Started {
        /// The computer that took the empty seats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fill: Option<String>,
    },
    /// A connection came or went.
    Present {
        /// The person.
        member: Member,
        /// Whether they are connected.
        present: bool,
    },
    /// A line of chat.
    Said {
        /// The speaker.
        member: Member,
        /// The line.
        text: String,
    },
    /// A seat sealed a move in this round.
    Entered {
        /// The seat.
        seat: u16,
        /// The time it took.
        ms: Millis,
    },
    /// The game went on; sealed moves are revealed.
    Stepped {
        /// All that was chosen and drawn, in order.
        made: Vec<Made>,
    },
    /// Something was offered.
    Offered {
        /// The offer's number.
        offer: u32,
        /// The offer.
        what: OfferKind,
        /// The seat that offers.
        seat: u16,
    },
    /// A seat accepted an offer.
    Accepted {
        /// The offer's number.
        offer: u32,
        /// The seat.
        seat: u16,
    },
    /// A seat declined an offer or took its own back.
    Declined {
        /// The offer's number.
        offer: u32,
        /// The seat.
        seat: u16,
    },
    /// Moves were taken back.
    TakenBack {
        /// How many steps of the game remain.
        steps: usize,
        /// The seat that asked.
        seat: u16,
        /// The game as it stands again. Missing in logs of version 0.1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<GameData>,
        /// The conflict that is being entered again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        conflict: Option<ConflictView>,
    },
    /// A seat claimed against players who are gone.
    Claimed {
        /// The seat.
        seat: u16,
    },
    /// A seat dropped out; the game may go on without it.
    Dropped(Dropped),
    /// A seat takes part again.
    Returned {
        /// The seat.
        seat: u16,
    },
    /// The hall was down and went on.
    Resumed {
        /// How long it was down.
        down_ms: Millis,
    },
    /// The game ended.
    Ended {
        /// How.
        finish: Finish,
    },
    /// The table of the next game.
    Next {
        /// Its id.
        table: String,
    },
}

/// A step of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Made {
    /// All seats that had to choose have chosen.
    Act(Act),
    /// What was drawn.
    Draw(GameData),
}

/// What the seats chose, all at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Act {
    /// The moves in the order of the seats.
    pub moves: Vec<(u16, String)>,
    /// The time each of them took, after credit for lag.
    pub ms: Vec<Millis>,
    /// The credit for lag of each; empty if nobody had any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lag_ms: Vec<Millis>,
    /// The seats that were absent, so that the move was entered for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<u16>,
    /// The conflict between the moves, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
}

/// Moves that got in each other's way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Conflict {
    /// The squares in conflict.
    pub squares: Vec<String>,
    /// The seats that enter another move.
    pub reenter: Vec<u16>,
}

/// A seat that dropped out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dropped {
    /// The seat.
    pub seat: u16,
    /// The reason: `resigned`, `abandoned`, or the verdict on a program.
    pub reason: String,
    /// Details.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Whether it can take part again: it was only absent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_return: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finish {
    /// The reason in the game's own words, or `resigned`, `time`, `abandoned`,
    /// `agreed`, `claimed`, `aborted`, or the verdict on a program.
    pub reason: String,
    /// The winners.
    pub winners: Vec<u16>,
    /// The places of all seats where there are more than two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<u32>>,
    /// Details.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Whether the game ended on the board, by its rules.
    pub on_board: bool,
    /// The seed behind all draws, now that it may be known.
    pub seed: String,
}
