//! What people may do and see, and what happens when connections break.

use serde_json::{Value, json};
use store::Store;

use crate::harness::{Client, Hall};

#[tokio::test(flavor = "multi_thread")]
async fn names_can_be_changed_and_are_cleaned() {
    let hall = Hall::open().await;
    let secret = hall.secret("Ann\u{202e}\n  Bell").await;
    let (_, me) = hall.call("GET", "/identity", &secret, None).await;
    assert_eq!(me["name"], "Ann Bell");
    let new = Some(json!({"name": "<b>Ann</b>"}));
    let (status, me) = hall.call("PATCH", "/identity", &secret, new).await;
    assert_eq!((status, &me["name"]), (200, &json!("<b>Ann</b>")));
    let empty = Some(json!({"name": "\u{200b}"}));
    let (status, refused) = hall.call("PATCH", "/identity", &secret, empty).await;
    assert_eq!((status, &refused["code"]), (409, &json!("name")));
    // A connection that was made earlier knows the new name.
    let mut ann = Client::connect(hall.address, secret.clone()).await.unwrap();
    let new = Some(json!({"name": "Anna"}));
    hall.call("PATCH", "/identity", &secret, new).await;
    let bob = hall.person("Bob").await;
    let (table, _) = hall.table(&bob, json!({"game": "combo"})).await;
    ann.does(
        &table,
        json!({"do": "join", "name": "Bob", "program": true}),
    )
    .await;
    let view = ann.watch(&table, None).await;
    assert_eq!(
        view["members"][1],
        json!({"member": 1, "name": "Anna", "program": false})
    );
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_player_acts_for_another_seat() {
    let hall = Hall::open().await;
    let mut ann = hall.person("Ann").await;
    let mut bob = hall.person("Bob").await;
    let mut eve = hall.person("Eve").await;
    let (table, _) = hall.table(&ann, json!({"game": "brandub"})).await;
    ann.sits(&table, 0).await;
    bob.sits(&table, 1).await;
    eve.may_not(&table, json!({"do": "sit", "seat": 0}), "not-here")
        .await;
    eve.does(&table, json!({"do": "join"})).await;
    eve.may_not(&table, json!({"do": "sit", "seat": 0}), "taken")
        .await;
    eve.may_not(&table, json!({"do": "unseat", "seat": 0}), "not-creator")
        .await;
    ann.does(&table, json!({"do": "ready", "ready": true}))
        .await;
    bob.does(&table, json!({"do": "ready", "ready": true}))
        .await;
    let step = json!({"do": "move", "turn": 1, "action": "d1-c1"});
    eve.may_not(&table, step.clone(), "not-seated").await;
    eve.may_not(&table, json!({"do": "resign"}), "not-seated")
        .await;
    bob.may_not(&table, step.clone(), "not-to-act").await;
    for hall_only in [
        json!({"do": "tick"}),
        json!({"do": "abort", "detail": ""}),
        json!({"do": "forfeit", "seat": 0, "verdict": "time"}),
        json!({"do": "resumed", "down_ms": 1}),
        json!({"do": "next", "table": "x"}),
        json!({"do": "present", "who": "0".repeat(32), "present": false}),
    ] {
        ann.may_not(&table, hall_only, "not-yours").await;
    }
    // A player's id is public and gives no rights.
    let listed = hall.get("/tables?phase=running").await;
    let id = listed["tables"][0]["seats"][0]["player"].as_str().unwrap();
    let path = format!("/tables/{table}/commands");
    let body = Some(json!({"id": 9, "request": step}));
    for secret in [
        format!("authorization: Bearer {id}\r\n"),
        format!("authorization: Bearer {id}{id}\r\n"),
        format!("cookie: hall_secret={id}{id}\r\n"),
        String::new(),
    ] {
        let (status, refused) = hall.call("POST", &path, &secret, body.clone()).await;
        assert_eq!((status, &refused["code"]), (401, &json!("who")));
    }
    let (status, _) = hall.call("POST", &path, &ann.secret.clone(), body).await;
    assert_eq!(status, 200);
    // Nor may anyone without an identity.
    let mut nobody = Client::connect(hall.address, String::new()).await.unwrap();
    nobody.may_not(&table, json!({"do": "join"}), "who").await;
    nobody.watch(&table, None).await;
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_its_key_a_private_table_does_not_exist() {
    let hall = Hall::open().await;
    let mut ann = hall.person("Ann").await;
    let mut bob = hall.person("Bob").await;
    let settings = json!({"game": "brandub", "seat": 0, "private": true});
    let (table, key) = hall.table(&ann, settings).await;
    let key = key.unwrap();
    ann.watch(&table, None).await;
    for phase in ["open", "running", "finished"] {
        let listed = hall.get(&format!("/tables?phase={phase}")).await;
        assert_eq!(listed["tables"], json!([]));
    }
    let wrong = "0".repeat(32);
    for key in [Value::Null, json!(wrong)] {
        let answer = bob
            .ask(json!({"type": "watch", "table": table, "key": key}))
            .await;
        let none = bob
            .ask(json!({"type": "watch", "table": wrong, "key": key}))
            .await;
        assert_eq!(answer["code"], "no-table");
        assert_eq!(answer["reason"], none["reason"]);
        bob.may_not(&table, json!({"do": "join", "key": key}), "no-table")
            .await;
    }
    bob.may_not(&table, json!({"do": "sit", "seat": 1}), "no-table")
        .await;
    for path in ["", "/record", "/board.svg", "/moves", "/steps/1"] {
        let path = format!("/tables/{table}{path}");
        let (status, _) = hall.call("GET", &path, &bob.secret.clone(), None).await;
        assert_eq!(status, 404, "{path}");
    }
    bob.does(&table, json!({"do": "join", "key": key})).await;
    bob.does(&table, json!({"do": "sit", "seat": 1})).await;
    let view = bob.watch(&table, None).await;
    assert_eq!(view["you"]["seat"], 1);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_reaches_everyone_and_is_cleaned() {
    let hall = Hall::open().await;
    let mut ann = hall.person("Ann").await;
    let mut bob = hall.person("Bob").await;
    let (table, _) = hall.table(&ann, json!({"game": "combo"})).await;
    bob.watch(&table, None).await;
    ann.does(
        &table,
        json!({"do": "chat", "text": "<script>\u{202e}hi\u{0}"}),
    )
    .await;
    let said = bob.event("said").await;
    assert_eq!(said["text"], "<script>hi");
    ann.may_not(&table, json!({"do": "chat", "text": "\u{200b}"}), "silent")
        .await;
    hall.close().await;
}

async fn begin(hall: &Hall, game: &str) -> (String, Client, Client) {
    let mut ann = hall.person("Ann").await;
    let mut bob = hall.person("Bob").await;
    let (table, _) = hall.table(&ann, json!({"game": game})).await;
    ann.sits(&table, 0).await;
    bob.sits(&table, 1).await;
    ann.does(&table, json!({"do": "ready", "ready": true}))
        .await;
    bob.does(&table, json!({"do": "ready", "ready": true}))
        .await;
    (table, ann, bob)
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_break_you_get_the_events_you_missed() {
    let hall = Hall::open().await;
    let (table, mut ann, bob) = begin(&hall, "brandub").await;
    let seen = ann.watch(&table, None).await["seq"].as_u64().unwrap();
    let secret = bob.secret.clone();
    drop(bob);
    ann.does(&table, json!({"do": "move", "turn": 1, "action": "d1-c1"}))
        .await;
    ann.does(&table, json!({"do": "chat", "text": "are you there?"}))
        .await;
    let mut bob = Client::connect(hall.address, secret).await.unwrap();
    let watch = json!({"type": "watch", "table": table, "after": seen});
    let now = bob.ask(watch).await["seq"].as_u64().unwrap();
    let mut kinds = Vec::new();
    for seq in seen + 1..=now {
        let message = bob.next().await;
        assert_eq!(message["type"], "event", "{message}");
        assert_eq!(message["event"]["seq"], seq);
        kinds.push(message["event"]["type"].as_str().unwrap().to_owned());
    }
    assert!(kinds.contains(&"stepped".to_owned()) && kinds.contains(&"said".to_owned()));
    // If the number is too old or impossible, the whole table comes.
    for line in 0..70 {
        ann.does(
            &table,
            json!({"do": "chat", "text": format!("line {line}")}),
        )
        .await;
    }
    for after in [1, 1_000_000] {
        bob.waiting.clear();
        bob.ask(json!({"type": "watch", "table": table, "after": after}))
            .await;
        bob.until(|message| message["type"] == "table").await;
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_command_is_known_and_a_new_one_with_a_low_id_is_done() {
    let store = Store::memory();
    let hall = Hall::with(store.clone(), |_| {}).await;
    let (table, mut ann, _bob) = begin(&hall, "brandub").await;
    let chat = |id: u64| {
        let request = json!({"do": "chat", "text": format!("line {id}")});
        json!({"id": id, "type": "command", "table": table, "request": request})
    };
    ann.send(chat(1000)).await;
    let first = ann.answer(1000).await;
    assert_eq!(first["type"], "ok", "{first}");
    for id in 1001..1100 {
        ann.send(chat(id)).await;
        assert_eq!(ann.answer(id).await["type"], "ok");
    }
    ann.send(chat(1000)).await;
    assert_eq!(ann.answer(1000).await, first);
    // This id was never sent, and it is lower than all that were.
    ann.send(chat(900)).await;
    let low = ann.answer(900).await;
    let seq = |answer: &Value| answer["seq"].as_u64().unwrap();
    assert!(seq(&low) > seq(&first), "{low} after {first}");
    ann.send(chat(900)).await;
    assert_eq!(ann.answer(900).await, low);
    let log = store.read(table.parse().unwrap(), 1, 1000).await;
    let of = |line: &str| {
        let line = format!("\"{line}\"");
        log.iter()
            .flatten()
            .filter(|event| event.body.contains(&line))
            .count()
    };
    assert_eq!(
        [of("line 1000"), of("line 1099"), of("line 900")],
        [1, 1, 1]
    );
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_command_is_done_once_and_answered_twice() {
    let hall = Hall::open().await;
    let (table, mut ann, mut bob) = begin(&hall, "brandub").await;
    let request = json!({"do": "move", "turn": 1, "action": "d1-c1"});
    let message = json!({"id": 77, "type": "command", "table": table, "request": request});
    ann.send(message.clone()).await;
    let first = ann.answer(77).await;
    assert_eq!(first["type"], "ok", "{first}");
    ann.send(message.clone()).await;
    assert_eq!(ann.answer(77).await, first);
    // This also holds over another connection.
    let mut again = Client::connect(hall.address, ann.secret.clone())
        .await
        .unwrap();
    again.send(message).await;
    assert_eq!(again.answer(77).await, first);
    bob.does(&table, json!({"do": "chat", "text": "done"}))
        .await;
    let mut steps = 0;
    loop {
        let event = bob.until(|message| message["type"] == "event").await;
        match event["event"]["type"].as_str().unwrap() {
            "stepped" => steps += 1,
            "said" => break,
            _ => {}
        }
    }
    assert_eq!(steps, 1);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stale_turn_is_answered_with_the_whole_table() {
    let hall = Hall::open().await;
    let (table, mut ann, _bob) = begin(&hall, "brandub").await;
    ann.waiting.clear();
    ann.may_not(
        &table,
        json!({"do": "move", "turn": 7, "action": "d1-c1"}),
        "stale",
    )
    .await;
    let whole = ann.until(|message| message["type"] == "table").await;
    assert_eq!(whole["view"]["turn"], 1);
    ann.may_not(
        &table,
        json!({"do": "move", "turn": 1, "action": "d4-a1"}),
        "illegal",
    )
    .await;
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_its_player_sees_a_sealed_move() {
    let hall = Hall::open().await;
    let (table, mut ann, mut bob) = begin(&hall, "automatafl").await;
    bob.watch(&table, None).await;
    bob.waiting.clear();
    let moves = hall.get(&format!("/tables/{table}/moves")).await;
    let action = |seat: usize| moves["seats"][seat]["moves"][seat * 3].clone();
    let turn = moves["turn"].clone();
    let sealed = json!({"do": "move", "turn": turn, "action": action(0)});
    ann.does(&table, sealed).await;
    let own = ann.event("own").await;
    assert_eq!(own["action"], action(0));
    // If Bob had been told, the event would come before this reply.
    bob.ask(json!({"type": "ping"})).await;
    assert_eq!(bob.waiting.len(), 0, "{:?}", bob.waiting);
    let view = bob.watch(&table, None).await;
    assert!(!view.to_string().contains(action(0).as_str().unwrap()));
    bob.does(
        &table,
        json!({"do": "move", "turn": turn, "action": action(1)}),
    )
    .await;
    let made = bob.event("stepped").await["made"].to_string();
    assert!(made.contains(action(0).as_str().unwrap()), "{made}");
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_tells_of_new_tables() {
    let hall = Hall::open().await;
    let mut ann = hall.person("Ann").await;
    let bob = hall.person("Bob").await;
    ann.ask(json!({"type": "lobby", "on": true})).await;
    hall.table(&bob, json!({"game": "combo", "private": true}))
        .await;
    let (table, _) = hall
        .table(&bob, json!({"game": "combo", "seat": 0, "title": "Come"}))
        .await;
    let told = ann.until(|message| message["type"] == "lobby").await;
    assert_eq!(told["table"]["table"], table.as_str());
    assert_eq!(told["table"]["title"], "Come");
    assert_eq!(told["table"]["seats"][0]["name"], "Bob");
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_without_connection_is_shown_as_away() {
    let hall = Hall::with(Store::memory(), |config| {
        config.limits.leaving = std::time::Duration::from_millis(50);
    })
    .await;
    let (table, mut ann, bob) = begin(&hall, "brandub").await;
    drop(bob);
    let gone = ann.event("present").await;
    assert_eq!(
        (&gone["member"], &gone["present"]),
        (&json!(1), &json!(false))
    );
    let view = ann.watch(&table, None).await;
    assert!(view["seats"][1]["away_since"].is_u64());
    hall.close().await;
}
