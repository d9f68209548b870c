//! Before the game: taking seats, computers, being ready.

use leptos::prelude::*;
use protocol::rest::GamesBody;
use protocol::{Request, TableView};

use crate::hall;
use crate::pages::Follow;
use crate::route::Route;
use crate::texts::{t, told};

/// The controls before the game.
#[component]
pub fn Lobby(follow: Follow) -> impl IntoView {
    let levels = RwSignal::new(Vec::<String>::new());
    leptos::task::spawn_local(async move {
        let Ok(GamesBody { games, .. }) = hall::get("/games").await else {
            return;
        };
        let game = follow
            .seen
            .try_get_untracked()
            .flatten()
            .map(|seen| seen.terms.game.clone());
        let found = games
            .into_iter()
            .find(|info| Some(&info.game) == game.as_ref());
        let _ = levels.try_set(found.map(|info| info.computers).unwrap_or_default());
    });
    let seen = move |pick: fn(&TableView) -> bool| {
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
                .any(|place| Some(place.seat) == mine && place.is_ready())
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
            let seen = seen.as_ref()?;
            let mine = seen.seat()?;
            Some((mine, catalog::corners(&seen.terms.options)?))
        })
    });
    let address = move || Route::Table(follow.table(), follow.key()).address();
    view! {
        <div class="card lobby" id="lobby">
            <p class="muted">{move || t().table.waiting()}</p>
            <ul class="seats">
                {move || seats.get().into_iter().map(|place| line(follow, place, [seated, creator], levels)).collect_view()}
            </ul>
            {move || corners.get().map(|(mine, owners)| {
                let two = owners.iter().max() == Some(&1);
                let names: &[(u8, &str)] = if two { &[(0, "bottom"), (2, "top")] } else { &[(0, "a1"), (1, "k1"), (2, "k11"), (3, "a11")] };
                let others = names.iter().filter(|(corner, _)| owners[usize::from(*corner)] != mine);
                others.map(|(corner, side)| {
                    let corner = *corner;
                    view! { <button class="small" on:click=move |_| follow.wish(Request::Corner { corner })>{t().table.corner(side)}</button> }
                }).collect_view()
            })}
            <div class="row">
                <Show when=move || seated.get()>
                    <button class="main" id="ready" aria-pressed=move || ready.get().to_string()
                        on:click=move |_| follow.wish(Request::Ready { ready: !ready.get_untracked() })>
                        {move || if ready.get() { format!("✓ {}", t().table.is_ready()) } else { t().table.ready().to_owned() }}
                    </button>
                    <button on:click=move |_| follow.wish(Request::Stand)>{move || t().table.stand()}</button>
                </Show>
                <Show when=move || may_start.get()>
                    <button id="start" on:click=move |_| follow.wish(Request::Start)>{move || t().table.start()}</button>
                </Show>
            </div>
            <Show when=move || waits.get() && !hall::is_in_browser() && (seated.get() || creator.get())>
                <label>{move || t().table.share_hint()}<input id="link" class="mono" readonly prop:value=address/></label>
            </Show>
        </div>
    }
}

/// A seat: its number, its name, and whether a player or a computer has it.
type Place = (u16, String, bool, bool);

/// A seat with its controls. `levels` are the computers to choose from.
fn line(
    follow: Follow,
    (seat, called, taken, computer): Place,
    [seated, creator]: [Memo<bool>; 2],
    levels: RwSignal<Vec<String>>,
) -> impl IntoView {
    view! {
        <li>
            <span>{called.clone()}</span>
            <span class="row">
                {(!taken && !seated.get()).then(|| view! {
                    <button class="main small" id=format!("sit-{seat}") on:click=move |_| follow.wish(Request::Sit { seat })>{t().table.sit_here()}</button>
                })}
                {(!taken && creator.get()).then(|| {
                    let label = format!("{}: {called}", t().table.add_computer());
                    view! {
                        <select id=format!("computer-{seat}") aria-label=label on:change=move |event| {
                            let player = event_target_value(&event);
                            if !player.is_empty() {
                                follow.wish(Request::SeatComputer { seat, player });
                            }
                        }>
                            <option value="">"⚙ "{t().table.add_computer()}</option>
                            {levels.get().into_iter().map(|level| view! { <option value=level.clone()>{t().home.level(&level)}</option> }).collect_view()}
                        </select>
                    }
                })}
                {(computer && creator.get()).then(|| view! {
                    <button class="small" on:click=move |_| follow.wish(Request::Unseat { seat })>{t().table.remove()}</button>
                })}
            </span>
        </li>
    }
}
