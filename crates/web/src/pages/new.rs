//! A form for a new table. Games, options and computers are what the hall says
//! there are.

use std::collections::BTreeMap;

use catalog::Value;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::json;

use crate::app::App;
use crate::hall;
use crate::pages::table::hotseat::seat_guests;
use crate::route::{Route, go};
use crate::texts::{capital, t, told};

/// Who shares this browser, in place of a computer.
const HERE: &str = "here";

/// The options that most people think of; the others are folded away.
const COMMON: [&str; 5] = ["players", "setup", "tie", "size", "rounds"];

/// A form for a new table.
#[component]
pub fn NewPage(
    /// The game that is chosen at first.
    game: Option<String>,
) -> impl IntoView {
    let games = RwSignal::new(Vec::<Value>::new());
    let chosen = RwSignal::new(game.unwrap_or_else(|| catalog::GAMES[0].id.to_owned()));
    let options = RwSignal::new(BTreeMap::<String, Value>::new());
    let title = RwSignal::new(String::new());
    let seat = RwSignal::new(Some(0_u16));
    // In a hall without a server everyone is here.
    let usual = || match hall::is_pocket() {
        true => (0..4).map(|seat| (seat, HERE.to_owned())).collect(),
        false => BTreeMap::<u16, String>::new(),
    };
    let computers = RwSignal::new(usual());
    let rest = RwSignal::new(String::new());
    let kind = RwSignal::new("none".to_owned());
    let minutes = RwSignal::new(10_u64);
    let more = RwSignal::new(5_u64);
    let seconds = RwSignal::new(30_u64);
    let days = RwSignal::new(3_u64);
    let private = RwSignal::new(false);
    let show_entered = RwSignal::new(true);
    let takebacks = RwSignal::new(true);
    let busy = RwSignal::new(false);
    spawn_local(async move {
        match hall::request("GET", "/games", None).await {
            Ok(mut answer) => {
                if let Value::Array(list) = answer["games"].take() {
                    let _ = games.try_set(list);
                }
            }
            Err(trouble) => App::here().say(trouble.reason),
        }
    });
    let info = Memo::new(move |_| {
        let id = chosen.get();
        games.with(|games| {
            games
                .iter()
                .find(|game| game["game"] == id.as_str())
                .cloned()
        })
    });
    // How many seats the game has with these options.
    let seats = Memo::new(move |_| {
        let options: Value = options
            .get()
            .into_iter()
            .collect::<serde_json::Map<_, _>>()
            .into();
        catalog::open(&chosen.get(), &options)
            .map(|game| {
                (0..game.seats())
                    .map(|seat| told(&game.seat_name(game::Seat(seat))))
                    .collect::<Vec<_>>()
            })
            .map_err(|error| error.to_string())
    });
    let levels = move || {
        info.with(|info| {
            let list = info
                .as_ref()
                .and_then(|info| info["computers"].as_array().cloned())
                .unwrap_or_default();
            list.iter()
                .filter_map(|name| name.as_str().map(str::to_owned))
                .collect::<Vec<_>>()
        })
    };
    let make = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        let many = seats.with_untracked(|seats| seats.as_ref().map_or(0, Vec::len));
        let mine = seat
            .get_untracked()
            .filter(|seat| usize::from(*seat) < many);
        let taken = computers.get_untracked();
        // Those who share this browser sit down when the table is there.
        let here: Vec<u16> = (0..many as u16)
            .filter(|at| mine != Some(*at) && taken.get(at).is_some_and(|name| name == HERE))
            .collect();
        let list: Vec<Value> = (0..many as u16)
            .map(|at| match taken.get(&at) {
                Some(name) if mine != Some(at) && name != HERE => json!(name),
                _ => Value::Null,
            })
            .collect();
        let clock = match kind.get_untracked().as_str() {
            "total" => {
                json!({"kind": "total", "ms": minutes.get_untracked() * 60_000, "increment_ms": more.get_untracked() * 1000})
            }
            "per-move" => json!({"kind": "per-move", "ms": seconds.get_untracked() * 1000}),
            "days" => json!({"kind": "days", "days": days.get_untracked()}),
            _ => json!({"kind": "none"}),
        };
        let mut new = json!({
            "game": chosen.get_untracked(),
            "options": options.get_untracked(),
            "title": title.get_untracked(),
            "clock": clock,
            "private": private.get_untracked(),
            "seat": mine,
            "computers": list,
            "show_entered": show_entered.get_untracked(),
            "takebacks": takebacks.get_untracked(),
        });
        let rest = rest.get_untracked();
        if !rest.is_empty() {
            new["fill"] = json!(rest);
        }
        busy.set(true);
        spawn_local(async move {
            match hall::request("POST", "/tables", Some(&new)).await {
                Ok(made) => {
                    let key = made["key"].as_str().map(str::to_owned);
                    let table = made["table"].as_str().unwrap_or_default().to_owned();
                    if !here.is_empty()
                        && let Err(trouble) = seat_guests(&table, mine, &here).await
                    {
                        App::here().say(trouble.reason);
                    }
                    go(Route::Table(table, key));
                }
                Err(trouble) => App::here().say(trouble.reason),
            }
            let _ = busy.try_set(false);
        });
    };
    let number = |name: fn() -> &'static str, value: RwSignal<u64>, low: u64, high: u64| {
        view! {
            <label>{move || name()}
                <input type="number" min=low max=high prop:value=move || value.get().to_string()
                    on:input={move |event| if let Ok(n) = event_target_value(&event).parse::<u64>() { value.set(n.clamp(low, high)); }}/>
            </label>
        }
    };
    let flag = |name: fn() -> &'static str, value: RwSignal<bool>| {
        view! {
            <label class="check"><input type="checkbox" prop:checked=value on:change=move |event| value.set(event_target_checked(&event))/>{move || name()}</label>
        }
    };
    let option = move |option: Value| {
        let name = option["name"].as_str().unwrap_or_default().to_owned();
        let what = capital(&told(option["what"].as_str().unwrap_or_default()));
        let usual = info.with_untracked(|info| {
            info.as_ref()
                .map(|info| info["usual"][&name].clone())
                .unwrap_or_default()
        });
        let set = move |name: String, value: Value| {
            options.update(|options| {
                options.insert(name, value);
            });
        };
        let input = if let Some(list) = option["values"]["one_of"].as_array().cloned() {
            let shown = name.clone();
            view! {
                <select id=format!("option-{shown}") on:change=move |event| {
                    let text = event_target_value(&event);
                    set(name.clone(), serde_json::from_str(&text).unwrap_or(json!(text)));
                }>
                    {list.into_iter().map(|value| {
                        let text = told(&value.as_str().map_or_else(|| value.to_string(), str::to_owned));
                        view! { <option value=value.to_string() selected=value == usual>{text}</option> }
                    }).collect_view()}
                </select>
            }.into_any()
        } else if let (Some(low), Some(high)) = (
            option["values"]["low"].as_u64(),
            option["values"]["high"].as_u64(),
        ) {
            if low == high {
                return ().into_any();
            }
            let shown = name.clone();
            view! {
                <input id=format!("option-{shown}") type="number" min=low max=high value=usual.to_string() on:change=move |event| {
                    if let Ok(n) = event_target_value(&event).parse::<u64>() {
                        set(name.clone(), json!(n.clamp(low, high)));
                    }
                }/>
            }.into_any()
        } else {
            return ().into_any();
        };
        view! { <label><span>{what}</span>{input}</label> }.into_any()
    };
    let choose = move |event: web_sys::Event| {
        chosen.set(event_target_value(&event));
        options.set(BTreeMap::new());
        computers.set(usual());
    };
    view! {
        <section class="page narrow">
            <h1>{move || t().home.new_table}</h1>
            <form class="card form" on:submit=make>
                <label>{move || t().home.game}
                    <select id="game" on:change=choose>
                        {catalog::GAMES.map(|info| view! {
                            <option value=info.id selected=move || chosen.get() == info.id>{info.name}</option>
                        })}
                    </select>
                </label>
                <label>{move || t().home.title}<input maxlength="60" prop:value=title on:input=move |event| title.set(event_target_value(&event))/></label>
                <fieldset><legend>{move || t().home.options}</legend>
                    {move || info.get().map(|info| {
                        let list = info["options"].as_array().cloned().unwrap_or_default();
                        let is_common = |option: &Value| COMMON.iter().any(|name| option["name"] == *name);
                        let (common, rare): (Vec<_>, Vec<_>) = list.into_iter().partition(is_common);
                        view! {
                            {common.into_iter().map(option).collect_view()}
                            <details><summary>{t().home.rare_options}</summary>
                                {rare.into_iter().map(option).collect_view()}
                            </details>
                        }
                    })}
                </fieldset>
                <fieldset><legend>{move || t().home.seats}</legend>
                    {move || match seats.get() {
                        Err(problem) => view! { <p class="danger">{problem}</p> }.into_any(),
                        Ok(names) => {
                            let many = names.len();
                            let mine = view! {
                                <label>{t().home.your_seat}
                                    <select id="seat" on:change=move |event| seat.set(event_target_value(&event).parse().ok())>
                                        {names.iter().take(24).cloned().enumerate().map(|(at, name)| view! {
                                            <option value=at.to_string() selected=move || seat.get() == Some(at as u16)>{name}</option>
                                        }).collect_view()}
                                        <option value="" selected=move || seat.get().is_none()>{t().home.no_seat}</option>
                                    </select>
                                </label>
                            };
                            let others = (many <= 12).then(|| names.into_iter().enumerate().map(|(at, name)| {
                                let at = at as u16;
                                view! {
                                    <Show when=move || seat.get() != Some(at)>
                                        <label>{name.clone()}
                                            <select id=format!("sitter-{at}") on:change=move |event| {
                                                let value = event_target_value(&event);
                                                computers.update(|list| match value.is_empty() {
                                                    true => { list.remove(&at); }
                                                    false => { list.insert(at, value); }
                                                });
                                            }>
                                                {match hall::is_pocket() {
                                                    true => view! { <option value=HERE>{t().home.here}</option> },
                                                    false => view! { <option value="">{t().home.person}</option> },
                                                }}
                                                {levels().into_iter().map(|level| {
                                                    let value = level.clone();
                                                    view! { <option value=value.clone() selected=move || computers.with(|list| list.get(&at) == Some(&value))>{level} " ⚙"</option> }
                                                }).collect_view()}
                                            </select>
                                        </label>
                                    </Show>
                                }
                            }).collect_view());
                            let fill = (many > 2).then(|| view! {
                                <label>{t().home.fill}
                                    <select id="fill" on:change=move |event| rest.set(event_target_value(&event))>
                                        <option value="">{t().home.person}</option>
                                        {levels().into_iter().map(|level| {
                                            let value = level.clone();
                                            view! { <option value=value.clone() selected=move || rest.get() == value>{level} " ⚙"</option> }
                                        }).collect_view()}
                                    </select>
                                </label>
                            });
                            (mine, others, fill).into_any()
                        }
                    }}
                </fieldset>
                <fieldset><legend>{move || t().home.clock_kind}</legend>
                    <label>{move || t().home.clock_kind}
                        <select id="clock" on:change=move |event| kind.set(event_target_value(&event))>
                            {move || [("none", t().home.no_clock), ("total", t().home.clock_total), ("per-move", t().home.clock_per_move), ("days", t().home.clock_days)]
                                .map(|(value, name)| view! { <option value=value selected=move || kind.get() == value>{name}</option> })}
                        </select>
                    </label>
                    {move || match kind.get().as_str() {
                        "total" => (number(|| t().home.minutes, minutes, 1, 600), number(|| t().home.increment, more, 0, 600)).into_any(),
                        "per-move" => number(|| t().home.seconds, seconds, 1, 86_400).into_any(),
                        "days" => number(|| t().home.many_days, days, 1, 365).into_any(),
                        _ => ().into_any(),
                    }}
                </fieldset>
                {flag(|| t().home.private, private)}
                <Show when=move || chosen.get() == "automatafl">{flag(|| t().home.show_entered, show_entered)}</Show>
                {flag(|| t().home.takebacks, takebacks)}
                <button class="main" type="submit" disabled=busy>{move || t().home.make}</button>
            </form>
        </section>
    }
}
