//! A form for a new table. The hall says which games, options and computers there are.

use std::collections::BTreeMap;

use catalog::AnyPending;
use game::Say as _;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::rest::{GameInfo, NewTableBody, OptionInfo, OptionValue};
use protocol::{Clock, GameData, NewTable};

use super::fields::{ClockFields, Label, Number, flag, game_list, info_of};
use crate::app::App;
use crate::hall;
use crate::pages::table::hotseat::seat_guests;
use crate::route::{Route, go};
use crate::texts::{Shown as _, capital, t, told};

/// The value for a person at this browser, in place of a computer.
const HERE: &str = "here";

/// The options that most people want; the others are folded away.
const COMMON: [&str; 5] = ["players", "setup", "tie", "size", "rounds"];

/// Whether all choose at once, in secret from each other.
fn at_once(game: &str) -> bool {
    catalog::open(game, &GameData::NULL).is_ok_and(|game| {
        let pending = game.pending(&game.start());
        matches!(pending, AnyPending::Choose(seats) if seats.iter().count() > 1)
    })
}

const CLOCKS: [(&str, Label); 4] = [
    ("none", || t().home.no_clock()),
    ("total", || t().home.clock_total()),
    ("per-move", || t().home.clock_per_move()),
    ("days", || t().home.clock_days()),
];

/// The content of the form.
#[derive(Clone, Copy)]
struct Draft {
    game: RwSignal<String>,
    /// What the hall says about the game.
    info: Memo<Option<GameInfo>>,
    options: RwSignal<BTreeMap<String, OptionValue>>,
    /// The names of the seats that the game has with these options.
    seats: Memo<Result<Vec<String>, String>>,
    title: RwSignal<String>,
    /// The reader's own seat.
    mine: RwSignal<Option<u16>>,
    /// The computers by seat, or [`HERE`].
    computers: RwSignal<BTreeMap<u16, String>>,
    /// The computer for all seats that stay open.
    fill: RwSignal<String>,
    clock: ClockFields,
    private: RwSignal<bool>,
    show_entered: RwSignal<bool>,
    takebacks: RwSignal<bool>,
    busy: RwSignal<bool>,
}

/// In a hall without a server, everyone is here.
fn usual_computers() -> BTreeMap<u16, String> {
    if hall::is_in_browser() {
        (0..4).map(|seat| (seat, HERE.to_owned())).collect()
    } else {
        BTreeMap::new()
    }
}

impl Draft {
    fn new(game: Option<String>) -> Draft {
        let game = RwSignal::new(game.unwrap_or_else(|| catalog::GAMES[0].id.to_owned()));
        let options = RwSignal::new(BTreeMap::<String, OptionValue>::new());
        let seats = Memo::new(move |_| {
            let opened = catalog::open(&game.get(), &GameData::from_options(options.get()));
            opened
                .map(|game| {
                    let seats = (0..game.seats()).map(game::Seat);
                    seats.map(|seat| told(&game.seat_message(seat))).collect()
                })
                .map_err(|error| error.message().shown())
        });
        Draft {
            game,
            info: info_of(game),
            options,
            seats,
            title: RwSignal::default(),
            mine: RwSignal::new(Some(0)),
            computers: RwSignal::new(usual_computers()),
            fill: RwSignal::default(),
            clock: ClockFields {
                id: "clock",
                kinds: &CLOCKS,
                kind: RwSignal::new("none"),
                minutes: Number::new("minutes", || t().home.minutes(), [1, 10, 600]),
                more: Number::new("increment", || t().home.increment(), [0, 5, 600]),
                seconds: Number::new("seconds", || t().home.seconds(), [1, 30, 86_400]),
                days: Number::new("days", || t().home.many_days(), [1, 3, 365]),
            },
            private: RwSignal::new(false),
            show_entered: RwSignal::new(true),
            takebacks: RwSignal::new(true),
            busy: RwSignal::new(false),
        }
    }

    fn choose_game(self, event: web_sys::Event) {
        self.game.set(event_target_value(&event));
        self.options.set(BTreeMap::new());
        self.computers.set(usual_computers());
    }

    /// The table, and the seats for people at this browser. They sit down once the table
    /// exists.
    fn table(self) -> (NewTable, Vec<u16>) {
        let many = self.seats.with(|seats| seats.as_ref().map_or(0, Vec::len));
        let mine = self.mine.get().filter(|seat| usize::from(*seat) < many);
        let computers = self.computers.get();
        let others = |at: &u16| mine != Some(*at);
        let is_here = |at: &u16| computers.get(at).is_some_and(|name| name == HERE);
        let list = (0..many as u16).map(|at| {
            let name = computers.get(&at).filter(|name| *name != HERE);
            name.filter(|_| others(&at)).cloned()
        });
        let table = NewTable {
            options: GameData::from_options(self.options.get()),
            title: self.title.get(),
            clock: self.clock.clock().unwrap_or(Clock::None),
            private: self.private.get(),
            seat: mine,
            computers: list.collect(),
            fill: Some(self.fill.get()).filter(|fill| !fill.is_empty()),
            show_entered: self.show_entered.get(),
            takebacks: Some(self.takebacks.get()),
            ..NewTable::of(&self.game.get())
        };
        let here = (0..many as u16).filter(others).filter(is_here);
        (table, here.collect())
    }

    fn make(self, event: web_sys::SubmitEvent) {
        event.prevent_default();
        if self.busy.get_untracked() {
            return;
        }
        let (new, here) = untrack(|| self.table());
        self.busy.set(true);
        spawn_local(async move {
            match hall::request("POST", "/tables", &new).await {
                Ok(NewTableBody { table, key, .. }) => {
                    if !here.is_empty()
                        && let Err(trouble) = seat_guests(&table, new.seat, &here).await
                    {
                        App::here().say(trouble);
                    }
                    go(Route::Table(table, key));
                }
                Err(trouble) => App::here().say(trouble),
            }
            let _ = self.busy.try_set(false);
        });
    }
}

/// A form for a new table.
#[component]
pub fn NewPage(
    /// The game that is chosen at first.
    game: Option<String>,
) -> impl IntoView {
    let draft = Draft::new(game);
    let Draft {
        title,
        show_entered,
        busy,
        ..
    } = draft;
    view! {
        <section class="page narrow">
            <h1>{move || t().home.new_table()}</h1>
            <form class="card form" on:submit=move |event| draft.make(event)>
                {game_list("game", draft.game, move |event| draft.choose_game(event))}
                <label>{move || t().home.title()}<input maxlength="60" prop:value=title on:input=move |event| title.set(event_target_value(&event))/></label>
                <fieldset><legend>{move || t().home.options()}</legend>{move || option_fields(draft)}</fieldset>
                <fieldset><legend>{move || t().home.seats()}</legend>{move || seat_fields(draft)}</fieldset>
                <fieldset><legend>{move || t().home.clock_kind()}</legend>{draft.clock.view()}</fieldset>
                {flag(|| t().home.private(), draft.private)}
                <Show when=move || at_once(&draft.game.get())>{flag(|| t().home.show_entered(), show_entered)}</Show>
                {flag(|| t().home.takebacks(), draft.takebacks)}
                <button class="main" type="submit" disabled=busy>{move || t().home.make()}</button>
            </form>
        </section>
    }
}

/// The options of the game.
fn option_fields(draft: Draft) -> Option<impl IntoView + use<>> {
    let info = draft.info.get()?;
    let is_common = |option: &OptionInfo| COMMON.contains(&option.name.as_str());
    let (common, rare): (Vec<_>, Vec<_>) = info.options.into_iter().partition(is_common);
    let fields = move |options: Vec<OptionInfo>| {
        let fields = options.into_iter();
        fields
            .map(|option| option_field(draft, option))
            .collect_view()
    };
    Some(view! {
        {fields(common)}
        <details><summary>{t().home.rare_options()}</summary>{fields(rare)}</details>
    })
}

fn option_field(draft: Draft, option: OptionInfo) -> AnyView {
    let OptionInfo { name, values, what } = option;
    let game = draft.game.get_untracked();
    let game = catalog::GAMES.iter().find(|info| info.id == game);
    let what = game.map_or(what, |game| told(&game.option(&name)));
    let what = capital(&what);
    let usual = draft.info.with_untracked(|info| {
        let usual = info.as_ref().and_then(|info| info.usual.as_ref());
        usual.and_then(|usual| usual.field(&name))
    });
    let id = format!("option-{name}");
    let set = move |value: OptionValue| {
        draft.options.update(|options| {
            options.insert(name.clone(), value);
        });
    };
    let input = match (values.one_of, values.low.zip(values.high)) {
        (Some(list), _) => {
            let rows = list.iter().map(|value| {
                let is_usual = usual.as_ref() == Some(value);
                view! { <option value=value.to_string() selected=is_usual>{value_name(game, value)}</option> }
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
}

/// The reader's seat, and the players on the other seats.
fn seat_fields(draft: Draft) -> AnyView {
    let Draft { mine, fill, .. } = draft;
    let names = match draft.seats.get() {
        Ok(names) => names,
        Err(problem) => return view! { <p class="danger">{problem}</p> }.into_any(),
    };
    let many = names.len();
    let own = view! {
        <label>{t().home.your_seat()}
            <select id="seat" on:change=move |event| mine.set(event_target_value(&event).parse().ok())>
                {names.iter().take(24).cloned().enumerate().map(|(at, name)| view! {
                    <option value=at.to_string() selected=move || mine.get() == Some(at as u16)>{name}</option>
                }).collect_view()}
                <option value="" selected=move || mine.get().is_none()>{t().home.no_seat()}</option>
            </select>
        </label>
    };
    let others = (many <= 12).then(|| {
        let names = (0..).zip(names);
        names
            .map(|(at, name)| other_seat(draft, at, name))
            .collect_view()
    });
    let rest = (many > 2).then(|| {
        view! {
            <label>{t().home.fill()}
                <select id="fill" on:change=move |event| fill.set(event_target_value(&event))>
                    <option value="">{t().home.person()}</option>
                    {levels(draft, move |level| fill.get() == level)}
                </select>
            </label>
        }
    });
    (own, others, rest).into_any()
}

/// The player on a seat that is not the reader's.
fn other_seat(draft: Draft, at: u16, name: String) -> impl IntoView {
    let Draft {
        mine, computers, ..
    } = draft;
    let choose = move |event: web_sys::Event| {
        let value = event_target_value(&event);
        computers.update(|list| {
            if value.is_empty() {
                list.remove(&at);
            } else {
                list.insert(at, value);
            }
        });
    };
    let is_chosen = move |level: &str| {
        computers.with(|list| list.get(&at).is_some_and(|chosen| chosen == level))
    };
    view! {
        <Show when=move || mine.get() != Some(at)>
            <label>{name.clone()}
                <select id=format!("sitter-{at}") on:change=choose>
                    {if hall::is_in_browser() {
                        view! { <option value=HERE>{t().home.here()}</option> }.into_any()
                    } else {
                        view! { <option value="">{t().home.person()}</option> }.into_any()
                    }}
                    {levels(draft, is_chosen)}
                </select>
            </label>
        </Show>
    }
}

/// The game's computers as options of a list.
fn levels(draft: Draft, is_chosen: impl Fn(&str) -> bool + Copy + Send + 'static) -> impl IntoView {
    let levels = draft.info.with(|info| {
        let levels = info.as_ref().map(|info| info.computers.clone());
        levels.unwrap_or_default()
    });
    let levels = levels.into_iter().map(move |level| {
        let value = level.clone();
        view! { <option value=level.clone() selected=move || is_chosen(&value)>{t().home.level(&level)} " ⚙"</option> }
    });
    levels.collect_view()
}

/// What a value of an option is called.
fn value_name(game: Option<&catalog::Info>, value: &OptionValue) -> String {
    match (value, game) {
        (OptionValue::Flag(true), _) => t().home.yes().to_owned(),
        (OptionValue::Flag(false), _) => t().home.no().to_owned(),
        (OptionValue::Word(word), Some(game)) => told(&game.value(word)),
        (value, _) => value.to_string(),
    }
}
