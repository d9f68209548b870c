//! Fits all weights to the results of games.
//!
//! The engine plays against itself after random openings. Quiet positions of these
//! games, in which nothing can be captured and neither side is in danger, tell what
//! their features are worth: on the whole, the side that won had the better ones. Every
//! fifth game is held out of the fit and shows whether the new weights explain games
//! they have not seen.

use std::io::Write;

use arena::bout::{Fault, TypedBout};
use catalog::Codec;
use contest::statistics::interval;
use game::{Game, Seat};
use players::tuning::Fitted;

use crate::regression::{Sample, fit, surprise};
use crate::selfplay::{Duel, Watch, in_order, one, score_of, seed_of};
use crate::{Failure, Task};

/// The weights with each seat to move.
type Weights = [Vec<i32>];
/// The quiet positions of a game: the seat to move, and the sample.
type Played = Vec<(Seat, Sample)>;

/// Points of the evaluation per unit of the regression. With this scale an advantage of
/// a hundred points makes a win two and a half times as likely as a loss.
const SCALE: f64 = 109.1;
/// How far a weight may plausibly be from its old value, in points.
const TRUST: f64 = 30.0;
/// How many positions a game counts as. The positions of one game are much alike, and
/// long games must not outweigh short ones.
const GAME_SHARE: f64 = 4.0;
/// One game in this many is held out.
const HELD_OUT: usize = 5;

/// The result of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The new weights.
    pub weights: Vec<Vec<i32>>,
    /// The surprise at the held-out games, before and after the last round.
    pub held_out: (f64, f64),
}

/// Fits the weights and writes the result.
pub fn run<S: Fitted>(
    subject: &S,
    task: &Task,
    watch: &Watch<'_>,
    out: &mut dyn Write,
) -> Result<Found, Failure> {
    fit_from(subject, &subject.weights(), task, watch, out)
}

/// Fits the weights, starting from these, and writes the result.
pub fn fit_from<S: Fitted>(
    subject: &S,
    before: &Weights,
    task: &Task,
    watch: &Watch<'_>,
    out: &mut dyn Write,
) -> Result<Found, Failure> {
    let Task {
        games,
        rounds,
        seed,
        nodes,
        ..
    } = task;
    writeln!(
        out,
        "{}: {games} games a round, {rounds} rounds, {nodes} states a move, seed {seed}\n",
        <S::Game as Codec>::INFO.name
    )?;
    writeln!(
        out,
        "Surprise at the results, in nats a position (0.693 knows nothing):\n"
    )?;
    writeln!(
        out,
        "{:<6} {:>10}   {:<18} {:<18}",
        "round", "positions", "fitted games", "games held out"
    )?;
    let mut weights = before.to_vec();
    let mut unseen = (0.0, 0.0);
    let mut played: Vec<Played> = Vec::new();
    for round in 0..*rounds {
        played.extend(play(subject, &weights, task, round, watch)?);
        let old = weights.clone();
        for (seat, weights) in seats().zip(&mut weights) {
            let fitted = fitted(&played).filter(|(of, _)| *of == seat);
            let samples: Vec<&Sample> = fitted.map(|(_, sample)| sample).collect();
            let found = fit(samples.iter().copied(), &scaled(weights), TRUST / SCALE);
            for (weight, found) in weights.iter_mut().zip(found) {
                *weight = (found * SCALE).round() as i32;
            }
        }
        let seen = change(fitted(&played), &old, &weights);
        unseen = change(held_out(&played), &old, &weights);
        let arrow = |(before, after): (f64, f64)| format!("{before:.4} -> {after:.4}");
        let positions: usize = played.iter().map(Vec::len).sum();
        writeln!(
            out,
            "{:<6} {positions:>10}   {:<18} {:<18}",
            round + 1,
            arrow(seen),
            arrow(unseen)
        )?;
        out.flush()?;
    }
    let (score, low, high) = compare(subject, &weights, before, task, watch)?;
    writeln!(
        out,
        "\nThe new weights against the old ones: {:.1} % (95 %: {:.1} to {:.1})\n",
        100.0 * score,
        100.0 * low,
        100.0 * high
    )?;
    write_table(&weights, S::ROWS, out)?;
    Ok(Found {
        weights,
        held_out: unseen,
    })
}

fn seats() -> impl Iterator<Item = Seat> {
    (0..).map(Seat)
}

fn fitted(played: &[Played]) -> impl Iterator<Item = &(Seat, Sample)> + Clone {
    let games = played.iter().enumerate();
    games
        .filter(|(number, _)| number % HELD_OUT != HELD_OUT - 1)
        .flat_map(|(_, game)| game)
}

fn held_out(played: &[Played]) -> impl Iterator<Item = &(Seat, Sample)> + Clone {
    played.iter().skip(HELD_OUT - 1).step_by(HELD_OUT).flatten()
}

fn scaled(weights: &[i32]) -> Vec<f64> {
    weights.iter().map(|&w| f64::from(w) / SCALE).collect()
}

/// How the surprise changed, over both sides to move.
fn change<'a>(
    samples: impl Iterator<Item = &'a (Seat, Sample)> + Clone,
    old: &Weights,
    new: &Weights,
) -> (f64, f64) {
    let mean = |weights: &Weights| {
        let (mut sum, mut shares) = (0.0, 0.0);
        for (seat, weights) in seats().zip(weights) {
            let of_side = samples.clone().filter(|(of, _)| *of == seat);
            let of_side: Vec<&Sample> = of_side.map(|(_, sample)| sample).collect();
            let share: f64 = of_side.iter().map(|sample| sample.share).sum();
            sum += share * surprise(of_side, &scaled(weights));
            shares += share;
        }
        if shares > 0.0 { sum / shares } else { 0.0 }
    };
    (mean(old), mean(new))
}

/// The quiet positions of new games, game by game.
fn play<S: Fitted>(
    subject: &S,
    weights: &Weights,
    task: &Task,
    round: u32,
    watch: &Watch<'_>,
) -> Result<Vec<Played>, Fault> {
    let game = subject.game();
    let games = in_order(task.games as usize, task.threads, watch, |number| {
        let seed = seed_of(task.seed, u64::from(round) << 32 | number as u64);
        let opening = 2 + number as u32 % 6;
        let players = (0..2).map(|_| subject.player(weights)).collect();
        let bout = one(&game, opening, players, &seed, task.nodes)?;
        Ok(quiet_positions(subject, &game, &bout, opening as usize))
    });
    games.into_iter().collect()
}

fn quiet_positions<S: Fitted>(
    subject: &S,
    game: &S::Game,
    bout: &TypedBout<S::Game>,
    opening: usize,
) -> Played {
    if bout.ending.is_none() {
        return Vec::new();
    }
    let result = score_of(bout, S::SEAT);
    let mut state = game.start();
    let mut samples = Vec::new();
    for (number, made) in bout.steps.iter().enumerate() {
        if number >= opening
            && let Some((seat, features)) = subject.features(game, &state)
        {
            let sample = Sample {
                features,
                result,
                share: 0.0,
            };
            samples.push((seat, sample));
        }
        game.apply(&mut state, made.step());
    }
    let share = GAME_SHARE / samples.len().max(1) as f64;
    for (_, sample) in &mut samples {
        sample.share = share;
    }
    samples
}

/// The score of the first weights against the second, with its interval.
pub fn compare<S: Fitted>(
    subject: &S,
    first: &Weights,
    second: &Weights,
    task: &Task,
    watch: &Watch<'_>,
) -> Result<(f64, f64, f64), Fault> {
    let duel = Duel {
        game: &subject.game(),
        opening: 2,
        first: &|_| subject.player(first),
        second: &|_| subject.player(second),
    };
    // Use other games than those of the fit.
    let seed = task.seed ^ 1 << 63;
    let pairs = duel.play(task, (task.games / 4).max(2), seed, watch)?;
    let score = pairs.iter().sum::<f64>() / pairs.len() as f64;
    let (low, high) = interval(score, 2 * pairs.len() as u64);
    Ok((score, low, high))
}

/// Writes the weights as they appear in the code, with this many in each row.
fn write_table(weights: &Weights, rows: &[usize], out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "pub const WEIGHTS: Weights = [")?;
    for side in weights {
        writeln!(out, "    [")?;
        let mut rest = side.as_slice();
        for &row in rows {
            let (row, more) = rest.split_at(row.min(rest.len()));
            let row: Vec<String> = row.iter().map(ToString::to_string).collect();
            writeln!(out, "        {},", row.join(", "))?;
            rest = more;
        }
        writeln!(out, "    ],")?;
    }
    writeln!(out, "];")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_holds_all_weights() {
        let weights = [vec![1, -2, 3], vec![4, 5, -6]];
        let mut out = Vec::new();
        write_table(&weights, &[2, 1], &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '-');
        let read: Vec<i32> = numbers.filter_map(|word| word.parse().ok()).collect();
        assert_eq!(read, weights.concat());
        assert_eq!(text.lines().count(), 10, "{text}");
    }
}
