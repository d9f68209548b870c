//! What is stored.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::error::Error;

/// The most bytes that one text may have.
pub const LONGEST: usize = 16 << 20;

/// A text that is no id.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("an id is 32 hexadecimal digits")]
pub struct IdError;

macro_rules! id {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u128);

        impl $name {
            pub(crate) fn bytes(self) -> Vec<u8> {
                self.0.to_be_bytes().to_vec()
            }

            pub(crate) fn from_bytes(bytes: &[u8]) -> Result<$name, Error> {
                let bytes = bytes
                    .try_into()
                    .map_err(|_| Error::corrupt("an id does not have 16 bytes"))?;
                Ok($name(u128::from_be_bytes(bytes)))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:032x}", self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<$name, IdError> {
                // Rust's own reading of numbers would also take a sign.
                if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    return Err(IdError);
                }
                u128::from_str_radix(text, 16).map($name).map_err(|_| IdError)
            }
        }
    };
}

id! {
    /// The id of a table: 128 bits, written as 32 hexadecimal digits. Draw it so
    /// that nobody can guess it; ids that begin with the time keep what happens
    /// at the same time in neighbouring pages of the database.
    TableId
}

id! {
    /// The id of a person or a program: 128 bits, written as 32 hexadecimal digits.
    IdentityId
}

macro_rules! word {
    ($(#[$about:meta])* $name:ident { $($(#[$each:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$each])* $variant),* }

        impl $name {
            /// The word for it.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }

            pub(crate) fn from_word(word: &str) -> Result<$name, Error> {
                match word {
                    $($word => Ok($name::$variant),)*
                    _ => Err(Error::corrupt(format!("{word:?} stands where one of {:?} should", [$($word),*]))),
                }
            }
        }
    };
}

word! {
    /// How far a table is.
    Phase {
        /// Seats are being taken.
        Open = "open",
        /// The game is on.
        Running = "running",
        /// The game is over.
        Finished = "finished",
    }
}

word! {
    /// Who sees a table in the lobby.
    Access {
        /// Everyone.
        Public = "public",
        /// Nobody: one has to know its id.
        Private = "private",
    }
}

word! {
    /// What an identity stands for.
    Kind {
        /// A person.
        Person = "person",
        /// A program.
        Program = "program",
    }
}

/// An event that is to be stored. Its number follows from its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// When it happened, in milliseconds.
    pub at_ms: u64,
    /// What happened, as JSON. The store does not look into it.
    pub body: String,
}

/// An event in the log of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its number in the log, from 1, without gaps.
    pub seq: u64,
    /// When it happened, in milliseconds.
    pub at_ms: u64,
    /// What happened, as JSON.
    pub body: String,
}

/// One row of the index of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The game. It stays what it was at first.
    pub game: String,
    /// Who sees the table in the lobby.
    pub access: Access,
    /// How far it is.
    pub phase: Phase,
    /// When the table was made. It stays what it was at first.
    pub created_ms: u64,
    /// When this was written.
    pub updated_ms: u64,
    /// What else the lobby shows, as JSON.
    pub body: String,
}

/// A table in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its id.
    pub id: TableId,
    /// What was last written about it.
    pub summary: Summary,
}

/// Which tables are asked for. They come newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Those that are this far.
    pub phase: Phase,
    /// If given, only these.
    pub access: Option<Access>,
    /// If given, only those of this game.
    pub game: Option<String>,
    /// If given, what comes after this table: its `created_ms` and its id.
    pub after: Option<(u64, TableId)>,
    /// At most so many.
    pub limit: u32,
}

impl Listing {
    /// The first so many tables that are this far.
    pub fn of(phase: Phase, limit: u32) -> Listing {
        Listing {
            phase,
            access: None,
            game: None,
            after: None,
            limit,
        }
    }
}

/// A person or a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Their id.
    pub id: IdentityId,
    /// What others call them. Several may have the same name.
    pub name: String,
    /// Which of the two.
    pub kind: Kind,
    /// The hash of the secret by which they show who they are.
    pub secret_hash: [u8; 32],
    /// Since when.
    pub created_ms: u64,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The game.
    pub game: String,
    /// When it ended.
    pub ended_ms: u64,
    /// Who sat where and came in where, as JSON.
    pub seats: String,
}

/// A rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// Whose.
    pub identity: IdentityId,
    /// The number by which the leaderboard is sorted.
    pub value: f64,
    /// How many games it counts, this one included.
    pub games: u64,
    /// What else belongs to it, as JSON.
    pub body: String,
}

/// A place on the leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Leader {
    /// Their name, if the identity is known.
    pub name: Option<String>,
    /// Their rating.
    pub rating: Rating,
}

/// The end of a game: its result and the ratings that follow from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Finish {
    /// The result.
    pub result: GameResult,
    /// The new ratings. Each counts one game more than the rating it was
    /// computed from; if another game was counted in between, nothing is written
    /// and the answer is [`Outcome::Outrun`].
    pub ratings: Vec<Rating>,
}

/// What is written together or not at all.
#[derive(Clone, Debug, PartialEq)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// The number that the first of these events is to have.
    pub expected: u64,
    /// The events.
    pub events: Vec<NewEvent>,
    /// The new row in the index of tables.
    pub summary: Option<Summary>,
    /// The end of the game. A table has one result: if it has one already, this
    /// is passed over, ratings included.
    pub finish: Option<Finish>,
}

impl Append {
    /// Events, and nothing else.
    pub fn of(table: TableId, expected: u64, events: Vec<NewEvent>) -> Append {
        Append {
            table,
            expected,
            events,
            summary: None,
            finish: None,
        }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        number("the expected number", self.expected)?;
        if self.expected == 0 {
            return Err(Error::Unfit {
                what: "the expected number 0",
                limit: "logs begin with number 1",
            });
        }
        for event in &self.events {
            number("the time of an event", event.at_ms)?;
            text("the body of an event", &event.body)?;
        }
        if let Some(summary) = &self.summary {
            text("the game of a table", &summary.game)?;
            text("the summary of a table", &summary.body)?;
            number("the time of a summary", summary.created_ms)?;
            number("the time of a summary", summary.updated_ms)?;
        }
        if let Some(finish) = &self.finish {
            text("the game of a result", &finish.result.game)?;
            text("the seats of a result", &finish.result.seats)?;
            number("the time of a result", finish.result.ended_ms)?;
            for (at, rating) in finish.ratings.iter().enumerate() {
                rating.check()?;
                let known = &finish.ratings[..at];
                if known.iter().any(|other| other.identity == rating.identity) {
                    return Err(Error::Unfit {
                        what: "two ratings of one identity for one game",
                        limit: "give one rating each",
                    });
                }
            }
        }
        Ok(())
    }
}

impl Rating {
    fn check(&self) -> Result<(), Error> {
        text("the body of a rating", &self.body)?;
        number("the number of games of a rating", self.games)?;
        if self.games == 0 {
            return Err(Error::Unfit {
                what: "a rating after 0 games",
                limit: "a new rating counts its own game",
            });
        }
        if !self.value.is_finite() {
            return Err(Error::Unfit {
                what: "the value of a rating",
                limit: "it must be a finite number",
            });
        }
        Ok(())
    }
}

/// What became of an append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is committed.
    Appended {
        /// The number of the first event.
        first: u64,
    },
    /// Nothing was written: the log goes on with another number.
    Conflict {
        /// The number that the next event will have.
        next: u64,
    },
    /// Nothing was written: a rating has counted another game in the meantime.
    /// Read the ratings, compute again, send again.
    Outrun,
}

/// Numbers are 64 bits with a sign in the databases.
pub(crate) fn number(what: &'static str, number: u64) -> Result<i64, Error> {
    i64::try_from(number).map_err(|_| Error::Unfit {
        what,
        limit: "numbers must be below 2^63",
    })
}

/// PostgreSQL stores every character but NUL. JSON writes NUL as an escape.
pub(crate) fn text(what: &'static str, text: &str) -> Result<(), Error> {
    if text.contains('\0') {
        return Err(Error::Unfit {
            what,
            limit: "it holds the character NUL, which JSON writes as \\u0000",
        });
    }
    if text.len() > LONGEST {
        return Err(Error::Unfit {
            what,
            limit: "it is longer than 16 MiB",
        });
    }
    Ok(())
}

/// Back from the database, where the numbers that [`number`] let in are.
pub(crate) fn unsigned(number: i64) -> Result<u64, Error> {
    u64::try_from(number).map_err(|_| Error::corrupt(format!("the number {number} is negative")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_as_they_are_written() {
        for id in [TableId(0), TableId(7), TableId(u128::MAX)] {
            assert_eq!(id.to_string().parse(), Ok(id));
            assert_eq!(TableId::from_bytes(&id.bytes()), Ok(id));
        }
        for wrong in ["", "7", "+0000000000000000000000000000007", &"0".repeat(33)] {
            assert_eq!(wrong.parse::<TableId>(), Err(IdError), "{wrong}");
        }
    }

    #[test]
    fn ids_sort_in_the_database_as_they_do_here() {
        assert!(TableId(255).bytes() < TableId(256).bytes());
    }

    #[test]
    fn unknown_words_are_damage() {
        assert_eq!(Phase::from_word("open"), Ok(Phase::Open));
        assert!(matches!(
            Phase::from_word("shut"),
            Err(Error::Corrupt { .. })
        ));
    }
}
