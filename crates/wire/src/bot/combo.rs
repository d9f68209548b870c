//! Combo, as in the original contest.

use combo::{Color, Combo, Move, State};
use game::{Game, Seat};
use std::fmt::Write as _;
use std::num::NonZeroU16;

use super::{About, AnswerError, Wire, brief, from_to, parse, write_squares};

const SHAPE: &str = r#"{"from":{"x":3,"y":2},"to":{"x":5,"y":4},"piece_count":3}"#;

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

impl Wire for Combo {
    fn request(&self, state: &State, _: Seat, _: &About, line: &mut String) {
        let position = state.position();
        let _ = write!(line, r#"{{"color":"{}","#, name(position.to_move()));
        let size = (position.width(), position.height());
        write_squares(line, size, |line, square| match position.at(square) {
            Some(piece) => {
                let color = name(piece.color);
                let _ = write!(
                    line,
                    r#","piece_color":"{color}","piece_count":{}"#,
                    piece.count
                );
            }
            None => line.push_str(r#","piece_count":0"#),
        });
        line.push('}');
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
                "a move takes at least one piece and at most all of the stack",
            ));
        };
        let action = Move { from, to, count };
        match self.check(state, seat, &action) {
            Ok(()) => Ok(action),
            Err(rule) => Err(AnswerError::illegal(action, rule)),
        }
    }
}
