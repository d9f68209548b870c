//! The one task that writes to the file.
//!
//! Whoever writes hands a job to the task and waits. The task takes all jobs that
//! have gathered, carries them out in one transaction, commits, and only then
//! answers. While the disk is busy with one group the next one gathers, so groups
//! grow with the load, and a job that comes alone waits for nobody.
//!
//! Within the transaction nobody else can write. Every job is therefore checked
//! before it writes its first row, and one that is refused leaves nothing behind
//! and harms nobody in its group.

use std::slice;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{mpsc, oneshot};

use super::failed;
use crate::error::Error;
use crate::model::{Append, Finish, Identity, IdentityId, Outcome};

/// The most jobs in one commit. Larger groups gain little and make all wait.
const GROUP: usize = 256;

/// So many jobs may wait; then whoever comes waits to hand its job in.
const WAITING: usize = 4096;

/// A handle of the task. The task ends when the last handle is gone.
pub(super) struct Writer(mpsc::Sender<Job>);

impl Writer {
    pub(super) fn start(options: SqliteConnectOptions, connection: SqliteConnection) -> Writer {
        let (sender, jobs) = mpsc::channel(WAITING);
        tokio::spawn(run(jobs, options, connection));
        Writer(sender)
    }

    pub(super) async fn append(&self, append: Append) -> Result<Outcome, Error> {
        self.hand_in(Job::Append, append).await
    }

    pub(super) async fn add_identity(&self, identity: Identity) -> Result<bool, Error> {
        self.hand_in(Job::Identity, identity).await
    }

    pub(super) async fn rename(&self, id: IdentityId, name: String) -> Result<bool, Error> {
        self.hand_in(Job::Rename, (id, name)).await
    }

    pub(super) async fn settle(&self, name: String, value: String) -> Result<String, Error> {
        self.hand_in(Job::Settle, (name, value)).await
    }

    pub(super) async fn limit_size(&self, bytes: u64) -> Result<(), Error> {
        self.hand_in(Job::Limit, bytes).await
    }

    /// Waits until all that was handed in before is done and the file is closed.
    pub(super) async fn close(&self) {
        // A writer that is gone already has closed the file.
        self.hand_in(Job::Close, ()).await.ok();
    }

    async fn hand_in<W, D>(&self, job: fn(Pending<W, D>) -> Job, what: W) -> Result<D, Error> {
        let (reply, answer) = oneshot::channel();
        let done = None;
        let pending = Pending { what, done, reply };
        self.0.send(job(pending)).await.map_err(|_| Error::Closed)?;
        answer.await.map_err(|_| Error::Closed)?
    }
}

/// Something to write, and who waits for it.
struct Pending<W, D> {
    what: W,
    /// What will be answered if the commit succeeds.
    done: Option<D>,
    reply: oneshot::Sender<Result<D, Error>>,
}

impl<W, D> Pending<W, D> {
    fn answer(self, committed: &Result<(), Error>) {
        let answer = match committed {
            Ok(()) => self.done.ok_or(Error::Closed),
            Err(error) => Err(error.clone()),
        };
        // Who no longer waits will find it in the log.
        self.reply.send(answer).ok();
    }
}

enum Job {
    Append(Pending<Append, Outcome>),
    Identity(Pending<Identity, bool>),
    Rename(Pending<(IdentityId, String), bool>),
    Settle(Pending<(String, String), String>),
    Limit(Pending<u64, ()>),
    Close(Pending<(), ()>),
}

impl Job {
    async fn carry_out(&mut self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        match self {
            Job::Append(job) => job.done = Some(append(connection, &job.what).await?),
            Job::Identity(job) => job.done = Some(add_identity(connection, &job.what).await?),
            Job::Rename(job) => job.done = Some(rename(connection, &job.what).await?),
            Job::Settle(job) => job.done = Some(settle(connection, &job.what).await?),
            Job::Limit(job) => job.done = Some(limit_size(connection, job.what).await?),
            Job::Close(job) => job.done = Some(()),
        }
        Ok(())
    }

    fn answer(self, committed: &Result<(), Error>) {
        match self {
            Job::Append(job) => job.answer(committed),
            Job::Identity(job) => job.answer(committed),
            Job::Rename(job) => job.answer(committed),
            Job::Settle(job) => job.answer(committed),
            Job::Limit(job) => job.answer(committed),
            Job::Close(job) => job.answer(committed),
        }
    }
}

async fn run(
    mut jobs: mpsc::Receiver<Job>,
    mut options: SqliteConnectOptions,
    connection: SqliteConnection,
) {
    let mut connection = Some(connection);
    let mut group = Vec::new();
    let mut closing = Vec::new();
    while jobs.recv_many(&mut group, GROUP).await > 0 {
        let committed = commit(&mut connection, &options, &mut group).await;
        // When something is wrong with one of them, such as a damaged page under
        // it, the others must not suffer: each gets a transaction of its own.
        let apart = group.len() > 1 && committed.as_ref().is_err_and(|error| !error.is_passing());
        for mut job in group.drain(..) {
            let alone = if apart {
                Some(commit(&mut connection, &options, slice::from_mut(&mut job)).await)
            } else {
                None
            };
            let committed = alone.as_ref().unwrap_or(&committed);
            match job {
                Job::Close(job) => {
                    // Who is in the queue is served; nobody else gets in.
                    jobs.close();
                    closing.push(job);
                }
                Job::Limit(job) => {
                    // For a connection that takes the place of this one.
                    options = options.pragma("max_page_count", pages(job.what).to_string());
                    job.answer(committed);
                }
                job => job.answer(committed),
            }
        }
    }
    if let Some(connection) = connection {
        // All that was answered is committed. What a failed closing leaves lying
        // about is tidied up when the file is next opened.
        connection.close().await.ok();
    }
    for job in closing {
        job.answer(&Ok(()));
    }
}

/// Carries a group out in one transaction. If this fails, nothing of it is in the
/// file.
async fn commit(
    held: &mut Option<SqliteConnection>,
    options: &SqliteConnectOptions,
    group: &mut [Job],
) -> Result<(), Error> {
    let connection = match held {
        Some(connection) => connection,
        None => held.insert(options.connect().await.map_err(failed)?),
    };
    let Err(error) = transaction(connection, group).await else {
        return Ok(());
    };
    let usable = match sqlx::query("ROLLBACK").execute(&mut *connection).await {
        Ok(_) => true,
        // After some errors SQLite has rolled back by itself, and says here that
        // there is no transaction. Anything else is a broken connection.
        Err(sqlx::Error::Database(error)) => error.code().as_deref() == Some("1"),
        Err(_) => false,
    };
    if !usable && let Some(connection) = held.take() {
        connection.close().await.ok();
    }
    Err(failed(error))
}

async fn transaction(
    connection: &mut SqliteConnection,
    group: &mut [Job],
) -> Result<(), sqlx::Error> {
    // From the start as a writer, so that nothing that is checked can change.
    sqlx::query("BEGIN IMMEDIATE")
        .execute(&mut *connection)
        .await?;
    for job in group {
        job.carry_out(connection).await?;
    }
    sqlx::query("COMMIT").execute(connection).await?;
    Ok(())
}

async fn append(
    connection: &mut SqliteConnection,
    append: &Append,
) -> Result<Outcome, sqlx::Error> {
    let table = append.table.bytes();
    let command = append.command.as_ref();
    let (answer, next): (Option<String>, i64) = sqlx::query_as(
        "SELECT
             (SELECT answer FROM receipts WHERE table_id = $1 AND actor = $2 AND command = $3),
             (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE table_id = $1)",
    )
    .bind(&table)
    .bind(command.map(|command| command.actor.as_str()))
    .bind(command.map(|command| command.id.cast_signed()))
    .fetch_one(&mut *connection)
    .await?;
    if let Some(answer) = answer {
        return Ok(Outcome::Repeated { answer });
    }
    let first = next.cast_unsigned();
    if first != append.expected {
        return Ok(Outcome::Conflict { next: first });
    }
    let mut finish = append.finish.as_ref();
    if finish.is_some() && has_result(connection, &table).await? {
        finish = None;
    }
    if let Some(finish) = finish
        && is_outrun(connection, finish).await?
    {
        return Ok(Outcome::Outrun);
    }

    write(connection, append).await?;
    if let Some(finish) = finish {
        write_finish(connection, &table, finish).await?;
    }
    Ok(Outcome::Appended { first })
}

/// Writes events, receipt and summary with one call: handing a call over to the
/// thread of the connection takes longer than what it does there.
async fn write(connection: &mut SqliteConnection, append: &Append) -> Result<(), sqlx::Error> {
    let mut sql = String::new();
    let mut parameters = 1;
    // The table is always parameter 1; these are the next free ones.
    let mut statement = |before: &str, count: usize, after: &str| {
        sql.push_str(before);
        for _ in 0..count {
            parameters += 1;
            sql.push_str(&format!(", ${parameters}"));
        }
        sql.push_str(after);
    };
    for _ in &append.events {
        statement(
            "INSERT INTO events (table_id, seq, at_ms, body) VALUES ($1",
            3,
            ");",
        );
    }
    if append.command.is_some() {
        statement(
            "INSERT INTO receipts (table_id, actor, command, answer) VALUES ($1",
            3,
            ");",
        );
    }
    if append.summary.is_some() {
        statement(
            "INSERT INTO tables (id, game, access, phase, created_ms, updated_ms, summary)
             VALUES ($1",
            6,
            ") ON CONFLICT (id) DO UPDATE SET access = excluded.access,
                 phase = excluded.phase, updated_ms = excluded.updated_ms,
                 summary = excluded.summary;",
        );
    }

    // The text depends on how many there are and on nothing else. It is worth
    // keeping ready for the usual numbers.
    let mut query = sqlx::query(sqlx::AssertSqlSafe(sql))
        .persistent(append.events.len() <= 8)
        .bind(append.table.bytes());
    for (event, seq) in append.events.iter().zip(append.expected..) {
        query = query
            .bind(seq.cast_signed())
            .bind(event.at_ms.cast_signed())
            .bind(&event.body);
    }
    if let Some(command) = &append.command {
        query = query
            .bind(&command.actor)
            .bind(command.id.cast_signed())
            .bind(&command.answer);
    }
    if let Some(summary) = &append.summary {
        query = query
            .bind(&summary.game)
            .bind(summary.access.word())
            .bind(summary.phase.word())
            .bind(summary.created_ms.cast_signed())
            .bind(summary.updated_ms.cast_signed())
            .bind(&summary.body);
    }
    query.execute(connection).await?;
    Ok(())
}

async fn has_result(connection: &mut SqliteConnection, table: &[u8]) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM results WHERE table_id = $1)")
        .bind(table)
        .fetch_one(connection)
        .await
}

async fn is_outrun(
    connection: &mut SqliteConnection,
    finish: &Finish,
) -> Result<bool, sqlx::Error> {
    for rating in &finish.ratings {
        let games: Option<i64> =
            sqlx::query_scalar("SELECT games FROM ratings WHERE game = $1 AND identity = $2")
                .bind(&finish.result.game)
                .bind(rating.identity.bytes())
                .fetch_optional(&mut *connection)
                .await?;
        if games.unwrap_or(0).cast_unsigned() + 1 != rating.games {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn write_finish(
    connection: &mut SqliteConnection,
    table: &[u8],
    finish: &Finish,
) -> Result<(), sqlx::Error> {
    let result = &finish.result;
    sqlx::query("INSERT INTO results (table_id, game, ended_ms, seats) VALUES ($1, $2, $3, $4)")
        .bind(table)
        .bind(&result.game)
        .bind(result.ended_ms.cast_signed())
        .bind(&result.seats)
        .execute(&mut *connection)
        .await?;
    for rating in &finish.ratings {
        sqlx::query(
            "INSERT INTO ratings (game, identity, value, games, body)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (game, identity) DO UPDATE SET value = excluded.value,
                 games = excluded.games, body = excluded.body",
        )
        .bind(&result.game)
        .bind(rating.identity.bytes())
        .bind(rating.value)
        .bind(rating.games.cast_signed())
        .bind(&rating.body)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

async fn add_identity(
    connection: &mut SqliteConnection,
    identity: &Identity,
) -> Result<bool, sqlx::Error> {
    sqlx::query(
        "INSERT INTO identities (id, name, kind, secret_hash, created_ms)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
    )
    .bind(identity.id.bytes())
    .bind(&identity.name)
    .bind(identity.kind.word())
    .bind(identity.secret_hash.to_vec())
    .bind(identity.created_ms.cast_signed())
    .execute(&mut *connection)
    .await?;
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM identities WHERE id = $1 AND secret_hash = $2)",
    )
    .bind(identity.id.bytes())
    .bind(identity.secret_hash.to_vec())
    .fetch_one(connection)
    .await
}

async fn rename(
    connection: &mut SqliteConnection,
    (id, name): &(IdentityId, String),
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query("UPDATE identities SET name = $2 WHERE id = $1")
        .bind(id.bytes())
        .bind(name)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() > 0)
}

async fn settle(
    connection: &mut SqliteConnection,
    (name, value): &(String, String),
) -> Result<String, sqlx::Error> {
    sqlx::query("INSERT INTO settled (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(name)
        .bind(value)
        .execute(&mut *connection)
        .await?;
    sqlx::query_scalar("SELECT value FROM settled WHERE name = $1")
        .bind(name)
        .fetch_one(connection)
        .await
}

async fn limit_size(connection: &mut SqliteConnection, bytes: u64) -> Result<(), sqlx::Error> {
    // A pragma takes no parameters; this one is a number.
    let pragma = format!("PRAGMA max_page_count = {}", pages(bytes));
    sqlx::query(sqlx::AssertSqlSafe(pragma))
        .execute(connection)
        .await?;
    Ok(())
}

/// How many pages so many bytes are, as far as SQLite can count them.
fn pages(bytes: u64) -> u64 {
    (bytes / 4096).clamp(1, u64::from(u32::MAX - 1))
}
