//! Lists, counts and picks legal moves.

use std::num::NonZeroU16;

use game::{Dice, Square};

use super::{DIRECTIONS, Position, WALL, color_of};
use crate::moves::Move;
use crate::squares;

impl Position {
    /// Whether the side to move has a legal move.
    pub fn has_moves(&self) -> bool {
        // A stack that can move at all can move one square: if the first square is
        // blocked, a longer move cannot pass it either.
        self.own().any(|at| {
            let count = self.cells[at].unsigned_abs();
            self.steps.iter().any(|&step| {
                let mut walk = self.walk(at, step, 1);
                walk.next().is_some_and(|(_, least)| least <= count)
            })
        })
    }

    /// Puts all legal moves of the side to move into `out`, which is cleared first.
    pub fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        self.append_moves(out);
    }

    /// The number of legal moves of the side to move.
    pub fn count_moves(&self) -> u64 {
        // A single piece moves one square, onto an empty square or one of its own side,
        // whatever stack it leaves: these moves are counted for all squares at once.
        // The moves of two or more remain.
        let enemies = &self.pieces[self.to_move.opponent() as usize];
        let singles = squares::neighbours(
            &self.pieces[self.to_move as usize],
            &self.board,
            enemies,
            [4, 5, 6, 7].map(|direction: usize| self.steps[direction] as u32),
            self.words.into(),
        );
        let stacks = self.pieces[self.to_move as usize].common(&self.stacks, self.words.into());
        let more: u32 = stacks.map(|at| self.count_from(at, 2)).sum();
        u64::from(singles + more)
    }

    /// A random legal move of the side to move, each with equal chance; `None` if there
    /// is no legal move.
    pub fn pick(&self, dice: &mut dyn Dice) -> Option<Move> {
        // Most moves of an infinite, empty board are legal on this one too. So draw one
        // of those until it is legal: that is much faster than counting and does not
        // change the chances.
        let free = self.free_moves[self.to_move as usize];
        if free == 0 {
            return None;
        }
        for _ in 0..TRIES {
            let throw = dice.below(8 * free);
            let (at, rest) = self.find(throw / 8, |at| self.free_moves_of(self.count_at(at)))?;
            let direction = throw as usize % 8;
            let (distance, count) = free_move(self.count_at(at), rest);
            let mut walk = self.walk(at, self.steps[direction], distance);
            if let Some((_, least)) = walk.nth(usize::from(distance) - 1)
                && count >= least
            {
                let from = self.square(at);
                return Some(Move {
                    from,
                    to: beyond(from, direction, distance),
                    count: NonZeroU16::new(count)?,
                });
            }
        }
        self.pick_by_count(dice)
    }

    /// The number of sequences of `depth` moves. A side without moves has none.
    pub fn perft(&mut self, depth: u8) -> u64 {
        let mut budget = u64::MAX;
        self.perft_within(depth, &mut budget)
            .expect("no machine visits 2^64 positions")
    }

    /// The number of sequences of `depth` moves; `None` if that takes more than
    /// `budget` positions. The visited positions are subtracted from the budget, down
    /// to 0 if it was too low. The positions after the last move are counted, not
    /// visited.
    ///
    /// The budget also limits memory: moves are listed only once the positions they
    /// lead to have been paid for.
    pub fn perft_within(&mut self, depth: u8, budget: &mut u64) -> Option<u64> {
        let mut left = budget.checked_sub(u64::from(depth > 0));
        let nodes = match left {
            Some(_) => self.perft_below(depth, &mut left, &mut Vec::new()),
            None => 0,
        };
        *budget = left.unwrap_or(0);
        left.and(Some(nodes))
    }

    /// Counts below a position that has been paid for. The moves of all positions above
    /// are in `list`, so that its space is reused. If `left` becomes `None`, the count
    /// means nothing.
    fn perft_below(&mut self, depth: u8, left: &mut Option<u64>, list: &mut Vec<Move>) -> u64 {
        match depth {
            0 => return 1,
            1 => return self.count_moves(),
            _ => *left = left.and_then(|left| left.checked_sub(self.count_moves())),
        }
        if left.is_none() {
            return 0;
        }
        let start = list.len();
        self.append_moves(list);
        let mut nodes = 0;
        for i in start..list.len() {
            let undo = self.play_unchecked(list[i]);
            nodes += self.perft_below(depth - 1, left, list);
            self.undo(undo);
            if left.is_none() {
                break;
            }
        }
        list.truncate(start);
        nodes
    }

    /// The squares that a stack can enter when it goes up to `distance` squares in one
    /// direction: their index and the least number of pieces that may end a move there.
    /// It ends at the first stack, or before a wall.
    #[inline]
    pub(super) fn walk(
        &self,
        from: usize,
        step: i16,
        distance: u16,
    ) -> impl Iterator<Item = (usize, u16)> + '_ {
        let mut at = from;
        let mut gone = 0;
        std::iter::from_fn(move || {
            if gone == distance {
                return None;
            }
            at = at.wrapping_add_signed(step.into());
            let cell = self.cells[at];
            if cell == 0 {
                gone += 1;
                return Some((at, gone));
            }
            if cell == WALL {
                gone = distance;
                return None;
            }
            let least = gone + 1;
            gone = distance;
            // A single piece captures nothing.
            let captures = color_of(cell) != self.to_move;
            Some((at, if captures { least.max(2) } else { least }))
        })
    }

    fn own(&self) -> impl Iterator<Item = usize> + '_ {
        self.pieces[self.to_move as usize].iter(self.words.into())
    }

    #[inline]
    fn count_at(&self, at: usize) -> u16 {
        self.cells[at].unsigned_abs()
    }

    fn append_moves(&self, out: &mut Vec<Move>) {
        for at in self.own() {
            let count = self.count_at(at);
            let from = self.square(at);
            for (direction, &step) in self.steps.iter().enumerate() {
                for ((_, least), distance) in self.walk(at, step, count).zip(1..) {
                    let to = beyond(from, direction, distance);
                    let counts = (least..=count).filter_map(NonZeroU16::new);
                    out.extend(counts.map(|count| Move { from, to, count }));
                }
            }
        }
    }

    /// The number of moves from `at` with at least `least` pieces.
    #[inline]
    fn count_from(&self, at: usize, least: u16) -> u32 {
        let count = self.count_at(at);
        let mut moves = 0;
        for step in self.steps {
            for (_, needed) in self.walk(at, step, count) {
                moves += u32::from((count + 1).saturating_sub(needed.max(least)));
            }
        }
        moves
    }

    /// A random legal move, found by counting them all.
    #[cold]
    fn pick_by_count(&self, dice: &mut dyn Dice) -> Option<Move> {
        let all = self.count_moves() as u32;
        if all == 0 {
            return None;
        }
        let (at, mut rest) = self.find(dice.below(all), |at| self.count_from(at, 1))?;
        let count = self.count_at(at);
        for step in self.steps {
            for (to, least) in self.walk(at, step, count) {
                let here = u32::from((count + 1).saturating_sub(least));
                if rest < here {
                    let count = NonZeroU16::new(least + rest as u16)?;
                    let (from, to) = (self.square(at), self.square(to));
                    return Some(Move { from, to, count });
                }
                rest -= here;
            }
        }
        None
    }

    /// Finds the stack that owns number `nth` if each stack has as many numbers as
    /// `share` says, and how many of its numbers come before.
    #[inline]
    fn find(&self, nth: u32, share: impl Fn(usize) -> u32) -> Option<(usize, u32)> {
        let mut rest = nth;
        for at in self.own() {
            let share = share(at);
            if rest < share {
                return Some((at, rest));
            }
            rest -= share;
        }
        None
    }

    /// The number of moves of a stack in one direction if nothing is in its way, up to
    /// the longer side of the board.
    #[inline]
    pub(super) fn free_moves_of(&self, count: u16) -> u32 {
        let count = u32::from(count);
        let far = count.min(self.farthest.into());
        // `count` for distance 1, one less for each further square.
        far * (2 * count + 1 - far) / 2
    }
}

/// Number `nth` of the unobstructed moves of `count` pieces: its distance and its
/// number of pieces.
#[inline]
fn free_move(count: u16, nth: u32) -> (u16, u16) {
    let mut rest = nth;
    let mut distance = 1;
    loop {
        let here = u32::from(count + 1 - distance);
        if rest < here {
            return (distance, distance + rest as u16);
        }
        rest -= here;
        distance += 1;
    }
}

/// The square at this distance.
#[inline]
fn beyond(from: Square, direction: usize, distance: u16) -> Square {
    let (x, y) = DIRECTIONS[direction];
    let distance = distance as i8;
    Square::new(
        from.x.wrapping_add_signed(x * distance),
        from.y.wrapping_add_signed(y * distance),
    )
}

/// How often `pick` draws before it counts. If fewer than one draw in ten is legal,
/// counting is not slower.
const TRIES: u32 = 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_moves_are_numbered_without_gaps() {
        let position = Position::read("x5/x5 b").unwrap();
        for count in 1..=9 {
            let mut moves: Vec<(u16, u16)> = (0..position.free_moves_of(count))
                .map(|nth| free_move(count, nth))
                .collect();
            moves.sort_unstable();
            let expected: Vec<(u16, u16)> = (1..=4)
                .flat_map(|distance| (distance..=count).map(move |moved| (distance, moved)))
                .collect();
            assert_eq!(moves, expected, "{count} pieces");
        }
    }

    #[test]
    fn counting_finds_every_move_exactly_once() {
        struct Fixed(u32);

        impl Dice for Fixed {
            fn bits(&mut self) -> u64 {
                unreachable!("only one number is asked for")
            }

            fn below(&mut self, n: u32) -> u32 {
                assert!(self.0 < n);
                self.0
            }
        }

        for record in ["w,b2,x/b3,x2/x,w4,b w", "w,b2,x/b3,x2/x,w4,b b", "w2/x/b b"] {
            let position = Position::read(record).unwrap();
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let picked: Vec<Move> = (0..moves.len() as u32)
                .filter_map(|nth| position.pick_by_count(&mut Fixed(nth)))
                .collect();
            assert_eq!(picked, moves);
        }
        let stuck = Position::read("w/b w").unwrap();
        assert_eq!(stuck.pick_by_count(&mut Fixed(0)), None);
        assert_eq!(stuck.pick(&mut Fixed(0)), None);
    }
}
