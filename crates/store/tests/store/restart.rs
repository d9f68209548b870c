//! Restarts PostgreSQL during games.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use store::{Outcome, Store, TableId};

use crate::server::Server;
use crate::{bodies, command};

/// The number of tables with one writer each.
const ALONE: u64 = 12;

/// The number of tables that two writers on two nodes share.
const SHARED: u64 = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_of_postgres_loses_and_doubles_nothing() {
    let mut server = Server::start().await;
    let url = server.database("hall").await;
    let nodes = [
        Store::postgres(&url).await.unwrap(),
        Store::postgres(&url).await.unwrap(),
    ];
    let over = Arc::new(AtomicBool::new(false));
    let total = Arc::new(AtomicU64::new(0));

    let mut alone = Vec::new();
    for table in 0..ALONE {
        let (store, over, total) = (
            nodes[table as usize % 2].clone(),
            over.clone(),
            total.clone(),
        );
        alone.push(tokio::spawn(async move {
            let id = TableId(u128::from(table));
            let mut written = 0;
            while !over.load(Ordering::Relaxed) {
                let seq = written + 1;
                // This is the only writer here, so anything else is a lost or doubled
                // event.
                let outcome = store.append(command(id, seq, seq)).await;
                assert_eq!(
                    outcome,
                    Ok(Outcome::Appended { first: seq }),
                    "table {table}"
                );
                written = seq;
                total.fetch_add(1, Ordering::Relaxed);
            }
            written
        }));
    }
    let mut shared = Vec::new();
    for writer in 0..SHARED * 2 {
        let (store, over, total) = (
            nodes[writer as usize % 2].clone(),
            over.clone(),
            total.clone(),
        );
        shared.push(tokio::spawn(async move {
            let table = TableId(1000 + u128::from(writer / 2));
            let mut acknowledged = Vec::new();
            let mut expected = 1;
            let mut id = writer * 1_000_000;
            while !over.load(Ordering::Relaxed) {
                match store.append(command(table, expected, id)).await.unwrap() {
                    Outcome::Appended { first } => {
                        acknowledged.push((first, format!("{{\"command\":{id}}}")));
                        total.fetch_add(1, Ordering::Relaxed);
                        expected = first + 1;
                        id += 1;
                    }
                    Outcome::Conflict { next } => expected = next,
                    other => panic!("{other:?}"),
                }
            }
            (table, acknowledged)
        }));
    }

    for signal in [Signal::INT, Signal::QUIT, Signal::QUIT] {
        goes_on(&total).await;
        tokio::task::block_in_place(|| server.stop(signal));
        tokio::time::sleep(Duration::from_millis(200)).await;
        server.start_again().await;
    }
    goes_on(&total).await;
    over.store(true, Ordering::Relaxed);

    for (table, writer) in alone.into_iter().enumerate() {
        let written = writer.await.unwrap();
        let expected: Vec<_> = (1..=written)
            .map(|id| format!("{{\"command\":{id}}}"))
            .collect();
        assert_eq!(bodies(&nodes[0], TableId(table as u128)).await, expected);
    }
    for writer in shared {
        let (table, acknowledged) = writer.await.unwrap();
        let bodies = bodies(&nodes[0], table).await;
        let distinct: BTreeSet<_> = bodies.iter().collect();
        assert_eq!(distinct.len(), bodies.len(), "an event is there twice");
        for (seq, body) in acknowledged {
            assert_eq!(bodies[seq as usize - 1], body);
        }
    }
}

/// Waits until 500 more events are written.
async fn goes_on(total: &AtomicU64) {
    let since = Instant::now();
    let enough = total.load(Ordering::Relaxed) + 500;
    while total.load(Ordering::Relaxed) < enough {
        let waited = since.elapsed();
        assert!(
            waited < Duration::from_secs(15),
            "nothing is written any more"
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
