//! Whole games over the WebSocket.

use dice::Quick;
use game::Seat;
use protocol::Record;
use serde_json::{Value, json};
use store::Store;

use crate::harness::{Client, Hall};

/// Makes random moves until the game is over or this many turns are played.
async fn play(table: &str, clients: &mut [Client], turns: usize, seed: u64) -> Value {
    let mut dice = Quick::new(seed);
    for _ in 0..turns {
        let view = clients[0].watch(table, None).await;
        if view["phase"] == "over" {
            return view;
        }
        let terms = &view["terms"];
        let game = catalog::open(terms["game"].as_str().unwrap(), &terms["options"]).unwrap();
        let state = game
            .read_state(&view["game"]["state"].clone().into())
            .unwrap();
        for seat in view["game"]["to_act"].as_array().unwrap() {
            let seat = seat.as_u64().unwrap() as u16;
            let action = game.propose(&state, Seat(seat), &mut dice);
            let request = json!({"do": "move", "turn": view["turn"], "action": action});
            let client = &mut clients[usize::from(seat)];
            client.waiting.clear();
            client.does(table, request).await;
        }
    }
    clients[0].watch(table, None).await
}

async fn seat_all(hall: &Hall, settings: Value, seats: u16) -> (String, Vec<Client>) {
    let mut clients = Vec::new();
    for seat in 0..seats {
        clients.push(hall.person(&format!("Player {seat}")).await);
    }
    let (table, _) = hall.table(&clients[0], settings).await;
    for (seat, client) in (0..).zip(&mut clients) {
        client.sits(&table, seat).await;
    }
    for client in &mut clients {
        client
            .does(&table, json!({"do": "ready", "ready": true}))
            .await;
    }
    (table, clients)
}

async fn check_record(hall: &Hall, table: &str) -> Value {
    let record = hall.get(&format!("/tables/{table}/record")).await;
    let verified = record::verify(&Record::from_json(&record).unwrap());
    assert!(verified.is_ok(), "{verified:?}\n{record:#}");
    record
}

#[tokio::test(flavor = "multi_thread")]
async fn two_clients_play_a_whole_game_of_each_kind() {
    let folder = tempfile::tempdir().unwrap();
    let file = Store::sqlite(folder.path().join("hall.sqlite"))
        .await
        .unwrap();
    for store in [Store::memory(), file] {
        let hall = Hall::with(store, |_| {}).await;
        for (game, options, turns) in [
            ("brandub", json!({}), 400),
            ("combo", json!({}), 400),
            ("automatafl", json!({}), 60),
            ("game17", json!({"players": 2}), 100),
        ] {
            let settings = json!({"game": game, "options": options});
            let (table, mut clients) = seat_all(&hall, settings, 2).await;
            let mut view = play(&table, &mut clients, turns, 17).await;
            if view["phase"] != "over" {
                // Some random games take long, so one player resigns.
                clients[1].does(&table, json!({"do": "resign"})).await;
                view = clients[0].watch(&table, None).await;
            }
            assert_eq!(view["phase"], "over", "{game}");
            let record = check_record(&hall, &table).await;
            assert_eq!(record["players"][1]["name"], "Player 1");
            assert_eq!(record["players"][1]["kind"], "person");
            eprintln!(
                "{game}: {} steps, {}",
                view["steps"], view["finish"]["reason"]
            );
            let finished = hall
                .get(&format!("/tables?phase=finished&game={game}"))
                .await;
            assert_eq!(finished["tables"][0]["table"], table.as_str());
        }
        hall.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn records_verify_for_every_kind_of_ending() {
    let hall = Hall::open().await;
    let brandub = json!({"game": "brandub"});
    // By resignation.
    let (table, mut clients) = seat_all(&hall, brandub.clone(), 2).await;
    play(&table, &mut clients, 3, 1).await;
    clients[0].does(&table, json!({"do": "resign"})).await;
    let record = check_record(&hall, &table).await;
    assert_eq!(record["ending"]["reason"], "resigned");
    assert_eq!(record["ending"]["winners"], json!([1]));
    // By agreement.
    let (table, mut clients) = seat_all(&hall, brandub, 2).await;
    play(&table, &mut clients, 2, 1).await;
    for client in &mut clients {
        client
            .does(&table, json!({"do": "offer", "what": "draw"}))
            .await;
    }
    let record = check_record(&hall, &table).await;
    assert_eq!(record["ending"]["reason"], "agreed");
    // On time, in all games.
    for (game, options) in [
        ("brandub", json!({})),
        ("combo", json!({})),
        ("automatafl", json!({})),
        ("game17", json!({"players": 2})),
    ] {
        let settings = json!({
            "game": game, "options": options, "lag_credit_ms": 0,
            "clock": {"kind": "per-move", "ms": 30},
        });
        let (table, mut clients) = seat_all(&hall, settings, 2).await;
        clients[0].event("ended").await;
        let record = check_record(&hall, &table).await;
        let reason = record["ending"]["reason"].as_str().unwrap();
        assert!(["time", "abandoned"].contains(&reason), "{game}: {reason}");
    }
    // With four seats, some of which leave.
    for (game, options) in [
        ("automatafl", json!({"players": 4})),
        ("game17", json!({"players": 4})),
    ] {
        let settings = json!({"game": game, "options": options});
        let (table, mut clients) = seat_all(&hall, settings, 4).await;
        clients[3].does(&table, json!({"do": "resign"})).await;
        check_record(&hall, &table).await;
        clients[2].does(&table, json!({"do": "resign"})).await;
        clients[1].does(&table, json!({"do": "resign"})).await;
        let view = clients[0].watch(&table, None).await;
        if view["phase"] == "over" {
            let record = check_record(&hall, &table).await;
            assert_eq!(record["ending"]["winners"], json!([0]), "{game}");
        }
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_was_changed_does_not_verify() {
    let hall = Hall::open().await;
    let (table, mut clients) = seat_all(&hall, json!({"game": "brandub"}), 2).await;
    clients[0].does(&table, json!({"do": "resign"})).await;
    let record = check_record(&hall, &table).await;
    for (field, value) in [
        ("on_board", json!(true)),
        ("ending", json!({"reason": "resigned", "winners": [0]})),
        ("players", json!(["someone", "else"])),
    ] {
        let mut changed = record.clone();
        changed[field] = value;
        let read = Record::from_json(&changed);
        let holds = read.is_ok_and(|record| record::verify(&record).is_ok());
        assert!(!holds, "{field}");
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_of_every_level_play_every_game() {
    let hall = Hall::open().await;
    let mut ann = hall.person("Ann").await;
    for info in catalog::GAMES {
        for level in ["random", "medium"] {
            let seats = catalog::open(info.id, &Value::Null).unwrap().seats();
            let computers: Vec<Value> = (0..seats)
                .map(|seat| if seat == 0 { Value::Null } else { json!(level) })
                .collect();
            let settings = json!({"game": info.id, "seat": 0, "computers": computers});
            let (table, _) = hall.table(&ann, settings).await;
            ann.watch(&table, None).await;
            ann.does(&table, json!({"do": "start"})).await;
            for turn in 0..3 {
                let view = loop {
                    let view = ann.watch(&table, None).await;
                    let to_act = view["game"]["to_act"].as_array().unwrap();
                    if view["phase"] == "over"
                        || to_act.contains(&json!(0)) && view["you"]["sealed"].is_null()
                    {
                        break view;
                    }
                    tokio::time::sleep(std::time::Duration::from_millis(10)).await;
                };
                if view["phase"] == "over" {
                    break;
                }
                let options = &view["terms"]["options"];
                let game = catalog::open(info.id, options).unwrap();
                let state = game
                    .read_state(&view["game"]["state"].clone().into())
                    .unwrap();
                let action = game.propose(&state, Seat(0), &mut Quick::new(turn));
                let request = json!({"do": "move", "turn": view["turn"], "action": action});
                ann.does(&table, request).await;
            }
            check_record(&hall, &table).await;
            ann.ask(json!({"type": "unwatch", "table": table})).await;
            ann.waiting.clear();
        }
    }
    let (status, refused) = hall
        .call(
            "POST",
            "/tables",
            &ann.secret,
            Some(json!({"game": "brandub", "computers": ["strong:ms=86400000"]})),
        )
        .await;
    assert_eq!((status, &refused["code"]), (400, &json!("bad-request")));
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_a_new_table_with_the_sides_swapped() {
    let hall = Hall::open().await;
    let (table, mut clients) = seat_all(&hall, json!({"game": "brandub"}), 2).await;
    clients[0].does(&table, json!({"do": "resign"})).await;
    for client in &mut clients {
        client
            .does(&table, json!({"do": "offer", "what": "rematch"}))
            .await;
    }
    let next = clients[0].event("next").await;
    let next = next["table"].as_str().unwrap();
    assert_ne!(next, table);
    let view = clients[0].watch(next, None).await;
    assert_eq!(view["you"]["seat"], 1);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_games_between_identities_change_ratings() {
    let hall = Hall::open().await;
    let (table, mut clients) = seat_all(&hall, json!({"game": "brandub"}), 2).await;
    clients[0].does(&table, json!({"do": "resign"})).await;
    let board = hall.get("/leaderboards/brandub").await;
    let players = board["players"].as_array().unwrap();
    assert_eq!(players.len(), 2);
    assert_eq!(players[0]["name"], "Player 1");
    assert_eq!(players[0]["program"], false);
    assert!(players[0]["rating"].as_f64().unwrap() > 1500.0);
    let player = players[0]["player"].as_str().unwrap();
    let player = hall.get(&format!("/players/{player}")).await;
    assert_eq!(player["ratings"]["brandub"]["games"], 1);

    let ann = &mut clients[0];
    let settings = json!({"game": "brandub", "seat": 0, "computers": [null, "random"]});
    let (table, _) = hall.table(ann, settings).await;
    ann.watch(&table, None).await;
    ann.does(&table, json!({"do": "start"})).await;
    ann.does(&table, json!({"do": "resign"})).await;
    let again = hall.get("/leaderboards/brandub").await;
    assert_eq!(again, board);

    let (table, mut clients) = seat_all(
        &hall,
        json!({"game": "automatafl", "options": {"players": 4}}),
        4,
    )
    .await;
    for client in &mut clients[1..] {
        client.does(&table, json!({"do": "resign"})).await;
    }
    let board = hall.get("/leaderboards/automatafl-many").await;
    assert_eq!(board["players"][0]["name"], "Player 0");
    assert_eq!(board["players"][0]["system"], "weng-lin");
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn viewers_see_a_computers_effort_once_its_move_is_public() {
    let hall = Hall::open().await;
    let mut ann = hall.person("Ann").await;
    let mut observer = hall.person("Olaf").await;
    let settings = json!({"game": "brandub", "seat": 1, "computers": ["medium"]});
    let (table, _) = hall.table(&ann, settings).await;
    ann.watch(&table, None).await;
    observer.watch(&table, None).await;
    ann.does(&table, json!({"do": "start"})).await;
    for client in [&mut ann, &mut observer] {
        client.event("stepped").await;
        let told = client.until(|message| message["type"] == "thought").await;
        let fields: Vec<&str> = told.as_object().unwrap().keys().map(|key| &**key).collect();
        assert_eq!(fields, ["v", "type", "table", "seat", "turn", "thought"]);
        assert_eq!((&told["seat"], &told["turn"]), (&json!(0), &json!(1)));
        // Not what it thought: that would be advice.
        let thought = told["thought"].as_object().unwrap();
        let fields: Vec<&str> = thought.keys().map(|key| &**key).collect();
        assert_eq!(fields, ["depth", "states", "ms"]);
        assert!(thought["states"].as_u64().unwrap() > 0, "{told}");
    }
    let record = hall.get(&format!("/tables/{table}/record")).await;
    assert_eq!(record["players"][0]["kind"], "built-in");
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_viewer_sees_a_computers_effort_for_a_sealed_move() {
    let hall = Hall::open().await;
    let mut ann = hall.person("Ann").await;
    let settings = json!({
        "game": "automatafl", "seat": 0, "computers": [null, "medium"], "show_entered": true,
    });
    let (table, _) = hall.table(&ann, settings).await;
    ann.watch(&table, None).await;
    ann.does(&table, json!({"do": "start"})).await;
    let mut before = Vec::new();
    let mut entered = false;
    while !entered {
        let message = ann.next().await;
        entered = message["event"]["type"] == "entered";
        before.push(message);
    }
    let moves = hall
        .call("GET", &format!("/tables/{table}/moves"), &ann.secret, None)
        .await
        .1;
    let request =
        json!({"do": "move", "turn": moves["turn"], "action": moves["seats"][0]["moves"][0]});
    ann.does(&table, request).await;
    loop {
        let message = ann.next().await;
        if message["event"]["type"] == "stepped" {
            break;
        }
        before.push(message);
    }
    assert!(
        before.iter().all(|message| message["type"] != "thought"),
        "{before:?}"
    );
    let told = ann.until(|message| message["type"] == "thought").await;
    assert_eq!(told["seat"], 1);
    hall.close().await;
}
