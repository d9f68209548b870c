//! The saved hall of version 0.1 opens in a browser, shows what that version
//! showed, and continues. `data/make_saved.rs` made it.

use dice::Seed;
use protocol::Record;
use serde_json::{Value, json};
use testkit::old::{ADDED_SINCE_0_1, difference};

use crate::common::{Hall, Room};

const SAVED: &str = include_str!("../data/saved-0.1.json");
const TOLD: &str = include_str!("../data/saved-0.1-views.json");

/// The hall an hour later, and what version 0.1 showed of it.
fn open() -> (Room, Value) {
    let told: Value = serde_json::from_str(TOLD).unwrap();
    let now = told["now"].as_u64().unwrap() + 3_600_000;
    let (hall, dropped) = Hall::restore(now, Seed::from_number(3), SAVED);
    assert_eq!(dropped, Vec::<String>::new());
    // Higher than all ids in the logs.
    let id = 1_000_000;
    (Room { hall, now, id }, told)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn token<'a>(told: &'a Value, name: &str) -> Option<&'a str> {
    let mut people = list(&told["people"]).iter();
    people.find(|person| person["name"] == name).unwrap()["token"].as_str()
}

fn get(room: &mut Room, token: Option<&str>, path: &str) -> Value {
    let now = room.now;
    let reply = room.hall.request_as(token, now, "GET", path, Value::Null);
    assert_eq!(reply.status, 200, "{path}: {:?}", reply.json);
    reply.json
}

/// A view without the effects of an hour's pause on a running game: the events for
/// the return of the hall and of people, and clocks that stood still.
fn without_pause(mut view: Value) -> Value {
    view["seq"] = json!("");
    view["at"] = json!("");
    let stop = |clock: &mut Value| {
        if let Some(since) = clock.get_mut("since").filter(|since| since.is_u64()) {
            *since = json!("some time");
        }
    };
    for seat in view["seats"].as_array_mut().unwrap() {
        assert!(seat["away_since"].is_null(), "everyone is there");
        stop(&mut seat["clock"]);
    }
    stop(&mut view["you"]["clock"]);
    view
}

#[test]
fn every_saved_table_of_0_1_looks_the_same() {
    let (mut room, told) = open();
    let mut running = 0;
    for table in list(&told["tables"]) {
        let (what, id) = (&table["what"], table["table"].as_str().unwrap());
        for (name, before) in table["views"].as_object().unwrap() {
            let path = format!("/tables/{id}");
            let now = get(&mut room, token(&told, name), &path)["view"].take();
            let differs = if now["phase"] == "playing" {
                running += 1;
                let before = without_pause(before.clone());
                difference(&before, &without_pause(now), &ADDED_SINCE_0_1)
            } else {
                difference(before, &now, &ADDED_SINCE_0_1)
            };
            assert_eq!(differs, None, "{name} at {what}");
        }
        let record = get(&mut room, None, &format!("/tables/{id}/record"));
        assert_eq!(difference(&table["record"], &record, &[]), None, "{what}");
        assert!(
            record::verify(&Record::from_json(&record).unwrap()).is_ok(),
            "{what}"
        );
    }
    assert_eq!((list(&told["tables"]).len(), running), (10, 5 * 3));
}

#[test]
fn saved_people_and_guests_of_0_1_are_the_same() {
    let (mut room, told) = open();
    for person in list(&told["people"]) {
        let name = person["name"].as_str().unwrap();
        let me = get(&mut room, token(&told, name), "/identity");
        assert_eq!(me["name"], name);
    }
    let guests = get(&mut room, None, "/guests");
    let names = list(&guests["guests"]).iter().map(|guest| &guest["name"]);
    assert!(names.eq(["Bo", "Cy"]), "{guests}");
}

#[test]
fn saved_games_of_0_1_go_on() {
    let (mut room, told) = open();
    for table in list(&told["tables"]) {
        let (what, id) = (&table["what"], table["table"].as_str().unwrap());
        let before = room.view(id);
        if before["phase"] != "playing" {
            continue;
        }
        let moves = get(&mut room, None, &format!("/tables/{id}/moves"));
        for seat in list(&moves["seats"]) {
            let on_seat = &before["seats"][seat["seat"].as_u64().unwrap() as usize];
            let player = token(&told, on_seat["name"].as_str().unwrap());
            // Game 17 has too many moves for a list; an empty turn is one of them.
            let action = list(&seat["moves"]).first().cloned();
            let action = action.unwrap_or_else(|| json!("-"));
            let request = json!({"do": "move", "turn": before["turn"], "action": action});
            room.done(player, id, request);
        }
        room.computers();
        let steps = |view: &Value| view["steps"].as_u64();
        assert!(steps(&room.view(id)) > steps(&before), "{what}");
        let record = get(&mut room, None, &format!("/tables/{id}/record"));
        assert!(
            record::verify(&Record::from_json(&record).unwrap()).is_ok(),
            "{what}"
        );
    }
    // The hall can be saved again.
    let (_, dropped) = Hall::restore(room.now, Seed::from_number(4), &room.hall.save());
    assert_eq!(dropped, Vec::<String>::new());
}

#[test]
fn a_move_that_was_sealed_in_0_1_still_counts() {
    let (mut room, told) = open();
    let sealed = "automatafl, running, in conflict, one move sealed";
    let mut tables = list(&told["tables"]).iter();
    let table = tables.find(|table| table["what"] == sealed).unwrap();
    let id = table["table"].as_str().unwrap();
    assert_eq!(room.view(id)["you"]["sealed"], "a1-a2");
    let bo = token(&told, "Bo");
    let before = get(&mut room, bo, &format!("/tables/{id}"))["view"].take();
    assert_eq!(before["conflict"]["squares"], json!(["b1"]));
    assert!(!before.to_string().contains("a1-a2"));
    let request = json!({"do": "move", "turn": before["turn"], "action": "c1-c2"});
    room.done(bo, id, request);
    let record = get(&mut room, None, &format!("/tables/{id}/record"));
    let revealed = json!([[0, "a1-a2"], [1, "c1-c2"]]);
    assert_eq!(record["steps"][1]["act"], revealed);
    assert!(room.view(id)["conflict"].is_null());
}
