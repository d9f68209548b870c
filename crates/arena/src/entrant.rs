//! Entrants: built-in players and bots, named the same way everywhere.

use std::fmt;
use std::path::Path;

use catalog::AnyGame;
use players::roster::{Engine, Spec, SpecError};
use record::verdict::Kind;
use search::control;
use thiserror::Error;

use crate::PlayableGame;
use crate::bot::{Bot, Program, ProgramError};
use crate::bout::Participant;
use crate::time::TimeRules;
use crate::verdict::Verdict;
use sandbox::{Level, Limits, Sandbox};

/// A player that can take a seat.
#[derive(Clone, Debug)]
pub enum Entrant {
    /// A level or an engine with settings.
    BuiltIn(Spec),
    /// A bot.
    Program(Program),
}

/// Why a text names no entrant.
#[derive(Debug, Error)]
pub enum EntrantError {
    /// There is no such built-in player.
    #[error("{0}; a program is named by its path, such as ./bot")]
    Spec(SpecError),
    /// There is no such program.
    #[error(transparent)]
    Program(#[from] ProgramError),
}

impl Entrant {
    /// Finds the entrant that a text names: a path (with a slash, or ending in `.py`)
    /// or a built-in player of the game.
    pub fn find(game: &dyn AnyGame, text: &str) -> Result<Entrant, EntrantError> {
        if Program::is_path(text) {
            let id = game.info().id;
            return Ok(Entrant::Program(Program::find(Path::new(text), id)?));
        }
        let spec: Spec = text.parse().map_err(EntrantError::Spec)?;
        players::any::check(game, &spec).map_err(EntrantError::Spec)?;
        Ok(Entrant::BuiltIn(spec))
    }

    /// Whether the entrant is a bot.
    pub fn is_program(&self) -> bool {
        matches!(self, Entrant::Program(_))
    }

    /// A text that changes if the entrant changes.
    pub fn fingerprint(&self) -> std::io::Result<String> {
        match self {
            Entrant::BuiltIn(spec) => Ok(spec.to_string()),
            Entrant::Program(program) => Ok(program.fingerprint()),
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::BuiltIn(spec) => spec.fmt(f),
            Entrant::Program(program) => f.write_str(&program.name),
        }
    }
}

/// Makes names distinct: the second `name` becomes `name (2)`.
pub fn distinct_names(entrants: &[Entrant]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(entrants.len());
    for entrant in entrants {
        let name = entrant.to_string();
        let free = (1..).map(|n| match n {
            1 => name.clone(),
            n => format!("{name} ({n})"),
        });
        names.extend(free.into_iter().find(|name| !names.contains(name)));
    }
    names
}

/// Where games are played, and with which clock.
#[derive(Clone, Debug)]
pub struct House {
    /// Where bots run; `None` if only built-in players play.
    pub sandbox: Option<Sandbox>,
    /// The limits of bots.
    pub limits: Limits,
    /// The clock of every seat. Built-in players divide its time unless they have
    /// limits of their own.
    pub time: Option<TimeRules>,
    /// The limits of built-in players that search and have none of their own.
    pub engines: Option<control::Limits>,
}

impl House {
    /// A house for built-in players only.
    pub fn built_in() -> House {
        House {
            sandbox: None,
            limits: Limits::default(),
            time: None,
            engines: None,
        }
    }

    /// Seats an entrant for one game. A program that cannot be started takes the seat
    /// together with its verdict.
    pub(crate) fn seat<G: PlayableGame>(
        &self,
        participant: &Participant<'_>,
    ) -> Result<SeatedPlayer<G>, SpecError> {
        if let Some(why) = participant.absent {
            return Ok(SeatedPlayer::Failed(Verdict::new(Kind::StartFailed, why)));
        }
        match participant.entrant {
            Entrant::BuiltIn(spec) => {
                let mut engine = G::engine(spec, participant.dice, 1)?;
                let searches = !G::settings(&spec.name).is_empty();
                let free = searches && spec.limits() == control::Limits::default();
                if free && let Some(limits) = self.engines {
                    engine.limits = limits;
                }
                Ok(SeatedPlayer::Engine {
                    engine,
                    by_clock: free && self.engines.is_none() && self.time.is_some(),
                })
            }
            Entrant::Program(program) => Ok(match &self.sandbox {
                Some(sandbox) => {
                    let limits = Limits {
                        core: participant.core,
                        ..self.limits.clone()
                    };
                    match Bot::start(program, sandbox, &limits) {
                        Ok(bot) => SeatedPlayer::Bot(Box::new(bot)),
                        Err(verdict) => SeatedPlayer::Failed(verdict),
                    }
                }
                None => SeatedPlayer::Failed(Verdict::new(
                    Kind::StartFailed,
                    "no sandbox was set up for programs",
                )),
            }),
        }
    }

    /// The sandbox level of an entrant; `None` for built-in players.
    pub fn level(&self, entrant: &Entrant) -> Option<Level> {
        let sandbox = self.sandbox.as_ref()?;
        entrant.is_program().then(|| sandbox.level())
    }
}

/// A seated player, for one game.
pub enum SeatedPlayer<G: game::Game> {
    /// A built-in player.
    Engine {
        /// The player and its limits.
        engine: Engine<G>,
        /// Whether it divides the time on its clock.
        by_clock: bool,
    },
    /// A running bot.
    Bot(Box<Bot>),
    /// A bot that could not be started.
    Failed(Verdict),
}

impl<G: game::Game> From<Engine<G>> for SeatedPlayer<G> {
    fn from(engine: Engine<G>) -> SeatedPlayer<G> {
        SeatedPlayer::Engine {
            engine,
            by_clock: false,
        }
    }
}
