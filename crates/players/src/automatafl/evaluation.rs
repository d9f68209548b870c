//! The worth of an Automatafl state without search.

use automatafl::automaton::Sight;
use automatafl::{Automatafl, Board, Entry, State};
use game::{Game, Seat, Square, Step};

/// Estimates chances from the board. You can use a neural network in place of
/// [`Distance`].
pub trait Evaluation: Send + Sync {
    /// The chance that `seat` wins from `state`. The game must not be over.
    fn chance(&self, game: &Automatafl, state: &State, seat: Seat) -> f64;
}

/// Judges by the automaton's distance to everyone's corners: from its square, and from
/// the squares it steps to if the players do not interfere.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance {
    weights: Weights,
    // The value of a corner, by its distance in half squares.
    pull: [f64; FARTHEST],
}

/// In half squares. Anything farther away counts as this far.
const FARTHEST: usize = 160;

/// The weights of [`Distance`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The weight of being one square nearer than the others.
    pub near: f64,
    /// How much more a square counts close to a corner.
    pub close: f64,
    /// How quickly that fades with distance.
    pub fade: f64,
    /// How many half squares an occupied corner counts as farther away.
    pub taken: usize,
    /// How many half squares each piece in the way adds.
    pub barred: usize,
    /// How many steps without interference to follow.
    pub steps: u32,
    /// The weight of each such step, compared with the step before.
    pub later: f64,
    /// The weight of a corner that is reached that way.
    pub reached: f64,
}

/// Doubled weights would predict wins and losses too confidently. Measured against
/// [solved](super::exact) states, it is better to leave more to the search.
impl Default for Weights {
    fn default() -> Weights {
        Weights {
            near: 0.075,
            close: 2.0,
            fade: 3.0,
            taken: 2,
            barred: 1,
            steps: 2,
            later: 0.7,
            reached: 1.5,
        }
    }
}

impl Default for Distance {
    fn default() -> Distance {
        Distance::new(Weights::default())
    }
}

impl Distance {
    /// Creates an evaluation with these weights.
    pub fn new(weights: Weights) -> Distance {
        let good = |far: f64| weights.close * (-far / weights.fade).exp() - weights.near * far;
        Distance {
            weights,
            pull: std::array::from_fn(|halves| good(halves as f64 / 2.0)),
        }
    }

    /// Adds the value of the automaton's square for every seat.
    fn add(&self, game: &Automatafl, state: &State, at: Square, weight: f64, sum: &mut [f64; 4]) {
        let board = state.board();
        let mut pull = [f64::NEG_INFINITY; 4];
        for (corner, owner) in board.size().corners().into_iter().zip(game.corners()) {
            let mut far = 2 * usize::from(at.x.abs_diff(corner.x) + at.y.abs_diff(corner.y));
            if far > 0 && board.is_occupied(corner) {
                far += self.weights.taken;
            }
            let best = &mut pull[owner.index()];
            // Pieces in the way only make a corner worse: count them only if it could
            // be the best.
            if self.pull[far.min(FARTHEST - 1)] > *best {
                far += self.weights.barred * bars(board, at, corner);
                *best = best.max(self.pull[far.min(FARTHEST - 1)]);
            }
        }
        for (sum, pull) in sum.iter_mut().zip(pull) {
            *sum += weight * pull;
        }
    }
}

/// The number of pieces between `at` and a corner, not counting the corner itself, on
/// the better of the two ways with one turn.
fn bars(board: &Board, at: Square, corner: Square) -> usize {
    let between = |a: u8, b: u8| a.min(b) + 1..a.max(b);
    let in_row = |y: u8| {
        between(at.x, corner.x)
            .filter(|&x| board.is_occupied(Square::new(x, y)))
            .count()
    };
    let in_column = |x: u8| {
        between(at.y, corner.y)
            .filter(|&y| board.is_occupied(Square::new(x, y)))
            .count()
    };
    let turn = |x: u8, y: u8| {
        let here = Square::new(x, y);
        usize::from(here != at && here != corner && board.is_occupied(here))
    };
    let row_first = in_row(at.y) + turn(corner.x, at.y) + in_column(corner.x);
    let column_first = in_column(at.x) + turn(at.x, corner.y) + in_row(corner.y);
    row_first.min(column_first)
}

impl Evaluation for Distance {
    fn chance(&self, game: &Automatafl, state: &State, seat: Seat) -> f64 {
        let seats = usize::from(game.seats());
        let tie = game.options().tie;
        let mut sum = [0.0; 4];
        let mut weights = 0.0;
        let mut weight = 1.0;
        let mut bonus = None;
        let mut ahead: Option<State> = None;
        for step in 0..=self.weights.steps {
            let now = ahead.as_ref().unwrap_or(state);
            let mut moving = false;
            for &at in now.board().automata() {
                self.add(game, now, at, weight, &mut sum);
                weights += weight;
                let next = Sight::look(now.board(), at).judge(tie).step(at);
                moving |= next != at;
                // The last step is judged without following it further.
                if step + 1 == self.weights.steps {
                    let weight = weight * self.weights.later;
                    self.add(game, now, next, weight, &mut sum);
                    weights += weight;
                    if next != at
                        && let Some(owner) = game.goal(next)
                    {
                        bonus = bonus.or(Some((owner, weight)));
                    }
                }
            }
            if step + 1 >= self.weights.steps || bonus.is_some() {
                break;
            }
            weight *= self.weights.later;
            if moving {
                let mut next = now.clone();
                let idle: [(Seat, Entry); 4] =
                    std::array::from_fn(|seat| (Seat(seat as u16), Entry::Pass));
                game.apply(&mut next, Step::Act(&idle[..seats]));
                bonus = next.winner().map(|winner| (winner, weight));
                ahead = Some(next);
                if bonus.is_some() {
                    break;
                }
            }
        }
        let mut good = sum.map(|sum| sum / weights);
        if let Some((winner, weight)) = bonus {
            good[winner.index()] += self.weights.reached * weight;
        }
        let mine = good[seat.index()];
        let all: f64 = good[..seats].iter().map(|other| (other - mine).exp()).sum();
        1.0 / all
    }
}
