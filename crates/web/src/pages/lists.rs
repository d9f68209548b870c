//! Lists: open tables, games to watch, finished games, ranks.

use std::time::Duration;

use catalog::Value;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::json;

use crate::app::App;
use crate::hall;
use crate::route::{A, Route};
use crate::texts::{board as board_name, fill, reason, t};

/// A list of tables in one phase, which follows the hall.
fn tables(phase: &'static str, most: usize) -> RwSignal<Option<Vec<Value>>> {
    let list = RwSignal::new(None::<Vec<Value>>);
    // Whether an answer is waited for, and whether it may be out of date already.
    let asked = StoredValue::new(None::<bool>);
    let fetch = move || {
        if asked.with_value(Option::is_some) {
            asked.set_value(Some(true));
            return;
        }
        asked.set_value(Some(false));
        spawn_local(async move {
            let path = format!("/tables?phase={phase}&limit={most}");
            loop {
                let answer = hall::request("GET", &path, None).await;
                let Some(changed) = asked.try_update_value(|asked| asked.replace(false)) else {
                    return;
                };
                if let Ok(mut answer) = answer
                    && let Value::Array(tables) = answer["tables"].take()
                {
                    list.set(Some(tables));
                }
                if changed != Some(true) {
                    break;
                }
            }
            asked.try_set_value(None);
        });
    };
    let subscribe = || {
        spawn_local(async {
            let _ = hall::ask(json!({"type": "lobby", "on": true})).await;
        });
    };
    let waits = StoredValue::new(false);
    hall::listen(move |message| match message["type"].as_str() {
        Some("open") => {
            subscribe();
            fetch();
        }
        // Much may happen at once: look a moment later.
        Some("lobby") if !waits.get_value() => {
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
    Effect::new(move || {
        // Who one is must be known before anything can be asked over the line.
        if App::here().connected.get() {
            subscribe();
        }
        fetch();
    });
    list
}

fn game_name(row: &Value) -> String {
    let id = row["game"].as_str().unwrap_or_default();
    let known = catalog::GAMES.iter().find(|info| info.id == id);
    let name = known.map_or(id, |info| info.name);
    match row["seats"].as_array().map_or(0, Vec::len) {
        0..=2 => name.to_owned(),
        seats => format!("{name} · {seats}"),
    }
}

/// Who sits where, in words; many of the same are counted.
fn players(row: &Value) -> String {
    let seats = row["seats"].as_array().map_or(&[][..], Vec::as_slice);
    let mut names: Vec<(String, usize)> = Vec::new();
    for seat in seats {
        let name = match (seat["name"].as_str(), seat["computer"].as_str()) {
            (Some(name), _) if seat["program"] == true => format!("{name} ⚙"),
            (Some(name), _) => name.to_owned(),
            (None, Some(computer)) => format!("{computer} ⚙"),
            (None, None) => t().home.free.to_owned(),
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

/// A clock in a few signs.
pub fn clock(clock: &Value) -> String {
    let number = |name: &str| clock[name].as_u64().unwrap_or_default();
    match clock["kind"].as_str() {
        Some("total") => {
            let minutes = number("ms") as f64 / 60_000.0;
            format!(
                "{}+{}",
                (minutes * 10.0).round() / 10.0,
                number("increment_ms") / 1000
            )
        }
        Some("per-move") => fill(
            t().home.per_move,
            &[("seconds", &(number("ms") / 1000).to_string())],
        ),
        Some("days") => fill(t().home.days, &[("days", &number("days").to_string())]),
        _ => t().home.no_clock.to_owned(),
    }
}

/// How a game ended, in a few words.
fn result(row: &Value) -> String {
    let finish = &row["finish"];
    let ended = finish["reason"].as_str().unwrap_or_default();
    let winners = finish["winners"].as_array().map_or(&[][..], Vec::as_slice);
    let names = winners.iter().filter_map(|seat| {
        let seat = &row["seats"][seat.as_u64()? as usize];
        seat["name"].as_str().or_else(|| seat["computer"].as_str())
    });
    match names.collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => {
            let game = row["game"].as_str().unwrap_or_default();
            format!("{} ({})", t().table.unwon(game, ended), reason(ended))
        }
        names => format!(
            "{} ({})",
            fill(t().table.wins, &[("name", &names)]),
            reason(ended)
        ),
    }
}

fn rows(list: Vec<Value>, button: &'static str, with_result: bool) -> impl IntoView {
    list.into_iter()
        .map(|row| {
            let id = row["table"].as_str().unwrap_or_default().to_owned();
            let to = match with_result {
                true => Route::Replay(Some(id), None),
                false => Route::Table(id, None),
            };
            let last = if with_result { result(&row) } else { clock(&row["clock"]) };
            let title = row["title"].as_str().unwrap_or_default().to_owned();
            let game = game_name(&row);
            let name = if title.is_empty() { game.clone() } else { format!("{title} · {game}") };
            let label = format!("{button}: {name}, {}", players(&row));
            view! {
                <tr>
                    <td>{name}</td>
                    <td>{players(&row)}</td>
                    <td class="mono">{last}</td>
                    <td class="end"><span class="button-link" aria-label=label><A to=Signal::derive(move || to.clone()) class="button">{button}</A></span></td>
                </tr>
            }
        })
        .collect_view()
}

/// A card with a list of tables.
#[component]
fn Tables(
    list: RwSignal<Option<Vec<Value>>>,
    #[prop(into)] title: Signal<&'static str>,
    #[prop(into)] none: Signal<&'static str>,
    #[prop(into)] button: Signal<&'static str>,
    #[prop(optional)] finished: bool,
    #[prop(optional)] with_new: bool,
) -> impl IntoView {
    let last = move || {
        if finished {
            t().home.result
        } else {
            t().home.clock
        }
    };
    view! {
        <section class="card list">
            <div class="row spread">
                <h2>{title}</h2>
                {with_new.then(|| view! {
                    <A to=Signal::derive(|| Route::New(None)) class="button">{move || t().home.new_table}</A>
                })}
            </div>
            {move || match list.get() {
                None => view! { <p class="muted">{t().frame.loading}</p> }.into_any(),
                Some(list) if list.is_empty() => view! { <p class="muted">{none}</p> }.into_any(),
                Some(list) => view! {
                    <div class="scroll" tabindex="0" role="region" aria-label=move || title.get()>
                        <table>
                            <thead><tr>
                                <th>{t().home.game}</th><th>{t().home.players}</th><th>{last()}</th><td></td>
                            </tr></thead>
                            <tbody>{rows(list, button.get(), finished)}</tbody>
                        </table>
                    </div>
                }.into_any(),
            }}
        </section>
    }
}

/// Tables that wait for players.
#[component]
pub fn OpenTables() -> impl IntoView {
    let list = tables("open", 20);
    let text = |pick: fn() -> &'static str| Signal::derive(pick);
    view! {
        <Tables list title=text(|| t().home.open_tables) none=text(|| t().home.none_open) button=text(|| t().home.sit) with_new=true/>
    }
}

/// Games that are being played.
#[component]
pub fn Running() -> impl IntoView {
    let list = tables("running", 20);
    let text = |pick: fn() -> &'static str| Signal::derive(pick);
    view! {
        <Tables list title=text(|| t().home.running) none=text(|| t().home.none_running) button=text(|| t().home.watch)/>
    }
}

/// Games that are over.
#[component]
pub fn Finished() -> impl IntoView {
    let list = tables("finished", 50);
    let text = |pick: fn() -> &'static str| Signal::derive(pick);
    view! {
        <Tables list title=text(|| t().home.finished) none=text(|| t().home.none_finished) button=text(|| t().home.replay) finished=true/>
    }
}

/// Games to watch and finished ones.
#[component]
pub fn WatchPage() -> impl IntoView {
    view! {
        <section class="page">
            <h1>{move || t().frame.watch}</h1>
            <Running/>
            <Finished/>
        </section>
    }
}

/// The best of one board.
#[component]
pub fn Ranks(
    /// How many.
    #[prop(default = 5)]
    most: usize,
    /// Whether the page has a heading for them.
    #[prop(optional)]
    headed: bool,
) -> impl IntoView {
    let board = RwSignal::new("brandub".to_owned());
    let boards = RwSignal::new(Vec::<String>::new());
    let players = RwSignal::new(None::<Vec<Value>>);
    spawn_local(async move {
        if let Ok(answer) = hall::request("GET", "/games", None).await {
            let names = answer["leaderboards"]
                .as_array()
                .map_or(&[][..], Vec::as_slice);
            let names = names
                .iter()
                .filter_map(|name| name.as_str().map(str::to_owned));
            let _ = boards.try_set(names.collect());
        }
    });
    Effect::new(move || {
        let path = format!("/leaderboards/{}?limit={most}", board.get());
        spawn_local(async move {
            if let Ok(mut answer) = hall::request("GET", &path, None).await
                && let Value::Array(list) = answer["players"].take()
            {
                let _ = players.try_set(Some(list));
            }
        });
    });
    let rows = move |list: Vec<Value>| {
        (1..).zip(list).map(|(rank, player): (u32, Value)| {
            let name = player["name"].as_str().unwrap_or_default().to_owned();
            let mark = (player["program"] == true).then(|| view! { <span title=t().home.program>" ⚙"<span class="unseen">{t().home.program}</span></span> });
            let rating = player["rating"].as_f64().unwrap_or_default();
            let spread = player["deviation"].as_f64().or_else(|| player["uncertainty"].as_f64());
            let spread = spread.map(|spread| format!(" ±{spread:.0}"));
            let games = player["games"].as_u64().unwrap_or_default();
            view! { <tr><td>{rank}</td><td>{name}{mark}</td><td class="mono end">{format!("{rating:.0}")}{spread}</td><td class="mono end">{games}</td></tr> }
        }).collect_view()
    };
    view! {
        <section class="card list">
            <div class="row spread">
                {(!headed).then(|| view! { <h2>{move || t().home.ranks}</h2> })}
                <select aria-label=move || t().home.game on:change=move |event| board.set(event_target_value(&event))>
                    {move || boards.get().into_iter().map(|name| {
                        let value = name.clone();
                        view! { <option value=value.clone() selected=move || board.get() == value>{board_name(&name)}</option> }
                    }).collect_view()}
                </select>
            </div>
            {move || match players.get() {
                None => view! { <p class="muted">{t().frame.loading}</p> }.into_any(),
                Some(list) if list.is_empty() => view! { <p class="muted">{t().home.nobody}</p> }.into_any(),
                Some(list) => view! {
                    <table>
                        <thead><tr><th>{t().home.rank}</th><th>{t().home.player}</th><th class="end">{t().home.rating}</th><th class="end">{t().home.games}</th></tr></thead>
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
            <h1>{move || t().frame.ranks}</h1>
            <Ranks most=100 headed=true/>
        </section>
    }
}
