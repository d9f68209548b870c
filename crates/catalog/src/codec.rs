//! What a game adds to be in the catalog.

use std::fmt;

use game::{Game, NotationError, Seat, Step};
use serde_json::{Value, json};
use thiserror::Error;

use crate::json::JsonError;
use crate::marks::Marks;

/// What is known of a game before any option is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// Its name in commands, files and addresses.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub what: &'static str,
    /// The options there are.
    pub options: &'static [OptionInfo],
}

/// An option of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it does.
    pub what: &'static str,
}

/// What an option may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Number {
        /// The lowest.
        low: u64,
        /// The highest.
        high: u64,
    },
    /// One of these numbers.
    OneOf(&'static [u64]),
    /// True or false.
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A position record.
    Position,
    /// One of these words, or a position record.
    WordOrPosition(&'static [&'static str]),
    /// The owners of the four corners.
    Corners,
}

/// What can go wrong at the edge between JSON and a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// No such game.
    #[error("there is no game {0:?}; there are {names}", names = names())]
    UnknownGame(String),
    /// The JSON has another shape.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// A text is not in the game's notation.
    #[error("{what} {text:?}: {error}")]
    Notation {
        /// What it should have been.
        what: &'static str,
        /// The text.
        text: String,
        /// Where it goes wrong.
        error: NotationError,
    },
    /// The rules of the game refuse it.
    #[error("{0}")]
    Refused(String),
    /// The wrong seats act, or something should have been drawn.
    #[error("{0}")]
    NotPending(String),
}

impl Error {
    /// A refusal in the words of the game's own error.
    pub(crate) fn refused(error: impl std::error::Error) -> Error {
        Error::Refused(error.to_string())
    }

    pub(crate) fn notation(what: &'static str, text: &str) -> impl FnOnce(NotationError) -> Error {
        let text = text.chars().take(200).collect();
        move |error| Error::Notation { what, text, error }
    }
}

fn names() -> String {
    crate::GAMES.map(|info| info.id).join(", ")
}

/// A game with its JSON.
pub trait Codec: Game {
    /// Its name in commands, files and addresses.
    const ID: &'static str;
    /// What is known of it.
    const INFO: Info;

    /// The game with these options; null or `{}` is the usual game.
    fn from_options(options: &Value) -> Result<Self, Error>;

    /// All options as they are. [`from_options`](Self::from_options) reads them.
    fn options_json(&self) -> Value;

    /// Everything in a state. [`read_state`](Self::read_state) reads it.
    fn state_json(&self, state: &Self::State) -> Value;

    /// The state that was written.
    fn read_state(&self, value: &Value) -> Result<Self::State, Error>;

    /// A position record or what stands for it, to start a state from.
    fn read_position(&self, text: &str) -> Result<Self::State, Error>;

    /// What is to be drawn.
    fn chance_json(&self, chance: &Self::Chance) -> Value;

    /// What was drawn. [`read_draw`](Self::read_draw) reads it.
    fn draw_json(&self, draw: &Self::Draw) -> Value;

    /// The draw that was written, not yet checked.
    fn read_draw(&self, state: &Self::State, value: &Value) -> Result<Self::Draw, Error>;

    /// What a step did, as data.
    fn report_json(&self, report: &Self::Report) -> Value;

    /// What a step did, to be drawn.
    fn marks(&self, step: Step<'_, Self>, report: &Self::Report) -> Marks;

    /// What was done, in a few words.
    fn brief(&self, step: Step<'_, Self>, report: &Self::Report) -> String {
        let _ = report;
        match step {
            Step::Act([(_, action)]) => action.to_string(),
            Step::Act(joint) => named(joint),
            Step::Draw(draw) => self.draw_json(draw).to_string(),
        }
    }

    /// What the seat is called in this game.
    fn seat_name(&self, seat: Seat) -> String;

    /// Pieces that the seat has on the board; 0 where nobody owns any.
    fn material(&self, state: &Self::State, seat: Seat) -> u32 {
        let _ = (state, seat);
        0
    }

    /// The legal actions, if the game can list them.
    fn actions(&self, state: &Self::State, seat: Seat) -> Option<Vec<Self::Action>>;

    /// The number of ways to play `depth` steps, the first seat to act
    /// beginning with `root`; `Ok(None)` when it takes more than `budget`
    /// positions. See the game's page for what counts.
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

/// Reads draws of a game that draws nothing.
pub(crate) fn no_draws<T>() -> Result<T, Error> {
    Err(Error::NotPending(
        "nothing is ever drawn in this game".to_owned(),
    ))
}

/// The names of squares as a JSON list.
pub(crate) fn names_json(squares: &[game::Square]) -> Value {
    json!(squares.iter().map(ToString::to_string).collect::<Vec<_>>())
}
