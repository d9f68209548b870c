//! What bots of Game 17 are asked, and what they answer.

use game::{Say, Seat};
use game17::{Board, Game17, Options, Parts, State, Turn};
use protocol::Millis;
use serde::{Deserialize, Serialize};

use crate::bot::{
    About, AnswerError, BotGame, Breach, Modules, RequestError, brief, parse, parse_request,
};

const SHAPE: &str = r#"[[[3,4],"n",2],[[3,4],"e",1]]"#;

/// A request in Game 17.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Game17Request {
    /// Always `game17`.
    pub game: Game17Id,
    /// Your owner number.
    pub owner: u16,
    /// How many rounds follow this one.
    pub rounds_left: u32,
    /// How many rounds the game has.
    pub num_rounds: u32,
    /// The owners in the order they move.
    pub turn_order: Vec<u16>,
    /// The owner of each square, row by row.
    pub owners: Vec<Vec<u16>>,
    /// The pieces on each square, row by row.
    pub numbers: Vec<Vec<u32>>,
    /// The turn, from 0.
    pub turn: u64,
    /// The time left on your clock.
    pub clock_ms: Option<Millis>,
}

/// The id of Game 17.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Game17Id {
    /// `game17`
    Game17,
}

/// A direction in Game 17.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// North.
    N,
    /// East.
    E,
    /// South.
    S,
    /// West.
    W,
}

/// An order: a square (row and column), a direction and a number of pieces. No orders
/// stay.
pub type OrderAnswer = ((u16, u16), Direction, u32);

/// The needed parts of a request.
#[derive(Deserialize)]
struct Needed {
    owner: u16,
    num_rounds: u32,
    turn_order: Vec<u16>,
    owners: Vec<Vec<u16>>,
    numbers: Vec<Vec<u32>>,
    turn: u32,
}

impl BotGame for Game17 {
    type Request = Game17Request;
    type Answer = Vec<OrderAnswer>;
    const ODD_OPTIONS: &'static [&'static str] = &[
        r#"{"size":2,"players":1}"#,
        r#"{"size":30,"players":2}"#,
        r#"{"pieces":1000}"#,
        r#"{"rounds":1}"#,
    ];

    const BREACH: Breach = Breach::Voids;
    const MODULES: Option<&'static Modules> = Some(&super::python::MODULES);

    fn request(&self, state: &State, seat: Seat, about: &About) -> Game17Request {
        let board = state.board();
        let size = usize::from(board.size());
        Game17Request {
            game: Game17Id::Game17,
            owner: seat.0,
            rounds_left: self.rounds_left(state),
            num_rounds: self.options().rounds,
            turn_order: state.order().to_vec(),
            owners: board.owners().chunks(size).map(<[_]>::to_vec).collect(),
            numbers: board.numbers().chunks(size).map(<[_]>::to_vec).collect(),
            turn: state.round().into(),
            clock_ms: about.clock_ms,
        }
    }

    fn answer(&self, state: &State, seat: Seat, line: &str) -> Result<Turn, AnswerError> {
        let answer = parse(line, SHAPE)?;
        let orders = crate::game17::codec::raw_orders(&answer)
            .map_err(|error| AnswerError::Protocol(error.to_string()))?;
        Turn::from_raw(state.board(), seat.0, orders)
            .map_err(|rule| AnswerError::illegal(brief(line), rule))
    }

    fn read_request(line: &str) -> Result<(Game17, State, Seat), RequestError> {
        let of = |error: &dyn Say| RequestError::of::<Game17>(error.message());
        let parts: Needed = parse_request::<Game17, _>(line)?;
        let board = Board::new(&parts.owners, &parts.numbers).map_err(|error| of(&error))?;
        let size = board.size();
        let game = Game17::new(Options {
            size,
            rounds: parts.num_rounds,
            players: u16::from(size) * u16::from(size),
            ..Options::default()
        })
        .map_err(|error| of(&error))?;
        let state = game
            .restore(Parts {
                board,
                dealt: true,
                order: parts.turn_order,
                round: parts.turn,
                mover: Some(parts.owner),
                tied: Vec::new(),
                over: None,
            })
            .map_err(|error| of(&error))?;
        Ok((game, state, Seat(parts.owner)))
    }

    fn write_answer(&self, action: &Turn) -> Vec<OrderAnswer> {
        let orders = action.orders().iter().map(|order| {
            let square = (order.row.into(), order.col.into());
            let direction = match order.direction {
                game17::Direction::North => Direction::N,
                game17::Direction::East => Direction::E,
                game17::Direction::South => Direction::S,
                game17::Direction::West => Direction::W,
            };
            (square, direction, order.count.get())
        });
        orders.collect()
    }
}
