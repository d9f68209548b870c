//! Contests.

use leptos::prelude::*;

use crate::texts::t;

/// All contests.
#[component]
pub fn ContestsPage() -> impl IntoView {
    view! { <section class="page"><h1>{move || t().frame.contests}</h1></section> }
}

/// One contest.
#[component]
pub fn ContestPage(
    /// Its id.
    contest: String,
) -> impl IntoView {
    view! { <section class="page"><h1>{contest}</h1></section> }
}
