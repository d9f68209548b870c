//! The board and the side to move.

use std::fmt;
use std::num::NonZeroU16;

use game::Square;

use crate::moves::{Illegal, Move};
use crate::piece::{Color, Piece};
use crate::report::Report;
use crate::squares::{Member, Squares, WORDS};

mod listing;

/// The longest side of a board.
pub(crate) const MOST_SIDE: u8 = 26;

/// The most pieces of one colour. Moves never add pieces, so no stack grows taller
/// either, and a list of moves stays below two million.
pub(crate) const MOST_PIECES: u16 = 9999;

/// A board of up to 26 x 26 squares and the side to move.
///
/// Playing, taking back, listing and counting moves do not allocate, except in the list
/// that the caller passes. [`record`](crate::record) reads and writes positions.
/// [`record`](crate::record).
// The board is one line of cells. Every row begins with a wall, which also ends the
// row above, and there are rows of walls above and below the board:
//
//     # # # #
//     # a b c      index of (x, y) = (y + 1) * stride + x + 1
//     # a b c      stride = width + 1
//     # # # # #
//
// So a direction is a single number to add, and a walk meets a wall before it can
// leave the line. An 8 x 8 board fits into two words of a set.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    hash: u64,
    // For each colour, the number of moves per direction on an infinite, empty board:
    // see `pick`.
    free_moves: [u32; 2],
    steps: [i16; 8],
    width: u8,
    height: u8,
    to_move: Color,
    // The longest distance between two squares.
    farthest: u8,
    // The number of words of the sets that the board uses.
    words: u8,
    // The squares of each colour.
    pieces: [Squares; 2],
    // The squares with two or more pieces, of either colour.
    stacks: Squares,
    // All squares of the board.
    board: Squares,
    // 0: empty; positive: the count of Black's stack; negative: of White's.
    cells: [i16; CELLS],
}

const CELLS: usize = (MOST_SIDE as usize + 2) * (MOST_SIDE as usize + 1) + 1;
const _: () = assert!(CELLS <= 64 * WORDS);

const WALL: i16 = i16::MIN;

/// The eight directions in x and y, in the order of [`Position::steps`].
const DIRECTIONS: [(i8, i8); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

impl Position {
    /// The start on a board of this size: White on the first two rows, Black on the
    /// last two.
    pub(crate) fn start(width: u8, height: u8) -> Position {
        let mut position = Position::empty(width, height, Color::Black);
        for x in 0..width {
            for (color, rows) in [
                (Color::White, [0, 1]),
                (Color::Black, [height - 2, height - 1]),
            ] {
                for y in rows {
                    let count = NonZeroU16::MIN;
                    position.stand(Square::new(x, y), Piece { color, count });
                }
            }
        }
        position
    }

    /// An empty board of this size, 1 x 1 to 26 x 26.
    pub(crate) fn empty(width: u8, height: u8, to_move: Color) -> Position {
        let stride = i16::from(width) + 1;
        let mut position = Position {
            hash: 0,
            free_moves: [0; 2],
            steps: DIRECTIONS.map(|(x, y)| i16::from(y) * stride + i16::from(x)),
            width,
            height,
            to_move,
            farthest: width.max(height) - 1,
            words: 0,
            pieces: [Squares::EMPTY; 2],
            stacks: Squares::EMPTY,
            board: Squares::EMPTY,
            cells: [WALL; CELLS],
        };
        for square in position.squares() {
            let at = position.index(square);
            position.cells[at] = 0;
            position.board.set(at, Member::Yes);
            position.words = (at / 64 + 1) as u8;
        }
        position.hash = position.fresh_hash();
        position
    }

    /// Puts a stack on the board in place of what was there.
    pub(crate) fn stand(&mut self, square: Square, piece: Piece) {
        let at = self.index(square);
        let cell = match piece.color {
            Color::Black => piece.count.get() as i16,
            Color::White => -(piece.count.get() as i16),
        };
        self.hash ^= hash_of(at, self.cells[at]) ^ hash_of(at, cell);
        self.put(at, cell);
    }

    /// The number of columns.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The side to move.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The stack on a square; `None` if the square is empty or off the board.
    pub fn at(&self, square: Square) -> Option<Piece> {
        if !self.has(square) {
            return None;
        }
        let cell = self.cells[self.index(square)];
        Some(Piece {
            color: color_of(cell),
            count: NonZeroU16::new(cell.unsigned_abs())?,
        })
    }

    /// All squares of the board, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
    }

    /// The stacks of a colour with their squares, row by row.
    #[inline]
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = (Square, NonZeroU16)> + '_ {
        let pieces = self.pieces[color as usize].iter(self.words.into());
        pieces.filter_map(|at| {
            let count = NonZeroU16::new(self.cells[at].unsigned_abs())?;
            Some((self.square(at), count))
        })
    }

    /// A hash of the board and the side to move, updated by every move.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The same hash, computed afresh from the board.
    pub fn fresh_hash(&self) -> u64 {
        let squares = self.squares().map(|square| self.index(square));
        let side = match self.to_move {
            Color::Black => 0,
            Color::White => WHITE_TO_MOVE,
        };
        squares.fold(side, |hash, at| hash ^ hash_of(at, self.cells[at]))
    }

    /// Whether the side to move may make this move. The error names the rule it breaks.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        let Move { from, to, count } = mv;
        for at in [from, to] {
            if !self.has(at) {
                return Err(Illegal::OffBoard {
                    at,
                    width: self.width,
                    height: self.height,
                });
            }
        }
        let Some(piece) = self.at(from) else {
            return Err(Illegal::NoPiece { at: from });
        };
        if piece.color != self.to_move {
            return Err(Illegal::NotYours {
                at: from,
                owner: piece.color,
            });
        }
        if from == to {
            return Err(Illegal::SameSquare { at: from });
        }
        let (x, y) = (to.x as i8 - from.x as i8, to.y as i8 - from.y as i8);
        if x != 0 && y != 0 && x.abs() != y.abs() {
            return Err(Illegal::NotStraight { from, to });
        }
        if count > piece.count {
            return Err(Illegal::TooMany {
                at: from,
                count,
                stands: piece.count,
            });
        }
        let distance = x.unsigned_abs().max(y.unsigned_abs());
        if u16::from(distance) > count.get() {
            return Err(Illegal::TooFar {
                to,
                distance,
                count,
            });
        }
        let step = i16::from(y.signum()) * (i16::from(self.width) + 1) + i16::from(x.signum());
        let walk = self.walk(self.index(from), step, distance.into());
        match walk.last() {
            Some((at, _)) if at != self.index(to) => Err(Illegal::PathBlocked {
                at: self.square(at),
            }),
            Some((_, least)) if count.get() < least => Err(Illegal::SingleCaptures { at: to }),
            _ => Ok(()),
        }
    }

    /// Plays a move that passes [`check`](Self::check).
    pub fn play(&mut self, mv: Move) -> Result<Undo, Illegal> {
        self.check(mv)?;
        Ok(self.play_unchecked(mv))
    }

    /// Plays a move that is known to be legal, and returns what [`undo`](Self::undo)
    /// needs.
    ///
    /// # Panics
    /// It may panic on an illegal move. If it does not, the board makes no sense
    /// afterwards.
    /// afterwards.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) -> Undo {
        let (from, to) = (self.index(mv.from), self.index(mv.to));
        let (source, target) = (self.cells[from], self.cells[to]);
        let undo = Undo {
            hash: self.hash,
            from: from as u16,
            to: to as u16,
            source,
            target,
        };
        let moved = match self.to_move {
            Color::Black => mv.count.get() as i16,
            Color::White => (mv.count.get() as i16).wrapping_neg(),
        };
        let friends = if undo.captured() { 0 } else { target };
        let (rest, arrived) = (source.wrapping_sub(moved), moved.wrapping_add(friends));
        self.put(from, rest);
        self.put(to, arrived);
        self.hash ^= hash_of(from, source) ^ hash_of(from, rest);
        self.hash ^= hash_of(to, target) ^ hash_of(to, arrived) ^ WHITE_TO_MOVE;
        self.to_move = self.to_move.opponent();
        undo
    }

    /// Takes back the last move.
    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        self.put(undo.to.into(), undo.target);
        self.put(undo.from.into(), undo.source);
        self.hash = undo.hash;
        self.to_move = self.to_move.opponent();
    }

    /// The effect of a legal move.
    pub fn report(&self, mv: Move) -> Report {
        let Move { from, to, count } = mv;
        let stands = self.at(from).map_or(0, |piece| piece.count.get());
        let (mut joined, mut captured) = (None, None);
        match self.at(to) {
            Some(piece) if piece.color == self.to_move => joined = Some(piece.count),
            enemy => captured = enemy,
        }
        Report {
            color: self.to_move,
            from,
            to,
            count,
            rest: stands.saturating_sub(count.get()),
            joined,
            captured,
        }
    }

    fn has(&self, square: Square) -> bool {
        square.x < self.width && square.y < self.height
    }

    #[inline]
    fn index(&self, square: Square) -> usize {
        (usize::from(square.y) + 1) * (usize::from(self.width) + 1) + usize::from(square.x) + 1
    }

    #[inline]
    fn square(&self, index: usize) -> Square {
        let (index, stride) = (index as u32, u32::from(self.width) + 1);
        Square::new((index % stride - 1) as u8, (index / stride - 1) as u8)
    }

    #[inline]
    fn put(&mut self, at: usize, cell: i16) {
        let before = std::mem::replace(&mut self.cells[at], cell);
        self.free_moves[color_of(before) as usize] -= self.free_moves_of(before.unsigned_abs());
        self.free_moves[color_of(cell) as usize] += self.free_moves_of(cell.unsigned_abs());
        self.pieces[Color::Black as usize].set(at, (cell > 0).into());
        self.pieces[Color::White as usize].set(at, (cell < 0).into());
        self.stacks.set(at, (cell.unsigned_abs() >= 2).into());
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

/// What [`undo`](Position::undo) needs to take back a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "without it the move cannot be taken back"]
pub struct Undo {
    hash: u64,
    from: u16,
    to: u16,
    source: i16,
    target: i16,
}

impl Undo {
    /// Whether the move was a capture.
    #[inline]
    pub fn captured(&self) -> bool {
        // The colours differ in sign.
        self.target != 0 && (self.target < 0) != (self.source < 0)
    }
}

/// The colour of a cell; arbitrary for an empty cell.
#[inline]
fn color_of(cell: i16) -> Color {
    if cell < 0 { Color::White } else { Color::Black }
}

const WHITE_TO_MOVE: u64 = 0xd1b5_4a32_d192_ed03;

/// The part of one cell in the hash: the finaliser of splitmix64.
#[inline]
fn hash_of(at: usize, cell: i16) -> u64 {
    let mut z = (at as u64) << 16 | u64::from(cell as u16);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
