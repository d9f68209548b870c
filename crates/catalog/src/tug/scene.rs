//! The board of Tug.

use game::Square;
use testkit::tug::{SQUARES, State, Tug};

use crate::entry::{Entry, Kind};
use crate::scene::{
    Arrows, Cell, Drawn, Edges, Ground, Look, Names, Panel, PieceKind, Region, RegionKind,
    RegionMark, Rows, Scene, Shape, Tone,
};

const SIGNS: &[(&str, &str)] = &[("O", "stone"), ("0 1", "a seat's end")];

static LOOK: Look = Look {
    name: "Tug",
    rows: Rows::Up,
    names: Names::Letters,
    edges: Edges::Closed,
    ground: Ground::Chequered,
    arrows: Arrows::Moves,
    pieces: &[PieceKind {
        name: "stone",
        shape: Shape::Star,
        tone: Tone::Amber,
        symbol: 'O',
        letter: 'O',
        sign: 'O',
        key: 'O',
        seat: None,
    }],
    seats: &[],
    panel: Panel::Counts,
    legend: "O stone, 0 and 1 the ends of the seats",
    signs: [SIGNS, SIGNS],
};

static END: RegionKind = RegionKind {
    name: "end",
    mark: RegionMark::Frame,
    letter: 'x',
    is_unique: false,
};

impl Drawn for Tug {
    const LOOK: &'static Look = &LOOK;
    const ENTRY: &'static Entry = &Entry {
        kind: Kind::Typed,
        example: "pull",
        notation: "pull or rest.",
        hints: [
            "Both sides choose at once, in secret: pull or rest.",
            "If only one side pulls, the stone goes its way, as far as the die says.",
            "You win when the stone is on your end of the board.",
        ],
    };

    fn scene(&self, state: &State) -> Scene {
        let end = |x, seat| {
            let seat = Some(seat);
            (Square::new(x, 0), Region { kind: &END, seat })
        };
        Scene::of(&LOOK, (SQUARES, 1), |at| {
            if at == state.square() {
                Cell::one(0)
            } else {
                Cell::Empty
            }
        })
        .with_regions([end(0, 0), end(SQUARES - 1, 1)])
    }
}
