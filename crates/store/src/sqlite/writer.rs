//! The one thread that writes to the file.
//!
//! Callers hand a job to the thread and wait. The thread takes all jobs that have
//! gathered, carries them out in one transaction, commits, and only then answers. While
//! the disk is busy with one group the next one gathers, so groups grow with the load,
//! and a single job never waits for others.
//!
//! No other connection can write during the transaction. So every job is checked before
//! it writes its first row, and a refused job leaves nothing behind and does not affect
//! the rest of its group.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::slice;

use rusqlite::{Connection, OptionalExtension, params};
use tokio::sync::{mpsc, oneshot};

use super::checkpoint::Checkpoints;
use super::{Place, refused};
use crate::error::Error;
use crate::model::{Append, Finish, Identity, IdentityId, Outcome};

/// The most jobs in one commit. Larger groups gain little and delay everyone.
const GROUP: usize = 256;

/// The most jobs in the queue. If it is full, callers wait to hand in their job.
const WAITING: usize = 4096;

/// The initial length of the write-ahead log in a hall. A checkpoint comes when the log
/// holds this much.
const RESERVED: u64 = 64 << 20;

/// A handle to the thread. The thread ends when the last handle is dropped.
pub(super) struct Writer(mpsc::Sender<Job>);

impl Writer {
    pub(super) fn start(place: Place) -> Result<Writer, Error> {
        let connection = place.connect().map_err(refused)?;
        let no_thread = |error: io::Error| Error::Unavailable {
            reason: format!("no thread can be started: {error}"),
        };
        let checkpoints = Checkpoints::start(place.clone()).map_err(no_thread)?;
        let (sender, jobs) = mpsc::channel(WAITING);
        std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn(move || run(jobs, place, connection, checkpoints))
            .map_err(no_thread)?;
        Ok(Writer(sender))
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

    pub(super) async fn add_contest_line(&self, line: (String, String)) -> Result<(), Error> {
        self.hand_in(Job::ContestLine, line).await
    }

    pub(super) async fn keep_contest(&self, contest: Contest) -> Result<(), Error> {
        self.hand_in(Job::Contest, contest).await
    }

    pub(super) async fn settle(&self, name: String, value: String) -> Result<String, Error> {
        self.hand_in(Job::Settle, (name, value)).await
    }

    pub(super) async fn reserve(&self, log: PathBuf) -> Result<(), Error> {
        self.hand_in(Job::Reserve, log).await
    }

    pub(super) async fn limit_size(&self, bytes: u64) -> Result<(), Error> {
        self.hand_in(Job::Limit, bytes).await
    }

    /// Waits until all earlier jobs are done and the file is closed.
    pub(super) async fn close(&self) {
        // A writer that is already gone has closed the file.
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

/// A job and the caller that waits for it.
struct Pending<W, D> {
    what: W,
    /// The answer if the commit succeeds.
    done: Option<D>,
    reply: oneshot::Sender<Result<D, Error>>,
}

impl<W, D> Pending<W, D> {
    fn answer(self, committed: &Result<(), Error>) {
        let answer = match committed {
            Ok(()) => self.done.ok_or(Error::Closed),
            Err(error) => Err(error.clone()),
        };
        // If the caller no longer waits, the log still has the result.
        self.reply.send(answer).ok();
    }
}

/// The current state of a contest.
pub(super) struct Contest {
    pub(super) id: String,
    pub(super) begun_ms: u64,
    pub(super) body: String,
}

enum Job {
    Append(Pending<Append, Outcome>),
    Identity(Pending<Identity, bool>),
    Rename(Pending<(IdentityId, String), bool>),
    Contest(Pending<Contest, ()>),
    ContestLine(Pending<(String, String), ()>),
    Settle(Pending<(String, String), String>),
    Limit(Pending<u64, ()>),
    Reserve(Pending<PathBuf, ()>),
    Close(Pending<(), ()>),
}

impl Job {
    fn carry_out(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        match self {
            Job::Append(job) => job.done = Some(append(connection, &job.what)?),
            Job::Identity(job) => job.done = Some(add_identity(connection, &job.what)?),
            Job::Rename(job) => job.done = Some(rename(connection, &job.what)?),
            Job::Contest(job) => job.done = Some(keep_contest(connection, &job.what)?),
            Job::ContestLine(job) => job.done = Some(add_contest_line(connection, &job.what)?),
            Job::Settle(job) => job.done = Some(settle(connection, &job.what)?),
            Job::Limit(job) => job.done = Some(limit_size(connection, job.what)?),
            Job::Reserve(job) => {
                // No one else writes to the log now. If this fails, the store works
                // without it.
                reserve(&job.what).ok();
                job.done = Some(());
            }
            Job::Close(job) => job.done = Some(()),
        }
        Ok(())
    }

    fn answer(self, committed: &Result<(), Error>) {
        match self {
            Job::Append(job) => job.answer(committed),
            Job::Identity(job) => job.answer(committed),
            Job::Rename(job) => job.answer(committed),
            Job::Contest(job) => job.answer(committed),
            Job::ContestLine(job) => job.answer(committed),
            Job::Settle(job) => job.answer(committed),
            Job::Limit(job) => job.answer(committed),
            Job::Reserve(job) => job.answer(committed),
            Job::Close(job) => job.answer(committed),
        }
    }
}

fn run(
    mut jobs: mpsc::Receiver<Job>,
    mut place: Place,
    connection: Connection,
    checkpoints: Checkpoints,
) {
    let mut connection = Some(connection);
    let mut group = Vec::new();
    let mut closing = Vec::new();
    while jobs.blocking_recv_many(&mut group, GROUP) > 0 {
        let committed = commit(&mut connection, &place, &mut group);
        // If one job fails, for example at a damaged page, the others must not suffer:
        // each gets a transaction of its own.
        let apart = group.len() > 1 && committed.as_ref().is_err_and(|error| !error.is_passing());
        for mut job in group.drain(..) {
            let alone = if apart {
                Some(commit(&mut connection, &place, slice::from_mut(&mut job)))
            } else {
                None
            };
            let committed = alone.as_ref().unwrap_or(&committed);
            match job {
                Job::Close(job) => {
                    // Finish the jobs in the queue, but accept no new ones.
                    jobs.close();
                    closing.push(job);
                }
                Job::Limit(job) => {
                    // For the connection that replaces this one.
                    place.most_pages = Some(pages(job.what));
                    job.answer(committed);
                }
                job => job.answer(committed),
            }
        }
        if committed.is_ok() || apart {
            checkpoints.count_commit();
        }
        checkpoints.after_group(connection.as_ref());
    }
    checkpoints.end();
    // The last connection tidies the file up. All answered jobs are committed. If the
    // close fails, the file is tidied up when it is next opened.
    drop(connection);
    for job in closing {
        job.answer(&Ok(()));
    }
}

/// Carries out a group in one transaction. If this fails, none of it is in the file.
fn commit(held: &mut Option<Connection>, place: &Place, group: &mut [Job]) -> Result<(), Error> {
    let connection = match held {
        Some(connection) => connection,
        None => held.insert(place.connect().map_err(refused)?),
    };
    let Err(error) = transaction(connection, group) else {
        return Ok(());
    };
    // SQLite rolls back by itself after some errors.
    if !connection.is_autocommit() && connection.execute_batch("ROLLBACK").is_err() {
        *held = None;
    }
    Err(refused(error))
}

fn transaction(connection: &Connection, group: &mut [Job]) -> rusqlite::Result<()> {
    // Take the write lock at the start, so that nothing can change after a check.
    connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
    for job in group {
        job.carry_out(connection)?;
    }
    connection.prepare_cached("COMMIT")?.execute([])?;
    Ok(())
}

fn append(connection: &Connection, append: &Append) -> rusqlite::Result<Outcome> {
    let table = append.table.bytes();
    let first = connection
        .prepare_cached("SELECT coalesce(max(seq), 0) + 1 FROM events WHERE table_id = ?1")?
        .query_row([&table], |row| row.get::<_, i64>(0))?
        .cast_unsigned();
    if first != append.expected {
        return Ok(Outcome::Conflict { next: first });
    }
    let mut finish = append.finish.as_ref();
    if finish.is_some() && has_result(connection, &table)? {
        finish = None;
    }
    if let Some(finish) = finish
        && is_outrun(connection, finish)?
    {
        return Ok(Outcome::Outrun);
    }

    write(connection, &table, append)?;
    if let Some(finish) = finish {
        write_finish(connection, &table, finish)?;
    }
    Ok(Outcome::Appended { first })
}

/// Writes events and the summary.
fn write(connection: &Connection, table: &[u8], append: &Append) -> rusqlite::Result<()> {
    for (event, seq) in append.events.iter().zip(append.expected..) {
        connection
            .prepare_cached(
                "INSERT INTO events (table_id, seq, at_ms, body) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![
                table,
                seq.cast_signed(),
                event.at_ms.cast_signed(),
                event.body
            ])?;
    }
    if let Some(summary) = &append.summary {
        connection
            .prepare_cached(
                "INSERT INTO tables (id, game, access, phase, created_ms, updated_ms, summary)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 ON CONFLICT (id) DO UPDATE SET access = excluded.access,
                     phase = excluded.phase, updated_ms = excluded.updated_ms,
                     summary = excluded.summary",
            )?
            .execute(params![
                table,
                summary.game,
                summary.access.word(),
                summary.phase.word(),
                summary.created_ms.cast_signed(),
                summary.updated_ms.cast_signed(),
                summary.body
            ])?;
    }
    Ok(())
}

fn has_result(connection: &Connection, table: &[u8]) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT 1 FROM results WHERE table_id = ?1")?
        .exists([table])
}

fn is_outrun(connection: &Connection, finish: &Finish) -> rusqlite::Result<bool> {
    let mut statement =
        connection.prepare_cached("SELECT games FROM ratings WHERE game = ?1 AND identity = ?2")?;
    for rating in &finish.ratings {
        let whose = params![finish.result.game, rating.identity.bytes()];
        let games = statement.query_row(whose, |row| row.get::<_, i64>(0));
        if games.optional()?.unwrap_or(0).cast_unsigned() + 1 != rating.games {
            return Ok(true);
        }
    }
    Ok(false)
}

fn write_finish(connection: &Connection, table: &[u8], finish: &Finish) -> rusqlite::Result<()> {
    let result = &finish.result;
    connection
        .prepare_cached(
            "INSERT INTO results (table_id, game, ended_ms, seats) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![
            table,
            result.game,
            result.ended_ms.cast_signed(),
            result.seats
        ])?;
    let mut statement = connection.prepare_cached(
        "INSERT INTO ratings (game, identity, value, games, body)
         VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (game, identity) DO UPDATE SET value = excluded.value,
             games = excluded.games, body = excluded.body",
    )?;
    for rating in &finish.ratings {
        statement.execute(params![
            result.game,
            rating.identity.bytes(),
            rating.value,
            rating.games.cast_signed(),
            rating.body
        ])?;
    }
    Ok(())
}

fn add_identity(connection: &Connection, identity: &Identity) -> rusqlite::Result<bool> {
    connection
        .prepare_cached(
            "INSERT INTO identities (id, name, kind, secret_hash, created_ms)
             VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
        )?
        .execute(params![
            identity.id.bytes(),
            identity.name,
            identity.kind.word(),
            identity.secret_hash,
            identity.created_ms.cast_signed()
        ])?;
    connection
        .prepare_cached("SELECT 1 FROM identities WHERE id = ?1 AND secret_hash = ?2")?
        .exists(params![identity.id.bytes(), identity.secret_hash])
}

fn rename(connection: &Connection, (id, name): &(IdentityId, String)) -> rusqlite::Result<bool> {
    let changed = connection
        .prepare_cached("UPDATE identities SET name = ?2 WHERE id = ?1")?
        .execute(params![id.bytes(), name])?;
    Ok(changed > 0)
}

fn add_contest_line(
    connection: &Connection,
    (contest, line): &(String, String),
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO contest_lines (contest, line) VALUES (?1, ?2)")?
        .execute([contest, line])?;
    Ok(())
}

fn keep_contest(connection: &Connection, contest: &Contest) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO contests (id, begun_ms, body) VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET body = excluded.body",
        )?
        .execute(params![
            contest.id,
            contest.begun_ms.cast_signed(),
            contest.body
        ])?;
    Ok(())
}

fn settle(connection: &Connection, (name, value): &(String, String)) -> rusqlite::Result<String> {
    connection
        .prepare_cached("INSERT INTO settled (name, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
        .execute([name, value])?;
    connection
        .prepare_cached("SELECT value FROM settled WHERE name = ?1")?
        .query_row([name], |row| row.get(0))
}

/// Makes the write-ahead log as long as it will get. If a file grows, the disk has to
/// record its new length, and some file systems then flush everyone's writes too; if a
/// file is overwritten, the disk only writes the new content. SQLite ignores what
/// follows the last commit in a log.
fn reserve(log: &Path) -> io::Result<()> {
    let file = File::options().write(true).open(log)?;
    let length = file.metadata()?.len();
    let room = rustix::fs::fstatvfs(&file)?;
    if length >= RESERVED || room.f_bavail * room.f_frsize < 16 * RESERVED {
        return Ok(());
    }
    let nothing = vec![0; 1 << 20];
    let mut at = length;
    while at < RESERVED {
        let part = (RESERVED - at).min(1 << 20) as usize;
        if let Err(error) = file.write_all_at(&nothing[..part], at) {
            file.set_len(length)?;
            return Err(error);
        }
        at += part as u64;
    }
    file.sync_all()
}

fn limit_size(connection: &Connection, bytes: u64) -> rusqlite::Result<()> {
    connection.pragma_update(None, "max_page_count", pages(bytes).cast_signed())
}

/// The number of pages in this many bytes, within SQLite's limits.
fn pages(bytes: u64) -> u64 {
    (bytes / 4096).clamp(1, u64::from(u32::MAX - 1))
}
