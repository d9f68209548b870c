//! Requests like those over HTTP under `/api/v1`.

use catalog::Language;
use game::message;
use hall_core::lobby::player_view;
use hall_core::{LocalHall, Refused, body};
use protocol::api::{self, Endpoint};
use protocol::rest::{
    AvailableBody, ChallengesBody, GuestsBody, IdentityBody, KeyQuery, LeaderboardBody, NewCommand,
    NewIdentity, Rename,
};
use protocol::{Body, Millis};
use serde::de::DeserializeOwned;

/// A request of a person in this browser.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The token of a guest, or `None` for the owner.
    pub token: Option<&'a str>,
    /// `GET`, `POST` and so on.
    pub method: &'a str,
    /// The path with or without `/api/v1`, and with its query.
    pub path: &'a str,
    /// The body.
    pub body: Option<&'a Body>,
}

/// The reply to a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub json: Body,
}

/// Answers a request like the server does. Beyond that, `POST /identity` with
/// `{"guest": "name"}` adds a person to this browser and returns their token, and
/// `GET /guests` lists the guests with their tokens.
pub fn request(hall: &mut LocalHall, now: Millis, asked: Asked<'_>) -> Reply {
    let (status, json) = match answer(hall, now, asked) {
        Ok(answer) => answer,
        Err(refused) => (refused.status, Body::of(&refused.body(Language::English))),
    };
    Reply { status, json }
}

type Answer = Result<(u16, Body), Refused>;

fn answer(hall: &mut LocalHall, now: Millis, asked: Asked<'_>) -> Answer {
    let token = asked.token;
    hall.identity(token)?;
    hall.tick(now);
    let (path, query) = asked.path.split_once('?').unwrap_or((asked.path, ""));
    let path = path.strip_prefix(api::PREFIX).unwrap_or(path);
    let path = format!("{}/{}", api::PREFIX, path.trim_matches('/'));
    if (asked.method, path.as_str()) == ("GET", "/api/v1/guests") {
        let guests = hall.guests();
        return ok(&GuestsBody { guests });
    }
    let (endpoint, values) = api::find(asked.method, &path).ok_or_else(nothing)?;
    let value = |at: usize| values.get(at).copied().unwrap_or_default();
    match endpoint {
        Endpoint::Games => ok(&body::games(hall.computers())),
        Endpoint::Me => ok(&player_view(hall.person(token)?)),
        Endpoint::NewIdentity | Endpoint::Meet => meet(hall, given(asked.body)?),
        Endpoint::Rename => {
            let Rename { name } = given(asked.body)?;
            ok(&player_view(&hall.rename(token, &name)?))
        }
        Endpoint::Players => ok(&AvailableBody::default()),
        Endpoint::Challenges => {
            hall.person(token)?;
            ok(&ChallengesBody::default())
        }
        Endpoint::Leaderboard => ok(&leaderboard(value(0))?),
        Endpoint::Tables => ok(&hall.list(&queried(query)?)?),
        Endpoint::NewTable => created(&hall.make(now, token, given(asked.body)?)?),
        Endpoint::Command => {
            let NewCommand { id, request } = given(asked.body)?;
            ok(&hall.command(now, token, value(0), id, request)?)
        }
        Endpoint::Table | Endpoint::Moves | Endpoint::Record | Endpoint::Step => {
            let KeyQuery { key } = queried(query)?;
            let table = hall.look(token, value(0), key.as_deref())?;
            match endpoint {
                Endpoint::Moves => ok(&body::moves(table)),
                Endpoint::Record => ok(&record::of_table(table)),
                // 0 is not a step, so it is refused like a missing one.
                Endpoint::Step => ok(&body::step(table, value(1).parse().unwrap_or(0))?),
                _ => ok(&body::table(table, hall.identity(token)?, hall.now())),
            }
        }
        _ => Err(nothing()),
    }
}

fn ok(body: &impl serde::Serialize) -> Answer {
    Ok((200, Body::of(body)))
}

fn created(body: &impl serde::Serialize) -> Answer {
    Ok((201, Body::of(body)))
}

fn nothing() -> Refused {
    Refused::new(404, "nothing-here", message!("hall.nothing-in-browser"))
}

/// Reads a body. A missing body is an empty object.
fn given<T: DeserializeOwned>(body: Option<&Body>) -> Result<T, Refused> {
    let read = body.map_or_else(|| Body::empty().read(), Body::read);
    read.map_err(|error| Refused::bad(message!("hall.bad-body", why = error)))
}

/// Reads a query.
fn queried<T: DeserializeOwned>(query: &str) -> Result<T, Refused> {
    serde_urlencoded::from_str(query)
        .map_err(|error| Refused::bad(message!("hall.bad-query", why = error.to_string())))
}

fn meet(hall: &mut LocalHall, new: NewIdentity) -> Answer {
    if let Some(name) = new.guest {
        return created(&hall.add_guest(&name)?);
    }
    if new.program {
        return Err(Refused::bad(message!("hall.no-programs")));
    }
    // A browser has one owner, who stays the same when asked again.
    let you = player_view(&hall.introduce(new.name.as_deref())?);
    created(&IdentityBody { you, token: None })
}

fn leaderboard(board: &str) -> Result<LeaderboardBody, Refused> {
    let boards = body::leaderboards();
    if !boards.iter().any(|known| known == board) {
        let reason = message!("hall.no-leaderboard", known = boards.join(", "));
        return Err(Refused::new(404, "no-board", reason));
    }
    Ok(LeaderboardBody {
        leaderboard: board.to_owned(),
        players: Vec::new(),
    })
}
