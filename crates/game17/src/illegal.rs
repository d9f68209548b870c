//! Why a turn or a draw is refused.

use game::{Message, Say, Seat, display_message, message};

/// The rule that a turn or a draw breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game has ended.
    Over,
    /// Another owner moves next, or a draw is due.
    NotToMove {
        /// The seat that tried to move.
        seat: Seat,
    },
    /// The square does not exist.
    OffBoard {
        /// The requested row.
        row: i64,
        /// The requested column.
        col: i64,
        /// The last row and column of the board.
        last: u8,
    },
    /// The square belongs to another owner.
    NotOwned {
        /// The row.
        row: u8,
        /// The column.
        col: u8,
        /// The owner of the square.
        owner: u16,
        /// The owner that tried to move.
        mover: u16,
    },
    /// The direction is none of the four.
    UnknownDirection {
        /// The row.
        row: u8,
        /// The column.
        col: u8,
        /// The beginning of the given direction.
        direction: String,
    },
    /// The number of pieces is negative.
    Negative {
        /// The row.
        row: u8,
        /// The column.
        col: u8,
        /// The given number.
        count: i64,
    },
    /// The orders send more pieces than the square has.
    TooMany {
        /// The row.
        row: u8,
        /// The column.
        col: u8,
        /// The number of pieces on the square.
        stand: u32,
        /// The total that all orders from the square send.
        sent: u64,
    },
    /// A zombie must send all of its pieces.
    ZombieKeeps {
        /// The zombie.
        owner: u16,
        /// The row.
        row: u8,
        /// The column.
        col: u8,
        /// The pieces that would stay.
        kept: u32,
    },
    /// The deal must give every owner exactly one square.
    Deal {
        /// The last owner.
        last: u16,
    },
    /// The order of turns must name every owner exactly once.
    Order {
        /// The last owner.
        last: u16,
    },
    /// The game waits for another draw, or for none.
    NotDrawn {
        /// What the game waits for: `deal`, `order`, `zombie`, `coin` or `none`.
        due: &'static str,
        /// What was drawn.
        drawn: &'static str,
    },
}

impl Illegal {
    pub(crate) fn off_board(row: impl Into<i64>, col: impl Into<i64>, size: u8) -> Illegal {
        Illegal::OffBoard {
            row: row.into(),
            col: col.into(),
            last: size - 1,
        }
    }
}

/// An order from outside that breaks a rule, and its index in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadOrder {
    /// The order, counted from 0.
    pub order: usize,
    /// The rule it breaks.
    pub problem: Illegal,
}

impl Say for Illegal {
    fn message(&self) -> Message {
        match *self {
            Illegal::Over => message!("rules.over"),
            Illegal::NotToMove { seat } => message!("game17.not-to-move", seat),
            Illegal::OffBoard { row, col, last } => {
                message!("game17.off-board", at = at(row, col), last)
            }
            Illegal::NotOwned {
                row,
                col,
                owner,
                mover,
            } => message!("game17.not-owned", at = at(row, col), owner, mover),
            Illegal::UnknownDirection {
                row,
                col,
                ref direction,
            } => {
                let direction = format!("{direction:?}");
                message!("game17.direction", direction, at = at(row, col))
            }
            Illegal::Negative { row, col, count } => {
                message!("game17.negative", at = at(row, col), count)
            }
            Illegal::TooMany {
                row,
                col,
                stand,
                sent,
            } => match stand {
                0 => message!("game17.too-many-of-none", at = at(row, col), sent),
                _ => message!("game17.too-many", stand, at = at(row, col), sent),
            },
            Illegal::ZombieKeeps {
                owner,
                row,
                col,
                kept,
            } => message!("game17.zombie-keeps", owner, kept, at = at(row, col)),
            Illegal::Deal { last } => message!("game17.bad-deal", last),
            Illegal::Order { last } => message!("game17.bad-order", last),
            Illegal::NotDrawn { due, drawn } => message!("game17.not-drawn", due, drawn),
        }
    }
}

impl Say for BadOrder {
    fn message(&self) -> Message {
        let number = self.order + 1;
        message!("game17.order", number, problem = self.problem.message())
    }
}

display_message!(Illegal, BadOrder);

/// The name of a square.
pub(crate) fn at(row: impl std::fmt::Display, col: impl std::fmt::Display) -> String {
    format!("{row},{col}")
}
