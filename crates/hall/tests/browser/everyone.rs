//! For everyone: keyboard, screen readers, speed.

use serde_json::json;

use crate::driver::{Browser, Hall, WIDE};

#[tokio::test]
async fn a_game_is_played_with_the_keyboard_alone() {
    let hall = Hall::open();
    let browser = Browser::start("keyboard", WIDE).await;
    browser.go(&hall.address).await;
    browser
        .find("#play-brandub")
        .await
        .send_keys("\u{e007}")
        .await
        .expect("enter");
    browser.find("[data-can=choose]").await;
    // The first square has the focus when one comes to the board; walk to d1, choose it, walk
    // one to the left, enter it.
    let keys = "\u{e014}\u{e014}\u{e014} \u{e012} ";
    let first = browser.find("[data-square=\"0,0\"]").await;
    first.send_keys(keys).await.expect("keys");
    browser.says("#moves", "d1-c1").await;
    // Typed moves, in notation; what is wrong is said.
    browser.until("document.querySelectorAll('#moves li').length >= 2 && document.querySelector('#typed')", "the answer").await;
    browser.fill("#typed", "z9-z8").await;
    browser.find(".notice p").await;
    browser.fill("#typed", "c1-b1").await;
    browser.says("#moves", "c1-b1").await;
    // The live region tells what happened.
    browser
        .until(
            "document.querySelector('.unseen[aria-live]').textContent.length > 0",
            "a spoken move",
        )
        .await;
    browser.shot("played").await;
    browser.end().await;
}

#[tokio::test]
async fn squares_have_names_for_screen_readers() {
    let hall = Hall::open();
    let browser = Browser::start("names", WIDE).await;
    browser.play(&hall.address, "automatafl").await;
    let square = browser.find("[data-square=\"5,5\"]").await;
    let name = square
        .attr("aria-label")
        .await
        .expect("an attribute")
        .expect("a name");
    assert!(name.contains("automaton"), "{name}");
    browser.end().await;
}

/// How long something takes in the browser, in milliseconds: from a click to the
/// next picture, several times.
async fn measured(browser: &Browser, square: &str) -> Vec<f64> {
    let script = format!(
        "const done = arguments[arguments.length - 1];
         const times = [];
         const once = () => {{
           const square = document.querySelector('[data-square=\"{square}\"]');
           const area = square.getBoundingClientRect();
           const at = {{bubbles: true, button: 0, clientX: area.x + area.width / 2, clientY: area.y + area.height / 2}};
           const began = performance.now();
           square.dispatchEvent(new PointerEvent('pointerdown', at));
           square.dispatchEvent(new PointerEvent('pointerup', at));
           requestAnimationFrame(() => setTimeout(() => {{
             times.push(performance.now() - began);
             times.length < 10 ? once() : done(times);
           }}));
         }};
         once();"
    );
    let times = browser
        .client
        .execute_async(&script, Vec::new())
        .await
        .expect("times");
    times
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(serde_json::Value::as_f64)
        .collect()
}

#[tokio::test]
async fn the_board_answers_a_click_at_once() {
    let hall = Hall::open();
    let browser = Browser::start("speed", WIDE).await;
    for (game, square) in [("brandub", "3,0"), ("automatafl", "0,0"), ("combo", "0,6")] {
        browser.play(&hall.address, game).await;
        let mut times = measured(&browser, square).await;
        times.sort_by(f64::total_cmp);
        // Each click chose or let go: after ten of them nothing is chosen. Times are
        // shown, not judged: this machine may be busy.
        println!(
            "{game}: a click is answered in {:.1} ms (median), {:.1} ms (longest)",
            times[5], times[9]
        );
        assert!(!browser.has("[data-can=leave]").await);
    }
    browser.end().await;
}

#[tokio::test]
async fn a_turn_of_game_17_is_drawn_quickly() {
    let hall = Hall::open();
    let browser = Browser::start("game17-speed", WIDE).await;
    let mut times: Vec<f64> = Vec::new();
    // The others' turns are shown in a given time, so a busy machine draws fewer
    // pictures of them, and a game can be lost early: as many turns are ended, and as
    // many games begun, as it takes.
    while times.len() < 20 {
        browser.play(&hall.address, "game17").await;
        // From one picture to the next while the others' turns go by: what the page
        // itself does in between, without waiting for the screen.
        browser
            .run(
                "window.times = [];
                 const seen = new MutationObserver(() => { if (window.began !== undefined) { window.times.push(performance.now() - window.began); window.began = undefined; } });
                 seen.observe(document.querySelector('.lands'), {subtree: true, childList: true, attributes: true, characterData: true});
                 const frame = () => { window.began = performance.now(); requestAnimationFrame(frame); };
                 requestAnimationFrame(frame);",
            )
            .await;
        let mut drawn = Vec::new();
        while times.len() + drawn.len() < 20 && browser.has("#end-turn").await {
            let round = "document.querySelector('#round')?.textContent";
            let before = browser.run(&format!("return {round};")).await;
            browser.click("#end-turn").await;
            let expression = format!(
                "document.querySelector('#another, #result') || document.querySelector('#end-turn') && {round} !== {before}"
            );
            browser.until(&expression, "the next turn").await;
            let all = browser.run("return window.times;").await;
            drawn = serde_json::from_value(all).expect("times");
        }
        times.append(&mut drawn);
    }
    times.sort_by(f64::total_cmp);
    println!(
        "game17: a turn is drawn in {:.1} ms (median), {:.1} ms (longest of {})",
        times[times.len() / 2],
        times[times.len() - 1],
        times.len()
    );
    browser.end().await;
}

#[tokio::test]
async fn no_page_has_a_violation_that_axe_finds() {
    let axe = std::env::var("AXE")
        .ok()
        .map(|path| std::fs::read_to_string(path).expect("axe"));
    let axe = axe.expect("AXE names the file axe.min.js (`cargo xtask test` sees to that)");
    let hall = Hall::open();
    let browser = Browser::start("axe", WIDE).await;
    let mut found = Vec::new();
    for theme in ["light", "dark"] {
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
            "play-automatafl",
            "play-combo",
            "play-brandub",
            "play-game17",
        ] {
            let game = page.strip_prefix("play-");
            let address = format!("{}/{}", hall.address, game.map_or(page, |_| ""));
            browser.go(&address).await;
            browser
                .run(&format!("localStorage.setItem('theme', {})", json!(theme)))
                .await;
            match game {
                Some(game) => browser.play(&address, game).await,
                None => browser.go(&address).await,
            }
            browser.find("main h1").await;
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
            browser.run(&axe).await;
            let result = browser.client.execute_async(
                "const done = arguments[arguments.length - 1]; axe.run().then(result => done(result.violations.map(v => v.id + ': ' + v.help + ' at ' + v.nodes.map(n => n.target.join(' ') + ' ' + (n.any[0]?.message ?? '')).slice(0, 3).join(' | '))));",
                Vec::new(),
            ).await.expect("axe runs");
            for violation in result.as_array().expect("a list") {
                found.push(format!("{theme} /{page}: {violation}"));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
    browser.end().await;
}
