//! The board of Combo.

use combo::{Color, Combo, State};

use crate::entry::{Entry, Kind};
use crate::scene::{
    Arrows, Cell, Drawn, Edges, Ground, Look, Names, Panel, PieceKind, Rows, Scene, Shape, Tone,
};

const fn stack(name: &'static str, tone: Tone, letter: char, seat: u16) -> PieceKind {
    PieceKind {
        name,
        shape: Shape::Stack,
        tone,
        symbol: letter,
        letter,
        sign: letter,
        key: letter,
        seat: Some(seat),
    }
}

const WHITE: u8 = 0;
const BLACK: u8 = 1;

static LOOK: Look = Look {
    name: "Combo",
    rows: Rows::Down,
    names: Names::Letters,
    edges: Edges::Closed,
    ground: Ground::Chequered,
    arrows: Arrows::Moves,
    pieces: &[
        stack("white stack", Tone::White, 'w', 1),
        stack("black stack", Tone::Black, 'b', 0),
    ],
    seats: &[0x3c4252, 0xf6ecd6],
    panel: Panel::Balance,
    legend: "w White, b Black, with the count; [ ] moved here",
    signs: [
        &[("w2", "two of White"), ("b2", "two of Black")],
        &[("w", "White"), ("b", "Black"), ("2", "how many")],
    ],
};

impl Drawn for Combo {
    const LOOK: &'static Look = &LOOK;
    const ENTRY: &'static Entry = &Entry {
        kind: Kind::Stack,
        example: "d7-d5=2",
        notation: "a7-a6: from, to; a7-a5=2 sends two of the stack.",
        hints: [
            "So many pieces of a stack as go, so far they may: in a line, over nothing.",
            "Two or more capture what they land on; friends are joined.",
            "Who has no move left loses.",
        ],
    };

    fn scene(&self, state: &State) -> Scene {
        let position = state.position();
        let size = (position.width(), position.height());
        Scene::of(&LOOK, size, |at| {
            position.at(at).map_or(Cell::Empty, |piece| Cell::Piece {
                kind: match piece.color {
                    Color::White => WHITE,
                    Color::Black => BLACK,
                },
                count: piece.count.get().into(),
            })
        })
    }
}
