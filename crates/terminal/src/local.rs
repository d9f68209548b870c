//! A hall in this process, for everyone at this terminal.

use dice::Seed;
use hall_core::{LocalHall, Question, Refused};
use protocol::{Body, ClientMessage, NewTable, Record};

use crate::computers::Found;
use crate::line::{Heard, Trouble, now};
use crate::words::language;

/// A hall in this process. The first person is its owner, the others are
/// guests.
pub struct Local {
    hall: LocalHall,
    /// The tokens of the people, by number.
    tokens: Vec<Option<String>>,
}

impl From<Refused> for Trouble {
    fn from(refused: Refused) -> Trouble {
        refused.body(language()).into()
    }
}

impl Local {
    /// A hall without people and tables. `others` are players besides the
    /// built-in ones.
    pub fn new(seed: Seed, others: &[String]) -> Local {
        Local {
            hall: LocalHall::new(now(), seed, computers(others)),
            tokens: Vec::new(),
        }
    }

    /// A hall that was [saved](Local::save), with its people in the same order.
    pub fn restore(
        seed: Seed,
        others: &[String],
        saved: &Body,
        tokens: Vec<Option<String>>,
    ) -> Result<Local, Trouble> {
        let saved = saved.to_string();
        let (hall, dropped) = LocalHall::restore(now(), seed, computers(others), &saved);
        if let Some(problem) = dropped.first() {
            return Err(Trouble::new("saved", problem.clone()));
        }
        let mut local = Local { hall, tokens };
        if local.tokens.is_empty() {
            local.tokens.push(None);
        }
        for token in &local.tokens {
            local.hall.connect(now(), token.as_deref())?;
        }
        Ok(local)
    }

    /// Adds a person.
    pub fn introduce(&mut self, name: &str) -> Result<(), Trouble> {
        let token = if self.tokens.is_empty() {
            self.hall.introduce(Some(name)).map(|_| None)?
        } else {
            self.hall.add_guest(name)?.token
        };
        self.hall.connect(now(), token.as_deref())?;
        self.tokens.push(token);
        Ok(())
    }

    /// The token of a person. The first one has none.
    pub fn token(&self, person: usize) -> Option<String> {
        self.tokens.get(person)?.clone()
    }

    /// Makes a table for the first person and returns its id.
    pub fn make_table(&mut self, new: NewTable) -> Result<String, Trouble> {
        Ok(self.hall.make(now(), None, new)?.table)
    }

    /// Sends a person's message.
    pub fn send(&mut self, person: usize, message: ClientMessage) {
        let token = self.token(person);
        // Cannot fail: the hall knows everyone here.
        let _ = self.hall.message(now(), token.as_deref(), Ok(message));
    }

    /// Does what is due and returns new messages, each with the number of its
    /// person.
    pub fn heard(&mut self) -> Vec<(usize, Heard)> {
        self.hall.tick(now());
        let said = self.hall.outgoing().into_iter();
        let said = said.filter_map(|outgoing| {
            let person = self.tokens.iter().position(|token| *token == outgoing.to)?;
            Some((person, Heard::Message(Box::new(outgoing.message))))
        });
        said.collect()
    }

    /// The record of a table.
    pub fn record(&self, person: usize, table: &str) -> Result<Record, Trouble> {
        let token = self.token(person);
        let table = self.hall.look(token.as_deref(), table, None)?;
        Ok(record::of_table(table))
    }

    /// The questions for computer players.
    pub fn questions(&mut self) -> Vec<Question> {
        self.hall.questions()
    }

    /// Takes what a computer player found.
    pub fn found(&mut self, found: Found) {
        let Found {
            table,
            question,
            what,
        } = found;
        self.hall.answer(now(), &table, question, what);
    }

    /// The milliseconds until the hall has something to do.
    pub fn due_ms(&self) -> Option<u64> {
        Some(self.hall.next_wake()?.saturating_sub(now()))
    }

    /// The hall in the form of a saved file.
    pub fn save(&self) -> Result<Body, Trouble> {
        let saved = serde_json::from_str(&self.hall.save());
        saved.map_err(|error| Trouble::new("saved", format!("the hall cannot be saved: {error}")))
    }
}

fn computers(others: &[String]) -> hall_core::Computers {
    let mut computers = hall_core::Computers::default();
    for other in others {
        computers.admit(other);
    }
    computers
}
