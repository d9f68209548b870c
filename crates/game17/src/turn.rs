//! Turns: the orders that an owner gives its pieces.

use std::fmt;
use std::num::NonZeroU32;

use game::{Message, NotationError, Say, Scanner, display_message, message};

use crate::board::Board;
use crate::illegal::{BadOrder, Illegal, at};

/// The orders of one turn.
///
/// Every turn has exactly one form: orders are sorted by row, column and direction
/// (north, east, south, west), and those with the same square and direction are merged.
/// The notation is `3,4n2 3,4e1`: row, column, direction and count, joined by spaces,
/// or `-` for no orders.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn(Vec<Order>);

impl Turn {
    /// Creates a turn from orders. Orders with the same square and direction are added
    /// up.
    pub fn new(mut orders: Vec<Order>) -> Result<Turn, TurnError> {
        orders.sort_unstable();
        let mut merged: Vec<Order> = Vec::with_capacity(orders.len());
        for order in orders {
            match merged.last_mut() {
                Some(last) if last.way() == order.way() => {
                    last.count =
                        last.count
                            .checked_add(order.count.get())
                            .ok_or(TurnError::TooLarge {
                                row: order.row,
                                col: order.col,
                                direction: order.direction,
                            })?;
                }
                _ => merged.push(order),
            }
        }
        Ok(Turn(merged))
    }

    /// Creates a turn from raw orders, if `owner` may give them on `board`. Orders to
    /// send 0 pieces are allowed and left out.
    pub fn from_raw<'a>(
        board: &Board,
        owner: u16,
        orders: impl IntoIterator<Item = RawOrder<'a>>,
    ) -> Result<Turn, BadOrder> {
        let mut sent = vec![0u64; board.owners().len()];
        let mut valid = Vec::new();
        for (number, order) in orders.into_iter().enumerate() {
            match order.check(board, owner, &mut sent) {
                Ok(order) => valid.extend(order),
                Err(problem) => {
                    return Err(BadOrder {
                        order: number,
                        problem,
                    });
                }
            }
        }
        // No sum can exceed the pieces on its square any more.
        Ok(Turn::new(valid).unwrap_or_default())
    }

    /// Reads the notation of a turn on a board of this size. Orders may come in any
    /// order; each must send at least one piece.
    pub fn read(text: &str, size: u8) -> Result<Turn, NotationError> {
        let mut scan = Scanner::new(text);
        if scan.eat('-') {
            scan.end()?;
            return Ok(Turn::default());
        }
        let mut orders = Vec::new();
        loop {
            let row = coordinate(&mut scan, message!("notation.the-row"), size)?;
            scan.expect(',')?;
            let col = coordinate(&mut scan, message!("notation.the-column"), size)?;
            let Some(direction) = scan.peek().and_then(Direction::from_char) else {
                return Err(scan.unexpected(message!("game17.a-direction")));
            };
            scan.next_char();
            let start = scan.at();
            let count = scan.number(message!("notation.pieces"), MOST_SENT)?;
            let Some(count) = NonZeroU32::new(count) else {
                return Err(scan.error(message!("game17.nothing-sent")));
            };
            orders.push(Order {
                row,
                col,
                direction,
                count,
            });
            let ended = scan.peek().is_none();
            if !ended {
                scan.expect(' ')?;
                continue;
            }
            return Turn::new(orders).map_err(|error| NotationError {
                at: start,
                problem: error.message(),
            });
        }
    }

    /// The orders, sorted.
    pub fn orders(&self) -> &[Order] {
        &self.0
    }

    /// The number of pieces it sends.
    pub fn sent(&self) -> u64 {
        self.0
            .iter()
            .map(|order| u64::from(order.count.get()))
            .sum()
    }

    /// Adds the orders of one square that comes after all squares so far. `sent` is by
    /// direction, in the order of [`Direction::ALL`].
    pub(crate) fn push(&mut self, (row, col): (u8, u8), sent: [u32; 4]) {
        for (direction, count) in Direction::ALL.into_iter().zip(sent) {
            if let Some(count) = NonZeroU32::new(count) {
                self.0.push(Order {
                    row,
                    col,
                    direction,
                    count,
                });
            }
        }
    }
}

/// All pieces of the fullest board.
const MOST_SENT: u32 = 4096 * Board::MOST_PIECES;

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("-");
        }
        for (number, order) in self.0.iter().enumerate() {
            let space = if number == 0 { "" } else { " " };
            write!(f, "{space}{order}")?;
        }
        Ok(())
    }
}

/// Sends pieces from a square to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Order {
    /// The row of the square, from 0 at the top.
    pub row: u8,
    /// The column of the square, from 0 at the left.
    pub col: u8,
    /// The direction of the move.
    pub direction: Direction,
    /// The number of pieces.
    pub count: NonZeroU32,
}

impl Order {
    /// Row and column.
    pub fn square(&self) -> (u8, u8) {
        (self.row, self.col)
    }

    fn way(&self) -> (u8, u8, Direction) {
        (self.row, self.col, self.direction)
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Order {
            row,
            col,
            direction,
            count,
        } = self;
        write!(f, "{row},{col}{direction}{count}")
    }
}

/// A direction to one of the four neighbours of a square. Edges are linked: north of
/// row 0 is the last row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// To the row above.
    North,
    /// To the column on the right.
    East,
    /// To the row below.
    South,
    /// To the column on the left.
    West,
}

impl Direction {
    /// All four directions, in order.
    pub const ALL: [Direction; 4] = [
        Direction::North,
        Direction::East,
        Direction::South,
        Direction::West,
    ];

    /// The direction with this letter: `n`, `e`, `s` or `w`.
    pub fn from_char(letter: char) -> Option<Direction> {
        Self::ALL.into_iter().find(|d| d.letter() == letter)
    }

    /// Its letter.
    pub const fn letter(self) -> char {
        match self {
            Direction::North => 'n',
            Direction::East => 'e',
            Direction::South => 's',
            Direction::West => 'w',
        }
    }

    /// The neighbour of a square on a board of this size.
    pub fn neighbour(self, (row, col): (u8, u8), size: u8) -> (u8, u8) {
        let up = |at: u8| if at == 0 { size - 1 } else { at - 1 };
        let down = |at: u8| if at + 1 >= size { 0 } else { at + 1 };
        match self {
            Direction::North => (up(row), col),
            Direction::East => (row, down(col)),
            Direction::South => (down(row), col),
            Direction::West => (row, up(col)),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// An order as a program gives it: any numbers and any text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawOrder<'a> {
    /// The row.
    pub row: i64,
    /// The column.
    pub col: i64,
    /// The letter of a direction.
    pub direction: &'a str,
    /// The number of pieces.
    pub count: i64,
}

impl RawOrder<'_> {
    /// Checks the order. `sent` holds what earlier orders send from each square.
    fn check(&self, board: &Board, mover: u16, sent: &mut [u64]) -> Result<Option<Order>, Illegal> {
        let size = board.size();
        let (Ok(row), Ok(col)) = (u8::try_from(self.row), u8::try_from(self.col)) else {
            return Err(Illegal::off_board(self.row, self.col, size));
        };
        let Some(square) = board.index(row, col) else {
            return Err(Illegal::off_board(row, col, size));
        };
        let owner = board.owners()[square];
        if owner != mover {
            return Err(Illegal::NotOwned {
                row,
                col,
                owner,
                mover,
            });
        }
        let mut letters = self.direction.chars();
        let letter = (letters.next(), letters.next());
        let (Some(direction), None) = (letter.0.and_then(Direction::from_char), letter.1) else {
            return Err(Illegal::UnknownDirection {
                row,
                col,
                direction: self.direction.chars().take(20).collect(),
            });
        };
        let Ok(count) = u64::try_from(self.count) else {
            return Err(Illegal::Negative {
                row,
                col,
                count: self.count,
            });
        };
        let stand = board.numbers()[square];
        // Earlier orders send no more than the pieces on the square, and a count has 63
        // bits, so this cannot overflow.
        sent[square] += count;
        if sent[square] > u64::from(stand) {
            return Err(Illegal::TooMany {
                row,
                col,
                stand,
                sent: sent[square],
            });
        }
        Ok(NonZeroU32::new(count as u32).map(|count| Order {
            row,
            col,
            direction,
            count,
        }))
    }
}

/// Orders that do not make a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnError {
    /// A sum is too large.
    TooLarge {
        /// The row.
        row: u8,
        /// The column.
        col: u8,
        /// The direction.
        direction: Direction,
    },
}

impl Say for TurnError {
    fn message(&self) -> Message {
        let TurnError::TooLarge {
            row,
            col,
            direction,
        } = self;
        let direction = direction.to_string();
        message!(
            "game17.too-large",
            at = at(row, col),
            direction,
            most = u32::MAX
        )
    }
}

display_message!(TurnError);

/// A row or column from 0 to `size - 1`, without leading zeros.
fn coordinate(scan: &mut Scanner<'_>, what: Message, size: u8) -> Result<u8, NotationError> {
    let start = scan.clone();
    if scan.eat('0') {
        return Ok(0);
    }
    let last = size - 1;
    let mut value: u32 = 0;
    while let Some(digit) = scan.peek().and_then(|c| c.to_digit(10)) {
        value = value.saturating_mul(10).saturating_add(digit);
        scan.next_char();
    }
    if scan.at() == start.at() {
        return Err(start.unexpected(what));
    }
    match u8::try_from(value) {
        Ok(value) if value <= last => Ok(value),
        _ => Err(start.error(message!("notation.range", what, low = 0, high = last))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Turn {
        Turn::read(text, 14).unwrap()
    }

    #[test]
    fn a_turn_has_one_notation() {
        let turn = read("3,4s1 3,4n2 13,0w10 3,4e1 0,13e1 3,4n3");
        assert_eq!(turn.to_string(), "0,13e1 3,4n5 3,4e1 3,4s1 13,0w10");
        assert_eq!(read(&turn.to_string()), turn);
        assert_eq!(turn.sent(), 18);
        assert_eq!(read("-"), Turn::default());
        assert_eq!(Turn::default().to_string(), "-");
    }

    #[test]
    fn errors_point_at_the_character() {
        let error = |text: &str| {
            let error = Turn::read(text, 14).unwrap_err();
            (error.at, testkit::said(&error.problem))
        };
        let at = |text: &str| error(text).0;
        assert_eq!(error("").1, "expected the row, but the text ends");
        assert_eq!(error("14,0n1"), (0, "the row must be from 0 to 13".into()));
        assert_eq!(at("3,99999999999999n1"), 2);
        assert_eq!(at("3.4n1"), 1);
        assert_eq!(at("03,4n1"), 1);
        assert_eq!(
            error("3,4q1"),
            (3, "expected a direction: n, e, s or w, found 'q'".into())
        );
        assert_eq!(at("3,4n0"), 4);
        assert_eq!(at("3,4n-2"), 4);
        assert_eq!(at("3,4n"), 4);
        assert_eq!(at("3,4n99999999999"), 4);
        assert_eq!(at("3,4n1 "), 6);
        assert_eq!(at("3,4n1  3,4n1"), 6);
        assert_eq!(at("3,4n1,3,4n1"), 5);
        assert_eq!(at("-3,4n1"), 1);
        assert_eq!(at(" -"), 0);
    }

    #[test]
    fn sums_that_do_not_fit_are_refused() {
        let error = Turn::read("3,4n4000000000 3,4n4000000000", 14).unwrap_err();
        assert!(testkit::said(&error).contains("add up to more than"));
    }

    #[test]
    fn edges_are_linked() {
        use Direction::*;
        assert_eq!(North.neighbour((0, 5), 14), (13, 5));
        assert_eq!(South.neighbour((13, 5), 14), (0, 5));
        assert_eq!(East.neighbour((2, 13), 14), (2, 0));
        assert_eq!(West.neighbour((2, 0), 14), (2, 13));
        for direction in Direction::ALL {
            assert_eq!(direction.neighbour((0, 0), 1), (0, 0));
        }
        assert_eq!(North.neighbour((4, 5), 14), (3, 5));
        assert_eq!(East.neighbour((4, 5), 14), (4, 6));
        assert_eq!(South.neighbour((4, 5), 14), (5, 5));
        assert_eq!(West.neighbour((4, 5), 14), (4, 4));
    }

    fn raw(row: i64, col: i64, direction: &str, count: i64) -> RawOrder<'_> {
        RawOrder {
            row,
            col,
            direction,
            count,
        }
    }

    fn board() -> Board {
        Board::new(&[[2, 9], [2, 2]], &[[5, 1], [0, 3]]).unwrap()
    }

    #[test]
    fn orders_from_outside_are_refused_with_rule_and_square() {
        let refused = |order| {
            let error = Turn::from_raw(&board(), 2, [raw(0, 0, "n", 1), order]).unwrap_err();
            assert_eq!(error.order, 1);
            testkit::said(&error)
        };
        assert_eq!(
            refused(raw(2, 0, "n", 1)),
            "order 2: 2,0 is off the board, which has rows and columns 0 to 1"
        );
        assert!(refused(raw(0, -1, "n", 1)).contains("0,-1 is off the board"));
        assert!(refused(raw(i64::MAX, i64::MIN, "n", 1)).contains("off the board"));
        assert_eq!(
            refused(raw(0, 1, "n", 1)),
            "order 2: 0,1 belongs to owner 9, not to owner 2"
        );
        assert_eq!(
            refused(raw(0, 1, "n", 0)),
            "order 2: 0,1 belongs to owner 9, not to owner 2"
        );
        for direction in ["q", "N", "", "ns", "n "] {
            assert!(refused(raw(0, 0, direction, 0)).contains("is no direction from 0,0"));
        }
        assert_eq!(
            refused(raw(1, 1, "n", -3)),
            "order 2: the number of pieces sent from 1,1 must not be negative, like -3"
        );
        assert_eq!(
            refused(raw(0, 0, "e", 5)),
            "order 2: 5 pieces stand on 0,0, not 6"
        );
        assert_eq!(
            refused(raw(1, 0, "e", i64::MAX)),
            "order 2: no pieces stand on 1,0, not 9223372036854775807"
        );
    }

    #[test]
    fn sending_no_pieces_is_allowed_and_left_out() {
        let orders = [
            raw(1, 0, "s", 0),
            raw(1, 1, "w", 1),
            raw(1, 1, "n", 0),
            raw(1, 1, "w", 2),
        ];
        let turn = Turn::from_raw(&board(), 2, orders).unwrap();
        assert_eq!(turn.to_string(), "1,1w3");
    }
}
