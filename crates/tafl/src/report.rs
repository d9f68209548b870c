//! The effect of a move, in words.

use std::fmt;

use game::{Seat, Square};

use crate::{Fate, Move, Options, Piece, Position};

/// The effect of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The move.
    pub action: Move,
    /// The piece that moved.
    pub piece: Piece,
    /// The squares of the captured pieces in the order of their names, without the
    /// king's.
    pub captured: Vec<Square>,
    /// The king's fate.
    pub fate: Fate,
}

impl Report {
    pub(crate) fn new(before: &Position, joint: &[(Seat, Move)], options: &Options) -> Report {
        let action = joint[0].1;
        let piece = before.piece(action.from()).unwrap_or(Piece::Attacker);
        let mut after = *before;
        let played = after.play_unchecked(action, options);
        let mut captured: Vec<Square> = played.captured().collect();
        captured.sort_by_key(Square::to_string);
        Report {
            action,
            piece,
            captured,
            fate: played.fate,
        }
    }

    /// Whether anything is captured, the king included.
    pub fn captures(&self) -> bool {
        !self.captured.is_empty() || self.fate == Fate::Captured
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (who, from, to) = (self.piece.name(), self.action.from(), self.action.to());
        write!(f, "The {who} moves from {from} to {to}")?;
        for (i, at) in self.captured.iter().enumerate() {
            let joint = match i {
                0 => " and captures ",
                _ if i + 1 == self.captured.len() => " and ",
                _ => ", ",
            };
            write!(f, "{joint}{at}")?;
        }
        f.write_str(match self.fate {
            Fate::Open => ".",
            Fate::Escaped => ". He has reached a corner: the defenders win.",
            Fate::Captured => ". The king is caught: the attackers win.",
        })
    }
}
