//! Moves, and why they are refused.

use std::fmt;
use std::num::NonZeroU16;

use game::{Message, NotationError, Say, Scanner, Seat, Square, display_message, message};

use crate::piece::Color;
use crate::position::{MOST_PIECES, Position};

/// Moves `count` pieces from one square to another. Written `d7-d5=2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The source.
    pub from: Square,
    /// The destination.
    pub to: Square,
    /// The number of pieces.
    pub count: NonZeroU16,
}

impl Move {
    /// Reads a move such as `d7-d5=2` on the board of `position`, without checking it
    /// against the rules. Without a count the whole stack on the source moves.
    pub fn read(position: &Position, text: &str) -> Result<Move, NotationError> {
        let mut scan = Scanner::new(text);
        let from = scan.square(position.width(), position.height())?;
        scan.expect('-')?;
        let to = scan.square(position.width(), position.height())?;
        let whole = position.at(from).map(|piece| piece.count);
        let count = if scan.eat('=') {
            let count = scan.number(message!("notation.the-count"), u32::from(MOST_PIECES))?;
            u16::try_from(count).ok().and_then(NonZeroU16::new)
        } else if scan.peek().is_some() {
            return Err(scan.unexpected(message!("combo.count-or-end")));
        } else {
            whole
        };
        scan.end()?;
        // For an empty square, use a count of one: the rules then report that no piece
        // stands there.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game is over.
    GameOver,
    /// It is the other side's turn.
    NotToMove {
        /// The seat that tried to move.
        seat: Seat,
        /// The side to move.
        to_move: Color,
    },
    /// A square is off the board.
    OffBoard {
        /// The square. It may have no name.
        at: Square,
        /// The width of the board.
        width: u8,
        /// The height of the board.
        height: u8,
    },
    /// The source is empty.
    NoPiece {
        /// The source.
        at: Square,
    },
    /// The pieces belong to the other side.
    NotYours {
        /// The source.
        at: Square,
        /// The owner of the pieces.
        owner: Color,
    },
    /// Source and destination are the same square.
    SameSquare {
        /// The square.
        at: Square,
    },
    /// The move does not follow a row, a column or a diagonal.
    NotStraight {
        /// The source.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// The move takes more pieces than the source has.
    TooMany {
        /// The source.
        at: Square,
        /// The number of pieces to move.
        count: NonZeroU16,
        /// The number of pieces on the source.
        stands: NonZeroU16,
    },
    /// The move is longer than the number of its pieces.
    TooFar {
        /// The destination.
        to: Square,
        /// The distance.
        distance: u8,
        /// The number of pieces to move.
        count: NonZeroU16,
    },
    /// A piece is in the way.
    PathBlocked {
        /// The first piece in the way.
        at: Square,
    },
    /// A single piece cannot capture.
    SingleCaptures {
        /// The destination.
        at: Square,
    },
}

impl Say for Illegal {
    fn message(&self) -> Message {
        match *self {
            Illegal::GameOver => message!("rules.over"),
            Illegal::NotToMove { seat, to_move } => {
                message!("combo.not-to-move", side = to_move.name(), seat)
            }
            Illegal::OffBoard { at, width, height } => {
                message!("combo.off-board", x = at.x, y = at.y, width, height)
            }
            Illegal::NoPiece { at } => message!("rules.no-piece", at),
            Illegal::NotYours { at, owner } => {
                message!("combo.not-yours", at, owner = owner.name())
            }
            Illegal::SameSquare { at } => message!("combo.same-square", at),
            Illegal::NotStraight { from, to } => message!("combo.not-straight", from, to),
            Illegal::TooMany { at, count, stands } => {
                message!(
                    "combo.too-many",
                    at,
                    count = count.get(),
                    stands = stands.get()
                )
            }
            Illegal::TooFar {
                to,
                distance,
                count,
            } => message!("combo.too-far", to, distance, count = count.get()),
            Illegal::PathBlocked { at } => message!("combo.path-blocked", at),
            Illegal::SingleCaptures { at } => message!("combo.single-captures", at),
        }
    }
}

display_message!(Illegal);

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
