//! Knockouts: if you lose a tie, you are out.

use std::time::Duration;

use game::Dice;

use super::{Decider, Maker, Note, Plan, Tally};
use crate::Scoring;

#[derive(Debug)]
pub(super) struct Knockout {
    /// The players still in, in the order of the bracket. Neighbours meet.
    slots: Vec<Option<usize>>,
    round: u32,
    /// The ties of this round, once they are drawn.
    ties: Vec<Tie>,
}

#[derive(Debug)]
struct Tie {
    a: usize,
    b: usize,
    /// The number of extra pairs of games.
    extra: u32,
}

/// The results of two players in their tie.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    points: f64,
    pieces: u64,
    clock: Duration,
    /// The games in which pieces and clock count.
    games: u32,
}

/// Under the scoring of 0.2, clocks are level if they differ by less than this per
/// game: a smaller difference says more about the machine than about the players.
const LEVEL_CLOCKS: Duration = Duration::from_secs(1);

impl Knockout {
    pub(super) fn new(order: &[usize]) -> Knockout {
        // The first and the second of the entry list meet in the final, if both get
        // that far.
        let mut bracket = vec![0];
        while bracket.len() < order.len() {
            let size = 2 * bracket.len();
            bracket = bracket
                .iter()
                .flat_map(|&place| [place, size - 1 - place])
                .collect();
        }
        Knockout {
            slots: bracket
                .iter()
                .map(|&place| order.get(place).copied())
                .collect(),
            round: 0,
            ties: Vec::new(),
        }
    }

    pub(super) fn next(&mut self, maker: &mut Maker<'_>, tally: &mut Tally) -> Option<()> {
        let plan = maker.plan;
        // The cycles of a round: planned ones, then possible extra ones.
        let usual = maker.cycles();
        let first = u64::from(self.round) * (usual + u64::from(plan.extra));
        for tie in &mut self.ties {
            let (a, b) = sums(plan, tally, self.round, tie.a, tie.b);
            let gone = tally.aside[tie.a].is_some() || tally.aside[tie.b].is_some();
            if a.points == b.points && !gone && tie.extra < plan.extra {
                let cycle = first + usual + u64::from(tie.extra);
                maker.pairing(self.round, cycle, 2, tie.a, tie.b);
                tie.extra += 1;
            }
        }
        if !maker.games.is_empty() {
            return Some(());
        }
        if !self.ties.is_empty() {
            self.close(plan, tally);
        }
        if self.slots.len() < 2 {
            return None;
        }
        let round = self.round;
        for (number, pair) in self.slots.chunks_exact(2).enumerate() {
            match *pair {
                [Some(a), Some(b)] => {
                    self.ties.push(Tie { a, b, extra: 0 });
                    let cycle = u64::from(round) * (usual + u64::from(plan.extra));
                    // If a tie has one game, the player lower on the list moves first
                    // in every second tie.
                    let (first, second) = if number % 2 == 0 { (a, b) } else { (b, a) };
                    maker.pairing(round, cycle, plan.games, first, second);
                }
                [Some(player), None] | [None, Some(player)] => tally.notes.push(Note::Bye {
                    round,
                    player,
                    points: 0.0,
                }),
                _ => {}
            }
        }
        Some(())
    }

    /// Advances all players that have won or have had a bye.
    fn close(&mut self, plan: &Plan, tally: &mut Tally) {
        let ties = std::mem::take(&mut self.ties);
        let slots = self.slots.chunks_exact(2).map(|pair| match *pair {
            [Some(a), Some(b)] => ties
                .iter()
                .find(|tie| (tie.a, tie.b) == (a, b))
                .map(|tie| decide(plan, tally, self.round, tie)),
            [one, other] => one.or(other),
            _ => None,
        });
        self.slots = slots.collect();
        for &player in self.slots.iter().flatten() {
            tally.survived[player] = self.round + 1;
        }
        self.round += 1;
    }
}

/// The winner of a tie.
fn decide(plan: &Plan, tally: &mut Tally, round: u32, tie: &Tie) -> usize {
    let (a, b) = sums(plan, tally, round, tie.a, tie.b);
    let (gone_a, gone_b) = (tally.aside[tie.a].is_some(), tally.aside[tie.b].is_some());
    if a.points != b.points {
        return if a.points > b.points { tie.a } else { tie.b };
    }
    let least = match plan.scoring {
        Scoring::First => Duration::from_nanos(1),
        Scoring::Second => LEVEL_CLOCKS * a.games.max(1),
    };
    let (by, first) = if gone_a != gone_b {
        (Decider::SetAside, gone_b)
    } else if a.pieces != b.pieces {
        (Decider::Pieces, a.pieces > b.pieces)
    } else if a.clock.abs_diff(b.clock) >= least {
        (Decider::Clock, a.clock > b.clock)
    } else {
        let (low, high) = (tie.a.min(tie.b) as u64, tie.a.max(tie.b) as u64);
        let lot = plan.lot("lot", &[u64::from(round), low, high]);
        (Decider::Lot, lot.stream().below(2) == 0)
    };
    let (winner, loser) = if first {
        (tie.a, tie.b)
    } else {
        (tie.b, tie.a)
    };
    tally.notes.push(Note::Decided {
        round,
        winner,
        loser,
        by,
    });
    winner
}

fn sums(plan: &Plan, tally: &Tally, round: u32, a: usize, b: usize) -> (Sum, Sum) {
    let mut sums = (Sum::default(), Sum::default());
    for game in &tally.counted {
        let seating = &game.fixture.seating;
        if game.fixture.round != round || !seating.contains(&a) || !seating.contains(&b) {
            continue;
        }
        for (seat, (result, &player)) in game.played.seats.iter().zip(seating).enumerate() {
            let sum = if player == a {
                &mut sums.0
            } else {
                &mut sums.1
            };
            sum.points += result.points;
            if game.is_played_out(plan.scoring, seat) {
                sum.pieces += u64::from(result.pieces);
                sum.clock += result.clock_left.unwrap_or_default();
                sum.games += 1;
            }
        }
    }
    sums
}
