//! What is beside a board, and what is drawn over it. The game's folder in the
//! catalog says which panel there is and how moves are entered.

pub mod foresight;
pub mod orders;
mod pieces;
mod territory;

use catalog::entry::{Entry, Kind};
use catalog::scene::{Decided, Foresight, Panel};
use entry::History;
use game::Square;
use leptos::prelude::*;
use picture::Marks;

use crate::board::Extra;
use crate::browser;
use crate::pages::Follow;
use crate::texts::{t, told};
use foresight::{Foreseen, foreseen};
use orders::Orders;
use pieces::{Balance, Counts, Split};
use territory::{Since, Territory};

/// What stands beside a board.
pub struct Sides {
    /// How a move is entered beside the board: amounts, orders.
    pub form: AnyView,
    /// What there is to know.
    pub panel: AnyView,
    /// The additional layers of the board.
    pub extra: Signal<Extra>,
    /// How moves of the game are entered.
    pub entry: &'static Entry,
}

/// What stands beside the board of this table, once its game is there.
pub fn sides(follow: Follow) -> Option<Sides> {
    let game = follow
        .history
        .with_untracked(|history| history.as_ref().map(|history| history.game.clone()))?;
    let entry = game.entry();
    let form = match entry.kind {
        Kind::Stack => view! { <Split follow/> }.into_any(),
        Kind::Orders { .. } => view! { <Orders follow/> }.into_any(),
        Kind::Move { .. } | Kind::Typed => ().into_any(),
    };
    let foresees = RwSignal::new(browser::kept("why").as_deref() != Some("off"));
    let panel = game.look().panel;
    let steps = Memo::new(move |_| match panel {
        Panel::Foresight => follow.history.with(|history| {
            let shown = follow.shown.get();
            let history = history.as_ref();
            history.map_or_else(Vec::new, |history| {
                history.game.foresee(&history.state_at(shown))
            })
        }),
        _ => Vec::new(),
    });
    let panel = match panel {
        Panel::Foresight => view! { <Foreseen follow steps foresees/> }.into_any(),
        Panel::Counts => view! { <Counts follow/> }.into_any(),
        Panel::Balance => view! { <Balance follow/> }.into_any(),
        Panel::Territory => view! { <Territory follow/><Since follow/> }.into_any(),
    };
    Some(Sides {
        form,
        panel,
        extra: Signal::derive(move || {
            let mut extra = extra(follow, &steps.get());
            if !foresees.get() {
                extra.foreseen.clear();
            }
            extra
        }),
        entry,
    })
}

/// What is drawn over the board of a table.
fn extra(follow: Follow, steps: &[Foresight]) -> Extra {
    let sealed = follow.seen.with(|seen| {
        let you = seen.as_ref()?.you.as_ref()?;
        let action = follow.pending.get().or_else(|| you.sealed.clone())?;
        entry::arrow(&action, you.seat?)
    });
    let steps = if follow.is_playing() { steps } else { &[] };
    let won = follow.history.with(|history| {
        let history = history.as_ref();
        let at_end = history.filter(|history| follow.shown.get() == history.len());
        at_end.map(|history| follow.marks.with(|marks| decided(history, marks)))
    });
    Extra {
        sealed: sealed.into_iter().collect(),
        sight: steps.iter().flat_map(Foresight::lines).collect(),
        foreseen: steps.iter().filter_map(foreseen).collect(),
        won: won.unwrap_or_default(),
    }
}

/// The squares on which a game was decided; `marks` are those of its last step.
pub fn decided(history: &History, marks: &Marks) -> Vec<Square> {
    squares(history.game.decided(&history.state), marks)
}

/// The squares on which a game was decided.
pub fn squares(decided: Decided, marks: &Marks) -> Vec<Square> {
    match decided {
        Decided::Nowhere => Vec::new(),
        Decided::ByLastMove => marks.arrows.iter().map(|arrow| arrow.to).collect(),
        Decided::On(square) => vec![square],
    }
}

/// A slider for the number of pieces.
#[component]
pub fn Amount(
    /// Its id in the page.
    #[prop(optional)]
    id: Option<&'static str>,
    /// How many go, of how many.
    #[prop(into)]
    amount: Signal<Option<entry::Amount>>,
    /// Changes how many go.
    #[prop(into)]
    change: Callback<u32>,
) -> impl IntoView {
    let number = move |pick: fn(entry::Amount) -> u32| amount.get().map_or(0, pick).to_string();
    let words = move || {
        t().boards
            .of(number(|amount| amount.count), number(|amount| amount.most))
    };
    view! {
        <label class="amount">{move || t().boards.send()}
            <span class="row">
                <input id=id type="range" min=move || number(|amount| amount.least) max=move || number(|amount| amount.most)
                    prop:value=move || number(|amount| amount.count) aria-valuetext=words
                    on:input=move |event| if let Ok(count) = event_target_value(&event).parse() { change.run(count) }/>
                <output class="mono">{words}</output>
            </span>
        </label>
    }
}

/// The slider of a table.
#[component]
fn TableAmount(follow: Follow) -> impl IntoView {
    let amount = Signal::derive(move || follow.lit.with(|lit| lit.amount));
    let change = move |count| {
        follow.act(|hand| hand.amount(count));
    };
    view! { <Amount id="amount" amount change/> }
}

/// The last step in words.
fn last_words(follow: Follow) -> impl Fn() -> Option<String> + Copy {
    move || {
        follow.history.with(|history| {
            let last = follow.shown.get().checked_sub(1)?;
            Some(told(&history.as_ref()?.film.frames().get(last)?.words))
        })
    }
}
