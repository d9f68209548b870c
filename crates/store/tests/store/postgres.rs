//! The store in PostgreSQL.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sqlx::Connection;
use sqlx::postgres::PgConnection;
use store::{Append, Error, Outcome, Store, TableId};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

use crate::server::{self, Server};
use crate::{bodies, command, contract, event};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_contract_holds() {
    let server = Server::start().await;
    contract::holds(async |number| {
        let url = server.database(&format!("case{number}")).await;
        // Open both at once, so that both find the tables missing.
        let (one, other) = tokio::join!(Store::postgres(&url), Store::postgres(&url));
        [one.unwrap(), other.unwrap()]
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_append_with_a_lost_answer_is_settled_by_a_read() {
    let server = Server::start().await;
    server.database("hall").await;
    let folder = tempfile::tempdir().unwrap();
    let lost = Arc::new(AtomicUsize::new(0));
    let listener = UnixListener::bind(folder.path().join(".s.PGSQL.5432")).unwrap();
    let target = server.socket().join(".s.PGSQL.5432");
    tokio::spawn(swallow(listener, target, Arc::clone(&lost)));
    let store = Store::postgres(&server::url(folder.path(), "hall"))
        .await
        .unwrap();

    let table = TableId(1);
    store
        .append(Append::of(table, 1, vec![event("0")]))
        .await
        .unwrap();
    for round in 1..=5_u64 {
        // The next append is carried out and its answer lost.
        lost.store(1, Ordering::SeqCst);
        let outcome = store.append(command(table, round + 1, round)).await;
        assert_eq!(outcome, Ok(Outcome::Appended { first: round + 1 }));
        assert_eq!(lost.load(Ordering::SeqCst), 0, "no answer was lost");
    }
    assert_eq!(bodies(&store, table).await.len(), 6);
}

/// A proxy between the store and the server. It cuts the connection instead of passing
/// on a row, as often as `lost` says. It passes other answers, such as that a statement
/// is prepared: if those were lost, nothing would have been carried out.
async fn swallow(listener: UnixListener, target: PathBuf, lost: Arc<AtomicUsize>) {
    while let Ok((client, _)) = listener.accept().await {
        let Ok(server) = UnixStream::connect(&target).await else {
            continue;
        };
        let lost = Arc::clone(&lost);
        tokio::spawn(async move {
            let (mut from_client, mut to_client) = client.into_split();
            let (mut from_server, mut to_server) = server.into_split();
            let asking = tokio::spawn(async move {
                tokio::io::copy(&mut from_client, &mut to_server).await.ok();
            });
            let mut buffer = vec![0; 1 << 16];
            while let Ok(length) = from_server.read(&mut buffer).await {
                let answer = &buffer[..length];
                let row =
                    answer.starts_with(b"2") && answer.windows(9).any(|tag| tag == b"SELECT 1\0");
                let take = |left: usize| left.checked_sub(1);
                let cut = row
                    && lost
                        .fetch_update(Ordering::SeqCst, Ordering::SeqCst, take)
                        .is_ok();
                if length == 0 || cut || to_client.write_all(answer).await.is_err() {
                    break;
                }
            }
            asking.abort();
        });
    }
}

#[tokio::test]
async fn a_file_that_is_not_a_database_is_refused_with_a_sentence() {
    let refused = Store::postgres("postgres:// no address")
        .await
        .err()
        .unwrap();
    assert!(matches!(refused, Error::Database { .. }), "{refused}");

    let server = Server::start().await;
    let nowhere = server::url(server.socket(), "nowhere");
    let refused = Store::postgres(&nowhere).await.err().unwrap();
    assert!(
        refused.to_string().contains("\"nowhere\" does not exist"),
        "{refused}"
    );
}

#[tokio::test]
async fn a_database_that_may_lose_commits_is_set_not_to() {
    let server = Server::start().await;
    let url = server.database("hall").await;
    change(&url, "ALTER DATABASE hall SET synchronous_commit = off").await;
    change(&url, "CREATE TABLE seen (setting TEXT)").await;
    change(
        &url,
        "CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NEW;
         END $$",
    )
    .await;
    let store = Store::postgres(&url).await.unwrap();
    change(
        &url,
        "CREATE TRIGGER look AFTER INSERT ON events EXECUTE FUNCTION look()",
    )
    .await;
    store.append(command(TableId(1), 1, 1)).await.unwrap();
    let mut connection = connect(&url).await;
    let seen: Vec<String> = sqlx::query_scalar("SELECT setting FROM seen")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    assert_eq!(seen, ["on"]);
}

async fn change(url: &str, sql: &'static str) {
    sqlx::query(sql)
        .execute(&mut connect(url).await)
        .await
        .unwrap();
}

async fn connect(url: &str) -> PgConnection {
    PgConnection::connect(url).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_hall_at_a_time_claims_a_database() {
    let mut server = Server::start().await;
    let url = server.database("hall").await;
    let one = Store::postgres(&url).await.unwrap();
    assert!(!one.is_claimed());
    one.claim().await.unwrap();
    one.claim().await.unwrap();
    assert!(one.is_claimed());
    let other = Store::postgres(&url).await.unwrap();
    let refused = other.claim().await.unwrap_err();
    assert_eq!(refused, Error::Claimed);
    assert!(refused.to_string().contains("another hall"), "{refused}");
    // Another database on the same server is another store.
    let elsewhere = server.database("elsewhere").await;
    let elsewhere = Store::postgres(&elsewhere).await.unwrap();
    elsewhere.claim().await.unwrap();

    // The claim survives a restart of the database.
    tokio::task::block_in_place(|| server.stop(rustix::process::Signal::INT));
    server.start_again().await;
    let moment = std::time::Duration::from_millis(50);
    // It may be lost and taken again before we look.
    let lost = async {
        while one.is_claimed() {
            tokio::time::sleep(moment).await;
        }
    };
    let _ = tokio::time::timeout(std::time::Duration::from_secs(5), lost).await;
    let back = async {
        while !one.is_claimed() {
            tokio::time::sleep(moment).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), back)
        .await
        .unwrap();
    assert_eq!(other.claim().await, Err(Error::Claimed));

    one.close().await;
    other.claim().await.unwrap();
    assert!(other.is_claimed());
}
