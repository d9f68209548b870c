//! A contest as CSV.

use std::time::Duration;

use super::{Report, plain};
use crate::Scoring;
use crate::ratings::Running;

/// The tables of a contest, each with its file name.
pub fn csv(report: &Report<'_>) -> Vec<(&'static str, String)> {
    vec![
        ("standings.csv", standings(report)),
        ("crosstable.csv", crosstable(report)),
        ("games.csv", games(report)),
        ("notes.csv", notes(report)),
    ]
}

fn standings(report: &Report<'_>) -> String {
    let mut out = String::from(
        "rank,player,points,games,won,drawn,lost,firsts,forfeits,byes,rounds_survived,pieces_left,clock_left_ms,elo,elo_low,\
         elo_high,running_rating,running_deviation,verdicts,set_aside_after_game,moves,ms_per_move,ms_slowest_move,cpu_ms",
    );
    // The tables of contests of 0.1 keep their shape.
    let has_ties = report.plan.scoring > Scoring::First;
    if has_ties {
        out.push_str(
            ",games_played_out,pieces_per_game,points_per_game,buchholz,sonneborn_berger,head_to_head",
        );
    }
    out.push_str("\r\n");
    for row in &report.outcome.standings.rows {
        let rating = report.ratings.players[row.player];
        let figure = |value: Option<f64>| value.map_or(String::new(), |value| rounded(value, 1));
        let running = rating.map(|rating| match rating.running {
            Running::Glicko2 {
                rating, deviation, ..
            } => (rating, deviation),
            Running::WengLin {
                rating,
                uncertainty,
            } => (rating, uncertainty),
        });
        let verdicts: Vec<String> = row
            .verdicts
            .iter()
            .map(|(verdict, count)| format!("{verdict} {count}"))
            .collect();
        let mut fields = vec![
            row.rank.to_string(),
            field(&row.name),
            row.points.to_string(),
            row.games.to_string(),
            row.duels.won.to_string(),
            row.duels.drawn.to_string(),
            row.duels.lost.to_string(),
            row.firsts.to_string(),
            row.forfeits.to_string(),
            row.byes.to_string(),
            row.survived.to_string(),
            row.pieces.to_string(),
            row.clock.map_or(String::new(), millis),
            figure(rating.map(|rating| rating.elo.value)),
            figure(rating.map(|rating| rating.elo.low)),
            figure(rating.map(|rating| rating.elo.high)),
            figure(running.map(|running| running.0)),
            figure(running.map(|running| running.1)),
            field(&verdicts.join("; ")),
            row.set_aside
                .map_or(String::new(), |game| (game + 1).to_string()),
            row.moves.to_string(),
            millis(row.mean()),
            millis(row.slowest),
            row.cpu.map_or(String::new(), millis),
        ];
        if let Some(ties) = row.ties.filter(|_| has_ties) {
            let tie = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
            fields.push(row.played_out.to_string());
            fields.push(rounded(ties.pieces, 3));
            fields.push(ties.share.map_or(String::new(), |share| rounded(share, 4)));
            fields.extend([ties.buchholz, ties.berger, ties.direct].map(tie));
        }
        line(&mut out, &fields);
    }
    out
}

/// A figure with this many decimals, never `-0`.
fn rounded(value: f64, decimals: i32) -> String {
    let unit = 10f64.powi(decimals);
    let value = (value * unit).round() / unit + 0.0;
    format!("{value:.*}", decimals as usize)
}

fn crosstable(report: &Report<'_>) -> String {
    let mut out = String::from("player,opponent,won,drawn,lost,points,games\r\n");
    let rows = &report.outcome.standings.rows;
    for mine in rows {
        for theirs in rows.iter().filter(|theirs| theirs.player != mine.player) {
            let duel = report.outcome.standings.crosstable[mine.player][theirs.player];
            line(
                &mut out,
                &[
                    field(&mine.name),
                    field(&theirs.name),
                    duel.won.to_string(),
                    duel.drawn.to_string(),
                    duel.lost.to_string(),
                    duel.points().to_string(),
                    duel.games().to_string(),
                ],
            );
        }
    }
    out
}

/// One line for each seat of each game.
fn games(report: &Report<'_>) -> String {
    let mut out = String::from(
        "game,round,cycle,seed,seat,player,place,points,pieces_left,clock_left_ms,verdict,detail,moves,ms,ms_slowest_move,\
         cpu_ms,reason,steps,forfeit,record\r\n",
    );
    for game in &report.outcome.tally.counted {
        let fixture = &game.fixture;
        for (seat, result) in game.played.seats.iter().enumerate() {
            line(
                &mut out,
                &[
                    (fixture.number + 1).to_string(),
                    (fixture.round + 1).to_string(),
                    fixture.cycle.to_string(),
                    fixture.seed.to_string(),
                    field(report.seats.get(seat).map_or("", String::as_str)),
                    field(&report.plan.players[fixture.seating[seat]].name),
                    result.place.to_string(),
                    result.points.to_string(),
                    result.pieces.to_string(),
                    result.clock_left.map_or(String::new(), millis),
                    field(result.verdict.as_deref().unwrap_or("")),
                    field(result.detail.as_deref().unwrap_or("")),
                    result.moves.to_string(),
                    millis(result.wall),
                    millis(result.slowest),
                    result.cpu.map_or(String::new(), millis),
                    field(&game.played.reason),
                    game.played.steps.to_string(),
                    game.forfeit.to_string(),
                    field(game.played.record.as_deref().unwrap_or("")),
                ],
            );
        }
    }
    out
}

fn notes(report: &Report<'_>) -> String {
    let mut out = String::from("note\r\n");
    for note in report.notes() {
        line(&mut out, &[field(&note)]);
    }
    out
}

fn line(out: &mut String, fields: &[String]) {
    out.push_str(&fields.join(","));
    out.push_str("\r\n");
}

/// A text field. If a spreadsheet would take it for a formula, it starts with a quote,
/// as spreadsheets write it themselves.
fn field(text: &str) -> String {
    let mut text = plain(text);
    if text.starts_with(['=', '+', '-', '@']) {
        text.insert(0, '\'');
    }
    if text.contains(['"', ',', ';']) || text.starts_with(' ') || text.ends_with(' ') {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

fn millis(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1e3)
}

#[cfg(test)]
mod tests {
    use super::{field, rounded};

    #[test]
    fn nothing_is_less_than_nothing() {
        assert_eq!(rounded(-0.04, 1), "0.0");
        assert_eq!(rounded(-0.06, 1), "-0.1");
        assert_eq!(rounded(12.345, 1), "12.3");
    }

    #[test]
    fn fields_are_neither_formulas_nor_more_than_one() {
        assert_eq!(field("weak"), "weak");
        assert_eq!(field("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(field("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\"");
        assert_eq!(field("two\r\nlines"), "two\u{fffd}\u{fffd}lines");
    }
}
