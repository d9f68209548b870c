//! Sets of squares that are drained in row-major order.

/// A set of squares by index. Two levels of bits find both a few squares of a large
/// board and many squares of a small one without a search.
#[derive(Clone, Debug)]
pub(crate) struct Squares {
    // Bit i is set if word i is not 0. One word is enough for 64 x 64 squares.
    words_in_use: u64,
    words: [u64; 64],
}

impl Squares {
    pub(crate) const EMPTY: Squares = Squares {
        words_in_use: 0,
        words: [0; 64],
    };

    #[inline]
    pub(crate) fn insert(&mut self, square: usize) {
        self.insert_if_any(square, 1);
    }

    /// Inserts a square unless `pieces` is 0, without a branch.
    #[inline]
    pub(crate) fn insert_if_any(&mut self, square: usize, pieces: u32) {
        let word = square / 64;
        let bit = u64::from(pieces > 0);
        self.words[word] |= bit << (square % 64);
        self.words_in_use |= bit << word;
    }

    /// Empties the set, lowest square first.
    #[inline]
    pub(crate) fn drain(&mut self, mut visit: impl FnMut(usize)) {
        let mut in_use = std::mem::take(&mut self.words_in_use);
        while in_use != 0 {
            let word = in_use.trailing_zeros() as usize;
            in_use &= in_use - 1;
            let mut bits = std::mem::take(&mut self.words[word]);
            while bits != 0 {
                visit(word * 64 + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_come_out_once_and_in_order() {
        let mut squares = Squares::EMPTY;
        for square in [4095, 64, 3, 63, 3, 0, 2000] {
            squares.insert(square);
        }
        let mut found = Vec::new();
        squares.drain(|square| found.push(square));
        assert_eq!(found, [0, 3, 63, 64, 2000, 4095]);
        squares.drain(|square| panic!("{square} comes out again"));
    }
}
