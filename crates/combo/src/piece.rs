//! Colours and stacks.

use std::fmt;
use std::num::NonZeroU16;

use game::Seat;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Moves first, from the last two rows: seat 0.
    Black,
    /// Starts on the first two rows: seat 1.
    White,
}

impl Color {
    /// Both colours, in seat order.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// The other colour.
    pub const fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// The seat that plays this colour.
    pub const fn seat(self) -> Seat {
        Seat(self as u16)
    }

    /// The colour of a seat; `None` if the game has no such seat.
    pub const fn of_seat(seat: Seat) -> Option<Color> {
        match seat.0 {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        }
    }

    /// The name of the colour for programs: `black`, `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }

    /// The letter of the colour in a position record.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'b',
            Color::White => 'w',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}

/// A stack: all the pieces on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The owner.
    pub color: Color,
    /// The number of pieces.
    pub count: NonZeroU16,
}
