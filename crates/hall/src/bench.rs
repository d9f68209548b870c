//! `hall bench`: the speed of rules, search and the bot runner, and the load that the
//! hall can take over the network.

mod server;

use std::io::{self, Write};

use anyhow::Result;
use indicatif::ProgressBar;
use serde::Serialize;

use crate::examples;
use crate::usage;

#[derive(clap::Args)]
#[command(after_help = examples::fill(EXAMPLES), args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    other: Option<Other>,
    /// Measures only this game, or only `bots`
    #[arg(long, value_parser = measured)]
    game: Option<String>,
    /// The number of repetitions
    #[arg(long, default_value_t = 7, value_parser = usage::count(1..=1000))]
    repeat: usize,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

/// Reads the name of a measurement.
fn measured(text: &str) -> Result<String, String> {
    if bench::all().iter().any(|bench| bench.game == text) {
        Ok(text.to_owned())
    } else {
        Err(format!(
            "there is no game {text:?} to measure; there are {}, and bots",
            catalog::GAMES.map(|info| info.id).join(", ")
        ))
    }
}

/// Measurements that run only on request.
#[derive(clap::Subcommand)]
enum Other {
    Server(server::Arguments),
}

const EXAMPLES: &str = "Every measurement does a fixed amount of work from a fixed seed, several \
times; the best and the median run are shown. The signature is what the work came to: it changes \
only when the rules or the dice do.

Examples:
  hall bench
  hall bench --game GAME2 --repeat 20
  hall bench --json
  hall bench server";

/// All measurements, as JSON.
#[derive(Serialize)]
struct Measurements {
    repeat: usize,
    measurements: Vec<Measurement>,
}

#[derive(Serialize)]
struct Measurement {
    game: &'static str,
    what: &'static str,
    unit: String,
    best: f64,
    median: f64,
    signature: u64,
}

pub fn run(arguments: &Arguments) -> Result<()> {
    if let Some(Other::Server(arguments)) = &arguments.other {
        return server::run(arguments);
    }
    let wanted = arguments.game.as_deref();
    let mut chosen = bench::all();
    chosen.retain(|bench| wanted.is_none_or(|game| game == bench.game));
    let repeat = arguments.repeat;
    let bar = ProgressBar::new((chosen.len() * repeat) as u64);
    let mut measurements = Vec::new();
    let head = ["game", "what", "best", "median", "signature"];
    let mut table = row(head);
    for bench in chosen {
        let made = bench.run(repeat, || bar.inc(1));
        table.push_str(&row([
            bench.game,
            bench.what,
            &speed(made.best, bench.unit),
            &speed(made.median, bench.unit),
            &made.signature.to_string(),
        ]));
        measurements.push(Measurement {
            game: bench.game,
            what: bench.what,
            unit: format!("{}/s", bench.unit),
            best: made.best,
            median: made.median,
            signature: made.signature,
        });
    }
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    if arguments.json {
        let all = Measurements {
            repeat,
            measurements,
        };
        writeln!(out, "{}", serde_json::to_string(&all)?)?;
        return Ok(());
    }
    write!(out, "{table}")?;
    Ok(())
}

fn row([game, what, best, median, signature]: [&str; 5]) -> String {
    format!("{game:<11} {what:<32} {best:>16} {median:>16}   {signature}\n")
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
