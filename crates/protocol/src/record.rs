//! A recorded game.
//!
//! [`Record::read`] is strict: no field may be unknown, missing or written in
//! another way. To show a game, [`Record::read_loosely`] is enough.

mod form;

use serde::{Deserialize, Serialize};

pub use self::form::ReadError;
use crate::data::GameData;
use crate::settings::{Clock, Millis};
use crate::view::EndingView;

/// A recorded game. The crate `record` seals it with hashes and checks it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(!try_from, transform = form::named)
)]
#[serde(try_from = "form::Written")]
pub struct Record {
    /// The version of the games' rules.
    pub rules: u32,
    /// The id of the game.
    pub game: String,
    /// All its options.
    pub options: GameData,
    /// The players by seat; none for an empty seat.
    pub players: Vec<Option<RecordPlayer>>,
    /// Where it was played, with the data that only that place has.
    #[cfg_attr(feature = "schema", schemars(flatten))]
    pub origin: Origin,
    /// The seed of all draws; none while the game runs.
    pub seed: Option<String>,
    /// How many steps at the beginning the players did not choose.
    pub opening: usize,
    /// The moves and draws.
    pub steps: Vec<RecordStep>,
    /// How the game ended, if it did.
    pub ending: Option<EndingView>,
    /// The seats that failed or left.
    pub verdicts: Vec<RecordVerdict>,
    /// The record's hash; empty until it is sealed.
    pub hash: String,
}

impl Record {
    /// The value of the field `format`.
    pub const FORMAT: &str = "taflhalla-record";
    /// The value of the field `version`.
    pub const VERSION: u32 = 1;
    /// The value of the field `rules`: the version of the games' rules.
    pub const RULES: u32 = 1;

    /// The record as JSON, for a file.
    pub fn to_json(&self) -> String {
        // Cannot fail: keys are strings and numbers are finite.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The player on a seat.
    pub fn player(&self, seat: u16) -> Option<&RecordPlayer> {
        self.players.get(usize::from(seat))?.as_ref()
    }
}

/// Where a game was played, with the data that only that place has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub enum Origin {
    /// At a table of a hall.
    Table {
        /// How time was kept.
        clock: Clock,
        /// The hash of the seed.
        commitment: String,
        /// How often moves were taken back.
        takebacks: u32,
        /// Whether the rules ended the game, rather than a resignation, an
        /// agreement or a clock; none while it runs.
        on_board: Option<bool>,
    },
    /// In a match or a contest.
    Contest {
        /// The clock of every seat, such as `5m` or `100ms/move+10s`.
        clock: Option<String>,
        /// What each seat spent.
        seats: Vec<SeatEffort>,
    },
}

/// A player of a recorded game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(!from)
)]
#[serde(from = "form::WrittenPlayer")]
pub struct RecordPlayer {
    /// The name.
    pub name: String,
    /// The kind, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<PlayerKind>,
    /// In contests: a bot's sandbox, or `null` for a built-in player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<Option<String>>,
}

/// What kind of player played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// A person.
    Person,
    /// A bot.
    Program,
    /// A computer player of the hall.
    BuiltIn,
}

/// A step of a recorded game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    untagged,
    expecting = "it has neither \"draw\" nor \"act\", which must be a list of [seat, move]"
)]
pub enum RecordStep {
    /// A chance decision.
    Draw {
        /// The draw.
        draw: GameData,
        /// The hash of everything so far; empty until the record is sealed.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        hash: String,
    },
    /// The moves of all seats that had to choose.
    Act {
        /// The moves by seat.
        act: Vec<(u16, String)>,
        /// The microseconds each move took.
        #[serde(default)]
        us: Vec<u64>,
        /// The credit for lag of each, if any.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        lag_ms: Vec<Millis>,
        /// The seats that were absent.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        idle: Vec<u16>,
        /// The hash of everything so far; empty until the record is sealed.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        hash: String,
    },
}

impl RecordStep {
    /// The microseconds each move took.
    pub fn times(&self) -> &[u64] {
        match self {
            RecordStep::Act { us, .. } => us,
            RecordStep::Draw { .. } => &[],
        }
    }

    /// The hash of everything so far.
    pub fn hash(&self) -> &str {
        let (RecordStep::Act { hash, .. } | RecordStep::Draw { hash, .. }) = self;
        hash
    }

    /// Sets the hash of everything so far.
    pub fn set_hash(&mut self, new: String) {
        let (RecordStep::Act { hash, .. } | RecordStep::Draw { hash, .. }) = self;
        *hash = new;
    }
}

/// A seat that failed in a recorded game, or left it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordVerdict {
    /// The seat.
    pub seat: u16,
    /// The reason, in a word.
    pub verdict: String,
    /// Details.
    #[serde(default)]
    pub detail: String,
    /// In contests: how many steps came before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<usize>,
}

/// What a seat spent on a game of a contest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SeatEffort {
    /// Moves it chose.
    pub moves: u64,
    /// The time for all of them, in microseconds.
    pub us: u64,
    /// The longest time for one move.
    pub longest_us: u64,
    /// Processor time, for bots.
    pub cpu_us: u64,
    /// Peak memory in bytes, for bots.
    pub memory: u64,
    /// The time left on its clock.
    pub clock_left_us: Option<u64>,
    /// How many of its turns broke a rule and were void.
    pub voided: u64,
    /// The first rule it broke.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_void: Option<String>,
    /// The end of its output to standard error.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub log: String,
}

#[cfg(test)]
mod tests;
