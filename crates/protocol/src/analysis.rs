//! What an engine thinks of a position or a whole game, and what a check of a
//! record found.

use serde::{Deserialize, Serialize};

use crate::data::GameData;
use crate::view::EndingView;

/// How thoroughly to analyse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Depth {
    /// The engine's name, without limits.
    pub engine: String,
    /// Milliseconds for each position.
    pub ms: u64,
    /// How many of the best moves to follow, if the engine can do that.
    pub lines: usize,
}

impl Default for Depth {
    fn default() -> Depth {
        Depth {
            engine: "strong".to_owned(),
            ms: 300,
            lines: 1,
        }
    }
}

/// A position to analyse.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Position {
    /// In the game's notation.
    Notation(String),
    /// A state in the game's own form, as in
    /// [`GameView::state`](crate::GameView::state).
    State(GameData),
}

/// The move an engine would make, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opinion {
    /// The seat it advises.
    pub seat: u16,
    /// The move it would make.
    pub action: String,
    /// How many moves ahead it looked.
    pub depth: u32,
    /// The states it visited.
    pub states: u64,
    /// The time it took, in seconds.
    pub seconds: f64,
    /// How full its transposition table was, from 0 to 1.
    #[serde(default)]
    pub table_fill: f64,
    /// The best lines, best first.
    pub lines: Vec<Line>,
    /// If several seats choose at once: its mixed strategy, each move with its
    /// probability.
    #[serde(default)]
    pub strategy: Vec<(String, f64)>,
    /// If several seats choose at once: the leading moves against each other.
    #[serde(default)]
    pub matrix: Option<Matrix>,
}

impl Opinion {
    /// The seat's chance to win, from 0 to 1, if the engine sees a line.
    pub fn chance(&self) -> Option<f64> {
        self.lines.first().map(|line| line.score.chance())
    }
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line {
    /// Its score for the seat to move.
    pub score: Score,
    /// The moves in the game's notation.
    pub moves: Vec<String>,
}

/// How good a line is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Above 0 is better; a piece is worth about 100.
    Points(i32),
    /// The chance to win, from 0 to 1.
    Chance(f64),
    /// A win in this many moves.
    WinIn(u32),
    /// A loss in this many moves.
    LossIn(u32),
}

impl Score {
    /// The score as a chance to win, so that all kinds of scores can be compared.
    /// At two pieces ahead, you win three games out of four.
    pub fn chance(self) -> f64 {
        match self {
            Score::Points(points) => 1.0 / (1.0 + (-f64::from(points) / 182.0).exp()),
            Score::Chance(chance) => chance,
            Score::WinIn(_) => 1.0,
            Score::LossIn(_) => 0.0,
        }
    }
}

/// Pairs of moves and how good they are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Matrix {
    /// The moves of the seat.
    pub mine: Vec<String>,
    /// The moves of its opponents.
    pub theirs: Vec<String>,
    /// The seat's chance to win: `worth[mine][theirs]`.
    pub worth: Vec<Vec<f64>>,
}

/// A step of a game and what the engine thought before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgedStep {
    /// The number of the step, from 1.
    pub step: usize,
    /// The moves that were made, by seat.
    pub played: Vec<(u16, String)>,
    /// With two seats: the chance of seat 0 to win, before the step.
    pub chance_of_seat_0: Option<f64>,
    /// What the engine would have played: one opinion for each seat to act.
    pub opinions: Vec<Opinion>,
}

/// A judgement of a whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judgement {
    /// The id of the game.
    pub game: String,
    /// Every step at which a seat chose.
    pub steps: Vec<JudgedStep>,
    /// With two seats: the result of seat 0, 1 for a win.
    #[serde(default)]
    pub end: Option<f64>,
    /// The step that changed the chance of seat 0 most.
    pub turned: Option<Turn>,
}

/// The step at which a game turned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// The step's number, from 1.
    pub step: usize,
    /// By how much it changed the chance of seat 0.
    pub swing: f64,
}

/// The result of checking a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// Whether the record is sound.
    pub holds: bool,
    /// The findings, in sentences.
    pub sentences: Vec<String>,
    /// The game, if the record is sound.
    #[serde(flatten)]
    pub verified: Option<Verified>,
}

/// A sound record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verified {
    /// The id of the game.
    pub game: String,
    /// How many steps it has.
    pub steps: usize,
    /// How many of them are draws that follow from the seed.
    pub draws: u64,
    /// How it ended.
    pub ending: Option<EndingView>,
    /// The record's hash.
    pub hash: String,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn opinions_keep_their_form() {
        let written = json!({
            "seat": 1, "action": "d1-c1", "depth": 9, "states": 1234, "seconds": 0.25,
            "table_fill": 0.5,
            "lines": [
                {"score": {"points": -30}, "moves": ["d1-c1", "d3-c3"]},
                {"score": {"chance": 0.5}, "moves": []},
                {"score": {"win_in": 3}, "moves": []},
                {"score": {"loss_in": 2}, "moves": []},
            ],
            "strategy": [["d1-c1", 0.75], ["d1-b1", 0.25]],
            "matrix": {"mine": ["a"], "theirs": ["b"], "worth": [[0.5]]},
        });
        let read: Opinion = serde_json::from_value(written.clone()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), written);
        assert!(read.chance().is_some_and(|chance| chance < 0.5));
    }

    #[test]
    fn judgements_keep_their_form() {
        let written = json!({
            "game": "chess",
            "steps": [{
                "step": 3, "played": [[0, "d1-c1"]], "chance_of_seat_0": 0.5, "opinions": [],
            }],
            "end": null,
            "turned": {"step": 3, "swing": -0.25},
        });
        let read: Judgement = serde_json::from_value(written.clone()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), written);
    }

    #[test]
    fn verdicts_keep_their_form() {
        let holds = json!({
            "holds": true, "sentences": ["It holds."], "game": "chess", "steps": 2, "draws": 0,
            "ending": {"reason": "resigned", "winners": [1]}, "hash": "ab",
        });
        let fails = json!({"holds": false, "sentences": ["It does not hold."]});
        for written in [holds, fails] {
            let read: Verdict = serde_json::from_value(written.clone()).unwrap();
            assert_eq!(read.holds, read.verified.is_some());
            assert_eq!(serde_json::to_value(&read).unwrap(), written);
        }
    }
}
