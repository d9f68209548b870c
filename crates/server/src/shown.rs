//! Tables as the lobby lists them.

use serde_json::{Map, Value, json};
use store::Listed;
use table::{Access, People, Phase, Table};
use wire::lobby::table_json;

/// The row of a table in the index.
pub(crate) fn summary(
    table: &Table,
    people: &People,
    created_ms: u64,
    updated_ms: u64,
) -> store::Summary {
    let settings = table.settings();
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
        body: table_json(table, people).to_string(),
    }
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
