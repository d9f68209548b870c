//! The worth of a position without looking ahead.

use tafl::{Position, Side};

use super::lines::{BOARD, CORNER_SQUARES, CORNERS, EDGE, KINDS, THRONE, beside, seen};
use crate::alphabeta::Evaluate;

/// Judges by the pieces and their squares, the king's ways to the corners, and how
/// closely he is surrounded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Handmade;

impl Evaluate<Position> for Handmade {
    #[inline]
    fn evaluate(&self, position: &Position) -> i32 {
        judge(&WEIGHTS, position)
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

#[inline(always)]
fn judge(weights: &Weights, position: &Position) -> i32 {
    let side = position.side();
    let weights = &weights[side as usize];
    let features = features(position);
    let points: i32 = features.iter().zip(weights).map(|(f, w)| f * w).sum();
    match side {
        Side::Defenders => points,
        Side::Attackers => -points,
    }
}

/// The worth of each feature for the defenders, with the attackers and with the
/// defenders to move.
pub type Weights = [[i32; FEATURES]; 2];

/// The number of features of a position.
pub const FEATURES: usize = PLACES + 3 * KINDS.len();
/// The index of the first feature that counts pieces by kind of square.
const PLACES: usize = 15;

/// The weights of [`Handmade`], fitted to the results of games that the engine played
/// against itself: with an advantage of a hundred points, a win is about two and a half
/// times as likely as a loss.
#[rustfmt::skip]
pub const WEIGHTS: Weights = [
    [
        87, -16, 26, 14, 4,
        -29, 38, 9, 0, 11,
        23, -127, 16, 17, -3,
        -23, -75, -57, -86, -100, -49, -64, -77, 0,
        70, 54, 105, 75, 63, 76, 66, 48, 0,
        0, 206, 20, 91, 127, 103, 118, 128, 150,
    ],
    [
        119, -20, 24, 16, -35,
        -40, 117, 11, -2, 11,
        18, -164, 18, 38, -3,
        -36, -81, -70, -97, -104, -70, -70, -84, 0,
        68, 49, 81, 73, 63, 67, 64, 56, 0,
        0, 384, 120, 194, 204, 203, 193, 191, 192,
    ],
];

/// The features of a position: the king's ways, his surroundings, and the pieces by
/// kind of square.
#[inline]
pub fn features(position: &Position) -> [i32; FEATURES] {
    let (attackers, defenders) = (position.attackers(), position.defenders());
    let king = position.king_bit();
    let pieces = attackers | defenders | king;
    let at = king.trailing_zeros() as usize;
    let count = |squares: u64| squares.count_ones() as i32;

    let reach = seen(at, pieces) & !pieces & !THRONE;
    // Squares from which a corner is in sight.
    let mut once = 0;
    let mut twice = 0;
    for corner in CORNER_SQUARES {
        let from = seen(corner, pieces) & !pieces;
        twice |= once & from;
        once |= from;
    }
    let around = beside(king);
    // All squares that the king could reach if only the attackers were on the board.
    let mut room = king;
    loop {
        let more = (room | beside(room)) & !attackers & BOARD;
        if more == room {
            break;
        }
        room = more;
    }
    let mut features = [0; FEATURES];
    features[..PLACES].copy_from_slice(&[
        1,
        count(attackers),
        count(defenders),
        count(reach),
        (reach & once != 0) as i32,
        (count(reach & once) - 1).max(0),
        (reach & twice != 0) as i32,
        count(once & !CORNERS),
        count(twice),
        count(around & attackers),
        count(around & defenders),
        (room & CORNERS == 0) as i32,
        count(room & CORNERS),
        count(reach & EDGE),
        count(beside(attackers) & !pieces),
    ]);
    for (i, &kind) in KINDS.iter().enumerate() {
        features[PLACES + i] = count(attackers & kind);
        features[PLACES + KINDS.len() + i] = count(defenders & kind);
        features[PLACES + 2 * KINDS.len() + i] = count(king & kind);
    }
    features
}
