//! The chance that a stack holds its square.

/// The chances that a stack holds against scattering pieces, from a table.
#[derive(Clone, Debug)]
pub(super) struct Odds {
    // Indexed by pieces beside the square and pieces on it.
    table: Vec<f32>,
}

/// Above this many pieces a smooth curve replaces the table.
const MOST: usize = 64;

impl Odds {
    pub(super) fn new() -> Odds {
        let mut table = vec![0.0; MOST * MOST];
        // The chances of 0, 1, 2, ... arrivals, with one more piece in every row.
        let mut arrive = [0.0f64; MOST + 1];
        arrive[0] = 1.0;
        for row in table.chunks_exact_mut(MOST) {
            let mut below = 0.0;
            for (stand, entry) in row.iter_mut().enumerate() {
                let equal = arrive[stand];
                // A coin decides a tie. Against an empty square there is no tie: it is
                // kept if no piece arrives.
                let share = if stand == 0 { 1.0 } else { 0.5 };
                *entry = (below + share * equal) as f32;
                below += equal;
            }
            for arrived in (0..=MOST).rev() {
                let one_less = arrived.checked_sub(1).map_or(0.0, |less| arrive[less]);
                arrive[arrived] = 0.75 * arrive[arrived] + 0.25 * one_less;
            }
        }
        Odds { table }
    }

    /// The chance that `stand` pieces hold their square against an owner that scatters
    /// `beside` pieces from the neighbouring squares.
    #[inline]
    pub(super) fn hold(&self, beside: u32, stand: u32) -> f32 {
        if stand > beside {
            return 1.0;
        }
        let (row, column) = (beside as usize, stand as usize);
        if row < MOST {
            return self.table[row * MOST + column];
        }
        // The normal curve, approximated within 0.01 by a logistic one.
        let spread = (beside as f32 * 0.1875).sqrt();
        let reach = (stand as f32 - beside as f32 * 0.25) / spread;
        1.0 / (1.0 + (-1.702 * reach).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_chances_are_exact() {
        let odds = Odds::new();
        // One piece against one: it comes in a quarter of all cases, and then the coin
        // decides.
        assert_eq!(odds.hold(1, 1), 0.875);
        // An empty square falls to the first piece that arrives.
        assert_eq!(odds.hold(2, 0), 0.5625);
        assert_eq!(odds.hold(2, 1), 0.5625 + 0.375 / 2.0);
        assert_eq!(odds.hold(3, 4), 1.0);
        assert_eq!(odds.hold(0, 0), 1.0);
    }

    #[test]
    fn the_curve_continues_the_table() {
        let odds = Odds::new();
        for stand in 8..30 {
            let (table, curve) = (odds.hold(63, stand), odds.hold(64, stand));
            assert!((table - curve).abs() < 0.05, "{stand}: {table} {curve}");
        }
        assert!(odds.hold(1_000_000, 0) < 0.001);
        assert!(odds.hold(4_000_000_000, 3_000_000_000) > 0.999);
    }
}
