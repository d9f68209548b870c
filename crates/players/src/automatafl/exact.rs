//! Small games of Automatafl, solved.
//!
//! The worth of every state with so many turns to go follows from the states
//! after it: each turn is one matrix game. That is feasible only on small
//! boards with few pieces, and the moves are those that move a piece when
//! nobody interferes, and one that moves nothing; moves from an empty square
//! that carry on another's piece are left out. Players who conflict enter
//! again on the marked board, [`CONFLICTS`] times in a turn; after that the
//! turn passes without a move.

use std::collections::HashMap;

use automatafl::{Automatafl, Entry, State};
use game::{Game, Keyed, Outcome, Pending, Seat, Step};
use search::matrix::{MatrixGame, Solution};

use super::candidates::{self, Scope};

/// How often players enter again in one turn.
pub const CONFLICTS: u32 = 2;

/// The worth of states of a two-player game to seat 0: a win 1, a draw 0.5.
pub struct Exact<'a> {
    game: &'a Automatafl,
    accuracy: f64,
    known: HashMap<(u64, u32, u32), f64>,
}

impl<'a> Exact<'a> {
    /// Solves matrices of `game` to this accuracy. The game must have two
    /// seats; its turn limit is not looked at.
    pub fn new(game: &'a Automatafl, accuracy: f64) -> Exact<'a> {
        Exact {
            game,
            accuracy,
            known: HashMap::new(),
        }
    }

    /// What a state is worth to seat 0 if the game is drawn after `turns` more
    /// turns.
    pub fn worth(&mut self, state: &State, turns: u32) -> f64 {
        self.entered(state, turns, CONFLICTS)
    }

    /// The moves of both seats, and what each pair is worth to seat 0.
    pub fn matrix(&mut self, state: &State, turns: u32) -> (Vec<Entry>, MatrixGame) {
        self.joint(state, turns, CONFLICTS)
    }

    /// Optimal strategies of both seats over the moves of [`matrix`](Self::matrix).
    pub fn solution(&mut self, state: &State, turns: u32) -> Solution {
        let (_, matrix) = self.matrix(state, turns);
        self.solve(&matrix)
    }

    /// How many states are known.
    pub fn states(&self) -> usize {
        self.known.len()
    }

    /// What seat 0 is sure of with a strategy of its own in every state and
    /// `turns` to go: the other seat answers in the best way each time.
    pub fn sure(
        &mut self,
        state: &State,
        turns: u32,
        strategy: &mut impl FnMut(&State) -> Vec<(Entry, f64)>,
    ) -> f64 {
        let mut sure = Sure {
            game: self.game,
            strategy,
            known: HashMap::new(),
            mixes: HashMap::new(),
        };
        sure.entered(state, turns, CONFLICTS)
    }

    fn solve(&self, matrix: &MatrixGame) -> Solution {
        matrix.solve(self.accuracy, 100_000)
    }

    fn joint(&mut self, state: &State, turns: u32, conflicts: u32) -> (Vec<Entry>, MatrixGame) {
        let mut moves = Vec::new();
        candidates::moves(self.game, state, Scope::Moving, &mut moves);
        let mut worth = Vec::with_capacity(moves.len() * moves.len());
        for &mine in &moves {
            for &theirs in &moves {
                worth.push(
                    match after(self.game, state, mine, theirs, turns, conflicts) {
                        After::Over(worth) => worth,
                        After::On(next, turns, conflicts) => self.entered(&next, turns, conflicts),
                    },
                );
            }
        }
        let count = moves.len();
        (moves, MatrixGame::new(count, count, worth))
    }

    fn entered(&mut self, state: &State, turns: u32, conflicts: u32) -> f64 {
        if turns == 0 {
            return 0.5;
        }
        let key = (self.game.key(state), turns, conflicts);
        if let Some(&worth) = self.known.get(&key) {
            return worth;
        }
        let (_, matrix) = self.joint(state, turns, conflicts);
        let worth = self.solve(&matrix).value;
        self.known.insert(key, worth);
        worth
    }
}

/// The worth of a strategy of seat 0 against the best answers.
struct Sure<'a, F> {
    game: &'a Automatafl,
    strategy: &'a mut F,
    known: HashMap<(u64, u32, u32), f64>,
    mixes: HashMap<u64, Vec<(Entry, f64)>>,
}

impl<F: FnMut(&State) -> Vec<(Entry, f64)>> Sure<'_, F> {
    fn entered(&mut self, state: &State, turns: u32, conflicts: u32) -> f64 {
        if turns == 0 {
            return 0.5;
        }
        let key = self.game.key(state);
        if let Some(&worth) = self.known.get(&(key, turns, conflicts)) {
            return worth;
        }
        if !self.mixes.contains_key(&key) {
            let mix = (self.strategy)(state);
            self.mixes.insert(key, mix);
        }
        let mix = self.mixes[&key].clone();
        let mut replies = Vec::new();
        candidates::moves(self.game, state, Scope::Moving, &mut replies);
        let mut least = f64::INFINITY;
        for theirs in replies {
            let mut sum = 0.0;
            for &(mine, chance) in &mix {
                sum += chance
                    * match after(self.game, state, mine, theirs, turns, conflicts) {
                        After::Over(worth) => worth,
                        After::On(next, turns, conflicts) => self.entered(&next, turns, conflicts),
                    };
            }
            least = least.min(sum);
        }
        self.known.insert((key, turns, conflicts), least);
        least
    }
}

#[expect(
    clippy::large_enum_variant,
    reason = "it is taken apart where it is made"
)]
enum After {
    Over(f64),
    // The state, the turns to go, the conflicts that may come up.
    On(State, u32, u32),
}

fn after(
    game: &Automatafl,
    state: &State,
    mine: Entry,
    theirs: Entry,
    turns: u32,
    conflicts: u32,
) -> After {
    let mut next = state.clone();
    game.apply(&mut next, Step::Act(&[(Seat(0), mine), (Seat(1), theirs)]));
    if next.is_reentry() && conflicts == 0 {
        let pass = [(Seat(0), Entry::Pass), (Seat(1), Entry::Pass)];
        game.apply(&mut next, Step::Act(&pass));
    }
    match game.pending(&next) {
        Pending::Over(ending) => After::Over(match ending.outcome {
            Outcome::Won(Seat(0)) => 1.0,
            Outcome::Drawn => 0.5,
            _ => 0.0,
        }),
        _ if next.is_reentry() => After::On(next, turns, conflicts - 1),
        _ => After::On(next, turns - 1, CONFLICTS),
    }
}
