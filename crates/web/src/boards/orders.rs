//! The orders that were entered, and the end of the turn.

use catalog::scene::Look;
use entry::Order;
use leptos::prelude::*;

use super::TableAmount;
use crate::pages::Follow;
use crate::texts::t;

/// The orders in a list, each with a button that removes it.
#[component]
pub fn OrderList(
    /// The orders in words, with how many pieces go.
    orders: Vec<(String, u32)>,
    /// Removes one.
    #[prop(into)]
    remove: Callback<usize>,
) -> impl IntoView {
    view! {
        <ul class="order-list mono">{orders.into_iter().enumerate().map(|(at, (words, count))| {
            let label = t().boards.remove_order(&words);
            view! {
                <li class="row spread"><span>{words}</span><span>{count}</span>
                    <button class="plain" aria-label=label on:click=move |_| remove.run(at)>"×"</button></li>
            }
        }).collect_view()}</ul>
    }
}

/// Orders in words, such as `3,4 ↑ n`, with how many pieces go.
pub fn in_words(look: &Look, orders: &[Order]) -> Vec<(String, u32)> {
    let words = orders.iter().map(|order| {
        let (from, to) = (order.arrow.from, order.arrow.to);
        let way = match (
            to.x.wrapping_sub(from.x) as i8,
            to.y.wrapping_sub(from.y) as i8,
        ) {
            (0, -1) => "↑ n",
            (0, 1) => "↓ s",
            (-1, 0) => "← w",
            _ => "→ e",
        };
        (format!("{} {way}", look.square_name(from)), order.count)
    });
    words.collect()
}

/// The orders of a table.
#[component]
pub(super) fn Orders(follow: Follow) -> impl IntoView {
    let may = Memo::new(move |_| follow.may_move());
    let choosing = Memo::new(move |_| follow.lit.with(|lit| lit.amount.is_some()));
    let orders = move || {
        let look = follow
            .stage
            .with(|stage| stage.as_ref().map(|stage| stage.board.look()));
        let words = |look| follow.lit.with(|lit| in_words(look, &lit.orders));
        look.map_or_else(Vec::new, words)
    };
    let remove = move |at| {
        follow.act(|hand| hand.remove(at));
    };
    view! {
        <Show when=move || may.get()>
            <div class="card orders">
                <h2>{move || t().boards.orders()}</h2>
                <Show when=move || choosing.get()><TableAmount follow/></Show>
                {move || {
                    let orders = orders();
                    if orders.is_empty() {
                        view! { <p class="muted">{t().boards.no_orders()}</p> }.into_any()
                    } else {
                        view! { <OrderList orders remove/> }.into_any()
                    }
                }}
                <div class="row">
                    <button class="main" id="end-turn" on:click=move |_| { follow.act(|hand| hand.finish()); }>{move || t().boards.end_turn()}</button>
                    <button id="undo-order" on:click=move |_| { follow.act(|hand| hand.undo()); }>"↶ "{move || t().table.undo()}</button>
                </div>
            </div>
        </Show>
    }
}
