//! Kills a process that writes to an SQLite file, again and again.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use store::{Outcome, Store, TableId};

use crate::{bodies, command, event};

const KILLS: usize = 20;

const TABLES: u64 = 24;

/// If this variable is set, this test is the process to kill.
const FILE: &str = "STORE_TEST_KILLED_WITH_FILE";

#[test]
fn acknowledged_appends_survive_kill_9() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    if let Some(file) = std::env::var_os(FILE) {
        return runtime.block_on(write_until_killed(Path::new(&file)));
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hall.db");
    // The last acknowledged command at each table.
    let mut acknowledged = BTreeMap::new();
    for _ in 0..KILLS {
        let before: u64 = acknowledged.values().sum();
        kill_one(&file, &mut acknowledged);
        let after: u64 = acknowledged.values().sum();
        assert!(after > before, "it was killed before it wrote anything");
        runtime.block_on(check(&file, &acknowledged));
    }
}

/// Starts a process that writes, kills it, and notes what it acknowledged.
fn kill_one(file: &Path, acknowledged: &mut BTreeMap<u64, u64>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "kill::acknowledged_appends_survive_kill_9",
            "--nocapture",
        ])
        .env(FILE, file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    let mut killer = None;
    while output.read_line(&mut line).unwrap() > 0 {
        // The kill has cut off a line without an end.
        if let Some(numbers) = line
            .strip_prefix("ack ")
            .and_then(|line| line.strip_suffix('\n'))
        {
            let (table, id) = numbers.split_once(' ').unwrap();
            acknowledged.insert(table.parse().unwrap(), id.parse().unwrap());
            if killer.is_none() {
                let pid = rustix::process::Pid::from_child(&child);
                let wait = RandomState::new().build_hasher().finish() % 200;
                killer = Some(std::thread::spawn(move || {
                    std::thread::sleep(Duration::from_millis(wait));
                    rustix::process::kill_process(pid, rustix::process::Signal::KILL)
                }));
            }
        }
        line.clear();
    }
    killer.expect("the process writes").join().unwrap().unwrap();
    let status = child.wait().unwrap();
    assert!(!status.success(), "the process ended by itself");
}

/// Two events per command, so that a torn append would show.
fn pair(table: u64, id: u64) -> store::Append {
    let mut append = command(TableId(u128::from(table)), 2 * id - 1, id);
    append.events.push(event(format!("{{\"end\":{id}}}")));
    append
}

async fn write_until_killed(file: &Path) {
    let store = Store::sqlite(file).await.unwrap();
    let writers: Vec<_> = (0..TABLES)
        .map(|table| {
            let store = store.clone();
            tokio::spawn(async move {
                let last = (store.next_seq(TableId(u128::from(table))).await.unwrap() - 1) / 2;
                if last > 0 {
                    // The answer may have been lost with the process.
                    let again = store.append(pair(table, last)).await.unwrap();
                    let next = 2 * last + 1;
                    assert_eq!(again, Outcome::Conflict { next });
                }
                for id in last + 1.. {
                    let outcome = store.append(pair(table, id)).await.unwrap();
                    assert_eq!(outcome, Outcome::Appended { first: 2 * id - 1 });
                    // Written in one piece, so the line is whole or missing.
                    let line = format!("ack {table} {id}\n");
                    std::io::stdout().write_all(line.as_bytes()).unwrap();
                    std::io::stdout().flush().unwrap();
                }
            })
        })
        .collect();
    for writer in writers {
        // If a writer panics, end the process: otherwise the panic goes unnoticed.
        if writer.await.is_err() {
            std::process::exit(0);
        }
    }
}

async fn check(file: &Path, acknowledged: &BTreeMap<u64, u64>) {
    let store = Store::sqlite(file).await.unwrap();
    for table in 0..TABLES {
        let bodies = bodies(&store, TableId(u128::from(table))).await;
        assert_eq!(bodies.len() % 2, 0, "an append is torn");
        let commands = bodies.len() as u64 / 2;
        let last = acknowledged.get(&table).copied().unwrap_or(0);
        assert!(
            commands >= last,
            "table {table}: {last} acknowledged, {commands} there"
        );
        let expected = (1..=commands)
            .flat_map(|id| [format!("{{\"command\":{id}}}"), format!("{{\"end\":{id}}}")]);
        assert!(
            bodies.iter().cloned().eq(expected),
            "table {table} is not as it was written"
        );
    }
    store.close().await;
}
