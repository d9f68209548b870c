//! Points, tie-breaks, crosstable.

mod order;

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Note, Plan, Score, Scoring, Tally};

/// The standings of a contest.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// The players, best first.
    pub rows: Vec<Row>,
    /// `crosstable[a][b]`: the games of player `a` against player `b`, in the order of
    /// the plan. In games with many seats, any two players meet, and the one with the
    /// better place wins.
    pub crosstable: Vec<Vec<Duel>>,
}

/// One player in the standings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Its rank, from 1. Players that no tie-break separates share a rank.
    pub rank: usize,
    /// Its number in the plan.
    pub player: usize,
    /// Its name.
    pub name: String,
    /// Points: in every game, the share of opponents that it left behind.
    pub points: f64,
    /// The games it took part in, without forfeits.
    pub games: u64,
    /// Its results against all others.
    pub duels: Duel,
    /// The same, for each seat that it had.
    pub by_seat: Vec<Duel>,
    /// Games it finished first; in games with two seats, games it won.
    pub firsts: u64,
    /// Games it won or lost by forfeit.
    pub forfeits: u64,
    /// Its byes.
    pub byes: u64,
    /// In a knockout: the rounds it survived.
    pub survived: u32,
    /// Its pieces left in all games that were played out.
    pub pieces: u64,
    /// Its time left in all games that were played out; `None` without a clock.
    pub clock: Option<Duration>,
    /// The number of games that were played out: no failure ended them.
    pub played_out: u64,
    /// The tie-breaks; `None` under the scoring of 0.1.
    pub ties: Option<Ties>,
    /// How often each verdict ended its games.
    pub verdicts: BTreeMap<String, u64>,
    /// The number of its moves.
    pub moves: u64,
    /// The time of all its moves.
    pub wall: Duration,
    /// The time of its slowest move.
    pub slowest: Duration,
    /// The processor time it used, if that was measured.
    pub cpu: Option<Duration>,
    /// The states it visited, if that is known.
    pub states: u64,
    /// Its last game before it was set aside, if it was.
    pub set_aside: Option<u64>,
}

/// The tie-breaks of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ties {
    /// In a gauntlet, where it counts before the points: the points per game, including
    /// forfeits.
    pub share: Option<f64>,
    /// In a Swiss contest: the points of all opponents (Buchholz).
    pub buchholz: Option<f64>,
    /// In a Swiss contest: the points of opponents that it beat, and half the points of
    /// opponents that it drew with (Sonneborn-Berger).
    pub berger: Option<f64>,
    /// In a Swiss contest: what it scored against the players that are still level with
    /// it, if all of them met.
    pub direct: Option<f64>,
    /// Pieces left per game that was played out.
    pub pieces: f64,
}

/// Games between two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Duel {
    /// Won.
    pub won: u64,
    /// Drawn, or shared the same place.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

impl Duel {
    /// The number of games.
    pub fn games(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The points; a draw counts half.
    pub fn points(self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }

    /// The share of the points; `None` without games.
    pub fn rate(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Counts a game.
    pub fn add(&mut self, score: Score) {
        match score {
            Score::Won => self.won += 1,
            Score::Drawn => self.drawn += 1,
            Score::Lost => self.lost += 1,
        }
    }

    /// Counts a game by the places of the two players.
    pub fn count(&mut self, mine: u32, theirs: u32) {
        match mine.cmp(&theirs) {
            std::cmp::Ordering::Less => self.won += 1,
            std::cmp::Ordering::Equal => self.drawn += 1,
            std::cmp::Ordering::Greater => self.lost += 1,
        }
    }
}

impl Row {
    /// The mean time of a move.
    pub fn mean(&self) -> Duration {
        match u32::try_from(self.moves) {
            Ok(0) => Duration::ZERO,
            Ok(moves) => self.wall / moves,
            Err(_) => self.wall.div_f64(self.moves as f64),
        }
    }
}

impl Standings {
    /// Computes the standings from the games that count so far.
    pub fn of(plan: &Plan, tally: &Tally) -> Standings {
        let players = plan.players.len();
        let points = tally.points();
        let mut rows: Vec<Row> = (0..players)
            .map(|player| Row {
                player,
                name: plan.players[player].name.clone(),
                points: points[player],
                by_seat: vec![Duel::default(); plan.seats],
                survived: tally.survived[player],
                set_aside: tally.aside[player].as_ref().map(|aside| aside.game),
                ..Row::default()
            })
            .collect();
        let mut crosstable = vec![vec![Duel::default(); players]; players];
        for game in &tally.counted {
            let seating = &game.fixture.seating;
            for (seat, (result, &player)) in game.played.seats.iter().zip(seating).enumerate() {
                let row = &mut rows[player];
                let present = !game.fixture.absent.contains(&seat);
                row.forfeits += u64::from(game.forfeit);
                row.games += u64::from(!game.forfeit && present);
                if game.is_played_out(plan.scoring, seat) {
                    row.played_out += 1;
                    row.pieces += u64::from(result.pieces);
                    if let Some(left) = result.clock_left {
                        *row.clock.get_or_insert_default() += left;
                    }
                }
                if let Some(verdict) = &result.verdict {
                    *row.verdicts.entry(verdict.clone()).or_default() += 1;
                }
                row.moves += result.moves;
                row.wall += result.wall;
                row.states += result.states;
                row.slowest = row.slowest.max(result.slowest);
                if let Some(cpu) = result.cpu {
                    *row.cpu.get_or_insert_default() += cpu;
                }
                let mut first = present;
                for (other, &opponent) in seating.iter().enumerate() {
                    if other == seat {
                        continue;
                    }
                    let place = game.played.seats[other].place;
                    let score = game.score(plan.scoring, seat, other);
                    first &= match plan.scoring {
                        Scoring::First => result.place < place,
                        Scoring::Second => score == Some(Score::Won),
                    };
                    if let Some(score) = score {
                        row.duels.add(score);
                        row.by_seat[seat].add(score);
                        crosstable[player][opponent].add(score);
                    }
                }
                row.firsts += u64::from(first);
            }
        }
        for note in &tally.notes {
            if let Note::Bye { player, .. } = note {
                rows[*player].byes += 1;
            }
        }
        let mut standings = Standings { rows, crosstable };
        standings.order(plan, tally);
        standings
    }
}
