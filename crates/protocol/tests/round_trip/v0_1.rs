//! Messages between a hall of version 0.1 and its clients, recorded from the
//! running program.

use std::fmt::Debug;

use protocol::contest::*;
use protocol::rest::*;
use protocol::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const CLIENT: &str = include_str!("../v0_1/client.jsonl");
const HALL: &str = include_str!("../v0_1/hall.jsonl");
const BODIES: &str = include_str!("../v0_1/bodies.jsonl");

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Whether the JSON is the same. A field that was missing may be `null` now,
/// which is the same to clients.
fn agrees(now: &Value, then: &Value) -> bool {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => {
            let missing = then.keys().any(|name| !now.contains_key(name));
            let fields = now.iter().all(|(name, value)| match then.get(name) {
                Some(then) => agrees(value, then),
                None => value.is_null(),
            });
            !missing && fields
        }
        (Value::Array(now), Value::Array(then)) => {
            let items = now.iter().zip(then);
            now.len() == then.len() && items.into_iter().all(|(now, then)| agrees(now, then))
        }
        _ => now == then,
    }
}

#[test]
fn messages_of_the_hall_keep_their_form() {
    for line in HALL.lines() {
        let message = ServerMessage::read(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert!(agrees(&json(&message.text()), &json(line)), "{line}");
    }
}

#[test]
fn messages_of_clients_keep_their_form() {
    for line in CLIENT.lines() {
        let message = ClientMessage::read(line).unwrap_or_else(|wrong| panic!("{wrong:?}: {line}"));
        assert_eq!(json(&message.text()), json(line));
    }
}

/// Reads a body and checks that it is written in the same form.
fn same<T: Serialize + DeserializeOwned + Debug>(body: &Value) {
    let read: T = T::deserialize(body).unwrap_or_else(|error| panic!("{error}: {body}"));
    let written = serde_json::to_value(&read).unwrap();
    assert!(agrees(&written, body), "{written}, but it was {body}");
}

/// Reads what a client sent. Fields that were missing may be written.
fn understood<T: Serialize + DeserializeOwned + Debug>(body: &Value) {
    let read: T = T::deserialize(body).unwrap_or_else(|error| panic!("{error}: {body}"));
    let written = serde_json::to_value(&read).unwrap();
    for (name, value) in body.as_object().unwrap() {
        if value.is_object() {
            continue;
        }
        let default = matches!(value, Value::Bool(false)) && written.get(name).is_none();
        assert!(default || written[name] == *value, "{name}: {body}");
    }
}

#[test]
fn bodies_keep_their_form() {
    for line in BODIES.lines() {
        let line = json(line);
        let body = &line["body"];
        match line["type"].as_str().unwrap() {
            "Answer" => same::<Answer>(body),
            "AvailableBody" => same::<AvailableBody>(body),
            "Challenge" => same::<Challenge>(body),
            "ChallengesBody" => same::<ChallengesBody>(body),
            "ContestBody" => same::<ContestBody>(body),
            "ContestsBody" => same::<ContestsBody>(body),
            "GamesBody" => same::<GamesBody>(body),
            "IdentityBody" => same::<IdentityBody>(body),
            "LeaderboardBody" => same::<LeaderboardBody>(body),
            "MovesBody" => same::<MovesBody>(body),
            "NewTableBody" => same::<NewTableBody>(body),
            "PlayerBody" => same::<PlayerBody>(body),
            "PlayerView" => same::<PlayerView>(body),
            "Record" => same::<Record>(body),
            "RefusalBody" => same::<RefusalBody>(body),
            "StepBody" => same::<StepBody>(body),
            "TableBody" => same::<TableBody>(body),
            "TablesBody" => same::<TablesBody>(body),
            "NewChallenge" => understood::<NewChallenge>(body),
            "NewCommand" => understood::<NewCommand>(body),
            "NewContest" => understood::<NewContest>(body),
            "NewIdentity" => understood::<NewIdentity>(body),
            "NewTable" => understood::<NewTable>(body),
            "Rename" => understood::<Rename>(body),
            other => panic!("what is a {other}?"),
        }
    }
}
