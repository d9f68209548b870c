//! The state of a game, and what is drawn in it.

use thiserror::Error;

use crate::board::Board;
use crate::turn::Turn;

/// Everything that decides how a game goes on.
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

/// How far a game is.
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
    /// `one-owner` or `rounds`.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::OneOwner => "one-owner",
            Reason::Rounds => "rounds",
        }
    }
}

/// What a state shows, to take a game up again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The board.
    pub board: Board,
    /// Whether owners have been dealt to the squares.
    pub dealt: bool,
    /// The order of turns; empty until it is drawn.
    pub order: Vec<u16>,
    /// The round being played.
    pub round: u32,
    /// Whose turn it is.
    pub mover: Option<u16>,
    /// The squares that wait for a coin, row by row.
    pub tied: Vec<(u8, u8)>,
    /// Why the game ended, if it did.
    pub over: Option<Reason>,
}

/// Why parts make no state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RestoreError {
    /// The board has another size than the game.
    #[error("the board has another size than the game's")]
    Size,
    /// The deal or the order of turns is not one of all owners.
    #[error("deal and order of turns must name every owner once, and be there once play has begun")]
    Order,
    /// A round that the game does not have.
    #[error("the game does not have so many rounds")]
    Round,
    /// Nobody, or somebody impossible, is to move.
    #[error("the mover must own a square, and there is one exactly while the game goes on")]
    Mover,
    /// A square that cannot wait for a coin.
    #[error("tied squares belong to others than the mover and are named row by row")]
    Tied,
}

impl State {
    /// The board. Before the deal, square i belongs to owner i. While squares
    /// [wait for a coin](Self::tied), the pieces that arrived there are not on it.
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

    /// The round being played, from 0; after the last one, the number of rounds.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Whose turn it is: a player's or a zombie's. Nobody's before the order is
    /// drawn and after the end.
    #[inline]
    pub fn mover(&self) -> Option<u16> {
        match self.phase {
            Phase::Play => self.order.get(self.turn).copied(),
            _ => None,
        }
    }

    /// The squares (row, column) of the turn just made that wait for a coin,
    /// row by row.
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

    /// All owners that lead in squares, zombies too: after the end, the winners.
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

    /// Goes on to the next owner with squares, when a turn is settled.
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

/// What is to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// Who starts where.
    Deal,
    /// The order of turns.
    Order,
    /// Where a zombie's pieces go.
    Zombie {
        /// The zombie.
        owner: u16,
    },
    /// Who gets a tied square.
    Coin {
        /// Its row.
        row: u8,
        /// Its column.
        col: u8,
        /// Whose turn it is.
        mover: u16,
    },
}

/// What was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Draw {
    /// The owner of every square, row by row.
    Deal(Vec<u16>),
    /// The owners in the order of their turns.
    Order(Vec<u16>),
    /// What a zombie does.
    Zombie(Turn),
    /// Whether the mover takes the tied square.
    Coin(bool),
}
