//! The other pages, and the folder of files without a server.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;

use crate::driver::{Browser, Hall, PHONE, WIDE};

/// Serves the static files at a sub-path, as any file server does.
fn serve_files() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!(
        "http://{}/some/folder/",
        listener.local_addr().expect("an address")
    );
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            std::thread::spawn(move || {
                let mut head = Vec::new();
                let mut byte = [0];
                while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|n| n == 1) {
                    head.push(byte[0]);
                }
                let head = String::from_utf8_lossy(&head).into_owned();
                let path = head.split(' ').nth(1).unwrap_or_default();
                let name = path.strip_prefix("/some/folder/").unwrap_or("?");
                let file = match name {
                    "" | "index.html" => Some(&site::POCKET_INDEX),
                    name => {
                        let name = name.strip_prefix("assets/").unwrap_or("?");
                        site::FILES.iter().find(|file| file.name == name)
                    }
                };
                let answer = match file {
                    Some(file) => {
                        let head = format!(
                            "HTTP/1.1 200 OK\r\ncontent-type: {}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                            file.kind,
                            file.plain.len()
                        );
                        [head.as_bytes(), file.plain].concat()
                    }
                    None => {
                        b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
                            .to_vec()
                    }
                };
                let _ = stream.write_all(&answer);
            });
        }
    });
    address
}

#[tokio::test]
async fn all_four_games_are_played_without_a_server() {
    let address = serve_files();
    let browser = Browser::start("alone", WIDE).await;
    for game in ["brandub", "combo", "automatafl", "game17"] {
        browser.go(&address).await;
        browser.click(&format!("#play-{game}")).await;
        browser.find("[data-can=choose]").await;
        let typed = match game {
            "brandub" => "d1-c1",
            "combo" => "a7-a6=1",
            "automatafl" => "a1-a2",
            _ => "-",
        };
        browser.fill("#typed", typed).await;
        // The computer answers, in a worker.
        let answered = match game {
            "brandub" | "combo" => "document.querySelectorAll('#moves li').length >= 2",
            _ => "document.querySelectorAll('#moves li').length >= 1",
        };
        browser.until(answered, "the computer's answer").await;
        browser.shot(game).await;
    }
    // A reload keeps the game.
    browser.client.refresh().await.expect("a reload");
    browser.find("#moves li").await;
    browser.end().await;
}

#[tokio::test]
async fn every_page_can_be_opened_and_has_a_heading() {
    let hall = Hall::open();
    let browser = Browser::start("pages", WIDE).await;
    for page in [
        "",
        "new",
        "watch",
        "learn",
        "learn/automatafl",
        "learn/combo",
        "learn/brandub",
        "learn/game17",
        "replay",
        "ranks",
        "contests",
    ] {
        browser.go(&format!("{}/{page}", hall.address)).await;
        let heading = browser.text("main h1").await;
        assert!(!heading.is_empty(), "/{page} has no heading");
        browser
            .shot(&format!("page-{}", page.replace('/', "-")))
            .await;
    }
    browser.end().await;
}

#[tokio::test]
async fn nothing_is_wider_than_a_phone() {
    let hall = Hall::open();
    let browser = Browser::start("phone", PHONE).await;
    for page in [
        "",
        "new",
        "watch",
        "learn",
        "learn/automatafl",
        "learn/combo",
        "learn/brandub",
        "learn/game17",
        "replay",
        "ranks",
        "contests",
    ] {
        browser.go(&format!("{}/{page}", hall.address)).await;
        browser.find("main h1").await;
        let wide = browser
            .run("return document.documentElement.scrollWidth;")
            .await;
        assert!(
            wide.as_u64().expect("a width") <= 360,
            "/{page} is {wide} wide"
        );
        browser
            .shot(&format!("page-{}", page.replace('/', "-")))
            .await;
    }
    for game in ["automatafl", "combo", "brandub", "game17"] {
        browser.go(&hall.address).await;
        browser.click(&format!("#play-{game}")).await;
        browser.find("[data-can=choose]").await;
        let wide = browser
            .run("return document.documentElement.scrollWidth;")
            .await;
        assert!(
            wide.as_u64().expect("a width") <= 360,
            "{game} is {wide} wide"
        );
        let seen = browser.run(
            "const board = document.querySelector('.board').getBoundingClientRect(); return board.bottom <= innerHeight && board.top >= 0;",
        ).await;
        assert_eq!(seen, true, "the board of {game} is not seen whole");
        browser.shot(game).await;
    }
    browser.end().await;
}
