//! Several people at one browser. Between them the screen is covered, so that
//! nobody sees what another is about to do.

use std::collections::BTreeSet;

use catalog::Value;
use leptos::prelude::*;
use serde_json::json;
use wire::seen::Phase;

use crate::browser;
use crate::hall::{self, Trouble, pocket};
use crate::pages::Follow;
use crate::texts::{fill, t};

/// Someone at this browser: a seat, and the token of a guest; none is the owner
/// of the browser.
type Local = (u16, Option<String>);

fn kept(table: &str) -> String {
    format!("seats-{table}")
}

/// Seats guests of this browser at a table that has just been made, and has all
/// of them ready.
pub async fn seat_guests(table: &str, mine: Option<u16>, others: &[u16]) -> Result<(), Trouble> {
    let known = hall::request("GET", "/guests", None).await?;
    let known = known["guests"].as_array().cloned().unwrap_or_default();
    let mut tokens = known
        .iter()
        .filter_map(|guest| guest["token"].as_str().map(str::to_owned));
    let mut locals: Vec<Local> = mine.map(|seat| (seat, None)).into_iter().collect();
    for seat in others {
        let token = match tokens.next() {
            Some(token) => token,
            None => {
                let name = fill(t().table.guest, &[("number", &(seat + 1).to_string())]);
                let guest =
                    hall::request("POST", "/identity", Some(&json!({"guest": name}))).await?;
                guest["token"].as_str().unwrap_or_default().to_owned()
            }
        };
        pocket::act_as(Some(token.clone()));
        let path = format!("/tables/{table}/commands");
        for (number, request) in (1_u32..).zip([
            json!({"do": "join"}),
            json!({"do": "sit", "seat": seat}),
            json!({"do": "ready", "ready": true}),
        ]) {
            let id = browser::now() as u64 * 10 + u64::from(number);
            let done =
                hall::request("POST", &path, Some(&json!({"id": id, "request": request}))).await;
            if let Err(trouble) = done {
                pocket::act_as(None);
                return Err(trouble);
            }
        }
        locals.push((*seat, Some(token)));
    }
    pocket::act_as(None);
    browser::keep(&kept(table), &json!(locals).to_string());
    hall::command(table, json!({"do": "ready", "ready": true}))
        .await
        .map(drop)
}

/// Covers the screen when somebody else at this browser is to act.
#[component]
pub fn HotSeat(follow: Follow) -> impl IntoView {
    let table = follow.table();
    let locals: Vec<Local> = browser::kept(&kept(&table))
        .and_then(|text| serde_json::from_str::<Value>(&text).ok())
        .and_then(|value| serde_json::from_value(value).ok())
        .unwrap_or_default();
    if locals.len() < 2 || !hall::is_pocket() {
        return ().into_any();
    }
    on_cleanup(|| pocket::act_as(None));
    // Who has sealed in this turn, as far as this browser knows.
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
            pocket::act_as(token);
            follow.anew();
        }
    };
    view! {
        <Show when=move || next.get().is_some()>
            <div class="cover" id="cover" role="dialog" aria-labelledby="cover-title">
                <h2 id="cover-title">{move || next.get().map(|(seat, _)| fill(t().table.pass_on, &[("name", &follow.name(seat))]))}</h2>
                <p class="muted">{move || t().table.pass_on_hint}</p>
                <button class="main" id="uncover" on:click=take>{move || t().table.uncover}</button>
            </div>
        </Show>
    }
    .into_any()
}
