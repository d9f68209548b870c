//! What an engine thinks of a position or of a whole game.

use std::sync::atomic::AtomicBool;

use catalog::Codec;
use game::{Pending, Seat};
use players::Thought;
use players::roster::{Roster, Spec, SpecError};
use protocol::analysis::{JudgedStep, Judgement, Line, Matrix, Opinion, Score, Turn};
use search::control::{Clock, Control, Limits};

use crate::made::Made;

/// The opinion on every seat that is to act; none if no seat is.
pub fn position<G: Codec + Roster>(
    game: &G,
    state: &G::State,
    engine: &Spec,
    limits: Limits,
    threads: usize,
    clock: &dyn Clock,
    stop: &AtomicBool,
) -> Result<Vec<Opinion>, SpecError> {
    let Pending::Choose(seats) = game.pending(state) else {
        return Ok(Vec::new());
    };
    seats
        .iter()
        .map(|seat| {
            let mut engine = G::engine(engine, 0, threads)?;
            let control = Control::new(limits, clock, stop);
            let choice = engine.player.choose(game, state, seat, &control);
            Ok(opinion(seat, choice.action.to_string(), choice.thought))
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

/// Judges a game. `tell` hears of each step.
pub fn whole_game<G: Codec, E>(
    game: &G,
    steps: &[Made<G>],
    mut opinion: impl FnMut(&G, &G::State) -> Result<Vec<Opinion>, E>,
    mut tell: impl FnMut(&JudgedStep),
) -> Result<Judgement, E> {
    let two = game.seats() == 2;
    let mut state = game.start();
    let mut judged = Vec::new();
    for (number, made) in steps.iter().enumerate() {
        if let Made::Act(joint, _) = made {
            let opinions = opinion(game, &state)?;
            let played = joint.iter();
            let step = JudgedStep {
                step: number + 1,
                played: played
                    .map(|(seat, action)| (seat.0, action.to_string()))
                    .collect(),
                chance_of_seat_0: opinions.first().filter(|_| two).and_then(chance_of_seat_0),
                opinions,
            };
            tell(&step);
            judged.push(step);
        }
        game.apply(&mut state, made.step());
    }
    let end = game.pending(&state).ending().filter(|_| two).map(|ending| {
        let places = [Seat(0), Seat(1)].map(|seat| ending.outcome.place(seat));
        match places[0].cmp(&places[1]) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        }
    });
    Ok(Judgement {
        game: G::ID.to_owned(),
        turned: turning_point(&judged, end),
        steps: judged,
        end,
    })
}

/// Of two seats: what an opinion on either says of seat 0.
fn chance_of_seat_0(opinion: &Opinion) -> Option<f64> {
    let chance = opinion.chance()?;
    Some(match opinion.seat {
        0 => chance,
        _ => 1.0 - chance,
    })
}

/// The step that changed the chance of seat 0 most.
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
