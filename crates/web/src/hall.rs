//! The hall: a server, or a worker of this browser. Both use the same messages.
//!
//! | module | contents |
//! |---|---|
//! | [`line`] | what was asked and followed, and who listens |
//! | `fetch` | requests to a server |
//! | `socket` | messages to and from a server |
//! | [`in_browser`] | the worker, and the people who share it |
//!
//! The first page needs only requests. The build splits the rest off at the marked
//! functions; the browser fetches it while that page is shown.

mod fetch;
pub mod in_browser;
pub mod line;
mod socket;

use std::cell::Cell;

use game::{Message, message};
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::rest::{NewIdentity, PlayerView, RefusalBody, Rename};
use protocol::{Body, Done, Request, Sentence};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::browser;

/// How long to wait, in milliseconds, before a file that did not arrive is fetched
/// again.
const AGAIN: u32 = 2000;

/// Why a request failed: a code for programs, a sentence for people.
pub type Trouble = RefusalBody;

/// A failure on the page's own side.
pub fn trouble(code: &str, message: &Message) -> Trouble {
    Trouble {
        code: code.to_owned(),
        reason: String::new(),
        message: Some(Sentence::from(message)),
    }
}

thread_local! {
    static IN_BROWSER: Cell<Option<bool>> = const { Cell::new(None) };
}

/// Whether the hall is in this browser.
pub fn is_in_browser() -> bool {
    if let Some(known) = IN_BROWSER.get() {
        return known;
    }
    let meta = document().query_selector("meta[name=hall]").ok().flatten();
    let content = meta.and_then(|meta| meta.get_attribute("content"));
    let found = content.as_deref() == Some("browser");
    IN_BROWSER.set(Some(found));
    found
}

/// Connects, and stays connected.
pub fn open(app: App) {
    if !is_in_browser() {
        // The message is on its way while the hall looks up the identity.
        spawn_local(async {
            let _ = socket::load().await;
        });
    }
    spawn_local(async move {
        match request::<PlayerView>("PUT", "/identity", &NewIdentity::default()).await {
            Ok(me) => app.me.set(Some(me)),
            Err(trouble) => app.say(trouble),
        }
        loop {
            let opened = if is_in_browser() {
                in_browser::open(app).await
            } else {
                socket::open(app).await
            };
            if opened.is_ok() {
                return;
            }
            browser::pause(AGAIN).await;
        }
    });
}

/// Changes the reader's name.
pub fn rename(name: String) {
    let app = App::here();
    spawn_local(async move {
        match request::<PlayerView>("PATCH", "/identity", &Rename { name }).await {
            Ok(me) => app.me.set(Some(me)),
            Err(trouble) => app.say(trouble),
        }
    });
}

/// Gets what is at an address below `/api/v1`.
pub async fn get<T: DeserializeOwned>(path: &str) -> Result<T, Trouble> {
    read(&exchange("GET", path, None).await?)
}

/// Sends a body to an address below `/api/v1`.
pub async fn request<T: DeserializeOwned>(
    method: &str,
    path: &str,
    body: &impl Serialize,
) -> Result<T, Trouble> {
    read(&exchange(method, path, Some(Body::of(body))).await?)
}

async fn exchange(method: &str, path: &str, body: Option<Body>) -> Result<Body, Trouble> {
    let (status, reply) = if is_in_browser() {
        let lost = || trouble("lost", &message!("page.no-worker-answer"));
        let asked = in_browser::ask(method.to_owned(), path.to_owned(), body).await;
        let reply = asked.map_err(|_| lost())?;
        reply.await.map_err(|_| lost())?
    } else {
        fetch::exchange(method, path, body).await?
    };
    if (200..300).contains(&status) {
        return Ok(reply);
    }
    let unread = |_| trouble("lost", &message!("page.status", status));
    Err(reply.read().unwrap_or_else(unread))
}

fn read<T: DeserializeOwned>(reply: &Body) -> Result<T, Trouble> {
    let wrong = |why: String| trouble("reply", &message!("page.wrong-reply", why));
    reply.read().map_err(wrong)
}

/// Sends a command to a table and waits for the reply. If the connection breaks before
/// the reply, the command is sent again on the next connection.
pub async fn command(table: &str, request: Request) -> Result<Done, Trouble> {
    let lost = || trouble("lost", &message!("page.lost"));
    let sent = line::send(table.to_owned(), request).await;
    let reply = sent.map_err(|_| lost())?;
    reply.await.unwrap_or_else(|_| Err(lost()))
}
