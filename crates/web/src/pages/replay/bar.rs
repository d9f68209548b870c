//! Stepping through a game: buttons, a slider, keys.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::reader::Reader;
use crate::app::App;
use crate::browser;
use crate::texts::t;

/// Milliseconds between steps.
const PACES: [u32; 5] = [2000, 1000, 500, 200, 60];

/// The bar below the board.
#[component]
pub fn Bar(reader: Reader) -> impl IntoView {
    let steps = reader.history().len();
    let has_small = reader
        .history()
        .film
        .frames()
        .iter()
        .any(|frame| !frame.is_key);
    let most = move || reader.stops.with(|stops| stops.len() - 1).to_string();
    let at = move || {
        let shown = reader.shown.get();
        reader
            .stops
            .with(|stops| stops.partition_point(|stop| *stop < shown))
            .to_string()
    };
    let words = Memo::new(move |_| match reader.current.get() {
        Some(_) => t().replay.in_variation().to_owned(),
        None => t().replay.step_of(reader.shown.get(), steps),
    });
    let scrub = move |event: web_sys::Event| {
        let Ok(at) = event_target_value(&event).parse::<usize>() else {
            return;
        };
        let step = reader.stops.with_untracked(|stops| stops.get(at).copied());
        if let Some(step) = step {
            reader.go(step);
        }
    };
    let copy = move |_| {
        if let Some(link) = reader.link() {
            browser::copy(&link);
            App::here().say(t().table.copied());
        }
    };
    view! {
        <div class="card bar" role="group" aria-label=move || t().replay.go_through()>
            <label class="scrub"><span class="unseen">{move || t().replay.scrub()}</span>
                <input id="scrub" type="range" min="0" max=most step="1" prop:max=most prop:value=at
                    aria-valuetext=move || words.get() on:input=scrub/>
            </label>
            <div class="row bar-row">
                <div class="row steps">
                    <button id="first" aria-label=move || t().replay.first() title=move || t().replay.first() on:click=move |_| reader.first()>"|◀"</button>
                    <button id="previous" aria-label=move || t().replay.previous() title=move || t().replay.previous() on:click=move |_| reader.previous()>"◀"</button>
                    <button id="auto" class="main" aria-pressed=move || reader.plays.get().to_string()
                        aria-label=move || t().replay.auto() title=move || t().replay.auto()
                        on:click=move |_| reader.toggle()>
                        {move || if reader.plays.get() { "■" } else { "▶▶" }}
                    </button>
                    <button id="next" aria-label=move || t().replay.next() title=move || t().replay.next() on:click=move |_| reader.next()>"▶"</button>
                    <button id="last" aria-label=move || t().replay.last() title=move || t().replay.last() on:click=move |_| reader.last()>"▶|"</button>
                </div>
                <output class="mono" id="step">{move || words.get()}</output>
                <select class="pace" id="pace" aria-label=move || t().replay.pace() on:change=move |event| {
                    if let Ok(pace) = event_target_value(&event).parse() { reader.pace.set(pace); }
                }>
                    {PACES.map(|pace| view! {
                        <option value=pace selected=move || reader.pace.get() == pace>
                            {move || t().replay.per_second(rate(pace))}
                        </option>
                    })}
                </select>
                {has_small.then(|| view! {
                    <select class="pace" id="every" aria-label=move || t().replay.which() on:change=move |event| {
                        reader.every.set(event_target_value(&event) == "every");
                    }>
                        <option value="every" selected=move || reader.every.get()>{move || t().replay.every()}</option>
                        <option value="players" selected=move || !reader.every.get()>{move || t().replay.players_only()}</option>
                    </select>
                })}
                {reader.has_table().then(|| view! {
                    <button id="copy-link" class="small" on:click=copy>{move || t().replay.copy_link()}</button>
                })}
            </div>
            <p class="muted small keys">{move || t().replay.keys()}</p>
        </div>
    }
}

/// The number of steps per second.
fn rate(pace: u32) -> String {
    let rate = 1000.0 / f64::from(pace);
    if rate < 1.0 {
        format!("{rate:.1}")
    } else {
        format!("{rate:.0}")
    }
}

/// Keys step through the game from everywhere, unless they have their own meaning where
/// the focus is.
pub fn keys(reader: Reader) {
    let handle = window_event_listener(ev::keydown, move |event: KeyboardEvent| {
        if event.default_prevented()
            || event.ctrl_key()
            || event.meta_key()
            || event.alt_key()
            || event.shift_key()
        {
            return;
        }
        let key = event.key();
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let tag = target
            .as_ref()
            .map(|target| target.tag_name().to_lowercase());
        let role = target
            .as_ref()
            .and_then(|target| target.get_attribute("role"));
        if !is_free(&key, tag.as_deref().unwrap_or_default(), role.as_deref()) {
            return;
        }
        match key.as_str() {
            "ArrowLeft" => reader.previous(),
            "ArrowRight" => reader.next(),
            "Home" => reader.first(),
            "End" => reader.last(),
            _ => reader.toggle(),
        }
        event.prevent_default();
    });
    on_cleanup(move || handle.remove());
}

/// Whether a key steps through the game while an element of this kind has the focus.
fn is_free(key: &str, tag: &str, role: Option<&str>) -> bool {
    let walks = matches!(key, "ArrowLeft" | "ArrowRight" | "Home" | "End");
    let is_field = matches!(tag, "input" | "textarea" | "select") || role == Some("gridcell");
    let is_pressed = matches!(tag, "button" | "a" | "summary");
    match key {
        " " => !is_field && !is_pressed,
        _ => walks && !is_field,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_leave_fields_buttons_and_the_board_alone() {
        assert!(is_free("ArrowLeft", "body", None));
        assert!(is_free("End", "button", None));
        assert!(is_free(" ", "svg", Some("slider")));
        assert!(!is_free(" ", "button", None));
        assert!(!is_free("ArrowLeft", "input", None));
        assert!(!is_free("Home", "textarea", None));
        assert!(!is_free("ArrowRight", "rect", Some("gridcell")));
        assert!(!is_free("x", "body", None));
    }

    #[test]
    fn a_pace_is_said_in_steps_a_second() {
        assert_eq!(PACES.map(rate), ["0.5", "1", "2", "5", "17"]);
    }
}
