//! Exact solutions of small games of Automatafl.
//!
//! The worth of every state with some number of turns to go follows from the states
//! after it: each turn is one matrix game. [`Exact`] keeps one number for every
//! arrangement of the pieces and works through them turn by turn. That is feasible on
//! small boards with few pieces: 5 x 5 with two attractors and two repulsors has 1.3
//! million states, or a quarter of that up to mirror images.
//!
//! The solved game leaves out:
//! - moves from an empty square, which carry a piece on that another player brings
//!   there;
//! - with [`Reach::Free`], moves with something in the way, which work if the other
//!   player lifts it at the same time;
//! - a second conflict in one turn: the turn then passes without a move;
//! - conflicts about moves that do nothing: there are many of them, and one pass
//!   stands for all;
//! - the turn limit of the game.

mod duel;
mod shape;
mod turn;

use std::collections::HashMap;

use automatafl::{Automatafl, Entry, Move, State};
use game::{Game, Keyed, Seat, Square, Step};
use search::matrix::MatrixGame;

use shape::{MIRRORS, Shape};
use turn::Turn;

/// Which moves of a piece to consider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Moves with nothing in the way.
    Free,
    /// All moves along its row and column.
    Line,
}

/// The worth of every state of a small two-player game for seat 0, by the number of
/// turns to go: 1 for a win, 0 for a loss, 0.5 if the game is still open after the last
/// turn.
pub struct Exact<'a> {
    game: &'a Automatafl,
    shape: Shape,
    reach: Reach,
    accuracy: f32,
    // One table for each number of turns to go.
    worth: Vec<Vec<f32>>,
    // One state of each set of mirror images.
    states: Vec<u32>,
}

impl<'a> Exact<'a> {
    /// Starts with nothing but the wins. Each matrix will be solved to this accuracy.
    /// `None` unless the game has two players, one automaton, and a small enough board.
    pub fn new(game: &'a Automatafl, reach: Reach, accuracy: f64) -> Option<Exact<'a>> {
        let start = game.start();
        let shape = Shape::of(start.board())?;
        if game.seats() != 2 {
            return None;
        }
        let states = (0..shape.states())
            .filter(|&index| {
                let Some(place) = shape.place(index) else {
                    return false;
                };
                let least = |mirror| shape.index(shape.mirrored(place, mirror)) >= index;
                game.goal(shape.square(place.automaton)).is_none() && MIRRORS.into_iter().all(least)
            })
            .map(|index| index as u32)
            .collect();
        let open = vec![0.5; shape.states()];
        Some(Exact {
            game,
            shape,
            reach,
            accuracy: accuracy as f32,
            worth: vec![open],
            states,
        })
    }

    /// Solves one more turn, on this many threads. Returns the largest change of any
    /// state.
    pub fn deepen(&mut self, threads: usize) -> f64 {
        let threads = threads.max(1);
        let last = &self.worth[self.worth.len() - 1];
        let mut found = vec![0.0; self.states.len()];
        let part = self.states.len().div_ceil(threads * 16).max(1);
        let parts: Vec<_> = self
            .states
            .chunks(part)
            .zip(found.chunks_mut(part))
            .collect();
        let this = &*self;
        let work = |parts: Vec<(&[u32], &mut [f32])>| {
            let mut turn = Turn::new(this);
            for (states, found) in parts {
                for (&index, found) in states.iter().zip(found) {
                    *found = turn.worth(index as usize, last);
                }
            }
        };
        if threads == 1 {
            work(parts);
        } else {
            // Dealt out in turn, so that every thread gets easy and hard ones.
            let mut hands: Vec<Vec<_>> = (0..threads).map(|_| Vec::new()).collect();
            for (number, part) in parts.into_iter().enumerate() {
                hands[number % threads].push(part);
            }
            std::thread::scope(|scope| {
                for hand in hands {
                    scope.spawn(|| work(hand));
                }
            });
        }
        let mut next = vec![0.5; last.len()];
        let mut change = 0f32;
        for (&index, &worth) in self.states.iter().zip(&found) {
            let index = index as usize;
            change = change.max((worth - last[index]).abs());
            if let Some(place) = self.shape.place(index) {
                for mirror in MIRRORS {
                    next[self.shape.index(self.shape.mirrored(place, mirror))] =
                        if mirror.swaps_seats() {
                            1.0 - worth
                        } else {
                            worth
                        };
                }
            }
        }
        self.worth.push(next);
        f64::from(change)
    }

    /// The number of turns solved so far.
    pub fn turns(&self) -> u32 {
        self.worth.len() as u32 - 1
    }

    /// The number of states, counting mirror images once.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// The worth for seat 0 of a state at the beginning of a turn, with this many turns
    /// to go. They must be solved already.
    pub fn worth(&self, state: &State, turns: u32) -> f64 {
        match state.winner() {
            Some(Seat(0)) => 1.0,
            Some(_) => 0.0,
            None => {
                let turns = turns.min(self.turns()) as usize;
                let index = self.shape.index(self.shape.place_of(state.board()));
                f64::from(self.worth[turns][index])
            }
        }
    }

    /// The moves of both seats, and the worth of each pair for seat 0 with this many
    /// turns to go, at least one. The first move is a pass, which stands for any move
    /// that does nothing.
    pub fn matrix(&self, state: &State, turns: u32) -> (Vec<Entry>, MatrixGame) {
        let mut turn = Turn::new(self);
        let before = turns.min(self.turns() + 1).saturating_sub(1) as usize;
        turn.build(state, &self.worth[before]);
        let count = turn.moves.len();
        let cells = (0..count * count).map(|at| f64::from(turn.duel.cell(at / count, at % count)));
        let matrix = MatrixGame::new(count, count, cells.collect());
        (turn.moves, matrix)
    }

    /// What seat 0 is guaranteed if it plays `strategy` for `own` turns and perfectly
    /// after that, while the other seat always gives the best answer. The strategy is
    /// also asked when players choose again after a conflict.
    pub fn sure(
        &self,
        state: &State,
        turns: u32,
        own: u32,
        strategy: &mut impl FnMut(&State) -> Vec<(Entry, f64)>,
    ) -> f64 {
        let mut sure = Sure {
            exact: self,
            strategy,
            known: HashMap::new(),
        };
        sure.worth(state, turns, own)
    }
}

struct Sure<'a, F> {
    exact: &'a Exact<'a>,
    strategy: &'a mut F,
    known: HashMap<(u64, u32), f64>,
}

impl<F: FnMut(&State) -> Vec<(Entry, f64)>> Sure<'_, F> {
    fn worth(&mut self, state: &State, turns: u32, own: u32) -> f64 {
        if own == 0 || state.winner().is_some() {
            return self.exact.worth(state, turns);
        }
        let game = self.exact.game;
        let key = (game.key(state), own);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mix = (self.strategy)(state);
        let mut least = f64::INFINITY;
        for reply in moves(state, self.exact.reach) {
            let mut sum = 0.0;
            for &(entry, chance) in &mix {
                // No state is worth less than 0, so the rest cannot make this answer
                // the best one.
                if sum >= least {
                    break;
                }
                let mut next = after(game, state, entry, reply);
                if next.is_reentry() && state.is_reentry() {
                    next = after(game, &next, Entry::Pass, Entry::Pass);
                }
                let spent = u32::from(!next.is_reentry());
                let turns = turns.saturating_sub(spent);
                sum += chance * self.worth(&next, turns, own - spent);
            }
            least = least.min(sum);
        }
        self.known.insert(key, least);
        least
    }
}

fn after(game: &Automatafl, state: &State, mine: Entry, theirs: Entry) -> State {
    let mut next = state.clone();
    game.apply(&mut next, Step::Act(&[(Seat(0), mine), (Seat(1), theirs)]));
    next
}

/// A pass, and the moves of the pieces that may be moved.
fn moves(state: &State, reach: Reach) -> Vec<Entry> {
    let board = state.board();
    let size = board.size();
    let marked = state.marked();
    let free = |at: Square| !marked.contains(&at) && !board.is_automaton(at);
    let mut moves = vec![Entry::Pass];
    for from in size.all() {
        if !board.is_occupied(from) || !free(from) {
            continue;
        }
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let mut to = from;
            loop {
                to = Square::new(to.x.wrapping_add_signed(dx), to.y.wrapping_add_signed(dy));
                if !size.holds(to) || board.is_automaton(to) {
                    break;
                }
                if reach == Reach::Free && board.is_occupied(to) {
                    break;
                }
                if free(to) {
                    moves.push(Entry::Move(Move { from, to }));
                }
            }
        }
    }
    moves
}
