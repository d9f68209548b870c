//! What a recorded game says of itself, besides its steps.

use serde::{Deserialize, Serialize};

use crate::data::{AsJson as _, Record};
use crate::view::EndingView;

/// What a recorded game says of itself, besides its steps. Only the crate
/// `record` can tell whether it is true.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RecordHead {
    /// The name of the format: [`FORMAT`](RecordHead::FORMAT).
    pub format: String,
    /// The version of the format.
    pub version: u64,
    /// The id of the game.
    pub game: String,
    /// The players by seat; nothing if the seat was empty.
    pub players: Vec<Option<RecordPlayer>>,
    /// How the game ended; nothing if it is not over.
    pub ending: Option<EndingView>,
    /// The seats that dropped out.
    pub verdicts: Vec<RecordVerdict>,
}

impl RecordHead {
    /// The name of the format.
    pub const FORMAT: &str = "taflhalla-record";
    /// The version of the format.
    pub const VERSION: u64 = 1;

    /// The name of a seat's player.
    pub fn name(&self, seat: u16) -> Option<&str> {
        Some(self.player(seat)?.name())
    }

    /// What kind of player is on a seat, where the record says so.
    pub fn kind(&self, seat: u16) -> Option<PlayerKind> {
        match self.player(seat)? {
            RecordPlayer::Name(_) => None,
            RecordPlayer::Player { kind, .. } => *kind,
        }
    }

    fn player(&self, seat: u16) -> Option<&RecordPlayer> {
        self.players.get(usize::from(seat))?.as_ref()
    }
}

impl Record {
    /// What it says of itself, besides its steps.
    pub fn head(&self) -> Result<RecordHead, String> {
        RecordHead::deserialize(self.as_json()).map_err(|error| error.to_string())
    }
}

/// A player of a recorded game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum RecordPlayer {
    /// Only the name is known.
    Name(String),
    /// A player of some kind.
    Player {
        /// The name.
        name: String,
        /// The kind.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<PlayerKind>,
    },
}

impl RecordPlayer {
    /// The name.
    pub fn name(&self) -> &str {
        match self {
            RecordPlayer::Name(name) | RecordPlayer::Player { name, .. } => name,
        }
    }
}

/// What kind of player played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// A person.
    Person,
    /// A program of somebody.
    Program,
    /// A computer of the hall.
    BuiltIn,
}

/// A seat that dropped out of a recorded game.
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
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_record_tells_who_played_and_how_it_ended() {
        let record = Record::from(json!({
            "format": RecordHead::FORMAT, "version": RecordHead::VERSION, "rules": 1,
            "game": "combo", "options": {}, "steps": [],
            "players": ["Ann", {"name": "weak", "kind": "built-in", "sandbox": null}, null],
            "ending": {"reason": "resigned", "winners": [1]},
            "verdicts": [{"seat": 0, "verdict": "resigned", "detail": "", "after": 3}],
        }));
        let head = record.head().unwrap();
        assert_eq!((head.name(0), head.kind(0)), (Some("Ann"), None));
        assert_eq!(head.name(1), Some("weak"));
        assert_eq!(head.kind(1), Some(PlayerKind::BuiltIn));
        assert_eq!((head.name(2), head.name(9)), (None, None));
        assert_eq!(head.ending.unwrap().winners, [1]);
        assert_eq!(head.verdicts[0].verdict, "resigned");
    }

    #[test]
    fn what_is_no_record_has_no_format() {
        let head = Record::from(json!({"game": "combo"})).head().unwrap();
        assert_ne!(head.format, RecordHead::FORMAT);
        assert!(Record::from(json!([1, 2])).head().is_err());
    }
}
