//! Games between players on this machine: bots in their sandbox, built-in players, and
//! what each of them spent.
//!
//! | module | contents |
//! |---|---|
//! | [`entrant`] | entrants: built-in players and bots |
//! | [`bot`] | bots that play over standard input and output |
//! | [`python`] | Python, and the host of module players |
//! | [`time`] | how much time a seat has |
//! | [`verdict`] | why a game did not end on the board |
//! | [`clock`] | clocks for engines |
//! | [`bout`] | one game between players |
//! | [`local`] | games of a contest, played on this machine |
//!
//! A game is played with its types, so during the game only a bot's messages go through
//! JSON. The code around it knows no types.

pub mod bot;
pub mod bout;
pub mod clock;
pub mod entrant;
pub mod local;
pub mod python;
mod recording;
pub mod time;
pub mod verdict;

use catalog::bot::BotGame;
use players::roster::Roster;

/// A game that is in the catalog, has built-in players, and can be played by bots.
pub trait PlayableGame: BotGame + Roster {}

impl<G: BotGame + Roster> PlayableGame for G {}
