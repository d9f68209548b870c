//! The page, and what operators see.

use axum::body::Bytes;
use serde_json::{Value, json};
use server::{Page, PageFile};
use store::Store;

use crate::harness::Hall;

fn request(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}\r\n")
}

/// A page with a script and WebAssembly, like the interface.
fn page() -> Page {
    let file = |name, kind, content: String| PageFile {
        name,
        kind,
        tag: format!("\"{name}\""),
        gzip: Bytes::from(format!("gzip of {name}")),
        brotli: Bytes::from(format!("br of {name}")),
        plain: Bytes::from(content.repeat(10)),
    };
    Page {
        index: file(
            "index.html",
            "text/html; charset=utf-8",
            "<script src=\"/assets/web-1.js\"></script>\n".to_owned(),
        ),
        files: vec![
            file(
                "web-1.js",
                "text/javascript; charset=utf-8",
                "import \"./web-2.wasm\";".to_owned(),
            ),
            file(
                "web-2.wasm",
                "application/wasm",
                "\0asm of a page".to_owned(),
            ),
        ],
    }
}

async fn hall_with_a_page() -> Hall {
    Hall::with(Store::memory(), |config| config.page = Some(page())).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_compressed_with_a_tag_and_a_strict_policy() {
    let hall = hall_with_a_page().await;
    for (path, codings) in [
        ("/", &["br", "gzip"][..]),
        ("/t/0123", &["br", "gzip"]),
        ("/assets/web-1.js", &["br", "gzip"]),
        ("/assets/web-2.wasm", &["br", "gzip"]),
        ("/assets/hall.css", &["gzip"]),
    ] {
        let (status, plain_head, plain) = hall.http(&request(path, "")).await;
        assert_eq!(status, 200, "{path}");
        assert!(plain_head.contains("content-security-policy: default-src 'none'"));
        for lax in ["unsafe-inline", "'unsafe-eval'", "*"] {
            let policy = plain_head
                .lines()
                .find(|line| line.starts_with("content-security-policy"));
            assert!(policy.is_some_and(|policy| !policy.contains(lax)), "{lax}");
        }
        for coding in codings {
            let accept = format!("accept-encoding: {coding}\r\n");
            let (_, head, body) = hall.http(&request(path, &accept)).await;
            assert!(
                head.contains(&format!("content-encoding: {coding}")),
                "{head}"
            );
            assert!(body.len() < plain.len(), "{path} {coding}");
            let refused = format!("accept-encoding: {coding};q=0\r\n");
            let (_, head, body) = hall.http(&request(path, &refused)).await;
            assert!(
                !head.contains("content-encoding") && body == plain,
                "{head}"
            );
        }
        let tag = plain_head
            .lines()
            .find_map(|line| line.strip_prefix("etag: "))
            .unwrap();
        let known = format!("if-none-match: {tag}\r\n");
        let (status, _, body) = hall.http(&request(path, &known)).await;
        assert_eq!((status, body.len()), (304, 0));
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hall_without_an_interface_says_so() {
    let hall = Hall::open().await;
    let html = "accept: text/html\r\n";
    for (path, expected) in [("/", 200), ("/t/0123", 200), ("/nowhere", 404)] {
        let (status, head, body) = hall.http(&request(path, html)).await;
        assert_eq!(status, expected, "{path}");
        assert!(head.contains("content-type: text/html"), "{head}");
        let body = String::from_utf8(body).unwrap();
        assert!(body.contains("without its browser interface"), "{body}");
        assert!(!body.contains("<script"), "{body}");
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_get_a_refusal_at_unknown_addresses() {
    let hall = Hall::open().await;
    let html = "accept: text/html\r\n";
    for (path, headers) in [
        ("/nowhere", ""),
        ("/nowhere", "accept: */*\r\n"),
        ("/api/v1/nowhere", html),
        ("/api/v2", html),
        ("/assets/nowhere.js", html),
        ("/assets/no/where", html),
    ] {
        let (status, _, body) = hall.http(&request(path, headers)).await;
        assert_eq!(status, 404, "{path}");
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["code"], "nothing-here", "{path}");
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_at_all_its_addresses_and_at_unknown_ones() {
    let hall = hall_with_a_page().await;
    let html = "accept: text/html\r\n";
    let (_, head, page) = hall.http(&request("/", html)).await;
    assert!(head.contains("cache-control: no-cache"), "{head}");
    for path in [
        "/t/0123",
        "/new",
        "/watch",
        "/contests",
        "/contests/7",
        "/learn",
        "/learn/combo",
        "/ranks",
        "/replay",
        "/replay/0123",
        "/settings",
        "/about",
    ] {
        let (status, _, body) = hall.http(&request(path, html)).await;
        assert!(status == 200 && body == page, "{path}: {status}");
    }
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: "));
    let known = format!("{html}if-none-match: {}\r\n", tag.unwrap());
    for headers in [html, &known] {
        let (status, _, body) = hall.http(&request("/nowhere/at/all", headers)).await;
        assert!(status == 404 && body == page, "{status}");
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn browsers_cache_the_files_of_the_page_for_ever() {
    let hall = hall_with_a_page().await;
    for path in ["/assets/web-1.js", "/assets/web-2.wasm"] {
        let (_, head, _) = hall.http(&request(path, "")).await;
        assert!(head.contains("immutable"), "{path}\n{head}");
        // Browsers compile it while it loads only if it has this type.
        let wasm = head.contains("content-type: application/wasm");
        assert_eq!(wasm, path.ends_with(".wasm"), "{path}\n{head}");
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_described_route_exists() {
    let hall = Hall::open().await;
    let document = hall.get("/openapi.json").await;
    assert_eq!(document["openapi"], "3.1.0");
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() > 15);
    for (path, operations) in paths {
        for method in operations.as_object().unwrap().keys() {
            let method = method.to_uppercase();
            let path = path.replace(['{', '}'], "");
            let request = format!(
                "{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            );
            let (status, _, body) = hall.http(&request).await;
            let body = String::from_utf8_lossy(&body);
            assert!(
                status != 405 && !body.contains("nothing-here"),
                "{method} {path}: {status} {body}"
            );
        }
    }
    let (status, _, page) = hall.http(&request("/api", "")).await;
    assert_eq!(status, 200);
    assert!(
        String::from_utf8(page)
            .unwrap()
            .contains("/api/v1/leaderboards/{board}")
    );
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_see_health_readiness_and_metrics() {
    let hall = Hall::open().await;
    let mut ann = hall.person("Ann").await;
    let (table, _) = hall.table(&ann, json!({"game": "combo", "seat": 0})).await;
    ann.watch(&table, None).await;
    ann.does(&table, json!({"do": "chat", "text": "hello"}))
        .await;
    assert_eq!(hall.http(&request("/healthz", "")).await.0, 200);
    while hall.http(&request("/readyz", "")).await.0 != 200 {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let page = hall.numbers().await;
    for line in [
        "hall_sockets 1",
        "hall_tables_live 1",
        "hall_commands_total 1",
        "hall_commit_seconds_count 1",
    ] {
        assert!(page.contains(&format!("\n{line}\n")), "{line}\n{page}");
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_operator_sees_the_metrics() {
    let hall = Hall::open().await;
    let (status, _, body) = hall.http(&request("/metrics", "")).await;
    assert_eq!(status, 404);
    // The reply is the same as for an address that never existed.
    assert_eq!(body, hall.http(&request("/nowhere", "")).await.2);
    assert!(
        !String::from_utf8_lossy(&hall.http(&request("/api", "")).await.2).contains("/metrics")
    );
    hall.close().await;

    // Without an address of their own, the metrics are nowhere.
    let hall = Hall::with(Store::memory(), |config| config.metrics = None).await;
    assert_eq!(hall.running.metrics(), None);
    assert_eq!(hall.http(&request("/metrics", "")).await.0, 404);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn you_can_look_at_a_game_step_by_step() {
    let hall = Hall::open().await;
    let mut ann = hall.person("Ann").await;
    let settings = json!({"game": "brandub", "seat": 0, "computers": [null, "random"]});
    let (table, _) = hall.table(&ann, settings).await;
    ann.watch(&table, None).await;
    ann.does(&table, json!({"do": "start"})).await;
    let moves = hall.get(&format!("/tables/{table}/moves")).await;
    assert_eq!(
        moves["seats"][0]["moves"].as_array().map(Vec::len),
        Some(40)
    );
    ann.does(&table, json!({"do": "move", "turn": 1, "action": "d1-c1"}))
        .await;
    let step = hall.get(&format!("/tables/{table}/steps/1")).await;
    assert!(!step["text"].as_str().unwrap().is_empty());
    assert_eq!(
        hall.call("GET", &format!("/tables/{table}/steps/999"), "", None)
            .await
            .0,
        404
    );
    let board = async |query: &str| {
        let (status, head, body) = hall
            .http(&request(
                &format!("/api/v1/tables/{table}/board.svg{query}"),
                "",
            ))
            .await;
        assert_eq!(status, 200);
        assert!(head.contains("content-type: image/svg+xml"));
        String::from_utf8(body).unwrap()
    };
    let (start, first) = (board("?step=0").await, board("?step=1").await);
    assert!(start.starts_with("<svg") && start != first);
    assert_ne!(board("?step=0&theme=dark").await, start);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_games_are_listed_with_their_computers() {
    let hall = Hall::open().await;
    let games = hall.get("/games").await;
    let games: &Vec<Value> = games["games"].as_array().unwrap();
    assert_eq!(games.len(), 4);
    for game in games {
        assert!(
            game["computers"]
                .as_array()
                .unwrap()
                .contains(&json!("strong"))
        );
    }
    hall.close().await;
}
