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
                    "" | "index.html" => Some(&web_files::BROWSER_INDEX),
                    name => {
                        let name = name.strip_prefix("assets/").unwrap_or("?");
                        web_files::FILES.iter().find(|file| file.name == name)
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
        browser.play(&address, game).await;
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
        browser.play(&hall.address, game).await;
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

/// Plays a short game of Automatafl against the computer and gives up.
async fn finished_game(browser: &Browser, hall: &Hall) -> String {
    browser.play(&hall.address, "automatafl").await;
    for (number, action) in ["b8-c8", "b4-c4"].iter().enumerate() {
        browser.find("[data-can=choose]").await;
        browser.fill("#typed", action).await;
        let most = number + 1;
        browser.until(
            &format!("document.querySelectorAll('#moves li').length >= {most} && document.querySelector('[data-can=choose]')"),
            "the next turn",
        )
        .await;
    }
    browser.click("#resign").await;
    browser.click("#resign-sure").await;
    browser.find("#result").await;
    let address = browser.client.current_url().await.expect("an address");
    address.path().trim_start_matches("/t/").to_owned()
}

#[tokio::test]
async fn a_finished_game_is_replayed_analysed_and_varied() {
    let hall = Hall::open();
    let browser = Browser::start("replay", WIDE).await;
    let table = finished_game(&browser, &hall).await;
    browser
        .go(&format!("{}/replay/{table}?step=1", hall.address))
        .await;
    browser.find("#scrub").await;
    browser.says("#step", "1").await;
    browser.click("#last").await;
    browser
        .until(
            "location.search.includes('step=')",
            "an address with the step",
        )
        .await;
    // The keyboard steps as well.
    browser
        .find("body")
        .await
        .send_keys("\u{e012}")
        .await
        .expect("a key");
    browser.says("#moves [aria-current]", "b8-c8").await;
    // The record is verified in a worker of this browser.
    browser.click("#verify").await;
    browser
        .until(
            "document.querySelector('#verdict').textContent.length > 10",
            "a verdict",
        )
        .await;
    // The engine's opinion of every move, and of this position.
    browser.click("#analysis-ms option:first-child").await;
    browser.click("#analyse").await;
    browser.find("#graph").await;
    browser.gone("#progress").await;
    browser.click("#first").await;
    browser.click("#look").await;
    browser
        .until(
            "document.querySelector('#opinions table')",
            "the outcome matrix",
        )
        .await;
    browser.shot("analysed").await;
    // A variation of one's own.
    browser.click("#vary").await;
    browser.fill("#try-typed", "a1-a2").await;
    browser.fill("#try-typed", "k1-k2").await;
    browser
        .until(
            "document.querySelector('#variations').textContent.includes('a1-a2')",
            "the variation",
        )
        .await;
    browser.shot("varied").await;
    browser.click("#back").await;
    browser.end().await;
}

#[tokio::test]
async fn a_record_that_is_none_is_refused_with_a_reason() {
    let hall = Hall::open();
    let browser = Browser::start("garbage", WIDE).await;
    browser.go(&format!("{}/replay", hall.address)).await;
    for garbage in [
        "nonsense",
        "{}",
        "[1,2]",
        r#"{"game":"chess","steps":[]}"#,
        r#"{"game":"brandub","steps":[{"act":[[0,"a1-a1"]]}]}"#,
    ] {
        let field = browser.find("#record-text").await;
        field.clear().await.expect("a field");
        field.send_keys(garbage).await.expect("keys");
        browser.click("#record-open").await;
        let said = browser.text("#record-wrong").await;
        assert!(said.len() > 10, "{garbage} is refused with {said:?}");
    }
    browser.end().await;
}

#[tokio::test]
async fn two_people_share_one_browser_without_a_server() {
    let address = serve_files();
    let browser = Browser::start("shared", WIDE).await;
    browser.go(&format!("{address}#/new?game=automatafl")).await;
    browser.find("#sitter-1 option[value=here]").await;
    browser.click("form.form button[type=submit]").await;
    browser.find("[data-can=choose]").await;
    browser.fill("#typed", "a1-a4").await;
    // The screen is covered, and nothing under it tells the move.
    browser.find("#cover").await;
    browser.shot("covered").await;
    browser.click("#uncover").await;
    browser.gone("#cover").await;
    browser.find("[data-can=choose]").await;
    let page = browser.client.source().await.expect("the page");
    assert!(
        !page.contains("a1-a4"),
        "the other's sealed move is in the page"
    );
    browser.fill("#typed", "k11-k8").await;
    browser.says("#moves", "a1-a4").await;
    browser.shot("revealed").await;
    browser.end().await;
}

#[tokio::test]
async fn a_contest_is_started_and_watched() {
    let hall = Hall::open();
    let browser = Browser::start("contest", WIDE).await;
    browser.go(&format!("{}/contests", hall.address)).await;
    browser.click("#contest-game option[value=brandub]").await;
    browser
        .until(
            "document.querySelector('input[name=entrant][value=random]')",
            "the entrants",
        )
        .await;
    for level in ["random", "weak"] {
        let chosen = browser
            .run(&format!(
                "return document.querySelector('input[name=entrant][value={level}]').checked;"
            ))
            .await;
        if chosen == false {
            browser
                .click(&format!("input[name=entrant][value={level}]"))
                .await;
        }
    }
    browser.shot("form").await;
    browser.click("form.contest-form button[type=submit]").await;
    browser
        .until(
            "location.pathname.startsWith('/contests/')",
            "the contest's page",
        )
        .await;
    browser.find("main table").await;
    browser
        .until(
            "document.querySelector('main a[href*=\"/replay/\"]')",
            "a finished game",
        )
        .await;
    browser.shot("running").await;
    browser.end().await;
}
