//! The store in one SQLite file: one [writer](mod@writer) that commits whatever
//! has gathered, and readers beside it.

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
use crate::reading::{self, reading};
use crate::schema;
use writer::{Contest, Writer};

/// How long one waits for another process that writes to the same file.
const BUSY: Duration = Duration::from_secs(5);

/// How many connections read at the same time.
const READERS: u32 = 4;

/// The write-ahead log is cut to this many bytes after it was carried over.
const WAL_LIMIT: i64 = 128 << 20;

/// An open file.
pub(crate) struct Sqlite {
    file: PathBuf,
    /// A file beside it, locked by the hall that has claimed the store. Not the file
    /// itself: who closes a file gives up the locks of SQLite in it.
    claim: Mutex<Option<File>>,
    writer: Writer,
    readers: SqlitePool,
}

impl Sqlite {
    pub(crate) async fn open(file: &Path) -> Result<Sqlite, Error> {
        let connection = prepare(&writing_options(file)).await?;
        let writer = Writer::start(Place::of(file))?;
        // Only now, so that the file was in use all the time. However it ends, the
        // tables are there.
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

    /// A file that belongs to this one.
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
        // Last, so that it finds no reader and can tidy the file up.
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

/// For making the file and its tables.
fn writing_options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .busy_timeout(BUSY)
        .disable_statement_logging()
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
}

/// A file whose tables are there, as the writer opens it.
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
        // The locks of SQLite are not needed: a connection stays in its thread.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = rusqlite::Connection::open_with_flags(&self.file, flags)?;
        connection.busy_timeout(BUSY)?;
        connection.set_prepared_statement_cache_capacity(32);
        let set = |pragma, value: i64| connection.pragma_update(None, pragma, value);
        // 2 is FULL: every commit waits for the disk.
        set("synchronous", 2)?;
        // Never by whoever writes: there is a thread for it.
        set("wal_autocheckpoint", 0)?;
        set("journal_size_limit", WAL_LIMIT)?;
        // 64 MiB, so that the ends of some thousand logs stay at hand.
        set("cache_size", -65536)?;
        if let Some(pages) = self.most_pages {
            set("max_page_count", pages.cast_signed())?;
        }
        Ok(connection)
    }
}

/// Connects. Making the log of a new file does not wait for others who do the
/// same at this moment, whatever the timeout, so it is tried again.
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
    // When two processes make the same file at the same time, the second to come
    // fails, and finds the tables there when it looks again.
    while let Err(error) = schema::sqlite()
        .run_direct(None, &mut connection, false)
        .await
    {
        let error = schema::failed(error, failed);
        tries += 1;
        if tries == 5 || matches!(error, Error::Schema { .. } | Error::Corrupt { .. }) {
            // What is wrong with the tables is worth more than a failed closing.
            connection.close().await.ok();
            return Err(error);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(connection)
}

reading!(Sqlite, Patience);

/// A file is there or is not: waiting for another process is left to SQLite.
#[derive(Default)]
struct Patience;

impl Patience {
    async fn after(&mut self, error: sqlx::Error) -> Result<(), Error> {
        Err(failed(error))
    }
}

/// What an error of SQLite means for whoever asked.
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
    // A disk that cannot be read, or not far enough, may have come loose.
    if let Some(266 | 522) = code {
        return Error::Unavailable { reason };
    }
    // The lower eight bits say what kind of error it is, the others which one.
    match code.map(|code| code & 0xff) {
        // Busy, locked, cannot open.
        Some(5 | 6 | 14) => Error::Unavailable { reason },
        // Read-only, input or output, full.
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
    async fn what_is_acknowledged_is_on_the_disk() {
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
