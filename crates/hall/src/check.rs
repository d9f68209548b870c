//! `hall check`: checks whether a bot is ready for a contest, and says what to fix.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Result, bail};
use arena::bot::{Ask, Bot, Program, Reply, ask};
use arena::bout::{self, Participant, Recording, START_GRACE, SeatOutcome, Terms};
use arena::clock::Wall;
use arena::entrant::{Entrant, House};
use arena::time::TimeRules;
use arena::verdict::Verdict;
use catalog::bot::{About, AnswerError};
use catalog::{AnyGame, AnyPending, AnyState, AnyStep, GameData};
use dice::{Quick, Seed};
use game::Seat;
use protocol::text::visible;
use record::verdict::Kind;
use serde::Serialize;

use crate::examples;
use crate::house::HouseArguments;
use crate::usage;

#[derive(clap::Args)]
#[command(after_help = examples::fill(EXAMPLES))]
pub struct Arguments {
    /// The bot: an executable, a .py file, or a folder with an executable named start
    player: PathBuf,
    /// The game it plays
    #[arg(long, value_parser = usage::GameParser)]
    game: String,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    house: HouseArguments,
}

const EXAMPLES: &str =
    "The bot plays whole games from every seat against a random player, answers requests from the
middle of other games in a fresh process, gets odd boards and little time, and is told that nothing
more will come. The exit code says whether it is fit for a contest.

Examples:
  hall check ./mybot --game GAME1
  hall check player.py --game GAME3 --clock 10ms/move";

/// A bot that has not answered the first request of a game by then counts as never
/// answering.
const FIRST_ANSWER: Duration = Duration::from_secs(20);

/// The grade of a part of the check.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Grade {
    Fine,
    /// Worth a look, but loses no games.
    Doubtful,
    /// Loses games.
    Bad,
}

impl Grade {
    fn name(self) -> &'static str {
        match self {
            Grade::Fine => "fine",
            Grade::Doubtful => "doubtful",
            Grade::Bad => "bad",
        }
    }
}

#[derive(Serialize)]
struct Finding {
    part: &'static str,
    grade: Grade,
    what: String,
    advice: Option<&'static str>,
}

/// The findings, for programs.
#[derive(Serialize)]
struct Report<'a> {
    bot: &'a str,
    game: &'a str,
    sandbox: Option<String>,
    fit: bool,
    parts: &'a [Finding],
}

pub fn run(arguments: &Arguments) -> Result<()> {
    let game = &*catalog::open(&arguments.game, &GameData::NULL)?;
    let program = Program::find(&arguments.player, &arguments.game)?;
    let entrant = Entrant::Program(program.clone());
    let house = arguments.house.house(std::slice::from_ref(&entrant))?;
    let mut checker = Checker {
        program: &program,
        house: &house,
        findings: Vec::new(),
        spent: bout::Effort::default(),
    };
    // The check does not wait again for a bot that does not answer.
    if checker.first_answer(game) && checker.whole_games(game, &entrant)? {
        checker.middle_of_games(game);
        for options in catalog::bot::odd_options(&arguments.game) {
            let options = usage::options(options).map_err(anyhow::Error::msg)?;
            if let Ok(odd) = catalog::open(&arguments.game, &options) {
                checker.odd_board(&*odd, &options);
            }
        }
        checker.little_time(game);
        checker.end_of_input(game);
        checker.speed_and_memory();
    }
    let fit = checker
        .findings
        .iter()
        .all(|finding| finding.grade != Grade::Bad);
    let level = house.sandbox.as_ref().map(|s| s.level().to_string());
    let mut out = io::stdout().lock();
    if arguments.json {
        let report = Report {
            bot: &program.name,
            game: &arguments.game,
            sandbox: level,
            fit,
            parts: &checker.findings,
        };
        usage::write_json(&mut out, &report)?;
    } else {
        writeln!(
            out,
            "{} in {}, sandbox {}\n",
            program.name,
            game.info().name,
            level.unwrap_or_default()
        )?;
        for finding in &checker.findings {
            writeln!(
                out,
                "{:<9} {:<18} {}",
                finding.grade.name(),
                finding.part,
                finding.what
            )?;
            if let Some(advice) = finding.advice {
                writeln!(out, "{:<28} mend: {advice}", "")?;
            }
        }
        writeln!(out)?;
    }
    if !fit {
        bail!("{} is not fit for a contest yet", program.name);
    }
    if !arguments.json {
        writeln!(out, "{} is fit for a contest", program.name)?;
    }
    Ok(())
}

/// Advice for the owner of a verdict.
fn advice(kind: Kind) -> &'static str {
    match kind {
        Kind::StartFailed => {
            "make the file executable, start it with #! and the interpreter's path, and look at \
             what it needs that the sandbox does not have"
        }
        Kind::Crashed => "run hall bot replay with --log on a record of this game to see where",
        Kind::Stalled => {
            "answer every line at once, with a line end, and flush the output after it"
        }
        Kind::Time => "look at clock_ms in the request and stop thinking before it is used up",
        Kind::Illegal => "check the rule named against the game's page in docs/",
        Kind::Protocol => "write exactly one line of JSON for each request; log to standard error",
        Kind::OutputLimit => "write one short line per request, and log less",
        Kind::Memory => "use less memory, or ask the contest for a higher limit",
        Kind::Disconnected => "keep standard output open until standard input ends",
    }
}

struct Checker<'a> {
    program: &'a Program,
    house: &'a House,
    findings: Vec<Finding>,
    spent: bout::Effort,
}

impl Checker<'_> {
    fn add(&mut self, part: &'static str, grade: Grade, what: impl Into<String>) {
        self.findings.push(Finding {
            part,
            grade,
            what: what.into(),
            advice: None,
        });
    }

    fn add_verdict(&mut self, part: &'static str, grade: Grade, before: &str, verdict: &Verdict) {
        self.findings.push(Finding {
            part,
            grade,
            what: format!("{before}{verdict}"),
            advice: Some(advice(verdict.kind)),
        });
    }

    fn start(&self) -> Result<Bot, Verdict> {
        let Some(sandbox) = &self.house.sandbox else {
            return Err(Verdict::new(Kind::StartFailed, "there is no sandbox"));
        };
        Bot::start(self.program, sandbox, &self.house.limits)
    }

    /// Checks whether it answers at all.
    fn first_answer(&mut self, game: &dyn AnyGame) -> bool {
        let Some((state, seat)) = random_state(game, 0, 0) else {
            return true;
        };
        let clock = self.house.time.map(TimeRules::clock);
        let grace = match self.house.time {
            Some(TimeRules::PerMove { .. }) => START_GRACE,
            _ => Duration::ZERO,
        };
        let allowance = clock.map_or(FIRST_ANSWER, |clock| clock.allowance() + grace);
        let allowance = allowance.min(FIRST_ANSWER);
        let mut bot = match self.start() {
            Ok(bot) => bot,
            Err(verdict) => {
                self.add_verdict("first answer", Grade::Bad, "", &verdict);
                return false;
            }
        };
        let about = About {
            clock_ms: clock.map(|clock| clock.allowance().as_millis() as u64),
        };
        let reply = send(game, &mut bot, &state, seat, about, allowance);
        let log = bot.finish().log;
        let Err(verdict) = reply.answer else {
            return true;
        };
        self.add_verdict("first answer", Grade::Bad, "", &verdict);
        self.add_log(&log);
        false
    }

    /// Plays a game from every seat, against players that move at random. Returns
    /// whether it was in time.
    fn whole_games(&mut self, game: &dyn AnyGame, entrant: &Entrant) -> Result<bool> {
        let random = Entrant::BuiltIn("random".parse()?);
        let seats = game.seats().min(2);
        let (clock, stop) = (Wall::start(), AtomicBool::new(false));
        let mut steps = 0;
        for seat in 0..seats {
            let participants: Vec<Participant<'_>> = (0..game.seats())
                .map(|s| Participant {
                    name: "",
                    entrant: if s == seat { entrant } else { &random },
                    dice: s.into(),
                    core: None,
                    absent: None,
                })
                .collect();
            let terms = Terms {
                opening: &Vec::new(),
                seed: &Seed::from_number(u64::from(seat) + 1),
                time: self.house.time,
                clock: &clock,
                stop: &stop,
            };
            let bout = bout::play(game, self.house, &terms, &participants, Recording::No)?;
            steps += bout.steps;
            let outcome = &bout.seats[usize::from(seat)];
            self.spent.add(outcome.effort);
            self.judge_game(game, Seat(seat), outcome);
            let verdict = outcome.verdict.as_ref().map(|verdict| verdict.kind);
            if matches!(verdict, Some(Kind::Time | Kind::Stalled)) {
                return Ok(false);
            }
        }
        if self
            .findings
            .iter()
            .all(|finding| finding.grade != Grade::Bad)
        {
            self.add(
                "whole games",
                Grade::Fine,
                format!("{seats} games, {steps} steps"),
            );
        }
        Ok(true)
    }

    fn judge_game(&mut self, game: &dyn AnyGame, seat: Seat, outcome: &SeatOutcome) {
        let name = game.seat_name(seat);
        if let Some(verdict) = &outcome.verdict {
            let before = format!("as {name}, after {} steps: ", outcome.failed_after);
            self.add_verdict("whole games", Grade::Bad, &before, verdict);
            self.add_log(&outcome.log);
        }
        if let Some(rule) = &outcome.first_void {
            let what = format!(
                "as {name}, {} turns were void; the first: {rule}",
                outcome.voided
            );
            self.findings.push(Finding {
                part: "legality",
                grade: Grade::Bad,
                what,
                advice: Some("an order that breaks a rule voids the whole turn"),
            });
        }
    }

    /// The end of its standard error.
    fn add_log(&mut self, log: &str) {
        let last: Vec<&str> = log.lines().rev().take(5).collect();
        for line in last.into_iter().rev() {
            let line: String = line.chars().take(120).collect();
            self.add("its log", Grade::Doubtful, visible(&line));
        }
    }

    /// Requests out of the middle of games, in one process, in no order.
    fn middle_of_games(&mut self, game: &dyn AnyGame) {
        let requests: Vec<(AnyState, Seat)> = (0..24)
            .filter_map(|number| random_state(game, number, 5 * number as usize))
            .collect();
        match self.answers(game, &requests, Duration::from_secs(10)) {
            Ok(()) => {
                let what = format!("{} requests in no order", requests.len());
                self.add("middle of games", Grade::Fine, what);
            }
            Err(verdict) => self.add_verdict("middle of games", Grade::Doubtful, "", &verdict),
        }
    }

    fn odd_board(&mut self, game: &dyn AnyGame, options: &GameData) {
        let requests: Vec<(AnyState, Seat)> = (0..6)
            .filter_map(|number| random_state(game, number, 3 * number as usize))
            .collect();
        if let Err(verdict) = self.answers(game, &requests, Duration::from_secs(10)) {
            let before = format!("with {options}: ");
            self.add_verdict("odd boards", Grade::Doubtful, &before, &verdict);
        } else {
            self.add("odd boards", Grade::Fine, format!("with {options}"));
        }
    }

    /// Sends requests to a fresh process and reads all answers.
    fn answers(
        &mut self,
        game: &dyn AnyGame,
        requests: &[(AnyState, Seat)],
        allowance: Duration,
    ) -> Result<(), Verdict> {
        let mut bot = self.start()?;
        let mut result = Ok(());
        for (state, seat) in requests {
            let about = About {
                clock_ms: Some(allowance.as_millis() as u64),
            };
            let reply = send(game, &mut bot, state, *seat, about, allowance);
            let answer = reply
                .answer
                .and_then(|line| match game.answer(state, *seat, &line) {
                    Ok(_) => Ok(()),
                    Err(AnswerError::Protocol(what)) => Err(Verdict::new(Kind::Protocol, what)),
                    Err(error) => Err(Verdict::new(Kind::Illegal, error.to_string())),
                });
            if answer.is_err() {
                result = answer;
                break;
            }
        }
        bot.finish();
        result
    }

    /// A request with almost no time: a bot that does not look at its clock
    /// answers too late.
    fn little_time(&mut self, game: &dyn AnyGame) {
        let Some(request) = random_state(game, 3, 10) else {
            return;
        };
        // Starting takes as long as it takes; the clock in the request is what counts.
        let Ok(mut bot) = self.start() else {
            return;
        };
        let about = About { clock_ms: Some(50) };
        let mut answer = || {
            let allowance = Duration::from_secs(10);
            send(game, &mut bot, &request.0, request.1, about, allowance)
        };
        let first = answer();
        let reply = if first.answer.is_ok() {
            answer()
        } else {
            first
        };
        bot.finish();
        let what = format!("with 50 ms on its clock it took {:.1?}", reply.time);
        match reply.answer {
            Err(verdict) => {
                let before = "with 50 ms on its clock: ";
                self.add_verdict("little time", Grade::Doubtful, before, &verdict);
            }
            Ok(_) if reply.time > Duration::from_millis(50) => self.findings.push(Finding {
                part: "little time",
                grade: Grade::Doubtful,
                what,
                advice: Some(advice(Kind::Time)),
            }),
            Ok(_) => self.add("little time", Grade::Fine, what),
        }
    }

    /// A bot should end when its input ends.
    fn end_of_input(&mut self, game: &dyn AnyGame) {
        let (Some((state, seat)), Ok(mut bot)) = (random_state(game, 1, 2), self.start()) else {
            return;
        };
        let about = About {
            clock_ms: Some(10_000),
        };
        let reply = send(game, &mut bot, &state, seat, about, Duration::from_secs(10));
        let ended = bot.end_input(Duration::from_secs(2));
        bot.finish();
        if let Err(verdict) = reply.answer {
            self.add_verdict("end of input", Grade::Doubtful, "before it: ", &verdict);
            return;
        }
        if ended {
            self.add("end of input", Grade::Fine, "it ends when its input ends");
        } else {
            self.findings.push(Finding {
                part: "end of input",
                grade: Grade::Doubtful,
                what: "it goes on running when its input has ended".to_owned(),
                advice: Some("end the program when reading a line gives nothing"),
            });
        }
    }

    fn speed_and_memory(&mut self) {
        let spent = self.spent;
        if spent.moves == 0 {
            return;
        }
        let mut what = String::new();
        let mean = spent.time / u32::try_from(spent.moves).unwrap_or(u32::MAX);
        let _ = write!(
            what,
            "{mean:.2?} a move over {} moves, the longest {:.1?}, processor time {:.2?}",
            spent.moves, spent.longest, spent.cpu
        );
        let over = match self.house.time {
            Some(TimeRules::PerMove { each, .. }) => mean > each,
            Some(TimeRules::Total { total, .. }) => spent.time > total / 2,
            None => false,
        };
        let grade = if over { Grade::Doubtful } else { Grade::Fine };
        self.add("speed", grade, what);
        let limit = self.house.limits.memory;
        let grade = if spent.memory > limit / 4 * 3 {
            Grade::Doubtful
        } else {
            Grade::Fine
        };
        let what = format!("{} MiB of {} MiB", spent.memory >> 20, limit >> 20);
        self.add("memory", grade, what);
    }
}

/// Sends one request to one bot.
fn send(
    game: &dyn AnyGame,
    bot: &mut Bot,
    state: &AnyState,
    seat: Seat,
    about: About,
    allowance: Duration,
) -> Reply {
    let line = game.request(state, seat, &about).line();
    let ask_one = Ask {
        bot,
        line: &line,
        allowance,
    };
    ask(&mut [ask_one]).swap_remove(0)
}

/// A state after at least `plies` random steps in which a seat must choose.
fn random_state(game: &dyn AnyGame, number: u64, plies: usize) -> Option<(AnyState, Seat)> {
    let seed = Seed::from_number(number);
    let mut dice = Quick::new(number);
    let mut state = game.start();
    let mut last = None;
    let (mut acts, mut draws) = (0, 0);
    // There may be hundreds of draws between two turns of a player.
    for _ in 0..20_000 {
        let step = match game.pending(&state) {
            AnyPending::Over(_) => break,
            AnyPending::Chance(_) => {
                draws += 1;
                AnyStep::Draw(game.draw(&state, &mut seed.draw(draws - 1)))
            }
            AnyPending::Choose(seats) => {
                let seat = seats.iter().nth(number as usize % seats.len().max(1))?;
                last = Some((state.clone(), seat));
                if acts >= plies {
                    break;
                }
                acts += 1;
                let propose = |seat| (seat, game.propose(&state, seat, &mut dice));
                AnyStep::Act(seats.iter().map(propose).collect())
            }
        };
        game.play(&mut state, &step).ok()?;
    }
    last
}
