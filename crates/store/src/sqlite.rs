//! The store in one SQLite file: one [writer](mod@writer) that commits whatever
//! has gathered, and readers beside it.

mod writer;

use std::path::Path;
use std::time::Duration;

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
use writer::Writer;

/// How long one waits for another process that writes to the same file.
const BUSY: Duration = Duration::from_secs(5);

/// How many connections read at the same time.
const READERS: u32 = 4;

/// The pages of 4 KiB that the write-ahead log holds before the writer carries
/// them over into the file: 16 MiB. Twice a second at 1,500 moves a second, when
/// it costs the moves of that moment some milliseconds.
const CHECKPOINT: &str = "4000";

/// The write-ahead log is cut to this many bytes after it was carried over.
const WAL_LIMIT: &str = "67108864";

/// An open file.
pub(crate) struct Sqlite {
    writer: Writer,
    readers: SqlitePool,
}

impl Sqlite {
    pub(crate) async fn open(file: &Path) -> Result<Sqlite, Error> {
        let writing = writing_options(file);
        let connection = prepare(&writing).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .test_before_acquire(false)
            .connect_lazy_with(reading_options(file));
        let writer = Writer::start(writing, connection);
        Ok(Sqlite { writer, readers })
    }

    pub(crate) async fn close(&self) {
        self.readers.close().await;
        // Last, so that it finds no reader and can tidy the file up.
        self.writer.close().await;
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

fn writing_options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .busy_timeout(BUSY)
        .disable_statement_logging()
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("wal_autocheckpoint", CHECKPOINT)
        .pragma("journal_size_limit", WAL_LIMIT)
        // 64 MiB, so that the ends of some thousand logs stay at hand.
        .pragma("cache_size", "-65536")
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
    use sqlx::Row;

    use super::*;

    #[tokio::test]
    async fn what_is_acknowledged_is_on_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("hall.db");
        let options = writing_options(&file);
        let mut connection = prepare(&options).await.unwrap();
        for (pragma, value) in [
            ("PRAGMA journal_mode", "wal"),
            // 2 is FULL: every commit waits for the disk.
            ("PRAGMA synchronous", "2"),
            ("PRAGMA wal_autocheckpoint", CHECKPOINT),
        ] {
            let row = sqlx::query(pragma)
                .fetch_one(&mut connection)
                .await
                .unwrap();
            let found = row
                .try_get::<String, _>(0)
                .or_else(|_| row.try_get::<i64, _>(0).map(|number| number.to_string()));
            assert_eq!(found.unwrap(), value, "{pragma}");
        }
    }
}
