//! Several people at one browser.

use serde_json::{Value, json};

use crate::common::{Room, of_type, read};

fn guest(room: &mut Room, name: &str) -> String {
    let made = room.request("POST", "/identity", json!({"guest": name}));
    made["token"].as_str().unwrap().to_owned()
}

/// Ann and Bo sit down to Automatafl and both watch. Returns the table and Bo's
/// token.
fn two(room: &mut Room) -> (String, String) {
    let bo = guest(room, "Bo");
    let table = room.table(json!({"game": "automatafl", "options": {"setup": "small"}, "seat": 0}));
    room.done(Some(&bo), &table, json!({"do": "join"}));
    room.done(Some(&bo), &table, json!({"do": "sit", "seat": 1}));
    room.done(None, &table, json!({"do": "ready", "ready": true}));
    room.done(Some(&bo), &table, json!({"do": "ready", "ready": true}));
    room.say(None, json!({"type": "watch", "table": table}));
    room.say(Some(&bo), json!({"type": "watch", "table": table}));
    (bo, table)
}

#[test]
fn a_guest_is_someone_else_with_a_token() {
    let mut room = Room::new();
    let bo = guest(&mut room, "Bo");
    let now = room.now;
    let me = room
        .hall
        .request_as(Some(&bo), now, "GET", "/identity", Value::Null);
    assert_eq!(me.json["name"], "Bo");
    assert!(me.json["token"].is_null());
    assert_eq!(room.request("GET", "/identity", Value::Null)["name"], "Ann");
    let guests = room.request("GET", "/guests", Value::Null);
    assert_eq!(guests["guests"][0]["token"], bo.as_str());
    let hello = room.hall.connect(now, Some(&bo));
    assert_eq!(read(&hello[0])["you"]["name"], "Bo");
    let wrong = room
        .hall
        .request_as(Some("x"), now, "GET", "/identity", Value::Null);
    assert_eq!(wrong.status, 401);
}

/// Every message to Bo, and everything Bo can ask for, while Ann seals this
/// move.
fn what_bo_sees(action: &str) -> Vec<String> {
    let mut room = Room::new();
    let (bo, table) = two(&mut room);
    room.hall.outgoing();
    let turn = room.view(&table)["turn"].clone();
    room.done(
        None,
        &table,
        json!({"do": "move", "turn": turn, "action": action}),
    );
    let mut seen: Vec<String> = room
        .hall
        .outgoing()
        .into_iter()
        .filter(|outgoing| outgoing.to.as_deref() == Some(&*bo))
        .map(|outgoing| outgoing.text)
        .collect();
    let watch = json!({"type": "watch", "table": table});
    let resumed = json!({"type": "watch", "table": table, "after": 1});
    for message in [watch, resumed] {
        seen.extend(room.say(Some(&bo), message).iter().map(Value::to_string));
    }
    for path in ["", "/record", "/moves"] {
        let path = format!("/tables/{table}{path}");
        let reply = room
            .hall
            .request_as(Some(&bo), room.now, "GET", &path, Value::Null);
        seen.push(reply.json.to_string());
    }
    // Ann herself sees it.
    assert_eq!(room.view(&table)["you"]["sealed"], action);
    seen
}

#[test]
fn a_sealed_move_changes_nothing_that_others_see() {
    let one = what_bo_sees("a1-a2");
    let other = what_bo_sees("a1-b1");
    assert_eq!(one, other);
    assert!(one.len() >= 5, "{one:?}");
}

#[test]
fn moves_are_revealed_to_both_at_once() {
    let mut room = Room::new();
    let (bo, table) = two(&mut room);
    let turn = room.view(&table)["turn"].clone();
    let told = room.done(
        None,
        &table,
        json!({"do": "move", "turn": turn, "action": "a1-a2"}),
    );
    assert_eq!(of_type(&told, "event")[0]["event"]["type"], "own");
    room.hall.outgoing();
    let moves = room.request("GET", &format!("/tables/{table}/moves"), Value::Null);
    let bos = moves["seats"][1]["moves"]
        .as_array()
        .unwrap()
        .last()
        .unwrap();
    let told = room.done(
        Some(&bo),
        &table,
        json!({"do": "move", "turn": turn, "action": bos}),
    );
    let to_bo = of_type(&told, "event");
    let stepped = to_bo.iter().find(|told| told["event"]["type"] == "stepped");
    let stepped = stepped.unwrap_or_else(|| panic!("{told:?}"));
    assert!(stepped.to_string().contains("a1-a2"));
    let to_ann = room.hall.outgoing();
    let to_ann: Vec<Value> = to_ann.iter().map(|outgoing| read(&outgoing.text)).collect();
    assert!(to_ann.contains(stepped), "{to_ann:?}");
    // At one browser, everyone is always there.
    assert!(room.view(&table)["seats"][1]["away_since"].is_null());
}

#[test]
fn a_computers_effort_stays_hidden_until_its_move_is_public() {
    let mut room = Room::new();
    let new = json!({
        "game": "automatafl", "options": {"setup": "small"}, "seat": 0, "computers": [null, "medium"],
    });
    let table = room.table(new);
    room.done(None, &table, json!({"do": "ready", "ready": true}));
    room.say(None, json!({"type": "watch", "table": table}));
    assert_eq!(room.computers(), Vec::<Value>::new());
    let told = room.done(
        None,
        &table,
        json!({"do": "move", "turn": 1, "action": "a1-a2"}),
    );
    let kinds: Vec<&str> = told
        .iter()
        .filter_map(|told| told["type"].as_str())
        .collect();
    assert!(kinds.contains(&"thought"), "{kinds:?}");
}
