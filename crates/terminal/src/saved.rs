//! A saved game: a file with everything needed to continue.

use std::path::Path;

use protocol::Body;
use serde::{Deserialize, Serialize};

use crate::line::Trouble;

const FORMAT: &str = "taflhalla-game";
const VERSION: u32 = 1;

/// The contents of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    format: String,
    version: u32,
    /// The id of the game.
    pub game: String,
    /// The id of the table.
    pub table: String,
    /// The players on seats, as they were typed.
    pub players: Vec<String>,
    /// The people at the terminal.
    pub people: Vec<Sitter>,
    /// The hall with the table.
    pub hall: Body,
}

/// A person at the terminal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sitter {
    /// Their seat.
    pub seat: u16,
    /// The token of a guest. The first person has none.
    pub token: Option<String>,
}

/// The part of the file that identifies it.
#[derive(Deserialize)]
struct Head {
    format: Option<String>,
    version: Option<u32>,
}

/// The tables in a saved hall.
#[derive(Deserialize)]
struct Tables {
    tables: Vec<TableId>,
}

#[derive(Deserialize)]
struct TableId {
    table: String,
}

impl Saved {
    /// A saved game. Fails if the hall left out this table, as it does if a game is
    /// very long.
    pub fn new(
        game: String,
        table: String,
        players: Vec<String>,
        people: Vec<Sitter>,
        hall: Body,
    ) -> Result<Saved, Trouble> {
        let tables = hall.read::<Tables>().map(|hall| hall.tables);
        let mut tables = tables.unwrap_or_default().into_iter();
        if !tables.any(|kept| kept.table == table) {
            return Err(Trouble::new("long", "this game is too long to be saved"));
        }
        Ok(Saved {
            format: FORMAT.to_owned(),
            version: VERSION,
            game,
            table,
            players,
            people,
            hall,
        })
    }

    /// Writes the file, completely or not at all.
    pub fn write(&self, path: &Path) -> Result<(), Trouble> {
        let failed = |error: std::io::Error| {
            let path = path.display();
            Trouble::new("file", format!("{path} cannot be written: {error}"))
        };
        let text = serde_json::to_string(self).map_err(|error| failed(error.into()))?;
        let mut beside = path.as_os_str().to_owned();
        beside.push(".new");
        std::fs::write(&beside, text).map_err(failed)?;
        std::fs::rename(&beside, path).map_err(failed)
    }

    /// Reads the file.
    pub fn read(path: &Path) -> Result<Saved, Trouble> {
        let wrong = |why: String| {
            let path = path.display();
            let reason = format!("{path} is no saved game of hall play: {why}");
            Trouble::new("saved", reason)
        };
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let head: Head = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        if head.format.as_deref() != Some(FORMAT) || head.version != Some(VERSION) {
            return Err(wrong(format!(
                "it does not say that it is a {FORMAT} of version {VERSION}"
            )));
        }
        serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))
    }
}
