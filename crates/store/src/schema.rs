//! The tables of both databases and their migrations: a list of SQL files for each.
//! Never change a file that was released; add a new one.

use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

use crate::error::Error;

/// The migrations of SQLite.
pub(crate) fn sqlite() -> Migrator {
    migrator(&[
        ("first", include_str!("../migrations/sqlite/0001_first.sql")),
        (
            "no_receipts",
            include_str!("../migrations/sqlite/0002_no_receipts.sql"),
        ),
        (
            "contests",
            include_str!("../migrations/sqlite/0003_contests.sql"),
        ),
        (
            "contest_lines",
            include_str!("../migrations/sqlite/0004_contest_lines.sql"),
        ),
    ])
}

/// The migrations of PostgreSQL.
pub(crate) fn postgres() -> Migrator {
    migrator(&[
        (
            "first",
            include_str!("../migrations/postgres/0001_first.sql"),
        ),
        (
            "no_receipts",
            include_str!("../migrations/postgres/0002_no_receipts.sql"),
        ),
        (
            "contests",
            include_str!("../migrations/postgres/0003_contests.sql"),
        ),
        (
            "contest_lines",
            include_str!("../migrations/postgres/0004_contest_lines.sql"),
        ),
    ])
}

fn migrator(files: &[(&'static str, &'static str)]) -> Migrator {
    let migrations = files.iter().zip(1..).map(|((name, sql), version)| {
        let sql = sql.into_sql_str();
        Migration::new(version, (*name).into(), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(migrations.collect())
}

/// Translates a failed migration. `database` translates errors of the database.
pub(crate) fn failed(error: MigrateError, database: impl Fn(sqlx::Error) -> Error) -> Error {
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => database(error),
        MigrateError::VersionMissing(version) => Error::Schema {
            reason: format!("its tables are of version {version}, which a newer program made"),
        },
        other => Error::Schema {
            reason: other.to_string(),
        },
    }
}
