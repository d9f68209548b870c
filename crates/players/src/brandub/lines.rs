//! Rows and columns of the 7 x 7 board as bitboards: square (x, y) is bit `7 * y + x`,
//! as in [`tafl::Position`].

pub(super) use tafl::tables::{BOARD, CORNERS, SIDE, SQUARES, THRONE, beside, bits, index, square};

const LAST: usize = SIDE - 1;

pub(super) const CORNER_SQUARES: [usize; 4] = [0, LAST, SIDE * LAST, SQUARES - 1];

const FIRST_COLUMN: u64 = {
    let mut mask = 0;
    let mut y = 0;
    while y < SIDE {
        mask |= 1 << (SIDE * y);
        y += 1;
    }
    mask
};
const LAST_COLUMN: u64 = FIRST_COLUMN << LAST;
pub(super) const EDGE: u64 =
    FIRST_COLUMN | LAST_COLUMN | ((1 << SIDE) - 1) | ((1 << SIDE) - 1) << (SIDE * LAST);

/// All squares except the corners, grouped by kind: rotations and reflections of the
/// board map squares of one kind onto each other.
pub(super) static KINDS: [u64; 9] = {
    let mut table = [0; 10];
    let mut at = 0;
    while at < SQUARES {
        let (x, y) = (at % SIDE, at / SIDE);
        let x = if x > 3 { LAST - x } else { x };
        let y = if y > 3 { LAST - y } else { y };
        let (low, high) = if x < y { (x, y) } else { (y, x) };
        // In the order (0, 0), (0, 1), (1, 1), (0, 2), …
        table[high * (high + 1) / 2 + low] |= 1 << at;
        at += 1;
    }
    let mut kinds = [0; 9];
    let mut i = 0;
    while i < 9 {
        kinds[i] = table[i + 1];
        i += 1;
    }
    kinds
};

/// The squares beyond each square, in the directions +x, +y, -x, -y.
static RAYS: [[u64; 4]; 64] = {
    let mut table = [[0; 4]; 64];
    let mut at = 0;
    while at < SQUARES {
        let (x, y) = (at % SIDE, at / SIDE);
        let mut by = 1;
        while by < SIDE {
            if x + by < SIDE {
                table[at][0] |= 1 << (at + by);
            }
            if y + by < SIDE {
                table[at][1] |= 1 << (at + SIDE * by);
            }
            if x >= by {
                table[at][2] |= 1 << (at - by);
            }
            if y >= by {
                table[at][3] |= 1 << (at - SIDE * by);
            }
            by += 1;
        }
        at += 1;
    }
    table
};

/// The squares seen from `at` in direction `d`, up to and including the first piece.
#[inline]
fn ray(at: usize, d: usize, pieces: u64) -> u64 {
    let ray = RAYS[at & 63][d];
    let met = ray & pieces;
    if d < 2 {
        // Up to the lowest piece, or everything if there is none.
        ray & (met ^ met.wrapping_sub(1))
    } else {
        // Down to the highest piece.
        let highest = 63 - (met | 1).leading_zeros();
        ray & (u64::MAX << highest)
    }
}

/// The squares seen from `at` in all four directions, up to and including the first
/// piece.
#[inline]
pub(super) fn seen(at: usize, pieces: u64) -> u64 {
    ray(at, 0, pieces) | ray(at, 1, pieces) | ray(at, 2, pieces) | ray(at, 3, pieces)
}

/// The open ways from `at` to a corner, without `at` and the corner.
pub(super) fn ways_to_corners(at: usize, pieces: u64) -> impl Iterator<Item = u64> {
    (0..4).filter_map(move |d| {
        let way = ray(at, d, pieces);
        (way & CORNERS & !pieces != 0).then_some(way & !CORNERS)
    })
}

/// All squares of a set moved by one in direction `d`. Squares that leave the board are
/// dropped.
#[inline]
pub(super) fn shifted(squares: u64, d: usize) -> u64 {
    match d {
        0 => (squares & !LAST_COLUMN) << 1,
        1 => squares << SIDE & BOARD,
        2 => (squares & !FIRST_COLUMN) >> 1,
        _ => squares >> SIDE,
    }
}
