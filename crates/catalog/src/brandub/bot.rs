//! What bots of Brandub are asked, and what they answer.

use game::{Game, Seat, message};
use protocol::Millis;
use serde::{Deserialize, Serialize};
use tafl::{Brandub, Move, Piece, Position, Side, State};

use crate::bot::{
    About, AnswerError, BoardLine, BotGame, MoveAnswer, RequestError, board, from_to, move_answer,
    parse, parse_request,
};

const SHAPE: &str = r#"{"from":{"x":0,"y":3},"to":{"x":0,"y":1}}"#;
const SIZE: (u8, u8) = (7, 7);

/// A request in Brandub.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BrandubRequest {
    /// Always `brandub`.
    pub game: BrandubId,
    /// Your side.
    pub side: BrandubSide,
    /// The board.
    pub board: BoardLine<BrandubSquare>,
    /// The position in notation.
    pub position: String,
    /// The turn, from 0.
    pub turn: u64,
    /// The time left on your clock.
    pub clock_ms: Option<Millis>,
}

/// The id of Brandub.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BrandubId {
    /// `brandub`
    Brandub,
}

/// A side in Brandub.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BrandubSide {
    /// The attackers move first.
    Attackers,
    /// The king's side.
    Defenders,
}

/// A square in Brandub.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BrandubSquare {
    /// The column.
    pub x: u8,
    /// The row.
    pub y: u8,
    /// The piece on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<BrandubPiece>,
}

/// A piece in Brandub.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BrandubPiece {
    /// An attacker.
    Attacker,
    /// A defender.
    Defender,
    /// The king.
    King,
}

/// The needed parts of a request.
#[derive(Deserialize)]
struct Parts {
    position: String,
}

impl BotGame for Brandub {
    type Request = BrandubRequest;
    type Answer = MoveAnswer;

    fn request(&self, state: &State, _: Seat, about: &About) -> BrandubRequest {
        let position = state.position();
        BrandubRequest {
            game: BrandubId::Brandub,
            side: match position.side() {
                Side::Attackers => BrandubSide::Attackers,
                Side::Defenders => BrandubSide::Defenders,
            },
            board: board(SIZE, |square| BrandubSquare {
                x: square.x,
                y: square.y,
                piece: position.piece(square).map(|piece| match piece {
                    Piece::Attacker => BrandubPiece::Attacker,
                    Piece::Defender => BrandubPiece::Defender,
                    Piece::King => BrandubPiece::King,
                }),
            }),
            position: position.to_string(),
            turn: state.turn().into(),
            clock_ms: about.clock_ms,
        }
    }

    fn answer(&self, state: &State, seat: Seat, line: &str) -> Result<Move, AnswerError> {
        let answer = parse(line, SHAPE)?;
        let (from, to) = from_to(&answer, line, SHAPE, SIZE)?;
        let action = Move::new(from, to).ok_or_else(|| {
            AnswerError::illegal(format!("{from}-{to}"), message!("brandub.line"))
        })?;
        match self.check(state, seat, &action) {
            Ok(()) => Ok(action),
            Err(rule) => Err(AnswerError::illegal(action, rule)),
        }
    }

    fn read_request(line: &str) -> Result<(Brandub, State, Seat), RequestError> {
        let Parts { position } = parse_request::<Brandub, _>(line)?;
        let position: Position = position.parse().map_err(RequestError::of::<Brandub>)?;
        let seat = tafl::seat(position.side());
        Ok((Brandub::default(), State::new(position), seat))
    }

    fn write_answer(&self, action: &Move) -> MoveAnswer {
        move_answer(action.from(), action.to())
    }
}
