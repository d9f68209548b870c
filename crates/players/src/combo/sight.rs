//! What stacks see along rows, columns and diagonals.

use combo::{Piece, Position};
use game::Square;

const DIRECTIONS: [(i8, i8); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

/// The first piece that `reach` squares lead to in each direction: its square, its
/// distance, and the stack.
#[inline]
pub(super) fn first_met(
    position: &Position,
    from: Square,
    reach: u16,
) -> impl Iterator<Item = (Square, u16, Piece)> {
    DIRECTIONS.into_iter().filter_map(move |direction| {
        let (met, _) = look(position, from, direction, reach);
        met
    })
}

/// Looks in all directions: calls `met` for the first piece in each and returns the
/// number of free squares before them.
#[inline]
pub(super) fn look_around(
    position: &Position,
    from: Square,
    reach: u16,
    mut met: impl FnMut(Square, u16),
) -> i32 {
    let mut free = 0;
    for direction in DIRECTIONS {
        let (first, before) = look(position, from, direction, reach);
        free += i32::from(before);
        if let Some((at, distance, _)) = first {
            met(at, distance);
        }
    }
    free
}

#[inline]
fn look(
    position: &Position,
    from: Square,
    (dx, dy): (i8, i8),
    reach: u16,
) -> (Option<(Square, u16, Piece)>, u16) {
    let mut at = from;
    for distance in 1..=reach {
        // Values below 0 wrap around to far beyond the board.
        at = Square::new(at.x.wrapping_add_signed(dx), at.y.wrapping_add_signed(dy));
        if at.x >= position.width() || at.y >= position.height() {
            return (None, distance - 1);
        }
        if let Some(piece) = position.at(at) {
            return (Some((at, distance, piece)), distance - 1);
        }
    }
    (None, reach)
}
