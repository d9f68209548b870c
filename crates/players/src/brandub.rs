//! Players of Brandub.
//!
//! | module | contents |
//! |---|---|
//! | [`board`] | [`Board`]: a position in a search, with its history |
//! | [`judge`] | [`Handmade`]: the worth of a position without looking ahead |
//! | `lines` | rows and columns as bitboards |
//!
//! | level | what it does |
//! |---|---|
//! | [`random`] | any legal move |
//! | [`weak`] | looks two plies ahead and varies |
//! | [`medium`] | looks four plies ahead |
//! | [`strong`] | searches as deep as the time allows |

pub mod board;
pub mod judge;
mod lines;
mod measures;
mod roster;
pub mod tuning;

use tafl::{Brandub, Position, State};

use crate::alphabeta::Searched;
pub use crate::alphabeta::{AlphaBeta, Casual, Effort, Evaluate, Random};
pub use board::Board;
pub use judge::Handmade;

/// The attackers begin slightly behind, but they should not settle for a draw by
/// repetition.
const CONTEMPT: i32 = 150;

/// Plays any legal move.
pub fn random(seed: u64) -> Random {
    Random::new(seed)
}

/// Looks two plies ahead and picks one of the good moves.
pub fn weak(seed: u64) -> Casual<Handmade> {
    Casual::new(2, 60.0, seed, Handmade)
}

/// Looks four plies ahead, and further in tactical positions.
pub fn medium() -> AlphaBeta<Handmade> {
    let effort = Effort {
        contempt: CONTEMPT,
        ..Effort::to_depth(4)
    };
    AlphaBeta::new(effort, Handmade)
}

/// Searches on all these threads for all the given time; one second if no limit is
/// given.
pub fn strong(threads: usize) -> AlphaBeta<Handmade> {
    AlphaBeta::new(strong_effort(threads), Handmade)
}

/// How [`strong`] thinks.
pub fn strong_effort(threads: usize) -> Effort {
    Effort {
        contempt: CONTEMPT,
        ..Effort::with_threads(threads)
    }
}

impl<E: Evaluate<Position>> Searched<E> for Brandub {
    type Board = Board<E>;

    fn board(&self, state: &State, evaluate: E) -> Board<E> {
        Board::new(self.options(), state, evaluate)
    }
}
