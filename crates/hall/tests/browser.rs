//! Journeys through the browser interface: Chromium, real clicks, pictures kept in
//! the target folder (`target/tmp/screens`).

#[path = "browser/driver.rs"]
mod driver;
#[path = "browser/everyone.rs"]
mod everyone;
#[path = "browser/games.rs"]
mod games;
#[path = "browser/languages.rs"]
mod languages;
#[path = "browser/pages.rs"]
mod pages;
#[path = "browser/together.rs"]
mod together;
