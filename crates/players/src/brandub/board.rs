//! A position in a search.

use search::alphabeta::{self, End, Foreseen, MOST_POINTS};
use tafl::{Fate, Move, NoMoves, Options, Position, Side, State};

use super::lines::{
    CORNERS, SQUARES, THRONE, beside, bits, index, seen, shifted, square, ways_to_corners,
};
use crate::alphabeta::Evaluate;

/// A Brandub position in a search, with the king's fate and the earlier positions that
/// matter for repetition.
#[derive(Clone)]
pub struct Board<E> {
    position: Position,
    fate: Fate,
    // Squares where a piece of the side to move captures when it arrives.
    catching: u64,
    // The keys of the earlier positions, and the index from which on nothing has been
    // captured.
    before: Vec<u64>,
    quiet_from: usize,
    options: Options,
    // The hash of all positions that end the game if they occur once more. It is part
    // of the key because it changes the worth of other positions.
    drawn_next: u64,
    evaluate: E,
}

/// What is needed to take back a move.
pub struct Undo {
    position: Position,
    fate: Fate,
    catching: u64,
    quiet_from: usize,
}

impl<E: Evaluate<Position>> Board<E> {
    /// The current position of a game, with its history.
    pub fn new(options: &Options, state: &State, evaluate: E) -> Board<E> {
        let mut before = state.history().to_vec();
        let drawn_next = match options.repetition {
            0 => 0,
            most => drawn_next(&before, most),
        };
        before.pop();
        before.reserve(256);
        let position = *state.position();
        Board {
            position,
            fate: state.fate(),
            catching: catching(&position),
            before,
            quiet_from: 0,
            options: options.clone(),
            drawn_next,
            evaluate,
        }
    }

    /// How often the position has occurred before; stops counting at `most`.
    #[inline]
    fn occurred(&self, most: u32) -> u32 {
        let key = self.position.key();
        // The same side is to move every second ply, and a return to the same position
        // takes two moves of each side.
        let before = &self.before[self.quiet_from..];
        let mut found = 0;
        for &earlier in before.iter().rev().skip(3).step_by(2) {
            if earlier == key {
                found += 1;
                if found == most {
                    break;
                }
            }
        }
        found
    }

    #[inline]
    fn pieces(&self) -> u64 {
        self.position.attackers() | self.position.defenders() | self.position.king_bit()
    }

    #[inline]
    fn king(&self) -> usize {
        self.position.king_bit().trailing_zeros() as usize
    }

    #[inline]
    fn king_sees_corner(&self) -> bool {
        seen(self.king(), self.pieces()) & CORNERS != 0
    }

    /// Whether an attacker can capture the king with one move.
    #[inline]
    fn king_can_be_caught(&self) -> bool {
        let pieces = self.pieces();
        let attackers = self.position.attackers();
        let squares = catching_king(&self.position, &self.options);
        bits(squares & !pieces).any(|at| seen(at, pieces) & attackers != 0)
    }

    /// The moves of `movers` to the squares `to`, which must be empty and allowed as
    /// destinations.
    fn moves_to(&self, movers: u64, to: u64, out: &mut Vec<Move>) {
        let pieces = self.pieces();
        for to in bits(to) {
            let from = bits(seen(to, pieces) & movers);
            out.extend(from.filter_map(|from| Move::new(square(from), square(to))));
        }
    }
}

/// The hash of all positions that end the game at their next occurrence.
fn drawn_next(keys: &[u64], most: u32) -> u64 {
    let mut keys = keys.to_vec();
    keys.sort_unstable();
    keys.chunk_by(|a, b| a == b)
        .filter(|same| same.len() as u32 + 1 >= most)
        .fold(0, |hash, same| {
            hash ^ same[0].wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32)
        })
}

/// The empty squares where a piece of the side to move captures something other than
/// the king when it arrives.
#[inline]
fn catching(position: &Position) -> u64 {
    let (attackers, defenders) = (position.attackers(), position.defenders());
    let king = position.king_bit();
    let (prey, hostile) = match position.side() {
        Side::Attackers => (defenders, attackers | CORNERS | THRONE & !king),
        Side::Defenders => (attackers, defenders | king | CORNERS | THRONE),
    };
    let mut squares = 0;
    for d in 0..4 {
        squares |= shifted(shifted(hostile, d) & prey, d);
    }
    squares & !(attackers | defenders | king | CORNERS | THRONE)
}

/// The squares where an arriving attacker captures the king. Some may be occupied.
#[inline]
fn catching_king(position: &Position, options: &Options) -> u64 {
    let king = position.king_bit();
    let attackers = position.attackers();
    let around = beside(king);
    if king == THRONE || around & THRONE != 0 {
        let missing = around & !THRONE & !attackers;
        return if missing.count_ones() == 1 {
            missing
        } else {
            0
        };
    }
    let hostile = if options.king_by_corner {
        attackers | CORNERS
    } else {
        attackers
    };
    let mut squares = 0;
    for d in 0..4 {
        squares |= shifted(shifted(hostile, d) & king, d);
    }
    squares & !CORNERS
}

impl<E: Evaluate<Position>> alphabeta::Position for Board<E> {
    type Move = Move;
    type Undo = Undo;

    const SLOTS: usize = 2 * SQUARES * SQUARES;

    #[inline]
    fn key(&self) -> u64 {
        self.position.key() ^ self.drawn_next
    }

    #[inline]
    fn ending(&self) -> Option<End> {
        // If the game is decided, the side that has just moved decided it.
        if self.fate != Fate::Open {
            return Some(End::Lost);
        }
        let most = self.options.repetition;
        if most > 0 && self.occurred(most - 1) == most - 1 {
            return Some(End::Drawn);
        }
        if self.position.has_move() {
            return None;
        }
        Some(match self.options.no_moves {
            NoMoves::Loss => End::Lost,
            NoMoves::Draw => End::Drawn,
        })
    }

    #[inline]
    fn recurs(&self) -> bool {
        self.occurred(1) > 0
    }

    #[inline]
    fn play(&mut self, m: Move) -> Undo {
        let undo = Undo {
            position: self.position,
            fate: self.fate,
            catching: self.catching,
            quiet_from: self.quiet_from,
        };
        self.before.push(self.position.key());
        let played = self.position.play_unchecked(m, &self.options);
        self.fate = played.fate;
        if played.captures() {
            self.quiet_from = self.before.len();
        }
        self.catching = catching(&self.position);
        undo
    }

    #[inline]
    fn undo(&mut self, undo: Undo) {
        self.before.pop();
        self.position = undo.position;
        self.fate = undo.fate;
        self.catching = undo.catching;
        self.quiet_from = undo.quiet_from;
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.position.moves(out);
    }

    fn noisy(&self, out: &mut Vec<Move>) {
        if self.catching == 0 {
            return;
        }
        let movers = match self.position.side() {
            Side::Attackers => self.position.attackers(),
            Side::Defenders => self.position.defenders() | self.position.king_bit(),
        };
        self.moves_to(movers, self.catching, out);
    }

    fn evasions(&self, out: &mut Vec<Move>) {
        // An attacker must step into a way to a corner to close it. But if a repetition
        // could save the game, any move may be right.
        if self.position.side() == Side::Attackers && self.drawn_next == 0 {
            let ways = ways_to_corners(self.king(), self.pieces());
            let all = ways.fold(u64::MAX, |all, way| all & way);
            self.moves_to(self.position.attackers(), all & !THRONE, out);
        } else {
            self.moves(out);
        }
    }

    #[inline]
    fn gain(&self, m: Move) -> i32 {
        let to = 1u64 << index(m.to());
        match (self.catching & to != 0, self.position.side()) {
            (false, _) => 0,
            (true, Side::Attackers) => 180,
            (true, Side::Defenders) => 100,
        }
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        self.position.is_legal(m)
    }

    #[inline]
    fn evaluate(&self) -> i32 {
        let points = self.evaluate.evaluate(&self.position);
        points.clamp(-MOST_POINTS, MOST_POINTS)
    }

    #[inline]
    fn foresee(&self) -> Option<Foreseen> {
        if self.position.side() == Side::Defenders {
            return self.king_sees_corner().then_some(Foreseen::Win(1));
        }
        if self.king_can_be_caught() {
            return Some(Foreseen::Win(1));
        }
        let mut ways = ways_to_corners(self.king(), self.pieces());
        let way = ways.next()?;
        // Two ways lie on different sides of the king: no single move closes both.
        let closed = ways.next().is_none() && {
            let (pieces, attackers) = (self.pieces(), self.position.attackers());
            bits(way & !THRONE).any(|at| seen(at, pieces) & attackers != 0)
        };
        (!closed && self.drawn_next == 0).then_some(Foreseen::Loss(2))
    }

    #[inline]
    fn in_danger(&self) -> bool {
        match self.position.side() {
            Side::Attackers => self.king_sees_corner(),
            Side::Defenders => self.king_can_be_caught(),
        }
    }

    #[inline]
    fn pack(m: Move) -> u32 {
        // A move never ends where it starts, so this is never 0.
        (index(m.from()) * SQUARES + index(m.to())) as u32
    }

    #[inline]
    fn unpack(bits: u32) -> Option<Move> {
        let bits = bits as usize;
        if bits == 0 || bits >= SQUARES * SQUARES {
            return None;
        }
        Move::new(square(bits / SQUARES), square(bits % SQUARES))
    }

    #[inline]
    fn slot(&self, m: Move) -> usize {
        let side = (self.position.side() == Side::Defenders) as usize;
        side * SQUARES * SQUARES + index(m.from()) * SQUARES + index(m.to())
    }
}
