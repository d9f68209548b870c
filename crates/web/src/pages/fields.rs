//! Fields that the forms for tables and for contests share.

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::Clock;
use protocol::rest::{GameInfo, GamesBody};

use crate::app::App;
use crate::hall;
use crate::texts::t;

/// The words of a label.
pub type Label = fn() -> &'static str;

/// A field for a number between two limits.
#[derive(Clone, Copy)]
pub struct Number {
    id: &'static str,
    label: Label,
    low: u64,
    high: u64,
    value: RwSignal<u64>,
}

impl Number {
    /// A field that begins with `usual`.
    pub fn new(id: &'static str, label: Label, [low, usual, high]: [u64; 3]) -> Number {
        Number {
            id,
            label,
            low,
            high,
            value: RwSignal::new(usual),
        }
    }

    /// The same field with another label.
    pub fn labelled(self, label: Label) -> Number {
        Number { label, ..self }
    }

    /// The number; a view that reads it changes with it.
    pub fn get(self) -> u64 {
        self.value.get()
    }

    /// The field with its label.
    pub fn view(self) -> AnyView {
        let Number {
            id,
            label,
            low,
            high,
            value,
        } = self;
        view! {
            <label>{move || label()}
                <input id=id type="number" min=low max=high prop:value=move || value.get().to_string()
                    on:change={move |event| if let Ok(n) = event_target_value(&event).parse::<u64>() { value.set(n.clamp(low, high)); }}/>
            </label>
        }
        .into_any()
    }
}

/// The fields for a clock.
#[derive(Clone, Copy)]
pub struct ClockFields {
    /// The id of the list of kinds.
    pub id: &'static str,
    /// The kinds of clocks to choose from, by their names in JSON.
    pub kinds: &'static [(&'static str, Label)],
    /// The chosen kind.
    pub kind: RwSignal<&'static str>,
    /// The minutes for a game.
    pub minutes: Number,
    /// The seconds that every move adds.
    pub more: Number,
    /// The seconds for a move.
    pub seconds: Number,
    /// The days for a move.
    pub days: Number,
}

impl ClockFields {
    /// The clock that was chosen, if any.
    pub fn clock(self) -> Option<Clock> {
        match self.kind.get() {
            "total" => Some(Clock::Total {
                ms: self.minutes.get() * 60_000,
                increment_ms: self.more.get() * 1000,
            }),
            "per-move" => Some(Clock::PerMove {
                ms: self.seconds.get() * 1000,
            }),
            "days" => Some(Clock::Days {
                days: self.days.get() as u16,
            }),
            _ => None,
        }
    }

    /// The list of kinds, and the fields of the chosen one.
    pub fn view(self) -> AnyView {
        let ClockFields {
            id, kinds, kind, ..
        } = self;
        let choose = move |event: web_sys::Event| {
            let name = event_target_value(&event);
            if let Some((known, _)) = kinds.iter().find(|(known, _)| *known == name) {
                kind.set(known);
            }
        };
        view! {
            <label>{move || t().home.clock_kind()}
                <select id=id on:change=choose>
                    {move || kinds.iter().map(|&(value, name)| view! {
                        <option value=value selected=move || kind.get() == value>{name()}</option>
                    }).collect_view()}
                </select>
            </label>
            {move || match kind.get() {
                "total" => (self.minutes.view(), self.more.view()).into_any(),
                "per-move" => self.seconds.view(),
                "days" => self.days.view(),
                _ => ().into_any(),
            }}
        }
        .into_any()
    }
}

/// A box to tick.
pub fn flag(label: Label, value: RwSignal<bool>) -> AnyView {
    view! {
        <label class="check"><input type="checkbox" prop:checked=value on:change=move |event| value.set(event_target_checked(&event))/>{move || label()}</label>
    }
    .into_any()
}

/// The list of games. `chosen` is the id of the selected one.
pub fn game_list(
    id: &'static str,
    chosen: RwSignal<String>,
    choose: impl FnMut(web_sys::Event) + 'static,
) -> AnyView {
    view! {
        <label>{move || t().home.game()}
            <select id=id on:change=choose>
                {catalog::GAMES.map(|info| view! {
                    <option value=info.id selected=move || chosen.get() == info.id>{info.name}</option>
                })}
            </select>
        </label>
    }
    .into_any()
}

/// What the hall says about the chosen game.
pub fn info_of(chosen: RwSignal<String>) -> Memo<Option<GameInfo>> {
    let games = RwSignal::new(Vec::<GameInfo>::new());
    spawn_local(async move {
        match hall::get::<GamesBody>("/games").await {
            Ok(answer) => drop(games.try_set(answer.games)),
            Err(trouble) => App::here().say(trouble),
        }
    });
    Memo::new(move |_| {
        let id = chosen.get();
        games.with(|games| games.iter().find(|game| game.game == id).cloned())
    })
}
