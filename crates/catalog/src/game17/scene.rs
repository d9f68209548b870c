//! The board of Game 17.

use game17::{Game17, State};

use crate::entry::{Entry, Kind};
use crate::scene::{Arrows, Cell, Drawn, Edges, Ground, Look, Names, Panel, Rows, Scene};

const SIGNS: &[(&str, &str)] = &[("A4", "a player's, 4 pieces"), ("4", "a zombie's")];

static LOOK: Look = Look {
    name: "Game 17",
    rows: Rows::Down,
    names: Names::Numbers,
    edges: Edges::Linked,
    ground: Ground::Owned,
    arrows: Arrows::Orders,
    pieces: &[],
    seats: &[],
    panel: Panel::Territory,
    legend: "owner:pieces; * taken, or decided by a coin",
    signs: [SIGNS, SIGNS],
};

impl Drawn for Game17 {
    const LOOK: &'static Look = &LOOK;
    const ENTRY: &'static Entry = &Entry {
        kind: Kind::Orders { none: "-" },
        example: "3,4n2 3,4e1",
        notation: "3,4n2 3,4e1: row, column, way (n e s w), how many; orders with spaces between; - is none.",
        hints: [
            "Send pieces from your squares to their neighbours; edges are linked.",
            "A square belongs to whoever has more pieces there; a tie is up to a coin.",
            "Most squares after the last round win.",
        ],
    };

    fn scene(&self, state: &State) -> Scene {
        let board = state.board();
        let lands = board.owners().iter().zip(board.numbers());
        let cells = lands.map(|(&owner, &count)| Cell::Land { owner, count });
        let size = u16::from(board.size());
        Scene::new(&LOOK, board.size(), cells.collect()).with_owners(size * size)
    }

    fn round(&self, state: &State) -> Option<u32> {
        Some(state.round())
    }
}
