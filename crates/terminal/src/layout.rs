//! The layout of the screen.

use catalog::Scene;
use ratatui::layout::Rect;

use crate::board::Grid;

/// The parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The first line.
    pub title: Rect,
    /// The board.
    pub grid: Grid,
    /// Players, explanations and moves: beside the board or below it.
    pub side: Rect,
    /// The meaning of the signs.
    pub legend: Rect,
    /// The next thing to do, and the last refusal.
    pub prompt: Rect,
    /// The keys, or the line being typed.
    pub keys: Rect,
}

/// The smallest window that would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needed {
    /// How many columns.
    pub width: u16,
    /// How many rows.
    pub height: u16,
}

/// The columns beside the board: wanted, and needed at least.
const SIDE: u16 = 30;
const NARROW: u16 = 17;
/// The rows above the board for the title, and below it for the legend, the
/// prompt and the keys.
const ABOVE: u16 = 1;
const LEGEND: u16 = 2;
const PROMPT: u16 = 2;
const BELOW: u16 = LEGEND + PROMPT + 1;
/// The fewest rows below a board that are worth using, if nothing is beside it.
const LOWEST: u16 = 4;

impl Layout {
    /// The layout for this window, or the size it would need.
    pub fn of(window: Rect, board: &Scene) -> Result<Layout, Needed> {
        let (wide, high) = Grid::size(board, 1);
        // Texts need some room too.
        let needed = Needed {
            width: wide.max(40),
            height: high + ABOVE + BELOW,
        };
        if window.width < needed.width || window.height < needed.height {
            return Err(needed);
        }
        let row = |from_bottom: u16, rows: u16| {
            Rect::new(window.x, window.bottom() - from_bottom, window.width, rows)
        };
        let title = Rect::new(window.x, window.y, window.width, 1);
        // A margin, if there is room for one.
        let air = |room: u16, need: u16| u16::from(room > need);
        let above = ABOVE + air(window.height, needed.height);
        let left = air(window.width, needed.width);
        let middle = Rect::new(
            window.x + left,
            window.y + above,
            window.width - left,
            window.height - above - BELOW,
        );
        let beside = |side: u16| Rect {
            width: middle.width.saturating_sub(side + 2),
            ..middle
        };
        // The part beside the board matters more than a larger board.
        let large = Grid::large(board, beside(SIDE));
        let grid = large.or_else(|| Grid::small(board, beside(NARROW)));
        let (grid, side) = match grid {
            Some(grid) => {
                let left = grid.area.right() + 2;
                let side = Rect {
                    x: left,
                    width: window.right() - left,
                    ..middle
                };
                (grid, side)
            }
            None => {
                let grid = Grid::fit(board, middle).ok_or(needed)?;
                let top = grid.area.bottom();
                let rows = middle.bottom().saturating_sub(top);
                let side = Rect {
                    y: top,
                    height: if rows >= LOWEST { rows } else { 0 },
                    ..middle
                };
                (grid, side)
            }
        };
        Ok(Layout {
            title,
            grid,
            side,
            legend: row(BELOW, LEGEND),
            prompt: row(PROMPT + 1, PROMPT),
            keys: row(1, 1),
        })
    }
}
