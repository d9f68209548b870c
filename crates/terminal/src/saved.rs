//! A game that is put aside: a file with all that is needed to go on.

use std::path::Path;

use catalog::Value;
use serde_json::json;

use crate::line::Trouble;
use crate::session::Sitter;

const FORMAT: &str = "taflhalla-game";
const VERSION: u32 = 1;

/// What is in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// The id of the game.
    pub game: String,
    /// The id of the table.
    pub table: String,
    /// Who sits where, as it was typed.
    pub players: Vec<String>,
    /// The people at the terminal.
    pub people: Vec<Sitter>,
    /// The hall with the table.
    pub hall: Value,
}

impl Saved {
    /// Writes the file: all of it or nothing.
    pub fn write(&self, path: &Path) -> Result<(), Trouble> {
        let tables = self.hall["tables"].as_array();
        if !tables.is_some_and(|tables| tables.iter().any(|t| t["table"] == json!(self.table))) {
            return Err(Trouble::new("long", "this game is too long to be saved"));
        }
        let people: Vec<Value> = self
            .people
            .iter()
            .map(|person| json!({"seat": person.seat, "token": person.token}))
            .collect();
        let text = json!({
            "format": FORMAT, "version": VERSION, "game": self.game, "table": self.table,
            "players": self.players, "people": people, "hall": self.hall,
        });
        let failed = |error: std::io::Error| {
            Trouble::new(
                "file",
                format!("{} cannot be written: {error}", path.display()),
            )
        };
        let mut beside = path.as_os_str().to_owned();
        beside.push(".new");
        std::fs::write(&beside, text.to_string()).map_err(failed)?;
        std::fs::rename(&beside, path).map_err(failed)
    }

    /// Reads the file.
    pub fn read(path: &Path) -> Result<Saved, Trouble> {
        let wrong = |why: String| {
            let path = path.display();
            Trouble::new(
                "saved",
                format!("{path} is no saved game of hall play: {why}"),
            )
        };
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let value: Value = serde_json::from_str(&text).map_err(|e| wrong(e.to_string()))?;
        if value["format"] != FORMAT || value["version"] != VERSION {
            return Err(wrong(format!(
                "it does not say that it is a {FORMAT} of version {VERSION}"
            )));
        }
        let read = || {
            let people = value["people"].as_array()?.iter().map(|person| {
                Some(Sitter {
                    seat: u16::try_from(person["seat"].as_u64()?).ok()?,
                    token: person["token"].as_str().map(str::to_owned),
                })
            });
            let players = value["players"].as_array()?.iter();
            Some(Saved {
                game: value["game"].as_str()?.to_owned(),
                table: value["table"].as_str()?.to_owned(),
                players: players
                    .map(|text| text.as_str().map(str::to_owned))
                    .collect::<Option<_>>()?,
                people: people.collect::<Option<_>>()?,
                hall: value["hall"].clone(),
            })
        };
        read().ok_or_else(|| wrong("a part of it is missing".to_owned()))
    }
}
