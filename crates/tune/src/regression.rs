//! Weights that explain results best: logistic regression by Newton's method.

/// A position as numbers, and the result of its game.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The features of the position.
    pub features: Vec<f64>,
    /// The score of the side that the features describe: 1, a half or 0.
    pub result: f64,
    /// The weight of the sample.
    pub share: f64,
}

/// The expected score for a weighted sum of features.
pub fn chance(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp())
}

/// The mean surprise at the results, in nats. Guessing blindly gives 0.693; lower is
/// better.
pub fn surprise<'a>(samples: impl IntoIterator<Item = &'a Sample>, weights: &[f64]) -> f64 {
    let (mut sum, mut shares) = (0.0, 0.0);
    for sample in samples {
        let p = chance(dot(&sample.features, weights)).clamp(1e-9, 1.0 - 1e-9);
        let r = sample.result;
        sum -= sample.share * (r * p.ln() + (1.0 - r) * (1.0 - p).ln());
        shares += sample.share;
    }
    if shares > 0.0 { sum / shares } else { 0.0 }
}

/// The weights with the least surprise. Moving a weight by `trust` from its old value
/// costs half a nat. Weights that the samples say nothing about keep their value.
pub fn fit<'a>(
    samples: impl IntoIterator<Item = &'a Sample> + Clone,
    before: &[f64],
    trust: f64,
) -> Vec<f64> {
    let n = before.len();
    let hold = 1.0 / (trust * trust);
    let mut weights = before.to_vec();
    for _ in 0..STEPS {
        let mut slope: Vec<f64> = (0..n).map(|i| hold * (weights[i] - before[i])).collect();
        let mut curve = vec![vec![0.0; n]; n];
        for (i, row) in curve.iter_mut().enumerate() {
            row[i] = hold;
        }
        for sample in samples.clone() {
            let p = chance(dot(&sample.features, &weights));
            let error = sample.share * (p - sample.result);
            // Far from the optimum the curve is flat, and a step from there would go
            // astray. So it is never assumed to be flatter than this.
            let bend = sample.share * (p * (1.0 - p)).max(0.01);
            for (i, &f) in sample
                .features
                .iter()
                .enumerate()
                .filter(|(_, f)| **f != 0.0)
            {
                slope[i] += error * f;
                for (entry, &g) in curve[i].iter_mut().zip(&sample.features) {
                    *entry += bend * f * g;
                }
            }
        }
        let step = solve(curve, slope);
        let largest = step.iter().fold(0.0f64, |most, s| most.max(s.abs()));
        for (weight, step) in weights.iter_mut().zip(&step) {
            *weight -= step;
        }
        if largest < 1e-6 {
            break;
        }
    }
    weights
}

/// Newton's method takes far fewer.
const STEPS: usize = 50;

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Solves a system of linear equations by elimination. The diagonal of the matrices
/// here is never 0.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        let (above, below) = matrix.split_at_mut(i + 1);
        let pivot = &above[i];
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[i] / pivot[i];
            if factor != 0.0 {
                for (entry, p) in row[i..].iter_mut().zip(&pivot[i..]) {
                    *entry -= factor * p;
                }
                right[i + 1 + offset] -= factor * right[i];
            }
        }
    }
    for i in (0..n).rev() {
        let known = dot(&matrix[i][i + 1..], &right[i + 1..]);
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::Quick;
    use game::Dice;

    fn results_by(weights: &[f64], count: usize) -> Vec<Sample> {
        let mut dice = Quick::new(7);
        (0..count)
            .map(|_| {
                let mut features: Vec<f64> = weights
                    .iter()
                    .map(|_| f64::from(dice.below(7)) - 3.0)
                    .collect();
                // The samples say nothing about the last one.
                *features.last_mut().unwrap() = 0.0;
                let won = f64::from(dice.below(1_000_000)) < 1e6 * chance(dot(&features, weights));
                Sample {
                    features,
                    result: f64::from(u8::from(won)),
                    share: 1.0,
                }
            })
            .collect()
    }

    #[test]
    fn the_weights_behind_the_results_are_found() {
        let truth = [0.5, -1.0, 0.0, 2.0, 0.0];
        let samples = results_by(&truth, 20_000);
        let bad = [0.5, 3.0, 0.0, 2.0, 0.7];
        let found = fit(&samples, &bad, 10.0);
        for (found, truth) in found.iter().zip(truth).take(4) {
            assert!((found - truth).abs() < 0.1, "{found} {truth}");
        }
        assert!(surprise(&samples, &found) < 0.7 * surprise(&samples, &bad));
    }

    #[test]
    fn a_weight_without_samples_stays() {
        let samples = results_by(&[0.5, -1.0, 0.3], 500);
        let found = fit(&samples, &[0.0, 0.0, 0.7], 1.0);
        assert_eq!(found[2], 0.7);
        assert_ne!(found[0], 0.0);
    }

    #[test]
    fn few_results_change_little_if_trust_is_small() {
        let samples = results_by(&[2.0, -2.0, 0.0], 5);
        let found = fit(&samples, &[0.0; 3], 0.01);
        assert!(found.iter().all(|weight| weight.abs() < 0.01), "{found:?}");
    }
}
