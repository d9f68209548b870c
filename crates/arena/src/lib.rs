//! Games between players: matches, their statistics, records, analysis.
//!
//! | module | what is in it |
//! |---|---|
//! | [`clock`] | the wall clock |
//! | [`bout`] | one game between players |
//! | [`series`] | many games, sides swapped, on all cores |
//! | [`statistics`] | what a score proves |
//! | [`record`] | a game as a JSON file |
//! | [`python`] | Python for players, and the package that Game 17 players import |
//! | [`analysis`] | what an engine thinks of a position or of a whole game |
//!
//! Everything is generic over the typed games, so that nothing goes through
//! JSON while games are played.

pub mod analysis;
pub mod bout;
pub mod clock;
pub mod python;
pub mod record;
pub mod series;
pub mod statistics;

use catalog::Codec;
use players::roster::Roster;

/// A game that is in the catalog and has players.
pub trait Contested: Codec + Roster {}

impl<G: Codec + Roster> Contested for G {}
