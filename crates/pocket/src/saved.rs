//! The hall as a text that a page keeps, over a reload or for another day.

use dice::Seed;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::{Event, Phase, Request};

use crate::hall::{Pocket, clean_name, id_of};
use crate::line::Local;
use crate::live::Live;

/// What stands in the field `format`.
const FORMAT: &str = "taflhalla-pocket";
/// What stands in the field `version`.
const VERSION: u32 = 1;
/// The most characters of what is saved: browsers keep about five million for a site.
pub const MOST_SAVED: usize = 4_000_000;
/// A clock that is a year ahead is a mistake.
const MOST_AHEAD: u64 = 365 * 24 * 60 * 60 * 1000;

#[derive(Serialize, Deserialize)]
struct SavedPerson {
    id: String,
    name: String,
    /// Of guests only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

impl Pocket {
    /// Whether anything was done since this was last asked, so that it is worth
    /// saving.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// All people and tables. If that is longer than [`MOST_SAVED`], the oldest
    /// tables are left out, those where a game is played last. It holds sealed moves and seeds: it
    /// is for this browser and nobody else.
    pub fn save(&self) -> String {
        let people: Vec<SavedPerson> = self
            .lines
            .0
            .iter()
            .enumerate()
            .filter_map(|(at, line)| {
                let who = line.who.as_ref()?;
                Some(SavedPerson {
                    id: format!("{:032x}", who.id),
                    name: who.name.clone(),
                    token: (at > 0).then(|| line.token.clone()),
                })
            })
            .collect();
        let mut text = format!(
            "{{\"format\":{},\"version\":{VERSION},\"now\":{},\"people\":{},\"tables\":[",
            json!(FORMAT),
            self.now,
            json!(people)
        );
        let mut tables: Vec<&Live> = self.tables.values().collect();
        tables.sort_by_key(|live| {
            let played = live.table.phase() == Phase::Playing;
            (!played, std::cmp::Reverse(live.last_at()))
        });
        let mut first = true;
        for live in tables {
            let log = live.log_json();
            let table = format!("{{\"table\":{},\"log\":{log}}}", json!(live.name));
            if text.len() + table.len() + 3 > MOST_SAVED {
                continue;
            }
            if !std::mem::take(&mut first) {
                text.push(',');
            }
            text.push_str(&table);
        }
        text.push_str("]}");
        text
    }

    /// The hall that was saved, and sentences about what could not be read and was
    /// left out. The time since is nobody's: clocks go on where they stood.
    pub fn restore(now: u64, seed: Seed, saved: &str) -> (Pocket, Vec<String>) {
        let mut pocket = Pocket::new(now, seed);
        let mut dropped = Vec::new();
        let Ok(mut saved) = serde_json::from_str::<Value>(saved) else {
            dropped.push("what was saved cannot be read, so the hall is empty".to_owned());
            return (pocket, dropped);
        };
        if saved["format"] != FORMAT || saved["version"] != VERSION {
            dropped.push(format!(
                "what was saved is no hall of version {VERSION}, so the hall is empty"
            ));
            return (pocket, dropped);
        }
        let then = saved["now"].as_u64().unwrap_or(now);
        // The clock of the machine may have been set back since.
        pocket.ahead = then.saturating_sub(now);
        if pocket.ahead > MOST_AHEAD {
            pocket.ahead = 0;
            dropped.push("the saved time is far ahead and does not count".to_owned());
        }
        pocket.set(now);
        for person in list(&mut saved, "people") {
            if let Err(problem) = pocket.add_saved(person) {
                dropped.push(format!("a person was left out: {problem}"));
            }
        }
        for table in list(&mut saved, "tables") {
            match read_table(table) {
                Ok((id, live)) => {
                    pocket.tables.insert(id, live);
                }
                Err(problem) => dropped.push(format!("a table was left out: {problem}")),
            }
        }
        pocket.resume(then);
        (pocket, dropped)
    }

    fn add_saved(&mut self, person: Value) -> Result<(), String> {
        let person: SavedPerson =
            serde_json::from_value(person).map_err(|error| error.to_string())?;
        let id = id_of(&person.id).ok_or("an identity is 32 hexadecimal digits")?;
        let name = clean_name(&person.name).map_err(|refused| refused.reason)?;
        let who = Local { id, name };
        let mut known = self.lines.0.iter().flat_map(|line| &line.who);
        if known.any(|known| known.id == id) {
            return Err(format!("{} is there twice", who.name));
        }
        match person.token {
            None if self.lines.who(0).is_some() => {
                return Err("a browser has one person of its own".to_owned());
            }
            None => self.lines.0[0].who = Some(who),
            Some(token) => {
                let short = token.len() != 64;
                if short || self.lines.of(Some(&token)).is_ok() || !self.lines.has_room() {
                    return Err(format!("the token of {} is not one", who.name));
                }
                self.lines.add(token, Some(who));
            }
        }
        Ok(())
    }

    /// Everyone is there again, and the time since then is nobody's.
    fn resume(&mut self, then: u64) {
        let people: Vec<_> = (0..self.lines.0.len())
            .filter_map(|at| self.lines.identity(at))
            .collect();
        let ids: Vec<u128> = self.tables.keys().copied().collect();
        for id in ids {
            self.at(id, |live, hall| {
                if live.table.phase() != Phase::Playing {
                    return;
                }
                let ran_until = then.max(live.last_at()).min(hall.now);
                let down_ms = hall.now - ran_until;
                // Whatever is refused here would have changed nothing.
                let _ = live.hall(hall, Request::Resumed { down_ms });
                for &who in &people {
                    let _ = live.hall(hall, Request::Present { who, present: true });
                }
            });
        }
    }
}

fn list(saved: &mut Value, name: &str) -> Vec<Value> {
    match saved.get_mut(name).map(Value::take) {
        Some(Value::Array(list)) => list,
        _ => Vec::new(),
    }
}

fn read_table(mut table: Value) -> Result<(u128, Live), String> {
    let id = table["table"].as_str().and_then(id_of);
    let id = id.ok_or("the number of a table is 32 hexadecimal digits")?;
    let log = table.get_mut("log").map(Value::take).unwrap_or_default();
    let log: Vec<Event> = serde_json::from_value(log).map_err(|error| error.to_string())?;
    Ok((id, Live::replay(id, log)?))
}
