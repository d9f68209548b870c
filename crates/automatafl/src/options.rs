//! The options of a game.

use game::{Message, Say, Seat, Square, display_message, message};

use crate::board::{Board, MOST_AUTOMATA};

/// The number of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Players {
    /// Two players, each with two corners in a row.
    Two,
    /// Four players, each with one corner.
    Four,
}

impl Players {
    /// The number: 2 or 4.
    pub const fn count(self) -> u16 {
        match self {
            Players::Two => 2,
            Players::Four => 4,
        }
    }
}

/// What the automaton does if both axes offer exactly the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tie {
    /// It moves along its column.
    Column,
    /// It stays.
    Freeze,
}

/// How to treat equal moves of several players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Identical {
    /// They conflict like other moves.
    Conflict,
    /// They count as one move.
    Merge,
}

/// The initial position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setup {
    /// 11 x 11. Not symmetric between x and y.
    Standard,
    /// 5 x 5.
    Small,
    /// The standard board with two automata beside its middle.
    Twins,
    /// Any board.
    Custom(Box<Board>),
}

impl Setup {
    /// The setups that have a name.
    pub const NAMED: [(&'static str, Setup); 3] = [
        ("standard", Setup::Standard),
        ("small", Setup::Small),
        ("twins", Setup::Twins),
    ];

    /// The position record of a named setup.
    fn record(&self) -> Option<&'static str> {
        match self {
            Setup::Standard => {
                Some("/r3ara3r/r3ara3r/11/1a7a1/rr7rr/rr3@3rr/rr7rr/1a7a1/11/r3ara3r/r3ara3r/")
            }
            Setup::Small => Some("/r1r1r/5/a1@1a/5/r1r1r/"),
            Setup::Twins => {
                Some("/r3ara3r/r3ara3r/11/1a7a1/rr7rr/rr1@3@1rr/rr7rr/1a7a1/11/r3ara3r/r3ara3r/")
            }
            Setup::Custom(_) => None,
        }
    }

    /// The initial board.
    pub fn board(&self) -> Board {
        match self {
            Setup::Custom(board) => (**board).clone(),
            named => named
                .record()
                .and_then(|record| record.parse().ok())
                .expect("the named setups are well formed"),
        }
    }
}

/// The options of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of players.
    pub players: Players,
    /// The initial position.
    pub setup: Setup,
    /// What the automaton does if both axes offer exactly the same.
    pub tie: Tie,
    /// How to treat equal moves of several players.
    pub identical: Identical,
    /// The number of turns after which the game is drawn; 0 for no limit.
    pub max_turns: u32,
    /// The number of automata that the board must have.
    pub automata: u8,
    /// The owners of the corners (0, 0), (max, 0), (max, max), (0, max). `None` is the
    /// usual assignment: for two players the lower row is seat 0's; four players own
    /// one corner each, in this order.
    pub corners: Option<[Seat; 4]>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            players: Players::Two,
            setup: Setup::Standard,
            tie: Tie::Column,
            identical: Identical::Conflict,
            max_turns: 500,
            automata: 1,
            corners: None,
        }
    }
}

impl Options {
    /// The owners of the corners.
    pub(crate) fn owners(&self) -> [Seat; 4] {
        self.corners.unwrap_or(match self.players {
            Players::Two => [0, 0, 1, 1].map(Seat),
            Players::Four => [0, 1, 2, 3].map(Seat),
        })
    }

    pub(crate) fn check(&self, board: &Board) -> Result<(), OptionsError> {
        let found = board.automata().len();
        if self.automata == 0 || usize::from(self.automata) > MOST_AUTOMATA {
            return Err(OptionsError::AutomataOutOfRange(self.automata));
        }
        if found != usize::from(self.automata) {
            return Err(OptionsError::Automata {
                wanted: self.automata,
                found,
            });
        }
        if let Some(&at) = board
            .automata()
            .iter()
            .find(|&&at| board.size().corner(at).is_some())
        {
            return Err(OptionsError::AutomatonInCorner(at));
        }
        let mut owners = self.owners();
        let fits = match self.players {
            Players::Two => owners == [0, 0, 1, 1].map(Seat) || owners == [1, 1, 0, 0].map(Seat),
            Players::Four => {
                owners.sort_unstable();
                owners == [0, 1, 2, 3].map(Seat)
            }
        };
        if !fits {
            return Err(OptionsError::Corners {
                players: self.players.count(),
            });
        }
        Ok(())
    }
}

/// Options that do not make a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionsError {
    /// The number of automata is out of range.
    AutomataOutOfRange(u8),
    /// The number of automata on the board differs from the option.
    Automata {
        /// The number in the option.
        wanted: u8,
        /// The number on the board.
        found: usize,
    },
    /// A game cannot begin with an automaton in a corner.
    AutomatonInCorner(Square),
    /// The corners have the wrong shape for this number of players.
    Corners {
        /// The number of players.
        players: u16,
    },
}

impl Say for OptionsError {
    fn message(&self) -> Message {
        match *self {
            OptionsError::AutomataOutOfRange(found) => {
                message!("automatafl.automata-range", most = MOST_AUTOMATA, found)
            }
            OptionsError::Automata { wanted, found } => {
                message!("automatafl.automata", found, wanted)
            }
            OptionsError::AutomatonInCorner(at) => message!("automatafl.automaton-in-corner", at),
            OptionsError::Corners { players: 2 } => message!("automatafl.two-corners"),
            OptionsError::Corners { .. } => message!("automatafl.four-corners"),
        }
    }
}

display_message!(OptionsError);
