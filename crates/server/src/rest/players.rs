//! Requests about identities, players and leaderboards.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use game::message;
use hall_core::TooMany;
use hall_core::body::leaderboards;
use protocol::rest::{
    AvailableBody, ChallengesBody, IdentityBody, Leader, LeaderboardBody, LeaderboardQuery,
    NewIdentity, PlayerBody, PlayerView, RatingView, Rename,
};
use store::{Identity, IdentityId, Kind};

use super::guard::address;
use super::{Asked, Given, Known, Who};
use crate::hub::Hub;
use crate::identity;
use crate::ratings;
use crate::refused::Refused;

/// An identity as others see it. The id gives no rights.
pub(crate) fn shown(identity: &Identity) -> PlayerView {
    PlayerView {
        player: identity.id.to_string(),
        name: identity.name.clone(),
        program: identity.kind == Kind::Program,
    }
}

pub(crate) async fn me(Known(me): Known) -> Json<PlayerView> {
    Json(shown(&me))
}

/// Your identity, or a new one if the hall does not know you.
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

/// Makes an identity: browsers get a cookie, bots get a token.
pub(crate) async fn create(
    State(hub): State<Arc<Hub>>,
    request: Request,
) -> Result<Response, Refused> {
    if !hub.new_identities.take(address(&hub, &request)) {
        hub.metrics.rate_limited.inc();
        return Err(Refused::too_many(TooMany::Identities));
    }
    let Given(new) = Given::<NewIdentity>::from_request(request, &()).await?;
    if new.guest.is_some() {
        return Err(Refused::bad(message!("hall.no-guests")));
    }
    let now = hub.time.now();
    let name = new.name.as_deref();
    let kind = if new.program {
        Kind::Program
    } else {
        Kind::Person
    };
    let (identity, secret) = identity::create(&hub.store, name, kind, now).await?;
    let body = Json(IdentityBody {
        you: shown(&identity),
        token: new.program.then(|| secret.text()),
    });
    if new.program {
        return Ok((StatusCode::CREATED, body).into_response());
    }
    let secure = if hub.secure { "; Secure" } else { "" };
    let cookie = [(header::SET_COOKIE, secret.cookie() + secure)];
    Ok((StatusCode::CREATED, cookie, body).into_response())
}

pub(crate) async fn rename(
    State(hub): State<Arc<Hub>>,
    Known(mut me): Known,
    Given(new): Given<Rename>,
) -> Result<Json<PlayerView>, Refused> {
    me.name = identity::name(&new.name)?;
    hub.store.rename(me.id, &me.name).await?;
    hub.renamed(me.id, &me.name);
    Ok(Json(shown(&me)))
}

pub(crate) async fn available(State(hub): State<Arc<Hub>>) -> Json<AvailableBody> {
    let available = hub.available();
    Json(AvailableBody { available })
}

pub(crate) async fn player(
    State(hub): State<Arc<Hub>>,
    Path(player): Path<String>,
) -> Result<Json<PlayerBody>, Refused> {
    let identity = find(&hub, &player).await?;
    let mut body = PlayerBody {
        player: shown(&identity),
        since: identity.created_ms,
        connected: hub.is_connected(identity.id),
        ratings: Default::default(),
    };
    for board in leaderboards() {
        let known = hub.store.ratings(&board, &[identity.id]).await?;
        if let Some(rating) = known.first() {
            body.ratings.insert(board, rating_view(rating));
        }
    }
    Ok(Json(body))
}

/// The player with this id.
pub(crate) async fn find(hub: &Hub, player: &str) -> Result<Identity, Refused> {
    let unknown = || {
        Refused::new(
            StatusCode::NOT_FOUND,
            "no-player",
            message!("hall.no-player"),
        )
    };
    let id: IdentityId = player.parse().map_err(|_| unknown())?;
    hub.store.identity(id).await?.ok_or_else(unknown)
}

fn rating_view(rating: &store::Rating) -> RatingView {
    RatingView {
        system: ratings::read(&rating.body),
        value: rating.value,
        games: rating.games,
    }
}

pub(crate) async fn leaderboard(
    State(hub): State<Arc<Hub>>,
    Path(leaderboard): Path<String>,
    Asked(page): Asked<LeaderboardQuery>,
) -> Result<Json<LeaderboardBody>, Refused> {
    if !leaderboards().contains(&leaderboard) {
        return Err(Refused::new(
            StatusCode::NOT_FOUND,
            "no-board",
            message!("hall.no-leaderboard", known = leaderboards().join(", ")),
        ));
    }
    let (least, skip) = (page.least_games.unwrap_or(0), page.skip.unwrap_or(0));
    let limit = page.limit.unwrap_or(50).min(100);
    let leaders = hub.store.leaders(&leaderboard, least, skip, limit).await?;
    let mut players = Vec::with_capacity(leaders.len());
    for leader in leaders {
        let identity = hub.store.identity(leader.rating.identity).await?;
        players.push(Leader {
            rating: rating_view(&leader.rating),
            player: leader.rating.identity.to_string(),
            name: leader.name.unwrap_or_default(),
            program: identity.map(|identity| identity.kind == Kind::Program),
        });
    }
    Ok(Json(LeaderboardBody {
        leaderboard,
        players,
    }))
}

pub(crate) async fn challenges(
    State(hub): State<Arc<Hub>>,
    Known(me): Known,
) -> Json<ChallengesBody> {
    let (to_you, by_you) = hub.challenges(me.id);
    Json(ChallengesBody { to_you, by_you })
}
