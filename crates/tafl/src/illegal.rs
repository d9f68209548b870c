//! Why a move is refused.

use game::{Message, Say, Square, display_message, message};

use crate::position::{Piece, Position, Side};
use crate::{Move, tables};

/// The rule that a move breaks, and the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// It is the other side's turn.
    NotToMove(Side),
    /// The game has ended.
    Over,
    /// The source is empty.
    NoPiece(Square),
    /// The piece is the opponent's.
    NotYours {
        /// The square.
        at: Square,
        /// The piece on it.
        piece: Piece,
    },
    /// Source and destination are the same square.
    Stays(Square),
    /// Pieces move in rows and columns.
    NotInLine {
        /// The source.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// A piece is in the way, or on the destination.
    PathBlocked {
        /// The first piece in the way.
        at: Square,
    },
    /// No piece may stop on the centre.
    Centre(Square),
    /// Only the king may stop on a corner.
    Corner(Square),
}

impl Say for Illegal {
    fn message(&self) -> Message {
        match *self {
            Illegal::NotToMove(side) => message!("brandub.not-to-move", side = side.name()),
            Illegal::Over => message!("rules.over"),
            Illegal::NoPiece(at) => message!("rules.no-piece", at),
            Illegal::NotYours { at, piece } => {
                message!("brandub.not-yours", at, piece = piece.name())
            }
            Illegal::Stays(at) => message!("rules.stays", at),
            Illegal::NotInLine { from, to } => message!("rules.not-in-line", from, to),
            Illegal::PathBlocked { at } => message!("brandub.path-blocked", at),
            Illegal::Centre(at) => message!("brandub.centre", at),
            Illegal::Corner(at) => message!("brandub.corner", at),
        }
    }
}

display_message!(Illegal);

impl Illegal {
    /// Finds the rule that the side to move would break with this move.
    pub(crate) fn find(position: &Position, m: Move) -> Result<(), Illegal> {
        if position.is_legal(m) {
            return Ok(());
        }
        let (from, to) = (m.from(), m.to());
        let Some(piece) = position.piece(from) else {
            return Err(Illegal::NoPiece(from));
        };
        if piece.side() != position.side() {
            return Err(Illegal::NotYours { at: from, piece });
        }
        if from == to {
            return Err(Illegal::Stays(from));
        }
        if from.x != to.x && from.y != to.y {
            return Err(Illegal::NotInLine { from, to });
        }
        if let Some(at) = position.obstacle(m) {
            return Err(Illegal::PathBlocked { at });
        }
        let target = 1u64 << (tables::SIDE * usize::from(to.y) + usize::from(to.x));
        if target == tables::THRONE {
            return Err(Illegal::Centre(to));
        }
        Err(Illegal::Corner(to))
    }
}
