//! Why an entry is refused.

use game::{Seat, Square};
use thiserror::Error;

/// The rule that an entry breaks, and the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// There is no such seat.
    #[error("there is no seat {0}")]
    NoSeat(Seat),
    /// The seat's move is in and not part of a conflict.
    #[error("the move of seat {0} is in and holds for this turn")]
    Locked(Seat),
    /// The square is not on this board.
    #[error("{0} is off the board")]
    OffBoard(Square),
    /// Source and destination are the same square.
    #[error("a move must leave {0}")]
    Stays(Square),
    /// Moves must stay in a row or column.
    #[error("{from} and {to} are not in one row or column")]
    NotInLine {
        /// The source.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// No player may move the automaton.
    #[error("the automaton stands on {0}: nobody moves it")]
    AutomatonSource(Square),
    /// No move may end on the automaton's square.
    #[error("the automaton stands on {0}: no move may end there")]
    AutomatonDestination(Square),
    /// A conflicted square is barred until the turn ends.
    #[error("{0} is marked: it was conflicted upon and is barred until this turn ends")]
    Marked(Square),
    /// A player may pass only without a legal move.
    #[error("a player who has a legal move may not pass")]
    MustMove,
}
