//! The store in PostgreSQL, which several machines can reach.
//!
//! There are no locks, only keys. An append is one statement: it checks whether the
//! command was answered before and which number comes next, and writes only if
//! everything is as expected. If another node writes the same numbers at the same
//! moment, the statement violates a key, writes nothing, and runs again to see what the
//! other node did. PostgreSQL lets commits of different connections share one flush to
//! disk.
//!
//! If a connection breaks in the middle, it is unknown whether the statement was
//! committed. So it is repeated until there is an answer, and each append carries a
//! mark by which it recognises its own events.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{Acquire, ConnectOptions, Connection};
use tokio::task::JoinHandle;

use crate::error::Error;
use crate::model::{
    Append, Event, Finish, GameResult, Identity, IdentityId, Leader, Listed, Listing, Outcome,
    Rating, TableId, unsigned,
};
use crate::reading::{self, patient, reading};
use crate::schema;

/// How long a call waits for a database that is away.
const PATIENCE: Duration = Duration::from_secs(15);

/// How long to wait for a connection before checking again. The pool itself checks
/// again after a fifth of it.
const CONNECT: Duration = Duration::from_secs(1);

const CONNECTIONS: u32 = 16;

/// How long a hall that is shutting down may still hold its lock.
const GOING: Duration = Duration::from_secs(3);

/// The id of the lock: `taflhall` in bytes.
const LOCK: i64 = i64::from_be_bytes(*b"taflhall");

/// An open database.
pub(crate) struct Postgres {
    options: PgConnectOptions,
    claim: Mutex<Option<Claim>>,
    readers: PgPool,
}

/// The claim of a hall on the database: a lock that ends with its connection.
struct Claim {
    held: Arc<AtomicBool>,
    keeper: JoinHandle<()>,
}

impl Drop for Claim {
    fn drop(&mut self) {
        // The connection ends with the task, and the lock ends with the connection.
        self.keeper.abort();
    }
}

impl Postgres {
    pub(crate) async fn open(url: &str) -> Result<Postgres, Error> {
        let options: PgConnectOptions = url.parse().map_err(failed)?;
        let options = options.application_name("hall").disable_statement_logging();
        let mut patience = Patience::default();
        while let Err(error) = migrate(&options).await {
            match error {
                Error::Unavailable { .. } => patience.wait(error).await?,
                error => return Err(error),
            }
        }
        let readers = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(CONNECT)
            // A connection in constant use shows by itself that it is broken.
            .test_before_acquire(false)
            .before_acquire(|connection, about| {
                Box::pin(async move {
                    if about.idle_for > Duration::from_secs(1) {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            })
            .after_connect(|connection, _| Box::pin(durable(connection)))
            .connect_lazy_with(options.clone());
        Ok(Postgres {
            options,
            claim: Mutex::default(),
            readers,
        })
    }

    pub(crate) async fn claim(&self) -> Result<(), Error> {
        if self.held().is_some() {
            return Ok(());
        }
        let since = Instant::now();
        let connection = loop {
            match lock(&self.options).await.map_err(failed)? {
                Some(connection) => break connection,
                // The database may not have noticed yet that a hall has ended.
                None if since.elapsed() < GOING => tokio::time::sleep(CONNECT / 10).await,
                None => return Err(Error::Claimed),
            }
        };
        let held = Arc::new(AtomicBool::new(true));
        let keeper = tokio::spawn(keep(self.options.clone(), connection, held.clone()));
        *self.held() = Some(Claim { held, keeper });
        Ok(())
    }

    pub(crate) fn is_claimed(&self) -> bool {
        let claim = self.held();
        claim
            .as_ref()
            .is_some_and(|claim| claim.held.load(Ordering::Relaxed))
    }

    fn held(&self) -> MutexGuard<'_, Option<Claim>> {
        self.claim.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) async fn close(&self) {
        *self.held() = None;
        self.readers.close().await;
    }

    /// Runs in a task of its own: dropping the future must not stop an append between
    /// its statements.
    pub(crate) async fn append(&self, append: Append) -> Result<Outcome, Error> {
        let pool = self.readers.clone();
        let appended = tokio::spawn(async move {
            let mark = mark();
            Ok(patient!(Patience, attempt(&pool, &append, mark)))
        });
        appended.await.map_err(|_| Error::Closed)?
    }

    pub(crate) async fn add_identity(&self, identity: Identity) -> Result<bool, Error> {
        Ok(patient!(Patience, add_identity(&self.readers, &identity)))
    }

    pub(crate) async fn rename(&self, id: IdentityId, name: &str) -> Result<bool, Error> {
        let sql = "UPDATE identities SET name = $2 WHERE id = $1";
        let query = || sqlx::query(sql).bind(id.bytes()).bind(name);
        let done = patient!(Patience, query().execute(&self.readers));
        Ok(done.rows_affected() > 0)
    }

    pub(crate) async fn add_contest_line(&self, id: &str, line: &str) -> Result<(), Error> {
        let sql = "INSERT INTO contest_lines (contest, line) VALUES ($1, $2)";
        let query = || sqlx::query(sql).bind(id).bind(line);
        patient!(Patience, query().execute(&self.readers));
        Ok(())
    }

    pub(crate) async fn keep_contest(
        &self,
        id: &str,
        begun_ms: u64,
        body: &str,
    ) -> Result<(), Error> {
        let sql = "INSERT INTO contests (id, begun_ms, body) VALUES ($1, $2, $3)
            ON CONFLICT (id) DO UPDATE SET body = excluded.body";
        let begun = begun_ms.cast_signed();
        let query = || sqlx::query(sql).bind(id).bind(begun).bind(body);
        patient!(Patience, query().execute(&self.readers));
        Ok(())
    }

    pub(crate) async fn settle(&self, name: &str, value: &str) -> Result<String, Error> {
        let sql = "INSERT INTO settled (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        let mut patience = Patience::default();
        loop {
            if let Some(settled) = self.settled(name).await? {
                return Ok(settled);
            }
            let query = sqlx::query(sql).bind(name).bind(value);
            if let Err(error) = query.execute(&self.readers).await {
                patience.after(error).await?;
            }
        }
    }
}

reading!(Postgres, Patience);

/// Locks the database for one hall, on a connection of its own; `None` if another hall
/// holds the lock.
async fn lock(options: &PgConnectOptions) -> Result<Option<PgConnection>, sqlx::Error> {
    let mut connection = options.connect().await?;
    // A machine that vanishes silently is noticed within half a minute.
    for setting in [
        "SET tcp_keepalives_idle = 10",
        "SET tcp_keepalives_interval = 5",
        "SET tcp_keepalives_count = 4",
    ] {
        sqlx::query(setting).execute(&mut connection).await?;
    }
    let locked: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)")
        .bind(LOCK)
        .fetch_one(&mut connection)
        .await?;
    if locked {
        return Ok(Some(connection));
    }
    connection.close().await?;
    Ok(None)
}

/// Holds the lock for ever: checks it every second and takes it again if it is lost.
async fn keep(options: PgConnectOptions, mut connection: PgConnection, held: Arc<AtomicBool>) {
    loop {
        tokio::time::sleep(CONNECT).await;
        if connection.ping().await.is_ok() {
            continue;
        }
        held.store(false, Ordering::Relaxed);
        connection = loop {
            if let Ok(Some(connection)) = lock(&options).await {
                break connection;
            }
            tokio::time::sleep(CONNECT).await;
        };
        held.store(true, Ordering::Relaxed);
    }
}

/// Uses a connection of its own, because a failed migration leaves it locked.
async fn migrate(options: &PgConnectOptions) -> Result<(), Error> {
    let mut connection = options.connect().await.map_err(failed)?;
    let done = schema::postgres()
        .run_direct(None, &mut connection, false)
        .await;
    // The tables exist or not, however the connection closes.
    connection.close().await.ok();
    done.map_err(|error| schema::failed(error, failed))
}

/// Makes the database write to disk before it acknowledges, even if it is set up not
/// to. Settings that promise more than its own disk stay as they are.
async fn durable(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query(
        "SELECT set_config('synchronous_commit', 'on', false)
         WHERE current_setting('synchronous_commit') = 'off'",
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes everything but ratings, if the number is right. All parts see the database as
/// it was when the statement began.
const APPEND: &str = "
    WITH found AS (
        SELECT
            (SELECT mark FROM events WHERE table_id = $1 AND seq = $2) AS mark,
            (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE table_id = $1) AS next
    ), fits AS (
        SELECT 1 FROM found WHERE next = $2
    ), logged AS (
        INSERT INTO events (table_id, seq, at_ms, body, mark)
        SELECT $1, $2 + new.place - 1, new.at_ms, new.body, $3
        FROM fits, unnest($4::bigint[], $5::text[]) WITH ORDINALITY AS new (at_ms, body, place)
    ), listed AS (
        INSERT INTO tables (id, game, access, phase, created_ms, updated_ms, summary)
        SELECT $1, $6, $7, $8, $9, $10, $11 FROM fits WHERE $6 IS NOT NULL
        ON CONFLICT (id) DO UPDATE SET access = excluded.access, phase = excluded.phase,
            updated_ms = excluded.updated_ms, summary = excluded.summary
    ), ended AS (
        INSERT INTO results (table_id, game, ended_ms, seats)
        SELECT $1, $12, $13, $14 FROM fits WHERE $12 IS NOT NULL
        ON CONFLICT (table_id) DO NOTHING
        RETURNING 1
    )
    SELECT mark, next, EXISTS (SELECT 1 FROM ended) FROM found";

async fn attempt(pool: &PgPool, append: &Append, mark: i64) -> Result<Outcome, sqlx::Error> {
    let mut connection = pool.acquire().await?;
    let finish = append.finish.as_ref();
    let Some(finish) = finish.filter(|finish| !finish.ratings.is_empty()) else {
        // A single statement is its own transaction.
        let (outcome, _) = write(&mut connection, append, mark).await?;
        return Ok(outcome);
    };
    let mut transaction = connection.begin().await?;
    let (outcome, ended) = write(&mut transaction, append, mark).await?;
    if ended && !rate(&mut transaction, finish).await? {
        transaction.rollback().await?;
        return Ok(Outcome::Outrun);
    }
    transaction.commit().await?;
    Ok(outcome)
}

/// The outcome of an append, and whether it wrote the result of the game.
async fn write(
    connection: &mut PgConnection,
    append: &Append,
    mark: i64,
) -> Result<(Outcome, bool), sqlx::Error> {
    let times: Vec<i64> = append
        .events
        .iter()
        .map(|event| event.at_ms.cast_signed())
        .collect();
    let bodies: Vec<&str> = append
        .events
        .iter()
        .map(|event| event.body.as_str())
        .collect();
    let summary = append.summary.as_ref();
    let result = append.finish.as_ref().map(|finish| &finish.result);
    let (found, next, ended): (Option<i64>, i64, bool) = sqlx::query_as(APPEND)
        .bind(append.table.bytes())
        .bind(append.expected.cast_signed())
        .bind(mark)
        .bind(times)
        .bind(bodies)
        .bind(summary.map(|summary| summary.game.as_str()))
        .bind(summary.map(|summary| summary.access.word()))
        .bind(summary.map(|summary| summary.phase.word()))
        .bind(summary.map(|summary| summary.created_ms.cast_signed()))
        .bind(summary.map(|summary| summary.updated_ms.cast_signed()))
        .bind(summary.map(|summary| summary.body.as_str()))
        .bind(result.map(|result| result.game.as_str()))
        .bind(result.map(|result| result.ended_ms.cast_signed()))
        .bind(result.map(|result| result.seats.as_str()))
        .fetch_one(connection)
        .await?;
    let first = append.expected;
    let outcome = if found == Some(mark) {
        // An attempt whose connection broke was committed after all.
        Outcome::Appended { first }
    } else if next.cast_unsigned() != first {
        Outcome::Conflict {
            next: next.cast_unsigned(),
        }
    } else {
        Outcome::Appended { first }
    };
    Ok((outcome, ended))
}

/// Writes ratings. Returns false if one of them has counted another game.
async fn rate(connection: &mut PgConnection, finish: &Finish) -> Result<bool, sqlx::Error> {
    let mut ratings: Vec<&Rating> = finish.ratings.iter().collect();
    // The order is the same everywhere, so two nodes cannot deadlock.
    ratings.sort_by_key(|rating| rating.identity);
    for rating in ratings {
        let sql = if rating.games == 1 {
            "INSERT INTO ratings (game, identity, value, games, body)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING"
        } else {
            "UPDATE ratings SET value = $3, games = $4, body = $5
             WHERE game = $1 AND identity = $2 AND games = $4 - 1"
        };
        let done = sqlx::query(sql)
            .bind(&finish.result.game)
            .bind(rating.identity.bytes())
            .bind(rating.value)
            .bind(rating.games.cast_signed())
            .bind(&rating.body)
            .execute(&mut *connection)
            .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn add_identity(pool: &PgPool, identity: &Identity) -> Result<bool, sqlx::Error> {
    sqlx::query(
        "INSERT INTO identities (id, name, kind, secret_hash, created_ms)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
    )
    .bind(identity.id.bytes())
    .bind(&identity.name)
    .bind(identity.kind.word())
    .bind(identity.secret_hash.to_vec())
    .bind(identity.created_ms.cast_signed())
    .execute(pool)
    .await?;
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM identities WHERE id = $1 AND secret_hash = $2)",
    )
    .bind(identity.id.bytes())
    .bind(identity.secret_hash.to_vec())
    .fetch_one(pool)
    .await
}

/// A number that no other append has: each `RandomState` has its own keys, which come
/// from the operating system's randomness.
fn mark() -> i64 {
    RandomState::new().build_hasher().finish().cast_signed()
}

/// Decides after an error whether to try again, and waits a little.
struct Patience {
    since: Instant,
    pause: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            since: Instant::now(),
            pause: Duration::from_millis(5),
        }
    }
}

impl Patience {
    async fn after(&mut self, error: sqlx::Error) -> Result<(), Error> {
        match failed(error) {
            error @ Error::Unavailable { .. } => self.wait(error).await,
            error => Err(error),
        }
    }

    async fn wait(&mut self, error: Error) -> Result<(), Error> {
        if self.since.elapsed() > PATIENCE {
            return Err(error);
        }
        tokio::time::sleep(self.pause).await;
        self.pause = (self.pause * 2).min(Duration::from_millis(250));
        Ok(())
    }
}

/// Translates an error of PostgreSQL.
fn failed(error: sqlx::Error) -> Error {
    let reason = error.to_string();
    let code = match &error {
        sqlx::Error::Database(error) => error.code(),
        sqlx::Error::PoolClosed => return Error::Closed,
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::WorkerCrashed => return Error::Unavailable { reason },
        _ => None,
    };
    match code.as_deref() {
        // The disk is full, or the server is read-only.
        Some("53100" | "25006") => Error::Full { reason },
        // Damaged pages or indexes.
        Some("XX001" | "XX002") => Error::Corrupt { what: reason },
        // A key violation, a serialisation failure or a deadlock: another node was
        // quicker, and the next read shows what it did.
        Some("23505" | "40001" | "40P01") => Error::Unavailable { reason },
        // Connections, resources, operator intervention, system errors.
        Some(code)
            if ["08", "53", "57", "58"]
                .iter()
                .any(|class| code.starts_with(class)) =>
        {
            Error::Unavailable { reason }
        }
        _ => Error::Database { reason },
    }
}
