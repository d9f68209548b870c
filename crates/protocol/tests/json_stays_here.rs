//! Checks that untyped JSON stays in `protocol`, at the edge of `catalog`, and in tests.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates that handle JSON without types; `testkit` is for tests only.
const UNTYPED: [&str; 3] = ["catalog", "protocol", "testkit"];

/// Names that give access to untyped JSON.
const FORBIDDEN: [&str; 5] = ["json!", "Value", "as_json", "AsJson", "to_value"];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// Whether a line has this as a whole word.
fn has_word(line: &str, word: &str) -> bool {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        !part(before) && (word.ends_with('!') || !part(after))
    })
}

/// Whether a line gets at untyped JSON. Parsers of arguments have an associated
/// type that is also called `Value`.
fn is_untyped(line: &str) -> bool {
    let line = line.replace("type Value =", "").replace("<Value =", "");
    FORBIDDEN.iter().any(|word| has_word(&line, word))
}

#[test]
fn no_other_crate_handles_untyped_json() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    for folder in fs::read_dir(crates).unwrap() {
        let folder = folder.unwrap();
        let name = folder.file_name();
        if !UNTYPED.iter().any(|untyped| name == *untyped) {
            let before = found.len();
            files(&folder.path().join("src"), &mut found);
            assert!(found.len() > before, "{name:?} has no files");
        }
    }
    let mut wrong = Vec::new();
    for path in found.iter().filter(|path| !path.ends_with("tests.rs")) {
        let text = fs::read_to_string(path).unwrap();
        // Unit tests are at the bottom of a file.
        let code = text
            .split("#[cfg(test)]\nmod tests")
            .next()
            .unwrap_or_default();
        let lines = code.lines().enumerate();
        for (number, line) in lines.filter(|(_, line)| !line.trim_start().starts_with("//")) {
            if is_untyped(line) {
                wrong.push(format!(
                    "{}:{}: {}",
                    path.display(),
                    number + 1,
                    line.trim()
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "give these a type in `protocol`:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn words_are_found_whole() {
    assert!(has_word("let x = json!({});", "json!"));
    assert!(has_word("use serde_json::{Map, Value};", "Value"));
    assert!(!has_word("let v: OptionValue = x;", "Value"));
    assert!(!has_word("RwSignal<StoredValue<u8>>", "Value"));
    assert!(is_untyped("let x: Value = read(text);"));
    assert!(!is_untyped("impl TypedValueParser<Value = T>"));
}
