//! The line to the hall. The hall is a server, or a worker of this browser: both
//! speak the same messages.

pub mod pocket;
mod socket;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use futures_channel::oneshot;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Value, json};

use crate::app::App;
use crate::browser;

/// Who one is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Me {
    /// The public id.
    pub player: String,
    /// What others call one.
    pub name: String,
}

/// Why something did not happen, in a sentence, and in a word for programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The word.
    pub code: String,
    /// The sentence.
    pub reason: String,
}

impl Trouble {
    fn new(code: &str, reason: impl Into<String>) -> Trouble {
        Trouble {
            code: code.to_owned(),
            reason: reason.into(),
        }
    }

    fn of(answer: &Value) -> Trouble {
        let text = |name: &str| answer[name].as_str().unwrap_or_default().to_owned();
        Trouble {
            code: text("code"),
            reason: text("reason"),
        }
    }
}

/// A question that waits for its answer.
struct Waiting {
    message: String,
    answer: oneshot::Sender<Result<Value, Trouble>>,
    is_command: bool,
}

type Listener = Rc<dyn Fn(&Value)>;

#[derive(Default)]
struct Line {
    waiting: BTreeMap<u64, Waiting>,
    listeners: BTreeMap<u64, Listener>,
    last_id: u64,
    last_listener: u64,
}

thread_local! {
    static LINE: RefCell<Line> = RefCell::default();
    static POCKET: Cell<Option<bool>> = const { Cell::new(None) };
}

/// Whether the hall is in this browser.
pub fn is_pocket() -> bool {
    if let Some(known) = POCKET.get() {
        return known;
    }
    let meta = document().query_selector("meta[name=hall]").ok().flatten();
    let content = meta.and_then(|meta| meta.get_attribute("content"));
    let pocket = content.as_deref() == Some("pocket");
    POCKET.set(Some(pocket));
    pocket
}

/// Begins to listen, and never stops.
pub fn open(app: App) {
    // Ids of commands must be new over all connections: begin with the time.
    LINE.with_borrow_mut(|line| line.last_id = (browser::now() * 100.0) as u64);
    spawn_local(async move {
        match meet().await {
            Ok(me) => app.me.set(Some(me)),
            Err(trouble) => app.say(trouble.reason),
        }
        match is_pocket() {
            true => pocket::open(app),
            false => socket::open(app),
        }
    });
}

async fn meet() -> Result<Me, Trouble> {
    Ok(me(&request("PUT", "/identity", Some(&json!({}))).await?))
}

fn me(value: &Value) -> Me {
    let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
    Me {
        player: text("player"),
        name: text("name"),
    }
}

/// Takes another name.
pub fn rename(name: String) {
    let app = App::here();
    spawn_local(async move {
        match request("PATCH", "/identity", Some(&json!({"name": name}))).await {
            Ok(known) => app.me.set(Some(me(&known))),
            Err(trouble) => app.say(trouble.reason),
        }
    });
}

/// Asks the hall at an address behind `/api/v1`.
pub async fn request(method: &str, path: &str, body: Option<&Value>) -> Result<Value, Trouble> {
    let (status, answer) = match is_pocket() {
        true => pocket::request(method, path, body).await?,
        false => socket::request(method, path, body).await?,
    };
    match status {
        200..=299 => Ok(answer),
        _ => Err(Trouble::of(&answer)),
    }
}

/// Asks over the line and waits for the answer. What was not answered when the
/// line broke is asked again, under the same id, when it is there again.
pub async fn ask(ask: Value) -> Result<Value, Trouble> {
    let (answer, answered) = oneshot::channel();
    let message = LINE.with_borrow_mut(|line| {
        line.last_id += 1;
        let mut message = ask;
        message["id"] = json!(line.last_id);
        let waiting = Waiting {
            is_command: message["type"] == "command",
            message: message.to_string(),
            answer,
        };
        let text = waiting.message.clone();
        line.waiting.insert(line.last_id, waiting);
        text
    });
    send(&message);
    let lost = || Trouble::new("lost", "the connection was lost");
    answered.await.unwrap_or_else(|_| Err(lost()))
}

/// Does something at a table.
pub async fn command(table: &str, request: Value) -> Result<Value, Trouble> {
    ask(json!({"type": "command", "table": table, "request": request})).await
}

fn send(message: &str) {
    match is_pocket() {
        true => pocket::send(message),
        false => socket::send(message),
    }
}

/// Calls something with every message of the hall until the owner is gone. When
/// the line is there again after a break, it is called with `{"type":"open"}`.
pub fn listen(call: impl Fn(&Value) + 'static) {
    let number = LINE.with_borrow_mut(|line| {
        line.last_listener += 1;
        line.listeners.insert(line.last_listener, Rc::new(call));
        line.last_listener
    });
    on_cleanup(move || {
        LINE.with_borrow_mut(|line| line.listeners.remove(&number));
    });
}

/// A message came.
fn heard(text: &str) {
    let Ok(message) = serde_json::from_str::<Value>(text) else {
        return;
    };
    let id = message["id"].as_u64();
    let waiting = id.and_then(|id| LINE.with_borrow_mut(|line| line.waiting.remove(&id)));
    if let Some(waiting) = waiting {
        let answer = match message["type"].as_str() {
            Some("refused") => Err(Trouble::of(&message)),
            _ => Ok(message),
        };
        let _ = waiting.answer.send(answer);
        return;
    }
    tell(&message);
}

fn tell(message: &Value) {
    // A listener may listen or stop listening itself.
    let listeners: Vec<Listener> =
        LINE.with_borrow(|line| line.listeners.values().cloned().collect());
    for listener in listeners {
        listener(message);
    }
}

/// The line is there.
fn opened(app: App) {
    app.connected.set(true);
    // Questions other than commands are asked anew by whoever needs the answer.
    let again: Vec<String> = LINE.with_borrow_mut(|line| {
        line.waiting.retain(|_, waiting| waiting.is_command);
        let waiting = line.waiting.values();
        waiting.map(|waiting| waiting.message.clone()).collect()
    });
    tell(&json!({"type": "open"}));
    for message in again {
        send(&message);
    }
}

/// The line broke.
fn closed(app: App) {
    app.connected.set(false);
}
