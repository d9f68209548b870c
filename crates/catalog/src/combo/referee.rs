//! What the referee is asked about Combo.

use combo::Combo;
use game::{Game, Step};
use serde_json::{Value, json};

use super::codec::winner;
use crate::codec::{Codec, Error};
use crate::json::Fields;
use crate::referee::{depth, move_list, perft_answer, read_move, unknown_do};

pub(super) fn respond(mut fields: Fields<'_>, budget: u64) -> Result<Value, Error> {
    let game = Combo::from_options(fields.maybe("options").unwrap_or(&Value::Null))?;
    let state = match fields.maybe_text("position")? {
        Some(record) => game.read_position(record)?,
        None => game.start(),
    };
    let seat = state.position().to_move().seat();
    match fields.text("do")? {
        "moves" => {
            fields.end()?;
            Ok(json!({"moves": move_list(&game, &state, seat)}))
        }
        "play" => {
            let action = read_move(&game, &state, seat, &mut fields)?;
            fields.end()?;
            let mut next = state;
            game.apply(&mut next, Step::Act(&[(seat, action)]));
            Ok(json!({
                "position": next.position().to_string(),
                "winner": winner(&game, &next),
            }))
        }
        "perft" => {
            let depth = depth(&mut fields)?;
            fields.end()?;
            let nodes = state
                .position()
                .clone()
                .perft_within(depth as u8, &mut { budget });
            perft_answer(nodes, depth, budget)
        }
        other => Err(unknown_do(other, vec!["moves", "play", "perft"])),
    }
}
