//! Before the game: taking seats, computers, being ready.

use leptos::prelude::*;
use protocol::rest::GamesBody;
use protocol::{Request, TableView};

use crate::hall;
use crate::pages::Follow;
use crate::route::Route;
use crate::texts::{seat_name, t, told};

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
            let seen = seen.as_ref();
            let places = seen.into_iter().flat_map(|seen| {
                let game = &seen.terms.game;
                seen.seats.iter().map(move |place| (game, place))
            });
            places
                .map(|(game, place)| {
                    (
                        place.seat,
                        seat_name(game, place.seat),
                        place.sitter().is_some(),
                        place.computer.is_some(),
                    )
                })
                .collect::<Vec<_>>()
        })
    });
    let choices = Memo::new(move |_| {
        follow.seen.with(|seen| {
            let seen = seen.as_ref()?;
            let mine = seen.seat()?;
            let game = catalog::open(&seen.terms.game, &seen.terms.options).ok()?;
            let others = (0_u8..).zip(game.choices());
            let others = others.filter(|(_, choice)| choice.owner != mine);
            let named = others.filter_map(|(number, choice)| Some((number, choice.name?)));
            Some(named.collect::<Vec<_>>())
        })
    });
    let address = move || Route::Table(follow.table(), follow.key()).address();
    view! {
        <div class="card lobby" id="lobby">
            <p class="muted">{move || t().table.waiting()}</p>
            <ul class="seats">
                {move || seats.get().into_iter().map(|place| line(follow, place, [seated, creator], levels)).collect_view()}
            </ul>
            {move || choices.get().unwrap_or_default().into_iter().map(|(choice, name)| view! {
                <button class="small" on:click=move |_| follow.wish(Request::Choose { choice })>{told(&name)}</button>
            }).collect_view()}
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
