//! The line to a hall: one in this process, or one on the network.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use protocol::rest::RefusalBody;
use protocol::{ClientMessage, Millis, Record, ServerMessage};
use thiserror::Error;

use crate::local::Local;
use crate::remote::Remote;

/// A line to a hall. People at this terminal are known by their numbers.
pub enum Line {
    /// To a hall in this process, for everyone at this terminal.
    Local(Box<Local>),
    /// To a hall on the network, for one person.
    Remote(Remote),
}

/// What comes over a line.
#[derive(Debug)]
pub enum Heard {
    /// There is a connection.
    Opened,
    /// The connection broke; why.
    Closed(String),
    /// A message of the hall.
    Message(Box<ServerMessage>),
    /// A message that cannot be read; what is wrong with it.
    Unreadable(String),
}

/// Why something was not done.
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
    /// Trouble with a code and a sentence.
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
            reason: refusal.reason,
        }
    }
}

/// Milliseconds since 1970.
pub fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

impl Line {
    /// Sends a message of a person. What comes of it is [heard](Line::heard).
    pub fn send(&mut self, person: usize, message: ClientMessage) {
        match self {
            Line::Local(local) => local.send(person, message),
            Line::Remote(remote) => remote.send(message),
        }
    }

    /// What was heard since this was last asked, and by whom.
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
