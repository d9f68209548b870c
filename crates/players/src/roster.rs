//! Players by name: levels, and engines with settings.
//!
//! A [`Spec`] is what you type: `strong`, `alphabeta:depth=6,threads=2`, `mcts:ms=500`.
//! Every game has a [`Roster`] of its players.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use game::{Dice, Game};
use search::control::Limits;
use thiserror::Error;

use crate::Player;
use crate::alphabeta::{Effort, USUAL_TIME};
use crate::measures::Measure;
use crate::montecarlo::MonteCarlo;
use crate::tuning::Tuner;

/// The levels that every game has, weakest first.
pub const LEVELS: [&str; 4] = ["random", "weak", "medium", "strong"];

/// A player's name and settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The name of a level or an engine.
    pub name: String,
    settings: Vec<(Setting, u64)>,
}

/// A setting that can follow a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Time per move, in milliseconds.
    Ms,
    /// Moves ahead.
    Depth,
    /// States visited per move.
    Nodes,
    /// The number of search threads.
    Threads,
    /// The size of the table of known states, in MiB.
    Table,
    /// How many of the best moves to follow.
    Lines,
}

impl Setting {
    const ALL: [(&'static str, Setting, u64); 6] = [
        ("ms", Setting::Ms, 86_400_000),
        ("depth", Setting::Depth, 200),
        ("nodes", Setting::Nodes, u64::MAX),
        ("threads", Setting::Threads, 64),
        ("table", Setting::Table, 4096),
        ("lines", Setting::Lines, 1000),
    ];

    /// Its name in a spec.
    pub fn name(self) -> &'static str {
        let found = Setting::ALL.iter().find(|(_, setting, _)| *setting == self);
        found.map_or("", |(name, ..)| name)
    }
}

/// A text that does not name a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// There is no such setting.
    #[error(
        "{spec:?}: there is no setting {setting:?}; there are ms, depth, nodes, threads, table (MiB) and lines"
    )]
    UnknownSetting {
        /// The spec as typed.
        spec: String,
        /// The setting.
        setting: String,
    },
    /// The value is not a number or out of range.
    #[error("{spec:?}: {setting} must be a whole number from 0 to {most}")]
    OutOfRange {
        /// The spec as typed.
        spec: String,
        /// The setting.
        setting: &'static str,
        /// The highest allowed value.
        most: u64,
    },
    /// The player does not have this setting.
    #[error("{player} in {game} has no setting {setting}; it has {known}")]
    NoSetting {
        /// The player.
        player: String,
        /// The game.
        game: &'static str,
        /// The setting.
        setting: &'static str,
        /// The settings it has.
        known: String,
    },
    /// The game has no such player.
    #[error("there is no player {name:?} for {game}; there are {names}")]
    UnknownPlayer {
        /// The name as typed.
        name: String,
        /// The game.
        game: &'static str,
        /// The known names.
        names: String,
    },
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let spec = || text.chars().take(80).collect::<String>();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut settings = Vec::new();
        for part in rest.split(',').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let known = Setting::ALL.iter().find(|(name, ..)| *name == key);
            let &(name, setting, most) = known.ok_or_else(|| SpecError::UnknownSetting {
                spec: spec(),
                setting: key.chars().take(40).collect(),
            })?;
            let value = value.parse().ok().filter(|value| *value <= most);
            settings.push((
                setting,
                value.ok_or_else(|| SpecError::OutOfRange {
                    spec: spec(),
                    setting: name,
                    most,
                })?,
            ));
        }
        Ok(Spec {
            name: name.to_owned(),
            settings,
        })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (setting, value)) in self.settings.iter().enumerate() {
            let before = if i == 0 { ':' } else { ',' };
            write!(f, "{before}{}={value}", setting.name())?;
        }
        Ok(())
    }
}

impl Spec {
    fn value(&self, setting: Setting) -> Option<u64> {
        let found = self.settings.iter().rev().find(|(key, _)| *key == setting);
        found.map(|(_, value)| *value)
    }

    /// The same spec with one more setting.
    #[must_use]
    pub fn with(mut self, setting: Setting, value: u64) -> Spec {
        self.settings.push((setting, value));
        self
    }

    /// The limits that the settings give.
    pub fn limits(&self) -> Limits {
        Limits {
            time: self.value(Setting::Ms).map(Duration::from_millis),
            depth: self.value(Setting::Depth).map(|depth| depth as u32),
            nodes: self.value(Setting::Nodes),
        }
    }

    pub(crate) fn threads(&self, usual: usize) -> usize {
        self.value(Setting::Threads)
            .map_or(usual, |n| n as usize)
            .max(1)
    }

    /// The effort of `strong`, changed by the settings.
    pub(crate) fn effort(&self, strong: &Effort) -> Effort {
        Effort {
            threads: self.threads(strong.threads),
            table_mib: self
                .value(Setting::Table)
                .map_or(strong.table_mib, |n| n as usize),
            lines: self.value(Setting::Lines).map_or(1, |n| n as usize).max(1),
            ..strong.clone()
        }
    }
}

/// How long a player waits before it answers a person, on top of its thinking time:
/// `weak` takes its time like a person, the others answer at once. Games between
/// programs do not wait.
pub fn pause(spec: &Spec, dice: &mut dyn Dice) -> Duration {
    if spec.name != "weak" {
        return Duration::ZERO;
    }
    // Two throws: mostly about a second and a half, sometimes much less or more.
    let throws = dice.below(1100) + dice.below(1100);
    Duration::from_millis(u64::from(400 + throws))
}

/// A player with its limits.
pub struct Engine<G: Game> {
    /// The player.
    pub player: Box<dyn Player<G>>,
    /// The player's limits for each move.
    pub limits: Limits,
}

/// The players of a game, by name.
pub trait Roster: Game {
    /// The game's id in messages.
    const GAME: &'static str;
    /// All names, levels first.
    const NAMES: &'static [&'static str];

    /// Creates a player whose dice use `seed`. It may use `threads` threads unless its
    /// settings say otherwise.
    fn named(spec: &Spec, seed: u64, threads: usize) -> Option<Box<dyn Player<Self>>>;

    /// The settings of a player; empty for players that do not search.
    fn settings(name: &str) -> &'static [Setting];

    /// The work that shows how fast the game and its players are.
    fn measures() -> &'static [Measure] {
        &[]
    }

    /// Hands over the weights that can be tuned, if the game has some.
    fn tune<T: Tuner>(_: T) -> Option<T::Output> {
        None
    }

    /// The limits of a player that searches if its spec sets none.
    fn usual_limits() -> Limits {
        Limits {
            time: Some(USUAL_TIME),
            ..Limits::default()
        }
    }

    /// Creates a player with its limits.
    fn engine(spec: &Spec, seed: u64, threads: usize) -> Result<Engine<Self>, SpecError> {
        let player = Self::named(spec, seed, threads).ok_or_else(|| SpecError::UnknownPlayer {
            name: spec.name.chars().take(80).collect(),
            game: Self::GAME,
            names: Self::NAMES.join(", "),
        })?;
        let settings = Self::settings(&spec.name);
        let unknown = spec
            .settings
            .iter()
            .find(|(set, _)| !settings.contains(set));
        if let Some((setting, _)) = unknown {
            let known: Vec<&str> = settings.iter().map(|setting| setting.name()).collect();
            return Err(SpecError::NoSetting {
                player: spec.name.clone(),
                game: Self::GAME,
                setting: setting.name(),
                known: if known.is_empty() {
                    "none".to_owned()
                } else {
                    known.join(", ")
                },
            });
        }
        let typed = spec.limits();
        let limits = if typed == Limits::default() && !settings.is_empty() {
            Self::usual_limits()
        } else {
            typed
        };
        Ok(Engine { player, limits })
    }
}

pub(crate) const ALPHA_BETA: &[Setting] = &[
    Setting::Ms,
    Setting::Depth,
    Setting::Nodes,
    Setting::Threads,
    Setting::Table,
    Setting::Lines,
];
pub(crate) const MONTE_CARLO: &[Setting] = &[Setting::Ms, Setting::Nodes, Setting::Threads];
pub(crate) const SOLVER: &[Setting] = &[Setting::Ms, Setting::Depth, Setting::Nodes];
pub(crate) const PLANNER: &[Setting] = &[Setting::Ms, Setting::Nodes];

pub(crate) fn monte_carlo(spec: &Spec, seed: u64, threads: usize) -> MonteCarlo {
    let mut player = MonteCarlo::new(seed);
    player.settings.threads = spec.threads(threads);
    player
}

#[cfg(test)]
mod tests {
    use catalog::typed::Brandub;
    use catalog::{GAMES, GameData};

    use super::*;

    #[test]
    fn specs_are_read_and_written() {
        let spec: Spec = "alphabeta:depth=6,threads=2".parse().unwrap();
        assert_eq!(spec.name, "alphabeta");
        assert_eq!(spec.limits().depth, Some(6));
        assert_eq!(spec.threads(1), 2);
        assert_eq!(spec.to_string(), "alphabeta:depth=6,threads=2");
        assert_eq!("strong".parse::<Spec>().unwrap().to_string(), "strong");
    }

    #[test]
    fn wrong_specs_say_what_is_wrong() {
        let problem = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert!(problem("mcts:speed=3").contains("no setting \"speed\""));
        assert!(problem("mcts:ms=fast").contains("ms must be a whole number"));
        assert!(problem("mcts:depth=999").contains("from 0 to 200"));
        assert!(problem("mcts:ms").contains("ms must be"));
        let spec: Spec = "random:depth=9".parse().unwrap();
        let error = Brandub::engine(&spec, 1, 1).err().unwrap().to_string();
        assert_eq!(error, "random in brandub has no setting depth; it has none");
        let spec: Spec = "t800".parse().unwrap();
        let error = Brandub::engine(&spec, 1, 1).err().unwrap().to_string();
        assert!(error.starts_with("there is no player \"t800\" for brandub; there are random"));
    }

    #[test]
    fn only_weak_takes_its_time() {
        let mut dice = dice::Quick::new(1);
        let weak: Spec = "weak".parse().unwrap();
        let pauses: Vec<u128> = (0..200)
            .map(|_| pause(&weak, &mut dice).as_millis())
            .collect();
        assert!(pauses.iter().all(|ms| (400..2600).contains(ms)));
        assert!(pauses.iter().max() > pauses.iter().min().map(|ms| ms + 1000).as_ref());
        assert_eq!(pause(&"strong".parse().unwrap(), &mut dice), Duration::ZERO);
    }

    #[test]
    fn every_name_on_a_roster_has_a_player() {
        fn check<G: Roster>(_: G) {
            assert_eq!(G::NAMES[..4], LEVELS);
            for name in G::NAMES {
                let spec: Spec = name.parse().unwrap();
                assert!(G::engine(&spec, 1, 1).is_ok(), "{name} of {}", G::GAME);
            }
        }
        for game in &GAMES {
            catalog::dispatch!(game.id, &GameData::NULL, check).unwrap();
        }
    }
}
