//! The game of a table as its record.

use protocol::Record;
use protocol::record::PlayerKind;
use table::Table;

use crate::check::seal;

/// The game of a table, finished or not, as a record with its hashes.
pub fn of_table(table: &Table) -> Record {
    let mut record = table.record();
    // Any other computer is or was a program of the operator.
    let built_in = players::any::names(&record.game);
    for player in record.players.iter_mut().flatten() {
        player
            .kind
            .get_or_insert(if built_in.contains(&&*player.name) {
                PlayerKind::BuiltIn
            } else {
                PlayerKind::Program
            });
    }
    seal(record)
}

#[cfg(test)]
mod tests {
    use dice::Seed;
    use serde_json::json;
    use table::{Actor, Command, Identity, Occupant, Person, Request, Settings};

    use super::*;

    const ANN: Identity = Identity(0xa11);

    /// Ann against a computer, after one move of each and Ann's resignation.
    fn played() -> Table {
        let mut settings = Settings::of(catalog::USUAL.id, json!({}));
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
        let record = of_table(&table);
        let checked = crate::verify(&record).unwrap();
        assert_eq!(checked.verified.steps, 2);
        let record = serde_json::to_value(&record).unwrap();
        let commitment = record["commitment"].as_str().unwrap();
        assert_eq!(
            record,
            json!({
                "format": "taflhalla-record",
                "version": 1,
                "game": catalog::USUAL.id,
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
