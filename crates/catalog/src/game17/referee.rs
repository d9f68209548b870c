//! What the referee is asked about Game 17.

use game::message;
use game17::Turn;
use serde_json::{Value, json};

use super::codec::{board, board_json, coins, owner, raw_orders};
use crate::codec::Error;
use crate::json::Fields;
use crate::referee::unknown_do;

pub(super) fn respond(mut fields: Fields<'_>) -> Result<Value, Error> {
    let owner = owner(&mut fields)?;
    let mut board = board(&mut fields)?;
    match fields.text("do")? {
        "turn" => {}
        other => return Err(unknown_do(other, vec!["turn"])),
    }
    let orders = raw_orders(fields.value("moves")?)?;
    let coins = coins(fields.maybe_list("coins")?.unwrap_or_default())?;
    fields.end()?;
    let Ok(turn) = Turn::from_raw(&board, owner, orders) else {
        let (owners, numbers) = board_json(&board);
        return Ok(json!({"owners": owners, "numbers": numbers, "skipped": true}));
    };
    let mut tossed = coins.iter();
    let mut missing = 0;
    board
        .turn(owner, &turn, &mut |_, _| {
            tossed.next().copied().unwrap_or_else(|| {
                missing += 1;
                false
            })
        })
        .map_err(Error::refused)?;
    if missing > 0 {
        let (found, wanted) = (coins.len(), coins.len() + missing);
        return Err(Error::Refused(message!("game17.coins", found, wanted)));
    }
    let (owners, numbers) = board_json(&board);
    Ok(json!({"owners": owners, "numbers": numbers, "skipped": false}))
}
