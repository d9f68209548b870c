//! Tables as the lobby lists them, and games as records.

use game::Seat;
use serde_json::{Map, Value, json};
use store::Listed;
use table::{Access, Member, Person, Phase, Sitter, Table};

use crate::computers::built_in;

/// Who came to a table, by member number. Tables show these numbers instead of
/// identities.
#[derive(Clone, Debug, Default)]
pub(crate) struct People(Vec<Option<Person>>);

impl People {
    pub fn joined(&mut self, member: Member, person: &Person) {
        let at = member.0 as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, None);
        }
        self.0[at] = Some(person.clone());
    }

    pub fn person(&self, member: Member) -> Option<&Person> {
        self.0.get(member.0 as usize)?.as_ref()
    }

    /// The numbers of all who ever came.
    pub fn members(&self) -> impl Iterator<Item = Member> + use<> {
        (0..self.0.len() as u32).map(Member)
    }

    /// The person on a seat.
    pub fn on(&self, table: &Table, seat: u16) -> Option<&Person> {
        match table.sitter(seat)? {
            Sitter::Member(member) => self.person(*member),
            _ => None,
        }
    }
}

/// The row of a table in the index.
pub(crate) fn summary(
    table: &Table,
    people: &People,
    created_ms: u64,
    updated_ms: u64,
) -> store::Summary {
    let settings = table.settings();
    let seats: Vec<Value> = (0..table.game().seats())
        .map(|seat| seat_json(table, people, seat))
        .collect();
    let finish = table.finish().map(|finish| {
        json!({"reason": finish.reason, "winners": finish.winners, "places": finish.places})
    });
    store::Summary {
        game: settings.game.clone(),
        access: match settings.access {
            Access::Public => store::Access::Public,
            Access::Private { .. } => store::Access::Private,
        },
        phase: match table.phase() {
            Phase::Lobby => store::Phase::Open,
            Phase::Playing => store::Phase::Running,
            Phase::Over => store::Phase::Finished,
        },
        created_ms,
        updated_ms,
        body: json!({
            "title": settings.title,
            "options": settings.options,
            "clock": settings.clock,
            "fill": settings.fill,
            "seats": seats,
            "steps": table.steps().len(),
            "finish": finish,
        })
        .to_string(),
    }
}

fn seat_json(table: &Table, people: &People, seat: u16) -> Value {
    let mut value = json!({"seat": seat, "called": table.game().seat_name(Seat(seat))});
    match table.sitter(seat) {
        Some(Sitter::Computer(player)) => value["computer"] = json!(player),
        Some(Sitter::Member(member)) => {
            if let Some(person) = people.person(*member) {
                value["name"] = json!(person.name);
                value["program"] = json!(person.program);
                value["player"] = json!(person.identity);
            }
        }
        Some(Sitter::Nobody) | None => {}
    }
    value
}

/// A table as the lobby lists it.
pub(crate) fn listed(listed: &Listed) -> Value {
    let summary = &listed.summary;
    let mut row = Map::new();
    row.insert("table".to_owned(), json!(listed.id.to_string()));
    row.insert("game".to_owned(), json!(summary.game));
    row.insert("phase".to_owned(), json!(summary.phase.word()));
    row.insert("created".to_owned(), json!(summary.created_ms));
    row.insert("updated".to_owned(), json!(summary.updated_ms));
    if let Ok(Value::Object(body)) = serde_json::from_str(&summary.body) {
        row.extend(body);
    }
    Value::Object(row)
}

/// The game as a record that proves itself.
pub(crate) fn record(table: &Table, people: &People) -> Value {
    let mut record = table.record();
    record["rules"] = json!(arena::record::RULES);
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
    arena::record::seal(record)
}
