//! Players of Combo.
//!
//! | module | contents |
//! |---|---|
//! | [`board`] | [`Board`]: a position in a search |
//! | [`judge`] | [`Handmade`], [`Original`]: the worth of a position without looking
//! ahead |
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
mod measures;
mod roster;
mod sight;
pub mod tuning;

use combo::{Combo, Position, State};
use search::alphabeta::Extras;

use crate::alphabeta::Searched;
pub use crate::alphabeta::{AlphaBeta, Casual, Effort, Evaluate, Random};
pub use board::Board;
pub use judge::{Handmade, Original};

/// An even position is no reason to wait for the limit on quiet moves.
const CONTEMPT: i32 = 40;

/// Plays any legal move.
pub fn random(seed: u64) -> Random {
    Random::new(seed)
}

/// Looks one move ahead, follows captures, and picks one of the good moves.
pub fn weak(seed: u64) -> Casual<Handmade> {
    Casual::new(1, 60.0, seed, Handmade)
}

/// Looks exactly three plies ahead, like [`original`], but evaluates better. It does
/// not see past the third ply, even in the middle of an exchange.
pub fn medium() -> AlphaBeta<Handmade> {
    let effort = Effort {
        contempt: CONTEMPT,
        extras: Extras::NONE,
        ..Effort::to_depth(3)
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

/// The computer player of the original program: a plain search three plies deep that
/// evaluates by counting. It serves as the yardstick for the others.
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
