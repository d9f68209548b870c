//! How many pieces each side has, and how many of a stack go.

use catalog::scene::Tone;
use game::Seat;
use leptos::prelude::*;

use super::{TableAmount, last_words};
use crate::pages::Follow;
use crate::texts::{t, told};

/// A side: its name, how many pieces it has, the class of its colour.
type Side = (String, u32, &'static str);

/// The sides in the order of their pieces.
fn sides(follow: Follow) -> Memo<Vec<Side>> {
    Memo::new(move |_| {
        let game = follow
            .history
            .with(|history| history.as_ref().map(|history| history.game.clone()));
        let Some(game) = game else { return Vec::new() };
        follow.stage.with(|stage| {
            let Some(stage) = stage else {
                return Vec::new();
            };
            let mut sides: Vec<(u16, Side)> = Vec::new();
            for kind in game.look().pieces {
                let Some(seat) = kind.seat else { continue };
                if sides.iter().all(|(known, _)| *known != seat) {
                    let class = match kind.tone {
                        Tone::White => "white",
                        _ => "black",
                    };
                    let name = told(&game.seat_message(Seat(seat)));
                    sides.push((seat, (name, stage.board.pieces_of(seat), class)));
                }
            }
            sides.into_iter().map(|(_, side)| side).collect()
        })
    })
}

/// The pieces of each side, and what the last move did.
#[component]
pub(super) fn Counts(follow: Follow) -> impl IntoView {
    let sides = sides(follow);
    view! {
        <section class="card pieces">
            <h2>{move || t().boards.pieces()}</h2>
            {move || sides.get().into_iter().map(|(name, count, _)| view! {
                <p class="row spread"><span>{name}</span><span class="mono">{count}</span></p>
            }).collect_view()}
            <p class="muted">{last_words(follow)}</p>
        </section>
    }
}

/// The pieces of two sides as parts of a whole, and what the last move did.
#[component]
pub(super) fn Balance(follow: Follow) -> impl IntoView {
    let sides = sides(follow);
    let bars = move || {
        let sides = sides.get();
        let all: u32 = sides.iter().map(|(_, count, _)| count).sum();
        let mut from = 0.0;
        sides
            .into_iter()
            .map(|(_, count, class)| {
                let (x, width) = (from, 100.0 * f64::from(count) / f64::from(all.max(1)));
                from += width + 0.6;
                view! { <rect class=class height="4" x=x width=width/> }
            })
            .collect_view()
    };
    view! {
        <section class="card pieces">
            <h2>{move || t().boards.pieces()}</h2>
            <svg class="balance" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">{bars}</svg>
            <p class="row spread">
                {move || sides.get().into_iter().map(|(name, count, _)| view! {
                    <span>{name}" "<span class="mono">{count}</span></span>
                }).collect_view()}
            </p>
            <p class="muted">{last_words(follow)}</p>
        </section>
    }
}

/// How many of the chosen stack go.
#[component]
pub(super) fn Split(follow: Follow) -> impl IntoView {
    let chosen = Memo::new(move |_| {
        follow
            .lit
            .with(|lit| lit.amount.is_some_and(|amount| amount.most > amount.least))
    });
    view! {
        <Show when=move || chosen.get()>
            <div class="card split">
                <h2>{move || t().boards.split()}</h2>
                <TableAmount follow/>
                <p class="muted">{move || t().boards.split_hint()}</p>
            </div>
        </Show>
    }
}
