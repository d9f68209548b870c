//! Alpha-beta search for two-player games of perfect information.
//!
//! A game lends itself through the trait [`Position`]: a board that plays and
//! takes back moves in place, with its history, so that the game's own draw
//! rules are part of the search. A [`Searcher`] then deepens step by step:
//! principal variation search in aspiration windows, over a [`Table`] of known
//! positions that all threads share without locks.
//!
//! | module | what is in it |
//! |---|---|
//! | [`searcher`] | [`Searcher`], [`Settings`], [`Extras`]: iterations, threads, lines |
//! | [`table`] | [`Table`]: known positions |
//! | `worker` | one thread's tree walk |
//! | `ordering` | which move to try first |
//!
//! A win is counted in plies from the root, so the shortest one is preferred.
//! Nothing that the search leaves out can make up a win: every reported
//! [`Worth::WinIn`] has an answer to every reply. There is no null move: in the
//! games played here a side that must move can be lost for just that reason,
//! attackers who hold a ring or a side that runs out of moves.

mod ordering;
pub mod searcher;
pub mod table;
mod worker;

use std::fmt::Debug;

pub use searcher::{Extras, Found, Line, Searcher, Settings};
pub use table::Table;

/// A position under search, together with the history that its draw rules
/// need.
///
/// All values are from the view of the side to move.
pub trait Position: Clone + Send {
    /// A move.
    type Move: Copy + PartialEq + Debug + Send + Sync;
    /// What [`undo`](Self::undo) needs.
    type Undo;

    /// How many numbers [`slot`](Self::slot) gives.
    const SLOTS: usize;

    /// The hash of all that decides how the game goes on: where the history
    /// matters to the rules, it is part of the key.
    fn key(&self) -> u64;

    /// How the game has ended here, if it has.
    fn ending(&self) -> Option<End>;

    /// Whether the position has occurred before on the way here, whatever the
    /// rules say about it. The search takes such a way for a draw: who wants
    /// more could have had it the first time.
    fn recurs(&self) -> bool;

    /// Plays a legal move.
    fn play(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes back the last move.
    fn undo(&mut self, undo: Self::Undo);

    /// Puts all legal moves into `out`, which is empty.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Puts the moves that must be looked at before a position is judged, the
    /// captures, into `out`, which is empty.
    fn noisy(&self, out: &mut Vec<Self::Move>);

    /// Puts all moves that do not lose at once into `out`, which is empty, and
    /// perhaps others. Called when the side to move is [in danger](Self::in_danger).
    fn evasions(&self, out: &mut Vec<Self::Move>) {
        self.moves(out);
    }

    /// What a move wins at once, a hundred for about a piece; 0 for a quiet
    /// move.
    fn gain(&self, m: Self::Move) -> i32;

    /// Whether the side to move may play this: moves out of the table are
    /// asked for, since a table can be wrong.
    fn is_legal(&self, m: Self::Move) -> bool;

    /// The judgement without looking ahead, between -[`MOST_POINTS`] and
    /// [`MOST_POINTS`].
    fn evaluate(&self) -> i32;

    /// A win or loss that can be seen without search. It must be right. A win
    /// must be the quickest there is; asked only while the game goes on.
    fn foresee(&self) -> Option<Foreseen> {
        None
    }

    /// Whether the other side would win with its next move if this side did
    /// nothing about it.
    fn in_danger(&self) -> bool {
        false
    }

    /// The move in 32 bits, never 0 for a move that can be kept; 0 for one that
    /// cannot.
    fn pack(m: Self::Move) -> u32;

    /// The move out of 32 bits, which may be any.
    fn unpack(bits: u32) -> Option<Self::Move>;

    /// A number below [`SLOTS`](Self::SLOTS) that says what kind of move this
    /// is, for the record of moves that have proved good.
    fn slot(&self, m: Self::Move) -> usize;
}

/// How a game has ended, for the side that would be to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It has won.
    Won,
    /// It has lost.
    Lost,
    /// Nobody has won.
    Drawn,
}

/// What is sure without search, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreseen {
    /// It wins in this many plies.
    Win(u32),
    /// It loses in this many plies.
    Loss(u32),
}

/// What a position or a line is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Better above 0; a hundred is about a piece.
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

/// The highest judgement that is not a win.
pub const MOST_POINTS: i32 = 25_000;

/// The value of having won; a win in n plies is worth n less.
const WIN: i32 = 30_000;
const WON_FROM: i32 = WIN - 1000;
const LOST_FROM: i32 = -WON_FROM;
/// More than any value.
const INFINITE: i32 = 31_000;
/// The deepest a line goes.
const MOST_PLIES: usize = 120;
