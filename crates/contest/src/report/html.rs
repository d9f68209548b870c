//! A contest as one HTML page without other files.

use std::fmt::{Display, Write as _};
use std::time::Duration;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{Report, elo, number, plain, tie_breaks, unseen};
use crate::ratings::{Estimate, Running};
use crate::{Counted, Duel, Row, Scoring};

/// Renders the page.
pub fn html(report: &Report<'_>) -> String {
    let title = plain(&report.heading());
    let viewer = report.viewer.as_ref();
    let page = html! {
        (DOCTYPE) "\n"
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) }
                style { (PreEscaped(STYLE)) }
                style { (PreEscaped(viewer.map_or("", |viewer| &viewer.style))) }
            }
            body {
                main {
                    h1 { (title) }
                    p.quiet { "Seed " (seed(report)) " · plan " (report.plan.hash()[..16]) }
                    @if !report.outcome.finished {
                        p.warning { "This contest has not been played to its end." }
                    }
                    (standings(report)) (notes(report)) (plot(report)) (crosstable(report))
                    (seats(report)) (time(report)) (games(report))
                }
                (embedded_viewer(report))
                script { (PreEscaped(SCRIPT)) }
            }
        }
        "\n"
    };
    page.into_string()
}

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      img-src data:";

/// The only part of the page that contains games and the viewer. The viewer starts when
/// the address first names a game; the links in the list do that.
fn embedded_viewer(report: &Report<'_>) -> Markup {
    html! {
        @if let Some(viewer) = &report.viewer {
            section #board.tv hidden {}
            script #board-data type="application/json" { (PreEscaped(embedded(&viewer.data))) }
            script { (PreEscaped(&viewer.script)) }
            script { "\nconst mountViewer = " (PreEscaped(&viewer.mount)) ";\n" (PreEscaped(SHOW)) }
        }
    }
}

/// JSON for a script. Nothing in it can end the script or reverse the direction of the
/// text.
fn embedded(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' => out.push_str("\\u003c"),
            // Every character below a blank only separates values.
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

/// Shows a seed made from a small number as that number.
fn seed(report: &Report<'_>) -> String {
    let seed = report.plan.seed;
    let number = seed.bytes()[..8]
        .iter()
        .rev()
        .fold(0u64, |sum, &byte| sum << 8 | u64::from(byte));
    if dice::Seed::from_number(number) == seed {
        number.to_string()
    } else {
        seed.to_string()
    }
}

fn millis(time: Duration) -> String {
    format!("{:.2}", 1e3 * time.as_secs_f64())
}

/// A table that can be wider than the page.
fn table(id: &str, class: Option<&str>, head: &Markup, rows: &Markup) -> Markup {
    html! {
        div.scroll {
            table id=(id) class=[class] {
                thead { tr { (head) } } "\n"
                tbody { "\n" (rows) }
            }
        }
    }
}

fn standings(report: &Report<'_>) -> Markup {
    let running = if report.plan.seats == 2 {
        "Glicko-2"
    } else {
        "Weng-Lin"
    };
    let rows = &report.outcome.standings.rows;
    let clocks = rows.iter().any(|row| row.clock.is_some());
    let head = html! {
        th { "rank" } th.text { "player" } th { "points" } th { "games" }
        th { "won" } th { "drawn" } th { "lost" }
        @for (title, _) in tie_breaks(report, None) { th { (title) } }
        @if report.plan.scoring == Scoring::First { th { "pieces left" } }
        @if clocks { th { "clock left, s" } }
        th { "Elo" } th { "95 %" } th { (running) } th.text { "verdicts" }
    };
    let rows = html! {
        @for row in rows {
            tr {
                td { (row.rank) }
                td.name {
                    (plain(&row.name))
                    @if row.set_aside.is_some() { " " small { "(set aside)" } }
                }
                td { (number(row.points)) } td { (row.games) }
                td { (row.duels.won) } td { (row.duels.drawn) } td { (row.duels.lost) }
                @for (_, value) in tie_breaks(report, row.ties) { td { (value) } }
                @if report.plan.scoring == Scoring::First { td { (row.pieces) } }
                @if clocks {
                    td { (format!("{:.1}", row.clock.unwrap_or_default().as_secs_f64())) }
                }
                @if let Some(rating) = report.ratings.players[row.player] {
                    td { (elo(rating.elo.value)) }
                    td { (elo(rating.elo.low)) " to " (elo(rating.elo.high)) }
                    td {
                        @match rating.running {
                            Running::Glicko2 { rating, deviation, .. } =>
                                (format!("{rating:.0} ± {deviation:.0}")),
                            Running::WengLin { rating, uncertainty } =>
                                (format!("{rating:.1} ± {uncertainty:.1}")),
                        }
                    }
                } @else {
                    td { "–" } td { "–" } td { "–" }
                }
                td.text { (counts(&row.verdicts)) }
            }
            "\n"
        }
    };
    html! {
        h2 { "Standings" }
        (table("standings", None, &head, &rows))
        @if let Some(first) = report.ratings.first_seat {
            p.quiet {
                "The seat " (plain(report.seats.first().map_or("first", String::as_str)))
                " is worth " (elo(first.value)) " Elo (from " (elo(first.low)) " to "
                (elo(first.high)) ")."
            }
        }
    }
}

/// Words with their counts.
fn counts<C: Display>(counts: impl IntoIterator<Item = (impl AsRef<str>, C)>) -> String {
    let counts = counts.into_iter();
    let counts = counts.map(|(word, count)| format!("{} {count}", plain(word.as_ref())));
    counts.collect::<Vec<_>>().join(", ")
}

fn notes(report: &Report<'_>) -> Markup {
    let notes = report.notes();
    html! {
        @if !notes.is_empty() {
            h2 { "Notes" }
            ul { @for note in notes { li { (plain(&note)) } } }
        }
    }
}

/// The ratings with their intervals, one line for each player.
fn plot(report: &Report<'_>) -> Markup {
    let mut rated: Vec<(&Row, Estimate)> = report
        .outcome
        .standings
        .rows
        .iter()
        .filter_map(|row| Some((row, report.ratings.players[row.player]?.elo)))
        .collect();
    if rated.is_empty() {
        return Markup::default();
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
    let marks = (low / step).ceil() as i64..=(high / step).floor() as i64;
    let stroke = |class, [x1, x2, y1, y2]: [f64; 4]| {
        html! {
            line class=(class) x1=(tenths(x1)) x2=(tenths(x2)) y1=(tenths(y1)) y2=(tenths(y2)) {}
        }
    };
    html! {
        h2 { "Ratings" }
        p.quiet { "Elo points above the mean of the field, with 95 % intervals." }
        div.scroll {
            svg #ratings viewBox={ "0 0 " (left + width) " " (height) } width=(left + width)
                role="img" aria-label="Ratings with 95 % intervals" {
                @for mark in marks.map(|mark| mark as f64 * step) {
                    (stroke("axis", [x(mark), x(mark), 4.0, height - 24.0]))
                    text.axis-text x=(tenths(x(mark))) y=(tenths(height - 6.0)) text-anchor="middle" {
                        (elo(mark))
                    }
                }
                @for (place, (row, rating)) in rated.iter().enumerate() {
                    @let y = line * (place as f64 + 0.5) + 6.0;
                    @let name = plain(&row.name);
                    @let (from, to) = (x(rating.low), x(rating.high));
                    g {
                        title {
                            (name) ": " (elo(rating.value)) ", from " (elo(rating.low)) " to "
                            (elo(rating.high))
                        }
                        text x=(left) y=(tenths(y + 4.5)) text-anchor="end" {
                            (name.chars().take(26).collect::<String>())
                        }
                        (stroke("bar", [from, to, y, y]))
                        (stroke("bar", [from, from, y - 5.0, y + 5.0]))
                        (stroke("bar", [to, to, y - 5.0, y + 5.0]))
                        circle.dot cx=(tenths(x(rating.value))) cy=(tenths(y)) r="4" {}
                    }
                    "\n"
                }
            }
        }
    }
}

fn tenths(length: f64) -> String {
    format!("{length:.1}")
}

/// The crosstable as a map of win rates.
fn crosstable(report: &Report<'_>) -> Markup {
    let standings = &report.outcome.standings;
    let head = html! {
        th {} th.text { "player" }
        @for place in 1..=standings.rows.len() { th { (place) } }
    };
    let rows = html! {
        @for (place, row) in standings.rows.iter().enumerate() {
            tr {
                td { (place + 1) }
                td.name { (plain(&row.name)) }
                @for other in &standings.rows {
                    (cell(standings.crosstable[row.player][other.player]))
                }
            }
            "\n"
        }
    };
    html! {
        h2 { "Crosstable" }
        p.quiet {
            "The share of the points that the player of the line took from the player of the "
            "column; won, drawn and lost below it."
        }
        (table("crosstable", Some("heat"), &head, &rows))
    }
}

fn cell(duel: Duel) -> Markup {
    let Some(rate) = duel.rate() else {
        return html! { td.cell {} };
    };
    // Blue above one half, orange below: everyone can tell these two apart, on light
    // and on dark ground.
    let (colour, strength) = if rate >= 0.5 {
        ("47 129 247", rate - 0.5)
    } else {
        ("230 126 34", 0.5 - rate)
    };
    html! {
        td.cell style=(format!("background:rgb({colour} / {:.2})", strength * 1.3)) {
            (format!("{:.0} %", 100.0 * rate))
            small { (duel.won) "–" (duel.drawn) "–" (duel.lost) }
        }
    }
}

/// The players' results on each seat, unless there are too many seats for a table.
fn seats(report: &Report<'_>) -> Markup {
    if report.seats.len() > 8 {
        return Markup::default();
    }
    let head = html! {
        th.text { "player" }
        @for seat in report.seats { th { (plain(seat)) } }
    };
    let rows = html! {
        @for row in &report.outcome.standings.rows {
            tr {
                td.name { (plain(&row.name)) }
                @for duel in &row.by_seat { (cell(*duel)) }
            }
            "\n"
        }
    };
    html! { h2 { "By seat" } (table("seats", Some("heat"), &head, &rows)) }
}

fn time(report: &Report<'_>) -> Markup {
    let head = html! {
        th.text { "player" } th { "moves" } th { "ms per move" } th { "slowest move, ms" }
        th { "processor, s" }
    };
    let rows = html! {
        @for row in &report.outcome.standings.rows {
            tr {
                td.name { (plain(&row.name)) }
                td { (row.moves) } td { (millis(row.mean())) } td { (millis(row.slowest)) }
                td { (row.cpu.map_or("–".to_owned(), |cpu| format!("{:.2}", cpu.as_secs_f64()))) }
            }
            "\n"
        }
    };
    html! { h2 { "Time" } (table("time", None, &head, &rows)) }
}

fn games(report: &Report<'_>) -> Markup {
    let head = html! {
        th { "game" } th { "round" } th.text { "players by seat" } th.text { "points" }
        th.text { "ended by" } th { "steps" } th {}
    };
    let rows = html! {
        @for game in &report.outcome.tally.counted { (game_row(report, game)) "\n" }
    };
    html! {
        h2 { "Games" }
        p.quiet { "Ended by: " (counts(report.reasons())) "." }
        p {
            input #wanted type="search" placeholder="show games with …"
                aria-label="show games with";
        }
        (table("games", None, &head, &rows))
    }
}

fn game_row(report: &Report<'_>, game: &Counted) -> Markup {
    let players = game.fixture.seating.iter();
    let names: Vec<String> = players.map(|&player| report.name(player)).collect();
    let results = &game.played.seats;
    let points: Vec<String> = results.iter().map(|seat| number(seat.points)).collect();
    let shown = report.viewer.as_ref().and_then(|viewer| {
        let number = game.fixture.number;
        viewer.games.iter().position(|&game| game == number)
    });
    html! {
        tr {
            td { (game.fixture.number + 1) } td { (game.fixture.round + 1) }
            td.text { (names.join(" – ")) } td.text { (points.join(" – ")) }
            td.text {
                (plain(&game.played.reason))
                @for (result, name) in results.iter().zip(&names) {
                    @if let Some(verdict) = &result.verdict {
                        "; "
                        span title=(plain(result.detail.as_deref().unwrap_or(""))) {
                            (name) ": " (plain(verdict))
                        }
                    }
                }
            }
            td { (game.played.steps) }
            td {
                @if let Some(place) = shown { a href={ "#" (place + 1) } { "view" } }
                @if let Some(record) = &game.played.record {
                    " " a href=(plain(record)) { "record" }
                }
            }
        }
    }
}
