//! Keeps a game that you leave before its end.

use std::path::{Path, PathBuf};

use crate::follow::Follow;
use crate::line::Trouble;
use crate::session::Session;

/// The files of a game.
#[derive(Clone, Debug, Default)]
pub struct Keep {
    /// The file for a game that you leave. Without one, the game is not kept.
    pub file: Option<PathBuf>,
    /// The file for the record of the game.
    pub record: Option<PathBuf>,
}

impl Keep {
    /// Saves the game to this file or the usual one. Returns the path.
    pub fn save(
        &self,
        session: &mut Session,
        follow: &Follow,
        path: Option<&Path>,
    ) -> Result<PathBuf, Trouble> {
        let path = path.or(self.file.as_deref());
        let path = path.ok_or_else(|| {
            Trouble::new(
                "file",
                "there is no home folder: name a file, as in save game.json",
            )
        })?;
        if path
            .parent()
            .is_some_and(|folder| !folder.as_os_str().is_empty())
        {
            let folder = path.parent().unwrap_or(path);
            std::fs::create_dir_all(folder).map_err(|error| {
                Trouble::new(
                    "file",
                    format!("cannot make the folder {}: {error}", folder.display()),
                )
            })?;
        }
        session.save(path, follow)?;
        Ok(path.to_owned())
    }

    /// Writes the record of the game.
    pub fn record(session: &mut Session, path: &Path) -> Result<(), Trouble> {
        let failed = |error: std::io::Error| {
            let path = path.display();
            Trouble::new("file", format!("{path} cannot be written: {error}"))
        };
        let record = serde_json::to_vec(&session.record()?);
        let record = record.map_err(|error| failed(error.into()))?;
        std::fs::write(path, record).map_err(failed)
    }

    /// Keeps the game, writes the record, and returns lines to print: the result, or
    /// where the game is kept.
    pub fn leave(&self, session: &mut Session, follow: &Follow) -> Vec<String> {
        let mut lines = Vec::new();
        let begun = follow
            .history
            .as_ref()
            .is_some_and(|history| !history.is_empty());
        if follow.is_over() {
            lines.push(crate::words::result(follow));
        } else if session.is_remote() {
            let token = session.token().unwrap_or_default();
            lines.push("You have left; the table goes on without you.".to_owned());
            lines.push(format!(
                "Come back with: --table {} --token {token}",
                session.table()
            ));
        } else if begun {
            match self.save(session, follow, None) {
                Ok(path) => {
                    let path = path.display();
                    lines.push(format!("The game is not over. It is kept in {path}"));
                    lines.push(format!("Go on with: hall play --resume {path}"));
                }
                Err(trouble) => {
                    lines.push(format!("The game is not over and is NOT kept: {trouble}."));
                }
            }
        } else {
            lines.push("The game was left before anything happened.".to_owned());
        }
        if let Some(path) = &self.record {
            match Keep::record(session, path) {
                Ok(()) => lines.push(format!("Wrote the record to {}", path.display())),
                Err(trouble) => lines.push(format!("No record: {trouble}.")),
            }
        }
        lines
    }
}
