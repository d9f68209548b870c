//! `hall bench`: how fast rules, search and the bot runner are, and what the hall
//! stands over the network.

mod bots;
mod client;
mod server;

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::Result;
use arena::Contested;
use arena::clock::Wall;
use dice::Quick;
use game::{Game, Seat, play};
use game17::{Game17, Scratch};
use indicatif::ProgressBar;
use players::roster::Spec;
use record::analysis;
use serde_json::{Value, json};

use crate::matches::all_cores;
use crate::usage;

#[derive(clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    other: Option<Other>,
    /// Only this game, or only `bots`
    #[arg(long, value_parser = measured)]
    game: Option<String>,
    /// How often each measurement is repeated
    #[arg(long, default_value_t = 7, value_parser = usage::count(1..=1000))]
    repeat: usize,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

/// Reads what is to be measured.
fn measured(text: &str) -> Result<String, String> {
    match BENCHES.iter().any(|bench| bench.game == text) {
        true => Ok(text.to_owned()),
        false => Err(format!(
            "there is no game {text:?} to measure; there are {}, and bots",
            catalog::GAMES.map(|info| info.id).join(", ")
        )),
    }
}

/// What is measured only when it is asked for.
#[derive(clap::Subcommand)]
enum Other {
    Server(server::Arguments),
}

const EXAMPLES: &str = "Every measurement does a fixed amount of work from a fixed seed, several \
times; the best and the median run are shown. The signature is what the work came to: it changes \
only when the rules or the dice do.

Examples:
  hall bench
  hall bench --game brandub --repeat 20
  hall bench --json
  hall bench server";

/// One measurement.
struct Bench {
    game: &'static str,
    what: &'static str,
    unit: &'static str,
    /// Does the work. Gives how many units it was, and its signature.
    work: fn() -> (u64, u64),
}

const BENCHES: [Bench; 12] = [
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
            let states = search(&tafl::Brandub::default(), "alphabeta:depth=10", 1);
            (states, states)
        },
    },
    Bench {
        game: "brandub",
        what: "search to depth 12, one thread",
        unit: "searches",
        work: || {
            search(&tafl::Brandub::default(), "alphabeta:depth=12", 1);
            (1, 12)
        },
    },
    Bench {
        game: "brandub",
        what: "search to depth 12, all cores",
        unit: "searches",
        work: || {
            search(&tafl::Brandub::default(), "alphabeta:depth=12", all_cores());
            (1, 12)
        },
    },
    Bench {
        game: "combo",
        what: "search to depth 6, one thread",
        unit: "states",
        work: || {
            let states = search(&combo::Combo::default(), "alphabeta:depth=6", 1);
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

/// Random games, each begun by `restart`. Gives the plies, which are the
/// signature too.
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

/// Lets an engine think about the start. Gives the states it visited.
fn search<G: Contested>(game: &G, engine: &str, threads: usize) -> u64 {
    let engine: Spec = engine.parse().expect("a well-formed name");
    let (clock, stop) = (Wall::start(), AtomicBool::new(false));
    let limits = engine.limits();
    let start = game.start();
    let opinions = analysis::position(game, &start, &engine, limits, threads, &clock, &stop);
    opinions.map_or(0, |opinions| {
        opinions.iter().map(|opinion| opinion.states).sum()
    })
}

pub fn run(arguments: &Arguments) -> Result<()> {
    if let Some(Other::Server(arguments)) = &arguments.other {
        return server::run(arguments);
    }
    let chosen: Vec<&Bench> = BENCHES
        .iter()
        .filter(|bench| {
            arguments
                .game
                .as_deref()
                .is_none_or(|game| game == bench.game)
        })
        .collect();
    let repeat = arguments.repeat;
    let bar = ProgressBar::new((chosen.len() * repeat) as u64);
    let mut rows: Vec<Value> = Vec::new();
    let mut lines = Vec::new();
    for bench in chosen {
        let mut speeds = Vec::with_capacity(repeat);
        let mut signature = 0;
        for _ in 0..repeat {
            let started = Instant::now();
            let (units, found) = (bench.work)();
            speeds.push(units as f64 / started.elapsed().as_secs_f64());
            signature = found;
            bar.inc(1);
        }
        speeds.sort_by(f64::total_cmp);
        let (best, median) = (speeds[repeat - 1], speeds[repeat / 2]);
        lines.push(format!(
            "{:<11} {:<32} {:>16} {:>16}   {signature}",
            bench.game,
            bench.what,
            speed(best, bench.unit),
            speed(median, bench.unit),
        ));
        rows.push(json!({
            "game": bench.game,
            "what": bench.what,
            "unit": format!("{}/s", bench.unit),
            "best": best,
            "median": median,
            "signature": signature,
        }));
    }
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", json!({"repeat": repeat, "measurements": rows}))?;
        return Ok(());
    }
    let head = ["game", "what", "best", "median", "signature"];
    writeln!(
        out,
        "{:<11} {:<32} {:>16} {:>16}   {}",
        head[0], head[1], head[2], head[3], head[4]
    )?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn speed(per_second: f64, unit: &str) -> String {
    match unit {
        "games" => format!("{:.3} ms/game", 1e3 / per_second),
        "starts" => format!("{:.1} ms", 1e3 / per_second),
        "turns" if per_second < 1e6 => format!("{:.1} k turns/s", per_second / 1e3),
        "searches" => format!("{:.0} ms", 1e3 / per_second),
        _ => format!("{:.2} M {unit}/s", per_second / 1e6),
    }
}
