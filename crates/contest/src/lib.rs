//! Contests: who plays whom, what counts, and how a contest that was killed
//! goes on.
//!
//! | module | what is in it |
//! |---|---|
//! | [`plan`] | [`Plan`]: all that defines a contest |
//! | [`played`] | [`Fixture`] and [`Played`]: a game to be played, a game that was played |
//! | [`journal`] | [`Journal`]: the file from which a contest goes on |
//! | [`machine`] | [`Contest`]: what comes next and what counts, from the plan and the games |
//! | [`schedule`] | the formats: which games come next |
//! | [`scoring`] | the law: what a game is worth |
//! | [`tally`] | which games count, who is set aside |
//! | [`standings`] | points, tie-breaks, crosstable |
//! | [`ratings`] | how strong players are, with 95 % intervals |
//! | [`statistics`] | what a score proves |
//! | [`report`] | a contest as a page, as CSV and as JSON |
//!
//! How a game is played is not known here: [`run`] is handed a function, and the
//! server takes games from a [`Contest`] and plays them at its tables.

pub mod journal;
pub mod machine;
pub mod plan;
pub mod played;
pub mod ratings;
pub mod report;
pub mod schedule;
pub mod scoring;
pub mod standings;
pub mod statistics;
pub mod tally;
mod written;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use thiserror::Error;

pub use journal::Journal;
pub use machine::Contest;
pub use plan::{Entrant, Format, Plan, Seeding, Terms};
pub use played::{Fixture, Played, SeatResult};
pub use schedule::Note;
pub use scoring::{Score, Scoring};
pub use standings::{Duel, Row, Standings, Ties};
pub use tally::{Aside, Counted, Tally};

/// Why a game was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The contest is to stop; the game is played again when it goes on.
    Stopped,
    /// Something is wrong that is no player's fault, in a sentence. The contest
    /// ends with it.
    Broken(String),
}

/// Why a contest cannot be played.
#[derive(Debug, Error)]
pub enum ContestError {
    /// Too few players.
    #[error("{format} needs at least {least} players, not {players}")]
    TooFew {
        /// The format.
        format: &'static str,
        /// Players it needs.
        least: usize,
        /// Players there are.
        players: usize,
    },
    /// The format does not fit the game.
    #[error(
        "{format} is for games with two seats, and this one has {seats}; choose --format royale"
    )]
    Seats {
        /// The format.
        format: &'static str,
        /// Seats of the game.
        seats: usize,
    },
    /// A match has other players than seats.
    #[error("this game needs {seats} players, not {players}")]
    NotSeated {
        /// Seats of the game.
        seats: usize,
        /// Players named.
        players: usize,
    },
    /// The game is none against each other.
    #[error("a contest needs a game with at least two seats, and this one has {0}")]
    Lonely(usize),
    /// Two players have one name.
    #[error("two players are named {0:?}; every player needs a name of its own")]
    SameName(String),
    /// A file cannot be read or written.
    #[error("{}: {problem}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        problem: std::io::Error,
    },
    /// Someone else writes into the folder.
    #[error(
        "another contest is being played in {} at this moment; choose another folder or wait until it has ended",
        .0.display()
    )]
    Locked(PathBuf),
    /// The folder holds another contest.
    #[error("{} holds another contest: {what}. Choose another folder, or repeat the contest as it was planned", folder.display())]
    OtherPlan {
        /// The folder.
        folder: PathBuf,
        /// What differs.
        what: String,
    },
    /// The journal is no journal.
    #[error("line {line} of {} is damaged: {what}", path.display())]
    Damaged {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// A game could not be played, and no player is to blame.
    #[error("game {}: {what}", game + 1)]
    Broken {
        /// Its number, from 0.
        game: u64,
        /// What happened.
        what: String,
    },
    /// A thread cannot be bound to a core.
    #[error("a thread cannot be bound to core {core}: {problem}")]
    Pin {
        /// The core.
        core: usize,
        /// What the system says.
        problem: String,
    },
}

/// A contest as far as it was played.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Whether all games were played.
    pub finished: bool,
    /// How many games were played just now, not read from the journal.
    pub fresh: u64,
    /// What counts.
    pub tally: Tally,
    /// The standings.
    pub standings: Standings,
}

/// How far a contest has come.
pub struct Progress<'a> {
    /// Games that count so far.
    pub done: u64,
    /// Games there will be, as far as is known.
    pub planned: u64,
    /// Games played just now, not read from the journal.
    pub fresh: u64,
    /// The game that ended just now; nothing at the start.
    pub latest: Option<(&'a Fixture, &'a Played)>,
    /// The standings of the games that count, computed when asked for.
    pub standings: &'a dyn Fn() -> Standings,
}

/// Plays a contest, or the rest of it if there is a journal. `play` plays one game;
/// `progress` hears of every game as it ends, and once at the start; `stop` ends the
/// contest early, and another `run` with the same journal goes on from there.
pub fn run(
    plan: &Plan,
    mut journal: Option<&mut Journal>,
    play: &(dyn Fn(&Fixture) -> Result<Played, Stop> + Sync),
    progress: &(dyn Fn(&Progress<'_>) + Sync),
    stop: &AtomicBool,
) -> Result<Outcome, ContestError> {
    let games = journal.as_mut().map(|journal| journal.take_games());
    let contest = Contest::resume(plan.clone(), games.unwrap_or_default())?;
    let floor = Floor {
        contest,
        fresh: 0,
        error: None,
    };
    floor.tell(None, progress);
    let hall = Hall {
        plan,
        floor: Mutex::new(floor),
        changed: Condvar::new(),
        journal: Mutex::new(journal),
        play,
        progress,
        stop,
    };
    std::thread::scope(|scope| {
        for worker in 0..plan.threads.clamp(1, 1024) {
            let hall = &hall;
            scope.spawn(move || hall.work(worker));
        }
    });
    let floor = hall
        .floor
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    match floor.error {
        Some(error) => Err(error),
        None => Ok(floor.contest.outcome(floor.fresh)),
    }
}

/// What all threads share.
struct Hall<'a> {
    plan: &'a Plan,
    floor: Mutex<Floor>,
    changed: Condvar,
    journal: Mutex<Option<&'a mut Journal>>,
    play: &'a (dyn Fn(&Fixture) -> Result<Played, Stop> + Sync),
    progress: &'a (dyn Fn(&Progress<'_>) + Sync),
    stop: &'a AtomicBool,
}

/// The contest, and what happened to it just now.
struct Floor {
    contest: Contest,
    fresh: u64,
    error: Option<ContestError>,
}

impl Floor {
    fn tell(&self, latest: Option<(&Fixture, &Played)>, progress: &(dyn Fn(&Progress<'_>) + Sync)) {
        progress(&Progress {
            done: self.contest.done(),
            planned: self.contest.planned(),
            fresh: self.fresh,
            latest,
            standings: &|| self.contest.standings(),
        });
    }
}

impl Hall<'_> {
    fn floor(&self) -> MutexGuard<'_, Floor> {
        self.floor.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, error: ContestError) {
        self.floor().error.get_or_insert(error);
        self.changed.notify_all();
    }

    fn work(&self, worker: usize) {
        let cores = &self.plan.cores;
        let core = (!cores.is_empty()).then(|| cores[worker % cores.len()]);
        if let Some(core) = core
            && let Err(problem) = pin(core)
        {
            return self.fail(ContestError::Pin { core, problem });
        }
        while let Some(mut fixture) = self.take() {
            fixture.core = core;
            let result = catch_unwind(AssertUnwindSafe(|| (self.play)(&fixture)));
            let result = result.unwrap_or_else(|_| {
                Err(Stop::Broken(
                    "the hall itself failed while playing it".to_owned(),
                ))
            });
            match result {
                Ok(played) => {
                    if let Err(error) = self.finish(&fixture, played) {
                        return self.fail(error);
                    }
                }
                Err(Stop::Stopped) => {
                    // Whoever plays has its own reason to stop: so do we.
                    self.stop.store(true, Ordering::Relaxed);
                    self.floor().contest.give_back(&fixture);
                    self.changed.notify_all();
                    return;
                }
                Err(Stop::Broken(what)) => {
                    return self.fail(ContestError::Broken {
                        game: fixture.number,
                        what,
                    });
                }
            }
        }
    }

    /// Waits for a game to play; nothing when there will be none.
    fn take(&self) -> Option<Fixture> {
        let mut floor = self.floor();
        loop {
            let stopped = floor.error.is_some() || self.stop.load(Ordering::Relaxed);
            if stopped || floor.contest.is_over() {
                self.changed.notify_all();
                return None;
            }
            if let Some(fixture) = floor.contest.take(|_| true) {
                return Some(fixture);
            }
            // The flag that stops us wakes nobody: look again now and then.
            let wait = Duration::from_millis(100);
            floor = match self.changed.wait_timeout(floor, wait) {
                Ok((floor, _)) => floor,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
    }

    fn finish(&self, fixture: &Fixture, played: Played) -> Result<(), ContestError> {
        fixture.check(&played)?;
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(journal) = journal.as_mut() {
            journal.append(fixture, &played)?;
        }
        drop(journal);
        let mut floor = self.floor();
        floor.fresh += 1;
        floor.contest.finish(fixture, played.clone())?;
        floor.tell(Some((fixture, &played)), self.progress);
        drop(floor);
        self.changed.notify_all();
        Ok(())
    }
}

/// Binds this thread, and the processes it starts, to a core.
#[cfg(target_os = "linux")]
fn pin(core: usize) -> Result<(), String> {
    use rustix::thread::{CpuSet, sched_setaffinity};
    if core >= CpuSet::MAX_CPU {
        return Err(format!("cores are numbered below {}", CpuSet::MAX_CPU));
    }
    let mut set = CpuSet::new();
    set.set(core);
    sched_setaffinity(None, &set).map_err(|error| error.to_string())
}

#[cfg(not(target_os = "linux"))]
fn pin(_: usize) -> Result<(), String> {
    Err("this system does not offer it".to_owned())
}

/// The cores this program may use, to bind threads to.
#[cfg(target_os = "linux")]
pub fn cores() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    sched_getaffinity(None).map_or(Vec::new(), |set| {
        (0..CpuSet::MAX_CPU)
            .filter(|&core| set.is_set(core))
            .collect()
    })
}

/// The cores this program may use, to bind threads to.
#[cfg(not(target_os = "linux"))]
pub fn cores() -> Vec<usize> {
    Vec::new()
}
