//! Games between players: matches, their statistics, records, analysis.
//!
//! | module | what is in it |
//! |---|---|
//! | [`clock`] | the wall clock |
//! | [`bout`] | one game between players |
//! | [`series`] | many games, sides swapped, on all cores |
//! | [`statistics`] | what a score proves |
//! | [`record`] | a game as a JSON file |
//! | [`contest`] | contests of many players: formats, journal, standings |
//! | [`ratings`] | how strong players are, with 95 % intervals |
//! | [`report`] | a contest as a page, as CSV and as JSON |
//! | [`analysis`] | what an engine thinks of a position or of a whole game |
//!
//! Everything is generic over the typed games, so that nothing goes through
//! JSON while games are played.

pub mod analysis;
pub mod bout;
pub mod clock;
pub mod contest;
pub mod ratings;
pub mod record;
pub mod report;
pub mod series;
pub mod statistics;

use catalog::Codec;
use players::roster::Roster;

/// A game that is in the catalog and has players.
pub trait Contested: Codec + Roster {}

impl<G: Codec + Roster> Contested for G {}
