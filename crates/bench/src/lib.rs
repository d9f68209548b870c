//! Measures the speed of rules, search and the bot runner. Every measurement does a
//! fixed amount of work from a fixed seed.

mod bots;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use arena::clock::Wall;
use dice::Quick;
use game::{Game, Seat, play};
use game17::{Game17, Scratch};
use players::roster::Spec;
use record::analysis;

/// One measurement.
pub struct Bench {
    /// The game, or `bots`.
    pub game: &'static str,
    /// A name for the work.
    pub what: &'static str,
    /// The unit that is counted.
    pub unit: &'static str,
    /// Does the work. Returns the number of units and a signature.
    work: fn() -> (u64, u64),
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

/// All measurements. A static, not a constant: every crate that uses a constant would
/// compile its functions again, with that crate's settings.
/// uses it, with the settings of that crate.
pub static BENCHES: [Bench; 12] = [
    Bench {
        game: "brandub",
        what: "random play",
        unit: "plies",
        work: || {
            let brandub = tafl::Brandub::default();
            random(&brandub, 20_000, |state| {
                state.restart(tafl::Position::START);
            })
        },
    },
    Bench {
        game: "brandub",
        what: "perft 5, counted in bulk",
        unit: "leaves",
        work: || {
            let brandub = tafl::Brandub::default();
            let leaves = brandub.start().position().perft(5, brandub.options());
            (leaves, leaves)
        },
    },
    Bench {
        game: "brandub",
        what: "search to depth 10, one thread",
        unit: "states",
        work: || {
            let states = search("brandub", "alphabeta:depth=10", 1);
            (states, states)
        },
    },
    Bench {
        game: "brandub",
        what: "search to depth 12, one thread",
        unit: "searches",
        work: || {
            search("brandub", "alphabeta:depth=12", 1);
            (1, 12)
        },
    },
    Bench {
        game: "brandub",
        what: "search to depth 12, all cores",
        unit: "searches",
        work: || {
            search("brandub", "alphabeta:depth=12", all_cores());
            (1, 12)
        },
    },
    Bench {
        game: "combo",
        what: "search to depth 6, one thread",
        unit: "states",
        work: || {
            let states = search("combo", "alphabeta:depth=6", 1);
            (states, states)
        },
    },
    Bench {
        game: "combo",
        what: "random play",
        unit: "plies",
        work: || {
            let combo = combo::Combo::default();
            random(&combo, 10_000, |state| *state = combo.start())
        },
    },
    Bench {
        game: "combo",
        what: "perft 4, counted in bulk",
        unit: "leaves",
        work: || {
            let combo = combo::Combo::default();
            let leaves = combo.start().position().clone().perft(4);
            (leaves, leaves)
        },
    },
    Bench {
        game: "automatafl",
        what: "random play, standard board",
        unit: "turns",
        work: || {
            let automatafl = automatafl::Automatafl::default();
            let mut dice = Quick::new(17);
            let mut joint: Vec<(Seat, automatafl::Entry)> = Vec::new();
            let (mut turns, mut signature) = (0, 0);
            for _ in 0..3_000 {
                let mut state = automatafl.start();
                let (_, steps) =
                    play::random(&automatafl, &mut state, &mut dice, &mut joint, u64::MAX);
                turns += u64::from(state.turn());
                signature += steps;
            }
            (turns, signature)
        },
    },
    Bench {
        game: "game17",
        what: "all zombies, 14 x 14, 50 rounds",
        unit: "games",
        work: || {
            let options = game17::Options {
                players: 0,
                ..game17::Options::default()
            };
            let game = Game17::new(options).expect("these options make a game");
            let mut dice = Quick::new(17);
            let mut scratch = Scratch::new();
            let games = 500;
            let mut signature = 0;
            for _ in 0..games {
                let mut state = game.start();
                game.run(&mut state, &mut dice, &mut scratch);
                signature += state
                    .winners()
                    .iter()
                    .map(|&owner| u64::from(owner))
                    .sum::<u64>();
            }
            (games, signature)
        },
    },
    Bench {
        game: "bots",
        what: "Combo, all cores, unconfined",
        unit: "turns",
        work: bots::turns,
    },
    Bench {
        game: "bots",
        what: "start and end, best sandbox",
        unit: "starts",
        work: bots::starts,
    },
];

/// Plays random games, each started by `restart`. Returns the plies, which are also the
/// signature.
fn random<G: Game>(game: &G, games: u32, restart: impl Fn(&mut G::State)) -> (u64, u64) {
    let mut dice = Quick::new(17);
    let mut joint = Vec::new();
    let mut plies = 0;
    let mut state = game.start();
    for _ in 0..games {
        restart(&mut state);
        plies += play::random(game, &mut state, &mut dice, &mut joint, u64::MAX).1;
    }
    (plies, plies)
}

/// Lets an engine think about the initial state. Returns the number of visited states.
fn search(game: &str, engine: &str, threads: usize) -> u64 {
    let game = &*catalog::open(game, &catalog::GameData::NULL).expect("a game of the list");
    let engine: Spec = engine.parse().expect("a well-formed name");
    let (clock, stop) = (Wall::start(), AtomicBool::new(false));
    let limits = engine.limits();
    let start = game.start();
    let opinions = analysis::position(game, &start, &engine, limits, threads, &clock, &stop);
    opinions.map_or(0, |opinions| {
        opinions.iter().map(|opinion| opinion.states).sum()
    })
}

fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
