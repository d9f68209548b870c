//! A hall is closed and opened again.

use std::time::Duration;

use serde_json::json;
use store::Store;

use crate::harness::{Client, Hall};

async fn hall(folder: &std::path::Path) -> Hall {
    let store = Store::sqlite(folder.join("hall.sqlite")).await.unwrap();
    let data = folder.to_owned();
    Hall::with(store, |config| config.data = Some(data)).await
}

async fn ready(hall: &Hall) {
    let request = "GET /readyz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    while hall.http(request).await.0 != 200 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_go_on_after_a_restart_and_clocks_stood_still() {
    let folder = tempfile::tempdir().unwrap();
    let before = hall(folder.path()).await;
    ready(&before).await;
    let mut ann = before.person("Ann").await;
    let mut bob = before.person("Bob").await;
    let settings = json!({
        "game": "brandub", "lag_credit_ms": 0,
        "clock": {"kind": "per-move", "ms": 3000},
    });
    let (table, _) = before.table(&ann, settings).await;
    ann.sits(&table, 0).await;
    bob.sits(&table, 1).await;
    ann.does(&table, json!({"do": "ready", "ready": true}))
        .await;
    bob.does(&table, json!({"do": "ready", "ready": true}))
        .await;
    let request = json!({"do": "move", "turn": 1, "action": "d1-c1"});
    let message = json!({"id": 500, "type": "command", "table": table, "request": request});
    ann.send(message.clone()).await;
    let answer = ann.answer(500).await;
    let secret = ann.secret.clone();
    before.close().await;
    assert!(ann.is_cut_off().await);

    // Longer than the clock allows.
    tokio::time::sleep(Duration::from_millis(3500)).await;
    let after = hall(folder.path()).await;
    ready(&after).await;
    let mut ann = Client::connect(after.address, secret).await.unwrap();
    let view = ann.watch(&table, None).await;
    assert_eq!(view["phase"], "playing");
    assert_eq!(view["you"]["seat"], 0);
    ann.send(message).await;
    assert_eq!(ann.answer(500).await, answer);
    // Then Bob's time runs out, though he never came back.
    let ended = ann.event("ended").await;
    assert_eq!(ended["finish"]["reason"], "time");
    assert_eq!(ended["finish"]["winners"], json!([0]));
    after.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unwatched_table_is_put_away_and_wakes_for_its_clock() {
    let hall = Hall::with(Store::memory(), |config| {
        config.limits.idle = Duration::from_millis(100);
        config.limits.leaving = Duration::from_millis(20);
    })
    .await;
    let mut ann = hall.person("Ann").await;
    let settings = json!({
        "game": "brandub", "seat": 0, "computers": [null, "random"], "lag_credit_ms": 0,
        "clock": {"kind": "per-move", "ms": 1500},
    });
    let (table, _) = hall.table(&ann, settings).await;
    ann.watch(&table, None).await;
    ann.does(&table, json!({"do": "start"})).await;
    ann.socket.close(None).await.unwrap();
    let live = async || hall.numbers().await.contains("\nhall_tables_live 1\n");
    let mut away = false;
    for _ in 0..60 {
        away |= !live().await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(away, "the table was never put away");
    let finished = hall.get("/tables?phase=finished").await;
    assert_eq!(finished["tables"][0]["finish"]["reason"], "time");
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closing_hall_says_so() {
    let hall = Hall::open().await;
    let mut ann = hall.person("Ann").await;
    let closing = tokio::spawn(hall.close());
    let bye = ann.until(|message| message["type"] == "bye").await;
    assert_eq!(bye["code"], "closing");
    assert!(ann.is_cut_off().await);
    tokio::time::timeout(Duration::from_secs(4), closing)
        .await
        .unwrap()
        .unwrap();
}
