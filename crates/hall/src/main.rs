//! `hall`: Taflhalla on the command line.

/// Prints a message on standard error. You may have closed it, so errors do not matter.
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
mod contest;
mod doctor;
mod examples;
mod game17;
mod house;
mod manual;
mod matches;
mod opening;
mod perft;
mod play;
mod referee;
mod replay;
mod serve;
mod usage;
mod verify;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

#[derive(Parser)]
#[command(name = "hall", version, about = about(), after_help = examples::fill(EXAMPLES))]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

/// The arguments of `hall` alone; the environment may set some of them.
#[derive(Parser)]
struct Usual {
    #[command(flatten)]
    serve: serve::Arguments,
}

const EXAMPLES: &str = "Examples:
  hall serve --listen 0.0.0.0:8017
  hall play GAME2
  hall perft GAME2 --depth 5
  hall match GAME2 strong:ms=100 medium --games 40
  hall contest GAME2 weak medium strong:nodes=2000 --games 10
  hall analyse GAME1 --ms 1000 --lines 3
  hall bench --game GAME0
  echo '{\"game\":\"GAME1\",\"do\":\"moves\"}' | hall referee

Every command ends with 0 if all is fine, with 1 if it failed or its answer is no, and with 2 if it
was given wrongly. Errors are sentences on standard error. --json, where there is something to
report, gives the same to programs. With NO_COLOR set, nothing is coloured.";

fn about() -> String {
    let names = examples::names();
    format!("Play and study {names}. Without a command, opens the hall: hall serve.")
}

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
    /// Plays games between players and says how much the result proves
    Match(matches::Arguments),
    /// Plays a contest of many players: standings, ratings, a report
    Contest(contest::Arguments),
    /// Lets an engine think about a position or a recorded game
    Analyse(analyse::Arguments),
    /// Checks whether a bot is ready for a contest and says what to fix
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
    /// Checks what this machine offers: sandbox, Python, browser, database
    Doctor(doctor::Arguments),
    /// Prints a script that completes these commands in your shell
    Completions(manual::Completions),
    /// Prints the manual page, or writes a page for every command
    Man(manual::Man),
    /// Prints all commands and their arguments as JSON
    #[command(hide = true)]
    Commands,
}

/// The arguments of `hall bot run GAME PLAYER --seed N`, as the hall starts its own
/// players. Building a parser takes longer than all else that a bot does before its
/// first move. The parser gets all other forms, and what is wrong.
fn bot_alone() -> Option<bot::Run> {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let words: Option<Vec<&str>> = words.iter().map(|word| word.to_str()).collect();
    let (game, player, seed) = match words?[..] {
        ["bot", "run", game, player] => (game, player, None),
        ["bot", "run", game, player, "--seed", seed] => (game, player, Some(seed.parse().ok()?)),
        _ => return None,
    };
    let known = catalog::GAMES.iter().any(|info| info.id == game);
    (known && !player.starts_with('-')).then(|| bot::Run {
        game: game.to_owned(),
        player: player.to_owned(),
        seed,
    })
}

fn main() -> ExitCode {
    // Every start of a bot waits for this, so it does not wait for the parser.
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == sandbox::CONFINE) {
        return sandbox::confine(words);
    }
    if let Some(arguments) = bot_alone() {
        return usage::exit_code(bot::answer_all(&arguments));
    }
    let result = match usage::parse::<Arguments>().command {
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
        Some(Command::Completions(arguments)) => {
            manual::completions(&arguments, Arguments::command())
        }
        Some(Command::Man(arguments)) => manual::man(&arguments, Arguments::command()),
        Some(Command::Commands) => manual::list(Arguments::command()),
        None => serve::run(&usage::parse::<Usual>().serve),
    };
    usage::exit_code(result)
}
