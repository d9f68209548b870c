//! The report of `hall match --json`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::data::GameData;

/// A match that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchReport {
    /// The game's id.
    pub game: String,
    /// Its options.
    pub options: GameData,
    /// What openings, draws and the players' dice followed from.
    pub seed: u64,
    /// How many games were played.
    pub games: u64,
    /// The players, as they were named.
    pub players: Vec<MatchPlayer>,
    /// How often games ended in which way, the most frequent first.
    pub ended_by: IndexMap<String, usize>,
    /// The games that a player failed in.
    pub verdicts: Vec<MatchVerdict>,
    /// The first player's score, where there are two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duel: Option<MatchScore>,
    /// Its score on each side, where there are two players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sides: Option<IndexMap<String, MatchScore>>,
    /// The sequential test, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<MatchTest>,
}

/// What a player did in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchPlayer {
    /// The player.
    pub player: String,
    /// In how many games it was first, unless all were.
    pub first: u64,
    /// Its mean place.
    pub mean_place: f64,
    /// Its moves.
    pub moves: u64,
    /// How long it thought.
    pub seconds: f64,
    /// How many states it visited.
    pub states: u64,
}

/// A game that a player failed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchVerdict {
    /// The game's number, from 1.
    pub game: u64,
    /// The player's number, from 0.
    pub player: usize,
    /// The verdict.
    pub verdict: String,
    /// What it is about.
    pub detail: String,
}

/// A score between two players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchScore {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// The share of the points.
    pub score: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Low, mean and high in Elo points, for a match of two players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<[f64; 3]>,
}

/// A sequential test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchTest {
    /// The difference it tests against, in Elo points.
    pub low: f64,
    /// The difference it is to prove.
    pub high: f64,
    /// The logarithm of the likelihood ratio.
    pub ratio: f64,
    /// `passed`, `failed` or `open`.
    pub verdict: String,
}
