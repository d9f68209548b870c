//! Saving and restoring.

use dice::Seed;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::{Hall, Room, START, of_type};

/// A game of Automatafl between Ann and Bo. Ann has sealed a move.
fn half_played() -> (Room, String, String) {
    let mut room = Room::new();
    let made = room.request("POST", "/identity", json!({"guest": "Bo"}));
    let bo = made["token"].as_str().unwrap().to_owned();
    let clock = json!({"kind": "total", "ms": 60_000, "increment_ms": 0});
    let new =
        json!({"game": "automatafl", "options": {"setup": "small"}, "seat": 0, "clock": clock});
    let table = room.table(new);
    room.done(Some(&bo), &table, json!({"do": "join"}));
    room.done(Some(&bo), &table, json!({"do": "sit", "seat": 1}));
    room.done(None, &table, json!({"do": "ready", "ready": true}));
    room.done(Some(&bo), &table, json!({"do": "ready", "ready": true}));
    room.done(
        None,
        &table,
        json!({"do": "move", "turn": 1, "action": "a1-a2"}),
    );
    (room, bo, table)
}

#[test]
fn a_game_goes_on_after_a_reload_and_clocks_stood_still() {
    let (room, bo, table) = half_played();
    let saved = room.hall.save();
    let later = room.now + 3_600_000;
    let (hall, dropped) = Hall::restore(later, Seed::from_number(99), &saved);
    assert_eq!(dropped, Vec::<String>::new());
    let mut room = Room {
        hall,
        now: later,
        id: room.id,
    };
    room.hall.tick(later);
    let view = room.view(&table);
    assert_eq!(view["phase"], "playing", "nobody's time ran out");
    assert_eq!(view["you"]["sealed"], "a1-a2");
    assert!(view["seats"][0]["away_since"].is_null());
    assert!(view["seats"][1]["away_since"].is_null());
    let told = room.done(
        Some(&bo),
        &table,
        json!({"do": "move", "turn": 1, "action": "e5-e4"}),
    );
    assert!(of_type(&told, "refused").is_empty(), "{told:?}");
    assert_eq!(room.view(&table)["steps"], 1);
}

#[test]
fn a_computer_that_was_thinking_is_asked_again() {
    let mut room = Room::new();
    let table = room.table(json!({"game": "combo", "seat": 1, "computers": ["random", null]}));
    room.done(None, &table, json!({"do": "ready", "ready": true}));
    assert_eq!(room.hall.questions().len(), 1);
    let (mut hall, _) = Hall::restore(room.now, Seed::from_number(2), &room.hall.save());
    hall.tick(room.now);
    assert_eq!(hall.questions().len(), 1);
}

#[test]
fn setting_the_clock_back_does_not_stop_the_hall() {
    let (room, _, table) = half_played();
    let earlier = room.now - 7_200_000;
    let (mut hall, dropped) = Hall::restore(earlier, Seed::from_number(2), &room.hall.save());
    assert_eq!(dropped, Vec::<String>::new());
    let wake = hall.next_wake().unwrap();
    assert!(wake > earlier && wake < earlier + 70_000, "{wake}");
    hall.tick(wake);
    let view = hall.request(wake, "GET", &format!("/tables/{table}"), Value::Null);
    // Bo's time is up, and the game goes on without a move of his.
    assert_eq!(view.json["view"]["steps"], 1, "{view:?}");
    assert_eq!(view.json["view"]["seats"][1]["clock"]["left_ms"], 0);
}

#[test]
fn a_damaged_table_is_reported_and_left_out_alone() {
    let (mut room, _, table) = half_played();
    let other = room.table(json!({"game": "brandub", "seat": 0}));
    let mut saved: Value = serde_json::from_str(&room.hall.save()).unwrap();
    let tables = saved["tables"].as_array_mut().unwrap();
    let damaged = tables
        .iter_mut()
        .find(|saved| saved["table"] == table.as_str());
    damaged.unwrap()["log"].as_array_mut().unwrap().remove(2);
    let (mut hall, dropped) = Hall::restore(START, Seed::from_number(2), &saved.to_string());
    assert_eq!(dropped.len(), 1);
    assert!(
        dropped[0].contains("entry 3 of the log is missing"),
        "{dropped:?}"
    );
    let path = |table: &str| format!("/tables/{table}");
    assert_eq!(
        hall.request(START, "GET", &path(&table), Value::Null)
            .status,
        404
    );
    assert_eq!(
        hall.request(START, "GET", &path(&other), Value::Null)
            .status,
        200
    );
}

#[test]
fn an_unreadable_person_or_table_is_reported_and_left_out_alone() {
    let (room, bo, table) = half_played();
    let mut saved: Value = serde_json::from_str(&room.hall.save()).unwrap();
    let people = saved["people"].as_array_mut().unwrap();
    people.insert(0, json!(7));
    people.insert(1, json!({"id": "12", "name": "Zed"}));
    people.push(json!({"id": "0".repeat(32)}));
    let tables = saved["tables"].as_array_mut().unwrap();
    tables.insert(0, Value::Null);
    tables.push(json!({"table": "x", "log": []}));
    tables.push(json!({"table": "0".repeat(32), "log": [{"seq": 1}]}));
    let (mut hall, dropped) = Hall::restore(START, Seed::from_number(2), &saved.to_string());
    let left_out = |what: &str| dropped.iter().filter(|text| text.starts_with(what)).count();
    assert_eq!(left_out("a person was left out: "), 3, "{dropped:?}");
    assert_eq!(left_out("a table was left out: "), 3, "{dropped:?}");
    assert!(dropped[1].contains("32 hexadecimal digits"), "{dropped:?}");
    assert!(dropped[2].contains("name"), "{dropped:?}");
    let path = format!("/tables/{table}");
    for token in [None, Some(&*bo)] {
        let view = hall.request_as(token, START, "GET", &path, Value::Null);
        assert!(view.json["view"]["you"]["seat"].is_u64(), "{view:?}");
    }
}

#[test]
fn a_text_that_is_not_a_save_gives_an_empty_hall() {
    for text in [
        "",
        "null",
        "[]",
        "{}",
        r#"{"format":"taflhalla-hall","version":2}"#,
    ] {
        let (_, dropped) = Hall::restore(START, Seed::from_number(2), text);
        assert_eq!(dropped.len(), 1, "{text}");
    }
    let text = r#"{"format":"taflhalla-hall","version":1,"now":18446744073709551615}"#;
    let (mut hall, dropped) = Hall::restore(START, Seed::from_number(2), text);
    assert_eq!(dropped.len(), 1);
    hall.tick(START + 1);
}

#[test]
fn a_save_too_long_omits_the_oldest_tables_but_not_running_games() {
    let mut room = Room::new();
    let keep = room.table(json!({"game": "brandub", "seat": 0, "computers": [null, "random"]}));
    room.done(None, &keep, json!({"do": "ready", "ready": true}));
    let mut tables = Vec::new();
    let text = "x".repeat(480);
    while room.hall.save().len() < hall_core::local::MOST_SAVED - 200_000 {
        for _ in 0..40 {
            let table = room.table(json!({"game": "brandub", "seat": 0}));
            for _ in 0..20 {
                room.done(None, &table, json!({"do": "chat", "text": text}));
            }
            tables.push(table);
        }
    }
    for _ in 0..40 {
        let table = room.table(json!({"game": "brandub", "seat": 0}));
        for _ in 0..20 {
            room.done(None, &table, json!({"do": "chat", "text": text}));
        }
        tables.push(table);
    }
    let saved = room.hall.save();
    assert!(saved.len() <= hall_core::local::MOST_SAVED);
    let (mut hall, dropped) = Hall::restore(room.now, Seed::from_number(2), &saved);
    assert_eq!(dropped, Vec::<String>::new());
    let mut there = |table: &str| {
        let path = format!("/tables/{table}");
        hall.request(START, "GET", &path, Value::Null).status == 200
    };
    assert!(there(&keep));
    assert!(there(tables.last().unwrap()));
    assert!(!there(&tables[0]));
}

/// Puts another value somewhere into a value.
fn mutate(value: &mut Value, path: &[usize], with: &Value) {
    let Some((first, rest)) = path.split_first() else {
        *value = with.clone();
        return;
    };
    let place = match value {
        Value::Array(list) if !list.is_empty() => {
            let at = first % list.len();
            list.get_mut(at)
        }
        Value::Object(object) if !object.is_empty() => {
            let at = first % object.len();
            object.values_mut().nth(at)
        }
        _ => None,
    };
    match place {
        Some(place) => mutate(place, rest, with),
        None => *value = with.clone(),
    }
}

fn anything() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        Just(json!([])),
        Just(json!({})),
        Just(json!("")),
        Just(json!("a1-a2")),
        Just(json!("brandub")),
        Just(json!(-1)),
        Just(json!(1.5)),
        any::<u64>().prop_map(|number| json!(number)),
        (0u64..40).prop_map(|number| json!(number)),
        Just(json!(u64::MAX)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_changed_save_makes_the_hall_panic(
        path in prop::collection::vec(0usize..60, 1..9),
        with in anything(),
    ) {
        thread_local! {
            static SAVED: Value = {
                let (room, ..) = half_played();
                serde_json::from_str(&room.hall.save()).unwrap()
            };
        }
        let mut saved = SAVED.with(Clone::clone);
        mutate(&mut saved, &path, &with);
        let (mut hall, _) = Hall::restore(START, Seed::from_number(2), &saved.to_string());
        hall.tick(START + 10);
        let questions = hall.questions();
        prop_assert!(questions.len() < 1000);
        let again = hall.save();
        let (_, dropped) = Hall::restore(START + 20, Seed::from_number(3), &again);
        prop_assert_eq!(dropped, Vec::<String>::new());
    }
}
