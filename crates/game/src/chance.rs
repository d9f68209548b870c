//! Fair numbers from any source of random bits.

/// A source of random bits.
///
/// Everything else is derived from [`bits`](Self::bits) in one fixed way, so the same
/// bits give the same game on every machine.
pub trait Dice {
    /// 64 random bits.
    fn bits(&mut self) -> u64;

    /// A number from 0 to `n - 1`, each with exactly equal chance.
    ///
    /// # Panics
    ///
    /// If `n` is 0.
    /// If `n` is 0.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "there is no number below 0");
        // Lemire's multiplication: the high half is the number. The few low halves that
        // would favour some numbers are rethrown.
        let mut product = (self.bits() >> 32) * u64::from(n);
        if (product as u32) < n {
            let unfair = n.wrapping_neg() % n;
            while (product as u32) < unfair {
                product = (self.bits() >> 32) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// A fair coin toss.
    #[inline]
    fn coin(&mut self) -> bool {
        self.bits() >> 63 == 1
    }
}

impl<D: Dice + ?Sized> Dice for &mut D {
    #[inline]
    fn bits(&mut self) -> u64 {
        (**self).bits()
    }
}

/// A number from 0 to `n - 1` from 16 random bits, each with exactly equal chance.
/// `None` for the few bits that would favour some numbers: throw again. One call of
/// [`Dice::bits`] is enough for four such throws.
#[inline]
pub fn fair16(bits: u16, n: u16) -> Option<u16> {
    if n == 0 {
        return None;
    }
    let product = u32::from(bits) * u32::from(n);
    // Only a low half below n can be unfair, and that is rare.
    if product as u16 >= n || u32::from(product as u16) >= (1 << 16) % u32::from(n) {
        Some((product >> 16) as u16)
    } else {
        None
    }
}

/// Puts `items` into a random order, each order with equal chance.
pub fn shuffle<T>(items: &mut [T], dice: &mut dyn Dice) {
    for last in (1..items.len()).rev() {
        let other = dice.below(last as u32 + 1) as usize;
        items.swap(last, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixed(Vec<u64>);

    impl Dice for Fixed {
        #[inline]
        fn bits(&mut self) -> u64 {
            self.0.remove(0)
        }
    }

    #[test]
    fn unfair_throws_are_repeated() {
        // For n = 3 exactly one low half, 0, is unfair: 2^32 = 3 * k + 1.
        let mut dice = Fixed(vec![0, u64::MAX]);
        assert_eq!(dice.below(3), 2);
        assert!(dice.0.is_empty());
    }

    #[test]
    fn sixteen_bits_give_every_number_the_same_chance() {
        for n in [1, 2, 3, 7, 12, 96, 242, 2420, 65_535] {
            let mut counts = vec![0u32; usize::from(n)];
            for bits in 0..=u16::MAX {
                if let Some(number) = fair16(bits, n) {
                    counts[usize::from(number)] += 1;
                }
            }
            assert!(
                counts.iter().all(|&count| count == counts[0] && count > 0),
                "{n}"
            );
        }
        assert_eq!(fair16(7, 0), None);
    }

    #[test]
    fn every_number_has_its_share_of_the_high_bits() {
        for n in 1..=7u32 {
            for want in 0..n {
                let middle = ((u64::from(want) << 32) + (1 << 31)) / u64::from(n);
                assert_eq!(Fixed(vec![middle << 32]).below(n), want);
            }
        }
    }
}
