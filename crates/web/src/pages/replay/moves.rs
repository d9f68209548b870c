//! The list of moves.

use std::ops::Range;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::bench::Bench;
use super::reader::Reader;
use crate::texts::{t, told};

/// The list has parts of this many rows. Only the part with the current step and its
/// neighbours are in the page, because a game may have thousands.
const PART: usize = 60;

/// The moves of the game. A click on a move shows it on the board.
#[component]
pub fn Moves(reader: Reader, bench: Bench) -> impl IntoView {
    let history = StoredValue::new(reader.history());
    let at = Memo::new(move |_| {
        let shown = reader.shown.get();
        reader
            .stops
            .with(|stops| stops.partition_point(|stop| *stop < shown))
    });
    let part = Memo::new(move |_| at.get() / PART);
    let rows = Memo::new(move |_| {
        reader.stops.with(|stops| {
            // The beginning is no move.
            let range = around(part.get(), stops.len());
            stops[range]
                .iter()
                .copied()
                .filter(|step| *step > 0)
                .collect::<Vec<usize>>()
        })
    });
    let edges = Memo::new(move |_| {
        reader.stops.with(|stops| {
            let range = around(part.get(), stops.len());
            let before = (range.start > 1).then(|| stops[range.start - 1]);
            (before, stops.get(range.end).copied())
        })
    });
    let list = NodeRef::<leptos::html::Ol>::new();
    Effect::new(move || {
        reader.shown.track();
        rows.track();
        let Some(list) = list.get() else { return };
        // After the rows are in the page.
        request_animation_frame(move || {
            let row = list.query_selector("[aria-current]").ok().flatten();
            if let Some(row) = row.and_then(|row| row.dyn_into::<HtmlElement>().ok()) {
                let middle = row.offset_top() - list.client_height() / 2;
                list.set_scroll_top(middle);
            }
        });
    });
    let row = move |step: usize| {
        let (moves, is_conflict, round) = history.with_value(|history| {
            let frame = &history.film.frames()[step - 1];
            (
                frame.moves.clone(),
                !frame.marks.marked.is_empty(),
                frame.round,
            )
        });
        let here = move || {
            (reader.shown.get() == step && reader.current.get().is_none()).then_some("step")
        };
        let chance = move || {
            bench
                .chance_at(step)
                .map(|chance| format!("{:.0} %", 100.0 * chance))
        };
        view! {
            <li class:round=round.is_some()>
                <span class="muted number">{step}</span>
                <button class="plain" class:danger=is_conflict aria-current=here on:click=move |_| reader.go(step)>{move || told(&moves)}</button>
                <span class="muted small chance">{chance}</span>
            </li>
        }
    };
    let edge = move |step: Option<usize>, sign: &'static str| {
        step.map(|step| {
        let words = t().replay.more_from(step);
        view! { <button class="plain small edge" on:click=move |_| reader.go(step)>{sign}" "{words}</button> }
    })
    };
    view! {
        <section class="card replay-moves">
            <h2>{move || t().table.moves()}</h2>
            <Show when=move || rows.with(Vec::is_empty)><p class="muted">{move || t().table.no_moves()}</p></Show>
            {move || edge(edges.get().0, "↑")}
            <ol node_ref=list class="mono" id="moves" tabindex="0" aria-label=move || t().table.moves()>
                <For each=move || rows.get() key=|step| *step let(step)>{row(step)}</For>
            </ol>
            {move || edge(edges.get().1, "↓")}
        </section>
    }
}

/// The rows of a part and its neighbours.
fn around(part: usize, rows: usize) -> Range<usize> {
    let start = part.saturating_sub(1) * PART;
    start.min(rows)..((part + 2) * PART).min(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shown_step_has_neighbours_on_both_sides() {
        for rows in [1, 59, 60, 61, 1000] {
            for at in 0..rows {
                let range = around(at / PART, rows);
                assert!(range.contains(&at), "{at} of {rows}");
                assert!(range.end == rows || range.end > at + PART);
                assert!(range.start == 0 || range.start + PART <= at);
                assert!(range.len() <= 3 * PART);
            }
        }
    }
}
