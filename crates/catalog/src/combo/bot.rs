//! What bots of Combo are asked, and what they answer, as in the original contest.

use combo::{Color, Combo, Move, Options, Position, State};
use game::{Game, Seat, message};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::num::NonZeroU16;

use crate::bot::{
    About, AnswerError, BoardLine, BotGame, Coordinates, RequestError, board, brief, coordinates,
    from_to, parse, parse_request,
};

const SHAPE: &str = r#"{"from":{"x":3,"y":2},"to":{"x":5,"y":4},"piece_count":3}"#;

fn color(color: Color) -> ComboColor {
    match color {
        Color::Black => ComboColor::Black,
        Color::White => ComboColor::White,
    }
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

/// An answer in Combo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComboAnswer {
    /// From this square.
    pub from: Coordinates,
    /// To this square.
    pub to: Coordinates,
    /// How many pieces.
    pub piece_count: NonZeroU16,
}

/// The needed parts of a request.
#[derive(Deserialize)]
struct Parts {
    color: ComboColor,
    board: BoardLine<PartsSquare>,
}

#[derive(Clone, Copy, Deserialize)]
struct PartsSquare {
    #[serde(default)]
    piece_color: Option<ComboColor>,
    piece_count: u32,
}

impl BotGame for Combo {
    type Request = ComboRequest;
    type Answer = ComboAnswer;
    const ODD_OPTIONS: &'static [&'static str] =
        &[r#"{"width":5,"height":6}"#, r#"{"width":12,"height":12}"#];

    fn request(&self, state: &State, _: Seat, _: &About) -> ComboRequest {
        let position = state.position();
        let size = (position.width(), position.height());
        ComboRequest {
            color: color(position.to_move()),
            board: board(size, |square| {
                let piece = position.at(square);
                ComboSquare {
                    x: square.x,
                    y: square.y,
                    piece_color: piece.map(|piece| color(piece.color)),
                    piece_count: piece.map_or(0, |piece| piece.count.get()),
                }
            }),
        }
    }

    fn answer(&self, state: &State, seat: Seat, line: &str) -> Result<Move, AnswerError> {
        let answer = parse(line, SHAPE)?;
        let position = state.position();
        let size = (position.width(), position.height());
        let (from, to) = from_to(&answer, line, SHAPE, size)?;
        let count = &answer["piece_count"];
        if !(count.is_i64() || count.is_u64()) {
            return Err(AnswerError::Protocol(format!(
                "the answer must look like {SHAPE}; in {} the field piece_count is no whole number",
                brief(line)
            )));
        }
        let fits = count.as_u64().and_then(|count| u16::try_from(count).ok());
        let Some(count) = fits.and_then(NonZeroU16::new) else {
            return Err(AnswerError::illegal(
                format!("{from}-{to}={count}"),
                message!("combo.whole-count"),
            ));
        };
        let action = Move { from, to, count };
        match self.check(state, seat, &action) {
            Ok(()) => Ok(action),
            Err(rule) => Err(AnswerError::illegal(action, rule)),
        }
    }

    fn read_request(line: &str) -> Result<(Combo, State, Seat), RequestError> {
        let Parts { color, board } = parse_request::<Combo, _>(line)?;
        let (width, height) = (usize::from(board.width), usize::from(board.height));
        if width > 26 || height > 26 {
            return Err(RequestError::of::<Combo>(message!("combo.too-large")));
        }
        let columns = &board.squares;
        if columns.len() != width || columns.iter().any(|column| column.len() != height) {
            return Err(RequestError::field::<Combo>("squares"));
        }
        let mut text = String::with_capacity(4 * width * height);
        for y in 0..height {
            for (x, column) in columns.iter().enumerate() {
                text.push_str(match (x, y) {
                    (0, 0) => "",
                    (0, _) => "/",
                    _ => ",",
                });
                let PartsSquare {
                    piece_color,
                    piece_count,
                } = column[y];
                let _ = match (piece_count, piece_color) {
                    (0, _) => write!(text, "x"),
                    (count, Some(ComboColor::Black)) => write!(text, "b{count}"),
                    (count, Some(ComboColor::White)) => write!(text, "w{count}"),
                    _ => return Err(RequestError::field::<Combo>("piece_color")),
                };
            }
        }
        text.push_str(match color {
            ComboColor::Black => " b",
            ComboColor::White => " w",
        });
        let position: Position = text.parse().map_err(RequestError::of::<Combo>)?;
        let seat = position.to_move().seat();
        let game = Combo::starting_from(position, Options::default().quiet_limit);
        let state = game.start();
        Ok((game, state, seat))
    }

    fn write_answer(&self, action: &Move) -> ComboAnswer {
        ComboAnswer {
            from: coordinates(action.from),
            to: coordinates(action.to),
            piece_count: action.count,
        }
    }
}
