//! Identities, players, leaderboards.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use store::{Identity, IdentityId, Kind};
use wire::lobby::boards;

use super::guard::address;
use super::{Asked, Given, Known, Who};
use crate::hub::Hub;
use crate::identity;
use crate::refused::Refused;

/// Someone as others may know them. The id gives no rights.
pub(crate) fn shown(identity: &Identity) -> Value {
    json!({
        "player": identity.id.to_string(),
        "name": identity.name,
        "program": identity.kind == Kind::Program,
    })
}

pub(crate) async fn me(Known(me): Known) -> Json<Value> {
    Json(shown(&me))
}

/// Whoever asks; someone new if the hall does not know them.
pub(crate) async fn meet(
    State(hub): State<Arc<Hub>>,
    who: Who,
    request: Request,
) -> Result<Response, Refused> {
    match who.0 {
        Some(me) => Ok(Json(shown(&me)).into_response()),
        None => create(State(hub), request).await,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewIdentity {
    name: Option<String>,
    #[serde(default)]
    program: bool,
}

/// A new identity: a cookie for browsers, a token for programs.
pub(crate) async fn create(
    State(hub): State<Arc<Hub>>,
    request: Request,
) -> Result<Response, Refused> {
    if !hub.new_identities.take(address(&hub, &request)) {
        hub.metrics.rate_limited.add();
        return Err(Refused::too_many("new identities"));
    }
    let Given(new) = Given::<NewIdentity>::from_request(request, &()).await?;
    let now = hub.time.now();
    let name = new.name.as_deref();
    let (identity, secret) = identity::create(&hub.store, name, new.program, now).await?;
    let mut body = shown(&identity);
    let mut response = match new.program {
        true => {
            body["token"] = json!(secret.text());
            Json(body).into_response()
        }
        false => (
            [(header::SET_COOKIE, secret.cookie(hub.secure))],
            Json(body),
        )
            .into_response(),
    };
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rename {
    name: String,
}

pub(crate) async fn rename(
    State(hub): State<Arc<Hub>>,
    Known(mut me): Known,
    Given(new): Given<Rename>,
) -> Result<Json<Value>, Refused> {
    me.name = identity::name(&new.name)?;
    hub.store.rename(me.id, &me.name).await?;
    Ok(Json(shown(&me)))
}

pub(crate) async fn available(State(hub): State<Arc<Hub>>) -> Json<Value> {
    Json(json!({"available": hub.available()}))
}

pub(crate) async fn player(
    State(hub): State<Arc<Hub>>,
    Path(player): Path<String>,
) -> Result<Json<Value>, Refused> {
    let identity = find(&hub, &player).await?;
    let mut body = shown(&identity);
    body["since"] = json!(identity.created_ms);
    body["connected"] = json!(hub.is_connected(identity.id));
    let mut ratings = serde_json::Map::new();
    for board in boards() {
        let known = hub.store.ratings(&board, &[identity.id]).await?;
        if let Some(rating) = known.first() {
            ratings.insert(board, rating_json(rating));
        }
    }
    body["ratings"] = Value::Object(ratings);
    Ok(Json(body))
}

/// The player of this id.
pub(crate) async fn find(hub: &Hub, player: &str) -> Result<Identity, Refused> {
    let unknown = || {
        Refused::new(
            StatusCode::NOT_FOUND,
            "no-player",
            "there is no such player",
        )
    };
    let id: IdentityId = player.parse().map_err(|_| unknown())?;
    hub.store.identity(id).await?.ok_or_else(unknown)
}

fn rating_json(rating: &store::Rating) -> Value {
    let mut body: Value = serde_json::from_str(&rating.body).unwrap_or_default();
    body["value"] = json!(rating.value);
    body["games"] = json!(rating.games);
    body
}

#[derive(Deserialize)]
pub(crate) struct Page {
    #[serde(default)]
    least_games: u64,
    #[serde(default)]
    skip: u32,
    limit: Option<u32>,
}

pub(crate) async fn leaderboard(
    State(hub): State<Arc<Hub>>,
    Path(board): Path<String>,
    Asked(page): Asked<Page>,
) -> Result<Json<Value>, Refused> {
    if !boards().contains(&board) {
        return Err(Refused::new(
            StatusCode::NOT_FOUND,
            "no-board",
            format!(
                "there is no such leaderboard; there are {}",
                boards().join(", ")
            ),
        ));
    }
    let limit = page.limit.unwrap_or(50).min(100);
    let leaders = hub
        .store
        .leaders(&board, page.least_games, page.skip, limit)
        .await?;
    let mut rows = Vec::with_capacity(leaders.len());
    for leader in &leaders {
        let mut row = rating_json(&leader.rating);
        row["player"] = json!(leader.rating.identity.to_string());
        row["name"] = json!(leader.name);
        let identity = hub.store.identity(leader.rating.identity).await?;
        row["program"] = json!(identity.map(|identity| identity.kind == Kind::Program));
        rows.push(row);
    }
    Ok(Json(json!({"leaderboard": board, "players": rows})))
}

pub(crate) async fn challenges(
    State(hub): State<Arc<Hub>>,
    who: Who,
) -> Result<Json<Value>, Refused> {
    let me = who.0.ok_or_else(Refused::who)?;
    let (to, by) = hub.challenges(me.id);
    Ok(Json(json!({"to_you": to, "by_you": by})))
}
