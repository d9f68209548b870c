//! One turn of the exact game.

use automatafl::{Board, Entry, State};
use game::Seat;

use super::duel::{BARRED, Duel, Mix};
use super::{Exact, after, moves};

/// Solves one turn for one state after another.
pub(super) struct Turn<'a> {
    exact: &'a Exact<'a>,
    pub moves: Vec<Entry>,
    pub duel: Duel,
    mix: Mix,
    conflicts: Vec<(usize, usize)>,
    // The worth of conflicts about a source and a destination; the last row and column
    // stand for neither.
    again: Vec<f32>,
    barred: Vec<f32>,
}

const NONE: usize = 25;

impl<'a> Turn<'a> {
    pub fn new(exact: &'a Exact<'a>) -> Turn<'a> {
        Turn {
            exact,
            moves: Vec::new(),
            duel: Duel::default(),
            mix: Mix::default(),
            conflicts: Vec::new(),
            again: Vec::new(),
            barred: Vec::new(),
        }
    }

    /// The worth of the state with this number, given the worth of the states after it
    /// in `last`.
    pub fn worth(&mut self, index: usize, last: &[f32]) -> f32 {
        let shape = &self.exact.shape;
        let place = shape.place(index).expect("the states are places");
        let board: Board = shape.record(place).parse().expect("a board");
        let game = self.exact.game;
        let state = game.restore(board, 0, &[], &[], None);
        self.build(&state.expect("a board of this game"), last);
        self.bar(|_| false);
        let accuracy = self.exact.accuracy;
        self.duel.solve(&self.barred, &mut self.mix, accuracy)
    }

    /// Fills in the matrix of a state.
    pub fn build(&mut self, state: &State, last: &[f32]) {
        let Exact {
            game,
            shape,
            reach,
            accuracy,
            ..
        } = self.exact;
        self.moves = moves(state, *reach);
        let count = self.moves.len();
        self.duel.resize(count);
        self.conflicts.clear();
        let pieces = shape.place_of(state.board());
        let pieces = pieces.attractors | pieces.repulsors;
        let goes = |entry: Entry| entry.as_move().map_or(0, |m| 1 << shape.number(m.to));
        let worth = |next: &State, squares: u32| match next.winner() {
            Some(Seat(0)) => 1.0,
            Some(_) => 0.0,
            None => last[shape.index(shape.place_among(next.board(), squares))],
        };
        let pass = worth(&after(game, state, Entry::Pass, Entry::Pass), pieces);
        // It does not matter which seat makes which move, so half of the pairs will do.
        for row in 0..count {
            for column in row..count {
                let (mine, theirs) = (self.moves[row], self.moves[column]);
                let next = after(game, state, mine, theirs);
                let cell = if next.is_reentry() {
                    self.conflicts.push((row, column));
                    pass
                } else {
                    worth(&next, pieces | goes(mine) | goes(theirs))
                };
                self.duel.set(row, column, cell);
                self.duel.set(column, row, cell);
            }
        }

        // First solve the turn as if every conflict ended it, then the same turn
        // without the marked squares, because that is what conflicts lead to.
        for side in [&mut self.mix.rows, &mut self.mix.columns] {
            side.clear();
            side.resize(self.duel.stride(), 1.0);
        }
        self.bar(|_| false);
        self.duel.solve(&self.barred, &mut self.mix, *accuracy);
        self.again.clear();
        self.again.resize((NONE + 1) * (NONE + 1), f32::NAN);
        for at in 0..self.conflicts.len() {
            let place = self.marked(self.conflicts[at]);
            if !self.again[place].is_nan() {
                continue;
            }
            let (from, to) = (place / (NONE + 1), place % (NONE + 1));
            self.bar(|at| at == from || at == to);
            let mut mix = self.mix.clone();
            self.again[place] = self.duel.solve(&self.barred, &mut mix, *accuracy);
        }
        for at in 0..self.conflicts.len() {
            let (row, column) = self.conflicts[at];
            let worth = self.again[self.marked((row, column))];
            self.duel.set(row, column, worth);
            self.duel.set(column, row, worth);
        }
    }

    /// Bars the moves that name such squares.
    fn bar(&mut self, marked: impl Fn(usize) -> bool) {
        let shape = &self.exact.shape;
        self.barred.clear();
        self.barred.extend(self.moves.iter().map(|entry| {
            let marked = |at| marked(shape.number(at) as usize);
            match entry.as_move() {
                Some(m) if marked(m.from) || marked(m.to) => BARRED,
                _ => 0.0,
            }
        }));
        self.barred.resize(self.duel.stride(), BARRED);
    }

    /// The squares on which two moves conflict, as an index into `again`.
    fn marked(&self, (row, column): (usize, usize)) -> usize {
        let number = |at| self.exact.shape.number(at) as usize;
        let (mut from, mut to) = (NONE, NONE);
        if let (Some(a), Some(b)) = (self.moves[row].as_move(), self.moves[column].as_move()) {
            if a.from == b.from {
                from = number(a.from);
            }
            if a.to == b.to {
                to = number(a.to);
            }
        }
        from * (NONE + 1) + to
    }
}
