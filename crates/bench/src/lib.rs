//! Measures the speed of rules, search and the bot runner. Every measurement does a
//! fixed amount of work from a fixed seed.

mod bots;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use arena::clock::Wall;
use catalog::{GAMES, GameData};
use players::any::measures;
use players::measures::{Threads, Work};
use players::roster::Spec;
use record::analysis;
use search::control::Control;

/// What the measurements of the bot runner have instead of the id of a game.
const BOTS: &str = "bots";

/// One measurement.
pub struct Bench {
    /// The game, or `bots`.
    pub game: &'static str,
    /// A name for the work.
    pub what: &'static str,
    /// The unit that is counted.
    pub unit: &'static str,
    /// Does the work. Returns the number of units and a signature.
    work: Box<dyn Fn() -> (u64, u64)>,
}

/// The result of one measurement.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// Units per second of the best run.
    pub best: f64,
    /// Units per second of the median run.
    pub median: f64,
    /// The result of the work. It changes only if the rules or the dice do.
    pub signature: u64,
}

impl Bench {
    /// Does the work several times and calls `done` after each.
    pub fn run(&self, times: usize, done: impl Fn()) -> Speed {
        let mut signature = 0;
        let mut speeds: Vec<f64> = (0..times.max(1))
            .map(|_| {
                let started = Instant::now();
                let (units, found) = (self.work)();
                signature = found;
                done();
                units as f64 / started.elapsed().as_secs_f64()
            })
            .collect();
        speeds.sort_by(f64::total_cmp);
        Speed {
            best: speeds[speeds.len() - 1],
            median: speeds[speeds.len() / 2],
            signature,
        }
    }
}

/// All measurements: those of each game, then those of the bot runner.
pub fn all() -> Vec<Bench> {
    let (mut all, mut of_bots) = (Vec::new(), Vec::new());
    for game in GAMES.map(|game| game.id) {
        for measure in measures(game) {
            let mut add = |work| {
                all.push(Bench {
                    game,
                    what: measure.what,
                    unit: measure.unit,
                    work,
                });
            };
            match measure.work {
                Work::Rules(work) => add(Box::new(work)),
                Work::States(depth) => add(Box::new(move || {
                    let states = search(game, depth, 1);
                    (states, states)
                })),
                Work::Search(depth, threads) => {
                    let threads = match threads {
                        Threads::One => 1,
                        Threads::All => all_cores(),
                    };
                    add(Box::new(move || {
                        search(game, depth, threads);
                        (1, depth.into())
                    }));
                }
                Work::Programs => of_bots.extend([
                    Bench {
                        game: BOTS,
                        what: measure.what,
                        unit: measure.unit,
                        work: Box::new(move || bots::turns(game)),
                    },
                    Bench {
                        game: BOTS,
                        what: "start and end, best sandbox",
                        unit: "starts",
                        work: Box::new(move || bots::starts(game)),
                    },
                ]),
            }
        }
    }
    all.append(&mut of_bots);
    all
}

/// Searches the initial state to this depth. Returns the number of visited states.
fn search(game: &str, depth: u32, threads: usize) -> u64 {
    let game = &*catalog::open(game, &GameData::NULL).expect("a game of the list");
    let engine = format!("alphabeta:depth={depth}");
    let engine: Spec = engine.parse().expect("a well-formed name");
    let (clock, stop) = (Wall::start(), AtomicBool::new(false));
    let control = || Control::new(engine.limits(), &clock, &stop);
    let opinions = analysis::position(game, &game.start(), &engine, threads, control);
    opinions.map_or(0, |opinions| {
        opinions.iter().map(|opinion| opinion.states).sum()
    })
}

fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
