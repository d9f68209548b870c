//! Bodies of HTTP requests and responses under `/api/v1`.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::command::Request;
use crate::data::GameData;
use crate::event::Made;
use crate::sentence::Sentence;
use crate::settings::{Clock, Millis, NewTable};
use crate::view::TableView;

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefusalBody {
    /// A code for programs.
    pub code: String,
    /// A sentence for people.
    pub reason: String,
    /// The sentence without a language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<Sentence>,
}

/// `GET /games`: what the hall offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GamesBody {
    /// The games.
    pub games: Vec<GameInfo>,
    /// The names of the leaderboards.
    pub leaderboards: Vec<String>,
}

/// A game the hall offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameInfo {
    /// Its id.
    pub game: String,
    /// Its name.
    pub name: String,
    /// A description in one sentence.
    pub what: String,
    /// Its options.
    pub options: Vec<OptionInfo>,
    /// All options with their defaults.
    pub usual: Option<GameData>,
    /// How many seats it has with these options.
    pub seats: Option<u16>,
    /// The computer players that play it.
    pub computers: Vec<String>,
}

/// An option of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// The values it takes.
    pub values: OptionValues,
    /// What it does, in a sentence.
    pub what: String,
}

/// The values an option takes: any value that fits one of these fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionValues {
    /// The lowest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<i64>,
    /// The highest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<i64>,
    /// A list of values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_of: Option<Vec<OptionValue>>,
    /// A position in the game's notation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub position: bool,
    /// A list with the corners of each seat, this many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corners: Option<u16>,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum OptionValue {
    /// On or off.
    Flag(bool),
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

impl OptionValue {
    /// The number, if it is one.
    pub fn number(&self) -> Option<i64> {
        match self {
            OptionValue::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The word, if it is one.
    pub fn word(&self) -> Option<&str> {
        match self {
            OptionValue::Word(word) => Some(word),
            _ => None,
        }
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Flag(flag) => flag.fmt(f),
            OptionValue::Number(number) => number.fmt(f),
            OptionValue::Word(word) => word.fmt(f),
        }
    }
}

impl From<OptionValue> for Value {
    fn from(value: OptionValue) -> Value {
        match value {
            OptionValue::Flag(flag) => flag.into(),
            OptionValue::Number(number) => number.into(),
            OptionValue::Word(word) => word.into(),
        }
    }
}

/// A player as others see them. The id gives no rights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerView {
    /// The public id.
    pub player: String,
    /// The name.
    pub name: String,
    /// Whether it is a bot.
    pub program: bool,
}

/// `POST /identity` and `PUT /identity`: the identity you want.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewIdentity {
    /// Your name. If you give none, the hall makes one up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether you are a bot. Bots get a token instead of a cookie.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub program: bool,
    /// The name of another person at the same browser, if the hall runs in the
    /// browser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guest: Option<String>,
}

/// Who you are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IdentityBody {
    /// You, as others see you.
    #[serde(flatten)]
    pub you: PlayerView,
    /// The secret that proves your identity, for bots and guests. It is shown
    /// once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// `GET /guests`: the other people at this browser.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GuestsBody {
    /// The guests with their tokens.
    pub guests: Vec<IdentityBody>,
}

/// `PATCH /identity`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The new name.
    pub name: String,
}

/// `GET /players`: the players who take challenges.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AvailableBody {
    /// The players.
    pub available: Vec<AvailablePlayer>,
}

/// A player who takes challenges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AvailablePlayer {
    /// The player.
    #[serde(flatten)]
    pub player: PlayerView,
    /// The games they take challenges in.
    pub games: Vec<String>,
}

/// `GET /players/{player}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerBody {
    /// The player.
    #[serde(flatten)]
    pub player: PlayerView,
    /// When the hall first met them.
    pub since: Millis,
    /// Whether they are connected.
    pub connected: bool,
    /// Their ratings by leaderboard.
    pub ratings: BTreeMap<String, RatingView>,
}

/// A rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingView {
    /// The system and its numbers.
    #[serde(flatten)]
    pub system: RatingSystem,
    /// The number that ranks players: a cautious estimate of their strength.
    pub value: f64,
    /// How many games it counts.
    pub games: u64,
}

/// A rating system and its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "system", rename_all = "kebab-case")]
pub enum RatingSystem {
    /// Glicko-2, for games with two players.
    #[serde(rename = "glicko-2")]
    Glicko2 {
        /// The rating.
        rating: f64,
        /// How uncertain it is.
        deviation: f64,
        /// How much the strength fluctuates.
        volatility: f64,
    },
    /// Weng-Lin, for games with more players.
    WengLin {
        /// The rating.
        rating: f64,
        /// How uncertain it is.
        uncertainty: f64,
    },
}

/// `GET /leaderboards/{board}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeaderboardBody {
    /// The leaderboard's name.
    pub leaderboard: String,
    /// The players, best first.
    pub players: Vec<Leader>,
}

/// A row of a leaderboard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Leader {
    /// The rating.
    #[serde(flatten)]
    pub rating: RatingView,
    /// The player's public id.
    pub player: String,
    /// The player's name.
    pub name: String,
    /// Whether it is a bot, if known.
    pub program: Option<bool>,
}

/// `GET /challenges`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChallengesBody {
    /// Challenges you received.
    pub to_you: Vec<Challenge>,
    /// Challenges you sent.
    pub by_you: Vec<Challenge>,
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Challenge {
    /// The id of the game.
    pub game: String,
    /// The game's options.
    pub options: GameData,
    /// How time is kept.
    pub clock: Clock,
    /// The challenger's seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u16>,
    /// The table of the challenge.
    pub table: String,
    /// The table's key.
    pub key: Option<String>,
    /// The table's link.
    pub link: String,
    /// The challenger.
    pub from: PlayerView,
    /// When it expires.
    pub until: Millis,
    /// The contest it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contest: Option<String>,
    /// In a contest: the seat you are to take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub your_seat: Option<u16>,
}

/// `POST /challenges`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewChallenge {
    /// The player you challenge.
    pub player: String,
    /// The table to make for it.
    pub table: NewTable,
}

/// `GET /tables`: a page of the list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TablesBody {
    /// The tables, newest first.
    pub tables: Vec<TableRow>,
    /// The value of `after` for the next page.
    pub next: Option<String>,
}

/// A table as the lobby lists it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableRow {
    /// Its id.
    pub table: String,
    /// The id of the game.
    pub game: String,
    /// Whether it is open, running or finished.
    pub phase: ListPhase,
    /// When it was made.
    pub created: Millis,
    /// When it last changed.
    pub updated: Millis,
    /// What the list shows besides.
    #[serde(flatten)]
    pub summary: TableSummary,
}

/// What the list shows of a table besides its game, phase and times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableSummary {
    /// Its title.
    pub title: String,
    /// The game's options.
    pub options: GameData,
    /// How time is kept.
    pub clock: Clock,
    /// The computer player for empty seats.
    pub fill: Option<String>,
    /// The seats.
    pub seats: Vec<SeatRow>,
    /// How many steps were made.
    pub steps: usize,
    /// How the game ended.
    pub finish: Option<FinishRow>,
}

/// The list that a table is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ListPhase {
    /// Players are taking seats.
    Open,
    /// The game is being played.
    Running,
    /// The game is over.
    Finished,
}

impl ListPhase {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            ListPhase::Open => "open",
            ListPhase::Running => "running",
            ListPhase::Finished => "finished",
        }
    }
}

/// A seat in the list of tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatRow {
    /// Its number.
    pub seat: u16,
    /// What the game calls it.
    pub called: String,
    /// The computer player on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<String>,
    /// The name of the person on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether that person is a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<bool>,
    /// The public id of the person on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
}

/// How a game in the list of tables ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FinishRow {
    /// The reason.
    pub reason: String,
    /// The winners.
    pub winners: Vec<u16>,
    /// The places of all seats, if there are more than two.
    pub places: Option<Vec<u32>>,
}

/// The query of `GET /tables`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TablesQuery {
    /// The list: `open`, `running` or `finished`. The default is `open`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// Only this game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The `next` of the previous page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The size of the page, 1 to 100. The default is 50.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// The query of requests that read a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeyQuery {
    /// The key of a private table, if you are not at the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// The query of `GET /tables/{table}/board.svg`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardQuery {
    /// The key of a private table, if you are not at the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// How many steps are made on the board. The default is all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// `light` or `dark`. The default is `light`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
}

/// The query of `GET /leaderboards/{board}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeaderboardQuery {
    /// Only players with at least this many games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_games: Option<u64>,
    /// How many of the best to leave out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip: Option<u32>,
    /// How many players, up to 100. The default is 50.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// `POST /tables`: the new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewTableBody {
    /// Its id.
    pub table: String,
    /// Its key, if it is private.
    pub key: Option<String>,
    /// Its link.
    pub link: String,
}

/// `GET /tables/{table}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableBody {
    /// The hall's time.
    pub now: Millis,
    /// The table as you may see it.
    pub view: TableView,
}

/// `POST /tables/{table}/commands`. The reply is an [`Answer`](crate::Answer).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewCommand {
    /// A new id for every new command.
    pub id: u64,
    /// The request.
    pub request: Request,
}

/// `GET /tables/{table}/moves`: the legal moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovesBody {
    /// The turn.
    pub turn: u64,
    /// The seats to act.
    pub seats: Vec<SeatMoves>,
}

/// The legal moves of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatMoves {
    /// The seat.
    pub seat: u16,
    /// Its legal moves, if the game can list them.
    pub moves: Option<Vec<String>>,
}

/// `GET /tables/{table}/steps/{step}`: what a step did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepBody {
    /// Its number, from 1.
    pub step: usize,
    /// The step.
    pub made: Made,
    /// What it did, in sentences.
    pub text: String,
    /// The sentences without a language.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<Sentence>,
    /// What it did, in the game's own form.
    pub data: GameData,
}

impl From<crate::event::Finish> for FinishRow {
    fn from(finish: crate::event::Finish) -> FinishRow {
        FinishRow {
            reason: finish.reason,
            winners: finish.winners,
            places: finish.places,
        }
    }
}
