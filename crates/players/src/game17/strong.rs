//! The player that tries out its plans.

use std::sync::Arc;
use std::time::Duration;

use dice::Quick;
use game::{Dice, Game, Pending, Seat, Step};
use game17::{Board, Game17, Scratch, State, Turn};
use search::control::Control;

use super::plan::{Course, Moment, Planner, Weights};
use crate::{Choice, Line, Player, Score, Thought};

/// Makes a handful of plans with different weights and plays each of them out for a few
/// rounds, again and again. Now and then it drops the worse half.
///
/// Without limits it takes at most about 6 ms per turn, because contests of the
/// original program ban a mean over 10 ms. For the same reason it uses six tenths of a
/// time limit. A node is one round of a trial, and a depth limit limits the rounds of a
/// trial. With a node limit and no time limit the clock decides nothing, and the same
/// seed gives the same turns.
#[derive(Clone, Debug)]
pub struct Strong {
    /// Judges a trial that was cut short. You can use a neural network in place of
    /// [`Pieces`].
    pub judge: Arc<dyn Judge>,
    course: Course,
    planner: Planner,
    scratch: Scratch,
    dice: Quick,
    // The time by which earlier turns exceeded their share.
    overdue: Duration,
}

/// Judges a board in the middle of a game.
pub trait Judge: std::fmt::Debug + Send + Sync {
    /// The worth of the board for an owner, from 0 to 1.
    fn worth(&self, board: &Board, owner: u16) -> f64;
}

/// Judges by the share of the pieces. The first pieces are worth most, because losing
/// them all ends the game.
#[derive(Clone, Copy, Debug)]
pub struct Pieces;

impl Judge for Pieces {
    fn worth(&self, board: &Board, owner: u16) -> f64 {
        let all: f64 = board
            .numbers()
            .iter()
            .map(|&number| f64::from(number))
            .sum();
        let own = f64::from(board.pieces_of(owner));
        own / (own + 0.03 * all).max(f64::MIN_POSITIVE)
    }
}

/// The time for a turn without any limit.
const USUAL_TIME: Duration = Duration::from_millis(10);
/// The share of a time limit to use.
const SHARE: f32 = 0.6;
/// A turn that took too long may cost at most this many later turns.
const MOST_OVERDUE: u32 = 5;
/// The rounds of a trial.
const HORIZON: u32 = 4;
/// After this many trials of each plan, half of the plans are dropped.
const HALVINGS: [u32; 2] = [3, 8];
/// The most trials of a plan.
const MOST_TRIALS: u32 = 20;
/// With more players than this, the others are treated as T-800s: planning for each of
/// them would leave no time for the player's own plans.
const FEW_PLAYERS: u16 = 8;

impl Strong {
    /// Creates the player with this seed.
    pub fn new(seed: u64) -> Strong {
        Strong::with_course(seed, Course::USUAL)
    }

    /// Creates the player with this seed and weights of its own. It assumes that the
    /// others use the usual weights.
    pub fn with_course(seed: u64, course: Course) -> Strong {
        Strong {
            judge: Arc::new(Pieces),
            course,
            planner: Planner::new(),
            scratch: Scratch::new(),
            dice: Quick::new(seed),
            overdue: Duration::ZERO,
        }
    }

    /// The plans to choose from, all different. The first one is played if there is no
    /// time for trials.
    fn plans(&mut self, moment: &Moment<'_>, ends: impl Fn() -> bool) -> Vec<Plan> {
        let mut plans: Vec<Plan> = Vec::new();
        for weights in variants(&self.course.at(moment.rounds_left)) {
            if !plans.is_empty() && ends() {
                break;
            }
            let turn = self.planner.turn(moment, &weights);
            if plans.iter().all(|plan| plan.turn != turn) {
                plans.push(Plan::new(turn, weights));
            }
        }
        plans
    }

    /// Plays a plan out once; `None` if it is told to stop on the way.
    fn trial(
        &mut self,
        setting: &Setting<'_>,
        plan: &Plan,
        dice: &mut Quick,
        nodes: &mut u64,
        ends: impl Fn(u64) -> bool,
    ) -> Option<Trial> {
        let Setting { game, seat, .. } = *setting;
        let mut state = setting.state.clone();
        let players = game.options().players;
        game.apply(&mut state, Step::Act(&[(seat, plan.turn.clone())]));
        let mut rounds = 0;
        loop {
            game.run(&mut state, dice, &mut self.scratch);
            let Pending::Choose(seats) = game.pending(&state) else {
                *nodes += 1;
                break;
            };
            let mover = seats.lowest()?;
            let moment = Moment::new(game, &state, mover);
            let turn = if mover == seat {
                *nodes += 1;
                rounds += 1;
                if rounds >= setting.horizon {
                    break;
                }
                if ends(*nodes) {
                    return None;
                }
                // A plan is tried as a way to play, not only as one turn: its strengths
                // and weaknesses show sooner.
                let weights = if moment.rounds_left > Weights::LATE {
                    plan.weights
                } else {
                    self.course.at(moment.rounds_left)
                };
                self.planner.turn(&moment, &weights)
            } else if players <= FEW_PLAYERS {
                let weights = Weights::usual(moment.rounds_left);
                self.planner.turn(&moment, &weights)
            } else {
                game17::t800(state.board(), mover.0, dice)
            };
            game.apply(&mut state, Step::Act(&[(mover, turn)]));
        }
        let board = state.board();
        let pieces = f64::from(board.pieces_of(seat.0));
        let won = match game.pending(&state) {
            Pending::Over(ending) => Some(ending.outcome.won(seat)),
            _ => None,
        };
        let worth = match won {
            Some(won) => {
                let squares = f64::from(board.squares_of(seat.0)) / board.owners().len() as f64;
                f64::from(u8::from(won)) + 0.1 * squares
            }
            None => self.judge.worth(board, seat.0),
        };
        Some(Trial { worth, pieces, won })
    }
}

impl Player<Game17> for Strong {
    fn choose(
        &mut self,
        game: &Game17,
        state: &State,
        seat: Seat,
        control: &Control<'_>,
    ) -> Choice<Turn> {
        let limits = control.limits();
        let share = match (limits.time, limits.nodes) {
            (None, Some(_)) => None,
            (time, _) => Some(time.unwrap_or(USUAL_TIME).mul_f32(SHARE)),
        };
        // A busy machine interrupts a player in the middle of a turn. The next turns
        // make up for it, so that the mean is kept.
        let time = share.map(|share| share.saturating_sub(self.overdue));
        let ends =
            |nodes| control.must_end(nodes) || time.is_some_and(|most| control.elapsed() >= most);
        let moment = Moment::new(game, state, seat);
        let setting = Setting {
            game,
            state,
            seat,
            horizon: limits.depth.unwrap_or(HORIZON).clamp(1, HORIZON),
        };
        let base = self.dice.bits();
        let mut nodes = 0;
        let mut plans = self.plans(&moment, || ends(0));
        let mut tried = if plans.len() > 1 { plans.len() } else { 0 };
        'trials: for trial in 0..MOST_TRIALS {
            if HALVINGS.contains(&trial) {
                plans[..tried].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
                tried = tried.div_ceil(2);
                if tried == 1 {
                    break;
                }
            }
            for plan in &mut plans[..tried] {
                if ends(nodes) {
                    break 'trials;
                }
                // All plans get the same dice.
                let mut dice = Quick::new(base.wrapping_add(u64::from(trial)));
                match self.trial(&setting, plan, &mut dice, &mut nodes, ends) {
                    Some(trial) => plan.learn(&trial),
                    None => break 'trials,
                }
            }
        }
        // A stable sort: without trials the usual plan stays first.
        plans[..tried].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        let now = f64::from(state.board().pieces_of(seat.0));
        let lines: Vec<Line> = plans.iter().map(|plan| plan.line(&moment, now)).collect();
        if let Some(share) = share {
            let spent = self.overdue.saturating_add(control.elapsed());
            let most = share.saturating_mul(MOST_OVERDUE);
            self.overdue = spent.saturating_sub(share).min(most);
        }
        let depth = if nodes > 0 { setting.horizon } else { 1 };
        Choice {
            action: plans.swap_remove(0).turn,
            thought: Thought {
                depth,
                nodes,
                time: control.elapsed(),
                lines,
                ..Thought::default()
            },
        }
    }
}

/// What all trials of one turn share.
struct Setting<'a> {
    game: &'a Game17,
    state: &'a State,
    seat: Seat,
    horizon: u32,
}

/// A turn and the results of its trials.
struct Plan {
    turn: Turn,
    weights: Weights,
    trials: u32,
    // Sums over all trials.
    worth: f64,
    pieces: f64,
    ended: u32,
    won: u32,
}

/// The result of one trial.
struct Trial {
    worth: f64,
    pieces: f64,
    // Whether it was won, if the game ended in it.
    won: Option<bool>,
}

impl Plan {
    fn new(turn: Turn, weights: Weights) -> Plan {
        Plan {
            turn,
            weights,
            trials: 0,
            worth: 0.0,
            pieces: 0.0,
            ended: 0,
            won: 0,
        }
    }

    fn learn(&mut self, trial: &Trial) {
        self.trials += 1;
        self.worth += trial.worth;
        self.pieces += trial.pieces;
        self.ended += u32::from(trial.won.is_some());
        self.won += u32::from(trial.won == Some(true));
    }

    fn mean(&self) -> f64 {
        self.worth / f64::from(self.trials.max(1))
    }

    /// The chance to win if all trials reached the end of the game; otherwise the mean
    /// gain in pieces, in hundredths; without trials, the gain of this turn alone.
    fn line(&self, moment: &Moment<'_>, now: f64) -> Line {
        let trials = f64::from(self.trials.max(1));
        let score = if self.trials == 0 {
            let mut board = moment.board.clone();
            let settled = board.turn(moment.owner, &self.turn, &mut |_, _| false);
            let then = settled.map_or(now, |_| f64::from(board.pieces_of(moment.owner)));
            Score::Points(((then - now) * 100.0) as i32)
        } else if self.ended == self.trials {
            Score::Chance(f64::from(self.won) / trials)
        } else {
            Score::Points(((self.pieces / trials - now) * 100.0).round() as i32)
        };
        Line {
            score,
            moves: vec![self.turn.to_string()],
        }
    }
}

/// The usual weights first, then variations: more careful, bolder, broader.
fn variants(usual: &Weights) -> [Weights; 6] {
    [
        *usual,
        Weights {
            caution: 1.0,
            ..*usual
        },
        Weights {
            caution: 0.25,
            ..*usual
        },
        Weights {
            fear: 0.6,
            ..*usual
        },
        Weights {
            square: usual.square + 0.7,
            ..*usual
        },
        Weights {
            pull: 0.0,
            absorb: 0.3,
            ..*usual
        },
    ]
}
