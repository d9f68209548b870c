//! The state of a game, and what is drawn in it.

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
pub(crate) enum Reason {
    OneOwner,
    Rounds,
}

impl Reason {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Reason::OneOwner => "one-owner",
            Reason::Rounds => "rounds",
        }
    }
}

impl State {
    /// The board. Before the deal, square i belongs to owner i. While squares
    /// [wait for a coin](Self::tied), the pieces that arrived there are not on it.
    pub fn board(&self) -> &Board {
        &self.board
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
