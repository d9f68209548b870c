//! The rules a second time, in the plainest form, to compare with.

use combo::{Color, Position};
use proptest::prelude::*;

/// A board as rows of signed counts: Black's above 0, White's below.
#[derive(Clone, Debug, PartialEq)]
pub struct Plain {
    pub rows: Vec<Vec<i32>>,
    pub black_to_move: bool,
}

impl Plain {
    /// The record, without runs of empty squares.
    pub fn record(&self) -> String {
        let cell = |&cell: &i32| match cell {
            0 => "x".to_owned(),
            n if n > 0 => format!("b{n}"),
            n => format!("w{}", -n),
        };
        let row = |row: &Vec<i32>| row.iter().map(cell).collect::<Vec<_>>().join(",");
        let rows: Vec<String> = self.rows.iter().map(row).collect();
        let side = if self.black_to_move { "b" } else { "w" };
        format!("{} {side}", rows.join("/"))
    }

    /// The crate's position as a plain board.
    pub fn of(position: &Position) -> Plain {
        let mut rows = vec![vec![0; position.width().into()]; position.height().into()];
        for square in position.squares() {
            if let Some(piece) = position.at(square) {
                let count = i32::from(piece.count.get());
                rows[usize::from(square.y)][usize::from(square.x)] = match piece.color {
                    Color::Black => count,
                    Color::White => -count,
                };
            }
        }
        let black_to_move = position.to_move() == Color::Black;
        Plain {
            rows,
            black_to_move,
        }
    }

    /// All legal moves as text, in canonical order, each with the board after it.
    pub fn moves(&self) -> Vec<(String, Plain)> {
        let side = if self.black_to_move { 1 } else { -1 };
        let (height, width) = (self.rows.len() as i32, self.rows[0].len() as i32);
        let at = |x: i32, y: i32| self.rows[y as usize][x as usize] * side;
        let mut moves = Vec::new();
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
                if (dx, dy) == (0, 0) {
                    continue;
                }
                for count in 1..=at(x, y) {
                    for distance in 1..=count {
                        let (tx, ty) = (x + dx * distance, y + dy * distance);
                        if !(0..width).contains(&tx) || !(0..height).contains(&ty) {
                            break;
                        }
                        let target = at(tx, ty);
                        if target >= 0 || count >= 2 {
                            let mut after = self.clone();
                            after.rows[y as usize][x as usize] -= count * side;
                            after.rows[ty as usize][tx as usize] = (count + target.max(0)) * side;
                            after.black_to_move = !self.black_to_move;
                            let name =
                                |x: i32, y: i32| format!("{}{}", char::from(b'a' + x as u8), y + 1);
                            let text = format!("{}-{}={count}", name(x, y), name(tx, ty));
                            moves.push((text, after));
                        }
                        if target != 0 {
                            break;
                        }
                    }
                }
            }
        }
        moves.sort_by(|a, b| a.0.cmp(&b.0));
        moves
    }
}

/// Boards of all sizes, crowded and sparse, with single pieces and stacks.
pub fn boards() -> impl Strategy<Value = Plain> {
    let size = prop_oneof![
        4 => (1..=9usize, 1..=9usize),
        1 => (1..=26usize, 1..=26usize),
    ];
    (size, 1..=12u32, any::<bool>()).prop_flat_map(|((width, height), empty, black_to_move)| {
        let cell = prop_oneof![
            empty => Just(0),
            2 => Just(1),
            2 => Just(-1),
            1 => 2..=6i32,
            1 => -6..=-2i32,
        ];
        let row = prop::collection::vec(cell, width);
        prop::collection::vec(row, height).prop_map(move |rows| Plain {
            rows,
            black_to_move,
        })
    })
}
