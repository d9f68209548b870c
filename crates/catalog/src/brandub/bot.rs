//! What bots of Brandub are asked, and what they answer.

use game::{Game, Seat};
use protocol::bot::{
    BotAnswer, BotRequest, BrandubId, BrandubPiece, BrandubRequest, BrandubSide, BrandubSquare,
};
use serde::Deserialize;
use tafl::{Brandub, Move, Piece, Position, Side, State};

use crate::bot::{
    About, AnswerError, BotGame, RequestError, board, from_to, move_answer, parse, parse_request,
};

const SHAPE: &str = r#"{"from":{"x":0,"y":3},"to":{"x":0,"y":1}}"#;
const SIZE: (u8, u8) = (7, 7);

/// The needed parts of a request.
#[derive(Deserialize)]
struct Parts {
    position: String,
}

impl BotGame for Brandub {
    fn request(&self, state: &State, _: Seat, about: &About) -> BotRequest {
        let position = state.position();
        BotRequest::Brandub(BrandubRequest {
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
        })
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

    fn read_request(line: &str) -> Result<(Brandub, State, Seat), RequestError> {
        let Parts { position } = parse_request::<Brandub, _>(line)?;
        let position: Position = position.parse().map_err(RequestError::of::<Brandub>)?;
        let seat = tafl::seat(position.side());
        Ok((Brandub::default(), State::new(position), seat))
    }

    fn write_answer(&self, action: &Move) -> BotAnswer {
        move_answer(action.from(), action.to(), None)
    }
}
