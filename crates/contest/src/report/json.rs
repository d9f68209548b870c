//! A contest as JSON.

use std::time::Duration;

use protocol::contest::{
    self, ContestNote, ContestRating, ContestScores, Glicko2, Pace, SeatDuel, StandingsRow, WengLin,
};
use serde::Serialize;

use super::Report;
use crate::ratings::{Estimate, Rating, Running};
use crate::schedule::Note;
use crate::{Counted, Duel, Plan, Row};

/// The whole contest: plan, standings, crosstable, ratings, all games.
#[derive(Serialize)]
pub struct WholeReport<'a> {
    format: &'static str,
    version: u32,
    finished: bool,
    plan: &'a Plan,
    standings: Vec<StandingsRow>,
    crosstable: Vec<Vec<contest::Duel>>,
    first_seat: Option<contest::Estimate>,
    notes: Vec<ContestNote>,
    /// The tie-breaks, in the order in which they count.
    #[serde(skip_serializing_if = "Option::is_none")]
    tie_breaks: Option<Vec<TieBreaks>>,
    /// The games. The journal holds them too, and there may be very many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<&'a [Counted]>,
    /// The folder of the contest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
}

/// The tie-breaks of a player, without those that its format does not have.
#[derive(Serialize)]
struct TieBreaks {
    player: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    points_per_game: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    buchholz: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sonneborn_berger: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    head_to_head: Option<f64>,
    games_played_out: u64,
    pieces_per_game: f64,
}

/// All tie-breaks; nothing under the scoring of 0.1.
fn tie_breaks(report: &Report<'_>) -> Option<Vec<TieBreaks>> {
    let rows = report.outcome.standings.rows.iter();
    rows.map(|row| {
        let ties = row.ties?;
        Some(TieBreaks {
            player: row.player,
            points_per_game: ties.share,
            buchholz: ties.buchholz,
            sonneborn_berger: ties.berger,
            head_to_head: ties.direct,
            games_played_out: row.played_out,
            pieces_per_game: rounded(ties.pieces),
        })
    })
    .collect()
}

/// The whole contest.
pub fn whole<'a>(report: &Report<'a>) -> WholeReport<'a> {
    let outcome = report.outcome;
    let scores = scores(report);
    WholeReport {
        format: "taflhalla-contest-report",
        version: 1,
        finished: outcome.finished,
        plan: report.plan,
        standings: scores.standings,
        crosstable: scores.crosstable,
        first_seat: scores.first_seat,
        notes: scores.notes,
        tie_breaks: tie_breaks(report),
        games: Some(&outcome.tally.counted),
        folder: None,
    }
}

/// The standings alone. Unless there is a clock, nothing in them depends on the speed
/// of the machine.
#[derive(Serialize)]
pub struct BriefReport<'a> {
    finished: bool,
    game: &'a str,
    contest: &'static str,
    seed: String,
    games: usize,
    standings: Vec<StandingsRow>,
    notes: Vec<ContestNote>,
}

/// The standings alone.
pub fn brief<'a>(report: &Report<'a>) -> BriefReport<'a> {
    let (plan, outcome) = (report.plan, report.outcome);
    let rows = outcome.standings.rows.iter();
    BriefReport {
        finished: outcome.finished,
        game: &plan.game,
        contest: plan.format.name(),
        seed: plan.seed.to_string(),
        games: outcome.tally.counted.len(),
        standings: rows.map(|row| standing(report, row)).collect(),
        notes: notes(report),
    }
}

/// The players' results in the form of the protocol.
pub fn scores(report: &Report<'_>) -> ContestScores {
    let standings = &report.outcome.standings;
    let rows = standings.rows.iter().map(|row| StandingsRow {
        pace: Some(Pace {
            moves: row.moves,
            ms_per_move: millis(row.mean()),
            ms_slowest_move: millis(row.slowest),
            cpu_ms: row.cpu.map(millis),
        }),
        ..standing(report, row)
    });
    let crosstable = standings.crosstable.iter();
    ContestScores {
        standings: rows.collect(),
        crosstable: crosstable
            .map(|row| row.iter().copied().map(duel).collect())
            .collect(),
        first_seat: report.ratings.first_seat.map(estimate),
        notes: notes(report),
    }
}

fn standing(report: &Report<'_>, row: &Row) -> StandingsRow {
    let seats = report.seats.iter().zip(&row.by_seat);
    StandingsRow {
        rank: row.rank,
        player: row.player,
        name: row.name.clone(),
        points: row.points,
        games: row.games,
        duels: duel(row.duels),
        firsts: row.firsts,
        forfeits: row.forfeits,
        byes: row.byes,
        survived: row.survived,
        pieces: row.pieces,
        clock_left_ms: row.clock.map(millis),
        by_seat: seats
            .map(|(seat, games)| SeatDuel {
                duel: duel(*games),
                seat: seat.clone(),
            })
            .collect(),
        verdicts: row.verdicts.clone(),
        set_aside_after: row.set_aside,
        rating: report.ratings.players[row.player].map(rating),
        pace: None,
    }
}

fn notes(report: &Report<'_>) -> Vec<ContestNote> {
    let tally = &report.outcome.tally;
    let decided = tally.notes.iter().map(|note| match note {
        Note::Bye {
            round,
            player,
            points,
        } => ContestNote::Bye {
            round: *round,
            bye: *player,
            points: *points,
        },
        Note::Decided {
            round,
            winner,
            loser,
            by,
        } => ContestNote::Decided {
            round: *round,
            winner: *winner,
            loser: *loser,
            by: by.name().to_owned(),
        },
    });
    let aside = tally.aside.iter().enumerate();
    let aside = aside.filter_map(|(player, aside)| {
        let aside = aside.as_ref()?;
        Some(ContestNote::SetAside {
            set_aside: player,
            after: aside.game,
            verdict: aside.verdict.clone(),
            detail: aside.detail.clone(),
        })
    });
    decided.chain(aside).collect()
}

fn duel(games: Duel) -> contest::Duel {
    contest::Duel {
        won: games.won,
        drawn: games.drawn,
        lost: games.lost,
    }
}

fn estimate(estimate: Estimate) -> contest::Estimate {
    contest::Estimate {
        elo: rounded(estimate.value),
        low: rounded(estimate.low),
        high: rounded(estimate.high),
    }
}

fn rating(rating: Rating) -> ContestRating {
    let mut told = ContestRating {
        estimate: estimate(rating.elo),
        glicko2: None,
        weng_lin: None,
    };
    match rating.running {
        Running::Glicko2 {
            rating,
            deviation,
            volatility,
        } => {
            told.glicko2 = Some(Glicko2 {
                rating: rounded(rating),
                deviation: rounded(deviation),
                volatility,
            });
        }
        Running::WengLin {
            rating,
            uncertainty,
        } => {
            told.weng_lin = Some(WengLin {
                rating: rounded(rating),
                uncertainty: rounded(uncertainty),
            });
        }
    }
    told
}

fn rounded(value: f64) -> f64 {
    // Adding zero turns -0 into 0.
    (value * 1000.0).round() / 1000.0 + 0.0
}

fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
