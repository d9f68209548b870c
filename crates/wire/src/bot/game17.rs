//! Game 17.

use game::Seat;
use game17::{Game17, State, Turn};
use std::fmt::{Display, Write as _};

use super::{About, AnswerError, Breach, Wire, brief, parse};

const SHAPE: &str = r#"[[[3,4],"n",2],[[3,4],"e",1]]"#;

fn list<T: Display>(line: &mut String, items: &[T]) {
    line.push('[');
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            line.push(',');
        }
        let _ = write!(line, "{item}");
    }
    line.push(']');
}

fn rows<T: Display>(line: &mut String, items: &[T], size: usize) {
    line.push('[');
    for (i, row) in items.chunks(size).enumerate() {
        if i > 0 {
            line.push(',');
        }
        list(line, row);
    }
    line.push(']');
}

impl Wire for Game17 {
    const BREACH: Breach = Breach::Voids;

    fn request(&self, state: &State, seat: Seat, about: &About, line: &mut String) {
        let board = state.board();
        let size = usize::from(board.size());
        let _ = write!(
            line,
            r#"{{"game":"game17","owner":{seat},"rounds_left":{},"num_rounds":{},"turn_order":"#,
            self.rounds_left(state),
            self.options().rounds
        );
        list(line, state.order());
        line.push_str(r#","owners":"#);
        rows(line, board.owners(), size);
        line.push_str(r#","numbers":"#);
        rows(line, board.numbers(), size);
        let _ = write!(
            line,
            r#","turn":{},"clock_ms":{}}}"#,
            state.round(),
            about.clock()
        );
    }

    fn answer(&self, state: &State, seat: Seat, line: &str) -> Result<Turn, AnswerError> {
        let answer = parse(line, SHAPE)?;
        let orders = catalog::raw_orders(&answer)
            .map_err(|error| AnswerError::Protocol(error.to_string()))?;
        Turn::from_raw(state.board(), seat.0, orders)
            .map_err(|rule| AnswerError::illegal(brief(line), rule))
    }
}
