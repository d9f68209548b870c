//! The game of a table as its record.

use catalog::Codec;
use players::roster::Roster;
use serde_json::{Value, json};
use table::{People, Sitter, Table};

use crate::sealed::{RULES, seal};

/// The game that is or was played at a table, as a record that proves itself.
pub fn of_table(table: &Table, people: &People) -> Value {
    let mut record = table.record();
    record["rules"] = json!(RULES);
    // Any other computer is, or was, a program of the operator.
    let built_in = built_in(&table.settings().game);
    let players: Vec<Value> = (0..table.game().seats())
        .map(|seat| match table.sitter(seat) {
            Some(Sitter::Computer(player)) => json!({
                "name": player,
                "kind": if built_in.contains(&player.as_str()) { "built-in" } else { "program" },
            }),
            _ => match people.on(table, seat) {
                Some(person) => json!({
                    "name": person.name,
                    "kind": if person.program { "program" } else { "person" },
                }),
                None => Value::Null,
            },
        })
        .collect();
    record["players"] = json!(players);
    for step in record["steps"].as_array_mut().into_iter().flatten() {
        if let Some(times) = step["ms"].as_array() {
            let times = times.iter().filter_map(Value::as_u64);
            step["us"] = times.map(|ms| json!(ms.saturating_mul(1000))).collect();
            if let Some(step) = step.as_object_mut() {
                step.shift_remove("ms");
            }
        }
    }
    seal(record)
}

/// The names of the built-in players of a game; none if there is no such game.
pub fn built_in(game: &str) -> &'static [&'static str] {
    fn names<G: Codec + Roster>(_: G) -> &'static [&'static str] {
        G::NAMES
    }
    catalog::dispatch!(game, &Value::Null, names).unwrap_or(&[])
}
