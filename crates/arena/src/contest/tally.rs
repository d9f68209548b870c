//! Which games count, and who is set aside.

use super::schedule::Note;
use super::{Fixture, Plan, Played, SeatResult};

/// A player is set aside after so many failed games in a row.
pub const FAILURES: u32 = 3;

/// The games that count, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The games.
    pub counted: Vec<Counted>,
    /// For every player: why it was set aside, if it was.
    pub aside: Vec<Option<Aside>>,
    /// Byes, lots and what else decided something without a game.
    pub notes: Vec<Note>,
    /// In a knockout: how many rounds each player has survived.
    pub survived: Vec<u32>,
    /// Games each player has failed in, up to its last.
    streaks: Vec<u32>,
}

/// A game that counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// What was to be played.
    pub fixture: Fixture,
    /// What was played.
    pub played: Played,
    /// Whether nothing was played, because a player had been set aside.
    pub forfeit: bool,
}

/// Why a player was set aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// The game after which it was.
    pub game: u64,
    /// What was wrong in that game.
    pub verdict: String,
    /// The same in a sentence.
    pub detail: Option<String>,
}

impl Tally {
    /// Before the first game.
    pub fn new(plan: &Plan) -> Tally {
        let players = plan.players.len();
        Tally {
            counted: Vec::new(),
            aside: vec![None; players],
            notes: Vec::new(),
            survived: vec![0; players],
            streaks: vec![0; players],
        }
    }

    /// The points of every player, those for byes included.
    pub fn points(&self) -> Vec<f64> {
        let mut points = vec![0.0; self.aside.len()];
        for game in &self.counted {
            for (result, &player) in game.played.seats.iter().zip(&game.fixture.seating) {
                points[player] += result.points;
            }
        }
        for note in &self.notes {
            if let Note::Bye {
                player, points: p, ..
            } = note
            {
                points[*player] += p;
            }
        }
        points
    }

    /// The game with the seats left empty whose players have been set aside.
    pub fn seated(&self, fixture: &Fixture) -> Fixture {
        let seats = fixture.seating.iter().enumerate();
        Fixture {
            absent: seats
                .filter(|(_, player)| self.aside[**player].is_some())
                .map(|(seat, _)| seat)
                .collect(),
            ..fixture.clone()
        }
    }

    /// Whether there is nobody left to play against.
    pub fn is_forfeit(&self, fixture: &Fixture) -> bool {
        !fixture.absent.is_empty() && fixture.seating.len() - fixture.absent.len() < 2
    }

    /// Counts a game for which there is nobody left to play against.
    pub fn forfeit(&mut self, fixture: Fixture) {
        let alone = fixture.seating.len() > fixture.absent.len();
        let seats = (0..fixture.seating.len()).map(|seat| {
            let here = !fixture.absent.contains(&seat);
            // Nobody is rewarded for failing later than another.
            let sound = self.streaks[fixture.seating[seat]] == 0;
            SeatResult {
                place: if alone && !here { 2 } else { 1 },
                points: f64::from(u8::from(here && sound)),
                ..SeatResult::default()
            }
        });
        let played = Played {
            seats: seats.collect(),
            reason: "forfeit".to_owned(),
            steps: 0,
            record: None,
            hash: None,
        };
        self.counted.push(Counted {
            fixture,
            played,
            forfeit: true,
        });
    }

    /// Counts a game, and sets players aside who fail again and again.
    pub fn count(&mut self, plan: &Plan, fixture: Fixture, played: Played) {
        for (seat, result) in played.seats.iter().enumerate() {
            let player = fixture.seating[seat];
            if fixture.absent.contains(&seat) {
                continue;
            }
            let streak = &mut self.streaks[player];
            *streak = match result.failed() {
                true => *streak + 1,
                // Whoever won before it was asked has shown nothing.
                false if result.moves == 0 => *streak,
                false => 0,
            };
            if *streak >= FAILURES && !plan.keep_failing {
                self.aside[player].get_or_insert(Aside {
                    game: fixture.number,
                    verdict: result.verdict.clone().unwrap_or_default(),
                    detail: result.detail.clone(),
                });
            }
        }
        self.counted.push(Counted {
            fixture,
            played,
            forfeit: false,
        });
    }
}
