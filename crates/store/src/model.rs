//! The types that are stored.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::error::Error;

/// The most bytes one text may have.
pub const LONGEST: usize = 16 << 20;

/// A text that is not an id.
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
                // Rust's number parser would also accept a sign.
                if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    return Err(IdError);
                }
                u128::from_str_radix(text, 16).map($name).map_err(|_| IdError)
            }
        }
    };
}

id! {
    /// The id of a table: 128 bits, written as 32 hexadecimal digits. Choose it at
    /// random so that it cannot be guessed. Ids that begin with the time put
    /// simultaneous events into neighbouring pages of the database.
    TableId
}

id! {
    /// The id of a person or a bot: 128 bits, written as 32 hexadecimal digits.
    IdentityId
}

macro_rules! word {
    ($(#[$about:meta])* $name:ident { $($(#[$each:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$each])* $variant),* }

        impl $name {
            /// The word for it in the database.
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
    /// The phase of a table.
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
        /// Everyone sees it.
        Public = "public",
        /// Only people who know its id can find it.
        Private = "private",
    }
}

word! {
    /// The kind of an identity.
    Kind {
        /// A person.
        Person = "person",
        /// A bot.
        Program = "program",
    }
}

/// An event to store. Its number follows from its place in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// When it happened, in milliseconds.
    pub at_ms: u64,
    /// The event as JSON. The store does not look into it.
    pub body: String,
}

/// An event in the log of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its number in the log, from 1, without gaps.
    pub seq: u64,
    /// When it happened, in milliseconds.
    pub at_ms: u64,
    /// The event as JSON.
    pub body: String,
}

/// The data in one row of the index of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The game. It keeps its first value.
    pub game: String,
    /// Who sees the table in the lobby.
    pub access: Access,
    /// The phase of the table.
    pub phase: Phase,
    /// When the table was created. It keeps its first value.
    pub created_ms: u64,
    /// When this summary was written.
    pub updated_ms: u64,
    /// Everything else that the lobby shows, as JSON.
    pub body: String,
}

/// A table in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its id.
    pub id: TableId,
    /// Its latest summary.
    pub summary: Summary,
}

/// A query for tables. They come newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Only tables in this phase.
    pub phase: Phase,
    /// Only tables with this access, if given.
    pub access: Option<Access>,
    /// Only tables of this game, if given.
    pub game: Option<String>,
    /// Only tables after this one, given by its `created_ms` and id.
    pub after: Option<(u64, TableId)>,
    /// At most this many.
    pub limit: u32,
}

impl Listing {
    /// The first `limit` tables in this phase.
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

/// A person or a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The identity's id.
    pub id: IdentityId,
    /// The displayed name. Several identities may have the same one.
    pub name: String,
    /// Person or bot.
    pub kind: Kind,
    /// The hash of the secret with which the identity proves who it is.
    pub secret_hash: [u8; 32],
    /// When it was created.
    pub created_ms: u64,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The game.
    pub game: String,
    /// When it ended.
    pub ended_ms: u64,
    /// The players of all seats and their places, as JSON.
    pub seats: String,
}

/// The rating of one identity in one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The rated identity.
    pub identity: IdentityId,
    /// The number that orders the leaderboard.
    pub value: f64,
    /// The number of rated games, including the latest.
    pub games: u64,
    /// Everything else that belongs to the rating, as JSON.
    pub body: String,
}

/// An entry of the leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Leader {
    /// The name, if the identity is known.
    pub name: Option<String>,
    /// The rating.
    pub rating: Rating,
}

/// The end of a game: its result and the ratings that follow from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Finish {
    /// The result.
    pub result: GameResult,
    /// The new ratings. Each must count one game more than the rating it was computed
    /// from. If another game was counted in between, nothing is written and the outcome
    /// is [`Outcome::Outrun`].
    pub ratings: Vec<Rating>,
}

/// Everything that one append writes, all or nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// The number that the first of these events must get.
    pub expected: u64,
    /// The events.
    pub events: Vec<NewEvent>,
    /// The new row in the index of tables.
    pub summary: Option<Summary>,
    /// The end of the game. A table has one result: if it already has one, this is
    /// ignored, ratings included.
    pub finish: Option<Finish>,
}

impl Append {
    /// An append of events and nothing else.
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

/// The outcome of an append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The append is committed.
    Appended {
        /// The number of the first event.
        first: u64,
    },
    /// Nothing was written: the log continues with another number.
    Conflict {
        /// The number that the next event will have.
        next: u64,
    },
    /// Nothing was written: a rating has counted another game in the meantime. Read the
    /// ratings, compute them again and retry.
    Outrun,
}

/// The databases store numbers as signed 64-bit integers.
pub(crate) fn number(what: &'static str, number: u64) -> Result<i64, Error> {
    i64::try_from(number).map_err(|_| Error::Unfit {
        what,
        limit: "numbers must be below 2^63",
    })
}

/// PostgreSQL stores every character except NUL. JSON escapes NUL.
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

/// Converts a number back that [`number`] has let into the database.
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
