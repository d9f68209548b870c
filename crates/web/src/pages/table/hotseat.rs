//! Several people at one browser. Between their turns the screen is covered, so that
//! they do not see each other's plans.

use std::collections::BTreeSet;

use leptos::prelude::*;
use protocol::rest::{GuestsBody, IdentityBody, NewCommand, NewIdentity};
use protocol::{Answer, Phase, Request};

use crate::browser;
use crate::hall::{self, Trouble, in_browser};
use crate::pages::Follow;
use crate::texts::t;

/// A person at this browser: a seat, and the token of a guest; `None` is the owner of
/// the browser.
type Local = (u16, Option<String>);

fn kept(table: &str) -> String {
    format!("seats-{table}")
}

/// Seats guests of this browser at a new table, and makes all of them ready.
pub async fn seat_guests(table: &str, mine: Option<u16>, others: &[u16]) -> Result<(), Trouble> {
    let GuestsBody { guests } = hall::get("/guests").await?;
    let mut tokens = guests.into_iter().filter_map(|guest| guest.token);
    let mut locals: Vec<Local> = mine.map(|seat| (seat, None)).into_iter().collect();
    for seat in others {
        let token = match tokens.next() {
            Some(token) => token,
            None => new_guest(*seat).await?,
        };
        in_browser::act_as(Some(token.clone()));
        let seated = seat_guest(table, *seat).await;
        in_browser::act_as(None);
        seated?;
        locals.push((*seat, Some(token)));
    }
    let locals = serde_json::to_string(&locals).unwrap_or_default();
    browser::keep(&kept(table), &locals);
    hall::command(table, Request::Ready { ready: true })
        .await
        .map(drop)
}

/// Creates another person at this browser, and returns the token.
async fn new_guest(seat: u16) -> Result<String, Trouble> {
    let name = t().table.guest(seat + 1);
    let new = NewIdentity {
        guest: Some(name),
        ..NewIdentity::default()
    };
    let guest: IdentityBody = hall::request("POST", "/identity", &new).await?;
    Ok(guest.token.unwrap_or_default())
}

/// Seats the person that acts.
async fn seat_guest(table: &str, seat: u16) -> Result<(), Trouble> {
    let join = Request::Join {
        name: String::new(),
        program: false,
        key: None,
    };
    let requests = [join, Request::Sit { seat }, Request::Ready { ready: true }];
    for (number, request) in (1..).zip(requests) {
        let id = browser::now() as u64 * 10 + number;
        let path = format!("/tables/{table}/commands");
        let command = NewCommand { id, request };
        hall::request::<Answer>("POST", &path, &command).await?;
    }
    Ok(())
}

/// Covers the screen if another person at this browser is to act.
#[component]
pub fn HotSeat(follow: Follow) -> impl IntoView {
    let table = follow.table();
    let locals: Vec<Local> = browser::kept(&kept(&table))
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    if locals.len() < 2 || !hall::is_in_browser() {
        return ().into_any();
    }
    on_cleanup(|| in_browser::act_as(None));
    // The seats that have sealed in this turn, as far as this browser knows.
    let sealed = StoredValue::new((0_u64, BTreeSet::<u16>::new()));
    let next = Memo::new(move |before: Option<&Option<Local>>| {
        follow.seen.with(|seen| {
            let seen = seen.as_ref().filter(|seen| seen.phase == Phase::Playing)?;
            let mine = seen.seat();
            sealed.update_value(|(turn, seats)| {
                if *turn != seen.turn {
                    *turn = seen.turn;
                    seats.clear();
                }
                if let Some(seat) =
                    mine.filter(|_| seen.you.as_ref().is_some_and(|you| you.sealed.is_some()))
                {
                    seats.insert(seat);
                }
            });
            let done = sealed.with_value(|(_, seats)| seats.clone());
            let waits = |seat: u16| seen.game.to_act.contains(&seat) && !done.contains(&seat);
            if mine.is_some_and(waits) {
                return None;
            }
            let found = locals
                .iter()
                .find(|(seat, _)| waits(*seat) && Some(*seat) != mine)
                .cloned();
            found.or_else(|| before.cloned().flatten().filter(|(seat, _)| waits(*seat)))
        })
    });
    let take = move |_| {
        if let Some((_, token)) = next.get_untracked() {
            in_browser::act_as(token);
            follow.anew();
        }
    };
    view! {
        <Show when=move || next.get().is_some()>
            <div class="cover" id="cover" role="dialog" aria-labelledby="cover-title">
                <h2 id="cover-title">{move || next.get().map(|(seat, _)| t().table.pass_on(follow.name(seat)))}</h2>
                <p class="muted">{move || t().table.pass_on_hint()}</p>
                <button class="main" id="uncover" on:click=take>{move || t().table.uncover()}</button>
            </div>
        </Show>
    }
    .into_any()
}
