//! Fuzz targets for everything that reads input from strangers.
//!
//! A [`Target`] is a function of bytes that panics if a property does not hold: values
//! stay the same when they are written and read, refused input changes nothing, listed
//! moves are legal. Its work for one input is limited.
//!
//! | module | contents |
//! |---|---|
//! | [`games`] | moves, positions, states and options of all games |
//! | [`bots`] | answers of bots, and requests to them |
//! | [`referee`] | lines for `hall referee` |
//! | [`messages`] | messages of clients, and a hall that receives them |
//! | [`contests`] | journals and plans of contests |
//! | [`records`] | records of games, and game files of the original program |
//! | [`mutate`] | small changes of inputs, for `cargo test` |
//!
//! `cargo test` runs every target on its corpus and on a few thousand changes of it.
//! `cargo xtask fuzz NAME` runs one for as long as you like, guided by coverage. In
//! most targets, an input begins with a letter that chooses a game.
//!
//! ```
//! let target = fuzz::target("moves").unwrap();
//! (target.run)(b"ad1-c1\nd2-c2");
//! ```

pub mod bots;
pub mod contests;
pub mod games;
pub mod messages;
pub mod mutate;
pub mod records;
pub mod referee;

use std::path::{Path, PathBuf};

/// A function that reads input from strangers, with the properties that must hold.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Its purpose, in one line.
    pub what: &'static str,
    /// Panics if a property does not hold.
    pub run: fn(&[u8]),
}

const fn new(name: &'static str, what: &'static str, run: fn(&[u8])) -> Target {
    Target { name, what, run }
}

/// All targets.
pub const TARGETS: [Target; 13] = [
    new("moves", "moves in notation, one in a line", games::moves),
    new("positions", "positions in notation", games::positions),
    new("states", "states in JSON", games::states),
    new("options", "options of games in JSON", games::options),
    new("answers", "answers of bots, one in a line", bots::answers),
    new("requests", "requests to bots", bots::requests),
    new("referee", "lines for hall referee", referee::lines),
    new("messages", "messages of clients", messages::messages),
    new(
        "hall",
        "a hall that gets messages of two people, one in a line",
        messages::hall,
    ),
    new("journals", "journals of contests", contests::journals),
    new("plans", "plans of contests", contests::plans),
    new("records", "records of games", records::records),
    new(
        "files",
        "game files of the original program",
        records::files,
    ),
];

/// The most bytes that a target reads.
pub const LONGEST: usize = 8 << 10;

/// The target with this name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// The folder with the committed inputs of a target.
pub fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(name)
}

/// The input as text, if it is UTF-8 and not too long.
fn text(data: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(data).ok();
    text.filter(|text| text.len() <= LONGEST)
}
