//! Decides which games count and which players are set aside.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::schedule::Note;
use super::{Fixture, Format, Plan, Played, Score, Scoring, SeatResult};
use crate::statistics::Decision;

/// A player that fails in this many games in a row is set aside.
pub const FAILURES: u32 = 3;

/// If a player has made fewer moves than this, its time is divided by this number: the
/// mean of a move or two says more about the machine than about the player.
const FEWEST_MOVES: u64 = 10;

/// The games that count, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The games.
    pub counted: Vec<Counted>,
    /// Why each player was set aside, if it was.
    pub aside: Vec<Option<Aside>>,
    /// Byes, drawn lots and everything else that was decided without a game.
    pub notes: Vec<Note>,
    /// In a knockout: the number of rounds that each player has survived.
    pub survived: Vec<u32>,
    /// In a ranking: groups of players who won equally many games of the first stage,
    /// best first. Players that were set aside come last.
    pub groups: Vec<Vec<usize>>,
    /// In a match of two: the mean score of the first player in every cycle.
    pub pairs: Vec<f64>,
    /// The state of a match's sequential test, if it has one.
    pub decision: Option<Decision>,
    /// For each player, the number of games it has failed in since its last good one.
    streaks: Vec<u32>,
    /// For each player, the number of its moves and the time they took.
    spent: Vec<(u64, Duration)>,
}

/// A game that counts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counted {
    /// The fixture that was played.
    #[serde(rename = "game")]
    pub fixture: Fixture,
    /// The result.
    pub played: Played,
    /// Whether the game was decided without being played, because a player had been set
    /// aside.
    pub forfeit: bool,
}

/// Why a player was set aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// The last game before that.
    pub game: u64,
    /// The verdict of that game.
    pub verdict: String,
    /// The verdict in a sentence.
    pub detail: Option<String>,
}

/// The mean time of a move. A player is set aside by it.
pub fn mean(moves: u64, time: Duration) -> Duration {
    time.div_f64(moves.max(FEWEST_MOVES) as f64)
}

impl Counted {
    /// The players of this game with their places, to compare their strength; `None` if
    /// the game says nothing about it.
    pub fn comparison(&self, scoring: Scoring) -> Option<Vec<(usize, u32)>> {
        if self.forfeit {
            return None;
        }
        scoring.comparison(&self.fixture, &self.played)
    }

    /// What seat `mine` scored against seat `theirs`; `None` if they did not meet.
    pub fn score(&self, scoring: Scoring, mine: usize, theirs: usize) -> Option<Score> {
        scoring.score(&self.fixture, &self.played, mine, theirs)
    }

    /// Whether the pieces and the clock that a seat had left show how well it played.
    /// They do not if the game was not played or if a failure ended it.
    pub(crate) fn is_played_out(&self, scoring: Scoring, seat: usize) -> bool {
        let seats = &self.played.seats;
        let away = |seat: usize| self.fixture.absent.contains(&seat);
        let sound = |seat: usize| !away(seat) && !seats[seat].failed();
        match scoring {
            Scoring::First => true,
            Scoring::Second if self.forfeit => false,
            Scoring::Second if seats.len() == 2 => sound(0) && sound(1),
            Scoring::Second => sound(seat),
        }
    }
}

impl Tally {
    /// The tally before the first game.
    pub fn new(plan: &Plan) -> Tally {
        let players = plan.players.len();
        Tally {
            counted: Vec::new(),
            aside: vec![None; players],
            notes: Vec::new(),
            survived: vec![0; players],
            groups: Vec::new(),
            pairs: Vec::new(),
            decision: plan.sprt.map(|_| Decision::Open),
            streaks: vec![0; players],
            spent: vec![(0, Duration::ZERO); players],
        }
    }

    /// The points of every player, including those for byes.
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

    /// The same game, with empty seats for the players that have been set aside.
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

    /// Whether too few players are left for this game. A ranking plays the games of all
    /// players nevertheless.
    pub fn is_forfeit(&self, plan: &Plan, fixture: &Fixture) -> bool {
        if plan.format == Format::Rank && fixture.round == 0 {
            return false;
        }
        !fixture.absent.is_empty() && fixture.seating.len() - fixture.absent.len() < 2
    }

    /// Counts a game that has too few players left.
    pub fn forfeit(&mut self, plan: &Plan, fixture: Fixture) {
        let alone = fixture.seating.len() > fixture.absent.len();
        let seats = (0..fixture.seating.len()).map(|seat| {
            let here = !fixture.absent.contains(&seat);
            // Under the scoring of 0.1, a player got nothing if it had failed in its
            // last game.
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
        self.push(
            plan,
            Counted {
                fixture,
                played,
                forfeit: true,
            },
        );
    }

    /// Adds a game, with the points that the scoring gives for it.
    fn push(&mut self, plan: &Plan, mut game: Counted) {
        let points = plan.scoring.points(&game.fixture, &game.played);
        for (seat, points) in game.played.seats.iter_mut().zip(points) {
            seat.points = points;
        }
        self.counted.push(game);
    }

    /// Counts a game, and sets players aside that fail again and again.
    pub fn count(&mut self, plan: &Plan, fixture: Fixture, played: Played) {
        for (seat, result) in played.seats.iter().enumerate() {
            let player = fixture.seating[seat];
            if fixture.absent.contains(&seat) {
                continue;
            }
            let streak = &mut self.streaks[player];
            if result.failed() {
                *streak += 1;
            } else if result.moves > 0 {
                // If a player won before it had to move, that proves nothing.
                *streak = 0;
            }
            if *streak >= FAILURES && !plan.keep_failing {
                self.aside[player].get_or_insert(Aside {
                    game: fixture.number,
                    verdict: result.verdict.clone().unwrap_or_default(),
                    detail: result.detail.clone(),
                });
            }
            let (moves, time) = &mut self.spent[player];
            *moves += result.moves;
            *time += result.wall;
            if plan
                .slowest
                .is_some_and(|slowest| mean(*moves, *time) > slowest)
            {
                self.aside[player].get_or_insert(Aside {
                    game: fixture.number,
                    verdict: "slow".to_owned(),
                    detail: None,
                });
            }
        }
        self.push(
            plan,
            Counted {
                fixture,
                played,
                forfeit: false,
            },
        );
        if plan.format == Format::Match {
            self.test(plan);
        }
    }

    /// Whether the sequential test of a match has ended it.
    pub(crate) fn is_decided(&self) -> bool {
        self.decision.is_some_and(|it| it != Decision::Open)
    }

    /// The number of games of a round that a player has won. Forfeits do not count, nor
    /// do games in a group with a player that was set aside later.
    pub fn won(&self, round: u32, player: usize) -> usize {
        let counts = |game: &&Counted| {
            let seating = &game.fixture.seating;
            let fair = round == 0 || seating.iter().all(|&player| self.aside[player].is_none());
            game.fixture.round == round && !game.forfeit && fair
        };
        let won = |game: &&Counted| {
            let mut seats = game.fixture.seating.iter().zip(&game.played.seats);
            seats.any(|(&who, seat)| who == player && seat.place == 1)
        };
        self.counted.iter().filter(counts).filter(won).count()
    }

    /// Groups of players who won equally many games of a round, best first. Players
    /// that were set aside come last.
    pub fn equals(&self, round: u32, players: &[usize]) -> Vec<Vec<usize>> {
        let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for &player in players {
            let won = match &self.aside[player] {
                Some(_) => None,
                None => Some(self.won(round, player)),
            };
            groups.entry(won).or_default().push(player);
        }
        groups.into_values().rev().collect()
    }

    /// The final ranking: groups of equals, best first.
    pub fn ranking(&self) -> Vec<Vec<usize>> {
        let groups = (1..).zip(&self.groups);
        groups
            .flat_map(|(round, group)| {
                let mut counted = self.counted.iter();
                if counted.any(|game| game.fixture.round == round) {
                    self.equals(round, group)
                } else {
                    vec![group.clone()]
                }
            })
            .collect()
    }

    /// Counts the last cycle of a match of two, if it is complete.
    fn test(&mut self, plan: &Plan) {
        let [.., one, two] = self.counted.as_slice() else {
            return;
        };
        if plan.players.len() != 2 || one.fixture.cycle != two.fixture.cycle {
            return;
        }
        let score = |game: &Counted| {
            let places = game.comparison(plan.scoring);
            // A game that both players failed is worth the same to both.
            let place = |player: usize| {
                let mut seats = places.iter().flatten();
                seats
                    .find(|(who, _)| *who == player)
                    .map(|(_, place)| *place)
            };
            match place(0).cmp(&place(1)) {
                Ordering::Less => 1.0,
                Ordering::Equal => 0.5,
                Ordering::Greater => 0.0,
            }
        };
        self.pairs.push((score(one) + score(two)) / 2.0);
        self.decision = plan.sprt.map(|sprt| sprt.verdict(&self.pairs));
    }
}
