//! `hall`: Taflhalla on the command line.

/// Says something on standard error. Whoever does not want to hear it may have
/// closed it.
macro_rules! note {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($words)*);
    }};
}

mod analyse;
mod bench;
mod bot;
mod check;
mod confine;
mod contest;
mod doctor;
mod game17;
mod house;
mod matches;
mod opening;
mod perft;
mod play;
mod referee;
mod replay;
mod serve;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Play and study Automatafl, Combo, Brandub and Game 17. Without a command, opens the hall: hall serve.
#[derive(Parser)]
#[command(name = "hall", version, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

/// What `hall` alone means; the environment may set some of it.
#[derive(Parser)]
struct Usual {
    #[command(flatten)]
    serve: serve::Arguments,
}

const EXAMPLES: &str = "Examples:
  hall serve --listen 0.0.0.0:8017
  hall play brandub
  hall perft brandub --depth 5
  hall match brandub strong:ms=100 medium --games 40
  hall contest brandub weak medium strong:nodes=2000 --games 10
  hall analyse combo --ms 1000 --lines 3
  hall bench --game automatafl
  echo '{\"game\":\"combo\",\"do\":\"moves\"}' | hall referee";

#[derive(Subcommand)]
enum Command {
    /// Opens the hall: people and programs play in the browser and over the network
    Serve(Box<serve::Arguments>),
    /// Answers requests about the rules, one JSON line each
    Referee(referee::Arguments),
    /// Counts the leaves of a game's move tree
    Perft(perft::Arguments),
    /// Plays a game with you, in the terminal: against computers, programs, people here or at a hall
    Play(Box<play::Arguments>),
    /// Plays games between players and says what the result proves
    Match(matches::Arguments),
    /// Plays a contest of many players: standings, ratings, a report
    Contest(contest::Arguments),
    /// Lets an engine think about a position or a recorded game
    Analyse(analyse::Arguments),
    /// Finds out whether a bot is fit for a contest
    Check(check::Arguments),
    /// Runs built-in players as bots, and bots through recorded games
    Bot(bot::Arguments),
    /// Replays recorded games and checks every step, draw and hash in them
    Verify(verify::Arguments),
    /// Plays, ranks and shows Game 17 like the original program
    Game17(game17::Arguments),
    /// Shows a recorded game, or makes pictures and pages of it
    Replay(replay::Arguments),
    /// Measures how fast rules, search and the bot runner are
    Bench(bench::Arguments),
    /// Says what this machine offers: sandbox, Python, browser, database
    Doctor(doctor::Arguments),
    #[command(hide = true)]
    Confine(confine::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Some(Command::Serve(arguments)) => serve::run(&arguments),
        Some(Command::Referee(arguments)) => referee::run(&arguments),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
        Some(Command::Play(arguments)) => play::run(&arguments),
        Some(Command::Match(arguments)) => matches::run(&arguments),
        Some(Command::Contest(arguments)) => contest::run(&arguments),
        Some(Command::Analyse(arguments)) => analyse::run(&arguments),
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::Bot(arguments)) => bot::run(&arguments),
        Some(Command::Verify(arguments)) => verify::run(&arguments),
        Some(Command::Game17(arguments)) => game17::run(&arguments),
        Some(Command::Replay(arguments)) => replay::run(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        Some(Command::Doctor(arguments)) => doctor::run(&arguments),
        Some(Command::Confine(arguments)) => return confine::run(arguments),
        None => serve::run(&Usual::parse().serve),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            note!("hall: {error:#}");
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
