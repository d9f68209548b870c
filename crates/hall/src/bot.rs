//! `hall bot`: built-in players as bots, and bots through recorded games.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use arena::bot::{Ask, Bot, Program, ask};
use arena::clock::Wall;
use arena::time::TimeRules;
use catalog::bot::{About, AnswerError};
use catalog::{AnyGame, AnyPending, AnyStep, GameData};
use game::Seat;
use players::any::AnyEngine;
use players::roster::Spec;
use protocol::record::{Origin, Record, RecordStep};
use protocol::text::visible;
use record::RecordError;
use search::control::Control;
use serde::Serialize;

use crate::examples;
use crate::house::HouseArguments;
use crate::usage::{self, Misused, misuse};
use crate::verify;

#[derive(clap::Args)]
#[command(after_help = examples::fill("Examples:
  hall bot run GAME2 weak
  hall bot replay games/GAME1-00001.json --seat 1 ./mybot"))]
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
#[command(after_help = examples::fill("Examples:
  hall bot run GAME2 strong:ms=100
  echo '{\"game\":\"GAME2\",\"position\":\"POSITION2\"}' | hall bot run GAME2 weak"))]
pub struct Run {
    /// The game
    #[arg(value_parser = usage::GameParser)]
    pub game: String,
    /// The player: a level or an engine with settings
    pub player: String,
    /// What the player's dice follow from [default: chance]
    #[arg(long)]
    pub seed: Option<u64>,
}

#[derive(clap::Args)]
#[command(
    after_help = examples::fill(
        "A bot that fails in a contest fails here too, with its log on standard error.

Examples:
  hall bot replay games/GAME1-00001.json --seat 1 ./mybot
  hall bot replay games/GAME3-00003.json --seat 0 player.py --log"
    )
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
        Command::Run(run) => answer_all(run),
        Command::Replay(replay) => {
            let path = &replay.record;
            let record = Record::read_loosely(&verify::content(path)?)
                .with_context(|| verify::shown(path))?;
            let game = catalog::open(&record.game, &record.options)?;
            replay_with(&*game, replay, &record)
        }
    }
}

/// Answers one request after the other. A line that is no request is named on
/// standard error and ends it: a bot has no way to say so.
pub fn answer_all(run: &Run) -> Result<()> {
    let spec: Spec = run.player.parse().misused()?;
    // Two bots with the same dice would make the same moves.
    let seed = run
        .seed
        .unwrap_or_else(|| RandomState::new().build_hasher().finish());
    let usual = catalog::open(&run.game, &GameData::NULL)?;
    let mut engine = AnyEngine::new(&*usual, &spec, seed, 1).misused()?;
    let (clock, stop) = (Wall::start(), AtomicBool::new(false));
    let mut input = io::stdin().lock();
    let mut out = io::stdout().lock();
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let (game, state, seat) = catalog::bot::read_request(&run.game, &line)?;
        match game.pending(&state) {
            AnyPending::Choose(seats) if seats.contains(seat) => {}
            _ => bail!("seat {seat} is not to move in this request"),
        }
        let control = Control::new(engine.limits, &clock, &stop);
        let choice = engine.choose(&*game, &state, seat, &control);
        writeln!(out, "{}", game.write_answer(&state, &choice.action)?.line())?;
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

/// An answer beside the recorded one, for programs.
#[derive(Serialize)]
struct Compared<'a> {
    step: usize,
    recorded: &'a str,
    answer: &'a str,
    same: bool,
    problem: Option<&'a str>,
    us: u64,
}

fn replay_with(game: &dyn AnyGame, replay: &Replay, record: &Record) -> Result<()> {
    // All of it first, so that a wrong step is told before a bot is started.
    record::replay(game, record, |_, _, _| Ok::<_, RecordError>(()))?;
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
    let program = Program::find(&replay.player, game.info().id)?;
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
    let steps = record.steps.iter().map(Some).chain([None]).enumerate();
    for (number, made) in steps {
        let fails = failure.as_ref().filter(|(after, _)| *after == number);
        let recorded = match made {
            _ if fails.is_some() => {
                let asked = matches!(game.pending(&state), AnyPending::Choose(seats) if seats.contains(seat));
                asked.then_some((None, Duration::ZERO))
            }
            Some(RecordStep::Act { act, us, .. }) if number >= record.opening => act
                .iter()
                .zip(us.iter().copied().chain(std::iter::repeat(0)))
                .find(|((acting, _), _)| *acting == seat.0)
                .map(|((_, action), us)| (Some(action), Duration::from_micros(us))),
            _ => None,
        };
        if let Some((action, time)) = recorded {
            let recorded = match (action, fails) {
                (Some(action), _) => action.clone(),
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
                    Ok(action) => (action, None),
                    Err(AnswerError::Protocol(what)) => (line, Some(format!("protocol: {what}"))),
                    Err(error) => (line, Some(format!("illegal: {error}"))),
                },
            };
            let same = action.is_some_and(|action| said == *action);
            differing += u32::from(!same);
            let step = number + 1;
            if replay.json {
                let line = Compared {
                    step,
                    recorded: &recorded,
                    answer: &said,
                    same,
                    problem: problem.as_deref(),
                    us: reply.time.as_micros() as u64,
                };
                usage::write_json(&mut out, &line)?;
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
            Some(made) => game.play(&mut state, &AnyStep::from(made))?,
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
