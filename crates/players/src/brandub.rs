//! Players of Brandub.
//!
//! | module | what is in it |
//! |---|---|
//! | [`board`] | [`Board`]: a position under search, with its history |
//! | [`judge`] | [`Handmade`]: what a position is worth without looking ahead |
//! | `lines` | rows and columns as bit boards |
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

use tafl::{Brandub, Position, State};

use crate::alphabeta::Searched;
pub use crate::alphabeta::{AlphaBeta, Casual, Effort, Evaluate, Random};
pub use board::Board;
pub use judge::Handmade;

/// The attackers begin a little behind; they still should not settle for a
/// draw by repetition.
const CONTEMPT: i32 = 150;

/// Any legal move.
pub fn random(seed: u64) -> Random {
    Random::new(seed)
}

/// Looks two plies ahead and takes one of the good moves.
pub fn weak(seed: u64) -> Casual<Handmade> {
    Casual::new(2, 60.0, seed, Handmade)
}

/// Looks four plies ahead, and further where it gets tactical.
pub fn medium() -> AlphaBeta<Handmade> {
    let effort = Effort {
        contempt: CONTEMPT,
        ..Effort::to_depth(4)
    };
    AlphaBeta::new(effort, Handmade)
}

/// Uses all these threads for all the time it is given, one second if none is.
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
