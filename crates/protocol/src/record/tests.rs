use serde_json::{Value, json};

use super::*;

fn in_contest() -> Value {
    json!({
        "format": "taflhalla-record", "version": 1, "rules": 1, "game": "chess", "options": {"width": 8},
        "players": [{"name": "weak", "kind": "built-in", "sandbox": null}, null],
        "clock": null, "seed": "00", "opening": 1,
        "steps": [{"act": [[0, "d7-e6=1"]], "us": [12], "hash": "5f"}, {"draw": {"coin": true}, "hash": "60"}],
        "ending": {"reason": "time", "winners": [1]},
        "verdicts": [{"seat": 0, "verdict": "time", "detail": "", "after": 1}],
        "seats": [{
            "moves": 1, "us": 12, "longest_us": 12, "cpu_us": 0, "memory": 0,
            "clock_left_us": null, "voided": 0,
        }],
        "hash": "61",
    })
}

fn at_table() -> Value {
    json!({
        "format": "taflhalla-record", "version": 1, "game": "chess", "options": {},
        "players": [{"name": "Ann", "kind": "person"}, null], "clock": {"kind": "days", "days": 3},
        "commitment": "ab", "seed": null, "opening": 0, "takebacks": 1,
        "steps": [{"act": [[0, "d7-e6=1"]], "us": [12], "lag_ms": [3], "idle": [0], "hash": "5f"}],
        "ending": null, "on_board": null, "verdicts": [], "rules": 1, "hash": "61",
    })
}

fn refused(record: Value, change: impl FnOnce(&mut Value)) -> String {
    let mut changed = record;
    change(&mut changed);
    Record::from_json(&changed).unwrap_err().to_string()
}

#[test]
fn fields_are_written_in_the_order_of_0_1() {
    for record in [in_contest(), at_table()] {
        let read = Record::from_json(&record).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), record.to_string());
    }
}

#[test]
fn the_fields_tell_tables_and_contests_apart() {
    let record = Record::from_json(&in_contest()).unwrap();
    assert!(matches!(record.origin, Origin::Contest { clock: None, .. }));
    let player = record.player(0).unwrap();
    assert_eq!(
        (&*player.name, player.kind),
        ("weak", Some(PlayerKind::BuiltIn))
    );
    assert_eq!((record.player(1), record.player(9)), (None, None));
    let record = Record::from_json(&at_table()).unwrap();
    assert!(matches!(record.origin, Origin::Table { takebacks: 1, .. }));
}

#[test]
fn the_error_names_a_field_that_the_hall_would_write_differently() {
    const SHAPE: &str = "is missing or not of the right shape";
    for (record, pointer, value, expected) in [
        (
            in_contest(),
            "/seed",
            json!(7),
            "the record's field \"seed\" ",
        ),
        (
            in_contest(),
            "/opening",
            json!(1.0),
            "the record's field \"opening\" ",
        ),
        (
            in_contest(),
            "/players/0",
            json!("weak"),
            "the record's field \"players[0]\" ",
        ),
        (
            in_contest(),
            "/seats",
            json!(null),
            "the record's field \"seats\" ",
        ),
        (
            at_table(),
            "/clock",
            json!("5m"),
            "the record's field \"commitment\" is not known",
        ),
        (
            at_table(),
            "/clock",
            json!({"kind": "sand"}),
            "the record's field \"clock\" ",
        ),
        (
            in_contest(),
            "/steps/0/us",
            json!(-1),
            "step 1 of the record: it has neither",
        ),
        (
            in_contest(),
            "/steps/1",
            json!({"coin": 1}),
            "step 2 of the record: it has neither",
        ),
        (
            at_table(),
            "/steps/0/idle",
            json!([]),
            "step 1 of the record: its field \"idle\" is not",
        ),
    ] {
        let error = refused(record, |record| {
            *record.pointer_mut(pointer).unwrap() = value;
        });
        assert!(error.starts_with(expected), "{pointer}: {error}");
    }
    let without = |name: &str| {
        refused(at_table(), |record| {
            record.as_object_mut().unwrap().remove(name);
        })
    };
    assert_eq!(
        without("on_board"),
        format!("the record's field \"on_board\" {SHAPE}")
    );
    assert!(without("version").contains("version null"));
    let error = refused(at_table(), |record| record["date"] = json!("today"));
    assert_eq!(error, "the record's field \"date\" is not known");
    let error = refused(at_table(), |record| record["seats"] = json!([]));
    assert_eq!(error, "the record's field \"seats\" is not known");
}

#[test]
fn an_incomplete_record_is_enough_to_show_a_game() {
    let mut sparse = json!({
        "format": "taflhalla-record", "version": 1, "game": "chess", "new": {"field": true},
        "players": [{"name": "Ann", "from": "afar"}, "Bo"], "steps": [{"act": [[0, "d7-e6=1"]]}],
        "verdicts": [{"seat": 1, "verdict": "time"}],
    });
    let read = |record: &Value| Record::read_loosely(record.to_string().as_bytes());
    let record = read(&sparse).unwrap();
    assert_eq!(record.player(1).unwrap().name, "Bo");
    assert_eq!(record.steps[0].times(), [0u64; 0]);
    sparse["version"] = json!(2);
    assert_eq!(read(&sparse), Err(ReadError::Version("2".to_owned())));
    assert_eq!(read(&json!([1, 2])), Err(ReadError::Format));
    assert!(matches!(Record::read(b"{"), Err(ReadError::Json(_))));
}
