//! A contest as one page that needs nothing else.

use std::fmt::Write;
use std::time::Duration;

use super::{Report, number, plain, unseen};
use crate::contest::{Counted, Duel, Row};
use crate::ratings::{Estimate, Running};

/// The page.
pub fn html(report: &Report<'_>) -> String {
    let mut page = String::with_capacity(64 * 1024);
    let title = escape(&report.heading());
    let viewer = report.viewer.as_ref();
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n<style>{}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n",
        viewer.map_or("", |viewer| viewer.style.as_str())
    );
    let _ = writeln!(
        page,
        "<p class=\"quiet\">Seed {} · plan {}</p>",
        escape(&seed(report)),
        &report.plan.hash()[..16]
    );
    if !report.outcome.finished {
        page.push_str("<p class=\"warning\">This contest has not been played to its end.</p>\n");
    }
    standings(&mut page, report);
    notes(&mut page, report);
    plot(&mut page, report);
    crosstable(&mut page, report);
    seats(&mut page, report);
    time(&mut page, report);
    games(&mut page, report);
    page.push_str("</main>\n");
    embed_viewer(&mut page, report);
    let _ = write!(page, "<script>{SCRIPT}</script>\n</body>\n</html>\n");
    page
}

/// The one place where games and what shows them get into the page. It comes
/// to life when the address first names a game, as the links in the list do.
fn embed_viewer(page: &mut String, report: &Report<'_>) {
    let Some(viewer) = &report.viewer else {
        return;
    };
    let _ = write!(
        page,
        "<section id=\"board\" class=\"tv\" hidden></section>\n\
         <script type=\"application/json\" id=\"board-data\">{}</script>\n\
         <script>{}</script>\n<script>\nconst mountViewer = {};\n{SHOW}</script>\n",
        embedded(&viewer.data),
        viewer.script,
        viewer.mount
    );
}

/// JSON for a script: nothing in it can end the script or turn the line round.
fn embedded(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' => out.push_str("\\u003c"),
            // Below a blank there is only what separates values.
            c if c > ' ' && unseen(c) => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            c => out.push(c),
        }
    }
    out
}

const SHOW: &str = r##"
const board = document.getElementById("board");
let mounted = false;
function showGame() {
  if (!/^#\d/.test(location.hash)) return;
  board.hidden = false;
  if (!mounted) {
    mounted = true;
    mountViewer(board, JSON.parse(document.getElementById("board-data").textContent));
  }
  board.scrollIntoView();
}
addEventListener("hashchange", showGame);
showGame();
"##;

const SCRIPT: &str = r##"
const wanted = document.getElementById("wanted");
wanted?.addEventListener("input", () => {
  const words = wanted.value.toLowerCase();
  for (const row of document.querySelectorAll("#games tbody tr"))
    row.hidden = !row.textContent.toLowerCase().includes(words);
});
"##;

const STYLE: &str = r##"
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --line: #d5dae0; --quiet: #5b6570; --mark: #1f6feb; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --paper: #14171a; --line: #343a41; --quiet: #9aa4ae; --mark: #6ea8fe; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.45 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.quiet { color: var(--quiet); overflow-wrap: anywhere; } .warning { border-left: 4px solid #d9822b; padding-left: .6rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .55rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th { font-weight: 600; color: var(--quiet); }
.text { text-align: left; } td.name { text-align: left; max-width: 18rem; overflow: hidden; text-overflow: ellipsis; }
.heat td.cell { text-align: center; min-width: 3.2rem; border: 1px solid var(--line); }
.heat small { display: block; color: var(--quiet); }
#ratings { min-width: 34rem; max-width: 100%; height: auto; } #ratings text { fill: var(--ink); font: 13px system-ui, sans-serif; }
#ratings .axis { stroke: var(--line); } #ratings .bar { stroke: var(--mark); stroke-width: 2; } #ratings .dot { fill: var(--mark); }
#ratings .axis-text { fill: var(--quiet); }
input { font: inherit; padding: .3rem .5rem; width: min(100%, 20rem); }
a { color: var(--mark); }
[hidden] { display: none !important; }
@media (max-width: 40rem) { main { padding: .6rem; } th, td { padding: .2rem .35rem; font-size: 14px; } }
"##;

/// Text for the page: plain, and nothing in it is markup.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in plain(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// A seed from a small number is shown as that number.
fn seed(report: &Report<'_>) -> String {
    let seed = report.plan.seed;
    let number = seed.bytes()[..8]
        .iter()
        .rev()
        .fold(0u64, |sum, &byte| sum << 8 | u64::from(byte));
    match dice::Seed::from_number(number) == seed {
        true => number.to_string(),
        false => seed.to_string(),
    }
}

fn millis(time: Duration) -> String {
    format!("{:.2}", 1e3 * time.as_secs_f64())
}

fn standings(page: &mut String, report: &Report<'_>) {
    let running = if report.plan.seats == 2 {
        "Glicko-2"
    } else {
        "Weng-Lin"
    };
    let rows = &report.outcome.standings.rows;
    let clocks = rows.iter().any(|row| row.clock.is_some());
    let _ = write!(
        page,
        "<h2>Standings</h2>\n<div class=\"scroll\"><table id=\"standings\"><thead><tr><th>rank<th class=\"text\">player<th>points<th>games<th>won\
         <th>drawn<th>lost<th>pieces left{}<th>Elo<th>95 %<th>{running}<th class=\"text\">verdicts</tr></thead>\n<tbody>\n",
        if clocks { "<th>clock left, s" } else { "" }
    );
    for row in rows {
        let _ = write!(
            page,
            "<tr><td>{}<td class=\"name\">{}{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}",
            row.rank,
            escape(&row.name),
            if row.set_aside.is_some() {
                " <small>(set aside)</small>"
            } else {
                ""
            },
            number(row.points),
            row.games,
            row.duels.won,
            row.duels.drawn,
            row.duels.lost,
            row.pieces
        );
        if clocks {
            let _ = write!(
                page,
                "<td>{:.1}",
                row.clock.unwrap_or_default().as_secs_f64()
            );
        }
        match report.ratings.players[row.player] {
            Some(rating) => {
                let Estimate { value, low, high } = rating.elo;
                let _ = write!(page, "<td>{value:+.0}<td>{low:+.0} to {high:+.0}<td>");
                let _ = match rating.running {
                    Running::Glicko2 {
                        rating, deviation, ..
                    } => {
                        write!(page, "{rating:.0} ± {deviation:.0}")
                    }
                    Running::WengLin {
                        rating,
                        uncertainty,
                    } => {
                        write!(page, "{rating:.1} ± {uncertainty:.1}")
                    }
                };
            }
            None => page.push_str("<td>–<td>–<td>–"),
        }
        let verdicts: Vec<String> = row
            .verdicts
            .iter()
            .map(|(verdict, count)| format!("{} {count}", escape(verdict)))
            .collect();
        let _ = writeln!(page, "<td class=\"text\">{}</tr>", verdicts.join(", "));
    }
    page.push_str("</tbody></table></div>\n");
    if let Some(first) = report.ratings.first_seat {
        let seat = report.seats.first().map_or("first", String::as_str);
        let _ = writeln!(
            page,
            "<p class=\"quiet\">The seat {} is worth {:+.0} Elo (from {:+.0} to {:+.0}).</p>",
            escape(seat),
            first.value,
            first.low,
            first.high
        );
    }
}

fn notes(page: &mut String, report: &Report<'_>) {
    let notes = report.notes();
    if notes.is_empty() {
        return;
    }
    page.push_str("<h2>Notes</h2>\n<ul>\n");
    for note in notes {
        let _ = writeln!(page, "<li>{}", escape(&note));
    }
    page.push_str("</ul>\n");
}

/// The ratings with their intervals, one line for every player.
fn plot(page: &mut String, report: &Report<'_>) {
    let mut rated: Vec<(&Row, Estimate)> = report
        .outcome
        .standings
        .rows
        .iter()
        .filter_map(|row| Some((row, report.ratings.players[row.player]?.elo)))
        .collect();
    if rated.is_empty() {
        return;
    }
    rated.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    let low = rated.iter().map(|(_, elo)| elo.low).fold(0.0, f64::min);
    let high = rated.iter().map(|(_, elo)| elo.high).fold(0.0, f64::max);
    let span = (high - low).max(1.0);
    // Steps of 1, 2 or 5 times a power of ten, at most about eight of them.
    let rough = span / 8.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|times| times * power)
        .find(|step| *step >= rough)
        .unwrap_or(power);
    let (left, width, line) = (190.0, 560.0, 24.0);
    let x = |elo: f64| left + 20.0 + (elo - low) / span * (width - 40.0);
    let height = line * rated.len() as f64 + 34.0;
    let _ = write!(
        page,
        "<h2>Ratings</h2>\n<p class=\"quiet\">Elo points above the mean of the field, with 95 % intervals.</p>\n\
         <div class=\"scroll\"><svg id=\"ratings\" viewBox=\"0 0 {} {height}\" width=\"{}\" role=\"img\" aria-label=\"Ratings with 95 % intervals\">\n",
        left + width,
        left + width
    );
    let bottom = height - 24.0;
    let mut mark = (low / step).ceil() * step;
    while mark <= high {
        let at = x(mark);
        let _ = writeln!(
            page,
            "<line class=\"axis\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"4\" y2=\"{bottom:.1}\"/>\
             <text class=\"axis-text\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{:+}</text>",
            height - 6.0,
            mark.round() as i64
        );
        mark += step;
    }
    for (place, (row, elo)) in rated.iter().enumerate() {
        let y = line * (place as f64 + 0.5) + 6.0;
        let name: String = plain(&row.name).chars().take(26).collect();
        let (from, to, at) = (x(elo.low), x(elo.high), x(elo.value));
        let _ = writeln!(
            page,
            "<g><title>{}: {:+.0}, from {:+.0} to {:+.0}</title>\
             <text x=\"{left}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <line class=\"bar\" x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <line class=\"bar\" x1=\"{from:.1}\" x2=\"{from:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>\
             <line class=\"bar\" x1=\"{to:.1}\" x2=\"{to:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>\
             <circle class=\"dot\" cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"4\"/></g>",
            escape(&row.name),
            elo.value,
            elo.low,
            elo.high,
            y + 4.5,
            escape(&name),
            y - 5.0,
            y + 5.0,
            y - 5.0,
            y + 5.0
        );
    }
    page.push_str("</svg></div>\n");
}

/// The crosstable as a map of win rates.
fn crosstable(page: &mut String, report: &Report<'_>) {
    let standings = &report.outcome.standings;
    page.push_str(
        "<h2>Crosstable</h2>\n<p class=\"quiet\">The share of the points that the player of the line took from the player of the column; won, \
         drawn and lost below it.</p>\n<div class=\"scroll\"><table class=\"heat\" id=\"crosstable\"><thead><tr><th><th class=\"text\">player",
    );
    for place in 1..=standings.rows.len() {
        let _ = write!(page, "<th>{place}");
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for (place, row) in standings.rows.iter().enumerate() {
        let _ = write!(
            page,
            "<tr><td>{}<td class=\"name\">{}",
            place + 1,
            escape(&row.name)
        );
        for other in &standings.rows {
            cell(page, standings.crosstable[row.player][other.player]);
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody></table></div>\n");
}

fn cell(page: &mut String, duel: Duel) {
    let Some(rate) = duel.rate() else {
        page.push_str("<td class=\"cell\">");
        return;
    };
    // Blue above one half, orange below: both can be told apart by everybody,
    // on light and on dark ground.
    let (colour, strength) = match rate >= 0.5 {
        true => ("47 129 247", rate - 0.5),
        false => ("230 126 34", 0.5 - rate),
    };
    let _ = write!(
        page,
        "<td class=\"cell\" style=\"background:rgb({colour} / {:.2})\">{:.0} %<small>{}–{}–{}</small>",
        strength * 1.3,
        100.0 * rate,
        duel.won,
        duel.drawn,
        duel.lost
    );
}

/// How players did on each seat. With many seats that would be a wall.
fn seats(page: &mut String, report: &Report<'_>) {
    if report.seats.len() > 8 {
        return;
    }
    page.push_str("<h2>By seat</h2>\n<div class=\"scroll\"><table class=\"heat\" id=\"seats\"><thead><tr><th class=\"text\">player");
    for seat in report.seats {
        let _ = write!(page, "<th>{}", escape(seat));
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for row in &report.outcome.standings.rows {
        let _ = write!(page, "<tr><td class=\"name\">{}", escape(&row.name));
        for duel in &row.by_seat {
            cell(page, *duel);
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody></table></div>\n");
}

fn time(page: &mut String, report: &Report<'_>) {
    page.push_str(
        "<h2>Time</h2>\n<div class=\"scroll\"><table id=\"time\"><thead><tr><th class=\"text\">player<th>moves<th>ms per move<th>slowest move, ms\
         <th>processor, s</tr></thead>\n<tbody>\n",
    );
    for row in &report.outcome.standings.rows {
        let _ = writeln!(
            page,
            "<tr><td class=\"name\">{}<td>{}<td>{}<td>{}<td>{}</tr>",
            escape(&row.name),
            row.moves,
            millis(row.mean()),
            millis(row.slowest),
            row.cpu
                .map_or("–".to_owned(), |cpu| format!("{:.2}", cpu.as_secs_f64()))
        );
    }
    page.push_str("</tbody></table></div>\n");
}

fn games(page: &mut String, report: &Report<'_>) {
    let reasons: Vec<String> = report
        .reasons()
        .iter()
        .map(|(reason, count)| format!("{} {count}", escape(reason)))
        .collect();
    let _ = write!(
        page,
        "<h2>Games</h2>\n<p class=\"quiet\">Ended by: {}.</p>\n\
         <p><input id=\"wanted\" type=\"search\" placeholder=\"show games with …\" aria-label=\"show games with\"></p>\n\
         <div class=\"scroll\"><table id=\"games\"><thead><tr><th>game<th>round<th class=\"text\">players by seat<th class=\"text\">points\
         <th class=\"text\">ended by<th>steps<th></tr></thead>\n<tbody>\n",
        reasons.join(", ")
    );
    for game in &report.outcome.tally.counted {
        game_row(page, report, game);
    }
    page.push_str("</tbody></table></div>\n");
}

fn game_row(page: &mut String, report: &Report<'_>, game: &Counted) {
    let names: Vec<String> = game
        .fixture
        .seating
        .iter()
        .map(|&player| escape(&report.plan.players[player].name))
        .collect();
    let results = &game.played.seats;
    let points: Vec<String> = results.iter().map(|seat| number(seat.points)).collect();
    let failures: Vec<String> = results
        .iter()
        .zip(&names)
        .filter_map(|(result, name)| {
            let verdict = result.verdict.as_deref()?;
            let detail = result.detail.as_deref().unwrap_or("");
            Some(format!(
                "; <span title=\"{}\">{name}: {}</span>",
                escape(detail),
                escape(verdict)
            ))
        })
        .collect();
    let _ = write!(
        page,
        "<tr><td>{}<td>{}<td class=\"text\">{}<td class=\"text\">{}<td class=\"text\">{}{}<td>{}<td>",
        game.fixture.number + 1,
        game.fixture.round + 1,
        names.join(" – "),
        points.join(" – "),
        escape(&game.played.reason),
        failures.concat(),
        game.played.steps
    );
    let shown = report.viewer.as_ref().and_then(|viewer| {
        let number = game.fixture.number;
        viewer.games.iter().position(|&game| game == number)
    });
    if let Some(place) = shown {
        let _ = write!(page, "<a href=\"#{}\">view</a>", place + 1);
    }
    if let Some(record) = &game.played.record {
        let _ = write!(page, " <a href=\"{}\">record</a>", escape(record));
    }
    page.push_str("</tr>\n");
}
