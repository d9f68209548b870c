//! What must not be lost: the event logs of tables, and beside them the index of
//! tables, identities, results and ratings.
//!
//! A [`Store`] is in memory, in an SQLite file or in PostgreSQL; the three do the
//! same, and one suite of tests says what. What is written together is committed
//! together, and a call returns only after the commit.
//!
//! | module | what is in it |
//! |---|---|
//! | [`model`] | what is stored |
//! | [`error`] | what can go wrong |
//! | `memory` | the store that is gone at the end |
//! | `sqlite` | one file; one writer that commits whatever has gathered |
//! | `postgres` | a database that several machines reach |
//! | `reading` | the SQL that is the same in both databases |
//! | `schema` | the tables of both databases, and how old ones become new |
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

/// A handle of a store. Clones are handles of the same store.
#[derive(Clone)]
pub struct Store(Kept);

#[derive(Clone)]
enum Kept {
    Memory(Arc<Memory>),
    Sqlite(Arc<Sqlite>),
    Postgres(Arc<Postgres>),
}

/// Calls the method of the same name of whichever store it is.
macro_rules! each {
    ($self:ident.$method:ident($($argument:expr),*)) => {
        match &$self.0 {
            Kept::Memory(memory) => memory.$method($($argument),*),
            Kept::Sqlite(sqlite) => sqlite.$method($($argument),*).await,
            Kept::Postgres(postgres) => postgres.$method($($argument),*).await,
        }
    };
}

/// Opening and closing.
/// A store that is being opened. In a box, all of it is compiled here and not
/// again in the caller.
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

impl Store {
    /// An empty store that is gone when its last handle is.
    pub fn memory() -> Store {
        Store(Kept::Memory(Arc::default()))
    }

    /// The store in this SQLite file, which is made if it is not there. Other
    /// processes may have it open too. Call it within a tokio runtime.
    pub async fn sqlite(file: impl AsRef<Path>) -> Result<Store, Error> {
        open_sqlite(file.as_ref()).await
    }

    /// The store in this database, `postgres://…`. The database must be there;
    /// its tables are made. Call it within a tokio runtime.
    pub async fn postgres(url: &str) -> Result<Store, Error> {
        open_postgres(url).await
    }

    /// Claims the store for one hall, until it is closed or the process ends. Who
    /// does not claim it may use it all the same: this is to keep two halls apart,
    /// neither of which would hear of what happens in the other. An SQLite file
    /// takes the room that a busy hall needs, if there is plenty.
    pub async fn claim(&self) -> Result<(), Error> {
        match &self.0 {
            // Nobody else can know of it.
            Kept::Memory(_) => Ok(()),
            Kept::Sqlite(sqlite) => sqlite.claim().await,
            Kept::Postgres(postgres) => postgres.claim().await,
        }
    }

    /// Whether the claim, once made, still stands. It falls when a database breaks
    /// off, and is made anew when it is back, unless someone else was quicker.
    pub fn is_claimed(&self) -> bool {
        match &self.0 {
            Kept::Memory(_) => true,
            Kept::Sqlite(sqlite) => sqlite.is_claimed(),
            Kept::Postgres(postgres) => postgres.is_claimed(),
        }
    }

    /// Keeps an SQLite file below this size, in bytes: what would make it larger
    /// is refused as on a full disk. Does nothing to the other stores, whose
    /// room is not the hall's to give out.
    pub async fn limit_size(&self, bytes: u64) -> Result<(), Error> {
        match &self.0 {
            Kept::Sqlite(sqlite) => sqlite.limit_size(bytes).await,
            Kept::Memory(_) | Kept::Postgres(_) => Ok(()),
        }
    }

    /// Waits for the writes under way and closes the store for all its handles.
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
    /// Writes events to the log of a table, and what belongs to them, in one
    /// transaction. A command that was answered before is not carried out again,
    /// whatever number is expected.
    ///
    /// Whoever drops the future may find the append done all the same.
    pub async fn append(&self, append: Append) -> Result<Outcome, Error> {
        append.check()?;
        each!(self.append(append))
    }

    /// The events of a table from this number on, at most so many.
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

    /// The number that the next event of a table will have: 1 for a table that
    /// nobody wrote to.
    pub async fn next_seq(&self, table: TableId) -> Result<u64, Error> {
        each!(self.next_seq(table))
    }
}

/// The index of tables.
impl Store {
    /// A table in the index.
    pub async fn table(&self, table: TableId) -> Result<Option<Listed>, Error> {
        each!(self.table(table))
    }

    /// Tables, newest first.
    pub async fn tables(&self, listing: &Listing) -> Result<Vec<Listed>, Error> {
        if let Some((created, _)) = listing.after {
            model::number("the time of a table", created)?;
        }
        each!(self.tables(listing))
    }
}

/// Identities.
impl Store {
    /// Adds an identity. Adding the very same once more is fine.
    pub async fn add_identity(&self, identity: Identity) -> Result<(), Error> {
        model::text("a name", &identity.name)?;
        model::number("the time of an identity", identity.created_ms)?;
        if each!(self.add_identity(identity))? {
            Ok(())
        } else {
            Err(Error::Taken)
        }
    }

    /// Who this is.
    pub async fn identity(&self, id: IdentityId) -> Result<Option<Identity>, Error> {
        each!(self.identity(id))
    }

    /// Whose secret this is.
    pub async fn identity_by_secret(&self, hash: &[u8; 32]) -> Result<Option<Identity>, Error> {
        each!(self.identity_by_secret(hash))
    }

    /// Gives an identity another name. False if there is no such identity.
    pub async fn rename(&self, id: IdentityId, name: &str) -> Result<bool, Error> {
        model::text("a name", name)?;
        each!(self.rename(id, name))
    }
}

/// Results and ratings. They are written by [`Store::append`].
impl Store {
    /// How the game at this table ended.
    pub async fn result(&self, table: TableId) -> Result<Option<GameResult>, Error> {
        each!(self.result(table))
    }

    /// Results of a game in the order in which games ended, after this one (its
    /// `ended_ms` and its table), at most so many.
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

    /// The ratings of these identities in a game, as far as they have one.
    pub async fn ratings(
        &self,
        game: &str,
        identities: &[IdentityId],
    ) -> Result<Vec<Rating>, Error> {
        each!(self.ratings(game, identities))
    }

    /// The leaderboard of a game: those who have played at least so many games,
    /// best first, without the first `skip`, at most `limit`.
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
    /// Keeps a contest as it stands, in place of what was kept of it before.
    pub async fn keep_contest(&self, id: &str, begun_ms: u64, body: &str) -> Result<(), Error> {
        model::text("an id", id)?;
        model::number("the time of a contest", begun_ms)?;
        model::text("a contest", body)?;
        each!(self.keep_contest(id, begun_ms, body))
    }

    /// Adds a line to the journal of a contest. It may be there twice afterwards, if
    /// the connection to the database was lost meanwhile.
    pub async fn add_contest_line(&self, id: &str, line: &str) -> Result<(), Error> {
        model::text("an id", id)?;
        model::text("a line of a contest", line)?;
        each!(self.add_contest_line(id, line))
    }

    /// The journal of a contest, in the order in which it was written.
    pub async fn contest_lines(&self, id: &str) -> Result<Vec<String>, Error> {
        each!(self.contest_lines(id))
    }

    /// A contest, if there is one of this id.
    pub async fn contest(&self, id: &str) -> Result<Option<String>, Error> {
        each!(self.contest(id))
    }

    /// The last contests, newest first.
    pub async fn contests(&self, limit: u32) -> Result<Vec<String>, Error> {
        each!(self.contests(limit))
    }
}

/// What is settled once.
impl Store {
    /// Settles a value, such as a key of the hall, and gives what holds: whoever
    /// comes first decides for all.
    pub async fn settle(&self, name: &str, value: &str) -> Result<String, Error> {
        model::text("a name", name)?;
        model::text("a value", value)?;
        each!(self.settle(name, value))
    }

    /// What was settled under this name.
    pub async fn settled(&self, name: &str) -> Result<Option<String>, Error> {
        each!(self.settled(name))
    }
}
