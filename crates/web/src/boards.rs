//! What is beside the board in each game, and what is drawn over it.

pub mod automatafl;
mod brandub;
mod combo;
mod game17;

use catalog::Codec;
use catalog::typed::{Automatafl, Brandub, Combo, Game17};
use leptos::prelude::*;

use crate::board::Extra;
use crate::pages::Follow;
use crate::texts::{t, told};

/// What belongs to one game.
pub struct Sides {
    /// How a move is entered, beside the board: amounts, orders.
    pub entry: AnyView,
    /// What there is to know: why the automaton moves, who has how much.
    pub panel: AnyView,
    /// What is drawn over the board.
    pub extra: Signal<Extra>,
    /// A move as an example for those who type.
    pub example: &'static str,
}

/// What belongs to this game.
pub fn sides(game: &str, follow: Follow) -> Sides {
    match game {
        <Automatafl as Codec>::ID => automatafl::sides(follow),
        <Combo as Codec>::ID => combo::sides(follow),
        <Brandub as Codec>::ID => brandub::sides(follow),
        <Game17 as Codec>::ID => game17::sides(follow),
        _ => Sides {
            entry: ().into_any(),
            panel: ().into_any(),
            extra: Signal::default(),
            example: "",
        },
    }
}

/// A slider for how many pieces go.
#[component]
fn Amount(follow: Follow) -> impl IntoView {
    let amount = move || follow.lit.with(|lit| lit.amount);
    let number = move |pick: fn(entry::Amount) -> u32| amount().map_or(0, pick).to_string();
    let words = move || {
        t().boards
            .of(number(|amount| amount.count), number(|amount| amount.most))
    };
    view! {
        <label class="amount">{move || t().boards.send()}
            <span class="row">
                <input id="amount" type="range" min=move || number(|amount| amount.least) max=move || number(|amount| amount.most)
                    prop:value=move || number(|amount| amount.count) aria-valuetext=words
                    on:input=move |event| if let Ok(count) = event_target_value(&event).parse() { follow.act(|hand| hand.amount(count)); }/>
                <output class="mono">{words}</output>
            </span>
        </label>
    }
}

/// What the last step did, in words.
fn last_words(follow: Follow) -> impl Fn() -> Option<String> + Copy {
    move || {
        follow.history.with(|history| {
            let last = follow.shown.get().checked_sub(1)?;
            Some(told(&history.as_ref()?.film.frames().get(last)?.words))
        })
    }
}
