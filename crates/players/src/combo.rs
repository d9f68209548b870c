//! Players of Combo.
//!
//! | module | what is in it |
//! |---|---|
//! | [`board`] | [`Board`]: a position under search |
//! | [`judge`] | [`Handmade`], [`Original`]: what a position is worth without looking ahead |
//! | `sight` | what stacks see along rows, columns and diagonals |
//!
//! | level | what it does |
//! |---|---|
//! | [`random`] | any legal move |
//! | [`weak`] | looks one move ahead, follows captures, and varies |
//! | [`medium`] | looks exactly three plies ahead |
//! | [`strong`] | searches as deep as the time allows |
//! | [`original`] | the computer player of the original program |

pub mod board;
pub mod judge;
mod sight;

use combo::{Combo, Position, State};
use search::alphabeta::Extras;

use crate::alphabeta::Searched;
pub use crate::alphabeta::{AlphaBeta, Casual, Effort, Evaluate, Random};
pub use board::Board;
pub use judge::{Handmade, Original};

/// Level play is no reason to wait for the limit on quiet moves.
const CONTEMPT: i32 = 40;

/// Any legal move.
pub fn random(seed: u64) -> Random {
    Random::new(seed)
}

/// Looks one move ahead, follows captures, and takes one of the good moves.
pub fn weak(seed: u64) -> Casual<Handmade> {
    Casual::new(1, 60.0, seed, Handmade)
}

/// Looks exactly three plies ahead, as [`original`] does, with better judgement.
/// What happens beyond, in the middle of an exchange, it does not see.
pub fn medium() -> AlphaBeta<Handmade> {
    let effort = Effort {
        contempt: CONTEMPT,
        extras: Extras::NONE,
        ..Effort::to_depth(3)
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

/// The computer player of the original program: plain search three plies deep,
/// judged by counting. Kept as the measure of the others.
pub fn original() -> AlphaBeta<Original> {
    let effort = Effort {
        extras: Extras::NONE,
        ..Effort::to_depth(3)
    };
    AlphaBeta::new(effort, Original)
}

impl<E: Evaluate<Position>> Searched<E> for Combo {
    type Board = Board<E>;

    fn board(&self, state: &State, evaluate: E) -> Board<E> {
        Board::new(self.options(), state, evaluate)
    }
}
