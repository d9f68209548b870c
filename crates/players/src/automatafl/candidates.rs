//! The moves of Automatafl that matter, judged by their effect.
//!
//! At the start, only 176 of about 2,380 pairs of squares move a piece. Of these, only
//! some change what the automaton sees, now or after its next step.

use automatafl::automaton::{Seen, Sight};
use automatafl::{Automatafl, Board, Entry, Move, State};
use game::{Game, Seat, Square, Step};

use super::evaluation::Evaluation;

/// Which moves to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Every move that moves a piece.
    Moving,
    /// Moves that change a corner, or what the automaton sees from its square, from the
    /// square of its next step, or from a free square beside its own.
    Near,
    /// Like `Near`, but without the squares beside the automaton.
    Lines,
}

/// Fills `out` with the moves that are legal now, move a piece if the others do not
/// interfere, and are in scope. One move that moves nothing comes last, or a pass if
/// there is no legal move. `out` is cleared first.
pub fn moves(game: &Automatafl, state: &State, scope: Scope, out: &mut Vec<Entry>) {
    out.clear();
    let board = state.board();
    let size = board.size();
    let watched = Watched::of(game, board, scope);
    let mut marked = [0u32; 26];
    if state.is_reentry() {
        for at in state.marked() {
            marked[usize::from(at.y)] |= 1 << at.x;
        }
    }
    let is_marked = |at: Square| marked[usize::from(at.y)] >> at.x & 1 == 1;
    for from in size.all() {
        if is_marked(from) || !board.is_occupied(from) || board.is_automaton(from) {
            continue;
        }
        let leaves = watched.holds(from);
        for (dx, dy) in WAYS {
            let mut to = from;
            loop {
                to = beside(to, dx, dy);
                if !size.holds(to) || board.is_occupied(to) {
                    break;
                }
                if !is_marked(to) && (leaves || watched.holds(to)) {
                    out.push(Entry::Move(Move { from, to }));
                }
            }
        }
    }
    out.extend(still(board, is_marked));
    if out.is_empty() {
        out.push(Entry::Pass);
    }
}

/// Sorts moves as if the others did nothing, best first. If there are more than
/// `above`, it merges moves with the same effect: the automaton ends on the same
/// square, sees the same from there, and has the same chances.
pub fn merge(
    game: &Automatafl,
    evaluation: &impl Evaluation,
    state: &State,
    seat: Seat,
    above: usize,
    moves: &mut Vec<Entry>,
) {
    let mut seen: Vec<(f64, u64, Entry)> = Vec::with_capacity(moves.len());
    for &entry in moves.iter() {
        let (next, worth) = alone(game, evaluation, state, seat, entry);
        let mut effect = 0u64;
        for &at in next.board().automata() {
            let sight = Sight::look(next.board(), at);
            for seen in sight.row.into_iter().chain(sight.column) {
                let (kind, distance) = match seen {
                    Seen::Attractor(distance) => (0, distance),
                    Seen::Repulsor(distance) => (1, distance),
                    Seen::Space(distance) => (2, distance),
                };
                effect = effect
                    .wrapping_mul(97)
                    .wrapping_add(u64::from(distance) * 3 + kind);
            }
            effect = effect
                .wrapping_mul(31)
                .wrapping_add(u64::from(at.y) * 26 + u64::from(at.x));
        }
        if moves.len() <= above || !seen.iter().any(|&(w, e, _)| e == effect && w == worth) {
            seen.push((worth, effect, entry));
        }
    }
    seen.sort_by(|a, b| b.0.total_cmp(&a.0));
    moves.clear();
    moves.extend(seen.into_iter().map(|(_, _, entry)| entry));
}

/// The state after `entry` if the others do nothing, and its worth.
pub fn alone(
    game: &Automatafl,
    evaluation: &impl Evaluation,
    state: &State,
    seat: Seat,
    entry: Entry,
) -> (State, f64) {
    let mut joint = [(Seat(0), Entry::Pass); 4];
    let mut count = 0;
    for other in state.to_enter().iter() {
        joint[count] = (other, if other == seat { entry } else { Entry::Pass });
        count += 1;
    }
    let mut next = state.clone();
    game.apply(&mut next, Step::Act(&joint[..count]));
    let worth = match next.winner() {
        Some(winner) => f64::from(u8::from(winner == seat)),
        None => evaluation.chance(game, &next, seat),
    };
    (next, worth)
}

/// A legal move that moves nothing: between two empty squares or, failing that, a
/// blocked one.
fn still(board: &Board, is_marked: impl Fn(Square) -> bool) -> Option<Entry> {
    let size = board.size();
    let free = |at: &Square| !is_marked(*at) && !board.is_automaton(*at);
    let pair = |empty: bool| {
        size.all().filter(free).find_map(|from| {
            let wanted = |to: &Square| {
                *to != from
                    && (to.x == from.x || to.y == from.y)
                    && if empty {
                        !board.is_occupied(*to) && !board.is_occupied(from)
                    } else {
                        board.is_occupied(*to)
                    }
            };
            let to = size.all().filter(free).find(wanted)?;
            Some(Entry::Move(Move { from, to }))
        })
    };
    pair(true).or_else(|| pair(false))
}

/// The squares that matter, as bits by row.
struct Watched {
    rows: [u32; 26],
}

impl Watched {
    fn of(game: &Automatafl, board: &Board, scope: Scope) -> Watched {
        if scope == Scope::Moving {
            return Watched {
                rows: [u32::MAX; 26],
            };
        }
        let mut watched = Watched { rows: [0; 26] };
        for &at in board.automata() {
            watched.add(board, at);
            let next = Sight::look(board, at).judge(game.options().tie).step(at);
            if next != at {
                watched.add(board, next);
            }
            if scope == Scope::Near {
                for (dx, dy) in WAYS {
                    let beside = beside(at, dx, dy);
                    if board.size().holds(beside) && !board.is_occupied(beside) {
                        watched.add(board, beside);
                    }
                }
            }
        }
        for corner in board.size().corners() {
            watched.rows[usize::from(corner.y)] |= 1 << corner.x;
        }
        watched
    }

    /// Adds the squares that an automaton at `at` sees, including the nearest pieces.
    fn add(&mut self, board: &Board, at: Square) {
        let sight = Sight::look(board, at);
        let reach = |seen: Seen| match seen {
            Seen::Attractor(far) | Seen::Repulsor(far) | Seen::Space(far) => far,
        };
        let [right, left] = sight.row.map(reach);
        let [up, down] = sight.column.map(reach);
        let span = (1u32 << (right + left + 1)) - 1;
        self.rows[usize::from(at.y)] |= span << (at.x - left);
        for y in at.y - down..=at.y + up {
            self.rows[usize::from(y)] |= 1 << at.x;
        }
    }

    fn holds(&self, at: Square) -> bool {
        self.rows[usize::from(at.y)] >> at.x & 1 == 1
    }
}

const WAYS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

fn beside(at: Square, dx: i8, dy: i8) -> Square {
    Square::new(at.x.wrapping_add_signed(dx), at.y.wrapping_add_signed(dy))
}
