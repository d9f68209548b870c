//! A game that is to be played, and a game that was played.

use std::time::Duration;

use dice::Seed;
use serde_json::{Map, Value, json};

use super::ContestError;
use super::machine::Key;

/// A game that is to be played, described completely: whoever has the plan can
/// play it, on any machine.
#[derive(Clone, Debug, PartialEq)]
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
    pub seed: Seed,
    /// The core that the thread which plays it is bound to, if it is.
    pub core: Option<usize>,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// What became of every seat.
    pub seats: Vec<SeatResult>,
    /// Why the game ended.
    pub reason: String,
    /// How many steps it had.
    pub steps: usize,
    /// The file with its record, as seen from the contest's folder.
    pub record: Option<String>,
    /// The hash of its record.
    pub hash: Option<String>,
}

/// What became of a seat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeatResult {
    /// Its place, 1 for the first; seats may share one.
    pub place: u32,
    /// Its points, from 0 to 1.
    pub points: f64,
    /// Pieces it had at the end.
    pub pieces: u32,
    /// Time that was left, if there was a clock.
    pub clock_left: Option<Duration>,
    /// Why its game did not end on the board: `crashed`, `time`, `illegal` and
    /// the like.
    pub verdict: Option<String>,
    /// The same in a sentence.
    pub detail: Option<String>,
    /// Moves it made.
    pub moves: u64,
    /// Time it took for all of them.
    pub wall: Duration,
    /// Time it took for the slowest of them.
    pub slowest: Duration,
    /// Processor time it used, if that was measured.
    pub cpu: Option<Duration>,
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

    /// As JSON, without the core.
    pub fn to_json(&self) -> Value {
        json!({
            "number": self.number,
            "round": self.round,
            "cycle": self.cycle,
            "seating": self.seating,
            "absent": self.absent,
            "seed": self.seed.to_string(),
        })
    }

    /// Reads what [`to_json`](Self::to_json) wrote.
    pub fn from_json(value: &Value) -> Option<Fixture> {
        Some(Fixture {
            number: value["number"].as_u64()?,
            round: u32::try_from(value["round"].as_u64()?).ok()?,
            cycle: value["cycle"].as_u64()?,
            seating: indices(&value["seating"])?,
            absent: indices(&value["absent"])?,
            seed: value["seed"].as_str()?.parse().ok()?,
            core: None,
        })
    }
}

fn indices(value: &Value) -> Option<Vec<usize>> {
    let list = value.as_array()?.iter();
    list.map(|index| usize::try_from(index.as_u64()?).ok())
        .collect()
}

impl Played {
    /// As JSON. Times are in microseconds.
    pub fn to_json(&self) -> Value {
        let seats: Vec<Value> = self.seats.iter().map(SeatResult::to_json).collect();
        let mut value = json!({"seats": seats, "reason": self.reason, "steps": self.steps});
        if let Some(record) = &self.record {
            value["record"] = json!(record);
        }
        if let Some(hash) = &self.hash {
            value["hash"] = json!(hash);
        }
        value
    }

    /// Reads what [`to_json`](Self::to_json) wrote.
    pub fn from_json(value: &Value) -> Option<Played> {
        let seats = value["seats"].as_array()?.iter();
        Some(Played {
            seats: seats.map(SeatResult::from_json).collect::<Option<_>>()?,
            reason: value["reason"].as_str()?.to_owned(),
            steps: usize::try_from(value["steps"].as_u64()?).ok()?,
            record: value["record"].as_str().map(str::to_owned),
            hash: value["hash"].as_str().map(str::to_owned),
        })
    }
}

impl SeatResult {
    fn to_json(&self) -> Value {
        let micros = |time: Duration| json!(time.as_micros() as u64);
        let mut object = Map::new();
        object.insert("place".to_owned(), json!(self.place));
        object.insert("points".to_owned(), json!(self.points));
        object.insert("pieces".to_owned(), json!(self.pieces));
        if let Some(left) = self.clock_left {
            object.insert("clock_left_us".to_owned(), micros(left));
        }
        if let Some(verdict) = &self.verdict {
            object.insert("verdict".to_owned(), json!(verdict));
        }
        if let Some(detail) = &self.detail {
            object.insert("detail".to_owned(), json!(detail));
        }
        object.insert("moves".to_owned(), json!(self.moves));
        object.insert("wall_us".to_owned(), micros(self.wall));
        object.insert("slowest_us".to_owned(), micros(self.slowest));
        if let Some(cpu) = self.cpu {
            object.insert("cpu_us".to_owned(), micros(cpu));
        }
        Value::Object(object)
    }

    fn from_json(value: &Value) -> Option<SeatResult> {
        let micros = |key: &str| value[key].as_u64().map(Duration::from_micros);
        let text = |key: &str| value[key].as_str().map(str::to_owned);
        Some(SeatResult {
            place: u32::try_from(value["place"].as_u64()?).ok()?,
            points: value["points"].as_f64()?,
            pieces: u32::try_from(value["pieces"].as_u64()?).ok()?,
            clock_left: micros("clock_left_us"),
            verdict: text("verdict"),
            detail: text("detail"),
            moves: value["moves"].as_u64()?,
            wall: micros("wall_us")?,
            slowest: micros("slowest_us")?,
            cpu: micros("cpu_us"),
        })
    }
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
        assert_eq!(Fixture::from_json(&fixture.to_json()), Some(fixture));
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
        let text = played.to_json().to_string();
        assert!(!text.contains('\n'));
        let read = serde_json::from_str(&text).unwrap();
        assert_eq!(Played::from_json(&read), Some(played));
        assert_eq!(Played::from_json(&json!({"seats": [{}]})), None);
    }
}
