//! Computer players and bots at a table in this process, each on a thread of its
//! own.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::mpsc::{self, Sender};
use std::time::Duration;

use arena::bot::{Ask, Bot, Program, ask};
use arena::clock::Wall;
use catalog::bot::{About, AnswerError, Breach};
use game::Seat;
use hall_core::{Found as Thought, Question, think};
use players::roster::Spec;
use protocol::Effort;
use sandbox::{Limits, Sandbox};

use crate::session::Input;

/// How long a bot may think if there is no clock.
const PROGRAM_TIME: Duration = Duration::from_secs(60);

/// A player that is not a level of the hall.
#[derive(Clone)]
pub enum Computer {
    /// An engine with settings.
    Engine(Spec),
    /// A bot in the sandbox.
    Program(Box<Program>),
}

/// What a computer player found.
#[derive(Debug)]
pub struct Found {
    /// The table.
    pub table: String,
    /// The number of the question.
    pub question: u64,
    /// The answer.
    pub what: Thought,
}

impl Found {
    fn new(question: &Question, what: Thought) -> Found {
        Found {
            table: question.table.clone(),
            question: question.number,
            what,
        }
    }
}

/// The computer players of a table.
pub struct Computers {
    others: BTreeMap<String, Computer>,
    sandbox: Option<Sandbox>,
    limits: Limits,
    running: BTreeMap<u16, Sender<Question>>,
    found: Sender<Input>,
}

impl Computers {
    /// `others` are the players besides the built-in ones, by name at the table.
    /// `sandbox` is where bots run.
    pub fn new(
        others: BTreeMap<String, Computer>,
        sandbox: Option<Sandbox>,
        limits: Limits,
        found: Sender<Input>,
    ) -> Computers {
        Computers {
            others,
            sandbox,
            limits,
            running: BTreeMap::new(),
            found,
        }
    }

    /// Asks the player on the seat. The answer arrives as an [`Input`].
    pub fn ask(&mut self, question: Question) {
        let other = self.others.get(&question.player).cloned();
        match other {
            Some(Computer::Program(program)) => self.ask_program(*program, question),
            Some(Computer::Engine(spec)) => self.think(question, Some(spec)),
            None => self.think(question, None),
        }
    }

    fn think(&self, question: Question, engine: Option<Spec>) {
        let found = self.found.clone();
        let work = move || {
            let wall = Wall::start();
            let thought = AssertUnwindSafe(|| think(&question, engine.as_ref(), &wall));
            let what = match std::panic::catch_unwind(thought) {
                Ok(Ok((action, effort))) => Thought::Move(action, effort),
                Ok(Err(problem)) => Thought::Failed(problem),
                Err(_) => Thought::Failed("it panicked".to_owned()),
            };
            let _ = found.send(Input::Found(Found::new(&question, what)));
        };
        // Without a thread, the question stays open; the next one tries again.
        let _ = std::thread::Builder::new()
            .name("thinker".to_owned())
            .spawn(work);
    }

    fn ask_program(&mut self, program: Program, question: Question) {
        let seat = question.seat;
        if !self.running.contains_key(&seat) {
            let started = self.start(program);
            self.running.insert(seat, started);
        }
        if let Some(running) = self.running.get(&seat) {
            let _ = running.send(question);
        }
    }

    /// Starts a bot and a thread that waits for it. The bot ends when the sender is
    /// dropped.
    fn start(&self, program: Program) -> Sender<Question> {
        let (questions, inbox) = mpsc::channel::<Question>();
        let (sandbox, limits) = (self.sandbox.clone(), self.limits.clone());
        let found = self.found.clone();
        let work = move || {
            let mut bot = match &sandbox {
                Some(sandbox) => Bot::start(&program, sandbox, &limits)
                    .map_err(|verdict| (verdict.kind.name(), verdict.detail)),
                None => Err((
                    "start-failed",
                    "no sandbox was set up for programs".to_owned(),
                )),
            };
            for question in inbox {
                let answer = bot.as_mut().map_err(|e| e.clone());
                let answer = answer.and_then(|bot| ask_bot(bot, &question));
                let what = match answer {
                    Ok(action) => Thought::Move(action, Effort::default()),
                    Err((verdict, detail)) => Thought::Forfeit(verdict.to_owned(), detail),
                };
                let what = Found::new(&question, what);
                if found.send(Input::Found(what)).is_err() {
                    break;
                }
            }
            if let Ok(bot) = bot {
                bot.finish();
            }
        };
        let _ = std::thread::Builder::new()
            .name("program".to_owned())
            .spawn(work);
        questions
    }
}

/// Asks a bot, under the rules of contests.
fn ask_bot(bot: &mut Bot, question: &Question) -> Result<String, (&'static str, String)> {
    let broken = |error: catalog::Error| ("protocol", error.to_string());
    let game = catalog::open(&question.game, &question.options).map_err(broken)?;
    let (state, seat) = (&question.state, Seat(question.seat));
    let about = About {
        clock_ms: question.left_ms,
    };
    let line = game.request(state, seat, &about).line();
    let allowance = question.left_ms.map_or(PROGRAM_TIME, Duration::from_millis);
    let mut asks = [Ask {
        bot,
        line: &line,
        allowance,
    }];
    let reply = ask(&mut asks).pop();
    let reply = reply.ok_or(("disconnected", "it was not asked".to_owned()))?;
    let answer = reply
        .answer
        .map_err(|verdict| (verdict.kind.name(), verdict.detail))?;
    match game.answer(state, seat, &answer) {
        Ok(action) => Ok(action),
        Err(AnswerError::Protocol(detail)) => Err(("protocol", detail)),
        Err(error @ AnswerError::Illegal { .. }) => match (game.breach(), game.idle(state, seat)) {
            (Breach::Voids, Some(action)) => Ok(action),
            _ => Err(("illegal", error.to_string())),
        },
    }
}
