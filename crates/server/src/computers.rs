//! Computers at tables: built-in players on a bounded pool of threads, and
//! programs of the operator in their sandbox.
//!
//! Nothing here runs on the threads that serve the tables. A busy machine makes
//! computers wait for their turn to think; tables answer as before.

use std::collections::{HashMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use arena::Contested;
use arena::bot::{Ask, Bot, Program, ask};
use arena::clock::Wall;
use arena::sandbox::Sandbox;
use arena::verdict::Verdict;
use catalog::{AnyState, Value};
use game::Seat;
use players::roster::Spec;
use record::verdict::Kind;
use search::control::Control;
use store::TableId;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::UnboundedSender;

use wire::api::Effort;

use crate::metrics::Metrics;

/// What a computer came up with.
pub(crate) struct Thought {
    pub seat: u16,
    pub turn: u64,
    pub what: Found,
}

/// What a computer found.
pub(crate) enum Found {
    /// A move in notation, and what the search for it did.
    Move(String, Effort),
    /// A program's answer, or why there is none.
    Line(Result<String, Verdict>),
    /// A built-in player failed; someone should look at the log.
    Failed(String),
}

/// What a built-in player is asked.
pub(crate) struct Question {
    pub game: String,
    pub options: Value,
    pub state: AnyState,
    pub seat: u16,
    pub turn: u64,
    pub player: Spec,
    pub seed: u64,
    /// What is left on its clock.
    pub left: Option<Duration>,
    /// Ends the search when the answer is not needed any more.
    pub stop: Arc<AtomicBool>,
    pub answer: UnboundedSender<Thought>,
}

/// Threads on which built-in players think.
#[derive(Clone)]
pub(crate) struct Thinkers(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    ready: Condvar,
    metrics: Arc<Metrics>,
}

/// What waits. Tables take turns, so that a table with many computers waits
/// longer, not the others.
#[derive(Default)]
struct Queue {
    turns: VecDeque<TableId>,
    questions: HashMap<TableId, VecDeque<Question>>,
    closed: bool,
}

impl Queue {
    fn push(&mut self, table: TableId, question: Question) {
        let waiting = self.questions.entry(table).or_default();
        if waiting.is_empty() {
            self.turns.push_back(table);
        }
        waiting.push_back(question);
    }

    fn pop(&mut self) -> Option<Question> {
        let table = self.turns.pop_front()?;
        let waiting = self.questions.get_mut(&table)?;
        let question = waiting.pop_front();
        match waiting.is_empty() {
            true => {
                self.questions.remove(&table);
            }
            false => self.turns.push_back(table),
        }
        question
    }
}

impl Thinkers {
    /// Starts so many threads.
    pub fn start(threads: usize, metrics: Arc<Metrics>) -> std::io::Result<Thinkers> {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            ready: Condvar::new(),
            metrics,
        });
        for number in 0..threads.max(1) {
            let shared = shared.clone();
            std::thread::Builder::new()
                .name(format!("thinker {number}"))
                .spawn(move || shared.work())?;
        }
        Ok(Thinkers(shared))
    }

    /// Lets a built-in player think, when it is its turn.
    pub fn think(&self, table: TableId, question: Question) {
        self.0.metrics.queued.add(1);
        self.0.queue().push(table, question);
        self.0.ready.notify_one();
    }

    /// Lets the threads end.
    pub fn close(&self) {
        self.0.queue().closed = true;
        self.0.ready.notify_all();
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        // The tables go first where there are fewer cores than work. On Linux
        // this is a matter of the thread, not of the process.
        let _ = rustix::process::nice(5);
        loop {
            let mut queue = self.queue();
            let question = loop {
                if queue.closed {
                    return;
                }
                match queue.pop() {
                    Some(question) => break question,
                    None => {
                        queue = self
                            .ready
                            .wait(queue)
                            .unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            drop(queue);
            self.metrics.queued.add(-1);
            // The table may have gone on, or away, in the meantime.
            if question.stop.load(std::sync::atomic::Ordering::Relaxed)
                || question.answer.is_closed()
            {
                continue;
            }
            self.metrics.thinking.add(1);
            let (seat, turn, answer) = (question.seat, question.turn, question.answer.clone());
            let found = std::panic::catch_unwind(AssertUnwindSafe(|| think(question)));
            self.metrics.thinking.add(-1);
            let what = match found {
                Ok(Ok((action, effort))) => Found::Move(action, effort),
                Ok(Err(problem)) => Found::Failed(problem),
                Err(_) => Found::Failed("it panicked".to_owned()),
            };
            // A table that is gone needs no answer.
            let _ = answer.send(Thought { seat, turn, what });
        }
    }
}

fn think(question: Question) -> Result<(String, Effort), String> {
    fn choose<G: Contested>(game: G, question: &Question) -> Result<(String, Effort), String> {
        let engine = G::engine(&question.player, question.seed, 1);
        let mut engine = engine.map_err(|error| error.to_string())?;
        if let Some(left) = question.left {
            engine.limits = engine.limits.out_of(left);
        }
        let wall = Wall::start();
        let control = Control::new(engine.limits, &wall, &question.stop);
        let state = question.state.of::<G>();
        let seat = Seat(question.seat);
        let choice = engine.player.choose(&game, state, seat, &control);
        let effort = Effort {
            depth: choice.thought.depth,
            states: choice.thought.nodes,
            ms: choice.thought.time.as_millis() as u64,
        };
        Ok((choice.action.to_string(), effort))
    }
    catalog::dispatch!(question.game.as_str(), &question.options, choose, &question)
        .map_err(|error| error.to_string())?
}

/// A program that plays one game, on a thread that waits for it.
pub(crate) struct Playing {
    requests: mpsc::Sender<Request>,
}

struct Request {
    line: String,
    turn: u64,
    allowance: Duration,
}

impl Playing {
    /// Starts a program. It ends with this value.
    pub fn start(
        program: Program,
        sandbox: Sandbox,
        limits: arena::sandbox::Limits,
        seat: u16,
        answers: UnboundedSender<Thought>,
        metrics: Arc<Metrics>,
        permit: OwnedSemaphorePermit,
    ) -> std::io::Result<Playing> {
        let (requests, inbox) = mpsc::channel::<Request>();
        let run = move || {
            let _permit = permit;
            metrics.programs.add(1);
            // The process is started by the thread that asks it, and ends with it.
            let mut bot = Bot::start(&program, &sandbox, &limits);
            for request in inbox {
                let answer = match &mut bot {
                    Ok(bot) => {
                        let mut asks = [Ask {
                            bot,
                            line: &request.line,
                            allowance: request.allowance,
                        }];
                        let reply = ask(&mut asks).pop();
                        reply.map_or_else(
                            || Err(Verdict::new(Kind::Disconnected, "it was not asked")),
                            |reply| reply.answer,
                        )
                    }
                    Err(verdict) => Err(verdict.clone()),
                };
                let thought = Thought {
                    seat,
                    turn: request.turn,
                    what: Found::Line(answer),
                };
                if answers.send(thought).is_err() {
                    break;
                }
            }
            if let Ok(bot) = bot {
                bot.finish();
            }
            metrics.programs.add(-1);
        };
        std::thread::Builder::new()
            .name(format!("program on seat {seat}"))
            .spawn(run)?;
        Ok(Playing { requests })
    }

    /// Sends a request. The answer comes as a [`Thought`].
    pub fn ask(&self, line: String, turn: u64, allowance: Duration) {
        let request = Request {
            line,
            turn,
            allowance,
        };
        // The thread ends only when nobody listens any more.
        let _ = self.requests.send(request);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(seat: u16) -> Question {
        let game = catalog::open("brandub", &Value::Null).unwrap();
        Question {
            game: "brandub".to_owned(),
            options: Value::Null,
            state: game.start(),
            seat,
            turn: 1,
            player: "random".parse().unwrap(),
            seed: 1,
            left: None,
            stop: Arc::default(),
            answer: tokio::sync::mpsc::unbounded_channel().0,
        }
    }

    #[test]
    fn tables_take_turns() {
        let mut queue = Queue::default();
        for seat in 0..3 {
            queue.push(TableId(1), question(seat));
        }
        queue.push(TableId(2), question(10));
        let order: Vec<u16> = std::iter::from_fn(|| queue.pop())
            .map(|question| question.seat)
            .collect();
        assert_eq!(order, [0, 10, 1, 2]);
    }

    #[test]
    fn a_question_is_answered_by_a_thread_of_the_pool() {
        let thinkers = Thinkers::start(1, Arc::default()).unwrap();
        let (answer, mut answers) = tokio::sync::mpsc::unbounded_channel();
        let asked = Question {
            answer,
            ..question(0)
        };
        thinkers.think(TableId(1), asked);
        let thought = answers.blocking_recv().unwrap();
        assert!(matches!(thought.what, Found::Move(action, _) if action.contains('-')));
        thinkers.close();
    }

    #[test]
    fn every_game_has_the_four_levels() {
        use record::seated::built_in;
        for info in catalog::GAMES {
            for level in players::roster::LEVELS {
                assert!(built_in(info.id).contains(&level), "{} {level}", info.id);
            }
        }
        assert!(built_in("chess").is_empty());
    }
}
