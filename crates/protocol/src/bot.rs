//! What bots read and write when they play: one line of JSON for each turn.
//!
//! A request holds everything a bot needs to answer it. It is made from the
//! state of the game, which holds no secrets, so a request cannot leak one.

use serde::{Deserialize, Serialize};

use crate::data::GameData;
use crate::settings::Millis;

/// A request to a bot that is to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum BotRequest {
    /// Automatafl.
    Automatafl(AutomataflRequest),
    /// Brandub.
    Brandub(BrandubRequest),
    /// Game 17.
    Game17(Game17Request),
    /// Combo, in the form of its original contest.
    Combo(ComboRequest),
}

impl BotRequest {
    /// The line for the bot's standard input, without a line break.
    pub fn line(&self) -> String {
        to_line(self)
    }
}

/// Cannot fail: keys are strings and numbers are finite.
fn to_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A board by columns: `squares[x][y]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "BoardOf{S}"))]
pub struct BoardLine<S> {
    /// The number of columns.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
    /// The squares; the outer list is by x.
    pub squares: Vec<Vec<S>>,
}

/// The coordinates of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Coordinates {
    /// The column, from 0.
    pub x: u8,
    /// The row, from 0.
    pub y: u8,
}

/// A request in Combo. It has no other fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComboRequest {
    /// Your side.
    pub color: ComboColor,
    /// The board.
    pub board: BoardLine<ComboSquare>,
}

/// A side in Combo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ComboColor {
    /// Black moves first.
    Black,
    /// White.
    White,
}

/// A square in Combo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComboSquare {
    /// The column.
    pub x: u8,
    /// The row.
    pub y: u8,
    /// The owner of the stack; left out if the square is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece_color: Option<ComboColor>,
    /// The height of the stack.
    pub piece_count: u16,
}

/// A request in Brandub.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BrandubRequest {
    /// Always `brandub`.
    pub game: BrandubId,
    /// Your side.
    pub side: BrandubSide,
    /// The board.
    pub board: BoardLine<BrandubSquare>,
    /// The position in notation.
    pub position: String,
    /// The turn, from 0.
    pub turn: u64,
    /// The time left on your clock.
    pub clock_ms: Option<Millis>,
}

/// The id of Brandub.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BrandubId {
    /// `brandub`
    Brandub,
}

/// A side in Brandub.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BrandubSide {
    /// The attackers move first.
    Attackers,
    /// The king's side.
    Defenders,
}

/// A square in Brandub.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BrandubSquare {
    /// The column.
    pub x: u8,
    /// The row.
    pub y: u8,
    /// The piece on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<BrandubPiece>,
}

/// A piece in Brandub.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BrandubPiece {
    /// An attacker.
    Attacker,
    /// A defender.
    Defender,
    /// The king.
    King,
}

/// A request in Automatafl.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AutomataflRequest {
    /// Always `automatafl`.
    pub game: AutomataflId,
    /// Your seat.
    pub player: u16,
    /// The number of players.
    pub players: u16,
    /// What the automaton does when both axes are equal.
    pub tie: AutomataflTie,
    /// The board.
    pub board: BoardLine<AutomataflSquare>,
    /// The position in notation.
    pub position: String,
    /// The squares marked by conflicts of this turn.
    pub marked: Vec<Coordinates>,
    /// Whether your earlier move of this turn was in conflict.
    pub reentry: bool,
    /// The turn, from 0.
    pub turn: u64,
    /// The time left on your clock.
    pub clock_ms: Option<Millis>,
}

/// The id of Automatafl.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AutomataflId {
    /// `automatafl`
    Automatafl,
}

/// What the automaton does when both axes are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AutomataflTie {
    /// It moves along its column.
    Column,
    /// It stays.
    Freeze,
}

/// A square in Automatafl.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AutomataflSquare {
    /// The column.
    pub x: u8,
    /// The row.
    pub y: u8,
    /// The piece on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<AutomataflPiece>,
    /// The seat that owns this corner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<u16>,
}

/// A piece in Automatafl.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AutomataflPiece {
    /// Attracts the automaton.
    Attractor,
    /// Repels the automaton.
    Repulsor,
    /// The automaton.
    Automaton,
}

/// A request in Game 17.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Game17Request {
    /// Always `game17`.
    pub game: Game17Id,
    /// Your owner number.
    pub owner: u16,
    /// How many rounds follow this one.
    pub rounds_left: u32,
    /// How many rounds the game has.
    pub num_rounds: u32,
    /// The owners in the order they move.
    pub turn_order: Vec<u16>,
    /// The owner of each square, row by row.
    pub owners: Vec<Vec<u16>>,
    /// The pieces on each square, row by row.
    pub numbers: Vec<Vec<u32>>,
    /// The turn, from 0.
    pub turn: u64,
    /// The time left on your clock.
    pub clock_ms: Option<Millis>,
}

/// The id of Game 17.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Game17Id {
    /// `game17`
    Game17,
}

/// A bot's answer. It travels as [`GameData`], and the game checks it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum BotAnswer {
    /// A move on a board.
    Move(MoveAnswer),
    /// Orders in Game 17, each with a square (row and column), a direction and a
    /// number of pieces. An empty list stays.
    Orders(Vec<((u16, u16), Direction, u32)>),
    /// No move, in the only case Automatafl allows it.
    Pass(()),
}

impl BotAnswer {
    /// The line for the bot's standard output, without a line break.
    pub fn line(&self) -> String {
        to_line(self)
    }
}

impl From<BotAnswer> for GameData {
    fn from(answer: BotAnswer) -> GameData {
        serde_json::to_value(answer).unwrap_or_default().into()
    }
}

/// A move on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveAnswer {
    /// From this square.
    pub from: Coordinates,
    /// To this square.
    pub to: Coordinates,
    /// How many pieces, in Combo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece_count: Option<u16>,
}

/// A direction in Game 17.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// North.
    N,
    /// East.
    E,
    /// South.
    S,
    /// West.
    W,
}
