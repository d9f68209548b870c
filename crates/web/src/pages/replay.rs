//! Finished games.

use leptos::prelude::*;

use crate::texts::t;

/// A game to play again.
#[component]
pub fn ReplayPage(
    /// The table it was played at.
    table: Option<String>,
    /// The step to begin with.
    step: Option<usize>,
) -> impl IntoView {
    view! { <section class="page"><h1>{move || t().frame.replay}</h1>{table}{step}</section> }
}
