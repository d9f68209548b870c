//! Why a move is refused.

use game::Square;
use thiserror::Error;

use crate::position::{Piece, Position, Side};
use crate::{Move, tables};

/// The rule that a move breaks, and the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// It is the other side's turn.
    #[error("it is not the {}' turn", .0.name())]
    NotToMove(Side),
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The source is empty.
    #[error("no piece stands on {0}")]
    NoPiece(Square),
    /// The piece is the opponent's.
    #[error("the {} on {at} is not yours", piece.name())]
    NotYours {
        /// The square.
        at: Square,
        /// The piece on it.
        piece: Piece,
    },
    /// Source and destination are the same square.
    #[error("a move must leave {0}")]
    Stays(Square),
    /// Pieces move in rows and columns.
    #[error("{from} and {to} are not in one row or column")]
    NotInLine {
        /// The source.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// A piece is in the way, or on the destination.
    #[error("the way is blocked: a piece stands on {at}")]
    PathBlocked {
        /// The first piece in the way.
        at: Square,
    },
    /// No piece may stop on the centre.
    #[error("no piece may stop on the centre {0}, not even the king")]
    Centre(Square),
    /// Only the king may stop on a corner.
    #[error("only the king may stop on the corner {0}")]
    Corner(Square),
}

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
