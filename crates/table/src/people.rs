//! Members of a table, senders of commands and viewers.

use protocol::{Identity, Member};
use serde::{Deserialize, Serialize};

use crate::table::{Sitter, Table};

/// A person or a connected bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// The identity.
    pub identity: Identity,
    /// The name that others see.
    pub name: String,
    /// Whether this is a bot.
    #[serde(default)]
    pub program: bool,
}

/// The sender of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Actor {
    /// A person or bot whose identity the hall has checked.
    Identity(Identity),
    /// The computer player on this seat.
    Computer(u16),
    /// The clock: a deadline has passed.
    Clock,
    /// The hall itself.
    Hall,
}

/// A viewer, who decides what may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// Anyone at all.
    Anyone,
    /// A member of the table.
    Member(Member),
}

/// Everyone who ever came to a table, by member number. Tables show these
/// numbers instead of identities.
#[derive(Clone, Debug, Default)]
pub struct People(Vec<Person>);

impl People {
    /// Notes that someone came. Members are numbered without gaps.
    pub(crate) fn joined(&mut self, member: Member, person: &Person) -> Result<(), String> {
        let at = member.0 as usize;
        match self.0.len() {
            known if at < known => self.0[at] = person.clone(),
            known if at == known => self.0.push(person.clone()),
            _ => return Err("a number of a member is left out".to_owned()),
        }
        Ok(())
    }

    /// The person or bot with this number.
    pub fn person(&self, member: Member) -> Option<&Person> {
        self.0.get(member.0 as usize)
    }

    /// The number of an identity.
    pub fn find(&self, identity: Identity) -> Option<Member> {
        let mut known = self.0.iter();
        let at = known.position(|person| person.identity == identity)?;
        Some(Member(at as u32))
    }

    /// How many ever came.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no one ever came.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The numbers of all who ever came.
    pub fn members(&self) -> impl Iterator<Item = Member> + use<> {
        (0..self.0.len() as u32).map(Member)
    }

    /// The person or bot on a seat.
    pub fn on(&self, table: &Table, seat: u16) -> Option<&Person> {
        match table.sitter(seat)? {
            Sitter::Member(member) => self.person(*member),
            _ => None,
        }
    }
}
