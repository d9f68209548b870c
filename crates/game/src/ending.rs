//! How a game ended.

use crate::Seat;

/// The end of a game: its result, and the rule that ended it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The result.
    pub outcome: Outcome,
    /// The rule that ended the game, as a hyphenated name: `king-escaped`, `max-turns`.
    pub reason: &'static str,
}

impl Ending {
    /// A win for `seat`.
    pub const fn won(seat: Seat, reason: &'static str) -> Ending {
        Ending {
            outcome: Outcome::Won(seat),
            reason,
        }
    }

    /// A draw.
    pub const fn drawn(reason: &'static str) -> Ending {
        Ending {
            outcome: Outcome::Drawn,
            reason,
        }
    }
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// One seat won, all others lost.
    Won(Seat),
    /// No seat won.
    Drawn,
    /// The place of every seat, 1 for the first. Seats may share a place, and there may
    /// be no first: a party without a seat can win.
    Places(Box<[u32]>),
}

impl Outcome {
    /// Whether `seat` won, alone or together with others.
    pub fn won(&self, seat: Seat) -> bool {
        match self {
            Outcome::Won(winner) => *winner == seat,
            Outcome::Drawn => false,
            Outcome::Places(_) => self.place(seat) == 1,
        }
    }

    /// The place of `seat`, 1 for the first. In a draw all seats are first.
    pub fn place(&self, seat: Seat) -> u32 {
        match self {
            Outcome::Won(winner) if *winner == seat => 1,
            Outcome::Won(_) => 2,
            Outcome::Drawn => 1,
            Outcome::Places(places) => places.get(seat.index()).copied().unwrap_or(u32::MAX),
        }
    }
}
