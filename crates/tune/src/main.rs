//! `cargo xtask tune`: finds better weights for a game's evaluation.

use std::io;

use anyhow::{Result, bail};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use tune::climb::{self, Subject};
use tune::selfplay::Watch;
use tune::subjects::{AutomataflPulls, ComboStacks, Game17Course};
use tune::{Task, brandub};

/// Finds better weights for a game's evaluation by self-play.
///
/// Brandub: fits all weights to the results of games. Other games: changes one
/// weight at a time and plays matches. The same seed and arguments give the same
/// output, on any number of threads.
#[derive(Parser)]
#[command(name = "cargo xtask tune", after_help = EXAMPLES)]
struct Arguments {
    /// The game: automatafl, combo, brandub or game17
    game: String,
    /// Games of one trial; in Brandub, of one round [default: 200; automatafl: 100; brandub:
    /// 2000]
    #[arg(long, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    games: Option<u64>,
    /// What openings, draws and the players' dice follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How often everything is gone through
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// States that a player visits for a move [default: 1000; automatafl: 250; brandub: 2000;
    /// game17: 0, no trials of plans]
    #[arg(long)]
    nodes: Option<u64>,
    /// How many games are played at the same time [default: all cores]
    #[arg(long)]
    threads: Option<usize>,
}

const EXAMPLES: &str = "Examples:
  cargo xtask tune brandub --games 5000 --rounds 2
  cargo xtask tune combo --games 400 --nodes 2000";

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let bar = ProgressBar::new(0);
    bar.set_style(ProgressStyle::with_template(
        "{wide_bar} {pos}/{len}, {eta} left",
    )?);
    let tell = |done, all| {
        if done == 1 {
            bar.reset();
            bar.set_length(all);
        }
        bar.set_position(done);
    };
    let watch = Watch { games: Some(&tell) };
    let mut out = Aside { bar: &bar };
    match arguments.game.as_str() {
        "brandub" => {
            brandub::run(&arguments.task(&brandub::USUAL), &watch, &mut out)?;
        }
        "combo" => climb(&ComboStacks, &arguments, &watch, &mut out)?,
        "automatafl" => climb(&AutomataflPulls::default(), &arguments, &watch, &mut out)?,
        "game17" => climb(&Game17Course, &arguments, &watch, &mut out)?,
        other => {
            bail!("there is no game {other:?}; there are automatafl, combo, brandub and game17")
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn climb<S: Subject>(
    subject: &S,
    arguments: &Arguments,
    watch: &Watch<'_>,
    out: &mut dyn io::Write,
) -> Result<()> {
    climb::run(subject, &arguments.task(&S::USUAL), watch, out)?;
    Ok(())
}

impl Arguments {
    fn task(&self, usual: &Task) -> Task {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Task {
            games: self.games.unwrap_or(usual.games),
            rounds: self.rounds,
            seed: self.seed,
            nodes: self.nodes.unwrap_or(usual.nodes),
            threads: self.threads.unwrap_or(cores),
        }
    }
}

/// Writes to standard output without disturbing the progress bar.
struct Aside<'a> {
    bar: &'a ProgressBar,
}

impl io::Write for Aside<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.bar.suspend(|| io::stdout().write(buffer))
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}
