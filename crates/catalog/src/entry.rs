//! How moves are entered on a board.

/// How you enter a move, and what you should know for it.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// The way to enter it.
    pub kind: Kind,
    /// A move in notation.
    pub example: &'static str,
    /// How a move is written, with an example.
    pub notation: &'static str,
    /// The game in three lines.
    pub hints: [&'static str; 3],
}

/// The way to enter a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A source, then a target, written `d1-c1`.
    Move {
        /// What is written to end a turn without a move, where that is possible.
        pass: Option<&'static str>,
    },
    /// A stack, how many of it, then a target, written `d7-d5=2`.
    Stack,
    /// Any number of orders, written `3,4n2 3,4e1`, then the end of the turn.
    Orders {
        /// What is written for no orders.
        none: &'static str,
    },
    /// Moves are only typed.
    Typed,
}

impl Kind {
    /// Whether you choose how many pieces go.
    pub fn has_amounts(self) -> bool {
        matches!(self, Kind::Stack | Kind::Orders { .. })
    }
}
