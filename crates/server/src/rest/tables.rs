//! Requests about tables, pictures and records of their games, and challenges.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use game::message;
use hall_core::TooMany;
use hall_core::body;
use hall_core::lobby::as_known;
use picture::{Marks, Theme, svg};
use protocol::rest::{
    BoardQuery, Challenge, KeyQuery, ListPhase, MovesBody, NewChallenge, NewCommand, NewTableBody,
    StepBody, TableBody, TablesBody, TablesQuery,
};
use protocol::{Answer, NewTable};
use record::of_table;
use store::{Identity, Listing, TableId};
use table::{Settings, Table};
use tokio::sync::oneshot;

use super::players::{find, shown as player};
use super::{Asked, Given, Known, Who, is_known};
use crate::hub::Hub;
use crate::identity::{at_table, person, random};
use crate::live::{Look, Order};
use crate::refused::Refused;
use crate::shown;

/// The public tables, newest first.
pub(crate) async fn list(
    State(hub): State<Arc<Hub>>,
    Asked(asked): Asked<TablesQuery>,
) -> Result<Json<TablesBody>, Refused> {
    let known = [ListPhase::Open, ListPhase::Running, ListPhase::Finished];
    let name = asked.phase.as_deref().unwrap_or("open");
    let phase = known.into_iter().find(|phase| phase.name() == name);
    let phase = phase
        .ok_or_else(|| Refused::bad(message!("hall.no-phase", phase = format!("{name:?}"))))?;
    let after = asked.after.as_deref().map(cursor).transpose()?;
    let limit = asked.limit.unwrap_or(50).clamp(1, 100);
    let listing = Listing {
        access: Some(store::Access::Public),
        game: asked.game,
        after,
        ..Listing::of(shown::phase(phase), limit)
    };
    let tables = hub.store.tables(&listing).await?;
    let last = tables.last().filter(|_| tables.len() == limit as usize);
    let next = last.map(|last| format!("{}:{}", last.summary.created_ms, last.id));
    let tables = tables.into_iter().filter_map(shown::listed).collect();
    Ok(Json(TablesBody { tables, next }))
}

fn cursor(text: &str) -> Result<(u64, TableId), Refused> {
    let parts = text.split_once(':');
    let parts = parts.and_then(|(at, id)| Some((at.parse().ok()?, id.parse().ok()?)));
    parts.ok_or_else(|| Refused::bad(message!("hall.after")))
}

fn table_id(text: &str) -> Result<TableId, Refused> {
    text.parse().map_err(|_| Refused::no_table())
}

pub(crate) async fn create(
    State(hub): State<Arc<Hub>>,
    Known(me): Known,
    Given(new): Given<NewTable>,
) -> Result<(StatusCode, Json<NewTableBody>), Refused> {
    let body = make(&hub, &me, new).await?;
    Ok((StatusCode::CREATED, Json(body)))
}

async fn make(hub: &Arc<Hub>, me: &Identity, new: NewTable) -> Result<NewTableBody, Refused> {
    if !hub.new_tables.take(me.id) {
        hub.metrics.rate_limited.inc();
        return Err(Refused::too_many(TooMany::Tables));
    }
    for player in new.players() {
        hub.check_computer(&new.game, player)?;
    }
    let key = if new.private {
        Some(hex::encode(random::<16>()?))
    } else {
        None
    };
    let settings = Settings::from_new(new, person(me), key.clone())?;
    let table = hub.create(&settings).await?.to_string();
    let link = body::link(&table, key.as_deref());
    Ok(NewTableBody { table, key, link })
}

/// Makes a private table and challenges a player to it.
pub(crate) async fn challenge(
    State(hub): State<Arc<Hub>>,
    Known(me): Known,
    Given(new): Given<NewChallenge>,
) -> Result<(StatusCode, Json<Challenge>), Refused> {
    let to = find(&hub, &new.player).await?;
    if to.id == me.id {
        return Err(Refused::bad(message!("hall.own-challenge")));
    }
    if !hub.is_connected(to.id) {
        return Err(Refused::new(
            StatusCode::CONFLICT,
            "not-connected",
            message!("hall.not-connected", name = to.name),
        ));
    }
    let mut terms = new.table;
    terms.private = true;
    terms.seat = Some(terms.seat.unwrap_or(0));
    let made = make(&hub, &me, terms.clone()).await?;
    let challenge = Challenge {
        game: terms.game,
        options: terms.options,
        clock: terms.clock,
        seat: terms.seat,
        table: made.table,
        key: made.key,
        link: made.link,
        from: player(&me),
        until: hub.challenge_ends(),
        contest: None,
        your_seat: None,
    };
    hub.challenge(me.id, to.id, challenge.clone())?;
    Ok((StatusCode::CREATED, Json(challenge)))
}

/// Looks at a table if the sender may see it.
async fn look<T: Send + 'static>(
    hub: &Arc<Hub>,
    id: TableId,
    who: &Who,
    key: Option<String>,
    see: impl FnOnce(Look<'_>) -> T + Send + 'static,
) -> Result<T, Refused> {
    let (sender, seen) = oneshot::channel();
    let order = Order::Look {
        who: who.at_table(),
        key,
        then: Box::new(move |look| drop(sender.send(look.map(see)))),
    };
    hub.order(id, order)?;
    seen.await.unwrap_or_else(|_| Err(Refused::closing()))
}

/// A copy of a table, for work that should not hold up the table.
async fn copy(hub: &Arc<Hub>, id: &str, who: &Who, key: Option<String>) -> Result<Table, Refused> {
    look(hub, table_id(id)?, who, key, |look| look.table.clone()).await
}

/// Does blocking work on a thread of its own.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Refused::bad(message!("hall.no-replay"))))
}

pub(crate) async fn view(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    Asked(KeyQuery { key }): Asked<KeyQuery>,
    who: Who,
) -> Result<Json<TableBody>, Refused> {
    let viewer = who.at_table();
    let see = move |look: Look<'_>| body::table(look.table, viewer, look.now);
    Ok(Json(look(&hub, table_id(&id)?, &who, key, see).await?))
}

pub(crate) async fn record(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    Asked(KeyQuery { key }): Asked<KeyQuery>,
    who: Who,
) -> Result<Response, Refused> {
    let see = |look: Look<'_>| of_table(look.table);
    let record = look(&hub, table_id(&id)?, &who, key, see).await?;
    let name = format!("attachment; filename=\"{}.json\"", table_id(&id)?);
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(record)).into_response())
}

/// Carries out a command of someone without a WebSocket.
pub(crate) async fn command(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    Known(me): Known,
    Given(given): Given<NewCommand>,
) -> Result<Json<Answer>, Refused> {
    let (reply, answer) = oneshot::channel();
    let order = Order::Command {
        who: at_table(me.id),
        id: given.id,
        request: as_known(given.request, &person(&me)),
        reply,
    };
    hub.order(table_id(&id)?, order)?;
    let answer = answer.await.unwrap_or_else(|_| Err(Refused::closing()))?;
    Ok(Json(answer))
}

/// The legal moves of the seats to act, if the game can list them.
pub(crate) async fn moves(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    Asked(KeyQuery { key }): Asked<KeyQuery>,
    who: Who,
) -> Result<Json<MovesBody>, Refused> {
    let table = copy(&hub, &id, &who, key).await?;
    aside(move || Ok(Json(body::moves(&table)))).await
}

/// The board as a picture, after all steps or after the given number.
pub(crate) async fn board(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    Asked(asked): Asked<BoardQuery>,
    who: Who,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let theme = match asked.theme.as_deref() {
        None | Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        Some(_) => return Err(Refused::bad(message!("hall.themes"))),
    };
    let table = copy(&hub, &id, &who, asked.key).await?;
    let steps = asked.step.unwrap_or(usize::MAX).min(table.steps().len());
    // After a takeback the number of steps may repeat, but the turn never does.
    let tag = format!("\"{steps}-{}-{theme:?}\"", table.turn());
    let cached = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, "private, no-cache".to_owned()),
    ];
    if is_known(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, cached).into_response());
    }
    let picture = aside(move || picture(&table, steps, theme)).await?;
    let kind = [(header::CONTENT_TYPE, "image/svg+xml")];
    Ok((cached, kind, picture).into_response())
}

/// The board after the given number of steps.
fn picture(table: &Table, steps: usize, theme: Theme) -> Result<String, Refused> {
    let wrong = |error: &dyn std::fmt::Display| {
        Refused::bad(message!("hall.no-picture", why = error.to_string()))
    };
    let game = table.game();
    let mut state = game.start();
    let mut marks = Marks::default();
    if let Some((before, step)) = steps.checked_sub(1).and_then(|last| table.before(last)) {
        state = before;
        marks = Marks::of(game, &state, &step).unwrap_or_default();
        game.play(&mut state, &step)
            .map_err(|error| wrong(&error))?;
    }
    let scene = game.scene(&state);
    let style = svg::Style {
        theme,
        ..svg::Style::default()
    };
    Ok(svg::board(&scene, &marks, &style))
}

/// What a step did. Steps count from 1.
pub(crate) async fn step(
    State(hub): State<Arc<Hub>>,
    Path((id, step)): Path<(String, String)>,
    Asked(KeyQuery { key }): Asked<KeyQuery>,
    who: Who,
) -> Result<Json<StepBody>, Refused> {
    let table = copy(&hub, &id, &who, key).await?;
    // 0 is not a step, so it is refused like a missing one.
    let number = step.parse().unwrap_or(0);
    aside(move || Ok(Json(body::step(&table, number)?))).await
}
