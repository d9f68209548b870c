//! What a game must add to be in the catalog.

use std::fmt;

use game::{Game, Message, NotationError, Say, Seat, Step, message};
use protocol::{Conflict, Sentence};
use serde_json::{Value, json};
use words::Language;

use crate::bot::BotGame;
use crate::json::{Fields, JsonError};
use crate::marks::Marks;
use crate::referee::respond_any;

/// The description of a game, independent of its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// The name in commands, files and addresses.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// How it is written.
    pub sample: Sample,
    /// The options.
    pub options: &'static [OptionInfo],
}

impl Info {
    /// Whether you choose how many play, and not one of a few numbers.
    pub fn seats_any_number(&self) -> bool {
        let mut options = self.options.iter();
        options.any(|option| option.name == "players" && matches!(option.kind, Kind::Number { .. }))
    }
}

/// Examples of a game's notation, for help texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// A position, if there is a notation for it.
    pub position: Option<&'static str>,
    /// What the first seat may do at the start.
    pub action: &'static str,
}

/// An option of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// The values it takes.
    pub kind: Kind,
}

/// The values of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Number {
        /// The lowest one.
        low: u64,
        /// The highest one.
        high: u64,
    },
    /// One of these numbers.
    OneOf(&'static [u64]),
    /// True or false.
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A position in notation.
    Position,
    /// One of these words, or a position in notation.
    WordOrPosition(&'static [&'static str]),
    /// The owners of the four corners.
    Corners,
}

impl Info {
    /// A description in one sentence.
    pub fn what(&self) -> Message {
        Message::named(format!("{}.what", self.id))
    }

    /// What it is called when no seat wins, if the game has a word for that. Otherwise, it
    /// is a draw.
    pub fn unwon(&self) -> Option<Message> {
        known(format!("{}.unwon", self.id))
    }

    /// What an option does.
    pub fn option(&self, option: &str) -> Message {
        Message::named(format!("{}.option-{}", self.id, option.replace('_', "-")))
    }

    /// A value of an option: a word of the game, or else as it is.
    pub fn value(&self, value: &str) -> Message {
        let word = known(format!("{}.word-{value}", self.id));
        word.unwrap_or_else(|| Message::plain(value.to_owned()))
    }
}

/// Why a game ended, by the word in records.
pub fn ending(reason: &str) -> Message {
    let word = known(format!("ending.{}", reason.replace(' ', "-")));
    word.unwrap_or_else(|| Message::plain(reason.replace('-', " ")))
}

/// What a sentence says, if its text is in this version of the program.
pub fn known_message(sentence: &Sentence) -> Option<Message> {
    words::values_of(&sentence.id)?;
    Some(sentence.into())
}

/// The message with this name, if there is one.
fn known(id: String) -> Option<Message> {
    words::values_of(&id)?;
    Some(Message::named(id))
}

/// An error on the way between JSON and a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// There is no such game.
    UnknownGame(String),
    /// The JSON has the wrong form.
    Json(JsonError),
    /// A text is not in the game's notation.
    Notation {
        /// What was expected: `move`, `position`, `square` or `turn`.
        what: &'static str,
        /// The text.
        text: String,
        /// Where and how it is wrong.
        error: NotationError,
    },
    /// The rules of the game forbid it.
    Refused(Message),
    /// Other seats must act, or a draw is due.
    NotPending(Message),
}

impl Error {
    /// A refusal in the words of the game's own error.
    pub(crate) fn refused(error: impl Say) -> Error {
        Error::Refused(error.message())
    }

    pub(crate) fn notation(what: &'static str, text: &str) -> impl FnOnce(NotationError) -> Error {
        let text = text.chars().take(200).collect();
        move |error| Error::Notation { what, text, error }
    }
}

impl Say for Error {
    fn message(&self) -> Message {
        match self {
            Error::UnknownGame(id) => {
                let known = crate::GAMES.map(|info| info.id).join(", ");
                message!("json.unknown-game", game = format!("{id:?}"), known)
            }
            Error::Json(error) => error.message(),
            Error::Notation { what, text, error } => {
                let (text, error) = (format!("{text:?}"), error.message());
                message!("json.notation", what = *what, text, error)
            }
            Error::Refused(message) | Error::NotPending(message) => message.clone(),
        }
    }
}

/// In English, for programs and logs.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Language::English.say(&self.message()))
    }
}

impl std::error::Error for Error {}

impl From<JsonError> for Error {
    fn from(error: JsonError) -> Error {
        Error::Json(error)
    }
}

/// Something that a seat may choose before the game, such as its corner of the board. Two
/// seats swap what they have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The seat that has it.
    pub owner: u16,
    /// What to call choosing it. Of several that belong together, only the first has a name.
    pub name: Option<Message>,
}

/// What happens if all seats but one of a game for more than two have dropped out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastSeat {
    /// The last one wins.
    Wins,
    /// The game goes on: seats without players may still win.
    PlaysOn,
}

/// A game with its JSON.
pub trait Codec: Game {
    /// The name in commands, files and addresses.
    const ID: &'static str;
    /// The description.
    const INFO: Info;
    /// What becomes of the last seat that is left.
    const LAST_SEAT: LastSeat = LastSeat::Wins;

    /// The game with these options. Null and `{}` mean the defaults.
    fn from_options(options: &Value) -> Result<Self, Error>;

    /// All options as they are. [`from_options`](Self::from_options) reads them.
    fn options_json(&self) -> Value;

    /// The whole state. [`read_state`](Self::read_state) reads it.
    fn state_json(&self, state: &Self::State) -> Value;

    /// Reads a state that [`state_json`](Self::state_json) wrote.
    fn read_state(&self, value: &Value) -> Result<Self::State, Error>;

    /// Makes a state from a position in notation or, in games without one, from JSON.
    fn read_position(&self, text: &str) -> Result<Self::State, Error>;

    /// Answers a request to the [referee](crate::referee). Unless a game has requests of its
    /// own, it answers `moves`, `turn` and `perft`.
    fn respond(fields: Fields<'_>, budget: u64) -> Result<Value, Error>
    where
        Self: BotGame,
    {
        respond_any::<Self>(fields, budget)
    }

    /// What must be drawn.
    fn chance_json(&self, chance: &Self::Chance) -> Value;

    /// What was drawn. [`read_draw`](Self::read_draw) reads it.
    fn draw_json(&self, draw: &Self::Draw) -> Value;

    /// Parses a draw. Does not check it.
    fn read_draw(&self, state: &Self::State, value: &Value) -> Result<Self::Draw, Error>;

    /// What a step did, as JSON.
    fn report_json(&self, report: &Self::Report) -> Value;

    /// What a step did, to be drawn.
    fn marks(&self, step: Step<'_, Self>, report: &Self::Report) -> Marks;

    /// The conflict between the moves of a step, if there is one.
    fn conflict(&self, report: &Self::Report) -> Option<Conflict> {
        let _ = report;
        None
    }

    /// What a seat may choose before the game, by number.
    fn choices(&self) -> Vec<Choice> {
        Vec::new()
    }

    /// All options, but with these owners of the [choices](Self::choices).
    fn with_owners(&self, owners: &[u16]) -> Value {
        let _ = owners;
        self.options_json()
    }

    /// What was done, in a few words.
    fn brief(&self, step: Step<'_, Self>, report: &Self::Report) -> Message {
        let _ = report;
        Message::plain(match step {
            Step::Act([(_, action)]) => action.to_string(),
            Step::Act(joint) => named(joint),
            Step::Draw(draw) => self.draw_json(draw).to_string(),
        })
    }

    /// The game's name for a seat.
    fn seat_name(&self, seat: Seat) -> Message;

    /// How many pieces the seat has on the board. 0 in games without owners of
    /// pieces.
    fn material(&self, state: &Self::State, seat: Seat) -> u32 {
        let _ = (state, seat);
        0
    }

    /// The legal actions, if the game can list them.
    fn actions(&self, state: &Self::State, seat: Seat) -> Option<Vec<Self::Action>>;

    /// Counts the ways to play `depth` steps in which the first seat to act
    /// begins with `root`. `Ok(None)` if that takes more than `budget`
    /// positions. The game's page says what counts.
    fn perft(
        &self,
        state: &Self::State,
        root: &Self::Action,
        depth: u32,
        budget: &mut u64,
    ) -> Option<u64>;
}

/// Actions with the seats that chose them.
pub(crate) fn named<A: fmt::Display>(joint: &[(Seat, A)]) -> String {
    let named = joint
        .iter()
        .map(|(seat, action)| format!("{seat}: {action}"));
    named.collect::<Vec<_>>().join(", ")
}

/// The draw of a game without draws: always an error.
pub(crate) fn no_draws<T>() -> Result<T, Error> {
    Err(Error::NotPending(message!("json.never-drawn")))
}

/// The names of squares as a JSON list.
pub(crate) fn names_json(squares: &[game::Square]) -> Value {
    json!(squares.iter().map(ToString::to_string).collect::<Vec<_>>())
}
