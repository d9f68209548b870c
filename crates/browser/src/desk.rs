//! The interface between a page and this crate: one JSON text in, any number out.
//!
//! A worker in a browser has a desk and passes it what the page posts. The desk knows
//! no browser, so tests use the same messages without one. The crate's documentation
//! lists them.

use std::sync::atomic::AtomicBool;

#[cfg(feature = "gif")]
use base64::prelude::{BASE64_STANDARD as BASE64, Engine as _};
use dice::Seed;
use hall_core::live::Found;
use hall_core::{Computers, LocalHall, Question, think};
use protocol::analysis::JudgedStep;
use protocol::worker::{self, Picture, RequestId, Thought};
use protocol::{ClientMessage, Effort, PageMessage, ServerMessage, WorkerMessage};
use search::control::Clock;

use crate::rest::{self, Asked};
use crate::service;

/// After a change that no person made, the hall is saved this many milliseconds later,
/// so that many changes in a row are saved once.
const SAVE_AFTER: u64 = 400;

/// Takes the messages of a page.
pub struct Desk {
    seed: Seed,
    hall: Option<LocalHall>,
    save_at: Option<u64>,
}

/// Where to send answers.
type Post<'a> = &'a mut dyn FnMut(WorkerMessage);

impl Desk {
    /// A desk without a hall. The hall to be opened takes its randomness from the
    /// seed.
    pub fn new(seed: Seed) -> Desk {
        Desk {
            seed,
            hall: None,
            save_at: None,
        }
    }

    /// Takes a message of the page at this time, in milliseconds, and posts everything
    /// that follows. Thinking and analysis take their time, measured by `clock`.
    pub fn receive(
        &mut self,
        now: u64,
        clock: &dyn Clock,
        text: &str,
        post: &mut dyn FnMut(String),
    ) {
        let post: Post<'_> = &mut |message| post(message.text());
        let done = match PageMessage::read(text) {
            Ok(message) => self.carry_out(now, clock, message, post),
            Err(error) => Err(format!("this message is not understood: {error}")),
        };
        if let Err(reason) = done {
            let id = RequestId::find(text);
            post(WorkerMessage::Failed { id, reason });
        }
        self.follow(now, post);
    }

    /// Does what is due at this time, and posts everything that follows.
    pub fn wake(&mut self, now: u64, post: &mut dyn FnMut(String)) {
        if let Some(hall) = &mut self.hall {
            hall.tick(now);
        }
        self.follow(now, &mut |message| post(message.text()));
    }

    /// When to call [`wake`](Desk::wake), if something will be due.
    pub fn next_wake(&self) -> Option<u64> {
        let hall = self.hall.as_ref().and_then(LocalHall::next_wake);
        hall.into_iter().chain(self.save_at).min()
    }

    fn carry_out(
        &mut self,
        now: u64,
        clock: &dyn Clock,
        message: PageMessage,
        post: Post<'_>,
    ) -> Result<(), String> {
        match message {
            PageMessage::Open { saved } => self.open(now, saved.as_deref(), post),
            PageMessage::Connect { token } => {
                if let Err(refused) = self.hall()?.connect(now, token.as_deref()) {
                    say(token, &refused.reply(None), post);
                }
            }
            PageMessage::Hall { token, text } => {
                let message = ClientMessage::read(&text);
                let done = self.hall()?.message(now, token.as_deref(), message);
                self.keep(post);
                if let Err(refused) = done {
                    say(token, &refused.reply(None), post);
                }
            }
            PageMessage::Request {
                id,
                token,
                method,
                path,
                body,
            } => {
                let asked = Asked {
                    token: token.as_deref(),
                    method: &method,
                    path: &path,
                    body: body.as_ref(),
                };
                let rest::Reply { status, json } = rest::request(self.hall()?, now, asked);
                self.keep(post);
                post(WorkerMessage::Reply { id, status, json });
            }
            PageMessage::Save => {
                let text = self.hall()?.save();
                post(WorkerMessage::Saved { text });
            }
            PageMessage::Thought { thought } => {
                let found = match thought.action {
                    Some(action) => Found::Move(action, thought.thought),
                    None => Found::Failed(thought.failed.unwrap_or_default()),
                };
                self.hall()?
                    .answer(now, &thought.table, thought.question, found);
            }
            PageMessage::ThinkerLost => self.hall()?.thinker_lost(now),
            message => return serve(clock, message, post),
        }
        Ok(())
    }

    fn open(&mut self, now: u64, saved: Option<&str>, post: Post<'_>) {
        let computers = Computers::default();
        let (mut hall, dropped) = match saved {
            Some(saved) => LocalHall::restore(now, self.seed, computers, saved),
            None => (LocalHall::new(now, self.seed, computers), Vec::new()),
        };
        hall.tick(now);
        self.hall = Some(hall);
        post(WorkerMessage::Opened { dropped });
    }

    fn hall(&mut self) -> Result<&mut LocalHall, String> {
        let hall = self.hall.as_mut();
        hall.ok_or_else(|| "no hall is open here; post {\"role\":\"open\"} first".to_owned())
    }

    /// Saves a person's change before they are told that it is done. A page that is
    /// reloaded at once shows it.
    fn keep(&mut self, post: Post<'_>) {
        if let Some(hall) = &mut self.hall
            && hall.take_changed()
        {
            self.save_at = None;
            post(WorkerMessage::Saved { text: hall.save() });
        }
    }

    /// Posts waiting messages, questions for computer players, and the hall if it must
    /// be saved.
    fn follow(&mut self, now: u64, post: Post<'_>) {
        let Some(hall) = &mut self.hall else {
            return;
        };
        for outgoing in hall.outgoing() {
            say(outgoing.to, &outgoing.message, post);
        }
        for question in hall.questions() {
            // Cannot fail: the game is being played.
            if let Ok(question) = question.to_message().map(Box::new) {
                post(WorkerMessage::Question { question });
            }
        }
        if hall.take_changed() {
            self.save_at.get_or_insert(now + SAVE_AFTER);
        }
        if self.save_at.is_some_and(|at| at <= now) {
            self.save_at = None;
            post(WorkerMessage::Saved { text: hall.save() });
        }
    }
}

fn say(token: Option<String>, message: &ServerMessage, post: Post<'_>) {
    let text = message.text();
    post(WorkerMessage::Hall { token, text });
}

/// Thinks for a computer player.
fn answer(question: &worker::Question, clock: &dyn Clock) -> Thought {
    let found = match Question::from_message(question) {
        Ok(question) => think(&question, None, clock),
        Err(error) => Err(error.to_string()),
    };
    let (action, failed, thought) = match found {
        Ok((action, effort)) => (Some(action), None, effort),
        Err(problem) => (None, Some(problem), Effort::default()),
    };
    Thought {
        question: question.question,
        table: question.table.clone(),
        action,
        failed,
        thought,
    }
}

/// Handles a message that needs no hall.
fn serve(clock: &dyn Clock, message: PageMessage, post: Post<'_>) -> Result<(), String> {
    let stop = AtomicBool::new(false);
    let reply = match message {
        PageMessage::Question { question } => WorkerMessage::Thought {
            thought: answer(&question, clock),
        },
        PageMessage::Analyse { id, record, depth } => {
            let mut tell = |step: &JudgedStep, of: usize| {
                let (id, step) = (id.clone(), step.clone());
                post(WorkerMessage::Judged { id, of, step });
            };
            let judgement = service::analyse(&record, &depth, clock, &stop, &mut tell)?;
            WorkerMessage::Analysed { id, judgement }
        }
        PageMessage::Position {
            id,
            game,
            options,
            position,
            depth,
        } => {
            let position = position.as_ref();
            let opinions =
                service::analyse_position(&game, &options, position, &depth, clock, &stop)?;
            WorkerMessage::Opinions { id, opinions }
        }
        PageMessage::Verify { id, record } => WorkerMessage::Verdict {
            id,
            verdict: service::verify(&record),
        },
        PageMessage::Svg {
            id,
            record,
            step,
            theme,
        } => {
            let picture = Picture::Svg(service::svg(&record, step, theme)?);
            WorkerMessage::Picture { id, picture }
        }
        #[cfg(feature = "gif")]
        PageMessage::Gif {
            id,
            record,
            theme,
            width,
        } => {
            let mut tell = |done, of| {
                let id = id.clone();
                post(WorkerMessage::Drawn { id, done, of });
            };
            let bytes = service::gif(&record, theme, width.unwrap_or(520), &mut tell)?;
            let picture = Picture::Gif(format!("data:image/gif;base64,{}", BASE64.encode(bytes)));
            WorkerMessage::Picture { id, picture }
        }
        _ => return Err("this is not done here".to_owned()),
    };
    post(reply);
    Ok(())
}
