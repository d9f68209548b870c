//! Changes one weight at a time and plays matches.
//!
//! Each parameter is tried one step up and, if that is not kept, one step down, against
//! the best values so far. A change is kept if its score exceeds a half by more than
//! twice its standard error: of changes without effect, about one in forty is kept.
//! Pairs of games that both sides share show nothing; the output says how many pairs
//! are decided. At the end, all changes together play against the initial values, in
//! games of their own.

use std::io::Write;

use arena::bout::Fault;
use catalog::Codec;
use contest::statistics::interval;
use players::tuning::{Climbed, Parameter};

use crate::selfplay::{Duel, Watch};
use crate::{Failure, Task};

/// The value this many steps away.
fn moved(parameter: &Parameter, value: f64, steps: f64) -> f64 {
    let step = if parameter.whole {
        let step = (parameter.step * steps).abs().round().max(1.0);
        step.copysign(steps)
    } else {
        // Few digits, and the same value in print and in play.
        (parameter.step * steps * 1e4).round() / 1e4
    };
    (((value + step) * 1e4).round() / 1e4).clamp(parameter.least, parameter.most)
}

/// Tunes and writes the result. Returns the new values.
pub fn run<S: Climbed>(
    subject: &S,
    task: &Task,
    watch: &Watch<'_>,
    out: &mut dyn Write,
) -> Result<Vec<f64>, Failure> {
    let parameters = subject.parameters();
    let start: Vec<f64> = parameters.iter().map(|parameter| parameter.value).collect();
    let Task {
        games,
        rounds,
        seed,
        nodes,
        ..
    } = task;
    writeln!(
        out,
        "{}: {games} games a trial, {rounds} rounds, {nodes} states a move, seed {seed}\n",
        <S::Game as Codec>::INFO.name
    )?;
    writeln!(
        out,
        "{:<6} {:<16} {:>9} {:>9} {:>8}   {:<16} {:>7}   kept",
        "round", "parameter", "from", "to", "score", "95 %", "decided"
    )?;
    let mut best = start.clone();
    for round in 0..*rounds {
        for (number, parameter) in parameters.iter().enumerate() {
            for (way, up) in [1.0, -1.0].into_iter().enumerate() {
                let steps = up / f64::from(1u32 << round.min(20));
                let from = best[number];
                let mut values = best.clone();
                values[number] = moved(parameter, from, steps);
                if values[number] == from {
                    continue;
                }
                let trial = u64::from(round) << 32 | (number as u64) << 8 | way as u64;
                let result = compare(subject, &values, &best, task, 1 + trial, watch)?;
                let kept = result.is_better();
                writeln!(
                    out,
                    "{:<6} {:<16} {from:>9} {:>9} {result} {:>7}   {}",
                    round + 1,
                    parameter.name,
                    values[number],
                    result.decided,
                    if kept { "yes" } else { "no" }
                )?;
                out.flush()?;
                if kept {
                    best = values;
                    break;
                }
            }
        }
    }
    writeln!(out, "\n{:<16} {:>9} {:>9}", "parameter", "before", "after")?;
    for (parameter, (before, after)) in parameters.iter().zip(start.iter().zip(&best)) {
        let mark = if before == after { "" } else { "  *" };
        writeln!(out, "{:<16} {before:>9} {after:>9}{mark}", parameter.name)?;
    }
    if best == start {
        writeln!(out, "\nNothing was better.")?;
    } else {
        let result = compare(subject, &best, &start, task, 0, watch)?;
        writeln!(
            out,
            "\nAll changes together, in games of their own: {result}"
        )?;
    }
    Ok(best)
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The score of the first values, from 0 to 1.
    pub score: f64,
    /// Its standard error.
    pub error: f64,
    /// The number of games.
    pub games: u64,
    /// The number of pairs of games that one side won. The others show nothing.
    pub decided: usize,
}

impl Comparison {
    /// Whether the match shows that the first values are better.
    pub fn is_better(&self) -> bool {
        self.score - 2.0 * self.error > 0.5
    }
}

impl std::fmt::Display for Comparison {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (low, high) = interval(self.score, self.games);
        let range = format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high);
        write!(f, "{:>6.1} %   {range:<16}", 100.0 * self.score)
    }
}

/// Plays a match of the first values against the second. Matches with different numbers
/// play different games.
pub fn compare<S: Climbed>(
    subject: &S,
    first: &[f64],
    second: &[f64],
    task: &Task,
    number: u64,
    watch: &Watch<'_>,
) -> Result<Comparison, Fault> {
    let duel = Duel {
        game: &subject.game(),
        opening: S::OPENING,
        first: &|seed| subject.player(first, seed),
        second: &|seed| subject.player(second, seed),
    };
    let seed = task.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let pairs = duel.play(task, task.games.max(2), seed, watch)?;
    let count = pairs.len() as f64;
    let score = pairs.iter().sum::<f64>() / count;
    // A few pairs that happen to be alike would prove anything, so the spread is
    // computed as if ten pairs of fair coin tosses had come before.
    let (before, fair) = (10.0, 0.125);
    let squares: f64 = pairs.iter().map(|pair| (pair - score).powi(2)).sum();
    let variance = (squares + before * fair) / (count + before);
    Ok(Comparison {
        score,
        error: (variance / count).sqrt(),
        games: 2 * pairs.len() as u64,
        decided: pairs.iter().filter(|pair| **pair != 0.5).count(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_stay_within_bounds() {
        let whole = Parameter {
            name: "",
            value: 2.0,
            step: 3.0,
            least: 0.0,
            most: 9.0,
            whole: true,
        };
        assert_eq!(moved(&whole, 2.0, 1.0), 5.0);
        assert_eq!(moved(&whole, 2.0, -1.0), 0.0);
        // A whole number cannot change by less than one.
        assert_eq!(moved(&whole, 2.0, -0.125), 1.0);
        let real = Parameter {
            whole: false,
            ..whole
        };
        assert_eq!(moved(&real, 2.0, -0.125), 1.625);
        assert_eq!(moved(&real, 8.0, 1.0), 9.0);
    }
}
