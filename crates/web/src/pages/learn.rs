//! The rules.

use leptos::prelude::*;

use crate::texts::t;

/// The rules of all games, or of one.
#[component]
pub fn LearnPage(
    /// Which.
    game: Option<String>,
) -> impl IntoView {
    view! { <section class="page"><h1>{move || t().frame.learn}</h1>{game}</section> }
}
