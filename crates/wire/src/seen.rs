//! A table as a client sees it: the `view` of the hall's messages with types.

use catalog::Value;
use serde::Deserialize;
use table::project::{Someone, Terms};
use table::{Finish, Member, Millis, OfferKind};

/// A whole table as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Seen {
    /// The number of the last thing that happened.
    pub seq: u64,
    /// When it happened.
    pub at: Millis,
    /// Before, during or after the game.
    pub phase: Phase,
    /// The turn that commands name.
    pub turn: u64,
    /// The settings.
    pub terms: Terms,
    /// Who is here.
    pub members: Vec<Someone>,
    /// Who made the table.
    pub creator: Option<Member>,
    /// The seats in order.
    pub seats: Vec<Place>,
    /// The game as it stands.
    pub game: Standing,
    /// How many steps were made.
    pub steps: usize,
    /// The conflict that is being entered again.
    pub conflict: Option<Conflict>,
    /// Seats known to have sealed a move, where that is shown.
    pub entered: Vec<u16>,
    /// Offers that wait for an answer.
    pub offers: Vec<Offer>,
    /// What was said.
    pub chat: Vec<Line>,
    /// How it ended.
    pub finish: Option<Finish>,
    /// The table of the next game.
    pub next: Option<String>,
    /// What only the viewer sees.
    pub you: Option<You>,
}

/// When in the life of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Before the game.
    Lobby,
    /// During the game.
    Playing,
    /// After the game.
    Over,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Place {
    /// Its number.
    pub seat: u16,
    /// What the game calls it.
    pub called: String,
    /// Whether it still takes part: `in`, `abandoned`, `out`.
    pub standing: String,
    /// The computer on it.
    #[serde(default)]
    pub computer: Option<String>,
    /// The member on it.
    #[serde(default)]
    pub member: Option<Member>,
    /// The member's name.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether the member is ready.
    #[serde(default)]
    pub ready: bool,
    /// Since when the member is not connected.
    #[serde(default)]
    pub away_since: Option<Millis>,
    /// What is left on the clock.
    #[serde(default)]
    pub clock: Option<Left>,
}

impl Place {
    /// What the one on the seat is called, if there is someone.
    pub fn sitter(&self) -> Option<&str> {
        self.name.as_deref().or(self.computer.as_deref())
    }
}

/// What is left on a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Left {
    /// So much.
    pub left_ms: Millis,
    /// Since when it runs.
    pub since: Option<Millis>,
}

impl Left {
    /// What is left at this time.
    pub fn at(self, now: Millis) -> Millis {
        let gone = self.since.map_or(0, |since| now.saturating_sub(since));
        self.left_ms.saturating_sub(gone)
    }
}

/// The game as it stands.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Standing {
    /// The seats that are to act.
    pub to_act: Vec<u16>,
    /// The state in the game's own JSON.
    pub state: Value,
}

/// Moves that got in each other's way, in the turn being played.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Conflict {
    /// The squares.
    pub squares: Vec<String>,
    /// The seats that enter again.
    pub reenter: Vec<u16>,
    /// What was entered, round by round.
    pub rounds: Vec<Vec<(u16, String)>>,
}

/// An offer that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Offer {
    /// Its number.
    pub offer: u32,
    /// What is offered.
    pub what: OfferKind,
    /// Who offers.
    pub seat: u16,
    /// Who has agreed.
    #[serde(default)]
    pub accepted: Vec<u16>,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Line {
    /// When.
    pub at: Millis,
    /// By whom.
    pub member: Member,
    /// What they are called.
    pub name: Option<String>,
    /// What.
    pub text: String,
}

/// What only the viewer sees.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct You {
    /// The viewer's number.
    pub member: Member,
    /// The viewer's seat.
    pub seat: Option<u16>,
    /// Whether the viewer made the table.
    pub creator: bool,
    /// The viewer's sealed move.
    pub sealed: Option<String>,
    /// The viewer's own clock, which stops when a move is sealed.
    #[serde(default)]
    pub clock: Option<Left>,
    /// The key of a private table.
    #[serde(default)]
    pub key: Option<String>,
}

impl Seen {
    /// The viewer's seat.
    pub fn seat(&self) -> Option<u16> {
        self.you.as_ref()?.seat
    }

    /// Whether the viewer is to choose a move.
    pub fn is_mine(&self) -> bool {
        self.phase == Phase::Playing
            && self
                .seat()
                .is_some_and(|seat| self.game.to_act.contains(&seat))
    }

    /// Whether all others on seats are computers.
    pub fn is_alone(&self) -> bool {
        let mine = self.seat();
        let mut others = self.seats.iter().filter(|place| Some(place.seat) != mine);
        mine.is_some() && self.seats.len() > 1 && others.all(|place| place.computer.is_some())
    }

    /// Whether several seats choose at the same time.
    pub fn is_secret(&self) -> bool {
        self.game.to_act.len() > 1 || self.conflict.is_some()
    }
}
