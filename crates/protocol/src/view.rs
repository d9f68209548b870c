//! A whole table as one viewer may see it.

use serde::{Deserialize, Serialize};

use crate::command::OfferKind;
use crate::data::GameData;
use crate::event::Finish;
use crate::people::Member;
use crate::settings::{Clock, Millis};

/// A whole table as one viewer may see it. To keep it up to date, you need only
/// the events after number `seq`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableView {
    /// The version of this format.
    pub v: u32,
    /// The number of the last public event.
    pub seq: u64,
    /// When that event happened.
    pub at: Millis,
    /// Before, during or after the game.
    pub phase: Phase,
    /// The turn that commands name. It goes up whenever other seats are to act,
    /// or the same seats act again.
    pub turn: u64,
    /// The settings.
    pub terms: Terms,
    /// The people and bots at the table.
    pub members: Vec<MemberView>,
    /// The member who made the table.
    pub creator: Option<Member>,
    /// The seats in order.
    pub seats: Vec<SeatView>,
    /// The state of the game.
    pub game: GameView,
    /// How many steps were made.
    pub steps: usize,
    /// The conflict that is being resolved.
    pub conflict: Option<ConflictView>,
    /// Seats that have sealed a move, if the table shows it.
    pub entered: Vec<u16>,
    /// Open offers.
    pub offers: Vec<OfferView>,
    /// The last lines of chat.
    pub chat: Vec<ChatLine>,
    /// How the game ended, if it did.
    pub finish: Option<Finish>,
    /// Whether the players agreed on a rematch.
    #[serde(default)]
    pub rematch: bool,
    /// The table of the next game.
    pub next: Option<String>,
    /// What only you see, if you have joined.
    pub you: Option<You>,
}

/// How far a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Before the game: players take seats.
    Lobby,
    /// During the game.
    Playing,
    /// After the game.
    Over,
}

impl Phase {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Lobby => "lobby",
            Phase::Playing => "playing",
            Phase::Over => "over",
        }
    }
}

/// Whether a seat takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It takes part.
    In,
    /// It was absent for too long. It may return.
    Abandoned,
    /// It resigned or forfeited.
    Out,
}

/// The settings of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Terms {
    /// The id of the game.
    pub game: String,
    /// All its options.
    pub options: GameData,
    /// The table's title.
    pub title: String,
    /// How time is kept.
    pub clock: Clock,
    /// Whether the table is unlisted and needs its key.
    pub private: bool,
    /// The computer player for empty seats.
    pub fill: Option<String>,
    /// Whether others see which seats have sealed a move.
    pub show_entered: bool,
    /// Whether moves may be taken back.
    pub takebacks: bool,
    /// The most time credited for lag in each move.
    pub lag_credit_ms: Millis,
    /// How long the game waits for an absent seat.
    pub away_ms: Millis,
    /// How long a player must be away before you can claim.
    pub claim_after_ms: Millis,
    /// The commitment to the seed: BLAKE3 of its 32 bytes.
    pub commitment: String,
}

/// A member as others see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MemberView {
    /// The member's number.
    pub member: Member,
    /// The member's name.
    pub name: String,
    /// Whether the member is a bot.
    pub program: bool,
    /// When the member's connection was lost, unless they are connected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away_since: Option<Millis>,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatView {
    /// Its number.
    pub seat: u16,
    /// What the game calls it.
    pub called: String,
    /// Whether it takes part.
    pub standing: Standing,
    /// The computer player on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<String>,
    /// The member on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The member's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether the member is ready. Only if a member is on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ready: Option<bool>,
    /// When the member's connection was lost, unless they are connected.
    #[serde(default)]
    pub away_since: Option<Millis>,
    /// The clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
}

impl SeatView {
    /// The name of the member or computer player on the seat.
    pub fn sitter(&self) -> Option<&str> {
        self.name.as_deref().or(self.computer.as_deref())
    }

    /// Whether a member is on the seat and ready.
    pub fn is_ready(&self) -> bool {
        self.ready == Some(true)
    }
}

/// A clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockView {
    /// The time left when it last stopped.
    pub left_ms: Millis,
    /// When it started, if it runs.
    pub since: Option<Millis>,
    /// The time for a sealed move that is already subtracted from `left_ms`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_ms: Option<Millis>,
}

impl ClockView {
    /// The time left at a point in time.
    pub fn at(self, now: Millis) -> Millis {
        let gone = self.since.map_or(0, |since| now.saturating_sub(since));
        self.left_ms.saturating_sub(gone)
    }
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameView {
    /// The id of the game.
    pub game: String,
    /// How many seats it has.
    pub seats: u16,
    /// Your seat.
    pub viewer: Option<u16>,
    /// The seats to act.
    pub to_act: Vec<u16>,
    /// How the rules ended the game, if they did.
    pub ending: Option<EndingView>,
    /// The state in the game's own form.
    pub state: GameData,
}

/// How the rules ended a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndingView {
    /// The reason in the game's words.
    pub reason: String,
    /// The winners.
    pub winners: Vec<u16>,
    /// The places of all seats, if there are more than two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<u32>>,
}

/// The conflict of moves in the current turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConflictView {
    /// The squares in conflict.
    pub squares: Vec<String>,
    /// The seats that choose again.
    pub reenter: Vec<u16>,
    /// The moves by seat, for each round.
    pub rounds: Vec<Vec<(u16, String)>>,
    /// The seats that were absent, for each round; empty if none was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<Vec<u16>>,
}

/// An open offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferView {
    /// Its number.
    pub offer: u32,
    /// The offer.
    pub what: OfferKind,
    /// The seat that offers.
    pub seat: u16,
    /// The seats that have accepted.
    #[serde(default)]
    pub accepted: Vec<u16>,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChatLine {
    /// When it was written.
    pub at: Millis,
    /// The writer.
    pub member: Member,
    /// The writer's name.
    pub name: Option<String>,
    /// The line.
    pub text: String,
}

/// What only you see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct You {
    /// Your number.
    pub member: Member,
    /// Your seat.
    pub seat: Option<u16>,
    /// Whether you made the table.
    pub creator: bool,
    /// Your sealed move.
    pub sealed: Option<String>,
    /// Your own clock, which stops when you seal a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// The key of a private table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

impl TableView {
    /// Your seat.
    pub fn seat(&self) -> Option<u16> {
        self.you.as_ref()?.seat
    }

    /// Whether you are to choose a move.
    pub fn is_my_turn(&self) -> bool {
        let mine = self.seat();
        self.phase == Phase::Playing && mine.is_some_and(|seat| self.game.to_act.contains(&seat))
    }

    /// Whether all your opponents are computer players.
    pub fn is_against_computers(&self) -> bool {
        let mine = self.seat();
        let mut others = self.seats.iter().filter(|seat| Some(seat.seat) != mine);
        mine.is_some() && self.seats.len() > 1 && others.all(|seat| seat.computer.is_some())
    }

    /// Whether several seats choose at the same time.
    pub fn is_simultaneous(&self) -> bool {
        self.game.to_act.len() > 1 || self.conflict.is_some()
    }
}
