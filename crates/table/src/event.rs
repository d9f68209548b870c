//! What happened: the log of a table.

pub use protocol::EVENT_VERSION as VERSION;
use protocol::{ConflictView, Dropped, Finish, GameData, Made, Member, Millis, OfferKind};
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
    /// Someone went.
    Left {
        /// Who.
        member: Member,
    },
    /// Someone took a seat.
    Seated {
        /// Which seat.
        seat: u16,
        /// Who.
        member: Member,
    },
    /// A built-in player was put on a seat.
    ComputerSeated {
        /// Which seat.
        seat: u16,
        /// Which player.
        player: String,
    },
    /// A seat became empty.
    Freed {
        /// Which.
        seat: u16,
    },
    /// Corners were chosen.
    Corners {
        /// The seats that own the corners.
        corners: [u16; 4],
    },
    /// Someone is ready, or not any more.
    Ready {
        /// On which seat.
        seat: u16,
        /// Which of the two.
        ready: bool,
    },
    /// The game began.
    Started {
        /// The built-in player on seats that were empty.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fill: Option<String>,
    },
    /// A connection came or went.
    Present {
        /// Whose.
        member: Member,
        /// Which of the two.
        present: bool,
    },
    /// Someone said something.
    Said {
        /// Who.
        member: Member,
        /// What.
        text: String,
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
    /// A seat sealed its first move in this round, at a table that shows this.
    Entered {
        /// Which seat.
        seat: u16,
        /// The time it took.
        ms: Millis,
    },
    /// The game went on.
    Stepped {
        /// All that was chosen and drawn, in order.
        made: Vec<Made>,
    },
    /// Something was offered.
    Offered {
        /// The number of the offer.
        offer: u32,
        /// What.
        what: OfferKind,
        /// By which seat.
        seat: u16,
    },
    /// A seat agreed to an offer.
    Accepted {
        /// Which offer.
        offer: u32,
        /// Which seat.
        seat: u16,
    },
    /// A seat said no to an offer, or took its own back.
    Declined {
        /// Which offer.
        offer: u32,
        /// Which seat.
        seat: u16,
    },
    /// Moves were taken back.
    TakenBack {
        /// How many steps of the game are left.
        steps: usize,
        /// Who asked.
        seat: u16,
        /// The game as it stands again. Missing in logs of version 0.1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<GameData>,
        /// The conflict that is being entered again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        conflict: Option<ConflictView>,
    },
    /// A seat claimed against those who are gone.
    Claimed {
        /// Which seat.
        seat: u16,
    },
    /// A seat takes no part any more; the game may go on without it.
    Dropped(Dropped),
    /// A seat that had been given up takes part again.
    Returned {
        /// Which.
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
    /// Another game was agreed; the hall makes its table.
    Rematch {
        /// How.
        settings: Box<Settings>,
    },
    /// The table of the next game.
    Next {
        /// Where it is.
        table: String,
    },
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
