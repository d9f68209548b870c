//! Measures how many appends the store takes per second, and how long one takes:
//! `cargo run --release -p store --example measure -- [FOLDER | postgres://…]`.
//!
//! Without an argument the file is in the temporary folder. The disk decides the
//! result, so the same run also measures a bare `fdatasync` in the same folder.

use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use store::{Access, Append, NewEvent, Outcome, Phase, Store, Summary, TableId};

/// How long to measure each line of the output.
const EACH: Duration = Duration::from_secs(2);

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let place = std::env::args().nth(1);
    let place = place.unwrap_or_else(|| std::env::temp_dir().display().to_string());
    let folder;
    let store = if place.starts_with("postgres:") {
        Store::postgres(&place).await?
    } else {
        folder = tempfile::tempdir_in(&place)?;
        report("bare fdatasync of 4 KiB", bare(folder.path())?);
        Store::sqlite(folder.path().join("hall.db")).await?
    };
    for tables in [1, 8, 32, 128, 512, 2000] {
        report(
            &format!("{tables} tables at once"),
            load(&store, tables, None).await?,
        );
    }
    // Like players, each task waits before its next move; together they make 1,500
    // moves a second.
    let pause = Duration::from_micros(2_000_000_000 / 1500);
    report(
        "2000 tables, 1500 moves/s",
        load(&store, 2000, Some(pause)).await?,
    );
    store.close().await;
    Ok(())
}

/// Prints a rate and how long one call took: the median, the 99th percentile and the
/// maximum.
fn report(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |part: usize| times[(times.len() - 1) * part / 1000].as_secs_f64() * 1e3;
    println!(
        "{name:<26} {:>7.0}/s   median {:>7.2} ms   99 % {:>7.2} ms   max {:>7.2} ms",
        times.len() as f64 / EACH.as_secs_f64(),
        at(500),
        at(990),
        at(1000),
    );
}

/// Writes pages to the end of a file and waits for the disk after each.
fn bare(folder: &Path) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut file = File::create(folder.join("bare"))?;
    let start = Instant::now();
    let mut times = Vec::new();
    while start.elapsed() < EACH {
        let one = Instant::now();
        file.write_all(&[7; 4096])?;
        file.sync_data()?;
        times.push(one.elapsed());
    }
    Ok(times)
}

/// Plays moves at this many tables, again and again, each with a command and a new
/// summary.
async fn load(
    store: &Store,
    tables: u64,
    pause: Option<Duration>,
) -> Result<Vec<Duration>, Box<dyn Error>> {
    let over = Arc::new(AtomicBool::new(false));
    let mut players = Vec::new();
    for player in 0..tables {
        let (store, over) = (store.clone(), Arc::clone(&over));
        players.push(tokio::spawn(async move {
            // Spread over all ids, as random ids are.
            let table = TableId(u128::from(player).wrapping_mul(u128::MAX / 1_618_034));
            let mut next = store.next_seq(table).await?;
            let mut times = Vec::new();
            if let Some(pause) = pause {
                tokio::time::sleep(pause.mul_f64(player as f64 / tables as f64)).await;
            }
            while !over.load(Ordering::Relaxed) {
                let one = Instant::now();
                let outcome = store.append(append(table, next)).await?;
                assert_eq!(outcome, Outcome::Appended { first: next });
                times.push(one.elapsed());
                next += 1;
                if let Some(pause) = pause {
                    tokio::time::sleep(pause.saturating_sub(one.elapsed())).await;
                }
            }
            Ok::<_, store::Error>(times)
        }));
    }
    tokio::time::sleep(EACH).await;
    over.store(true, Ordering::Relaxed);
    let mut times = Vec::new();
    for player in players {
        times.extend(player.await??);
    }
    Ok(times)
}

fn append(table: TableId, seq: u64) -> Append {
    let body = format!(
        r#"{{"v":1,"seq":{seq},"public":{seq},"at":1700000000000,"cause":{{"actor":{{"identity":"000102030405060708090a0b0c0d0e0f"}},"id":{seq}}},"fact":{{"type":"stepped","made":[{{"seat":0,"action":"d1-c1","ms":1234}}]}}}}"#
    );
    let mut append = Append::of(table, seq, vec![NewEvent { at_ms: seq, body }]);
    append.summary = Some(Summary {
        game: "brandub".to_owned(),
        access: Access::Public,
        phase: Phase::Running,
        created_ms: 1,
        updated_ms: seq,
        body: format!(r#"{{"seats":["Ann","Bob"],"turn":{seq},"clock":[300000,298000]}}"#),
    });
    append
}
