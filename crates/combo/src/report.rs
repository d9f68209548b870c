//! What a move did.

use std::fmt;
use std::num::NonZeroU16;

use game::Square;

use crate::piece::{Color, Piece};

/// What a move did. Its `Display` is a sentence: "Black moves 2 from d7 to d5,
/// captures 3 White pieces, leaves 1 on d7."
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Who moved.
    pub color: Color,
    /// The source.
    pub from: Square,
    /// The destination.
    pub to: Square,
    /// How many pieces moved.
    pub count: NonZeroU16,
    /// How many stay on the source; 0 unless the stack was split.
    pub rest: u16,
    /// How many friends they joined on the destination.
    pub joined: Option<NonZeroU16>,
    /// What they captured on the destination.
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
