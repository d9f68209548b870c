//! Finished games: stepping through them, trying other moves, analysis.
//!
//! | module | contents |
//! |---|---|
//! | `bring` | games that are brought along, and the list of those played here |
//! | `reader` | the game and what of it is on the screen |
//! | `line` | a variation |
//! | `bar` | going through the game: buttons, bar, keys |
//! | `moves` | the list of moves |
//! | `about` | who played, how it ended, files, whether the record proves itself |
//! | `vary` | entering and listing variations |
//! | `asker` | the worker that is asked |
//! | `judged` | what the worker's engine thought |
//! | `bench` | analysis: what was asked and answered |
//! | `analysis` | the graph, and what is best in a position |

mod about;
mod analysis;
mod asker;
mod bar;
mod bench;
mod bring;
mod judged;
mod line;
mod moves;
mod reader;
mod vary;

use catalog::scene::{Foresight, Panel};
use leptos::prelude::*;
use leptos::task::spawn_local;
use picture::Colours;

use crate::board::{Board, BoardView, Extra};
use crate::boards;
use crate::boards::foresight::{Choice, Why, foreseen};
use crate::browser;
use crate::hall;
use crate::route::{A, Route};
use crate::texts::{Shown as _, t};
use about::{About, Files, Players};
use analysis::Analysis;
use asker::Asker;
use bar::Bar;
use bench::Bench;
use bring::{Bring, Opened, Wrong};
use moves::Moves;
use reader::Reader;
use vary::{Entry, Lines};

/// A recorded game.
#[component]
pub fn ReplayPage(
    /// The table of the game.
    table: Option<String>,
    /// The first step to show.
    step: Option<usize>,
) -> impl IntoView {
    let opened = RwSignal::new(None::<Opened>);
    let wrong = RwSignal::new(None::<Result<Wrong, String>>);
    if let Some(table) = table.clone() {
        spawn_local(async move {
            let record = hall::get(&format!("/tables/{table}/record")).await;
            // A long game takes a moment: show that it is loading.
            browser::next_frame().await;
            let found = match record {
                Ok(record) => bring::open(record).map_err(Ok),
                Err(trouble) => Err(Err(trouble.shown())),
            };
            match found {
                Ok(found) => drop(opened.try_set(Some(found))),
                Err(why) => drop(wrong.try_set(Some(why))),
            }
        });
    }
    let is_brought = table.is_none();
    let table = StoredValue::new(table);
    view! {
        {move || match (opened.get(), wrong.get()) {
            (Some(found), _) => {
                let other = Callback::new(move |()| opened.set(None));
                view! { <Replay table=table.get_value() found step=step.unwrap_or(0) other/> }.into_any()
            }
            (None, Some(why)) => {
                let words = match why {
                    Ok(wrong) => wrong.words(),
                    Err(reason) => reason,
                };
                view! {
                    <section class="page"><h1>{words}</h1>
                        <p><A to=Signal::derive(|| Route::Replay(None, None)) class="button">{t().replay.other()}</A></p></section>
                }.into_any()
            }
            (None, None) if is_brought => {
                view! { <Bring opened=Callback::new(move |found| opened.set(Some(found)))/> }.into_any()
            }
            (None, None) => view! { <section class="page"><p class="muted">{t().frame.loading()}</p></section> }.into_any(),
        }}
    }
}

/// A game that has loaded.
#[component]
fn Replay(table: Option<String>, found: Opened, step: usize, other: Callback<()>) -> impl IntoView {
    let info = found.history.game.info();
    let seats = found.history.game.seats();
    let has_foresight = found.history.game.look().panel == Panel::Foresight;
    let to_table = table.clone().map(|table| Route::Table(table, None));
    let reader = Reader::new(table, found, step);
    let bench = Bench::new(reader);
    let quick = Asker::new();
    let in_line = Memo::new(move |_| reader.current.get().is_some());
    let active = Memo::new(move |_| in_line.get() && !reader.acting().is_empty());
    let explained = Memo::new(move |_| {
        if has_foresight {
            reader.history().game.foresee(&reader.state())
        } else {
            Vec::new()
        }
    });
    let foresees = RwSignal::new(browser::kept("why").as_deref() != Some("off"));
    let extra = Memo::new(move |_| {
        let explained = if foresees.get() {
            explained.get()
        } else {
            Vec::new()
        };
        extra(reader, &explained)
    });
    let board = Board {
        stage: reader.stage.into(),
        marks: reader.marks.into(),
        lit: reader.lit.into(),
        extra: extra.into(),
        colours: Signal::stored(Colours::seats(seats)),
        active: active.into(),
        label: Signal::derive(move || t().table.board_of(info.name)),
        touch: Callback::new(move |touch| reader.touch(touch)),
    };
    let tab = RwSignal::new("moves");
    let tabs = move || {
        [
            ("why", t().replay.what_happened()),
            ("moves", t().table.moves()),
            ("talk", t().replay.analysis()),
        ]
    };
    bar::keys(reader);
    view! {
        <section class="table replay" data-game=info.id data-tab=tab>
            <div class="left">
                <div class="head">
                    <h1>{info.name}</h1>
                    <About reader/>
                </div>
                <Players reader/>
                <Entry reader/>
                <Files reader quick/>
                <div class="row actions">
                    {to_table.map(|to| view! { <A to=Signal::derive(move || to.clone()) class="button">{move || t().replay.table()}</A> })}
                    {(!reader.has_table()).then(|| view! { <button id="other" on:click=move |_| other.run(())>{move || t().replay.other()}</button> })}
                    {reader.has_table().then(|| view! { <A to=Signal::derive(|| Route::Replay(None, None)) class="button">{move || t().replay.other()}</A> })}
                </div>
            </div>
            <div class="middle">
                <div class="card board-card">
                    <BoardView board/>
                </div>
                <Bar reader/>
            </div>
            <div class="tabs" role="tablist">
                {move || tabs().map(|(id, name)| view! {
                    <button role="tab" aria-selected=move || (tab.get() == id).to_string() on:click=move |_| tab.set(id)>{name}</button>
                })}
            </div>
            <div class="right">
                <div class="panel" data-panel="why">
                    <section class="card words">
                        <h2>{move || t().replay.what_happened()}</h2>
                        <p id="words" aria-live=move || if reader.plays.get() { "off" } else { "polite" }>
                            {move || reader.words().filter(|words| !words.is_empty()).unwrap_or_else(|| t().replay.beginning().to_owned())}
                        </p>
                        {has_foresight.then(|| view! {
                            <Choice foresees/>
                            <details><summary>{move || t().boards.why()}</summary><Why steps=explained/></details>
                        })}
                    </section>
                </div>
                <div class="panel" data-panel="moves"><Lines reader bench/><Moves reader bench/></div>
                <div class="panel" data-panel="talk"><Analysis reader bench/></div>
            </div>
        </section>
    }
}

/// The additional layers of the board.
fn extra(reader: Reader, explained: &[Foresight]) -> Extra {
    let current = reader.current.get();
    let shown = reader.shown.get();
    let entered = current.and_then(|current| {
        reader.lines.with(|lines| {
            let entered = &lines.get(current)?.entered;
            Some(
                entered
                    .iter()
                    .filter_map(|(seat, action)| entry::arrow(action, seat.0))
                    .collect(),
            )
        })
    });
    let history = reader.history();
    let is_end = current.is_none() && shown == history.len();
    let explained = if is_end { &explained[..0] } else { explained };
    let won = if is_end {
        reader.marks.with(|marks| boards::decided(&history, marks))
    } else {
        Vec::new()
    };
    Extra {
        sealed: entered.unwrap_or_default(),
        sight: explained.iter().flat_map(Foresight::lines).collect(),
        foreseen: explained.iter().filter_map(foreseen).collect(),
        won,
    }
}
