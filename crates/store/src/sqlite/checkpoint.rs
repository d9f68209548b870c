//! Checkpoints: copies the write-ahead log into the file, beside the writer.
//!
//! A checkpoint is much work for the disk, and a writer that did it itself would have
//! to wait. On a connection and a thread of its own it delays no write. It never quite
//! catches up while writes continue, so the writer itself copies the last few pages
//! between two commits. After that the log starts again from its beginning. So the log
//! keeps the size it once reached, and writes replace old content, which is cheaper for
//! the disk than a growing file.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::Connection;

use super::Place;

/// How often to check the log while it grows.
const LOOK: Duration = Duration::from_millis(250);

/// After this many checks without a commit, all of the log is copied.
const QUIET: u32 = 8;

/// The number of 4 KiB pages that gather before a checkpoint: 64 MiB, or several
/// seconds of 1,500 moves a second. Writes hit the same pages again and again, so a
/// longer log is less work in all, and fewer moves meet a checkpoint.
const FULL: i64 = 16384;

/// The number of pages that may be left to the writer.
const FEW: i64 = 64;

/// The writer's handle.
pub(super) struct Checkpoints {
    shared: Arc<Shared>,
    thread: JoinHandle<()>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Signals the first commit after a rest.
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

    /// Counts a commit. On a full disk every commit fails: that is quiet, because a
    /// checkpoint may make room.
    pub(super) fn count_commit(&self) {
        let mut state = self.shared.state();
        state.commits += 1;
        if state.rests {
            state.rests = false;
            self.shared.commit.notify_one();
        }
    }

    /// Call this after each group, once its callers have their answers.
    pub(super) fn after_group(&self, connection: Option<&Connection>) {
        if self.shared.nearly.swap(false, Ordering::Relaxed)
            && let Some(connection) = connection
        {
            // If it fails now, it is tried again later.
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
            // If the disk is full or a reader still needs old pages, try later.
            let least = if quiet == QUIET { 0 } else { FULL };
            look(&mut connection, place, least, &shared.nearly).ok();
        }
    }
}

/// Copies the log if it has at least this many pages.
fn look(
    held: &mut Option<Connection>,
    place: &Place,
    least: i64,
    nearly: &AtomicBool,
) -> rusqlite::Result<()> {
    let connection = match held {
        Some(connection) => connection,
        None => held.insert(place.connect()?),
    };
    if least > 0 && checkpoint(connection, "PRAGMA wal_checkpoint(NOOP)")? < least {
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

/// Copies as much as possible without making anyone wait. Returns the number of pages
/// left.
fn carry_over(connection: &Connection) -> rusqlite::Result<i64> {
    checkpoint(connection, "PRAGMA wal_checkpoint(PASSIVE)")
}

fn checkpoint(connection: &Connection, pragma: &str) -> rusqlite::Result<i64> {
    let mut statement = connection.prepare_cached(pragma)?;
    // The columns: whether it was hindered, pages in the log, pages copied.
    statement.query_row([], |row| Ok(row.get::<_, i64>(1)? - row.get::<_, i64>(2)?))
}
