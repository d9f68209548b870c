//! Whole games.

use protocol::Record;
use serde_json::{Value, json};

use crate::common::{Room, of_type};

/// Plays Ann's seat with the moves that `action` chooses until the game is over.
/// Returns the record.
fn play_through(new: Value, action: impl Fn(&Value) -> String) -> (Room, Value, Vec<Value>) {
    let mut room = Room::new();
    let table = room.table(new);
    room.say(None, json!({"type": "watch", "table": table}));
    let mut told = room.done(None, &table, json!({"do": "ready", "ready": true}));
    for _ in 0..2000 {
        told.extend(room.computers());
        let view = room.view(&table);
        if view["phase"] == "over" {
            let path = format!("/tables/{table}/record");
            let record = room.request("GET", &path, Value::Null);
            return (room, record, told);
        }
        let moves = room.request("GET", &format!("/tables/{table}/moves"), Value::Null);
        let seat = &view["you"]["seat"];
        let seats = moves["seats"].as_array().unwrap();
        let mine = seats.iter().find(|moves| moves["seat"] == *seat);
        let mine = mine.unwrap_or_else(|| panic!("it should be Ann's turn: {view}"));
        let action = action(&mine["moves"]);
        let request = json!({"do": "move", "turn": view["turn"], "action": action});
        told.extend(room.done(None, &table, request));
    }
    panic!("the game has no end");
}

fn nth(moves: &Value) -> String {
    let moves = moves.as_array().unwrap();
    moves[moves.len() / 2].as_str().unwrap().to_owned()
}

fn check(game: &str, (_, record, told): (Room, Value, Vec<Value>)) {
    assert_eq!(record["game"], game);
    let checked = record::verify(&Record::from_json(&record).unwrap()).unwrap();
    assert!(checked.verified.steps > 1);
    assert_eq!(record["players"][0]["kind"], "person");
    assert!(!record["ending"].is_null());
    assert!(!of_type(&told, "event").is_empty());
    // The effort of a computer player comes right after the event with its move.
    let at = told.iter().position(|told| told["type"] == "thought");
    let at = at.expect("computers think");
    let thought = &told[at];
    let event = told[..at].iter().rev().find(|told| told["type"] == "event");
    let event = event.unwrap();
    assert_eq!(event["event"]["type"], "stepped", "{event}");
    let shown = event["event"]["made"].to_string();
    assert!(
        shown.contains(&format!("[{},", thought["seat"])),
        "{shown} {thought}"
    );
    assert!(thought["thought"]["states"].is_u64());
}

#[test]
fn brandub_is_played_to_its_end() {
    let new = json!({"game": "brandub", "seat": 0, "computers": [null, "medium"]});
    check("brandub", play_through(new, nth));
}

#[test]
fn combo_is_played_to_its_end() {
    let new = json!({"game": "combo", "seat": 0, "computers": [null, "medium"]});
    check("combo", play_through(new, nth));
}

#[test]
fn automatafl_is_played_to_its_end() {
    let new = json!({
        "game": "automatafl", "options": {"setup": "small"}, "seat": 0, "computers": [null, "weak"],
    });
    check("automatafl", play_through(new, nth));
}

#[test]
fn game_17_is_played_to_its_end() {
    let new = json!({
        "game": "game17", "options": {"size": 6, "players": 3, "rounds": 6},
        "seat": 0, "fill": "t800", "computers": [null, "t800", "medium"],
    });
    check("game17", play_through(new, |_| "-".to_owned()));
}

#[test]
fn weak_takes_its_time_and_late_answers_to_old_turns_are_ignored() {
    let mut room = Room::new();
    let table = room.table(json!({"game": "brandub", "seat": 0, "computers": [null, "weak"]}));
    room.done(None, &table, json!({"do": "ready", "ready": true}));
    room.done(
        None,
        &table,
        json!({"do": "move", "turn": 1, "action": "d1-c1"}),
    );
    let question = room.hall.questions().pop().unwrap();
    assert!(room.hall.questions().is_empty(), "it is asked once");
    let thought = crate::common::answer(&question);
    room.hall.answer(room.now, thought.clone());
    assert_eq!(room.view(&table)["steps"], 1, "it waits as people do");
    let wake = room.hall.next_wake().unwrap();
    assert!(wake >= room.now + 300, "{wake}");
    room.now = wake;
    room.hall.tick(wake);
    assert_eq!(room.view(&table)["steps"], 2);

    // Ann takes her move back, so the answer belongs to a turn that no longer
    // exists.
    room.done(None, &table, json!({"do": "offer", "what": "takeback"}));
    assert_eq!(room.view(&table)["steps"], 0);
    room.hall.answer(room.now + 5000, thought);
    assert_eq!(room.view(&table)["steps"], 0);
}

#[test]
fn without_its_thinker_a_computer_makes_any_legal_move() {
    let mut room = Room::new();
    let table = room.table(json!({"game": "combo", "seat": 1, "computers": ["strong", null]}));
    room.done(None, &table, json!({"do": "ready", "ready": true}));
    assert_eq!(room.hall.questions().len(), 1);
    room.hall.thinker_lost(room.now);
    assert_eq!(room.view(&table)["steps"], 1);
}

#[test]
fn clocks_run_and_time_is_up() {
    let mut room = Room::new();
    let clock = json!({"kind": "total", "ms": 60_000, "increment_ms": 0});
    let new = json!({"game": "brandub", "seat": 0, "computers": [null, "random"], "clock": clock});
    let reply = room.hall.request(room.now, "POST", "/tables", new);
    let table = match reply.status {
        201 => reply.json["table"].as_str().unwrap().to_owned(),
        _ => panic!("{}", reply.json),
    };
    room.done(None, &table, json!({"do": "ready", "ready": true}));
    let wake = room.hall.next_wake().unwrap();
    assert!((60_000..=61_000).contains(&(wake - room.now)), "{wake}");
    room.now = wake;
    room.hall.tick(wake);
    let view = room.view(&table);
    assert_eq!(view["finish"]["reason"], "time");
    assert_eq!(view["finish"]["winners"], json!([1]));
}

#[test]
fn a_rematch_leads_to_the_next_table() {
    let mut room = Room::new();
    let table = room.table(json!({"game": "brandub", "seat": 0, "computers": [null, "random"]}));
    room.done(None, &table, json!({"do": "ready", "ready": true}));
    room.done(None, &table, json!({"do": "resign"}));
    room.done(None, &table, json!({"do": "offer", "what": "rematch"}));
    let next = room.view(&table)["next"].as_str().unwrap().to_owned();
    assert_eq!(room.view(&next)["you"]["seat"], 1, "sides are changed");
}

#[test]
fn an_admitted_player_takes_a_seat_and_can_forfeit_only_in_its_turn() {
    let mut room = Room::new();
    let new = json!({"game": "brandub", "seat": 0, "computers": [null, "Rex"]});
    let reply = room.hall.request(room.now, "POST", "/tables", new.clone());
    assert_eq!(reply.status, 400, "{}", reply.json);
    room.hall.admit("Rex");
    let table = room.table(new);
    room.done(None, &table, json!({"do": "ready", "ready": true}));
    let turn = room.view(&table)["turn"].clone();
    let request = json!({"do": "move", "turn": turn, "action": "d1-c1"});
    room.done(None, &table, request);
    let question = room.hall.questions().remove(0);
    assert_eq!(question.player, "Rex");
    let mut old = question.clone();
    old.turn -= 1;
    room.hall.forfeit(room.now, &old, "crashed", "");
    assert_eq!(room.view(&table)["phase"], "playing");
    room.hall
        .forfeit(room.now, &question, "illegal", "a1-a1 is no move");
    let finish = room.view(&table)["finish"].clone();
    assert_eq!(finish["reason"], "illegal", "{finish}");
    assert_eq!(finish["winners"], json!([0]));
}
