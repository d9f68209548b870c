//! Checks for fairness.

/// Pearson's chi-squared of counts against equal chances.
pub fn chi_squared_uniform(counts: &[u64]) -> f64 {
    let total: u64 = counts.iter().sum();
    let expected = total as f64 / counts.len() as f64;
    counts
        .iter()
        .map(|&count| (count as f64 - expected).powi(2) / expected)
        .sum()
}

/// Fails unless the counts look like equal chances. A fair source fails for about one
/// seed in 1,000, so with a fixed seed it passes for good.
///
/// # Panics
///
/// If the counts are unfair, or too few to tell.
pub fn assert_uniform(what: &str, counts: &[u64]) {
    let total: u64 = counts.iter().sum();
    assert!(
        total >= 5 * counts.len() as u64,
        "{what}: too few throws to tell"
    );
    let found = chi_squared_uniform(counts);
    let limit = chi_squared_limit(counts.len() - 1);
    assert!(
        found < limit,
        "{what} is not fair: chi-squared {found:.1}, limit {limit:.1}"
    );
}

/// The value that chi-squared with this many degrees of freedom exceeds once
/// in 1,000 times (Wilson and Hilferty's approximation).
pub fn chi_squared_limit(degrees: usize) -> f64 {
    let k = degrees as f64;
    let spread = 2.0 / (9.0 * k);
    k * (1.0 - spread + 3.0902 * spread.sqrt()).powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_agree_with_the_tables() {
        for (degrees, table) in [(3, 16.27), (10, 29.59), (195, 262.6)] {
            assert!((chi_squared_limit(degrees) / table - 1.0).abs() < 0.02);
        }
    }

    #[test]
    #[should_panic(expected = "not fair")]
    fn a_loaded_die_is_caught() {
        assert_uniform("die", &[1000, 1000, 1000, 1000, 1000, 1200]);
    }
}
