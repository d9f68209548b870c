//! The state that all pages share, and the frame around them.

use std::cell::Cell;

use leptos::prelude::*;
use picture::Theme;
use protocol::rest::PlayerView;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::browser;
use crate::hall;
use crate::pages;
use crate::route::{A, Route, go};
use crate::texts::{Language, Shown, first_language, t};

/// The state that all pages share.
#[derive(Clone, Copy)]
pub struct App {
    /// The current page.
    pub route: RwSignal<Route>,
    /// The language.
    pub language: RwSignal<Language>,
    /// The colour theme.
    pub theme: RwSignal<Theme>,
    /// Whether sounds are on.
    pub sound: RwSignal<bool>,
    /// Whether you confirm each move with one more click.
    pub confirm: RwSignal<bool>,
    /// The identity of the reader, once the hall has sent it.
    pub me: RwSignal<Option<PlayerView>>,
    /// Whether there is a connection to the hall.
    pub connected: RwSignal<bool>,
    /// A sentence that shows for a while.
    pub notice: RwSignal<Option<String>>,
    /// A sentence for screen readers.
    pub spoken: RwSignal<String>,
    /// Whether it is the reader's turn at the table on this page.
    pub calls: RwSignal<bool>,
}

thread_local! {
    static APP: Cell<Option<App>> = const { Cell::new(None) };
}

impl App {
    /// The only app of this document. Event handlers have no owner, so they cannot look
    /// up a context.
    ///
    /// # Panics
    /// Before the interface is in the page.
    pub fn here() -> App {
        APP.get().expect("the app is made before anything else")
    }

    fn new() -> App {
        let dark = match browser::kept("theme").as_deref() {
            Some("dark") => true,
            Some("light") => false,
            _ => browser::matches("(prefers-color-scheme: dark)"),
        };
        let app = App {
            route: RwSignal::new(Route::current()),
            language: RwSignal::new(first_language()),
            theme: RwSignal::new(if dark { Theme::Dark } else { Theme::Light }),
            sound: RwSignal::new(browser::kept("sound").as_deref() == Some("on")),
            confirm: RwSignal::new(browser::kept("confirm").as_deref() == Some("on")),
            me: RwSignal::new(None),
            connected: RwSignal::new(false),
            notice: RwSignal::new(None),
            spoken: RwSignal::new(String::new()),
            calls: RwSignal::new(false),
        };
        APP.set(Some(app));
        app
    }

    /// Shows a sentence for a while.
    pub fn say(self, what: impl Shown) {
        self.notice.set(Some(what.shown()));
    }

    /// Makes screen readers say a sentence.
    pub fn speak(self, text: impl Into<String>) {
        self.spoken.set(text.into());
    }

    /// Plays a tone if sounds are on.
    pub fn tone(self, pitch: f32) {
        if self.sound.get_untracked() {
            browser::tone(pitch, 0.14);
        }
    }
}

/// The whole interface.
#[component]
pub fn Root() -> impl IntoView {
    let app = App::new();
    let back = browser::forever(move |_: web_sys::Event| app.route.set(Route::current()));
    for event in ["popstate", "hashchange"] {
        let _ = window().add_event_listener_with_callback(event, &back);
    }
    Effect::new(move || {
        let theme = match app.theme.get() {
            Theme::Light => "light",
            Theme::Dark => "dark",
        };
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-theme", theme);
            let _ = root.set_attribute("lang", app.language.get().code());
        }
    });
    let notices = StoredValue::new(0_u32);
    Effect::new(move || {
        if let Some(text) = app.notice.get() {
            app.speak(text);
            // A later notice has its own time.
            let number = notices.get_value() + 1;
            notices.set_value(number);
            set_timeout(
                move || {
                    if notices.get_value() == number {
                        app.notice.set(None);
                    }
                },
                std::time::Duration::from_secs(6),
            );
        }
    });
    Effect::new(move || {
        let name = pages::title(&app.route.get());
        let title = match name {
            Some(name) => format!("{name} · Taflhalla"),
            None => "Taflhalla".to_owned(),
        };
        document().set_title(&if app.calls.get() {
            format!("● {} · {title}", t().table.your_move())
        } else {
            title
        });
    });
    hall::open(app);
    view! {
        <a class="skip" href="#main" on:click=move |event| {
            event.prevent_default();
            browser::focus("main");
        }>{move || t().frame.skip()}</a>
        <Top/>
        <Show when=move || !app.connected.get() && app.me.with(Option::is_some)>
            <p class="broken" role="status">{move || t().frame.reconnecting()}</p>
        </Show>
        <main id="main" tabindex="-1">{move || pages::page(app.route.get())}</main>
        <div class="notice" role="alert">
            {move || app.notice.get().map(|text| view! { <p>{text}</p> })}
        </div>
        <div class="unseen" aria-live="polite">{move || app.spoken.get()}</div>
    }
}

/// The bar at the top.
#[component]
fn Top() -> impl IntoView {
    let app = App::here();
    let open = RwSignal::new(false);
    let links = move || {
        let frame = &t().frame;
        let mut links = vec![(Route::Home, frame.play()), (Route::Watch, frame.watch())];
        if !hall::is_in_browser() {
            links.push((Route::Contests, frame.contests()));
        }
        links.push((Route::Learn(None), frame.learn()));
        links.push((Route::Replay(None, None), frame.replay()));
        if !hall::is_in_browser() {
            links.push((Route::Ranks, frame.ranks()));
        }
        links
    };
    Effect::new(move || {
        app.route.track();
        open.set(false);
    });
    view! {
        <header class="top">
            <A to=Signal::derive(|| Route::Home) class="brand">
                <svg viewBox="0 0 32 32" aria-hidden="true">
                    <rect x="2" y="2" width="28" height="28" rx="6" class="brand-frame"/>
                    <circle cx="16" cy="16" r="5" class="brand-fire"/>
                    <circle cx="16" cy="7.5" r="2.4" class="brand-dot"/>
                    <circle cx="16" cy="24.5" r="2.4" class="brand-dot"/>
                    <circle cx="7.5" cy="16" r="2.4" class="brand-dot"/>
                    <circle cx="24.5" cy="16" r="2.4" class="brand-dot"/>
                </svg>
                "Taflhalla"
            </A>
            <button class="menu" aria-expanded=move || open.get().to_string() aria-controls="nav"
                aria-label=move || t().frame.menu() on:click=move |_| open.update(|open| *open = !*open)>"☰"</button>
            <nav id="nav" class:open=open aria-label=move || t().frame.menu()>
                {move || links().into_iter().map(|(route, name)| {
                    let current = route.clone();
                    let here = move || app.route.with(|now| is_under(now, &current)).then_some("page");
                    let to = route.clone();
                    view! {
                        <span class="nav-item" aria-current=here>
                            <A to=Signal::derive(move || to.clone())>{name}</A>
                        </span>
                    }
                }).collect_view()}
            </nav>
            <Person/>
        </header>
    }
}

/// Whether a page belongs to an entry of the menu.
fn is_under(now: &Route, entry: &Route) -> bool {
    match entry {
        Route::Home => matches!(now, Route::Home | Route::New(_) | Route::Table(..)),
        Route::Learn(_) => matches!(now, Route::Learn(_)),
        Route::Contests => matches!(now, Route::Contests | Route::Contest(_)),
        Route::Replay(..) => matches!(now, Route::Replay(..)),
        other => now == other,
    }
}

/// The reader's name and preferences.
#[component]
fn Person() -> impl IntoView {
    let app = App::here();
    let open = RwSignal::new(false);
    let name = RwSignal::new(String::new());
    Effect::new(move || {
        if let Some(me) = app.me.get() {
            name.set(me.name);
        }
    });
    let rename = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        hall::rename(name.get_untracked());
        open.set(false);
    };
    let flip = move |_| {
        app.theme.update(|theme| {
            *theme = match theme {
                Theme::Light => Theme::Dark,
                Theme::Dark => Theme::Light,
            };
        });
        let word = match app.theme.get_untracked() {
            Theme::Light => "light",
            Theme::Dark => "dark",
        };
        browser::keep("theme", word);
    };
    let switch = |name: &'static str, signal: RwSignal<bool>| {
        move |event: web_sys::Event| {
            let target = event
                .target()
                .and_then(|t| t.dyn_into::<web_sys::HtmlInputElement>().ok());
            let on = target.is_some_and(|target| target.checked());
            signal.set(on);
            browser::keep(name, if on { "on" } else { "off" });
        }
    };
    let leave = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            open.set(false);
            if let Some(button) = document().query_selector(".person > button").ok().flatten()
                && let Ok(button) = button.dyn_into::<HtmlElement>()
            {
                let _ = button.focus();
            }
        }
    };
    // A click or the focus elsewhere closes it.
    let person = NodeRef::<leptos::html::Div>::new();
    let outside = move |event: &web_sys::Event| {
        let target = event
            .target()
            .and_then(|t| t.dyn_into::<web_sys::Node>().ok());
        let person = person.get_untracked();
        if person.is_some_and(|person| !person.contains(target.as_ref())) {
            open.set(false);
        }
    };
    for event in ["pointerdown", "focusin"] {
        let away = browser::forever(move |event: web_sys::Event| outside(&event));
        let _ = document().add_event_listener_with_callback(event, &away);
    }
    view! {
        <div class="person" node_ref=person on:keydown=leave>
            <button class="pill" id="me" aria-expanded=move || open.get().to_string()
                on:click=move |_| open.update(|open| *open = !*open)>
                {move || app.me.get().map_or_else(|| "…".to_owned(), |me| me.name)}" ▾"
            </button>
            <button class="pill" id="theme" aria-label=move || t().frame.theme() title=move || t().frame.theme() on:click=flip>"◐"</button>
            <Show when=move || open.get()>
                <form class="card sheet" on:submit=rename>
                    <label>{move || t().frame.name()}
                        <input id="name" maxlength="40" required autocomplete="nickname" prop:value=name
                            on:input=move |event| name.set(event_target_value(&event))/>
                    </label>
                    <button class="small" type="submit">{move || t().frame.rename()}</button>
                    <label>{move || t().frame.language()}
                        <select on:change=move |event| {
                            let language = Language::of(&event_target_value(&event));
                            browser::keep("language", language.code());
                            app.language.set(language);
                        }>
                            {Language::ALL.map(|language| view! {
                                <option value=language.code() selected=move || app.language.get() == language>{language.name()}</option>
                            })}
                        </select>
                    </label>
                    <label class="check"><input type="checkbox" prop:checked=app.sound on:change=switch("sound", app.sound)/>{move || t().frame.sound()}</label>
                    <label class="check"><input type="checkbox" prop:checked=app.confirm on:change=switch("confirm", app.confirm)/>{move || t().frame.confirm()}</label>
                </form>
            </Show>
        </div>
    }
}

/// The page for an unknown address.
#[component]
pub fn Missing() -> impl IntoView {
    view! {
        <section class="page">
            <h1>{move || t().frame.missing()}</h1>
            <p><button class="main" on:click=|_| go(Route::Home)>{move || t().frame.play()}</button></p>
        </section>
    }
}
