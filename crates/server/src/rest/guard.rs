//! Limits and headers of every request.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use catalog::Language;
use game::message;
use hall_core::TooMany;

use crate::assets;
use crate::hub::Hub;
use crate::identity::origin_is_fine;
use crate::refused::Refused;

/// The address at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub SocketAddr);

/// Applies limits and the origin check, sets headers and logs the request.
pub(crate) async fn guard(State(hub): State<Arc<Hub>>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    hub.metrics.requests.inc();
    let method = request.method().clone();
    // The pattern, not the address: addresses can hold the keys of tables.
    let path = request.extensions().get::<MatchedPath>().cloned();
    let path = path.as_ref().map_or("(none)", MatchedPath::as_str);
    let language = request.headers().get(header::ACCEPT_LANGUAGE);
    let language = Language::accepted(language.and_then(|it| it.to_str().ok()).unwrap_or(""));
    let mut response = match admit(&hub, &request, path) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    if let Some(refused) = response.extensions_mut().remove::<Refused>() {
        refused.say_in(language, &mut response);
    }
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, assets::POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if hub.secure {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    let (status, took) = (response.status().as_u16(), started.elapsed());
    tracing::debug!(%method, path, status, us = took.as_micros() as u64, "request");
    response
}

fn admit(hub: &Hub, request: &Request, path: &str) -> Result<(), Refused> {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if !reads && !origin_is_fine(request.headers(), &hub.origins) {
        return Err(Refused::new(
            StatusCode::FORBIDDEN,
            "origin",
            message!("hall.other-site"),
        ));
    }
    let watched = !matches!(path, "/healthz" | "/readyz");
    if watched && !hub.requests.take(address(hub, request)) {
        hub.metrics.rate_limited.inc();
        return Err(Refused::too_many(TooMany::Requests));
    }
    Ok(())
}

/// The address that limits count.
pub(crate) fn address(hub: &Hub, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Peer>();
    let peer = peer.map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0.ip());
    if !hub.behind_proxy {
        return peer;
    }
    // The proxy itself wrote the last entry.
    let told = request
        .headers()
        .get_all("x-forwarded-for")
        .iter()
        .next_back();
    let told = told.and_then(|told| told.to_str().ok());
    let told = told.and_then(|told| told.rsplit(',').next()?.trim().parse().ok());
    told.unwrap_or(peer)
}
