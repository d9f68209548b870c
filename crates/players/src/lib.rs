//! The built-in players of every game.
//!
//! A [`Player`] is asked for an action and gives it together with what it
//! [thought](Thought). It does no I/O and reads no clock of its own, so it runs
//! in a browser too.

pub mod alphabeta;
pub mod any;
pub mod automatafl;
pub mod brandub;
pub mod combo;
pub mod game17;
pub mod montecarlo;
pub mod roster;

use std::time::Duration;

use game::{Game, Seat};
use search::control::Control;

/// Someone who plays a game.
pub trait Player<G: Game>: Send {
    /// Chooses for `seat`, which is to act, within the limits of `control`.
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
    /// What to do.
    pub action: A,
    /// Why.
    pub thought: Thought,
}

/// What a search saw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// How many moves ahead it looked, all of them.
    pub depth: u32,
    /// The states it visited.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// How full the table of known states is, from 0 to 1.
    pub table_fill: f64,
    /// The best lines, best first, each with its score.
    pub lines: Vec<Line>,
    /// Where moves are made at the same time: the mixed strategy played.
    pub strategy: Vec<Weighed>,
    /// Where moves are made at the same time: the leading moves of both sides
    /// and what each pair is worth.
    pub matrix: Option<Matrix>,
}

/// A line of play and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it is worth to the seat that was asked.
    pub score: Score,
    /// The moves, in notation.
    pub moves: Vec<String>,
}

/// What a state is worth to a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// Better above 0; a hundred is about a piece.
    Points(i32),
    /// The chance to win, from 0 to 1.
    Chance(f64),
    /// A win in this many moves (plies, turns).
    WinIn(u32),
    /// A loss in this many.
    LossIn(u32),
}

/// A move of a mixed strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// The move, in notation.
    pub action: String,
    /// How often it is played, from 0 to 1.
    pub chance: f64,
}

/// What pairs of moves are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// The moves of the seat that was asked.
    pub mine: Vec<String>,
    /// The moves of the others.
    pub theirs: Vec<String>,
    /// The chance to win, `worth[mine][theirs]`.
    pub worth: Vec<Vec<f64>>,
}
