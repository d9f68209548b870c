//! Requests to bots and their answers.
//!
//! A bot gets one line of JSON when it is to move and answers with one line of JSON. A
//! request is made from the state of the game. The state holds no secrets, so no request
//! reveals what another seat has sealed.
//!
//! ```
//! use catalog::bot::{About, BotGame, line};
//! use catalog::typed::Brandub;
//! use game::{Game, Seat};
//!
//! let brandub = Brandub::default();
//! let state = brandub.start();
//! let request = brandub.request(&state, Seat(0), &About::default());
//! assert!(line(&request).starts_with(r#"{"game":"brandub","side":"attackers""#));
//! let answer = r#"{"from":{"x":3,"y":0},"to":{"x":2,"y":0}}"#;
//! assert_eq!(brandub.answer(&state, Seat(0), answer)?.to_string(), "d1-c1");
//! # Ok::<(), catalog::bot::AnswerError>(())
//! ```

use std::fmt::Debug;

use game::{Message, Say, Seat, Square, message};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;
use words::Language;

use crate::{AnyGame, AnyState, Codec, Drawn};

/// A game that bots can play.
pub trait BotGame: Drawn {
    /// What a bot reads when it is to move.
    type Request: Serialize + DeserializeOwned + PartialEq + Debug;
    /// What it writes.
    type Answer: Serialize + DeserializeOwned + PartialEq + Debug;

    /// What happens to a turn that breaks a rule.
    const BREACH: Breach = Breach::Loses;
    /// Options that a bot should not trip over.
    const ODD_OPTIONS: &'static [&'static str] = &[];
    /// Players in Python that are no programs, if the game has such.
    const MODULES: Option<&'static Modules> = None;

    /// The request to a seat that is to move.
    fn request(&self, state: &Self::State, seat: Seat, about: &About) -> Self::Request;

    /// Parses and checks the action in a bot's line.
    fn answer(
        &self,
        state: &Self::State,
        seat: Seat,
        line: &str,
    ) -> Result<Self::Action, AnswerError>;

    /// Parses a request in order to answer it: the game with the options that the request
    /// shows, the state, and the seat to move. Fields that are not needed for this may be
    /// missing.
    fn read_request(line: &str) -> Result<(Self, Self::State, Seat), RequestError>;

    /// The answer for an action.
    fn write_answer(&self, action: &Self::Action) -> Self::Answer;
}

/// The line of JSON for a bot's standard input or output, without a line break.
pub fn line(value: &impl Serialize) -> String {
    // Cannot fail: keys are strings and numbers are finite.
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

/// A move on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveAnswer {
    /// From this square.
    pub from: Coordinates,
    /// To this square.
    pub to: Coordinates,
}

/// A line that is not a request.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this is not a request of {game}: {problem}")]
pub struct RequestError {
    /// The game.
    pub game: &'static str,
    /// What is wrong.
    pub problem: String,
}

impl RequestError {
    pub(crate) fn of<G: Codec>(problem: impl Say) -> RequestError {
        RequestError {
            game: G::ID,
            problem: Language::English.say(&problem.message()),
        }
    }

    fn json<G: Codec>(error: impl ToString) -> RequestError {
        Self::of::<G>(Message::plain(error.to_string()))
    }

    pub(crate) fn field<G: Codec>(name: &str) -> RequestError {
        Self::of::<G>(message!("bot.field", field = format!("{name:?}")))
    }
}

/// Parses the needed parts of a request.
pub(crate) fn parse_request<G: Codec, T: DeserializeOwned>(line: &str) -> Result<T, RequestError> {
    if let Ok(parts) = serde_json::from_str(line) {
        return Ok(parts);
    }
    // Parse again, for the path of the problem.
    let mut json = serde_json::Deserializer::from_str(line);
    let read: Result<T, _> = serde_path_to_error::deserialize(&mut json);
    Err(match read {
        Ok(_) => RequestError::of::<G>(message!("bot.more")),
        Err(error) => RequestError::json::<G>(error),
    })
}

/// What happens to a turn that breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// The bot loses.
    Loses,
    /// The turn has no effect, and the game goes on.
    Voids,
}

/// Players in Python that are modules and no programs: a host runs them, which is part
/// of a package that they may import.
#[derive(Debug)]
pub struct Modules {
    /// The name of the package.
    pub package: &'static str,
    /// The names and contents of its files.
    pub files: &'static [(&'static str, &'static str)],
    /// The file of the package that lets a module answer in lines of JSON:
    /// `python host.py player.py`.
    pub host: &'static str,
    /// A module defines or imports one of these functions.
    pub functions: &'static [&'static str],
    /// The modules of the package that have such a function.
    pub players: &'static [&'static str],
}

/// The module players of a game, if it has such.
pub fn modules(game: &str) -> Option<&'static Modules> {
    fn of_game<G: BotGame>(_: G) -> Option<&'static Modules> {
        G::MODULES
    }
    crate::dispatch!(game, &Value::Null, of_game).ok()?
}

/// Options of a game that a bot should not trip over.
pub fn odd_options(game: &str) -> &'static [&'static str] {
    fn of_game<G: BotGame>(_: G) -> &'static [&'static str] {
        G::ODD_OPTIONS
    }
    crate::dispatch!(game, &Value::Null, of_game).unwrap_or_default()
}

/// What a request contains besides the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The milliseconds left on the seat's clock, if it has one.
    pub clock_ms: Option<u64>,
}

/// Why an answer is not an action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnswerError {
    /// It is not a line of JSON with the right fields.
    #[error("{0}")]
    Protocol(String),
    /// It breaks a rule of the game.
    #[error("{action}: {rule}")]
    Illegal {
        /// What the bot tried to do.
        action: String,
        /// The rule, in a sentence.
        rule: String,
    },
}

impl AnswerError {
    /// A breach of a rule, in English.
    pub(crate) fn illegal(action: impl ToString, rule: impl Say) -> AnswerError {
        AnswerError::Illegal {
            action: action.to_string(),
            rule: Language::English.say(&rule.message()),
        }
    }
}

/// Parses a request in order to answer it. See [`BotGame::read_request`].
pub fn read_request(
    id: &str,
    line: &str,
) -> Result<(Box<dyn AnyGame>, AnyState, Seat), RequestError> {
    type Read = Result<(Box<dyn AnyGame>, AnyState, Seat), RequestError>;
    fn read<G: BotGame>(_: G, line: &str) -> Read {
        let (game, state, seat) = G::read_request(line)?;
        Ok((crate::erase(game), AnyState::new::<G>(state), seat))
    }
    let unknown = |error: crate::Error| RequestError {
        game: "a game of the hall",
        problem: error.to_string(),
    };
    crate::dispatch!(id, &Value::Null, read, line).map_err(unknown)?
}

/// Parses an answer as JSON.
pub(crate) fn parse(line: &str, shape: &str) -> Result<Value, AnswerError> {
    serde_json::from_str(line).map_err(|error| {
        AnswerError::Protocol(format!(
            "the answer must be one line of JSON like {shape}, not {}: {error}",
            brief(line)
        ))
    })
}

/// The beginning of a line, for error messages.
pub(crate) fn brief(line: &str) -> String {
    let mut text: String = line.chars().take(80).collect();
    if text.len() < line.len() {
        text.push('…');
    }
    format!("{text:?}")
}

/// The two squares of a move. Coordinates off the board break a rule; anything but whole
/// numbers breaks the protocol.
pub(crate) fn from_to(
    answer: &Value,
    line: &str,
    shape: &str,
    (width, height): (u8, u8),
) -> Result<(Square, Square), AnswerError> {
    let square = |name: &str| {
        let part = |axis: &str| {
            let value = &answer[name][axis];
            let whole = value.is_i64() || value.is_u64();
            // Larger numbers are as far off the board as the end of the range.
            whole
                .then(|| value.as_i64().unwrap_or(i64::MAX))
                .ok_or_else(|| {
                    AnswerError::Protocol(format!(
                        "the answer must look like {shape}; in {} the field {name}.{axis} is no whole number",
                        brief(line)
                    ))
                })
        };
        let (x, y) = (part("x")?, part("y")?);
        match (u8::try_from(x), u8::try_from(y)) {
            (Ok(x), Ok(y)) if x < width && y < height => Ok(Square { x, y }),
            _ => Err(AnswerError::illegal(
                brief(line),
                message!(
                    "bot.off-board",
                    name = name.to_owned(),
                    x,
                    y,
                    width = width - 1,
                    height = height - 1
                ),
            )),
        }
    };
    Ok((square("from")?, square("to")?))
}

pub(crate) fn coordinates(Square { x, y }: Square) -> Coordinates {
    Coordinates { x, y }
}

pub(crate) fn move_answer(from: Square, to: Square) -> MoveAnswer {
    MoveAnswer {
        from: coordinates(from),
        to: coordinates(to),
    }
}

/// A board with one entry for each square.
pub(crate) fn board<S>((width, height): (u8, u8), square: impl Fn(Square) -> S) -> BoardLine<S> {
    let column = |x| (0..height).map(|y| square(Square { x, y })).collect();
    BoardLine {
        width,
        height,
        squares: (0..width).map(column).collect(),
    }
}
