//! Names of squares, and tools to read notation.

use std::fmt;

use crate::{Message, Say, display_message, message};

/// A square by column `x` and row `y`, both from 0. Its name is a letter for `x` and a
/// number for `y + 1`: `a1` is (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Column, 0 to 25.
    pub x: u8,
    /// Row, 0 to 25.
    pub y: u8,
}

impl Square {
    /// The square at column `x`, row `y`.
    pub const fn new(x: u8, y: u8) -> Square {
        Square { x, y }
    }

    /// Reads a name such as `d4`, with nothing before or after it.
    pub fn read(text: &str, width: u8, height: u8) -> Result<Square, NotationError> {
        let mut scan = Scanner::new(text);
        let square = scan.square(width, height)?;
        scan.end()?;
        Ok(square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = u16::from(self.y) + 1;
        match self.x {
            0..=25 => write!(f, "{}{row}", char::from(b'a' + self.x)),
            // No board is that wide, but a program may ask for any square.
            _ => write!(f, "column {} of row {row}", u16::from(self.x) + 1),
        }
    }
}

/// What is wrong with a text, and at which character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The index of the wrong character, from 0. One past the last if the text ends too
    /// soon.
    pub at: usize,
    /// What is wrong there, and what would be right.
    pub problem: Message,
}

impl NotationError {
    /// An error about the text as a whole.
    pub fn whole(problem: Message) -> NotationError {
        NotationError { at: 0, problem }
    }
}

impl Say for NotationError {
    fn message(&self) -> Message {
        message!(
            "notation.at",
            at = self.at + 1,
            problem = self.problem.clone()
        )
    }
}

display_message!(NotationError);

/// Reads a text from left to right and tracks its place in it.
#[derive(Clone, Debug)]
pub struct Scanner<'a> {
    rest: std::str::Chars<'a>,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// Starts at the first character of `text`.
    pub fn new(text: &'a str) -> Scanner<'a> {
        Scanner {
            rest: text.chars(),
            at: 0,
        }
    }

    /// The place in the text: the number of characters read.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The next character, without taking it.
    pub fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    /// Takes the next character.
    pub fn next_char(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        self.at += 1;
        Some(c)
    }

    /// Takes the next character if it is `wanted`.
    pub fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.next_char();
        }
        found
    }

    /// Takes `wanted` or fails.
    pub fn expect(&mut self, wanted: char) -> Result<(), NotationError> {
        if self.eat(wanted) {
            Ok(())
        } else {
            Err(self.unexpected(Message::plain(format!("'{wanted}'"))))
        }
    }

    /// Fails unless everything has been read.
    pub fn end(&self) -> Result<(), NotationError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected(message!("notation.nothing-more"))),
        }
    }

    /// An error at the current character.
    pub fn error(&self, problem: Message) -> NotationError {
        NotationError {
            at: self.at,
            problem,
        }
    }

    /// An error that says what was expected here and what was found instead.
    pub fn unexpected(&self, wanted: Message) -> NotationError {
        self.error(match self.peek() {
            Some(c) => message!("notation.expected", wanted, found = format!("{c:?}")),
            None => message!("notation.ends", wanted),
        })
    }

    /// Reads a number without sign, from 1 to `most`, without leading zeros.
    pub fn number(&mut self, what: Message, most: u32) -> Result<u32, NotationError> {
        let start = self.at;
        let mut value: u32 = 0;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            if self.at > start && value == 0 {
                break;
            }
            value = value.saturating_mul(10).saturating_add(digit);
            self.next_char();
        }
        if self.at == start {
            return Err(self.unexpected(what));
        }
        if value == 0 || value > most {
            return Err(NotationError {
                at: start,
                problem: match value {
                    u32::MAX => message!("notation.range", what, low = 1, high = most),
                    _ => message!("notation.out-of-range", what, low = 1, high = most, value),
                },
            });
        }
        Ok(value)
    }

    /// Reads the name of a square on a board of this size.
    pub fn square(&mut self, width: u8, height: u8) -> Result<Square, NotationError> {
        let last = char::from(b'a' + width - 1);
        let x = match self.peek() {
            Some(c) if ('a'..=last).contains(&c) => c as u8 - b'a',
            Some(c) if c.is_ascii_lowercase() => {
                let column = c.to_string();
                let last = last.to_string();
                return Err(self.error(message!("notation.no-column", column, last)));
            }
            _ => {
                let last = last.to_string();
                return Err(self.unexpected(message!("notation.column", last)));
            }
        };
        self.next_char();
        let y = self.number(message!("notation.the-row"), u32::from(height))? - 1;
        Ok(Square::new(x, y as u8))
    }
}

/// Reads a board record: `/3t3/…/`, rank 1 (y = 0) first, x from a, a number for a run
/// of empty squares. Calls `piece` for every other character; it returns the piece.
/// `pieces` says which there are.
///
/// Returns the squares row by row and the width. Leaves the scanner after the last
/// slash.
pub fn read_ranks<T: Copy>(
    scan: &mut Scanner<'_>,
    most: u8,
    empty: T,
    mut piece: impl FnMut(char) -> Option<T>,
    pieces: Message,
) -> Result<(Vec<T>, u8), NotationError> {
    let mut squares = Vec::new();
    let mut width = None;
    let mut rows = 0;
    scan.expect('/')?;
    while let Some(c) = scan.peek() {
        if c == ' ' {
            break;
        }
        if rows == most {
            return Err(scan.error(message!("notation.rows", most)));
        }
        let start = scan.at();
        let row = squares.len();
        while !scan.eat('/') {
            let Some(c) = scan.peek() else {
                return Err(scan.unexpected(message!("notation.row-end")));
            };
            let limit = width.unwrap_or(usize::from(most));
            let room = limit - (squares.len() - row);
            let too_wide = |scan: &Scanner<'_>| match width {
                Some(most) => scan.error(message!("notation.row-long", most)),
                None => scan.error(message!("notation.row-longest", most)),
            };
            if c.is_ascii_digit() {
                let here = scan.clone();
                let run = scan.number(message!("notation.run"), 9999)? as usize;
                if run > room {
                    return Err(too_wide(&here));
                }
                squares.extend(std::iter::repeat_n(empty, run));
            } else if let Some(found) = piece(c) {
                if room == 0 {
                    return Err(too_wide(scan));
                }
                squares.push(found);
                scan.next_char();
            } else {
                return Err(scan.unexpected(message!("notation.piece", pieces)));
            }
        }
        let found = squares.len() - row;
        let wanted = *width.get_or_insert(found);
        if found != wanted || found == 0 {
            return Err(NotationError {
                at: start,
                problem: match wanted {
                    0 => message!("notation.row-empty"),
                    _ => message!("notation.row-other", found, wanted),
                },
            });
        }
        rows += 1;
    }
    match width {
        Some(width) => Ok((squares, width as u8)),
        None => Err(scan.unexpected(message!("notation.a-row"))),
    }
}

/// Writes a board record as [`read_ranks`] reads it. `piece` returns the character of a
/// square, or `None` for an empty one.
pub fn write_ranks(
    f: &mut impl fmt::Write,
    width: u8,
    height: u8,
    piece: impl Fn(Square) -> Option<char>,
) -> fmt::Result {
    f.write_char('/')?;
    for y in 0..height {
        let mut run = 0;
        for x in 0..width {
            match piece(Square::new(x, y)) {
                None => run += 1,
                Some(c) => {
                    if run > 0 {
                        write!(f, "{run}")?;
                        run = 0;
                    }
                    f.write_char(c)?;
                }
            }
        }
        if run > 0 {
            write!(f, "{run}")?;
        }
        f.write_char('/')?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn square_names_round_trip() {
        assert_eq!(Square::read("k11", 11, 11), Ok(Square::new(10, 10)));
        assert_eq!(Square::new(10, 10).to_string(), "k11");
        assert_eq!(Square::new(255, 255).to_string(), "column 256 of row 256");
    }

    #[test]
    fn errors_point_at_the_character() {
        let at = |text| Square::read(text, 11, 11).unwrap_err().at;
        assert_eq!(at("l1"), 0);
        assert_eq!(at("a12"), 1);
        assert_eq!(at("a0"), 1);
        assert_eq!(at("a"), 1);
        assert_eq!(at("a1 "), 2);
        assert_eq!(at("é1"), 0);
        assert_eq!(at("a99999999999999"), 1);
        let error = Square::read("a12", 11, 11).unwrap_err();
        assert_eq!(
            error.problem.to_string(),
            "notation.out-of-range (what: notation.the-row, low: 1, high: 11, value: 12)"
        );
    }

    #[test]
    fn ranks_must_have_equal_width() {
        let read = |text: &str| {
            read_ranks(
                &mut Scanner::new(text),
                7,
                '.',
                |c| (c == 't').then_some(c),
                Message::plain("t"),
            )
        };
        assert_eq!(read("/t1/2/").unwrap(), (vec!['t', '.', '.', '.'], 2));
        assert_eq!(read("/t1/1/").unwrap_err().at, 4);
        assert_eq!(read("/t1/tt1/").unwrap_err().at, 6);
        assert_eq!(read("/t1/x1/").unwrap_err().at, 4);
        assert_eq!(read("/t1").unwrap_err().at, 3);
        assert_eq!(read("/8/").unwrap_err().at, 1);
        assert_eq!(read("//").unwrap_err().at, 1);
        assert_eq!(read("/").unwrap_err().at, 1);
        assert_eq!(read("").unwrap_err().at, 0);
    }
}
