//! Seats and sets of seats.

use std::fmt;

/// A place in the game, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u16);

impl Seat {
    /// The seat as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats that are within 64 of each other.
///
/// Games with more than 64 seats let them choose one at a time, so this is enough, and
/// the set stays a plain value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SeatSet {
    // The lowest seat; 0 in the empty set, so that equal sets are equal bits.
    first: u16,
    // Bit i stands for seat `first + i`; bit 0 is set unless the set is empty.
    bits: u64,
}

impl SeatSet {
    /// The empty set.
    pub const EMPTY: SeatSet = SeatSet { first: 0, bits: 0 };

    /// The set of one seat.
    pub const fn one(seat: Seat) -> SeatSet {
        SeatSet {
            first: seat.0,
            bits: 1,
        }
    }

    /// Seats 0 to `n - 1`.
    ///
    /// # Panics
    /// If `n` is above 64.
    #[inline]
    pub const fn first(n: u16) -> SeatSet {
        assert!(n <= 64, "a seat set spans at most 64 seats");
        match n {
            0 => SeatSet::EMPTY,
            _ => SeatSet {
                first: 0,
                bits: u64::MAX >> (64 - n),
            },
        }
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// The number of seats in the set.
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        match seat.0.checked_sub(self.first) {
            Some(at) if at < 64 => self.bits >> at & 1 == 1,
            _ => false,
        }
    }

    /// The set with `seat` added.
    ///
    /// # Panics
    ///
    /// If the seats then span more than 64.
    /// If the seats then span more than 64.
    #[must_use]
    #[inline]
    pub const fn with(self, seat: Seat) -> SeatSet {
        if self.is_empty() {
            return SeatSet::one(seat);
        }
        if seat.0 >= self.first {
            let at = seat.0 - self.first;
            assert!(at < 64, "a seat set spans at most 64 seats");
            SeatSet {
                first: self.first,
                bits: self.bits | 1 << at,
            }
        } else {
            let by = self.first - seat.0;
            assert!(
                by <= self.bits.leading_zeros() as u16,
                "a seat set spans at most 64 seats"
            );
            SeatSet {
                first: seat.0,
                bits: self.bits << by | 1,
            }
        }
    }

    /// The set without `seat`.
    #[must_use]
    #[inline]
    pub const fn without(self, seat: Seat) -> SeatSet {
        if !self.contains(seat) {
            return self;
        }
        let bits = self.bits & !(1 << (seat.0 - self.first));
        if bits == 0 {
            return SeatSet::EMPTY;
        }
        let by = bits.trailing_zeros();
        SeatSet {
            first: self.first + by as u16,
            bits: bits >> by,
        }
    }

    /// The lowest seat.
    pub const fn lowest(self) -> Option<Seat> {
        if self.is_empty() {
            None
        } else {
            Some(Seat(self.first))
        }
    }

    /// The seats in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let SeatSet { first, mut bits } = self;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let at = bits.trailing_zeros() as u16;
            bits &= bits - 1;
            Some(Seat(first + at))
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|s| s.0)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_exactly_the_seats_put_in() {
        let set: SeatSet = [Seat(70), Seat(65), Seat(100)].into_iter().collect();
        let seats: Vec<u16> = set.iter().map(|s| s.0).collect();
        assert_eq!(seats, [65, 70, 100]);
        assert!(!set.contains(Seat(66)) && !set.contains(Seat(6)) && !set.contains(Seat(2000)));
        assert_eq!(set.without(Seat(65)).lowest(), Some(Seat(70)));
    }

    #[test]
    fn equal_sets_are_equal_however_they_were_made() {
        let up = SeatSet::EMPTY.with(Seat(1)).with(Seat(3));
        let down = SeatSet::EMPTY.with(Seat(3)).with(Seat(1));
        assert_eq!(up, down);
        assert_eq!(up.without(Seat(1)).without(Seat(3)), SeatSet::EMPTY);
        assert_eq!(SeatSet::first(64).len(), 64);
        assert_eq!(SeatSet::first(2).without(Seat(0)), SeatSet::one(Seat(1)));
    }
}
