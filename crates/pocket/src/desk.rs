//! What stands between a page and everything else here: one JSON text in, any number
//! out.
//!
//! A worker of a browser has a desk and hands it what the page posts. The desk knows
//! no browser, so the same messages are tested without one. The crate's
//! documentation lists them.

use std::sync::atomic::AtomicBool;

use dice::Seed;
use search::control::Clock;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::hall::Pocket;
use crate::question::{Question, Thought, think};
use crate::service::{self, Depth, ServiceError, Shade};

/// How long after a change that no person made the hall is saved, in milliseconds, so
/// that many changes in a row are saved once.
const SAVE_AFTER: u64 = 400;

/// Where a page's messages arrive.
pub struct Desk {
    seed: Seed,
    pocket: Option<Pocket>,
    save_at: Option<u64>,
}

/// What a page may post.
#[derive(Deserialize)]
#[serde(tag = "role", rename_all = "kebab-case")]
enum Posted {
    Open {
        #[serde(default)]
        saved: Option<String>,
    },
    Connect {
        #[serde(default, rename = "as")]
        token: Option<String>,
    },
    Hall {
        #[serde(default, rename = "as")]
        token: Option<String>,
        text: String,
    },
    Request {
        id: Value,
        #[serde(default, rename = "as")]
        token: Option<String>,
        method: String,
        path: String,
        #[serde(default)]
        body: Value,
    },
    Save,
    Question {
        question: Box<Question>,
    },
    Thought {
        thought: Thought,
    },
    ThinkerLost,
    Analyse {
        id: Value,
        record: Value,
        #[serde(flatten)]
        depth: Depth,
    },
    Position {
        id: Value,
        game: String,
        #[serde(default)]
        options: Value,
        #[serde(default)]
        position: Value,
        #[serde(flatten)]
        depth: Depth,
    },
    Verify {
        id: Value,
        record: Value,
    },
    Svg {
        id: Value,
        record: Value,
        #[serde(default)]
        step: Option<usize>,
        #[serde(default)]
        theme: Shade,
    },
    #[cfg(feature = "gif")]
    Gif {
        id: Value,
        record: Value,
        #[serde(default)]
        theme: Shade,
        #[serde(default)]
        width: Option<u32>,
    },
}

/// Where answers go.
type Post<'a> = &'a mut dyn FnMut(String);

impl Desk {
    /// A desk without a hall. The hall that is opened at it takes its chance from
    /// the seed.
    pub fn new(seed: Seed) -> Desk {
        Desk {
            seed,
            pocket: None,
            save_at: None,
        }
    }

    /// Takes what the page posts at this time, in milliseconds, and posts all that
    /// follows. Thinking and analysis take as long as they take, by `clock`.
    pub fn receive(&mut self, now: u64, clock: &dyn Clock, text: &str, post: Post<'_>) {
        // The id first, so that even a message that makes no sense is answered.
        let posted: Result<Value, _> = serde_json::from_str(text);
        let id = match &posted {
            Ok(posted) => posted["id"].clone(),
            Err(_) => Value::Null,
        };
        let posted = posted.and_then(serde_json::from_value::<Posted>);
        let done = match posted {
            Ok(posted) => self.carry_out(now, clock, posted, post),
            Err(error) => Err(format!("this message is not understood: {error}")),
        };
        if let Err(reason) = done {
            post(json!({"role": "failed", "id": id, "reason": reason}).to_string());
        }
        self.follow(now, post);
    }

    /// Does what is due at this time, and posts all that follows.
    pub fn wake(&mut self, now: u64, post: Post<'_>) {
        if let Some(pocket) = &mut self.pocket {
            pocket.tick(now);
        }
        self.follow(now, post);
    }

    /// When to [`wake`](Desk::wake) it; nothing if nothing will be due.
    pub fn next_wake(&self) -> Option<u64> {
        let hall = self.pocket.as_ref().and_then(Pocket::next_wake);
        hall.into_iter().chain(self.save_at).min()
    }

    fn carry_out(
        &mut self,
        now: u64,
        clock: &dyn Clock,
        posted: Posted,
        post: Post<'_>,
    ) -> Result<(), String> {
        let stop = AtomicBool::new(false);
        let wrong = |error: ServiceError| error.to_string();
        match posted {
            Posted::Open { saved } => {
                let (pocket, dropped) = match saved {
                    Some(saved) => Pocket::restore(now, self.seed, &saved),
                    None => (Pocket::new(now, self.seed), Vec::new()),
                };
                self.pocket = Some(pocket);
                post(json!({"role": "opened", "dropped": dropped}).to_string());
                self.wake(now, post);
            }
            Posted::Connect { token } => {
                let texts = self.hall()?.connect(now, token.as_deref());
                say(token.as_deref(), texts, post);
            }
            Posted::Hall { token, text } => {
                let texts = self.hall()?.message_as(token.as_deref(), now, &text);
                self.keep(post);
                say(token.as_deref(), texts, post);
            }
            Posted::Request {
                id,
                token,
                method,
                path,
                body,
            } => {
                let hall = self.hall()?;
                let reply = hall.request_as(token.as_deref(), now, &method, &path, body);
                let (status, body) = (reply.status, reply.json);
                self.keep(post);
                post(
                    json!({"role": "reply", "id": id, "status": status, "json": body}).to_string(),
                );
            }
            Posted::Save => {
                let saved = self.hall()?.save();
                post(json!({"role": "saved", "text": saved}).to_string());
            }
            Posted::Question { question } => {
                let thought = think(&question, clock, &stop);
                post(json!({"role": "thought", "thought": thought}).to_string());
            }
            Posted::Thought { thought } => self.hall()?.answer(now, thought),
            Posted::ThinkerLost => self.hall()?.thinker_lost(now),
            Posted::Analyse { id, record, depth } => {
                let mut tell = |step: &Value, of: usize| {
                    post(json!({"role": "judged", "id": id, "of": of, "step": step}).to_string());
                };
                let judged = service::analyse(&record, &depth, clock, &stop, &mut tell);
                let judged = judged.map_err(wrong)?;
                post(json!({"role": "analysed", "id": id, "judgement": judged}).to_string());
            }
            Posted::Position {
                id,
                game,
                options,
                position,
                depth,
            } => {
                let found =
                    service::analyse_position(&game, &options, &position, &depth, clock, &stop);
                let opinions = &found.map_err(wrong)?["opinions"];
                post(json!({"role": "opinions", "id": id, "opinions": opinions}).to_string());
            }
            Posted::Verify { id, record } => {
                let verdict = service::verify(&record);
                post(json!({"role": "verdict", "id": id, "verdict": verdict}).to_string());
            }
            Posted::Svg {
                id,
                record,
                step,
                theme,
            } => {
                let svg = service::svg(&record, step, theme).map_err(wrong)?;
                post(json!({"role": "picture", "id": id, "svg": svg}).to_string());
            }
            #[cfg(feature = "gif")]
            Posted::Gif {
                id,
                record,
                theme,
                width,
            } => {
                let mut tell = |done: usize, of: usize| {
                    post(json!({"role": "drawn", "id": id, "done": done, "of": of}).to_string());
                };
                let bytes = service::gif(&record, theme, width.unwrap_or(520), &mut tell);
                let link = format!("data:image/gif;base64,{}", base64(&bytes.map_err(wrong)?));
                post(json!({"role": "picture", "id": id, "gif": link}).to_string());
            }
        }
        Ok(())
    }

    fn hall(&mut self) -> Result<&mut Pocket, String> {
        let hall = self.pocket.as_mut();
        hall.ok_or_else(|| "no hall is open here; post {\"role\":\"open\"} first".to_owned())
    }

    /// Has what a person did kept before they are told that it is done: a page that is
    /// loaded again at once shows it.
    fn keep(&mut self, post: Post<'_>) {
        if let Some(pocket) = &mut self.pocket
            && pocket.take_changed()
        {
            self.save_at = None;
            post(json!({"role": "saved", "text": pocket.save()}).to_string());
        }
    }

    /// Posts what waits for anyone, what computers are to think about, and what is
    /// to be kept.
    fn follow(&mut self, now: u64, post: Post<'_>) {
        let Some(pocket) = &mut self.pocket else {
            return;
        };
        for outgoing in pocket.outgoing() {
            say(outgoing.to.as_deref(), vec![outgoing.text], post);
        }
        for question in pocket.questions() {
            post(json!({"role": "question", "question": question}).to_string());
        }
        if pocket.take_changed() {
            self.save_at.get_or_insert(now + SAVE_AFTER);
        }
        if self.save_at.is_some_and(|at| at <= now) {
            self.save_at = None;
            let saved = pocket.save();
            post(json!({"role": "saved", "text": saved}).to_string());
        }
    }
}

fn say(to: Option<&str>, texts: Vec<String>, post: Post<'_>) {
    for text in texts {
        let mut message = json!({"role": "hall", "text": text});
        if let Some(to) = to {
            message["as"] = json!(to);
        }
        post(message.to_string());
    }
}

/// Bytes as text, four characters for three bytes.
#[cfg(feature = "gif")]
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for some in bytes.chunks(3) {
        let byte = |n: usize| u32::from(some.get(n).copied().unwrap_or(0));
        let joined = byte(0) << 16 | byte(1) << 8 | byte(2);
        for n in 0..4 {
            let digit = joined >> (18 - 6 * n) & 63;
            text.push(match n <= some.len() {
                true => char::from(DIGITS[digit as usize]),
                false => '=',
            });
        }
    }
    text
}

#[cfg(all(test, feature = "gif"))]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_the_text_that_browsers_read() {
        assert_eq!(base64(b""), "");
        assert_eq!(base64(b"M"), "TQ==");
        assert_eq!(base64(b"Ma"), "TWE=");
        assert_eq!(base64(b"Man"), "TWFu");
        assert_eq!(base64(&[255, 254, 253, 252]), "//79/A==");
    }
}
