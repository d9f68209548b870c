//! Requests about contests.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use hall_core::TooMany;
use protocol::contest::{ContestBody, ContestsBody, NewContest};

use super::{Given, Known};
use crate::hub::Hub;
use crate::refused::Refused;

pub(crate) async fn list(State(hub): State<Arc<Hub>>) -> Result<Json<ContestsBody>, Refused> {
    let contests = hub.contests.list(&hub).await?;
    Ok(Json(ContestsBody { contests }))
}

pub(crate) async fn create(
    State(hub): State<Arc<Hub>>,
    Known(me): Known,
    Given(new): Given<NewContest>,
) -> Result<(StatusCode, Json<ContestBody>), Refused> {
    if !hub.new_tables.take(me.id) {
        hub.metrics.rate_limited.inc();
        return Err(Refused::too_many(TooMany::TablesAndContests));
    }
    let contest = hub.contests.start(&hub, me, new).await?;
    Ok((StatusCode::CREATED, Json(contest)))
}

/// A contest with its standings and games.
pub(crate) async fn view(
    State(hub): State<Arc<Hub>>,
    Path(contest): Path<String>,
) -> Result<Json<ContestBody>, Refused> {
    let contest = hub.contests.whole(&hub, &contest).await?;
    Ok(Json(contest))
}

pub(crate) async fn stop(
    State(hub): State<Arc<Hub>>,
    Path(contest): Path<String>,
    Known(me): Known,
) -> Result<Json<ContestBody>, Refused> {
    let contest = hub.contests.stop(&hub, &contest, &me).await?;
    Ok(Json(contest))
}
