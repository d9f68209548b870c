//! Moves and why they are refused.

use std::fmt;
use std::num::NonZeroU16;

use game::{NotationError, Scanner, Seat, Square};
use thiserror::Error;

use crate::piece::Color;
use crate::position::{MOST_PIECES, Position};

/// Takes `count` pieces from one square to another. Written `d7-d5=2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the pieces are taken from.
    pub from: Square,
    /// Where they go.
    pub to: Square,
    /// How many.
    pub count: NonZeroU16,
}

impl Move {
    /// Reads a move such as `d7-d5=2` on the board of `position`, not yet
    /// checked against the rules. Without a count the whole stack that stands
    /// on the source moves.
    pub fn read(position: &Position, text: &str) -> Result<Move, NotationError> {
        let mut scan = Scanner::new(text);
        let from = scan.square(position.width(), position.height())?;
        scan.expect('-')?;
        let to = scan.square(position.width(), position.height())?;
        let whole = position.at(from).map(|piece| piece.count);
        let count = if scan.eat('=') {
            let count = scan.number("the count", u32::from(MOST_PIECES))?;
            u16::try_from(count).ok().and_then(NonZeroU16::new)
        } else if scan.peek().is_some() {
            return Err(scan.unexpected("'=' and a count, or nothing more"));
        } else {
            whole
        };
        scan.end()?;
        // Of an empty square one piece is asked for: the rules then say that
        // nothing stands there.
        let count = count.unwrap_or(NonZeroU16::MIN);
        Ok(Move { from, to, count })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}={}", self.from, self.to, self.count)
    }
}

/// The rule that a move breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// Nobody moves after the end.
    #[error("the game is over")]
    GameOver,
    /// The sides take turns.
    #[error("it is {to_move}'s turn, not that of seat {seat}")]
    NotToMove {
        /// Who wants to move.
        seat: Seat,
        /// Whose turn it is.
        to_move: Color,
    },
    /// Both squares must be on the board.
    #[error("x = {}, y = {} is off the board of {width} x {height} squares", .at.x, .at.y)]
    OffBoard {
        /// The square. It need not have a name.
        at: Square,
        /// Columns of the board.
        width: u8,
        /// Rows of the board.
        height: u8,
    },
    /// Something must stand on the source.
    #[error("no piece stands on {at}")]
    NoPiece {
        /// The source.
        at: Square,
    },
    /// Only one's own pieces move.
    #[error("the pieces on {at} are {owner}'s")]
    NotYours {
        /// The source.
        at: Square,
        /// Whose pieces stand there.
        owner: Color,
    },
    /// A move goes somewhere.
    #[error("a move from {at} must end on another square")]
    SameSquare {
        /// Source and destination.
        at: Square,
    },
    /// A move goes along a row, a column or a diagonal.
    #[error("{from} and {to} are not in one row, column or diagonal")]
    NotStraight {
        /// The source.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// No more pieces move than stand on the source.
    #[error("{count} pieces cannot leave {at}: only {stands} there")]
    TooMany {
        /// The source.
        at: Square,
        /// How many should move.
        count: NonZeroU16,
        /// How many there are.
        stands: NonZeroU16,
    },
    /// A move is no longer than the number of pieces moved.
    #[error("{to} is {distance} squares away, further than a count of {count} can go")]
    TooFar {
        /// The destination.
        to: Square,
        /// How far away it is.
        distance: u8,
        /// How many pieces should move.
        count: NonZeroU16,
    },
    /// No piece jumps over another.
    #[error("the piece on {at} is in the way")]
    PathBlocked {
        /// The first piece in the way.
        at: Square,
    },
    /// A single piece captures nothing.
    #[error("a single piece cannot capture on {at}: it takes at least 2")]
    SingleCaptures {
        /// The destination.
        at: Square,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_six_bytes() {
        assert_eq!(size_of::<Move>(), 6);
        assert_eq!(size_of::<Option<Move>>(), 6);
    }

    #[test]
    fn a_missing_count_is_the_whole_stack() {
        let position = Position::read("w3,x2/x3 w").unwrap();
        let count = |text| Move::read(&position, text).unwrap().count.get();
        assert_eq!(count("a1-b2"), 3);
        assert_eq!(count("a1-b2=2"), 2);
        assert_eq!(count("b1-b2"), 1);
        assert_eq!(
            Move::read(&position, "a1-b2").unwrap().to_string(),
            "a1-b2=3"
        );
    }

    #[test]
    fn errors_point_at_the_character() {
        let position = Position::read("w3,x2/x3 w").unwrap();
        let at = |text| Move::read(&position, text).unwrap_err().at;
        assert_eq!(at(""), 0);
        assert_eq!(at("d1-a1"), 0);
        assert_eq!(at("a1a2"), 2);
        assert_eq!(at("a1-a3"), 4);
        assert_eq!(at("a1-a2 "), 5);
        assert_eq!(at("a1-a2="), 6);
        assert_eq!(at("a1-a2=0"), 6);
        assert_eq!(at("a1-a2=10000"), 6);
        assert_eq!(at("a1-a2=2x"), 7);
    }
}
