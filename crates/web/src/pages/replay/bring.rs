//! Games from files, and the list of finished games in the hall.

use std::sync::Arc;

use entry::History;
use game::Message;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::record::{ReadError, Record};
use protocol::rest::ListPhase;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use crate::browser;
use crate::pages::lists::Tables;
use crate::texts::{t, told};

/// Larger files are refused.
const MOST: f64 = 64.0 * 1024.0 * 1024.0;

/// A record and the game in it.
#[derive(Clone)]
pub struct Opened {
    /// The record.
    pub record: Arc<Record>,
    /// The differences between the file and the record.
    pub doubt: Option<ReadError>,
    /// The game.
    pub history: Arc<History>,
}

/// Why a text is not a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It is empty.
    Empty,
    /// It is too large.
    Large,
    /// The browser cannot read it.
    Unread,
    /// It is not JSON.
    NotJson(String),
    /// It is JSON, but not a record.
    NotRecord,
    /// It is from a later version.
    Version(String),
    /// The game in it breaks the rules.
    Game(Message),
}

impl Wrong {
    /// The reason in a sentence, in the chosen language.
    pub fn words(&self) -> String {
        let texts = &t().replay;
        match self {
            Wrong::Empty => texts.wrong_empty().to_owned(),
            Wrong::Large => texts.wrong_large().to_owned(),
            Wrong::Unread => texts.wrong_unread().to_owned(),
            Wrong::NotJson(why) => texts.wrong_json(why),
            Wrong::NotRecord => texts.wrong_record().to_owned(),
            Wrong::Version(version) => texts.wrong_version(version),
            Wrong::Game(why) => texts.wrong_game(told(why)),
        }
    }
}

/// Reads a record from a text.
pub fn read(text: &str) -> Result<Opened, Wrong> {
    let text = text.trim().trim_start_matches('\u{feff}');
    if text.is_empty() {
        return Err(Wrong::Empty);
    }
    let record = Record::read_loosely(text.as_bytes()).map_err(|error| match error {
        ReadError::Json(why) => Wrong::NotJson(why),
        ReadError::Format => Wrong::NotRecord,
        ReadError::Version(version) => Wrong::Version(version),
        other => Wrong::Game(Message::plain(other.to_string())),
    })?;
    Ok(Opened {
        doubt: Record::read(text.as_bytes()).err(),
        ..open(record)?
    })
}

/// Replays the game of a record by the rules.
pub fn open(record: Record) -> Result<Opened, Wrong> {
    let history = History::of_record(&record).map_err(Wrong::Game)?;
    Ok(Opened {
        record: Arc::new(record),
        doubt: None,
        history: Arc::new(history),
    })
}

/// The page for choosing a game.
#[component]
pub fn Bring(
    /// Receives the game.
    opened: Callback<Opened>,
) -> impl IntoView {
    let wrong = RwSignal::new(None::<Wrong>);
    let pasted = RwSignal::new(String::new());
    let busy = RwSignal::new(false);
    let over = RwSignal::new(false);
    let take = move |text: String| {
        busy.set(true);
        wrong.set(None);
        spawn_local(async move {
            // A long game takes a moment: show that it is loading.
            browser::next_frame().await;
            browser::next_frame().await;
            let found = read(&text);
            if busy.try_set(false).is_some() {
                return;
            }
            match found {
                Ok(found) => opened.run(found),
                Err(why) => wrong.set(Some(why)),
            }
        });
    };
    let file = move |file: Option<web_sys::File>| {
        let Some(file) = file else { return };
        if file.size() > MOST {
            wrong.set(Some(Wrong::Large));
            return;
        }
        spawn_local(async move {
            let text = JsFuture::from(file.text())
                .await
                .ok()
                .and_then(|text| text.as_string());
            match text {
                Some(text) => take(text),
                None => {
                    let _ = wrong.try_set(Some(Wrong::Unread));
                }
            }
        });
    };
    let chosen = move |event: web_sys::Event| {
        let input = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
        if let Some(input) = input {
            file(input.files().and_then(|files| files.get(0)));
            // The reader may choose the same file again.
            input.set_value("");
        }
    };
    let dropped = move |event: web_sys::DragEvent| {
        event.prevent_default();
        over.set(false);
        file(
            event
                .data_transfer()
                .and_then(|data| data.files())
                .and_then(|files| files.get(0)),
        );
    };
    let paste = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        take(pasted.get_untracked());
    };
    view! {
        <section class="page replay-choice">
            <h1>{move || t().frame.replay()}</h1>
            <p class="lead">{move || t().replay.lead()}</p>
            <section class="card bring" class:over=over
                on:dragover=move |event: web_sys::DragEvent| { event.prevent_default(); over.set(true); }
                on:dragleave=move |_| over.set(false) on:drop=dropped>
                <h2>{move || t().replay.bring()}</h2>
                <div class="bring-ways">
                    <label>{move || t().replay.file()}
                        <input id="record-file" type="file" accept=".json,application/json" on:change=chosen/>
                        <span class="muted small">{move || t().replay.drop()}</span>
                    </label>
                    <form on:submit=paste>
                        <label>{move || t().replay.paste()}
                            <textarea id="record-text" class="mono small" rows="3" spellcheck="false" autocomplete="off"
                                prop:value=pasted on:input=move |event| pasted.set(event_target_value(&event))></textarea>
                        </label>
                        <button type="submit" id="record-open">{move || t().replay.open()}</button>
                    </form>
                </div>
                <div role="alert">
                    {move || wrong.get().map(|wrong| view! { <p class="danger" id="record-wrong">{wrong.words()}</p> })}
                </div>
                <p class="muted" role="status">{move || if busy.get() { t().frame.loading() } else { "" }}</p>
            </section>
            <Tables phase=ListPhase::Finished/>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = r#"{"format": "taflhalla-record", "version": 1, "rules": 1, "game": "GAME", "options": {},
        "players": [{"name": "Ann"}, {"name": "Bo"}], "steps": [{"act": [[0, "d1-c1"]]}, {"act": [[1, "d3-c3"]]}]}"#;

    fn record() -> String {
        RECORD.replace("GAME", catalog::USUAL.id)
    }

    #[test]
    fn a_record_is_read_and_played() {
        let opened = read(&record()).unwrap();
        assert_eq!(opened.record.player(1).map(|bo| &*bo.name), Some("Bo"));
        assert!(opened.doubt.is_some(), "its hashes are missing");
        assert_eq!(opened.history.len(), 2);
        let marked = read(&format!("\u{feff}{}\n", record())).unwrap();
        assert_eq!(marked.history.len(), 2);
    }

    #[test]
    fn what_is_no_record_is_told_apart() {
        let wrong = |text: &str| read(text).err().unwrap();
        assert_eq!(wrong("  "), Wrong::Empty);
        assert!(matches!(wrong("{\"format\": "), Wrong::NotJson(why) if why.contains("line 1")));
        assert_eq!(wrong("[1, 2]"), Wrong::NotRecord);
        assert_eq!(
            wrong(&record().replace("\"version\": 1", "\"version\": 2")),
            Wrong::Version("2".to_owned())
        );
        let illegal = wrong(&record().replace("d3-c3", "d3-d1"));
        assert!(
            matches!(&illegal, Wrong::Game(why) if why.to_string().contains("step: 2")),
            "{illegal:?}"
        );
        assert!(matches!(
            wrong(&RECORD.replace("GAME", "chess")),
            Wrong::Game(_)
        ));
    }
}
