//! Brandub.

use catalog::Value;
use game::{Game, Seat};
use std::fmt::Write as _;
use tafl::{Brandub, Move, Piece, Position, State};

use super::{About, AnswerError, RequestError, Wire, from_to, parse, write_from_to, write_squares};

const SHAPE: &str = r#"{"from":{"x":0,"y":3},"to":{"x":0,"y":1}}"#;
const SIZE: (u8, u8) = (7, 7);

impl Wire for Brandub {
    fn request(&self, state: &State, _: Seat, about: &About, line: &mut String) {
        let position = state.position();
        let side = position.side().name();
        let _ = write!(line, r#"{{"game":"brandub","side":"{side}","#);
        write_squares(line, SIZE, |line, square| {
            line.push_str(match position.piece(square) {
                Some(Piece::Attacker) => r#","piece":"attacker""#,
                Some(Piece::Defender) => r#","piece":"defender""#,
                Some(Piece::King) => r#","piece":"king""#,
                None => "",
            });
        });
        let _ = write!(
            line,
            r#","position":"{position}","turn":{},"clock_ms":{}}}"#,
            state.turn(),
            about.clock()
        );
    }

    fn answer(&self, state: &State, seat: Seat, line: &str) -> Result<Move, AnswerError> {
        let answer = parse(line, SHAPE)?;
        let (from, to) = from_to(&answer, line, SHAPE, SIZE)?;
        let action = Move::new(from, to).ok_or_else(|| {
            AnswerError::illegal(
                format!("{from}-{to}"),
                "a piece moves along a row or column to another square",
            )
        })?;
        match self.check(state, seat, &action) {
            Ok(()) => Ok(action),
            Err(rule) => Err(AnswerError::illegal(action, rule)),
        }
    }

    fn read_request(request: &Value) -> Result<(Brandub, State, Seat), RequestError> {
        let text = request["position"]
            .as_str()
            .ok_or_else(|| RequestError::field::<Brandub>("position"))?;
        let position: Position = text.parse().map_err(RequestError::of::<Brandub>)?;
        let seat = tafl::seat(position.side());
        Ok((Brandub::default(), State::new(position), seat))
    }

    fn write_answer(&self, action: &Move, line: &mut String) {
        line.push('{');
        write_from_to(line, action.from(), action.to());
        line.push('}');
    }
}
