//! `cargo xtask tune`: finds better weights for a game's evaluation.

use std::io;

use anyhow::{Context, Result};
use catalog::GAMES;
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use players::any::tune;
use players::tuning::{Climbed, Fitted, Tuner, Usual};
use tune::selfplay::Watch;
use tune::{Failure, Task, climb, fit};

/// Finds better weights for a game's evaluation by self-play.
///
/// In some games it fits all weights to the results of games, in the others it changes
/// one weight at a time and plays matches. The same seed and arguments give the same
/// output, on any number of threads.
#[derive(Parser)]
#[command(name = "cargo xtask tune", after_help = examples())]
struct Arguments {
    /// The id of the game
    game: String,
    /// Games of one trial or, if all weights are fitted, of one round [default: see below]
    #[arg(long, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    games: Option<u64>,
    /// What openings, draws and the players' dice follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How often everything is gone through
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// States that a player visits for a move [default: see below]
    #[arg(long)]
    nodes: Option<u64>,
    /// How many games are played at the same time [default: all cores]
    #[arg(long)]
    threads: Option<usize>,
}

fn examples() -> String {
    let usual = GAMES.iter().filter_map(|game| {
        let Usual { games, nodes } = tune(game.id, Ask)?;
        Some(format!(
            "  {:<11} --games {games} --nodes {nodes}\n",
            game.id
        ))
    });
    let usual: String = usual.collect();
    let game = GAMES[0].id;
    format!(
        "Defaults:\n{usual}\nExamples:\n  cargo xtask tune {game} --games 5000 --rounds 2\n  \
         cargo xtask tune {game} --games 400 --nodes 2000"
    )
}

/// Asks how much is usually played.
struct Ask;

impl Tuner for Ask {
    type Output = Usual;

    fn climb<S: Climbed>(self, _: S) -> Usual {
        S::USUAL
    }

    fn fit<S: Fitted>(self, _: S) -> Usual {
        S::USUAL
    }
}

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
    let run = Run {
        arguments: &arguments,
        watch: &watch,
        out: &mut out,
    };
    tune(&arguments.game, run).with_context(|| {
        let games = GAMES.map(|game| game.id).join(", ");
        format!("there is no game {:?}; there are {games}", arguments.game)
    })??;
    bar.finish_and_clear();
    Ok(())
}

/// Tunes the weights of a game.
struct Run<'a> {
    arguments: &'a Arguments,
    watch: &'a Watch<'a>,
    out: &'a mut dyn io::Write,
}

impl Tuner for Run<'_> {
    type Output = Result<(), Failure>;

    fn climb<S: Climbed>(self, subject: S) -> Result<(), Failure> {
        let task = self.arguments.task(&S::USUAL);
        climb::run(&subject, &task, self.watch, self.out).map(drop)
    }

    fn fit<S: Fitted>(self, subject: S) -> Result<(), Failure> {
        let task = self.arguments.task(&S::USUAL);
        fit::run(&subject, &task, self.watch, self.out).map(drop)
    }
}

impl Arguments {
    fn task(&self, usual: &Usual) -> Task {
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
