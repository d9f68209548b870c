//! What there is to see of a game, in the words of drawing and not of its rules.
//!
//! A game says once how its board [looks](Look) and makes a [`Scene`] of each state.
//! Pictures, texts, terminals and pages draw scenes, so they know no game.

use game::{Message, Square};
use thiserror::Error;

use crate::codec::Codec;
use crate::entry::Entry;

/// A game that can be drawn and played on a board.
pub trait Drawn: Codec {
    /// What all its boards have in common.
    const LOOK: &'static Look;
    /// How you enter a move.
    const ENTRY: &'static Entry;

    /// What there is to see of a state.
    fn scene(&self, state: &Self::State) -> Scene;

    /// Whether an action that may be entered takes something off the board.
    fn captures(&self, state: &Self::State, seat: game::Seat, action: &Self::Action) -> bool {
        let _ = (state, seat, action);
        false
    }

    /// The current round, from 0, in games with rounds of many turns.
    fn round(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }

    /// Where on the board the game was decided.
    fn decided(&self, state: &Self::State) -> Decided {
        let _ = state;
        Decided::Nowhere
    }

    /// What pieces that move by themselves would do, as things stand.
    fn foresee(&self, state: &Self::State) -> Vec<Foresight> {
        let _ = state;
        Vec::new()
    }
}

/// What all boards of a game have in common.
#[derive(Debug)]
pub struct Look {
    /// The name of the game.
    pub name: &'static str,
    /// Where row 1 is.
    pub rows: Rows,
    /// The names of rows and columns.
    pub names: Names,
    /// What lies beyond the edge.
    pub edges: Edges,
    /// How squares are painted.
    pub ground: Ground,
    /// How moves are drawn.
    pub arrows: Arrows,
    /// The kinds of pieces. [`Cell::Piece`] counts them from 0.
    pub pieces: &'static [PieceKind],
    /// The colours that stand for the seats, as `0xrrggbb`. Empty: the usual ones.
    pub seats: &'static [u32],
    /// What is told beside the board.
    pub panel: Panel,
    /// What the signs of a plain text mean, in one line.
    pub legend: &'static str,
    /// What the signs on a screen of letters mean: without colours, and with.
    pub signs: [&'static [(&'static str, &'static str)]; 2],
}

/// Looks are compared by name: each game has one.
impl PartialEq for Look {
    fn eq(&self, other: &Look) -> bool {
        self.name == other.name
    }
}

impl Eq for Look {}

/// Where row 1 is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// At the bottom.
    Up,
    /// At the top.
    Down,
}

/// The names of rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// Letters below the columns, rows from 1.
    Letters,
    /// Numbers from 0, also above the columns. A square is its row and column.
    Numbers,
}

/// What lies beyond the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// Nothing.
    Closed,
    /// The opposite edge.
    Linked,
}

/// How squares are painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// In two colours, with pieces that slide over them.
    Chequered,
    /// In the colour of the owner, the stronger the more pieces are there.
    Owned,
}

/// How moves are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrows {
    /// In the colour of the seat, up to where the piece is now.
    Moves,
    /// In ink, short enough to leave the numbers at both ends readable.
    Orders,
}

/// What is told beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// What pieces that move by themselves see, and what they would do.
    Foresight,
    /// How many pieces each side has.
    Counts,
    /// How the pieces on the board are divided between two sides.
    Balance,
    /// How many squares each owner has, now and over time.
    Territory,
}

/// A kind of piece.
#[derive(Debug)]
pub struct PieceKind {
    /// What it is called.
    pub name: &'static str,
    /// How it is drawn.
    pub shape: Shape,
    /// In which colours.
    pub tone: Tone,
    /// Its letter in pictures, where it is used by name.
    pub symbol: char,
    /// Its letter in plain text.
    pub letter: char,
    /// Its sign in coloured text.
    pub sign: char,
    /// Its sign on a screen in colour.
    pub key: char,
    /// The seat that moves it, if only one may.
    pub seat: Option<u16>,
}

/// The shape of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A disc with a plus.
    Plus,
    /// A block with a minus.
    Minus,
    /// A star that glows.
    Star,
    /// A disc with a cross.
    Cross,
    /// A disc with a ring.
    Ring,
    /// A large disc with a crown.
    Crown,
    /// As many discs as there are pieces, with their number.
    Stack,
}

/// The colours of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Light, with a warm shade.
    Ivory,
    /// Light, with a cool shade.
    Bone,
    /// Light with gold.
    Royal,
    /// Dark blue.
    Slate,
    /// Amber.
    Amber,
    /// Dark red.
    Crimson,
    /// White discs.
    White,
    /// Black discs.
    Black,
}

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A piece, or a stack of several.
    Piece {
        /// Its place in [`Look::pieces`].
        kind: u8,
        /// How many.
        count: u32,
    },
    /// A square that belongs to an owner, and the pieces on it.
    Land {
        /// The owner.
        owner: u16,
        /// How many pieces.
        count: u32,
    },
}

impl Cell {
    /// One piece of a kind.
    pub const fn one(kind: u8) -> Cell {
        Cell::Piece { kind, count: 1 }
    }
}

/// A square that means something even when it is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// What it is.
    pub kind: &'static RegionKind,
    /// The seat that it belongs to.
    pub seat: Option<u16>,
}

/// A kind of region.
#[derive(Debug, PartialEq, Eq)]
pub struct RegionKind {
    /// What it is called.
    pub name: &'static str,
    /// How it is drawn.
    pub mark: RegionMark,
    /// Its letter on an empty square, unless it has the number of a seat.
    pub letter: char,
    /// Whether a board has only one, which then needs no other name.
    pub is_unique: bool,
}

/// How a region is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionMark {
    /// A frame in the colour of its seat, with the seat's number.
    Frame,
    /// A crossed square with a ring.
    Ring,
    /// A crossed square with a smaller one.
    Box,
}

/// Where on the board a game was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// Nowhere in particular, or not at all.
    Nowhere,
    /// Where the last move went.
    ByLastMove,
    /// On this square.
    On(Square),
}

/// What a piece that moves by itself sees, and what it would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foresight {
    /// Where it stands.
    pub from: Square,
    /// Where it would go; the same square if it would stay.
    pub to: Square,
    /// Its lines of sight: the column, then the row.
    pub axes: [Axis; 2],
    /// Why it would go there.
    pub words: Message,
}

/// What is seen along a line, both ways: up, then down; right, then left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What ends the line of sight.
    pub seen: [Seen; 2],
    /// The way that the line offers, with the number of the rule that says so.
    pub offer: Option<(usize, u8)>,
}

/// The end of a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The name of the piece there, or `edge`.
    pub what: &'static str,
    /// How far away it is.
    pub distance: u8,
}

impl Foresight {
    /// The four lines of sight that have a length, from the piece to their ends.
    pub fn lines(&self) -> impl Iterator<Item = (Square, Square)> + use<> {
        const WAYS: [[(i8, i8); 2]; 2] = [[(0, 1), (0, -1)], [(1, 0), (-1, 0)]];
        let from = self.from;
        let seen = self.axes.map(|axis| axis.seen);
        let ends = [(1, 0), (1, 1), (0, 0), (0, 1)].into_iter();
        ends.map(move |(axis, way): (usize, usize)| {
            let (dx, dy) = WAYS[axis][way];
            let far = seen[axis][way].distance as i8;
            let x = from.x.wrapping_add_signed(dx * far);
            (from, Square::new(x, from.y.wrapping_add_signed(dy * far)))
        })
        .filter(|(from, to)| from != to)
    }
}

/// What there is to see of a state. Squares are counted row by row from the square
/// `a1`, or `0,0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    look: &'static Look,
    width: u8,
    height: u8,
    cells: Vec<Cell>,
    regions: Vec<(Square, Region)>,
    marked: Vec<Square>,
    owners: u16,
}

/// Lists that make no board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "a board of owners has as many numbers as owners, in rows of one length: \
     not {owners} owners and {numbers} numbers in rows of {width}"
)]
pub struct SceneError {
    width: usize,
    owners: usize,
    numbers: usize,
}

/// The most squares on a side. Recorded boards may be larger than the rules allow.
const MOST_SIZE: usize = 255;

impl Scene {
    /// A board from its cells, row by row.
    pub fn new(look: &'static Look, width: u8, cells: Vec<Cell>) -> Scene {
        Scene {
            look,
            width,
            height: (cells.len() / usize::from(width)) as u8,
            cells,
            regions: Vec::new(),
            marked: Vec::new(),
            owners: 0,
        }
    }

    /// A board from what is on each square.
    pub fn of(
        look: &'static Look,
        (width, height): (u8, u8),
        cell: impl FnMut(Square) -> Cell,
    ) -> Scene {
        Scene::new(look, width, squares(width, height).map(cell).collect())
    }

    /// A board of owned squares from its owners and numbers, row by row.
    pub fn land(
        look: &'static Look,
        width: usize,
        owners: &[u16],
        numbers: &[u32],
    ) -> Result<Scene, SceneError> {
        let fits = (1..=MOST_SIZE).contains(&width)
            && owners.len() == numbers.len()
            && !owners.is_empty()
            && owners.len().is_multiple_of(width)
            && owners.len() / width <= MOST_SIZE;
        if !fits {
            return Err(SceneError {
                width,
                owners: owners.len(),
                numbers: numbers.len(),
            });
        }
        let lands = owners.iter().zip(numbers);
        let cells = lands.map(|(&owner, &count)| Cell::Land { owner, count });
        let highest = owners.iter().copied().max().unwrap_or(0);
        let highest = highest.max((owners.len() - 1) as u16);
        Ok(Scene::new(look, width as u8, cells.collect()).with_owners(highest.saturating_add(1)))
    }

    /// The same with this many owners.
    #[must_use]
    pub fn with_owners(self, owners: u16) -> Scene {
        Scene { owners, ..self }
    }

    /// The same with these regions.
    #[must_use]
    pub fn with_regions(mut self, regions: impl IntoIterator<Item = (Square, Region)>) -> Scene {
        self.regions = regions.into_iter().collect();
        self
    }

    /// What all boards of the game have in common.
    pub fn look(&self) -> &'static Look {
        self.look
    }

    /// How many squares are in a row.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// How many rows there are.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// All squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        squares(self.width, self.height)
    }

    /// Whether there is such a square.
    pub fn holds(&self, square: Square) -> bool {
        square.x < self.width && square.y < self.height
    }

    /// All cells in the order of [`squares`](Self::squares).
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What is on a square. Outside the board there is nothing.
    pub fn at(&self, square: Square) -> Cell {
        if square.x >= self.width {
            return Cell::Empty;
        }
        let cell = self.cells.get(self.index(square));
        cell.copied().unwrap_or(Cell::Empty)
    }

    /// The piece on a square, and how many there are.
    pub fn piece(&self, square: Square) -> Option<(&'static PieceKind, u32)> {
        self.look.piece(self.at(square))
    }

    /// Squares that mean something even when they are empty.
    pub fn regions(&self) -> &[(Square, Region)] {
        &self.regions
    }

    /// What a square means.
    pub fn region(&self, square: Square) -> Option<Region> {
        let found = self.regions.iter().find(|(at, _)| *at == square);
        found.map(|(_, region)| *region)
    }

    /// Squares that are closed for now, because of a conflict.
    pub fn marked(&self) -> &[Square] {
        &self.marked
    }

    /// Closes these squares and no others.
    pub fn set_marked(&mut self, marked: &[Square]) {
        marked.clone_into(&mut self.marked);
    }

    /// Changes a cell by its number.
    pub fn set(&mut self, index: usize, cell: Cell) {
        if let Some(old) = self.cells.get_mut(index) {
            *old = cell;
        }
    }

    /// How many owners there can be, if squares have owners.
    pub fn owners(&self) -> u16 {
        self.owners
    }

    /// Whether row 1 is drawn at the bottom.
    pub fn is_upwards(&self) -> bool {
        self.look.rows == Rows::Up
    }

    /// The row of a square as it is drawn, from the top. Converting twice gives the
    /// same row.
    pub fn drawn_row(&self, y: u8) -> u8 {
        match self.look.rows {
            Rows::Up => self.height.saturating_sub(1).saturating_sub(y),
            Rows::Down => y,
        }
    }

    /// The square that many steps away. Where edges are linked the way goes on at
    /// the other side, elsewhere it ends.
    pub fn step(&self, from: Square, dx: i16, dy: i16) -> Square {
        let step = |n: u8, by: i16, most: u8| {
            let (next, most) = (i16::from(n) + by, i16::from(most));
            match self.look.edges {
                Edges::Linked => next.rem_euclid(most) as u8,
                Edges::Closed => next.clamp(0, most - 1) as u8,
            }
        };
        Square::new(step(from.x, dx, self.width), step(from.y, dy, self.height))
    }

    /// The pieces and squares of each owner: the owner, the squares, the pieces; the
    /// most squares first.
    pub fn holdings(&self) -> Vec<(u16, u32, u64)> {
        let mut owners: Vec<(u16, u32, u64)> = Vec::new();
        for cell in &self.cells {
            let Cell::Land { owner, count } = cell else {
                continue;
            };
            match owners.iter_mut().find(|(known, ..)| known == owner) {
                Some((_, squares, pieces)) => {
                    *squares += 1;
                    *pieces += u64::from(*count);
                }
                None => owners.push((*owner, 1, u64::from(*count))),
            }
        }
        owners.sort_by_key(|&(owner, squares, _)| (std::cmp::Reverse(squares), owner));
        owners
    }

    /// How many pieces a seat has.
    pub fn pieces_of(&self, seat: u16) -> u32 {
        let pieces = self.cells.iter().filter_map(|cell| self.look.piece(*cell));
        let own = pieces.filter(|(kind, _)| kind.seat == Some(seat));
        own.map(|(_, count)| count).sum()
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.y) * usize::from(self.width) + usize::from(square.x)
    }
}

impl Look {
    /// The piece of a cell, and how many there are.
    pub fn piece(&self, cell: Cell) -> Option<(&'static PieceKind, u32)> {
        match cell {
            Cell::Piece { kind, count } => Some((self.pieces.get(usize::from(kind))?, count)),
            Cell::Empty | Cell::Land { .. } => None,
        }
    }

    /// Whether squares belong to owners.
    pub fn is_owned(&self) -> bool {
        self.ground == Ground::Owned
    }

    /// Whether pieces stand on each other.
    pub fn has_stacks(&self) -> bool {
        self.pieces.iter().any(|kind| kind.shape == Shape::Stack)
    }

    /// Whether all may move all pieces.
    pub fn is_shared(&self) -> bool {
        !self.is_owned() && self.pieces.iter().all(|kind| kind.seat.is_none())
    }

    /// What a column is called.
    pub fn column_name(&self, x: u8) -> String {
        match self.names {
            Names::Numbers => x.to_string(),
            Names::Letters => char::from(b'a' + x.min(25)).to_string(),
        }
    }

    /// What a row is called.
    pub fn row_name(&self, y: u8) -> String {
        match self.names {
            Names::Numbers => y.to_string(),
            Names::Letters => (u16::from(y) + 1).to_string(),
        }
    }

    /// The name of a square in notation: `d4`, or `3,4` for row and column.
    pub fn square_name(&self, square: Square) -> String {
        match self.names {
            Names::Numbers => format!("{},{}", square.y, square.x),
            Names::Letters => square.to_string(),
        }
    }
}

/// The corners of a board in the order (0,0), (max,0), (max,max), (0,max).
pub(crate) fn corners(width: u8, height: u8) -> [Square; 4] {
    let (right, top) = (width - 1, height - 1);
    [(0, 0), (right, 0), (right, top), (0, top)].map(|(x, y)| Square::new(x, y))
}

fn squares(width: u8, height: u8) -> impl Iterator<Item = Square> {
    (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_different_length_are_no_board() {
        let look = <crate::typed::Game17 as Drawn>::LOOK;
        assert!(Scene::land(look, 2, &[0, 1, 2, 3], &[1, 1, 1, 1]).is_ok());
        for (width, owners, numbers) in [
            (2, &[0, 1, 2][..], &[1, 1, 1][..]),
            (2, &[0, 1], &[1]),
            (0, &[], &[]),
            (300, &[0; 300], &[0; 300]),
        ] {
            assert!(
                Scene::land(look, width, owners, numbers).is_err(),
                "{width}"
            );
        }
    }

    #[test]
    fn rank_one_is_at_the_bottom_in_brandub_and_at_the_top_in_combo() {
        for (id, row) in [("brandub", 6), ("combo", 0), ("automatafl", 10)] {
            let game = crate::open(id, &serde_json::Value::Null).unwrap();
            assert_eq!(game.scene(&game.start()).drawn_row(0), row, "{id}");
        }
    }

    #[test]
    fn the_pieces_of_a_side_are_all_its_kinds() {
        let game = crate::open("brandub", &serde_json::Value::Null).unwrap();
        let scene = game.scene(&game.start());
        assert_eq!([scene.pieces_of(0), scene.pieces_of(1)], [8, 5]);
    }

    #[test]
    fn a_move_that_captures_is_told_apart_from_others() {
        let game = crate::open("brandub", &serde_json::Value::Null).unwrap();
        let state = game.read_position("/7/7/1tT4/7/3t3/5K1/7/ a").unwrap();
        let captures = |action| game.captures(&state, game::Seat(0), action);
        assert!(captures("d5-d3"));
        assert!(!captures("d5-c5"));
        assert!(!captures("d5-d4"), "the rules refuse it");
    }

    #[test]
    fn lines_of_sight_end_at_what_is_seen() {
        let options = serde_json::json!({"setup": "/7/7/1a1@3/7/7/3r3/7/"});
        let game = crate::open("automatafl", &options).unwrap();
        let [step] = &game.foresee(&game.start())[..] else {
            panic!("one piece moves by itself");
        };
        let ends: Vec<String> = step.lines().map(|(_, to)| to.to_string()).collect();
        assert_eq!(ends, ["g3", "b3", "d6", "d1"]);
        let what = step.axes.map(|axis| axis.seen.map(|seen| seen.what));
        assert_eq!(what, [["repulsor", "edge"], ["edge", "attractor"]]);
    }

    #[test]
    fn a_game_is_decided_where_the_last_move_went_or_on_a_square() {
        let brandub = crate::open("brandub", &serde_json::Value::Null).unwrap();
        let mut state = brandub.read_position("/7/7/7/7/7/7/1K5/ d").unwrap();
        assert_eq!(brandub.decided(&state), Decided::Nowhere);
        let escape = crate::AnyStep::Act(vec![(game::Seat(1), "b7-a7".to_owned())]);
        brandub.play(&mut state, &escape).unwrap();
        assert_eq!(brandub.decided(&state), Decided::ByLastMove);
        let automatafl = crate::open("automatafl", &serde_json::json!({"setup": "small"})).unwrap();
        let data = serde_json::json!({
            "position": "/@4/5/5/5/5/", "turn": 3, "marked": [], "locked": [null, null], "winner": 0,
        });
        let state = automatafl.read_state(&data.into()).unwrap();
        assert_eq!(automatafl.decided(&state), Decided::On(Square::new(0, 0)));
    }

    #[test]
    fn a_step_over_a_linked_edge_comes_out_at_the_other_side() {
        for (id, end) in [
            ("game17", Square::new(13, 13)),
            ("brandub", Square::new(0, 0)),
        ] {
            let game = crate::open(id, &serde_json::Value::Null).unwrap();
            let scene = game.scene(&game.start());
            assert_eq!(scene.step(Square::new(0, 0), -1, -1), end, "{id}");
        }
    }
}
