//! A hall in a worker of this browser. Several people may share it: each guest
//! has a token, and the one who acts is chosen.

use std::cell::RefCell;
use std::collections::BTreeMap;

use catalog::Value;
use futures_channel::oneshot;
use serde_json::json;

use super::{Trouble, closed, heard, opened};
use crate::app::App;
use crate::browser;
use crate::worker::Worker;

/// Where the browser keeps the hall.
const KEPT: &str = "pocket";

#[derive(Default)]
struct State {
    worker: Option<Worker>,
    waiting: BTreeMap<u64, oneshot::Sender<(u16, Value)>>,
    last: u64,
    /// The guest who acts; nobody is the owner of the browser.
    acting: Option<String>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Starts the worker, if it does not run.
fn worker() -> Option<Worker> {
    let running = STATE.with_borrow(|state| state.worker.clone());
    if running.is_some() {
        return running;
    }
    let worker = Worker::start(answered)?;
    let saved = browser::kept(KEPT);
    worker.post(&json!({"role": "open", "saved": saved}));
    STATE.with_borrow_mut(|state| state.worker = Some(worker.clone()));
    Some(worker)
}

pub(super) fn open(app: App) {
    match worker() {
        Some(worker) => {
            worker.post(&json!({"role": "connect"}));
            opened(app);
        }
        None => {
            closed(app);
            app.say("This browser cannot run workers, and the hall needs one.");
        }
    }
}

/// Lets a guest act from now on; nobody is the owner of the browser.
pub fn act_as(token: Option<String>) {
    STATE.with_borrow_mut(|state| state.acting.clone_from(&token));
    if let (Some(worker), Some(token)) = (worker(), token) {
        worker.post(&json!({"role": "connect", "as": token}));
    }
}

/// The guest who acts.
pub fn acting() -> Option<String> {
    STATE.with_borrow(|state| state.acting.clone())
}

fn with_actor(mut message: Value) -> Value {
    if let Some(token) = acting() {
        message["as"] = json!(token);
    }
    message
}

pub(super) fn send(message: &str) {
    if let Some(worker) = worker() {
        worker.post(&with_actor(json!({"role": "hall", "text": message})));
    }
}

pub(super) async fn request(
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Result<(u16, Value), Trouble> {
    let lost = || Trouble::new("lost", "the hall in this browser does not answer");
    let worker = worker().ok_or_else(lost)?;
    let (answer, answered) = oneshot::channel();
    let id = STATE.with_borrow_mut(|state| {
        state.last += 1;
        state.waiting.insert(state.last, answer);
        state.last
    });
    let message =
        json!({"role": "request", "id": id, "method": method, "path": path, "body": body});
    worker.post(&with_actor(message));
    answered.await.map_err(|_| lost())
}

fn answered(mut message: Value) {
    match message["role"].as_str() {
        Some("hall") => {
            // What is for another at this browser is not for the one who acts.
            let to = message["as"].as_str().map(str::to_owned);
            if to == acting() {
                heard(message["text"].as_str().unwrap_or_default());
            }
        }
        Some("reply") => {
            let id = message["id"].as_u64().unwrap_or_default();
            let waiting = STATE.with_borrow_mut(|state| state.waiting.remove(&id));
            if let Some(waiting) = waiting {
                let status = message["status"].as_u64().unwrap_or_default() as u16;
                let _ = waiting.send((status, message["json"].take()));
            }
        }
        Some("saved") => browser::keep(KEPT, message["text"].as_str().unwrap_or_default()),
        Some("opened") => {
            let dropped = message["dropped"].as_array().map_or(&[][..], Vec::as_slice);
            if let Some(sentence) = dropped.first().and_then(Value::as_str) {
                App::here().say(sentence);
            }
        }
        Some("broken") => {
            STATE.with_borrow_mut(|state| {
                state.worker = None;
                state.waiting.clear();
            });
            let app = App::here();
            closed(app);
            open(app);
        }
        _ => {}
    }
}
