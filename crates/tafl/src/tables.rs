//! Masks and tables of the 7 x 7 board, computed at compile time, for code that works
//! with bitboards.
//!
//! Square (x, y) is bit `7 * y + x`.

use game::Square;

/// The squares along a side.
pub const SIDE: usize = 7;
/// The number of squares.
pub const SQUARES: usize = SIDE * SIDE;

const LAST: usize = SIDE - 1;

/// The centre.
pub const THRONE: u64 = 1 << (SQUARES / 2);
/// The four corners.
pub const CORNERS: u64 = 1 | 1 << LAST | 1 << (SIDE * LAST) | 1 << (SIDE * LAST + LAST);

/// All squares as a mask.
pub const BOARD: u64 = (1 << SQUARES) - 1;

/// The number of a square.
#[inline]
pub fn index(square: Square) -> usize {
    SIDE * usize::from(square.y) + usize::from(square.x)
}

/// The square with this number.
#[inline]
pub fn square(index: usize) -> Square {
    Square::new((index % SIDE) as u8, (index / SIDE) as u8)
}

/// The squares beside any of these squares.
#[inline]
pub const fn beside(squares: u64) -> u64 {
    let east = squares << 1 & !FIRST_COLUMN;
    let west = squares >> 1 & !(FIRST_COLUMN << LAST);
    (east | west | squares << SIDE | squares >> SIDE) & BOARD
}

/// The squares beside each square.
pub(crate) static BESIDE: [u64; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut at = 0;
    while at < SQUARES {
        table[at] = beside(1 << at);
        at += 1;
    }
    table
};

/// For each square and direction, the next square and the one behind it, as masks; 0 if
/// the one behind is off the board.
pub(crate) static NEXT_TWO: [[(u64, u64); 4]; SQUARES] = {
    let mut table = [[(0, 0); 4]; SQUARES];
    let mut at = 0;
    while at < SQUARES {
        let mut direction = 0;
        while direction < 4 {
            let behind = step(at, direction, 2);
            if behind != 0 {
                table[at][direction] = (step(at, direction, 1), behind);
            }
            direction += 1;
        }
        at += 1;
    }
    table
};

const fn step(at: usize, direction: usize, by: usize) -> u64 {
    let (x, y) = (at % SIDE, at / SIDE);
    match direction {
        0 if x + by < SIDE => 1 << (at + by),
        1 if x >= by => 1 << (at - by),
        2 if y + by < SIDE => 1 << (at + SIDE * by),
        3 if y >= by => 1 << (at - SIDE * by),
        _ => 0,
    }
}

/// What moves. Only the king may stop on a corner.
#[derive(Clone, Copy)]
pub(crate) enum Mover {
    Man,
    King,
}

/// The squares of its row on which a piece may stop: `STOPS[mover][at][pieces]` for a
/// [`Mover`] on square `at`, with these pieces in the row. The board is
/// symmetric in its diagonal, so a column is looked up as the row it mirrors. Padded to
/// 64 squares, so that an index of six bits needs no check.
static STOPS: [[[u8; 1 << SIDE]; 64]; 2] = {
    let mut table = [[[0; 1 << SIDE]; 64]; 2];
    let mut at = 0;
    while at < SQUARES {
        let (from, row) = (at % SIDE, at / SIDE);
        let mut pieces = 0;
        while pieces < 1 << SIDE {
            let mut reach = 0u8;
            let mut to = from + 1;
            while to < SIDE && pieces >> to & 1 == 0 {
                reach |= 1 << to;
                to += 1;
            }
            let mut to = from;
            while to > 0 && pieces >> (to - 1) & 1 == 0 {
                to -= 1;
                reach |= 1 << to;
            }
            table[0][at][pieces] = reach & !line_of(CORNERS | THRONE, row);
            table[1][at][pieces] = reach & !line_of(THRONE, row);
            pieces += 1;
        }
        at += 1;
    }
    table
};

/// The location of a square: its column, the first square of its row, and its mirror
/// image in the diagonal.
static PLACE: [[u8; 4]; 64] = {
    let mut table = [[0; 4]; 64];
    let mut at = 0;
    while at < SQUARES {
        let (x, y) = (at % SIDE, at / SIDE);
        table[at] = [x as u8, (SIDE * y) as u8, (SIDE * x + y) as u8, 0];
        at += 1;
    }
    table
};

const fn line_of(squares: u64, row: usize) -> u8 {
    (squares >> (SIDE * row)) as u8 & FULL
}

const FULL: u8 = (1 << SIDE) - 1;

/// A line's bits spread over the squares of the first column.
static SPREAD: [u64; 1 << SIDE] = {
    let mut table = [0; 1 << SIDE];
    let mut places = 0;
    while places < 1 << SIDE {
        let mut y = 0;
        while y < SIDE {
            table[places] |= ((places >> y & 1) as u64) << (SIDE * y);
            y += 1;
        }
        places += 1;
    }
    table
};

/// The twelve other squares in a square's row and column, six and six. Padded to
/// sixteen, so that an index of four bits needs no check.
static OTHERS: [[u8; 16]; 64] = {
    let mut table = [[0; 16]; 64];
    let mut at = 0;
    while at < SQUARES {
        let (x, y) = (at % SIDE, at / SIDE);
        let mut i = 0;
        while i < LAST {
            table[at][i] = (SIDE * y + i + (i >= x) as usize) as u8;
            table[at][LAST + i] = (SIDE * (i + (i >= y) as usize) + x) as u8;
            i += 1;
        }
        at += 1;
    }
    table
};

/// The squares that must be empty for a [`Mover`] to get from a square to
/// one of its [`OTHERS`]; all squares if the piece may not stop there.
static WAYS: [[[u64; 16]; 64]; 2] = {
    let mut table = [[[u64::MAX; 16]; 64]; 2];
    let mut at = 0;
    while at < SQUARES {
        let mut i = 0;
        while i < 12 {
            let to = OTHERS[at][i] as usize;
            let stride = if i < LAST { 1 } else { SIDE };
            let mut way = 1 << to;
            let mut on = to;
            while on != at {
                way |= 1 << on;
                on = if on < at { on + stride } else { on - stride };
            }
            if 1 << to & (CORNERS | THRONE) == 0 {
                table[0][at][i] = way;
            }
            if 1 << to != THRONE {
                table[1][at][i] = way;
            }
            i += 1;
        }
        at += 1;
    }
    table
};

/// One of the twelve squares from `at`, and the squares that must be empty for it.
#[inline]
pub(crate) fn leap(at: usize, mover: Mover, which: usize) -> (usize, u64) {
    let to = OTHERS[at & 63][which & 15];
    (usize::from(to), WAYS[mover as usize][at & 63][which & 15])
}

const FIRST_COLUMN: u64 = {
    let mut mask = 0;
    let mut y = 0;
    while y < SIDE {
        mask |= 1 << (SIDE * y);
        y += 1;
    }
    mask
};

/// Multiplying the first column by this gathers its bits: bit 7y times 2^(6 (6 - y)) is
/// bit 36 + y, and no other product lands on bits 36 to 42.
const GATHER: u64 = {
    let mut factor = 0;
    let mut i = 0;
    while i < SIDE {
        factor |= 1 << (6 * i);
        i += 1;
    }
    factor
};

/// The destinations of a piece: those in its row and those in its column.
#[derive(Clone, Copy, Default)]
pub(crate) struct Targets {
    row: u8,
    column: u8,
}

impl Targets {
    /// The destinations of a man or the king at `at`, among these pieces.
    #[inline]
    pub(crate) fn new(at: usize, mover: Mover, pieces: u64) -> Targets {
        let [x, row_start, mirrored, _] = PLACE[at & 63];
        let row = (pieces >> (row_start & 63)) as u8 & FULL;
        let column = (pieces >> (x & 63) & FIRST_COLUMN).wrapping_mul(GATHER) >> 36;
        let stops = &STOPS[mover as usize];
        Targets {
            row: stops[at & 63][usize::from(row)],
            column: stops[usize::from(mirrored & 63)][usize::from(column as u8 & FULL)],
        }
    }

    /// The number of destinations.
    #[inline]
    pub(crate) fn count(self) -> u32 {
        (u32::from(self.row) << SIDE | u32::from(self.column)).count_ones()
    }

    /// The squares, for a piece at `at`.
    #[inline]
    pub(crate) fn squares(self, at: usize) -> u64 {
        let [x, row_start, ..] = PLACE[at & 63];
        u64::from(self.row) << (row_start & 63)
            | SPREAD[usize::from(self.column & FULL)] << (x & 63)
    }
}

/// Random numbers for hashing: attackers, defenders, king, by square.
pub(crate) const KEYS: [[u64; SQUARES]; 3] = {
    let mut table = [[0; SQUARES]; 3];
    let mut kind = 0;
    while kind < 3 {
        let mut at = 0;
        while at < SQUARES {
            table[kind][at] = mix((kind * SQUARES + at) as u64 + 1);
            at += 1;
        }
        kind += 1;
    }
    table
};

/// Added to the hash if the defenders move next.
pub(crate) const DEFENDERS_NEXT: u64 = mix(0);

/// SplitMix64's finisher: well distributed numbers from 0, 1, 2, …
const fn mix(n: u64) -> u64 {
    let mut z = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Iterates over the set bits of a mask.
#[inline]
pub fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let at = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_agree_with_walking() {
        let mut pieces = 0x1234_5678_9abc_def0_u64;
        for _ in 0..2000 {
            pieces = mix(pieces) & mix(pieces ^ 1) & ((1 << SQUARES) - 1);
            for at in 0..SQUARES {
                let mut walked = 0;
                for direction in 0..4 {
                    for by in 1..SIDE {
                        let square = step(at, direction, by);
                        if square == 0 || square & pieces != 0 {
                            break;
                        }
                        walked |= square;
                    }
                }
                for (mover, barred) in [(Mover::Man, CORNERS | THRONE), (Mover::King, THRONE)] {
                    let targets = Targets::new(at, mover, pieces);
                    assert_eq!(targets.squares(at), walked & !barred);
                    assert_eq!(targets.count(), (walked & !barred).count_ones());
                    let leaps: u64 = (0..12)
                        .map(|i| leap(at, mover, i))
                        .filter(|(_, way)| way & pieces == 0)
                        .map(|(to, _)| 1 << to)
                        .sum();
                    assert_eq!(leaps, walked & !barred);
                }
            }
        }
    }
}
