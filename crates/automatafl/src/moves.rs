//! The entries of players.

use std::fmt;

use game::{NotationError, Scanner, Square};

use crate::geometry::{Axis, Size};

/// A source and a destination. The board and its markers decide whether they make a
/// legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The source: the move lifts the piece that is there or arrives there, if any.
    pub from: Square,
    /// The destination.
    pub to: Square,
}

impl Move {
    /// The axis along which it runs, if source and destination share a line.
    #[inline]
    pub fn axis(self) -> Option<Axis> {
        Axis::between(self.from, self.to)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// A player's entry for the turn: a move, or a pass if none is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Entry {
    /// A move.
    Move(Move),
    /// No move, written `-`. Legal only if markers bar every move.
    Pass,
}

impl Entry {
    /// The move, unless it is a pass.
    #[inline]
    pub fn as_move(self) -> Option<Move> {
        match self {
            Entry::Move(m) => Some(m),
            Entry::Pass => None,
        }
    }

    /// Reads `d1-d3`, or `-` for a pass.
    pub fn read(text: &str, size: Size) -> Result<Entry, NotationError> {
        if text == "-" {
            return Ok(Entry::Pass);
        }
        let mut scan = Scanner::new(text);
        let from = scan.square(size.width, size.height)?;
        scan.expect('-')?;
        let to = scan.square(size.width, size.height)?;
        scan.end()?;
        Ok(Entry::Move(Move { from, to }))
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Move(m) => m.fmt(f),
            Entry::Pass => f.write_str("-"),
        }
    }
}
