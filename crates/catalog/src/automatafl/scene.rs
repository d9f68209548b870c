//! The board of Automatafl.

use automatafl::automaton::{self, Judgement, Way};
use automatafl::geometry;
use automatafl::{Automatafl, Explanation, Piece, State};
use game::Say as _;

use crate::entry::{Entry, Kind};
use crate::scene::{
    Arrows, Axis, Cell, Decided, Drawn, Edges, Foresight, Ground, Look, Names, Panel, PieceKind,
    Region, RegionKind, RegionMark, Rows, Scene, Seen, Shape, Tone, corners,
};

const ATTRACTOR: u8 = 0;
const REPULSOR: u8 = 1;
const AUTOMATON: u8 = 2;

static LOOK: Look = Look {
    name: "Automatafl",
    rows: Rows::Up,
    names: Names::Letters,
    edges: Edges::Closed,
    ground: Ground::Chequered,
    arrows: Arrows::Moves,
    pieces: &[
        PieceKind {
            name: "attractor",
            shape: Shape::Plus,
            tone: Tone::Ivory,
            symbol: 'a',
            letter: 'a',
            sign: '+',
            key: '+',
            seat: None,
        },
        PieceKind {
            name: "repulsor",
            shape: Shape::Minus,
            tone: Tone::Slate,
            symbol: 'r',
            letter: 'r',
            sign: '-',
            key: '-',
            seat: None,
        },
        PieceKind {
            name: "automaton",
            shape: Shape::Star,
            tone: Tone::Amber,
            symbol: 'u',
            letter: '@',
            sign: '*',
            key: '@',
            seat: None,
        },
    ],
    seats: &[],
    panel: Panel::Foresight,
    legend: "a attractor, r repulsor, @ automaton, digits: goals of seats; [ ] moved here, ! ! conflict",
    signs: [
        &[
            ("a", "attractor"),
            ("r", "repulsor"),
            ("@", "automaton"),
            ("0-3", "corner of a seat"),
        ],
        &[
            ("+", "attractor"),
            ("-", "repulsor"),
            ("@", "automaton"),
            ("0-3", "corner of a seat"),
        ],
    ],
};

static GOAL: RegionKind = RegionKind {
    name: "corner",
    mark: RegionMark::Frame,
    letter: ' ',
    is_unique: false,
};

impl Drawn for Automatafl {
    const LOOK: &'static Look = &LOOK;
    const ENTRY: &'static Entry = &Entry {
        kind: Kind::Move { pass: Some("-") },
        example: "a1-a5",
        notation: "a1-a5: from, to. - is a pass, for who has no legal move.",
        hints: [
            "All choose in secret and at the same time; moves go along a row or a column.",
            "Nobody moves the automaton: it goes to attractors and away from repulsors.",
            "Whoever owns the corner that it steps into wins.",
        ],
    };

    fn scene(&self, state: &State) -> Scene {
        let board = state.board();
        let size = board.size();
        let goals = corners(size.width, size.height).into_iter();
        let goals = goals.zip(Automatafl::corners(self)).map(|(at, seat)| {
            let seat = Some(seat.0);
            (at, Region { kind: &GOAL, seat })
        });
        let mut scene = Scene::of(&LOOK, (size.width, size.height), |at| {
            board.piece(at).map_or(Cell::Empty, |piece| {
                Cell::one(match piece {
                    Piece::Attractor => ATTRACTOR,
                    Piece::Repulsor => REPULSOR,
                    Piece::Automaton => AUTOMATON,
                })
            })
        })
        .with_regions(goals);
        scene.set_marked(&state.marked());
        scene
    }

    fn decided(&self, state: &State) -> Decided {
        let automata = state.board().automata().iter();
        let mut home = automata.filter(|at| self.goal(**at).is_some());
        match (state.winner(), home.next()) {
            (Some(_), Some(at)) => Decided::On(*at),
            _ => Decided::Nowhere,
        }
    }

    fn foresee(&self, state: &State) -> Vec<Foresight> {
        let steps = Automatafl::foresee(self, state.board());
        steps.iter().map(foresight).collect()
    }
}

fn foresight(step: &Explanation) -> Foresight {
    Foresight {
        from: step.from,
        to: step.to,
        axes: [
            axis(step.sight.column, step.verdict.on(geometry::Axis::Column)),
            axis(step.sight.row, step.verdict.on(geometry::Axis::Row)),
        ],
        words: step.message(),
    }
}

fn axis(seen: [automaton::Seen; 2], judgement: Judgement) -> Axis {
    let way = |way| match way {
        Way::Up => 0,
        Way::Down => 1,
    };
    Axis {
        seen: seen.map(|seen| match seen {
            automaton::Seen::Attractor(distance) => Seen {
                what: LOOK.pieces[usize::from(ATTRACTOR)].name,
                distance,
            },
            automaton::Seen::Repulsor(distance) => Seen {
                what: LOOK.pieces[usize::from(REPULSOR)].name,
                distance,
            },
            automaton::Seen::Space(distance) => Seen {
                what: "edge",
                distance,
            },
        }),
        offer: judgement.offer().map(way).zip(judgement.rule()),
    }
}
