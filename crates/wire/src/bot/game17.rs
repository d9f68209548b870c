//! Game 17.

use catalog::Value;
use game::Seat;
use game17::{Board, Game17, Options, Parts, State, Turn};
use std::fmt::{Display, Write as _};

use super::{About, AnswerError, Breach, RequestError, Wire, brief, parse, whole};

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

    fn read_request(request: &Value) -> Result<(Game17, State, Seat), RequestError> {
        let field = RequestError::field::<Game17>;
        let of = |error: &dyn Display| RequestError::of::<Game17>(error);
        let rows = |name: &str| -> Result<Vec<Vec<u32>>, RequestError> {
            let rows = request[name].as_array().ok_or_else(|| field(name))?;
            rows.iter().map(|row| numbers(row, name)).collect()
        };
        let owners: Vec<Vec<u16>> = rows("owners")?
            .into_iter()
            .map(|row| row.into_iter().map(|owner| owner as u16).collect())
            .collect();
        let board = Board::new(&owners, &rows("numbers")?).map_err(|error| of(&error))?;
        let order = numbers(&request["turn_order"], "turn_order")?;
        let seat = Seat(whole::<Game17, _>(&request["owner"], "owner")?);
        let size = board.size();
        let game = Game17::new(Options {
            size,
            rounds: whole::<Game17, _>(&request["num_rounds"], "num_rounds")?,
            players: u16::from(size) * u16::from(size),
            ..Options::default()
        })
        .map_err(|error| of(&error))?;
        let state = game
            .restore(Parts {
                board,
                dealt: true,
                order: order.into_iter().map(|owner| owner as u16).collect(),
                round: whole::<Game17, _>(&request["turn"], "turn")?,
                mover: Some(seat.0),
                tied: Vec::new(),
                over: None,
            })
            .map_err(|error| of(&error))?;
        Ok((game, state, seat))
    }

    fn write_answer(&self, action: &Turn, line: &mut String) {
        line.push('[');
        for (i, order) in action.orders().iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            let _ = write!(
                line,
                r#"{comma}[[{},{}],"{}",{}]"#,
                order.row, order.col, order.direction, order.count
            );
        }
        line.push(']');
    }
}

/// A list of whole numbers.
fn numbers(list: &Value, name: &str) -> Result<Vec<u32>, RequestError> {
    let list = list
        .as_array()
        .ok_or_else(|| RequestError::field::<Game17>(name))?;
    list.iter().map(|n| whole::<Game17, u32>(n, name)).collect()
}
