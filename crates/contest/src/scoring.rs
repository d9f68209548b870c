//! Scoring: what a game is worth to each of its players.
//!
//! Points, crosstable, standings, tie-breaks, ratings and all tables ask
//! [`Scoring::score`], so they cannot disagree.

use serde::{Deserialize, Serialize};

use super::{Duel, Fixture, Played};

/// The version of the scoring. It is part of the plan, so a contest keeps the scoring
/// it began with.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Scoring {
    /// The scoring of 0.1. Its plans do not name it.
    #[default]
    #[serde(rename = "0.1")]
    First,
    /// A forfeit always gives its point to the opponent, and equal places are draws.
    #[serde(rename = "0.2")]
    Second,
}

/// The score of one player against another in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// It had the better place.
    Won,
    /// Both had the same place.
    Drawn,
    /// It had the worse place, or both failed.
    Lost,
}

impl Score {
    fn by_place(mine: u32, theirs: u32) -> Score {
        match mine.cmp(&theirs) {
            std::cmp::Ordering::Less => Score::Won,
            std::cmp::Ordering::Equal => Score::Drawn,
            std::cmp::Ordering::Greater => Score::Lost,
        }
    }
}

impl Scoring {
    /// The scoring of new contests.
    pub const CURRENT: Scoring = Scoring::Second;

    pub(crate) fn is_first(&self) -> bool {
        *self == Scoring::First
    }

    /// What seat `mine` scored against seat `theirs`; `None` if they did not meet.
    pub fn score(
        self,
        fixture: &Fixture,
        played: &Played,
        mine: usize,
        theirs: usize,
    ) -> Option<Score> {
        let seats = fixture.seating.len();
        let places = || Score::by_place(played.seats[mine].place, played.seats[theirs].place);
        if self == Scoring::First {
            return (fixture.absent.len() < seats).then(places);
        }
        let away = |seat: usize| fixture.absent.contains(&seat);
        // With many seats, the game goes on without a player that failed, and its place
        // is its result.
        let failed = |seat: usize| seats == 2 && played.seats[seat].verdict.is_some();
        let out = |seat| away(seat) || failed(seat);
        Some(match (out(mine), out(theirs)) {
            (true, _) => Score::Lost,
            (false, true) => Score::Won,
            (false, false) => places(),
        })
    }

    /// The points of every seat: the share of opponents that it beat; a shared place
    /// counts half.
    pub fn points(self, fixture: &Fixture, played: &Played) -> Vec<f64> {
        if self == Scoring::First {
            return played.seats.iter().map(|seat| seat.points).collect();
        }
        let seats = fixture.seating.len();
        let points = |mine: usize| {
            let mut duels = Duel::default();
            let others = (0..seats).filter(|&other| other != mine);
            for score in others.filter_map(|theirs| self.score(fixture, played, mine, theirs)) {
                duels.add(score);
            }
            duels.points() / (seats.saturating_sub(1).max(1)) as f64
        };
        (0..seats).map(points).collect()
    }

    /// The places that show which player is stronger: each player with its place.
    /// `None` if both players of a game failed.
    pub(crate) fn comparison(
        self,
        fixture: &Fixture,
        played: &Played,
    ) -> Option<Vec<(usize, u32)>> {
        let seats = fixture.seating.iter().zip(&played.seats).enumerate();
        if self == Scoring::Second
            && let [a, b] = fixture.seating[..]
        {
            let score = |mine, theirs| self.score(fixture, played, mine, theirs);
            let places = match (score(0, 1)?, score(1, 0)?) {
                (Score::Won, _) => [1, 2],
                (_, Score::Won) => [2, 1],
                (Score::Drawn, _) => [1, 1],
                (Score::Lost, _) => return None,
            };
            return Some(vec![(a, places[0]), (b, places[1])]);
        }
        let here = seats.filter(|(seat, _)| !fixture.absent.contains(seat));
        Some(
            here.map(|(_, (&player, result))| (player, result.place))
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SeatResult;
    use dice::Seed;

    fn game(places: &[u32], failed: &[usize], absent: &[usize]) -> (Fixture, Played) {
        let fixture = Fixture {
            number: 0,
            round: 0,
            cycle: 0,
            seating: (0..places.len()).collect(),
            absent: absent.to_vec(),
            seed: Seed::from_number(1),
            core: None,
        };
        let seats = places.iter().enumerate().map(|(seat, &place)| SeatResult {
            place,
            verdict: failed.contains(&seat).then(|| "crashed".to_owned()),
            ..SeatResult::default()
        });
        let played = Played {
            seats: seats.collect(),
            reason: "x".to_owned(),
            steps: 1,
            record: None,
            hash: None,
        };
        (fixture, played)
    }

    fn points(places: &[u32], failed: &[usize], absent: &[usize]) -> Vec<f64> {
        let (fixture, played) = game(places, failed, absent);
        Scoring::Second.points(&fixture, &played)
    }

    #[test]
    fn a_failure_gives_the_point_to_the_opponent_and_two_give_none() {
        assert_eq!(points(&[1, 2], &[], &[]), [1.0, 0.0]);
        assert_eq!(points(&[1, 1], &[], &[]), [0.5, 0.5]);
        assert_eq!(points(&[2, 1], &[0], &[]), [0.0, 1.0]);
        assert_eq!(points(&[1, 2], &[0, 1], &[]), [0.0, 0.0]);
        assert_eq!(points(&[1, 1], &[0, 1], &[]), [0.0, 0.0]);
    }

    #[test]
    fn seats_without_a_player_get_no_points_and_cost_none() {
        assert_eq!(points(&[1, 2], &[], &[1]), [1.0, 0.0]);
        assert_eq!(points(&[1, 1], &[], &[0, 1]), [0.0, 0.0]);
        let [a, b, c, d] = points(&[1, 2, 3, 3], &[], &[2, 3])[..] else {
            panic!()
        };
        assert_eq!((a, c, d), (1.0, 0.0, 0.0));
        assert!((b - 2.0 / 3.0).abs() < 1e-12);
        // In a game of many, a failed player is judged by its place.
        assert_eq!(points(&[2, 1, 2], &[0], &[]), [0.25, 1.0, 0.25]);
    }

    #[test]
    fn a_game_in_which_both_failed_says_nothing_about_strength() {
        let compared = |places: &[u32], failed: &[usize]| {
            let (fixture, played) = game(places, failed, &[]);
            Scoring::Second.comparison(&fixture, &played)
        };
        assert_eq!(compared(&[1, 1], &[0, 1]), None);
        assert_eq!(compared(&[1, 1], &[]), Some(vec![(0, 1), (1, 1)]));
        assert_eq!(compared(&[2, 1], &[0]), Some(vec![(0, 2), (1, 1)]));
    }
}
