//! `hall bot`: built-in players as bots, and bots through recorded games.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use arena::bot::{Ask, Bot, Program, ask};
use arena::clock::Wall;
use arena::time::{SeatClock, TimeRules};
use catalog::bot::{About, AnswerError};
use catalog::{AnyGame, AnyPending, AnyState, AnyStep, GameData};
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
    /// The seed of the player's dice [default: random]
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
    /// The seat whose requests are sent
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

/// Answers one request after the other. A line that is not a request ends it with an
/// error on standard error, because a bot cannot report one.
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

/// A request that the record holds.
struct Asked {
    /// The recorded move; `None` if the bot failed instead.
    action: Option<String>,
    /// How long the bot took for it.
    time: Duration,
}

/// A bot that is asked again, and its place in the record.
struct Rerun<'a> {
    game: &'a dyn AnyGame,
    replay: &'a Replay,
    record: &'a Record,
    seat: Seat,
    /// The failure in the record, and the number of steps before it.
    failure: Option<(usize, String)>,
    bot: Bot,
    clock: Option<SeatClock>,
    state: AnyState,
    asked: u32,
    differing: u32,
    /// Why the bot failed now.
    failed: Option<String>,
}

fn replay_with(game: &dyn AnyGame, replay: &Replay, record: &Record) -> Result<()> {
    // Replays all of it first, so that a wrong step shows before a bot is started.
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
    let mut rerun = Rerun {
        game,
        replay,
        record,
        seat,
        failure: failure(record, seat),
        bot: Bot::start(&program, &sandbox, &house.limits).map_err(anyhow::Error::msg)?,
        clock: rules.map(TimeRules::clock),
        state: game.start(),
        asked: 0,
        differing: 0,
        failed: None,
    };
    let mut out = io::stdout().lock();
    rerun.run(&mut out)?;
    let log = rerun.bot.log();
    rerun.bot.finish();
    if replay.log {
        for line in log.lines() {
            note!("{}", visible(line));
        }
    }
    if !replay.json {
        writeln!(
            out,
            "{} requests sent, {} answers differ from the record",
            rerun.asked, rerun.differing
        )?;
    }
    match rerun.failed {
        Some(verdict) => bail!("the bot failed: {verdict}"),
        None => Ok(()),
    }
}

impl Rerun<'_> {
    /// Asks for every move of the seat. Where it failed, it has no recorded move, but it
    /// gets the request all the same, after the last step if its failure ended the game.
    fn run(&mut self, out: &mut impl Write) -> Result<()> {
        for (number, made) in self.record.steps.iter().map(Some).chain([None]).enumerate() {
            let fails = self
                .failure
                .as_ref()
                .is_some_and(|(after, _)| *after == number);
            if let Some(asked) = self.request_at(number, made) {
                self.ask(number + 1, &asked, out)?;
                if self.failed.is_some() || fails {
                    break;
                }
                if let Some(clock) = &mut self.clock {
                    // A bot got more time than was left for its start.
                    let _ = clock.spend(asked.time.min(clock.allowance()));
                }
            }
            match made {
                Some(made) => self.game.play(&mut self.state, &AnyStep::from(made))?,
                None => break,
            }
        }
        Ok(())
    }

    /// The request to the seat before a step, if there was one.
    fn request_at(&self, number: usize, made: Option<&RecordStep>) -> Option<Asked> {
        if self
            .failure
            .as_ref()
            .is_some_and(|(after, _)| *after == number)
        {
            let pending = self.game.pending(&self.state);
            let asked = matches!(pending, AnyPending::Choose(seats) if seats.contains(self.seat));
            return asked.then_some(Asked {
                action: None,
                time: Duration::ZERO,
            });
        }
        let Some(RecordStep::Act { act, us, .. }) = made else {
            return None;
        };
        if number < self.record.opening {
            return None;
        }
        let mut acts = act
            .iter()
            .zip(us.iter().copied().chain(std::iter::repeat(0)));
        acts.find(|((acting, _), _)| *acting == self.seat.0)
            .map(|((_, action), us)| Asked {
                action: Some(action.clone()),
                time: Duration::from_micros(us),
            })
    }

    /// Sends the request before a step (from 1) and compares the answer.
    fn ask(&mut self, step: usize, asked: &Asked, out: &mut impl Write) -> Result<()> {
        let (game, seat) = (self.game, self.seat);
        let about = About {
            clock_ms: self.clock.map(|clock| clock.allowance().as_millis() as u64),
        };
        let line = game.request(&self.state, seat, &about).line();
        // Debugging takes time: the bot sees the recorded clock, but may think longer.
        let reply = ask(&mut [Ask {
            bot: &mut self.bot,
            line: &line,
            allowance: Duration::from_secs(600),
        }])
        .swap_remove(0);
        self.asked += 1;
        let (said, problem) = match reply.answer {
            Err(verdict) => {
                self.failed = Some(verdict.to_string());
                (String::new(), Some(verdict.to_string()))
            }
            Ok(line) => match game.answer(&self.state, seat, &line) {
                Ok(action) => (action, None),
                Err(AnswerError::Protocol(what)) => (line, Some(format!("protocol: {what}"))),
                Err(error) => (line, Some(format!("illegal: {error}"))),
            },
        };
        let same = asked.action.as_ref() == Some(&said);
        self.differing += u32::from(!same);
        let verdict = self.failure.as_ref().map(|(_, verdict)| verdict.as_str());
        let recorded = asked.action.as_deref().or(verdict).unwrap_or_default();
        if self.replay.json {
            let line = Compared {
                step,
                recorded,
                answer: &said,
                same,
                problem: problem.as_deref(),
                us: reply.time.as_micros() as u64,
            };
            usage::write_json(out, &line)?;
        } else if let Some(problem) = problem {
            writeln!(out, "step {step}: recorded {recorded}; {problem}")?;
        } else if !same {
            writeln!(out, "step {step}: recorded {recorded}, now {said}")?;
        }
        Ok(())
    }
}
