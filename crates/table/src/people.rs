//! Who is at the table, and in whose name something is done.

use protocol::{Identity, Member};
use serde::{Deserialize, Serialize};

use crate::table::{Sitter, Table};

/// Someone with an identity: a person, or a program that is connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// Who.
    pub identity: Identity,
    /// What others call them.
    pub name: String,
    /// Whether this is a program.
    #[serde(default)]
    pub program: bool,
}

/// Who gives a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Actor {
    /// Someone who has shown who they are.
    Identity(Identity),
    /// The built-in player on this seat.
    Computer(u16),
    /// Time: a deadline has come.
    Clock,
    /// The program that runs the table.
    Hall,
}

/// For whom something is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// Anyone at all.
    Anyone,
    /// Someone at the table.
    Member(Member),
}

/// Who came to a table, by member number. Tables show these numbers instead of
/// identities.
#[derive(Clone, Debug, Default)]
pub struct People(Vec<Person>);

impl People {
    /// Notes who came. Members are numbered without gaps.
    pub(crate) fn joined(&mut self, member: Member, person: &Person) -> Result<(), String> {
        let at = member.0 as usize;
        match self.0.len() {
            known if at < known => self.0[at] = person.clone(),
            known if at == known => self.0.push(person.clone()),
            _ => return Err("a number of a member is left out".to_owned()),
        }
        Ok(())
    }

    /// The person with this number.
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

    /// Whether nobody ever came.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The numbers of all who ever came.
    pub fn members(&self) -> impl Iterator<Item = Member> + use<> {
        (0..self.0.len() as u32).map(Member)
    }

    /// The person on a seat.
    pub fn on(&self, table: &Table, seat: u16) -> Option<&Person> {
        match table.sitter(seat)? {
            Sitter::Member(member) => self.person(*member),
            _ => None,
        }
    }
}
