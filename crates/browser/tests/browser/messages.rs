//! The protocol of the WebSocket and HTTP.

use serde_json::{Value, json};

use crate::common::{Room, START, of_type, read};

#[test]
fn hello_names_the_person_of_this_browser() {
    let mut room = Room::new();
    let told = room.hall.connect(START, None);
    let hello = read(&told[0]);
    assert_eq!(hello["type"], "hello");
    assert_eq!(hello["v"], 1);
    assert_eq!(hello["you"]["name"], "Ann");
    assert_eq!(hello["now"], START);
    let unknown = room.hall.connect(START, Some("nobody"));
    assert_eq!(read(&unknown[0])["code"], "who");
}

#[test]
fn at_first_the_hall_knows_no_person() {
    let mut hall = crate::common::Hall::new(START, dice::Seed::from_number(1));
    assert_eq!(
        hall.request(START, "GET", "/identity", Value::Null).status,
        401
    );
    assert_eq!(read(&hall.connect(START, None)[0])["you"], Value::Null);
    let table = json!({"game": "brandub"});
    let reply = hall.request(START, "POST", "/tables", table);
    assert_eq!((reply.status, &reply.json["code"]), (401, &json!("who")));
    let reply = hall.request(START, "POST", "/api/v1/identity", Value::Null);
    assert_eq!(reply.status, 201);
    let name = reply.json["name"].as_str().unwrap();
    assert!(name.starts_with("Guest "), "{name}");
    // Asked again, it is the same person.
    let again = hall.request(START, "POST", "/identity", json!({"name": "Ann"}));
    assert_eq!(again.json["player"], reply.json["player"]);
    let renamed = hall.request(START, "PATCH", "/identity", json!({"name": "Anna"}));
    assert_eq!(renamed.json["name"], "Anna");
    assert_eq!(
        hall.request(START, "GET", "/identity", Value::Null).json,
        renamed.json
    );
    let wrong = hall.request(START, "PATCH", "/identity", json!({"name": "\u{200b}"}));
    assert_eq!((wrong.status, &wrong.json["code"]), (409, &json!("name")));
}

#[test]
fn a_stranger_with_a_name_is_known_at_once() {
    let mut room = Room {
        hall: crate::common::Hall::new(START, dice::Seed::from_number(1)),
        now: START,
        id: 0,
    };
    let told = room.say(None, json!({"type": "available", "games": []}));
    assert_eq!(told[0]["code"], "who");
    room.request("POST", "/identity", json!({"name": "Ann"}));
    let table = room.table(json!({"game": "brandub", "seat": 0}));
    room.done(None, &table, json!({"do": "ready", "ready": true}));
}

#[test]
fn after_a_break_you_get_exactly_the_missed_events() {
    let mut room = Room::new();
    let table = room.table(json!({"game": "brandub", "seat": 0, "computers": [null, "random"]}));
    let told = room.say(None, json!({"type": "watch", "table": table}));
    assert_eq!(told[0]["type"], "ok");
    assert_eq!(told[1]["type"], "table");
    let mut seen = told[1]["view"]["seq"].as_u64().unwrap();
    let told = room.done(None, &table, json!({"do": "ready", "ready": true}));
    for event in of_type(&told, "event") {
        seen += 1;
        assert_eq!(event["event"]["seq"], seen, "numbers have no gaps");
    }
    // The connection breaks, and moves are made.
    room.hall.connect(room.now, None);
    let told = room.done(
        None,
        &table,
        json!({"do": "move", "turn": 1, "action": "d1-c1"}),
    );
    assert!(of_type(&told, "event").is_empty(), "nothing is watched now");
    assert!(room.computers().is_empty());
    let told = room.say(
        None,
        json!({"type": "watch", "table": table, "after": seen}),
    );
    let events = of_type(&told, "event");
    assert_eq!(events.len(), 2, "{told:?}");
    assert_eq!(events[0]["event"]["seq"], seen + 1);
    assert!(of_type(&told, "table").is_empty());
    // For a number that never existed, the whole table comes.
    let told = room.say(
        None,
        json!({"type": "watch", "table": table, "after": 9999}),
    );
    assert_eq!(of_type(&told, "table").len(), 1);
}

#[test]
fn refusals_have_a_code_a_reason_and_the_id() {
    let mut room = Room::new();
    let table = room.table(json!({"game": "brandub", "seat": 0, "computers": [null, "random"]}));
    room.done(None, &table, json!({"do": "ready", "ready": true}));
    let illegal = json!({"do": "move", "turn": 1, "action": "a1-a2"});
    let refused = room.command(None, &table, illegal).swap_remove(0);
    assert_eq!(refused["type"], "refused");
    assert_eq!(refused["code"], "illegal");
    assert_eq!(refused["id"], room.id);
    assert!(
        refused["reason"].as_str().unwrap().contains("a1"),
        "{refused}"
    );
    let stale = json!({"do": "move", "turn": 7, "action": "d1-c1"});
    let told = room.command(None, &table, stale);
    assert_eq!(told[0]["code"], "stale");
    assert_eq!(told[1]["type"], "table", "and the whole table follows");
    let nowhere = "0".repeat(32);
    let told = room.command(None, &nowhere, json!({"do": "resign"}));
    assert_eq!(told[0]["code"], "no-table");
    for (message, code) in [
        (json!({"type": "dance"}), "bad-request"),
        (json!({"type": "watch", "table": "x"}), "no-table"),
        (
            json!({"type": "answer", "table": table, "turn": 1, "answer": {}}),
            "protocol",
        ),
        (
            json!({"type": "available", "games": ["chess"]}),
            "bad-request",
        ),
    ] {
        assert_eq!(
            room.say(None, message.clone())[0]["code"],
            code,
            "{message}"
        );
    }
    assert_eq!(room.say(None, json!({"type": "ping"}))[0]["type"], "ok");
}

#[test]
fn a_repeated_command_gets_the_first_answer() {
    let mut room = Room::new();
    let table = room.table(json!({"game": "brandub", "seat": 0, "computers": [null, "random"]}));
    let path = format!("/tables/{table}/commands");
    let body = json!({"id": 77, "request": {"do": "ready", "ready": true}});
    let first = room.request("POST", &path, body.clone());
    assert_eq!(room.request("POST", &path, body), first);
    let other = json!({"id": 78, "request": {"do": "ready", "ready": true}});
    let reply = room.hall.request(room.now, "POST", &path, other);
    assert_eq!((reply.status, &reply.json["code"]), (409, &json!("begun")));
}

#[test]
fn the_lobby_lists_public_tables_and_their_changes() {
    let mut room = Room::new();
    room.say(None, json!({"type": "lobby", "on": true}));
    let table = room.table(json!({"game": "combo", "seat": 1, "title": "Here"}));
    let hidden = room.hall.request(
        room.now,
        "POST",
        "/tables",
        json!({"game": "combo", "private": true}),
    );
    let key = hidden.json["key"].as_str().unwrap();
    assert!(hidden.json["link"].as_str().unwrap().ends_with(key));
    let told = room.say(None, json!({"type": "ping"}));
    let rows = of_type(&told, "lobby");
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["table"]["table"], table.as_str());
    let listed = room.request("GET", "/tables?phase=open&game=combo", Value::Null);
    assert_eq!(listed["tables"].as_array().unwrap().len(), 1);
    assert_eq!(listed["tables"][0], rows[0]["table"]);
    assert_eq!(listed["tables"][0]["seats"][1]["name"], "Ann");
    assert_eq!(listed["next"], Value::Null);
    let none = room.request("GET", "/tables?game=brandub", Value::Null);
    assert_eq!(none["tables"], json!([]));

    let second = room.table(json!({"game": "combo"}));
    let page = room.request("GET", "/tables?limit=1", Value::Null);
    let next = page["next"].as_str().unwrap().replace(':', "%3A");
    let rest = room.request("GET", &format!("/tables?limit=1&after={next}"), Value::Null);
    let both = [&page["tables"][0]["table"], &rest["tables"][0]["table"]];
    assert!(
        both.contains(&&json!(table)) && both.contains(&&json!(second)),
        "{both:?}"
    );
}

#[test]
fn requests_answer_as_the_server_does() {
    let mut room = Room::new();
    let games = room.request("GET", "/api/v1/games", Value::Null);
    assert_eq!(
        games["games"].as_array().unwrap().len(),
        catalog::GAMES.len()
    );
    assert_eq!(games["games"][2]["computers"][3], "strong");
    let board = room.request("GET", "/leaderboards/combo", Value::Null);
    assert_eq!(board, json!({"leaderboard": "combo", "players": []}));
    assert_eq!(
        room.request("GET", "/players", Value::Null),
        json!({"available": []})
    );
    let challenges = room.request("GET", "/challenges", Value::Null);
    assert_eq!(challenges, json!({"to_you": [], "by_you": []}));
    for (method, path, body, status, code) in [
        ("GET", "/leaderboards/chess", Value::Null, 404, "no-board"),
        ("GET", "/nothing", Value::Null, 404, "nothing-here"),
        ("DELETE", "/tables", Value::Null, 404, "nothing-here"),
        ("GET", "/tables?phase=old", Value::Null, 400, "bad-request"),
        ("GET", "/tables/0", Value::Null, 404, "no-table"),
        ("POST", "/tables", json!({"game": "chess"}), 409, "settings"),
        (
            "POST",
            "/tables",
            json!({"game": "combo", "computers": ["t800"]}),
            400,
            "bad-request",
        ),
        (
            "POST",
            "/tables",
            json!({"game": "combo", "seat": 400}),
            409,
            "settings",
        ),
        (
            "POST",
            "/tables",
            json!({"game": "combo", "seats": 3}),
            400,
            "bad-request",
        ),
        (
            "POST",
            "/identity",
            json!({"program": true}),
            400,
            "bad-request",
        ),
    ] {
        let reply = room.hall.request(room.now, method, path, body);
        assert_eq!(
            (reply.status, &reply.json["code"]),
            (status, &json!(code)),
            "{path}"
        );
        assert!(reply.json["reason"].is_string());
    }
    let table = room.table(json!({"game": "brandub", "seat": 0, "computers": [null, "random"]}));
    room.done(None, &table, json!({"do": "ready", "ready": true}));
    room.done(
        None,
        &table,
        json!({"do": "move", "turn": 1, "action": "d1-c1"}),
    );
    let step = room.request("GET", &format!("/tables/{table}/steps/1"), Value::Null);
    assert_eq!(step["made"]["act"]["moves"], json!([[0, "d1-c1"]]));
    assert!(step["text"].as_str().unwrap().contains("d1"), "{step}");
}
