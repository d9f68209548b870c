//! No input makes anything panic.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::{Room, Wall, read};

/// A nested value of known and unknown words.
#[expect(clippy::too_many_lines, reason = "a list of words")]
fn junk() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec![
        "watch",
        "command",
        "lobby",
        "ping",
        "move",
        "offer",
        "sit",
        "resign",
        "combo",
        "brandub",
        "automatafl",
        "game17",
        "a1-a2",
        "d1-c1",
        "strong",
        "open",
        "hall",
        "request",
        "verify",
        "analyse",
        "position",
        "svg",
        "thought",
        "",
        "\u{202e}",
        "takeback",
        "rematch",
        "total",
        "GET",
        "POST",
        "/tables",
        "/identity",
        "/games",
        "00000000000000000000000000000000",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (0u64..300).prop_map(Value::from),
        Just(json!(1e300)),
        word.prop_map(Value::from),
        "[a-k0-9,=/ -]{0,12}".prop_map(Value::from),
    ];
    let key = prop::sample::select(vec![
        "id",
        "type",
        "table",
        "request",
        "do",
        "turn",
        "action",
        "seat",
        "game",
        "options",
        "computers",
        "clock",
        "by",
        "ms",
        "after",
        "key",
        "what",
        "name",
        "guest",
        "private",
        "fill",
        "role",
        "record",
        "steps",
        "format",
        "version",
        "position",
        "text",
        "as",
        "path",
        "method",
        "body",
        "saved",
        "thought",
        "question",
        "state",
        "size",
        "players",
        "rounds",
        "corners",
        "start",
        "offer",
        "step",
        "engine",
        "lines",
    ]);
    leaf.prop_recursive(4, 40, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..8).prop_map(|pairs| {
                let pairs = pairs
                    .into_iter()
                    .map(|(key, value)| (key.to_owned(), value));
                Value::Object(pairs.collect())
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn messages_of_any_kind_are_answered(
        kind in prop::sample::select(vec!["watch", "unwatch", "command", "answer", "lobby", "x"]),
        what in prop::sample::select(vec![
            "join", "leave", "sit", "stand", "seat-computer", "unseat", "corner", "ready", "start",
            "chat", "move", "withdraw", "resign", "offer", "accept", "decline", "claim", "return",
            "tick", "present", "resumed", "forfeit", "abort", "next",
        ]),
        mut request in junk(),
        mut message in junk(),
    ) {
        let mut room = Room::new();
        let table = room.table(json!({
            "game": "automatafl", "options": {"setup": "small"}, "seat": 0, "computers": [null, "random"],
        }));
        room.done(None, &table, json!({"do": "ready", "ready": true}));
        room.computers();
        if let Value::Object(request) = &mut request {
            request.insert("do".to_owned(), json!(what));
        }
        if let Value::Object(message) = &mut message {
            message.insert("table".to_owned(), json!(table));
            message.insert("type".to_owned(), json!(kind));
            message.insert("id".to_owned(), json!(900));
            message.insert("request".to_owned(), request);
        }
        let told = room.hall.message(room.now, &message.to_string());
        prop_assert!(!told.is_empty());
        let told = read(&told[0]);
        prop_assert!(told["type"] == "ok" || told["type"] == "refused", "{}", told);
    }

    #[test]
    fn requests_of_any_kind_are_answered(
        method in prop::sample::select(vec!["GET", "POST", "PATCH", "PUT"]),
        path in prop::sample::select(vec![
            "/tables", "/identity", "/tables/T/commands", "/tables/T/steps/1", "/tables/T/moves",
            "/tables?after=1&limit=0", "/leaderboards/x", "", "//", "?", "/tables/%%/record",
        ]),
        body in junk(),
    ) {
        let mut room = Room::new();
        let table = room.table(json!({"game": "combo", "seat": 0}));
        let path = path.replace('T', &table);
        let reply = room.hall.request(room.now, method, &path, body);
        prop_assert!((200..500).contains(&reply.status));
        prop_assert!(reply.status < 300 || reply.json["reason"].is_string());
    }

    #[test]
    fn a_desk_answers_or_ignores_every_message(
        role in prop::sample::select(vec![
            "open", "connect", "hall", "request", "save", "question", "thought", "thinker-lost",
            "analyse", "position", "verify", "svg", "gif", "dance",
        ]),
        mut posted in junk(),
    ) {
        let mut desk = browser::Desk::new(dice::Seed::from_number(1));
        let clock = Wall::start();
        let mut texts = Vec::new();
        let mut post = |text: String| texts.push(text);
        desk.receive(5, &clock, r#"{"role":"open"}"#, &mut post);
        if let Value::Object(posted) = &mut posted {
            posted.insert("role".to_owned(), json!(role));
            posted.insert("ms".to_owned(), json!(1));
        }
        desk.receive(9, &clock, &posted.to_string(), &mut post);
        desk.wake(5000, &mut post);
        for text in texts {
            prop_assert!(read(&text)["role"].is_string(), "{}", text);
        }
    }
}

#[test]
fn texts_that_are_not_json_are_answered() {
    let mut room = Room::new();
    for text in [
        "",
        "{",
        "nul",
        "\u{0}",
        "[]",
        "7",
        "\"hi\"",
        &"[".repeat(5000),
    ] {
        let told = room.hall.message(room.now, text);
        assert_eq!(read(&told[0])["code"], "bad-request", "{text:?}");
    }
}
