//! The names of squares.

use catalog::Scene;
use catalog::scene::{Look, Names, Shape};
use game::{Message, Square, message};
use picture::Cell;

/// A square in words, for people who cannot see it: its name, its kind and its piece.
pub fn describe(scene: &Scene, square: Square) -> Message {
    if !scene.holds(square) {
        return message!("entry.off-board");
    }
    let name = match scene.look().names {
        Names::Numbers => message!("entry.row-column", row = square.y, col = square.x),
        Names::Letters => Message::plain(square.to_string()),
    };
    let mut parts = match scene.region(square) {
        None => vec![name],
        Some(region) => match (region.kind.name, region.seat) {
            (region, Some(seat)) => vec![name, message!("entry.region-of", region, seat)],
            (what, None) if region.kind.is_unique => vec![message!("entry.region", region = what)],
            (region, None) => vec![name, message!("entry.region", region)],
        },
    };
    parts.push(standing(scene.look(), scene.at(square)));
    if scene.marked().contains(&square) {
        parts.push(message!("entry.marked"));
    }
    Message::commas(parts)
}

/// The piece or pieces of a cell.
fn standing(look: &Look, cell: Cell) -> Message {
    match (look.piece(cell), cell) {
        (Some((kind, count)), _) if kind.shape == Shape::Stack => {
            message!("entry.stack", piece = word(kind.name), count)
        }
        (Some((kind, _)), _) => message!("entry.piece", piece = word(kind.name)),
        (None, Cell::Land { owner, count }) => {
            let pieces = match count {
                0 => message!("entry.no-pieces-there"),
                count => message!("entry.pieces", count),
            };
            Message::commas([message!("entry.seat", seat = owner), pieces])
        }
        (None, _) => message!("entry.empty"),
    }
}

/// Why a piece or stack that cannot move cannot be chosen.
pub(crate) fn stuck(scene: &Scene, at: Square) -> Message {
    match scene.look().piece(scene.at(at)) {
        Some((kind, count)) if kind.shape == Shape::Stack => {
            message!("entry.stuck-stack", piece = word(kind.name), count, at)
        }
        piece => {
            let piece = piece.map_or("", |(kind, _)| kind.name);
            message!("entry.stuck", piece = word(piece), at)
        }
    }
}

/// A name as a word that a text can depend on.
fn word(name: &str) -> String {
    name.replace(' ', "-")
}
