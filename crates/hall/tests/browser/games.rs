//! A full game of each kind against the computer, from the first click.

use serde_json::{Value, json};

use crate::driver::{Browser, Hall, PHONE, WIDE};

/// Makes a table by the form.
async fn new_table(browser: &Browser, hall: &Hall, game: &str, options: &[(&str, &str)]) {
    browser
        .go(&format!("{}/new?game={game}", hall.address))
        .await;
    browser.find("#sitter-1 option[value=random]").await;
    if !options.is_empty() {
        browser.click("form.form summary").await;
    }
    for (name, value) in options {
        let css = format!("#option-{name}");
        let field = browser.find(&css).await;
        field.clear().await.expect("a field");
        field.send_keys(&format!("{value}\t")).await.expect("keys");
    }
    for select in ["#sitter-1", "#sitter-2", "#sitter-3"] {
        if browser.has(select).await {
            browser
                .click(&format!("{select} option[value=random]"))
                .await;
        }
    }
    browser.click("form.form button[type=submit]").await;
    browser.click("#ready").await;
    browser.find("#your-move").await;
}

/// Makes a table over the network, with the browser's own identity.
async fn ask_for_table(browser: &Browser, hall: &Hall, new: &Value) {
    browser.go(&hall.address).await;
    browser.find("#play-combo").await;
    let script = format!(
        "const made = await fetch('/api/v1/tables', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: JSON.stringify({new})}}); \
         return (await made.json()).table;"
    );
    let table = browser.client.execute_async(
        &format!("const done = arguments[arguments.length - 1]; (async () => {{ {script} }})().then(done);"),
        Vec::new(),
    ).await.expect("a table");
    let table = table.as_str().expect("a table").to_owned();
    browser.go(&format!("{}/t/{table}", hall.address)).await;
    browser.click("#ready").await;
}

/// A legal touch: some square that can be chosen or entered now, or nothing.
async fn touchable(browser: &Browser, can: &str, pick: usize) -> Option<(u8, u8)> {
    let script = format!(
        "return [...document.querySelectorAll('[data-can={can}]')].map(square => square.dataset.square);"
    );
    let squares = browser.run(&script).await;
    let squares = squares.as_array().cloned().unwrap_or_default();
    let square = squares
        .get(pick % squares.len().max(1))
        .and_then(Value::as_str)?
        .to_owned();
    let (x, y) = square.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

/// Plays by clicks until the result is shown. Which squares are clicked follows
/// from the number of the move, so a failure comes again.
async fn play_to_the_end(browser: &Browser, most: usize) {
    for number in 0..most {
        browser
            .until(
                "document.querySelector('#result') || document.querySelector('[data-can=choose]')",
                "the next turn",
            )
            .await;
        if browser.has("#result").await {
            return;
        }
        let Some((x, y)) = touchable(browser, "choose", number * 7 + 3).await else {
            continue;
        };
        browser.square(x, y).await;
        let Some((x, y)) = touchable(browser, "enter", number * 5 + 1).await else {
            browser.square(x, y).await;
            continue;
        };
        let before = browser
            .run("return document.querySelectorAll('#moves li').length;")
            .await;
        browser.square(x, y).await;
        browser.until(
            // Where moves met in a conflict, others are entered.
            &format!("document.querySelector('#result, #conflict') || document.querySelectorAll('#moves li').length > {before}"),
            "the move to be made",
        ).await;
    }
    panic!("the game does not end within {most} moves");
}

#[tokio::test]
async fn brandub_is_played_to_its_end() {
    let hall = Hall::open();
    let browser = Browser::start("brandub", WIDE).await;
    new_table(&browser, &hall, "brandub", &[]).await;
    browser.shot("start").await;
    play_to_the_end(&browser, 400).await;
    browser.shot("end").await;
    assert!(!browser.text("#result-title").await.is_empty());
    browser.end().await;
}

#[tokio::test]
async fn automatafl_is_played_to_its_end() {
    let hall = Hall::open();
    let browser = Browser::start("automatafl", WIDE).await;
    new_table(&browser, &hall, "automatafl", &[("max_turns", "5")]).await;
    browser.find(".see").await;
    browser.shot("start").await;
    play_to_the_end(&browser, 60).await;
    browser.shot("end").await;
    browser.end().await;
}

#[tokio::test]
async fn combo_is_played_to_its_end() {
    let hall = Hall::open();
    let browser = Browser::start("combo", WIDE).await;
    // A small board, so that the game is short.
    let new = json!({
        "game": "combo", "seat": 0, "computers": [null, "random"],
        "options": {"position": "w2,w2,w2/x3/b3,b3,b3 b"},
    });
    ask_for_table(&browser, &hall, &new).await;
    // Splitting: choose a stack, send one.
    browser.square(1, 2).await;
    browser.find("#amount").await;
    browser.shot("split").await;
    browser
        .find("[data-square=\"1,2\"]")
        .await
        .send_keys("1")
        .await
        .expect("a digit");
    browser.says(".amount output", "1").await;
    browser.square(1, 1).await;
    browser.says("#moves", "b3-b2=1").await;
    play_to_the_end(&browser, 200).await;
    browser.shot("end").await;
    browser.end().await;
}

#[tokio::test]
async fn game_17_is_played_to_its_end_on_a_phone() {
    let hall = Hall::open();
    let browser = Browser::start("game17-phone", PHONE).await;
    new_table(
        &browser,
        &hall,
        "game17",
        &[("players", "2"), ("rounds", "4")],
    )
    .await;
    browser.find("#end-turn").await;
    browser.shot("start").await;
    for turn in 0..8 {
        browser
            .until(
                "document.querySelector('#result') || document.querySelector('#end-turn')",
                "the next turn",
            )
            .await;
        if browser.has("#result").await {
            break;
        }
        if let Some((x, y)) = touchable(&browser, "choose", turn).await {
            browser.square(x, y).await;
            if let Some((x, y)) = touchable(&browser, "enter", turn).await {
                browser.square(x, y).await;
                browser.find(".order-list li").await;
                browser.shot("order").await;
            }
        }
        let round = browser
            .run("return document.querySelector('#round')?.textContent;")
            .await;
        browser.click("#end-turn").await;
        browser.until(
            &format!("document.querySelector('#result') || document.querySelector('#round')?.textContent !== {round}"),
            "the next round",
        ).await;
    }
    browser.find("#result").await;
    browser.shot("end").await;
    browser.end().await;
}

#[tokio::test]
async fn who_has_no_squares_left_begins_another_game() {
    let hall = Hall::open();
    let browser = Browser::start("another", WIDE).await;
    // Who has one piece and does nothing is overrun soon, as a rule before the others
    // are.
    let new = json!({
        "game": "game17", "seat": 0, "computers": [null, "weak", "weak", "weak"],
        "options": {"players": 4, "size": 10, "pieces": 1},
    });
    'games: for _ in 0..10 {
        ask_for_table(&browser, &hall, &new).await;
        loop {
            let end = browser.find("#end-turn, #another, #result").await;
            let id = end.attr("id").await.expect("an element");
            match id.as_deref() {
                Some("end-turn") => {
                    // It may be gone in the meantime.
                    end.click().await.ok();
                    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
                }
                Some("another") => break 'games,
                _ => break,
            }
        }
    }
    browser.says("#prompt", "no squares left").await;
    let before = browser.run("return location.href;").await;
    browser.shot("lost").await;
    browser.click("#another").await;
    browser
        .until(&format!("location.href !== {before}"), "a table")
        .await;
    browser.find("#end-turn, #another").await;
    assert_eq!(
        browser
            .run("return document.querySelectorAll('[data-square]').length;")
            .await,
        100,
        "the same board"
    );
    browser.end().await;
}

#[tokio::test]
async fn play_now_needs_one_click_in_every_game() {
    let hall = Hall::open();
    let browser = Browser::start("play-now", WIDE).await;
    for game in ["automatafl", "combo", "brandub", "game17"] {
        browser.play(&hall.address, game).await;
        browser.shot(game).await;
    }
    browser.end().await;
}

#[tokio::test]
async fn a_record_that_comes_late_does_not_take_the_place_of_the_game() {
    let hall = Hall::open();
    let browser = Browser::start("late", WIDE).await;
    browser.go(&hall.address).await;
    browser.find("#play-game17").await;
    // The others move before the person: the page fetches what it missed, and goes on
    // to hear of more. The first answer is held back until all have moved.
    browser
        .run(
            "const fetch = window.fetch;
             window.held = 'nothing';
             window.fetch = async (...arguments) => {
                 const answer = await fetch(...arguments);
                 if (String(arguments[0]).includes('/record') && window.held === 'nothing') {
                     window.held = 'held';
                     await new Promise(done => setTimeout(done, 8000));
                     setTimeout(() => { window.held = 'given'; }, 500);
                 }
                 return answer;
             };",
        )
        .await;
    browser.click("#play-game17").await;
    browser
        .until("window.held === 'given'", "the late answer")
        .await;
    browser.find("[data-can=choose], #another").await;
    browser.end().await;
}

/// Moves that make a board worth looking at.
fn opening(game: &str) -> &'static [&'static str] {
    match game {
        "automatafl" => &["b8-d8", "e11-e9", "j4-h4"],
        "combo" => &["d7-d6=1", "f7-f6=1", "d8-d7=1"],
        "brandub" => &["d1-e1", "a4-a3"],
        _ => &["-", "-", "-"],
    }
}

#[tokio::test]
#[ignore = "makes the pictures of the README: `cargo xtask pictures`"]
async fn pictures_for_the_readme() {
    let usual = concat!(env!("CARGO_TARGET_TMPDIR"), "/pictures");
    let folder = std::env::var("PICTURES").unwrap_or_else(|_| usual.to_owned());
    std::fs::create_dir_all(&folder).expect("a folder");
    let hall = Hall::open();
    let browser = Browser::start("picture", (1340, 800)).await;
    for game in ["automatafl", "combo", "brandub", "game17"] {
        for theme in ["light", "dark"] {
            browser.go(&hall.address).await;
            browser.run(&format!("localStorage.setItem('theme', {}); localStorage.setItem('hint-{game}', 'seen');", json!(theme))).await;
            browser.play(&hall.address, game).await;
            for (number, action) in opening(game).iter().enumerate() {
                browser.find("[data-can=choose]").await;
                browser.fill("#typed", action).await;
                let many = number + 1;
                browser.until(
                    &format!("document.querySelectorAll('#moves li').length >= {many} && document.querySelector('[data-can=choose]')"),
                    "the next turn",
                ).await;
            }
            if let Some((x, y)) = touchable(&browser, "choose", 3).await {
                browser.square(x, y).await;
            }
            tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
            let path = browser.shot(&format!("{game}-{theme}")).await;
            std::fs::copy(path, format!("{folder}/{game}-{theme}.png")).expect("a file");
        }
    }
    browser.end().await;
}
