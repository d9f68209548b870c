//! The notation of a position: rows joined by `/`, the first row (y = 0) first, squares
//! joined by `,`, then a space and the side to move.
//!
//! `w3` is a stack of three White pieces and `w` a single one, `b` and `b12` are
//! Black's, `x` is an empty square and `x5` a run of five.
//!
//! ```
//! let position = combo::Position::read("x,w3/x,x/b,b2 w")?;
//! assert_eq!(position.to_string(), "x,w3/x2/b,b2 w");
//! # Ok::<(), game::NotationError>(())
//! ```

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use game::{NotationError, Scanner, Square, message};

use crate::piece::{Color, Piece};
use crate::position::{MOST_PIECES, MOST_SIDE, Position};

impl Position {
    /// Reads a position record. The board may have any size from 1 x 1 to 26 x 26, and
    /// a side may have no pieces or no moves left.
    pub fn read(text: &str) -> Result<Position, NotationError> {
        let mut scan = Scanner::new(text);
        let mut pieces = Vec::new();
        let width = row(&mut scan, 0, None, &mut pieces)?;
        let mut height = 1;
        while scan.eat('/') {
            if height == MOST_SIDE {
                return Err(scan.error(message!("notation.rows", most = MOST_SIDE)));
            }
            row(&mut scan, height, Some(width), &mut pieces)?;
            height += 1;
        }
        if !scan.eat(' ') {
            return Err(scan.unexpected(message!("combo.row-goes-on")));
        }
        let Some(to_move) = color(&scan) else {
            return Err(scan.unexpected(message!("combo.side")));
        };
        scan.next_char();
        scan.end()?;

        let mut position = Position::empty(width, height, to_move);
        let mut totals = [0; 2];
        for (square, piece, at) in pieces {
            let total: &mut u32 = &mut totals[piece.color as usize];
            *total += u32::from(piece.count.get());
            if *total > u32::from(MOST_PIECES) {
                let side = piece.color.name();
                let problem = message!("combo.most-pieces", side, most = MOST_PIECES);
                return Err(NotationError { at, problem });
            }
            position.stand(square, piece);
        }
        Ok(position)
    }
}

impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Position, NotationError> {
        Position::read(text)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.height() {
            let mut between = if y == 0 { "" } else { "/" };
            let mut run = 0;
            for x in 0..=self.width() {
                let piece = self.at(Square::new(x, y));
                if piece.is_none() && x < self.width() {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    write!(f, "{between}x{}", Repeat(run))?;
                    between = ",";
                    run = 0;
                }
                if let Some(Piece { color, count }) = piece {
                    write!(f, "{between}{}{}", color.letter(), Repeat(count.get()))?;
                    between = ",";
                }
            }
        }
        write!(f, " {}", self.to_move().letter())
    }
}

/// A number that is omitted if it is 1.
struct Repeat(u16);

impl fmt::Display for Repeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => Ok(()),
            n => n.fmt(f),
        }
    }
}

/// Reads row `y` up to its end and returns its width. The stacks go to `pieces`, with
/// their places in the text.
fn row(
    scan: &mut Scanner<'_>,
    y: u8,
    wanted: Option<u8>,
    pieces: &mut Vec<(Square, Piece, usize)>,
) -> Result<u8, NotationError> {
    let row = scan.clone();
    let mut x: u8 = 0;
    loop {
        let here = scan.clone();
        let room = wanted.unwrap_or(MOST_SIDE) - x;
        let color = color(scan);
        if color.is_none() && scan.peek() != Some('x') {
            return Err(scan.unexpected(message!("combo.square")));
        }
        scan.next_char();
        let mut number = NonZeroU16::MIN;
        if scan.peek().is_some_and(|c| c.is_ascii_digit()) {
            let what = match color {
                Some(_) => message!("notation.pieces"),
                None => message!("notation.run-number"),
            };
            let found = scan.number(what, u32::from(MOST_PIECES))?;
            number = u16::try_from(found)
                .ok()
                .and_then(NonZeroU16::new)
                .unwrap_or(number);
        }
        let squares = match color {
            Some(_) => 1,
            None => number.get(),
        };
        let Some(next) = u8::try_from(squares).ok().filter(|&n| n <= room) else {
            let most = wanted.unwrap_or(MOST_SIDE);
            return Err(here.error(message!("combo.row-long", most)));
        };
        if let Some(color) = color {
            let piece = Piece {
                color,
                count: number,
            };
            pieces.push((Square::new(x, y), piece, here.at()));
        }
        x += next;
        if !scan.eat(',') {
            break;
        }
    }
    match wanted {
        Some(wanted) if wanted != x => {
            Err(row.error(message!("notation.row-other", found = x, wanted)))
        }
        _ => Ok(x),
    }
}

fn color(scan: &Scanner<'_>) -> Option<Color> {
    let letter = scan.peek()?;
    Color::BOTH.into_iter().find(|c| c.letter() == letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_written_in_one_way() {
        let rewritten = |text| Position::read(text).unwrap().to_string();
        for same in ["x b", "w w", "x,w3,x/b12,x2 b", "x26/x26 w"] {
            assert_eq!(rewritten(same), same);
        }
        assert_eq!(rewritten("x,x,w1,x1/x4 b"), "x2,w,x/x4 b");
    }

    #[test]
    fn errors_point_at_the_character() {
        let at = |text: &str| match Position::read(text) {
            Ok(_) => panic!("{text} is read"),
            Err(error) => (error.at, error.problem),
        };
        assert_eq!(at("").0, 0);
        assert_eq!(at("x").0, 1);
        assert_eq!(at("x ").0, 2);
        assert_eq!(at("x x").0, 2);
        assert_eq!(at("x b ").0, 3);
        assert_eq!(at("/x b").0, 0);
        assert_eq!(at("x,/x b").0, 2);
        assert_eq!(at("x0 b").0, 1);
        assert_eq!(at("w0,x b").0, 1);
        assert_eq!(at("w,k b").0, 2);
        assert_eq!(at("x27 b").0, 0);
        assert_eq!(at("x26,w b").0, 4);
        assert_eq!(
            at("x2/w b"),
            (3, message!("notation.row-other", found = 1, wanted = 2))
        );
        assert_eq!(at("x2/x,w,b b").0, 7);
        assert_eq!(at(&("x/".repeat(26) + "x b")).0, 52);
    }

    #[test]
    fn a_colour_has_at_most_9999_pieces() {
        assert!(Position::read("w9999,b9998,b b").is_ok());
        let error = Position::read("w9999,b9998,b2 b").unwrap_err();
        let problem = message!("combo.most-pieces", side = "black", most = 9999);
        assert_eq!((error.at, error.problem), (12, problem));
        assert_eq!(Position::read("w10000 b").unwrap_err().at, 1);
    }
}
