//! Automatafl.

use automatafl::{Automatafl, Board, Entry, Move, Options, Piece, Players, Setup, State, Tie};
use catalog::Value;
use game::{Game, Seat, Square};
use std::fmt::Write as _;

use super::{
    About, AnswerError, RequestError, Wire, from_to, parse, whole, write_from_to, write_squares,
};

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

    fn read_request(request: &Value) -> Result<(Automatafl, State, Seat), RequestError> {
        let field = RequestError::field::<Automatafl>;
        let text = request["position"].as_str();
        let board: Board = text
            .ok_or_else(|| field("position"))?
            .parse()
            .map_err(RequestError::of::<Automatafl>)?;
        let players = match request["players"].as_u64() {
            Some(2) => Players::Two,
            Some(4) => Players::Four,
            _ => return Err(field("players")),
        };
        let (right, top) = (board.size().width - 1, board.size().height - 1);
        let mut corners = [Seat(0); 4];
        for (corner, (x, y)) in corners
            .iter_mut()
            .zip([(0, 0), (right, 0), (right, top), (0, top)])
        {
            let square = &request["board"]["squares"][usize::from(x)][usize::from(y)];
            *corner = Seat(whole::<Automatafl, _>(&square["goal"], "goal")?);
        }
        let options = Options {
            players,
            tie: match request["tie"].as_str() {
                Some("column") => Tie::Column,
                Some("freeze") => Tie::Freeze,
                _ => return Err(field("tie")),
            },
            automata: board.automata().len() as u8,
            corners: Some(corners),
            setup: Setup::Custom(Box::new(board)),
            ..Options::default()
        };
        let game = Automatafl::new(options).map_err(RequestError::of::<Automatafl>)?;
        let mut marked = Vec::new();
        for square in request["marked"]
            .as_array()
            .ok_or_else(|| field("marked"))?
        {
            marked.push(Square {
                x: whole::<Automatafl, _>(&square["x"], "marked")?,
                y: whole::<Automatafl, _>(&square["y"], "marked")?,
            });
        }
        let state = game.start_marked(&marked).map_err(|_| field("marked"))?;
        let seat = Seat(whole::<Automatafl, _>(&request["player"], "player")?);
        if seat.0 >= game.seats() {
            return Err(field("player"));
        }
        Ok((game, state, seat))
    }

    fn write_answer(&self, action: &Entry, line: &mut String) {
        match action {
            Entry::Move(m) => {
                line.push('{');
                write_from_to(line, m.from, m.to);
                line.push('}');
            }
            Entry::Pass => line.push_str("null"),
        }
    }
}
