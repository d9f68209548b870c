//! The rules, with diagrams that you can try.
//!
//! | module | contents |
//! |---|---|
//! | `bench` | a diagram under the reader's hands: the rules engine |
//! | `figure` | a diagram on the page |
//! | `tests` | every diagram shows what it is named after |

mod bench;
mod figure;

use catalog::learn::diagram;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::MouseEvent;

use super::home::play_now;
use crate::app::{App, Missing};
use crate::browser;
use crate::route::{A, Route, go};
use crate::texts::{Part, Section, t};
use figure::Figure;

/// The rules of all games, or of one.
#[component]
pub fn LearnPage(
    /// The game's id.
    game: Option<String>,
) -> impl IntoView {
    let Some(wanted) = game else {
        return view! { <All/> }.into_any();
    };
    match catalog::GAMES.iter().find(|info| info.id == wanted) {
        Some(info) => view! { <Rules game=info.id name=info.name/> }.into_any(),
        None => view! { <Missing/> }.into_any(),
    }
}

/// The list of games.
#[component]
fn All() -> impl IntoView {
    let cards = catalog::GAMES.map(|info| {
        let lead = move || t().learn.rules(info.id).map_or("", |rules| rules.lead);
        view! {
            <article class="card">
                <h2>{info.name}</h2>
                <p>{lead}</p>
                <p><A to=Signal::derive(move || Route::Learn(Some(info.id.to_owned())))>
                    {move || t().learn.rules_of(info.name)}
                </A></p>
            </article>
        }
    });
    view! {
        <section class="page">
            <h1>{move || t().frame.learn()}</h1>
            <p class="lead">{move || t().learn.lead()}</p>
            <div class="cards learn-games">{cards}</div>
        </section>
    }
}

/// The rules of a game.
#[component]
fn Rules(game: &'static str, name: &'static str) -> impl IntoView {
    let app = App::here();
    let busy = RwSignal::new(false);
    let play = move |_| {
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        spawn_local(async move {
            if let Err(trouble) = play_now(game, "weak").await {
                app.say(trouble);
            }
            let _ = busy.try_set(false);
        });
    };
    let sections = move || {
        t().learn
            .rules(game)
            .map_or(&[][..], |rules| rules.sections)
    };
    let lead = move || t().learn.rules(game).map_or("", |rules| rules.lead);
    let contents = move || {
        sections()
            .iter()
            .map(|section| link(game, section))
            .collect_view()
    };
    // An address may name a section.
    Effect::new(move || {
        let hash = window().location().hash().unwrap_or_default();
        let named = hash.rsplit('#').next().unwrap_or_default().to_owned();
        if untrack(sections).iter().any(|section| section.id == named) {
            request_animation_frame(move || show(&named));
        }
    });
    view! {
        <div class="page learn" data-game=game>
            <nav class="contents" aria-label=move || t().learn.contents()>
                <h2>{move || t().learn.contents()}</h2>
                <ul>{contents}</ul>
            </nav>
            <article>
                <h1>{name}</h1>
                <p class="lead">{lead}</p>
                <div class="row">
                    <button class="main" id="learn-play" disabled=busy on:click=play>{move || t().home.play_now()}</button>
                    <button on:click=move |_| go(Route::New(Some(game.to_owned())))>{move || t().home.table()}</button>
                    <NotationLink game/>
                    <A to=Signal::derive(|| Route::Learn(None))>{move || t().learn.others()}</A>
                </div>
                {move || sections().iter().map(chapter).collect_view()}
                <p class="row">
                    <button class="main" disabled=busy on:click=play>{move || t().home.play_now()}</button>
                </p>
            </article>
        </div>
    }
}

/// A link to the last section, which is about notation.
#[component]
fn NotationLink(game: &'static str) -> impl IntoView {
    move || {
        let sections = t()
            .learn
            .rules(game)
            .map_or(&[][..], |rules| rules.sections);
        sections
            .iter()
            .find(|section| section.id == "notation")
            .map(|section| link_view(game, section))
    }
}

fn link(game: &'static str, section: &'static Section) -> impl IntoView {
    view! { <li>{link_view(game, section)}</li> }
}

/// A link to a section of this page. The address in it leads there too.
fn link_view(game: &'static str, section: &'static Section) -> impl IntoView {
    let address = format!(
        "{}#{}",
        Route::Learn(Some(game.to_owned())).href(),
        section.id
    );
    let target = address.clone();
    let click = move |event: MouseEvent| {
        if event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key() {
            return;
        }
        event.prevent_default();
        if let Ok(history) = window().history() {
            let null = wasm_bindgen::JsValue::NULL;
            let _ = history.replace_state_with_url(&null, "", Some(&target));
        }
        show(section.id);
    };
    view! { <a href=address on:click=click>{section.title}</a> }
}

/// Scrolls to a section and puts the focus on it.
fn show(id: &str) {
    if let Some(section) = browser::element(id) {
        section.scroll_into_view();
        browser::focus(id);
    }
}

fn chapter(section: &'static Section) -> impl IntoView {
    let parts = section.parts.iter().map(|part| match part {
        Part::Say(words) => view! { <p>{*words}</p> }.into_any(),
        Part::List(items) => {
            let items = items
                .iter()
                .map(|item| view! { <li>{*item}</li> })
                .collect_view();
            view! { <ul class="points">{items}</ul> }.into_any()
        }
        Part::Code(text) => view! { <p class="mono code">{*text}</p> }.into_any(),
        Part::Try {
            diagram: id,
            title,
            caption,
        } => match diagram(id) {
            Some(diagram) => view! { <Figure diagram title=title caption=caption/> }.into_any(),
            None => ().into_any(),
        },
    });
    view! {
        <section class="chapter" aria-labelledby=section.id>
            <h2 id=section.id tabindex="-1">{section.title}</h2>
            {parts.collect_view()}
        </section>
    }
}

#[cfg(test)]
mod tests;
