//! `hall bot`: built-in players as bots, and bots through recorded games.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use arena::Contested;
use arena::bot::program::visible;
use arena::bot::{Ask, Bot, Program, ask};
use arena::clock::Wall;
use arena::time::TimeRules;
use catalog::bot::{About, AnswerError};
use game::Seat;
use players::roster::Spec;
use protocol::record::{Origin, Record};
use record::Made;
use search::control::Control;
use serde_json::{Value, json};

use crate::house::HouseArguments;
use crate::usage::{self, Misused, misuse};
use crate::verify;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  hall bot run brandub weak
  hall bot replay games/combo-00001.json --seat 1 ./mybot")]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Lets a built-in player answer requests on standard input, as a bot does
    Run(Run),
    /// Sends a bot the requests of a recorded game and shows where its answers differ
    Replay(Replay),
}

#[derive(clap::Args)]
#[command(after_help = "Examples:
  hall bot run brandub strong:ms=100
  echo '{\"game\":\"brandub\",\"position\":\"/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a\"}' | hall bot run brandub weak")]
struct Run {
    /// The game
    #[arg(value_parser = usage::GameParser)]
    game: String,
    /// The player: a level or an engine with settings
    player: String,
    /// What the player's dice follow from [default: chance]
    #[arg(long)]
    seed: Option<u64>,
}

#[derive(clap::Args)]
#[command(
    after_help = "A bot that fails in a contest fails here too, with its log on standard error.

Examples:
  hall bot replay games/combo-00001.json --seat 1 ./mybot
  hall bot replay games/game17-00003.json --seat 0 player.py --log"
)]
struct Replay {
    /// The record
    record: PathBuf,
    /// Whose requests are sent
    #[arg(long, allow_negative_numbers = true)]
    seat: u16,
    /// The bot: an executable, a .py file, or a folder with an executable named start
    player: PathBuf,
    /// Shows what the bot writes to standard error
    #[arg(long)]
    log: bool,
    /// Prints one JSON object for each answer
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    house: HouseArguments,
}

pub fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Command::Run(run) => {
            let none = json!({});
            catalog::dispatch!(run.game.as_str(), &none, answer_all, run)?
        }
        Command::Replay(replay) => {
            let path = &replay.record;
            let record = Record::read_loosely(&verify::content(path)?)
                .with_context(|| verify::shown(path))?;
            catalog::dispatch!(&*record.game, &record.options, replay_with, replay, &record)?
        }
    }
}

/// Answers one request after the other. A line that is no request is named on
/// standard error and ends it: a bot has no way to say so.
fn answer_all<G: Contested>(_: G, run: &Run) -> Result<()> {
    let spec: Spec = run.player.parse().misused()?;
    // Two bots with the same dice would make the same moves.
    let seed = run
        .seed
        .unwrap_or_else(|| RandomState::new().build_hasher().finish());
    let mut engine = G::engine(&spec, seed, 1).misused()?;
    let (clock, stop) = (Wall::start(), AtomicBool::new(false));
    let mut input = io::stdin().lock();
    let mut out = io::stdout().lock();
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let request: Value = serde_json::from_str(&line).context("a request is a line of JSON")?;
        let (game, state, seat) = G::read_request(&request)?;
        if !game::Game::pending(&game, &state).to_act().contains(seat) {
            bail!("seat {seat} is not to move in this request");
        }
        let control = Control::new(engine.limits, &clock, &stop);
        let choice = engine.player.choose(&game, &state, seat, &control);
        writeln!(out, "{}", game.write_answer(&choice.action).line())?;
        out.flush()?;
        line.clear();
    }
    Ok(())
}

/// After how many steps a seat failed by its record, and how.
fn failure(record: &Record, seat: Seat) -> Option<(usize, String)> {
    let own = record.verdicts.iter().find(|entry| entry.seat == seat.0)?;
    Some((own.after?, visible(&own.verdict)))
}

fn replay_with<G: Contested>(game: G, replay: &Replay, record: &Record) -> Result<()> {
    let steps = record::steps(&game, record)?;
    let seat = Seat(replay.seat);
    if seat.0 >= game.seats() {
        misuse!(
            "--seat {seat}: this game has the seats 0 to {}",
            game.seats() - 1
        );
    }
    let rules: Option<TimeRules> = match &record.origin {
        Origin::Contest {
            clock: Some(text), ..
        } => Some(text.parse()?),
        _ => None,
    };
    let program = Program::find(&replay.player, G::ID)?;
    let house = replay
        .house
        .house(&[arena::entrant::Entrant::Program(program.clone())])?;
    let sandbox = house.sandbox.context("no sandbox")?;
    let mut bot = Bot::start(&program, &sandbox, &house.limits).map_err(anyhow::Error::msg)?;
    let mut out = io::stdout().lock();
    let mut clock = rules.map(TimeRules::clock);
    let mut state = game.start();
    let (mut asked, mut differing) = (0, 0);
    let mut failed = None;
    // Where it failed there is no move of its own. The request that it failed
    // at is sent all the same, after the last step if the game ended by it.
    let failure = failure(record, seat);
    let steps = steps.iter().map(Some).chain([None]).enumerate();
    for (number, made) in steps {
        let fails = failure.as_ref().filter(|(after, _)| *after == number);
        let recorded = match made {
            _ if fails.is_some() => {
                let to_act = game::Game::pending(&game, &state).to_act();
                to_act.contains(seat).then_some((None, Duration::ZERO))
            }
            Some(Made::Act(joint, times)) if number >= record.opening => joint
                .iter()
                .zip(times)
                .find(|((acting, _), _)| *acting == seat)
                .map(|((_, action), time)| (Some(action), *time)),
            _ => None,
        };
        if let Some((action, time)) = recorded {
            let recorded = match (action, fails) {
                (Some(action), _) => action.to_string(),
                (None, Some((_, verdict))) => verdict.clone(),
                (None, None) => String::new(),
            };
            let about = About {
                clock_ms: clock.map(|clock| clock.allowance().as_millis() as u64),
            };
            let line = game.request(&state, seat, &about).line();
            // Debugging takes time: the clock it sees is the recorded one, the
            // one that ends the waiting is not.
            let reply = ask(&mut [Ask {
                bot: &mut bot,
                line: &line,
                allowance: Duration::from_secs(600),
            }])
            .swap_remove(0);
            asked += 1;
            let (said, problem) = match reply.answer {
                Err(verdict) => {
                    failed = Some(verdict.to_string());
                    (String::new(), Some(verdict.to_string()))
                }
                Ok(line) => match game.answer(&state, seat, &line) {
                    Ok(action) => (action.to_string(), None),
                    Err(AnswerError::Protocol(what)) => (line, Some(format!("protocol: {what}"))),
                    Err(error) => (line, Some(format!("illegal: {error}"))),
                },
            };
            let same = action.is_some_and(|action| said == action.to_string());
            differing += u32::from(!same);
            let step = number + 1;
            if replay.json {
                let line = json!({
                    "step": step, "recorded": recorded, "answer": said,
                    "same": same, "problem": problem, "us": reply.time.as_micros() as u64,
                });
                writeln!(out, "{line}")?;
            } else if let Some(problem) = problem {
                writeln!(out, "step {step}: recorded {recorded}; {problem}")?;
            } else if !same {
                writeln!(out, "step {step}: recorded {recorded}, now {said}")?;
            }
            if failed.is_some() || fails.is_some() {
                break;
            }
            if let Some(clock) = &mut clock {
                // More than was left is what a program got for its start.
                let _ = clock.spend(time.min(clock.allowance()));
            }
        }
        match made {
            Some(made) => game::Game::apply(&game, &mut state, made.step()),
            None => break,
        }
    }
    let log = bot.log();
    bot.finish();
    if replay.log {
        for line in log.lines() {
            note!("{}", visible(line));
        }
    }
    if !replay.json {
        writeln!(
            out,
            "{asked} requests sent, {differing} answers differ from the record"
        )?;
    }
    match failed {
        Some(verdict) => bail!("the bot failed: {verdict}"),
        None => Ok(()),
    }
}
