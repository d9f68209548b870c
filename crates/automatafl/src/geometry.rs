//! The shape of the board: its axes and lines. A third dimension would change only this
//! module and [`Board`](crate::Board).

use game::Square;

/// The most squares along a side.
pub const MOST: u8 = 26;

pub(crate) const LINES: usize = MOST as usize;

/// A direction in which lines run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// Along a row: x changes.
    Row,
    /// Along a column: y changes. The column rule prefers this axis.
    Column,
}

impl Axis {
    /// All axes; the column rule prefers later ones.
    pub const ALL: [Axis; 2] = [Axis::Row, Axis::Column];

    /// Its name: `row` or `column`.
    pub const fn name(self) -> &'static str {
        match self {
            Axis::Row => "row",
            Axis::Column => "column",
        }
    }

    /// The number of the line through `at`, and the index of `at` on it.
    #[inline]
    pub(crate) const fn line(self, at: Square) -> (usize, u32) {
        match self {
            Axis::Row => (at.y as usize, at.x as u32),
            Axis::Column => (at.x as usize, at.y as u32),
        }
    }

    /// The square at an index of the line through `at`.
    #[inline]
    pub(crate) const fn on_line(self, at: Square, place: u32) -> Square {
        match self {
            Axis::Row => Square::new(place as u8, at.y),
            Axis::Column => Square::new(at.x, place as u8),
        }
    }

    /// The axis along which two different squares lie, if they share a line.
    #[inline]
    pub(crate) const fn between(from: Square, to: Square) -> Option<Axis> {
        if from.y == to.y && from.x != to.x {
            Some(Axis::Row)
        } else if from.x == to.x && from.y != to.y {
            Some(Axis::Column)
        } else {
            None
        }
    }
}

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Squares along x.
    pub width: u8,
    /// Squares along y.
    pub height: u8,
}

impl Size {
    /// Whether `at` is on the board.
    #[inline]
    pub const fn holds(self, at: Square) -> bool {
        at.x < self.width && at.y < self.height
    }

    /// The number of squares.
    pub const fn squares(self) -> u32 {
        self.width as u32 * self.height as u32
    }

    /// The squares, row by row.
    pub fn all(self) -> impl Iterator<Item = Square> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Square::new(x, y)))
    }

    /// The corners: (0, 0), (max, 0), (max, max), (0, max).
    pub const fn corners(self) -> [Square; 4] {
        let (x, y) = (self.width - 1, self.height - 1);
        [
            Square::new(0, 0),
            Square::new(x, 0),
            Square::new(x, y),
            Square::new(0, y),
        ]
    }

    /// The index of the corner `at`, if it is one.
    #[inline]
    pub fn corner(self, at: Square) -> Option<usize> {
        if !self.holds(at) {
            return None;
        }
        let (left, bottom) = (at.x == 0, at.y == 0);
        let (right, top) = (at.x + 1 == self.width, at.y + 1 == self.height);
        if !(left || right) || !(bottom || top) {
            return None;
        }
        Some(match (left, bottom) {
            (true, true) => 0,
            (false, true) => 1,
            (false, false) => 2,
            (true, false) => 3,
        })
    }

    /// The number of squares in a line along this axis.
    #[inline]
    pub(crate) const fn along(self, axis: Axis) -> u32 {
        match axis {
            Axis::Row => self.width as u32,
            Axis::Column => self.height as u32,
        }
    }

    /// The number of lines along this axis.
    pub(crate) const fn lines(self, axis: Axis) -> usize {
        match axis {
            Axis::Row => self.height as usize,
            Axis::Column => self.width as usize,
        }
    }

    /// The number of other squares that share a line with a square.
    pub(crate) const fn others(self) -> u32 {
        self.width as u32 + self.height as u32 - 2
    }

    /// One of these other squares; `which` is below their number.
    #[inline]
    pub(crate) const fn other(self, at: Square, which: u32) -> Square {
        // This avoids a branch, because the direction is as random as the number
        // itself.
        let in_row = self.width as u32 - 1;
        let across = which < in_row;
        let along = if across { which } else { which - in_row };
        let own = if across { at.x } else { at.y };
        let place = along as u8 + (along >= own as u32) as u8;
        Square::new(
            if across { place } else { at.x },
            if across { at.y } else { place },
        )
    }
}
