//! What a state of Automatafl is worth, without search.

use automatafl::automaton::Sight;
use automatafl::{Automatafl, Board, Entry, State};
use game::{Game, Seat, Square, Step};

/// Tells chances from a look at the board. A network can stand in for
/// [`Distance`].
pub trait Evaluation: Send + Sync {
    /// The chance that `seat` wins from `state`, which is not over.
    fn chance(&self, game: &Automatafl, state: &State, seat: Seat) -> f64;
}

/// Judges by how far the automaton is from everyone's corners: where it
/// stands, and where its next steps take it if nobody interferes.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance {
    weights: Weights,
    // How good a corner is, by the half squares it is away.
    pull: [f64; FARTHEST],
}

/// In half squares; what is farther away counts as this far.
const FARTHEST: usize = 160;

/// What [`Distance`] goes by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// How much a square nearer than the others counts.
    pub near: f64,
    /// How much more it counts close to a corner.
    pub close: f64,
    /// How quickly that fades with the distance.
    pub fade: f64,
    /// How many half squares farther a corner is on which something stands.
    pub taken: usize,
    /// How many half squares farther it is for each piece on the way.
    pub barred: usize,
    /// How many steps without interference are looked at.
    pub steps: u32,
    /// How much each such step counts, compared with the one before.
    pub later: f64,
    /// What a corner reached that way counts.
    pub reached: f64,
}

/// Twice as large, they would win and lose too surely: measured against
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
    /// Judges by these weights.
    pub fn new(weights: Weights) -> Distance {
        let good = |far: f64| weights.close * (-far / weights.fade).exp() - weights.near * far;
        Distance {
            weights,
            pull: std::array::from_fn(|halves| good(halves as f64 / 2.0)),
        }
    }

    /// Adds how good a square of the automaton is for every seat.
    fn add(&self, game: &Automatafl, state: &State, at: Square, weight: f64, sum: &mut [f64; 4]) {
        let board = state.board();
        let mut pull = [f64::NEG_INFINITY; 4];
        for (corner, owner) in board.size().corners().into_iter().zip(game.corners()) {
            let mut far = 2 * usize::from(at.x.abs_diff(corner.x) + at.y.abs_diff(corner.y));
            if far > 0 && board.is_occupied(corner) {
                far += self.weights.taken;
            }
            let best = &mut pull[owner.index()];
            // Pieces in the way only make it worse: no need to count them for
            // a corner that is not the best one anyway.
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

/// How many pieces stand on the way from `at` to a corner, the corner left
/// out, on the better of the two ways with one turn.
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
                // The last step is looked at without taking it.
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
