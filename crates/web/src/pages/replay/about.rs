//! Who played, how it ended, files, and whether the record proves itself.

use catalog::Value;
use leptos::prelude::*;
use picture::{Colours, svg};
use serde_json::json;

use super::asker::Asker;
use super::reader::Reader;
use crate::app::App;
use crate::browser;
use crate::texts::{fill, reason, t, told};

/// More seats than this are one list without cards.
const MOST_CARDS: usize = 4;

/// How the game ended.
#[component]
pub fn About(reader: Reader) -> impl IntoView {
    let record = reader.record();
    let ending = record["ending"].clone();
    let winners: Vec<u16> = winners(&ending);
    let game = record["game"].as_str().unwrap_or_default().to_owned();
    let result = move || {
        if ending.is_null() {
            return t().replay.unfinished.to_owned();
        }
        let ended = ending["reason"].as_str().unwrap_or_default();
        let names: Vec<String> = winners.iter().map(|seat| reader.name(*seat)).collect();
        let words = match names.len() {
            0 => t().table.unwon(&game, ended).to_owned(),
            1 => fill(t().table.wins, &[("name", &names[0])]),
            2..=6 => fill(t().table.share_win, &[("names", &names.join(", "))]),
            many => fill(t().replay.many_won, &[("count", &many.to_string())]),
        };
        format!("{words} ({})", reason(ended))
    };
    let verdicts = record["verdicts"].as_array().cloned().unwrap_or_default();
    let told = move || {
        let told = verdicts.iter().take(8).filter_map(|entry| {
            let seat = u16::try_from(entry["seat"].as_u64()?).ok()?;
            let detail = entry["detail"].as_str().unwrap_or_default();
            let verdict = entry["verdict"].as_str()?;
            let words = format!("{}: {verdict}. {detail}", reader.name(seat));
            Some(view! { <p class="muted small">{words}</p> })
        });
        told.collect_view()
    };
    view! { <p id="result-line">{result}</p>{told} }
}

fn winners(ending: &Value) -> Vec<u16> {
    let winners = ending["winners"].as_array().map_or(&[][..], Vec::as_slice);
    winners
        .iter()
        .filter_map(|seat| u16::try_from(seat.as_u64()?).ok())
        .collect()
}

/// What kind of player the record names, in the words of the page.
fn kind(player: &Value) -> &'static str {
    match player["kind"].as_str() {
        Some("person") => t().replay.person,
        Some("program") => t().replay.program,
        Some("built-in") => t().table.computer,
        _ => "",
    }
}

/// All players.
#[component]
pub fn Players(reader: Reader) -> impl IntoView {
    let history = reader.history();
    let seats = history.game.seats();
    let record = reader.record();
    let won = winners(&record["ending"]);
    let colours = Colours::seats(seats);
    let has_colours = history.film.is_of_owners();
    let one = move |seat: u16| {
        let player = record["players"][usize::from(seat)].clone();
        let called = history.game.seat_name(game::Seat(seat));
        let place = record["ending"]["places"][usize::from(seat)].as_u64();
        let is_acting = Memo::new(move |_| reader.acting().contains(&seat));
        let is_winner = won.contains(&seat);
        let about = move || {
            let parts = [told(&called), kind(&player).to_owned()];
            parts
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join(" · ")
        };
        // What came of it is not told before the end.
        let steps = history.len();
        let at_end = move || reader.shown.get() >= steps && reader.current.get().is_none();
        let state = move || match (is_winner, place) {
            _ if !at_end() => String::new(),
            (true, _) => format!("★ {}", t().replay.won),
            (false, Some(place)) => fill(t().replay.place, &[("place", &place.to_string())]),
            (false, None) => String::new(),
        };
        let dot = match has_colours {
            true => view! { <svg class="swatch" viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="6" fill=colours.of(seat).to_string()/></svg> }.into_any(),
            false => view! { <span class=format!("dot seat-{seat}") aria-hidden="true"></span> }.into_any(),
        };
        view! {
            <li class="player" class:acting=move || is_acting.get() data-seat=seat>
                {dot}
                <div class="who"><strong>{reader.name(seat)}</strong><span class="muted">{about}</span></div>
                <span class="state">{state}{move || is_acting.get().then(|| view! { <span class="to-move">" "{t().table.to_move}</span> })}</span>
            </li>
        }
    };
    view! {
        <ul class="players" class:many={usize::from(seats) > MOST_CARDS} aria-label=move || t().home.players>
            {(0..seats).map(one).collect_view()}
        </ul>
    }
}

/// What the check of a record said.
#[derive(Clone, Debug, PartialEq)]
struct Verdict {
    holds: bool,
    sentences: Vec<String>,
}

/// Files to keep, and whether the record proves itself.
#[component]
pub fn Files(reader: Reader, quick: Asker) -> impl IntoView {
    let drawn = RwSignal::new(None::<(u64, u64)>);
    let checks = RwSignal::new(false);
    let verdict = RwSignal::new(None::<Verdict>);
    let name = move |end: &str| format!("{}-{end}", reader.game());
    let shade = || match App::here().theme.get_untracked() {
        picture::Theme::Light => "light",
        picture::Theme::Dark => "dark",
    };
    let json_file = move |_| {
        let record = reader.record();
        let text = serde_json::to_vec_pretty(&*record).unwrap_or_default();
        browser::save(&name("record.json"), "application/json", &text);
    };
    let svg_file = move |_| {
        let style = svg::Style {
            theme: App::here().theme.get_untracked(),
            colours: Colours::seats(reader.history().game.seats()),
            coordinates: true,
        };
        let text = reader.stage.with_untracked(|stage| {
            reader
                .marks
                .with_untracked(|marks| svg::board(&stage.board, marks, &style))
        });
        let step = reader.shown.get_untracked();
        browser::save(
            &name(&format!("{step}.svg")),
            "image/svg+xml",
            text.as_bytes(),
        );
    };
    let gif_file = move |_| {
        drawn.set(Some((0, 1)));
        let message =
            json!({"role": "gif", "record": *reader.record(), "theme": shade(), "width": 520});
        quick.ask(message, move |answer| match answer["role"].as_str() {
            Some("drawn") => {
                let number = |name: &str| answer[name].as_u64().unwrap_or_default();
                drawn.set(Some((number("done"), number("of").max(1))));
            }
            Some("picture") => {
                drawn.set(None);
                match bytes(answer["gif"].as_str().unwrap_or_default()) {
                    Some(bytes) => browser::save(&name("game.gif"), "image/gif", &bytes),
                    None => App::here().say(t().replay.no_picture),
                }
            }
            _ => {
                drawn.set(None);
                App::here().say(answer["reason"].as_str().unwrap_or_default());
            }
        });
    };
    let verify = move |_| {
        checks.set(true);
        verdict.set(None);
        quick.ask(
            json!({"role": "verify", "record": *reader.record()}),
            move |answer| {
                checks.set(false);
                match answer["role"].as_str() {
                    Some("verdict") => {
                        let sentences = answer["verdict"]["sentences"]
                            .as_array()
                            .cloned()
                            .unwrap_or_default();
                        let sentences = sentences
                            .iter()
                            .filter_map(|text| text.as_str().map(str::to_owned));
                        verdict.set(Some(Verdict {
                            holds: answer["verdict"]["holds"] == true,
                            sentences: sentences.collect(),
                        }));
                    }
                    _ => App::here().say(answer["reason"].as_str().unwrap_or_default()),
                }
            },
        );
    };
    let stop = move |_| {
        quick.stop();
        drawn.set(None);
        checks.set(false);
    };
    view! {
        <section class="card files">
            <h2>{move || t().replay.record}</h2>
            <div class="row">
                <button class="small" id="save-json" on:click=json_file>"JSON"</button>
                <button class="small" id="save-gif" disabled=move || drawn.get().is_some() on:click=gif_file>"GIF"</button>
                <button class="small" id="save-svg" title=move || t().replay.svg_words on:click=svg_file>"SVG"</button>
                <button class="small" id="verify" disabled=checks on:click=verify>{move || t().replay.verify}</button>
            </div>
            {move || drawn.get().map(|(done, of)| view! {
                <div class="row working"><label class="grow">{t().replay.drawing}
                    <progress max=of.to_string() value=done.to_string()></progress></label>
                    <button class="small" on:click=stop>{t().replay.cancel}</button></div>
            })}
            <div role="status" id="verdict">
                {move || checks.get().then(|| view! { <p class="muted">{t().frame.loading}</p> })}
                {move || verdict.get().map(|verdict| {
                    let headline = if verdict.holds { t().replay.holds } else { t().replay.holds_not };
                    view! {
                        <p class=if verdict.holds { "holds" } else { "danger" }>{if verdict.holds { "✓ " } else { "✗ " }}{headline}</p>
                        {verdict.sentences.into_iter().map(|text| view! { <p class="small">{text}</p> }).collect_view()}
                    }
                })}
            </div>
        </section>
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
