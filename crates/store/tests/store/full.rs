//! A full disk.

use std::path::Path;

use store::{Append, Error, Outcome, Store, TableId};

use crate::small_disk::{Ballast, on_a_small_disk};
use crate::{bodies, event};

const TABLE: TableId = TableId(1);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_its_limit_a_file_refuses_writes_until_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::sqlite(folder.path().join("hall.db")).await.unwrap();
    let mut written = fill(&store, 0, 5).await.expect("there is room");
    store.limit_size(1 << 20).await.unwrap();
    written = until_full(&store, written).await;
    store.limit_size(1 << 30).await.unwrap();
    goes_on(&store, written).await;
}

/// Uses a real file system if one can be mounted: in a mount namespace of its own,
/// which vanishes with its process. Otherwise the file's size limit, in the test above,
/// takes its place.
#[test]
fn on_a_full_disk_writes_are_refused_until_there_is_room() {
    on_a_small_disk(
        "full::on_a_full_disk_writes_are_refused_until_there_is_room",
        |folder| {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(fill_and_empty(folder));
        },
    );
}

async fn fill_and_empty(folder: &Path) {
    let store = Store::sqlite(folder.join("hall.db")).await.unwrap();
    let mut written = fill(&store, 0, 5).await.expect("there is room");
    for round in 0..3 {
        let ballast = Ballast::fill(folder);
        written = until_full(&store, written).await;
        drop(ballast);
        written = goes_on(&store, written).await;
        assert!(folder.join("hall.db-wal").exists(), "round {round}");
    }
    // The data is still there after a restart.
    store.close().await;
    let store = Store::sqlite(folder.join("hall.db")).await.unwrap();
    assert_eq!(bodies(&store, TABLE).await.len() as u64, written);
}

/// Appends this many events of 16 KiB. Returns the total number of events.
async fn fill(store: &Store, mut written: u64, more: u64) -> Result<u64, (u64, Error)> {
    for _ in 0..more {
        let body = format!("{:<16384}", written + 1);
        let append = Append::of(TABLE, written + 1, vec![event(body)]);
        match store.append(append).await {
            Ok(outcome) => assert_eq!(outcome, Outcome::Appended { first: written + 1 }),
            Err(error) => return Err((written, error)),
        }
        written += 1;
    }
    Ok(written)
}

/// Appends until the disk is full. Returns the number of events.
async fn until_full(store: &Store, written: u64) -> u64 {
    let (written, error) = fill(store, written, 10_000).await.expect_err("a limit");
    assert!(matches!(error, Error::Full { .. }), "{error:?}");
    // Every append in a group is refused, and reading still works.
    let refused: Vec<_> = (100..110)
        .map(|table| {
            let store = store.clone();
            let events = vec![event("x".repeat(100_000))];
            tokio::spawn(async move { store.append(Append::of(TableId(table), 1, events)).await })
        })
        .collect();
    for (refused, table) in refused.into_iter().zip(100..) {
        let refused = refused.await.unwrap();
        assert!(matches!(refused, Err(Error::Full { .. })), "{refused:?}");
        assert_eq!(store.next_seq(TableId(table)).await, Ok(1));
    }
    let bodies = bodies(store, TABLE).await;
    assert_eq!(bodies.len() as u64, written);
    for (body, number) in bodies.iter().zip(1..) {
        assert_eq!(body.trim_end(), number.to_string());
    }
    written
}

/// The same store takes appends again, after the events it had.
async fn goes_on(store: &Store, written: u64) -> u64 {
    assert_eq!(store.next_seq(TABLE).await, Ok(written + 1));
    let written = fill(store, written, 10).await.expect("there is room again");
    assert_eq!(bodies(store, TABLE).await.len() as u64, written);
    written
}
