//! The store in an SQLite file.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use store::{Append, Error, Outcome, Phase, Store, TableId};

use crate::{bodies, command, contract, event};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_contract_holds() {
    let folder = tempfile::tempdir().unwrap();
    contract::holds(async |number| {
        let file = folder.path().join(format!("{number}.db"));
        [
            Store::sqlite(&file).await.unwrap(),
            Store::sqlite(&file).await.unwrap(),
        ]
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_file_may_be_opened_by_several_at_once() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..5 {
        let file = folder.path().join(format!("{round}.db"));
        let opened: Vec<_> = (0..6_u64)
            .map(|id| {
                let file = file.clone();
                tokio::spawn(async move {
                    let store = Store::sqlite(&file).await.unwrap();
                    store
                        .append(command(TableId(u128::from(id)), 1, id))
                        .await
                        .unwrap()
                })
            })
            .collect();
        for outcome in opened {
            assert_eq!(outcome.await.unwrap(), Outcome::Appended { first: 1 });
        }
    }
}

#[tokio::test]
async fn a_closed_file_is_one_file_and_holds_everything() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hall.db");
    let store = Store::sqlite(&file).await.unwrap();
    let table = TableId(5);
    store
        .append(Append::of(table, 1, vec![event("one"), event("two")]))
        .await
        .unwrap();
    assert_eq!(store.read(table, 1, 9).await.unwrap().len(), 2);
    store.close().await;
    assert_eq!(names(folder.path()), ["hall.db"]);

    let store = Store::sqlite(&file).await.unwrap();
    assert_eq!(bodies(&store, table).await, ["one", "two"]);
    assert_eq!(store.next_seq(table).await, Ok(3));
}

#[tokio::test]
async fn one_hall_at_a_time_claims_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hall.db");
    let one = Store::sqlite(&file).await.unwrap();
    let other = Store::sqlite(&file).await.unwrap();
    one.claim().await.unwrap();
    one.claim().await.unwrap();
    assert!(one.is_claimed());
    assert_eq!(other.claim().await, Err(Error::Claimed));
    // The log has all the space it will need, and nothing else in it.
    let log = std::fs::metadata(folder.path().join("hall.db-wal")).unwrap();
    assert_eq!(log.len(), 64 << 20);
    let table = TableId(2);
    one.append(Append::of(table, 1, vec![event("one")]))
        .await
        .unwrap();
    let copy = folder.path().join("copy.db");
    for suffix in ["", "-wal"] {
        let from = folder.path().join(format!("hall.db{suffix}"));
        std::fs::copy(from, format!("{}{suffix}", copy.display())).unwrap();
    }
    let copy = Store::sqlite(&copy).await.unwrap();
    assert_eq!(bodies(&copy, table).await, ["one"]);
    // Reading is still allowed.
    assert_eq!(other.next_seq(TableId(1)).await, Ok(1));
    one.close().await;
    other.claim().await.unwrap();
    assert!(other.is_claimed() && !one.is_claimed());
}

/// However much is written without a pause, the log starts again now and then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_write_ahead_log_stays_bounded_while_writes_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hall.db");
    let store = Store::sqlite(&file).await.unwrap();
    let log = folder.path().join("hall.db-wal");
    let (mut written, mut longest) = (0, 0);
    // Six times what may gather before a checkpoint; more if the disk is so slow that
    // it takes longer to start again.
    let (least, most) = (6 * (64 << 20), 24 * (64 << 20));
    while written < least || (u128::from(longest) >= written / 2 && written < most) {
        let table = TableId(written);
        let body = "x".repeat(500_000);
        let events = vec![event(&body), event(&body)];
        store.append(Append::of(table, 1, events)).await.unwrap();
        written += 1_000_000;
        longest = longest.max(std::fs::metadata(&log).unwrap().len());
    }
    eprintln!("{written} bytes written, the log had {longest} at most");
    assert!(u128::from(longest) < written / 2, "{longest} of {written}");
    // If nothing is written, everything gets into the file by itself.
    let whole = async {
        while u128::from(std::fs::metadata(&file).unwrap().len()) < written {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(30), whole)
        .await
        .unwrap();
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<_> = entries
        .map(name)
        .map(|name| name.into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_file_that_is_not_a_database_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.txt");
    std::fs::write(&text, "not a database at all. ".repeat(400)).unwrap();
    let refused = Store::sqlite(&text).await.err().unwrap();
    assert!(matches!(refused, Error::Corrupt { .. }), "{refused}");

    let nowhere = folder.path().join("no").join("such").join("folder.db");
    let refused = Store::sqlite(&nowhere).await.err().unwrap();
    assert!(matches!(refused, Error::Unavailable { .. }), "{refused}");
}

#[tokio::test]
async fn a_file_of_a_newer_program_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hall.db");
    Store::sqlite(&file).await.unwrap().close().await;
    change(
        &file,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'later', 1, x'00', 1)",
    )
    .await;
    let refused = Store::sqlite(&file).await.err().unwrap();
    assert!(matches!(refused, Error::Schema { .. }), "{refused}");
    assert!(refused.to_string().contains("newer"), "{refused}");
}

#[tokio::test]
async fn a_file_of_the_first_program_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hall.db");
    let store = Store::sqlite(&file).await.unwrap();
    store.append(command(TableId(5), 1, 1)).await.unwrap();
    store.close().await;
    let first = include_str!("../../migrations/sqlite/0001_first.sql");
    let receipts = first.split(';').find(|sql| sql.contains("TABLE receipts"));
    let mut connection = connect(&file).await;
    for sql in [
        receipts.unwrap(),
        "DROP TABLE contests",
        "DROP TABLE contest_lines",
        "DELETE FROM _sqlx_migrations WHERE version > 1",
        r#"INSERT INTO settled VALUES
            ('contest 1', '{"contest":"a","created":7,"state":"running"}'),
            ('contest 1 over', '{"contest":"a","created":7,"state":"finished"}'),
            ('contest 2', '{"contest":"b","created":9,"state":"running"}'),
            ('contest 3', '{"contest":'),
            ('contestant', 'stays')"#,
    ] {
        let made = sqlx::query(sql).execute(&mut connection);
        made.await.unwrap();
    }
    let store = Store::sqlite(&file).await.unwrap();
    assert_eq!(bodies(&store, TableId(5)).await, ["{\"command\":1}"]);
    let contests = store.contests(10).await.unwrap();
    let kept = [
        r#"{"contest":"b","created":9,"state":"running"}"#,
        r#"{"contest":"a","created":7,"state":"finished"}"#,
    ];
    assert_eq!(contests, kept);
    assert_eq!(store.settled("contest 1").await, Ok(None));
    assert_eq!(
        store.settled("contestant").await,
        Ok(Some("stays".to_owned()))
    );
    let tables: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_schema")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    assert!(tables.iter().any(|name| name == "events"));
    assert!(!tables.iter().any(|name| name == "receipts"), "{tables:?}");
}

#[tokio::test]
async fn a_log_with_a_gap_is_damage() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hall.db");
    let store = Store::sqlite(&file).await.unwrap();
    let table = TableId(5);
    let events = (0..5).map(|n| event(n.to_string())).collect();
    store.append(Append::of(table, 1, events)).await.unwrap();
    change(&file, "DELETE FROM events WHERE seq = 3").await;
    let damaged = store.read(table, 1, 10).await;
    assert!(matches!(damaged, Err(Error::Corrupt { .. })), "{damaged:?}");
    let listing = store::Listing::of(Phase::Open, 5);
    assert_eq!(store.tables(&listing).await, Ok(vec![]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damage_at_one_table_does_not_harm_others_in_its_group() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hall.db");
    let store = Store::sqlite(&file).await.unwrap();
    let mut connection = connect(&file).await;
    sqlx::query(
        "CREATE TRIGGER damage BEFORE INSERT ON events
         WHEN NEW.table_id = x'00000000000000000000000000000007'
         BEGIN SELECT RAISE(ABORT, 'a damaged page'); END",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    let sent: Vec<_> = (0..30_u64)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move { store.append(command(TableId(u128::from(n)), 1, n)).await })
        })
        .collect();
    for (answer, n) in sent.into_iter().zip(0..) {
        let answer = answer.await.unwrap();
        if n == 7 {
            let said = answer.unwrap_err().to_string();
            assert!(said.contains("a damaged page"), "{said}");
        } else {
            assert_eq!(answer, Ok(Outcome::Appended { first: 1 }), "{n}");
        }
        let there = bodies(&store, TableId(n)).await.len();
        assert_eq!(there, usize::from(n != 7), "{n}");
    }
}

async fn change(file: &Path, sql: &'static str) {
    let mut connection = connect(file).await;
    let done = sqlx::query(sql).execute(&mut connection).await.unwrap();
    assert_eq!(done.rows_affected(), 1);
    connection.close().await.unwrap();
}

async fn connect(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file);
    options.connect().await.unwrap()
}
