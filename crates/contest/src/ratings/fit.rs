//! The most likely strengths and their uncertainty.

use std::collections::BTreeMap;

use super::Estimate;
use crate::statistics::{CONTINUITY, Z};

/// Elo points in one unit of log odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// The deviation of the prior, in Elo points.
const PRIOR: f64 = 700.0;

/// The result of one player against another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The game's number.
    pub game: usize,
    /// The player on the lower seat.
    pub a: usize,
    /// The other player.
    pub b: usize,
    /// 1, 1/2 or 0: what `a` scored.
    pub score: f64,
}

/// Whether comparisons depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// All comparisons are independent, and `a` has the advantage of the first seat.
    None,
    /// The comparisons of one game depend on each other.
    WithinGames,
}

/// The method that computes intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intervals {
    /// From the curvature at the maximum of the likelihood, as in 0.1. Too narrow if
    /// there are few games or many draws.
    Curvature,
    /// All figures that a score test does not reject.
    ScoreTest,
}

/// The fitted figures, in Elo points.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// For each player: the difference from the mean of all players that met an
    /// opponent.
    pub players: Vec<Estimate>,
    /// The advantage of the first seat.
    pub first: Estimate,
}

/// Finds the strengths that make these comparisons most likely. `met` says which
/// players take part. The comparisons are in the order of games.
pub fn strengths(
    met: &[bool],
    comparisons: &[Comparison],
    dependence: Dependence,
    intervals: Intervals,
) -> Fitted {
    let players = met.len();
    let model = Model {
        met,
        comparisons,
        pairs: pairs(comparisons),
        dependence,
        prior: (ELO / PRIOR).powi(2),
    };
    let (at, curvature) = model.top();
    let spread = model.spread(&at);
    let factor = curvature.factor();
    let estimate = |value: f64, contrast: &[f64]| {
        let weights = factor.solve(contrast);
        // This assumes that all comparisons are independent and there are no draws.
        let plain = dot(&weights, contrast);
        let robust = spread.quadratic(&weights);
        let (below, above) = match intervals {
            Intervals::Curvature => {
                let variance = match dependence {
                    // Draws between players far apart could make it vanish.
                    Dependence::None => robust.max(plain / 20.0),
                    // If one player always wins, nothing varies, but nothing is certain
                    // either.
                    Dependence::WithinGames => robust.max(plain),
                };
                let half = Z * variance.sqrt();
                (half, half)
            }
            Intervals::ScoreTest => {
                let step: Vec<f64> = weights.iter().map(|weight| weight / plain).collect();
                let line = Line {
                    model: &model,
                    at: &at,
                    excess: model.excess(&step, robust / plain),
                    drawn: model.credible_draws(&step),
                    step,
                };
                (
                    line.reach(-1.0, plain.sqrt()),
                    line.reach(1.0, plain.sqrt()),
                )
            }
        };
        Estimate {
            value: ELO * value + 0.0,
            low: ELO * (value - below),
            high: ELO * (value + above),
        }
    };
    let field = met.iter().filter(|met| **met).count().max(1) as f64;
    let mean = (0..players).filter(|&i| met[i]).map(|i| at[i]).sum::<f64>() / field;
    let mut figures = Vec::with_capacity(players);
    for player in 0..players {
        let mut contrast: Vec<f64> = (0..=players)
            .map(|i| {
                if i < players && met[i] {
                    -1.0 / field
                } else {
                    0.0
                }
            })
            .collect();
        contrast[player] += 1.0;
        figures.push(if met[player] {
            estimate(at[player] - mean, &contrast)
        } else {
            Estimate::UNKNOWN
        });
    }
    let mut first = vec![0.0; players + 1];
    first[players] = 1.0;
    Fitted {
        players: figures,
        first: match dependence {
            Dependence::None if !comparisons.is_empty() => estimate(at[players], &first),
            _ => Estimate::UNKNOWN,
        },
    }
}

/// All comparisons of two players, `a` on the lower seat.
#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    a: usize,
    b: usize,
    games: f64,
    /// The score of `a`.
    score: f64,
    drawn: f64,
}

fn pairs(comparisons: &[Comparison]) -> Vec<Pair> {
    let mut pairs: BTreeMap<(usize, usize), Pair> = BTreeMap::new();
    for &Comparison { a, b, score, .. } in comparisons {
        let pair = pairs.entry((a, b)).or_default();
        (pair.a, pair.b) = (a, b);
        pair.games += 1.0;
        pair.score += score;
        pair.drawn += f64::from(u8::from(score == 0.5));
    }
    pairs.into_values().collect()
}

/// Bradley and Terry's model of some comparisons. Its parameters, in log odds: first
/// the strengths, then the advantage of the first seat.
struct Model<'a> {
    met: &'a [bool],
    comparisons: &'a [Comparison],
    pairs: Vec<Pair>,
    dependence: Dependence,
    /// The weight of the prior.
    prior: f64,
}

impl Model<'_> {
    fn size(&self) -> usize {
        self.met.len() + 1
    }

    fn advantage(&self) -> f64 {
        match self.dependence {
            Dependence::None => 1.0,
            Dependence::WithinGames => 0.0,
        }
    }

    /// How much a comparison changes along a direction: +1 at `a`, -1 at `b`, the
    /// advantage last.
    fn lead(&self, along: &[f64], a: usize, b: usize) -> f64 {
        along[a] - along[b] + self.advantage() * along[self.met.len()]
    }

    fn chance(&self, at: &[f64], a: usize, b: usize) -> f64 {
        chance(self.lead(at, a, b))
    }

    fn parts(&self, a: usize, b: usize) -> [(usize, f64); 3] {
        [(a, 1.0), (b, -1.0), (self.met.len(), self.advantage())]
    }

    /// The most likely strengths, and the curvature there.
    fn top(&self) -> (Vec<f64>, Matrix) {
        let mut at = vec![0.0; self.size()];
        let mut curvature = Matrix::diagonal(self.size(), self.prior);
        for _ in 0..100 {
            let mut slope: Vec<f64> = at.iter().map(|value| -self.prior * value).collect();
            curvature = Matrix::diagonal(self.size(), self.prior);
            for pair in &self.pairs {
                let p = self.chance(&at, pair.a, pair.b);
                let parts = self.parts(pair.a, pair.b);
                for (i, x) in parts {
                    slope[i] += x * (pair.score - pair.games * p);
                }
                curvature.add(&parts, pair.games * p * (1.0 - p));
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
        (at, curvature)
    }

    /// The variance of the slope at the maximum, estimated from the games themselves.
    fn spread(&self, at: &[f64]) -> Matrix {
        let size = self.size();
        match self.dependence {
            Dependence::None => {
                let mut spread = Matrix::diagonal(size, self.prior);
                for pair in &self.pairs {
                    let p = self.chance(at, pair.a, pair.b);
                    // A game that can be drawn varies less than one that cannot: by a
                    // quarter of the chance of a draw.
                    let weight = pair.games * p * (1.0 - p) - pair.drawn / 4.0;
                    spread.add(&self.parts(pair.a, pair.b), weight);
                }
                spread
            }
            Dependence::WithinGames => {
                let mut spread = Matrix::diagonal(size, 0.0);
                let mut games = 0.0f64;
                for game in self.comparisons.chunk_by(|a, b| a.game == b.game) {
                    let mut slope = vec![0.0; size];
                    for pair in game {
                        let p = self.chance(at, pair.a, pair.b);
                        for (i, x) in self.parts(pair.a, pair.b) {
                            slope[i] += x * (pair.score - p);
                        }
                    }
                    spread.add_square(&slope);
                    games += 1.0;
                }
                // The fit lies closer to these games than the truth does.
                let free = self.met.iter().filter(|met| **met).count() as f64 - 1.0;
                spread.scale(games / (games - free).max(games / 2.0).max(1.0));
                for i in 0..size {
                    spread.rows[i][i] += self.prior;
                }
                spread
            }
        }
    }

    /// The number of games with equal weight that would say as much about a direction,
    /// and the largest weight of one game.
    fn games(&self, along: &[f64]) -> (f64, f64) {
        let (mut squares, mut fourths, mut most) = (0.0, 0.0, 0.0f64);
        for pair in &self.pairs {
            let lead = self.lead(along, pair.a, pair.b);
            squares += pair.games * lead.powi(2);
            fourths += pair.games * lead.powi(4);
            most = most.max(lead.abs());
        }
        (squares * squares / fourths.max(f64::MIN_POSITIVE), most)
    }

    /// How much to trust the share of draws. With few games it may be an accident, so
    /// two games are added that cannot be drawn.
    fn credible_draws(&self, along: &[f64]) -> f64 {
        let (games, _) = self.games(along);
        games / (games + 2.0)
    }

    /// The variance of results relative to independent comparisons; `observed` is
    /// measured from the games. Between equals, the places in a game of `k` vary (k +
    /// 1) / 3 times as much. This value counts until there are enough games.
    fn excess(&self, along: &[f64], observed: f64) -> f64 {
        if self.dependence == Dependence::None {
            return 1.0;
        }
        let (mut games, mut squares, mut usual) = (0.0f64, 0.0f64, 0.0);
        for game in self.comparisons.chunk_by(|a, b| a.game == b.game) {
            let mut weight = 0.0;
            for pair in game {
                weight += self.lead(along, pair.a, pair.b).powi(2);
            }
            // This many comparisons make this many seats.
            let seats = 0.5 + (0.25 + 2.0 * game.len() as f64).sqrt();
            games += weight;
            squares += weight * weight;
            usual += weight * (seats + 1.0) / 3.0;
        }
        if games == 0.0 {
            return 1.0;
        }
        let (usual, games) = (usual / games, games * games / squares);
        let blend = (games * observed + FEW_GAMES * usual) / (games + FEW_GAMES);
        blend.max(1.0)
    }
}

/// After this many games with many seats, the spread that they show counts as much as
/// the usual value.
const FEW_GAMES: f64 = 8.0;

/// A line through the maximum of the likelihood. One figure changes by one for each
/// step, and all others follow.
struct Line<'a> {
    model: &'a Model<'a>,
    at: &'a [f64],
    step: Vec<f64>,
    drawn: f64,
    excess: f64,
}

impl Line<'_> {
    /// How far the figure can move in a direction before the games reject it with 95 %
    /// certainty.
    fn reach(&self, side: f64, unit: f64) -> f64 {
        let (mut low, mut high) = (0.0, unit);
        while self.excludes(side * high) < 0.0 && high < 1e3 {
            low = high;
            high *= 2.0;
        }
        // Regula falsi. If an end stays, its weight is halved each time.
        let (mut at_low, mut at_high) = (self.excludes(side * low), self.excludes(side * high));
        let (mut root, mut last) = (high, 0);
        for _ in 0..60 {
            if at_high <= 0.0 || high - low < 1e-9 * (1.0 + high) {
                break;
            }
            let middle = (low * at_high - high * at_low) / (at_high - at_low);
            let found = self.excludes(side * middle);
            root = middle;
            let kept = if found < 0.0 { -1 } else { 1 };
            if found < 0.0 {
                (low, at_low) = (middle, found);
                at_high *= if kept == last { 0.5 } else { 1.0 };
            } else {
                (high, at_high) = (middle, found);
                at_low *= if kept == last { 0.5 } else { 1.0 };
            }
            last = kept;
            if found.abs() < 1e-11 {
                break;
            }
        }
        root
    }

    /// Above zero if the games reject the figure this many steps from the maximum.
    fn excludes(&self, steps: f64) -> f64 {
        let Model { pairs, prior, .. } = self.model;
        let (mut slope, mut variance, mut most) = (0.0, 0.0, 0.0f64);
        for pair in pairs {
            let lead = self.model.lead(&self.step, pair.a, pair.b);
            let p = chance(self.model.lead(self.at, pair.a, pair.b) + steps * lead);
            slope += lead * (pair.score - pair.games * p);
            // Players this far apart cannot have drawn more often than this.
            let drawn = pair.drawn.min(2.0 * pair.games * p.min(1.0 - p));
            let own = pair.games * p * (1.0 - p) - self.drawn * drawn / 4.0;
            variance += lead * lead * own;
            most = most.max(lead.abs());
        }
        variance *= self.excess;
        let mut known = 0.0;
        for (at, step) in self.at.iter().zip(&self.step) {
            slope -= prior * (at + steps * step) * step;
            known += prior * step * step;
        }
        // Scores come in steps, but the test treats them as continuous. The prior has
        // no steps, and in the end it counts alone.
        let share = (4.0 * variance / (variance + known)).min(1.0);
        let steps = CONTINUITY * most * share;
        slope.abs() - steps - Z * (variance + known).sqrt()
    }
}

fn chance(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
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

    /// The Cholesky factor of a positive definite matrix, for solving equations.
    fn factor(&self) -> Factor {
        let size = self.rows.len();
        let mut lower = vec![vec![0.0f64; size]; size];
        for i in 0..size {
            for j in 0..=i {
                let sum = dot(&lower[i][..j], &lower[j][..j]);
                lower[i][j] = if i == j {
                    (self.rows[i][i] - sum).max(f64::MIN_POSITIVE).sqrt()
                } else {
                    (self.rows[i][j] - sum) / lower[j][j]
                };
            }
        }
        Factor { lower }
    }
}

/// The lower triangle whose square is the matrix.
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
