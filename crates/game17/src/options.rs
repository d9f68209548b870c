//! The options of a game.

use game::{Message, Say, display_message, message};

/// The options of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of rows and of columns, 1 to 64.
    pub size: u8,
    /// The number of rounds, 0 to 1,000,000.
    pub rounds: u32,
    /// Pieces on every square at the start, 1 to 1000.
    pub pieces: u32,
    /// The number of owners that are players, 0 to one per square. All others are
    /// zombies.
    pub players: u16,
}

impl Options {
    /// The most rows and columns.
    pub const MOST_SIZE: u8 = 64;
    /// The most rounds.
    pub const MOST_ROUNDS: u32 = 1_000_000;
    /// The most pieces on a square at the start.
    pub const MOST_PIECES: u32 = 1000;

    /// The number of squares, which is also the number of owners.
    pub fn squares(&self) -> u16 {
        u16::from(self.size) * u16::from(self.size)
    }

    /// Checks the options. Fails with the first one that is out of range.
    pub fn check(&self) -> Result<(), OptionsError> {
        if !(1..=Self::MOST_SIZE).contains(&self.size) {
            return Err(OptionsError::Size(self.size));
        }
        if self.rounds > Self::MOST_ROUNDS {
            return Err(OptionsError::Rounds(self.rounds));
        }
        if !(1..=Self::MOST_PIECES).contains(&self.pieces) {
            return Err(OptionsError::Pieces(self.pieces));
        }
        if self.players > self.squares() {
            return Err(OptionsError::Players {
                players: self.players,
                size: self.size,
                most: self.squares(),
            });
        }
        Ok(())
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            size: 14,
            rounds: 50,
            pieces: 4,
            players: 2,
        }
    }
}

/// An option is out of range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionsError {
    /// The board is too small or too large.
    Size(u8),
    /// There are too many rounds.
    Rounds(u32),
    /// There are no pieces, or too many.
    Pieces(u32),
    /// There are more players than squares.
    Players {
        /// The requested players.
        players: u16,
        /// The size of the board.
        size: u8,
        /// The most players for this size.
        most: u16,
    },
}

impl Say for OptionsError {
    fn message(&self) -> Message {
        match *self {
            OptionsError::Size(found) => message!("game17.size", high = Options::MOST_SIZE, found),
            OptionsError::Rounds(found) => {
                message!("game17.rounds", high = Options::MOST_ROUNDS, found)
            }
            OptionsError::Pieces(found) => {
                message!("game17.pieces", high = Options::MOST_PIECES, found)
            }
            OptionsError::Players {
                players,
                size,
                most,
            } => message!("game17.players", size, most, players),
        }
    }
}

display_message!(OptionsError);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_out_of_range_are_refused_with_the_range() {
        let refused = |change: fn(&mut Options)| {
            let mut options = Options::default();
            change(&mut options);
            options.check().unwrap_err()
        };
        assert_eq!(refused(|o| o.size = 0), OptionsError::Size(0));
        assert_eq!(refused(|o| o.size = 65), OptionsError::Size(65));
        let rounds = OptionsError::Rounds(1_000_001);
        assert_eq!(refused(|o| o.rounds = 1_000_001), rounds);
        assert_eq!(
            rounds.to_string(),
            "game17.rounds (high: 1000000, found: 1000001)"
        );
        assert_eq!(refused(|o| o.pieces = 0), OptionsError::Pieces(0));
        assert_eq!(refused(|o| o.pieces = 1001), OptionsError::Pieces(1001));
        let crowded = OptionsError::Players {
            players: 197,
            size: 14,
            most: 196,
        };
        assert_eq!(refused(|o| o.players = 197), crowded);
    }

    #[test]
    fn the_ends_of_every_range_are_allowed() {
        for (size, rounds, pieces, players) in [(1, 0, 1, 0), (64, 1_000_000, 1000, 4096)] {
            let options = Options {
                size,
                rounds,
                pieces,
                players,
            };
            assert_eq!(options.check(), Ok(()));
        }
    }
}
