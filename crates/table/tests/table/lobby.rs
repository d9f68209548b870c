//! Before the game: joining, seats, chat.

use catalog::AsJson;
use serde_json::json;
use table::{
    Access, GameData, ObserverChat, Phase, Refusal, Request, Settings, Sitter, Table, Viewer,
    project,
};

use crate::common::*;

fn join(name: &str) -> Request {
    Request::Join {
        name: name.to_owned(),
        program: false,
        key: None,
    }
}

fn say(text: &str) -> Request {
    Request::Chat {
        text: text.to_owned(),
    }
}

#[test]
fn the_game_begins_when_all_seats_are_taken_and_ready() {
    let mut hall = Hall::new(&Settings::of("combo", json!({})));
    hall.by(ANN, join("Ann"));
    hall.by(BOB, join("Bob"));
    hall.by(ANN, Request::Sit { seat: 0 });
    hall.by(ANN, Request::Ready { ready: true });
    assert_eq!(hall.table.phase(), Phase::Lobby);
    assert_eq!(
        hall.try_by(BOB, Request::Sit { seat: 0 }),
        Err(Refusal::Taken(0))
    );
    hall.by(BOB, Request::Sit { seat: 1 });
    let events = hall.by(BOB, Request::Ready { ready: true });
    assert_eq!(types(&events), ["ready", "started"]);
    assert_eq!(hall.try_by(BOB, Request::Stand), Err(Refusal::Begun));
}

#[test]
fn a_private_table_opens_only_to_its_key() {
    let key = "0123456789abcdef".to_owned();
    let mut settings = Settings::of("combo", json!({}));
    settings.creator = Some(person(ANN, "Ann"));
    settings.access = Access::Private { key: key.clone() };
    let mut hall = Hall::new(&settings);
    for wrong in [
        None,
        Some("0123456789abcdee".to_owned()),
        Some(String::new()),
    ] {
        let request = Request::Join {
            name: "Bob".to_owned(),
            program: false,
            key: wrong,
        };
        assert_eq!(hall.try_by(BOB, request), Err(Refusal::WrongKey));
    }
    let request = Request::Join {
        name: "Bob".to_owned(),
        program: false,
        key: Some(key.clone()),
    };
    hall.by(BOB, request);
    let you = hall.table.view(Some(BOB)).you.unwrap();
    assert_eq!(you.key.as_ref(), Some(&key));
    assert!(hall.table.may_look(Some(BOB), None));
    assert!(hall.table.may_look(None, Some(&key)));
    assert!(!hall.table.may_look(Some(CAT), None));
    assert!(!hall.table.may_look(None, Some("0123456789abcdeF")));
    // Nothing that strangers get contains the key.
    assert!(!text(&hall.table.view(None)).contains(&key));
    for event in &hall.log {
        let shown = project(event, Viewer::Anyone);
        assert!(!text(&shown).contains(&key));
    }
    settings.access = Access::Private {
        key: "short".to_owned(),
    };
    assert!(Table::create(0, &settings, dice::Seed::from_number(1)).is_err());
}

#[test]
fn no_view_shows_an_identity_or_the_seed_before_the_end() {
    let mut hall = Hall::started(&ann_and_bob("brandub", json!({})));
    hall.by(CAT, join("Cat"));
    let ann = String::from(ANN);
    let seed = dice::Seed::from_number(17).to_string();
    let mut shown = vec![
        text(&hall.table.view(None)),
        text(&hall.table.view(Some(ANN))),
        text(&hall.table.record()),
    ];
    for event in &hall.log {
        for viewer in [Viewer::Anyone, hall.table.viewer(CAT)] {
            shown.push(text(&project(event, viewer)));
        }
    }
    assert!(
        shown
            .iter()
            .all(|text| !text.contains(&ann) && !text.contains(&seed))
    );
    let commitment = blake3::hash(dice::Seed::from_number(17).bytes());
    let commitment = commitment.to_hex().to_string();
    assert_eq!(hall.table.view(None).terms.commitment, commitment);
    hall.by(ANN, Request::Resign);
    let record = hall.table.record();
    assert_eq!(record.seed, Some(seed));
    assert_eq!(record.ending.unwrap().winners, [1]);
}

#[test]
fn names_are_cleaned_and_unique() {
    let mut hall = Hall::new(&Settings::of("combo", json!({})));
    hall.by(ANN, join(" A\u{202e}nn\n"));
    hall.by(BOB, join("Ann"));
    assert_eq!(hall.try_by(CAT, join("\u{200b}")), Err(Refusal::Name));
    let view = hall.table.view(None);
    assert_eq!(view.members[0].name, "Ann");
    assert_eq!(view.members[1].name, "Ann (2)");
}

#[test]
fn chat_is_cleaned_and_observers_are_silent_during_the_game() {
    let mut settings = ann_and_bob("combo", json!({}));
    let mut hall = Hall::started(&settings);
    hall.by(CAT, join("Cat"));
    assert_eq!(
        hall.try_by(CAT, say("take e5!")),
        Err(Refusal::ObserversSilent)
    );
    hall.by(ANN, say("<i>hello</i>\u{7}"));
    assert_eq!(hall.try_by(ANN, say(" \n")), Err(Refusal::Silent));
    hall.by(BOB, say(&"x".repeat(5000)));
    let chat = hall.table.view(None).chat;
    assert_eq!(chat[0].text, "<i>hello</i>");
    assert_eq!(chat[0].name.as_deref(), Some("Ann"));
    assert_eq!(chat[1].text.len(), 500);
    hall.by(BOB, Request::Resign);
    hall.by(CAT, say("well played"));

    settings.observer_chat = ObserverChat::Always;
    let mut hall = Hall::started(&settings);
    hall.by(CAT, join("Cat"));
    hall.by(CAT, say("hello"));
    for line in 0..300 {
        hall.by(CAT, say(&format!("line {line}")));
    }
    assert_eq!(hall.table.view(None).chat.len(), 200);
}

#[test]
fn observers_are_limited_and_returning_members_keep_their_number() {
    let mut settings = ann_and_bob("combo", json!({}));
    settings.most_observers = 1;
    let mut hall = Hall::started(&settings);
    hall.by(CAT, join("Cat"));
    assert_eq!(
        hall.try_by(DAN, join("Dan")),
        Err(Refusal::Full { most: 1 })
    );
    let cat = hall.table.viewer(CAT);
    hall.by(CAT, Request::Leave);
    assert_eq!(hall.table.viewer(CAT), Viewer::Anyone);
    hall.by(CAT, join("Cat"));
    assert_eq!(hall.table.viewer(CAT), cat);
    assert_eq!(hall.try_by(ANN, Request::Leave), Err(Refusal::Seated(0)));
}

#[test]
fn you_can_choose_a_corner_that_no_person_has() {
    let mut hall = Hall::new(&Settings::of("automatafl", json!({"players": 4})));
    hall.by(ANN, join("Ann"));
    hall.by(BOB, join("Bob"));
    hall.by(ANN, Request::Sit { seat: 0 });
    hall.by(ANN, Request::Choose { choice: 2 });
    let corners = |options: &GameData| options.as_json()["corners"].clone();
    let chosen = json!([2, 1, 0, 3]);
    assert_eq!(corners(&hall.table.view(None).terms.options), chosen);
    hall.by(BOB, Request::Sit { seat: 1 });
    let taken = hall.try_by(ANN, Request::Choose { choice: 1 });
    assert_eq!(taken, Err(Refusal::ChoiceTaken(1)));
    assert_eq!(
        hall.try_by(ANN, Request::Choose { choice: 4 }),
        Err(Refusal::NoChoice)
    );
    assert_eq!(corners(&hall.table.record().options), chosen);

    let mut hall = Hall::new(&Settings::of("automatafl", json!({})));
    hall.by(ANN, join("Ann"));
    hall.by(ANN, Request::Sit { seat: 0 });
    hall.by(ANN, Request::Choose { choice: 3 });
    let options = hall.table.view(None).terms.options;
    assert_eq!(corners(&options), json!([1, 1, 0, 0]));
}

#[test]
fn the_creator_arranges_computers_and_starts() {
    let mut settings = Settings::of("brandub", json!({}));
    settings.creator = Some(person(ANN, "Ann"));
    let mut hall = Hall::new(&settings);
    hall.by(BOB, join("Bob"));
    let strong = |seat| Request::SeatComputer {
        seat,
        player: "strong".to_owned(),
    };
    assert_eq!(hall.try_by(BOB, strong(0)), Err(Refusal::NotCreator));
    hall.by(ANN, strong(0));
    assert_eq!(
        hall.try_by(ANN, Request::Start),
        Err(Refusal::SeatsEmpty(vec![1]))
    );
    hall.by(BOB, Request::Sit { seat: 1 });
    assert_eq!(hall.try_by(ANN, strong(1)), Err(Refusal::Taken(1)));
    assert_eq!(
        hall.try_by(ANN, Request::Start),
        Err(Refusal::NotReady(vec![1]))
    );
    hall.by(ANN, Request::Unseat { seat: 1 });
    assert_eq!(hall.table.sitter(1), Some(&Sitter::Nobody));
    hall.by(ANN, strong(1));
    hall.by(ANN, Request::Start);
    let to_move = hall.table.computers_to_act();
    assert_eq!((to_move[0].seat, to_move[0].player.as_str()), (0, "strong"));
}

#[test]
fn bad_settings_are_refused_with_a_reason() {
    let refused = |change: fn(&mut Settings)| {
        let mut settings = ann_and_bob("combo", json!({}));
        change(&mut settings);
        Table::create(0, &settings, dice::Seed::from_number(1))
            .unwrap_err()
            .to_string()
    };
    assert!(refused(|s| s.game = "chess".to_owned()).contains("there is no game"));
    assert!(refused(|s| s.options = json!({"width": 99}).into()).contains("width"));
    assert!(refused(|s| s.clock = table::Clock::PerMove { ms: 0 }).contains("clock"));
    assert!(refused(|s| s.clock = table::Clock::Days { days: 0 }).contains("1 to 365"));
    assert!(refused(|s| s.seats.push(None)).contains("2 seats"));
    assert!(refused(|s| s.seats[1] = s.seats[0].clone()).contains("two seats"));
    assert!(refused(|s| s.most_observers = u32::MAX).contains("observe"));
}

#[test]
fn a_damaged_log_is_named_and_never_panics() {
    let mut hall = Hall::started(&ann_and_bob("brandub", json!({})));
    hall.moves(ANN, "d1-c1");
    let good = hall.log.clone();
    assert!(Table::replay(&good).is_ok());
    assert!(Table::replay(&[]).is_err());
    assert!(Table::replay(&good[1..]).is_err());
    for gone in 1..good.len() - 1 {
        let mut log = good.clone();
        log.remove(gone);
        let error = Table::replay(&log).unwrap_err();
        assert!(error.to_string().contains("is missing"), "{error}");
    }
    let text = serde_json::to_string(&good).unwrap();
    for (from, to) in [
        ("d1-c1", "d1-c7"),
        ("\"v\":1", "\"v\":2"),
        ("\"member\":1", "\"member\":9"),
    ] {
        assert!(text.contains(from));
        let log: Vec<table::Event> = serde_json::from_str(&text.replace(from, to)).unwrap();
        assert!(Table::replay(&log).is_err(), "{from} to {to}");
    }
}

#[test]
fn commands_events_and_news_keep_their_form() {
    let command = json!({
        "id": 7,
        "actor": {"identity": "00000000000000000000000000000a11"},
        "request": {"do": "move", "turn": 1, "action": "d1-c1"},
    });
    let command: table::Command = serde_json::from_value(command).unwrap();
    let mut hall = Hall::started(&ann_and_bob("brandub", json!({})));
    hall.now = 1200;
    let event = hall.give(&command).unwrap().remove(0);
    let step = json!({"act": {"moves": [[0, "d1-c1"]], "ms": [1200]}});
    assert_eq!(
        serde_json::to_value(&event).unwrap(),
        json!({
            "v": 1,
            "seq": 9,
            "public": 9,
            "at": 1200,
            "cause": {"actor": {"identity": "00000000000000000000000000000a11"}, "id": 7},
            "fact": {"type": "stepped", "made": [step]},
        })
    );
    let shown = project(&event, Viewer::Anyone).unwrap();
    assert_eq!(
        serde_json::to_value(shown).unwrap(),
        json!({"v": 1, "seq": 9, "at": 1200, "type": "stepped", "made": [step]})
    );
    let settings = json!({
        "game": "combo",
        "clock": {"kind": "total", "ms": 300000, "increment_ms": 0},
        "seats": [{"computer": {"player": "weak"}}, null],
    });
    let settings: Settings = serde_json::from_value(settings).unwrap();
    assert_eq!(settings.lag_credit_ms, 500);
    assert!(Table::create(0, &settings, dice::Seed::from_number(1)).is_ok());
}
