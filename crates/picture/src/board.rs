//! What there is to see of a state.

use catalog::typed::{Automatafl, Brandub, Combo, Game17};
use catalog::{AnyGame, AnyState, Codec};
use game::Square;
use thiserror::Error;

/// What stands where. Squares are counted from `a1`, x first; in Game 17 from
/// the top left, where x is the column and y the row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    look: Look,
    width: u8,
    height: u8,
    cells: Vec<Cell>,
    places: Vec<(Square, Place)>,
    marked: Vec<Square>,
    owners: u16,
}

/// Which game's board it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Pieces and goals.
    Automatafl,
    /// Stacks.
    Combo,
    /// Sides with a king.
    Brandub,
    /// Owned squares with numbers.
    Game17,
}

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Automatafl: what the automaton goes to.
    Attractor,
    /// Automatafl: what the automaton flees.
    Repulsor,
    /// Automatafl: what nobody moves.
    Automaton,
    /// Brandub: who hunts the king.
    Attacker,
    /// Brandub: who guards him.
    Defender,
    /// Brandub: he.
    King,
    /// Combo: pieces of White.
    White(u16),
    /// Combo: pieces of Black.
    Black(u16),
    /// Game 17: a square, its owner and the pieces on it.
    Land {
        /// Whose it is.
        owner: u16,
        /// How many pieces stand there.
        count: u32,
    },
}

/// What a square is, whatever stands on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Automatafl: the goal of a seat.
    Goal(u16),
    /// Brandub: the centre.
    Throne,
    /// Brandub: where the king escapes.
    Corner,
}

/// A board that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// A game that has no picture yet.
    #[error("there is no picture of the board of {0:?}")]
    NoPicture(String),
    /// Lists that do not belong to one board.
    #[error(
        "a board of Game 17 has as many numbers as owners, in rows of one length: \
         not {owners} owners and {numbers} numbers in rows of {width}"
    )]
    Shape {
        /// How long a row is.
        width: usize,
        /// How many owners there are.
        owners: usize,
        /// How many numbers there are.
        numbers: usize,
    },
}

/// A board of Game 17 may be as large as a record of the original makes it.
const MOST_SIZE: usize = 255;

impl Board {
    /// The board of a state.
    ///
    /// # Panics
    /// If the state belongs to another game.
    pub fn of(game: &dyn AnyGame, state: &AnyState) -> Result<Board, BoardError> {
        match game.info().id {
            <Automatafl as Codec>::ID => Ok(automatafl(game, state)),
            <Combo as Codec>::ID => Ok(combo(state)),
            <Brandub as Codec>::ID => Ok(brandub(state)),
            <Game17 as Codec>::ID => Ok(game17(state)),
            other => Err(BoardError::NoPicture(other.to_owned())),
        }
    }

    /// A board of Game 17 from its owners and numbers, row by row.
    pub fn game17(width: usize, owners: &[u16], numbers: &[u32]) -> Result<Board, BoardError> {
        let wrong = BoardError::Shape {
            width,
            owners: owners.len(),
            numbers: numbers.len(),
        };
        let fits = (1..=MOST_SIZE).contains(&width)
            && owners.len() == numbers.len()
            && !owners.is_empty()
            && owners.len().is_multiple_of(width)
            && owners.len() / width <= MOST_SIZE;
        if !fits {
            return Err(wrong);
        }
        let cells: Vec<Cell> = owners
            .iter()
            .zip(numbers)
            .map(|(&owner, &count)| Cell::Land { owner, count })
            .collect();
        let highest = owners.iter().copied().max().unwrap_or(0);
        Ok(Board {
            owners: highest.max((owners.len() - 1) as u16).saturating_add(1),
            ..Board::new(Look::Game17, width as u8, cells)
        })
    }

    fn new(look: Look, width: u8, cells: Vec<Cell>) -> Board {
        Board {
            look,
            width,
            height: (cells.len() / usize::from(width)) as u8,
            cells,
            places: Vec::new(),
            marked: Vec::new(),
            owners: 0,
        }
    }

    /// Which game's board it is.
    pub fn look(&self) -> Look {
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
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
    }

    /// All cells in the order of [`squares`](Self::squares).
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What stands on a square; nothing stands outside.
    pub fn at(&self, square: Square) -> Cell {
        if square.x >= self.width {
            return Cell::Empty;
        }
        let cell = self.cells.get(self.index(square));
        cell.copied().unwrap_or(Cell::Empty)
    }

    /// Squares that mean something even when empty.
    pub fn places(&self) -> &[(Square, Place)] {
        &self.places
    }

    /// What a square is.
    pub fn place(&self, square: Square) -> Option<Place> {
        let found = self.places.iter().find(|(at, _)| *at == square);
        found.map(|(_, place)| *place)
    }

    /// Automatafl: squares that carry a conflict marker.
    pub fn marked(&self) -> &[Square] {
        &self.marked
    }

    /// Game 17: how many owners there can be.
    pub fn owners(&self) -> u16 {
        self.owners
    }

    /// Whether row 1 is drawn at the bottom.
    pub fn is_upwards(&self) -> bool {
        matches!(self.look, Look::Automatafl | Look::Brandub)
    }

    /// The row of a square as it is drawn, from the top.
    pub fn drawn_row(&self, y: u8) -> u8 {
        if self.is_upwards() {
            self.height.saturating_sub(1).saturating_sub(y)
        } else {
            y
        }
    }

    /// What a column is called.
    pub fn column_name(&self, x: u8) -> String {
        match self.look {
            Look::Game17 => x.to_string(),
            _ => char::from(b'a' + x.min(25)).to_string(),
        }
    }

    /// What a row is called.
    pub fn row_name(&self, y: u8) -> String {
        match self.look {
            Look::Game17 => y.to_string(),
            _ => (u16::from(y) + 1).to_string(),
        }
    }

    pub(crate) fn index(&self, square: Square) -> usize {
        usize::from(square.y) * usize::from(self.width) + usize::from(square.x)
    }

    pub(crate) fn set(&mut self, index: usize, cell: Cell) {
        if let Some(old) = self.cells.get_mut(index) {
            *old = cell;
        }
    }

    pub(crate) fn set_marked(&mut self, marked: &[Square]) {
        marked.clone_into(&mut self.marked);
    }
}

fn automatafl(game: &dyn AnyGame, state: &AnyState) -> Board {
    let state = state.of::<Automatafl>();
    let size = state.board().size();
    let cells = squares(size.width, size.height).map(|at| match state.board().piece(at) {
        None => Cell::Empty,
        Some(piece) => match piece.letter() {
            'a' => Cell::Attractor,
            'r' => Cell::Repulsor,
            _ => Cell::Automaton,
        },
    });
    let mut board = Board::new(Look::Automatafl, size.width, cells.collect());
    // The corners in the order of the option.
    let owners = catalog::corners(&game.options()).into_iter().flatten();
    let (right, top) = (size.width - 1, size.height - 1);
    let corners = [(0, 0), (right, 0), (right, top), (0, top)];
    for ((x, y), owner) in corners.into_iter().zip(owners) {
        board.places.push((Square::new(x, y), Place::Goal(owner)));
    }
    board.marked = state.marked();
    board
}

fn combo(state: &AnyState) -> Board {
    let position = state.of::<Combo>().position();
    let (width, height) = (position.width(), position.height());
    let cells = squares(width, height).map(|at| match position.at(at) {
        None => Cell::Empty,
        Some(piece) if piece.color.letter() == 'w' => Cell::White(piece.count.get()),
        Some(piece) => Cell::Black(piece.count.get()),
    });
    Board::new(Look::Combo, width, cells.collect())
}

fn brandub(state: &AnyState) -> Board {
    const SIZE: u8 = 7;
    let position = state.of::<Brandub>().position();
    let cells = squares(SIZE, SIZE).map(|at| match position.piece(at) {
        None => Cell::Empty,
        Some(piece) => match piece.letter() {
            't' => Cell::Attacker,
            'T' => Cell::Defender,
            _ => Cell::King,
        },
    });
    let mut board = Board::new(Look::Brandub, SIZE, cells.collect());
    let (end, middle) = (SIZE - 1, SIZE / 2);
    let corners = [(0, 0), (end, 0), (end, end), (0, end)];
    board.places = corners
        .into_iter()
        .map(|(x, y)| (Square::new(x, y), Place::Corner))
        .chain([(Square::new(middle, middle), Place::Throne)])
        .collect();
    board
}

fn game17(state: &AnyState) -> Board {
    let board = state.of::<Game17>().board();
    let lands = board.owners().iter().zip(board.numbers());
    let cells = lands.map(|(&owner, &count)| Cell::Land { owner, count });
    let size = board.size();
    Board {
        owners: u16::from(size) * u16::from(size),
        ..Board::new(Look::Game17, size, cells.collect())
    }
}

fn squares(width: u8, height: u8) -> impl Iterator<Item = Square> {
    (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_different_length_are_no_board() {
        assert!(Board::game17(2, &[0, 1, 2, 3], &[1, 1, 1, 1]).is_ok());
        for (width, owners, numbers) in [
            (2, &[0, 1, 2][..], &[1, 1, 1][..]),
            (2, &[0, 1], &[1]),
            (0, &[], &[]),
            (300, &[0; 300], &[0; 300]),
        ] {
            let board = Board::game17(width, owners, numbers);
            assert!(matches!(board, Err(BoardError::Shape { .. })), "{width}");
        }
    }

    #[test]
    fn rank_one_is_at_the_bottom_in_brandub_and_at_the_top_in_combo() {
        for (id, row) in [("brandub", 6), ("combo", 0), ("automatafl", 10)] {
            let game = catalog::open(id, &serde_json::Value::Null).unwrap();
            let board = Board::of(&*game, &game.start()).unwrap();
            assert_eq!(board.drawn_row(0), row, "{id}");
        }
    }
}
