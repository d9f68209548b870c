//! Sets of squares.

/// The number of 64-bit words for the largest board: 26 rows of 26 squares and a wall,
/// and a row of walls above and below.
pub(crate) const WORDS: usize = 12;

/// A set of board indices; [`Position`](crate::Position) explains their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Squares([u64; WORDS]);

/// Whether a square is in a set.
#[derive(Clone, Copy)]
pub(crate) enum Member {
    No,
    Yes,
}

impl From<bool> for Member {
    #[inline]
    fn from(is_member: bool) -> Member {
        if is_member { Member::Yes } else { Member::No }
    }
}

impl Squares {
    pub(crate) const EMPTY: Squares = Squares([0; WORDS]);

    /// Adds `at` or removes it, without a branch.
    #[inline]
    pub(crate) fn set(&mut self, at: usize, member: Member) {
        let word = &mut self.0[at / 64];
        let bit = at % 64;
        *word = *word & !(1 << bit) | (member as u64) << bit;
    }

    /// The members below `64 * words`, in order, that are also in `other`.
    #[inline]
    pub(crate) fn common(&self, other: &Squares, words: usize) -> impl Iterator<Item = usize> {
        members(words, |i| self.0[i] & other.0[i])
    }

    /// The members below `64 * words`, in order.
    #[inline]
    pub(crate) fn iter(&self, words: usize) -> impl Iterator<Item = usize> {
        members(words, |i| self.0[i])
    }
}

/// Counts the pairs of a square in `from` and a square that is in `board` but not in
/// `barred`, `shift` indices before or after it, over all `shifts`.
///
/// It works on whole words, which makes counting moves fast.
#[inline]
pub(crate) fn neighbours(
    from: &Squares,
    board: &Squares,
    barred: &Squares,
    shifts: [u32; 4],
    words: usize,
) -> u32 {
    let mut pairs = 0;
    let (mut from_below, mut open_below) = (0, 0);
    for i in 0..words.min(WORDS) {
        let from = from.0[i];
        let open = board.0[i] & !barred.0[i];
        for shift in shifts {
            let after = from << shift | from_below >> (64 - shift);
            let before = open << shift | open_below >> (64 - shift);
            pairs += (after & open).count_ones() + (before & from).count_ones();
        }
        (from_below, open_below) = (from, open);
    }
    pairs
}

/// The set bits of the first `words` words.
#[inline]
fn members(words: usize, word: impl Fn(usize) -> u64) -> impl Iterator<Item = usize> {
    let words = words.min(WORDS);
    let mut bits = 0;
    let mut next = 0;
    std::iter::from_fn(move || {
        while bits == 0 {
            if next == words {
                return None;
            }
            bits = word(next);
            next += 1;
        }
        let at = (next - 1) * 64 + bits.trailing_zeros() as usize;
        bits &= bits - 1;
        Some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(members: &[usize]) -> Squares {
        let mut set = Squares::EMPTY;
        for &at in members {
            set.set(at, Member::Yes);
        }
        set
    }

    #[test]
    fn members_come_in_order_and_can_be_taken_out() {
        let mut some = set(&[700, 3, 64, 63]);
        assert_eq!(some.iter(WORDS).collect::<Vec<_>>(), [3, 63, 64, 700]);
        assert_eq!(some.iter(2).collect::<Vec<_>>(), [3, 63, 64]);
        some.set(63, Member::No);
        some.set(5, Member::No);
        assert_eq!(some.iter(WORDS).collect::<Vec<_>>(), [3, 64, 700]);
        let other = set(&[1, 64]);
        assert_eq!(some.common(&other, WORDS).collect::<Vec<_>>(), [64]);
    }

    #[test]
    fn neighbours_are_found_across_words() {
        let board = set(&(30..=200).collect::<Vec<_>>());
        let shifts = [1, 9, 10, 11];
        let count =
            |at, barred: &[usize]| neighbours(&set(&[at]), &board, &set(barred), shifts, WORDS);
        for at in 41..=189 {
            assert_eq!(count(at, &[]), 8, "around {at}");
        }
        assert_eq!(count(30, &[]), 4);
        assert_eq!(count(128, &[127, 138, 118, 120]), 5);
    }
}
