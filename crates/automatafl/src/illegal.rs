//! Why an entry is refused.

use game::{Message, Say, Seat, Square, display_message, message};

/// The rule that an entry breaks, and the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game has ended.
    Over,
    /// There is no such seat.
    NoSeat(Seat),
    /// The seat's move is in and not part of a conflict.
    Locked(Seat),
    /// The square is not on this board.
    OffBoard(Square),
    /// Source and destination are the same square.
    Stays(Square),
    /// Moves must stay in a row or column.
    NotInLine {
        /// The source.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// No player may move the automaton.
    AutomatonSource(Square),
    /// No move may end on the automaton's square.
    AutomatonDestination(Square),
    /// A conflicted square is barred until the turn ends.
    Marked(Square),
    /// A player may pass only without a legal move.
    MustMove,
}

impl Say for Illegal {
    fn message(&self) -> Message {
        match *self {
            Illegal::Over => message!("rules.over"),
            Illegal::NoSeat(seat) => message!("rules.no-seat", seat),
            Illegal::Locked(seat) => message!("automatafl.locked", seat),
            Illegal::OffBoard(at) => message!("rules.off-board", at),
            Illegal::Stays(at) => message!("rules.stays", at),
            Illegal::NotInLine { from, to } => message!("rules.not-in-line", from, to),
            Illegal::AutomatonSource(at) => message!("automatafl.automaton-source", at),
            Illegal::AutomatonDestination(at) => message!("automatafl.automaton-target", at),
            Illegal::Marked(at) => message!("automatafl.marked", at),
            Illegal::MustMove => message!("automatafl.must-move"),
        }
    }
}

display_message!(Illegal);
