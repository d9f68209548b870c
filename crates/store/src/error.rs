//! What can go wrong.

use thiserror::Error;

/// Why the store did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// The disk is full or takes no writes. Nothing of the refused write is in
    /// the log. Reading goes on, and writing does as soon as there is room.
    #[error("nothing can be written now, the disk is full or read-only: {reason}")]
    Full {
        /// What the database said.
        reason: String,
    },
    /// The database is away or busy. A write may have been committed before the
    /// connection broke: send the same command again, or read the log.
    #[error("the database does not answer, try again later: {reason}")]
    Unavailable {
        /// What the connection said.
        reason: String,
    },
    /// What is stored contradicts itself.
    #[error("the stored data is damaged: {what}")]
    Corrupt {
        /// Where and how.
        what: String,
    },
    /// The tables in the database are not those that this program makes.
    #[error("the database does not fit this version of the program: {reason}")]
    Schema {
        /// Which migration does not fit.
        reason: String,
    },
    /// What was to be stored cannot be stored anywhere.
    #[error("{what} cannot be stored: {limit}")]
    Unfit {
        /// Which part of it.
        what: &'static str,
        /// What would be right.
        limit: &'static str,
    },
    /// An identity with this id or this secret is there already.
    #[error("someone else has this id or this secret; draw new ones")]
    Taken,
    /// Another hall has claimed the store.
    #[error(
        "another hall runs on this store; a second one would not hear of what happens in the first, so end that one or use another store"
    )]
    Claimed,
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// Anything else that the database refuses.
    #[error("the database refuses: {reason}")]
    Database {
        /// What the database said.
        reason: String,
    },
}

impl Error {
    /// Whether the same call may succeed later without anything being changed
    /// in it.
    pub fn is_passing(&self) -> bool {
        matches!(self, Error::Full { .. } | Error::Unavailable { .. })
    }

    pub(crate) fn corrupt(what: impl Into<String>) -> Error {
        Error::Corrupt { what: what.into() }
    }
}
