//! Fair numbers from any source of random bits.

/// A source of random bits.
///
/// Everything else is made from [`bits`](Self::bits) in one fixed way, so that
/// the same bits give the same game on every machine.
pub trait Dice {
    /// 64 random bits.
    fn bits(&mut self) -> u64;

    /// A number from 0 to `n - 1`, each with exactly the same chance.
    ///
    /// # Panics
    /// If `n` is 0.
    fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "there is no number below 0");
        // Lemire's multiplication: the high half is the number, and the few
        // low halves that would favour some numbers are thrown again.
        let mut product = (self.bits() >> 32) * u64::from(n);
        if (product as u32) < n {
            let unfair = n.wrapping_neg() % n;
            while (product as u32) < unfair {
                product = (self.bits() >> 32) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// A fair coin.
    fn coin(&mut self) -> bool {
        self.bits() >> 63 == 1
    }
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn bits(&mut self) -> u64 {
        (**self).bits()
    }
}

/// Puts `items` into a random order, every order with the same chance.
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
        fn bits(&mut self) -> u64 {
            self.0.remove(0)
        }
    }

    #[test]
    fn unfair_throws_are_thrown_again() {
        // For n = 3 exactly one low half, 0, is unfair: 2^32 = 3 * k + 1.
        let mut dice = Fixed(vec![0, u64::MAX]);
        assert_eq!(dice.below(3), 2);
        assert!(dice.0.is_empty());
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
