//! Why a turn or a draw is refused.

use game::Seat;
use thiserror::Error;

/// The rule that a turn or a draw breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// Another owner moves next, or a draw is due.
    #[error("it is not the turn of player {seat}")]
    NotToMove {
        /// The seat that tried to move.
        seat: Seat,
    },
    /// The square does not exist.
    #[error("{row},{col} is off the board, which has rows and columns 0 to {last}")]
    OffBoard {
        /// The requested row.
        row: i64,
        /// The requested column.
        col: i64,
        /// The last row and column of the board.
        last: u8,
    },
    /// The square belongs to another owner.
    #[error("{row},{col} belongs to owner {owner}, not to owner {mover}")]
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
    #[error("{direction:?} is no direction from {row},{col}: n, e, s or w")]
    UnknownDirection {
        /// The row.
        row: u8,
        /// The column.
        col: u8,
        /// The beginning of the given direction.
        direction: String,
    },
    /// The number of pieces is negative.
    #[error("the number of pieces sent from {row},{col} must not be negative, like {count}")]
    Negative {
        /// The row.
        row: u8,
        /// The column.
        col: u8,
        /// The given number.
        count: i64,
    },
    /// The orders send more pieces than the square has.
    #[error("{} on {row},{col}, not {sent}", stacked(*.stand))]
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
    #[error("a zombie sends all of its pieces, but owner {owner} keeps {kept} on {row},{col}")]
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
    #[error("the deal must give each of the owners 0 to {last} one square")]
    Deal {
        /// The last owner.
        last: u16,
    },
    /// The order of turns must name every owner exactly once.
    #[error("the order of turns must name each of the owners 0 to {last} once")]
    Order {
        /// The last owner.
        last: u16,
    },
    /// The game waits for another draw, or for none.
    #[error("{due}, not {drawn}")]
    NotDrawn {
        /// What the game waits for.
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

fn stacked(pieces: u32) -> String {
    match pieces {
        0 => "no pieces stand".to_owned(),
        1 => "1 piece stands".to_owned(),
        n => format!("{n} pieces stand"),
    }
}

/// An order from outside that breaks a rule, and its index in the list.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("order {}: {problem}", .order + 1)]
pub struct BadOrder {
    /// The order, counted from 0.
    pub order: usize,
    /// The rule it breaks.
    #[source]
    pub problem: Illegal,
}
