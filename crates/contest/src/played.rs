//! A game to be played, and its result.

use std::time::Duration;

use dice::Seed;
use serde::{Deserialize, Serialize};

use super::ContestError;
use super::json_forms;
use super::machine::Key;

/// A game to be played. Its description is complete: with the plan, any machine can
/// play it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fixture {
    /// Its number in the contest, from 0. Decisions follow this order.
    pub number: u64,
    /// The round, from 0.
    pub round: u32,
    /// Games of the same cycle have the same opening and the same dice.
    pub cycle: u64,
    /// The player on each seat.
    pub seating: Vec<usize>,
    /// Seats that stay empty, because their player has been set aside. Only games with
    /// more than two seats have any; others are forfeited.
    pub absent: Vec<usize>,
    /// The seed of the opening and all draws.
    #[serde(with = "json_forms::text")]
    pub seed: Seed,
    /// The core that its thread is bound to, if any.
    #[serde(skip)]
    pub core: Option<usize>,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The result of each seat.
    pub seats: Vec<SeatResult>,
    /// Why the game ended.
    pub reason: String,
    /// The number of its steps.
    pub steps: usize,
    /// The file of its record, relative to the contest's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// The hash of its record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

/// The result of one seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SeatResult {
    /// Its place, from 1; seats may share a place.
    pub place: u32,
    /// Its points, from 0 to 1.
    pub points: f64,
    /// Its pieces at the end.
    pub pieces: u32,
    /// The time left on its clock, if there was one.
    #[serde(
        rename = "clock_left_us",
        with = "json_forms::micros::maybe",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub clock_left: Option<Duration>,
    /// Why its game did not end on the board, such as `crashed`, `time` or `illegal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// The verdict in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The number of its moves.
    pub moves: u64,
    /// The time of all its moves.
    #[serde(rename = "wall_us", with = "json_forms::micros")]
    pub wall: Duration,
    /// The time of its slowest move.
    #[serde(rename = "slowest_us", with = "json_forms::micros")]
    pub slowest: Duration,
    /// The processor time it used, if that was measured.
    #[serde(
        rename = "cpu_us",
        with = "json_forms::micros::maybe",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub cpu: Option<Duration>,
    /// The states it visited, if it is a computer player that searches.
    #[serde(default, skip_serializing_if = "none")]
    pub states: u64,
}

impl SeatResult {
    /// Whether the player failed, rather than lost. Running out of time is losing.
    pub fn failed(&self) -> bool {
        self.verdict.as_deref().is_some_and(|kind| kind != "time")
    }
}

/// The points of every seat by its place: the share of the others that it left behind;
/// a shared place counts half. With two seats: 1, 1/2 or 0.
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

    /// Checks that these results can belong to this game.
    pub(crate) fn check(&self, played: &Played) -> Result<(), ContestError> {
        let (seats, results) = (self.seating.len(), played.seats.len());
        if seats == results {
            Ok(())
        } else {
            Err(ContestError::Broken {
                game: self.number,
                what: format!("it has {seats} seats, and {results} results came back"),
            })
        }
    }

    /// A name for its files, without an extension.
    pub fn stem(&self) -> String {
        let mut stem = format!("{:06}", self.number + 1);
        // If a player is set aside, a game can be played twice.
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
        // A zombie came first: no player gets that point.
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
