//! The order of the standings: points and tie-breaks.

use std::cmp::Ordering;
use std::time::Duration;

use super::{Row, Standings, Ties};
use crate::{Format, Note, Plan, Scoring, Tally};

/// The key that sorts a row, the most important part first. More is better.
type Key = Vec<f64>;

impl Standings {
    /// Sorts the players and gives them their ranks.
    pub(super) fn order(&mut self, plan: &Plan, tally: &Tally) {
        let keys = match plan.scoring {
            Scoring::First => self.rows.iter().map(|row| first_key(plan, row)).collect(),
            Scoring::Second => self.break_ties(plan, tally),
        };
        let names = |a: usize, b: usize| self.rows[a].name.cmp(&self.rows[b].name);
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_by(|&a, &b| better(&keys[a], &keys[b]).then_with(|| names(a, b)));
        let mut rows: Vec<Row> = Vec::with_capacity(order.len());
        for (place, &player) in order.iter().enumerate() {
            let mut row = std::mem::take(&mut self.rows[player]);
            let level = place > 0 && keys[order[place - 1]] == keys[player];
            row.rank = match rows.last() {
                Some(above) if level => above.rank,
                _ => place + 1,
            };
            rows.push(row);
        }
        self.rows = rows;
    }

    /// Computes all tie-breaks; the rows are in the order of the plan.
    fn break_ties(&mut self, plan: &Plan, tally: &Tally) -> Vec<Key> {
        let swiss = plan.format == Format::Swiss;
        let met = swiss.then(|| opponents(plan, tally));
        let points: Vec<f64> = self.rows.iter().map(|row| row.points).collect();
        let mut keys: Vec<Key> = Vec::with_capacity(self.rows.len());
        for row in &mut self.rows {
            let mut ties = Ties {
                pieces: ratio(row.pieces as f64, row.played_out),
                ..Ties::default()
            };
            let mut key = match plan.format {
                Format::Knockout => vec![f64::from(row.survived), rounded(row.points)],
                Format::Gauntlet => {
                    let share = ratio(row.duels.points(), row.duels.games());
                    ties.share = Some(share);
                    vec![share]
                }
                _ => vec![rounded(row.points)],
            };
            if let Some(met) = &met {
                let [buchholz, berger] = met[row.player].sums(&points, row.points);
                ties.buchholz = Some(buchholz);
                ties.berger = Some(berger);
                key.extend([rounded(buchholz), rounded(berger)]);
            }
            row.ties = Some(ties);
            keys.push(key);
        }
        if swiss {
            for (player, direct) in self.direct(&keys).into_iter().enumerate() {
                if let Some(ties) = &mut self.rows[player].ties {
                    ties.direct = direct;
                }
                keys[player].push(direct.unwrap_or_default());
            }
        }
        for (key, row) in keys.iter_mut().zip(&self.rows) {
            key.extend(row.ties.map(|ties| ties.pieces));
        }
        keys
    }

    /// What each player scored against the players level with it, if all of them met.
    fn direct(&self, keys: &[Key]) -> Vec<Option<f64>> {
        let players = 0..keys.len();
        players
            .clone()
            .map(|player| {
                let level = |&other: &usize| keys[other] == keys[player];
                let group: Vec<usize> = players.clone().filter(level).collect();
                let duel = |a: usize, b: usize| self.crosstable[a][b];
                let all = group.iter().all(|&a| {
                    let others = group.iter().filter(|&&b| b != a);
                    others.into_iter().all(|&b| duel(a, b).games() > 0)
                });
                let others = group.iter().filter(|&&other| other != player);
                let points = others.map(|&other| duel(player, other).points());
                (group.len() > 1 && all).then(|| points.sum())
            })
            .collect()
    }
}

/// The opponents of a player, game by game.
#[derive(Clone, Default)]
struct Met {
    /// Each opponent, with the points that the player got against it.
    games: Vec<(usize, f64)>,
    /// The points of each bye.
    byes: Vec<f64>,
    /// The number of games in a pairing.
    each: f64,
}

impl Met {
    /// Buchholz and Sonneborn-Berger. A bye counts as a pairing with an opponent that
    /// has as many points as the player itself.
    fn sums(&self, points: &[f64], own: f64) -> [f64; 2] {
        let byes: f64 = self.byes.iter().sum();
        let games = self.games.iter();
        let (all, won) = games.fold((0.0, 0.0), |(all, won), &(opponent, score)| {
            (all + points[opponent], won + score * points[opponent])
        });
        let virtual_points = own * self.byes.len() as f64;
        [
            all / self.each + virtual_points,
            (won + own * byes) / self.each,
        ]
    }
}

/// The opponents of each player in a Swiss contest.
fn opponents(plan: &Plan, tally: &Tally) -> Vec<Met> {
    let each = plan.games.max(1) as f64;
    let none = Met {
        each,
        ..Met::default()
    };
    let mut met = vec![none; plan.players.len()];
    for game in &tally.counted {
        if let ([a, b], [mine, theirs]) = (&game.fixture.seating[..], &game.played.seats[..]) {
            met[*a].games.push((*b, mine.points));
            met[*b].games.push((*a, theirs.points));
        }
    }
    for note in &tally.notes {
        if let Note::Bye { player, points, .. } = note {
            met[*player].byes.push(*points);
        }
    }
    met
}

/// The order of 0.1: by pieces and clock, both summed over all games.
fn first_key(plan: &Plan, row: &Row) -> Key {
    let survived = match plan.format {
        Format::Knockout => row.survived,
        _ => 0,
    };
    let clock = row.clock.unwrap_or(Duration::ZERO);
    vec![
        f64::from(survived),
        rounded(row.points),
        row.pieces as f64,
        clock.as_micros() as f64,
    ]
}

/// Points are sums of fractions. Two sums are equal if they differ by less than any
/// fraction that can occur.
fn rounded(points: f64) -> f64 {
    (points * 1e6).round()
}

fn ratio(sum: f64, games: u64) -> f64 {
    match games {
        0 => 0.0,
        games => sum / games as f64,
    }
}

/// Compares two rows, the better one first.
fn better(a: &Key, b: &Key) -> Ordering {
    let parts = b.iter().zip(a).map(|(b, a)| b.total_cmp(a));
    parts.fold(Ordering::Equal, Ordering::then)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Duel;

    #[test]
    fn a_bye_counts_as_an_opponent_with_as_many_points() {
        let met = Met {
            games: vec![(1, 1.0), (1, 0.5), (2, 0.0), (2, 0.0)],
            byes: vec![2.0],
            each: 2.0,
        };
        let points = [3.5, 4.0, 6.0];
        assert_eq!(met.sums(&points, 3.5), [4.0 + 6.0 + 3.5, 3.0 + 3.5]);
    }

    #[test]
    fn who_beat_the_others_stands_higher_if_all_of_them_met() {
        let duel = |won, lost| Duel {
            won,
            drawn: 0,
            lost,
        };
        let none = Duel::default();
        let standings = Standings {
            rows: Vec::new(),
            crosstable: vec![
                vec![none, duel(0, 1), duel(2, 0)],
                vec![duel(1, 0), none, none],
                vec![duel(0, 2), none, none],
            ],
        };
        let level = vec![1.0];
        let two = [level.clone(), level.clone(), vec![0.0]];
        assert_eq!(standings.direct(&two), [Some(0.0), Some(1.0), None]);
        let three = [level.clone(), level.clone(), level];
        assert_eq!(standings.direct(&three), [None; 3]);
    }
}
