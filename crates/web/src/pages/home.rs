//! The first page.

use catalog::{AnyPending, AnyStep, Info};
use leptos::prelude::*;
use leptos::task::spawn_local;
use picture::{Colours, Marks, svg};
use protocol::rest::{NewTableBody, OptionValue};
use protocol::{GameData, NewTable, Request};

use crate::app::App;
use crate::browser;
use crate::hall;
use crate::pages::part::Part;
use crate::route::{Route, go};
use crate::texts::t;

/// The opponents for a quick game, an easy level first.
const LEVELS: [&str; 3] = ["weak", "medium", "strong"];

/// The first page.
#[component]
pub fn HomePage() -> impl IntoView {
    // A reader of this page is about to play.
    Part::Play.prepare();
    let kept = browser::kept("level").filter(|level| LEVELS.contains(&level.as_str()));
    let level = RwSignal::new(kept.unwrap_or_else(|| LEVELS[0].to_owned()));
    let cards = catalog::GAMES.map(|info| view! { <GameCard game=info.id name=info.name level/> });
    let choose = move |event: web_sys::Event| {
        let chosen = event_target_value(&event);
        browser::keep("level", &chosen);
        level.set(chosen);
    };
    view! {
        <section class="page home">
            <h1>{move || t().home.headline()}</h1>
            <div class="row spread lead">
                <p>{move || t().home.what()}</p>
                <label class="check">{move || t().home.against()}
                    <select id="level" on:change=choose>
                        {LEVELS.map(|name| view! { <option value=name selected=move || level.get() == name>{move || t().home.level(name)}" ⚙"</option> })}
                    </select>
                </label>
            </div>
            <div class="cards">{cards}</div>
            <div class="columns">{move || Part::Lists.show(Route::Home)}</div>
        </section>
    }
}

/// A game, with one click to play it.
#[component]
fn GameCard(game: &'static str, name: &'static str, level: RwSignal<String>) -> impl IntoView {
    let app = App::here();
    let busy = RwSignal::new(false);
    let play = move |_| {
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        spawn_local(async move {
            if let Err(trouble) = play_now(game, &level.get_untracked()).await {
                app.say(trouble);
            }
            let _ = busy.try_set(false);
        });
    };
    view! {
        <article class="card game">
            <div class="thumb" aria-hidden="true" inner_html=move || thumb(game, app.theme.get())></div>
            <h2>{name}</h2>
            <p>{move || t().home.in_a_sentence(game)}</p>
            <div class="row">
                <button class="main" id=format!("play-{game}") on:click=play disabled=busy
                    aria-label=move || format!("{}: {name}", t().home.play_now())>{move || t().home.play_now()}</button>
                <button aria-label=move || format!("{}: {name}", t().home.new_table())
                    on:click=move |_| go(Route::New(Some(game.to_owned())))>{move || t().home.table()}</button>
            </div>
            <p class="muted">{move || t().home.how_many(game)}</p>
        </article>
    }
}

fn seats_any_number(game: &str) -> bool {
    catalog::info(game).is_some_and(Info::seats_any_number)
}

/// The number of players, if you can choose it.
fn players(game: &str, many: i64) -> GameData {
    if seats_any_number(game) {
        GameData::from_options([("players", OptionValue::Number(many))])
    } else {
        GameData::NULL
    }
}

/// Makes a table against the computer and starts the game.
pub async fn play_now(game: &str, level: &str) -> Result<(), hall::Trouble> {
    let others = if seats_any_number(game) { 3 } else { 1 };
    let mut computers = vec![None];
    computers.resize(others + 1, Some(level.to_owned()));
    begin(NewTable {
        options: players(game, 4),
        seat: Some(0),
        computers,
        ..NewTable::of(game)
    })
    .await
}

/// Makes a table that waits for no other player, and starts the game.
pub async fn begin(new: NewTable) -> Result<(), hall::Trouble> {
    let NewTableBody { table, .. } = hall::request("POST", "/tables", &new).await?;
    hall::command(&table, Request::Ready { ready: true }).await?;
    go(Route::Table(table, None));
    Ok(())
}

/// A small picture of a game.
fn thumb(game: &str, theme: picture::Theme) -> String {
    let options = players(game, 5);
    let drawn = catalog::open(game, &options).ok().and_then(|opened| {
        let mut state = opened.start();
        if matches!(opened.pending(&state), AnyPending::Chance(_)) {
            // The board is dealt. Some turns, so that there is something to see.
            let mut dice = dice::Quick::new(17);
            for _ in 0..900 {
                let step = match opened.pending(&state) {
                    AnyPending::Chance(_) => AnyStep::Draw(opened.draw(&state, &mut dice)),
                    AnyPending::Choose(seats) => {
                        let acts = seats
                            .iter()
                            .map(|seat| (seat, opened.propose(&state, seat, &mut dice)));
                        AnyStep::Act(acts.collect())
                    }
                    AnyPending::Over(_) => break,
                };
                opened.play(&mut state, &step).ok()?;
            }
        }
        Some(opened.scene(&state))
    });
    let style = svg::Style {
        theme,
        coordinates: false,
        colours: Colours::seats(5),
    };
    drawn.map_or_else(String::new, |board| {
        svg::board(&board, &Marks::default(), &style)
    })
}
