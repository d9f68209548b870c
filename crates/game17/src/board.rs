//! The board: the owner of each square and the pieces on it.

use game::{Message, Say, display_message, message};

use crate::illegal::{Illegal, at};
use crate::options::Options;
use crate::squares::Squares;
use crate::turn::Turn;

/// A square board with linked edges. Every square has an owner and a number of pieces,
/// all of them that owner's. Squares are counted row by row from the top left.
///
/// The board also keeps track of what every owner holds. No number on a board can
/// overflow: 64 x 64 squares of at most [`Board::MOST_PIECES`] add up to less than
/// 2^32.
#[derive(Clone, Debug)]
pub struct Board {
    size: u8,
    pub(crate) owners: Vec<u16>,
    pub(crate) numbers: Vec<u32>,
    // The rest is derived from the two fields above. The squares of one owner form a
    // doubly linked list, in no particular order.
    links: Vec<Link>,
    holdings: Vec<Holding>,
    // The number of owners that have pieces.
    holders: u16,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    next: u16,
    previous: u16,
}

/// The end of a list of squares.
const NONE: u16 = u16::MAX;

#[derive(Clone, Copy, Debug)]
struct Holding {
    squares: u16,
    first: u16,
    // While a turn is being settled, this includes its pieces on the way.
    pieces: u32,
}

/// Which of two owners gets the square that they fight for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Winner {
    Mover,
    Holder,
}

/// A coin that falls on `true` gives the square to the mover.
impl From<bool> for Winner {
    fn from(coin: bool) -> Winner {
        if coin { Winner::Mover } else { Winner::Holder }
    }
}

impl Board {
    /// The most pieces on a square of a board from outside.
    pub const MOST_PIECES: u32 = 1_000_000;

    /// Creates a board from rows of owners and rows of numbers of pieces.
    pub fn new<O: AsRef<[u16]>, N: AsRef<[u32]>>(
        owners: &[O],
        numbers: &[N],
    ) -> Result<Board, BoardError> {
        let size = owners.len();
        if !(1..=usize::from(Options::MOST_SIZE)).contains(&size) {
            return Err(BoardError::Size(size));
        }
        if numbers.len() != size {
            return Err(BoardError::Rows {
                owners: size,
                numbers: numbers.len(),
            });
        }
        for (row, (owners, numbers)) in owners.iter().zip(numbers).enumerate() {
            let found = owners.as_ref().len();
            if found != size {
                return Err(BoardError::OwnersInRow { row, found, size });
            }
            let found = numbers.as_ref().len();
            if found != size {
                return Err(BoardError::NumbersInRow { row, found, size });
            }
            for (col, &number) in numbers.as_ref().iter().enumerate() {
                if number > Self::MOST_PIECES {
                    return Err(BoardError::Pieces { row, col, number });
                }
            }
        }
        let flat_owners = owners.iter().flat_map(AsRef::as_ref).copied();
        let flat_numbers = numbers.iter().flat_map(AsRef::as_ref).copied();
        Ok(Board::from_flat(
            size as u8,
            flat_owners.collect(),
            flat_numbers.collect(),
        ))
    }

    /// Both lists must have one entry per square.
    pub(crate) fn from_flat(size: u8, owners: Vec<u16>, numbers: Vec<u32>) -> Board {
        let squares = usize::from(size) * usize::from(size);
        assert!(owners.len() == squares && numbers.len() == squares);
        let most = owners.iter().copied().max().unwrap_or(0);
        let nothing = Holding {
            squares: 0,
            first: NONE,
            pieces: 0,
        };
        let unlinked = Link {
            next: NONE,
            previous: NONE,
        };
        let mut board = Board {
            size,
            links: vec![unlinked; squares],
            holdings: vec![nothing; usize::from(most) + 1],
            holders: 0,
            owners,
            numbers,
        };
        for square in 0..squares {
            let owner = board.owners[square];
            board.holdings[usize::from(owner)].pieces += board.numbers[square];
            board.link(square, owner);
        }
        let holders = board.holdings.iter().filter(|held| held.pieces > 0).count();
        board.holders = holders as u16;
        board
    }

    /// The number of rows, which is also the number of columns.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The owners of all squares, row by row.
    pub fn owners(&self) -> &[u16] {
        &self.owners
    }

    /// The numbers of pieces on all squares, row by row.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The owner of a square; `None` if it is off the board.
    pub fn owner(&self, row: u8, col: u8) -> Option<u16> {
        Some(self.owners[self.index(row, col)?])
    }

    /// The number of pieces on a square; `None` if it is off the board.
    pub fn number(&self, row: u8, col: u8) -> Option<u32> {
        Some(self.numbers[self.index(row, col)?])
    }

    /// The number of squares that `owner` owns.
    pub fn squares_of(&self, owner: u16) -> u16 {
        self.holding(owner).map_or(0, |held| held.squares)
    }

    /// The number of pieces that `owner` has, including those that wait for a coin.
    pub fn pieces_of(&self, owner: u16) -> u32 {
        self.holding(owner).map_or(0, |held| held.pieces)
    }

    /// The squares of `owner` as (row, column), row by row.
    pub fn owned(&self, owner: u16) -> Vec<(u8, u8)> {
        let mut found = Vec::with_capacity(usize::from(self.squares_of(owner)));
        let mut squares = Squares::EMPTY;
        self.insert_owned(owner, &mut squares);
        squares.drain(|square| found.push(self.place(square)));
        found
    }

    /// The owner of all pieces, if a single owner has them all.
    pub fn sole_owner(&self) -> Option<u16> {
        if self.holders != 1 {
            return None;
        }
        let owner = self.holdings.iter().position(|held| held.pieces > 0)?;
        Some(owner as u16)
    }

    /// All owners that have the most squares, lowest first.
    pub fn leaders(&self) -> Vec<u16> {
        let most = self.holdings.iter().map(|held| held.squares).max();
        (0..=u16::MAX)
            .zip(&self.holdings)
            .filter(|(_, held)| Some(held.squares) == most)
            .map(|(owner, _)| owner)
            .collect()
    }

    /// The place of each of the owners 0 to `n - 1`: one plus the number of owners with
    /// more squares.
    pub fn places(&self, n: u16) -> Box<[u32]> {
        let mut all: Vec<u16> = self.holdings.iter().map(|held| held.squares).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        let place = |owner| {
            let own = self.squares_of(owner);
            all.partition_point(|&squares| squares > own) as u32 + 1
        };
        (0..n).map(place).collect()
    }

    /// Checks whether `owner` may give these orders. The error names the first square,
    /// row by row, with an illegal order.
    pub fn check(&self, owner: u16, turn: &Turn) -> Result<(), Illegal> {
        // The orders of one square are adjacent in a turn.
        for orders in turn.orders().chunk_by(|a, b| a.square() == b.square()) {
            let (row, col) = orders[0].square();
            let Some(square) = self.index(row, col) else {
                return Err(Illegal::off_board(row, col, self.size));
            };
            if self.owners[square] != owner {
                return Err(Illegal::NotOwned {
                    row,
                    col,
                    owner: self.owners[square],
                    mover: owner,
                });
            }
            let sent: u64 = orders
                .iter()
                .map(|order| u64::from(order.count.get()))
                .sum();
            if sent > u64::from(self.numbers[square]) {
                return Err(Illegal::TooMany {
                    row,
                    col,
                    stand: self.numbers[square],
                    sent,
                });
            }
        }
        Ok(())
    }

    /// The index of a square in [`owners`](Self::owners) and
    /// [`numbers`](Self::numbers); `None` if it is off the board.
    pub fn index(&self, row: u8, col: u8) -> Option<usize> {
        (row < self.size && col < self.size)
            .then(|| usize::from(row) * usize::from(self.size) + usize::from(col))
    }

    /// The row and column of the square with this index.
    pub(crate) fn place(&self, square: usize) -> (u8, u8) {
        let size = usize::from(self.size);
        ((square / size) as u8, (square % size) as u8)
    }

    /// Counts pieces of an owner that are on their way to a square that waits for a
    /// coin.
    pub(crate) fn bring(&mut self, owner: u16, pieces: u32) {
        if let Some(held) = self.holdings.get_mut(usize::from(owner)) {
            self.holders += u16::from(held.pieces == 0 && pieces > 0);
            held.pieces += pieces;
        }
    }

    pub(crate) fn has_one_holder(&self) -> bool {
        self.holders == 1
    }

    #[inline]
    pub(crate) fn insert_owned(&self, owner: u16, squares: &mut Squares) {
        let mut at = self.holding(owner).map_or(NONE, |held| held.first);
        while at != NONE {
            squares.insert(usize::from(at));
            at = self.links[usize::from(at)].next;
        }
    }

    /// Ends a fight: `arrived` pieces of `mover` meet those of another owner on a
    /// square, and the mover takes the square or loses them. This is the only place
    /// where pieces change hands.
    #[inline]
    pub(crate) fn decide(&mut self, mover: u16, square: usize, arrived: u32, winner: Winner) {
        let holder = self.owners[square];
        let stayed = self.numbers[square];
        self.numbers[square] = stayed + arrived;
        let taken = winner == Winner::Mover;
        let (winner, loser, lost) = if taken {
            (mover, holder, stayed)
        } else {
            (holder, mover, arrived)
        };
        // The winner of a fight already has pieces on the board, so an owner can only
        // run out of pieces here, never gain its first.
        self.holdings[usize::from(winner)].pieces += lost;
        let left = &mut self.holdings[usize::from(loser)].pieces;
        *left -= lost;
        if lost > 0 && *left == 0 {
            self.holders -= 1;
        }
        if taken {
            self.unlink(square);
            self.owners[square] = mover;
            self.link(square, mover);
        }
    }

    fn holding(&self, owner: u16) -> Option<&Holding> {
        self.holdings.get(usize::from(owner))
    }

    #[inline]
    fn link(&mut self, square: usize, owner: u16) {
        let held = &mut self.holdings[usize::from(owner)];
        let next = std::mem::replace(&mut held.first, square as u16);
        held.squares += 1;
        self.links[square] = Link {
            next,
            previous: NONE,
        };
        if next != NONE {
            self.links[usize::from(next)].previous = square as u16;
        }
    }

    #[inline]
    fn unlink(&mut self, square: usize) {
        let held = &mut self.holdings[usize::from(self.owners[square])];
        held.squares -= 1;
        let Link { next, previous } = self.links[square];
        match previous {
            NONE => held.first = next,
            _ => self.links[usize::from(previous)].next = next,
        }
        if next != NONE {
            self.links[usize::from(next)].previous = previous;
        }
    }
}

// Boards are equal if their owners and numbers are. The lists of squares depend on the
// order in which squares were taken, which means nothing.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.owners == other.owners && self.numbers == other.numbers
    }
}

impl Eq for Board {}

/// Why rows do not make a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// There are no rows, or too many.
    Size(usize),
    /// The number of rows of owners is not that of numbers.
    Rows {
        /// The number of rows of owners.
        owners: usize,
        /// The number of rows of numbers.
        numbers: usize,
    },
    /// A row of owners is not as long as there are rows.
    OwnersInRow {
        /// The row, from 0.
        row: usize,
        /// The number of owners in it.
        found: usize,
        /// The number of rows.
        size: usize,
    },
    /// A row of numbers is not as long as there are rows.
    NumbersInRow {
        /// The row, from 0.
        row: usize,
        /// The number of numbers in it.
        found: usize,
        /// The number of rows.
        size: usize,
    },
    /// A square has too many pieces.
    Pieces {
        /// The row, from 0.
        row: usize,
        /// The column, from 0.
        col: usize,
        /// The number of pieces on it.
        number: u32,
    },
}

impl Say for BoardError {
    fn message(&self) -> Message {
        match *self {
            BoardError::Size(found) => message!("game17.board-rows", high = 64, found),
            BoardError::Rows { owners, numbers } => {
                message!("game17.board-lists", owners, numbers)
            }
            BoardError::OwnersInRow { row, found, size } => {
                message!("game17.board-owners", row, found, size)
            }
            BoardError::NumbersInRow { row, found, size } => {
                message!("game17.board-numbers", row, found, size)
            }
            BoardError::Pieces { row, col, number } => {
                let most = Board::MOST_PIECES;
                message!("game17.board-pieces", most, number, at = at(row, col))
            }
        }
    }
}

display_message!(BoardError);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_knows_who_holds_what() {
        let board = Board::new(
            &[[7, 7, 2], [2, 65_535, 7], [9, 7, 2]],
            &[[0, 3, 1], [0, 0, 5], [0, 1, 1]],
        )
        .unwrap();
        assert_eq!(board.owned(7), [(0, 0), (0, 1), (1, 2), (2, 1)]);
        assert_eq!((board.squares_of(7), board.pieces_of(7)), (4, 9));
        assert_eq!((board.squares_of(2), board.pieces_of(2)), (3, 2));
        assert_eq!((board.squares_of(65_535), board.pieces_of(65_535)), (1, 0));
        assert_eq!((board.squares_of(8), board.pieces_of(8)), (0, 0));
        assert_eq!(board.sole_owner(), None);
        assert_eq!(board.leaders(), [7]);
        assert_eq!(board.places(10)[..], [5, 5, 2, 5, 5, 5, 5, 1, 5, 3]);
        assert_eq!(board.owner(3, 0), None);
        assert_eq!(board.number(0, 3), None);
    }

    #[test]
    fn squares_without_pieces_do_not_keep_an_owner_from_owning_all() {
        let board = Board::new(&[[4, 5], [5, 5]], &[[3, 0], [0, 0]]).unwrap();
        assert_eq!(board.sole_owner(), Some(4));
        assert_eq!(board.leaders(), [5]);
    }

    #[test]
    fn rows_that_do_not_make_a_board_are_refused() {
        let refused = |owners: &[Vec<u16>], numbers: &[Vec<u32>]| {
            testkit::said(&Board::new(owners, numbers).unwrap_err())
        };
        assert_eq!(refused(&[], &[]), "a board has 1 to 64 rows, not 0");
        let many = vec![vec![0; 65]; 65];
        assert_eq!(refused(&many, &[]), "a board has 1 to 64 rows, not 65");
        assert_eq!(
            refused(&[vec![0]], &[]),
            "there are 1 rows of owners, but 0 rows of numbers"
        );
        assert_eq!(
            refused(&[vec![0, 1]], &[vec![0]]),
            "row 0 has 2 owners on a board of size 1"
        );
        assert_eq!(
            refused(&[vec![0, 1], vec![2, 3]], &[vec![0, 0], vec![0]]),
            "row 1 has 1 numbers on a board of size 2"
        );
        assert_eq!(
            refused(&[vec![0]], &[vec![1_000_001]]),
            "at most 1000000 pieces may stand on a square, but 1000001 stand on 0,0"
        );
    }

    #[test]
    fn the_fullest_board_does_not_overflow() {
        let board = Board::new(&vec![vec![3; 64]; 64], &vec![vec![1_000_000; 64]; 64]).unwrap();
        assert_eq!(board.pieces_of(3), 4_096_000_000);
    }
}
