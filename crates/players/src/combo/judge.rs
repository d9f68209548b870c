//! The worth of a position without looking ahead.

use combo::{Color, Position};
use game::Square;

use super::sight::look_around;
use crate::alphabeta::Evaluate;

/// Judges by the pieces and how they are stacked, the squares they reach, and what they
/// threaten: single pieces capture nothing, and a large stack reaches far but is lost
/// as easily as a small one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Handmade;

impl Evaluate<Position> for Handmade {
    fn evaluate(&self, position: &Position) -> i32 {
        judge(&Weights::USUAL, position)
    }
}

/// Judges like [`Handmade`], but with your own weights. For tuning.
#[derive(Clone, Debug)]
pub struct Weighted(pub Weights);

impl Evaluate<Position> for Weighted {
    fn evaluate(&self, position: &Position) -> i32 {
        judge(&self.0, position)
    }
}

/// The weights of [`Handmade`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A piece on the board.
    pub piece: i32,
    /// The worth of a stack beyond its pieces, by its height.
    pub stack: [i32; 8],
    /// What each piece above six takes off a stack that is too tall for the table.
    pub taller: i32,
    /// A free square that a stack of two or more reaches.
    pub reach: i32,
    /// A step towards the other side, for a stack of two or more.
    pub step: i32,
    /// The share, in percent, of the opponent's largest threat, which can still be met.
    pub first_threat: i32,
    /// The share, in percent, of the next threat, which can hardly be met as well.
    pub next_threat: i32,
    /// Having the move.
    pub to_move: i32,
}

impl Weights {
    /// The weights of [`Handmade`].
    pub const USUAL: Weights = Weights {
        piece: 100,
        stack: [0, -10, 12, 20, 20, 10, 0, -10],
        taller: -12,
        reach: 2,
        step: 3,
        first_threat: 12,
        next_threat: 45,
        to_move: 10,
    };
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::USUAL
    }
}

// Inlined, so that the usual weights become constants.
#[inline(always)]
fn judge(weights: &Weights, position: &Position) -> i32 {
    let mut sight = Sight::new();
    let mover = position.to_move();
    let mine = sight.stand(weights, position, mover);
    let theirs = sight.stand(weights, position, mover.opponent());
    // The search tries the mover's captures before it evaluates, so only captures the
    // mover cannot make at once remain to be weighed.
    let (_, my_next) = sight.threats(position, mover);
    let (their_first, their_next) = sight.threats(position, mover.opponent());
    let next = weights.next_threat * (my_next - their_next);
    let threats = weights.piece * (next - weights.first_threat * their_first);
    weights.to_move + mine - theirs + threats / 100
}

/// The squares with pieces that each colour can reach with at least two pieces: the
/// fewest pieces that takes, or 0 if it cannot.
struct Sight([[u8; MOST * MOST]; 2]);

/// The longest side of a board.
const MOST: usize = 26;

impl Sight {
    fn new() -> Sight {
        Sight([[0; MOST * MOST]; 2])
    }

    fn place(at: Square) -> usize {
        usize::from(at.y) * MOST + usize::from(at.x)
    }

    /// The worth of a colour's pieces on their squares. Also notes what they see.
    fn stand(&mut self, weights: &Weights, position: &Position, color: Color) -> i32 {
        let seen = &mut self.0[color as usize];
        let last = position.height() - 1;
        let mut worth = 0;
        for (from, count) in position.pieces(color) {
            let count = count.get();
            worth += weights.piece * i32::from(count);
            worth += match weights.stack.get(usize::from(count)) {
                Some(&bonus) => bonus,
                None => weights.taller * (i32::from(count) - 6),
            };
            if count < 2 {
                continue;
            }
            let steps = match color {
                Color::Black => last - from.y,
                Color::White => from.y,
            };
            worth += weights.step * i32::from(steps);
            let free = look_around(position, from, count, |at, distance| {
                let needed = &mut seen[Self::place(at)];
                let takes = distance.max(2) as u8;
                if *needed == 0 || takes < *needed {
                    *needed = takes;
                }
            });
            worth += weights.reach * free;
        }
        worth
    }

    /// The largest and second largest gain, in pieces, that `color` threatens to make
    /// by a capture, less its loss to a recapture.
    fn threats(&self, position: &Position, color: Color) -> (i32, i32) {
        let other = color.opponent();
        let (mut first, mut next) = (0, 0);
        for (at, count) in position.pieces(other) {
            let place = Self::place(at);
            let takes = i32::from(self.0[color as usize][place]);
            if takes == 0 {
                continue;
            }
            let guarded = self.0[other as usize][place] > 0;
            let gain = i32::from(count.get()) - if guarded { takes } else { 0 };
            if gain > first {
                (first, next) = (gain, first);
            } else if gain > next {
                next = gain;
            }
        }
        (first, next)
    }
}

/// Judges like the original program: pieces on the board, less one for each of its own
/// stacks of one or of more than four.
#[derive(Clone, Copy, Debug, Default)]
pub struct Original;

impl Evaluate<Position> for Original {
    fn evaluate(&self, position: &Position) -> i32 {
        let mover = position.to_move();
        let pieces = |color: Color| -> i32 {
            position
                .pieces(color)
                .map(|(_, count)| i32::from(count.get()))
                .sum()
        };
        let ill_stacked = position
            .pieces(mover)
            .filter(|(_, count)| count.get() == 1 || count.get() > 4)
            .count();
        100 * (pieces(mover) - pieces(mover.opponent()) - ill_stacked as i32)
    }
}
