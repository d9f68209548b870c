//! A form for a new table. Games, options and computers are what the hall says
//! there are.

use std::collections::BTreeMap;

use catalog::AnyPending;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::rest::{GameInfo, GamesBody, NewTableBody, OptionInfo, OptionValue};
use protocol::{Clock, GameData, NewTable};

use crate::app::App;
use crate::hall;
use crate::pages::table::hotseat::seat_guests;
use crate::route::{Route, go};
use crate::texts::{capital, t, told};

/// Who shares this browser, in place of a computer.
const HERE: &str = "here";

/// The options that most people think of; the others are folded away.
const COMMON: [&str; 5] = ["players", "setup", "tie", "size", "rounds"];

/// Whether all choose at once, in secret from each other.
fn at_once(game: &str) -> bool {
    catalog::open(game, &GameData::NULL).is_ok_and(|game| {
        let pending = game.pending(&game.start());
        matches!(pending, AnyPending::Choose(seats) if seats.iter().count() > 1)
    })
}

/// A form for a new table.
#[component]
pub fn NewPage(
    /// The game that is chosen at first.
    game: Option<String>,
) -> impl IntoView {
    let games = RwSignal::new(Vec::<GameInfo>::new());
    let chosen = RwSignal::new(game.unwrap_or_else(|| catalog::GAMES[0].id.to_owned()));
    let options = RwSignal::new(BTreeMap::<String, OptionValue>::new());
    let title = RwSignal::new(String::new());
    let seat = RwSignal::new(Some(0_u16));
    // In a hall without a server everyone is here.
    let usual = || match hall::is_in_browser() {
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
        match hall::get::<GamesBody>("/games").await {
            Ok(answer) => drop(games.try_set(answer.games)),
            Err(trouble) => App::here().say(trouble.reason),
        }
    });
    let info = Memo::new(move |_| {
        let id = chosen.get();
        games.with(|games| games.iter().find(|game| game.game == id).cloned())
    });
    // How many seats the game has with these options.
    let seats = Memo::new(move |_| {
        catalog::open(&chosen.get(), &GameData::from_options(options.get()))
            .map(|game| {
                (0..game.seats())
                    .map(|seat| told(&game.seat_name(game::Seat(seat))))
                    .collect::<Vec<_>>()
            })
            .map_err(|error| error.to_string())
    });
    let levels = move || {
        info.with(|info| {
            info.as_ref()
                .map_or(Vec::new(), |info| info.computers.clone())
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
        let list = (0..many as u16).map(|at| {
            let name = taken.get(&at).filter(|name| *name != HERE);
            name.filter(|_| mine != Some(at)).cloned()
        });
        let clock = match kind.get_untracked().as_str() {
            "total" => Clock::Total {
                ms: minutes.get_untracked() * 60_000,
                increment_ms: more.get_untracked() * 1000,
            },
            "per-move" => Clock::PerMove {
                ms: seconds.get_untracked() * 1000,
            },
            "days" => Clock::Days {
                days: days.get_untracked() as u16,
            },
            _ => Clock::None,
        };
        let new = NewTable {
            options: GameData::from_options(options.get_untracked()),
            title: title.get_untracked(),
            clock,
            private: private.get_untracked(),
            seat: mine,
            computers: list.collect(),
            fill: Some(rest.get_untracked()).filter(|rest| !rest.is_empty()),
            show_entered: show_entered.get_untracked(),
            takebacks: Some(takebacks.get_untracked()),
            ..NewTable::of(&chosen.get_untracked())
        };
        busy.set(true);
        spawn_local(async move {
            match hall::request("POST", "/tables", &new).await {
                Ok(NewTableBody { table, key, .. }) => {
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
    let option = move |option: OptionInfo| {
        let OptionInfo { name, values, what } = option;
        let what = capital(&told(&what));
        let usual = info.with_untracked(|info| {
            let usual = info.as_ref().and_then(|info| info.usual.as_ref());
            usual.and_then(|usual| usual.field(&name))
        });
        let id = format!("option-{name}");
        let set = move |value: OptionValue| {
            options.update(|options| {
                options.insert(name.clone(), value);
            });
        };
        let input = match (values.one_of, values.low.zip(values.high)) {
            (Some(list), _) => {
                let rows = list.iter().map(|value| {
                    let is_usual = usual.as_ref() == Some(value);
                    view! { <option value=value.to_string() selected=is_usual>{told(&value.to_string())}</option> }
                });
                let rows = rows.collect_view();
                view! {
                    <select id=id on:change=move |event| {
                        let text = event_target_value(&event);
                        if let Some(value) = list.iter().find(|value| value.to_string() == text) {
                            set(value.clone());
                        }
                    }>{rows}</select>
                }
                .into_any()
            }
            (None, Some((low, high))) if low < high => {
                let usual = usual.map(|usual| usual.to_string());
                view! {
                    <input id=id type="number" min=low max=high value=usual on:change=move |event| {
                        if let Ok(n) = event_target_value(&event).parse::<i64>() {
                            set(OptionValue::Number(n.clamp(low, high)));
                        }
                    }/>
                }
                .into_any()
            }
            _ => return ().into_any(),
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
            <h1>{move || t().home.new_table()}</h1>
            <form class="card form" on:submit=make>
                <label>{move || t().home.game()}
                    <select id="game" on:change=choose>
                        {catalog::GAMES.map(|info| view! {
                            <option value=info.id selected=move || chosen.get() == info.id>{info.name}</option>
                        })}
                    </select>
                </label>
                <label>{move || t().home.title()}<input maxlength="60" prop:value=title on:input=move |event| title.set(event_target_value(&event))/></label>
                <fieldset><legend>{move || t().home.options()}</legend>
                    {move || info.get().map(|info| {
                        let is_common = |option: &OptionInfo| COMMON.contains(&option.name.as_str());
                        let (common, rare): (Vec<_>, Vec<_>) = info.options.into_iter().partition(is_common);
                        view! {
                            {common.into_iter().map(option).collect_view()}
                            <details><summary>{t().home.rare_options()}</summary>
                                {rare.into_iter().map(option).collect_view()}
                            </details>
                        }
                    })}
                </fieldset>
                <fieldset><legend>{move || t().home.seats()}</legend>
                    {move || match seats.get() {
                        Err(problem) => view! { <p class="danger">{problem}</p> }.into_any(),
                        Ok(names) => {
                            let many = names.len();
                            let mine = view! {
                                <label>{t().home.your_seat()}
                                    <select id="seat" on:change=move |event| seat.set(event_target_value(&event).parse().ok())>
                                        {names.iter().take(24).cloned().enumerate().map(|(at, name)| view! {
                                            <option value=at.to_string() selected=move || seat.get() == Some(at as u16)>{name}</option>
                                        }).collect_view()}
                                        <option value="" selected=move || seat.get().is_none()>{t().home.no_seat()}</option>
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
                                                {match hall::is_in_browser() {
                                                    true => view! { <option value=HERE>{t().home.here()}</option> },
                                                    false => view! { <option value="">{t().home.person()}</option> },
                                                }}
                                                {levels().into_iter().map(|level| {
                                                    let value = level.clone();
                                                    view! { <option value=value.clone() selected=move || computers.with(|list| list.get(&at) == Some(&value))>{t().home.level(&level)} " ⚙"</option> }
                                                }).collect_view()}
                                            </select>
                                        </label>
                                    </Show>
                                }
                            }).collect_view());
                            let fill = (many > 2).then(|| view! {
                                <label>{t().home.fill()}
                                    <select id="fill" on:change=move |event| rest.set(event_target_value(&event))>
                                        <option value="">{t().home.person()}</option>
                                        {levels().into_iter().map(|level| {
                                            let value = level.clone();
                                            view! { <option value=value.clone() selected=move || rest.get() == value>{t().home.level(&level)} " ⚙"</option> }
                                        }).collect_view()}
                                    </select>
                                </label>
                            });
                            (mine, others, fill).into_any()
                        }
                    }}
                </fieldset>
                <fieldset><legend>{move || t().home.clock_kind()}</legend>
                    <label>{move || t().home.clock_kind()}
                        <select id="clock" on:change=move |event| kind.set(event_target_value(&event))>
                            {move || [("none", t().home.no_clock()), ("total", t().home.clock_total()), ("per-move", t().home.clock_per_move()), ("days", t().home.clock_days())]
                                .map(|(value, name)| view! { <option value=value selected=move || kind.get() == value>{name}</option> })}
                        </select>
                    </label>
                    {move || match kind.get().as_str() {
                        "total" => (number(|| t().home.minutes(), minutes, 1, 600), number(|| t().home.increment(), more, 0, 600)).into_any(),
                        "per-move" => number(|| t().home.seconds(), seconds, 1, 86_400).into_any(),
                        "days" => number(|| t().home.many_days(), days, 1, 365).into_any(),
                        _ => ().into_any(),
                    }}
                </fieldset>
                {flag(|| t().home.private(), private)}
                <Show when=move || at_once(&chosen.get())>{flag(|| t().home.show_entered(), show_entered)}</Show>
                {flag(|| t().home.takebacks(), takebacks)}
                <button class="main" type="submit" disabled=busy>{move || t().home.make()}</button>
            </form>
        </section>
    }
}
