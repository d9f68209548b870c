//! A hall behind a WebSocket.

use std::cell::RefCell;

use leptos::prelude::*;
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{MessageEvent, RequestInit, Response, WebSocket};

use super::{Trouble, closed, heard, opened};
use crate::app::App;
use crate::browser;

/// The first wait before connecting again, and the longest, in milliseconds.
const WAIT: (u32, u32) = (400, 10_000);

thread_local! {
    static SOCKET: RefCell<Option<WebSocket>> = const { RefCell::new(None) };
    static DELAY: std::cell::Cell<u32> = const { std::cell::Cell::new(WAIT.0) };
}

pub(super) fn open(app: App) {
    connect(app);
    // Whoever comes back to the page should not wait for a long delay.
    let awake = browser::forever(move |_: web_sys::Event| {
        let broken = SOCKET.with_borrow(|socket| {
            socket
                .as_ref()
                .is_none_or(|socket| socket.ready_state() == WebSocket::CLOSED)
        });
        if broken {
            connect(app);
        }
    });
    let _ = window().add_event_listener_with_callback("online", &awake);
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
        opened(app);
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
    // Not all at the same moment, when a hall comes back.
    let delay = f64::from(delay) * (0.75 + browser::chance() / 2.0);
    let delay = std::time::Duration::from_millis(delay as u64);
    set_timeout(move || connect(app), delay);
}

pub(super) fn send(message: &str) {
    SOCKET.with_borrow(|socket| {
        if let Some(socket) = socket
            && socket.ready_state() == WebSocket::OPEN
        {
            let _ = socket.send_with_str(message);
        }
    });
}

pub(super) async fn request(
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Result<(u16, Value), Trouble> {
    let lost = |_| Trouble::new("lost", "the hall does not answer");
    let options = RequestInit::new();
    options.set_method(method);
    if let Some(body) = body {
        options.set_body(&JsValue::from_str(&body.to_string()));
        let headers = web_sys::Headers::new().map_err(lost)?;
        headers
            .set("content-type", "application/json")
            .map_err(lost)?;
        options.set_headers(&headers);
    }
    let address = format!("/api/v1{path}");
    let sent = window().fetch_with_str_and_init(&address, &options);
    let response = JsFuture::from(sent).await.map_err(lost)?;
    let response: Response = response.dyn_into().map_err(lost)?;
    let text = JsFuture::from(response.text().map_err(lost)?).await;
    let text = text.map_err(lost)?.as_string().unwrap_or_default();
    let answer = serde_json::from_str(&text).unwrap_or(Value::Null);
    Ok((response.status(), answer))
}
