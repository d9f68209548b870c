//! Malicious and broken clients.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use store::Store;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::harness::{Client, Hall, open};

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_may_not_connect() {
    let hall = Hall::with(Store::memory(), |config| {
        config.origins = vec!["https://friend.example".to_owned()];
    })
    .await;
    for origin in ["https://evil.example", "null"] {
        match open(hall.address, "", Some(origin)).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), 403),
            other => panic!("{origin}: {other:?}"),
        }
    }
    let own = format!("http://{}", hall.address);
    for origin in [own.as_str(), "https://friend.example"] {
        assert!(
            open(hall.address, "", Some(origin)).await.is_ok(),
            "{origin}"
        );
    }
    let (status, refused) = hall
        .call(
            "POST",
            "/identity",
            "origin: https://evil.example\r\n",
            None,
        )
        .await;
    assert_eq!((status, &refused["code"]), (403, &json!("origin")));
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_end_at_64_kib() {
    let hall = Hall::open().await;
    let mut ann = hall.person("Ann").await;
    let long = json!({"id": 1, "type": "ping", "more": "x".repeat(60 << 10)});
    ann.send(long).await;
    assert_eq!(ann.answer(1).await["type"], "ok");
    let longer = Message::text("x".repeat((64 << 10) + 1));
    ann.socket.send(longer).await.unwrap();
    let mut last = None;
    while let Some(Ok(message)) = ann.socket.next().await {
        if let Message::Close(Some(frame)) = message {
            last = Some(frame.code);
        }
    }
    assert_eq!(last, Some(CloseCode::Size));
    // The same limit holds for requests over HTTP.
    let long = json!({"name": "x".repeat(70 << 10)});
    let (status, _) = hall.call("POST", "/identity", "", Some(long)).await;
    assert_eq!(status, 413);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_burst_is_refused_and_a_flood_is_disconnected() {
    let usual = server::Limits::default();
    let hall = Hall::with(Store::memory(), |config| {
        config.limits.burst = usual.burst;
        config.limits.per_second = usual.per_second;
    })
    .await;
    let mut ann = hall.person("Ann").await;
    for id in 0..100 {
        ann.send(json!({"id": id, "type": "ping"})).await;
    }
    let (mut fine, mut refused) = (0, 0);
    for id in 0..100 {
        let answer = ann.answer(id).await;
        match answer["type"].as_str().unwrap() {
            "ok" => fine += 1,
            _ => {
                assert_eq!(answer["code"], "too-many");
                refused += 1;
            }
        }
    }
    assert!(
        fine >= 60 && refused >= 20,
        "{fine} fine, {refused} refused"
    );
    // After a while, all is well again.
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(ann.ask(json!({"type": "ping"})).await["type"], "ok");
    for id in 0..600 {
        let ping = Message::text(json!({"id": id, "type": "ping"}).to_string());
        if ann.socket.send(ping).await.is_err() {
            break;
        }
    }
    assert!(ann.is_cut_off().await);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_read_is_disconnected() {
    let hall = Hall::with(Store::memory(), |config| config.limits.queue = 64 << 10).await;
    let mut ann = hall.person("Ann").await;
    let mut bob = hall.person("Bob").await;
    let (table, _) = hall
        .table(&ann, json!({"game": "brandub", "seat": 0}))
        .await;
    bob.watch(&table, None).await;
    // Bob asks for the whole table again and again without reading the replies.
    let watch = Message::text(json!({"id": 1, "type": "watch", "table": table}).to_string());
    for _ in 0..20_000 {
        let sent = tokio::time::timeout(Duration::from_millis(200), bob.socket.send(watch.clone()));
        match sent.await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => break,
        }
    }
    let cut = async {
        loop {
            if hall
                .numbers()
                .await
                .contains("\nhall_slow_readers_total 1\n")
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), cut)
        .await
        .unwrap();
    // Ann does not notice.
    ann.does(&table, json!({"do": "chat", "text": "still here"}))
        .await;
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_client_that_ignores_pings_is_disconnected() {
    let hall = Hall::with(Store::memory(), |config| {
        config.limits.ping = Duration::from_millis(100);
        config.limits.silence = Duration::from_millis(400);
    })
    .await;
    // The other end of this socket never reads, so it never replies to a ping.
    let mut dead = TcpStream::connect(hall.address).await.unwrap();
    let key = "dGhlIHNhbXBsZSBub25jZQ==";
    let request = format!(
        "GET /api/v1/ws HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n\r\n",
        hall.address
    );
    dead.write_all(request.as_bytes()).await.unwrap();
    let mut alive = hall.person("Ann").await;
    let reading = tokio::spawn(async move {
        // Reading replies to pings.
        let read = tokio::time::timeout(Duration::from_millis(1500), alive.is_cut_off());
        (read.await.is_err(), alive)
    });
    let mut all = Vec::new();
    let end = tokio::time::timeout(Duration::from_secs(10), dead.read_to_end(&mut all)).await;
    assert!(end.is_ok(), "the silent one is still connected");
    let (alive, _) = reading.await.unwrap();
    assert!(alive, "the one who answers was cut off");
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_answered_with_a_reason() {
    let hall = Hall::open().await;
    let mut ann = hall.person("Ann").await;
    for nonsense in [
        "",
        "{",
        "[]",
        "7",
        "{\"id\":1}",
        "{\"id\":-1,\"type\":\"ping\"}",
    ] {
        ann.socket.send(Message::text(nonsense)).await.unwrap();
        let answer = ann.until(|message| message["type"] == "refused").await;
        assert_eq!(answer["code"], "bad-request", "{nonsense}");
        assert!(!answer["reason"].as_str().unwrap().is_empty());
    }
    let deep = format!(
        "{{\"id\":1,\"type\":\"ping\",\"x\":{}{}}}",
        "[".repeat(20_000),
        "]".repeat(20_000)
    );
    ann.socket.send(Message::text(deep)).await.unwrap();
    ann.until(|message| message["type"] == "refused").await;
    for table in ["", "x", &"0".repeat(32), &"f".repeat(33)] {
        ann.may_not(table, json!({"do": "join"}), "no-table").await;
    }
    let (table, _) = hall.table(&ann, json!({"game": "combo"})).await;
    let id = 1u64 << 60;
    ann.send(json!({"id": id, "type": "command", "table": table, "request": {"do": "leave"}}))
        .await;
    assert_eq!(ann.answer(id).await["code"], "bad-request");
    ann.socket
        .send(Message::binary(vec![1, 2, 3]))
        .await
        .unwrap();
    assert!(ann.is_cut_off().await);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_connections_of_an_identity_are_limited() {
    let hall = Hall::with(Store::memory(), |config| config.limits.sockets_each = 2).await;
    let ann = hall.person("Ann").await;
    let _second = Client::connect(hall.address, ann.secret.clone())
        .await
        .unwrap();
    match open(hall.address, &ann.secret, None).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 429),
        other => panic!("{other:?}"),
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn identities_and_requests_are_limited_by_address() {
    let hall = Hall::with(Store::memory(), |config| {
        config.limits.identities = 3;
        config.limits.requests = 10;
    })
    .await;
    let mut statuses = Vec::new();
    for _ in 0..5 {
        statuses.push(hall.call("POST", "/identity", "", None).await.0);
    }
    assert_eq!(statuses, [201, 201, 201, 429, 429]);
    for _ in 0..10 {
        statuses.push(hall.call("GET", "/games", "", None).await.0);
    }
    assert_eq!(statuses.last(), Some(&429));
    // Health checks do not count.
    let (status, _, _) = hall
        .http("GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        .await;
    assert_eq!(status, 200);
    hall.close().await;
}
