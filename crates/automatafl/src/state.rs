//! The state of a game.

use game::{Message, Say, Seat, SeatSet, Square, display_message, message};

use crate::board::{Board, mix};
use crate::geometry::{Axis, LINES, Size};
use crate::moves::{Entry, Move};
use crate::resolve::{Moves, SEATS};

/// The board, the turn, and everything revealed in it: locked moves and markers. Sealed
/// moves are not part of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) board: Board,
    pub(crate) turn: u32,
    // The locked entries; `None` for a seat that must still enter.
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

    /// The number of turns played.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The locked entry of a seat, if it has one.
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

    /// Whether players choose again after a conflict.
    pub fn is_reentry(&self) -> bool {
        !self.marked.is_empty()
    }

    /// The seats that must still enter.
    pub fn to_enter(&self) -> SeatSet {
        self.to_enter
    }

    /// The winner, if there is one.
    pub fn winner(&self) -> Option<Seat> {
        self.winner
    }

    /// Marks squares. Stops at the first one that is off the board.
    pub(crate) fn mark_all(&mut self, squares: &[Square]) -> Result<(), Square> {
        for &at in squares {
            if !self.board.size().holds(at) {
                return Err(at);
            }
            self.marked.insert(at);
        }
        Ok(())
    }

    /// Whether a new move may name a square.
    #[inline]
    pub(crate) fn is_free(&self, at: Square) -> bool {
        !self.marked.contains(at) && !self.board.is_automaton(at)
    }

    /// The squares of a line that a new move may name, as bits.
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

    /// The number of legal moves.
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

    /// Whether there is a legal move.
    pub(crate) fn has_move(&self) -> bool {
        // Without markers at least the corners are free.
        self.marked.is_empty() || self.count_moves() > 0
    }

    /// All legal moves.
    #[inline]
    pub(crate) fn moves(&self) -> impl Iterator<Item = Move> {
        let size: Size = self.board.size();
        size.all()
            .filter(|&from| self.is_free(from))
            .flat_map(move |from| (0..size.others()).map(move |i| (from, size.other(from, i))))
            .filter(|&(_, to)| self.is_free(to))
            .map(|(from, to)| Move { from, to })
    }

    /// The moves of all seats, once every entry is in.
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

/// Why parts do not make a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// The size of the board is not the game's.
    Size,
    /// The number of automata is not the game's.
    Automata,
    /// The winner does not own the corner of the automaton.
    Winner,
    /// The seat cannot have entered this move.
    Locked(Seat),
    /// No seat is left to enter, or moves are locked without a conflict.
    NobodyEnters,
    /// A marker is off the board.
    OffBoard(Square),
}

impl Say for RestoreError {
    fn message(&self) -> Message {
        match *self {
            RestoreError::Size => message!("rules.board-size"),
            RestoreError::Automata => message!("automatafl.restore-automata"),
            RestoreError::Winner => message!("automatafl.restore-winner"),
            RestoreError::Locked(seat) => message!("automatafl.restore-locked", seat),
            RestoreError::NobodyEnters => message!("automatafl.restore-nobody"),
            RestoreError::OffBoard(at) => message!("automatafl.restore-marked", at),
        }
    }
}

display_message!(RestoreError);

/// The squares with a conflict marker.
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
