//! A hall in a worker of this browser. Several people may share it: each guest has a
//! token, and one person acts at a time.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use futures_channel::oneshot;
use game::message;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use protocol::worker::RequestId;
use protocol::{Body, PageMessage, WorkerMessage};

use super::line::{closed, heard, opened};
use crate::app::App;
use crate::browser;
use crate::worker::Worker;

/// The name of the hall in the browser's storage.
const KEPT: &str = "pocket";

#[derive(Default)]
struct State {
    worker: Option<Worker>,
    waiting: BTreeMap<u64, oneshot::Sender<(u16, Body)>>,
    last: u64,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
    /// The guest that acts; `None` if it is the owner of the browser.
    static ACTING: RefCell<Option<String>> = const { RefCell::new(None) };
    /// Connects the person that acts. Pages that let guests act do not need the worker
    /// otherwise, so it is not fetched with them.
    static CONNECT: Cell<fn()> = const { Cell::new(|| {}) };
}

/// Lets a guest act from now on; `None` is the owner of the browser.
pub fn act_as(token: Option<String>) {
    let is_guest = token.is_some();
    ACTING.set(token);
    if is_guest {
        CONNECT.get()();
    }
}

/// The guest that acts.
fn acting() -> Option<String> {
    ACTING.with_borrow(Option::clone)
}

/// Starts the worker if it does not run.
fn worker() -> Option<Worker> {
    let running = STATE.with_borrow(|state| state.worker.clone());
    if running.is_some() {
        return running;
    }
    let worker = Worker::start(answered)?;
    let saved = browser::kept(KEPT);
    worker.post(&PageMessage::Open { saved });
    STATE.with_borrow_mut(|state| state.worker = Some(worker.clone()));
    CONNECT.set(|| connect_as(acting()));
    Some(worker)
}

fn connect_as(token: Option<String>) {
    if let Some(worker) = worker() {
        worker.post(&PageMessage::Connect { token });
    }
}

/// Opens the hall and connects.
#[wasm_split(in_browser, wasm_split_path = leptos::wasm_split, fallible)]
pub(super) fn open(app: App) -> Result<(), SplitLoaderError> {
    connect(app);
    Ok(())
}

fn connect(app: App) {
    if worker().is_none() {
        closed(app);
        app.say(message!("page.no-workers"));
        return;
    }
    connect_as(None);
    opened(app, send);
}

fn send(text: String) {
    if let Some(worker) = worker() {
        let token = acting();
        worker.post(&PageMessage::Hall { token, text });
    }
}

/// Sends a request. The reply with status and body arrives later.
#[wasm_split(in_browser, wasm_split_path = leptos::wasm_split, fallible)]
pub(super) fn ask(
    method: String,
    path: String,
    body: Option<Body>,
) -> Result<oneshot::Receiver<(u16, Body)>, SplitLoaderError> {
    let (answer, answered) = oneshot::channel();
    if let Some(worker) = worker() {
        let id = STATE.with_borrow_mut(|state| {
            state.last += 1;
            state.waiting.insert(state.last, answer);
            state.last
        });
        worker.post(&PageMessage::Request {
            id: id.into(),
            token: acting(),
            method,
            path,
            body,
        });
    }
    Ok(answered)
}

fn answered(message: WorkerMessage) {
    match message {
        // Messages for another person at this browser are not for the one that acts.
        WorkerMessage::Hall { token, text } if token == acting() => heard(&text),
        WorkerMessage::Reply { id, status, json } => {
            let RequestId::Number(id) = id else { return };
            let waiting = STATE.with_borrow_mut(|state| state.waiting.remove(&id));
            if let Some(waiting) = waiting {
                let _ = waiting.send((status, json));
            }
        }
        WorkerMessage::Saved { text } => browser::keep(KEPT, &text),
        WorkerMessage::Opened { dropped } => {
            if let Some(sentence) = dropped.into_iter().next() {
                App::here().say(sentence);
            }
        }
        WorkerMessage::Broken { .. } => {
            STATE.with_borrow_mut(|state| {
                state.worker = None;
                state.waiting.clear();
            });
            let app = App::here();
            closed(app);
            connect(app);
        }
        _ => {}
    }
}
