//! A game that is to be played, and a game that was played.

use std::time::Duration;

use dice::Seed;
use serde::{Deserialize, Serialize};

use super::ContestError;
use super::machine::Key;
use super::written;

/// A game that is to be played, described completely: whoever has the plan can
/// play it, on any machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fixture {
    /// Its number in the contest, from 0. What counts is decided in this order.
    pub number: u64,
    /// The round, from 0.
    pub round: u32,
    /// Games of the same cycle have the same opening and the same dice.
    pub cycle: u64,
    /// The player on each seat.
    pub seating: Vec<usize>,
    /// Seats whose player has been set aside: nobody plays there. Only in games
    /// with more than two seats; others are forfeited.
    pub absent: Vec<usize>,
    /// What the opening and all draws follow from.
    #[serde(with = "written::text")]
    pub seed: Seed,
    /// The core that the thread which plays it is bound to, if it is.
    #[serde(skip)]
    pub core: Option<usize>,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// What became of every seat.
    pub seats: Vec<SeatResult>,
    /// Why the game ended.
    pub reason: String,
    /// How many steps it had.
    pub steps: usize,
    /// The file with its record, as seen from the contest's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// The hash of its record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

/// What became of a seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SeatResult {
    /// Its place, 1 for the first; seats may share one.
    pub place: u32,
    /// Its points, from 0 to 1.
    pub points: f64,
    /// Pieces it had at the end.
    pub pieces: u32,
    /// Time that was left, if there was a clock.
    #[serde(
        rename = "clock_left_us",
        with = "written::micros::maybe",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub clock_left: Option<Duration>,
    /// Why its game did not end on the board: `crashed`, `time`, `illegal` and
    /// the like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// The same in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Moves it made.
    pub moves: u64,
    /// Time it took for all of them.
    #[serde(rename = "wall_us", with = "written::micros")]
    pub wall: Duration,
    /// Time it took for the slowest of them.
    #[serde(rename = "slowest_us", with = "written::micros")]
    pub slowest: Duration,
    /// Processor time it used, if that was measured.
    #[serde(
        rename = "cpu_us",
        with = "written::micros::maybe",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub cpu: Option<Duration>,
    /// States it visited, if it is built in and searches.
    #[serde(default, skip_serializing_if = "none")]
    pub states: u64,
}

impl SeatResult {
    /// Whether this is a failure of the player, and not a game that was lost.
    /// Running out of time is a way to lose.
    pub fn failed(&self) -> bool {
        self.verdict.as_deref().is_some_and(|kind| kind != "time")
    }
}

/// The points of every seat by its place: the share of the others it left
/// behind, a shared place as a half. With two seats: 1, 1/2 or 0.
pub fn points(places: &[u32]) -> Vec<f64> {
    let others = places.len().saturating_sub(1).max(1) as f64;
    places
        .iter()
        .map(|mine| {
            let behind = places.iter().filter(|place| *place > mine).count() as f64;
            let level = places.iter().filter(|place| *place == mine).count() as f64 - 1.0;
            (behind + level / 2.0) / others
        })
        .collect()
}

impl Fixture {
    pub(crate) fn key(&self) -> Key {
        (self.number, self.absent.clone())
    }

    /// Whether these can be its results.
    pub(crate) fn check(&self, played: &Played) -> Result<(), ContestError> {
        let (seats, results) = (self.seating.len(), played.seats.len());
        match seats == results {
            true => Ok(()),
            false => Err(ContestError::Broken {
                game: self.number,
                what: format!("it has {seats} seats, and {results} results came back"),
            }),
        }
    }

    /// A name for its files, without an ending.
    pub fn stem(&self) -> String {
        let mut stem = format!("{:06}", self.number + 1);
        // When a player is set aside, a game can be played a second time.
        for seat in &self.absent {
            stem.push_str(&format!("-without-{seat}"));
        }
        stem
    }
}

fn none(number: &u64) -> bool {
    *number == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_the_share_of_the_others_left_behind() {
        assert_eq!(points(&[1, 2]), [1.0, 0.0]);
        assert_eq!(points(&[1, 1]), [0.5, 0.5]);
        // A zombie came first: that is nobody's point.
        assert_eq!(points(&[3, 2]), [0.0, 1.0]);
        let four = points(&[2, 1, 2, 4]);
        assert_eq!(four, [0.5, 1.0, 0.5, 0.0]);
        assert_eq!(points(&[1]), [0.0]);
    }

    #[test]
    fn games_survive_json() {
        let fixture = Fixture {
            number: 12,
            round: 3,
            cycle: 7,
            seating: vec![4, 0, 2],
            absent: vec![1],
            seed: Seed::from_number(9),
            core: None,
        };
        let text = serde_json::to_string(&fixture).unwrap();
        assert!(text.starts_with(
            r#"{"number":12,"round":3,"cycle":7,"seating":[4,0,2],"absent":[1],"seed":""#
        ));
        assert_eq!(serde_json::from_str::<Fixture>(&text).unwrap(), fixture);
        let played = Played {
            seats: vec![
                SeatResult {
                    place: 1,
                    points: 1.0 / 3.0,
                    pieces: 5,
                    clock_left: Some(Duration::from_micros(1_234_567)),
                    moves: 40,
                    wall: Duration::from_millis(12),
                    slowest: Duration::from_millis(3),
                    cpu: Some(Duration::from_millis(11)),
                    ..SeatResult::default()
                },
                SeatResult {
                    place: 2,
                    verdict: Some("illegal".to_owned()),
                    detail: Some("a1-a9 \u{1b}[31m leaves the board\n".to_owned()),
                    ..SeatResult::default()
                },
            ],
            reason: "no-moves".to_owned(),
            steps: 80,
            record: Some("games/000013.json".to_owned()),
            hash: Some("5f".to_owned()),
        };
        let text = serde_json::to_string(&played).unwrap();
        assert!(!text.contains('\n'));
        let first = r#"{"seats":[{"place":1,"points":0.3333333333333333,"pieces":5,"clock_left_us":1234567,"moves":40,"wall_us":12000,"slowest_us":3000,"cpu_us":11000},"#;
        assert!(text.starts_with(first), "{text}");
        assert_eq!(serde_json::from_str::<Played>(&text).unwrap(), played);
        assert!(serde_json::from_str::<Played>(r#"{"seats":[{}]}"#).is_err());
    }
}
