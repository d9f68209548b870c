//! Runs other people's bots with limits and isolation.
//!
//! | module | contents |
//! |---|---|
//! | here | the levels, the limits, and starting a bot |
//! | [`needs`] | the files that an executable must be able to read |
//! | `cage` | a running bot, seen from the hall |
//! | `plan` | the command line of bubblewrap, and the system files a bot may read |
//! | `confine` | the other side of the sandbox: `hall confine` |
//! | `guard` | the process that stands between the hall and a bot |
//! | `filter` | system calls that a bot never needs |
//! | `orders`, `channel` | how these processes talk to each other |
//! | `scratch` | folders that bots may write to, where the sandbox has none of its own |
//!
//! A bot is started in three steps. Each step is a program of its own, so no code has
//! to run between fork and exec:
//!
//! ```text
//! the hall ──► [bwrap ──►] hall confine guard ──► hall confine bot ──► the bot
//! ```
//!
//! The guard gets the bot's pipes through a socket, watches memory and disk, reports
//! how the bot ended, and leaves nothing behind. If the hall itself dies, the socket
//! closes and the guard ends the bot. Under `isolated` the guard is the first process
//! of a pid namespace, so the kernel ends all others with it.
//! others with it.

mod cage;
mod channel;
mod confine;
mod filter;
mod guard;
pub mod needs;
mod orders;
mod plan;
mod scratch;

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use thiserror::Error;

pub use cage::Caged;
use confine::Landlock;
pub use confine::{CANNOT_EXECUTE, confine};

/// The first word of the command line with which the hall starts other people's bots. A
/// program that starts a [`Sandbox`] must pass the words after it to [`confine`] before
/// it does anything else.
pub const CONFINE: &str = "confine";

/// How well a bot is separated from the rest of the machine. A later level is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Limits on resources, and no process survives; but a bot may do whatever the user
    /// may.
    Unconfined,
    /// Landlock and seccomp: a bot can read only its own files and the system's, and
    /// has no network.
    Contained,
    /// Namespaces made by bubblewrap: a bot sees only its own processes and files, and
    /// the system's.
    Isolated,
}

/// The resources a bot may use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of memory, for each process and for all of them together.
    pub memory: u64,
    /// Processes and threads.
    pub processes: u64,
    /// Bytes of the largest file it may write.
    pub file_size: u64,
    /// Bytes of its scratch folder.
    pub scratch: u64,
    /// The one core it runs on, if it is bound to one.
    pub core: Option<usize>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: 512 << 20,
            processes: 64,
            file_size: 16 << 20,
            scratch: 64 << 20,
            core: None,
        }
    }
}

/// What to start, and with what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// A path, relative to `folder` if there is one, or a name that is looked up in
    /// `PATH`. An absolute path outside the bot's own files is the hall's choice and is
    /// trusted.
    pub program: OsString,
    /// The arguments of the program.
    pub arguments: Vec<OsString>,
    /// The bot's own files and folders. It may read them besides the system's.
    pub readable: Vec<PathBuf>,
    /// Environment variables besides `PATH`, `HOME`, `TMPDIR` and `LANG`.
    pub environment: Vec<(OsString, OsString)>,
    /// The working folder, which the bot may read but not write. Without one it works
    /// in its scratch folder.
    pub folder: Option<PathBuf>,
}

/// A way to run bots that was tried and works on this machine.
#[derive(Clone, Debug)]
pub struct Sandbox {
    level: Level,
    shim: Arc<Path>,
    bwrap: Option<Arc<Path>>,
    landlock: Landlock,
    /// The programs behind version managers' shims. Remembered because asking a manager
    /// is slow.
    stands_for: Arc<Mutex<HashMap<PathBuf, PathBuf>>>,
}

/// How a bot ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It exited with this code.
    Exit(i32),
    /// A signal ended it that we did not send.
    Signal(i32),
    /// Its processes together held more memory than allowed, so it was killed.
    Memory,
    /// It had more processes than allowed, so it was killed. If the kernel counts
    /// processes exactly, it refuses to start more instead.
    Processes,
    /// Its scratch folder held more than allowed, so it was killed.
    Scratch,
    /// Its guard was killed, so how it ended is unknown.
    Lost,
}

/// What all processes of a bot have used together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Usage {
    /// Processor time. While the bot runs, it is exact to a hundredth of a second.
    pub cpu: Duration,
    /// The highest memory that was observed, in bytes.
    pub peak_memory: u64,
}

impl Usage {
    /// Whether the memory used comes close to the limit. A program that is refused
    /// memory ends in its own way, so this is the only sign of it.
    #[must_use]
    pub fn is_near(&self, limits: &Limits) -> bool {
        self.peak_memory >= limits.memory - limits.memory / 8
    }
}

/// The account of a bot that is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// How it ended; `None` if it was still running and the hall ended it.
    pub end: Option<End>,
    /// Everything it has used.
    pub usage: Usage,
}

/// Why a sandbox level does not work on this machine.
#[derive(Debug, Error)]
#[error("the sandbox level {level} does not work here: {reason}")]
pub struct SandboxError {
    /// The requested level.
    pub level: Level,
    /// What happened when it was tried.
    pub reason: String,
    /// How to make it work.
    pub remedy: String,
}

/// Why a bot could not be started.
#[derive(Debug, Error)]
pub enum StartError {
    /// The program does not exist.
    #[error("there is no program {}", .program.display())]
    NotFound {
        /// The program.
        program: PathBuf,
    },
    /// The program is a folder or something else that cannot be run.
    #[error("{} is not a file", .program.display())]
    NotAFile {
        /// What was found instead of a file.
        program: PathBuf,
    },
    /// The file is not executable.
    #[error("{} is not executable; chmod +x makes it so", .program.display())]
    NotExecutable {
        /// The file.
        program: PathBuf,
    },
    /// The file is neither a program for this machine nor a script that names its
    /// interpreter.
    #[error(
        "{} is no program for this machine, and no script that says in its first line what runs it",
        .program.display()
    )]
    NotAProgram {
        /// The file.
        program: PathBuf,
    },
    /// The first line of a script names an interpreter that does not exist.
    #[error("{} needs {interpreter}, which is not on this machine", .script.display())]
    NoInterpreter {
        /// The script.
        script: PathBuf,
        /// The interpreter in its first line.
        interpreter: String,
    },
    /// The bot's program is a link to a file that is not the bot's.
    #[error(
        "{} leads to {}, outside of the bot's own folder: put the program itself there",
        .program.display(),
        .real.display()
    )]
    Elsewhere {
        /// The program.
        program: PathBuf,
        /// The target of the link.
        real: PathBuf,
    },
    /// The first line of a bot's script names a program that is neither the bot's nor
    /// the system's.
    #[error(
        "{} names {} in its first line, which is neither the bot's own nor the system's: \
         write /usr/bin/env and the name of a program there",
        .script.display(),
        .interpreter.display()
    )]
    ForeignInterpreter {
        /// The script.
        script: PathBuf,
        /// The program in its first line.
        interpreter: PathBuf,
    },
    /// A file or folder that the bot is to read does not exist or cannot be read.
    #[error("{} cannot be read: {source}", .path.display())]
    NotReadable {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The system refused to execute the program.
    #[error("the program was not executed: {message}")]
    Refused {
        /// The system's message.
        message: String,
    },
    /// The sandbox itself failed.
    #[error("the sandbox failed: {message}")]
    Sandbox {
        /// Its message.
        message: String,
    },
    /// The system did not provide something that every start needs, such as a pipe.
    #[error("a bot could not be started: {0}")]
    System(#[from] io::Error),
}

impl Sandbox {
    /// The best level that works here. `shim` is the `hall` program itself.
    #[must_use]
    pub fn best(shim: &Path) -> Sandbox {
        Sandbox::at(Level::Isolated, shim)
            .or_else(|_| Sandbox::at(Level::Contained, shim))
            .unwrap_or_else(|_| Sandbox::untried(Level::Unconfined, shim, None))
    }

    /// The requested level. It is tried with a program that attempts to break out.
    ///
    /// # Errors
    ///
    /// If the level does not work here; the error says why.
    pub fn at(level: Level, shim: &Path) -> Result<Sandbox, SandboxError> {
        let error = |reason: String| SandboxError {
            level,
            remedy: plan::remedy(level, &reason),
            reason,
        };
        let shim = shim
            .canonicalize()
            .map_err(|source| error(format!("{}: {source}", shim.display())))?;
        let bwrap = match level {
            Level::Isolated => Some(
                needs::on_path("bwrap".as_ref())
                    .ok_or_else(|| error("there is no program bwrap".to_owned()))?
                    .into(),
            ),
            Level::Contained | Level::Unconfined => None,
        };
        let sandbox = Sandbox::untried(level, &shim, bwrap);
        cage::probe(&sandbox).map_err(error)?;
        Ok(sandbox)
    }

    fn untried(level: Level, shim: &Path, bwrap: Option<Arc<Path>>) -> Sandbox {
        Sandbox {
            level,
            shim: shim.into(),
            bwrap,
            landlock: Landlock::here(),
            stands_for: Arc::default(),
        }
    }

    /// How well it separates bots from the rest of the machine.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// What this level does not protect from, one sentence each.
    #[must_use]
    pub fn missing(&self) -> Vec<String> {
        let mut missing: Vec<&str> = Vec::new();
        if self.level == Level::Unconfined {
            missing.extend([
                "Bots can read what the user who runs the hall can read, other bots' files too.",
                "Bots can write wherever that user can write.",
                "Bots can use the network.",
                "Bots can see other processes, and signal those of that user.",
                "A bot that kills its guard can leave processes behind.",
            ]);
        }
        if self.level == Level::Contained {
            missing.extend([
                "Bots can find out which files exist, though not what is in them.",
                "The scratch folder is on disk, and its size is checked twenty times a second.",
            ]);
            if self.landlock < Landlock::Signals {
                missing.push("Bots can signal other processes of the user who runs the hall.");
            }
            if self.landlock < Landlock::Truncation {
                missing.push("Bots can empty files that the user who runs the hall can write.");
            }
        }
        missing.push("Bots share processors and their caches with everything else.");
        missing.into_iter().map(str::to_owned).collect()
    }

    /// Starts a bot and returns as soon as its own program runs.
    ///
    /// # Errors
    ///
    /// If the program cannot be run. Nothing is left behind then.
    pub fn spawn(&self, launch: &Launch, limits: &Limits) -> Result<Caged, StartError> {
        let needs = needs::needs(launch, &self.stands_for)?;
        Caged::start(self, launch, &needs, limits)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Level::Unconfined => "unconfined",
            Level::Contained => "contained",
            Level::Isolated => "isolated",
        })
    }
}

/// A word that is not a sandbox level.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0:?} is no sandbox level; there are isolated, contained and unconfined")]
pub struct UnknownLevel(pub String);

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        [Level::Unconfined, Level::Contained, Level::Isolated]
            .into_iter()
            .find(|level| level.to_string() == text)
            .ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_written_as_it_is_read() {
        for level in [Level::Unconfined, Level::Contained, Level::Isolated] {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert!("Isolated".parse::<Level>().is_err());
        assert!(Level::Unconfined < Level::Contained && Level::Contained < Level::Isolated);
    }
}
