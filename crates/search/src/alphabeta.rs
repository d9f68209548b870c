//! Alpha-beta search for two-player games of perfect information.
//!
//! A game implements the trait [`Position`]: a board that plays and takes back moves in
//! place and knows its history, so that the game's own draw rules are part of the
//! search. A [`Searcher`] deepens step by step: principal variation search in
//! aspiration windows, with a [`Table`] of known positions that all threads share
//! without locks.
//!
//! | module | contents |
//! |---|---|
//! | [`searcher`] | [`Searcher`], [`Settings`], [`Extras`]: iterations, threads, lines |
//! | [`table`] | [`Table`]: known positions |
//! | `worker` | one thread's tree walk |
//! | `ordering` | which move to try first |
//!
//! A win is counted in plies from the root, so the search prefers the shortest. Pruning
//! cannot invent a win: every reported [`Worth::WinIn`] has an answer to every reply.
//! There is no null move: in these games a side can lose just because it must move,
//! such as attackers that hold a ring or a side that runs out of moves.

mod ordering;
pub mod searcher;
pub mod table;
mod worker;

use std::fmt::Debug;

pub use searcher::{Extras, Found, Line, Searcher, Settings};
pub use table::Table;

/// A position in a search, with the history that its draw rules need.
///
/// All values are from the view of the side to move.
pub trait Position: Clone + Send {
    /// A move.
    type Move: Copy + PartialEq + Debug + Send + Sync;
    /// What [`undo`](Self::undo) needs.
    type Undo;

    /// The number of values of [`slot`](Self::slot).
    const SLOTS: usize;

    /// The hash of everything that decides how the game continues. If the history
    /// matters to the rules, it is part of the key.
    fn key(&self) -> u64;

    /// How the game has ended, if it has.
    fn ending(&self) -> Option<End>;

    /// Whether the position has occurred before on the way here, whatever the rules say
    /// about that. The search treats it as a draw: if a side could get more, it could
    /// have done so the first time.
    fn recurs(&self) -> bool;

    /// Plays a legal move.
    fn play(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes back the last move.
    fn undo(&mut self, undo: Self::Undo);

    /// Puts all legal moves into `out`, which the caller has emptied.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Puts the captures into `out`, which the caller has emptied. They must be
    /// searched before a position is evaluated.
    fn noisy(&self, out: &mut Vec<Self::Move>);

    /// Puts all moves that do not lose at once into `out`, which the caller has
    /// emptied, and perhaps others. Called if the side to move is
    /// [in danger](Self::in_danger).
    fn evasions(&self, out: &mut Vec<Self::Move>) {
        self.moves(out);
    }

    /// The immediate gain of a move; a piece is about 100. 0 for a quiet move.
    fn gain(&self, m: Self::Move) -> i32;

    /// Whether the side to move may play this. The search checks moves from the table,
    /// because the table can be wrong.
    fn is_legal(&self, m: Self::Move) -> bool;

    /// The evaluation without looking ahead, between -[`MOST_POINTS`] and
    /// [`MOST_POINTS`].
    fn evaluate(&self) -> i32;

    /// A win or loss that is visible without search. It must be correct, and a win must
    /// be the quickest one. Called only while the game goes on.
    fn foresee(&self) -> Option<Foreseen> {
        None
    }

    /// Whether the other side would win with its next move if this side did nothing
    /// about it.
    fn in_danger(&self) -> bool {
        false
    }

    /// Packs a move into 32 bits. 0 means that the move cannot be packed.
    fn pack(m: Self::Move) -> u32;

    /// Unpacks a move. The bits may be arbitrary.
    fn unpack(bits: u32) -> Option<Self::Move>;

    /// The kind of this move, as a number below [`SLOTS`](Self::SLOTS). The search
    /// records for each kind how good such moves have been.
    fn slot(&self, m: Self::Move) -> usize;
}

/// How a game has ended, seen by the side that would be to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It has won.
    Won,
    /// It has lost.
    Lost,
    /// The game is drawn.
    Drawn,
}

/// A certain result that needs no search, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreseen {
    /// It wins in this many plies.
    Win(u32),
    /// It loses in this many plies.
    Loss(u32),
}

/// The worth of a position or a line for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Above 0 is better; a piece is about 100.
    Points(i32),
    /// A win in this many plies.
    WinIn(u32),
    /// A loss in this many plies.
    LossIn(u32),
}

impl Worth {
    fn of(value: i32) -> Worth {
        match value {
            WON_FROM.. => Worth::WinIn((WIN - value) as u32),
            ..=LOST_FROM => Worth::LossIn((WIN + value) as u32),
            points => Worth::Points(points),
        }
    }
}

/// The highest evaluation that is not a win.
pub const MOST_POINTS: i32 = 25_000;

/// The value of a won position. A win in n plies is worth n less.
const WIN: i32 = 30_000;
const WON_FROM: i32 = WIN - 1000;
const LOST_FROM: i32 = -WON_FROM;
/// Greater than any value.
const INFINITE: i32 = 31_000;
/// The most plies in a line.
const MOST_PLIES: usize = 120;
