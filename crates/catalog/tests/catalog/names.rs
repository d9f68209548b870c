//! Only the rules, the catalog and the players name games. All other crates treat them
//! alike, so a new game needs no change there.

use std::fs;
use std::path::{Path, PathBuf};

use catalog::GAMES;

/// The crates that have a part for each game.
const OF_GAMES: [&str; 6] = [
    "automatafl",
    "catalog",
    "combo",
    "game17",
    "players",
    "tafl",
];

/// Places that may name a game, with the highest number of lines that do, and the reason.
const EXCEPTIONS: &[(&str, usize, &str)] = &[
    ("game17-program/src", 8, "the original program of one game"),
    (
        "arena/src/python.rs",
        6,
        "its tests read modules of the original program",
    ),
    (
        "fuzz/src/records.rs",
        1,
        "it reads files of the original program",
    ),
    (
        "hall/src/game17.rs",
        20,
        "the command of the original program",
    ),
    (
        "hall/src/main.rs",
        4,
        "it mounts the command of the original program",
    ),
    (
        "web/src/texts.rs",
        4,
        "its test asks how games without a winner are called",
    ),
    (
        "words/src/lib.rs",
        1,
        "its test asks for the rules of a game",
    ),
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Whether a line names a game: by its id, by its name in one word, with a hyphen or with
/// an underscore, or by the crate of its rules.
fn names_a_game(line: &str) -> bool {
    let line = line.to_lowercase();
    let part = |c: char| c.is_ascii_alphanumeric();
    let is_whole = |at: usize, word: &str| {
        !line[..at].ends_with(part) && !line[at + word.len()..].starts_with(part)
    };
    let crates = OF_GAMES
        .iter()
        .filter(|name| !["catalog", "players"].contains(name));
    let mut words: Vec<String> = crates.map(|name| (*name).to_owned()).collect();
    for game in &GAMES {
        let name = game.name.to_lowercase();
        words.extend([" ", "-", "_"].map(|gap| name.replace(' ', gap)));
        words.push(game.id.to_owned());
    }
    // The product's own name begins with the name of a crate.
    words.iter().any(|word| {
        let mut found = line.match_indices(word.as_str());
        found.any(|(at, _)| word != "tafl" || is_whole(at, word))
    })
}

/// The lines of a file that name a game.
fn lines(path: &Path) -> Vec<String> {
    // A picture or a font names nothing.
    let text = fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| names_a_game(line));
    lines
        .map(|(number, line)| format!("{}: {}", number + 1, line.trim()))
        .collect()
}

#[test]
fn no_other_crate_names_a_game() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut problems = Vec::new();
    let mut looked_at = 0;
    for folder in fs::read_dir(crates).unwrap() {
        let folder = folder.unwrap().path();
        if OF_GAMES.iter().any(|name| folder.ends_with(name)) {
            continue;
        }
        let mut found = Vec::new();
        files(&folder.join("src"), &mut found);
        for path in &found {
            looked_at += 1;
            let place = path.strip_prefix(crates).unwrap();
            let allowed = EXCEPTIONS.iter().find(|(of, ..)| place.starts_with(of));
            let allowed = allowed.map_or(0, |(_, most, _)| *most);
            let lines = lines(path);
            if lines.len() > allowed {
                let most = format!("{} lines name a game, not {allowed}", lines.len());
                problems.push(format!(
                    "{}: {most}\n  {}",
                    place.display(),
                    lines.join("\n  ")
                ));
            }
        }
    }
    assert!(looked_at > 300, "only {looked_at} files");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn exceptions_are_there() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for (place, most, reason) in EXCEPTIONS {
        assert!(crates.join(place).exists(), "{place} is gone");
        assert!(*most > 0 && !reason.is_empty(), "{place}");
    }
}

#[test]
fn names_are_found_in_all_their_forms() {
    for named in [
        "\"game17\"",
        "Game 17",
        "game-17",
        "Brandub::INFO",
        "tafl::Board",
    ] {
        assert!(names_a_game(named), "{named}");
    }
    for unnamed in ["Taflhalla", "a game of 17 moves", "the first game"] {
        assert!(!names_a_game(unnamed), "{unnamed}");
    }
}
