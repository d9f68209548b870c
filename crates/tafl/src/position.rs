//! The board and the side to move: how pieces move and capture.

use std::fmt;

use game::{Dice, NotationError, Scanner, Square, fair16, message, notation};

use crate::Options;
use crate::tables::{
    BESIDE, CORNERS, DEFENDERS_NEXT, KEYS, Mover, NEXT_TWO, SIDE, SQUARES, THRONE, Targets, beside,
    bits, index, leap, square,
};

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that moves first and hunts the king; eight pieces in the usual start.
    Attackers,
    /// The king's side.
    Defenders,
}

impl Side {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Attackers => Side::Defenders,
            Side::Defenders => Side::Attackers,
        }
    }

    /// Its name: `attackers` or `defenders`.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Attackers => "attackers",
            Side::Defenders => "defenders",
        }
    }
}

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// `t` in records.
    Attacker,
    /// `T` in records.
    Defender,
    /// `K` in records.
    King,
}

impl Piece {
    /// The side it belongs to.
    pub const fn side(self) -> Side {
        match self {
            Piece::Attacker => Side::Attackers,
            Piece::Defender | Piece::King => Side::Defenders,
        }
    }

    /// Its letter in a position record.
    pub const fn letter(self) -> char {
        match self {
            Piece::Attacker => 't',
            Piece::Defender => 'T',
            Piece::King => 'K',
        }
    }

    /// Its name: `attacker`, `defender` or `king`.
    pub const fn name(self) -> &'static str {
        match self {
            Piece::Attacker => "attacker",
            Piece::Defender => "defender",
            Piece::King => "king",
        }
    }
}

/// A move from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: u8,
    to: u8,
}

impl Move {
    /// Creates a move between two squares; `None` if one is off the board.
    pub fn new(from: Square, to: Square) -> Option<Move> {
        let on_board = |s: Square| usize::from(s.x) < SIDE && usize::from(s.y) < SIDE;
        (on_board(from) && on_board(to)).then(|| Move::between(index(from), index(to)))
    }

    fn between(from: usize, to: usize) -> Move {
        Move {
            from: from as u8,
            to: to as u8,
        }
    }

    /// The source.
    pub fn from(self) -> Square {
        square(usize::from(self.from))
    }

    /// The destination.
    pub fn to(self) -> Square {
        square(usize::from(self.to))
    }

    /// Reads `d1-d3`.
    pub fn read(text: &str) -> Result<Move, NotationError> {
        let mut scan = Scanner::new(text);
        let from = scan.square(SIDE as u8, SIDE as u8)?;
        scan.expect('-')?;
        let to = scan.square(SIDE as u8, SIDE as u8)?;
        scan.end()?;
        Ok(Move::between(index(from), index(to)))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from(), self.to())
    }
}

/// The effect of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    captured: u64,
    /// Whether it ended the game.
    pub fate: Fate,
}

impl Played {
    /// Whether a piece other than the king was captured.
    pub fn captures(self) -> bool {
        self.captured != 0
    }

    /// The squares of the captured pieces, not counting the king.
    pub fn captured(self) -> impl Iterator<Item = Square> {
        bits(self.captured).map(square)
    }
}

/// The king's fate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// Neither captured nor escaped: the game goes on.
    Open,
    /// He is on a corner: the defenders win.
    Escaped,
    /// The attackers win. He stays on the board to show where he was captured.
    Captured,
}

/// The pieces and the side to move.
///
/// Reads and writes OpenTafl's notation, followed by the side to move:
///
/// ```
/// let start: tafl::Position = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a".parse()?;
/// assert_eq!(start, tafl::Position::START);
/// assert_eq!(start.count_moves(), 40);
/// # Ok::<(), game::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    attackers: u64,
    // Without the king.
    defenders: u64,
    king: u64,
    key: u64,
    side: Side,
}

impl Position {
    /// The usual start: the king in the middle of a cross, attackers to move.
    pub const START: Position = {
        let attackers = 1 << 3 | 1 << 10 | 0b110_0011 << 21 | 1 << 38 | 1 << 45;
        let defenders = 1 << 17 | 0b001_0100 << 21 | 1 << 31;
        Position {
            attackers,
            defenders,
            king: THRONE,
            key: hash(attackers, defenders, THRONE, Side::Attackers),
            side: Side::Attackers,
        }
    };

    /// The side to move.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The piece on `at`; `None` if the square is empty or off the board.
    pub fn piece(&self, at: Square) -> Option<Piece> {
        if usize::from(at.x) >= SIDE || usize::from(at.y) >= SIDE {
            return None;
        }
        self.piece_at(index(at))
    }

    fn piece_at(&self, at: usize) -> Option<Piece> {
        let bit = 1 << at;
        if self.attackers & bit != 0 {
            Some(Piece::Attacker)
        } else if self.defenders & bit != 0 {
            Some(Piece::Defender)
        } else if self.king & bit != 0 {
            Some(Piece::King)
        } else {
            None
        }
    }

    /// The king's square.
    pub fn king(&self) -> Square {
        square(self.king.trailing_zeros() as usize)
    }

    /// The attackers as a bitboard: square (x, y) is bit `7 * y + x`.
    pub const fn attackers(&self) -> u64 {
        self.attackers
    }

    /// The defenders as a bitboard, without the king.
    pub const fn defenders(&self) -> u64 {
        self.defenders
    }

    /// The king as a bitboard.
    pub const fn king_bit(&self) -> u64 {
        self.king
    }

    /// Whether the king is on a corner.
    pub const fn escaped(&self) -> bool {
        self.king & CORNERS != 0
    }

    /// The hash of the pieces and the side to move, updated by every move.
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The hash, computed afresh from the pieces.
    pub const fn fresh_key(&self) -> u64 {
        hash(self.attackers, self.defenders, self.king, self.side)
    }

    const fn pieces(&self) -> u64 {
        self.attackers | self.defenders | self.king
    }

    const fn movers(&self) -> u64 {
        match self.side {
            Side::Attackers => self.attackers,
            Side::Defenders => self.defenders | self.king,
        }
    }

    /// The destinations of the piece at `at`.
    #[inline]
    fn targets(&self, at: usize) -> Targets {
        Targets::new(at, self.mover(at), self.pieces())
    }

    #[inline]
    const fn mover(&self, at: usize) -> Mover {
        if self.king >> (at & 63) & 1 == 1 {
            Mover::King
        } else {
            Mover::Man
        }
    }

    /// Whether the side to move has a move.
    #[inline]
    pub fn has_move(&self) -> bool {
        // A free square beside a piece settles it nearly always.
        let free = !(self.pieces() | CORNERS | THRONE);
        beside(self.movers()) & free != 0
            || bits(self.movers()).any(|from| self.targets(from).count() != 0)
    }

    /// The number of legal moves of the side to move.
    #[inline]
    pub fn count_moves(&self) -> u64 {
        bits(self.movers())
            .map(|from| u64::from(self.targets(from).count()))
            .sum()
    }

    /// Appends all legal moves of the side to move to `out`.
    pub fn moves(&self, out: &mut Vec<Move>) {
        for from in bits(self.movers()) {
            let to = self.targets(from).squares(from);
            out.extend(bits(to).map(|to| Move::between(from, to)));
        }
    }

    /// A random legal move, each with equal chance; `None` if there is none.
    #[inline]
    pub fn random_move(&self, dice: &mut dyn Dice) -> Option<Move> {
        // Every piece has twelve squares in its row and column. Drawing from all of
        // these until one is legal is fair, and faster than counting the moves first.
        let (movers, pieces) = (self.movers(), self.pieces());
        let mut squares = [0; 16];
        let mut count = 0;
        for from in bits(movers) {
            squares[count & 15] = from as u8;
            count += 1;
        }
        let throws = if count <= 16 { 8 } else { 0 };
        for _ in 0..throws {
            let mut bits = dice.bits();
            for _ in 0..4 {
                if let Some(thrown) = fair16(bits as u16, 12 * count as u16) {
                    let from = usize::from(squares[usize::from(thrown / 12) & 15]);
                    let (to, way) = leap(from, self.mover(from), usize::from(thrown % 12));
                    if way & pieces == 0 {
                        return Some(Move::between(from, to));
                    }
                }
                bits >>= 16;
            }
        }
        // Few moves, or none: count them.
        let total = self.count_moves() as u32;
        let pick = if total > 0 { dice.below(total) } else { 0 };
        bits(movers)
            .flat_map(|from| bits(self.targets(from).squares(from)).map(move |to| (from, to)))
            .nth(pick as usize)
            .map(|(from, to)| Move::between(from, to))
    }

    /// Whether the side to move may play this.
    pub fn is_legal(&self, m: Move) -> bool {
        self.movers() >> m.from & 1 == 1
            && self
                .targets(usize::from(m.from))
                .squares(usize::from(m.from))
                >> m.to
                & 1
                == 1
    }

    /// The first piece on the way between two squares of a line, or on the second one.
    pub(crate) fn obstacle(&self, m: Move) -> Option<Square> {
        let (from, to) = (m.from(), m.to());
        let (dx, dy) = (to.x as i8 - from.x as i8, to.y as i8 - from.y as i8);
        (1..=dx.abs().max(dy.abs()))
            .map(|by| {
                let x = from.x as i8 + dx.signum() * by;
                let y = from.y as i8 + dy.signum() * by;
                Square::new(x as u8, y as u8)
            })
            .find(|&at| self.piece(at).is_some())
    }

    /// Moves a piece and removes the pieces it captures. The move must be
    /// [legal](Self::is_legal), and the game must not be over.
    pub fn play_unchecked(&mut self, m: Move, options: &Options) -> Played {
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let step = 1u64 << from | 1u64 << to;
        let played = match self.side {
            Side::Attackers => {
                self.attackers ^= step;
                self.key ^= KEYS[0][from] ^ KEYS[0][to];
                let hostile = self.attackers | CORNERS | (THRONE & !self.king);
                let captured = between(to, hostile) & self.defenders;
                self.defenders ^= captured;
                for at in bits(captured) {
                    self.key ^= KEYS[1][at];
                }
                let caught = BESIDE[to] & self.king != 0 && self.king_is_caught(to, options);
                Played {
                    captured,
                    fate: if caught { Fate::Captured } else { Fate::Open },
                }
            }
            Side::Defenders => {
                let king = self.king >> from & 1;
                self.king ^= step * king;
                self.defenders ^= step * (1 - king);
                let keys = &KEYS[1 + king as usize];
                self.key ^= keys[from] ^ keys[to];
                // Only the king can be on the throne, so for the attackers it is
                // hostile with or without him.
                let hostile = self.defenders | self.king | CORNERS | THRONE;
                let captured = between(to, hostile) & self.attackers;
                self.attackers ^= captured;
                for at in bits(captured) {
                    self.key ^= KEYS[0][at];
                }
                Played {
                    captured,
                    fate: if self.escaped() {
                        Fate::Escaped
                    } else {
                        Fate::Open
                    },
                }
            }
        };
        self.side = self.side.other();
        self.key ^= DEFENDERS_NEXT;
        played
    }

    /// Whether the attacker that just arrived on `to`, beside the king, captured him.
    fn king_is_caught(&self, to: usize, options: &Options) -> bool {
        let king = self.king.trailing_zeros() as usize;
        let around = BESIDE[king];
        if self.king == THRONE || around & THRONE != 0 {
            let needed = around & !THRONE;
            return self.attackers & needed == needed;
        }
        let hostile = if options.king_by_corner {
            self.attackers | CORNERS
        } else {
            self.attackers
        };
        between(to, hostile) & self.king != 0
    }

    /// The number of leaves of the move tree, `depth` moves deep. A move that ends the
    /// game makes a leaf; a side without moves has none.
    pub fn perft(&self, depth: u32, options: &Options) -> u64 {
        let mut budget = u64::MAX;
        self.perft_within(depth, options, &mut budget)
            .unwrap_or(u64::MAX)
    }

    /// Like [`perft`](Self::perft), but returns `None` if it would visit more than
    /// `budget` positions.
    pub fn perft_within(&self, depth: u32, options: &Options, budget: &mut u64) -> Option<u64> {
        if depth == 0 || self.escaped() {
            return Some(1);
        }
        *budget = budget.checked_sub(1)?;
        if depth == 1 {
            return Some(self.count_moves());
        }
        let mut nodes = 0;
        for from in bits(self.movers()) {
            for to in bits(self.targets(from).squares(from)) {
                let mut next = *self;
                let played = next.play_unchecked(Move::between(from, to), options);
                nodes += match played.fate {
                    Fate::Open => next.perft_within(depth - 1, options, budget)?,
                    _ => 1,
                };
            }
        }
        Some(nodes)
    }
}

/// The squares next to `to` that have a hostile square right behind them.
#[inline]
fn between(to: usize, hostile: u64) -> u64 {
    let mut caught = 0;
    for (next, behind) in NEXT_TWO[to] {
        if behind & hostile != 0 {
            caught |= next;
        }
    }
    caught
}

const fn hash(attackers: u64, defenders: u64, king: u64, side: Side) -> u64 {
    let mut key = match side {
        Side::Attackers => 0,
        Side::Defenders => DEFENDERS_NEXT,
    };
    let mut at = 0;
    while at < SQUARES {
        if attackers >> at & 1 == 1 {
            key ^= KEYS[0][at];
        }
        if defenders >> at & 1 == 1 {
            key ^= KEYS[1][at];
        }
        if king >> at & 1 == 1 {
            key ^= KEYS[2][at];
        }
        at += 1;
    }
    key
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write_ranks(f, SIDE as u8, SIDE as u8, |at| {
            self.piece(at).map(Piece::letter)
        })?;
        f.write_str(match self.side {
            Side::Attackers => " a",
            Side::Defenders => " d",
        })
    }
}

impl std::str::FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Position, NotationError> {
        let mut scan = Scanner::new(text);
        let letter = |c| match c {
            't' => Some(Some(Piece::Attacker)),
            'T' => Some(Some(Piece::Defender)),
            'K' => Some(Some(Piece::King)),
            _ => None,
        };
        let (squares, width) = notation::read_ranks(
            &mut scan,
            SIDE as u8,
            None,
            letter,
            message!("brandub.pieces"),
        )?;
        if usize::from(width) != SIDE || squares.len() != SQUARES {
            let rows = squares.len() / usize::from(width);
            return Err(NotationError::whole(message!("brandub.size", rows, width)));
        }
        scan.expect(' ')?;
        let side = match scan.peek() {
            Some('a') => Side::Attackers,
            Some('d') => Side::Defenders,
            _ => return Err(scan.unexpected(message!("brandub.side"))),
        };
        scan.next_char();
        scan.end()?;

        let (mut attackers, mut defenders, mut king) = (0u64, 0u64, 0u64);
        for (at, piece) in squares.into_iter().enumerate() {
            let bit = 1 << at;
            match piece {
                Some(Piece::Attacker) => attackers |= bit,
                Some(Piece::Defender) => defenders |= bit,
                Some(Piece::King) => king |= bit,
                None => {}
            }
        }
        if king.count_ones() != 1 {
            let found = king.count_ones();
            return Err(NotationError::whole(message!("brandub.kings", found)));
        }
        if let Some(at) = bits((attackers | defenders) & (CORNERS | THRONE)).next() {
            let at = square(at);
            return Err(NotationError::whole(message!("brandub.only-king", at)));
        }
        Ok(Position {
            attackers,
            defenders,
            king,
            key: hash(attackers, defenders, king, side),
            side,
        })
    }
}
