//! The hall over HTTP.

mod contests;
mod guard;
mod players;
pub(crate) mod tables;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, get, on};
use game::message;
use protocol::api::{Endpoint, Method};
use protocol::rest::GamesBody;
use serde::de::DeserializeOwned;
use store::Identity;

use crate::hub::Hub;
use crate::refused::Refused;
use crate::{assets, identity, metrics, openapi, socket};

pub(crate) use guard::Peer;
pub(crate) use players::shown;

/// The longest body of a request.
const LONGEST_BODY: usize = 64 << 10;
/// How long a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(15);

/// All routes of the hall: the API and the pages.
pub(crate) fn router(hub: Arc<Hub>) -> Router {
    let mut router = Router::new();
    for &endpoint in Endpoint::ALL {
        router = router.route(endpoint.route().path, handler(endpoint));
    }
    for address in assets::ADDRESSES {
        router = router.route(address, get(assets::index));
    }
    router
        .route("/api", get(openapi::page))
        .route("/assets/{name}", get(assets::asset))
        .fallback(assets::nothing)
        .layer(axum::middleware::from_fn_with_state(
            hub.clone(),
            guard::guard,
        ))
        .with_state(hub)
}

/// The handler of an endpoint.
fn handler(endpoint: Endpoint) -> MethodRouter<Arc<Hub>> {
    let method = match endpoint.route().method {
        Method::Get => MethodFilter::GET,
        Method::Post => MethodFilter::POST,
        Method::Put => MethodFilter::PUT,
        Method::Patch => MethodFilter::PATCH,
    };
    match endpoint {
        Endpoint::Games => on(method, games),
        Endpoint::Me => on(method, players::me),
        Endpoint::NewIdentity => on(method, players::create),
        Endpoint::Meet => on(method, players::meet),
        Endpoint::Rename => on(method, players::rename),
        Endpoint::Players => on(method, players::available),
        Endpoint::Player => on(method, players::player),
        Endpoint::Leaderboard => on(method, players::leaderboard),
        Endpoint::Tables => on(method, tables::list),
        Endpoint::NewTable => on(method, tables::create),
        Endpoint::Table => on(method, tables::view),
        Endpoint::Command => on(method, tables::command),
        Endpoint::Moves => on(method, tables::moves),
        Endpoint::Record => on(method, tables::record),
        Endpoint::Board => on(method, tables::board),
        Endpoint::Step => on(method, tables::step),
        Endpoint::Challenges => on(method, players::challenges),
        Endpoint::NewChallenge => on(method, tables::challenge),
        Endpoint::Contests => on(method, contests::list),
        Endpoint::NewContest => on(method, contests::create),
        Endpoint::Contest => on(method, contests::view),
        Endpoint::StopContest => on(method, contests::stop),
        Endpoint::Socket => on(method, socket::upgrade),
        Endpoint::Description => on(method, openapi::document),
        Endpoint::Health => on(method, async || "ok\n"),
        Endpoint::Ready => on(method, ready),
    }
}

/// The routes that only the operator may reach.
pub(crate) fn operators(hub: Arc<Hub>) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .fallback(only_numbers)
        .with_state(hub)
}

/// The reply at an address that does not exist.
pub(crate) fn nothing() -> Refused {
    Refused::new(
        StatusCode::NOT_FOUND,
        "nothing-here",
        message!("hall.nothing-here"),
    )
}

async fn only_numbers() -> Refused {
    Refused::new(
        StatusCode::NOT_FOUND,
        "nothing-here",
        message!("hall.only-metrics"),
    )
}

async fn ready(State(hub): State<Arc<Hub>>) -> Response {
    let awake = hub.ready.load(std::sync::atomic::Ordering::Relaxed);
    // Any query will do to see whether the store answers.
    match (awake, hub.store.settled("ready").await) {
        (true, Ok(_)) if !hub.store.is_claimed() => (
            StatusCode::SERVICE_UNAVAILABLE,
            "the store was lost, or another hall has taken it\n",
        )
            .into_response(),
        (true, Ok(_)) => "ready\n".into_response(),
        (false, _) => (
            StatusCode::SERVICE_UNAVAILABLE,
            "tables are being fetched\n",
        )
            .into_response(),
        (_, Err(error)) => Refused::from(error).into_response(),
    }
}

async fn metrics(State(hub): State<Arc<Hub>>) -> Response {
    let kind = [(header::CONTENT_TYPE, metrics::KIND)];
    (kind, hub.metrics.text()).into_response()
}

async fn games(State(hub): State<Arc<Hub>>) -> axum::Json<GamesBody> {
    axum::Json(hall_core::body::games(&hub.computers))
}

/// A JSON body. A missing body is an empty object.
pub(crate) struct Given<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Given<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, _: &S) -> Result<Given<T>, Refused> {
        let body = to_bytes(request.into_body(), LONGEST_BODY);
        let body = tokio::time::timeout(BODY_TIME, body).await.map_err(|_| {
            Refused::new(
                StatusCode::REQUEST_TIMEOUT,
                "too-slow",
                message!("hall.too-slow"),
            )
        })?;
        let body = body.map_err(|_| {
            Refused::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "too-long",
                message!("hall.too-long", most = LONGEST_BODY),
            )
        })?;
        let body = if body.is_empty() {
            Bytes::from("{}")
        } else {
            body
        };
        serde_json::from_slice(&body)
            .map(Given)
            .map_err(|error| Refused::bad(message!("hall.bad-body", why = error.to_string())))
    }
}

/// The parameters of the query.
pub(crate) struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Asked<T>, Refused> {
        axum::extract::Query::try_from_uri(&parts.uri)
            .map(|axum::extract::Query(asked)| Asked(asked))
            .map_err(|error| Refused::bad(message!("hall.bad-query", why = error.to_string())))
    }
}

/// The sender, if the hall knows them.
pub(crate) struct Who(pub Option<Identity>);

impl Who {
    pub fn at_table(&self) -> Option<table::Identity> {
        self.0
            .as_ref()
            .map(|identity| identity::at_table(identity.id))
    }
}

impl FromRequestParts<Arc<Hub>> for Who {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<Who, Refused> {
        Ok(Who(identity::of(&hub.store, &parts.headers).await?))
    }
}

/// The sender, whom the hall must know.
pub(crate) struct Known(pub Identity);

impl FromRequestParts<Arc<Hub>> for Known {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<Known, Refused> {
        let Who(who) = Who::from_request_parts(parts, hub).await?;
        who.map(Known).ok_or_else(Refused::who)
    }
}

/// Whether the client already has this version.
pub(crate) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get(header::IF_NONE_MATCH);
    let known = known.and_then(|known| known.to_str().ok());
    known.is_some_and(|known| {
        known
            .split(',')
            .any(|known| known.trim().trim_start_matches("W/") == tag)
    })
}
