//! Resolves the moves that all players have entered.

use game::{Seat, SeatSet, Square};

use crate::Identical;
use crate::board::{Board, Piece};
use crate::moves::Move;

/// The most players.
pub(crate) const SEATS: usize = 4;

/// The moves of `N` seats; `None` for a seat that passes.
pub(crate) type Moves<const N: usize> = [Option<Move>; N];

/// The squares on which players conflict, and these players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The squares, in the order of their names.
    pub squares: Vec<Square>,
    /// The players that choose again.
    pub reenter: SeatSet,
}

/// Calls `conflict` with every conflicted square and the two seats. The same square can
/// come up more than once.
#[inline]
pub(crate) fn conflicts<const N: usize>(
    board: &Board,
    moves: &Moves<N>,
    identical: Identical,
    mut conflict: impl FnMut(Square, usize, usize),
) {
    for i in 0..N {
        let Some(a) = moves[i] else { continue };
        for (j, b) in moves.iter().enumerate().skip(i + 1) {
            let Some(b) = *b else { continue };
            if a == b && identical == Identical::Merge {
                continue;
            }
            if a.from == b.from && board.is_occupied(a.from) {
                conflict(a.from, i, j);
            }
            if a.to == b.to {
                conflict(a.to, i, j);
            }
        }
    }
}

/// The outcome of a move, and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The move was carried out.
    Moved {
        /// The piece that moved.
        piece: Piece,
        /// The seat whose move had brought the piece to the source, if the source was
        /// empty.
        carried_on: Option<Seat>,
    },
    /// A piece that no player lifted is in the way.
    Blocked {
        /// The first such piece on the path.
        at: Square,
        /// The kind of piece.
        by: Piece,
    },
    /// Others named the same empty source: none of these moves is carried out.
    Contested {
        /// The other seats.
        with: SeatSet,
    },
    /// The moves form a circle, so none of these pieces moves.
    Cycle {
        /// The other seats in it.
        with: SeatSet,
    },
    /// The destination did not become free.
    Occupied {
        /// The seat whose piece did not leave the destination.
        by: Seat,
    },
    /// No piece ever was on the source.
    Empty,
}

impl Fate {
    /// Its name: `moved`, `blocked`, `contested`, `cycle`, `occupied` or `empty`.
    pub fn name(self) -> &'static str {
        match self {
            Fate::Moved { .. } => "moved",
            Fate::Blocked { .. } => "blocked",
            Fate::Contested { .. } => "contested",
            Fate::Cycle { .. } => "cycle",
            Fate::Occupied { .. } => "occupied",
            Fate::Empty => "empty",
        }
    }
}

/// Carries out moves without conflicts and returns the outcome of each.
#[inline]
pub(crate) fn resolve<const N: usize>(board: &mut Board, moves: &Moves<N>) -> [Fate; N] {
    let mut fates = [Fate::Empty; N];
    // Moves still to be carried out. Of equal moves, the first stands for all.
    let mut active = [false; N];
    for i in 0..N {
        let Some(m) = moves[i] else { continue };
        if moves[..i].contains(&Some(m)) {
            continue;
        }
        if let Some(at) = obstacle(board, m, moves) {
            let by = board.piece_on(at);
            fates[i] = Fate::Blocked { at, by };
        } else if !board.is_occupied(m.from)
            && let with = others_from(moves, m)
            && !with.is_empty()
        {
            fates[i] = Fate::Contested { with };
        } else {
            active[i] = true;
        }
    }

    // The active move that starts where move i ends. There is at most one: an occupied
    // source named twice is a conflict, an empty one is contested.
    let follower = |active: &[bool; N], i: usize| {
        let to = moves[i]?.to;
        (0..N).find(|&j| active[j] && moves[j].is_some_and(|m| m.from == to))
    };
    for i in 0..N {
        if !active[i] {
            continue;
        }
        let mut circle = SeatSet::EMPTY;
        let mut held = false;
        let mut at = i;
        let closed = loop {
            let Some(m) = moves[at] else { break false };
            circle = circle.with(Seat(at as u16));
            held |= board.is_occupied(m.from);
            match follower(&active, at) {
                Some(next) if next == i => break true,
                Some(next) if !circle.contains(Seat(next as u16)) => at = next,
                _ => break false,
            }
        };
        if closed {
            // Seats that entered an equal move are in it too.
            let in_circle = |m: &Option<Move>| circle.iter().any(|seat| moves[seat.index()] == *m);
            let all: SeatSet = (0..N)
                .filter(|&seat| in_circle(&moves[seat]))
                .map(|seat| Seat(seat as u16))
                .collect();
            for seat in all.iter() {
                active[seat.index()] = false;
                if held {
                    let with = all.without(seat);
                    fates[seat.index()] = Fate::Cycle { with };
                }
            }
        }
    }

    let mut brought: [Option<Seat>; N] = [None; N];
    let mut again = true;
    while again {
        again = false;
        for i in 0..N {
            let Some(m) = moves[i] else { continue };
            if active[i] && board.is_occupied(m.from) && !board.is_occupied(m.to) {
                fates[i] = Fate::Moved {
                    piece: board.piece_on(m.from),
                    carried_on: brought[i],
                };
                board.shift(m.from, m.to);
                active[i] = false;
                again = true;
                if let Some(next) = follower(&active, i) {
                    brought[next] = Some(Seat(i as u16));
                }
            }
        }
    }
    for i in 0..N {
        let Some(m) = moves[i] else { continue };
        if active[i] && board.is_occupied(m.from) {
            // Only a lifted piece that went back can be in the way: any other would
            // have blocked the path.
            let by = (0..N).find(|&j| moves[j].is_some_and(|other| other.from == m.to));
            fates[i] = Fate::Occupied {
                by: Seat(by.unwrap_or(i) as u16),
            };
        }
    }
    // Equal moves share one outcome. A circle has already set the outcome of all its
    // seats.
    for i in 1..N {
        let equal = |m: &Option<Move>| m.is_some() && *m == moves[i];
        if let Some(first) = moves[..i].iter().position(equal)
            && !matches!(fates[first], Fate::Cycle { .. })
        {
            fates[i] = fates[first];
        }
    }
    fates
}

#[inline]
fn others_from(moves: &[Option<Move>], m: Move) -> SeatSet {
    let others = moves
        .iter()
        .enumerate()
        .filter(|(_, other)| other.is_some_and(|other| other.from == m.from && other.to != m.to));
    others.map(|(seat, _)| Seat(seat as u16)).collect()
}

/// The first piece on the path of a move that no move lifts.
#[inline]
fn obstacle(board: &Board, m: Move, moves: &[Option<Move>]) -> Option<Square> {
    let axis = m.axis()?;
    let (pieces, from) = board.line(axis, m.from);
    let (line, to) = axis.line(m.to);
    let mut fixed = pieces;
    for other in moves.iter().flatten() {
        let (other_line, place) = axis.line(other.from);
        if other_line == line {
            fixed &= !(1 << place);
        }
    }
    let (low, high) = (from.min(to), from.max(to));
    let path = ((2u32 << high) - (1 << low)) & !(1 << from);
    let met = fixed & path;
    if met == 0 {
        return None;
    }
    let first = if from < to {
        met.trailing_zeros()
    } else {
        met.ilog2()
    };
    Some(axis.on_line(m.from, first))
}
