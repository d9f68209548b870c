//! What pieces that move by themselves see, and why they will move.

use catalog::scene::{Axis, Foresight, Seen};
use leptos::prelude::*;
use picture::Arrow;

use super::last_words;
use crate::browser;
use crate::pages::Follow;
use crate::texts::{t, told};

/// The panel of a table.
#[component]
pub(super) fn Foreseen(
    follow: Follow,
    /// The next steps.
    steps: Memo<Vec<Foresight>>,
    /// Whether it is shown.
    foresees: RwSignal<bool>,
) -> impl IntoView {
    let words = last_words(follow);
    view! {
        <section class="card why">
            <div class="row spread">
                <h2>{move || t().boards.why()}</h2>
            </div>
            <Choice foresees/>
            <Show when=move || foresees.get()><Why steps/></Show>
            {move || words().map(|words| view! { <h3>{t().boards.last_turn()}</h3><p class="last-turn">{words}</p> })}
        </section>
    }
}

/// Whether the next step is shown; the browser remembers it.
#[component]
pub fn Choice(
    /// Whether it is shown.
    foresees: RwSignal<bool>,
) -> impl IntoView {
    view! {
        <label class="check"><input type="checkbox" id="why" prop:checked=foresees on:change=move |event| {
            let on = event_target_checked(&event);
            browser::keep("why", if on { "on" } else { "off" });
            foresees.set(on);
        }/>{move || t().boards.why_show()}</label>
    }
}

/// The step that a piece would make.
pub fn foreseen(step: &Foresight) -> Option<Arrow> {
    let arrow = Arrow {
        from: step.from,
        to: step.to,
        seat: None,
        made: true,
    };
    (step.from != step.to).then_some(arrow)
}

/// Why the pieces would move, line by line, and in a sentence.
#[component]
pub fn Why(
    /// The next steps.
    #[prop(into)]
    steps: Signal<Vec<Foresight>>,
) -> impl IntoView {
    let one = |step: Foresight| {
        let boards = &t().boards;
        let words = if step.from == step.to {
            boards.stays(step.from)
        } else {
            boards.steps(step.from, step.to)
        };
        let row = |name: &'static str, axis: Axis, signs: [&'static str; 2]| {
            let sees = [see(axis.seen[0], signs[0]), see(axis.seen[1], signs[1])].join(" · ");
            let verdict = match axis.offer {
                Some((way, rule)) => format!("({rule}) {}", signs[way]),
                None => boards.nothing().to_owned(),
            };
            view! { <tr><td>{name}</td><td>{sees}</td><td>{verdict}</td></tr> }
        };
        view! {
            <p class="foreseen-words">{words}</p>
            <table class="sees">
                <thead><tr><th>{boards.axis()}</th><th>{boards.sees()}</th><th>{boards.verdict()}</th></tr></thead>
                <tbody>
                    {row(boards.column(), step.axes[0], ["↑", "↓"])}
                    {row(boards.row(), step.axes[1], ["→", "←"])}
                </tbody>
            </table>
            <p class="muted small">{told(&step.words)}</p>
        }
    };
    view! { <div class="why-steps">{move || steps.get().into_iter().map(one).collect_view()}</div> }
}

fn see(seen: Seen, sign: &str) -> String {
    let boards = &t().boards;
    let what = match seen.what {
        "attractor" => boards.attractor().to_owned(),
        "repulsor" => boards.repulsor().to_owned(),
        "edge" => boards.edge().to_owned(),
        other => other.to_owned(),
    };
    format!("{what} {} {sign}", seen.distance)
}
