//! The board of Brandub.

use game::{Game, Seat, Square, Step};
use tafl::{Brandub, Move, Piece, State};

use crate::entry::{Entry, Kind};
use crate::scene::{
    Arrows, Cell, Decided, Drawn, Edges, Ground, Look, Names, Panel, PieceKind, Region, RegionKind,
    RegionMark, Rows, Scene, Shape, Tone, corners,
};

const SIZE: u8 = 7;

const fn piece(name: &'static str, shape: Shape, tone: Tone, letter: char, seat: u16) -> PieceKind {
    PieceKind {
        name,
        shape,
        tone,
        symbol: letter,
        letter,
        sign: letter,
        key: letter,
        seat: Some(seat),
    }
}

const ATTACKER: u8 = 0;
const DEFENDER: u8 = 1;
const KING: u8 = 2;

const SIGNS: &[(&str, &str)] = &[
    ("t", "attacker"),
    ("T", "defender"),
    ("K", "king"),
    ("x", "corner"),
    ("+", "throne"),
];

static LOOK: Look = Look {
    name: "Brandub",
    rows: Rows::Up,
    names: Names::Letters,
    edges: Edges::Closed,
    ground: Ground::Chequered,
    arrows: Arrows::Moves,
    pieces: &[
        piece("attacker", Shape::Cross, Tone::Crimson, 't', 0),
        piece("defender", Shape::Ring, Tone::Bone, 'T', 1),
        piece("king", Shape::Crown, Tone::Royal, 'K', 1),
    ],
    seats: &[0x7a2416, 0xf6ecd6],
    panel: Panel::Counts,
    legend: "t attacker, T defender, K king, + throne, x corner; [ ] moved here, ( ) captured",
    signs: [SIGNS, SIGNS],
};

static CORNER: RegionKind = RegionKind {
    name: "corner",
    mark: RegionMark::Ring,
    letter: 'x',
    is_unique: false,
};
static THRONE: RegionKind = RegionKind {
    name: "throne",
    mark: RegionMark::Box,
    letter: '+',
    is_unique: true,
};

impl Drawn for Brandub {
    const LOOK: &'static Look = &LOOK;
    const ENTRY: &'static Entry = &Entry {
        kind: Kind::Move { pass: None },
        example: "d1-c1",
        notation: "d1-c1: from, to.",
        hints: [
            "Pieces move any distance in a row or a column; the attackers begin.",
            "A piece between two enemies is captured; so is the king away from his throne.",
            "The king wins on a corner, the attackers when they capture him.",
        ],
    };

    fn scene(&self, state: &State) -> Scene {
        let position = state.position();
        let region = |at, kind| (at, Region { kind, seat: None });
        let throne = region(Square::new(SIZE / 2, SIZE / 2), &THRONE);
        let corners = corners(SIZE, SIZE).map(|at| region(at, &CORNER));
        Scene::of(&LOOK, (SIZE, SIZE), |at| {
            let piece = position.piece(at);
            piece.map_or(Cell::Empty, |piece| {
                Cell::one(match piece {
                    Piece::Attacker => ATTACKER,
                    Piece::Defender => DEFENDER,
                    Piece::King => KING,
                })
            })
        })
        .with_regions(corners.into_iter().chain([throne]))
    }

    fn captures(&self, state: &State, seat: Seat, action: &Move) -> bool {
        self.report(state, Step::Act(&[(seat, *action)])).captures()
    }

    fn decided(&self, state: &State) -> Decided {
        match self.pending(state).ending() {
            Some(_) => Decided::ByLastMove,
            None => Decided::Nowhere,
        }
    }
}
