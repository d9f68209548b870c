//! What bots of Tug are asked, and what they answer.

use game::{Game, Seat};
use serde::{Deserialize, Serialize};
use testkit::tug::{Action, State, Tug};

use crate::Codec;
use crate::bot::{About, AnswerError, BotGame, RequestError, parse, parse_request};

const SHAPE: &str = r#""pull""#;

/// A request in Tug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TugRequest {
    /// Your seat.
    pub seat: u16,
    /// The state.
    pub state: (u8, Option<u8>, u32),
}

impl BotGame for Tug {
    type Request = TugRequest;
    type Answer = String;

    fn request(&self, state: &State, seat: Seat, _: &About) -> TugRequest {
        TugRequest {
            seat: seat.0,
            state: (state.stone, state.reach, state.turn),
        }
    }

    fn answer(&self, state: &State, seat: Seat, line: &str) -> Result<Action, AnswerError> {
        let answer = parse(line, SHAPE)?;
        let word = answer.as_str().unwrap_or_default();
        let action = self.read(state, word);
        let action = action.map_err(|error| AnswerError::Protocol(error.to_string()))?;
        match self.check(state, seat, &action) {
            Ok(()) => Ok(action),
            Err(rule) => Err(AnswerError::illegal(action, rule)),
        }
    }

    fn read_request(line: &str) -> Result<(Tug, State, Seat), RequestError> {
        let TugRequest { seat, state } = parse_request::<Tug, _>(line)?;
        let (stone, reach, turn) = state;
        let state = Tug.state_json(&State { stone, reach, turn });
        let state = Tug.read_state(&state).map_err(RequestError::of::<Tug>)?;
        match seat < Tug.seats() {
            true => Ok((Tug, state, Seat(seat))),
            false => Err(RequestError::field::<Tug>("seat")),
        }
    }

    fn write_answer(&self, action: &Action) -> String {
        action.to_string()
    }
}
