//! The players: names, clocks, whose turn it is, and who has sealed.

use std::time::Duration;

use leptos::prelude::*;
use picture::Colours;
use protocol::{Phase, SeatView, Standing, TableView};

use crate::browser;
use crate::pages::Follow;
use crate::texts::{seat_name, sitter, t};

/// If there are more seats than this, they are one list without cards.
const MOST_CARDS: usize = 4;

/// All players.
#[component]
pub fn Players(follow: Follow) -> impl IntoView {
    let now = RwSignal::new(follow.now());
    browser::every(Duration::from_millis(200), move || now.set(follow.now()));
    let many = Memo::new(move |_| {
        follow
            .seen
            .with(|seen| seen.as_ref().map_or(0, |seen| seen.seats.len()))
    });
    let one = move |seat: usize| {
        let part = move |pick: fn(&TableView, &SeatView) -> String| {
            follow
                .seen
                .with(|seen| {
                    let seen = seen.as_ref()?;
                    Some(pick(seen, seen.seats.get(seat)?))
                })
                .unwrap_or_default()
        };
        let is_acting = Memo::new(move |_| {
            follow.seen.with(|seen| {
                seen.as_ref().is_some_and(|seen| {
                    seen.phase == Phase::Playing && seen.game.to_act.contains(&(seat as u16))
                })
            })
        });
        let has_clock = Memo::new(move |_| {
            part(|_, place| place.clock.map_or_else(String::new, |_| "clock".to_owned()))
        });
        let thought = move || {
            follow.thoughts.with(|thoughts| {
                let thought = thoughts.get(&(seat as u16))?;
                // A computer that does not look ahead has no thoughts to show.
                let looked = thought.states > 1 && thought.depth > 0;
                looked.then(|| {
                    let (depth, states) = (thought.depth, short(thought.states));
                    t().table.thought(depth, states)
                })
            })
        };
        let colour = move || {
            follow.stage.with(|stage| {
                let is_owned = stage.as_ref()?.board.look().is_owned();
                is_owned.then_some(())
            })?;
            follow.seen.with(|seen| {
                let seen = seen.as_ref()?;
                Some(
                    Colours::seats(seen.seats.len() as u16)
                        .of(seat as u16)
                        .to_string(),
                )
            })
        };
        let time = move || {
            let now = now.get();
            follow.seen.with(|seen| {
                let seen = seen.as_ref()?;
                let place = seen.seats.get(seat)?;
                let own = seen
                    .you
                    .as_ref()
                    .filter(|you| you.seat == Some(place.seat))
                    .and_then(|you| you.clock);
                let left = own.or(place.clock)?;
                let runs = seen.phase == Phase::Playing;
                Some(shown(if runs { left.at(now) } else { left.left_ms }))
            })
        };
        view! {
            <li class="player" class:acting=move || is_acting.get() data-seat=seat>
                <span class=format!("dot seat-{seat}") aria-hidden="true" style:background=colour></span>
                <div class="who">
                    <strong>{move || part(name)}</strong>
                    <span class="muted">{move || part(about)}{move || thought().map(|text| format!(" · {text}"))}</span>
                </div>
                <span class="state">{move || part(state)}</span>
                <Show when=move || !has_clock.get().is_empty()>
                    <span class="clock mono" role="timer">{time}</span>
                </Show>
            </li>
        }
    };
    view! {
        <ul class="players" class:many=move || { many.get() > MOST_CARDS } aria-label=move || t().home.players()>
            {move || (0..many.get()).map(one).collect_view()}
        </ul>
    }
}

fn name(seen: &TableView, place: &SeatView) -> String {
    let table = &t().table;
    let mark = match &place.computer {
        Some(_) => " ⚙",
        None => "",
    };
    match sitter(place) {
        Some(name) if seen.seat() == Some(place.seat) => format!("{name} ({})", table.you()),
        Some(name) => format!("{name}{mark}"),
        None => table.free_seat().to_owned(),
    }
}

fn about(seen: &TableView, place: &SeatView) -> String {
    let mut parts = vec![seat_name(&seen.terms.game, place.seat)];
    if place.away_since.is_some() {
        parts.push(t().table.away().to_owned());
    }
    if place.standing != Standing::In {
        parts.push(t().table.out().to_owned());
    }
    parts.join(" · ")
}

/// The state of the seat. In secret games the table decides whether to show it.
fn state(seen: &TableView, place: &SeatView) -> String {
    let table = &t().table;
    let acts = seen.game.to_act.contains(&place.seat);
    match seen.phase {
        Phase::Lobby if place.is_ready() => format!("✓ {}", table.is_ready()),
        Phase::Playing if seen.is_simultaneous() => {
            let mine = seen.seat() == Some(place.seat)
                && seen.you.as_ref().is_some_and(|you| you.sealed.is_some());
            match mine || seen.entered.contains(&place.seat) {
                true => format!("✓ {}", table.sealed()),
                false if acts => table.choosing().to_owned(),
                false => format!("✓ {}", table.sealed()),
            }
        }
        Phase::Playing if acts && place.computer.is_some() => table.thinking().to_owned(),
        Phase::Playing if acts => table.to_move().to_owned(),
        _ => String::new(),
    }
}

/// A time on a clock.
fn shown(ms: u64) -> String {
    let seconds = ms / 1000;
    match seconds {
        0..=9 => format!("0:0{seconds}.{}", ms % 1000 / 100),
        10..=3599 => format!("{}:{:02}", seconds / 60, seconds % 60),
        3600..=172_799 => format!(
            "{}:{:02}:{:02}",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        ),
        _ => format!("{} d", seconds / 86_400),
    }
}

/// A large number in short form.
pub fn short(number: u64) -> String {
    match number {
        0..=9_999 => number.to_string(),
        10_000..=999_999 => format!("{} k", number / 1000),
        _ => format!("{:.1} M", number as f64 / 1e6),
    }
}
