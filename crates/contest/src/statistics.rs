//! Statistics: how much a score proves.

use serde::{Deserialize, Serialize};

use crate::Duel;

/// The normal distribution's 97.5 % point.
pub(crate) const Z: f64 = 1.959_964;

/// Scores come in steps of a half or a whole point. If a score test subtracts a quarter
/// from the difference, its error stays within the promised limit from two games on.
pub(crate) const CONTINUITY: f64 = 0.25;

/// With few games, the share of draws may be an accident. So this many games are added
/// that cannot be drawn.
const UNDRAWN: f64 = 2.0;

/// The 95 % confidence interval of the mean score in games that can be drawn: all
/// scores that a score test with the variance of won, drawn and lost games does not
/// reject.
pub fn score_interval(games: Duel) -> (f64, f64) {
    let n = games.games() as f64;
    if n == 0.0 {
        return (0.0, 1.0);
    }
    let mean = games.points() / n;
    let credible = n / (n + UNDRAWN);
    let drawn = games.drawn as f64 / n;
    let is_inside = |score: f64| {
        // With so low a score, a player cannot draw more often than this.
        let drawn = drawn.min(2.0 * score.min(1.0 - score));
        let variance = n * (score * (1.0 - score) - credible * drawn / 4.0);
        let beyond = n * (mean - score).abs() - CONTINUITY;
        beyond <= Z * variance.max(0.0).sqrt()
    };
    let end = |mut outside: f64| {
        let mut inside = mean;
        for _ in 0..50 {
            let middle = (inside + outside) / 2.0;
            if is_inside(middle) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        // Halving never reaches the ends themselves.
        (inside + outside) / 2.0
    };
    (end(0.0), end(1.0))
}

/// Wilson's 95 % confidence interval of a share between 0 and 1, measured in this many
/// cases with two outcomes.
pub fn interval(score: f64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let n = games as f64;
    let z = Z;
    let middle = (score + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (score * (1.0 - score) / n + z * z / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// The difference in Elo points that corresponds to a score; infinite at 0 and 1.
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score that corresponds to a difference in Elo points.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test: is the difference `low` or `high`?
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// Elo points of the hypothesis that is rejected by a pass.
    pub low: f64,
    /// Elo points of the hypothesis that is accepted by a pass.
    pub high: f64,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The difference is `high`, with an error of at most 5 %.
    Passed,
    /// The difference is `low`, with an error of at most 5 %.
    Failed,
    /// It needs more games.
    Open,
}

impl Sprt {
    /// The log likelihood ratio after these scores. Each is the mean of one pair of
    /// games with swapped sides, because the two games of a pair are not independent.
    pub fn ratio(&self, pairs: &[f64]) -> f64 {
        let n = pairs.len() as f64;
        if pairs.len() < 2 {
            return 0.0;
        }
        let mean = pairs.iter().sum::<f64>() / n;
        // A few pairs with equal scores would prove anything. So the spread is computed
        // as if ten pairs of fair coins had come before.
        let (before, fair) = (10.0, 0.125);
        let squares = pairs
            .iter()
            .map(|score| (score - mean).powi(2))
            .sum::<f64>();
        let variance = (squares + before * fair) / (n + before);
        let (low, high) = (expected(self.low), expected(self.high));
        n * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// The decision after these pairs.
    pub fn verdict(&self, pairs: &[f64]) -> Decision {
        let bound = (0.95f64 / 0.05).ln();
        match self.ratio(pairs) {
            ratio if ratio >= bound => Decision::Passed,
            ratio if ratio <= -bound => Decision::Failed,
            _ => Decision::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::Quick;
    use game::Dice;

    #[test]
    fn intervals_hold_the_truth_in_95_of_100_cases() {
        let mut dice = Quick::new(3);
        for truth in [0.5, 0.8, 0.95] {
            let held = (0..2000)
                .filter(|_| {
                    let won = (0..200)
                        .filter(|_| f64::from(dice.below(1000)) < truth * 1000.0)
                        .count();
                    let (low, high) = interval(won as f64 / 200.0, 200);
                    (low..=high).contains(&truth)
                })
                .count();
            assert!((1870..=1950).contains(&held), "{held} of 2000 at {truth}");
        }
        assert_eq!(interval(0.0, 0), (0.0, 1.0));
        let (low, high) = interval(1.0, 100);
        assert!(low > 0.95 && low < 0.97 && high > 0.999);
    }

    #[test]
    fn elo_and_score_go_both_ways() {
        assert!((elo(0.5)).abs() < 1e-9);
        assert!((elo(expected(123.0)) - 123.0).abs() < 1e-9);
        assert!((expected(400.0) - 10.0 / 11.0).abs() < 1e-9);
        assert!(elo(1.0).is_infinite());
    }

    #[test]
    fn a_test_errs_seldom() {
        let test = Sprt {
            low: 0.0,
            high: 100.0,
        };
        let mut dice = Quick::new(4);
        let mut run = |elo: f64| {
            let truth = expected(elo);
            let mut game = || f64::from(u8::from(f64::from(dice.below(100_000)) < truth * 1e5));
            let mut pairs = Vec::new();
            loop {
                pairs.push((game() + game()) / 2.0);
                match test.verdict(&pairs) {
                    Decision::Open => {}
                    verdict => return verdict,
                }
            }
        };
        let wrong_passes = (0..300).filter(|_| run(0.0) == Decision::Passed).count();
        let wrong_fails = (0..300).filter(|_| run(100.0) == Decision::Failed).count();
        assert!(
            wrong_passes <= 27 && wrong_fails <= 27,
            "{wrong_passes} {wrong_fails}"
        );
    }
}
