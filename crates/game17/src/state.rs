//! The state of a game and its draws.

use game::{Message, Say, display_message, message};

use crate::board::Board;
use crate::turn::Turn;

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) board: Board,
    pub(crate) order: Vec<u16>,
    pub(crate) round: u32,
    // An index into `order`.
    pub(crate) turn: usize,
    // Squares of this turn that wait for a coin, the next one last.
    pub(crate) tied: Vec<u16>,
    pub(crate) phase: Phase,
}

/// The phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Deal,
    Order,
    Play,
    Over(Reason),
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// All pieces belong to one owner.
    OneOwner,
    /// All rounds have been played.
    Rounds,
}

impl Reason {
    /// The name in records: `one-owner` or `rounds`.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::OneOwner => "one-owner",
            Reason::Rounds => "rounds",
        }
    }
}

/// The visible parts of a state, from which [`Game17::restore`](crate::Game17::restore)
/// rebuilds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The board.
    pub board: Board,
    /// Whether owners have been dealt to the squares.
    pub dealt: bool,
    /// The order of turns; empty until it is drawn.
    pub order: Vec<u16>,
    /// The current round.
    pub round: u32,
    /// The owner to move.
    pub mover: Option<u16>,
    /// The squares that wait for a coin, row by row.
    pub tied: Vec<(u8, u8)>,
    /// Why the game ended, if it did.
    pub over: Option<Reason>,
}

/// Why parts do not make a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// The size of the board is not the game's.
    Size,
    /// The deal or the order of turns does not name every owner.
    Order,
    /// The game has no such round.
    Round,
    /// No owner is to move although the game goes on, or an impossible one is.
    Mover,
    /// The square cannot wait for a coin.
    Tied,
}

impl Say for RestoreError {
    fn message(&self) -> Message {
        match self {
            RestoreError::Size => message!("rules.board-size"),
            RestoreError::Order => message!("game17.restore-order"),
            RestoreError::Round => message!("game17.restore-round"),
            RestoreError::Mover => message!("game17.restore-mover"),
            RestoreError::Tied => message!("game17.restore-tied"),
        }
    }
}

display_message!(RestoreError);

impl State {
    /// The board. Before the deal, square i belongs to owner i. Pieces that arrived on
    /// squares that [wait for a coin](Self::tied) are not on it.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether owners have been dealt to the squares.
    pub fn is_dealt(&self) -> bool {
        self.phase != Phase::Deal
    }

    /// The order of turns, the same in every round. Empty until it is drawn.
    pub fn order(&self) -> &[u16] {
        &self.order
    }

    /// The current round, from 0; after the last one, the number of rounds.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The owner to move, a player or a zombie; `None` before the order is drawn and
    /// after the end.
    #[inline]
    pub fn mover(&self) -> Option<u16> {
        match self.phase {
            Phase::Play => self.order.get(self.turn).copied(),
            _ => None,
        }
    }

    /// The squares (row, column) of the latest turn that wait for a coin, row by row.
    pub fn tied(&self) -> impl Iterator<Item = (u8, u8)> {
        self.tied
            .iter()
            .rev()
            .map(|&square| self.board.place(usize::from(square)))
    }

    /// Why the game ended, if it did.
    pub fn over(&self) -> Option<Reason> {
        match self.phase {
            Phase::Over(reason) => Some(reason),
            _ => None,
        }
    }

    /// All owners that lead in squares, including zombies. After the end, they are the
    /// winners.
    pub fn winners(&self) -> Vec<u16> {
        self.board.leaders()
    }

    /// Starts the first round.
    pub(crate) fn begin(&mut self, order: Vec<u16>, rounds: u32) {
        self.order = order;
        self.turn = 0;
        if self.board.has_one_holder() {
            self.phase = Phase::Over(Reason::OneOwner);
        } else if rounds == 0 {
            self.phase = Phase::Over(Reason::Rounds);
        } else {
            self.phase = Phase::Play;
        }
    }

    /// Passes the turn to the next owner with squares, once a turn is settled.
    #[inline]
    pub(crate) fn advance(&mut self, rounds: u32) {
        if self.board.has_one_holder() {
            self.phase = Phase::Over(Reason::OneOwner);
            return;
        }
        if let Some(next) = self.living_from(self.turn + 1) {
            self.turn = next;
            return;
        }
        self.round += 1;
        match self.living_from(0) {
            Some(first) if self.round < rounds => self.turn = first,
            _ => self.phase = Phase::Over(Reason::Rounds),
        }
    }

    fn living_from(&self, turn: usize) -> Option<usize> {
        let rest = self.order.get(turn..)?;
        let skipped = rest
            .iter()
            .position(|&owner| self.board.squares_of(owner) > 0)?;
        Some(turn + skipped)
    }
}

/// A draw that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// The square of every owner.
    Deal,
    /// The order of turns.
    Order,
    /// The turn of a zombie.
    Zombie {
        /// The zombie.
        owner: u16,
    },
    /// The owner of a tied square.
    Coin {
        /// Its row.
        row: u8,
        /// Its column.
        col: u8,
        /// The owner whose turn it is.
        mover: u16,
    },
}

/// The result of a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Draw {
    /// The owner of every square, row by row.
    Deal(Vec<u16>),
    /// The owners in the order of their turns.
    Order(Vec<u16>),
    /// The turn of a zombie.
    Zombie(Turn),
    /// Whether the mover takes the tied square.
    Coin(bool),
}
