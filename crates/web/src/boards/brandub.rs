//! Brandub: how many are left, and what the last move did.

use leptos::prelude::*;
use picture::Cell;

use super::{Sides, last_words};
use crate::board::Extra;
use crate::pages::Follow;
use crate::texts::t;

pub(super) fn sides(follow: Follow) -> Sides {
    let count = move |wanted: Cell| {
        follow.stage.with(|stage| {
            stage.as_ref().map_or(0, |stage| {
                stage
                    .board
                    .cells()
                    .iter()
                    .filter(|cell| **cell == wanted)
                    .count()
            })
        })
    };
    let panel = view! {
        <section class="card pieces">
            <h2>{move || t().boards.pieces()}</h2>
            <p class="row spread"><span>{move || t().boards.attackers()}</span><span class="mono">{move || count(Cell::Attacker)}</span></p>
            <p class="row spread"><span>{move || t().boards.defenders()}</span><span class="mono">{move || count(Cell::Defender) + count(Cell::King)}</span></p>
            <p class="muted">{last_words(follow)}</p>
        </section>
    };
    let extra = Signal::derive(move || {
        let over = follow.seen.with(|seen| {
            seen.as_ref()
                .is_some_and(|seen| seen.finish.as_ref().is_some_and(|finish| finish.on_board))
        });
        let end = follow.history.with(|history| {
            history
                .as_ref()
                .is_some_and(|history| history.len() == follow.shown.get())
        });
        let won = match over && end {
            true => follow
                .marks
                .with(|marks| marks.arrows.iter().map(|arrow| arrow.to).collect()),
            false => Vec::new(),
        };
        Extra {
            won,
            ..Extra::default()
        }
    });
    Sides {
        entry: ().into_any(),
        panel: panel.into_any(),
        extra,
        example: "d1-c1",
    }
}
