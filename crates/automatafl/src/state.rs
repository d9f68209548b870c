//! A game under way.

use game::{Seat, SeatSet, Square};
use thiserror::Error;

use crate::board::{Board, mix};
use crate::geometry::{Axis, LINES, Size};
use crate::moves::{Entry, Move};
use crate::resolve::{Moves, SEATS};

/// The board, the turn, and what has been revealed in it: locked moves and
/// markers. Moves that are sealed but not revealed are not here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) board: Board,
    pub(crate) turn: u32,
    // The locked entries; nothing where an entry is waited for.
    pub(crate) entries: [Option<Entry>; SEATS],
    pub(crate) to_enter: SeatSet,
    pub(crate) marked: Marks,
    pub(crate) winner: Option<Seat>,
}

impl State {
    #[inline]
    pub(crate) fn new(board: Board, seats: u16) -> State {
        State {
            board,
            turn: 0,
            entries: [None; SEATS],
            to_enter: SeatSet::first(seats),
            marked: Marks::default(),
            winner: None,
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How many turns have been played.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The entry of a seat that holds for this turn, if it is in.
    pub fn locked(&self, seat: Seat) -> Option<Entry> {
        self.entries.get(seat.index()).copied().flatten()
    }

    /// The marked squares, row by row.
    pub fn marked(&self) -> Vec<Square> {
        self.board
            .size()
            .all()
            .filter(|&at| self.marked.contains(at))
            .collect()
    }

    /// Whether players enter again after a conflict.
    pub fn is_reentry(&self) -> bool {
        !self.marked.is_empty()
    }

    /// The seats whose entries are waited for.
    pub fn to_enter(&self) -> SeatSet {
        self.to_enter
    }

    /// Who won.
    pub fn winner(&self) -> Option<Seat> {
        self.winner
    }

    /// Puts markers on squares, up to the first that is off the board.
    pub(crate) fn mark_all(&mut self, squares: &[Square]) -> Result<(), Square> {
        for &at in squares {
            if !self.board.size().holds(at) {
                return Err(at);
            }
            self.marked.insert(at);
        }
        Ok(())
    }

    /// Whether a square may be named by a new move.
    #[inline]
    pub(crate) fn is_free(&self, at: Square) -> bool {
        !self.marked.contains(at) && !self.board.is_automaton(at)
    }

    /// The places of a line that a new move may name.
    #[inline]
    fn free_on(&self, axis: Axis, line: usize) -> u32 {
        let size = self.board.size();
        let first = match axis {
            Axis::Row => Square::new(0, line as u8),
            Axis::Column => Square::new(line as u8, 0),
        };
        (0..size.along(axis))
            .filter(|&place| self.is_free(axis.on_line(first, place)))
            .fold(0, |free, place| free | 1 << place)
    }

    /// How many moves may be entered now.
    #[inline]
    pub(crate) fn count_moves(&self) -> u64 {
        let size = self.board.size();
        Axis::ALL
            .into_iter()
            .flat_map(|axis| (0..size.lines(axis)).map(move |line| (axis, line)))
            .map(|(axis, line)| {
                let free = u64::from(self.free_on(axis, line).count_ones());
                free * free.saturating_sub(1)
            })
            .sum()
    }

    /// Whether any move may be entered now.
    pub(crate) fn has_move(&self) -> bool {
        // Without markers at least the corners are free.
        self.marked.is_empty() || self.count_moves() > 0
    }

    /// The moves that may be entered now.
    #[inline]
    pub(crate) fn moves(&self) -> impl Iterator<Item = Move> {
        let size: Size = self.board.size();
        size.all()
            .filter(|&from| self.is_free(from))
            .flat_map(move |from| (0..size.others()).map(move |i| (from, size.other(from, i))))
            .filter(|&(_, to)| self.is_free(to))
            .map(|(from, to)| Move { from, to })
    }

    /// The moves of all seats once every entry is in.
    #[inline]
    pub(crate) fn entered<const N: usize>(&self) -> Moves<N> {
        std::array::from_fn(|seat| self.entries[seat].and_then(Entry::as_move))
    }

    pub(crate) fn hash(&self, board: u64) -> u64 {
        let mut key = board;
        if self.is_reentry() {
            for (y, &row) in self.marked.rows.iter().enumerate() {
                if row != 0 {
                    key ^= mix(u64::from(row) << 16 | y as u64 | 1 << 8);
                }
            }
            for (seat, entry) in self.entries.iter().enumerate() {
                let Some(entry) = entry else { continue };
                let entry = match entry {
                    Entry::Pass => 0,
                    Entry::Move(Move { from, to }) => {
                        u64::from(u32::from_be_bytes([from.x, from.y, to.x, to.y])) << 1 | 1
                    }
                };
                key ^= mix(entry << 16 | seat as u64 | 1 << 9);
            }
        }
        key
    }
}

/// Why parts make no state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RestoreError {
    /// The board has another size than the game.
    #[error("the board has another size than the game's")]
    Size,
    /// The board has another number of automata than the game.
    #[error("the board has another number of automata than the game")]
    Automata,
    /// Winner and corner do not go together.
    #[error("the winner is not the owner of the corner the automaton is in")]
    Winner,
    /// A move that cannot have been entered.
    #[error("the move of seat {0} cannot have been entered")]
    Locked(Seat),
    /// Nobody is left to enter, or moves are locked without a conflict.
    #[error("moves are locked only after a conflict, and never all of them")]
    NobodyEnters,
    /// A marker off the board.
    #[error("the marked square {0} is off the board")]
    OffBoard(Square),
}

/// The squares that carry a conflict marker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    rows: [u32; LINES],
    any: bool,
}

impl Marks {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        !self.any
    }

    #[inline]
    pub(crate) fn contains(&self, at: Square) -> bool {
        self.any && self.rows[usize::from(at.y)] >> at.x & 1 == 1
    }

    #[inline]
    pub(crate) fn insert(&mut self, at: Square) {
        self.rows[usize::from(at.y)] |= 1 << at.x;
        self.any = true;
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        if self.any {
            *self = Marks::default();
        }
    }
}
