//! Swiss contests: in every round players with about the same points meet.

use std::cmp::Reverse;

use super::{Maker, Note, Plan, Tally};
use crate::Scoring;

/// The number of pairings to try before a repeated meeting is accepted.
const TRIES: u32 = 200_000;

/// The number of rounds.
pub(super) fn rounds(plan: &Plan) -> u32 {
    let usual = plan.players.len().next_power_of_two().ilog2().max(1);
    plan.rounds.unwrap_or(usual).max(1)
}

#[derive(Debug)]
pub(super) struct Swiss {
    /// The players in the order of entry.
    order: Vec<usize>,
    round: u32,
    /// How often any two players have met.
    met: Vec<Vec<u32>>,
    byes: Vec<u32>,
    /// How often each player has sat first, and whether it did so last time.
    firsts: Vec<(u32, bool)>,
    /// How much more often each player has sat first than second.
    balance: Vec<i64>,
    scoring: Scoring,
}

/// The limits for a pairing.
#[derive(Clone, Copy)]
struct Rule {
    /// How often two players may have met.
    meetings: u32,
    /// Whether seats must stay balanced.
    balanced: bool,
}

impl Swiss {
    pub(super) fn new(order: Vec<usize>, scoring: Scoring) -> Swiss {
        let players = order.len();
        Swiss {
            order,
            round: 0,
            met: vec![vec![0; players]; players],
            byes: vec![0; players],
            firsts: vec![(0, false); players],
            balance: vec![0; players],
            scoring,
        }
    }

    pub(super) fn next(&mut self, maker: &mut Maker<'_>, tally: &mut Tally) -> Option<()> {
        let points = tally.points();
        let mut here: Vec<usize> = self.order.clone();
        here.retain(|&player| tally.aside[player].is_none());
        if self.round >= rounds(maker.plan) || here.len() < 2 {
            return None;
        }
        // The sort is stable: players with equal points stay in the order of entry.
        here.sort_by(|&a, &b| points[b].total_cmp(&points[a]));
        let (pairs, bye) = self.pair(&here, &points);
        let (round, games) = (self.round, maker.plan.games);
        let cycle = u64::from(round) * maker.cycles();
        for (board, &(a, b)) in pairs.iter().enumerate() {
            self.met[a][b] += 1;
            self.met[b][a] += 1;
            let (first, second) = self.colours(board, a, b);
            maker.pairing(round, cycle, games, first, second);
            self.firsts[first].0 += games.div_ceil(2) as u32;
            self.firsts[second].0 += (games / 2) as u32;
            let lead = (games % 2) as i64;
            self.balance[first] += lead;
            self.balance[second] -= lead;
            // The player that sat first in the last game of the round.
            let odd = games % 2 == 1;
            self.firsts[first].1 = odd;
            self.firsts[second].1 = !odd;
        }
        if let Some(player) = bye {
            self.byes[player] += 1;
            tally.notes.push(Note::Bye {
                round,
                player,
                points: games as f64,
            });
        }
        self.round += 1;
        Some(())
    }

    /// The player that sits first: the one that has done so less often, then the one
    /// that did not do so last time, then board by board the higher and the lower
    /// player in turn.
    fn colours(&self, board: usize, a: usize, b: usize) -> (usize, usize) {
        let often = |player: usize| match self.scoring {
            // A player that had a bye has sat less often both first and second.
            Scoring::First => i64::from(self.firsts[player].0),
            Scoring::Second => self.balance[player],
        };
        let key = |player: usize| (often(player), self.firsts[player].1);
        match key(a).cmp(&key(b)) {
            std::cmp::Ordering::Less => (a, b),
            std::cmp::Ordering::Greater => (b, a),
            std::cmp::Ordering::Equal if board.is_multiple_of(2) => (a, b),
            std::cmp::Ordering::Equal => (b, a),
        }
    }

    /// Whether one of these two players would sit on the same seat too often.
    fn clashes(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.balance[a], self.balance[b]);
        a == b && a.abs() >= 2
    }

    /// Pairs players that are sorted by points. If possible, no two players meet again
    /// and no player has a second bye; after that, no player sits on the same seat too
    /// often.
    fn pair(&self, here: &[usize], points: &[f64]) -> (Vec<(usize, usize)>, Option<usize>) {
        let mut byes: Vec<Option<usize>> = vec![None];
        if here.len() % 2 == 1 {
            let fewest = here.iter().map(|&player| self.byes[player]).min();
            // Starts with the lowest.
            let free = here.iter().rev().copied();
            byes = free
                .filter(|&player| Some(self.byes[player]) == fewest)
                .map(Some)
                .collect();
        }
        let most = self.met.iter().flatten().max().copied().unwrap_or(0);
        let strict: &[bool] = match self.scoring {
            Scoring::First => &[false],
            Scoring::Second => &[true, false],
        };
        for meetings in 0..=most {
            for &balanced in strict {
                let rule = Rule { meetings, balanced };
                for &bye in &byes {
                    let mut free = here.to_vec();
                    free.retain(|&player| Some(player) != bye);
                    let mut pairs = Vec::with_capacity(free.len() / 2);
                    let mut tries = TRIES;
                    if self.search(&free, points, rule, &mut pairs, &mut tries) {
                        return (pairs, bye);
                    }
                }
            }
        }
        // Not reached: with as many meetings as there have been, any pairs are allowed.
        (Vec::new(), None)
    }

    fn search(
        &self,
        free: &[usize],
        points: &[f64],
        rule: Rule,
        pairs: &mut Vec<(usize, usize)>,
        tries: &mut u32,
    ) -> bool {
        let [top, rest @ ..] = free else {
            return true;
        };
        for place in preferred(*top, rest, points) {
            let other = rest[place];
            let clash = rule.balanced && self.clashes(*top, other);
            if self.met[*top][other] > rule.meetings || clash {
                continue;
            }
            if *tries == 0 {
                return false;
            }
            *tries -= 1;
            pairs.push((*top, other));
            let mut left = rest.to_vec();
            left.remove(place);
            if self.search(&left, points, rule, pairs, tries) {
                return true;
            }
            pairs.pop();
        }
        false
    }
}

/// The opponents to try for the top player, best first: in its own score group the
/// upper half meets the lower half; then come the groups below, in order.
fn preferred(top: usize, rest: &[usize], points: &[f64]) -> Vec<usize> {
    let level = rest
        .iter()
        .take_while(|&&other| points[other] == points[top])
        .count();
    let half = level.div_ceil(2).saturating_sub(1);
    let mut places: Vec<usize> = (0..rest.len()).collect();
    places[..level].sort_by_key(|&place| (Reverse(place >= half), place.abs_diff(half)));
    places
}
