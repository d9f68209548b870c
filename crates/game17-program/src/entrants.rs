//! Turns names on the command line into players.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail};
use arena::bot::Program;
use arena::python;
use catalog::Codec;
use game17::Game17;
use picture::Rgb;
use players::roster::{Roster, Spec};
use protocol::text::visible;
use thiserror::Error;

use crate::mover::{BotMover, BuiltInMover, House, ModuleMover, Mover};
use crate::work;

/// A player of a contest.
pub struct Entrant {
    /// Its owner number, from 1.
    pub number: u16,
    /// What was typed, without the colour.
    pub name: String,
    kind: Kind,
}

enum Kind {
    BuiltIn(Spec),
    Program(Program, Arc<House>),
}

/// The colour of the additional T-800s.
const T800_COLOUR: &str = "xkcd:dark purple";

/// All players and what they need to run.
pub struct Entrants {
    /// The players that can play, by number.
    pub players: Vec<Entrant>,
    /// The chosen colours, by number.
    pub colours: BTreeMap<u16, Rgb>,
    /// Players that could not be loaded, with the reason. They are not in
    /// `players`; zombies play their owners.
    pub failed: Vec<(u16, String)>,
    /// The highest number of a player.
    pub highest: u16,
}

impl Entrants {
    /// Loads the players, then `t800s` more. `open` makes the place where bots
    /// run; it is called only for the first bot.
    pub fn load(
        names: &[String],
        t800s: u16,
        open: impl Fn() -> Result<House>,
    ) -> Result<Entrants, LoadError> {
        let mut house = None;
        let mut all = Entrants {
            players: Vec::new(),
            colours: BTreeMap::new(),
            failed: Vec::new(),
            highest: 0,
        };
        let most = u16::MAX - 1 - t800s.min(u16::MAX - 1);
        if names.len() > usize::from(most) {
            let what = "there are more players than any board has room for";
            return Err(LoadError::Failed(anyhow::Error::msg(what)));
        }
        for (number, text) in (1..).zip(names) {
            let (name, colour) = split(text);
            if let Some(colour) = colour {
                let colour = self::colour(colour);
                let colour =
                    colour.map_err(|error| LoadError::Typed(format!("player {text}: {error}")))?;
                all.colours.insert(number, colour);
            }
            let kind = match named(name)? {
                Named::BuiltIn(spec) => Kind::BuiltIn(spec),
                Named::Program(program) => {
                    let house = match &house {
                        Some(house) => Arc::clone(house),
                        None => Arc::clone(house.insert(Arc::new(open()?))),
                    };
                    Kind::Program(program, house)
                }
            };
            all.players.push(Entrant {
                number,
                name: visible(name),
                kind,
            });
            all.highest = number;
        }
        for number in all.highest + 1..=all.highest + t800s {
            all.colours.insert(number, colour(T800_COLOUR)?);
            all.players.push(Entrant {
                number,
                name: "t800".to_owned(),
                kind: Kind::BuiltIn(spec("t800")?),
            });
        }
        all.highest += t800s;
        all.try_out()?;
        Ok(all)
    }

    /// Starts every bot once and drops those that fail.
    fn try_out(&mut self) -> Result<()> {
        let mut workers = vec![(); work::cores()];
        let results = work::all(
            self.players.len(),
            &mut workers,
            |(), place| self.players[place].try_out(),
            || {},
        );
        let players = std::mem::take(&mut self.players);
        for (entrant, result) in players.into_iter().zip(results) {
            match result {
                Ok(()) => self.players.push(entrant),
                // A missing numpy is not the player's fault.
                Err(_) if entrant.is_module() && !python::has_numpy() => bail!(
                    "{} needs numpy, which {} does not have: install it with -m pip install numpy",
                    entrant.name,
                    python::interpreter().unwrap_or_default().display()
                ),
                Err(problem) => self
                    .failed
                    .push((entrant.number, format!("{}: {problem}", entrant.name))),
            }
        }
        Ok(())
    }

    /// Whether all players are built in.
    pub fn all_built_in(&self) -> bool {
        self.players
            .iter()
            .all(|entrant| matches!(entrant.kind, Kind::BuiltIn(_)))
    }

    /// New movers for all players, in their order.
    pub fn movers(&self) -> Vec<Box<dyn Mover>> {
        self.players
            .iter()
            .map(|entrant| -> Box<dyn Mover> {
                match &entrant.kind {
                    Kind::BuiltIn(spec) => Box::new(BuiltInMover::new(spec.clone())),
                    Kind::Program(program, house) => {
                        let (module, house) = (program.is_module(), Arc::clone(house));
                        if module {
                            Box::new(ModuleMover::new(program.clone(), house))
                        } else {
                            Box::new(BotMover::new(program.clone(), house))
                        }
                    }
                }
            })
            .collect()
    }

    /// The lines `bot.py is player 1`.
    pub fn listing(&self, names: &[String]) -> String {
        let mut text = String::new();
        for (number, name) in (1..).zip(names) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} is player {number}", split(name).0);
        }
        for number in names.len() + 1..=usize::from(self.highest) {
            let _ = writeln!(text, "t800 is player {number}");
        }
        text
    }

    /// The numbers of the players that could not be loaded, as the original
    /// program writes them.
    pub fn failed_numbers(&self) -> String {
        let numbers: Vec<String> = self.failed.iter().map(|(n, _)| n.to_string()).collect();
        numbers.join(", ") + "\n"
    }
}

impl Entrant {
    fn is_module(&self) -> bool {
        matches!(&self.kind, Kind::Program(program, _) if program.is_module())
    }

    /// Starts a bot once. The error says what went wrong and what the bot wrote.
    fn try_out(&self) -> Result<(), String> {
        let tried = match &self.kind {
            Kind::BuiltIn(_) => Ok(()),
            Kind::Program(program, house) if program.is_module() => {
                ModuleMover::try_out(program, house)
            }
            Kind::Program(program, house) => BotMover::try_out(program, house),
        };
        tried.map_err(|(verdict, log)| match log.trim_end() {
            "" => verdict.to_string(),
            log => format!("{verdict}\n{}", visible_lines(log)),
        })
    }
}

/// A bot's output, line by line, safe for a terminal.
fn visible_lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(visible).collect();
    lines.join("\n")
}

/// Why players cannot be loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The typed text does not name a player.
    #[error("{0}")]
    Typed(String),
    /// Another error.
    #[error("{0:#}")]
    Failed(#[from] anyhow::Error),
}

impl LoadError {
    fn typed(error: impl ToString) -> LoadError {
        LoadError::Typed(error.to_string())
    }
}

fn spec(text: &str) -> Result<Spec, LoadError> {
    text.parse().map_err(LoadError::typed)
}

fn colour(text: &str) -> Result<Rgb, LoadError> {
    text.parse().map_err(LoadError::typed)
}

/// Splits a name and its colour: `bot.py:red`, `strong:nodes=500:xkcd:dark
/// purple`.
fn split(text: &str) -> (&str, Option<&str>) {
    if Path::new(text).exists() {
        return (text, None);
    }
    let Some((name, rest)) = text.split_once(':') else {
        return (text, None);
    };
    // Settings belong to the engine's name.
    let first = rest.split(':').next().unwrap_or_default();
    if !first.contains('=') {
        return (name, Some(rest));
    }
    let end = name.len() + 1 + first.len();
    (&text[..end], text.get(end + 1..))
}

enum Named {
    BuiltIn(Spec),
    Program(Program),
}

/// The player that a name without a colour means.
fn named(name: &str) -> Result<Named, LoadError> {
    let first = name.split(':').next().unwrap_or_default();
    if Game17::NAMES.contains(&first) {
        let spec = spec(name)?;
        // Reports wrong settings now rather than in a game.
        Game17::engine(&spec, 0, 1)
            .map(drop)
            .map_err(LoadError::typed)?;
        return Ok(Named::BuiltIn(spec));
    }
    if name == "human" {
        let what = "people play with hall play and hall serve; here programs play";
        return Err(LoadError::typed(what));
    }
    let path = Path::new(name);
    if !path.exists() {
        return Err(LoadError::Typed(format!(
            "there is no player {name:?}: give a file, a folder with an executable start, or one of \
             {}",
            Game17::NAMES.join(", ")
        )));
    }
    match Program::find(path, Game17::ID) {
        Ok(program) => Ok(Named::Program(program)),
        Err(error) => Err(LoadError::Failed(error.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_colours_and_settings_are_split() {
        assert_eq!(split("bot.py"), ("bot.py", None));
        assert_eq!(split("bot.py:red"), ("bot.py", Some("red")));
        assert_eq!(
            split("t800:xkcd:dark purple"),
            ("t800", Some("xkcd:dark purple"))
        );
        assert_eq!(split("strong:nodes=5"), ("strong:nodes=5", None));
        assert_eq!(
            split("strong:nodes=5:#ff0000"),
            ("strong:nodes=5", Some("#ff0000"))
        );
    }

    fn nowhere() -> Result<House> {
        bail!("no program runs here")
    }

    fn refused(name: &str) -> String {
        let loaded = Entrants::load(&[name.to_owned()], 0, nowhere);
        format!("{:#}", loaded.err().expect("it is refused"))
    }

    #[test]
    fn unknown_players_are_refused_with_a_list_of_known_ones() {
        assert!(refused("nobody.py").contains("there is no player \"nobody.py\""));
        assert!(refused("human").contains("hall play"));
        assert!(refused("t800:crimsn").contains("the nearest name is \"crimson\""));
        assert!(refused("t800:depth=3").contains("no setting depth"));
        assert!(
            refused(env!("CARGO_MANIFEST_DIR")).contains("without an executable file named start")
        );
    }

    #[test]
    fn t800s_come_after_the_named_players() {
        let names = ["weak:red".to_owned(), "random".to_owned()];
        let all = Entrants::load(&names, 2, nowhere).unwrap();
        let numbers: Vec<u16> = all.players.iter().map(|entrant| entrant.number).collect();
        assert_eq!((numbers, all.highest), (vec![1, 2, 3, 4], 4));
        assert_eq!(all.colours.keys().copied().collect::<Vec<u16>>(), [1, 3, 4]);
        assert_eq!(
            all.listing(&names),
            "weak is player 1\nrandom is player 2\nt800 is player 3\nt800 is player 4\n"
        );
        assert_eq!(all.failed_numbers(), "\n");
    }
}
