//! The effect of a move.

use std::fmt;
use std::num::NonZeroU16;

use game::Square;

use crate::piece::{Color, Piece};

/// The effect of a move. Displayed as a sentence: "Black moves 2 from d7 to d5,
/// captures 3 White pieces, leaves 1 on d7."
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The side that moved.
    pub color: Color,
    /// The source.
    pub from: Square,
    /// The destination.
    pub to: Square,
    /// The number of pieces that moved.
    pub count: NonZeroU16,
    /// The number of pieces left on the source; 0 unless the stack was split.
    pub rest: u16,
    /// The number of its own side's pieces that they joined on the destination.
    pub joined: Option<NonZeroU16>,
    /// The stack they captured on the destination.
    pub captured: Option<Piece>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report {
            color,
            from,
            to,
            count,
            ..
        } = self;
        write!(f, "{color} moves {count} from {from} to {to}")?;
        if let Some(joined) = self.joined {
            write!(f, ", joins {joined} there")?;
        }
        if let Some(Piece { color, count }) = self.captured {
            let pieces = if count.get() == 1 { "piece" } else { "pieces" };
            write!(f, ", captures {count} {color} {pieces}")?;
        }
        if self.rest > 0 {
            write!(f, ", leaves {} on {from}", self.rest)?;
        }
        f.write_str(".")
    }
}
