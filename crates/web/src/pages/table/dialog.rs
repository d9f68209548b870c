//! The ending of the game.

use leptos::prelude::*;
use protocol::{OfferKind, Request, TableView};

use crate::app::App;
use crate::browser;
use crate::pages::Follow;
use crate::route::{A, Route, go};
use crate::texts::{capital, listed, reason, sitter, t, unwon};

use super::another;

/// A dialog with the result, once the last step is on the screen.
#[component]
pub fn Result(follow: Follow) -> impl IntoView {
    let closed = follow.is_read;
    let is_finished = move |seen: &TableView| seen.finish.is_some();
    let began_over = StoredValue::new(untrack(|| seen(follow, is_finished)));
    let over = Memo::new(move |_| {
        let steps = follow
            .history
            .with(|history| history.as_ref().map(entry::History::len));
        seen(follow, is_finished) && steps == Some(follow.shown.get())
    });
    Effect::new(move || {
        if over.get() {
            App::here().speak(headline(follow));
            if !began_over.get_value() {
                browser::focus("result-close");
            }
        }
    });
    let next = next_table(follow);
    let seated = Memo::new(move |_| seen(follow, |seen| seen.seat().is_some()));
    let detail = move || {
        follow.seen.with(|seen| {
            let finish = seen.as_ref()?.finish.as_ref()?;
            Some(format!(
                "{}. {}",
                capital(&reason(&finish.reason)),
                finish.detail
            ))
        })
    };
    let table = follow.table();
    view! {
        <Show when=move || over.get() && !closed.get()>
            <div class="card result" id="result" role="dialog" aria-labelledby="result-title" on:keydown=move |event| {
                if event.key() == "Escape" { closed.set(true); }
            }>
                <h2 id="result-title">{move || headline(follow)}</h2>
                <p class="muted">{detail}</p>
                <div class="row">
                    {move || next.get().map(|table| {
                        let key = follow.key();
                        view! { <button class="main" on:click=move |_| go(Route::Table(table.clone(), key.clone()))>{t().table.next_game()}</button> }
                    })}
                    <Show when=move || seated.get() && next.get().is_none()>{rematch(follow)}</Show>
                    <A to={let table = table.clone(); Signal::derive(move || Route::Replay(Some(table.clone()), None))} class="button">{move || t().table.replay()}</A>
                    <button id="result-close" on:click=move |_| closed.set(true)>{move || t().table.look()}</button>
                </div>
            </div>
        </Show>
    }
}

fn seen(follow: Follow, test: impl Fn(&TableView) -> bool) -> bool {
    follow
        .seen
        .with(|seen| seen.as_ref().is_some_and(|seen| test(seen)))
}

/// The table of the next game, once it exists. Players that agreed to play again go
/// there together.
fn next_table(follow: Follow) -> Memo<Option<String>> {
    let next = Memo::new(move |_| {
        follow
            .seen
            .with(|seen| seen.as_ref().and_then(|seen| seen.next.clone()))
    });
    let had_next = next.get_untracked().is_some();
    Effect::new(move || {
        let seated = untrack(|| seen(follow, |seen| seen.seat().is_some()));
        if let Some(table) = next.get()
            && seated
            && !had_next
        {
            go(Route::Table(table, follow.key()));
        }
    });
    next
}

/// The button for playing again.
fn rematch(follow: Follow) -> impl IntoView {
    // Against computers only, a new game needs nobody's consent.
    let alone = Memo::new(move |_| seen(follow, TableView::is_against_computers));
    let offered = Memo::new(move |_| {
        follow.seen.with(|seen| {
            let seen = seen.as_ref()?;
            let mut offers = seen.offers.iter();
            let offer = offers.find(|offer| offer.what == OfferKind::Rematch)?;
            Some((offer.offer, Some(offer.seat) == seen.seat()))
        })
    });
    move || {
        match offered.get() {
        _ if alone.get() => view! {
            <button class="main" id="again" on:click=move |_| another(follow)>{t().table.new_game()}</button>
        }
        .into_any(),
        Some((_, true)) => view! { <p class="muted">{t().table.offered()}</p> }.into_any(),
        Some((offer, false)) => view! {
            <button class="main" id="rematch-accept" on:click=move |_| follow.wish(Request::Accept { offer })>{t().table.rematch_accept()}</button>
        }
        .into_any(),
        None => view! {
            <button class="main" id="rematch" on:click=move |_| follow.wish(Request::Offer { what: OfferKind::Rematch })>{t().table.rematch()}</button>
        }
        .into_any(),
    }
    }
}

fn headline(follow: Follow) -> String {
    follow.seen.with(|seen| {
        let table = &t().table;
        let Some(seen) = seen else {
            return String::new();
        };
        let Some(finish) = &seen.finish else {
            return String::new();
        };
        let names = finish.winners.iter().map(|seat| {
            let place = seen.seats.get(usize::from(*seat));
            place.and_then(sitter).unwrap_or_default()
        });
        let names = listed(&names.collect::<Vec<_>>());
        match (finish.winners.as_slice(), seen.seat()) {
            ([], _) => unwon(&seen.terms.game, &finish.reason),
            ([one], Some(mine)) if *one == mine => table.won().to_owned(),
            ([_], Some(_)) if seen.seats.len() == 2 => table.lost().to_owned(),
            ([_], _) => table.wins(names),
            _ => table.share_win(names),
        }
    })
}
