//! The formats: which games come next.
//!
//! A contest has stages. The games of a stage are known when it begins, and they follow
//! from the plan and the games before it. So a contest that resumes after a crash has
//! the same games as one that ran through.

mod knockout;
mod swiss;

use dice::Seed;
use game::shuffle;

use super::{Fixture, Format, Plan, Seeding, Tally};

/// Something that was decided without a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// A player had a bye.
    Bye {
        /// The round.
        round: u32,
        /// The player.
        player: usize,
        /// The points it got for that.
        points: f64,
    },
    /// A tie in a knockout was broken.
    Decided {
        /// The round.
        round: u32,
        /// The player that stays in.
        winner: usize,
        /// The player that is out.
        loser: usize,
        /// The tie-break that decided.
        by: Decider,
    },
}

/// The tie-breaks of a knockout, in the order in which they count. They decide only if
/// extra games have not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// The other was set aside.
    SetAside,
    /// More pieces left in the games of the tie.
    Pieces,
    /// More time left on the clock.
    Clock,
    /// The lot, which follows from the contest's seed.
    Lot,
}

impl Decider {
    /// The tie-break in words.
    pub fn name(self) -> &'static str {
        match self {
            Decider::SetAside => "the other was set aside",
            Decider::Pieces => "more pieces left",
            Decider::Clock => "more time left",
            Decider::Lot => "the lot",
        }
    }
}

/// Makes the games of a contest, stage by stage.
#[derive(Debug)]
pub struct Schedule {
    number: u64,
    state: State,
}

#[derive(Debug)]
enum State {
    /// All games in one stage, and whether they have been handed out.
    Whole(bool),
    Swiss(swiss::Swiss),
    Knockout(knockout::Knockout),
    /// The next cycle of a match.
    Match(u64),
    /// The number of stages of a ranking that have been handed out.
    Rank(u8),
}

impl Schedule {
    /// The schedule before the first game.
    pub fn new(plan: &Plan) -> Schedule {
        let order = entry_order(plan);
        Schedule {
            number: 0,
            state: match plan.format {
                Format::RoundRobin | Format::Gauntlet | Format::Royale => State::Whole(false),
                Format::Swiss => State::Swiss(swiss::Swiss::new(order, plan.scoring)),
                Format::Knockout => State::Knockout(knockout::Knockout::new(&order)),
                Format::Match => State::Match(0),
                Format::Rank => State::Rank(0),
            },
        }
    }

    /// The number of games there will be, as far as is known.
    pub fn planned(&self, plan: &Plan) -> u64 {
        let players = plan.players.len() as u64;
        match plan.format {
            Format::RoundRobin => players * (players - 1) / 2 * plan.games,
            Format::Gauntlet => (players - 1) * plan.games,
            Format::Swiss => u64::from(swiss::rounds(plan)) * (players / 2) * plan.games,
            Format::Knockout => (players - 1) * plan.games,
            Format::Royale => tables(plan) * plan.games,
            Format::Match | Format::Rank => plan.games,
        }
    }

    /// The next stage waits until at most this many games do not count yet. A match has
    /// a stage for each cycle, and they do not depend on each other.
    pub fn ahead(&self, plan: &Plan) -> usize {
        match plan.format {
            Format::Match => 4 * plan.threads.max(1),
            _ => 0,
        }
    }

    /// The games of the next stage, once all before it count; `None` if the contest is
    /// over.
    pub fn next(&mut self, plan: &Plan, tally: &mut Tally) -> Option<Vec<Fixture>> {
        let Schedule { number, state } = self;
        let mut maker = Maker {
            plan,
            number,
            games: Vec::new(),
        };
        match state {
            State::Whole(true) => return None,
            State::Whole(given) => {
                *given = true;
                match plan.format {
                    Format::Royale => royale(&mut maker),
                    Format::Gauntlet => gauntlet(&mut maker),
                    _ => round_robin(&mut maker),
                }
            }
            State::Swiss(swiss) => swiss.next(&mut maker, tally)?,
            State::Knockout(knockout) => knockout.next(&mut maker, tally)?,
            State::Match(cycle) => {
                let seats = plan.players.len();
                let left = plan.games.saturating_sub(*cycle * seats as u64);
                if left == 0 || tally.is_decided() {
                    return None;
                }
                let games = (seats as u64).min(left) as usize;
                for game in 0..games {
                    // If the last cycle is incomplete, its rotations are spread.
                    let rotation = game * seats / games;
                    let seating = (0..seats).map(|seat| (seat + rotation) % seats).collect();
                    maker.add(0, *cycle, seating);
                }
                *cycle += 1;
            }
            State::Rank(stages) => {
                *stages += 1;
                match stages {
                    1 => everyone(&mut maker),
                    2 => equals(&mut maker, tally),
                    _ => return None,
                }
            }
        }
        Some(maker.games)
    }
}

/// The players in the order in which they enter.
fn entry_order(plan: &Plan) -> Vec<usize> {
    let mut order: Vec<usize> = (0..plan.players.len()).collect();
    if plan.seeding == Seeding::Lot {
        shuffle(&mut order, &mut plan.lot("entry", &[]).stream());
    }
    order
}

/// Makes games with consecutive numbers.
struct Maker<'a> {
    plan: &'a Plan,
    number: &'a mut u64,
    games: Vec<Fixture>,
}

impl Maker<'_> {
    fn add(&mut self, round: u32, cycle: u64, seating: Vec<usize>) {
        let seed: Seed = self.plan.cycle_seed(cycle);
        self.games.push(Fixture {
            number: *self.number,
            round,
            cycle,
            seating,
            absent: Vec::new(),
            seed,
            core: None,
        });
        *self.number += 1;
    }

    /// Games between two players. The player `first` has the first seat in the first
    /// game; then they take turns. Two games at a time share opening and dice.
    fn pairing(&mut self, round: u32, cycle: u64, games: u64, first: usize, second: usize) {
        for game in 0..games {
            let seating = match game % 2 {
                0 => vec![first, second],
                _ => vec![second, first],
            };
            self.add(round, cycle + game / 2, seating);
        }
    }

    /// The number of cycles in the games of a pairing.
    fn cycles(&self) -> u64 {
        self.plan.games.div_ceil(2)
    }
}

/// Any two players meet, lap after lap. In a lap, each pair plays both orders from one
/// opening, in rounds in which no player sits at two tables.
fn round_robin(maker: &mut Maker<'_>) {
    let players = maker.plan.players.len();
    // One seat stays, the others move on by one. So any two players meet.
    let circle = players.next_multiple_of(2);
    for lap in 0..maker.cycles() {
        let games = (maker.plan.games - 2 * lap).min(2);
        for turn in 0..circle - 1 {
            let round = (lap as usize * (circle - 1) + turn) as u32;
            for table in 0..circle / 2 {
                let at = |place: usize| match place {
                    0 => 0,
                    place => 1 + (place - 1 + turn) % (circle - 1),
                };
                let (a, b) = (at(table), at(circle - 1 - table));
                let (low, high) = (a.min(b), a.max(b));
                if high >= players {
                    continue;
                }
                // If a lap has one game, all players are first about equally often.
                let (first, second) = match (low + high) % 2 {
                    1 => (low, high),
                    _ => (high, low),
                };
                maker.pairing(round, lap, games, first, second);
            }
        }
    }
}

/// The first player against all others, lap after lap.
fn gauntlet(maker: &mut Maker<'_>) {
    for lap in 0..maker.cycles() {
        let games = (maker.plan.games - 2 * lap).min(2);
        for other in 1..maker.plan.players.len() {
            let (first, second) = match other % 2 {
                1 => (0, other),
                _ => (other, 0),
            };
            maker.pairing(lap as u32, lap, games, first, second);
        }
    }
}

/// The first stage of a ranking: all players in every game.
fn everyone(maker: &mut Maker<'_>) {
    for game in 0..maker.plan.games {
        maker.add(0, game, (0..maker.plan.players.len()).collect());
    }
}

/// The second stage of a ranking: in each group of equals, any two players meet. Each
/// group has its own round.
fn equals(maker: &mut Maker<'_>, tally: &mut Tally) {
    let all: Vec<usize> = (0..maker.plan.players.len()).collect();
    tally.groups = tally.equals(0, &all);
    let mut cycle = maker.plan.games;
    for (round, group) in (1..).zip(&tally.groups) {
        // A player that was set aside plays no more games.
        if group.iter().any(|&player| tally.aside[player].is_some()) {
            continue;
        }
        for (place, &first) in group.iter().enumerate() {
            for &second in &group[place + 1..] {
                maker.add(round, cycle, vec![first, second]);
                cycle += 1;
            }
        }
    }
}

/// How often each player sits down in a royale with more players than seats.
const SITTINGS: u32 = 4;

/// The number of tables in a royale.
fn tables(plan: &Plan) -> u64 {
    let usual = if plan.players.len() == plan.seats {
        1
    } else {
        SITTINGS
    };
    let sittings = u64::from(plan.rounds.unwrap_or(usual).max(1)) * plan.players.len() as u64;
    sittings.div_ceil(plan.seats as u64)
}

/// Tables with as many players as seats. All players sit down about equally often and
/// meet each other about equally often. At each table, the players move round the
/// seats.
fn royale(maker: &mut Maker<'_>) {
    let plan = maker.plan;
    let (players, seats) = (plan.players.len(), plan.seats);
    let mut sat = vec![0u32; players];
    let mut met = vec![vec![0u32; players]; players];
    for table in 0..tables(plan) {
        let mut order: Vec<usize> = (0..players).collect();
        if players > seats {
            shuffle(&mut order, &mut plan.lot("table", &[table]).stream());
        }
        let mut group: Vec<usize> = Vec::with_capacity(seats);
        while group.len() < seats {
            let free = order.iter().filter(|player| !group.contains(player));
            let next = free.min_by_key(|&&player| {
                let meetings: u32 = group.iter().map(|&other| met[player][other]).sum();
                (sat[player], meetings)
            });
            // There are at least as many players as seats.
            let Some(&next) = next else { break };
            group.push(next);
        }
        for &player in &group {
            sat[player] += 1;
            for &other in &group {
                met[player][other] += 1;
            }
        }
        let round = table * seats as u64 / players as u64;
        let cycles = plan.games.div_ceil(seats as u64);
        for game in 0..plan.games {
            // If there are fewer games than seats, the rotations are spread.
            let rotation = if plan.games < seats as u64 {
                game * seats as u64 / plan.games
            } else {
                game % seats as u64
            } as usize;
            let seating = (0..seats)
                .map(|seat| group[(seat + rotation) % seats])
                .collect();
            let cycle = round * cycles + game / seats as u64;
            maker.add(round as u32, cycle, seating);
        }
    }
}
