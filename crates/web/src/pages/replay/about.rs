//! The players, the result, files, and the check of the record.

use leptos::prelude::*;
use picture::{Colours, svg};
use protocol::analysis::Verdict;
use protocol::record::{PlayerKind, Record};
use protocol::worker::{Picture, Theme};
use protocol::{PageMessage, WorkerMessage};

use super::asker::Asker;
use super::bench::complain;
use super::reader::Reader;
use crate::app::App;
use crate::browser;
use crate::texts::{listed, reason, t, told, unwon};

/// If there are more seats than this, they are one list without cards.
const MOST_CARDS: usize = 4;

/// The ending of the game.
#[component]
pub fn About(reader: Reader) -> impl IntoView {
    let record = reader.record();
    let verdicts = record.clone();
    let result = move || {
        let Some(ending) = &record.ending else {
            return t().replay.unfinished().to_owned();
        };
        let winners = ending.winners.iter();
        let names: Vec<String> = winners.map(|seat| reader.name(*seat)).collect();
        let words = match names.len() {
            0 => unwon(&record.game, &ending.reason),
            1 => t().table.wins(&names[0]),
            2..=6 => t().table.share_win(listed(&names)),
            many => t().replay.many_won(many),
        };
        format!("{words} ({})", reason(&ending.reason))
    };
    let told = move || {
        let told = verdicts.verdicts.iter().take(8).map(|entry| {
            let name = reader.name(entry.seat);
            let words = format!("{name}: {}. {}", entry.verdict, entry.detail);
            view! { <p class="muted small">{words}</p> }
        });
        told.collect_view()
    };
    view! { <p id="result-line">{result}</p>{told} }
}

/// The kind of player in the record, in words.
fn kind(kind: Option<PlayerKind>) -> &'static str {
    match kind {
        Some(PlayerKind::Person) => t().replay.person(),
        Some(PlayerKind::Program) => t().replay.program(),
        Some(PlayerKind::BuiltIn) => t().table.computer(),
        None => "",
    }
}

/// All players.
#[component]
pub fn Players(reader: Reader) -> impl IntoView {
    let history = reader.history();
    let seats = history.game.seats();
    let record = reader.record();
    let colours = Colours::seats(seats);
    let has_colours = history.film.is_of_owners();
    let one = move |seat: u16| {
        let player = record.player(seat).and_then(|player| player.kind);
        let called = history.game.seat_message(game::Seat(seat));
        let ending = record.ending.as_ref();
        let places = ending.and_then(|ending| ending.places.as_ref());
        let place = places.and_then(|places| places.get(usize::from(seat)).copied());
        let is_acting = Memo::new(move |_| reader.acting().contains(&seat));
        let is_winner = ending.is_some_and(|ending| ending.winners.contains(&seat));
        let about = move || {
            let parts = [told(&called), kind(player).to_owned()];
            parts
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join(" · ")
        };
        // The result stays hidden before the end.
        let steps = history.len();
        let at_end = move || reader.shown.get() >= steps && reader.current.get().is_none();
        let state = move || match (is_winner, place) {
            _ if !at_end() => String::new(),
            (true, _) => format!("★ {}", t().replay.won()),
            (false, Some(place)) => t().replay.place(place),
            (false, None) => String::new(),
        };
        let dot = if has_colours {
            view! { <svg class="swatch" viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="6" fill=colours.of(seat).to_string()/></svg> }.into_any()
        } else {
            view! { <span class=format!("dot seat-{seat}") aria-hidden="true"></span> }.into_any()
        };
        view! {
            <li class="player" class:acting=move || is_acting.get() data-seat=seat>
                {dot}
                <div class="who"><strong>{reader.name(seat)}</strong><span class="muted">{about}</span></div>
                <span class="state">{state}{move || is_acting.get().then(|| view! { <span class="to-move">" "{t().table.to_move()}</span> })}</span>
            </li>
        }
    };
    view! {
        <ul class="players" class:many={usize::from(seats) > MOST_CARDS} aria-label=move || t().home.players()>
            {(0..seats).map(one).collect_view()}
        </ul>
    }
}

/// Files to save, and the check of the record.
#[component]
pub fn Files(reader: Reader, quick: Asker) -> impl IntoView {
    let work = Work {
        drawn: RwSignal::new(None),
        checks: RwSignal::new(false),
        verdict: RwSignal::new(None),
    };
    let Work {
        drawn,
        checks,
        verdict,
    } = work;
    let stop = move |_| {
        quick.stop();
        drawn.set(None);
        checks.set(false);
    };
    view! {
        <section class="card files">
            <h2>{move || t().replay.record()}</h2>
            <div class="row">
                <button class="small" id="save-json" on:click=move |_| save_json(reader)>"JSON"</button>
                <button class="small" id="save-gif" disabled=move || drawn.get().is_some() on:click=move |_| work.save_gif(reader, quick)>"GIF"</button>
                <button class="small" id="save-svg" title=move || t().replay.svg_words() on:click=move |_| save_svg(reader)>"SVG"</button>
                <button class="small" id="verify" disabled=checks on:click=move |_| work.verify(reader, quick)>{move || t().replay.verify()}</button>
            </div>
            {move || drawn.get().map(|(done, of)| view! {
                <div class="row working"><label class="grow">{t().replay.drawing()}
                    <progress max=of.to_string() value=done.to_string()></progress></label>
                    <button class="small" on:click=stop>{t().replay.cancel()}</button></div>
            })}
            <div role="status" id="verdict">
                {move || checks.get().then(|| view! { <p class="muted">{t().frame.loading()}</p> })}
                {move || verdict.get().map(|verdict| {
                    let headline = if verdict.holds { t().replay.holds() } else { t().replay.holds_not() };
                    view! {
                        <p class=if verdict.holds { "holds" } else { "danger" }>{if verdict.holds { "✓ " } else { "✗ " }}{headline}</p>
                        {verdict.sentences.into_iter().map(|text| view! { <p class="small">{text}</p> }).collect_view()}
                    }
                })}
            </div>
        </section>
    }
}

fn file_name(reader: Reader, end: &str) -> String {
    format!("{}-{end}", reader.game())
}

fn save_json(reader: Reader) {
    let record = reader.record();
    let text = serde_json::to_vec_pretty(&*record).unwrap_or_default();
    let name = file_name(reader, "record.json");
    browser::save(&name, "application/json", &text);
}

fn save_svg(reader: Reader) {
    let style = svg::Style {
        theme: App::here().theme.get_untracked(),
        colours: Colours::seats(reader.history().game.seats()),
        coordinates: true,
    };
    let text = reader.stage.with_untracked(|stage| {
        let marks = reader.marks;
        marks.with_untracked(|marks| svg::board(&stage.board, marks, &style))
    });
    let step = reader.shown.get_untracked();
    let name = file_name(reader, &format!("{step}.svg"));
    browser::save(&name, "image/svg+xml", text.as_bytes());
}

/// The requests to the worker.
#[derive(Clone, Copy)]
struct Work {
    /// The number of pictures drawn, and of all pictures.
    drawn: RwSignal<Option<(usize, usize)>>,
    checks: RwSignal<bool>,
    verdict: RwSignal<Option<Verdict>>,
}

impl Work {
    fn save_gif(self, reader: Reader, quick: Asker) {
        let drawn = self.drawn;
        drawn.set(Some((0, 1)));
        let message = |id| PageMessage::Gif {
            id,
            record: Record::clone(&reader.record()),
            theme: match App::here().theme.get_untracked() {
                picture::Theme::Light => Theme::Light,
                picture::Theme::Dark => Theme::Dark,
            },
            width: Some(520),
        };
        quick.ask(message, move |answer| match answer {
            WorkerMessage::Drawn { done, of, .. } => drawn.set(Some((done, of.max(1)))),
            WorkerMessage::Picture {
                picture: Picture::Gif(address),
                ..
            } => {
                drawn.set(None);
                match bytes(&address) {
                    Some(bytes) => {
                        browser::save(&file_name(reader, "game.gif"), "image/gif", &bytes);
                    }
                    None => App::here().say(t().replay.no_picture()),
                }
            }
            answer => {
                drawn.set(None);
                complain(answer);
            }
        });
    }

    fn verify(self, reader: Reader, quick: Asker) {
        let Work {
            checks, verdict, ..
        } = self;
        if let Some(error) = reader.doubt() {
            verdict.set(Some(Verdict {
                holds: false,
                sentences: vec![format!("This record does not hold: {error}.")],
                verified: None,
            }));
            return;
        }
        checks.set(true);
        verdict.set(None);
        let record = Record::clone(&reader.record());
        quick.ask(
            |id| PageMessage::Verify { id, record },
            move |answer| {
                checks.set(false);
                match answer {
                    WorkerMessage::Verdict { verdict: found, .. } => verdict.set(Some(found)),
                    answer => complain(answer),
                }
            },
        );
    }
}

/// The content of a `data:` address.
fn bytes(address: &str) -> Option<Vec<u8>> {
    let (_, text) = address.split_once(";base64,")?;
    let text = window().atob(text).ok()?;
    // One character for each byte.
    text.chars()
        .map(|letter| u8::try_from(u32::from(letter)).ok())
        .collect()
}
