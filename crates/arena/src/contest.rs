//! Contests: who plays whom, what counts, and how a contest that was killed
//! goes on.
//!
//! | module | what is in it |
//! |---|---|
//! | [`plan`] | [`Plan`]: all that defines a contest |
//! | [`played`] | [`Fixture`] and [`Played`]: a game to be played, a game that was played |
//! | [`journal`] | [`Journal`]: the file from which a contest goes on |
//! | [`schedule`] | the formats: which games come next |
//! | [`tally`] | which games count, who is set aside |
//! | [`standings`] | points, tie-breaks, crosstable |
//!
//! How a game is played is not known here: [`run`] is handed a function. A
//! contest is a fold over its games in the order of their numbers. Threads
//! finish games in any order, but nothing is decided before all games with lower
//! numbers are known, so the number of threads, and where a contest was killed,
//! make no difference.

pub mod journal;
pub mod plan;
pub mod played;
pub mod schedule;
pub mod standings;
pub mod tally;

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use thiserror::Error;

pub use journal::Journal;
pub use plan::{Entrant, Format, Plan, Seeding};
pub use played::{Fixture, Played, SeatResult};
pub use schedule::Note;
pub use standings::{Duel, Row, Standings};
pub use tally::{Aside, Counted, Tally};

use schedule::Schedule;

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

/// Plays a contest, or the rest of it. `play` plays one game; `progress` hears
/// of every game as it ends, and once at the start; `stop` ends the contest early, and
/// another `run` with the same journal goes on from there.
pub fn run(
    plan: &Plan,
    journal: &mut Journal,
    play: &(dyn Fn(&Fixture) -> Result<Played, Stop> + Sync),
    progress: &(dyn Fn(&Progress<'_>) + Sync),
    stop: &AtomicBool,
) -> Result<Outcome, ContestError> {
    plan.check()?;
    let mut floor = Floor {
        schedule: Schedule::new(plan),
        tally: Tally::new(plan),
        stage: VecDeque::new(),
        results: journal.take_games(),
        running: HashSet::new(),
        fresh: 0,
        over: false,
        error: None,
    };
    floor.advance(plan)?;
    floor.tell(plan, None, progress);
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
        None => Ok(Outcome {
            finished: floor.over,
            fresh: floor.fresh,
            standings: Standings::of(plan, &floor.tally),
            tally: floor.tally,
        }),
    }
}

/// What all threads share.
struct Hall<'a> {
    plan: &'a Plan,
    floor: Mutex<Floor>,
    changed: Condvar,
    journal: Mutex<&'a mut Journal>,
    play: &'a (dyn Fn(&Fixture) -> Result<Played, Stop> + Sync),
    progress: &'a (dyn Fn(&Progress<'_>) + Sync),
    stop: &'a AtomicBool,
}

/// A game is known by its number and by the seats that are empty in it: when a
/// player is set aside, what was played ahead with it is played again without.
pub(crate) type Key = (u64, Vec<usize>);

/// The games that are played at the moment and those that are known.
struct Floor {
    schedule: Schedule,
    tally: Tally,
    /// Games of the current stage that do not count yet, in order.
    stage: VecDeque<Fixture>,
    /// Games whose results are known and do not count yet.
    results: BTreeMap<Key, (Vec<usize>, Played)>,
    running: HashSet<Key>,
    fresh: u64,
    over: bool,
    error: Option<ContestError>,
}

impl Floor {
    /// Counts what can be counted, and opens stage after stage.
    fn advance(&mut self, plan: &Plan) -> Result<(), ContestError> {
        loop {
            let mut counted = 0;
            while let Some(fixture) = self.stage.get(counted) {
                let fixture = self.tally.seated(fixture);
                if self.tally.is_forfeit(&fixture) {
                    self.tally.forfeit(fixture);
                } else {
                    let Some((seating, played)) = self.results.remove(&fixture.key()) else {
                        break;
                    };
                    if seating != fixture.seating || played.seats.len() != fixture.seating.len() {
                        let what = format!(
                            "the journal has it with the players {seating:?}, the schedule with {:?}",
                            fixture.seating
                        );
                        return Err(ContestError::Broken {
                            game: fixture.number,
                            what,
                        });
                    }
                    self.tally.count(plan, fixture, played);
                }
                counted += 1;
            }
            self.stage.drain(..counted);
            if !self.stage.is_empty() || self.over {
                return Ok(());
            }
            match self.schedule.next(plan, &mut self.tally) {
                Some(stage) => self.stage = stage.into(),
                None => self.over = true,
            }
        }
    }

    /// The next game that nobody plays yet.
    fn next(&self) -> Option<Fixture> {
        let games = self.stage.iter().map(|fixture| self.tally.seated(fixture));
        games
            .filter(|fixture| !self.tally.is_forfeit(fixture))
            .find(|fixture| {
                let key = fixture.key();
                !self.running.contains(&key) && !self.results.contains_key(&key)
            })
    }

    fn tell(
        &self,
        plan: &Plan,
        latest: Option<(&Fixture, &Played)>,
        progress: &(dyn Fn(&Progress<'_>) + Sync),
    ) {
        let done = self.tally.counted.len() as u64;
        let planned = self.schedule.planned(plan);
        progress(&Progress {
            done,
            planned: planned.max(done + self.stage.len() as u64),
            fresh: self.fresh,
            latest,
            standings: &|| Standings::of(plan, &self.tally),
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
            let key = fixture.key();
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
                    self.floor().running.remove(&key);
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
            if floor.over || floor.error.is_some() || self.stop.load(Ordering::Relaxed) {
                self.changed.notify_all();
                return None;
            }
            if let Some(fixture) = floor.next() {
                floor.running.insert(fixture.key());
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
        if played.seats.len() != fixture.seating.len() {
            return Err(ContestError::Broken {
                game: fixture.number,
                what: format!(
                    "it has {} seats, and {} results came back",
                    fixture.seating.len(),
                    played.seats.len()
                ),
            });
        }
        self.journal
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .append(fixture, &played)?;
        let mut floor = self.floor();
        let key = fixture.key();
        floor.running.remove(&key);
        floor.fresh += 1;
        floor
            .results
            .insert(key, (fixture.seating.clone(), played.clone()));
        floor.advance(self.plan)?;
        floor.tell(self.plan, Some((fixture, &played)), self.progress);
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
