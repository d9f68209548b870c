//! The settings of a new table.

use serde::{Deserialize, Serialize};

use crate::data::GameData;

/// A duration or a point in time, in milliseconds. Points in time count from an
/// epoch that the hall chooses.
pub type Millis = u64;

/// How time is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Clock {
    /// There is no clock.
    #[default]
    None,
    /// A fixed time for every move.
    PerMove {
        /// The time for a move.
        ms: Millis,
    },
    /// A total for the whole game, with an increment after every move.
    Total {
        /// The total.
        ms: Millis,
        /// The increment.
        increment_ms: Millis,
    },
    /// Correspondence: days for every move.
    Days {
        /// Days for a move.
        days: u16,
    },
}

/// When observers may chat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ObserverChat {
    /// At any time.
    Always,
    /// Before and after the game.
    #[default]
    NotDuring,
    /// Never.
    Never,
}

/// `POST /tables`: the table to make.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The id of the game.
    pub game: String,
    /// The game's options. Missing ones have their defaults.
    #[serde(default, skip_serializing_if = "GameData::is_null")]
    pub options: GameData,
    /// The table's title.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// How time is kept.
    #[serde(default)]
    pub clock: Clock,
    /// Whether the table is unlisted and needs its key.
    #[serde(default)]
    pub private: bool,
    /// The seat you take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u16>,
    /// Computer players by seat. A seat that is null or missing stays empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub computers: Vec<Option<String>>,
    /// The computer player that takes seats still empty at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill: Option<String>,
    /// When observers may chat.
    #[serde(default)]
    pub observer_chat: ObserverChat,
    /// Whether others see which seats have sealed a move.
    #[serde(default)]
    pub show_entered: bool,
    /// Whether moves may be taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takebacks: Option<bool>,
    /// The most time credited for lag in each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lag_credit_ms: Option<Millis>,
    /// How long the game waits for a player who is not connected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away_ms: Option<Millis>,
    /// Without a clock: how long a player must be away before others can claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim_after_ms: Option<Millis>,
}

impl NewTable {
    /// A table for this game, with defaults for everything else.
    pub fn of(game: &str) -> NewTable {
        NewTable {
            game: game.to_owned(),
            options: GameData::NULL,
            title: String::new(),
            clock: Clock::None,
            private: false,
            seat: None,
            computers: Vec::new(),
            fill: None,
            observer_chat: ObserverChat::default(),
            show_entered: false,
            takebacks: None,
            lag_credit_ms: None,
            away_ms: None,
            claim_after_ms: None,
        }
    }

    /// The names of all computer players it asks for.
    pub fn players(&self) -> impl Iterator<Item = &String> {
        self.computers.iter().flatten().chain(&self.fill)
    }
}
