//! Several browsers at one table.

use crate::driver::{Browser, Hall, WIDE};

/// Makes a table of Automatafl for people, and gives its address.
async fn automatafl_for(players: &str, browser: &Browser, hall: &Hall) -> String {
    browser
        .go(&format!("{}/new?game=automatafl", hall.address))
        .await;
    browser
        .click(&format!("#option-players option[value=\"{players}\"]"))
        .await;
    browser.click("form.form button[type=submit]").await;
    browser.find("#lobby").await;
    browser
        .client
        .current_url()
        .await
        .expect("an address")
        .to_string()
}

async fn sit(browser: &Browser, address: &str, seat: u16) {
    browser.go(address).await;
    browser.click(&format!("#sit-{seat}")).await;
    browser.click("#ready").await;
}

/// Types a move and waits until it is sealed.
async fn seal(browser: &Browser, action: &str) {
    browser.fill("#typed", action).await;
    browser.says("#sealed", action).await;
}

#[tokio::test]
async fn two_browsers_meet_in_a_conflict_and_see_no_leak() {
    let hall = Hall::open();
    let (ann, bo) = (
        Browser::start("ann", WIDE).await,
        Browser::start("bo", WIDE).await,
    );
    let address = automatafl_for("2", &ann, &hall).await;
    ann.click("#ready").await;
    sit(&bo, &address, 1).await;
    ann.find("#typed").await;
    bo.find("#typed").await;
    // Ann seals by two clicks, and changes it.
    ann.square(0, 0).await;
    ann.square(0, 3).await;
    ann.says("#sealed", "a1-a4").await;
    ann.square(1, 3).await;
    ann.square(1, 2).await;
    ann.says("#sealed", "b4-b3").await;
    ann.find(".arrow.sealed").await;
    ann.shot("sealed").await;
    bo.says("[data-seat=\"0\"] .state", "sealed").await;
    bo.shot("other-sealed").await;
    // Nothing that Bo's browser holds names Ann's move.
    let page = bo.client.source().await.expect("the page");
    assert!(
        !page.contains("b4-b3") && !page.contains("a1-a4"),
        "a sealed move leaks"
    );
    assert!(!bo.has(".arrow.sealed").await);
    // Both want b3.
    bo.fill("#typed", "b8-b3").await;
    for browser in [&ann, &bo] {
        browser.says("#conflict", "both chose b3").await;
        browser.until("document.querySelector('[data-square=\"1,2\"]').getAttribute('aria-label').includes('marked')", "a marked square").await;
        browser.shot("conflict").await;
    }
    // A marked square cannot be chosen.
    ann.square(1, 3).await;
    ann.square(1, 2).await;
    ann.says(".notice", "marked").await;
    seal(&ann, "b4-c4").await;
    bo.fill("#typed", "b8-c8").await;
    ann.says("#moves", "b4-c4").await;
    bo.says("#moves", "b4-c4").await;
    bo.gone("#conflict").await;
    bo.shot("after").await;
    ann.end().await;
    bo.end().await;
}

#[tokio::test]
async fn four_seats_play_at_once() {
    let hall = Hall::open();
    let first = Browser::start("four-0", WIDE).await;
    let address = automatafl_for("4", &first, &hall).await;
    first.click("#ready").await;
    let mut others = Vec::new();
    for seat in 1..4 {
        let browser = Browser::start(&format!("four-{seat}"), WIDE).await;
        sit(&browser, &address, seat).await;
        others.push(browser);
    }
    for (browser, action) in others.iter().zip(["k1-j1", "k11-j11", "a11-b11"]) {
        seal(browser, action).await;
    }
    // With the last move all are revealed.
    first.fill("#typed", "a1-b1").await;
    for browser in others.iter().chain([&first]) {
        browser.says("#moves", "a1-b1").await;
    }
    first.shot("revealed").await;
    for browser in others {
        browser.end().await;
    }
    first.end().await;
}

#[tokio::test]
async fn a_broken_line_comes_back_by_itself_and_nothing_is_lost() {
    let mut hall = Hall::open();
    let browser = Browser::start("reconnect", WIDE).await;
    browser.play(&hall.address, "automatafl").await;
    hall.kill();
    browser.find(".broken").await;
    browser.shot("broken").await;
    hall.start();
    browser.gone(".broken").await;
    browser.square(0, 0).await;
    browser.square(0, 1).await;
    browser.find("#moves li").await;
    browser.shot("again").await;
    // The console tells of the lost connection; that is what happened.
    let _ = browser.complaints().await;
    browser.end().await;
}

#[tokio::test]
async fn a_spectator_watches_and_chat_stays_text() {
    let hall = Hall::open();
    let (player, watcher) = (
        Browser::start("player", WIDE).await,
        Browser::start("watcher", WIDE).await,
    );
    player.play(&hall.address, "brandub").await;
    let address = player
        .client
        .current_url()
        .await
        .expect("an address")
        .to_string();
    watcher.go(&address).await;
    watcher.find("#observers").await;
    assert!(
        !watcher.has("[data-can]").await,
        "a spectator can touch nothing"
    );
    player.says("#observers", "Guest").await;
    let markup = "<img src=x onerror=alert(1)><b>bold</b>";
    player.fill("#say", markup).await;
    watcher.says("#talk", markup).await;
    assert!(
        !watcher.has("#talk img").await && !watcher.has("#talk b").await,
        "markup became markup"
    );
    player.square(3, 0).await;
    player.square(2, 0).await;
    watcher.says("#moves", "d1-c1").await;
    watcher.shot("watching").await;
    player.click("#resign").await;
    player.click("#resign-sure").await;
    watcher.find("#result").await;
    watcher.shot("result").await;
    player.end().await;
    watcher.end().await;
}
