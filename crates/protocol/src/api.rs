//! The routes of the hall over HTTP.
//!
//! The server builds its router from [`Endpoint::ALL`], and the OpenAPI
//! description is generated from it, so the two have the same routes.

/// The prefix of all paths for programs.
pub const PREFIX: &str = "/api/v1";
/// The cookie with your secret.
pub const COOKIE: &str = "hall_secret";

/// A method of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Reads.
    Get,
    /// Makes something new.
    Post,
    /// Makes something unless it is there.
    Put,
    /// Changes something.
    Patch,
}

impl Method {
    /// The name in HTTP.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Put => "PUT",
            Method::Patch => "PATCH",
        }
    }
}

/// The reply to a request that succeeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// JSON of this type of the protocol.
    Value(&'static str),
    /// An SVG picture.
    Svg,
    /// A word of plain text.
    Text,
    /// The OpenAPI description.
    Description,
    /// Messages over a WebSocket: you send
    /// [`ClientMessage`](crate::ClientMessage)s and get
    /// [`ServerMessage`](crate::ServerMessage)s.
    Messages,
}

/// How to call an endpoint. Types have the names of the JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    /// The HTTP method.
    pub method: Method,
    /// The whole path, with parameters in braces.
    pub path: &'static str,
    /// What it does, in a sentence or two.
    pub summary: &'static str,
    /// Whether the hall must know you.
    pub known: bool,
    /// The type of the query string.
    pub query: Option<&'static str>,
    /// The type of the body, and an example.
    pub body: Option<(&'static str, &'static str)>,
    /// The statuses of replies that are not refusals.
    pub statuses: &'static [u16],
    /// The reply.
    pub reply: Reply,
}

impl Route {
    const fn new(method: Method, path: &'static str, reply: Reply) -> Route {
        Route {
            method,
            path,
            summary: "",
            known: false,
            query: None,
            body: None,
            statuses: &[200],
            reply,
        }
    }

    const fn known(self) -> Route {
        let known = true;
        Route { known, ..self }
    }

    const fn query(self, name: &'static str) -> Route {
        let query = Some(name);
        Route { query, ..self }
    }

    const fn body(self, name: &'static str, example: &'static str) -> Route {
        let body = Some((name, example));
        Route { body, ..self }
    }

    const fn statuses(self, statuses: &'static [u16]) -> Route {
        Route { statuses, ..self }
    }

    /// The names of the path's parameters.
    pub fn parameters(&self) -> impl Iterator<Item = &'static str> {
        let parts = self.path.split('/');
        parts.filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    }

    /// The values of the parameters, if the path matches.
    fn matches<'a>(&self, path: &'a str) -> Option<Vec<&'a str>> {
        let mut values = Vec::new();
        let mut parts = path.split('/');
        for wanted in self.path.split('/') {
            match (wanted.starts_with('{'), parts.next()?) {
                (true, "") => return None,
                (true, value) => values.push(value),
                (false, part) if part == wanted => {}
                (false, _) => return None,
            }
        }
        parts.next().is_none().then_some(values)
    }
}

const fn get(path: &'static str, reply: &'static str) -> Route {
    Route::new(Method::Get, path, Reply::Value(reply))
}

const fn post(path: &'static str, reply: &'static str) -> Route {
    Route::new(Method::Post, path, Reply::Value(reply))
}

/// Defines the endpoints with their routes.
macro_rules! endpoints {
    ($($summary:literal $name:ident = $route:expr;)*) => {
        /// A request that the hall answers over HTTP.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Endpoint {
            $(#[doc = $summary] $name,)*
        }

        impl Endpoint {
            /// All endpoints.
            pub const ALL: &[Endpoint] = &[$(Endpoint::$name),*];

            /// How to call it.
            pub const fn route(self) -> Route {
                match self {
                    $(Endpoint::$name => Route { summary: $summary, ..$route },)*
                }
            }
        }
    };
}

endpoints! {
    "The games, their options, and the computers that play them"
    Games = get("/api/v1/games", "GamesBody");

    "Who you are"
    Me = get("/api/v1/identity", "PlayerView").known();

    "Makes an identity. People get a cookie. Programs get a token, to be sent as `Authorization: Bearer TOKEN`. The secret is shown once"
    NewIdentity = post("/api/v1/identity", "IdentityBody")
        .body("NewIdentity", r#"{"name": "Ann", "program": false}"#)
        .statuses(&[201]);

    "Who you are; makes an identity if the hall does not know you"
    Meet = Route::new(Method::Put, "/api/v1/identity", Reply::Value("IdentityBody"))
        .body("NewIdentity", "{}")
        .statuses(&[200, 201]);

    "Changes your name"
    Rename = Route::new(Method::Patch, "/api/v1/identity", Reply::Value("PlayerView"))
        .known()
        .body("Rename", r#"{"name": "Ann"}"#);

    "The connected players who take challenges"
    Players = get("/api/v1/players", "AvailableBody");

    "A player with all ratings"
    Player = get("/api/v1/players/{player}", "PlayerBody");

    "The best players of a game: by Glicko-2 where two play (the id of the game), by Weng-Lin where more do (the id and `-many`)"
    Leaderboard = get("/api/v1/leaderboards/{board}", "LeaderboardBody").query("LeaderboardQuery");

    "Public tables, newest first"
    Tables = get("/api/v1/tables", "TablesBody").query("TablesQuery");

    "Makes a table"
    NewTable = post("/api/v1/tables", "NewTableBody")
        .known()
        .body(
            "NewTable",
            r#"{"game": "GAME", "seat": 0, "clock": {"kind": "total", "ms": 300000, "increment_ms": 2000}, "private": false, "computers": [null, "medium"]}"#,
        )
        .statuses(&[201]);

    "A table as you may see it"
    Table = get("/api/v1/tables/{table}", "TableBody").query("KeyQuery");

    "Does something at a table, for those without a WebSocket. The same id again gets the first reply again"
    Command = post("/api/v1/tables/{table}/commands", "Answer")
        .known()
        .body(
            "NewCommand",
            r#"{"id": 1, "request": {"do": "move", "turn": 1, "action": "d1-c1"}}"#,
        );

    "The legal moves of the seats to act, where the game can list them"
    Moves = get("/api/v1/tables/{table}/moves", "MovesBody").query("KeyQuery");

    "The game as a record that `hall verify` checks"
    Record = get("/api/v1/tables/{table}/record", "Record").query("KeyQuery");

    "The board as a picture"
    Board = Route::new(Method::Get, "/api/v1/tables/{table}/board.svg", Reply::Svg)
        .query("BoardQuery")
        .statuses(&[200, 304]);

    "What a step did; steps are counted from 1"
    Step = get("/api/v1/tables/{table}/steps/{step}", "StepBody").query("KeyQuery");

    "Challenges to you and by you"
    Challenges = get("/api/v1/challenges", "ChallengesBody").known();

    "Makes a private table and asks a connected player to it, who accepts by joining with the key and taking a seat"
    NewChallenge = post("/api/v1/challenges", "Challenge")
        .known()
        .body(
            "NewChallenge",
            r#"{"player": "…", "table": {"game": "GAME", "seat": 0}}"#,
        )
        .statuses(&[201]);

    "The last contests of this hall, newest first"
    Contests = get("/api/v1/contests", "ContestsBody");

    "Starts a contest of computers, by name, and of programs that take challenges, by player. Everybody meets everybody this many times; where more than two play, everybody sits down this many times"
    NewContest = post("/api/v1/contests", "ContestBody")
        .known()
        .body(
            "NewContest",
            r#"{"game": "GAME", "entrants": ["weak", "medium", {"player": "…"}], "games": 4, "clock": {"kind": "total", "ms": 60000, "increment_ms": 1000}}"#,
        )
        .statuses(&[201]);

    "A contest: standings, crosstable, and the games that were begun with their tables"
    Contest = get("/api/v1/contests/{contest}", "ContestBody");

    "Stops a contest that you started. Games that are being played end without a result"
    StopContest = post("/api/v1/contests/{contest}/stop", "ContestBody").known();

    "The WebSocket. You send a `ClientMessage` each time, the hall sends `ServerMessage`s"
    Socket = Route::new(Method::Get, "/api/v1/ws", Reply::Messages).statuses(&[101]);

    "This description for programs"
    Description = Route::new(Method::Get, "/api/v1/openapi.json", Reply::Description);

    "Whether the hall runs"
    Health = Route::new(Method::Get, "/healthz", Reply::Text);

    "Whether all games go on and the store answers"
    Ready = Route::new(Method::Get, "/readyz", Reply::Text);
}

/// The endpoint at a path, and the values of the parameters in it.
///
/// ```
/// use protocol::api::{Endpoint, find};
///
/// let found = find("GET", "/api/v1/tables/ab/steps/3");
/// assert_eq!(found, Some((Endpoint::Step, vec!["ab", "3"])));
/// assert_eq!(find("PUT", "/api/v1/tables/ab/steps/3"), None);
/// ```
pub fn find<'a>(method: &str, path: &'a str) -> Option<(Endpoint, Vec<&'a str>)> {
    let asked = Endpoint::ALL
        .iter()
        .filter(|endpoint| endpoint.route().method.name() == method);
    let mut found = asked.filter_map(|&endpoint| Some((endpoint, endpoint.route().matches(path)?)));
    found.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_there_once_and_found_by_its_own_path() {
        for &endpoint in Endpoint::ALL {
            let route = endpoint.route();
            assert_eq!(
                find(route.method.name(), route.path).map(|found| found.0),
                Some(endpoint)
            );
        }
        assert_eq!(find("GET", "/api/v1/tables/ab/nothing"), None);
        assert_eq!(find("GET", "/api/v1/tables/"), None);
        assert_eq!(find("GET", "/api/v1/tables/ab/moves/more"), None);
    }
}
