//! Requests to a server.

use game::message;
use leptos::prelude::*;
use protocol::Body;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestInit, Response};

use super::{Trouble, trouble};

/// Sends a request and returns status and body of the reply.
pub(super) async fn exchange(
    method: &str,
    path: &str,
    body: Option<Body>,
) -> Result<(u16, Body), Trouble> {
    let lost = |_| trouble("lost", &message!("page.no-answer"));
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
    let answer = serde_json::from_str(&text).unwrap_or_default();
    Ok((response.status(), answer))
}
