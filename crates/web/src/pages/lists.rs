//! Lists: open tables, games to watch, finished games, leaderboards.

use std::time::Duration;

use client::Update as HallUpdate;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::Clock;
use protocol::rest::{
    GamesBody, Leader, LeaderboardBody, ListPhase, RatingSystem, SeatRow, TableRow, TablesBody,
};

use super::fields::Label;
use crate::hall::{self, line};
use crate::route::{A, Route};
use crate::texts::{board as board_name, listed, person, reason, t, unwon};

/// A list of tables in one phase, kept up to date.
fn tables(phase: ListPhase, most: usize) -> RwSignal<Option<Vec<TableRow>>> {
    let list = RwSignal::new(None);
    // Whether a request is under way, and whether its answer is already out of date.
    let asked = StoredValue::new(None::<bool>);
    let fetch = move || {
        if asked.with_value(Option::is_some) {
            asked.set_value(Some(true));
            return;
        }
        asked.set_value(Some(false));
        spawn_local(async move {
            let path = format!("/tables?phase={}&limit={most}", phase.name());
            loop {
                let answer = hall::get::<TablesBody>(&path).await;
                let Some(changed) = asked.try_update_value(|asked| asked.replace(false)) else {
                    return;
                };
                if let Ok(answer) = answer {
                    list.set(Some(answer.tables));
                }
                if changed != Some(true) {
                    break;
                }
            }
            asked.try_set_value(None);
        });
    };
    let waits = StoredValue::new(false);
    line::listen(move |update| match update {
        HallUpdate::Hello { .. } => fetch(),
        // Many changes may come at once: ask a moment later.
        HallUpdate::Lobby(_) if !waits.get_value() => {
            waits.set_value(true);
            set_timeout(
                move || {
                    if waits.try_set_value(false).is_none() {
                        fetch();
                    }
                },
                Duration::from_millis(300),
            );
        }
        _ => {}
    });
    line::watch_lobby();
    fetch();
    list
}

fn game_name(row: &TableRow) -> String {
    let known = catalog::GAMES.iter().find(|info| info.id == row.game);
    let name = known.map_or(&*row.game, |info| info.name);
    match row.summary.seats.len() {
        0..=2 => name.to_owned(),
        seats => format!("{name} · {seats}"),
    }
}

/// The players by seat, in words; several of the same are counted.
fn players(seats: &[SeatRow]) -> String {
    let mut names: Vec<(String, usize)> = Vec::new();
    for seat in seats {
        let name = match (&seat.name, &seat.computer) {
            (Some(name), _) if seat.program == Some(true) => format!("{name} ⚙"),
            (Some(name), _) => person(name),
            (None, Some(level)) => format!("{} ⚙", t().home.level(level)),
            (None, None) => t().home.free().to_owned(),
        };
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => names.push((name, 1)),
        }
    }
    let names = names.into_iter().map(|(name, count)| match count {
        1 => name,
        count => format!("{count} × {name}"),
    });
    names.collect::<Vec<_>>().join(" – ")
}

/// A clock in short form.
pub fn clock(clock: &Clock) -> String {
    match clock {
        Clock::None => t().home.no_clock().to_owned(),
        Clock::Total { ms, increment_ms } => {
            let minutes = *ms as f64 / 60_000.0;
            let minutes = (minutes * 10.0).round() / 10.0;
            format!("{minutes}+{}", increment_ms / 1000)
        }
        Clock::PerMove { ms } => {
            let seconds = (ms / 1000).to_string();
            t().home.per_move(seconds)
        }
        Clock::Days { days } => t().home.days(*days),
    }
}

/// The ending of a game in a few words.
fn result(row: &TableRow) -> String {
    let finish = row.summary.finish.as_ref();
    let ended = finish.map_or("", |finish| &finish.reason);
    let winners = finish.map_or(&[][..], |finish| &finish.winners);
    let names = winners.iter().filter_map(|seat| {
        let seat = row.summary.seats.get(usize::from(*seat))?;
        match (&seat.name, &seat.computer) {
            (Some(name), _) => Some(person(name)),
            (None, level) => level.as_ref().map(|level| t().home.level(level)),
        }
    });
    let words = match &names.collect::<Vec<_>>()[..] {
        [] => unwon(&row.game, ended),
        [name] => t().table.wins(name),
        names => t().table.share_win(listed(names)),
    };
    format!("{words} ({})", reason(ended))
}

fn rows(list: Vec<TableRow>, phase: ListPhase) -> impl IntoView {
    list.into_iter()
        .map(|row| {
            let game = game_name(&row);
            let players = players(&row.summary.seats);
            let (button, last, to) = match phase {
                ListPhase::Open => (t().home.sit(), clock(&row.summary.clock), Route::Table(row.table, None)),
                ListPhase::Running => (t().home.watch(), clock(&row.summary.clock), Route::Table(row.table, None)),
                ListPhase::Finished => (t().home.replay(), result(&row), Route::Replay(Some(row.table), None)),
            };
            let title = row.summary.title;
            let name = if title.is_empty() { game } else { format!("{title} · {game}") };
            let label = format!("{button}: {name}, {players}");
            view! {
                <tr>
                    <td>{name}</td>
                    <td>{players}</td>
                    <td class="mono">{last}</td>
                    <td class="end"><span class="button-link" aria-label=label><A to=Signal::derive(move || to.clone()) class="button">{button}</A></span></td>
                </tr>
            }
        })
        .collect_view()
}

/// A card with the tables in one phase.
#[component]
pub fn Tables(phase: ListPhase) -> impl IntoView {
    let (most, title, none): (_, Label, Label) = match phase {
        ListPhase::Open => (20, || t().home.open_tables(), || t().home.none_open()),
        ListPhase::Running => (20, || t().home.running(), || t().home.none_running()),
        ListPhase::Finished => (50, || t().home.finished(), || t().home.none_finished()),
    };
    let list = tables(phase, most);
    let last = move || match phase {
        ListPhase::Finished => t().home.result(),
        _ => t().home.clock(),
    };
    view! {
        <section class="card list">
            <div class="row spread">
                <h2>{move || title()}</h2>
                {(phase == ListPhase::Open).then(|| view! {
                    <A to=Signal::derive(|| Route::New(None)) class="button">{move || t().home.new_table()}</A>
                })}
            </div>
            {move || match list.get() {
                None => view! { <p class="muted">{t().frame.loading()}</p> }.into_any(),
                Some(list) if list.is_empty() => view! { <p class="muted">{none()}</p> }.into_any(),
                Some(list) => view! {
                    <div class="scroll" tabindex="0" role="region" aria-label=title>
                        <table>
                            <thead><tr>
                                <th>{t().home.game()}</th><th>{t().home.players()}</th><th>{last()}</th><td></td>
                            </tr></thead>
                            <tbody>{rows(list, phase)}</tbody>
                        </table>
                    </div>
                }.into_any(),
            }}
        </section>
    }
}

/// The lists of the first page.
#[component]
pub fn HomeLists() -> impl IntoView {
    view! {
        {(!hall::is_in_browser()).then(|| view! {
            <Tables phase=ListPhase::Open/>
            <Ranks most=5 heading=|| t().home.ranks()/>
        })}
        <Tables phase=ListPhase::Running/>
    }
}

/// Games to watch, and finished ones.
#[component]
pub fn WatchPage() -> impl IntoView {
    view! {
        <section class="page">
            <h1>{move || t().frame.watch()}</h1>
            <Tables phase=ListPhase::Running/>
            <Tables phase=ListPhase::Finished/>
        </section>
    }
}

/// The best players of one board.
#[component]
fn Ranks(
    /// The number of places.
    most: usize,
    /// The heading, unless the page has one.
    #[prop(optional)]
    heading: Option<Label>,
) -> impl IntoView {
    let board = RwSignal::new(catalog::USUAL.id.to_owned());
    let boards = RwSignal::new(Vec::<String>::new());
    let players = RwSignal::new(None::<Vec<Leader>>);
    spawn_local(async move {
        if let Ok(GamesBody { leaderboards, .. }) = hall::get("/games").await {
            let _ = boards.try_set(leaderboards);
        }
    });
    Effect::new(move || {
        let path = format!("/leaderboards/{}?limit={most}", board.get());
        spawn_local(async move {
            if let Ok(answer) = hall::get::<LeaderboardBody>(&path).await {
                let _ = players.try_set(Some(answer.players));
            }
        });
    });
    let rows = move |list: Vec<Leader>| {
        (1..).zip(list).map(|(rank, player): (u32, Leader)| {
            let mark = (player.program == Some(true)).then(|| view! { <span title=t().home.program()>" ⚙"<span class="unseen">{t().home.program()}</span></span> });
            let (rating, spread) = match player.rating.system {
                RatingSystem::Glicko2 { rating, deviation, .. } => (rating, deviation),
                RatingSystem::WengLin { rating, uncertainty } => (rating, uncertainty),
            };
            let rating = format!("{rating:.0} ±{spread:.0}");
            view! { <tr><td>{rank}</td><td>{player.name}{mark}</td><td class="mono end">{rating}</td><td class="mono end">{player.rating.games}</td></tr> }
        }).collect_view()
    };
    view! {
        <section class="card list">
            <div class="row spread">
                {heading.map(|heading| view! { <h2>{move || heading()}</h2> })}
                <select aria-label=move || t().home.game() on:change=move |event| board.set(event_target_value(&event))>
                    {move || boards.get().into_iter().map(|name| {
                        let value = name.clone();
                        view! { <option value=value.clone() selected=move || board.get() == value>{board_name(&name)}</option> }
                    }).collect_view()}
                </select>
            </div>
            {move || match players.get() {
                None => view! { <p class="muted">{t().frame.loading()}</p> }.into_any(),
                Some(list) if list.is_empty() => view! { <p class="muted">{t().home.nobody()}</p> }.into_any(),
                Some(list) => view! {
                    <table>
                        <thead><tr><th>{t().home.rank()}</th><th>{t().home.player()}</th><th class="end">{t().home.rating()}</th><th class="end">{t().home.games()}</th></tr></thead>
                        <tbody>{rows(list)}</tbody>
                    </table>
                }.into_any(),
            }}
        </section>
    }
}

/// Leaderboards.
#[component]
pub fn RanksPage() -> impl IntoView {
    view! {
        <section class="page">
            <h1>{move || t().frame.ranks()}</h1>
            <Ranks most=100/>
        </section>
    }
}
