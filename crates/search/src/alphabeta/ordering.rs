//! Which move to try first.

use super::{MOST_PLIES, Position};

/// What a thread has learned about moves: which refuted something at this
/// distance from the root, and which kind is good in general.
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

    /// Gives every move its rank, the highest first to be tried.
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

    /// The rank of a move that won material right away, or more.
    pub(super) fn is_noisy(rank: i32) -> bool {
        rank >= NOISY
    }

    /// Whether a move of this rank has a name here, other than by its kind.
    pub(super) fn is_special(rank: i32) -> bool {
        rank >= KILLER
    }

    /// A quiet move refuted the position, after the others had been tried.
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

    /// Moves the record of a kind of move towards the bonus; the closer it is
    /// to the limit already, the less.
    fn learn(&mut self, slot: usize, bonus: i32) {
        let record = &mut self.history[slot];
        *record += bonus - *record * bonus.abs() / MOST_HISTORY;
    }
}

/// Takes the highest ranked move from `at` on, brings it to `at`.
#[inline]
pub(super) fn pick<M: Copy>(ranked: &mut [(i32, M)], at: usize) -> (i32, M) {
    let mut best = at;
    for i in at + 1..ranked.len() {
        if ranked[i].0 > ranked[best].0 {
            best = i;
        }
    }
    // The moves passed over keep their order: a search is the same every time
    // anyhow, and a swap is the least work.
    ranked.swap(at, best);
    ranked[at]
}
