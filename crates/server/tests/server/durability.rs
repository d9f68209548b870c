//! The hall keeps everything it has acknowledged, whatever happens to its
//! store.

use std::path::Path;
use std::time::Duration;

use dice::Quick;
use game::Seat;
use protocol::Record;
use rustix::process::Signal;
use serde_json::{Value, json};
use store::{Store, TableId};

use crate::harness::{Client, Hall};

#[path = "../../../store/tests/store/server.rs"]
mod postgres;
#[path = "../../../store/tests/store/small_disk.rs"]
mod small_disk;

use small_disk::{Ballast, on_a_small_disk};

/// A game of Brandub between two clients, as they know it.
struct Game {
    table: String,
    clients: [Client; 2],
    game: Box<dyn catalog::AnyGame>,
    state: catalog::AnyState,
    dice: Quick,
    /// The acknowledged moves, each with the number of its event.
    played: Vec<(u64, String)>,
}

impl Game {
    async fn begin(hall: &Hall, seed: u64) -> Game {
        let mut clients = [hall.person("Ann").await, hall.person("Bob").await];
        let (table, _) = hall
            .table(&clients[0], json!({"game": "brandub", "seat": 0}))
            .await;
        clients[0].watch(&table, None).await;
        clients[1].sits(&table, 1).await;
        for client in &mut clients {
            client
                .does(&table, json!({"do": "ready", "ready": true}))
                .await;
        }
        let game = catalog::open("brandub", &Value::Null).unwrap();
        Game {
            table,
            clients,
            state: game.start(),
            game,
            dice: Quick::new(seed),
            played: Vec::new(),
        }
    }

    fn is_over(&self) -> bool {
        self.game.view(&self.state, None).to_act.is_empty()
    }

    /// Makes the next random move. It stays the same until it is acknowledged.
    async fn moves(&mut self) -> Result<(), Value> {
        let seat = (self.played.len() % 2) as u16;
        let before = self.dice.clone();
        let action = self.game.propose(&self.state, Seat(seat), &mut self.dice);
        let turn = self.played.len() as u64 + 1;
        let id = 1000 + turn;
        let request = json!({"do": "move", "turn": turn, "action": action});
        let message = json!({"id": id, "type": "command", "table": self.table, "request": request});
        let client = &mut self.clients[usize::from(seat)];
        client.waiting.clear();
        client.send(message.clone()).await;
        let answer = client.answer(id).await;
        if answer["type"] != "ok" {
            self.dice = before;
            return Err(answer);
        }
        // The same command again changes nothing.
        client.send(message).await;
        assert_eq!(client.answer(id).await, answer);
        let step = catalog::AnyStep::Act(vec![(Seat(seat), action.clone())]);
        self.game.play(&mut self.state, &step).unwrap();
        self.played.push((answer["seq"].as_u64().unwrap(), action));
        Ok(())
    }

    /// The log has every acknowledged move once, in order, and no others.
    async fn check(&self, hall: &Hall, store: &Store) {
        let record = hall.get(&format!("/tables/{}/record", self.table)).await;
        record::verify(&Record::from_json(&record).unwrap()).unwrap();
        let steps = record["steps"].as_array().unwrap().iter();
        let steps: Vec<&str> = steps
            .map(|step| step["act"][0][1].as_str().unwrap())
            .collect();
        let played: Vec<&str> = self.played.iter().map(|(_, action)| &**action).collect();
        assert_eq!(steps, played);
        let table: TableId = self.table.parse().unwrap();
        // The store itself refuses to read a log with gaps.
        let log = store.read(table, 1, 100_000).await.unwrap();
        assert_eq!(log.len() as u64 + 1, store.next_seq(table).await.unwrap());
        let mut shown: Vec<u64> = self.played.iter().map(|(seq, _)| *seq).collect();
        let all = shown.len();
        shown.dedup();
        assert_eq!(shown.len(), all);
        assert!(shown.is_sorted());
    }
}

/// Uses a real file system, where one can be mounted. Elsewhere the next test
/// stands in, with a limit on the size of the file.
#[test]
fn on_a_full_small_disk_moves_are_refused_until_there_is_room() {
    on_a_small_disk(
        "durability::on_a_full_small_disk_moves_are_refused_until_there_is_room",
        |folder| {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(fill_and_empty(folder));
        },
    );
}

async fn fill_and_empty(folder: &Path) {
    let store = Store::sqlite(folder.join("hall.sqlite")).await.unwrap();
    // The notes are on the same disk, as operators have it.
    let data = folder.to_owned();
    let hall = Hall::with(store.clone(), |config| config.data = Some(data)).await;
    let mut games = Vec::new();
    for seed in 0..4 {
        games.push(Game::begin(&hall, seed).await);
    }
    for round in 0..3 {
        for game in games.iter_mut().filter(|game| !game.is_over()) {
            game.moves().await.unwrap();
        }
        let ballast = Ballast::fill(folder);
        let mut refused = 0;
        // The log still takes what it has room for.
        for _ in 0..400 {
            for game in games.iter_mut().filter(|game| !game.is_over()) {
                if let Err(answer) = game.moves().await {
                    assert_eq!(answer["code"], "store", "{answer}");
                    let reason = answer["reason"].as_str().unwrap();
                    assert!(reason.contains("no room"), "{answer}");
                    refused += 1;
                }
            }
            if refused >= 8 {
                break;
            }
        }
        assert!(refused > 0, "the disk was not full in round {round}");
        // Reading still works and shows what was acknowledged.
        for game in &mut games {
            game.check(&hall, &store).await;
            let table = game.table.clone();
            let view = game.clients[1].watch(&table, None).await;
            assert_eq!(view["steps"], game.played.len());
        }
        drop(ballast);
        // Now there is room, and the same hall takes the same moves.
        for game in games.iter_mut().filter(|game| !game.is_over()) {
            game.moves().await.unwrap();
        }
        for game in games.iter_mut().filter(|game| game.is_over()) {
            *game = Game::begin(&hall, 100 + round).await;
        }
    }
    for game in &games {
        game.check(&hall, &store).await;
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_full_disk_moves_are_refused_until_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hall.sqlite");
    let store = Store::sqlite(&file).await.unwrap();
    let hall = Hall::with(store.clone(), |_| {}).await;
    let mut games = Vec::new();
    for seed in 0..8 {
        games.push(Game::begin(&hall, seed).await);
    }
    for _ in 0..2 {
        store.limit_size(1).await.unwrap();
        let mut refused = vec![Value::Null; games.len()];
        // The last page has room for a few more.
        for _ in 0..400 {
            for (game, refused) in games.iter_mut().zip(&mut refused) {
                if refused.is_null() && !game.is_over() {
                    *refused = game.moves().await.err().unwrap_or_default();
                }
            }
        }
        let full: Vec<_> = refused
            .iter()
            .filter(|refused| !refused.is_null())
            .collect();
        assert!(!full.is_empty(), "the disk was never full");
        for answer in full {
            assert_eq!(answer["type"], "refused", "{answer}");
            assert_eq!(answer["code"], "store", "{answer}");
            assert!(
                answer["reason"].as_str().unwrap().contains("no room"),
                "{answer}"
            );
        }
        // Reading still works and shows what was acknowledged.
        for game in &mut games {
            game.check(&hall, &store).await;
            let table = game.table.clone();
            let view = game.clients[1].watch(&table, None).await;
            assert_eq!(view["steps"], game.played.len());
        }
        // Now there is room, and the hall takes the same moves.
        store.limit_size(1 << 30).await.unwrap();
        for game in games.iter_mut().filter(|game| !game.is_over()) {
            game.moves().await.unwrap();
        }
    }
    for game in &games {
        game.check(&hall, &store).await;
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_hall_on_the_same_store_is_refused_with_the_reason() {
    let server = postgres::Server::start().await;
    let url = server.database("hall").await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hall.sqlite");
    for [one, other] in [
        [
            Store::postgres(&url).await.unwrap(),
            Store::postgres(&url).await.unwrap(),
        ],
        [
            Store::sqlite(&file).await.unwrap(),
            Store::sqlite(&file).await.unwrap(),
        ],
    ] {
        let hall = Hall::with(one, |_| {}).await;
        let second = server::start(server::Config::new(other.clone())).await;
        let refused = second.err().expect("one hall is open already").to_string();
        assert!(refused.contains("another hall runs"), "{refused}");
        // When the first hall has closed, the next can start.
        hall.close().await;
        let hall = Hall::with(other, |_| {}).await;
        hall.person("Ann").await;
        hall.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_of_postgres_in_mid_game_loses_and_doubles_no_move() {
    let mut server = postgres::Server::start().await;
    let url = server.database("hall").await;
    let store = Store::postgres(&url).await.unwrap();
    let hall = Hall::with(store.clone(), |_| {}).await;
    let mut games = Vec::new();
    for seed in 0..6 {
        games.push(Game::begin(&hall, seed).await);
    }
    for signal in [Signal::INT, Signal::QUIT] {
        let (stop, stopped) = tokio::sync::watch::channel(false);
        let playing: Vec<_> = games
            .into_iter()
            .map(|mut game| {
                let stopped = stopped.clone();
                tokio::spawn(async move {
                    let mut refused = 0;
                    while !*stopped.borrow() && !game.is_over() {
                        if let Err(answer) = game.moves().await {
                            // Never a wrong reason, and never half a move.
                            let code = answer["code"].as_str().unwrap();
                            assert!(["store", "busy"].contains(&code), "{answer}");
                            refused += 1;
                            tokio::time::sleep(Duration::from_millis(50)).await;
                        }
                        tokio::time::sleep(Duration::from_millis(5)).await;
                    }
                    (game, refused)
                })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(300)).await;
        tokio::task::block_in_place(|| server.stop(signal));
        tokio::time::sleep(Duration::from_millis(300)).await;
        server.start_again().await;
        tokio::time::sleep(Duration::from_millis(700)).await;
        stop.send(true).unwrap();
        games = Vec::new();
        for playing in playing {
            let (game, refused) = playing.await.unwrap();
            eprintln!("{} moves, {refused} refusals", game.played.len());
            game.check(&hall, &store).await;
            games.push(game);
        }
        // All games go on.
        for game in games.iter_mut().filter(|game| !game.is_over()) {
            game.moves().await.unwrap();
        }
    }
    let moves: usize = games.iter().map(|game| game.played.len()).sum();
    assert!(moves > 60, "only {moves} moves were played");
    hall.close().await;
}
