//! The game of a table as its record.

use catalog::Codec;
use players::roster::Roster;
use protocol::Record;
use serde_json::{Value, json};
use table::{People, Sitter, Table};

use crate::sealed::{RULES, seal};

/// The game that is or was played at a table, as a record that proves itself.
pub fn of_table(table: &Table, people: &People) -> Record {
    // Keys are strings and numbers are finite: this cannot fail.
    let mut record = serde_json::to_value(table.record()).unwrap_or_default();
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
    seal(record).into()
}

/// The names of the built-in players of a game; none if there is no such game.
pub fn built_in(game: &str) -> &'static [&'static str] {
    fn names<G: Codec + Roster>(_: G) -> &'static [&'static str] {
        G::NAMES
    }
    catalog::dispatch!(game, &Value::Null, names).unwrap_or(&[])
}

#[cfg(test)]
mod tests {
    use catalog::AsJson as _;
    use dice::Seed;
    use table::{Actor, Command, Identity, Occupant, Person, Request, Settings};

    use super::*;

    const ANN: Identity = Identity(0xa11);

    /// Ann against a computer, after a move of each and Ann's resignation.
    fn played() -> Table {
        let mut settings = Settings::of("brandub", json!({}));
        settings.seats = vec![
            Some(Occupant::Person(Person {
                identity: ANN,
                name: "Ann".to_owned(),
                program: false,
            })),
            Some(Occupant::Computer {
                player: "weak".to_owned(),
            }),
        ];
        let log = Table::create(0, &settings, Seed::from_number(17)).unwrap();
        let mut table = Table::replay(&log).unwrap();
        let ann = Actor::Identity(ANN);
        let made = |turn, action: &str| Request::Move {
            turn,
            action: action.to_owned(),
        };
        for (id, now, actor, request) in [
            (1, 1000, ann, Request::Ready { ready: true }),
            (2, 3000, ann, made(1, "d1-c1")),
            (3, 4500, Actor::Computer(1), made(2, "d3-c3")),
            (4, 9000, ann, Request::Resign),
        ] {
            let command = Command::new(id, actor, request);
            for event in table.decide(now, &command).unwrap() {
                table.apply(&event).unwrap();
            }
        }
        table
    }

    #[test]
    fn the_record_of_a_table_holds_and_keeps_its_form() {
        let table = played();
        let record = of_table(&table, table.people());
        let checked = crate::verify(&record).unwrap();
        assert_eq!(checked.verified.steps, 2);
        let record = record.as_json();
        let commitment = record["commitment"].as_str().unwrap();
        assert_eq!(
            *record,
            json!({
                "format": "taflhalla-record",
                "version": 1,
                "game": "brandub",
                "options": table.settings().options,
                "players": [{"name": "Ann", "kind": "person"}, {"name": "weak", "kind": "built-in"}],
                "clock": {"kind": "none"},
                "commitment": commitment,
                "seed": Seed::from_number(17).to_string(),
                "opening": 0,
                "takebacks": 0,
                "steps": [
                    {"act": [[0, "d1-c1"]], "us": [2_000_000], "hash": record["steps"][0]["hash"]},
                    {"act": [[1, "d3-c3"]], "us": [1_500_000], "hash": record["steps"][1]["hash"]},
                ],
                "ending": {"reason": "resigned", "winners": [1]},
                "on_board": false,
                "verdicts": [{"seat": 0, "verdict": "resigned", "detail": ""}],
                "rules": 1,
                "hash": checked.verified.hash,
            })
        );
    }
}
