//! What a step did to a board.

use game::Square;

use crate::any::{AnyGame, AnyState, AnyStep};
use crate::codec::Error;

/// What is drawn over a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Moves.
    pub arrows: Vec<Arrow>,
    /// Squares where something was captured.
    pub captured: Vec<Square>,
    /// Squares that were conflicted upon.
    pub marked: Vec<Square>,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it begins.
    pub from: Square,
    /// Where it ends. That may be off the board, by one: the arrow leaves over
    /// the edge, as the pieces of Game 17 do.
    pub to: Square,
    /// Whose move it is; nobody's is the automaton's.
    pub seat: Option<u16>,
    /// Whether it was carried out.
    pub made: bool,
}

impl Marks {
    /// What a step will do. The step is checked first.
    pub fn of(game: &dyn AnyGame, before: &AnyState, step: &AnyStep) -> Result<Marks, Error> {
        Ok(game.report(before, step)?.marks)
    }

    /// Adds the arrow of a move that was carried out, unless nothing moves.
    pub(crate) fn arrow(&mut self, from: Square, to: Square, seat: Option<u16>) {
        if from != to {
            self.arrows.push(Arrow {
                from,
                to,
                seat,
                made: true,
            });
        }
    }

    /// Adds the arrow of a move that was not carried out, unless nothing moves.
    pub(crate) fn attempt(&mut self, from: Square, to: Square, seat: Option<u16>) {
        if from != to {
            self.arrows.push(Arrow {
                from,
                to,
                seat,
                made: false,
            });
        }
    }
}
