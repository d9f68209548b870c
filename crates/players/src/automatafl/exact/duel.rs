//! Solves many small matrix games quickly.

/// A square matrix game in which some moves may be barred on both sides.
///
/// Regret matching spends its time on adding up rows and columns. So the matrix is
/// stored in both orders, and each line is padded to whole vectors.
#[derive(Clone, Debug, Default)]
pub(super) struct Duel {
    count: usize,
    stride: usize,
    rows: Vec<f32>,
    columns: Vec<f32>,
    // The gain and cost of each move, and the regrets and sums of both sides.
    wins: Vec<f32>,
    costs: Vec<f32>,
    regrets: [Vec<f32>; 2],
    sums: [Vec<f32>; 2],
}

#[derive(Clone, Debug, Default)]
pub(super) struct Mix {
    pub rows: Vec<f32>,
    pub columns: Vec<f32>,
}

/// The loss for playing a barred move.
pub(super) const BARRED: f32 = 1e6;
/// The weight of the initial strategies.
const WARM: f32 = 0.1;
const ROUNDS: u32 = 600;

impl Duel {
    /// Makes room for a game with this many moves on each side.
    pub fn resize(&mut self, count: usize) {
        self.count = count;
        self.stride = count.next_multiple_of(8);
        let cells = count * self.stride;
        self.rows.clear();
        self.rows.resize(cells, 0.0);
        self.columns.clear();
        self.columns.resize(cells, 0.0);
        let [a, b] = &mut self.regrets;
        let [c, d] = &mut self.sums;
        for line in [&mut self.wins, &mut self.costs, a, b, c, d] {
            line.clear();
            line.resize(self.stride, 0.0);
        }
    }

    /// The length of strategies and of the list of barred moves.
    pub fn stride(&self) -> usize {
        self.stride
    }

    pub fn set(&mut self, row: usize, column: usize, worth: f32) {
        self.rows[row * self.stride + column] = worth;
        self.columns[column * self.stride + row] = worth;
    }

    pub fn cell(&self, row: usize, column: usize) -> f32 {
        self.rows[row * self.stride + column]
    }

    /// Solves the game and returns its worth: halfway between what each side is
    /// guaranteed, which differ by at most `accuracy` unless that takes too long.
    /// `barred` is 0 for moves that may be played and [`BARRED`] for others, including
    /// the padding at the end. Starts with the strategies in `mix` and stores the new
    /// ones there.
    pub fn solve(&mut self, barred: &[f32], mix: &mut Mix, accuracy: f32) -> f32 {
        if let Some(worth) = self.saddle(barred, mix, accuracy) {
            return worth;
        }
        renew(&mut mix.rows, barred);
        renew(&mut mix.columns, barred);
        let (low, high) = self.bounds(barred, &mix.rows, &mix.columns);
        if high - low <= accuracy {
            return (low + high) / 2.0;
        }
        for (regrets, chances) in self.regrets.iter_mut().zip([&mix.rows, &mix.columns]) {
            for (regret, chance) in regrets.iter_mut().zip(chances) {
                *regret = chance * WARM;
            }
        }
        self.sums[0].fill(0.0);
        self.sums[1].fill(0.0);
        let mut next_look = 8;
        for round in 1..=ROUNDS {
            combine(&self.columns, &mix.columns, &mut self.wins);
            let mean = dot(&mix.rows, &self.wins);
            for ((regret, win), bar) in self.regrets[0].iter_mut().zip(&self.wins).zip(barred) {
                *regret = (*regret + (win - mean) - bar).max(0.0);
            }
            follow(&self.regrets[0], &mut mix.rows);
            combine(&self.rows, &mix.rows, &mut self.costs);
            let mean = dot(&mix.columns, &self.costs);
            for ((regret, cost), bar) in self.regrets[1].iter_mut().zip(&self.costs).zip(barred) {
                *regret = (*regret + (mean - cost) - bar).max(0.0);
            }
            follow(&self.regrets[1], &mut mix.columns);
            for (sums, chances) in self.sums.iter_mut().zip([&mix.rows, &mix.columns]) {
                for (sum, chance) in sums.iter_mut().zip(chances) {
                    *sum += chance * round as f32;
                }
            }
            if round == next_look || round == ROUNDS {
                next_look += next_look / 2;
                let shares = |sums: &[f32]| {
                    let total: f32 = sums.iter().sum();
                    sums.iter().map(|sum| sum / total).collect::<Vec<f32>>()
                };
                let (rows, columns) = (shares(&self.sums[0]), shares(&self.sums[1]));
                let (low, high) = self.bounds(barred, &rows, &columns);
                if high - low <= accuracy || round == ROUNDS {
                    *mix = Mix { rows, columns };
                    return (low + high) / 2.0;
                }
            }
        }
        unreachable!("the last round gives an answer")
    }

    /// The worth if a single move is good enough for each side.
    fn saddle(&mut self, barred: &[f32], mix: &mut Mix, accuracy: f32) -> Option<f32> {
        self.wins.fill(f32::INFINITY);
        self.costs.fill(f32::NEG_INFINITY);
        for (at, _) in barred.iter().enumerate().filter(|(_, bar)| **bar == 0.0) {
            let line = at * self.stride..(at + 1) * self.stride;
            for (win, cell) in self.wins.iter_mut().zip(&self.columns[line.clone()]) {
                *win = win.min(*cell);
            }
            for (cost, cell) in self.costs.iter_mut().zip(&self.rows[line]) {
                *cost = cost.max(*cell);
            }
        }
        let (mut row, mut column) = (0, 0);
        let (mut low, mut high) = (f32::NEG_INFINITY, f32::INFINITY);
        for (at, &bar) in barred.iter().enumerate() {
            if self.wins[at] - bar > low {
                (row, low) = (at, self.wins[at] - bar);
            }
            if self.costs[at] + bar < high {
                (column, high) = (at, self.costs[at] + bar);
            }
        }
        if high - low > accuracy {
            return None;
        }
        mix.rows.fill(0.0);
        mix.rows[row] = 1.0;
        mix.columns.fill(0.0);
        mix.columns[column] = 1.0;
        Some((low + high) / 2.0)
    }

    /// The least that the rows are guaranteed, and the most that the columns concede.
    fn bounds(&mut self, barred: &[f32], rows: &[f32], columns: &[f32]) -> (f32, f32) {
        combine(&self.columns, columns, &mut self.wins);
        combine(&self.rows, rows, &mut self.costs);
        let mut bounds = (f32::INFINITY, f32::NEG_INFINITY);
        for ((win, cost), bar) in self.wins.iter().zip(&self.costs).zip(barred) {
            bounds.0 = bounds.0.min(cost + bar);
            bounds.1 = bounds.1.max(win - bar);
        }
        bounds
    }
}

/// Removes the barred moves from a strategy.
fn renew(chances: &mut [f32], barred: &[f32]) {
    let free = |bar: f32| f32::from(u8::from(bar == 0.0));
    let mut total = 0.0;
    for (chance, &bar) in chances.iter_mut().zip(barred) {
        *chance *= free(bar);
        total += *chance;
    }
    if total < 0.01 {
        total = 0.0;
        for (chance, &bar) in chances.iter_mut().zip(barred) {
            *chance = free(bar);
            total += *chance;
        }
    }
    chances.iter_mut().for_each(|chance| *chance /= total);
}

/// Adds up lines, each weighted by its chance.
fn combine(lines: &[f32], chances: &[f32], sum: &mut [f32]) {
    sum.fill(0.0);
    for (line, &chance) in lines.chunks_exact(sum.len()).zip(chances) {
        if chance > 0.0 {
            for (sum, cell) in sum.iter_mut().zip(line) {
                *sum += chance * cell;
            }
        }
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Plays by the regrets, or as before if there are none.
fn follow(regrets: &[f32], chances: &mut [f32]) {
    let total: f32 = regrets.iter().sum();
    if total > 0.0 {
        for (chance, regret) in chances.iter_mut().zip(regrets) {
            *chance = regret / total;
        }
    }
}

#[cfg(test)]
mod tests {
    use dice::Quick;
    use game::Dice;
    use search::matrix::MatrixGame;

    use super::*;

    #[test]
    fn the_worth_is_that_of_the_matrix_without_the_barred_moves() {
        let mut dice = Quick::new(1);
        let mut duel = Duel::default();
        for count in [1, 2, 5, 11, 16] {
            for bars in 0..count {
                duel.resize(count);
                let stride = duel.stride();
                for cell in 0..count * count {
                    let worth = dice.below(100) as f32 / 100.0;
                    duel.set(cell / count, cell % count, worth);
                }
                let barred: Vec<f32> = (0..stride)
                    .map(|at| {
                        if at < count && at != 2 && at >= bars / 2 {
                            0.0
                        } else {
                            BARRED
                        }
                    })
                    .collect();
                let free: Vec<usize> = (0..count).filter(|&at| barred[at] == 0.0).collect();
                if free.is_empty() {
                    continue;
                }
                let cells = free
                    .iter()
                    .flat_map(|&row| free.iter().map(move |&c| (row, c)));
                let cells = cells.map(|(row, column)| f64::from(duel.cell(row, column)));
                let matrix = MatrixGame::new(free.len(), free.len(), cells.collect());
                let mut mix = Mix {
                    rows: vec![1.0; stride],
                    columns: vec![1.0; stride],
                };
                let worth = f64::from(duel.solve(&barred, &mut mix, 0.01));
                let wanted = matrix.solve(0.001, 100_000).value;
                assert!((worth - wanted).abs() < 0.011, "{worth} is not {wanted}");
                let rows: Vec<f64> = free.iter().map(|&at| f64::from(mix.rows[at])).collect();
                let sure = matrix.against_rows(&rows).into_iter().fold(1.0, f64::min);
                assert!(
                    sure > wanted - 0.012,
                    "sure of {sure} where {wanted} is due"
                );
            }
        }
    }
}
