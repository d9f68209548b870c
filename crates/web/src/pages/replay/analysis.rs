//! The graph of a game, and the best moves in a position.

use leptos::prelude::*;
use picture::Colours;
use protocol::analysis::{Matrix, Opinion, Score, Turn};
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent};

use super::bench::{Bench, TIMES};
use super::judged::{HIGH, WIDE, across, curve, down, nearest, seats};
use super::reader::Reader;
use crate::pages::table::short;
use crate::texts::t;

/// The number of seats whose curves have names.
const NAMED: usize = 8;
/// The number of moves of each side in the matrix.
const LEADING: usize = 6;

/// The panel for analysis.
#[component]
pub fn Analysis(reader: Reader, bench: Bench) -> impl IntoView {
    let runs = Memo::new(move |_| bench.progress.get().is_some());
    let has_graph = Memo::new(move |_| bench.judged.with(|judged| !judged.is_empty()));
    let progress = move || bench.progress.get().unwrap_or((0, 1));
    view! {
        <section class="card analysis">
            <h2>{move || t().replay.analysis()}</h2>
            <div class="row">
                <label class="inline">{move || t().replay.time()}
                    <select id="analysis-ms" on:change=move |event| if let Ok(ms) = event_target_value(&event).parse() { bench.set_time(ms) }>
                        {TIMES.map(|ms| view! { <option value=ms selected=move || bench.ms.get() == ms>{time(ms)}</option> })}
                    </select>
                </label>
                <Show when=move || runs.get() fallback=move || view! {
                    <button class="main" id="analyse" on:click=move |_| bench.analyse()>{move || t().replay.analyse()}</button>
                }>
                    <button id="cancel" on:click=move |_| bench.cancel()>{move || t().replay.cancel()}</button>
                </Show>
            </div>
            <Show when=move || runs.get() fallback=move || view! {
                <p class="muted small">{move || t().replay.takes(span(bench.seconds()))}</p>
            }>
                <label class="working">{move || {
                        let (done, of) = progress();
                        t().replay.step_of(done, of)
                    }}
                    <progress id="progress" max=move || progress().1.max(1).to_string() prop:value=move || progress().0 as f64></progress>
                </label>
            </Show>
            <Show when=move || has_graph.get()><Graph reader bench/></Show>
        </section>
        <Position reader bench/>
    }
}

fn time(ms: u32) -> String {
    match ms {
        0..1000 => format!("{ms} ms"),
        _ => format!("{} s", ms / 1000),
    }
}

/// A time in short form.
fn span(seconds: u64) -> String {
    match seconds {
        0..=99 => format!("{seconds} s"),
        100..=5999 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}

/// The chances to win, step by step.
#[component]
fn Graph(reader: Reader, bench: Bench) -> impl IntoView {
    let history = reader.history();
    let steps = history.len();
    let all = history.game.seats();
    let colours = Colours::seats(all);
    let root = NodeRef::<leptos::svg::Svg>::new();
    let points = move |seat: u16| {
        let mut points = bench.judged.with(|judged| curve(judged, seat));
        if let Some(end) = bench.end.get().filter(|_| seat == 0) {
            points.push((steps, end));
        }
        let points = points
            .into_iter()
            .map(|(at, chance)| format!("{:.1},{:.1}", across(at, steps), down(chance)));
        points.collect::<Vec<_>>().join(" ")
    };
    let shown = Memo::new(move |_| bench.judged.with(|judged| seats(judged)));
    let words = move || {
        let at = reader.shown.get();
        let step = t().replay.step_of(at, steps);
        match bench.chance_at(at) {
            Some(chance) => {
                let words = t().replay.chance_of(reader.name(0), percent(chance));
                format!("{step}: {words}")
            }
            None => step,
        }
    };
    let click = move |event: MouseEvent| {
        let Some(root) = root.get_untracked() else {
            return;
        };
        let area = root.unchecked_into::<Element>().get_bounding_client_rect();
        let part = (f64::from(event.client_x()) - area.left()) / area.width().max(1.0);
        let found = bench
            .judged
            .with_untracked(|judged| nearest(judged, part.clamp(0.0, 1.0), steps));
        if let Some(at) = found {
            reader.go(at);
        }
    };
    let here = move || across(reader.shown.get(), steps);
    let turned = Memo::new(move |_| bench.turned.get());
    let turn_at = move |step: usize| {
        let after = bench.chance_at(step).or_else(|| {
            bench.judged.with(|judged| {
                let next = judged.iter().find(|judged| judged.at >= step)?;
                next.chances.first().map(|(_, chance)| *chance)
            })
        });
        down(after.unwrap_or(0.5))
    };
    let pen = StoredValue::new(move |seat: u16| Pen::new(seat, all, &colours));
    let line = move |seat: u16| {
        let Pen {
            class,
            stroke,
            dashes,
        } = pen.with_value(|pen| pen(seat));
        view! { <polyline class=class points=move || points(seat) fill="none" stroke=stroke stroke-dasharray=dashes/> }
    };
    let label = move || match all {
        2 => t().replay.graph_two(reader.name(0)),
        _ => t().replay.graph_many().to_owned(),
    };
    view! {
        <p class="small">{label}</p>
        <svg node_ref=root class="graph" id="graph" viewBox=format!("-4 -8 {} {}", WIDE + 8.0, HIGH + 16.0) preserveAspectRatio="none"
            role="slider" tabindex="0" aria-label=label aria-valuemin="0" aria-valuemax=steps aria-valuenow=move || reader.shown.get()
            aria-valuetext=words on:click=click>
            <line class="axis" x1="0" y1=HIGH x2=WIDE y2=HIGH/>
            <line class="axis" x1="0" y1="0" x2=WIDE y2="0"/>
            <line class="axis half" x1="0" y1=HIGH / 2.0 x2=WIDE y2=HIGH / 2.0/>
            {move || shown.get().into_iter().map(line).collect_view()}
            {move || turned.get().map(|Turn { step, .. }| {
                let (x, y) = (across(step, steps), turn_at(step));
                view! { <path class="turned" d=format!("M{x:.1} {:.1} l7 7 l-7 7 l-7 -7 z", y - 7.0)/> }
            })}
            <line class="here" x1=here x2=here y1="-8" y2=HIGH + 8.0/>
        </svg>
        <Show when=move || { all > 2 }>
            <ul class="legend small">{
                move || shown.get().into_iter().take(NAMED).map(|seat| {
                    let Pen { class, stroke, dashes } = pen.with_value(|pen| pen(seat));
                    view! { <li><svg viewBox="0 0 24 8" aria-hidden="true"><line class=class x1="0" y1="4" x2="24" y2="4" stroke=stroke stroke-dasharray=dashes/></svg>{reader.name(seat)}</li> }
                }).collect_view()
            }</ul>
        </Show>
        {move || turned.get().map(|Turn { step, swing }| {
            let swing = format!("{:+.0} %", 100.0 * swing);
            let words = t().replay.turning_point(step, swing, reader.name(0));
            view! { <p class="small"><span class="danger" aria-hidden="true">"◆ "</span>
                <button class="plain" id="turned" on:click=move |_| reader.go(step)>{words}</button></p> }
        })}
    }
}

/// The line style of a seat's curve, so that colour is not the only difference.
struct Pen {
    class: String,
    stroke: Option<String>,
    dashes: &'static str,
}

impl Pen {
    fn new(seat: u16, seats: u16, colours: &Colours) -> Pen {
        let has_class = seats <= 4;
        Pen {
            class: if has_class {
                format!("curve by-{seat}")
            } else {
                "curve".to_owned()
            },
            stroke: (!has_class).then(|| colours.of(seat).to_string()),
            dashes: ["", "7 3", "2 3", "9 3 2 3"][usize::from(seat) % 4],
        }
    }
}

fn percent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}

/// The best moves in the position on the screen.
#[component]
fn Position(reader: Reader, bench: Bench) -> impl IntoView {
    let opinions = Memo::new(move |_| bench.here());
    let thinks = Memo::new(move |_| {
        bench
            .asked
            .get()
            .is_some_and(|place| place == reader.place())
    });
    view! {
        <section class="card position">
            <div class="row spread">
                <h2>{move || t().replay.position()}</h2>
                <button class="small" id="look" disabled=thinks on:click=move |_| bench.look()>{move || t().replay.analyse_position()}</button>
            </div>
            <label class="check"><input type="checkbox" id="follow" prop:checked=bench.follows
                on:change=move |event| bench.follows.set(event_target_checked(&event))/>{move || t().replay.follow()}</label>
            <div id="opinions" role="status">
                {move || thinks.get().then(|| view! { <p class="muted">{t().table.thinking()}"…"</p> })}
                {move || match opinions.get() {
                    Some(opinions) => opinions.into_iter().map(|opinion| view! { <Best reader opinion/> }).collect_view().into_any(),
                    None => ().into_any(),
                }}
            </div>
        </section>
    }
}

/// A score in words.
fn score(score: Score) -> String {
    let texts = &t().replay;
    match score {
        Score::Points(points) => texts.points(format!("{:+.2}", f64::from(points) / 100.0)),
        Score::Chance(chance) => texts.chance(percent(chance)),
        Score::WinIn(moves) => texts.win_in(moves),
        Score::LossIn(moves) => texts.loss_in(moves),
    }
}

/// The mixed strategy of a seat.
#[component]
fn Best(reader: Reader, opinion: Opinion) -> impl IntoView {
    let name = reader.name(opinion.seat);
    let about = t().table.thought(opinion.depth, short(opinion.states));
    let lines = opinion.lines.into_iter().map(|line| {
        view! {
            <li><strong>{score(line.score)}</strong>" "<span class="mono">{line.moves.join(" ")}</span></li>
        }
    });
    let strategy: Vec<(String, f64)> = opinion
        .strategy
        .into_iter()
        .filter(|(_, chance)| *chance >= 0.005)
        .collect();
    let is_mixed = !strategy.is_empty();
    view! {
        <article class="best">
            <h3>{name.clone()}" "<span class="mono">{opinion.action}</span></h3>
            <ul class="best-lines small">{lines.collect_view()}</ul>
            <p class="muted small">{about}</p>
            {is_mixed.then(|| view! {
                <table class="mix small">
                    <caption>{t().replay.strategy(&name)}</caption>
                    <thead><tr><th>{t().replay.a_move()}</th><th class="end">{t().replay.share()}</th><th></th></tr></thead>
                    <tbody>{strategy.into_iter().map(|(action, chance)| view! {
                        <tr><td class="mono">{action}</td><td class="mono end">{percent(chance)}</td>
                            <td><svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width=100.0 * chance height="8"/></svg></td></tr>
                    }).collect_view()}</tbody>
                </table>
            })}
            {opinion.matrix.map(|matrix| view! { <Outcomes matrix name=name.clone()/> })}
        </article>
    }
}

/// The values of pairs of moves: numbers in shaded cells.
#[component]
fn Outcomes(matrix: Matrix, name: String) -> impl IntoView {
    let Matrix {
        mine,
        theirs,
        worth,
    } = matrix;
    let head = theirs
        .into_iter()
        .take(LEADING)
        .map(|action| view! { <th scope="col" class="mono">{action}</th> });
    let head = head.collect_view();
    let rows = mine.into_iter().zip(worth).take(LEADING).map(|(action, worth)| {
        let cells = worth.into_iter().take(LEADING).map(|chance| view! {
            <td class="mono" style:background-color=shade(chance)>{format!("{:.0}", 100.0 * chance)}</td>
        });
        view! { <tr><th scope="row" class="mono">{action}</th>{cells.collect_view()}</tr> }
    });
    let rows = rows.collect_view();
    let label = t().replay.outcomes(&name);
    let region = label.clone();
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=region>
            <table class="outcomes small">
                <caption>{label}</caption>
                <thead><tr><td></td>{head}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// Green above one half, red below, never so strong that the number is hard to read.
fn shade(chance: f64) -> String {
    let away = ((chance - 0.5).abs() * 2.0).clamp(0.0, 1.0) * 42.0;
    let colour = if chance >= 0.5 { "--ok" } else { "--danger" };
    format!("color-mix(in srgb, var({colour}) {away:.0}%, transparent)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_darker_the_surer_it_is() {
        assert_eq!(shade(0.5), "color-mix(in srgb, var(--ok) 0%, transparent)");
        assert_eq!(shade(1.0), "color-mix(in srgb, var(--ok) 42%, transparent)");
        assert_eq!(
            shade(0.25),
            "color-mix(in srgb, var(--danger) 21%, transparent)"
        );
    }

    #[test]
    fn times_are_said_in_a_unit_that_fits() {
        assert_eq!(span(12), "12 s");
        assert_eq!(span(120), "2 min");
        assert_eq!(span(9000), "2.5 h");
        assert_eq!(
            (time(300), time(3000)),
            ("300 ms".to_owned(), "3 s".to_owned())
        );
    }
}
