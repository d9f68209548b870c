//! What a viewer may see of what happened.
//!
//! The types here have no field for a secret: no identity, no key, no seed
//! before the end, no sealed move but one's own.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::command::OfferKind;
use crate::event::{Dropped, Event, Fact, Finish, Made, VERSION};
use crate::people::{Member, Person, Viewer};
use crate::settings::{Clock, Millis, Settings};
use crate::table::commitment;

/// What one viewer sees of one event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Projection {
    /// The version of its form.
    pub v: u32,
    /// The number of the last thing shown to all, this one included. What is
    /// [`Own`](Shown::Own) has no number of its own.
    pub seq: u64,
    /// When it happened.
    pub at: Millis,
    /// What happened.
    #[serde(flatten)]
    pub shown: Shown,
}

/// What may be seen of an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Shown {
    /// The table was made.
    Created(Terms),
    /// Someone came.
    Joined(Someone),
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
        #[serde(skip_serializing_if = "Option::is_none")]
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
    /// The viewer's own sealed move; nothing when it was taken out.
    Own {
        /// On which seat.
        seat: u16,
        /// The move.
        action: Option<String>,
    },
    /// A seat sealed a move in this round.
    Entered {
        /// Which seat.
        seat: u16,
        /// The time it took.
        ms: Millis,
    },
    /// The game went on; sealed moves are revealed with it.
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
    },
    /// A seat claimed against those who are gone.
    Claimed {
        /// Which seat.
        seat: u16,
    },
    /// A seat takes no part any more.
    Dropped(Dropped),
    /// A seat takes part again.
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
    /// Another game was agreed.
    Rematch,
    /// The table of the next game.
    Next {
        /// Where it is.
        table: String,
    },
}

/// Someone as others see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Someone {
    /// Their number here.
    pub member: Member,
    /// What others call them.
    pub name: String,
    /// Whether this is a program.
    pub program: bool,
}

impl Someone {
    pub(crate) fn new(member: Member, person: &Person) -> Someone {
        Someone {
            member,
            name: person.name.clone(),
            program: person.program,
        }
    }
}

/// The settings as everyone may see them. People who sit from the beginning
/// follow as [`Shown::Joined`] and [`Shown::Seated`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// The id of the game.
    pub game: String,
    /// All its options.
    pub options: Value,
    /// What the table is called.
    pub title: String,
    /// How time is kept.
    pub clock: Clock,
    /// Whether a link is needed.
    pub private: bool,
    /// The built-in player for empty seats.
    pub fill: Option<String>,
    /// Whether others see who has sealed a move.
    pub show_entered: bool,
    /// Whether moves may be taken back.
    pub takebacks: bool,
    /// The most credit for lag per move.
    pub lag_credit_ms: Millis,
    /// How long an absent seat is waited for.
    pub away_ms: Millis,
    /// How long someone must be gone to be claimed against.
    pub claim_after_ms: Millis,
    /// The hash of the seed: BLAKE3 of its 32 bytes.
    pub commitment: String,
}

impl Terms {
    pub(crate) fn new(settings: &Settings, commitment: String) -> Terms {
        Terms {
            game: settings.game.clone(),
            options: settings.options.clone(),
            title: settings.title.clone(),
            clock: settings.clock,
            private: settings.access != crate::settings::Access::Public,
            fill: settings.fill.clone(),
            show_entered: settings.show_entered,
            takebacks: settings.takebacks,
            lag_credit_ms: settings.lag_credit_ms,
            away_ms: settings.away_ms,
            claim_after_ms: settings.claim_after_ms,
            commitment,
        }
    }
}

/// What this viewer may see of an event; nothing if it is another's secret.
pub fn project(event: &Event, viewer: Viewer) -> Option<Projection> {
    let own = |seat: u16, member: Option<Member>, action: Option<&String>| {
        let owner = member.map(Viewer::Member)?;
        (owner == viewer).then(|| Shown::Own {
            seat,
            action: action.cloned(),
        })
    };
    let shown = match event.fact.clone() {
        Fact::Created { settings, seed } => {
            let commitment = commitment(&seed).unwrap_or_default();
            Shown::Created(Terms::new(&settings, commitment))
        }
        Fact::Joined { member, person } => Shown::Joined(Someone::new(member, &person)),
        Fact::Left { member } => Shown::Left { member },
        Fact::Seated { seat, member } => Shown::Seated { seat, member },
        Fact::ComputerSeated { seat, player } => Shown::ComputerSeated { seat, player },
        Fact::Freed { seat } => Shown::Freed { seat },
        Fact::Corners { corners } => Shown::Corners { corners },
        Fact::Ready { seat, ready } => Shown::Ready { seat, ready },
        Fact::Started { fill } => Shown::Started { fill },
        Fact::Present { member, present } => Shown::Present { member, present },
        Fact::Said { member, text } => Shown::Said { member, text },
        Fact::Sealed(sealed) => own(sealed.seat, sealed.member, Some(&sealed.action))?,
        Fact::Withdrawn { seat, member } => own(seat, member, None)?,
        Fact::Entered { seat, ms } => Shown::Entered { seat, ms },
        Fact::Stepped { made } => Shown::Stepped { made },
        Fact::Offered { offer, what, seat } => Shown::Offered { offer, what, seat },
        Fact::Accepted { offer, seat } => Shown::Accepted { offer, seat },
        Fact::Declined { offer, seat } => Shown::Declined { offer, seat },
        Fact::TakenBack { steps, seat } => Shown::TakenBack { steps, seat },
        Fact::Claimed { seat } => Shown::Claimed { seat },
        Fact::Dropped(dropped) => Shown::Dropped(dropped),
        Fact::Returned { seat } => Shown::Returned { seat },
        Fact::Resumed { down_ms } => Shown::Resumed { down_ms },
        Fact::Ended { finish } => Shown::Ended { finish },
        Fact::Rematch { .. } => Shown::Rematch,
        Fact::Next { table } => Shown::Next { table },
    };
    Some(Projection {
        v: VERSION,
        seq: event.public,
        at: event.at,
        shown,
    })
}

/// What a viewer missed who has seen everything up to number `after`. Of the
/// viewer's own sealed moves some may come twice, in order; the last one holds.
pub fn news<'a>(
    log: impl IntoIterator<Item = &'a Event>,
    after: u64,
    viewer: Viewer,
) -> Vec<Projection> {
    let missed = log
        .into_iter()
        .filter(|event| match event.fact.is_public() {
            true => event.public > after,
            // It has the number of the public event before it.
            false => event.public >= after,
        });
    missed.filter_map(|event| project(event, viewer)).collect()
}
