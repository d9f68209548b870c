//! The people of this browser and what is on its way to each.

use serde_json::{Value, json};
use table::{Identity, Person};
use wire::api::Told;

use crate::refused::Refused;

/// The most people of one browser.
const MOST: usize = 64;

/// Someone of this browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Local {
    pub id: u128,
    pub name: String,
}

impl Local {
    pub fn identity(&self) -> Identity {
        Identity(self.id)
    }

    pub fn person(&self) -> Person {
        Person {
            identity: self.identity(),
            name: self.name.clone(),
            program: false,
        }
    }

    /// Someone as others may know them.
    pub fn shown(&self) -> Value {
        json!({"player": format!("{:032x}", self.id), "name": self.name, "program": false})
    }
}

/// What stands for the WebSocket of someone.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// What guests show to be known; the first line needs none.
    pub token: String,
    pub who: Option<Local>,
    pub lobby: bool,
    pub out: Vec<String>,
}

/// The number of a line.
pub(crate) type At = usize;

/// All lines. The first is that of the browser's own person, who may not have been
/// named yet; the others are those of guests.
#[derive(Clone, Debug)]
pub(crate) struct Lines(pub Vec<Line>);

impl Lines {
    pub fn new() -> Lines {
        let mut lines = Lines(Vec::new());
        lines.add(String::new(), None);
        lines
    }

    pub fn add(&mut self, token: String, who: Option<Local>) {
        self.0.push(Line {
            token,
            who,
            lobby: false,
            out: Vec::new(),
        });
    }

    /// Whether there is room for another guest.
    pub fn has_room(&self) -> bool {
        self.0.len() < MOST
    }

    /// The line of whoever shows this; of the browser's own person without a token.
    pub fn of(&self, token: Option<&str>) -> Result<At, Refused> {
        match token {
            None => Ok(0),
            Some(token) => {
                let mut guests = self.0.iter().enumerate().skip(1);
                let found = guests.find(|(_, line)| line.token == token);
                found.map(|(at, _)| at).ok_or_else(Refused::who)
            }
        }
    }

    pub fn who(&self, at: At) -> Option<&Local> {
        self.0.get(at)?.who.as_ref()
    }

    pub fn known(&self, at: At) -> Result<&Local, Refused> {
        self.who(at).ok_or_else(Refused::who)
    }

    pub fn identity(&self, at: At) -> Option<Identity> {
        self.who(at).map(Local::identity)
    }

    pub fn push(&mut self, at: At, text: String) {
        if let Some(line) = self.0.get_mut(at) {
            line.out.push(text);
        }
    }

    pub fn tell(&mut self, at: At, told: &Told<'_>) {
        self.push(at, told.text());
    }

    pub fn refuse(&mut self, at: At, id: Option<u64>, refused: &Refused) {
        let told = Told::Refused {
            id,
            code: refused.code,
            reason: &refused.reason,
        };
        self.tell(at, &told);
    }

    /// All that waits for someone.
    pub fn drain(&mut self, at: At) -> Vec<String> {
        let line = self.0.get_mut(at);
        line.map(|line| std::mem::take(&mut line.out))
            .unwrap_or_default()
    }
}
