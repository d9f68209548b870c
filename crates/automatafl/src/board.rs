//! The board, as one word of bits per line.

use std::fmt;
use std::str::FromStr;

use game::{NotationError, Scanner, Square, message, notation};

use crate::geometry::{Axis, LINES, MOST, Size};

/// The most automata on one board.
pub const MOST_AUTOMATA: usize = 8;

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// `a` in records. The automaton is drawn to it.
    Attractor,
    /// `r` in records. The automaton flees from it.
    Repulsor,
    /// `@` in records. No player moves it.
    Automaton,
}

impl Piece {
    /// Its letter in a position record.
    pub const fn letter(self) -> char {
        match self {
            Piece::Attractor => 'a',
            Piece::Repulsor => 'r',
            Piece::Automaton => '@',
        }
    }

    /// Its name: `attractor`, `repulsor` or `automaton`.
    pub const fn name(self) -> &'static str {
        match self {
            Piece::Attractor => "attractor",
            Piece::Repulsor => "repulsor",
            Piece::Automaton => "automaton",
        }
    }
}

/// A board of any size from 3 x 3 to 26 x 26.
///
/// Pieces are stored as one word of bits per line, along both axes. So the nearest
/// piece on a line takes one look at one word, whatever the size.
/// ```
/// let board: automatafl::Board = "/r1r1r/5/a1@1a/5/r1r1r/".parse()?;
/// assert_eq!(board.size().width, 5);
/// assert_eq!(board.to_string(), "/r1r1r/5/a1@1a/5/r1r1r/");
/// # Ok::<(), game::NotationError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    size: Size,
    automata: [Square; MOST_AUTOMATA],
    automata_count: u8,
    key: u64,
    // All pieces, by axis and line.
    lines: [[u32; LINES]; 2],
    // Attractors and repulsors, by row.
    attractors: [u32; LINES],
    repulsors: [u32; LINES],
}

impl Board {
    /// A board without pieces. Sides are clamped to 1 and 26.
    fn empty(width: u8, height: u8) -> Board {
        Board {
            size: Size {
                width: width.clamp(1, MOST),
                height: height.clamp(1, MOST),
            },
            automata: [Square::new(0, 0); MOST_AUTOMATA],
            automata_count: 0,
            key: 0,
            lines: [[0; LINES]; 2],
            attractors: [0; LINES],
            repulsors: [0; LINES],
        }
    }

    /// Its size.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The squares of the automata, in reading order: by y, then by x.
    #[inline]
    pub fn automata(&self) -> &[Square] {
        &self.automata[..usize::from(self.automata_count)]
    }

    /// Whether an automaton is on `at`.
    #[inline]
    pub fn is_automaton(&self, at: Square) -> bool {
        // There is nearly always just one.
        self.automata[0] == at && self.automata_count > 0
            || self.automata_count > 1 && self.automata().contains(&at)
    }

    /// Whether `at` is occupied. It must be on the board.
    #[inline]
    pub fn is_occupied(&self, at: Square) -> bool {
        self.lines[0][usize::from(at.y)] >> at.x & 1 == 1
    }

    /// The piece on `at`; `None` if the square is empty or off the board.
    #[inline]
    pub fn piece(&self, at: Square) -> Option<Piece> {
        if !self.size.holds(at) || !self.is_occupied(at) {
            return None;
        }
        Some(self.piece_on(at))
    }

    /// The piece on an occupied square.
    #[inline]
    pub(crate) fn piece_on(&self, at: Square) -> Piece {
        let y = usize::from(at.y);
        if self.attractors[y] >> at.x & 1 == 1 {
            Piece::Attractor
        } else if self.repulsors[y] >> at.x & 1 == 1 {
            Piece::Repulsor
        } else {
            Piece::Automaton
        }
    }

    /// All pieces on the line through `at`, and the index of `at` on it.
    #[inline]
    pub(crate) fn line(&self, axis: Axis, at: Square) -> (u32, u32) {
        let (line, place) = axis.line(at);
        (self.lines[axis as usize][line], place)
    }

    /// The hash of all pieces, updated by every move.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The hash, computed afresh from the pieces.
    pub fn fresh_key(&self) -> u64 {
        self.size
            .all()
            .filter_map(|at| Some(hash(at, self.piece(at)?)))
            .fold(0, |key, hash| key ^ hash)
    }

    /// Moves an attractor or repulsor to an empty square.
    #[inline]
    pub(crate) fn shift(&mut self, from: Square, to: Square) {
        let piece = self.piece_on(from);
        self.toggle(from, piece);
        self.toggle(to, piece);
    }

    /// Moves an automaton to an empty square. The automata keep their order until
    /// [`sort_automata`](Self::sort_automata).
    #[inline]
    pub(crate) fn shift_automaton(&mut self, which: usize, to: Square) {
        self.toggle(self.automata[which], Piece::Automaton);
        self.toggle(to, Piece::Automaton);
        self.automata[which] = to;
    }

    /// Restores the reading order of the automata.
    #[inline]
    pub(crate) fn sort_automata(&mut self) {
        if self.automata_count > 1 {
            let count = usize::from(self.automata_count);
            self.automata[..count].sort_by_key(|at| (at.y, at.x));
        }
    }

    #[inline]
    fn toggle(&mut self, at: Square, piece: Piece) {
        let (x, y) = (usize::from(at.x), usize::from(at.y));
        self.lines[0][y] ^= 1 << at.x;
        self.lines[1][x] ^= 1 << at.y;
        match piece {
            Piece::Attractor => self.attractors[y] ^= 1 << at.x,
            Piece::Repulsor => self.repulsors[y] ^= 1 << at.x,
            Piece::Automaton => {}
        }
        self.key ^= hash(at, piece);
    }
}

#[inline]
fn hash(at: Square, piece: Piece) -> u64 {
    KEYS[piece as usize][usize::from(at.y) * LINES + usize::from(at.x)]
}

static KEYS: [[u64; LINES * LINES]; 3] = {
    let mut table = [[0; LINES * LINES]; 3];
    let mut kind = 0;
    while kind < 3 {
        let mut at = 0;
        while at < LINES * LINES {
            table[kind][at] = mix((kind * LINES * LINES + at) as u64);
            at += 1;
        }
        kind += 1;
    }
    table
};

/// SplitMix64's finisher: well distributed numbers from 0, 1, 2, …
pub(crate) const fn mix(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Size { width, height } = self.size;
        notation::write_ranks(f, width, height, |at| self.piece(at).map(Piece::letter))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl FromStr for Board {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Board, NotationError> {
        let mut scan = Scanner::new(text);
        let letter = |c| match c {
            'a' => Some(Some(Piece::Attractor)),
            'r' => Some(Some(Piece::Repulsor)),
            '@' => Some(Some(Piece::Automaton)),
            _ => None,
        };
        let (squares, width) =
            notation::read_ranks(&mut scan, MOST, None, letter, message!("automatafl.pieces"))?;
        scan.end()?;
        let height = (squares.len() / usize::from(width)) as u8;
        if width < 3 || height < 3 {
            return Err(NotationError::whole(message!(
                "automatafl.size",
                width,
                height
            )));
        }
        let mut board = Board::empty(width, height);
        for (at, piece) in board.size.all().zip(squares) {
            let Some(piece) = piece else { continue };
            if piece == Piece::Automaton {
                let count = usize::from(board.automata_count);
                if count == MOST_AUTOMATA {
                    let problem = message!("automatafl.most-automata", most = MOST_AUTOMATA);
                    return Err(NotationError::whole(problem));
                }
                board.automata[count] = at;
                board.automata_count += 1;
            }
            board.toggle(at, piece);
        }
        Ok(board)
    }
}
