//! What an engine thinks of a position or of a whole game.

use std::sync::atomic::AtomicBool;

use catalog::Codec;
use game::{Pending, Seat};
use players::roster::{Roster, Spec, SpecError};
use players::{Score, Thought};
use search::control::{Clock, Control, Limits};
use serde_json::{Value, json};

use crate::made::Made;

/// What an engine would do and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// For whom.
    pub seat: Seat,
    /// What it would do.
    pub action: String,
    /// What it saw.
    pub thought: Thought,
}

impl Opinion {
    /// The chance to win that the engine sees for its seat, from 0 to 1.
    pub fn chance(&self) -> Option<f64> {
        self.thought.lines.first().map(|line| chance(line.score))
    }
}

/// A score as a chance to win, so that scores of all kinds can be compared. Two
/// pieces ahead is taken as three of four games.
pub fn chance(score: Score) -> f64 {
    match score {
        Score::Points(points) => 1.0 / (1.0 + (-f64::from(points) / 182.0).exp()),
        Score::Chance(chance) => chance,
        Score::WinIn(_) => 1.0,
        Score::LossIn(_) => 0.0,
    }
}

/// The opinion on every seat that is to act; none if nobody is.
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
            Ok(Opinion {
                seat,
                action: choice.action.to_string(),
                thought: choice.thought,
            })
        })
        .collect()
}

/// A step of a game, and what the engine thought before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The number of the step, from 1.
    pub step: usize,
    /// What was played.
    pub played: Vec<(Seat, String)>,
    /// What the engine would have done.
    pub opinions: Vec<Opinion>,
    /// Of two seats: the chance of seat 0 to win, before the step.
    pub chance: Option<f64>,
}

/// A whole game, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Every step at which somebody chose.
    pub steps: Vec<Judged>,
    /// Of two seats: what seat 0 came to in the end, 1 for a win.
    pub end: Option<f64>,
}

/// Judges a game. `tell` hears of each step.
pub fn whole_game<G: Codec, E>(
    game: &G,
    steps: &[Made<G>],
    mut opinion: impl FnMut(&G, &G::State) -> Result<Vec<Opinion>, E>,
    mut tell: impl FnMut(&Judged),
) -> Result<Judgement, E> {
    let two = game.seats() == 2;
    let mut state = game.start();
    let mut judged = Vec::new();
    for (number, made) in steps.iter().enumerate() {
        if let Made::Act(joint, _) = made {
            let opinions = opinion(game, &state)?;
            let chance = opinions.first().filter(|_| two).and_then(|opinion| {
                let chance = opinion.chance()?;
                Some(match opinion.seat {
                    Seat(0) => chance,
                    _ => 1.0 - chance,
                })
            });
            let step = Judged {
                step: number + 1,
                played: joint
                    .iter()
                    .map(|(seat, action)| (*seat, action.to_string()))
                    .collect(),
                chance,
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
    Ok(Judgement { steps: judged, end })
}

impl Judgement {
    /// The step that changed the chance of seat 0 most, and by how much.
    pub fn turning_point(&self) -> Option<(&Judged, f64)> {
        let after = self.steps.iter().skip(1).map(|step| step.chance);
        let swings = self.steps.iter().zip(after.chain([self.end]));
        swings
            .filter_map(|(step, after)| Some((step, after? - step.chance?)))
            .max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))
    }
}

fn score_json(score: Score) -> Value {
    match score {
        Score::Points(points) => json!({"points": points}),
        Score::Chance(chance) => json!({"chance": chance}),
        Score::WinIn(moves) => json!({"win_in": moves}),
        Score::LossIn(moves) => json!({"loss_in": moves}),
    }
}

/// An opinion for programs.
pub fn opinion_json(opinion: &Opinion) -> Value {
    let thought = &opinion.thought;
    let lines: Vec<Value> = thought
        .lines
        .iter()
        .map(|line| json!({"score": score_json(line.score), "moves": line.moves}))
        .collect();
    let strategy: Vec<Value> = thought
        .strategy
        .iter()
        .map(|weighed| json!([weighed.action, weighed.chance]))
        .collect();
    json!({
        "seat": opinion.seat.0,
        "action": opinion.action,
        "depth": thought.depth,
        "states": thought.nodes,
        "seconds": thought.time.as_secs_f64(),
        "table_fill": thought.table_fill,
        "lines": lines,
        "strategy": strategy,
        "matrix": thought.matrix.as_ref().map(|matrix| json!({
            "mine": matrix.mine, "theirs": matrix.theirs, "worth": matrix.worth,
        })),
    })
}

/// A judged step for programs.
pub fn judged_json(step: &Judged) -> Value {
    let played: Vec<Value> = step
        .played
        .iter()
        .map(|(seat, action)| json!([seat.0, action]))
        .collect();
    json!({
        "step": step.step,
        "played": played,
        "chance_of_seat_0": step.chance,
        "opinions": step.opinions.iter().map(opinion_json).collect::<Vec<_>>(),
    })
}
