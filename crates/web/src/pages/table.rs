//! The page of a table: the same frame for all games.

mod dialog;
pub mod hotseat;
mod lobby;
mod moves;
mod people;
mod talk;

use catalog::entry::{Entry as Entering, Kind};
use leptos::prelude::*;
use leptos::task::spawn_local;
use picture::{Cell, Colours};
use protocol::{Clock, GameData, NewTable, OfferKind, Phase, Request, TableView};

use super::follow::Follow;
use super::{home, lists};
use crate::app::App;
use crate::board::{Board, BoardView, Extra};
use crate::boards::{Sides, sides};
use crate::browser;
use crate::route::{A, Route};
use crate::stage::Stage;
use crate::texts::{Shown as _, listed, sitter, t, told};
use dialog::Result as ResultDialog;
use hotseat::HotSeat;
use lobby::Lobby;
use moves::Moves;
use people::Players;
use talk::Talk;

pub use people::short;

/// The page of a table.
#[component]
pub fn TablePage(
    /// The table's id.
    table: String,
    /// The key of its link.
    key: Option<String>,
) -> impl IntoView {
    let follow = Follow::new(table, key);
    let game = Memo::new(move |_| {
        follow
            .seen
            .with(|seen| seen.as_ref().map(|seen| seen.terms.game.clone()))
    });
    let is_there = Memo::new(move |_| follow.stage.with(Option::is_some));
    view! {
        {move || match (follow.trouble.get(), game.get().filter(|_| is_there.get())) {
            (Some(trouble), _) => view! {
                <section class="page"><h1>{trouble.shown()}</h1>
                    <p><A to=Signal::derive(|| Route::Home) class="button">{t().frame.play()}</A></p></section>
            }.into_any(),
            (None, None) => view! { <section class="page"><p class="muted">{t().frame.loading()}</p></section> }.into_any(),
            (None, Some(game)) => view! { <Play follow game/> }.into_any(),
        }}
    }
}

/// A table that has loaded.
#[component]
fn Play(follow: Follow, game: String) -> impl IntoView {
    // A table that is on the screen has its game.
    let Some(Sides {
        form,
        panel,
        extra,
        entry,
    }) = sides(follow)
    else {
        return ().into_any();
    };
    let name = catalog::GAMES
        .iter()
        .find(|info| info.id == game)
        .map_or("", |info| info.name);
    let board = board(follow, name, extra);
    let phase = Memo::new(move |_| {
        follow
            .seen
            .with(|seen| seen.as_ref().map(|seen| seen.phase))
    });
    // The title of the browser's tab says whose turn it is, for readers who look
    // elsewhere.
    let app = App::here();
    Effect::new(move || {
        let calls = follow.seen.with(|seen| {
            seen.as_ref().is_some_and(|seen| {
                let is_sealed = seen.you.as_ref().is_some_and(|you| you.sealed.is_some());
                seen.is_my_turn() && !is_sealed
            })
        });
        app.calls.set(calls);
    });
    on_cleanup(move || app.calls.set(false));
    let tab = RwSignal::new("moves");
    // Messages that arrived while another tab was open are marked.
    let said_so_far = Memo::new(move |_| {
        follow
            .seen
            .with(|seen| seen.as_ref().map_or(0, |seen| seen.chat.len()))
    });
    let heard = RwSignal::new(said_so_far.get_untracked());
    Effect::new(move || {
        let said = said_so_far.get();
        if tab.get() == "talk" {
            heard.set(said);
        }
    });
    let is_new = move |id: &str| id == "talk" && said_so_far.get() > heard.get();
    let tabs = move || {
        [
            ("why", t().table.help()),
            ("moves", t().table.moves()),
            ("talk", t().table.talk()),
        ]
    };
    view! {
        <section class="table" data-game=game.clone() data-tab=tab>
            <div class="left">
                <div class="head">
                    <h1>{name}</h1>
                    <p class="muted">{move || subtitle(follow)}</p>
                </div>
                <Players follow/>
                <Show when=move || phase.get() == Some(Phase::Lobby)><Lobby follow/></Show>
                <Show when=move || phase.get() == Some(Phase::Playing)>
                    <Entry follow entry/>
                </Show>
                <div class="entry">{form}</div>
                <Actions follow/>
            </div>
            <div class="middle">
                <div class="card board-card">
                    <BoardView board/>
                </div>
                <Show when=move || !follow.is_live.get()>
                    <button class="latest" on:click=move |_| follow.seek(usize::MAX)>{move || t().table.latest()}</button>
                </Show>
            </div>
            <div class="tabs" role="tablist">
                {move || tabs().map(|(id, name)| view! {
                    <button role="tab" aria-selected=move || (tab.get() == id).to_string() class:news=move || is_new(id) on:click=move |_| tab.set(id)>
                        {name}{move || is_new(id).then(|| view! { <span class="unseen">{t().table.new_words()}</span> })}</button>
                })}
            </div>
            <div class="right">
                <Hint game=game.clone()/>
                <div class="panel" data-panel="why">{panel}</div>
                <div class="panel" data-panel="moves"><Moves follow/></div>
                <div class="panel" data-panel="talk"><Talk follow/></div>
            </div>
            <ResultDialog follow/>
            <HotSeat follow/>
        </section>
    }
    .into_any()
}

/// The board on the screen.
fn board(follow: Follow, name: &'static str, extra: Signal<Extra>) -> Board {
    let stage = Signal::derive(move || follow.stage.get().unwrap_or_else(nothing));
    let colours = Memo::new(move |_| {
        follow
            .seen
            .with(|seen| Colours::seats(seen.as_ref().map_or(0, |seen| seen.seats.len() as u16)))
    });
    Board {
        stage,
        marks: follow.marks.into(),
        lit: follow.lit.into(),
        extra,
        colours: colours.into(),
        active: Signal::derive(move || follow.may_move()),
        label: Signal::derive(move || t().table.board_of(name)),
        touch: Callback::new(move |touch| follow.touch(touch)),
    }
}

/// The stage before there is a board.
fn nothing() -> Stage {
    let game = catalog::open(catalog::USUAL.id, &GameData::NULL);
    let board = game.map(|game| game.scene(&game.start()));
    Stage::new(board.expect("a game has usual options"))
}

fn subtitle(follow: Follow) -> String {
    follow.seen.with(|seen| {
        let Some(seen) = seen else {
            return String::new();
        };
        let mut parts = Vec::new();
        if !seen.terms.title.is_empty() {
            parts.push(seen.terms.title.clone());
        }
        if let Some(turn) = catalog::turn(&seen.game.state) {
            parts.push(t().table.turn(turn));
        }
        let game = catalog::GAMES
            .iter()
            .find(|info| info.id == seen.terms.game);
        for name in ["tie", "setup"] {
            let value = seen.terms.options.field(name);
            let word = value.as_ref().and_then(|value| value.word());
            if let Some(word) = word.filter(|word| word.len() < 12) {
                parts.push(game.map_or_else(|| word.to_owned(), |game| told(&game.value(word))));
            }
        }
        if seen.terms.clock != Clock::None {
            parts.push(lists::clock(&seen.terms.clock));
        }
        parts.join(" · ")
    })
}

/// The sentence that tells the viewer what to do, and a field for people who type.
#[component]
fn Entry(follow: Follow, entry: &'static Entering) -> impl IntoView {
    let typed = RwSignal::new(String::new());
    let enter = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let text = typed.get_untracked().trim().to_owned();
        if !text.is_empty() {
            // A wrong text stays, so that the reader can correct it.
            if follow.act(|hand| hand.typed(&text)) {
                typed.set(String::new());
            }
        }
    };
    let sealed = move || {
        follow.seen.with(|seen| {
            seen.as_ref()
                .and_then(|seen| seen.you.as_ref()?.sealed.clone())
        })
    };
    let words = move || {
        follow.seen.with(|seen| {
            seen.as_ref()
                .map_or_else(String::new, |seen| prompt(follow, seen))
        })
    };
    let conflict = move || {
        follow.seen.with(|seen| {
            let conflict = seen.as_ref()?.conflict.as_ref()?;
            let names = names(seen.as_ref()?, &conflict.reenter);
            let all = listed(&names);
            Some(match (&names[..], &conflict.squares[..]) {
                ([_, _], [square]) => t().table.both_chose(all, square),
                (_, squares) => t().table.all_chose(all, squares.join(", ")),
            })
        })
    };
    let is_mine = Memo::new(move |_| follow.may_move());
    let plays = Memo::new(move |_| {
        follow
            .seen
            .with(|seen| seen.as_ref().is_some_and(|seen| seen.seat().is_some()))
    });
    // It is the viewer's turn, but the screen still shows the steps before it.
    let shows = Memo::new(move |_| {
        !is_mine.get()
            && follow
                .seen
                .with(|seen| seen.as_ref().is_some_and(|seen| seen.is_my_turn()))
    });
    // Only computers play, so nobody misses the viewer.
    let is_lost = Memo::new(move |_| {
        follow.seen.with(|seen| {
            seen.as_ref().is_some_and(|seen| {
                seen.is_against_computers()
                    && seen.seat().is_some_and(|mine| is_conquered(follow, mine))
            })
        })
    });
    let can_pass = matches!(entry.kind, Kind::Move { pass: Some(_) });
    view! {
        <div class="card your-move" id="your-move">
            <h2>{move || if plays.get() { t().table.your_move() } else { t().table.turn_heading() }}</h2>
            {move || sealed().map(|action| view! { <p class="mono big" id="sealed">{action}</p> })}
            {move || follow.pending.get().map(|action| {
                let to_play = action.clone();
                view! {
                    <p class="mono big">{action}</p>
                    <div class="row">
                        <button class="main" id="confirm" on:click=move |_| follow.play(to_play.clone())>{t().table.play()}</button>
                        <button on:click=move |_| follow.pending.set(None)>{t().table.clear()}</button>
                    </div>
                }
            })}
            <p class="muted" id="prompt">{words}</p>
            <Show when=move || is_lost.get()>
                <button class="main" id="another" on:click=move |_| another(follow)>{move || t().table.new_game()}</button>
            </Show>
            <Show when=move || shows.get()>
                <button class="small" id="skip" on:click=move |_| follow.seek(usize::MAX)>{move || t().table.skip()}</button>
            </Show>
            {move || conflict().map(|text| view! { <p class="danger" id="conflict">{text}</p> })}
            <Show when=move || is_mine.get()>
                <form class="typed row" on:submit=enter>
                    <input id="typed" class="mono" autocomplete="off" autocapitalize="off" spellcheck="false"
                        aria-label=move || t().table.type_move()
                        placeholder=move || t().table.type_hint(entry.example)
                        prop:value=typed on:input=move |event| typed.set(event_target_value(&event))/>
                    <button type="submit">{move || t().table.enter()}</button>
                    {can_pass.then(|| view! {
                        <button type="button" id="pass" on:click=move |_| { follow.act(|hand| hand.finish()); }>{move || t().table.pass()}</button>
                    })}
                </form>
            </Show>
        </div>
    }
}

/// The sentence that tells the viewer what to do.
fn prompt(follow: Follow, seen: &TableView) -> String {
    let table = &t().table;
    let is_sealed = seen.you.as_ref().is_some_and(|you| you.sealed.is_some());
    if seen.is_my_turn() {
        return match (is_sealed, seen.conflict.is_some(), follow.may_move()) {
            (true, ..) => table.sealed_change().to_owned(),
            (false, true, _) => table.reenter_you().to_owned(),
            (false, false, true) => table.your_turn().to_owned(),
            (false, false, false) => table.showing().to_owned(),
        };
    }
    if seen.seat().is_some_and(|mine| is_conquered(follow, mine)) {
        return table.conquered().to_owned();
    }
    match &seen.conflict {
        Some(conflict) => {
            let names = names(seen, &conflict.reenter);
            table.reenter_others(names.len(), listed(&names))
        }
        None => {
            let names = names(seen, &seen.game.to_act);
            table.not_your_turn(names.len(), listed(&names))
        }
    }
}

/// The names of the players on these seats.
fn names(seen: &TableView, seats: &[u16]) -> Vec<String> {
    let names = seats.iter().map(|seat| {
        let place = seen.seats.get(usize::from(*seat));
        let name = place.and_then(sitter);
        name.unwrap_or_else(|| t().table.free_seat().to_owned())
    });
    names.collect()
}

/// Whether a seat has no square left, where squares have owners.
fn is_conquered(follow: Follow, seat: u16) -> bool {
    follow.stage.with(|stage| {
        let cells = stage.as_ref().map_or(&[][..], |stage| stage.board.cells());
        let mut owners = cells.iter().filter_map(|cell| match cell {
            Cell::Land { owner, .. } => Some(*owner),
            _ => None,
        });
        let first = owners.next();
        first.is_some_and(|first| first != seat && owners.all(|owner| owner != seat))
    })
}

/// Starts the same game against the same computers again.
fn another(follow: Follow) {
    let new = follow.seen.with_untracked(|seen| {
        let seen = seen.as_ref()?;
        let computers = seen.seats.iter().map(|place| place.computer.clone());
        Some(NewTable {
            options: seen.terms.options.clone(),
            seat: seen.seat(),
            computers: computers.collect(),
            ..NewTable::of(&seen.terms.game)
        })
    });
    let Some(new) = new else { return };
    spawn_local(async move {
        if let Err(trouble) = home::begin(new).await {
            App::here().say(trouble);
        }
    });
}

/// Offers, resigning, sharing.
#[component]
fn Actions(follow: Follow) -> impl IntoView {
    let sure = RwSignal::new(false);
    let seen = move |pick: fn(&TableView) -> bool| {
        follow
            .seen
            .with(|seen| seen.as_ref().is_some_and(|seen| pick(seen)))
    };
    let plays =
        Memo::new(move |_| seen(|seen| seen.phase == Phase::Playing && seen.seat().is_some()));
    // Small steps that others made cannot be taken back one by one.
    let takes_back = Memo::new(move |_| {
        let history = follow.history;
        let is_owned = history.with(|game| game.as_ref().is_some_and(|g| g.film.is_of_owners()));
        seen(|seen| seen.terms.takebacks) && !is_owned
    });
    // Computers decline.
    let with_people = Memo::new(move |_| {
        seen(|seen| {
            let mine = seen.seat();
            seen.seats
                .iter()
                .any(|place| Some(place.seat) != mine && place.member.is_some())
        })
    });
    let over = Memo::new(move |_| seen(|seen| seen.phase == Phase::Over));
    let gone = Memo::new(move |_| {
        seen(|seen| {
            let mine = seen.seat();
            seen.terms.clock == Clock::None
                && seen
                    .seats
                    .iter()
                    .any(|place| Some(place.seat) != mine && place.away_since.is_some())
        })
    });
    let offer = move |what: OfferKind| follow.wish(Request::Offer { what });
    let share = move |_| {
        let route = Route::Table(follow.table(), follow.key());
        browser::copy(&route.address());
        App::here().say(t().table.copied());
    };
    view! {
        <Offers follow/>
        <div class="row actions">
            <Show when=move || plays.get()>
                <Show when=move || takes_back.get()>
                    <button id="undo" on:click=move |_| offer(OfferKind::Takeback)>"↶ "{move || t().table.undo()}</button>
                </Show>
                <Show when=move || with_people.get()>
                    <button id="draw" on:click=move |_| offer(OfferKind::Draw)>"½ "{move || t().table.draw()}</button>
                </Show>
                <Show when=move || sure.get() fallback=move || view! {
                    <button id="resign" on:click=move |_| {
                        sure.set(true);
                        set_timeout(move || { let _ = sure.try_set(false); }, std::time::Duration::from_secs(5));
                    }>"⚑ "{move || t().table.resign()}</button>
                }>
                    <button id="resign-sure" class="danger" on:click=move |_| {
                        sure.set(false);
                        follow.wish(Request::Resign);
                    }>{move || t().table.resign_sure()}</button>
                </Show>
                <Show when=move || gone.get()>
                    <button id="claim" on:click=move |_| follow.wish(Request::Claim)>{move || t().table.claim()}</button>
                </Show>
            </Show>
            <Show when=move || over.get() && follow.is_read.get()>
                <button id="result-again" on:click=move |_| follow.is_read.set(false)>{move || t().home.result()}</button>
            </Show>
            <button id="share" on:click=share>{move || t().table.share()}</button>
        </div>
    }
}

/// The offers that wait for an answer.
#[component]
fn Offers(follow: Follow) -> impl IntoView {
    let offers = move || {
        follow.seen.with(|seen| {
            let Some(seen) = seen else { return Vec::new() };
            let mine = seen.seat();
            seen.offers
                .iter()
                .map(|offer| {
                    let place = seen.seats.get(usize::from(offer.seat));
                    let name = place.and_then(sitter).unwrap_or_default();
                    let is_answered = mine.is_some_and(|seat| offer.accepted.contains(&seat));
                    (
                        offer.clone(),
                        name,
                        mine == Some(offer.seat) || is_answered,
                        mine.is_some(),
                    )
                })
                .collect::<Vec<_>>()
        })
    };
    view! {
        <div class="offers">
            {move || offers().into_iter().map(|(offer, name, mine, may)| {
                let number = offer.offer;
                let words = match offer.what {
                    _ if mine => t().table.offered().to_owned(),
                    OfferKind::Draw => t().table.offers_draw(name),
                    OfferKind::Takeback => t().table.offers_takeback(name),
                    OfferKind::Rematch => t().table.offers_rematch(name),
                };
                view! {
                    <div class="card offer" role="status">
                        <p>{words}</p>
                        {(may && !mine).then(|| view! { <div class="row">
                            <button class="main small" on:click=move |_| follow.wish(Request::Accept { offer: number })>{t().table.accept()}</button>
                            <button class="small" on:click=move |_| follow.wish(Request::Decline { offer: number })>{t().table.decline()}</button>
                        </div> })}
                    </div>
                }
            }).collect_view()}
        </div>
    }
}

/// Three lines for the first minute. The reader can dismiss them.
#[component]
fn Hint(game: String) -> impl IntoView {
    let kept = format!("hint-{game}");
    let open = RwSignal::new(browser::kept(&kept).is_none());
    let of = game.clone();
    let lines = move || {
        let table = &t().table;
        [
            table.hint_first(&of),
            table.hint_second(&of),
            table.hint_third(&of),
        ]
    };
    let close = move |_| {
        browser::keep(&kept, "seen");
        open.set(false);
    };
    let rules = Route::Learn(Some(game));
    view! {
        <div class="card hint" class:closed=move || !open.get()>
            {move || lines().map(|line| view! { <p>{line}</p> })}
            <div class="row">
                <button class="small" on:click=close>{move || t().table.hint_close()}</button>
                <A to=Signal::derive(move || rules.clone())>{move || t().table.rules()}</A>
            </div>
        </div>
    }
}
