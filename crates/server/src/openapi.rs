//! The description of the hall over HTTP, for programs and for people, from one
//! table.

use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

/// Something that can be asked over HTTP.
pub(crate) struct Route {
    pub method: &'static str,
    pub path: &'static str,
    pub what: &'static str,
    /// Whether the hall must know who asks.
    pub known: bool,
    /// What may stand behind the question mark.
    pub query: &'static [(&'static str, &'static str)],
    /// An example of the body.
    pub body: Option<&'static str>,
    /// What comes back.
    pub answer: &'static str,
}

const KEY: (&str, &str) = ("key", "the key of a private table, for those not at it");

const fn read(path: &'static str, what: &'static str, answer: &'static str) -> Route {
    Route {
        method: "get",
        path,
        what,
        known: false,
        query: &[],
        body: None,
        answer,
    }
}

/// All that can be asked.
pub(crate) const ROUTES: &[Route] = &[
    read(
        "/api/v1/games",
        "The games, their options, and the computers that play them",
        "games, each with options, usual options, seats, computers; the names of the leaderboards",
    ),
    Route {
        known: true,
        ..read("/api/v1/identity", "Who you are", "player, name, program")
    },
    Route {
        method: "post",
        body: Some(r#"{"name": "Ann", "program": false}"#),
        ..read(
            "/api/v1/identity",
            "A new identity. People get a cookie; programs get a token, to be sent as Authorization: Bearer TOKEN. The secret is shown once",
            "player, name, program, and for programs token",
        )
    },
    Route {
        method: "put",
        body: Some("{}"),
        ..read(
            "/api/v1/identity",
            "Who you are; a new identity if the hall does not know you",
            "player, name, program",
        )
    },
    Route {
        method: "patch",
        known: true,
        body: Some(r#"{"name": "Ann"}"#),
        ..read("/api/v1/identity", "Another name", "player, name, program")
    },
    read(
        "/api/v1/players",
        "Those who are connected and take challenges",
        "available: player, name, program, games",
    ),
    read(
        "/api/v1/players/{player}",
        "A player with all ratings",
        "player, name, program, since, connected, ratings by leaderboard",
    ),
    Route {
        query: &[
            ("least_games", "only those with so many games"),
            ("skip", "leaves out the first"),
            ("limit", "at most so many, up to 100"),
        ],
        ..read(
            "/api/v1/leaderboards/{board}",
            "The best players of a game: Glicko-2 for two seats (brandub), Weng-Lin for more (game17-many)",
            "players, best first: player, name, program, value, games, rating and its deviation or uncertainty",
        )
    },
    Route {
        query: &[
            ("phase", "open, running or finished"),
            ("game", "only this game"),
            ("after", "the next of the answer before"),
            ("limit", "at most so many, up to 100"),
        ],
        ..read(
            "/api/v1/tables",
            "Public tables, newest first",
            "tables: table, game, phase, title, options, clock, seats, finish; next",
        )
    },
    Route {
        method: "post",
        known: true,
        body: Some(
            r#"{"game": "brandub", "seat": 0, "clock": {"kind": "total", "ms": 300000, "increment_ms": 2000}, "private": false, "computers": [null, "medium"]}"#,
        ),
        ..read(
            "/api/v1/tables",
            "Makes a table. Other fields: options, title, fill, observer_chat, show_entered, takebacks, lag_credit_ms, away_ms, claim_after_ms",
            "table, key (of a private table), link",
        )
    },
    Route {
        query: &[KEY],
        ..read(
            "/api/v1/tables/{table}",
            "A table as you may see it",
            "now, view",
        )
    },
    Route {
        method: "post",
        known: true,
        body: Some(r#"{"id": 1, "request": {"do": "move", "turn": 1, "action": "d1-c1"}}"#),
        ..read(
            "/api/v1/tables/{table}/commands",
            "Does something at a table, for those without a WebSocket. The same id again gets the first answer again",
            "seq, turn",
        )
    },
    Route {
        query: &[KEY],
        ..read(
            "/api/v1/tables/{table}/moves",
            "The legal moves of the seats to act, where the game can list them (not Game 17)",
            "turn, seats: seat, moves",
        )
    },
    Route {
        query: &[KEY],
        ..read(
            "/api/v1/tables/{table}/record",
            "The game as a record that hall verify proves",
            "a record",
        )
    },
    Route {
        query: &[
            KEY,
            ("step", "the board after so many steps"),
            ("theme", "light or dark"),
        ],
        ..read(
            "/api/v1/tables/{table}/board.svg",
            "The board as a picture",
            "SVG",
        )
    },
    Route {
        query: &[KEY],
        ..read(
            "/api/v1/tables/{table}/steps/{step}",
            "What a step did; steps are counted from 1",
            "step, made, text, data",
        )
    },
    Route {
        known: true,
        ..read(
            "/api/v1/challenges",
            "Challenges to you and by you",
            "to_you, by_you",
        )
    },
    Route {
        method: "post",
        known: true,
        body: Some(r#"{"player": "…", "table": {"game": "brandub", "seat": 0}}"#),
        ..read(
            "/api/v1/challenges",
            "Makes a private table and asks a connected player to it. Whoever accepts joins with the key and sits down",
            "table, key, link, game, options, clock, from, until",
        )
    },
    read(
        "/api/v1/contests",
        "The last contests of this hall, newest first",
        "contests: contest, title, game, state, played, planned, entrants, leaders",
    ),
    Route {
        method: "post",
        known: true,
        body: Some(
            r#"{"game": "brandub", "entrants": ["weak", "medium", {"player": "…"}], "games": 4, "clock": {"kind": "total", "ms": 60000, "increment_ms": 1000}}"#,
        ),
        ..read(
            "/api/v1/contests",
            "Starts a contest of computers, by name, and programs that take challenges, by player: everybody meets everybody so many times, or in games with more than two seats sits down so many times. Other fields: options, title",
            "the contest, as below",
        )
    },
    read(
        "/api/v1/contests/{contest}",
        "A contest: standings, crosstable, and the games that were begun with their tables",
        "contest, state, played, planned, entrants, standings, crosstable, first_seat, games",
    ),
    Route {
        method: "post",
        known: true,
        ..read(
            "/api/v1/contests/{contest}/stop",
            "Stops a contest. Games that are being played end without a result. Only whoever started it may",
            "the contest",
        )
    },
    read(
        "/api/v1/ws",
        "The WebSocket; the page on the server in the documentation has its messages",
        "101, then messages",
    ),
    read(
        "/api/v1/openapi.json",
        "This description for programs",
        "OpenAPI 3.1",
    ),
    read("/healthz", "Whether the hall runs", "ok"),
    read(
        "/readyz",
        "Whether all games go on and the store answers",
        "ready",
    ),
];

static DOCUMENT: LazyLock<String> = LazyLock::new(|| describe().to_string());
static PAGE: LazyLock<String> = LazyLock::new(write_page);

pub(crate) async fn document() -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, DOCUMENT.as_str()).into_response()
}

pub(crate) async fn page() -> Response {
    let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    (kind, PAGE.as_str()).into_response()
}

fn describe() -> Value {
    let mut paths = Map::new();
    for route in ROUTES {
        let in_path = route
            .path
            .split('/')
            .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
            .map(|name| {
                json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}})
            });
        let in_query = route.query.iter().map(|(name, what)| {
            json!({"name": name, "in": "query", "description": what, "schema": {"type": "string"}})
        });
        let mut operation = json!({
            "summary": route.what,
            "parameters": in_path.chain(in_query).collect::<Vec<_>>(),
            "responses": {
                "2XX": {"description": route.answer},
                "default": {"$ref": "#/components/responses/Refused"},
            },
        });
        if let Some(body) = route.body {
            let example: Value = serde_json::from_str(body).unwrap_or_default();
            operation["requestBody"] = json!({
                "content": {"application/json": {"schema": {"type": "object"}, "example": example}},
            });
        }
        if route.known {
            operation["security"] = json!([{"token": []}, {"cookie": []}]);
        }
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Taflhalla",
            "version": wire::api::VERSION.to_string(),
            "description": "Tables of Automatafl, Combo, Brandub and Game 17",
        },
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": crate::identity::COOKIE},
            },
            "responses": {"Refused": {
                "description": "Refused; nothing changed",
                "content": {"application/json": {"schema": {
                    "type": "object",
                    "required": ["code", "reason"],
                    "properties": {
                        "code": {"type": "string", "description": "a word for programs"},
                        "reason": {"type": "string", "description": "a sentence for people"},
                    },
                }}},
            }},
        },
    })
}

fn write_page() -> String {
    let escape = |text: &str| {
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
    };
    let mut page = String::from(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>Taflhalla: the API</title><link rel=\"stylesheet\" href=\"/assets/hall.css\"></head>\
         <body><header><h1><a href=\"/\">Taflhalla</a>: the API</h1></header><main>\
         <p>Whatever is refused is answered with a <code>code</code> for programs and a <code>reason</code> for people. \
         <a href=\"/api/v1/openapi.json\">openapi.json</a> is the same as this page, for programs.</p>\n",
    );
    for route in ROUTES {
        let _ = write!(
            page,
            "<section class=\"route\"><h2><code>{} {}</code></h2><p>{}{}.</p>",
            route.method.to_uppercase(),
            escape(route.path),
            escape(route.what),
            if route.known {
                ". Needs an identity"
            } else {
                ""
            },
        );
        if !route.query.is_empty() {
            page.push_str("<ul>");
            for (name, what) in route.query {
                let _ = write!(page, "<li><code>?{name}=</code> {}</li>", escape(what));
            }
            page.push_str("</ul>");
        }
        if let Some(body) = route.body {
            let _ = write!(page, "<pre>{}</pre>", escape(body));
        }
        let _ = writeln!(page, "<p>Gives: {}.</p></section>", escape(route.answer));
    }
    page.push_str("</main></body></html>\n");
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_json_and_every_route_is_described_once() {
        let mut seen = Vec::new();
        for route in ROUTES {
            assert!(
                !seen.contains(&(route.method, route.path)),
                "{}",
                route.path
            );
            seen.push((route.method, route.path));
            if let Some(body) = route.body {
                assert!(serde_json::from_str::<Value>(body).is_ok(), "{body}");
            }
        }
        let document = describe();
        let described = document["paths"].as_object().unwrap().values();
        let described: usize = described.map(|path| path.as_object().unwrap().len()).sum();
        assert_eq!(described, ROUTES.len());
    }
}
