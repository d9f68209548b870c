//! The contract that all three kinds of store keep, and their behaviour when processes
//! are killed, servers restart and disks fill up.

#[path = "store/contract.rs"]
mod contract;
#[path = "store/full.rs"]
mod full;
#[path = "store/kill.rs"]
mod kill;
#[path = "store/old.rs"]
mod old;
#[path = "store/postgres.rs"]
mod postgres;
#[path = "store/restart.rs"]
mod restart;
#[path = "store/server.rs"]
mod server;
#[path = "store/small_disk.rs"]
mod small_disk;
#[path = "store/sqlite.rs"]
mod sqlite;

use store::{Append, Event, NewEvent, Store, TableId};

fn event(body: impl Into<String>) -> NewEvent {
    let body = body.into();
    NewEvent {
        at_ms: 1_700_000_000_000,
        body,
    }
}

/// An append of one event that names its command.
fn command(table: TableId, expected: u64, id: u64) -> Append {
    let body = format!("{{\"command\":{id}}}");
    Append::of(table, expected, vec![event(body)])
}

/// The whole log of a table.
async fn log(store: &Store, table: TableId) -> Vec<Event> {
    let mut log = Vec::new();
    loop {
        let page = store.read(table, log.len() as u64 + 1, 1000).await.unwrap();
        if page.is_empty() {
            return log;
        }
        log.extend(page);
    }
}

/// The bodies of a log.
async fn bodies(store: &Store, table: TableId) -> Vec<String> {
    log(store, table)
        .await
        .into_iter()
        .map(|event| event.body)
        .collect()
}
