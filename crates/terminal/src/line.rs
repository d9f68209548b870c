//! The line to a hall: one in this process, or a server. Both speak the same
//! messages and answer the same requests.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use catalog::Value;
use pocket::{Pocket, Question, Thought};
use serde_json::json;
use thiserror::Error;

use crate::remote::Remote;

/// A line to a hall.
pub enum Line {
    /// To a hall in this process.
    Local(Box<Local>),
    /// To a server.
    Remote(Remote),
}

/// A hall in this process, for everyone at this terminal.
pub struct Local {
    /// The hall.
    pub pocket: Pocket,
}

/// A message of the hall, and for whom: the token of a guest.
pub struct Heard {
    /// For whom.
    pub to: Option<String>,
    /// The message.
    pub message: Value,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Trouble {
    /// A word for programs.
    pub code: String,
    /// A sentence for people.
    pub reason: String,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl Trouble {
    /// Trouble with a word and a sentence.
    pub fn new(code: &str, reason: impl Into<String>) -> Trouble {
        Trouble {
            code: code.to_owned(),
            reason: reason.into(),
        }
    }
}

/// Milliseconds since 1970.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

impl Line {
    /// A request, answered at once.
    pub fn request(
        &mut self,
        token: Option<&str>,
        method: &str,
        path: &str,
        body: Value,
    ) -> Result<Value, Trouble> {
        let (status, json) = match self {
            Line::Local(local) => {
                let reply = local.pocket.request_as(token, now(), method, path, body);
                (reply.status, reply.json)
            }
            Line::Remote(remote) => remote.request(method, path, &body)?,
        };
        if (200..300).contains(&status) {
            return Ok(json);
        }
        let code = json["code"].as_str().unwrap_or("refused");
        let reason = json["reason"].as_str();
        let reason = reason.map_or_else(|| format!("the hall answers {status}"), str::to_owned);
        Err(Trouble::new(code, reason))
    }

    /// A message; what comes of it is [heard](Line::heard).
    pub fn send(&mut self, token: Option<&str>, message: &Value) -> Vec<Heard> {
        match self {
            Line::Local(local) => {
                let texts = local.pocket.message_as(token, now(), &message.to_string());
                let token = token.map(str::to_owned);
                texts
                    .iter()
                    .map(|text| Heard {
                        to: token.clone(),
                        message: serde_json::from_str(text).unwrap_or_default(),
                    })
                    .collect()
            }
            Line::Remote(remote) => {
                remote.send(message.to_string());
                Vec::new()
            }
        }
    }

    /// What the hall has said since.
    pub fn heard(&mut self) -> Vec<Heard> {
        match self {
            Line::Local(local) => {
                local.pocket.tick(now());
                let waiting = local.pocket.outgoing().into_iter();
                waiting
                    .map(|outgoing| Heard {
                        to: outgoing.to,
                        message: serde_json::from_str(&outgoing.text).unwrap_or_default(),
                    })
                    .collect()
            }
            Line::Remote(remote) => remote
                .heard()
                .into_iter()
                .map(|message| Heard { to: None, message })
                .collect(),
        }
    }

    /// What computers are to think about here.
    pub fn questions(&mut self) -> Vec<Question> {
        match self {
            Line::Local(local) => local.pocket.questions(),
            Line::Remote(_) => Vec::new(),
        }
    }

    /// What a computer has thought.
    pub fn answer(&mut self, thought: Thought) {
        if let Line::Local(local) = self {
            local.pocket.answer(now(), thought);
        }
    }

    /// A computer that broke the rules or cannot go on.
    pub fn forfeit(&mut self, question: &Question, verdict: &str, detail: &str) {
        if let Line::Local(local) = self {
            local.pocket.forfeit(now(), question, verdict, detail);
        }
    }

    /// In how many milliseconds the hall has something to do by itself.
    pub fn due_ms(&self) -> Option<u64> {
        match self {
            Line::Local(local) => {
                let next = local.pocket.next_wake()?;
                Some(next.saturating_sub(now()))
            }
            Line::Remote(_) => None,
        }
    }

    /// The hall as a text, where it can be saved.
    pub fn saved(&self) -> Option<Value> {
        match self {
            Line::Local(local) => serde_json::from_str(&local.pocket.save()).ok(),
            Line::Remote(_) => None,
        }
    }

    /// A command for a table as a message.
    pub fn command(id: u64, table: &str, request: &Value) -> Value {
        json!({"id": id, "type": "command", "table": table, "request": request})
    }
}
