//! Before the game: taking seats, computers, being ready.

use leptos::prelude::*;
use serde_json::json;
use wire::seen::Seen;

use crate::hall;
use crate::pages::Follow;
use crate::route::Route;
use crate::texts::{fill, t, told};

/// What can be done before the game.
#[component]
pub fn Lobby(follow: Follow) -> impl IntoView {
    let levels = RwSignal::new(Vec::<String>::new());
    leptos::task::spawn_local(async move {
        let Ok(answer) = hall::request("GET", "/games", None).await else {
            return;
        };
        let game = follow
            .seen
            .try_get_untracked()
            .flatten()
            .map(|seen| seen.terms.game.clone());
        let games = answer["games"].as_array().cloned().unwrap_or_default();
        let found = games
            .into_iter()
            .find(|info| info["game"].as_str() == game.as_deref());
        let names = found
            .and_then(|info| info["computers"].as_array().cloned())
            .unwrap_or_default();
        let names = names
            .iter()
            .filter_map(|name| name.as_str().map(str::to_owned));
        let _ = levels.try_set(names.collect());
    });
    let seen = move |pick: fn(&Seen) -> bool| {
        follow
            .seen
            .with(|seen| seen.as_ref().is_some_and(|seen| pick(seen)))
    };
    let seated = Memo::new(move |_| seen(|seen| seen.seat().is_some()));
    let creator = Memo::new(move |_| seen(|seen| seen.you.as_ref().is_some_and(|you| you.creator)));
    let ready = Memo::new(move |_| {
        seen(|seen| {
            let mine = seen.seat();
            seen.seats
                .iter()
                .any(|place| Some(place.seat) == mine && place.ready)
        })
    });
    let waits =
        Memo::new(move |_| seen(|seen| seen.seats.iter().any(|place| place.sitter().is_none())));
    let may_start = Memo::new(move |_| {
        creator.get()
            && seen(|seen| {
                seen.terms.fill.is_some() || seen.seats.iter().all(|place| place.sitter().is_some())
            })
    });
    let seats = Memo::new(move |_| {
        follow.seen.with(|seen| {
            let places = seen.as_ref().map_or(&[][..], |seen| &seen.seats);
            places
                .iter()
                .map(|place| {
                    (
                        place.seat,
                        told(&place.called),
                        place.sitter().is_some(),
                        place.computer.is_some(),
                    )
                })
                .collect::<Vec<_>>()
        })
    });
    let corners = Memo::new(move |_| {
        follow.seen.with(|seen| {
            let seen = seen
                .as_ref()
                .filter(|seen| seen.terms.game == "automatafl")?;
            let mine = seen.seat()?;
            let owners = seen.terms.options["corners"].as_array()?.clone();
            Some((mine, owners))
        })
    });
    let address = move || Route::Table(follow.table(), follow.key()).address();
    view! {
        <div class="card lobby" id="lobby">
            <p class="muted">{move || t().table.waiting}</p>
            <ul class="seats">
                {move || seats.get().into_iter().map(|(seat, called, taken, computer)| view! {
                    <li>
                        <span>{called.clone()}</span>
                        <span class="row">
                            {(!taken && !seated.get()).then(|| view! {
                                <button class="main small" id=format!("sit-{seat}") on:click=move |_| follow.wish(json!({"do": "sit", "seat": seat}))>{t().table.sit_here}</button>
                            })}
                            {(!taken && creator.get()).then(|| {
                                let label = format!("{}: {called}", t().table.add_computer);
                                view! {
                                    <select id=format!("computer-{seat}") aria-label=label on:change=move |event| {
                                        let player = event_target_value(&event);
                                        if !player.is_empty() {
                                            follow.wish(json!({"do": "seat-computer", "seat": seat, "player": player}));
                                        }
                                    }>
                                        <option value="">"⚙ "{t().table.add_computer}</option>
                                        {levels.get().into_iter().map(|level| view! { <option value=level.clone()>{level.clone()}</option> }).collect_view()}
                                    </select>
                                }
                            })}
                            {(computer && creator.get()).then(|| view! {
                                <button class="small" on:click=move |_| follow.wish(json!({"do": "unseat", "seat": seat}))>{t().table.remove}</button>
                            })}
                        </span>
                    </li>
                }).collect_view()}
            </ul>
            {move || corners.get().map(|(mine, owners)| {
                let two = owners.iter().filter_map(catalog::Value::as_u64).max() == Some(1);
                let names: &[(u8, &str)] = if two { &[(0, "1"), (2, "11")] } else { &[(0, "a1"), (1, "k1"), (2, "k11"), (3, "a11")] };
                let others = names.iter().filter(|(corner, _)| owners.get(usize::from(*corner)).and_then(catalog::Value::as_u64) != Some(u64::from(mine)));
                others.map(|(corner, side)| {
                    let corner = *corner;
                    view! { <button class="small" on:click=move |_| follow.wish(json!({"do": "corner", "corner": corner}))>{fill(t().table.corner, &[("side", side)])}</button> }
                }).collect_view()
            })}
            <div class="row">
                <Show when=move || seated.get()>
                    <button class="main" id="ready" aria-pressed=move || ready.get().to_string()
                        on:click=move |_| follow.wish(json!({"do": "ready", "ready": !ready.get_untracked()}))>
                        {move || if ready.get() { format!("✓ {}", t().table.is_ready) } else { t().table.ready.to_owned() }}
                    </button>
                    <button on:click=move |_| follow.wish(json!({"do": "stand"}))>{move || t().table.stand}</button>
                </Show>
                <Show when=move || may_start.get()>
                    <button id="start" on:click=move |_| follow.wish(json!({"do": "start"}))>{move || t().table.start}</button>
                </Show>
            </div>
            <Show when=move || waits.get() && !hall::is_pocket() && (seated.get() || creator.get())>
                <label>{move || t().table.share_hint}<input id="link" class="mono" readonly prop:value=address/></label>
            </Show>
        </div>
    }
}
