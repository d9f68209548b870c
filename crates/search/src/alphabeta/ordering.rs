//! Decides which move to try first.

use super::{MOST_PLIES, Position};

/// What a thread has learned about moves: which ones caused cutoffs at this distance
/// from the root, and which kinds are good in general.
pub(super) struct Ordering<P: Position> {
    killers: Vec<[Option<P::Move>; 2]>,
    history: Vec<i32>,
}

const FIRST: i32 = 1 << 30;
const NOISY: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const MOST_HISTORY: i32 = 1 << 14;

impl<P: Position> Ordering<P> {
    pub(super) fn new() -> Ordering<P> {
        Ordering {
            killers: vec![[None; 2]; MOST_PLIES + 2],
            history: vec![0; P::SLOTS],
        }
    }

    /// Ranks every move. The highest rank is tried first.
    pub(super) fn rank(
        &self,
        position: &P,
        moves: &[P::Move],
        known: Option<P::Move>,
        ply: usize,
        ranked: &mut Vec<(i32, P::Move)>,
    ) {
        let killers = self.killers[ply];
        ranked.clear();
        ranked.extend(moves.iter().map(|&m| {
            let rank = if Some(m) == known {
                FIRST
            } else {
                let gain = position.gain(m);
                if gain > 0 {
                    NOISY + gain
                } else if killers[0] == Some(m) {
                    KILLER + 1
                } else if killers[1] == Some(m) {
                    KILLER
                } else {
                    self.history[position.slot(m)]
                }
            };
            (rank, m)
        }));
    }

    /// Whether a move of this rank gains material at once, or is ranked even higher.
    pub(super) fn is_noisy(rank: i32) -> bool {
        rank >= NOISY
    }

    /// Whether a move of this rank is ranked for itself, not only for its kind.
    pub(super) fn is_special(rank: i32) -> bool {
        rank >= KILLER
    }

    /// Records that a quiet move refuted the position after the others had been tried.
    pub(super) fn refuted(
        &mut self,
        position: &P,
        by: P::Move,
        tried: &[(i32, P::Move)],
        depth: i32,
        ply: usize,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(by) {
            killers[1] = killers[0];
            killers[0] = Some(by);
        }
        let bonus = (depth * depth * 8).min(1500);
        self.learn(position.slot(by), bonus);
        for &(rank, m) in tried {
            if !Self::is_noisy(rank) && m != by {
                self.learn(position.slot(m), -bonus);
            }
        }
    }

    /// Moves the record of a kind of move towards the bonus. The closer it already is
    /// to the limit, the less it moves.
    fn learn(&mut self, slot: usize, bonus: i32) {
        let record = &mut self.history[slot];
        *record += bonus - *record * bonus.abs() / MOST_HISTORY;
    }
}

/// Brings the highest ranked move from `at` on to `at`, and returns it.
#[inline]
pub(super) fn pick<M: Copy>(ranked: &mut [(i32, M)], at: usize) -> (i32, M) {
    let mut best = at;
    for i in at + 1..ranked.len() {
        if ranked[i].0 > ranked[best].0 {
            best = i;
        }
    }
    // A swap changes the order of the other moves, but it is the least work, and the
    // search is still the same every time.
    ranked.swap(at, best);
    ranked[at]
}
