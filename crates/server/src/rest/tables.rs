//! Tables, their games as pictures and records, challenges.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use catalog::{AnyGame, AnyState, AnyStep, Value};
use game::Seat;
use picture::{Board, Marks, Theme, svg};
use record::seated::of_table;
use serde::Deserialize;
use serde_json::json;
use store::{Identity, Listing, TableId};
use table::{Made, Request};
use tokio::sync::oneshot;
use wire::api::NewTable;

use super::players::{find, shown};
use super::{Asked, Given, Known, Who, is_known};
use crate::hub::{Challenge, Hub};
use crate::identity::{at_table, person, random};
use crate::live::{Look, Order, Reply};
use crate::refused::Refused;
use crate::shown::listed;

#[derive(Deserialize)]
pub(crate) struct Which {
    phase: Option<String>,
    game: Option<String>,
    after: Option<String>,
    limit: Option<u32>,
}

/// The public tables, newest first.
pub(crate) async fn list(
    State(hub): State<Arc<Hub>>,
    Asked(which): Asked<Which>,
) -> Result<Json<Value>, Refused> {
    let phase = match which.phase.as_deref().unwrap_or("open") {
        "open" => store::Phase::Open,
        "running" => store::Phase::Running,
        "finished" => store::Phase::Finished,
        other => {
            return Err(Refused::bad(format!(
                "there is no phase {other:?}; there are open, running and finished"
            )));
        }
    };
    let after = which.after.as_deref().map(cursor).transpose()?;
    let limit = which.limit.unwrap_or(50).clamp(1, 100);
    let listing = Listing {
        access: Some(store::Access::Public),
        game: which.game,
        after,
        ..Listing::of(phase, limit)
    };
    let tables = hub.store.tables(&listing).await?;
    let last = tables.last().filter(|_| tables.len() == limit as usize);
    let next = last.map(|last| format!("{}:{}", last.summary.created_ms, last.id));
    let tables: Vec<Value> = tables.iter().map(listed).collect();
    Ok(Json(json!({"tables": tables, "next": next})))
}

fn cursor(text: &str) -> Result<(u64, TableId), Refused> {
    let parts = text.split_once(':');
    let parts = parts.and_then(|(at, id)| Some((at.parse().ok()?, id.parse().ok()?)));
    parts.ok_or_else(|| Refused::bad("\"after\" is the \"next\" of another answer"))
}

fn table_id(text: &str) -> Result<TableId, Refused> {
    text.parse().map_err(|_| Refused::no_table())
}

/// Makes a table.
pub(crate) async fn create(
    State(hub): State<Arc<Hub>>,
    Known(me): Known,
    Given(new): Given<NewTable>,
) -> Result<(StatusCode, Json<Value>), Refused> {
    let (id, key) = make(&hub, &me, new).await?;
    let body = json!({"table": id.to_string(), "key": key, "link": link(id, key.as_deref())});
    Ok((StatusCode::CREATED, Json(body)))
}

/// The key stands behind the sign that browsers do not send, so it gets into no
/// log on the way.
fn link(id: TableId, key: Option<&str>) -> String {
    match key {
        Some(key) => format!("/t/{id}#{key}"),
        None => format!("/t/{id}"),
    }
}

async fn make(
    hub: &Arc<Hub>,
    me: &Identity,
    new: NewTable,
) -> Result<(TableId, Option<String>), Refused> {
    if !hub.new_tables.take(me.id) {
        hub.metrics.rate_limited.add();
        return Err(Refused::too_many("new tables"));
    }
    for player in new.players() {
        hub.check_computer(&new.game, player)?;
    }
    let key = match new.private {
        true => {
            let bytes: [u8; 16] = random()?;
            let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
            Some(digits.collect::<String>())
        }
        false => None,
    };
    let settings = new.settings(person(me), key.clone())?;
    let id = hub.create(&settings).await?;
    Ok((id, key))
}

#[derive(Deserialize)]
pub(crate) struct NewChallenge {
    player: String,
    table: NewTable,
}

/// Makes a private table and asks someone to it.
pub(crate) async fn challenge(
    State(hub): State<Arc<Hub>>,
    Known(me): Known,
    Given(new): Given<NewChallenge>,
) -> Result<(StatusCode, Json<Value>), Refused> {
    let to = find(&hub, &new.player).await?;
    if to.id == me.id {
        return Err(Refused::bad("nobody challenges himself"));
    }
    if !hub.is_connected(to.id) {
        return Err(Refused::new(
            StatusCode::CONFLICT,
            "not-connected",
            format!("{} is not connected", to.name),
        ));
    }
    let mut table = new.table;
    table.private = true;
    table.seat = Some(table.seat.unwrap_or(0));
    let terms = json!({
        "game": table.game,
        "options": table.options,
        "clock": table.clock,
        "seat": table.seat,
    });
    let (id, key) = make(&hub, &me, table).await?;
    let mut body = terms;
    body["table"] = json!(id.to_string());
    body["key"] = json!(key);
    body["link"] = json!(link(id, key.as_deref()));
    body["from"] = shown(&me);
    let until = hub.challenge_ends();
    body["until"] = json!(until);
    hub.challenge(Challenge {
        table: id,
        from: me.id,
        to: to.id,
        until,
        body: body.clone(),
    })?;
    Ok((StatusCode::CREATED, Json(body)))
}

/// Looks at a table, if that is allowed.
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

#[derive(Deserialize)]
pub(crate) struct Key {
    key: Option<String>,
}

pub(crate) async fn view(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    Asked(Key { key }): Asked<Key>,
    who: Who,
) -> Result<Json<Value>, Refused> {
    let viewer = who.at_table();
    let see = move |look: Look<'_>| json!({"now": look.now, "view": look.table.view(viewer)});
    Ok(Json(look(&hub, table_id(&id)?, &who, key, see).await?))
}

pub(crate) async fn record(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    Asked(Key { key }): Asked<Key>,
    who: Who,
) -> Result<Response, Refused> {
    let see = |look: Look<'_>| of_table(look.table, look.people);
    let record = look(&hub, table_id(&id)?, &who, key, see).await?;
    let name = format!("attachment; filename=\"{}.json\"", table_id(&id)?);
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(record)).into_response())
}

#[derive(Deserialize)]
pub(crate) struct NewCommand {
    id: u64,
    request: Request,
}

/// Does something at a table, for those without a WebSocket.
pub(crate) async fn command(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    Known(me): Known,
    Given(given): Given<NewCommand>,
) -> Result<Json<Value>, Refused> {
    let (reply, answer) = oneshot::channel();
    let order = Order::Command {
        who: at_table(me.id),
        id: given.id,
        request: as_known(given.request, &me),
        lag_ms: 0,
        reply: Reply::Once(reply),
    };
    hub.order(table_id(&id)?, order)?;
    let answer = answer.await.unwrap_or_else(|_| Err(Refused::closing()))?;
    Ok(Json(json!({"seq": answer.seq, "turn": answer.turn})))
}

/// Whoever joins has the name that the hall knows.
pub(crate) fn as_known(request: Request, me: &Identity) -> Request {
    match request {
        Request::Join { key, .. } => {
            let person = person(me);
            Request::Join {
                name: person.name,
                program: person.program,
                key,
            }
        }
        other => other,
    }
}

/// A game, a state of it, and the step that is made there.
type Replayed = (Box<dyn AnyGame>, AnyState, Option<AnyStep>);

/// What is needed to play a game again up to a step.
struct Played {
    game: String,
    options: Value,
    steps: Vec<Arc<Made>>,
}

impl Played {
    fn of(look: &Look<'_>, steps: usize) -> Played {
        let settings = look.table.settings();
        let all = look.table.steps();
        Played {
            game: settings.game.clone(),
            options: settings.options.clone(),
            steps: all[..steps.min(all.len())].to_vec(),
        }
    }

    /// The state before the last step, and that step.
    fn replay(&self) -> Result<Replayed, catalog::Error> {
        let game = catalog::open(&self.game, &self.options)?;
        let mut state = game.start();
        let mut steps = self.steps.iter().map(|made| as_step(made)).peekable();
        while let Some(step) = steps.next() {
            if steps.peek().is_none() {
                return Ok((game, state, Some(step)));
            }
            game.play(&mut state, &step)?;
        }
        Ok((game, state, None))
    }

    fn picture(&self, theme: Theme) -> Result<String, Refused> {
        let wrong = |error: &dyn std::fmt::Display| Refused::bad(error.to_string());
        let (game, mut state, last) = self.replay().map_err(|error| wrong(&error))?;
        let mut marks = Marks::default();
        if let Some(step) = last {
            marks = Marks::of(&*game, &state, &step).unwrap_or_default();
            game.play(&mut state, &step)
                .map_err(|error| wrong(&error))?;
        }
        let board = Board::of(&*game, &state).map_err(|error| wrong(&error))?;
        let style = svg::Style {
            theme,
            ..svg::Style::default()
        };
        Ok(svg::board(&board, &marks, &style))
    }
}

fn as_step(made: &Made) -> AnyStep {
    match made {
        Made::Act(act) => AnyStep::Act(
            act.moves
                .iter()
                .map(|(seat, action)| (Seat(*seat), action.clone()))
                .collect(),
        ),
        Made::Draw(draw) => AnyStep::Draw(draw.clone()),
    }
}

/// The legal moves of the seats that are to act, where the game can list them.
pub(crate) async fn moves(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    Asked(Key { key }): Asked<Key>,
    who: Who,
) -> Result<Json<Value>, Refused> {
    let see = |look: Look<'_>| {
        let settings = look.table.settings();
        let game = catalog::open(&settings.game, &settings.options);
        let acting = look.table.acting();
        (look.table.turn(), game, look.table.state().clone(), acting)
    };
    let (turn, game, state, acting) = look(&hub, table_id(&id)?, &who, key, see).await?;
    let game = game.map_err(|error| Refused::bad(error.to_string()))?;
    let listed = tokio::task::spawn_blocking(move || {
        let seats = acting.iter();
        let seats = seats.map(|seat| json!({"seat": seat.0, "moves": game.actions(&state, seat)}));
        json!({"turn": turn, "seats": seats.collect::<Vec<_>>()})
    });
    let listed = listed.await;
    listed
        .map(Json)
        .map_err(|_| Refused::bad("these moves cannot be listed"))
}

#[derive(Deserialize)]
pub(crate) struct BoardAsked {
    key: Option<String>,
    step: Option<usize>,
    theme: Option<String>,
}

/// The board as a picture, after all steps or after so many.
pub(crate) async fn board(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    Asked(asked): Asked<BoardAsked>,
    who: Who,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let theme = match asked.theme.as_deref() {
        None | Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        Some(_) => return Err(Refused::bad("there are the themes light and dark")),
    };
    let most = asked.step.unwrap_or(usize::MAX);
    let see = move |look: Look<'_>| (look.table.turn(), Played::of(&look, most));
    let (turn, played) = look(&hub, table_id(&id)?, &who, asked.key, see).await?;
    // After moves were taken back there may be as many steps, but never the turn.
    let tag = format!("\"{}-{turn}-{theme:?}\"", played.steps.len());
    let cached = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, "private, no-cache".to_owned()),
    ];
    if is_known(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, cached).into_response());
    }
    let drawn = tokio::task::spawn_blocking(move || played.picture(theme)).await;
    let picture = drawn.map_err(|_| Refused::bad("this board cannot be drawn"))??;
    let kind = [(header::CONTENT_TYPE, "image/svg+xml")];
    Ok((cached, kind, picture).into_response())
}

/// What a step did. Steps are counted from 1.
pub(crate) async fn step(
    State(hub): State<Arc<Hub>>,
    Path((id, step)): Path<(String, String)>,
    Asked(Key { key }): Asked<Key>,
    who: Who,
) -> Result<Json<Value>, Refused> {
    let none = || Refused::new(StatusCode::NOT_FOUND, "no-step", "there is no such step");
    let number: usize = step.parse().map_err(|_| none())?;
    let see = move |look: Look<'_>| Played::of(&look, number);
    let played = look(&hub, table_id(&id)?, &who, key, see).await?;
    if number == 0 || played.steps.len() != number {
        return Err(none());
    }
    let told = tokio::task::spawn_blocking(move || {
        let (game, state, last) = played.replay().ok()?;
        let step = last?;
        let report = game.report(&state, &step).ok()?;
        let made = played.steps.last()?;
        Some(json!({"step": number, "made": **made, "text": report.text, "data": report.data}))
    });
    told.await.ok().flatten().map(Json).ok_or_else(none)
}
