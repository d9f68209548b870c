//! The effect of a move.

use std::num::NonZeroU16;

use game::{Message, Square, Tell, message};

use crate::piece::{Color, Piece};

/// The effect of a move. In a sentence: "Black moves 2 from d7 to d5,
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

impl Tell for Report {
    fn tell(&self) -> Vec<Message> {
        let (from, to) = (self.from, self.to);
        let side = self.color.name();
        let mut deeds = vec![message!(
            "combo.moves",
            side,
            count = self.count.get(),
            from,
            to
        )];
        if let Some(joined) = self.joined {
            deeds.push(message!("combo.joins", count = joined.get()));
        }
        if let Some(Piece { color, count }) = self.captured {
            deeds.push(message!(
                "combo.captures",
                count = count.get(),
                side = color.name()
            ));
        }
        if self.rest > 0 {
            deeds.push(message!("combo.leaves", count = self.rest, from));
        }
        vec![message!("plain.sentence", words = Message::commas(deeds))]
    }
}
