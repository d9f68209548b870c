//! The names of squares.

use catalog::Scene;
use catalog::scene::{Look, Names, Shape};
use game::Square;
use picture::Cell;

/// A square in words, for people who cannot see it: its name, its kind and its piece.
pub fn describe(scene: &Scene, square: Square) -> String {
    if !scene.holds(square) {
        return "off the board".to_owned();
    }
    let name = match scene.look().names {
        Names::Numbers => format!("row {} column {}", square.y, square.x),
        Names::Letters => square.to_string(),
    };
    let mut words = match scene.region(square) {
        None => name,
        Some(region) => match (region.kind.name, region.seat) {
            (what, Some(seat)) => format!("{name}, {what} of seat {seat}"),
            (what, None) if region.kind.is_unique => what.to_owned(),
            (what, None) => format!("{name}, {what}"),
        },
    };
    words.push_str(", ");
    words.push_str(&standing(scene.look(), scene.at(square)));
    if scene.marked().contains(&square) {
        words.push_str(", marked");
    }
    words
}

/// The piece or pieces of a cell.
pub(crate) fn standing(look: &Look, cell: Cell) -> String {
    match (look.piece(cell), cell) {
        (Some((kind, count)), _) if kind.shape == Shape::Stack => {
            format!("{} of {count}", kind.name)
        }
        (Some((kind, _)), _) => kind.name.to_owned(),
        (None, Cell::Land { owner, count: 0 }) => format!("seat {owner}, no pieces"),
        (None, Cell::Land { owner, count }) => format!("seat {owner}, {}", pieces(count)),
        (None, _) => "empty".to_owned(),
    }
}

/// `1 piece`, `2 pieces`.
pub(crate) fn pieces(count: u32) -> String {
    match count {
        1 => "1 piece".to_owned(),
        n => format!("{n} pieces"),
    }
}
