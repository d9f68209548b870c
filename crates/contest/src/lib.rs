//! Contests: who meets whom, what counts, and how a contest resumes after a crash.
//!
//! | module | contents |
//! |---|---|
//! | [`plan`] | [`Plan`]: everything that defines a contest |
//! | [`played`] | [`Fixture`] and [`Played`]: a game to be played, and its result |
//! | [`journal`] | [`Journal`]: the file from which a contest resumes |
//! | [`machine`] | [`Contest`]: the next games and the results that count, from plan
//! and results |
//! | [`schedule`] | the formats: which games come next |
//! | [`scoring`] | what a game is worth |
//! | [`tally`] | which games count, and which players are set aside |
//! | [`standings`] | points, tie-breaks, crosstable |
//! | [`ratings`] | the strength of players, with 95 % intervals |
//! | [`statistics`] | how much a score proves |
//! | [`report`] | a contest as a page, as CSV and as JSON |
//!
//! The crate does not know how a game is played: [`run`] takes a function that plays
//! it, and the server takes games from a [`Contest`] and plays them at its tables.

pub mod journal;
mod json_forms;
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
    /// The contest must stop. The game is played again when the contest resumes.
    Stopped,
    /// An error that is no player's fault, in a sentence. It ends the contest.
    Broken(String),
}

/// Why a contest cannot be played.
#[derive(Debug, Error)]
pub enum ContestError {
    /// There are too few players.
    #[error("{format} needs at least {least} players, not {players}")]
    TooFew {
        /// The format.
        format: &'static str,
        /// The number of players it needs.
        least: usize,
        /// The number of players there are.
        players: usize,
    },
    /// The format does not fit the game.
    #[error(
        "{format} is for games with two seats, and this one has {seats}; choose --format royale"
    )]
    Seats {
        /// The format.
        format: &'static str,
        /// The game's number of seats.
        seats: usize,
    },
    /// A match needs as many players as the game has seats.
    #[error("this game needs {seats} players, not {players}")]
    NotSeated {
        /// The game's number of seats.
        seats: usize,
        /// The number of players named.
        players: usize,
    },
    /// In this game, players do not play against each other.
    #[error("a contest needs a game with at least two seats, and this one has {0}")]
    Lonely(usize),
    /// Two players have the same name.
    #[error("two players are named {0:?}; every player needs a name of its own")]
    SameName(String),
    /// A file cannot be read or written.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        problem: std::io::Error,
    },
    /// Another process writes into the folder.
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
        /// The difference.
        what: String,
    },
    /// The file is not a journal.
    #[error("line {line} of {} is damaged: {what}", path.display())]
    Damaged {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The error in it.
        what: String,
    },
    /// A game could not be played, and no player is to blame.
    #[error("game {}: {what}", game + 1)]
    Broken {
        /// Its number, from 0.
        game: u64,
        /// The error.
        what: String,
    },
    /// A thread cannot be bound to a core.
    #[error("a thread cannot be bound to core {core}: {problem}")]
    Pin {
        /// The core.
        core: usize,
        /// The error of the system.
        problem: String,
    },
}

/// A contest as far as it was played.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Whether all games were played.
    pub finished: bool,
    /// The number of games that were played now, not read from the journal.
    pub fresh: u64,
    /// The games that count.
    pub tally: Tally,
    /// The standings.
    pub standings: Standings,
}

/// The progress of a contest.
pub struct Progress<'a> {
    /// The number of games that count so far.
    pub done: u64,
    /// The number of games there will be, as far as is known.
    pub planned: u64,
    /// The number of games played in this run, not read from the journal.
    pub fresh: u64,
    /// The game that has just ended; `None` at the start.
    pub latest: Option<(&'a Fixture, &'a Played)>,
    /// The standings of the games that count. They are computed when you ask.
    pub standings: &'a dyn Fn() -> Standings,
}

/// Plays a contest, or resumes it if there is a journal. `play` plays one game.
/// `progress` is called at the start and after every game. `stop` ends the contest
/// early; another `run` with the same journal resumes it.
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

/// The state that all threads share.
struct Hall<'a> {
    plan: &'a Plan,
    floor: Mutex<Floor>,
    changed: Condvar,
    journal: Mutex<Option<&'a mut Journal>>,
    play: &'a (dyn Fn(&Fixture) -> Result<Played, Stop> + Sync),
    progress: &'a (dyn Fn(&Progress<'_>) + Sync),
    stop: &'a AtomicBool,
}

/// The contest, and its latest change.
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
                    // The function that plays has its own reason to stop, so this stops
                    // too.
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

    /// Waits for a game to play; `None` if there will be none.
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
            // Setting the flag wakes no thread, so look at it now and then.
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
