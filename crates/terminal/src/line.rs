//! The connection to a hall in this process or on the network.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use protocol::rest::RefusalBody;
use protocol::{ClientMessage, Millis, Record, ServerMessage};
use thiserror::Error;

use crate::local::Local;
use crate::remote::Remote;
use crate::words::language;

/// A connection to a hall. People at this terminal are numbered.
pub enum Line {
    /// To a hall in this process, for everyone at this terminal.
    Local(Box<Local>),
    /// To a hall on the network, for one person.
    Remote(Remote),
}

/// Something that arrives over a line.
#[derive(Debug)]
pub enum Heard {
    /// The connection is open.
    Opened,
    /// The connection broke, for this reason.
    Closed(String),
    /// A message from the hall.
    Message(Box<ServerMessage>),
    /// A message that cannot be read, with the problem.
    Unreadable(String),
}

/// Why something failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Trouble {
    /// A code for programs.
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
    /// Trouble with this code and reason.
    pub fn new(code: &str, reason: impl Into<String>) -> Trouble {
        Trouble {
            code: code.to_owned(),
            reason: reason.into(),
        }
    }
}

impl From<RefusalBody> for Trouble {
    fn from(refusal: RefusalBody) -> Trouble {
        Trouble {
            code: refusal.code,
            // A newer hall may say what this program does not know.
            reason: match refusal.message.as_ref().and_then(catalog::known_message) {
                Some(message) => language().say(&message),
                None => refusal.reason,
            },
        }
    }
}

/// Milliseconds since 1970.
pub fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

impl Line {
    /// Sends a person's message. Use [`heard`](Line::heard) for what follows.
    pub fn send(&mut self, person: usize, message: ClientMessage) {
        match self {
            Line::Local(local) => local.send(person, message),
            Line::Remote(remote) => remote.send(message),
        }
    }

    /// What has arrived since the last call, with the number of the person it
    /// is for.
    pub fn heard(&mut self) -> Vec<(usize, Heard)> {
        match self {
            Line::Local(local) => local.heard(),
            Line::Remote(remote) => {
                let heard = remote.heard().into_iter();
                heard.map(|heard| (0, heard)).collect()
            }
        }
    }

    /// The record of a table, as a person may see it.
    pub fn record(
        &mut self,
        person: usize,
        table: &str,
        key: Option<&str>,
    ) -> Result<Record, Trouble> {
        match self {
            Line::Local(local) => local.record(person, table),
            Line::Remote(remote) => remote.record(table, key),
        }
    }
}
