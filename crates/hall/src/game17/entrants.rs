//! Who plays: names on the command line become movers.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ::game17::Game17;
use anyhow::{Context, Result, bail};
use arena::python::{self, PythonHome};
use players::roster::{Roster, Spec};

use super::colour::{self, Rgb};
use super::mover::{Bot, BuiltIn, IMPORT_WAIT, Module, Mover};
use super::process::{Failure, Program, shown};
use super::work;

/// A player of a contest.
pub struct Entrant {
    /// The owner it plays, counted from 1.
    pub number: u16,
    /// What was typed, without the colour.
    pub name: String,
    kind: Kind,
}

enum Kind {
    BuiltIn(Spec),
    Module(Program),
    Bot(Program),
}

/// All players, and what they need to run.
pub struct Entrants {
    pub players: Vec<Entrant>,
    pub colours: BTreeMap<u32, Rgb>,
    /// Players that could not be loaded, and why. They are not in `players`;
    /// zombies play their owners.
    pub failed: Vec<(u16, String)>,
    /// The highest number given to a player.
    pub highest: u16,
    wait: Duration,
    // Kept, since it is removed with this value.
    _home: Option<PythonHome>,
}

impl Entrants {
    /// Loads the players, then `t800s` more.
    pub fn load(names: &[String], t800s: u16, wait: Duration) -> Result<Entrants> {
        let mut runner = Runner::default();
        let mut all = Entrants {
            players: Vec::new(),
            colours: BTreeMap::new(),
            failed: Vec::new(),
            highest: 0,
            wait,
            _home: None,
        };
        let most = u16::MAX - 1 - t800s.min(u16::MAX - 1);
        if names.len() > usize::from(most) {
            bail!("there are more players than any board has room for");
        }
        for (number, text) in (1..).zip(names) {
            let (name, colour) = split(text);
            let kind = runner.kind(name)?;
            if let Some(colour) = colour {
                let colour = colour::named(colour).with_context(|| format!("player {text}"))?;
                all.colours.insert(u32::from(number), colour);
            }
            all.players.push(Entrant {
                number,
                name: name.to_owned(),
                kind,
            });
            all.highest = number;
        }
        for number in all.highest + 1..=all.highest + t800s {
            all.colours.insert(u32::from(number), colour::T800);
            all.players.push(Entrant {
                number,
                name: "t800".to_owned(),
                kind: Kind::BuiltIn("t800".parse()?),
            });
        }
        all.highest += t800s;
        all._home = runner.home;
        all.try_out()?;
        Ok(all)
    }

    /// Starts every program once and sets those aside that fail.
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
                Err(Failure::Ended {
                    code: Some(NO_NUMPY),
                    said,
                }) => bail!("{}: {}", entrant.name, said.trim()),
                Err(failure) => self
                    .failed
                    .push((entrant.number, format!("{}: {failure}", entrant.name))),
            }
        }
        Ok(())
    }

    /// Whether all players are the hall's own.
    pub fn all_built_in(&self) -> bool {
        self.players
            .iter()
            .all(|entrant| matches!(entrant.kind, Kind::BuiltIn(_)))
    }

    /// Fresh movers for all players, in their order.
    pub fn movers(&self) -> Vec<Box<dyn Mover>> {
        self.players
            .iter()
            .map(|entrant| -> Box<dyn Mover> {
                match &entrant.kind {
                    Kind::BuiltIn(spec) => Box::new(BuiltIn::new(spec.clone())),
                    Kind::Module(program) => Box::new(Module::new(program.clone(), self.wait)),
                    Kind::Bot(program) => Box::new(Bot::new(program.clone(), self.wait)),
                }
            })
            .collect()
    }

    /// `bot.py is player 1`, line by line.
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

/// The exit code of the host where numpy is missing. That is no fault of the
/// player.
const NO_NUMPY: i32 = 4;

impl Entrant {
    fn try_out(&self) -> Result<(), Failure> {
        match &self.kind {
            Kind::BuiltIn(_) => Ok(()),
            Kind::Module(program) => Module::import(program, IMPORT_WAIT),
            Kind::Bot(program) => Bot::try_out(program, IMPORT_WAIT),
        }
    }
}

/// A name and its colour: `bot.py:red`, `strong:nodes=500:xkcd:dark purple`.
fn split(text: &str) -> (&str, Option<&str>) {
    if Path::new(text).exists() {
        return (text, None);
    }
    let Some((name, rest)) = text.split_once(':') else {
        return (text, None);
    };
    // Settings belong to the name of an engine.
    let first = rest.split(':').next().unwrap_or_default();
    if !first.contains('=') {
        return (name, Some(rest));
    }
    let end = name.len() + 1 + first.len();
    (&text[..end], text.get(end + 1..))
}

/// What has been found out about running Python.
#[derive(Default)]
struct Runner {
    python: Option<PathBuf>,
    home: Option<PythonHome>,
}

impl Runner {
    fn kind(&mut self, name: &str) -> Result<Kind> {
        let spec = name.parse::<Spec>();
        let first = name.split(':').next().unwrap_or_default();
        if Game17::NAMES.contains(&first) {
            let spec = spec?;
            // Says what is wrong with the settings now rather than in a game.
            Game17::engine(&spec, 0, 1).map(drop)?;
            return Ok(Kind::BuiltIn(spec));
        }
        let path = Path::new(name);
        if name == "human" {
            bail!("people play with hall play and hall serve; here programs play");
        }
        let path = path.canonicalize().with_context(|| {
            format!(
                "there is no player {name:?}: give a file, a folder with an executable start, or \
                 one of {}",
                Game17::NAMES.join(", ")
            )
        })?;
        if path.is_dir() {
            let start = path.join("start");
            if !start.is_file() {
                bail!("{name} is a folder without an executable named start");
            }
            return Ok(Kind::Bot(Program {
                executable: start,
                arguments: Vec::new(),
                folder: Some(path),
            }));
        }
        if path.extension().is_none_or(|extension| extension != "py") {
            return Ok(Kind::Bot(Program {
                folder: path.parent().map(Path::to_owned),
                executable: path,
                arguments: Vec::new(),
            }));
        }
        let source = std::fs::read(&path).with_context(|| shown(&path))?;
        let python = self.python(name)?;
        if !python::is_module_player(&String::from_utf8_lossy(&source)) {
            return Ok(Kind::Bot(Program {
                folder: path.parent().map(Path::to_owned),
                executable: python,
                arguments: vec![path],
            }));
        }
        if self.home.is_none() {
            let home = PythonHome::unpack().context("the Python package cannot be unpacked")?;
            self.home = Some(home);
        }
        let host = self.home.iter().map(PythonHome::host);
        Ok(Kind::Module(Program {
            executable: python,
            arguments: host.chain([path]).collect(),
            folder: None,
        }))
    }

    fn python(&mut self, name: &str) -> Result<PathBuf> {
        if self.python.is_none() {
            self.python = python::interpreter();
        }
        self.python.clone().with_context(|| {
            format!(
                "{name} needs Python, and there is none: install python3, or name one in HALL_PYTHON"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_colours_and_settings() {
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

    fn refused(name: &str) -> String {
        let wait = Duration::from_secs(1);
        let loaded = Entrants::load(&[name.to_owned()], 0, wait);
        format!("{:#}", loaded.err().expect("it is refused"))
    }

    #[test]
    fn players_that_are_none_are_refused_with_what_there_is() {
        assert!(refused("nobody.py").contains("there is no player \"nobody.py\""));
        assert!(refused("human").contains("hall play"));
        assert!(refused("t800:puce-ish").contains("is no colour"));
        assert!(refused("t800:depth=3").contains("no setting depth"));
        assert!(refused(env!("CARGO_MANIFEST_DIR")).contains("without an executable named start"));
    }

    #[test]
    fn t800s_come_after_the_named_players() {
        let names = ["weak:red".to_owned(), "random".to_owned()];
        let all = Entrants::load(&names, 2, Duration::from_secs(1)).unwrap();
        let numbers: Vec<u16> = all.players.iter().map(|entrant| entrant.number).collect();
        assert_eq!((numbers, all.highest), (vec![1, 2, 3, 4], 4));
        assert_eq!(all.colours.keys().copied().collect::<Vec<u32>>(), [1, 3, 4]);
        assert_eq!(
            all.listing(&names),
            "weak is player 1\nrandom is player 2\nt800 is player 3\nt800 is player 4\n"
        );
        assert_eq!(all.failed_numbers(), "\n");
    }
}
