//! A contest as JSON.

use std::time::Duration;

use serde_json::{Value, json};

use super::Report;
use crate::contest::schedule::Note;
use crate::contest::{Duel, Row};
use crate::ratings::{Estimate, Rating, Running};

/// The whole contest: plan, standings, crosstable, ratings, all games.
pub fn json(report: &Report<'_>) -> Value {
    let outcome = report.outcome;
    let rows: Vec<Value> = outcome
        .standings
        .rows
        .iter()
        .map(|row| {
            let mut value = row_json(report, row);
            value["moves"] = json!(row.moves);
            value["ms_per_move"] = json!(millis(row.mean()));
            value["ms_slowest_move"] = json!(millis(row.slowest));
            value["cpu_ms"] = json!(row.cpu.map(millis));
            value
        })
        .collect();
    let crosstable: Vec<Vec<Value>> = outcome
        .standings
        .crosstable
        .iter()
        .map(|row| row.iter().map(|duel| duel_json(*duel)).collect())
        .collect();
    let games: Vec<Value> = outcome
        .tally
        .counted
        .iter()
        .map(|game| {
            json!({
                "game": game.fixture.to_json(),
                "played": game.played.to_json(),
                "forfeit": game.forfeit,
            })
        })
        .collect();
    json!({
        "format": "taflhalla-contest-report",
        "version": 1,
        "finished": outcome.finished,
        "plan": report.plan.to_json(),
        "standings": rows,
        "crosstable": crosstable,
        "first_seat": report.ratings.first_seat.map(estimate_json),
        "notes": notes_json(report),
        "games": games,
    })
}

/// The standings alone, without anything that depends on how fast the machine
/// is (a clock, if there is one, does).
pub fn standings(report: &Report<'_>) -> Value {
    let outcome = report.outcome;
    let rows = outcome.standings.rows.iter();
    json!({
        "finished": outcome.finished,
        "game": report.plan.game,
        "contest": report.plan.format.name(),
        "seed": report.plan.seed.to_string(),
        "games": outcome.tally.counted.len(),
        "standings": rows.map(|row| row_json(report, row)).collect::<Vec<_>>(),
        "notes": notes_json(report),
    })
}

fn row_json(report: &Report<'_>, row: &Row) -> Value {
    let seats = report.seats.iter().zip(&row.by_seat);
    let by_seat: Vec<Value> = seats
        .map(|(seat, duel)| {
            let mut value = duel_json(*duel);
            value["seat"] = json!(seat);
            value
        })
        .collect();
    json!({
        "rank": row.rank,
        "player": row.player,
        "name": row.name,
        "points": row.points,
        "games": row.games,
        "won": row.duels.won,
        "drawn": row.duels.drawn,
        "lost": row.duels.lost,
        "firsts": row.firsts,
        "forfeits": row.forfeits,
        "byes": row.byes,
        "survived": row.survived,
        "pieces": row.pieces,
        "clock_left_ms": row.clock.map(millis),
        "by_seat": by_seat,
        "verdicts": row.verdicts,
        "set_aside_after": row.set_aside,
        "rating": report.ratings.players[row.player].map(rating_json),
    })
}

fn notes_json(report: &Report<'_>) -> Vec<Value> {
    let tally = &report.outcome.tally;
    let decided = tally.notes.iter().map(|note| match note {
        Note::Bye {
            round,
            player,
            points,
        } => {
            json!({"round": round, "bye": player, "points": points})
        }
        Note::Decided {
            round,
            winner,
            loser,
            by,
        } => {
            json!({"round": round, "winner": winner, "loser": loser, "by": by.name()})
        }
    });
    let aside = tally
        .aside
        .iter()
        .enumerate()
        .filter_map(|(player, aside)| {
            let aside = aside.as_ref()?;
            Some(json!({
                "set_aside": player, "after": aside.game,
                "verdict": aside.verdict, "detail": aside.detail,
            }))
        });
    decided.chain(aside).collect()
}

fn duel_json(duel: Duel) -> Value {
    json!({"won": duel.won, "drawn": duel.drawn, "lost": duel.lost})
}

fn estimate_json(estimate: Estimate) -> Value {
    json!({
        "elo": rounded(estimate.value), "low": rounded(estimate.low), "high": rounded(estimate.high),
    })
}

fn rating_json(rating: Rating) -> Value {
    let mut value = estimate_json(rating.elo);
    match rating.running {
        Running::Glicko2 {
            rating,
            deviation,
            volatility,
        } => {
            value["glicko2"] = json!({
                "rating": rounded(rating), "deviation": rounded(deviation),
                "volatility": volatility,
            });
        }
        Running::WengLin {
            rating,
            uncertainty,
        } => {
            value["weng_lin"] = json!({
                "rating": rounded(rating), "uncertainty": rounded(uncertainty),
            });
        }
    }
    value
}

fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
