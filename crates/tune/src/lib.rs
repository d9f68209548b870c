//! Finds better weights for the players' evaluations by self-play.
//!
//! | module | contents |
//! |---|---|
//! | [`selfplay`] | games at a fixed number of states per move, on all cores |
//! | [`regression`] | weights that explain results best |
//! | [`fit`] | fits all weights to the results of games |
//! | [`climb`] | changes one weight at a time and plays matches |
//!
//! The weights of each game, and which way suits them, are in `players::tuning`.
//! No clock decides anything: the same seed and arguments give the same output on any
//! number of threads.
//!
//! ```
//! use players::tuning::Fitted;
//! use tune::{Failure, Task, fit, selfplay::Watch};
//!
//! fn table(subject: &impl Fitted) -> Result<Vec<u8>, Failure> {
//!     let task = Task { games: 4, rounds: 1, seed: 1, nodes: 20, threads: 1 };
//!     let mut out = Vec::new();
//!     fit::run(subject, &task, &Watch::default(), &mut out)?;
//!     Ok(out)
//! }
//! ```

pub mod climb;
pub mod fit;
pub mod regression;
pub mod selfplay;

/// How much to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The games of one trial or, if all weights are fitted, of one round.
    pub games: u64,
    /// The number of rounds.
    pub rounds: u32,
    /// The seed of openings, draws and the players' dice.
    pub seed: u64,
    /// The number of states that a player visits for a move.
    pub nodes: u64,
    /// The number of games played at the same time. It affects only the time it takes.
    pub threads: usize,
}

/// Why tuning ended early.
#[derive(Debug)]
pub enum Failure {
    /// A built-in player broke a rule. This is a bug in the hall.
    Fault(arena::bout::Fault),
    /// The output cannot be written.
    Output(std::io::Error),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Fault(fault) => fault.fmt(f),
            Failure::Output(error) => write!(f, "cannot write the output: {error}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<arena::bout::Fault> for Failure {
    fn from(fault: arena::bout::Fault) -> Failure {
        Failure::Fault(fault)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure::Output(error)
    }
}
