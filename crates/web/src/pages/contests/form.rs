//! A form for a new contest.

use std::collections::BTreeSet;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::contest::{ContestRow, Entry, NewContest};
use protocol::rest::{AvailableBody, AvailablePlayer, GameInfo, GamesBody, OptionValue};
use protocol::{Clock, GameData};

use super::LOOK;
use crate::app::App;
use crate::browser;
use crate::hall;
use crate::route::{Route, go};
use crate::texts::t;

/// What is called a seat too many: a hall's contests have so many entrants.
const MOST_ENTRANTS: i64 = 12;

/// A format and what it is called.
type FormatName = (&'static str, fn() -> &'static str);

/// The formats of contests between two.
const FORMATS: [FormatName; 4] = [
    ("round-robin", || t().contests.round_robin()),
    ("gauntlet", || t().contests.gauntlet()),
    ("swiss", || t().contests.swiss()),
    ("knockout", || t().contests.knockout()),
];

/// A form for a new contest.
#[component]
pub fn ContestForm() -> impl IntoView {
    let games = RwSignal::new(Vec::<GameInfo>::new());
    let available = RwSignal::new(Vec::<AvailablePlayer>::new());
    let chosen = RwSignal::new(catalog::USUAL.id.to_owned());
    let title = RwSignal::new(String::new());
    // Names of computers, ids of programs.
    let levels = RwSignal::new(BTreeSet::from(["weak".to_owned(), "medium".to_owned()]));
    let programs = RwSignal::new(BTreeSet::<String>::new());
    // Nothing: as the hall likes it.
    let seats = RwSignal::new(None::<i64>);
    let format = RwSignal::new(FORMATS[0].0.to_owned());
    let rounds = RwSignal::new(3_u64);
    let each = RwSignal::new(4_u64);
    let kind = RwSignal::new("none".to_owned());
    let minutes = RwSignal::new(5_u64);
    let more = RwSignal::new(1_u64);
    let seconds = RwSignal::new(5_u64);
    let busy = RwSignal::new(false);
    spawn_local(async move {
        match hall::get::<GamesBody>("/games").await {
            Ok(answer) => drop(games.try_set(answer.games)),
            Err(trouble) => App::here().say(trouble.reason),
        }
    });
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
    let info = Memo::new(move |_| {
        let id = chosen.get();
        games.with(|games| games.iter().find(|game| game.game == id).cloned())
    });
    // The connected programs that play the game.
    let playing = Memo::new(move |_| {
        let game = chosen.get();
        available.with(|list| {
            let plays = |one: &&AvailablePlayer| one.player.program && one.games.contains(&game);
            list.iter()
                .filter(plays)
                .map(|one| (one.player.player.clone(), one.player.name.clone()))
                .collect::<Vec<_>>()
        })
    });
    // Those who have gone cannot be entered any more.
    let entered = move || {
        playing.with(|list| {
            let here = list.iter().map(|(player, _)| player);
            here.filter(|player| programs.with(|programs| programs.contains(*player)))
                .cloned()
                .collect::<Vec<_>>()
        })
    };
    // What the game says about the number of its players, if one can choose.
    let choice = Memo::new(move |_| {
        info.with(|info| {
            let mut options = info.as_ref()?.options.iter();
            let players = options.find(|option| option.name == "players");
            players.map(|option| option.values.clone())
        })
    });
    let many = Memo::new(move |_| {
        let usual = info
            .with(|info| info.as_ref().and_then(|info| info.seats))
            .map_or(2, i64::from);
        let entrants = (levels.with(BTreeSet::len) + entered().len()) as i64;
        let any = choice.with(|choice| {
            choice
                .as_ref()
                .is_some_and(|values| values.one_of.is_none())
        });
        seats.get().unwrap_or(if any { entrants } else { usual })
    });
    let makes = move || {
        (many.get() == 2).then(|| {
            let entrants = (levels.with(BTreeSet::len) + entered().len()) as u64;
            let others = entrants.saturating_sub(1);
            let pairs = match format.get().as_str() {
                "swiss" => entrants / 2 * rounds.get(),
                "round-robin" => entrants * others / 2,
                _ => others,
            };
            let games = pairs * each.get();
            t().contests.makes(games)
        })
    };
    let start = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        let levels = levels.get_untracked().into_iter().map(Entry::Computer);
        let programs = untrack(entered)
            .into_iter()
            .map(|player| Entry::Player { player });
        let options = seats.get_untracked().map_or(GameData::NULL, |seats| {
            GameData::from_options([("players", OptionValue::Number(seats))])
        });
        let clock = match kind.get_untracked().as_str() {
            "total" => Some(Clock::Total {
                ms: minutes.get_untracked() * 60_000,
                increment_ms: more.get_untracked() * 1000,
            }),
            "per-move" => Some(Clock::PerMove {
                ms: seconds.get_untracked() * 1000,
            }),
            _ => None,
        };
        let two = many.get_untracked() == 2;
        let format = two.then(|| format.get_untracked());
        let swiss = format.as_deref() == Some("swiss");
        let new = NewContest {
            format,
            rounds: swiss.then(|| rounds.get_untracked() as u32),
            game: chosen.get_untracked(),
            options,
            entrants: levels.chain(programs).collect(),
            games: Some(each.get_untracked()),
            clock,
            title: title.get_untracked(),
        };
        busy.set(true);
        spawn_local(async move {
            match hall::request::<ContestRow>("POST", "/contests", &new).await {
                Ok(made) => go(Route::Contest(made.contest)),
                Err(trouble) => App::here().say(trouble.reason),
            }
            let _ = busy.try_set(false);
        });
    };
    let choose = move |event: web_sys::Event| {
        chosen.set(event_target_value(&event));
        seats.set(None);
        levels.set(BTreeSet::from(["weak".to_owned(), "medium".to_owned()]));
        programs.set(BTreeSet::new());
    };
    let number = |id: &'static str,
                  name: fn() -> &'static str,
                  value: RwSignal<u64>,
                  low: u64,
                  high: u64| {
        view! {
            <label>{move || name()}
                <input id=id type="number" min=low max=high prop:value=move || value.get().to_string()
                    on:change={move |event| if let Ok(n) = event_target_value(&event).parse::<u64>() { value.set(n.clamp(low, high)); }}/>
            </label>
        }
    };
    let check = |name: String, value: String, set: RwSignal<BTreeSet<String>>| {
        let (known, changed) = (value.clone(), value.clone());
        view! {
            <label class="check">
                <input type="checkbox" name="entrant" value=value prop:checked=move || set.with(|set| set.contains(&known))
                    on:change=move |event| {
                        let on = event_target_checked(&event);
                        set.update(|set| match on {
                            true => { set.insert(changed.clone()); }
                            false => { set.remove(&changed); }
                        });
                    }/>
                {name}" ⚙"
            </label>
        }
    };
    let too_few = move || levels.with(BTreeSet::len) + programs.with(BTreeSet::len) < 2;
    let picked = move |event: web_sys::Event| seats.set(event_target_value(&event).parse().ok());
    view! {
        <form class="card form contest-form" on:submit=start aria-labelledby="new-contest">
            <h2 id="new-contest">{move || t().contests.new_contest()}</h2>
            <label>{move || t().home.game()}
                <select id="contest-game" on:change=choose>
                    {catalog::GAMES.map(|info| view! {
                        <option value=info.id selected=move || chosen.get() == info.id>{info.name}</option>
                    })}
                </select>
            </label>
            <label>{move || t().contests.name()}<input id="contest-title" maxlength="40" prop:value=title on:input=move |event| title.set(event_target_value(&event))/></label>
            <fieldset><legend>{move || t().contests.entrants()}</legend>
                <p class="muted small">{move || t().contests.computers()}</p>
                <div class="checks">
                    {move || info.with(|info| info.as_ref().map(|info| {
                        info.computers.iter().map(|name| check(t().home.level(name), name.clone(), levels)).collect_view()
                    }))}
                </div>
                <p class="muted small">{move || t().contests.programs()}</p>
                <div class="checks">
                    {move || match playing.get() {
                        none if none.is_empty() => view! { <p class="small">{t().contests.no_programs()}</p> }.into_any(),
                        list => list.into_iter().map(|(player, name)| check(name, player, programs)).collect_view().into_any(),
                    }}
                </div>
            </fieldset>
            {move || choice.get().map(|values| match values.one_of {
                Some(list) => view! {
                    <label>{t().contests.seats()}
                        <select id="contest-seats" on:change=picked>
                            {list.into_iter().map(|value| {
                                let number = value.number();
                                view! { <option value=value.to_string() selected=move || Some(many.get()) == number>{value.to_string()}</option> }
                            }).collect_view()}
                        </select>
                    </label>
                }.into_any(),
                None => view! {
                    <label>{t().contests.seats()}
                        <select id="contest-seats" on:change=picked>
                            <option value="" selected=move || seats.get().is_none()>{t().contests.as_many()}</option>
                            {(2..=MOST_ENTRANTS).map(|number| view! {
                                <option value=number.to_string() selected=move || seats.get() == Some(number)>{number}</option>
                            }).collect_view()}
                        </select>
                    </label>
                }.into_any(),
            })}
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
                {move || (many.get() == 2 && format.get() == "swiss")
                    .then(|| number("contest-rounds", || t().contests.rounds(), rounds, 1, 11))}
                {move || match many.get() {
                    2 => number("contest-games", || t().contests.games_each(), each, 1, 400).into_any(),
                    _ => number("contest-games", || t().contests.games_table(), each, 1, 400).into_any(),
                }}
            </div>
            <p class="muted" role="status">{makes}</p>
            <fieldset><legend>{move || t().home.clock()}</legend>
                <label>{move || t().home.clock_kind()}
                    <select id="contest-clock" on:change=move |event| kind.set(event_target_value(&event))>
                        {move || [("none", t().contests.no_clock()), ("total", t().home.clock_total()), ("per-move", t().home.clock_per_move())]
                            .map(|(value, name)| view! { <option value=value selected=move || kind.get() == value>{name}</option> })}
                    </select>
                </label>
                {move || match kind.get().as_str() {
                    "total" => (number("contest-minutes", || t().home.minutes(), minutes, 1, 60), number("contest-more", || t().home.increment(), more, 0, 60)).into_any(),
                    "per-move" => number("contest-seconds", || t().home.seconds(), seconds, 1, 60).into_any(),
                    _ => ().into_any(),
                }}
            </fieldset>
            <button class="main" type="submit" disabled=move || busy.get() || too_few()>{move || t().contests.start()}</button>
        </form>
    }
}
