//! Why a turn or a draw is refused.

use game::Seat;
use thiserror::Error;

/// Which rule a turn or a draw breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// Another owner, or chance, is next.
    #[error("it is not the turn of player {seat}")]
    NotToMove {
        /// Who wanted to move.
        seat: Seat,
    },
    /// There is no such square.
    #[error("{row},{col} is off the board, which has rows and columns 0 to {last}")]
    OffBoard {
        /// The row asked for.
        row: i64,
        /// The column asked for.
        col: i64,
        /// The last row and column of the board.
        last: u8,
    },
    /// The square is somebody else's.
    #[error("{row},{col} belongs to owner {owner}, not to owner {mover}")]
    NotOwned {
        /// The row.
        row: u8,
        /// The column.
        col: u8,
        /// Whose it is.
        owner: u16,
        /// Who wanted to move.
        mover: u16,
    },
    /// The direction is none of the four.
    #[error("{direction:?} is no direction from {row},{col}: n, e, s or w")]
    UnknownDirection {
        /// The row.
        row: u8,
        /// The column.
        col: u8,
        /// The start of what was given as the direction.
        direction: String,
    },
    /// Fewer than no pieces were sent.
    #[error("the number of pieces sent from {row},{col} must not be negative, like {count}")]
    Negative {
        /// The row.
        row: u8,
        /// The column.
        col: u8,
        /// The number given.
        count: i64,
    },
    /// More pieces were sent than stand there.
    #[error("{} on {row},{col}, not {sent}", stacked(*.stand))]
    TooMany {
        /// The row.
        row: u8,
        /// The column.
        col: u8,
        /// The pieces that stand there.
        stand: u32,
        /// The pieces sent, by all orders from there.
        sent: u64,
    },
    /// A zombie left pieces where they are.
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
    /// The deal does not give every owner one square.
    #[error("the deal must give each of the owners 0 to {last} one square")]
    Deal {
        /// The last owner.
        last: u16,
    },
    /// The order of turns does not name every owner once.
    #[error("the order of turns must name each of the owners 0 to {last} once")]
    Order {
        /// The last owner.
        last: u16,
    },
    /// Something else is drawn now, or nothing.
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

/// An order from outside that breaks a rule, and which one of a list it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("order {}: {problem}", .order + 1)]
pub struct BadOrder {
    /// The order, counted from 0.
    pub order: usize,
    /// The rule it breaks.
    #[source]
    pub problem: Illegal,
}
