//! An engine's opinion of a position or of a whole game.

use catalog::{AnyGame, AnyPending, AnyState};
use game::Seat;
use players::Thought;
use players::any::AnyEngine;
use players::roster::{Spec, SpecError};
use protocol::Record;
use protocol::analysis::{JudgedStep, Judgement, Line, Matrix, Opinion, Score, Turn};
use protocol::record::RecordStep;
use search::control::Control;

use crate::{RecordError, replay};

/// An opinion for every seat that is to act; empty if none is. `control` starts the
/// clock of one search.
pub fn position<'a>(
    game: &dyn AnyGame,
    state: &AnyState,
    engine: &Spec,
    threads: usize,
    control: impl Fn() -> Control<'a>,
) -> Result<Vec<Opinion>, SpecError> {
    let AnyPending::Choose(seats) = game.pending(state) else {
        return Ok(Vec::new());
    };
    seats
        .iter()
        .map(|seat| {
            let mut engine = AnyEngine::new(game, engine, 0, threads)?;
            let choice = engine.choose(game, state, seat, &control());
            Ok(opinion(seat, choice.action, choice.thought))
        })
        .collect()
}

fn opinion(seat: Seat, action: String, thought: Thought) -> Opinion {
    let lines = thought.lines.into_iter().map(|line| Line {
        score: score(line.score),
        moves: line.moves,
    });
    let strategy = thought.strategy.into_iter();
    Opinion {
        seat: seat.0,
        action,
        depth: thought.depth,
        states: thought.nodes,
        seconds: thought.time.as_secs_f64(),
        table_fill: thought.table_fill,
        lines: lines.collect(),
        strategy: strategy
            .map(|weighed| (weighed.action, weighed.chance))
            .collect(),
        matrix: thought.matrix.map(|matrix| Matrix {
            mine: matrix.mine,
            theirs: matrix.theirs,
            worth: matrix.worth,
        }),
    }
}

fn score(score: players::Score) -> Score {
    match score {
        players::Score::Points(points) => Score::Points(points),
        players::Score::Chance(chance) => Score::Chance(chance),
        players::Score::WinIn(moves) => Score::WinIn(moves),
        players::Score::LossIn(moves) => Score::LossIn(moves),
    }
}

/// Judges a recorded game. Calls `tell` after each step.
pub fn whole_game<E: From<RecordError>>(
    game: &dyn AnyGame,
    record: &Record,
    mut opinion: impl FnMut(&AnyState) -> Result<Vec<Opinion>, E>,
    mut tell: impl FnMut(&JudgedStep),
) -> Result<Judgement, E> {
    let two = game.seats() == 2;
    let mut judged = Vec::new();
    // Replays all of it first, so that a wrong step shows at once.
    replay(game, record, |_, _, _| Ok::<_, RecordError>(()))?;
    let state = replay(game, record, |number, made, state| {
        if let RecordStep::Act { act, .. } = made {
            let opinions = opinion(state)?;
            let step = JudgedStep {
                step: number,
                played: act.clone(),
                chance_of_seat_0: opinions.first().filter(|_| two).and_then(chance_of_seat_0),
                opinions,
            };
            tell(&step);
            judged.push(step);
        }
        Ok::<_, E>(())
    })?;
    let ending = match game.pending(&state) {
        AnyPending::Over(ending) => Some(ending),
        _ => None,
    };
    let end = ending.filter(|_| two).map(|ending| {
        let places = [Seat(0), Seat(1)].map(|seat| ending.outcome.place(seat));
        match places[0].cmp(&places[1]) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        }
    });
    Ok(Judgement {
        game: record.game.clone(),
        turned: turning_point(&judged, end),
        steps: judged,
        end,
    })
}

/// The chance of seat 0 in a game of two, from an opinion on either seat.
fn chance_of_seat_0(opinion: &Opinion) -> Option<f64> {
    let chance = opinion.chance()?;
    Some(match opinion.seat {
        0 => chance,
        _ => 1.0 - chance,
    })
}

/// The step that changed the chance of seat 0 the most.
fn turning_point(steps: &[JudgedStep], end: Option<f64>) -> Option<Turn> {
    let after = steps.iter().skip(1).map(|step| step.chance_of_seat_0);
    let turns = steps.iter().zip(after.chain([end]));
    turns
        .filter_map(|(step, after)| {
            Some(Turn {
                step: step.step,
                swing: after? - step.chance_of_seat_0?,
            })
        })
        .max_by(|a, b| a.swing.abs().total_cmp(&b.swing.abs()))
}
