//! Stores everything that must not be lost: the event logs of tables, and beside them
//! the index of tables, identities, results and ratings.
//!
//! A [`Store`] is in memory, in an SQLite file or in PostgreSQL. All three behave the
//! same, as one suite of tests defines. One call is one transaction, and it returns
//! only after the commit.
//!
//! | module | contents |
//! |---|---|
//! | [`model`] | the types that are stored |
//! | [`error`] | errors |
//! | `memory` | the store in memory |
//! | `sqlite` | one file; one writer that commits jobs in groups |
//! | `postgres` | a database that several machines can reach |
//! | `reading` | the queries that both databases share |
//! | `schema` | the tables of both databases, and their migrations |
//!
//! ```
//! use store::{Append, NewEvent, Outcome, Store, TableId};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), store::Error> {
//! let store = Store::memory();
//! let table = TableId(17);
//! let event = NewEvent { at_ms: 0, body: r#"{"fact":"created"}"#.to_owned() };
//! let append = Append::of(table, 1, vec![event]);
//!
//! assert_eq!(store.append(append.clone()).await?, Outcome::Appended { first: 1 });
//! // The answer was lost on its way, so the same comes once more.
//! assert_eq!(store.append(append).await?, Outcome::Conflict { next: 2 });
//! assert_eq!(store.next_seq(table).await?, 2);
//! # Ok(())
//! # }
//! ```

pub mod error;
mod memory;
pub mod model;
mod postgres;
mod reading;
mod schema;
mod sqlite;

use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

pub use error::Error;
pub use model::{
    Access, Append, Event, Finish, GameResult, Identity, IdentityId, Kind, Leader, Listed, Listing,
    NewEvent, Outcome, Phase, Rating, Summary, TableId,
};

use memory::Memory;
use postgres::Postgres;
use sqlite::Sqlite;

/// A handle to a store. Clones are handles to the same store.
#[derive(Clone)]
pub struct Store(Kept);

#[derive(Clone)]
enum Kept {
    Memory(Arc<Memory>),
    Sqlite(Arc<Sqlite>),
    Postgres(Arc<Postgres>),
}

/// Calls the method of the same name on whichever store it is.
macro_rules! each {
    ($self:ident.$method:ident($($argument:expr),*)) => {
        match &$self.0 {
            Kept::Memory(memory) => memory.$method($($argument),*),
            Kept::Sqlite(sqlite) => sqlite.$method($($argument),*).await,
            Kept::Postgres(postgres) => postgres.$method($($argument),*).await,
        }
    };
}

/// A store that is being opened. The future is boxed so that all of it is compiled in
/// this crate and not again in the caller.
type Opening<'a> = Pin<Box<dyn Future<Output = Result<Store, Error>> + Send + 'a>>;

fn open_sqlite(file: &Path) -> Opening<'_> {
    Box::pin(async move {
        let sqlite = Sqlite::open(file).await?;
        Ok(Store(Kept::Sqlite(Arc::new(sqlite))))
    })
}

fn open_postgres(url: &str) -> Opening<'_> {
    Box::pin(async move {
        let postgres = Postgres::open(url).await?;
        Ok(Store(Kept::Postgres(Arc::new(postgres))))
    })
}

/// Opening and closing.
impl Store {
    /// Creates an empty store, which is gone when its last handle is dropped.
    pub fn memory() -> Store {
        Store(Kept::Memory(Arc::default()))
    }

    /// Opens the store in this SQLite file and creates the file if it does not exist.
    /// Other processes may have it open too. Call this within a tokio runtime.
    pub async fn sqlite(file: impl AsRef<Path>) -> Result<Store, Error> {
        open_sqlite(file.as_ref()).await
    }

    /// Opens the store in this database, `postgres://…`. The database must exist; its
    /// tables are created. Call this within a tokio runtime.
    pub async fn postgres(url: &str) -> Result<Store, Error> {
        open_postgres(url).await
    }

    /// Claims the store for one hall, until it is closed or the process ends. The store
    /// also works without a claim. The claim keeps two halls apart, because neither
    /// would hear of events in the other. For an SQLite file, this also reserves the
    /// disk space that a busy hall needs, if there is plenty.
    pub async fn claim(&self) -> Result<(), Error> {
        match &self.0 {
            // No other process can reach it.
            Kept::Memory(_) => Ok(()),
            Kept::Sqlite(sqlite) => sqlite.claim().await,
            Kept::Postgres(postgres) => postgres.claim().await,
        }
    }

    /// Whether a claim still stands. It is lost if the connection to the database
    /// breaks, and taken again when the database is back, unless another hall was
    /// quicker.
    pub fn is_claimed(&self) -> bool {
        match &self.0 {
            Kept::Memory(_) => true,
            Kept::Sqlite(sqlite) => sqlite.is_claimed(),
            Kept::Postgres(postgres) => postgres.is_claimed(),
        }
    }

    /// Limits the size of an SQLite file, in bytes. Writes beyond it are refused as if
    /// the disk were full. This does nothing to the other stores, because the hall does
    /// not manage their space.
    pub async fn limit_size(&self, bytes: u64) -> Result<(), Error> {
        match &self.0 {
            Kept::Sqlite(sqlite) => sqlite.limit_size(bytes).await,
            Kept::Memory(_) | Kept::Postgres(_) => Ok(()),
        }
    }

    /// Waits for pending writes and closes the store for all its handles.
    pub async fn close(&self) {
        match &self.0 {
            Kept::Memory(memory) => memory.close(),
            Kept::Sqlite(sqlite) => sqlite.close().await,
            Kept::Postgres(postgres) => postgres.close().await,
        }
    }
}

/// Logs of tables.
impl Store {
    /// Writes events to the log of a table, and everything that belongs to them, in one
    /// transaction. A command that was answered before is not carried out again,
    /// whatever number is expected.
    ///
    /// If you drop the future, the append may still be done.
    pub async fn append(&self, append: Append) -> Result<Outcome, Error> {
        append.check()?;
        each!(self.append(append))
    }

    /// Reads up to `limit` events of a table, starting with number `from`.
    pub async fn read(&self, table: TableId, from: u64, limit: u32) -> Result<Vec<Event>, Error> {
        let from = from.max(1);
        model::number("the number of an event", from)?;
        let events = each!(self.read(table, from, limit))?;
        for (event, seq) in events.iter().zip(from..) {
            if event.seq != seq {
                return Err(Error::corrupt(format!(
                    "event {seq} of table {table} is missing"
                )));
            }
        }
        Ok(events)
    }

    /// The number of a table's next event: 1 for a table without events.
    pub async fn next_seq(&self, table: TableId) -> Result<u64, Error> {
        each!(self.next_seq(table))
    }
}

/// The index of tables.
impl Store {
    /// Looks up a table in the index.
    pub async fn table(&self, table: TableId) -> Result<Option<Listed>, Error> {
        each!(self.table(table))
    }

    /// Lists tables, newest first.
    pub async fn tables(&self, listing: &Listing) -> Result<Vec<Listed>, Error> {
        if let Some((created, _)) = listing.after {
            model::number("the time of a table", created)?;
        }
        each!(self.tables(listing))
    }
}

/// Identities.
impl Store {
    /// Adds an identity. Adding exactly the same identity again is fine.
    pub async fn add_identity(&self, identity: Identity) -> Result<(), Error> {
        model::text("a name", &identity.name)?;
        model::number("the time of an identity", identity.created_ms)?;
        if each!(self.add_identity(identity))? {
            Ok(())
        } else {
            Err(Error::Taken)
        }
    }

    /// The identity with this id.
    pub async fn identity(&self, id: IdentityId) -> Result<Option<Identity>, Error> {
        each!(self.identity(id))
    }

    /// The identity with this secret.
    pub async fn identity_by_secret(&self, hash: &[u8; 32]) -> Result<Option<Identity>, Error> {
        each!(self.identity_by_secret(hash))
    }

    /// Renames an identity. Returns false if it does not exist.
    pub async fn rename(&self, id: IdentityId, name: &str) -> Result<bool, Error> {
        model::text("a name", name)?;
        each!(self.rename(id, name))
    }
}

/// Results and ratings. [`Store::append`] writes them.
impl Store {
    /// The result of the game at this table.
    pub async fn result(&self, table: TableId) -> Result<Option<GameResult>, Error> {
        each!(self.result(table))
    }

    /// Up to `limit` results of a game, in the order in which the games ended. `after`
    /// is the `ended_ms` and the table of the last result you have.
    pub async fn results(
        &self,
        game: &str,
        after: Option<(u64, TableId)>,
        limit: u32,
    ) -> Result<Vec<(TableId, GameResult)>, Error> {
        if let Some((ended, _)) = after {
            model::number("the time of a result", ended)?;
        }
        each!(self.results(game, after, limit))
    }

    /// The ratings of these identities in a game. Identities without a rating are left
    /// out.
    pub async fn ratings(
        &self,
        game: &str,
        identities: &[IdentityId],
    ) -> Result<Vec<Rating>, Error> {
        each!(self.ratings(game, identities))
    }

    /// The leaderboard of a game, best first: players with at least this many games, at
    /// most `limit` of them after the first `skip`.
    pub async fn leaders(
        &self,
        game: &str,
        least_games: u64,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<Leader>, Error> {
        model::number("a number of games", least_games)?;
        each!(self.leaders(game, least_games, skip, limit))
    }
}

/// Contests.
impl Store {
    /// Stores the current state of a contest and replaces the earlier one.
    pub async fn keep_contest(&self, id: &str, begun_ms: u64, body: &str) -> Result<(), Error> {
        model::text("an id", id)?;
        model::number("the time of a contest", begun_ms)?;
        model::text("a contest", body)?;
        each!(self.keep_contest(id, begun_ms, body))
    }

    /// Adds a line to the journal of a contest. If the connection to the database
    /// breaks meanwhile, the journal may contain the line twice.
    pub async fn add_contest_line(&self, id: &str, line: &str) -> Result<(), Error> {
        model::text("an id", id)?;
        model::text("a line of a contest", line)?;
        each!(self.add_contest_line(id, line))
    }

    /// The journal of a contest, in the order it was written.
    pub async fn contest_lines(&self, id: &str) -> Result<Vec<String>, Error> {
        each!(self.contest_lines(id))
    }

    /// The contest with this id.
    pub async fn contest(&self, id: &str) -> Result<Option<String>, Error> {
        each!(self.contest(id))
    }

    /// The latest contests, newest first.
    pub async fn contests(&self, limit: u32) -> Result<Vec<String>, Error> {
        each!(self.contests(limit))
    }
}

/// Values that are settled once.
impl Store {
    /// Settles a value, such as a key of the hall, and returns the value that holds:
    /// the first one to be settled stays.
    pub async fn settle(&self, name: &str, value: &str) -> Result<String, Error> {
        model::text("a name", name)?;
        model::text("a value", value)?;
        each!(self.settle(name, value))
    }

    /// The value that was settled under this name.
    pub async fn settled(&self, name: &str) -> Result<Option<String>, Error> {
        each!(self.settled(name))
    }
}
