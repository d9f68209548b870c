//! Records as files: those of 0.1, those of games made up here, and forged ones.

use std::path::Path;

use catalog::{AnyPending, AnyStep};
use dice::{Quick, Seed};
use proptest::prelude::*;
use protocol::record::{Origin, Record, RecordPlayer, RecordStep, SeatEffort};
use protocol::{Clock, EndingView, GameData};
use record::{Checked, RecordError, seal, verify};
use serde_json::{Value, json};

/// The files that 0.1 wrote, by name.
fn files_of_0_1() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/v0_1");
    let files = std::fs::read_dir(folder).unwrap().map(|file| {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read(path).unwrap())
    });
    files.collect()
}

fn of_0_1(name: &str) -> Record {
    let files = files_of_0_1();
    let (_, text) = files.iter().find(|(file, _)| file == name).unwrap();
    Record::read(text).unwrap()
}

fn json_of(record: &Record) -> Value {
    serde_json::to_value(record).unwrap()
}

/// Reads a record as strictly as a file is, and checks it.
fn check(record: &Value) -> Result<Checked, String> {
    let record = Record::from_json(record).map_err(|error| error.to_string())?;
    verify(&record).map_err(|error| error.to_string())
}

#[test]
fn records_of_0_1_are_read_written_and_checked_as_they_were() {
    let files = files_of_0_1();
    assert_eq!(files.len(), 12);
    for (name, text) in files {
        let record = Record::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(serde_json::to_vec(&record).unwrap(), text, "{name}");
        let checked = verify(&record).unwrap_or_else(|error| panic!("{name}: {error}"));
        let then: Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(checked.verified.hash, then["hash"], "{name}");
        assert_eq!(seal(record.clone()), record, "{name}");
    }
}

/// A game of so many random steps, as a record of a contest.
fn made_up(which: usize, most: usize, dice: u64) -> Record {
    let (id, options) = [
        ("brandub", json!({"repetition": 2})),
        ("combo", json!({"width": 3, "height": 4, "quiet_limit": 12})),
        ("automatafl", json!({"setup": "small", "max_turns": 9})),
        ("game17", json!({"size": 3, "players": 2, "rounds": 2})),
    ][which]
        .clone();
    let game = catalog::open(id, &options).unwrap();
    let (seed, mut dice) = (Seed::from_number(dice), Quick::new(dice));
    let (mut state, mut steps, mut draws) = (game.start(), Vec::new(), 0);
    while steps.len() < most {
        let hash = String::new();
        let step = match game.pending(&state) {
            AnyPending::Over(_) => break,
            AnyPending::Chance(_) => {
                draws += 1;
                let draw = game.draw(&state, &mut seed.draw(draws - 1));
                RecordStep::Draw { draw, hash }
            }
            AnyPending::Choose(seats) => RecordStep::Act {
                act: seats
                    .iter()
                    .map(|seat| (seat.0, game.propose(&state, seat, &mut dice)))
                    .collect(),
                us: seats.iter().map(|seat| 7 + u64::from(seat.0)).collect(),
                lag_ms: Vec::new(),
                idle: Vec::new(),
                hash,
            },
        };
        game.play(&mut state, &AnyStep::from(&step)).unwrap();
        steps.push(step);
    }
    let ending = match game.pending(&state) {
        AnyPending::Over(ending) => Some(catalog::any::ending_view(&ending, game.seats())),
        _ => None,
    };
    let seats = usize::from(game.seats());
    let player = |kind| RecordPlayer {
        name: "Ann".to_owned(),
        kind,
        sandbox: Some(None),
    };
    seal(Record {
        rules: Record::RULES,
        game: id.to_owned(),
        options: game.options(),
        players: vec![Some(player(None)); seats],
        origin: Origin::Contest {
            clock: Some("5m".to_owned()),
            seats: vec![SeatEffort::default(); seats],
        },
        seed: Some(seed.to_string()),
        opening: 0,
        steps,
        ending,
        verdicts: Vec::new(),
        hash: String::new(),
    })
}

/// The same game as a record of a table.
fn of_table(mut record: Record) -> Record {
    for player in record.players.iter_mut().flatten() {
        player.sandbox = None;
    }
    record.origin = Origin::Table {
        clock: Clock::Days { days: 3 },
        commitment: "ab".to_owned(),
        takebacks: 1,
        on_board: record.ending.is_some().then_some(true),
    };
    seal(record)
}

/// The place of every value in it.
fn places(value: &Value, place: &str, all: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                places(value, &format!("{place}/{name}"), all);
            }
        }
        Value::Array(list) => {
            for (i, value) in list.iter().enumerate() {
                places(value, &format!("{place}/{i}"), all);
            }
        }
        _ => {}
    }
    all.push(place.to_owned());
}

/// A value that is not the same.
fn other(value: &Value, how: usize) -> Value {
    match (value, how % 3) {
        (Value::Null, 0) => json!(0),
        (_, 0) => Value::Null,
        (Value::Number(number), 1) => json!(number.as_u64().unwrap() + 1),
        (Value::String(text), 1) => json!(format!("{text} ")),
        (Value::Bool(flag), _) => json!(!flag),
        (Value::Array(list), 1) if !list.is_empty() => json!(list[1..]),
        (Value::Object(object), _) => {
            let mut object = object.clone();
            object.insert("new".to_owned(), json!(1));
            Value::Object(object)
        }
        (value, _) => json!([value]),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_game_is_checked_as_it_was_sealed_and_no_other_is(
        which in 0..4usize, most in 0..80usize, dice: u64, at_table: bool,
        at: prop::sample::Index, how in 0..3usize,
    ) {
        let record = made_up(which, most, dice);
        let record = if at_table { of_table(record) } else { record };
        let checked = verify(&record).unwrap();
        prop_assert_eq!(&checked.verified.hash, &record.hash);
        let text = serde_json::to_vec_pretty(&record).unwrap();
        let read = Record::read(&text).unwrap();
        prop_assert_eq!(&read, &record);
        prop_assert_eq!(verify(&read), Ok(checked));

        let mut changed = json_of(&record);
        let mut all = Vec::new();
        places(&changed, "", &mut all);
        let place = &all[at.index(all.len())];
        let value = changed.pointer_mut(place).unwrap();
        *value = other(value, how);
        prop_assert!(check(&changed).is_err(), "{} became {}", place, changed.pointer(place).unwrap());
    }
}

/// What is wrong with a record of 0.1 when its JSON is changed.
fn differs(name: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut forged = json_of(&of_0_1(name));
    change(&mut forged);
    check(&forged).unwrap_err()
}

#[test]
fn the_first_difference_is_named() {
    let record = json_of(&of_0_1("match-game17"));
    let steps = record["steps"].as_array().unwrap();
    let first = |field: &str| steps.iter().position(|step| step.get(field).is_some());
    let act = first("act").unwrap();
    for (pointer, value, expected) in [
        (
            "/steps/1/draw/order",
            json!([0, 1, 2, 3, 4, 5, 6, 7, 8]),
            "step 2 of the record: {\"order\"",
        ),
        (
            &*format!("/steps/{act}/us/0"),
            json!(987_654),
            &*format!("step {} of the record: its hash is", act + 1),
        ),
        (
            "/players/0/name",
            json!("strong"),
            "step 1 of the record: its hash is",
        ),
        (
            "/ending/winners",
            json!([0, 1, 2]),
            "the ending: the record says {\"reason\"",
        ),
        ("/seats/0/voided", json!(9), "the last hash is"),
        (
            "/seed",
            json!("zz"),
            "the record's field \"seed\" is missing or not of the right shape",
        ),
        (
            "/version",
            json!(2),
            "this record has version 2; this hall reads version 1",
        ),
        ("/format", json!("pgn"), "this is no record of a game"),
        (
            "/rules",
            json!(99),
            "this record was played by version 99 of the rules",
        ),
        ("/game", json!("chess"), "its options: "),
    ] {
        let error = differs("match-game17", |record| {
            *record.pointer_mut(pointer).unwrap() = value;
        });
        assert!(error.starts_with(expected), "{pointer}: {error}");
    }
    let error = differs("match-game17", |record| {
        record["steps"].as_array_mut().unwrap().pop();
    });
    assert!(error.starts_with("the last hash"), "{error}");
    let error = differs("table-brandub", |record| record["on_board"] = json!(true));
    assert!(
        error.starts_with("step 1 of the record: its hash"),
        "{error}"
    );
}

#[test]
fn what_a_record_cannot_show_is_said() {
    let record = of_0_1("match-brandub");
    assert_eq!(verify(&record).unwrap().unproved, Vec::<String>::new());
    let mut resigned = record.clone();
    resigned.steps.truncate(3);
    resigned.ending = Some(EndingView {
        reason: "resigned".to_owned(),
        winners: vec![0],
        places: None,
    });
    let checked = verify(&seal(resigned)).unwrap();
    assert!(checked.unproved[0].contains("off the board (resigned)"));
}

#[test]
fn hashes_do_not_help_what_does_not_fit_the_game() {
    let refused = |change: &dyn Fn(&mut Record)| {
        let mut forged = of_0_1("match-brandub");
        change(&mut forged);
        verify(&seal(forged)).unwrap_err()
    };
    let winners = |record: &mut Record| record.ending.as_mut().unwrap().winners = vec![7, 8];
    assert_eq!(refused(&winners), RecordError::Field("ending"));
    assert_eq!(
        refused(&|record| record.players.clear()),
        RecordError::Field("players")
    );
    assert_eq!(refused(&|record| record.rules = 99), RecordError::Rules(99));
    let clear = |record: &mut Record| {
        record.origin = Origin::Contest {
            clock: None,
            seats: Vec::new(),
        };
    };
    assert_eq!(refused(&clear), RecordError::Field("seats"));
}

/// Replays a record. Gives the number of steps that were seen.
fn replayed(record: &Record) -> Result<usize, RecordError> {
    let game = catalog::open(&record.game, &record.options).unwrap();
    let mut seen = 0;
    record::replay(&*game, record, |number, _, _| {
        seen += 1;
        assert_eq!(number, seen);
        Ok::<_, RecordError>(())
    })?;
    Ok(seen)
}

#[test]
fn a_replayed_record_is_checked() {
    let mut record = of_0_1("match-brandub");
    assert_eq!(replayed(&record), Ok(record.steps.len()));
    if let RecordStep::Act { act, .. } = &mut record.steps[1] {
        act[0].1 = "a1-a2".to_owned();
    }
    assert_eq!(
        replayed(&record).unwrap_err().to_string(),
        "step 2 of the record: no piece stands on a1"
    );

    let mut record = of_0_1("match-game17");
    assert_eq!(replayed(&record), Ok(record.steps.len()));
    record.steps[0] = RecordStep::Draw {
        draw: GameData::from(json!({"deal": [0, 0, 0, 1, 2, 3, 4, 5, 6]})),
        hash: String::new(),
    };
    let error = replayed(&record).unwrap_err();
    assert!(
        matches!(error, RecordError::Step { step: 1, .. }),
        "{error}"
    );
}
