//! The store in one SQLite file: one [writer](mod@writer) that commits jobs in groups,
//! and readers beside it.

mod checkpoint;
mod writer;

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::OpenFlags;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection};

use crate::error::Error;
use crate::model::{
    Append, Event, GameResult, Identity, IdentityId, Leader, Listed, Listing, Outcome, Rating,
    TableId, unsigned,
};
use crate::reading::{self, patient, reading};
use crate::schema;
use writer::{Contest, Writer};

/// How long to wait while another process writes to the same file.
const BUSY: Duration = Duration::from_secs(5);

/// The number of connections that read at the same time.
const READERS: u32 = 4;

/// The write-ahead log is truncated to this many bytes after a checkpoint.
const WAL_LIMIT: i64 = 128 << 20;

/// An open file.
pub(crate) struct Sqlite {
    file: PathBuf,
    /// A file beside it, locked by the hall that has claimed the store. It cannot be
    /// the database file itself, because closing a file gives up SQLite's locks on it.
    claim: Mutex<Option<File>>,
    writer: Writer,
    readers: SqlitePool,
}

impl Sqlite {
    pub(crate) async fn open(file: &Path) -> Result<Sqlite, Error> {
        let connection = prepare(&writing_options(file)).await?;
        let writer = Writer::start(Place::of(file))?;
        // Close it only now, so that the file stayed in use throughout. The tables
        // exist, however the close ends.
        connection.close().await.ok();
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .test_before_acquire(false)
            .connect_lazy_with(reading_options(file));
        Ok(Sqlite {
            file: file.to_owned(),
            claim: Mutex::default(),
            writer,
            readers,
        })
    }

    pub(crate) async fn claim(&self) -> Result<(), Error> {
        self.lock()?;
        self.writer.reserve(self.beside("-wal")).await
    }

    /// The path of a file that belongs to this one.
    fn beside(&self, suffix: &str) -> PathBuf {
        let mut path = self.file.clone().into_os_string();
        path.push(suffix);
        PathBuf::from(path)
    }

    fn lock(&self) -> Result<(), Error> {
        let path = self.beside("-lock");
        let unavailable = |error: io::Error| Error::Unavailable {
            reason: format!("{} cannot be locked: {error}", path.display()),
        };
        let mut claim = self.claim.lock().unwrap_or_else(PoisonError::into_inner);
        if claim.is_some() {
            return Ok(());
        }
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(unavailable)?;
        match file.try_lock() {
            Ok(()) => {
                *claim = Some(file);
                Ok(())
            }
            Err(TryLockError::WouldBlock) => Err(Error::Claimed),
            Err(TryLockError::Error(error)) => Err(unavailable(error)),
        }
    }

    pub(crate) fn is_claimed(&self) -> bool {
        let claim = self.claim.lock();
        claim.unwrap_or_else(PoisonError::into_inner).is_some()
    }

    pub(crate) async fn close(&self) {
        self.readers.close().await;
        // Close the writer last: without readers it can tidy the file up.
        self.writer.close().await;
        let mut claim = self.claim.lock().unwrap_or_else(PoisonError::into_inner);
        *claim = None;
    }

    pub(crate) async fn limit_size(&self, bytes: u64) -> Result<(), Error> {
        self.writer.limit_size(bytes).await
    }

    pub(crate) async fn append(&self, append: Append) -> Result<Outcome, Error> {
        self.writer.append(append).await
    }

    pub(crate) async fn add_identity(&self, identity: Identity) -> Result<bool, Error> {
        self.writer.add_identity(identity).await
    }

    pub(crate) async fn rename(&self, id: IdentityId, name: &str) -> Result<bool, Error> {
        self.writer.rename(id, name.to_owned()).await
    }

    pub(crate) async fn add_contest_line(&self, id: &str, line: &str) -> Result<(), Error> {
        let line = (id.to_owned(), line.to_owned());
        self.writer.add_contest_line(line).await
    }

    pub(crate) async fn keep_contest(
        &self,
        id: &str,
        begun_ms: u64,
        body: &str,
    ) -> Result<(), Error> {
        let contest = Contest {
            id: id.to_owned(),
            begun_ms,
            body: body.to_owned(),
        };
        self.writer.keep_contest(contest).await
    }

    pub(crate) async fn settle(&self, name: &str, value: &str) -> Result<String, Error> {
        if let Some(settled) = self.settled(name).await? {
            return Ok(settled);
        }
        self.writer.settle(name.to_owned(), value.to_owned()).await
    }
}

fn reading_options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .busy_timeout(BUSY)
        .disable_statement_logging()
}

/// Options for creating the file and its tables.
fn writing_options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .busy_timeout(BUSY)
        .disable_statement_logging()
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
}

/// A file with its tables in place, as the writer opens it.
#[derive(Clone)]
struct Place {
    file: PathBuf,
    most_pages: Option<u64>,
}

impl Place {
    fn of(file: &Path) -> Place {
        Place {
            file: file.to_owned(),
            most_pages: None,
        }
    }

    fn connect(&self) -> rusqlite::Result<rusqlite::Connection> {
        // SQLite's mutexes are not needed: a connection stays in its thread.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = rusqlite::Connection::open_with_flags(&self.file, flags)?;
        connection.busy_timeout(BUSY)?;
        connection.set_prepared_statement_cache_capacity(32);
        let set = |pragma, value: i64| connection.pragma_update(None, pragma, value);
        // 2 is FULL: every commit waits for the disk.
        set("synchronous", 2)?;
        // The writer never does checkpoints; a thread of its own does.
        set("wal_autocheckpoint", 0)?;
        set("journal_size_limit", WAL_LIMIT)?;
        // 64 MiB, which keeps the ends of several thousand logs in memory.
        set("cache_size", -65536)?;
        if let Some(pages) = self.most_pages {
            set("max_page_count", pages.cast_signed())?;
        }
        Ok(connection)
    }
}

/// Connects. If another process creates the log of a new file at the same moment,
/// SQLite fails at once despite the timeout, so this tries again.
async fn connect(options: &SqliteConnectOptions) -> Result<SqliteConnection, Error> {
    let mut tries = 0;
    loop {
        match options.connect().await.map_err(failed) {
            Err(Error::Unavailable { .. }) if tries < 40 => {
                tries += 1;
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            result => return result,
        }
    }
}

/// Opens the connection that writes and brings the tables up to date.
async fn prepare(options: &SqliteConnectOptions) -> Result<SqliteConnection, Error> {
    let mut connection = connect(options).await?;
    let mut tries = 0;
    // If two processes create the same file at the same time, the second one fails and
    // finds the tables in place on the next try.
    while let Err(error) = schema::sqlite()
        .run_direct(None, &mut connection, false)
        .await
    {
        let error = schema::failed(error, failed);
        tries += 1;
        if tries == 5 || matches!(error, Error::Schema { .. } | Error::Corrupt { .. }) {
            // The error in the tables matters more than a failed close.
            connection.close().await.ok();
            return Err(error);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(connection)
}

reading!(Sqlite, Patience);

/// Needs no retries: SQLite itself waits for other processes.
#[derive(Default)]
struct Patience;

impl Patience {
    async fn after(&mut self, error: sqlx::Error) -> Result<(), Error> {
        Err(failed(error))
    }
}

/// Translates an error of SQLite.
fn failed(error: sqlx::Error) -> Error {
    let reason = error.to_string();
    let code = match &error {
        sqlx::Error::Database(error) => error.code().and_then(|code| code.parse::<u32>().ok()),
        sqlx::Error::PoolClosed => return Error::Closed,
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::WorkerCrashed => {
            return Error::Unavailable { reason };
        }
        _ => None,
    };
    meaning(code, reason)
}

/// The same for the connections that write.
fn refused(error: rusqlite::Error) -> Error {
    let code = error
        .sqlite_error()
        .map(|error| error.extended_code.cast_unsigned());
    meaning(code, error.to_string())
}

fn meaning(code: Option<u32>, reason: String) -> Error {
    // A disk that gives read errors or short reads may have come loose.
    if let Some(266 | 522) = code {
        return Error::Unavailable { reason };
    }
    // The lower eight bits are the kind of error; the rest is the exact one.
    match code.map(|code| code & 0xff) {
        // Busy, locked, cannot open.
        Some(5 | 6 | 14) => Error::Unavailable { reason },
        // Read-only, I/O error, full.
        Some(8 | 10 | 13) => Error::Full { reason },
        // Damaged, not a database.
        Some(11 | 26) => Error::Corrupt { what: reason },
        _ => Error::Database { reason },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn acknowledged_appends_are_on_disk() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("hall.db");
        prepare(&writing_options(&file)).await.unwrap();
        let connection = Place::of(&file).connect().unwrap();
        for (pragma, value) in [
            ("journal_mode", "wal"),
            // 2 is FULL: every commit waits for the disk.
            ("synchronous", "2"),
            ("wal_autocheckpoint", "0"),
        ] {
            let found = connection.pragma_query_value(None, pragma, |row| {
                row.get::<_, String>(0)
                    .or_else(|_| row.get::<_, i64>(0).map(|number| number.to_string()))
            });
            assert_eq!(found.unwrap(), value, "{pragma}");
        }
    }
}
