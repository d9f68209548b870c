//! What bots of Automatafl are asked, and what they answer.

use automatafl::{Automatafl, Board, Entry, Move, Options, Piece, Players, Setup, State, Tie};
use game::{Game, Seat, Square};
use protocol::Millis;
use serde::{Deserialize, Serialize};

use crate::bot::{
    About, AnswerError, BoardLine, BotGame, Coordinates, MoveAnswer, RequestError, board,
    coordinates, from_to, move_answer, parse, parse_request,
};

const SHAPE: &str = r#"{"from":{"x":0,"y":0},"to":{"x":0,"y":4}}"#;

/// A request in Automatafl.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AutomataflRequest {
    /// Always `automatafl`.
    pub game: AutomataflId,
    /// Your seat.
    pub player: u16,
    /// The number of players.
    pub players: u16,
    /// What the automaton does when both axes are equal.
    pub tie: AutomataflTie,
    /// The board.
    pub board: BoardLine<AutomataflSquare>,
    /// The position in notation.
    pub position: String,
    /// The squares marked by conflicts of this turn.
    pub marked: Vec<Coordinates>,
    /// Whether your earlier move of this turn was in conflict.
    pub reentry: bool,
    /// The turn, from 0.
    pub turn: u64,
    /// The time left on your clock.
    pub clock_ms: Option<Millis>,
}

/// The id of Automatafl.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AutomataflId {
    /// `automatafl`
    Automatafl,
}

/// What the automaton does when both axes are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AutomataflTie {
    /// It moves along its column.
    Column,
    /// It stays.
    Freeze,
}

/// A square in Automatafl.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AutomataflSquare {
    /// The column.
    pub x: u8,
    /// The row.
    pub y: u8,
    /// The piece on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<AutomataflPiece>,
    /// The seat that owns this corner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<u16>,
}

/// A piece in Automatafl.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AutomataflPiece {
    /// Attracts the automaton.
    Attractor,
    /// Repels the automaton.
    Repulsor,
    /// The automaton.
    Automaton,
}

/// The needed parts of a request.
#[derive(Deserialize)]
struct Parts {
    player: u16,
    players: u16,
    tie: AutomataflTie,
    board: PartsBoard,
    position: String,
    marked: Vec<Coordinates>,
}

#[derive(Deserialize)]
struct PartsBoard {
    squares: Vec<Vec<PartsSquare>>,
}

#[derive(Deserialize)]
struct PartsSquare {
    #[serde(default)]
    goal: Option<u16>,
}

impl BotGame for Automatafl {
    type Request = AutomataflRequest;
    type Answer = Option<MoveAnswer>;
    const ODD_OPTIONS: &'static [&'static str] = &[
        r#"{"players":4}"#,
        r#"{"setup":"small"}"#,
        r#"{"tie":"freeze"}"#,
        r#"{"setup":"twins","automata":2}"#,
    ];

    fn request(&self, state: &State, seat: Seat, about: &About) -> AutomataflRequest {
        let on_board = state.board();
        let size = (on_board.size().width, on_board.size().height);
        let marked = state.marked().into_iter();
        AutomataflRequest {
            game: AutomataflId::Automatafl,
            player: seat.0,
            players: self.seats(),
            tie: match self.options().tie {
                Tie::Column => AutomataflTie::Column,
                Tie::Freeze => AutomataflTie::Freeze,
            },
            board: board(size, |square| AutomataflSquare {
                x: square.x,
                y: square.y,
                piece: on_board.piece(square).map(|piece| match piece {
                    Piece::Attractor => AutomataflPiece::Attractor,
                    Piece::Repulsor => AutomataflPiece::Repulsor,
                    Piece::Automaton => AutomataflPiece::Automaton,
                }),
                goal: self.goal(square).map(|owner| owner.0),
            }),
            position: on_board.to_string(),
            marked: marked.map(coordinates).collect(),
            reentry: state.is_reentry(),
            turn: state.turn().into(),
            clock_ms: about.clock_ms,
        }
    }

    fn answer(&self, state: &State, seat: Seat, line: &str) -> Result<Entry, AnswerError> {
        let answer = parse(line, SHAPE)?;
        // A seat without legal moves passes.
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

    fn read_request(line: &str) -> Result<(Automatafl, State, Seat), RequestError> {
        let field = RequestError::field::<Automatafl>;
        let parts: Parts = parse_request::<Automatafl, _>(line)?;
        let board: Board = parts
            .position
            .parse()
            .map_err(RequestError::of::<Automatafl>)?;
        let players = match parts.players {
            2 => Players::Two,
            4 => Players::Four,
            _ => return Err(field("players")),
        };
        let (right, top) = (board.size().width - 1, board.size().height - 1);
        let mut corners = [Seat(0); 4];
        for (corner, (x, y)) in corners
            .iter_mut()
            .zip([(0, 0), (right, 0), (right, top), (0, top)])
        {
            let column = parts.board.squares.get(usize::from(x));
            let square = column.and_then(|column| column.get(usize::from(y)));
            *corner = Seat(square.and_then(|it| it.goal).ok_or_else(|| field("goal"))?);
        }
        let options = Options {
            players,
            tie: match parts.tie {
                AutomataflTie::Column => Tie::Column,
                AutomataflTie::Freeze => Tie::Freeze,
            },
            automata: board.automata().len() as u8,
            corners: Some(corners),
            setup: Setup::Custom(Box::new(board)),
            ..Options::default()
        };
        let game = Automatafl::new(options).map_err(RequestError::of::<Automatafl>)?;
        let marked = parts
            .marked
            .iter()
            .map(|&Coordinates { x, y }| Square { x, y });
        let marked: Vec<Square> = marked.collect();
        let state = game.start_marked(&marked).map_err(|_| field("marked"))?;
        if parts.player >= game.seats() {
            return Err(field("player"));
        }
        Ok((game, state, Seat(parts.player)))
    }

    fn write_answer(&self, action: &Entry) -> Option<MoveAnswer> {
        match action {
            Entry::Move(Move { from, to }) => Some(move_answer(*from, *to)),
            // The only case of no move.
            Entry::Pass => None,
        }
    }
}
