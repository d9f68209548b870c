//! Addresses of pages.

use leptos::prelude::*;

use crate::app::App;

/// A page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// The first page.
    Home,
    /// A form for a new table of this game.
    New(Option<String>),
    /// A table, with the key of its link.
    Table(String, Option<String>),
    /// Games to watch.
    Watch,
    /// Contests.
    Contests,
    /// One contest.
    Contest(String),
    /// The rules of this game.
    Learn(Option<String>),
    /// Leaderboards.
    Ranks,
    /// A finished game, or one from a file; and the step to show.
    Replay(Option<String>, Option<usize>),
    /// An unknown address.
    Missing,
}

impl Route {
    /// The page at a path, with the parts after `?` and `#`.
    pub fn read(path: &str, query: &str, hash: &str) -> Route {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let text = |text: &&str| (*text).to_owned();
        let asked = |name: &str| {
            let pairs = query.trim_start_matches('?').split('&');
            let mut pairs = pairs.filter_map(|pair| pair.split_once('='));
            pairs
                .find(|(key, _)| *key == name)
                .map(|(_, value)| value.to_owned())
        };
        let key = Some(hash.trim_start_matches('#')).filter(|key| !key.is_empty());
        match parts.as_slice() {
            [] => Route::Home,
            ["new"] => Route::New(asked("game")),
            ["t", table] => Route::Table(text(table), key.map(str::to_owned)),
            ["watch"] => Route::Watch,
            ["contests"] => Route::Contests,
            ["contests", contest] => Route::Contest(text(contest)),
            ["learn"] => Route::Learn(None),
            ["learn", game] => Route::Learn(Some(text(game))),
            ["ranks"] => Route::Ranks,
            ["replay"] => Route::Replay(None, None),
            ["replay", table] => {
                let step = asked("step").and_then(|step| step.parse().ok());
                Route::Replay(Some(text(table)), step)
            }
            _ => Route::Missing,
        }
    }

    /// The address of the page, as in `/t/01a1`.
    pub fn path(&self) -> String {
        match self {
            Route::Home => "/".to_owned(),
            Route::New(None) => "/new".to_owned(),
            Route::New(Some(game)) => format!("/new?game={game}"),
            Route::Table(table, None) => format!("/t/{table}"),
            Route::Table(table, Some(key)) => format!("/t/{table}#{key}"),
            Route::Watch => "/watch".to_owned(),
            Route::Contests => "/contests".to_owned(),
            Route::Contest(contest) => format!("/contests/{contest}"),
            Route::Learn(None) => "/learn".to_owned(),
            Route::Learn(Some(game)) => format!("/learn/{game}"),
            Route::Ranks => "/ranks".to_owned(),
            Route::Replay(None, _) => "/replay".to_owned(),
            Route::Replay(Some(table), None) => format!("/replay/{table}"),
            Route::Replay(Some(table), Some(step)) => format!("/replay/{table}?step={step}"),
            Route::Missing => "/missing".to_owned(),
        }
    }

    /// The page at the browser's address. Without a server, all addresses follow `#`.
    pub fn current() -> Route {
        let location = window().location();
        let hash = location.hash().unwrap_or_default();
        if crate::hall::is_in_browser() {
            let rest = hash.trim_start_matches('#');
            let (rest, key) = rest.split_once('#').unwrap_or((rest, ""));
            let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
            return Route::read(path, query, key);
        }
        let path = location.pathname().unwrap_or_default();
        let query = location.search().unwrap_or_default();
        Route::read(&path, &query, &hash)
    }

    /// The address of a link to the page.
    pub fn href(&self) -> String {
        if crate::hall::is_in_browser() {
            format!("#{}", self.path())
        } else {
            self.path()
        }
    }

    /// The whole address, for sharing.
    pub fn address(&self) -> String {
        let location = window().location();
        if crate::hall::is_in_browser() {
            let here = location.href().unwrap_or_default();
            let here = here.split('#').next().unwrap_or_default().to_owned();
            format!("{here}{}", self.href())
        } else {
            format!("{}{}", location.origin().unwrap_or_default(), self.path())
        }
    }
}

/// Goes to a page.
pub fn go(route: Route) {
    if let Ok(history) = window().history() {
        let null = wasm_bindgen::JsValue::NULL;
        let _ = history.push_state_with_url(&null, "", Some(&route.href()));
    }
    App::here().route.set(route);
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// A link to a page that does not reload the interface.
#[component]
pub fn A(
    /// Its target.
    #[prop(into)]
    to: Signal<Route>,
    /// Its classes.
    #[prop(optional, into)]
    class: String,
    /// Its content.
    children: Children,
) -> impl IntoView {
    let click = move |event: web_sys::MouseEvent| {
        let plain = event.button() == 0
            && !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key());
        if plain {
            event.prevent_default();
            go(to.get_untracked());
        }
    };
    view! { <a class=class href=move || to.get().href() on:click=click>{children()}</a> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_leads_to_the_page_it_came_from() {
        let word = || "word".to_owned();
        for route in [
            Route::Home,
            Route::New(Some(word())),
            Route::Table(word(), None),
            Route::Watch,
            Route::Contests,
            Route::Contest(word()),
            Route::Learn(None),
            Route::Learn(Some(word())),
            Route::Ranks,
            Route::Replay(None, None),
            Route::Replay(Some(word()), Some(7)),
        ] {
            let path = route.path();
            let (path, query) = path.split_once('?').unwrap_or((&path, ""));
            assert_eq!(Route::read(path, query, ""), route);
        }
        let private = Route::read("/t/ab", "", "#secret");
        assert_eq!(
            private,
            Route::Table("ab".to_owned(), Some("secret".to_owned()))
        );
        assert_eq!(Route::read("/nonsense", "", ""), Route::Missing);
    }
}
