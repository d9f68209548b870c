//! The errors of a store.

use thiserror::Error;

/// Why the store did not carry out a call.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// The disk is full or read-only. Nothing of the refused write is in the log. You
    /// can still read; writes work again as soon as there is room.
    #[error("nothing can be written now, the disk is full or read-only: {reason}")]
    Full {
        /// The database's message.
        reason: String,
    },
    /// The database is away or busy. A write may have been committed before the
    /// connection broke: send the same command again, or read the log.
    #[error("the database does not answer, try again later: {reason}")]
    Unavailable {
        /// The connection's message.
        reason: String,
    },
    /// The stored data contradicts itself.
    #[error("the stored data is damaged: {what}")]
    Corrupt {
        /// Where and how it does.
        what: String,
    },
    /// The tables in the database are not those that this program creates.
    #[error("the database does not fit this version of the program: {reason}")]
    Schema {
        /// The migration that does not fit.
        reason: String,
    },
    /// No store can hold this value.
    #[error("{what} cannot be stored: {limit}")]
    Unfit {
        /// The value.
        what: &'static str,
        /// The limit it breaks.
        limit: &'static str,
    },
    /// Another identity already has this id or this secret.
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
    /// Any other error of the database.
    #[error("the database refuses: {reason}")]
    Database {
        /// The database's message.
        reason: String,
    },
}

impl Error {
    /// Whether the same call may succeed later without any change to it.
    pub fn is_passing(&self) -> bool {
        matches!(self, Error::Full { .. } | Error::Unavailable { .. })
    }

    pub(crate) fn corrupt(what: impl Into<String>) -> Error {
        Error::Corrupt { what: what.into() }
    }
}
