//! What squares are called.

use catalog::typed::Game17;
use catalog::{AnyGame, Codec};
use game::Square;
use picture::board::{Look, Place};
use picture::{Board, Cell};

use crate::holds;

/// The name of a square as the game's notation has it: `d4`, or `3,4` for row
/// and column in Game 17.
pub fn square_name(game: &dyn AnyGame, square: Square) -> String {
    match game.info().id {
        <Game17 as Codec>::ID => numbered(square),
        _ => square.to_string(),
    }
}

pub(crate) fn numbered(square: Square) -> String {
    format!("{},{}", square.y, square.x)
}

/// A square in words, for who cannot see it: its name, what it is, what stands
/// on it.
pub fn describe(board: &Board, square: Square) -> String {
    if !holds(board, square) {
        return "off the board".to_owned();
    }
    let name = match board.look() {
        Look::Game17 => format!("row {} column {}", square.y, square.x),
        _ => square.to_string(),
    };
    let mut words = match board.place(square) {
        None => name,
        Some(Place::Goal(seat)) => format!("{name}, corner of seat {seat}"),
        Some(Place::Corner) => format!("{name}, corner"),
        // There is only one.
        Some(Place::Throne) => "throne".to_owned(),
    };
    words.push_str(", ");
    words.push_str(&standing(board.at(square)));
    if board.marked().contains(&square) {
        words.push_str(", marked");
    }
    words
}

/// What stands there.
pub(crate) fn standing(cell: Cell) -> String {
    match cell {
        Cell::Empty => "empty".to_owned(),
        Cell::Attractor => "attractor".to_owned(),
        Cell::Repulsor => "repulsor".to_owned(),
        Cell::Automaton => "automaton".to_owned(),
        Cell::Attacker => "attacker".to_owned(),
        Cell::Defender => "defender".to_owned(),
        Cell::King => "king".to_owned(),
        Cell::White(count) => format!("white stack of {count}"),
        Cell::Black(count) => format!("black stack of {count}"),
        Cell::Land { owner, count: 0 } => format!("seat {owner}, no pieces"),
        Cell::Land { owner, count } => format!("seat {owner}, {}", pieces(count)),
    }
}

/// `1 piece`, `2 pieces`.
pub(crate) fn pieces(count: u32) -> String {
    match count {
        1 => "1 piece".to_owned(),
        n => format!("{n} pieces"),
    }
}
