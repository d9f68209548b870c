//! The players on seats: people, built-in players, engines with settings, bots.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use arena::entrant::{Entrant, EntrantError};
use arena::time::TimeRules;
use players::any::names as built_in;
use protocol::{Clock, GameData};
use thiserror::Error;

use crate::computers::Computer;

/// A player on a seat.
#[derive(Clone)]
pub enum Seating {
    /// A person at this terminal, with a name if one was given.
    Person(Option<String>),
    /// A built-in player, by name.
    BuiltIn(String),
    /// An engine with settings, or a bot.
    Other(Computer),
}

/// Why a text does not name a player.
#[derive(Debug, Error)]
pub enum SeatingError {
    /// No such game.
    #[error(transparent)]
    Game(#[from] catalog::Error),
    /// No such player.
    #[error("{0}; human is a person at this terminal")]
    Nobody(EntrantError),
    /// No such bot.
    #[error("{0}")]
    NoProgram(EntrantError),
}

impl Seating {
    /// The player that a text names: `human`, `human:Ann`, a level, an engine with
    /// settings, or the path of a bot.
    pub fn read(game: &str, text: &str) -> Result<Seating, SeatingError> {
        if text == "human" {
            return Ok(Seating::Person(None));
        }
        if let Some(name) = text.strip_prefix("human:") {
            return Ok(Seating::Person(Some(name.to_owned())));
        }
        if built_in(game).contains(&text) {
            return Ok(Seating::BuiltIn(text.to_owned()));
        }
        let rules = catalog::open(game, &GameData::NULL)?;
        let entrant = Entrant::find(&*rules, text).map_err(|error| match error {
            EntrantError::Spec(_) => SeatingError::Nobody(error),
            EntrantError::Program(_) => SeatingError::NoProgram(error),
        })?;
        Ok(Seating::Other(match entrant {
            Entrant::BuiltIn(spec) => Computer::Engine(spec),
            Entrant::Program(program) => Computer::Program(Box::new(program)),
        }))
    }

    /// Whether it is a bot.
    pub fn is_program(&self) -> bool {
        matches!(self, Seating::Other(Computer::Program(_)))
    }
}

/// The names of computer players by seat, and the players among them that are not
/// built in, by name.
pub fn computers(
    game: &str,
    seats: &[Seating],
) -> (Vec<Option<String>>, BTreeMap<String, Computer>) {
    let mut others: BTreeMap<String, Computer> = BTreeMap::new();
    let mut paths: BTreeMap<PathBuf, String> = BTreeMap::new();
    let names = seats.iter().map(|seat| match seat {
        Seating::Person(_) => None,
        Seating::BuiltIn(name) => Some(name.clone()),
        Seating::Other(computer) => {
            let name = match computer {
                Computer::Engine(spec) => spec.to_string(),
                Computer::Program(program) => match paths.get(&program.path) {
                    Some(known) => known.clone(),
                    None => {
                        let taken = |name: &String| {
                            built_in(game).contains(&name.as_str()) || others.contains_key(name)
                        };
                        let name = (1..).map(|n| match n {
                            1 => program.name.clone(),
                            n => format!("{} ({n})", program.name),
                        });
                        let name = name.into_iter().find(|name| !taken(name));
                        let name = name.unwrap_or_default();
                        paths.insert(program.path.clone(), name.clone());
                        name
                    }
                },
            };
            others.insert(name.clone(), computer.clone());
            Some(name)
        }
    });
    (names.collect(), others)
}

/// The clock of a table with these time rules. The error is a sentence.
pub fn clock(time: Option<TimeRules>) -> Result<Clock, String> {
    let ms = |time: Duration| time.as_millis() as u64;
    Ok(match time {
        None => Clock::None,
        Some(TimeRules::Total { total, increment }) => Clock::Total {
            ms: ms(total),
            increment_ms: ms(increment),
        },
        Some(TimeRules::PerMove { each, reserve }) if reserve.is_zero() => {
            Clock::PerMove { ms: ms(each) }
        }
        Some(TimeRules::PerMove { .. }) => {
            return Err("a table keeps no reserve beside a time per move: \
                        write 5m, 3m+2s or 30s/move"
                .to_owned());
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The levels and `alphabeta` are players of this game.
    const GAME: &str = catalog::GAMES[1].id;

    #[test]
    fn people_levels_and_engines_are_distinguished() {
        assert!(matches!(
            Seating::read(GAME, "human:Ann"),
            Ok(Seating::Person(Some(name))) if name == "Ann"
        ));
        assert!(matches!(
            Seating::read(GAME, "weak"),
            Ok(Seating::BuiltIn(_))
        ));
        let engine = Seating::read(GAME, "alphabeta:depth=3").unwrap();
        assert!(matches!(&engine, Seating::Other(Computer::Engine(_))));
        let error = Seating::read(GAME, "nobody").err().unwrap();
        assert!(error.to_string().contains("human is a person"), "{error}");
    }

    #[test]
    fn a_reserve_is_refused_with_valid_examples() {
        let rules = "10s/move+1m".parse().unwrap();
        assert!(clock(Some(rules)).unwrap_err().contains("30s/move"));
        let rules = "3m+2s".parse().unwrap();
        assert_eq!(
            clock(Some(rules)).unwrap(),
            Clock::Total {
                ms: 180_000,
                increment_ms: 2000
            }
        );
    }
}
