//! The connection to the hall. A [`Client`] keeps its state; the socket or the worker
//! only carries messages.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use client::{Client, Replica, Update};
use futures_channel::oneshot;
use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use protocol::{Done, Request, ServerMessage, TableView};

use super::Trouble;
use crate::app::App;
use crate::browser;

type Listener = Rc<dyn Fn(&Update)>;

struct Line {
    client: Client,
    /// The function that carries a message to the hall.
    carry: fn(String),
    /// Commands that wait for a reply.
    waiting: BTreeMap<u64, oneshot::Sender<Result<Done, Trouble>>>,
    listeners: BTreeMap<u64, Listener>,
    last_listener: u64,
}

impl Line {
    fn new() -> Line {
        Line {
            // The ids of commands must not repeat across connections, so they begin
            // with the time.
            client: Client::new((browser::now() * 100.0) as u64),
            carry: drop,
            waiting: BTreeMap::new(),
            listeners: BTreeMap::new(),
            last_listener: 0,
        }
    }
}

thread_local! {
    static LINE: RefCell<Line> = RefCell::new(Line::new());
}

/// Sends a command to a table.
#[wasm_split(hall, wasm_split_path = leptos::wasm_split, fallible)]
pub(super) fn send(
    table: String,
    request: Request,
) -> Result<oneshot::Receiver<Result<Done, Trouble>>, SplitLoaderError> {
    let (reply, replied) = oneshot::channel();
    with(|line| {
        let id = line.client.command(&table, request);
        line.waiting.insert(id, reply);
    });
    Ok(replied)
}

/// Follows a table.
pub fn follow(table: &str, key: Option<&str>) {
    with(|line| line.client.follow(table, key));
}

/// Follows a table again from a new view, as another person.
pub fn follow_anew(table: &str, key: Option<&str>) {
    with(|line| line.client.follow_anew(table, key));
}

/// Stops following a table.
pub fn unfollow(table: &str) {
    with(|line| line.client.unfollow(table));
}

/// The current view of a followed table, once it has arrived.
pub fn view(table: &str) -> Option<TableView> {
    LINE.with_borrow(|line| line.client.table(table).map(Replica::view))
}

/// Asks the hall for every change of the list of tables.
pub fn watch_lobby() {
    with(|line| line.client.watch_lobby());
}

/// Calls a function with every update until its owner is gone. Every new connection
/// begins with a [`Hello`](Update::Hello).
pub fn listen(call: impl Fn(&Update) + 'static) {
    let number = LINE.with_borrow_mut(|line| {
        line.last_listener += 1;
        line.listeners.insert(line.last_listener, Rc::new(call));
        line.last_listener
    });
    on_cleanup(move || {
        LINE.with_borrow_mut(|line| line.listeners.remove(&number));
    });
}

/// Changes the client, and sends the messages that result.
fn with<T>(call: impl FnOnce(&mut Line) -> T) -> T {
    let result = LINE.with_borrow_mut(call);
    let next = || LINE.with_borrow_mut(|line| Some((line.carry, line.client.outgoing()?)));
    while let Some((carry, message)) = next() {
        carry(message.text());
    }
    result
}

/// Receives a message.
pub(super) fn heard(text: &str) {
    let Ok(message) = ServerMessage::read(text) else {
        return;
    };
    match with(|line| line.client.received(message)) {
        Update::Reply { id, result } => {
            let waiting = LINE.with_borrow_mut(|line| line.waiting.remove(&id));
            if let Some(waiting) = waiting {
                let _ = waiting.send(result);
            }
        }
        update => tell(&update),
    }
}

fn tell(update: &Update) {
    // A listener may add or remove listeners.
    let listeners: Vec<Listener> =
        LINE.with_borrow(|line| line.listeners.values().cloned().collect());
    for listener in listeners {
        listener(update);
    }
}

/// The connection is open, and `carry` sends messages over it.
pub(super) fn opened(app: App, carry: fn(String)) {
    app.connected.set(true);
    with(|line| {
        line.carry = carry;
        line.client.opened();
    });
}

/// The connection is closed. Only commands wait for replies, and the client repeats
/// those.
pub(super) fn closed(app: App) {
    app.connected.set(false);
    LINE.with_borrow_mut(|line| line.client.closed());
}
