//! What happened: the log of a table.

pub use protocol::EVENT_VERSION as VERSION;
use protocol::{Member, Millis, PublicChange};
use serde::{Deserialize, Serialize};

use crate::people::{Actor, Person};
use crate::settings::Settings;

/// One entry of a table's log. The log is the hall's own: it holds sealed moves
/// and the seed. What others may see of it is a
/// [`TableEvent`](protocol::TableEvent).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// The version of its form.
    pub v: u32,
    /// Its number in the log, from 1, without gaps.
    pub seq: u64,
    /// How many entries up to this one were for all. Viewers see this number
    /// only: what is private leaves no gap in it.
    pub public: u64,
    /// When it happened.
    pub at: Millis,
    /// The command behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// What happened.
    pub fact: Fact,
}

/// The command behind an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cause {
    /// Who gave it.
    pub actor: Actor,
    /// Its id.
    pub id: u64,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Fact {
    /// The table was made.
    Created {
        /// How.
        settings: Box<Settings>,
        /// What all draws follow from. Secret until the end.
        seed: String,
    },
    /// Someone came.
    Joined {
        /// Their number here.
        member: Member,
        /// Who.
        person: Person,
    },
    /// A move was sealed or changed. Private.
    Sealed(Sealed),
    /// A sealed move was taken out again. Private.
    Withdrawn {
        /// On which seat.
        seat: u16,
        /// By whom.
        member: Option<Member>,
    },
    /// Another game was agreed; the hall makes its table.
    Rematch {
        /// How.
        settings: Box<Settings>,
    },
    /// What everyone sees alike.
    #[serde(untagged)]
    Public(PublicChange),
}

impl Fact {
    /// Whether all may know that it happened.
    pub fn is_public(&self) -> bool {
        !matches!(self, Fact::Sealed(_) | Fact::Withdrawn { .. })
    }
}

/// A move that others do not know yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sealed {
    /// On which seat.
    pub seat: u16,
    /// By whom, if by someone with an identity.
    pub member: Option<Member>,
    /// The move.
    pub action: String,
    /// The time it took in this round, after credit for lag.
    pub ms: Millis,
    /// The credit for lag.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lag_ms: Millis,
    /// Whether it was entered for someone absent.
    #[serde(default, skip_serializing_if = "is_false")]
    pub idle: bool,
}

fn is_zero(ms: &Millis) -> bool {
    *ms == 0
}

fn is_false(flag: &bool) -> bool {
    !flag
}
