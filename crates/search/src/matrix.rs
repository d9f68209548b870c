//! Two-player zero-sum games in matrix form.
//!
//! One side picks a row, the other a column, both in secret; the cell is the gain of
//! the row side. [`MatrixGame::solve`] first looks for a pure saddle point and
//! otherwise mixes by regret matching, which needs no pivoting, cannot cycle, and can
//! stop as soon as it is accurate enough.
//!
//! ```
//! use search::matrix::MatrixGame;
//!
//! let pennies = MatrixGame::new(2, 2, vec![1.0, -1.0, -1.0, 1.0]);
//! let solution = pennies.solve(0.01, 10_000);
//! assert!(solution.value.abs() < 0.01);
//! assert!((solution.rows[0] - 0.5).abs() < 0.01);
//! ```

/// The worth of each pair of choices for the side that picks the row.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixGame {
    rows: usize,
    columns: usize,
    // Row by row.
    worth: Vec<f64>,
}

/// Mixed strategies for both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The chance of each row; the sum is 1.
    pub rows: Vec<f64>,
    /// The chance of each column; the sum is 1.
    pub columns: Vec<f64>,
    /// The average gain of the row side, halfway between what each side's strategy
    /// guarantees.
    pub value: f64,
    /// How much both sides together could gain by a best answer to the other's
    /// strategy: 0 if both strategies are optimal.
    pub gap: f64,
}

impl MatrixGame {
    /// Creates the game with these cells, row by row.
    ///
    /// # Panics
    /// If there is no cell, or their number is not rows times columns.
    pub fn new(rows: usize, columns: usize, worth: Vec<f64>) -> MatrixGame {
        assert!(rows > 0 && columns > 0, "a matrix game has cells");
        assert_eq!(worth.len(), rows * columns, "one number for every cell");
        MatrixGame {
            rows,
            columns,
            worth,
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The worth of a pair of choices for the row side.
    pub fn worth(&self, row: usize, column: usize) -> f64 {
        self.worth[row * self.columns + column]
    }

    /// The first pair of choices from which neither side gains by a change, if there is
    /// one.
    pub fn saddle(&self) -> Option<(usize, usize)> {
        let safe = |row: usize| {
            let cells = self.row(row).iter().copied().enumerate();
            cells.fold((0, f64::INFINITY), |least, cell| {
                if cell.1 < least.1 { cell } else { least }
            })
        };
        let (row, (_, low)) =
            (0..self.rows)
                .map(|row| (row, safe(row)))
                .fold(
                    (0, safe(0)),
                    |best, next| if next.1.1 > best.1.1 { next } else { best },
                );
        let most = |column: usize| {
            (0..self.rows)
                .map(|row| self.worth(row, column))
                .fold(f64::NEG_INFINITY, f64::max)
        };
        let column = (0..self.columns)
            .find(|&column| self.worth(row, column) == low && most(column) == low)?;
        Some((row, column))
    }

    /// Solves the game: a pure saddle point if there is one, otherwise regret matching
    /// until the [gap](Solution::gap) is at most `accuracy` or `rounds` rounds are
    /// played.
    pub fn solve(&self, accuracy: f64, rounds: u32) -> Solution {
        if let Some((row, column)) = self.saddle() {
            return Solution {
                rows: pure(self.rows, row),
                columns: pure(self.columns, column),
                value: self.worth(row, column),
                gap: 0.0,
            };
        }
        self.match_regrets(accuracy, rounds)
    }

    /// The gain of each row against a mixed column strategy.
    pub fn against_columns(&self, columns: &[f64]) -> Vec<f64> {
        let mut wins = vec![0.0; self.rows];
        self.wins(columns, &mut wins);
        wins
    }

    /// The cost of each column against a mixed row strategy.
    pub fn against_rows(&self, rows: &[f64]) -> Vec<f64> {
        let mut costs = vec![0.0; self.columns];
        self.costs(rows, &mut costs);
        costs
    }

    fn wins(&self, columns: &[f64], wins: &mut [f64]) {
        for (row, win) in wins.iter_mut().enumerate() {
            *win = dot(self.row(row), columns);
        }
    }

    fn costs(&self, rows: &[f64], costs: &mut [f64]) {
        costs.fill(0.0);
        for (row, &chance) in rows.iter().enumerate() {
            if chance > 0.0 {
                for (cost, cell) in costs.iter_mut().zip(self.row(row)) {
                    *cost += chance * cell;
                }
            }
        }
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.worth[row * self.columns..][..self.columns]
    }

    /// Regret matching plus: it forgets negative sums of regret, lets the sides take
    /// turns, and weights later rounds more in the average. All three make the average
    /// settle sooner.
    fn match_regrets(&self, accuracy: f64, rounds: u32) -> Solution {
        let mut regrets = (vec![0.0; self.rows], vec![0.0; self.columns]);
        let mut sums = (vec![0.0; self.rows], vec![0.0; self.columns]);
        let mut rows = vec![1.0 / self.rows as f64; self.rows];
        let mut columns = vec![1.0 / self.columns as f64; self.columns];
        let mut wins = vec![0.0; self.rows];
        let mut costs = vec![0.0; self.columns];
        let mut next_look = 16;
        let mut round = 0;
        loop {
            round += 1;
            let weight = f64::from(round);
            self.wins(&columns, &mut wins);
            let mean = dot(&rows, &wins);
            regret(&mut regrets.0, wins.iter().map(|win| win - mean));
            mix(&regrets.0, &mut rows);
            self.costs(&rows, &mut costs);
            let mean = dot(&columns, &costs);
            regret(&mut regrets.1, costs.iter().map(|cost| mean - cost));
            mix(&regrets.1, &mut columns);
            add(&mut sums.0, &rows, weight);
            add(&mut sums.1, &columns, weight);

            if round < next_look && round < rounds {
                continue;
            }
            next_look += next_look / 2;
            let solution = self.judge(shares(&sums.0), shares(&sums.1));
            if solution.gap <= accuracy || round >= rounds {
                return solution;
            }
        }
    }

    fn judge(&self, rows: Vec<f64>, columns: Vec<f64>) -> Solution {
        let most = self
            .against_columns(&columns)
            .into_iter()
            .fold(f64::NEG_INFINITY, f64::max);
        let least = self
            .against_rows(&rows)
            .into_iter()
            .fold(f64::INFINITY, f64::min);
        Solution {
            rows,
            columns,
            value: (most + least) / 2.0,
            gap: most - least,
        }
    }
}

fn pure(count: usize, chosen: usize) -> Vec<f64> {
    let mut chances = vec![0.0; count];
    chances[chosen] = 1.0;
    chances
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn regret(sums: &mut [f64], news: impl Iterator<Item = f64>) {
    for (sum, new) in sums.iter_mut().zip(news) {
        *sum = (*sum + new).max(0.0);
    }
}

fn mix(regrets: &[f64], chances: &mut [f64]) {
    let total: f64 = regrets.iter().sum();
    let even = 1.0 / chances.len() as f64;
    for (chance, regret) in chances.iter_mut().zip(regrets) {
        *chance = if total > 0.0 { regret / total } else { even };
    }
}

fn add(sums: &mut [f64], chances: &[f64], weight: f64) {
    for (sum, chance) in sums.iter_mut().zip(chances) {
        *sum += weight * chance;
    }
}

fn shares(sums: &[f64]) -> Vec<f64> {
    let total: f64 = sums.iter().sum();
    sums.iter().map(|sum| sum / total).collect()
}

#[cfg(test)]
mod tests {
    use dice::Quick;
    use game::Dice;

    use super::*;

    #[track_caller]
    fn assert_near(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 0.002, "{found} is not {wanted}");
    }

    #[test]
    fn matching_pennies_is_a_fair_coin() {
        let solution = MatrixGame::new(2, 2, vec![1.0, -1.0, -1.0, 1.0]).solve(0.001, 100_000);
        assert_near(solution.value, 0.0);
        assert_near(solution.rows[0], 0.5);
        assert_near(solution.columns[1], 0.5);
    }

    #[test]
    fn weighted_rock_paper_scissors_mixes_by_the_weights() {
        // A win with rock is worth 1, with paper 2, with scissors 3. Each is played in
        // proportion to the worth of the other two's duel.
        let cells = vec![0.0, -2.0, 1.0, 2.0, 0.0, -3.0, -1.0, 3.0, 0.0];
        let solution = MatrixGame::new(3, 3, cells).solve(0.001, 1_000_000);
        assert_near(solution.value, 0.0);
        for (found, wanted) in solution.rows.iter().zip([0.5, 1.0 / 6.0, 1.0 / 3.0]) {
            assert_near(*found, wanted);
        }
    }

    #[test]
    fn a_saddle_is_played_pure() {
        let game = MatrixGame::new(2, 3, vec![3.0, 1.0, 4.0, 2.0, 0.0, 9.0]);
        assert_eq!(game.saddle(), Some((0, 1)));
        let solution = game.solve(0.1, 10);
        assert_eq!(solution.rows, [1.0, 0.0]);
        assert_eq!(solution.columns, [0.0, 1.0, 0.0]);
        assert_eq!((solution.value, solution.gap), (1.0, 0.0));
    }

    #[test]
    fn pennies_have_no_saddle() {
        let game = MatrixGame::new(2, 2, vec![1.0, -1.0, -1.0, 1.0]);
        assert_eq!(game.saddle(), None);
    }

    #[test]
    fn neither_side_gains_more_than_the_gap_from_a_random_matrix() {
        let mut dice = Quick::new(3);
        for round in 0..60 {
            let (rows, columns) = (2 + round % 9, 2 + round / 7);
            let cells = (0..rows * columns)
                .map(|_| f64::from(dice.below(1000)) / 1000.0)
                .collect();
            let game = MatrixGame::new(rows, columns, cells);
            let solution = game.solve(0.002, 1_000_000);
            let best = game.against_columns(&solution.columns);
            let worst = game.against_rows(&solution.rows);
            let best = best.into_iter().fold(f64::MIN, f64::max);
            let worst = worst.into_iter().fold(f64::MAX, f64::min);
            assert!(
                best - worst <= 0.002,
                "{rows} x {columns}: {}",
                best - worst
            );
            assert!(worst - 1e-9 <= solution.value && solution.value <= best + 1e-9);
            let sum: f64 = solution.rows.iter().sum();
            assert!((sum - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn the_same_matrix_gives_the_same_strategy() {
        let game = MatrixGame::new(2, 3, vec![0.3, 0.9, 0.1, 0.8, 0.2, 0.5]);
        assert_eq!(game.solve(0.001, 9999), game.solve(0.001, 9999));
    }
}
