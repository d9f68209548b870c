//! The players and their terms: the arguments that all commands with programs share.

use anyhow::{Context, Result, bail};
use arena::entrant::{Entrant, EntrantError, House};
use arena::time::TimeRules;
use catalog::AnyGame;
use sandbox::{Level, Limits, Sandbox};

use crate::usage::{self, Misused};

/// The clock, and the limits of programs.
#[derive(clap::Args, Clone, Debug)]
pub struct HouseArguments {
    /// The clock of every seat: 5m for the game, 3m+2s with an increment, 100ms/move, or
    /// 100ms/move+10s with a reserve [default with programs: 5m]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub clock: Option<TimeRules>,
    #[command(flatten)]
    pub cage: CageArguments,
}

/// The limits of programs.
#[derive(clap::Args, Clone, Debug)]
pub struct CageArguments {
    /// The sandbox level of programs [default: the best that works here]
    #[arg(long, value_name = "LEVEL", value_parser = usage::one_of::<Level>(&usage::LEVELS))]
    pub sandbox: Option<Level>,
    /// Runs programs even where nothing protects this machine from them
    #[arg(long)]
    pub trust_bots: bool,
    /// The memory that a program may use, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    pub memory: u64,
}

impl HouseArguments {
    /// The house for these entrants.
    pub fn house(&self, entrants: &[Entrant]) -> Result<House> {
        let programs = entrants.iter().any(Entrant::is_program);
        Ok(House {
            sandbox: programs.then(|| self.cage.open()).transpose()?,
            limits: self.cage.limits(),
            time: self.clock.or(programs.then_some(TimeRules::CONTEST)),
            engines: None,
        })
    }
}

impl CageArguments {
    /// The limits of a program.
    pub fn limits(&self) -> Limits {
        Limits {
            memory: self.memory << 20,
            ..Limits::default()
        }
    }

    /// The requested sandbox, or the best there is.
    pub fn open(&self) -> Result<Sandbox> {
        if self.trust_bots {
            open_sandbox(self.sandbox)
        } else {
            open_confined(self.sandbox)
        }
    }
}

/// The sandbox of this level, or the best there is.
pub fn open_sandbox(level: Option<Level>) -> Result<Sandbox> {
    let shim = std::env::current_exe().context("cannot find the hall's own file")?;
    match level {
        Some(level) => Sandbox::at(level, &shim)
            .map_err(|error| anyhow::anyhow!("{error}. What helps: {}", error.remedy)),
        None => Ok(Sandbox::best(&shim)),
    }
}

/// The same, unless it would not protect this machine.
pub fn open_confined(level: Option<Level>) -> Result<Sandbox> {
    let sandbox = open_sandbox(level)?;
    if sandbox.level() == Level::Unconfined {
        let why = match level {
            Some(_) => "nothing protects this machine from programs that are unconfined",
            None => "no sandbox works here; hall doctor says what would make one work",
        };
        bail!(
            "{why}. {} --trust-bots runs them all the same",
            sandbox.missing().join(" ")
        );
    }
    Ok(sandbox)
}

/// The entrants that these texts name.
pub fn entrants(game: &dyn AnyGame, texts: &[String]) -> Result<Vec<Entrant>> {
    let found = texts.iter().map(|text| match Entrant::find(game, text) {
        Err(error @ EntrantError::Spec(_)) => Err(error).misused(),
        found => Ok(found?),
    });
    found.collect()
}
