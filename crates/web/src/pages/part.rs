//! Parts of the interface that are fetched when they are first needed, so that the
//! first page loads quickly. The build splits the interface at the marked functions of
//! this file: code that only one part uses is fetched with that part.

use leptos::prelude::*;
use leptos::reactive::signal::ArcRwSignal;
use leptos::task::spawn_local;
use leptos::wasm_split::{SplitLoaderError, wasm_split};

use super::{contests, learn, lists, new, replay, table};
use crate::browser;
use crate::route::Route;
use crate::texts::t;

/// Pages that are fetched together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Lists: of the first page, of games to watch, leaderboards.
    Lists,
    /// New tables, and tables.
    Play,
    /// The rules, recorded games, contests.
    Library,
}

/// Makes the page at an address.
type Page = fn(Route) -> AnyView;

/// The state of a part.
#[derive(Clone, Copy)]
enum State {
    Away,
    Here(Page),
    /// The request for it failed.
    Lost,
}

thread_local! {
    static STATES: [ArcRwSignal<State>; 3] = [State::Away; 3].map(ArcRwSignal::new);
}

impl Part {
    /// A page of this part; until it is here, a notice.
    pub fn show(self, route: Route) -> AnyView {
        match self.state().get() {
            State::Here(page) => page(route),
            State::Away => {
                spawn_local(async move {
                    let state = self.state();
                    let failed = self.arrive().await.is_err();
                    if failed && matches!(state.get_untracked(), State::Away) {
                        state.set(State::Lost);
                    }
                });
                view! { <section class="page"><p class="muted">{t().frame.loading()}</p></section> }
                    .into_any()
            }
            State::Lost => view! {
                <section class="page">
                    <h1>{t().frame.lost()}</h1>
                    <p><button class="main" on:click=|_| browser::reload()>{t().frame.again()}</button></p>
                </section>
            }
            .into_any(),
        }
    }

    /// Fetches the part in advance, once the current page has everything it needs.
    pub fn prepare(self) {
        spawn_local(async move {
            browser::pause(1000).await;
            self.arrive().await.ok();
        });
    }

    /// The current page depends on it, so it changes only once.
    async fn arrive(self) -> Result<(), SplitLoaderError> {
        let page = self.fetch().await?;
        let state = self.state();
        if let State::Away = state.get_untracked() {
            state.set(State::Here(page));
        }
        Ok(())
    }

    async fn fetch(self) -> Result<Page, SplitLoaderError> {
        match self {
            Part::Lists => list_pages().await,
            Part::Play => play_pages().await,
            Part::Library => library_pages().await,
        }
    }

    fn state(self) -> ArcRwSignal<State> {
        STATES.with(|states| states[self as usize].clone())
    }
}

/// They come with the connection to the hall, which every page needs.
#[wasm_split(hall, wasm_split_path = leptos::wasm_split, fallible)]
fn list_pages() -> Result<Page, SplitLoaderError> {
    Ok(|route| match route {
        Route::Home => view! { <lists::HomeLists/> }.into_any(),
        Route::Watch => view! { <lists::WatchPage/> }.into_any(),
        Route::Ranks => view! { <lists::RanksPage/> }.into_any(),
        _ => ().into_any(),
    })
}

#[wasm_split(play, wasm_split_path = leptos::wasm_split, fallible)]
fn play_pages() -> Result<Page, SplitLoaderError> {
    Ok(|route| match route {
        Route::New(game) => view! { <new::NewPage game/> }.into_any(),
        Route::Table(table, key) => view! { <table::TablePage table key/> }.into_any(),
        _ => ().into_any(),
    })
}

#[wasm_split(library, wasm_split_path = leptos::wasm_split, fallible)]
fn library_pages() -> Result<Page, SplitLoaderError> {
    Ok(|route| match route {
        Route::Contests => view! { <contests::ContestsPage/> }.into_any(),
        Route::Contest(contest) => view! { <contests::ContestPage contest/> }.into_any(),
        Route::Learn(game) => view! { <learn::LearnPage game/> }.into_any(),
        Route::Replay(table, step) => view! { <replay::ReplayPage table step/> }.into_any(),
        _ => ().into_any(),
    })
}
