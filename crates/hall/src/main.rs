//! `hall`: Taflhalla on the command line.

mod analyse;
mod bench;
mod matches;
mod opening;
mod perft;
mod referee;
mod replay;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Play and study Automatafl, Combo, Brandub and Game 17.
#[derive(Parser)]
#[command(name = "hall", version, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "Examples:
  hall perft brandub --depth 5
  hall match brandub strong:ms=100 medium --games 40
  hall analyse combo --ms 1000 --lines 3
  hall bench --game automatafl
  echo '{\"game\":\"combo\",\"do\":\"moves\"}' | hall referee";

#[derive(Subcommand)]
enum Command {
    /// Answers requests about the rules, one JSON line each
    Referee(referee::Arguments),
    /// Counts the leaves of a game's move tree
    Perft(perft::Arguments),
    /// Plays games between built-in players and says what the result proves
    Match(matches::Arguments),
    /// Lets an engine think about a position or a recorded game
    Analyse(analyse::Arguments),
    /// Shows a recorded game, or makes pictures and pages of it
    Replay(replay::Arguments),
    /// Measures how fast the rules are on one core
    Bench(bench::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Some(Command::Referee(arguments)) => referee::run(&arguments),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
        Some(Command::Match(arguments)) => matches::run(&arguments),
        Some(Command::Analyse(arguments)) => analyse::run(&arguments),
        Some(Command::Replay(arguments)) => replay::run(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        None => Arguments::command().print_help().map_err(Into::into),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hall: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whoever read our output has had enough of it: that is no error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
