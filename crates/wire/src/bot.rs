//! Requests and answers of every game.

mod automatafl;
mod brandub;
mod combo;
mod game17;

use catalog::{AnyState, Codec, Value};
use game::{Seat, Square};
use thiserror::Error;

/// A game that bots can play.
pub trait Wire: Codec {
    /// What becomes of a turn that breaks a rule.
    const BREACH: Breach = Breach::Loses;

    /// Appends the request to a seat that is to move: one line of JSON without
    /// its end.
    fn request(&self, state: &Self::State, seat: Seat, about: &About, line: &mut String);

    /// The action that a bot's line means, checked.
    fn answer(
        &self,
        state: &Self::State,
        seat: Seat,
        line: &str,
    ) -> Result<Self::Action, AnswerError>;

    /// What a request says, for whoever answers it: the game, as far as a
    /// request tells its options, the state, and the seat that is to move.
    fn read_request(request: &Value) -> Result<(Self, Self::State, Seat), RequestError>;

    /// Appends the answer that stands for an action.
    fn write_answer(&self, action: &Self::Action, line: &mut String);
}

/// A line that is no request.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this is no request of {game}: {problem}")]
pub struct RequestError {
    /// The game.
    pub game: &'static str,
    /// What is wrong.
    pub problem: String,
}

impl RequestError {
    fn of<G: Codec>(problem: impl ToString) -> RequestError {
        RequestError {
            game: G::ID,
            problem: problem.to_string(),
        }
    }

    fn field<G: Codec>(name: &str) -> RequestError {
        Self::of::<G>(format!(
            "the field {name:?} is missing or not of the right shape"
        ))
    }
}

/// A whole number in a request.
fn whole<G: Codec, N: TryFrom<u64>>(value: &Value, name: &str) -> Result<N, RequestError> {
    let number = value.as_u64().and_then(|number| N::try_from(number).ok());
    number.ok_or_else(|| RequestError::field::<G>(name))
}

/// Writes the squares of a move.
fn write_from_to(line: &mut String, from: Square, to: Square) {
    use std::fmt::Write as _;
    let _ = write!(
        line,
        r#""from":{{"x":{},"y":{}}},"to":{{"x":{},"y":{}}}"#,
        from.x, from.y, to.x, to.y
    );
}

/// What becomes of a turn that breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// The program has lost.
    Loses,
    /// The turn is empty and the game goes on.
    Voids,
}

/// What a request says besides the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Milliseconds left on the seat's clock; nothing if it has none.
    pub clock_ms: Option<u64>,
}

impl About {
    fn clock(&self) -> String {
        self.clock_ms
            .map_or_else(|| "null".to_owned(), |ms| ms.to_string())
    }
}

/// Why an answer is no action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnswerError {
    /// It is no line of JSON of the right shape.
    #[error("{0}")]
    Protocol(String),
    /// It breaks a rule of the game.
    #[error("{action}: {rule}")]
    Illegal {
        /// What the bot wanted to do.
        action: String,
        /// The rule, in a sentence.
        rule: String,
    },
}

impl AnswerError {
    fn illegal(action: impl ToString, rule: impl ToString) -> AnswerError {
        AnswerError::Illegal {
            action: action.to_string(),
            rule: rule.to_string(),
        }
    }
}

/// A game that bots can play, without its types.
pub trait AnyWire: Send + Sync {
    /// See [`Wire::BREACH`].
    fn breach(&self) -> Breach;

    /// See [`Wire::request`].
    fn request(&self, state: &AnyState, seat: Seat, about: &About) -> String;

    /// The answer in canonical notation. See [`Wire::answer`].
    fn answer(&self, state: &AnyState, seat: Seat, line: &str) -> Result<String, AnswerError>;
}

struct Erased<G>(G);

impl<G: Wire> AnyWire for Erased<G> {
    fn breach(&self) -> Breach {
        G::BREACH
    }

    fn request(&self, state: &AnyState, seat: Seat, about: &About) -> String {
        let mut line = String::new();
        self.0.request(state.of::<G>(), seat, about, &mut line);
        line
    }

    fn answer(&self, state: &AnyState, seat: Seat, line: &str) -> Result<String, AnswerError> {
        let action = self.0.answer(state.of::<G>(), seat, line)?;
        Ok(action.to_string())
    }
}

/// The messages of a game with these options.
pub fn open(id: &str, options: &Value) -> Result<Box<dyn AnyWire>, catalog::Error> {
    fn make<G: Wire>(game: G) -> Box<dyn AnyWire> {
        Box::new(Erased(game))
    }
    catalog::dispatch!(id, options, make)
}

/// Parses the line of an answer.
fn parse(line: &str, shape: &str) -> Result<Value, AnswerError> {
    serde_json::from_str(line).map_err(|error| {
        AnswerError::Protocol(format!(
            "the answer must be one line of JSON like {shape}, not {}: {error}",
            brief(line)
        ))
    })
}

/// The beginning of a line, for messages.
fn brief(line: &str) -> String {
    let mut text: String = line.chars().take(80).collect();
    if text.len() < line.len() {
        text.push('…');
    }
    format!("{text:?}")
}

/// The two squares of a move. Coordinates off the board break a rule, anything
/// but whole numbers breaks the protocol.
fn from_to(
    answer: &Value,
    line: &str,
    shape: &str,
    (width, height): (u8, u8),
) -> Result<(Square, Square), AnswerError> {
    let square = |name: &str| {
        let part = |axis: &str| {
            let value = &answer[name][axis];
            let whole = value.is_i64() || value.is_u64();
            // Whatever does not fit is as far off the board as the end of the range.
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
                format!(
                    "{name} x {x}, y {y} is off the board, which has x 0 to {} and y 0 to {}",
                    width - 1,
                    height - 1
                ),
            )),
        }
    };
    Ok((square("from")?, square("to")?))
}

/// Writes the list of lists of squares, the outer one by x. `rest` adds what
/// follows the coordinates of a square.
fn write_squares(
    line: &mut String,
    (width, height): (u8, u8),
    mut rest: impl FnMut(&mut String, Square),
) {
    use std::fmt::Write as _;
    line.push_str(r#""board":{"width":"#);
    let _ = write!(line, r#"{width},"height":{height},"squares":["#);
    for x in 0..width {
        line.push_str(if x == 0 { "[" } else { ",[" });
        for y in 0..height {
            line.push_str(if y == 0 { r#"{"x":"# } else { r#",{"x":"# });
            let _ = write!(line, r#"{x},"y":{y}"#);
            rest(line, Square { x, y });
            line.push('}');
        }
        line.push(']');
    }
    line.push_str("]}");
}
