//! What you read, in every language and at every width.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::driver::{Browser, Hall, WIDE};

/// The languages of the interface, by code.
const LANGUAGES: [&str; 2] = ["en", "de"];
/// Two phones, a tablet and a small laptop.
const WIDTHS: [u32; 4] = [320, 390, 1024, 1280];

const PAGES: [&str; 11] = [
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
];

/// What sticks out: of the window, of its card, or of its own box.
const STICKS_OUT: &str = "
    const out = [];
    const tell = (element, what) => out.push(`${what}: ${element.tagName} ${element.className} ${element.textContent.trim().slice(0, 60)}`);
    if (document.documentElement.scrollWidth > innerWidth) out.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const element of document.querySelectorAll('main .card, main button, main .button, main h1, main h2, main p, main select, main input, main li, header *')) {
        const box = element.getBoundingClientRect();
        if (box.width === 0) continue;
        if (box.right > innerWidth + 1) tell(element, 'out of the window');
        const around = element.parentElement.closest('.card, .cards');
        if (around && getComputedStyle(around).overflowX === 'visible' && box.right > around.getBoundingClientRect().right + 1) tell(element, 'out of its card');
        const cut = getComputedStyle(element).textOverflow === 'ellipsis';
        if (element.matches('button, .button') && !cut && element.scrollWidth > element.clientWidth + 1) tell(element, 'out of its box');
    }
    return out;";

/// All sentences and labels that can be read or heard.
const TEXTS: &str = "
    const found = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (!parent.closest('script, style, noscript, [aria-hidden=true], .notation, .mono, code, pre, [data-names]')) found.add(walker.currentNode.data.trim());
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        for (const element of document.querySelectorAll(`[${name}]`))
            if (!element.closest('[aria-hidden=true]')) found.add(element.getAttribute(name).trim());
    return [...found];";

async fn speak(browser: &Browser, hall: &Hall, language: &str) {
    browser.go(&hall.address).await;
    let keep = format!("localStorage.setItem('language', {});", json!(language));
    browser.run(&keep).await;
}

fn lines(value: &Value) -> Vec<String> {
    let lines = value.as_array().into_iter().flatten();
    lines
        .filter_map(|line| line.as_str().map(str::to_owned))
        .collect()
}

#[tokio::test]
async fn nothing_sticks_out_at_any_width_in_any_language() {
    let hall = Hall::open();
    let browser = Browser::start("widths", WIDE).await;
    let mut found = Vec::new();
    for language in LANGUAGES {
        speak(&browser, &hall, language).await;
        for page in PAGES {
            browser.go(&format!("{}/{page}", hall.address)).await;
            browser.find("main h1").await;
            for width in WIDTHS {
                browser.resize(width, 800).await;
                for line in lines(&browser.run(STICKS_OUT).await) {
                    found.push(format!("/{page} at {width} in {language}: {line}"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
    browser.end().await;
}

#[tokio::test]
async fn no_sentence_is_the_same_in_english_and_in_german() {
    let hall = Hall::open();
    let browser = Browser::start("german", WIDE).await;
    let mut read: Vec<BTreeSet<String>> = Vec::new();
    for language in LANGUAGES {
        speak(&browser, &hall, language).await;
        let mut texts = BTreeSet::new();
        for page in PAGES {
            browser.go(&format!("{}/{page}", hall.address)).await;
            browser.find("main h1").await;
            texts.extend(lines(&browser.run(TEXTS).await));
        }
        for game in ["automatafl", "combo", "brandub", "game17"] {
            browser.play(&hall.address, game).await;
            texts.extend(lines(&browser.run(TEXTS).await));
        }
        read.push(texts);
    }
    // A single word may be the same in both.
    let is_sentence = |text: &&String| {
        let words = text.split(|c: char| !c.is_alphabetic());
        words.filter(|word| word.len() > 2).count() > 1
    };
    let same: Vec<&String> = read[0].intersection(&read[1]).filter(is_sentence).collect();
    assert!(same.is_empty(), "{same:#?}");
    browser.end().await;
}
