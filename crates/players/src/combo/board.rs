//! A position in a search.

use std::num::NonZeroU16;

use combo::{Move, Options, Position, State};
use game::Square;
use search::alphabeta::{self, End, MOST_POINTS};

use super::sight::first_met;
use crate::alphabeta::Evaluate;

/// A Combo position in a search, with the number of moves since the last capture and
/// the earlier positions.
#[derive(Clone)]
pub struct Board<E> {
    position: Position,
    quiet: u32,
    quiet_limit: u32,
    // The hashes of the earlier positions.
    before: Vec<u64>,
    evaluate: E,
}

/// What is needed to take back a move.
pub struct Undo {
    undo: combo::Undo,
    quiet: u32,
}

/// The number of quiet moves becomes part of the key when at most this many plies are
/// left before the limit.
const NEAR_LIMIT: u32 = 40;

impl<E: Evaluate<Position>> Board<E> {
    /// The current position of a game.
    pub fn new(options: &Options, state: &State, evaluate: E) -> Board<E> {
        Board {
            position: state.position().clone(),
            quiet: state.quiet(),
            quiet_limit: options.quiet_limit,
            before: Vec::with_capacity(256),
            evaluate,
        }
    }
}

impl<E: Evaluate<Position>> alphabeta::Position for Board<E> {
    type Move = Move;
    type Undo = Undo;

    const SLOTS: usize = 2 * 64 * 64;

    #[inline]
    fn key(&self) -> u64 {
        let near = self.quiet_limit > 0 && self.quiet + NEAR_LIMIT > self.quiet_limit;
        let quiet = if near { u64::from(self.quiet) + 1 } else { 0 };
        self.position.hash() ^ quiet.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[inline]
    fn ending(&self) -> Option<End> {
        if !self.position.has_moves() {
            return Some(End::Lost);
        }
        (self.quiet_limit > 0 && self.quiet >= self.quiet_limit).then_some(End::Drawn)
    }

    /// Combo has no rule about repetition, but a player that repeats runs into the
    /// limit on quiet moves.
    #[inline]
    fn recurs(&self) -> bool {
        let hash = self.position.hash();
        let since = self.before.iter().rev().take(self.quiet as usize);
        since.skip(3).step_by(2).any(|&earlier| earlier == hash)
    }

    #[inline]
    fn play(&mut self, m: Move) -> Undo {
        self.before.push(self.position.hash());
        let quiet = self.quiet;
        let undo = self.position.play_unchecked(m);
        self.quiet = if undo.captured() {
            0
        } else {
            quiet.saturating_add(1)
        };
        Undo { undo, quiet }
    }

    #[inline]
    fn undo(&mut self, undo: Undo) {
        self.before.pop();
        self.position.undo(undo.undo);
        self.quiet = undo.quiet;
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.position.moves(out);
    }

    fn noisy(&self, out: &mut Vec<Move>) {
        let position = &self.position;
        let mover = position.to_move();
        for (from, stack) in position.pieces(mover) {
            for (to, distance, met) in first_met(position, from, stack.get()) {
                let least = distance.max(2);
                if met.color == mover || stack.get() < least {
                    continue;
                }
                // With as few pieces as it takes, or with all: the counts between make
                // little difference.
                out.extend(NonZeroU16::new(least).map(|count| Move { from, to, count }));
                if stack.get() > least {
                    let count = stack;
                    out.push(Move { from, to, count });
                }
            }
        }
    }

    #[inline]
    fn gain(&self, m: Move) -> i32 {
        match self.position.at(m.to) {
            Some(piece) if piece.color != self.position.to_move() => {
                100 * i32::from(piece.count.get())
            }
            _ => 0,
        }
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        self.position.check(m).is_ok()
    }

    #[inline]
    fn evaluate(&self) -> i32 {
        let points = self.evaluate.evaluate(&self.position);
        points.clamp(-MOST_POINTS, MOST_POINTS)
    }

    #[inline]
    fn pack(m: Move) -> u32 {
        // Five bits for each coordinate. A count that does not fit into the rest is not
        // stored.
        let Move { from, to, count } = m;
        if count.get() >= 1 << 12 {
            return 0;
        }
        [from.x, from.y, to.x, to.y]
            .into_iter()
            .fold(u32::from(count.get()), |bits, part| {
                bits << 5 | u32::from(part)
            })
    }

    #[inline]
    fn unpack(bits: u32) -> Option<Move> {
        let part = |place: u32| (bits >> (5 * place) & 31) as u8;
        Some(Move {
            from: Square::new(part(3), part(2)),
            to: Square::new(part(1), part(0)),
            count: NonZeroU16::new((bits >> 20) as u16)?,
        })
    }

    #[inline]
    fn slot(&self, m: Move) -> usize {
        // Exact on a board of 8 x 8; on larger boards, squares share slots.
        let place = |at: Square| usize::from(8 * (at.y & 7) + (at.x & 7));
        let side = self.position.to_move() as usize;
        side << 12 | place(m.from) << 6 | place(m.to)
    }
}
