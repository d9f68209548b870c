//! The chat at the table, and its observers.

use leptos::prelude::*;
use protocol::Request;

use crate::pages::Follow;
use crate::texts::{person, t};

/// Chat and observers. Other people's text is never markup.
#[component]
pub fn Talk(follow: Follow) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let lines = Memo::new(move |_| {
        follow.seen.with(|seen| {
            let lines = seen.as_ref().map_or(&[][..], |seen| &seen.chat);
            lines
                .iter()
                .enumerate()
                .map(|(at, line)| {
                    (
                        at,
                        line.name.as_deref().map(person).unwrap_or_default(),
                        line.text.clone(),
                    )
                })
                .collect::<Vec<_>>()
        })
    });
    let watching = move || {
        follow.seen.with(|seen| {
            let Some(seen) = seen else {
                return String::new();
            };
            let observers = seen.members.iter().filter(|someone| {
                !seen
                    .seats
                    .iter()
                    .any(|place| place.member == Some(someone.member))
            });
            let names: Vec<String> = observers.map(|someone| person(&someone.name)).collect();
            if names.is_empty() {
                t().table.nobody_watches().to_owned()
            } else {
                t().table.observers(names.join(", "))
            }
        })
    };
    let send = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let said = text.get_untracked();
        if !said.trim().is_empty() {
            follow.wish(Request::Chat { text: said });
            text.set(String::new());
        }
    };
    let list = NodeRef::<leptos::html::Ul>::new();
    Effect::new(move || {
        lines.track();
        if let Some(list) = list.get() {
            list.set_scroll_top(list.scroll_height());
        }
    });
    view! {
        <section class="card talk">
            <h2>{move || t().table.talk()}</h2>
            <ul node_ref=list id="talk" tabindex="0" aria-label=move || t().table.talk() aria-live="polite">
                <For each=move || lines.get() key=|line| line.0 let(line)>
                    <li><strong>{line.1}</strong>" "{line.2}</li>
                </For>
            </ul>
            <p class="muted small" id="observers">{watching}</p>
            <form class="row" on:submit=send>
                <input id="say" maxlength="500" autocomplete="off" aria-label=move || t().table.say() placeholder=move || t().table.say()
                    prop:value=text on:input=move |event| text.set(event_target_value(&event))/>
                <button type="submit" aria-label=move || t().table.send()>"↵"</button>
            </form>
        </section>
    }
}
