//! The most likely strengths and how sure they are.

use super::Estimate;

/// Elo points in one unit of log odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// The deviation of the prior, in Elo points.
const PRIOR: f64 = 700.0;
/// The normal distribution's 97.5 % point.
const Z: f64 = 1.959_964;

/// Two players who met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// In which game.
    pub game: usize,
    /// One, on the lower seat.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// 1, 1/2 or 0: what `a` scored.
    pub score: f64,
}

/// Whether comparisons hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// Every one stands for itself, and `a` has the advantage of the first seat.
    None,
    /// Those of one game hang together.
    WithinGames,
}

/// What was found, in Elo points.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// For every player: the difference to the mean of those who met anybody.
    pub players: Vec<Estimate>,
    /// What the first seat is worth.
    pub first: Estimate,
}

/// The strengths under which these comparisons are most likely. `met` says who
/// takes part. Comparisons are ordered by game.
pub fn strengths(met: &[bool], comparisons: &[Comparison], dependence: Dependence) -> Fitted {
    let players = met.len();
    let advantage = match dependence {
        Dependence::None => 1.0,
        Dependence::WithinGames => 0.0,
    };
    let size = players + 1;
    let prior = (ELO / PRIOR).powi(2);
    let chance = |at: &[f64], pair: &Comparison| {
        let lead = at[pair.a] - at[pair.b] + advantage * at[players];
        1.0 / (1.0 + (-lead).exp())
    };
    // The gradient of a comparison: +1 at `a`, -1 at `b`, the advantage last.
    let parts = |pair: &Comparison| [(pair.a, 1.0), (pair.b, -1.0), (players, advantage)];

    let mut at = vec![0.0; size];
    let mut curvature = Matrix::diagonal(size, prior);
    for _ in 0..100 {
        let mut slope: Vec<f64> = at.iter().map(|value| -prior * value).collect();
        curvature = Matrix::diagonal(size, prior);
        for pair in comparisons {
            let p = chance(&at, pair);
            for (i, x) in parts(pair) {
                slope[i] += x * (pair.score - p);
            }
            curvature.add(&parts(pair), p * (1.0 - p));
        }
        let step = curvature.factor().solve(&slope);
        // The likelihood is concave, so small steps cannot miss the top.
        let longest = step.iter().fold(0.0f64, |most, part| most.max(part.abs()));
        let scale = (2.0 / longest).min(1.0);
        for (value, part) in at.iter_mut().zip(&step) {
            *value += scale * part;
        }
        if longest < 1e-10 {
            break;
        }
    }

    let spread = match dependence {
        Dependence::None => {
            let mut spread = Matrix::diagonal(size, prior);
            for pair in comparisons {
                let p = chance(&at, pair);
                // A game that can be drawn varies less than one that cannot:
                // by a quarter of the chance of a draw.
                let drawn = if pair.score == 0.5 { 0.25 } else { 0.0 };
                spread.add(&parts(pair), p * (1.0 - p) - drawn);
            }
            spread
        }
        Dependence::WithinGames => {
            let mut spread = Matrix::diagonal(size, 0.0);
            let mut games = 0.0f64;
            for game in comparisons.chunk_by(|a, b| a.game == b.game) {
                let mut slope = vec![0.0; size];
                for pair in game {
                    let p = chance(&at, pair);
                    for (i, x) in parts(pair) {
                        slope[i] += x * (pair.score - p);
                    }
                }
                spread.add_square(&slope);
                games += 1.0;
            }
            // What was fitted to the games lies closer to them than the truth.
            let free = met.iter().filter(|met| **met).count() as f64 - 1.0;
            spread.scale(games / (games - free).max(games / 2.0).max(1.0));
            for i in 0..size {
                spread.rows[i][i] += prior;
            }
            spread
        }
    };

    let field = met.iter().filter(|met| **met).count().max(1) as f64;
    let mean = (0..players).filter(|&i| met[i]).map(|i| at[i]).sum::<f64>() / field;
    let factor = curvature.factor();
    let estimate = |value: f64, contrast: &[f64]| {
        let weights = factor.solve(contrast);
        // As if all comparisons were independent and without draws.
        let plain: f64 = weights.iter().zip(contrast).map(|(w, c)| w * c).sum();
        let robust = spread.quadratic(&weights);
        let variance = match dependence {
            // Draws of players far apart could make it vanish.
            Dependence::None => robust.max(plain / 20.0),
            // Where one always wins, nothing varies, but nothing is certain.
            Dependence::WithinGames => robust.max(plain),
        };
        let half = Z * variance.sqrt();
        Estimate {
            value: ELO * value + 0.0,
            low: ELO * (value - half),
            high: ELO * (value + half),
        }
    };
    let mut figures = Vec::with_capacity(players);
    for player in 0..players {
        let mut contrast: Vec<f64> = (0..size)
            .map(|i| match i < players && met[i] {
                true => -1.0 / field,
                false => 0.0,
            })
            .collect();
        contrast[player] += 1.0;
        figures.push(estimate(at[player] - mean, &contrast));
    }
    let mut first = vec![0.0; size];
    first[players] = 1.0;
    Fitted {
        players: figures,
        first: estimate(at[players], &first),
    }
}

/// A symmetric matrix.
#[derive(Clone, Debug)]
struct Matrix {
    rows: Vec<Vec<f64>>,
}

impl Matrix {
    fn diagonal(size: usize, value: f64) -> Matrix {
        let mut rows = vec![vec![0.0; size]; size];
        for (i, row) in rows.iter_mut().enumerate() {
            row[i] = value;
        }
        Matrix { rows }
    }

    /// Adds `weight` times the square of a vector with few entries.
    fn add(&mut self, parts: &[(usize, f64)], weight: f64) {
        for &(i, x) in parts {
            for &(j, y) in parts {
                self.rows[i][j] += weight * x * y;
            }
        }
    }

    /// Adds the square of a vector.
    fn add_square(&mut self, vector: &[f64]) {
        for (row, x) in self.rows.iter_mut().zip(vector) {
            if *x != 0.0 {
                for (entry, y) in row.iter_mut().zip(vector) {
                    *entry += x * y;
                }
            }
        }
    }

    fn scale(&mut self, factor: f64) {
        self.rows
            .iter_mut()
            .flatten()
            .for_each(|entry| *entry *= factor);
    }

    fn quadratic(&self, vector: &[f64]) -> f64 {
        let rows = self.rows.iter().zip(vector);
        rows.map(|(row, x)| x * dot(row, vector)).sum()
    }

    /// The factor of a positive definite matrix (Cholesky), to solve with.
    fn factor(&self) -> Factor {
        let size = self.rows.len();
        let mut lower = vec![vec![0.0f64; size]; size];
        for i in 0..size {
            for j in 0..=i {
                let sum = dot(&lower[i][..j], &lower[j][..j]);
                lower[i][j] = match i == j {
                    true => (self.rows[i][i] - sum).max(f64::MIN_POSITIVE).sqrt(),
                    false => (self.rows[i][j] - sum) / lower[j][j],
                };
            }
        }
        Factor { lower }
    }
}

/// The lower triangle whose square is a matrix.
struct Factor {
    lower: Vec<Vec<f64>>,
}

impl Factor {
    /// Solves `matrix * x = right`.
    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let size = right.len();
        let mut x = right.to_vec();
        for i in 0..size {
            x[i] = (x[i] - dot(&self.lower[i][..i], &x[..i])) / self.lower[i][i];
        }
        for i in (0..size).rev() {
            let sum: f64 = (i + 1..size).map(|k| self.lower[k][i] * x[k]).sum();
            x[i] = (x[i] - sum) / self.lower[i][i];
        }
        x
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
