//! The built-in players of every game.
//!
//! A [`Player`] chooses an action and returns it together with its [`Thought`]. It does
//! no I/O and reads no clock of its own, so it also runs in a browser.

pub mod alphabeta;
pub mod any;
pub mod automatafl;
pub mod brandub;
pub mod combo;
pub mod game17;
pub mod measures;
pub mod montecarlo;
pub mod roster;
#[cfg(feature = "test-game")]
mod tug;
pub mod tuning;

use std::time::Duration;

use game::{Game, Seat};
use search::control::Control;

/// A player of one game.
pub trait Player<G: Game>: Send {
    /// Chooses an action for `seat`, which must be to act, within the limits of
    /// `control`.
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        control: &Control<'_>,
    ) -> Choice<G::Action>;
}

/// An action and the thought behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<A> {
    /// The chosen action.
    pub action: A,
    /// The reasons for it.
    pub thought: Thought,
}

/// The findings of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// How many moves ahead all lines were searched.
    pub depth: u32,
    /// The number of states visited.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// How full the table of known states is, from 0 to 1.
    pub table_fill: f64,
    /// The best lines, best first, each with its score.
    pub lines: Vec<Line>,
    /// In games with simultaneous moves: the mixed strategy that was played.
    pub strategy: Vec<Weighed>,
    /// In games with simultaneous moves: the leading moves of both sides and the worth
    /// of each pair.
    pub matrix: Option<Matrix>,
}

/// A line of play and its worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The worth for the seat that chooses.
    pub score: Score,
    /// The moves, in notation.
    pub moves: Vec<String>,
}

/// The worth of a state for a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// Above 0 is better; a piece is worth about 100.
    Points(i32),
    /// The chance to win, from 0 to 1.
    Chance(f64),
    /// A win in this many moves (plies, turns).
    WinIn(u32),
    /// A loss in this many moves.
    LossIn(u32),
}

/// A move of a mixed strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// The move, in notation.
    pub action: String,
    /// The chance that it is played, from 0 to 1.
    pub chance: f64,
}

/// The worth of pairs of moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// The moves of the seat that chooses.
    pub mine: Vec<String>,
    /// The moves of the other seats.
    pub theirs: Vec<String>,
    /// The chance to win, `worth[mine][theirs]`.
    pub worth: Vec<Vec<f64>>,
}
