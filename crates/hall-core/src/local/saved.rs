//! A local hall as a text, to survive a reload or to continue another day.

use std::cmp::Reverse;

use dice::Seed;
use protocol::{Body, Identity, Millis, Phase, Request};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use table::{Event, Person};

use super::{Kept, Local, LocalHall, MOST_PEOPLE, clean_name};
use crate::computers::Computers;
use crate::live::{ReplyTo, TableInput};
use crate::table_id;

const FORMAT: &str = "taflhalla-pocket";
const VERSION: u32 = 1;
/// The most characters of a saved hall. Browsers keep about five million for each
/// site.
pub const MOST_SAVED: usize = 4_000_000;
/// A saved time more than a year ahead is a mistake.
const MOST_AHEAD: Millis = 365 * 24 * 60 * 60 * 1000;

/// A saved hall as it is read. A part that cannot be read does not affect the
/// others.
#[derive(Deserialize)]
struct SavedHall {
    #[serde(default)]
    format: Part<String>,
    #[serde(default)]
    version: Part<u32>,
    #[serde(default)]
    now: Part<Millis>,
    #[serde(default)]
    people: Part<Vec<Part<SavedPerson>>>,
    #[serde(default)]
    tables: Part<Vec<Part<SavedTable>>>,
}

#[derive(Serialize, Deserialize)]
struct SavedPerson {
    id: Identity,
    name: String,
    /// The token of a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

#[derive(Deserialize)]
struct SavedTable {
    table: String,
    log: Vec<Event>,
}

/// A part of a saved hall, or why it cannot be read.
struct Part<T>(Result<T, String>);

impl<T> Default for Part<T> {
    fn default() -> Part<T> {
        Part(Err("it is missing".to_owned()))
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Part<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Part<T>, D::Error> {
        Ok(Part(Body::deserialize(deserializer)?.read()))
    }
}

impl LocalHall {
    /// All people and tables. If the text would be longer than [`MOST_SAVED`], the
    /// oldest tables are omitted, those with a running game last. The text
    /// contains sealed moves and seeds, so never show it.
    pub fn save(&self) -> String {
        let people = self.people.iter().filter_map(|local| {
            let person = local.person.as_ref()?;
            Some(SavedPerson {
                id: person.identity,
                name: person.name.clone(),
                token: local.token.clone(),
            })
        });
        let people: Vec<SavedPerson> = people.collect();
        let mut text = format!(
            r#"{{"format":"{FORMAT}","version":{VERSION},"now":{},"people":{},"tables":["#,
            self.now,
            // Cannot fail: keys are strings.
            serde_json::to_string(&people).unwrap_or_default()
        );
        let mut tables: Vec<&Kept> = self.tables.values().collect();
        tables.sort_by_key(|kept| {
            let is_played = kept.live.table().phase() == Phase::Playing;
            (!is_played, Reverse(last_at(&kept.log)))
        });
        let start = text.len();
        for kept in tables {
            let (name, log) = (kept.live.name(), &kept.written);
            let table = format!(r#"{{"table":"{name}","log":[{log}]}}"#);
            if text.len() + table.len() + 3 > MOST_SAVED {
                continue;
            }
            if text.len() > start {
                text.push(',');
            }
            text.push_str(&table);
        }
        text.push_str("]}");
        text
    }

    /// Restores a saved hall. Also returns a sentence about each part that could
    /// not be read and was left out. Clocks stood still meanwhile.
    pub fn restore(
        now: Millis,
        seed: Seed,
        computers: Computers,
        saved: &str,
    ) -> (LocalHall, Vec<String>) {
        let mut hall = LocalHall::new(now, seed, computers);
        let mut dropped = Vec::new();
        let Ok(saved) = serde_json::from_str::<SavedHall>(saved) else {
            dropped.push("what was saved cannot be read, so the hall is empty".to_owned());
            return (hall, dropped);
        };
        if saved.format.0.as_deref() != Ok(FORMAT) || saved.version.0 != Ok(VERSION) {
            dropped.push(format!(
                "what was saved is no hall of version {VERSION}, so the hall is empty"
            ));
            return (hall, dropped);
        }
        let then = saved.now.0.unwrap_or(now);
        // The machine's clock may have been set back since.
        hall.ahead = then.saturating_sub(now);
        if hall.ahead > MOST_AHEAD {
            hall.ahead = 0;
            dropped.push("the saved time is far ahead and does not count".to_owned());
        }
        hall.set_time(now);
        for person in saved.people.0.unwrap_or_default() {
            if let Err(problem) = person.0.and_then(|person| hall.add_saved(person)) {
                dropped.push(format!("a person was left out: {problem}"));
            }
        }
        for table in saved.tables.0.unwrap_or_default() {
            if let Err(problem) = table.0.and_then(|table| hall.load_saved(table, then)) {
                dropped.push(format!("a table was left out: {problem}"));
            }
        }
        hall.settle_all();
        (hall, dropped)
    }

    fn add_saved(&mut self, saved: SavedPerson) -> Result<(), String> {
        let name = clean_name(&saved.name).map_err(|refused| refused.reason())?;
        let mut known = self.people.iter().flat_map(|local| &local.person);
        if known.any(|known| known.identity == saved.id) {
            return Err(format!("{name} is there twice"));
        }
        let person = Some(Person {
            identity: saved.id,
            name: name.clone(),
            program: false,
        });
        match saved.token {
            None if self.people[0].person.is_some() => {
                return Err("a machine has one owner".to_owned());
            }
            None => self.people[0].person = person,
            Some(token) => {
                let is_full = self.people.len() >= MOST_PEOPLE;
                if token.len() != 64 || self.find(Some(&token)).is_ok() || is_full {
                    return Err(format!("the token of {name} is not one"));
                }
                self.people.push(Local::new(Some(token), person));
            }
        }
        Ok(())
    }

    /// Adds a saved table, with everyone at it. `then` is when the hall was saved.
    fn load_saved(&mut self, saved: SavedTable, then: Millis) -> Result<(), String> {
        let id = table_id(&saved.table);
        let id = id.ok_or("the number of a table is 32 hexadecimal digits")?;
        let ran_until = then.max(last_at(&saved.log)).min(self.now);
        self.load(id, saved.log, Some(self.now - ran_until))?;
        let Some(kept) = self.tables.get_mut(&id) else {
            return Ok(());
        };
        if kept.live.table().phase() != Phase::Playing {
            return Ok(());
        }
        for person in self.people.iter().flat_map(|local| &local.person) {
            let request = Request::Present {
                who: person.identity,
                present: true,
            };
            // A person who is not at the table is refused, which changes nothing.
            let reply = ReplyTo::Nobody;
            kept.live
                .input(self.now, TableInput::Hall { request, reply });
        }
        Ok(())
    }
}

fn last_at(log: &[Event]) -> Millis {
    log.last().map_or(0, |event| event.at)
}
