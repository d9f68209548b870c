//! Analysis, checks and pictures.

use std::sync::atomic::AtomicBool;

use browser::service::{self, ServiceError};
use protocol::analysis::{Depth, Position};
use protocol::worker::Theme;
use protocol::{GameData, Record};
use serde_json::{Value, json};

use crate::common::{Room, Wall};

fn depth(ms: u64) -> Depth {
    Depth {
        ms,
        ..Depth::default()
    }
}

/// A short game of Automatafl that Ann resigns.
fn automatafl() -> Record {
    let mut room = Room::new();
    let table = room.table(json!({
        "game": "automatafl", "options": {"setup": "small"}, "seat": 0, "computers": [null, "random"],
    }));
    room.done(None, &table, json!({"do": "ready", "ready": true}));
    room.done(
        None,
        &table,
        json!({"do": "move", "turn": 1, "action": "a1-a2"}),
    );
    room.computers();
    room.done(None, &table, json!({"do": "resign"}));
    let path = format!("/tables/{table}/record");
    Record::from_json(&room.request("GET", &path, Value::Null)).unwrap()
}

#[test]
fn a_simultaneous_game_is_judged_with_matrix_and_strategy() {
    let record = automatafl();
    let mut told = 0;
    let judged = service::analyse(
        &record,
        &depth(30),
        &Wall::start(),
        &AtomicBool::new(false),
        &mut |_, of| told += usize::from(of >= 1),
    );
    let judged = json!(judged.unwrap());
    let steps = judged["steps"].as_array().unwrap();
    assert_eq!(steps.len(), told);
    let opinions = steps[0]["opinions"].as_array().unwrap();
    assert_eq!(opinions.len(), 2, "both seats chose");
    assert!(!opinions[0]["strategy"].as_array().unwrap().is_empty());
    assert!(opinions[0]["matrix"]["worth"][0][0].is_number());
    assert!(steps[0]["chance_of_seat_0"].is_number());
}

#[test]
fn positions_are_judged_from_states_notation_and_the_start() {
    let (clock, stop) = (Wall::start(), AtomicBool::new(false));
    let options = GameData::NULL;
    let judge = |game: &str, position: &Value, engine: &str| {
        let position: Option<Position> = serde_json::from_value(position.clone()).unwrap();
        let depth = Depth {
            engine: engine.to_owned(),
            ms: 5,
            lines: 1,
        };
        service::analyse_position(game, &options, position.as_ref(), &depth, &clock, &stop)
    };
    let brandub = catalog::open("brandub", &options).unwrap();
    let state = Value::from(brandub.state_data(&brandub.start()));
    for position in [
        &Value::Null,
        &json!("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ d"),
        &state,
    ] {
        let found = json!(judge("brandub", position, "strong").unwrap());
        assert!(found[0]["lines"][0]["score"].is_object(), "{found}");
    }
    let wrong = judge("brandub", &json!("/8/"), "strong").unwrap_err();
    assert!(matches!(wrong, ServiceError::Game(_)), "{wrong}");
    let wrong = judge("brandub", &Value::Null, "alphabeta:threads=8").unwrap_err();
    assert!(
        wrong.to_string().contains("there is no computer"),
        "{wrong}"
    );
    let wrong = judge("game17", &Value::Null, "strong").unwrap_err();
    assert!(wrong.to_string().contains("drawn"), "{wrong}");
    assert!(judge("chess", &Value::Null, "strong").is_err());
}

#[test]
fn a_record_is_verified_in_sentences() {
    let record = automatafl();
    let verdict = json!(service::verify(&record));
    assert_eq!(verdict["holds"], true);
    let sentences = verdict["sentences"].as_array().unwrap();
    assert_eq!(
        sentences[0],
        "This record of Automatafl holds: 1 step, all by the rules, and every hash is right."
    );
    assert!(
        sentences
            .last()
            .unwrap()
            .as_str()
            .unwrap()
            .contains("resigned"),
        "{sentences:?}"
    );
    let mut forged = record;
    forged.opening = 1;
    let verdict = json!(service::verify(&forged));
    assert_eq!(verdict["holds"], false);
    let sentence = verdict["sentences"][0].as_str().unwrap();
    assert!(
        sentence.starts_with("This record does not hold: step 1"),
        "{sentence}"
    );
}

#[test]
fn every_step_of_a_record_is_a_picture() {
    let record = automatafl();
    let first = service::svg(&record, Some(0), Theme::Light).unwrap();
    let last = service::svg(&record, None, Theme::Light).unwrap();
    assert!(first.starts_with("<svg") && last.starts_with("<svg"));
    assert_ne!(first, last);
    assert_ne!(last, service::svg(&record, None, Theme::Dark).unwrap());
    let gif = service::gif(&record, Theme::Dark, 80, &mut |_, _| {}).unwrap();
    assert!(gif.starts_with(b"GIF89a"));
    let unknown = Record {
        game: "chess".to_owned(),
        ..record
    };
    assert!(service::svg(&unknown, None, Theme::Light).is_err());
}
