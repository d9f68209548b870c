//! Games between players: bots in their sandbox, matches, contests, statistics,
//! ratings.
//!
//! | module | what is in it |
//! |---|---|
//! | [`entrant`] | who takes part: built-in players and programs |
//! | [`bot`] | programs that play over standard input and output |
//! | [`python`] | Python, and the host of Game 17's module players |
//! | [`time`] | how much time a seat has |
//! | [`verdict`] | why a game did not end on the board |
//! | [`clock`] | the wall clock |
//! | [`bout`] | one game between players |
//! | [`series`] | many games, sides swapped, on all cores |
//! | [`statistics`] | what a score proves |
//! | [`written`] | a game that was played here, as its record |
//! | [`contest`] | contests of many players: formats, journal, standings |
//! | [`ratings`] | how strong players are, with 95 % intervals |
//! | [`report`] | a contest as a page, as CSV and as JSON |
//! | [`text`] | text of others, made fit to be shown |
//!
//! Everything is generic over the typed games, so that nothing but what a bot
//! says goes through JSON while games are played.

pub mod bot;
pub mod bout;
pub mod clock;
pub mod contest;
pub mod entrant;
pub mod python;
pub mod ratings;
pub mod report;
pub mod series;
pub mod statistics;
pub mod text;
pub mod time;
pub mod verdict;
pub mod written;

use catalog::bot::BotGame;
use players::roster::Roster;

/// A game that is in the catalog, has players, and can be played by programs.
pub trait Contested: BotGame + Roster {}

impl<G: BotGame + Roster> Contested for G {}
