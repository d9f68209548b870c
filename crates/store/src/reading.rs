//! The queries that both databases share, and the meaning of their rows.

use crate::error::Error;
use crate::model::{
    Access, Event, GameResult, Identity, IdentityId, Kind, Leader, Listed, Phase, Rating, Summary,
    TableId, unsigned,
};

/// Awaits a query, and repeats it after an error as long as there is patience.
macro_rules! patient {
    ($patience:ty, $query:expr) => {{
        let mut patience = <$patience>::default();
        loop {
            match $query.await {
                Ok(found) => break found,
                Err(error) => patience.after(error).await?,
            }
        }
    }};
}

/// Gives a store the methods that read. The store has a pool in its field `readers`;
/// `$patience` decides after an error whether to try again.
macro_rules! reading {
    ($store:ty, $patience:ty) => {
        impl $store {
            pub(crate) async fn read(
                &self,
                table: TableId,
                from: u64,
                limit: u32,
            ) -> Result<Vec<Event>, Error> {
                let sql = "SELECT seq, at_ms, body FROM events
                    WHERE table_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3";
                let query = || {
                    sqlx::query_as(sql)
                        .bind(table.bytes())
                        .bind(from.cast_signed())
                        .bind(i64::from(limit))
                };
                let rows = patient!($patience, query().fetch_all(&self.readers));
                rows.into_iter().map(reading::event).collect()
            }

            pub(crate) async fn next_seq(&self, table: TableId) -> Result<u64, Error> {
                let sql = "SELECT coalesce(max(seq), 0) + 1 FROM events WHERE table_id = $1";
                let query = || sqlx::query_scalar(sql).bind(table.bytes());
                let next = patient!($patience, query().fetch_one(&self.readers));
                unsigned(next)
            }

            pub(crate) async fn table(&self, id: TableId) -> Result<Option<Listed>, Error> {
                let sql = "SELECT id, game, access, phase, created_ms, updated_ms, summary
                    FROM tables WHERE id = $1";
                let query = || sqlx::query_as(sql).bind(id.bytes());
                let row = patient!($patience, query().fetch_optional(&self.readers));
                row.map(reading::listed).transpose()
            }

            pub(crate) async fn tables(&self, listing: &Listing) -> Result<Vec<Listed>, Error> {
                let sql = "SELECT id, game, access, phase, created_ms, updated_ms, summary
                    FROM tables
                    WHERE phase = $1 AND ($2 IS NULL OR access = $2) AND ($3 IS NULL OR game = $3)
                      AND (created_ms, id) < ($4, $5)
                    ORDER BY created_ms DESC, id DESC LIMIT $6";
                // No table is newer than the end of time.
                let (created, id) = listing
                    .after
                    .unwrap_or((i64::MAX as u64, TableId(u128::MAX)));
                let query = || {
                    sqlx::query_as(sql)
                        .bind(listing.phase.word())
                        .bind(listing.access.map(|access| access.word()))
                        .bind(listing.game.as_deref())
                        .bind(created.cast_signed())
                        .bind(id.bytes())
                        .bind(i64::from(listing.limit))
                };
                let rows = patient!($patience, query().fetch_all(&self.readers));
                rows.into_iter().map(reading::listed).collect()
            }

            pub(crate) async fn identity(&self, id: IdentityId) -> Result<Option<Identity>, Error> {
                let sql = "SELECT id, name, kind, secret_hash, created_ms
                    FROM identities WHERE id = $1";
                let query = || sqlx::query_as(sql).bind(id.bytes());
                let row = patient!($patience, query().fetch_optional(&self.readers));
                row.map(reading::identity).transpose()
            }

            pub(crate) async fn identity_by_secret(
                &self,
                hash: &[u8; 32],
            ) -> Result<Option<Identity>, Error> {
                let sql = "SELECT id, name, kind, secret_hash, created_ms
                    FROM identities WHERE secret_hash = $1";
                let query = || sqlx::query_as(sql).bind(hash.to_vec());
                let row = patient!($patience, query().fetch_optional(&self.readers));
                row.map(reading::identity).transpose()
            }

            pub(crate) async fn result(&self, table: TableId) -> Result<Option<GameResult>, Error> {
                let sql = "SELECT table_id, game, ended_ms, seats
                    FROM results WHERE table_id = $1";
                let query = || sqlx::query_as(sql).bind(table.bytes());
                let row = patient!($patience, query().fetch_optional(&self.readers));
                let row = row.map(reading::result).transpose()?;
                Ok(row.map(|(_, result)| result))
            }

            pub(crate) async fn results(
                &self,
                game: &str,
                after: Option<(u64, TableId)>,
                limit: u32,
            ) -> Result<Vec<(TableId, GameResult)>, Error> {
                let sql = "SELECT table_id, game, ended_ms, seats FROM results
                    WHERE game = $1 AND (ended_ms, table_id) > ($2, $3)
                    ORDER BY ended_ms, table_id LIMIT $4";
                // No result is older than the empty id at the beginning of time.
                let ended = after.map_or(-1, |(ended, _)| ended.cast_signed());
                let table = after.map_or_else(Vec::new, |(_, table)| table.bytes());
                let query = || {
                    sqlx::query_as(sql)
                        .bind(game)
                        .bind(ended)
                        .bind(&table)
                        .bind(i64::from(limit))
                };
                let rows = patient!($patience, query().fetch_all(&self.readers));
                rows.into_iter().map(reading::result).collect()
            }

            pub(crate) async fn ratings(
                &self,
                game: &str,
                identities: &[IdentityId],
            ) -> Result<Vec<Rating>, Error> {
                let sql = "SELECT identity, value, games, body FROM ratings
                    WHERE game = $1 AND identity = $2";
                let mut ratings = Vec::new();
                for id in identities {
                    let query = || sqlx::query_as(sql).bind(game).bind(id.bytes());
                    let row = patient!($patience, query().fetch_optional(&self.readers));
                    ratings.extend(row.map(reading::rating).transpose()?);
                }
                Ok(ratings)
            }

            pub(crate) async fn leaders(
                &self,
                game: &str,
                least_games: u64,
                skip: u32,
                limit: u32,
            ) -> Result<Vec<Leader>, Error> {
                let sql = "SELECT r.identity, r.value, r.games, r.body, i.name
                    FROM ratings r LEFT JOIN identities i ON i.id = r.identity
                    WHERE r.game = $1 AND r.games >= $2
                    ORDER BY r.value DESC, r.identity LIMIT $3 OFFSET $4";
                let query = || {
                    sqlx::query_as(sql)
                        .bind(game)
                        .bind(least_games.cast_signed())
                        .bind(i64::from(limit))
                        .bind(i64::from(skip))
                };
                let rows = patient!($patience, query().fetch_all(&self.readers));
                rows.into_iter().map(reading::leader).collect()
            }

            pub(crate) async fn contest_lines(&self, id: &str) -> Result<Vec<String>, Error> {
                let sql = "SELECT line FROM contest_lines WHERE contest = $1 ORDER BY number";
                let query = || sqlx::query_scalar(sql).bind(id);
                Ok(patient!($patience, query().fetch_all(&self.readers)))
            }

            pub(crate) async fn contest(&self, id: &str) -> Result<Option<String>, Error> {
                let sql = "SELECT body FROM contests WHERE id = $1";
                let query = || sqlx::query_scalar(sql).bind(id);
                Ok(patient!($patience, query().fetch_optional(&self.readers)))
            }

            pub(crate) async fn contests(&self, limit: u32) -> Result<Vec<String>, Error> {
                let sql = "SELECT body FROM contests ORDER BY begun_ms DESC, id LIMIT $1";
                let query = || sqlx::query_scalar(sql).bind(i64::from(limit));
                Ok(patient!($patience, query().fetch_all(&self.readers)))
            }

            pub(crate) async fn settled(&self, name: &str) -> Result<Option<String>, Error> {
                let sql = "SELECT value FROM settled WHERE name = $1";
                let query = || sqlx::query_scalar(sql).bind(name);
                Ok(patient!($patience, query().fetch_optional(&self.readers)))
            }
        }
    };
}

pub(crate) use {patient, reading};

pub(crate) fn event((seq, at_ms, body): (i64, i64, String)) -> Result<Event, Error> {
    let seq = unsigned(seq)?;
    let at_ms = unsigned(at_ms)?;
    Ok(Event { seq, at_ms, body })
}

type TableRow = (Vec<u8>, String, String, String, i64, i64, String);

pub(crate) fn listed(row: TableRow) -> Result<Listed, Error> {
    let (id, game, access, phase, created, updated, body) = row;
    let summary = Summary {
        game,
        access: Access::from_word(&access)?,
        phase: Phase::from_word(&phase)?,
        created_ms: unsigned(created)?,
        updated_ms: unsigned(updated)?,
        body,
    };
    let id = TableId::from_bytes(&id)?;
    Ok(Listed { id, summary })
}

type IdentityRow = (Vec<u8>, String, String, Vec<u8>, i64);

pub(crate) fn identity(row: IdentityRow) -> Result<Identity, Error> {
    let (id, name, kind, secret_hash, created) = row;
    Ok(Identity {
        id: IdentityId::from_bytes(&id)?,
        name,
        kind: Kind::from_word(&kind)?,
        secret_hash: secret_hash
            .try_into()
            .map_err(|_| Error::corrupt("the hash of a secret does not have 32 bytes"))?,
        created_ms: unsigned(created)?,
    })
}

type ResultRow = (Vec<u8>, String, i64, String);

pub(crate) fn result(row: ResultRow) -> Result<(TableId, GameResult), Error> {
    let (table, game, ended, seats) = row;
    let ended_ms = unsigned(ended)?;
    let result = GameResult {
        game,
        ended_ms,
        seats,
    };
    Ok((TableId::from_bytes(&table)?, result))
}

pub(crate) fn rating(row: (Vec<u8>, f64, i64, String)) -> Result<Rating, Error> {
    let (identity, value, games, body) = row;
    Ok(Rating {
        identity: IdentityId::from_bytes(&identity)?,
        value,
        games: unsigned(games)?,
        body,
    })
}

type LeaderRow = (Vec<u8>, f64, i64, String, Option<String>);

pub(crate) fn leader(row: LeaderRow) -> Result<Leader, Error> {
    let (identity, value, games, body, name) = row;
    let rating = rating((identity, value, games, body))?;
    Ok(Leader { name, rating })
}
