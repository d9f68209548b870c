//! A contest as text for a terminal.

use std::fmt::Write;
use std::time::Duration;

use super::{Report, elo, number, plain, tie_breaks};
use crate::ratings::Running;
use crate::{Scoring, Standings};

/// Names longer than this are cut.
const WIDTH: usize = 28;
/// The width of the columns for tie-breaks.
const WIDE: usize = 12;
/// The crosstable fits only if there are at most this many players.
const CROSS: usize = 12;

/// The standings, ratings, crosstable, times and notes.
pub fn text(report: &Report<'_>) -> String {
    let mut out = format!("{}\n", plain(&report.heading()));
    tables(&mut out, report);
    for note in report.notes() {
        let _ = write!(out, "\n{note}");
    }
    if !report.notes().is_empty() {
        out.push('\n');
    }
    let reasons: Vec<String> = report
        .reasons()
        .iter()
        .map(|(reason, count)| format!("{reason} {count}"))
        .collect();
    if !reasons.is_empty() {
        let _ = writeln!(out, "\nended by: {}", reasons.join(", "));
    }
    if let Some(first) = report.ratings.first_seat {
        let seat = report.seats.first().map_or("first seat", String::as_str);
        let _ = writeln!(
            out,
            "the seat {} is worth {} Elo (from {} to {})",
            plain(seat),
            elo(first.value),
            elo(first.low),
            elo(first.high)
        );
    }
    out
}

fn tables(out: &mut String, report: &Report<'_>) {
    let standings = &report.outcome.standings;
    let running = match report.plan.seats {
        2 => "Glicko-2",
        _ => "Weng-Lin",
    };
    let width = standings
        .rows
        .iter()
        .map(|row| row.name.chars().count().min(WIDTH))
        .max()
        .unwrap_or(0)
        .max(6);
    let clocks = standings.rows.iter().any(|row| row.clock.is_some());
    let ties: String = tie_breaks(report, None)
        .iter()
        .map(|(title, _)| format!(" {title:>WIDE$}"))
        .collect();
    let ties = match report.plan.scoring {
        Scoring::First => format!(" {:>7}", "pieces"),
        Scoring::Second => ties,
    };
    let _ = writeln!(
        out,
        "\n{:>4} {:<width$} {:>8} {:>6} {:>6} {:>6} {:>6}{ties}{} {:>6} {:>15} {:>14}",
        "rank",
        "player",
        "points",
        "games",
        "won",
        "drawn",
        "lost",
        if clocks { "    clock" } else { "" },
        "Elo",
        "95 %",
        running
    );
    for row in &standings.rows {
        let clock = match (clocks, row.clock) {
            (false, _) => String::new(),
            (true, left) => format!(" {:>8}", seconds(left.unwrap_or_default())),
        };
        let ties: String = tie_breaks(report, row.ties)
            .iter()
            .map(|(_, value)| format!(" {value:>WIDE$}"))
            .collect();
        let ties = match report.plan.scoring {
            Scoring::First => format!(" {:>7}", row.pieces),
            Scoring::Second => ties,
        };
        let _ = write!(
            out,
            "{:>4} {:<width$} {:>8} {:>6} {:>6} {:>6} {:>6}{ties}{clock}",
            row.rank,
            short(&row.name),
            number(row.points),
            row.games,
            row.duels.won,
            row.duels.drawn,
            row.duels.lost
        );
        if let Some(rating) = report.ratings.players[row.player] {
            let interval = format!("{} to {}", elo(rating.elo.low), elo(rating.elo.high));
            let running = match rating.running {
                Running::Glicko2 {
                    rating, deviation, ..
                } => format!("{rating:.0} ± {deviation:.0}"),
                Running::WengLin {
                    rating,
                    uncertainty,
                } => format!("{rating:.1} ± {uncertainty:.1}"),
            };
            let value = elo(rating.elo.value);
            let _ = write!(out, " {value:>6} {interval:>15} {running:>14}");
        }
        out.push('\n');
    }
    if standings.rows.len() <= CROSS {
        cross(out, standings, width);
    }
    times(out, standings, width);
}

/// The table of times and verdicts.
fn times(out: &mut String, standings: &Standings, width: usize) {
    let _ = writeln!(
        out,
        "\n     {:<width$} {:>12} {:>12} {:>10}  verdicts",
        "", "ms per move", "slowest ms", "cpu s"
    );
    for row in &standings.rows {
        let verdicts: Vec<String> = row
            .verdicts
            .iter()
            .map(|(verdict, count)| format!("{} {count}", plain(verdict)))
            .collect();
        let _ = writeln!(
            out,
            "     {:<width$} {:>12.3} {:>12.3} {:>10}  {}",
            short(&row.name),
            1e3 * row.mean().as_secs_f64(),
            1e3 * row.slowest.as_secs_f64(),
            row.cpu
                .map_or("-".to_owned(), |cpu| format!("{:.2}", cpu.as_secs_f64())),
            verdicts.join(", ")
        );
    }
}

fn cross(out: &mut String, standings: &Standings, width: usize) {
    let title = "points against";
    let width = width.max(title.len());
    let _ = write!(out, "\n     {title:<width$}");
    for row in &standings.rows {
        let _ = write!(out, " {:>7}", format!("#{}", place(standings, row.player)));
    }
    out.push('\n');
    for row in &standings.rows {
        let head = format!("#{}", place(standings, row.player));
        let _ = write!(out, "{head:>4} {:<width$}", short(&row.name));
        for other in &standings.rows {
            let duel = standings.crosstable[row.player][other.player];
            let cell = match duel.games() {
                _ if row.player == other.player => "·".to_owned(),
                0 => "-".to_owned(),
                games => format!("{}/{games}", number(duel.points())),
            };
            let _ = write!(out, " {cell:>7}");
        }
        out.push('\n');
    }
}

/// The player's row in the table, from 1. No two players share a row, although they can
/// share a rank.
fn place(standings: &Standings, player: usize) -> usize {
    let found = standings.rows.iter().position(|row| row.player == player);
    found.map_or(0, |place| place + 1)
}

fn short(name: &str) -> String {
    let name = plain(name);
    if name.chars().count() > WIDTH {
        name.chars().take(WIDTH - 1).chain(['…']).collect()
    } else {
        name
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1}s", time.as_secs_f64())
}

/// The first few places of the standings in one line.
pub fn top(standings: &Standings, most: usize) -> String {
    let leaders: Vec<String> = standings
        .rows
        .iter()
        .take(most)
        .map(|row| format!("{}. {} {}", row.rank, short(&row.name), number(row.points)))
        .collect();
    leaders.join("  ")
}
