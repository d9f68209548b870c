//! Carries the write-ahead log over into the file, beside the writer.
//!
//! It is much work for the disk, and whoever writes would have to wait for it. On a
//! connection and a thread of its own it stops nobody. While writes go on it
//! never quite catches up, so the last few pages are left to the writer, between
//! two commits: then the log begins again at its start. So the log stays as large
//! as it was once, and writes go over what is there, which is cheaper for the disk
//! than a file that grows.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::Connection;

use super::Place;

/// How often the log is looked at while it grows.
const LOOK: Duration = Duration::from_millis(250);

/// So many looks without a commit, and whatever is in the log is carried over.
const QUIET: u32 = 8;

/// The pages of 4 KiB that gather before they are carried over: 64 MiB, some seconds
/// of 1,500 moves a second. The same pages are written again and again, so a
/// longer log is less work in all, and what it costs the moves of that moment
/// comes less often.
const FULL: i64 = 16384;

/// The pages that may be left to the writer.
const FEW: i64 = 64;

/// The writer's side.
pub(super) struct Checkpoints {
    shared: Arc<Shared>,
    thread: JoinHandle<()>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// The first commit after a rest.
    commit: Condvar,
    end: Condvar,
    /// Only a few pages are left.
    nearly: AtomicBool,
}

#[derive(Default)]
struct State {
    commits: u64,
    rests: bool,
    ended: bool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Checkpoints {
    pub(super) fn start(place: Place) -> std::io::Result<Checkpoints> {
        let shared = Arc::<Shared>::default();
        let thread = {
            let shared = shared.clone();
            std::thread::Builder::new()
                .name("checkpoints".to_owned())
                .spawn(move || run(&place, &shared))?
        };
        Ok(Checkpoints { shared, thread })
    }

    /// A group was carried out or refused, and whoever waited for it was told.
    pub(super) fn after(&self, committed: bool, connection: Option<&Connection>) {
        // On a full disk nothing is committed, and that counts as quiet: carrying
        // the log over may make room.
        if committed {
            let mut state = self.shared.state();
            state.commits += 1;
            if state.rests {
                state.rests = false;
                self.shared.commit.notify_one();
            }
        }
        if self.shared.nearly.swap(false, Ordering::Relaxed)
            && let Some(connection) = connection
        {
            // What does not work now is tried again later.
            carry_over(connection).ok();
        }
    }

    pub(super) fn end(self) {
        let mut state = self.shared.state();
        state.ended = true;
        state.rests = false;
        drop(state);
        self.shared.commit.notify_one();
        self.shared.end.notify_one();
        self.thread.join().ok();
    }
}

fn run(place: &Place, shared: &Shared) {
    let mut connection = None;
    let mut seen = 0;
    loop {
        let mut state = shared.state();
        if state.commits == seen {
            state.rests = true;
        }
        let rested = shared.commit.wait_while(state, |state| state.rests);
        if rested.unwrap_or_else(PoisonError::into_inner).ended {
            return;
        }
        let mut quiet = 0;
        while quiet < QUIET {
            let waited = shared
                .end
                .wait_timeout_while(shared.state(), LOOK, |state| !state.ended);
            let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            if state.ended {
                return;
            }
            let commits = state.commits;
            drop(state);
            quiet = if commits == seen { quiet + 1 } else { 0 };
            seen = commits;
            // A full disk, or someone who still reads what is old: later.
            look(&mut connection, place, quiet == QUIET, &shared.nearly).ok();
        }
    }
}

fn look(
    held: &mut Option<Connection>,
    place: &Place,
    all: bool,
    nearly: &AtomicBool,
) -> rusqlite::Result<()> {
    let connection = match held {
        Some(connection) => connection,
        None => held.insert(place.connect()?),
    };
    if !all && checkpoint(connection, "PRAGMA wal_checkpoint(NOOP)")? < FULL {
        return Ok(());
    }
    for _ in 0..3 {
        if carry_over(connection)? <= FEW {
            nearly.store(true, Ordering::Relaxed);
            break;
        }
    }
    Ok(())
}

/// Carries over what can be without making anyone wait. Gives how many pages are
/// left.
fn carry_over(connection: &Connection) -> rusqlite::Result<i64> {
    checkpoint(connection, "PRAGMA wal_checkpoint(PASSIVE)")
}

fn checkpoint(connection: &Connection, pragma: &str) -> rusqlite::Result<i64> {
    let mut statement = connection.prepare_cached(pragma)?;
    // Whether it was hindered, the pages in the log, those carried over.
    statement.query_row([], |row| Ok(row.get::<_, i64>(1)? - row.get::<_, i64>(2)?))
}
