//! Contests of computer players and connected bots.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::data::GameData;
use crate::rest::PlayerView;
use crate::settings::{Clock, Millis};

/// `POST /contests`: the contest to start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewContest {
    /// The id of the game.
    pub game: String,
    /// The game's options. Missing ones have their defaults.
    #[serde(default, skip_serializing_if = "GameData::is_null")]
    pub options: GameData,
    /// The entrants.
    pub entrants: Vec<Entry>,
    /// The format: `round-robin`, `gauntlet`, `swiss`, `knockout` or `royale`.
    /// The default is `round-robin` for two players and `royale` for more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Games of each pairing, or of each table if more than two play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Rounds of a Swiss contest, or how often everyone plays in a royale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// How time is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The contest's title. The default is the game's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
}

/// An entrant you ask for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Entry {
    /// A computer player, by name.
    Computer(String),
    /// A connected bot.
    Player {
        /// Its public id.
        player: String,
    },
}

/// `GET /contests`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContestsBody {
    /// The contests, newest first.
    pub contests: Vec<ContestRow>,
}

/// A contest in the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContestRow {
    /// Its id.
    pub contest: String,
    /// Its title.
    pub title: String,
    /// The id of the game.
    pub game: String,
    /// All the game's options.
    #[serde(default)]
    pub options: GameData,
    /// What the game calls its seats.
    #[serde(default)]
    pub seats: Vec<String>,
    /// The format: `round-robin`, `gauntlet`, `swiss`, `knockout` or `royale`.
    #[serde(default)]
    pub format: String,
    /// Games of each pairing, or of each table if more than two play.
    #[serde(default)]
    pub games_each: u64,
    /// How time is kept.
    #[serde(default)]
    pub clock: Clock,
    /// The player who started it.
    pub maker: PlayerView,
    /// When it was started.
    pub created: Millis,
    /// When it ended.
    #[serde(default)]
    pub ended: Option<Millis>,
    /// How far it has come.
    pub state: ContestState,
    /// Why it was interrupted, in a sentence.
    #[serde(default)]
    pub why: Option<String>,
    /// How many games count so far.
    #[serde(default)]
    pub played: usize,
    /// How many games there are.
    #[serde(default)]
    pub planned: usize,
    /// The entrants. Other fields refer to them by index.
    #[serde(default)]
    pub entrants: Vec<ContestEntrant>,
    /// The names of the entrants in the lead.
    #[serde(default)]
    pub leaders: Vec<String>,
}

/// How far a contest has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ContestState {
    /// It is being played.
    Running,
    /// All games were played.
    Finished,
    /// The player who started it stopped it.
    Stopped,
    /// The hall went down, or a game could not be played.
    Interrupted,
}

/// An entrant of a contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContestEntrant {
    /// The name, unique in the contest.
    pub name: String,
    /// The computer player's name, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<String>,
    /// The bot's public id, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Whether it is a connected bot.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub program: bool,
}

/// `GET /contests/{contest}`: a contest with its standings and games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContestBody {
    /// The contest as the list shows it.
    #[serde(flatten)]
    pub row: ContestRow,
    /// How the entrants did.
    #[serde(flatten)]
    pub scores: ContestScores,
    /// The games that have begun.
    #[serde(default)]
    pub games: Vec<ContestGame>,
}

/// How the entrants of a contest did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContestScores {
    /// The entrants, best first.
    #[serde(default)]
    pub standings: Vec<StandingsRow>,
    /// `crosstable[a][b]` says how entrant `a` did against entrant `b`.
    #[serde(default)]
    pub crosstable: Vec<Vec<Duel>>,
    /// The advantage of the first seat, if two play.
    #[serde(default)]
    pub first_seat: Option<Estimate>,
    /// Decisions made without a game.
    #[serde(default)]
    pub notes: Vec<ContestNote>,
}

/// An entrant in the standings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StandingsRow {
    /// The rank, from 1. Entrants that no tie-break separates share one.
    pub rank: usize,
    /// The index of the entrant.
    pub player: usize,
    /// The entrant's name.
    pub name: String,
    /// Points: for each game, the share of opponents it finished ahead of.
    pub points: f64,
    /// Games played, without forfeits.
    pub games: u64,
    /// How it did against all others.
    #[serde(flatten)]
    pub duels: Duel,
    /// Games it came first in.
    #[serde(default)]
    pub firsts: u64,
    /// Games won or lost by forfeit.
    #[serde(default)]
    pub forfeits: u64,
    /// Rounds without an opponent.
    #[serde(default)]
    pub byes: u64,
    /// Rounds it survived in a knockout.
    #[serde(default)]
    pub survived: u32,
    /// Pieces left in all games that no failure ended.
    #[serde(default)]
    pub pieces: u64,
    /// Time left in all games that no failure ended. Only with a clock.
    #[serde(default)]
    pub clock_left_ms: Option<f64>,
    /// How it did on each seat.
    #[serde(default)]
    pub by_seat: Vec<SeatDuel>,
    /// How often it failed, by verdict.
    #[serde(default)]
    pub verdicts: BTreeMap<String, u64>,
    /// The index of the game after which it was set aside for failing.
    #[serde(default)]
    pub set_aside_after: Option<u64>,
    /// Its rating, after its first game.
    #[serde(default)]
    pub rating: Option<ContestRating>,
    /// How fast it played, if published.
    #[serde(flatten)]
    pub pace: Option<Pace>,
}

/// How many games were won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Duel {
    /// Games won.
    pub won: u64,
    /// Games drawn, or shared in the same place.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}

/// How an entrant did on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatDuel {
    /// Its games there.
    #[serde(flatten)]
    pub duel: Duel,
    /// What the game calls the seat.
    pub seat: String,
}

/// How fast an entrant played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pace {
    /// How many moves it made.
    pub moves: u64,
    /// The mean time of a move.
    pub ms_per_move: f64,
    /// The time of the slowest move.
    pub ms_slowest_move: f64,
    /// Processor time, if measured.
    #[serde(default)]
    pub cpu_ms: Option<f64>,
}

/// An Elo difference with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Estimate {
    /// The difference.
    pub elo: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// How strong an entrant is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContestRating {
    /// Elo points above the mean of all entrants.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// Glicko-2, if two play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub glicko2: Option<Glicko2>,
    /// Weng-Lin, if more than two play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weng_lin: Option<WengLin>,
}

/// The figures of Glicko-2.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Glicko2 {
    /// The rating; it starts at 1500.
    pub rating: f64,
    /// How uncertain it is.
    pub deviation: f64,
    /// How much the strength fluctuates.
    pub volatility: f64,
}

/// The figures of Weng and Lin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WengLin {
    /// The rating; it starts at 25.
    pub rating: f64,
    /// How uncertain it is.
    pub uncertainty: f64,
}

/// A decision made without a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ContestNote {
    /// An entrant had no opponent in a round.
    Bye {
        /// The round, from 0.
        round: u32,
        /// The entrant.
        bye: usize,
        /// The points it got.
        points: f64,
    },
    /// A tie was broken.
    Decided {
        /// The round, from 0.
        round: u32,
        /// The entrant that advanced.
        winner: usize,
        /// The entrant that did not.
        loser: usize,
        /// What broke the tie.
        by: String,
    },
    /// An entrant failed repeatedly and was set aside.
    SetAside {
        /// The entrant.
        set_aside: usize,
        /// The index of the game after which it was set aside.
        after: u64,
        /// How it failed in that game.
        verdict: String,
        /// Details.
        detail: Option<String>,
    },
}

/// A game of a contest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContestGame {
    /// Its number, from 1.
    pub game: u64,
    /// The entrants by seat.
    pub seating: Vec<usize>,
    /// Its table.
    #[serde(default)]
    pub table: Option<String>,
    /// How far it has come.
    pub state: ContestGameState,
    /// How it ended.
    #[serde(flatten)]
    pub result: Option<ContestResult>,
}

/// How far a game of a contest has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ContestGameState {
    /// It is being played.
    Running,
    /// It is over.
    Finished,
    /// It was not played because an entrant was set aside.
    Forfeit,
    /// It ended with the contest, without a result.
    Stopped,
}

/// How a game of a contest ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContestResult {
    /// The places by seat.
    pub places: Vec<u32>,
    /// The points by seat.
    pub points: Vec<f64>,
    /// How each seat failed, if it did.
    pub verdicts: Vec<Option<String>>,
    /// Why the game ended.
    pub reason: String,
    /// How many steps were made.
    pub steps: usize,
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// A contest as version 0.1 stored it.
    const STORED: &str = r#"{
        "contest": "00f1", "title": "Cup", "game": "chess", "options": {"throne": true},
        "seats": ["attackers", "defenders"], "format": "round-robin", "games_each": 2,
        "clock": {"kind": "none"},
        "maker": {"player": "0a", "name": "Ann", "program": false},
        "created": 5, "ended": null, "state": "running", "why": null,
        "played": 1, "planned": 2,
        "entrants": [
            {"name": "weak", "computer": "weak"},
            {"name": "Bot", "player": "0b", "program": true}
        ],
        "leaders": ["weak"],
        "standings": [{
            "rank": 1, "player": 0, "name": "weak", "points": 1.5, "games": 2,
            "won": 1, "drawn": 1, "lost": 0, "firsts": 1, "forfeits": 0, "byes": 0,
            "survived": 0, "pieces": 12, "clock_left_ms": null,
            "by_seat": [{"won": 1, "drawn": 0, "lost": 0, "seat": "attackers"}],
            "verdicts": {"absent": 1}, "set_aside_after": null,
            "rating": {
                "elo": 12.5, "low": -3.0, "high": 30.0,
                "glicko2": {"rating": 1510.0, "deviation": 200.0, "volatility": 0.06}
            },
            "moves": 20, "ms_per_move": 1.5, "ms_slowest_move": 3.0, "cpu_ms": null
        }],
        "crosstable": [[{"won": 0, "drawn": 0, "lost": 0}, {"won": 1, "drawn": 0, "lost": 1}]],
        "first_seat": {"elo": 1.0, "low": 0.0, "high": 2.0},
        "notes": [
            {"round": 0, "bye": 1, "points": 0.5},
            {"round": 0, "winner": 1, "loser": 0, "by": "lot"},
            {"set_aside": 1, "after": 2, "verdict": "absent", "detail": null}
        ],
        "games": [
            {
                "game": 1, "seating": [0, 1], "table": "0c", "state": "finished",
                "places": [1, 2], "points": [1.0, 0.0], "verdicts": [null, "absent"],
                "reason": "absent", "steps": 0
            },
            {"game": 2, "seating": [1, 0], "table": null, "state": "running"}
        ]
    }"#;

    #[test]
    fn a_contest_is_written_as_in_version_0_1() {
        let stored: Value = serde_json::from_str(STORED).unwrap();
        let body: ContestBody = serde_json::from_str(STORED).unwrap();
        assert_eq!(body.scores.standings[0].duels.drawn, 1);
        assert!(body.games[0].result.is_some() && body.games[1].result.is_none());
        assert_eq!(serde_json::to_value(&body).unwrap(), stored);
    }

    #[test]
    fn a_contest_may_lack_its_optional_parts() {
        let mut short: Value = serde_json::from_str(STORED).unwrap();
        let keep = ["contest", "title", "game", "maker", "created", "state"];
        let object = short.as_object_mut().unwrap();
        object.retain(|name, _| keep.contains(&name.as_str()));
        let body: ContestBody = serde_json::from_value(short).unwrap();
        assert_eq!(body.scores, ContestScores::default());
    }

    #[test]
    fn entrants_are_names_or_players() {
        let text = r#"{"game":"chess","entrants":["weak",{"player":"0b"}]}"#;
        let new: NewContest = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&new).unwrap(), text);
    }
}
