//! Computer players at tables: built-in players on a bounded pool of threads, and
//! the operator's bots in their sandbox.
//!
//! Nothing here runs on the threads that serve the tables. On a busy machine,
//! computer players wait for their turn to think, but tables reply as before.

use std::collections::{HashMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use arena::bot::{Ask, Bot, ask};
use arena::clock::Wall;
use arena::verdict::Verdict;
use hall_core::{Found, Question, think};
use record::verdict::Kind;
use store::TableId;
use tokio::sync::mpsc::UnboundedSender;

use crate::hub::Hub;
use crate::metrics::Metrics;

/// What a computer player found.
pub(crate) struct Thought {
    /// The number of the question.
    pub number: u64,
    pub found: Found,
}

/// A question and where to send the answer.
struct Asked {
    question: Question,
    answers: UnboundedSender<Thought>,
}

/// The threads on which built-in players think.
#[derive(Clone)]
pub(crate) struct Thinkers(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    ready: Condvar,
    metrics: Arc<Metrics>,
}

/// The waiting questions. Tables take turns, so that a table with many computer
/// players delays only itself.
#[derive(Default)]
struct Queue {
    turns: VecDeque<TableId>,
    questions: HashMap<TableId, VecDeque<Asked>>,
    closed: bool,
}

impl Queue {
    fn push(&mut self, table: TableId, question: Asked) {
        let waiting = self.questions.entry(table).or_default();
        if waiting.is_empty() {
            self.turns.push_back(table);
        }
        waiting.push_back(question);
    }

    fn pop(&mut self) -> Option<Asked> {
        let table = self.turns.pop_front()?;
        let waiting = self.questions.get_mut(&table)?;
        let question = waiting.pop_front();
        if waiting.is_empty() {
            self.questions.remove(&table);
        } else {
            self.turns.push_back(table);
        }
        question
    }
}

impl Thinkers {
    /// Starts this many threads.
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

    /// Queues a question for a built-in player.
    pub fn think(&self, table: TableId, question: Question, answers: UnboundedSender<Thought>) {
        self.0.metrics.queued.inc();
        self.0.queue().push(table, Asked { question, answers });
        self.0.ready.notify_one();
    }

    /// Ends the threads.
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
        // Tables come first if there is more work than cores. On Linux this
        // applies to the thread, not to the process.
        let _ = rustix::process::nice(5);
        loop {
            let mut queue = self.queue();
            let Asked { question, answers } = loop {
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
            self.metrics.queued.dec();
            // Meanwhile the table may have moved on or gone.
            if question.stop.load(std::sync::atomic::Ordering::Relaxed) || answers.is_closed() {
                continue;
            }
            self.metrics.thinking.inc();
            let wall = Wall::start();
            let thought =
                std::panic::catch_unwind(AssertUnwindSafe(|| think(&question, None, &wall)));
            self.metrics.thinking.dec();
            let found = match thought {
                Ok(Ok((action, effort))) => Found::Move(action, effort),
                Ok(Err(problem)) => Found::Failed(problem),
                Err(_) => Found::Failed("it panicked".to_owned()),
            };
            let number = question.number;
            // A table that is gone needs no answer.
            let _ = answers.send(Thought { number, found });
        }
    }
}

/// A bot that plays one game, and the thread that waits for it.
pub(crate) struct Playing {
    requests: mpsc::Sender<Request>,
}

struct Request {
    number: u64,
    line: String,
    allowance: Duration,
}

impl Playing {
    /// Starts a bot, which ends when this value is dropped. Returns `None` if no
    /// more bots may run now.
    pub fn start(
        hub: &Hub,
        game: &str,
        player: &str,
        seat: u16,
        answers: UnboundedSender<Thought>,
    ) -> std::io::Result<Option<Playing>> {
        let permit = hub.running_programs.clone().try_acquire_owned();
        let (Ok(permit), Some(sandbox), Some(program)) =
            (permit, hub.sandbox.clone(), hub.program(game, player))
        else {
            return Ok(None);
        };
        let program = program.program.clone();
        let (limits, metrics) = (hub.program_limits.clone(), hub.metrics.clone());
        let (requests, inbox) = mpsc::channel::<Request>();
        let run = move || {
            let _permit = permit;
            metrics.programs.inc();
            // This thread starts the process, and the process ends with the
            // thread.
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
                let found = match answer {
                    Ok(line) => Found::Line(line),
                    Err(verdict) => Found::Forfeit(verdict.kind.name().to_owned(), verdict.detail),
                };
                let number = request.number;
                let thought = Thought { number, found };
                if answers.send(thought).is_err() {
                    break;
                }
            }
            if let Ok(bot) = bot {
                bot.finish();
            }
            metrics.programs.dec();
        };
        std::thread::Builder::new()
            .name(format!("program on seat {seat}"))
            .spawn(run)?;
        Ok(Some(Playing { requests }))
    }

    /// Sends a request. The answer comes as a [`Thought`].
    pub fn ask(&self, number: u64, line: String, allowance: Duration) {
        let request = Request {
            number,
            line,
            allowance,
        };
        // The thread has ended only if the table no longer listens.
        let _ = self.requests.send(request);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::GameData;

    fn question(number: u64) -> Question {
        let game = catalog::open(catalog::USUAL.id, &GameData::NULL).unwrap();
        Question {
            number,
            table: String::new(),
            game: catalog::USUAL.id.to_owned(),
            options: GameData::NULL,
            state: game.start(),
            seat: 0,
            turn: 1,
            player: "random".to_owned(),
            seed: 1,
            left_ms: None,
            stop: Arc::default(),
        }
    }

    #[test]
    fn tables_take_turns() {
        let mut queue = Queue::default();
        let asked = |number| Asked {
            question: question(number),
            answers: tokio::sync::mpsc::unbounded_channel().0,
        };
        for number in 0..3 {
            queue.push(TableId(1), asked(number));
        }
        queue.push(TableId(2), asked(10));
        let order: Vec<u64> = std::iter::from_fn(|| queue.pop())
            .map(|asked| asked.question.number)
            .collect();
        assert_eq!(order, [0, 10, 1, 2]);
    }

    #[test]
    fn a_thread_of_the_pool_answers_a_question() {
        let thinkers = Thinkers::start(1, Arc::default()).unwrap();
        let (answers, mut answered) = tokio::sync::mpsc::unbounded_channel();
        thinkers.think(TableId(1), question(7), answers);
        let thought = answered.blocking_recv().unwrap();
        assert_eq!(thought.number, 7);
        assert!(matches!(thought.found, Found::Move(action, _) if action.contains('-')));
        thinkers.close();
    }

    #[test]
    fn every_game_has_the_four_levels() {
        use players::any::names as built_in;
        for info in catalog::GAMES {
            for level in players::roster::LEVELS {
                assert!(built_in(info.id).contains(&level), "{} {level}", info.id);
            }
        }
        assert!(built_in("chess").is_empty());
    }
}
