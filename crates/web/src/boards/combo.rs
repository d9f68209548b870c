//! Combo: how many pieces go, and how many there are.

use leptos::prelude::*;
use picture::Cell;

use super::{Amount, Sides, last_words};
use crate::pages::Follow;
use crate::texts::t;

pub(super) fn sides(follow: Follow) -> Sides {
    let chosen = Memo::new(move |_| {
        follow
            .lit
            .with(|lit| lit.amount.is_some_and(|amount| amount.most > amount.least))
    });
    let entry = view! {
        <Show when=move || chosen.get()>
            <div class="card split">
                <h2>{move || t().boards.split()}</h2>
                <Amount follow/>
                <p class="muted">{move || t().boards.split_hint()}</p>
            </div>
        </Show>
    };
    let count = Memo::new(move |_| {
        follow.stage.with(|stage| {
            let cells = stage.as_ref().map_or(&[][..], |stage| stage.board.cells());
            cells
                .iter()
                .fold((0, 0), |(white, black), cell| match cell {
                    Cell::White(count) => (white + u32::from(*count), black),
                    Cell::Black(count) => (white, black + u32::from(*count)),
                    _ => (white, black),
                })
        })
    });
    let panel = view! {
        <section class="card pieces">
            <h2>{move || t().boards.pieces()}</h2>
            <svg class="balance" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect class="white" height="4" width=move || share(count.get())/>
                <rect class="black" height="4" x=move || share(count.get()) + 0.6 width=move || 100.0 - share(count.get())/>
            </svg>
            <p class="row spread">
                <span>{move || t().boards.white()}" "<span class="mono">{move || count.get().0}</span></span>
                <span>{move || t().boards.black()}" "<span class="mono">{move || count.get().1}</span></span>
            </p>
            <p class="muted">{last_words(follow)}</p>
        </section>
    };
    Sides {
        entry: entry.into_any(),
        panel: panel.into_any(),
        extra: Signal::default(),
        example: "d7-d5=2",
    }
}

fn share((white, black): (u32, u32)) -> f64 {
    100.0 * f64::from(white) / f64::from((white + black).max(1))
}
