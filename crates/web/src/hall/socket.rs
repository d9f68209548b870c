//! A hall behind a WebSocket.

use std::cell::RefCell;

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use wasm_bindgen::JsValue;
use web_sys::{MessageEvent, WebSocket};

use super::line::{closed, heard, opened};
use crate::app::App;
use crate::browser;

/// The shortest and the longest wait before connecting again, in milliseconds.
const WAIT: (u32, u32) = (400, 10_000);

thread_local! {
    static SOCKET: RefCell<Option<WebSocket>> = const { RefCell::new(None) };
    static DELAY: std::cell::Cell<u32> = const { std::cell::Cell::new(WAIT.0) };
}

/// Connects, and connects again whenever the connection breaks.
#[wasm_split(hall, wasm_split_path = leptos::wasm_split, fallible, preload(load))]
pub(super) fn open(app: App) -> Result<(), SplitLoaderError> {
    connect(app);
    // If the reader returns to the page, connect at once.
    let awake = browser::forever(move |_: web_sys::Event| reconnect(app));
    let _ = window().add_event_listener_with_callback("online", &awake);
    Ok(())
}

/// Connects, unless another attempt has come first.
fn reconnect(app: App) {
    let is_closed = |socket: &WebSocket| socket.ready_state() == WebSocket::CLOSED;
    if SOCKET.with_borrow(|socket| socket.as_ref().is_none_or(is_closed)) {
        connect(app);
    }
}

fn connect(app: App) {
    let location = window().location();
    let scheme = match location.protocol().as_deref() {
        Ok("https:") => "wss:",
        _ => "ws:",
    };
    let host = location.host().unwrap_or_default();
    let Ok(socket) = WebSocket::new(&format!("{scheme}//{host}/api/v1/ws")) else {
        again(app);
        return;
    };
    let on_open = browser::forever(move |_: JsValue| {
        DELAY.set(WAIT.0);
        opened(app, send);
    });
    let on_message = browser::forever(move |event: MessageEvent| {
        if let Some(text) = event.data().as_string() {
            heard(&text);
        }
    });
    let on_close = browser::forever(move |_: JsValue| {
        closed(app);
        again(app);
    });
    socket.set_onopen(Some(&on_open));
    socket.set_onmessage(Some(&on_message));
    socket.set_onclose(Some(&on_close));
    SOCKET.set(Some(socket));
}

fn again(app: App) {
    let delay = DELAY.get();
    DELAY.set((delay * 2).min(WAIT.1));
    // The delay is random, so that clients do not all return at the same moment.
    let delay = f64::from(delay) * (0.75 + browser::chance() / 2.0);
    let delay = std::time::Duration::from_millis(delay as u64);
    set_timeout(move || reconnect(app), delay);
}

fn send(message: String) {
    SOCKET.with_borrow(|socket| {
        if let Some(socket) = socket
            && socket.ready_state() == WebSocket::OPEN
        {
            let _ = socket.send_with_str(&message);
        }
    });
}
