//! The server opens a hall of version 0.1, shows what that version showed, and
//! continues it. `data/make_hall.py` made the hall.

use std::time::Duration;

use protocol::Record;
use serde_json::{Value, json};
use store::Store;
use tempfile::TempDir;
use testkit::old::{ADDED_SINCE_0_1, difference};

use crate::harness::{Client, Hall};

const STORE: &[u8] = include_bytes!("../data/hall-0.1.sqlite");
const TOLD: &str = include_str!("../data/hall-0.1.json");

/// The hall, and what version 0.1 showed of it.
struct Old {
    hall: Hall,
    told: Value,
    _folder: TempDir,
}

impl Old {
    async fn open() -> Old {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("hall.sqlite");
        std::fs::write(&file, STORE).unwrap();
        let store = Store::sqlite(file).await.unwrap();
        let data = folder.path().to_owned();
        let hall = Hall::with(store, |config| config.data = Some(data)).await;
        let request = "GET /readyz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        while hall.http(request).await.0 != 200 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Old {
            hall,
            told: serde_json::from_str(TOLD).unwrap(),
            _folder: folder,
        }
    }

    fn tables(&self) -> &[Value] {
        list(&self.told["tables"])
    }

    /// The table with this description.
    fn table(&self, what: &str) -> &Value {
        let mut tables = self.tables().iter();
        tables.find(|table| table["what"] == what).unwrap()
    }

    /// The header line of a person; empty for a stranger.
    fn secret(&self, name: &str) -> String {
        let mut people = list(&self.told["people"]).iter();
        let person = people.find(|person| person["name"] == name);
        person.map_or_else(String::new, |person| {
            format!("{}\r\n", person["secret"].as_str().unwrap())
        })
    }

    async fn connect(&self, name: &str) -> Client {
        let client = Client::connect(self.hall.address, self.secret(name)).await;
        let mut client = client.unwrap();
        assert_eq!(client.you["name"], name);
        // Higher than all ids in the logs.
        client.next_id = 1_000_000;
        client
    }

    async fn get(&self, path: &str, name: &str) -> Value {
        let (status, body) = self.hall.call("GET", path, &self.secret(name), None).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    async fn view(&self, table: &Value, name: &str) -> Value {
        self.get(&address(table, ""), name).await["view"].clone()
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The path of a table, with its key.
fn address(table: &Value, part: &str) -> String {
    let id = table["table"].as_str().unwrap();
    match table["key"].as_str() {
        Some(key) => format!("/tables/{id}{part}?key={key}"),
        None => format!("/tables/{id}{part}"),
    }
}

/// A view without the effects of a restart on a running game: one more event, in
/// which all connections are gone, and clocks that stood still.
fn without_restart(mut view: Value, restarts: u64) -> Value {
    view["seq"] = json!(view["seq"].as_u64().unwrap() - restarts);
    view["at"] = json!("");
    let stop = |clock: &mut Value| {
        if let Some(since) = clock.get_mut("since").filter(|since| since.is_u64()) {
            *since = json!("some time");
        }
    };
    for seat in view["seats"].as_array_mut().unwrap() {
        seat["away_since"] = json!("");
        stop(&mut seat["clock"]);
    }
    stop(&mut view["you"]["clock"]);
    view
}

#[tokio::test(flavor = "multi_thread")]
async fn every_table_of_0_1_looks_the_same() {
    let old = Old::open().await;
    let mut running = 0;
    for table in old.tables() {
        for (name, before) in table["views"].as_object().unwrap() {
            let now = old.view(table, name).await;
            let differs = if now["phase"] == "playing" {
                running += 1;
                let before = without_restart(before.clone(), 0);
                difference(&before, &without_restart(now, 1), &ADDED_SINCE_0_1)
            } else {
                difference(before, &now, &ADDED_SINCE_0_1)
            };
            assert_eq!(differs, None, "{name} at {}", table["what"]);
        }
        let record = old.get(&address(table, "/record"), "").await;
        assert_eq!(difference(&table["record"], &record, &[]), None);
        assert!(
            record::verify(&Record::from_json(&record).unwrap()).is_ok(),
            "{}",
            table["what"]
        );
    }
    assert_eq!((old.tables().len(), running), (13, 6 * 6 - 1));
    old.hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_people_ratings_and_contests_of_0_1_are_kept() {
    let old = Old::open().await;
    for (phase, before) in old.told["lists"].as_object().unwrap() {
        let path = format!("/tables?phase={phase}&limit=100");
        let now = old.get(&path, "").await["tables"].clone();
        assert_eq!(difference(before, &now, &[]), None, "{phase}");
    }
    for (board, before) in old.told["leaderboards"].as_object().unwrap() {
        let now = old.get(&format!("/leaderboards/{board}"), "").await;
        assert_eq!(difference(before, &now["players"], &[]), None, "{board}");
    }
    for person in list(&old.told["people"]) {
        let name = person["name"].as_str().unwrap();
        let me = old.get("/identity", name).await;
        assert_eq!(me["player"], person["player"]);
        let path = format!("/players/{}", me["player"].as_str().unwrap());
        let mut now = old.get(&path, "").await;
        now["secret"] = person["secret"].clone();
        now["connected"] = person["connected"].clone();
        assert_eq!(difference(person, &now, &[]), None, "{name}");
    }
    let contests = list(&old.told["contests"]);
    let states = contests.iter().map(|contest| &contest["state"]);
    assert!(states.eq(["interrupted", "interrupted", "finished"]));
    let listed = old.get("/contests", "").await;
    let ids = |contests: &[Value]| -> Vec<Value> {
        contests.iter().map(|one| one["contest"].clone()).collect()
    };
    assert_eq!(ids(list(&listed["contests"])), ids(contests));
    for before in contests {
        let path = format!("/contests/{}", before["contest"].as_str().unwrap());
        let now = old.get(&path, "").await;
        assert_eq!(difference(before, &now, &[]), None, "{}", before["title"]);
    }
    old.hall.close().await;
}

/// Moves for all people who are to act, as long as there are any.
async fn play_on(old: &Old, table: &Value) {
    let id = table["table"].as_str().unwrap();
    let before = old.view(table, "").await;
    let moves = old.get(&address(table, "/moves"), "").await;
    for seat in list(&moves["seats"]) {
        let on_seat = &before["seats"][seat["seat"].as_u64().unwrap() as usize];
        let mut player = old.connect(on_seat["name"].as_str().unwrap()).await;
        // Game 17 has too many moves for a list; an empty turn is one of them.
        let action = list(&seat["moves"]).first().cloned();
        let action = action.unwrap_or_else(|| json!("-"));
        let request = json!({"do": "move", "turn": before["turn"], "action": action});
        player.does(id, request).await;
    }
    let now = old.view(table, "").await;
    let steps = |view: &Value| view["steps"].as_u64();
    assert!(steps(&now) > steps(&before), "{}", table["what"]);
    let record = old.get(&address(table, "/record"), "").await;
    assert!(
        record::verify(&Record::from_json(&record).unwrap()).is_ok(),
        "{}",
        table["what"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn running_games_of_0_1_go_on() {
    let old = Old::open().await;
    for table in old.tables() {
        if old.view(table, "").await["phase"] == "playing" {
            play_on(&old, table).await;
        }
    }
    old.hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_was_sealed_in_0_1_still_counts() {
    let old = Old::open().await;
    let table = old.table("automatafl, running, in conflict, one move sealed");
    let id = table["table"].as_str().unwrap();
    assert_eq!(old.view(table, "Ann").await["you"]["sealed"], "a1-a2");
    let before = old.view(table, "Bob").await;
    assert_eq!(before["conflict"]["squares"], json!(["b1"]));
    assert!(!before.to_string().contains("a1-a2"));
    let mut bob = old.connect("Bob").await;
    let request = json!({"do": "move", "turn": before["turn"], "action": "c1-c2"});
    bob.does(id, request).await;
    let record = old.get(&address(table, "/record"), "").await;
    let revealed = json!([[0, "a1-a2"], [1, "c1-c2"]]);
    assert_eq!(record["steps"][1]["act"], revealed);
    assert!(old.view(table, "").await["conflict"].is_null());
    old.hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_table_of_0_1_opens_only_to_its_key_and_members() {
    let old = Old::open().await;
    let table = old.table("brandub, running, private");
    let path = format!("/tables/{}", table["table"].as_str().unwrap());
    for (name, expected) in [("Dan", 200), ("Cat", 200), ("Ann", 404), ("", 404)] {
        let (status, _) = old.hall.call("GET", &path, &old.secret(name), None).await;
        assert_eq!(status, expected, "{name}");
    }
    let view = old.view(table, "").await;
    assert_eq!(view["chat"][0]["text"], "Nobody else sees this.");
    old.hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_of_0_1_can_play_another_game() {
    let old = Old::open().await;
    let finished = old.table("combo, finished")["table"].as_str().unwrap();
    let mut cat = old.connect("Cat").await;
    let mut dan = old.connect("Dan").await;
    cat.watch(finished, None).await;
    let request = json!({"do": "offer", "what": "rematch"});
    cat.does(finished, request).await;
    let offer = cat.event("offered").await["offer"].clone();
    let request = json!({"do": "accept", "offer": offer});
    dan.does(finished, request).await;
    let next = cat.event("next").await["table"].clone();
    let next = cat.watch(next.as_str().unwrap(), None).await;
    assert_eq!(next["seats"][1]["name"], "Cat");
    assert_eq!(next["terms"]["options"]["quiet_limit"], 12);
    old.hall.close().await;
}
