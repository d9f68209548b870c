//! The effect of a move.

use game::{Message, Seat, Square, Tell, message};

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

impl Tell for Report {
    fn tell(&self) -> Vec<Message> {
        let (from, to) = (self.action.from(), self.action.to());
        let piece = self.piece.name();
        let mut told = vec![match &self.captured[..] {
            [] => message!("brandub.moves", piece, from, to),
            captured => message!("brandub.captures", piece, from, to, at = captured.to_vec()),
        }];
        match self.fate {
            Fate::Open => {}
            Fate::Escaped => told.push(message!("brandub.escaped")),
            Fate::Captured => told.push(message!("brandub.caught")),
        }
        told
    }
}
