//! A step with its types.

use std::time::Duration;

use game::{Game, Seat, Step};

/// A step that was made.
#[derive(Clone, Debug, PartialEq)]
pub enum Made<G: Game> {
    /// Actions of all seats that had to choose, with the time each took.
    Act(Vec<(Seat, G::Action)>, Vec<Duration>),
    /// A draw.
    Draw(G::Draw),
}

impl<G: Game> Made<G> {
    /// The step, to apply it.
    pub fn step(&self) -> Step<'_, G> {
        match self {
            Made::Act(joint, _) => Step::Act(joint),
            Made::Draw(draw) => Step::Draw(draw),
        }
    }
}
