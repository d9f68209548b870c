//! Who is at the table, and in whose name something is done.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::table::{Sitter, Table};

/// Who someone is, as the hall knows it after they have shown it. Seats belong
/// to an identity. It is never shown to anyone: viewers see [`Member`] numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Identity(pub u128);

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identity({:032x})", self.0)
    }
}

impl From<Identity> for String {
    fn from(identity: Identity) -> String {
        format!("{:032x}", identity.0)
    }
}

/// A text that is no identity.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("an identity is 32 hexadecimal digits")]
pub struct IdentityError;

impl TryFrom<String> for Identity {
    type Error = IdentityError;

    fn try_from(text: String) -> Result<Identity, IdentityError> {
        if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(IdentityError);
        }
        u128::from_str_radix(&text, 16)
            .map(Identity)
            .map_err(|_| IdentityError)
    }
}

/// The number of someone at this table, in the order in which they came. It
/// says nothing about who they are and gives no rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Member(pub u32);

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
pub struct People(Vec<Option<Person>>);

impl People {
    /// Notes who came.
    pub fn joined(&mut self, member: Member, person: &Person) {
        let at = member.0 as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, None);
        }
        self.0[at] = Some(person.clone());
    }

    /// The person with this number.
    pub fn person(&self, member: Member) -> Option<&Person> {
        self.0.get(member.0 as usize)?.as_ref()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identities_are_read_as_they_are_written() {
        let identity = Identity(u128::MAX - 7);
        let text = serde_json::to_string(&identity).unwrap();
        assert_eq!(serde_json::from_str::<Identity>(&text).unwrap(), identity);
        for wrong in [
            "\"\"",
            "\"12\"",
            "\"+0000000000000000000000000000001\"",
            "7",
        ] {
            assert!(serde_json::from_str::<Identity>(wrong).is_err(), "{wrong}");
        }
    }
}
