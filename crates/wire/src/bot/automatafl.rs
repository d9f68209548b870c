//! Automatafl.

use automatafl::{Automatafl, Entry, Move, Piece, State, Tie};
use game::{Game, Seat};
use std::fmt::Write as _;

use super::{About, AnswerError, Wire, from_to, parse, write_squares};

const SHAPE: &str = r#"{"from":{"x":0,"y":0},"to":{"x":0,"y":4}}"#;

impl Wire for Automatafl {
    fn request(&self, state: &State, seat: Seat, about: &About, line: &mut String) {
        let board = state.board();
        let tie = match self.options().tie {
            Tie::Column => "column",
            Tie::Freeze => "freeze",
        };
        let _ = write!(
            line,
            r#"{{"game":"automatafl","player":{seat},"players":{},"tie":"{tie}","#,
            self.seats()
        );
        let size = (board.size().width, board.size().height);
        write_squares(line, size, |line, square| {
            line.push_str(match board.piece(square) {
                Some(Piece::Attractor) => r#","piece":"attractor""#,
                Some(Piece::Repulsor) => r#","piece":"repulsor""#,
                Some(Piece::Automaton) => r#","piece":"automaton""#,
                None => "",
            });
            if let Some(owner) = self.goal(square) {
                let _ = write!(line, r#","goal":{owner}"#);
            }
        });
        let _ = write!(line, r#","position":"{board}","marked":["#);
        for (i, square) in state.marked().iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            let _ = write!(line, r#"{comma}{{"x":{},"y":{}}}"#, square.x, square.y);
        }
        let _ = write!(
            line,
            r#"],"reentry":{},"turn":{},"clock_ms":{}}}"#,
            state.is_reentry(),
            state.turn(),
            about.clock()
        );
    }

    fn answer(&self, state: &State, seat: Seat, line: &str) -> Result<Entry, AnswerError> {
        let answer = parse(line, SHAPE)?;
        // Who has no legal move left passes.
        let action = if answer.is_null() {
            Entry::Pass
        } else {
            let size = state.board().size();
            let (from, to) = from_to(&answer, line, SHAPE, (size.width, size.height))?;
            Entry::Move(Move { from, to })
        };
        match self.check(state, seat, &action) {
            Ok(()) => Ok(action),
            Err(rule) => Err(AnswerError::illegal(action, rule)),
        }
    }
}
