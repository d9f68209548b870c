//! The files of all languages.

use std::path::Path;

use crate::fluent::{self, Message};
use crate::rules::{self, Rules};

/// The list of the languages.
pub const LIST: &str = "languages";

/// The folder of messages that are looked up by their names.
pub const LISTS: &str = "messages";

/// A language and everything in its folder.
pub struct Language {
    /// Its folder, and its code in browsers.
    pub code: String,
    /// Its name in the code.
    pub variant: String,
    /// What it calls itself.
    pub name: String,
    /// The files of messages that are methods.
    pub areas: Vec<Area>,
    /// The files of messages that are looked up by their names.
    pub lists: Vec<Area>,
    /// The rules of the games.
    pub games: Vec<Game>,
}

/// A file of messages.
pub struct Area {
    /// Its name without the ending.
    pub name: String,
    /// Where it is, for people.
    pub file: String,
    pub messages: Vec<Message>,
}

/// The rules of a game.
pub struct Game {
    /// Its name without the ending: the game's name in the code.
    pub name: String,
    /// Where it is, for people.
    pub file: String,
    pub rules: Rules,
}

impl Language {
    /// All files of messages.
    pub fn files(&self) -> impl Iterator<Item = &Area> {
        self.areas.iter().chain(&self.lists)
    }
}

impl Area {
    /// Where it is in the folder of its language.
    pub fn place(&self) -> &str {
        let place = self.file.split_once('/');
        place.map_or(&self.file, |(_, place)| place)
    }
}

/// Reads all languages in the list.
pub fn read(folder: &Path) -> Result<Vec<Language>, Vec<String>> {
    let list = text(&folder.join(LIST))?;
    let mut languages = Vec::new();
    let mut problems = Vec::new();
    let lines = list.lines().map(str::trim);
    for (number, line) in (1..).zip(lines) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let words: Vec<&str> = line.splitn(3, ' ').collect();
        let [code, variant, name] = words[..] else {
            problems.push(format!(
                "{LIST}:{number}: a line needs a folder, a name in the code and the language's own name"
            ));
            continue;
        };
        match language(folder, code, variant, name) {
            Ok(language) => languages.push(language),
            Err(more) => problems.extend(more),
        }
    }
    if languages.is_empty() && problems.is_empty() {
        problems.push(format!("{LIST} names no language"));
    }
    if problems.is_empty() {
        Ok(languages)
    } else {
        Err(problems)
    }
}

fn language(folder: &Path, code: &str, variant: &str, name: &str) -> Result<Language, Vec<String>> {
    let mut language = Language {
        code: code.to_owned(),
        variant: variant.to_owned(),
        name: name.to_owned(),
        areas: Vec::new(),
        lists: Vec::new(),
        games: Vec::new(),
    };
    let mut problems = Vec::new();
    let places = [
        (code.to_owned(), &mut language.areas),
        (format!("{code}/{LISTS}"), &mut language.lists),
    ];
    for (place, areas) in places {
        for name in names(&folder.join(&place), "ftl")? {
            let file = format!("{place}/{name}.ftl");
            match fluent::parse(&file, &text(&folder.join(&file))?) {
                Ok(messages) => areas.push(Area {
                    name,
                    file,
                    messages,
                }),
                Err(more) => problems.extend(more),
            }
        }
    }
    for name in names(&folder.join(code).join("rules"), "md")? {
        let file = format!("{code}/rules/{name}.md");
        match rules::parse(&file, &text(&folder.join(&file))?) {
            Ok(rules) => language.games.push(Game { name, file, rules }),
            Err(more) => problems.extend(more),
        }
    }
    if problems.is_empty() {
        Ok(language)
    } else {
        Err(problems)
    }
}

/// The names of the files in a folder without their ending, in order.
fn names(folder: &Path, ending: &str) -> Result<Vec<String>, Vec<String>> {
    let failed = |error| vec![format!("{}: {error}", folder.display())];
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|end| end == ending) {
            names.extend(path.file_stem().map(|name| name.to_string_lossy().into()));
        }
    }
    names.sort();
    Ok(names)
}

fn text(file: &Path) -> Result<String, Vec<String>> {
    std::fs::read_to_string(file).map_err(|error| vec![format!("{}: {error}", file.display())])
}
