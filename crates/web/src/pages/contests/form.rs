//! A form for a new contest.

use std::collections::BTreeSet;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::GameData;
use protocol::contest::{ContestRow, Entry, NewContest};
use protocol::rest::{AvailableBody, AvailablePlayer, GameInfo, OptionValue, OptionValues};

use super::LOOK;
use crate::app::App;
use crate::browser;
use crate::hall;
use crate::pages::fields::{ClockFields, Label, Number, game_list, info_of};
use crate::route::{Route, go};
use crate::texts::t;

/// The most entrants of a contest in the hall.
const MOST_ENTRANTS: i64 = 12;

/// The formats of contests between two.
const FORMATS: [(&str, Label); 4] = [
    ("round-robin", || t().contests.round_robin()),
    ("gauntlet", || t().contests.gauntlet()),
    ("swiss", || t().contests.swiss()),
    ("knockout", || t().contests.knockout()),
];

const CLOCKS: [(&str, Label); 3] = [
    ("none", || t().contests.no_clock()),
    ("total", || t().home.clock_total()),
    ("per-move", || t().home.clock_per_move()),
];

/// The content of the form.
#[derive(Clone, Copy)]
struct Draft {
    game: RwSignal<String>,
    /// What the hall says about the game.
    info: Memo<Option<GameInfo>>,
    title: RwSignal<String>,
    /// The names of computers that take part.
    levels: RwSignal<BTreeSet<String>>,
    /// The ids of programs that take part.
    programs: RwSignal<BTreeSet<String>>,
    /// The connected programs that play the game, with their names.
    connected: Memo<Vec<(String, String)>>,
    /// The number of seats; `None` leaves the choice to the hall.
    seats: RwSignal<Option<i64>>,
    format: RwSignal<String>,
    rounds: Number,
    each: Number,
    clock: ClockFields,
    busy: RwSignal<bool>,
}

fn usual_levels() -> BTreeSet<String> {
    BTreeSet::from(["weak".to_owned(), "medium".to_owned()])
}

impl Draft {
    fn new() -> Draft {
        let game = RwSignal::new(catalog::USUAL.id.to_owned());
        let clock = ClockFields {
            id: "contest-clock",
            kinds: &CLOCKS,
            kind: RwSignal::new("none"),
            minutes: Number::new("contest-minutes", || t().home.minutes(), [1, 5, 60]),
            more: Number::new("contest-more", || t().home.increment(), [0, 1, 60]),
            seconds: Number::new("contest-seconds", || t().home.seconds(), [1, 5, 60]),
            days: Number::new("contest-days", || t().home.many_days(), [1, 1, 1]),
        };
        Draft {
            game,
            info: info_of(game),
            title: RwSignal::default(),
            levels: RwSignal::new(usual_levels()),
            programs: RwSignal::default(),
            connected: connected_programs(game),
            seats: RwSignal::new(None),
            format: RwSignal::new(FORMATS[0].0.to_owned()),
            rounds: Number::new("contest-rounds", || t().contests.rounds(), [1, 3, 11]),
            each: Number::new("contest-games", || t().contests.games_each(), [1, 4, 400]),
            clock,
            busy: RwSignal::new(false),
        }
    }

    fn choose_game(self, event: web_sys::Event) {
        self.game.set(event_target_value(&event));
        self.seats.set(None);
        self.levels.set(usual_levels());
        self.programs.set(BTreeSet::new());
    }

    /// The chosen programs. One that has left cannot be entered any more.
    fn entered(self) -> Vec<String> {
        let here = self.connected.get().into_iter().map(|(player, _)| player);
        self.programs
            .with(|programs| here.filter(|player| programs.contains(player)).collect())
    }

    fn entrants(self) -> usize {
        self.levels.with(BTreeSet::len) + self.entered().len()
    }

    /// The numbers of players that the game allows, if you can choose.
    fn choice(self) -> Option<OptionValues> {
        self.info.with(|info| {
            let mut options = info.as_ref()?.options.iter();
            let players = options.find(|option| option.name == "players");
            players.map(|option| option.values.clone())
        })
    }

    /// The number of seats of a game.
    fn many(self) -> i64 {
        self.seats.get().unwrap_or_else(|| match self.choice() {
            Some(values) if values.one_of.is_none() => self.entrants() as i64,
            _ => self.info.with(|info| {
                let seats = info.as_ref().and_then(|info| info.seats);
                seats.map_or(2, i64::from)
            }),
        })
    }

    /// Says how many games the contest will have, if they are between two.
    fn size(self) -> Option<String> {
        if self.many() != 2 {
            return None;
        }
        let entrants = self.entrants() as u64;
        let others = entrants.saturating_sub(1);
        let pairs = match self.format.get().as_str() {
            "swiss" => entrants / 2 * self.rounds.get(),
            "round-robin" => entrants * others / 2,
            _ => others,
        };
        Some(t().contests.makes(pairs * self.each.get()))
    }

    fn contest(self) -> NewContest {
        let levels = self.levels.get().into_iter().map(Entry::Computer);
        let programs = self.entered().into_iter();
        let programs = programs.map(|player| Entry::Player { player });
        let format = (self.many() == 2).then(|| self.format.get());
        let swiss = format.as_deref() == Some("swiss");
        NewContest {
            format,
            rounds: swiss.then(|| self.rounds.get() as u32),
            game: self.game.get(),
            options: self.seats.get().map_or(GameData::NULL, |seats| {
                GameData::from_options([("players", OptionValue::Number(seats))])
            }),
            entrants: levels.chain(programs).collect(),
            games: Some(self.each.get()),
            clock: self.clock.clock(),
            title: self.title.get(),
        }
    }

    fn start(self, event: web_sys::SubmitEvent) {
        event.prevent_default();
        if self.busy.get_untracked() {
            return;
        }
        let new = untrack(|| self.contest());
        self.busy.set(true);
        spawn_local(async move {
            match hall::request::<ContestRow>("POST", "/contests", &new).await {
                Ok(made) => go(Route::Contest(made.contest)),
                Err(trouble) => App::here().say(trouble),
            }
            let _ = self.busy.try_set(false);
        });
    }
}

/// The connected programs that play a game: ids and names.
fn connected_programs(game: RwSignal<String>) -> Memo<Vec<(String, String)>> {
    let available = RwSignal::new(Vec::<AvailablePlayer>::new());
    let fetch = move || {
        spawn_local(async move {
            if let Ok(AvailableBody { available: new }) = hall::get("/players").await {
                let same = available.try_with_untracked(|known| *known == new);
                if same == Some(false) {
                    available.set(new);
                }
            }
        });
    };
    fetch();
    browser::every(LOOK, fetch);
    Memo::new(move |_| {
        let game = game.get();
        available.with(|list| {
            let plays = |one: &&AvailablePlayer| one.player.program && one.games.contains(&game);
            list.iter()
                .filter(plays)
                .map(|one| (one.player.player.clone(), one.player.name.clone()))
                .collect()
        })
    })
}

/// A form for a new contest.
#[component]
pub fn ContestForm() -> impl IntoView {
    let draft = Draft::new();
    let Draft {
        title,
        format,
        rounds,
        each,
        ..
    } = draft;
    let many = Memo::new(move |_| draft.many());
    let too_few = move || draft.levels.with(BTreeSet::len) + draft.programs.with(BTreeSet::len) < 2;
    view! {
        <form class="card form contest-form" on:submit=move |event| draft.start(event) aria-labelledby="new-contest">
            <h2 id="new-contest">{move || t().contests.new_contest()}</h2>
            {game_list("contest-game", draft.game, move |event| draft.choose_game(event))}
            <label>{move || t().contests.name()}<input id="contest-title" maxlength="40" prop:value=title on:input=move |event| title.set(event_target_value(&event))/></label>
            <fieldset><legend>{move || t().contests.entrants()}</legend>{entrant_fields(draft)}</fieldset>
            {move || draft.choice().map(|values| seat_field(draft, values))}
            {move || (many.get() == 2).then(|| view! {
                <label>{t().contests.format()}
                    <select id="contest-format" on:change=move |event| format.set(event_target_value(&event))>
                        {FORMATS.map(|(id, name)| view! {
                            <option value=id selected=move || format.get() == id>{name()}</option>
                        })}
                    </select>
                </label>
            })}
            <div class="row wide">
                {move || (many.get() == 2 && format.get() == "swiss").then(|| rounds.view())}
                {move || match many.get() {
                    2 => each.view(),
                    _ => each.labelled(|| t().contests.games_table()).view(),
                }}
            </div>
            <p class="muted" role="status">{move || draft.size()}</p>
            <fieldset><legend>{move || t().home.clock()}</legend>{draft.clock.view()}</fieldset>
            <button class="main" type="submit" disabled=move || draft.busy.get() || too_few()>{move || t().contests.start()}</button>
        </form>
    }
}

/// The computers and programs to choose from.
fn entrant_fields(draft: Draft) -> impl IntoView {
    view! {
        <p class="muted small">{move || t().contests.computers()}</p>
        <div class="checks">
            {move || draft.info.with(|info| info.as_ref().map(|info| {
                info.computers.iter().map(|name| entrant(t().home.level(name).to_string(), name.clone(), draft.levels)).collect_view()
            }))}
        </div>
        <p class="muted small">{move || t().contests.programs()}</p>
        <div class="checks">
            {move || match draft.connected.get() {
                none if none.is_empty() => view! { <p class="small">{t().contests.no_programs()}</p> }.into_any(),
                list => list.into_iter().map(|(player, name)| entrant(name, player, draft.programs)).collect_view().into_any(),
            }}
        </div>
    }
}

/// A box to tick for an entrant.
fn entrant(name: String, value: String, chosen: RwSignal<BTreeSet<String>>) -> impl IntoView {
    let (known, changed) = (value.clone(), value.clone());
    let change = move |event: web_sys::Event| {
        let on = event_target_checked(&event);
        chosen.update(|chosen| {
            if on {
                chosen.insert(changed.clone());
            } else {
                chosen.remove(&changed);
            }
        });
    };
    view! {
        <label class="check">
            <input type="checkbox" name="entrant" value=value prop:checked=move || chosen.with(|chosen| chosen.contains(&known)) on:change=change/>
            {name}" ⚙"
        </label>
    }
}

/// The number of seats, one of those that the game allows.
fn seat_field(draft: Draft, values: OptionValues) -> impl IntoView {
    let seats = draft.seats;
    let any = values.one_of.is_none();
    let as_many = any.then(|| {
        view! { <option value="" selected=move || seats.get().is_none()>{t().contests.as_many()}</option> }
    });
    let numbers: Vec<i64> = match values.one_of {
        Some(list) => list.iter().filter_map(OptionValue::number).collect(),
        None => (2..=MOST_ENTRANTS).collect(),
    };
    let is_chosen = move |number| {
        let chosen = if any { seats.get() } else { Some(draft.many()) };
        chosen == Some(number)
    };
    view! {
        <label>{t().contests.seats()}
            <select id="contest-seats" on:change=move |event| seats.set(event_target_value(&event).parse().ok())>
                {as_many}
                {numbers.into_iter().map(|number| view! {
                    <option value=number.to_string() selected=move || is_chosen(number)>{number}</option>
                }).collect_view()}
            </select>
        </label>
    }
}
