//! The server has the routes and replies that the API description promises.

use std::collections::BTreeSet;

use protocol::api::{Endpoint, Method, Reply};
use protocol::contest::{ContestBody, ContestsBody};
use protocol::rest::*;
use protocol::{Answer, Record};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::harness::{Client, Hall};

const METHODS: [Method; 4] = [Method::Get, Method::Post, Method::Put, Method::Patch];

fn routes() -> BTreeSet<(&'static str, &'static str)> {
    let routes = Endpoint::ALL.iter().map(|endpoint| endpoint.route());
    routes
        .map(|route| (route.path, route.method.name()))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hall_has_exactly_the_listed_routes() {
    let hall = Hall::open().await;
    let routes = routes();
    assert_eq!(routes.len(), Endpoint::ALL.len());
    let paths: BTreeSet<&str> = routes.iter().map(|(path, _)| *path).collect();
    for path in paths {
        for method in METHODS.map(Method::name) {
            let asked = path.replace(['{', '}'], "");
            let request = format!(
                "{method} {asked} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            );
            let (status, _, body) = hall.http(&request).await;
            let body = String::from_utf8_lossy(&body);
            let is_there = status != 405 && !body.contains("nothing-here");
            let is_listed = routes.contains(&(path, method));
            assert_eq!(is_there, is_listed, "{method} {path}: {status} {body}");
        }
    }
    let (status, body) = hall.call("GET", "/invented", "", None).await;
    assert_eq!((status, &body["code"]), (404, &json!("nothing-here")));
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_description_has_the_listed_routes_with_their_types() {
    let hall = Hall::open().await;
    let document = hall.get("/openapi.json").await;
    let mut described = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            described.insert((path.clone(), method.to_uppercase()));
            assert!(operation["summary"].is_string(), "{method} {path}");
        }
    }
    let listed = routes().into_iter();
    let listed = listed.map(|(path, method)| (path.to_owned(), method.to_owned()));
    assert_eq!(described, listed.collect());
    for &endpoint in Endpoint::ALL {
        let route = endpoint.route();
        let operation = &document["paths"][route.path][route.method.name().to_lowercase()];
        let Reply::Value(name) = route.reply else {
            continue;
        };
        for status in route.statuses {
            let reply = &operation["responses"][status.to_string()];
            let schema = &reply["content"]["application/json"]["schema"]["$ref"];
            assert_eq!(schema, &json!(format!("#/components/schemas/{name}")));
            assert!(
                document["components"]["schemas"][name].is_object(),
                "{name}"
            );
        }
    }
    hall.close().await;
}

/// Whether a body has this type and is written in the same form.
fn is<T: Serialize + DeserializeOwned>(body: &Value) -> bool {
    T::deserialize(body).is_ok_and(|read| serde_json::to_value(&read).ok().as_ref() == Some(body))
}

fn has_type(name: &str, body: &Value) -> bool {
    match name {
        "Answer" => is::<Answer>(body),
        "AvailableBody" => is::<AvailableBody>(body),
        "Challenge" => is::<Challenge>(body),
        "ChallengesBody" => is::<ChallengesBody>(body),
        "ContestBody" => is::<ContestBody>(body),
        "ContestsBody" => is::<ContestsBody>(body),
        "GamesBody" => is::<GamesBody>(body),
        "IdentityBody" => is::<IdentityBody>(body),
        "LeaderboardBody" => is::<LeaderboardBody>(body),
        "MovesBody" => is::<MovesBody>(body),
        "NewTableBody" => is::<NewTableBody>(body),
        "PlayerBody" => is::<PlayerBody>(body),
        "PlayerView" => is::<PlayerView>(body),
        "Record" => is::<Record>(body),
        "StepBody" => is::<StepBody>(body),
        "TableBody" => is::<TableBody>(body),
        "TablesBody" => is::<TablesBody>(body),
        other => panic!("no such type: {other}"),
    }
}

/// Calls endpoints and checks that the replies are as described.
struct Asker {
    hall: Hall,
    me: Client,
    asked: Vec<Endpoint>,
}

impl Asker {
    /// The reply of an endpoint with these parameters in its path.
    async fn ask(&mut self, endpoint: Endpoint, parameters: &[&str], body: Option<Value>) -> Value {
        let route = endpoint.route();
        let mut path = route.path.strip_prefix("/api/v1").unwrap().to_owned();
        for (name, value) in route.parameters().zip(parameters) {
            path = path.replace(&format!("{{{name}}}"), value);
        }
        let method = route.method.name();
        let (status, reply) = self.hall.call(method, &path, &self.me.secret, body).await;
        assert!(route.statuses.contains(&status), "{path}: {status} {reply}");
        let Reply::Value(name) = route.reply else {
            panic!("{path} gives no value");
        };
        assert!(has_type(name, &reply), "{path} is not a {name}: {reply}");
        self.asked.push(endpoint);
        reply
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_reply_has_the_described_type() {
    let hall = Hall::open().await;
    let me = hall.person("Ann").await;
    let mut rex = hall.program("Rex").await;
    let available = json!({"type": "available", "games": ["brandub"]});
    rex.ask(available).await;
    let mut asker = Asker {
        hall,
        me,
        asked: Vec::new(),
    };
    asker.ask(Endpoint::Games, &[], None).await;
    asker.ask(Endpoint::Me, &[], None).await;
    let new = Some(json!({"name": "Bot", "program": true}));
    asker.ask(Endpoint::NewIdentity, &[], new).await;
    asker.ask(Endpoint::Meet, &[], Some(json!({}))).await;
    let name = Some(json!({"name": "Anna"}));
    asker.ask(Endpoint::Rename, &[], name).await;
    asker.ask(Endpoint::Players, &[], None).await;
    let player = rex.you["player"].as_str().unwrap().to_owned();
    asker.ask(Endpoint::Player, &[&player], None).await;
    asker.ask(Endpoint::Leaderboard, &["brandub"], None).await;
    let table = json!({"game": "brandub", "seat": 0, "computers": [null, "weak"]});
    let made = asker.ask(Endpoint::NewTable, &[], Some(table)).await;
    let table = made["table"].as_str().unwrap();
    asker.ask(Endpoint::Moves, &[table], None).await;
    let commands = [
        json!({"do": "ready", "ready": true}),
        json!({"do": "move", "turn": 1, "action": "d1-c1"}),
        json!({"do": "chat", "text": "hello"}),
    ];
    for (id, request) in (1..).zip(commands) {
        let body = Some(json!({"id": id, "request": request}));
        asker.ask(Endpoint::Command, &[table], body).await;
    }
    asker.ask(Endpoint::Tables, &[], None).await;
    asker.ask(Endpoint::Table, &[table], None).await;
    asker.ask(Endpoint::Record, &[table], None).await;
    asker.ask(Endpoint::Step, &[table, "1"], None).await;
    let challenge = json!({"player": player, "table": {"game": "brandub"}});
    asker
        .ask(Endpoint::NewChallenge, &[], Some(challenge))
        .await;
    asker.ask(Endpoint::Challenges, &[], None).await;
    let contest = json!({"game": "combo", "entrants": ["weak", "medium"], "games": 2});
    let made = asker.ask(Endpoint::NewContest, &[], Some(contest)).await;
    let contest = made["contest"].as_str().unwrap();
    asker.ask(Endpoint::Contests, &[], None).await;
    asker.ask(Endpoint::Contest, &[contest], None).await;
    asker.ask(Endpoint::StopContest, &[contest], None).await;
    for endpoint in Endpoint::ALL {
        let gives_value = matches!(endpoint.route().reply, Reply::Value(_));
        assert!(
            !gives_value || asker.asked.contains(endpoint),
            "{endpoint:?}"
        );
    }
    asker.hall.close().await;
}

#[tokio::test]
async fn refusals_are_in_the_language_of_the_client() {
    let hall = Hall::open().await;
    let refused = async |language: &str| {
        let (status, body) = hall.call("GET", "/players/0000", language, None).await;
        assert_eq!(status, 404);
        body
    };
    let english = refused("").await;
    assert_eq!(english["reason"], "there is no such player");
    assert_eq!(english["message"], json!({"id": "hall.no-player"}));
    let german = refused("accept-language: de-AT,en;q=0.5\r\n").await;
    assert_eq!(german["reason"], "diesen Spieler gibt es nicht");
    assert_eq!(german["code"], english["code"]);
    hall.close().await;
}
