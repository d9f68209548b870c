//! One game between players.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use dice::Seed;
use game::{Ending, Game, Pending, Seat, Step};
use players::Thought;
use players::roster::Engine;
use search::control::{Clock, Control};
use thiserror::Error;

/// A game with more steps than this is given up: it has no end.
pub const MOST_STEPS: usize = 1_000_000;

/// A step that was made.
#[derive(Clone, Debug, PartialEq)]
pub enum Made<G: Game> {
    /// Actions of all seats that had to choose, with the time each took.
    Act(Vec<(Seat, G::Action)>, Vec<Duration>),
    /// A draw.
    Draw(G::Draw),
}

impl<G: Game> Made<G> {
    /// The step, to apply it.
    pub fn step(&self) -> Step<'_, G> {
        match self {
            Made::Act(joint, _) => Step::Act(joint),
            Made::Draw(draw) => Step::Draw(draw),
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Bout<G: Game> {
    /// All steps in order, the opening first.
    pub steps: Vec<Made<G>>,
    /// How it ended; nothing if it was given up or stopped.
    pub ending: Option<Ending>,
    /// For each seat: moves made, time used, states visited.
    pub effort: Vec<Effort>,
}

/// What a seat spent on a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Moves it chose.
    pub moves: u64,
    /// Time it took.
    pub time: Duration,
    /// States it visited.
    pub nodes: u64,
}

impl Effort {
    /// Adds what was spent on another game.
    pub fn add(&mut self, other: Effort) {
        self.moves += other.moves;
        self.time += other.time;
        self.nodes += other.nodes;
    }

    fn count(&mut self, thought: &Thought, time: Duration) {
        self.moves += 1;
        self.time += time;
        self.nodes += thought.nodes;
    }
}

/// A built-in player broke a rule, which is a fault of the hall.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("seat {seat} played {action}: {reason}")]
pub struct Fault {
    /// Who.
    pub seat: Seat,
    /// What.
    pub action: String,
    /// The rule.
    pub reason: String,
}

/// Plays a game to its end. `opening` is played first, as it is; draws follow
/// from the seed, draw by draw.
pub fn play<G: Game>(
    game: &G,
    opening: Vec<Made<G>>,
    engines: &mut [Engine<G>],
    seed: &Seed,
    clock: &dyn Clock,
    stop: &AtomicBool,
) -> Result<Bout<G>, Fault> {
    let mut state = game.start();
    let mut draws = 0;
    let mut bout = Bout {
        steps: opening,
        ending: None,
        effort: vec![Effort::default(); engines.len()],
    };
    for made in &bout.steps {
        draws += u64::from(matches!(made, Made::Draw(_)));
        game.apply(&mut state, made.step());
    }
    while bout.steps.len() < MOST_STEPS && !stop.load(std::sync::atomic::Ordering::Relaxed) {
        let made = match game.pending(&state) {
            Pending::Over(ending) => {
                bout.ending = Some(ending);
                break;
            }
            Pending::Chance(_) => {
                let draw = game.draw(&state, &mut seed.draw(draws));
                draws += 1;
                Made::Draw(draw)
            }
            Pending::Choose(seats) => {
                let mut joint = Vec::with_capacity(seats.len());
                let mut times = Vec::with_capacity(seats.len());
                for seat in seats.iter() {
                    let engine = &mut engines[seat.index()];
                    let control = Control::new(engine.limits, clock, stop);
                    let choice = engine.player.choose(game, &state, seat, &control);
                    let time = control.elapsed();
                    if let Err(reason) = game.check(&state, seat, &choice.action) {
                        return Err(Fault {
                            seat,
                            action: choice.action.to_string(),
                            reason: reason.to_string(),
                        });
                    }
                    bout.effort[seat.index()].count(&choice.thought, time);
                    joint.push((seat, choice.action));
                    times.push(time);
                }
                Made::Act(joint, times)
            }
        };
        game.apply(&mut state, made.step());
        bout.steps.push(made);
    }
    Ok(bout)
}

/// `plies` random steps from the start; fewer if the game would end or something
/// is to be drawn.
pub fn random_opening<G: Game>(game: &G, plies: u32, seed: &Seed) -> Vec<Made<G>> {
    let mut state = game.start();
    let mut dice = seed.stream();
    let mut steps = Vec::new();
    for _ in 0..plies {
        let Pending::Choose(seats) = game.pending(&state) else {
            break;
        };
        let joint: Vec<_> = seats
            .iter()
            .map(|seat| (seat, game.propose(&state, seat, &mut dice)))
            .collect();
        let mut next = state.clone();
        game.apply(&mut next, Step::Act(&joint));
        if matches!(game.pending(&next), Pending::Over(_)) {
            break;
        }
        state = next;
        let times = vec![Duration::ZERO; joint.len()];
        steps.push(Made::Act(joint, times));
    }
    steps
}
