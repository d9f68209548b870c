//! Contests of computer players and connected bots, at ordinary tables.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use catalog::bot::BotGame;
use catalog::typed::Brandub;
use dice::Quick;
use game::Game;
use protocol::Record;
use serde_json::{Value, json};
use store::Store;

use crate::harness::{Client, Hall};

async fn start(hall: &Hall, secret: &str, contest: Value) -> Value {
    let (status, made) = hall.call("POST", "/contests", secret, Some(contest)).await;
    assert_eq!(status, 201, "{made}");
    made
}

/// Waits until the contest meets a condition.
async fn when(hall: &Hall, id: &Value, fits: impl Fn(&Value) -> bool) -> Value {
    let path = format!("/contests/{}", id.as_str().unwrap());
    for _ in 0..1200 {
        let contest = hall.get(&path).await;
        if fits(&contest) {
            return contest;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the contest takes too long: {}", hall.get(&path).await);
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn sum(rows: &Value, name: &str) -> f64 {
    list(rows).iter().filter_map(|row| row[name].as_f64()).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn all_pairs_meet_on_both_seats_and_the_standings_add_up() {
    let hall = Hall::open().await;
    let me = hall.secret("Ann").await;
    let wanted = json!({
        "game": "brandub", "entrants": ["random", "weak", "random"], "games": 2, "title": "Cup",
        "clock": {"kind": "total", "ms": 60_000, "increment_ms": 0},
    });
    let made = start(&hall, &me, wanted).await;
    assert_eq!(
        (&made["state"], &made["planned"]),
        (&json!("running"), &json!(6))
    );
    let names: Vec<&Value> = list(&made["entrants"])
        .iter()
        .map(|one| &one["name"])
        .collect();
    assert_eq!(names, ["random", "weak", "random (2)"]);

    let done = when(&hall, &made["contest"], |contest| {
        !contest["ended"].is_null()
    })
    .await;
    assert_eq!(
        (&done["state"], &done["played"]),
        (&json!("finished"), &json!(6))
    );
    let rows = &done["standings"];
    assert_eq!(list(rows).len(), 3);
    assert!((sum(rows, "points") - 6.0).abs() < 1e-9, "{rows}");
    assert_eq!(sum(rows, "won"), sum(rows, "lost"));
    for row in list(rows) {
        assert_eq!(row["games"], 4, "{row}");
        let sides = &row["by_seat"];
        let on_sides = sum(sides, "won") + sum(sides, "drawn") + sum(sides, "lost");
        assert_eq!(on_sides, 4.0, "{row}");
        let rating = &row["rating"];
        assert!(rating["low"].as_f64() <= rating["elo"].as_f64(), "{row}");
        let player = row["player"].as_u64().unwrap() as usize;
        let against = &done["crosstable"][player];
        assert_eq!(sum(against, "won"), row["won"].as_f64().unwrap());
    }

    let mut seatings = BTreeSet::new();
    for game in list(&done["games"]) {
        assert_eq!(game["state"], "finished");
        seatings.insert(game["seating"].to_string());
        let table = game["table"].as_str().unwrap();
        let view = hall.get(&format!("/tables/{table}")).await["view"].clone();
        assert_eq!(view["finish"]["reason"], game["reason"]);
        let winners: Vec<usize> = match list(&game["points"]) {
            points if points.iter().any(|points| *points == 1.0) => {
                (0..2).filter(|seat| points[*seat] == 1.0).collect()
            }
            _ => vec![],
        };
        assert_eq!(view["finish"]["winners"], json!(winners), "{game}");
        let record = hall.get(&format!("/tables/{table}/record")).await;
        assert!(record::verify(&Record::from_json(&record).unwrap()).is_ok());
    }
    // All pairs in both orders.
    assert_eq!(seatings.len(), 6);
    // Attackers and defenders in the final positions; the king does not count.
    let mut pieces = [0; 3];
    for game in list(&done["games"]) {
        let table = game["table"].as_str().unwrap();
        let view = hall.get(&format!("/tables/{table}")).await["view"].clone();
        let position = view["game"]["state"]["position"].as_str().unwrap();
        let board = position.split(' ').next().unwrap();
        for (seat, sign) in [(0, "t"), (1, "T")] {
            let player = game["seating"][seat].as_u64().unwrap() as usize;
            pieces[player] += board.matches(sign).count();
        }
    }
    for row in list(rows) {
        let player = row["player"].as_u64().unwrap() as usize;
        assert_eq!(row["pieces"], pieces[player], "{row}");
        let left = row["clock_left_ms"].as_f64().unwrap();
        assert!(left > 0.0 && left <= 4.0 * 60_000.0, "{row}");
    }
    let tables = hall.get("/tables?phase=finished").await["tables"].clone();
    assert!(
        list(&tables)
            .iter()
            .any(|row| row["title"] == "Contest Cup, game 1")
    );

    let short = hall.get("/contests").await["contests"][0].clone();
    assert_eq!(
        (&short["contest"], &short["title"]),
        (&made["contest"], &json!("Cup"))
    );
    assert_eq!(short["leaders"][0], done["standings"][0]["name"]);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_format_for_two_players_is_played_to_its_end() {
    let hall = Hall::open().await;
    let me = hall.secret("Ann").await;
    let entrants = json!(["random", "weak", "random", "random", "random"]);
    for (format, games, byes) in [("gauntlet", 4, 0), ("swiss", 4, 2), ("knockout", 4, 3)] {
        let wanted = json!({
            "game": "brandub", "entrants": entrants, "games": 1, "format": format, "rounds": 2,
        });
        let made = start(&hall, &me, wanted).await;
        assert_eq!(made["format"], format);
        let done = when(&hall, &made["contest"], |contest| {
            !contest["ended"].is_null()
        })
        .await;
        assert_eq!(done["state"], "finished", "{done}");
        assert_eq!(done["played"], done["planned"], "{done}");
        let played = list(&done["games"]).len();
        // In a knockout, extra games break ties.
        assert!(
            played == games || format == "knockout" && played > games,
            "{format}: {played}"
        );
        let rows = &done["standings"];
        assert_eq!(sum(rows, "byes"), f64::from(byes), "{format}: {rows}");
        // Only in a Swiss contest is a bye worth a point.
        let points = played as f64 + if format == "swiss" { 2.0 } else { 0.0 };
        assert!((sum(rows, "points") - points).abs() < 1e-9, "{rows}");
        if format == "knockout" {
            // Five entrants play three rounds, and one player survives them
            // all.
            assert_eq!(rows[0]["survived"], 3, "{rows}");
        }
        for (game, number) in list(&done["games"]).iter().zip(1..) {
            assert_eq!(
                (&game["game"], &game["state"]),
                (&json!(number), &json!("finished"))
            );
            if format == "gauntlet" {
                assert!(list(&game["seating"]).contains(&json!(0)), "{game}");
            }
        }
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_with_many_seats_rotate_the_players() {
    let hall = Hall::open().await;
    let me = hall.secret("Ann").await;
    let wanted = json!({
        "game": "game17", "options": {"rounds": 3},
        "entrants": ["random", "random", "random"], "games": 3,
    });
    let made = start(&hall, &me, wanted).await;
    assert_eq!(made["format"], "royale");
    let done = when(&hall, &made["contest"], |contest| {
        !contest["ended"].is_null()
    })
    .await;
    assert_eq!(
        (&done["state"], &done["played"]),
        (&json!("finished"), &json!(3))
    );
    let firsts: BTreeSet<String> = list(&done["games"])
        .iter()
        .map(|game| game["seating"][0].to_string())
        .collect();
    assert_eq!(firsts.len(), 3, "{}", done["games"]);
    // There are three games, and in each the three players share one and a half
    // points.
    assert!((sum(&done["standings"], "points") - 4.5).abs() < 1e-9);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_contest_is_refused_with_the_reason() {
    let hall = Hall::open().await;
    let me = hall.secret("Ann").await;
    let (status, refused) = hall
        .call(
            "POST",
            "/contests",
            "",
            Some(json!({"game": "brandub", "entrants": ["weak", "weak"]})),
        )
        .await;
    assert_eq!((status, &refused["code"]), (401, &json!("who")));
    for (wanted, word) in [
        (
            json!({"game": "chess", "entrants": ["weak", "weak"]}),
            "brandub",
        ),
        (json!({"game": "brandub", "entrants": ["weak"]}), "2 to 12"),
        (
            json!({"game": "brandub", "entrants": vec!["weak"; 13]}),
            "2 to 12",
        ),
        (
            json!({"game": "brandub", "entrants": ["weak", "deep"]}),
            "there are random",
        ),
        (
            json!({"game": "brandub", "entrants": ["weak", "random"], "format": "ladder"}),
            "a format is",
        ),
        (
            json!({"game": "brandub", "entrants": ["weak", "random"], "rounds": 0, "format": "swiss"}),
            "rounds",
        ),
        (
            json!({"game": "brandub", "entrants": ["weak", "random"], "games": 0}),
            "1 to 400",
        ),
        (
            json!({"game": "brandub", "entrants": ["weak", "random"], "games": 401}),
            "1 to 400",
        ),
        (
            json!({"game": "brandub", "entrants": ["weak", "random", "medium"], "games": 200}),
            "600 games",
        ),
        (
            json!({"game": "brandub", "entrants": ["weak", "random"], "clock": {"kind": "days", "days": 1}}),
            "one go",
        ),
        (
            json!({"game": "brandub", "entrants": ["weak", "random"], "options": {"wings": 2}}),
            "wings",
        ),
        (
            json!({"game": "automatafl", "entrants": ["weak", "random"], "options": {"players": 4}}),
            "4 seats",
        ),
        (
            json!({"game": "brandub", "entrants": ["weak", "random"], "speed": 2}),
            "speed",
        ),
        (
            json!({"game": "brandub", "entrants": ["weak", {"player": "17"}]}),
            "connected",
        ),
    ] {
        let (status, refused) = hall
            .call("POST", "/contests", &me, Some(wanted.clone()))
            .await;
        assert!(matches!(status, 400 | 409), "{wanted}: {status} {refused}");
        let reason = refused["reason"].as_str().unwrap();
        assert!(reason.contains(word), "{wanted}: {reason}");
    }
    assert_eq!(hall.get("/contests").await["contests"], json!([]));
    let (status, refused) = hall.call("GET", "/contests/17", "", None).await;
    assert_eq!((status, &refused["code"]), (404, &json!("no-contest")));
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_its_creator_stops_a_contest_and_its_games_end() {
    let hall = Hall::open().await;
    let me = hall.secret("Ann").await;
    let other = hall.secret("Bob").await;
    let wanted = json!({"game": "brandub", "entrants": ["strong", "strong"], "games": 400});
    let made = start(&hall, &me, wanted.clone()).await;
    let begun = |contest: &Value| !contest["games"][0]["table"].is_null();
    when(&hall, &made["contest"], begun).await;

    let (status, refused) = hall.call("POST", "/contests", &me, Some(wanted)).await;
    assert_eq!((status, &refused["code"]), (409, &json!("contest-running")));
    let path = format!("/contests/{}/stop", made["contest"].as_str().unwrap());
    let (status, refused) = hall.call("POST", &path, &other, None).await;
    assert_eq!((status, &refused["code"]), (403, &json!("not-maker")));
    let (status, stopped) = hall.call("POST", &path, &me, None).await;
    assert_eq!((status, &stopped["state"]), (200, &json!("stopped")));

    let over = when(&hall, &made["contest"], |contest| {
        !contest["ended"].is_null()
    })
    .await;
    assert_eq!(over["state"], "stopped");
    assert!(over["played"].as_u64() < Some(400));
    for game in list(&over["games"]) {
        assert_ne!(game["state"], "running");
        let table = game["table"].as_str().unwrap();
        let view = hall.get(&format!("/tables/{table}")).await["view"].clone();
        assert_eq!(view["phase"], "over", "{game}");
    }
    let running = hall.get("/tables?phase=running").await["tables"].clone();
    assert_eq!(running, json!([]));
    hall.close().await;
}

/// What a bot does when it is challenged.
#[derive(Clone, Copy, PartialEq)]
enum Challenged {
    Comes,
    Declines,
    /// It comes and makes no move.
    Sleeps,
}

/// A bot that comes to the tables of contests and makes random moves, or
/// declines. It ends after this many challenges, when all its games are over.
async fn plays(bot: &mut Client, challenged: Challenged, games: usize) {
    let come = challenged != Challenged::Declines;
    let sleeps = challenged == Challenged::Sleeps;
    let mut dice = Quick::new(5);
    let (mut challenged, mut ended) = (0, 0);
    while challenged < games || (come && ended < games) {
        let message = bot.next().await;
        let table = message["table"].clone();
        if message["type"] == "challenge" {
            challenged += 1;
            let table = message["challenge"]["table"].clone();
            assert!(message["challenge"]["contest"].is_string(), "{message}");
            if !come {
                bot.ask(json!({"type": "decline", "table": table})).await;
                continue;
            }
            bot.ask(json!({"type": "watch", "table": table, "bot": true}))
                .await;
            let ready = json!({"do": "ready", "ready": true});
            bot.does(table.as_str().unwrap(), ready).await;
        } else if message["type"] == "request" && !sleeps {
            let (game, state, seat) =
                Brandub::read_request(&message["request"].to_string()).unwrap();
            let answer = game.write_answer(&game.propose(&state, seat, &mut dice));
            bot.ask(json!({"type": "answer", "table": table, "turn": message["turn"], "answer": answer})).await;
        } else if message["event"]["type"] == "ended" {
            ended += 1;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_and_one_that_declines_loses_and_is_set_aside() {
    let hall = Hall::open().await;
    let me = hall.secret("Ann").await;
    let mut bot = hall.program("Bot").await;
    bot.ask(json!({"type": "available", "games": ["brandub"]}))
        .await;
    let entrants = json!([{"player": bot.you["player"]}, "random"]);
    let wanted = json!({"game": "brandub", "entrants": entrants, "games": 4});
    let twice = json!({"game": "brandub", "entrants": [entrants[0], entrants[0]]});
    let (_, refused) = hall.call("POST", "/contests", &me, Some(twice)).await;
    assert!(
        refused["reason"].as_str().unwrap().contains("twice"),
        "{refused}"
    );

    let made = start(&hall, &me, wanted.clone()).await;
    // Bots have a clock.
    assert_eq!(made["clock"]["kind"], "total");
    plays(&mut bot, Challenged::Comes, 4).await;
    let done = when(&hall, &made["contest"], |contest| {
        !contest["ended"].is_null()
    })
    .await;
    assert_eq!(
        (&done["state"], &done["played"]),
        (&json!("finished"), &json!(4))
    );
    for game in list(&done["games"]) {
        assert!(game["steps"].as_u64() > Some(0), "{game}");
        assert_eq!(game["verdicts"], json!([null, null]), "{game}");
    }

    let made = start(&hall, &me, wanted).await;
    // The fourth game is forfeited without asking the bot.
    plays(&mut bot, Challenged::Declines, 3).await;
    let done = when(&hall, &made["contest"], |contest| {
        !contest["ended"].is_null()
    })
    .await;
    let states: Vec<&Value> = list(&done["games"])
        .iter()
        .map(|game| &game["state"])
        .collect();
    assert_eq!(states, ["finished", "finished", "finished", "forfeit"]);
    let first = &done["standings"][0];
    assert_eq!(
        (&first["name"], &first["points"]),
        (&json!("random"), &json!(4.0))
    );
    let last = &done["standings"][1];
    assert_eq!(
        (&last["set_aside_after"], &last["verdicts"]["absent"]),
        (&json!(2), &json!(3))
    );
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_loses_on_time_has_no_time_left() {
    let hall = Hall::open().await;
    let me = hall.secret("Ann").await;
    let mut bot = hall.program("Bot").await;
    bot.ask(json!({"type": "available", "games": ["brandub"]}))
        .await;
    let wanted = json!({
        "game": "brandub", "entrants": [{"player": bot.you["player"]}, "random"], "games": 1,
        "clock": {"kind": "total", "ms": 300, "increment_ms": 0},
    });
    let made = start(&hall, &me, wanted).await;
    plays(&mut bot, Challenged::Sleeps, 1).await;
    let done = when(&hall, &made["contest"], |contest| {
        !contest["ended"].is_null()
    })
    .await;
    let rows = list(&done["standings"]);
    let left = |name: &str| {
        let row = rows.iter().find(|row| row["name"] == name).unwrap();
        row["clock_left_ms"].as_f64().unwrap()
    };
    assert_eq!(left("Bot"), 0.0, "{done}");
    assert!(left("random") > 0.0, "{done}");
    hall.close().await;
}

async fn reopened(folder: &Path) -> Hall {
    let store = Store::sqlite(folder.join("hall.sqlite")).await;
    Hall::with(store.unwrap(), |_| {}).await
}

#[tokio::test(flavor = "multi_thread")]
async fn contests_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let hall = reopened(folder.path()).await;
    let me = hall.secret("Ann").await;
    let ended = |contest: &Value| !contest["ended"].is_null();
    let mut finished = Vec::new();
    for title in ["One", "Two", "Three"] {
        let wanted = json!({"game": "brandub", "entrants": ["random", "random"], "games": 1, "title": title});
        let made = start(&hall, &me, wanted).await;
        finished.push(when(&hall, &made["contest"], ended).await);
    }
    hall.close().await;

    let hall = reopened(folder.path()).await;
    let listed = hall.get("/contests").await["contests"].clone();
    let titles: Vec<&Value> = list(&listed).iter().map(|one| &one["title"]).collect();
    assert_eq!(titles, ["Three", "Two", "One"]);
    assert!(listed[0]["games"].is_null(), "{listed}");
    for known in finished {
        let path = format!("/contests/{}", known["contest"].as_str().unwrap());
        assert_eq!(hall.get(&path).await, known);
    }
    // The numbers of old contests are not used again.
    let wanted =
        json!({"game": "brandub", "entrants": ["random", "random"], "games": 1, "title": "Four"});
    let made = start(&hall, &me, wanted).await;
    when(&hall, &made["contest"], ended).await;
    assert_eq!(list(&hall.get("/contests").await["contests"]).len(), 4);
    hall.close().await;
}

/// The games of a contest that have ended.
fn over(contest: &Value) -> Vec<Value> {
    let games = list(&contest["games"]).iter();
    games
        .filter(|game| game["state"] == "finished")
        .cloned()
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_contest_resumes_and_counts_every_game_once() {
    let folder = tempfile::tempdir().unwrap();
    let hall = reopened(folder.path()).await;
    let me = hall.secret("Ann").await;
    let wanted = json!({"game": "brandub", "entrants": ["random", "random", "random"], "games": 20, "format": "round-robin"});
    let made = start(&hall, &me, wanted).await;
    let mut known: Vec<Value> = Vec::new();
    let mut hall = Some(hall);
    for _ in 0..3 {
        let open = hall.take().unwrap();
        let least = known.len() + 3;
        let now = when(&open, &made["contest"], |now| over(now).len() >= least).await;
        open.close().await;
        let open = reopened(folder.path()).await;
        let path = format!("/contests/{}", made["contest"].as_str().unwrap());
        let after = over(&open.get(&path).await);
        for game in over(&now) {
            assert!(after.contains(&game), "{game} is not in {after:?}");
        }
        known = after;
        hall = Some(open);
    }
    let hall = hall.unwrap();
    let done = when(&hall, &made["contest"], |now| !now["ended"].is_null()).await;
    assert_eq!(done["state"], "finished", "{done}");
    assert_eq!(over(&done).len(), 60);
    assert_eq!(sum(&done["standings"], "points"), 60.0);
    assert!(known.iter().all(|game| over(&done).contains(game)));
    // The unfinished games are over too.
    let running = hall.get("/tables?phase=running").await["tables"].clone();
    assert_eq!(running, json!([]));
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_bots_get_time_to_reconnect() {
    let folder = tempfile::tempdir().unwrap();
    let hall = reopened(folder.path()).await;
    let me = hall.secret("Ann").await;
    let mut bot = hall.program("Bot").await;
    bot.ask(json!({"type": "available", "games": ["brandub"]}))
        .await;
    let entrants = json!([{"player": bot.you["player"]}, "random", "random"]);
    let wanted = json!({"game": "brandub", "entrants": entrants, "games": 2});
    let made = start(&hall, &me, wanted).await;
    hall.close().await;

    let hall = reopened(folder.path()).await;
    // The computer players finish their games, and no player has lost by
    // absence.
    let now = when(&hall, &made["contest"], |now| over(now).len() == 2).await;
    assert_eq!(now["state"], "running");
    tokio::time::sleep(Duration::from_millis(500)).await;
    let path = format!("/contests/{}", made["contest"].as_str().unwrap());
    assert_eq!(over(&hall.get(&path).await), over(&now));
    let stop = format!("{path}/stop");
    let (status, stopped) = hall.call("POST", &stop, &me, None).await;
    assert_eq!((status, &stopped["state"]), (200, &json!("stopped")));
    hall.close().await;
}
