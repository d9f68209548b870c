//! The moves so far, in notation.

use game::Message;
use leptos::prelude::*;

use crate::pages::Follow;
use crate::texts::{t, told};

/// If there are more moves than this, the rest is only in the replay.
const MOST: usize = 400;

/// The list of moves. A click on a move shows it on the board.
#[component]
pub fn Moves(follow: Follow) -> impl IntoView {
    let rows = Memo::new(move |_| {
        follow.history.with(|history| {
            let Some(history) = history else {
                return Vec::new();
            };
            let frames = history
                .film
                .frames()
                .iter()
                .enumerate()
                .filter(|(_, frame)| frame.is_key);
            let rows: Vec<(usize, Message, bool)> = frames
                .map(|(step, frame)| {
                    (
                        step + 1,
                        frame.moves.clone(),
                        !frame.marks.marked.is_empty(),
                    )
                })
                .collect();
            rows[rows.len().saturating_sub(MOST)..].to_vec()
        })
    });
    let list = NodeRef::<leptos::html::Ol>::new();
    Effect::new(move || {
        rows.track();
        if let Some(list) = list.get() {
            list.set_scroll_top(list.scroll_height());
        }
    });
    view! {
        <section class="card moves">
            <h2>{move || t().table.moves()}</h2>
            <Show when=move || rows.with(Vec::is_empty)><p class="muted">{move || t().table.no_moves()}</p></Show>
            <ol node_ref=list class="mono" id="moves" tabindex="0" aria-label=move || t().table.moves()>
                <For each=move || rows.get() key=|(step, moves, conflict)| (*step, moves.to_string(), *conflict) let(row)>
                    {
                        let (step, moves, conflict) = row;
                        let here = move || (follow.shown.get() == step).then_some("step");
                        view! {
                            <li><button class="plain" class:danger=conflict aria-current=here on:click=move |_| follow.seek(step)>{move || told(&moves)}</button></li>
                        }
                    }
                </For>
            </ol>
        </section>
    }
}
