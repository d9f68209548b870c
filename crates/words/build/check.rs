//! Every language says the same things: the same messages with the same values, the
//! same sections with the same diagrams and notation.

use crate::fluent::{Body, Kind, Message};
use crate::rules::{Part, Section};
use crate::source::{Area, Game, Language};

/// Compares all languages with the first. Gives a sentence for every difference.
pub fn check(languages: &[Language]) -> Result<(), Vec<String>> {
    let mut problems = Vec::new();
    let (first, others) = languages.split_first().expect("a language");
    for other in others {
        for area in first.files() {
            let place = area.place();
            match other.files().find(|there| there.place() == place) {
                Some(there) => areas(area, there, &mut problems),
                None => problems.push(format!("{}/{place} is missing", other.code)),
            }
        }
        for game in &first.games {
            let name = &game.name;
            match other.games.iter().find(|there| there.name == *name) {
                Some(there) => games(game, there, &mut problems),
                None => problems.push(format!("{}/rules/{name}.md is missing", other.code)),
            }
        }
        let areas = other.files().filter(|area| {
            let mut known = first.files();
            !known.any(|there| there.place() == area.place())
        });
        let games = other.games.iter().filter(|game| {
            let mut known = first.games.iter();
            !known.any(|there| there.name == game.name)
        });
        let files = areas.map(|area| &area.file);
        for file in files.chain(games.map(|game| &game.file)) {
            problems.push(format!("{file}: there is no such file in {}", first.code));
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

fn areas(first: &Area, other: &Area, problems: &mut Vec<String>) {
    for message in &first.messages {
        let id = &message.id;
        let origin = format!("{}:{}", first.file, message.line);
        let Some(there) = other.messages.iter().find(|there| there.id == *id) else {
            problems.push(format!(
                "{}: the message \"{id}\" is missing; it is in {origin}",
                other.file
            ));
            continue;
        };
        let place = format!("{}:{}", other.file, there.line);
        let (has, due) = (shape(there), shape(message));
        if has != due {
            problems.push(format!(
                "{place}: the message \"{id}\" has {has}, but in {origin} it has {due}"
            ));
        }
        let kinds = there.values();
        for (name, due) in message.values() {
            let known = kinds.iter().find(|(known, _)| *known == name);
            let kind = known.map_or(due, |(_, kind)| *kind);
            if kind != due && kind != Kind::Any && due != Kind::Any {
                problems.push(format!(
                    "{place}: ${name} in \"{id}\" is {}, but in {origin} it is {}",
                    kind.words(),
                    due.words()
                ));
            }
        }
    }
    for there in &other.messages {
        if !first.messages.iter().any(|message| message.id == there.id) {
            problems.push(format!(
                "{}:{}: there is no message \"{}\" in {}",
                other.file, there.line, there.id, first.file
            ));
        }
    }
}

/// What a message needs and gives, in words.
fn shape(message: &Message) -> String {
    match &message.body {
        Body::Lines(lines) => {
            let names = lines.iter().map(|(name, _)| format!(".{name}"));
            format!("the lines {}", listed(names))
        }
        Body::One(_) => {
            let values = message.values();
            let mut names: Vec<_> = values.iter().map(|(name, _)| format!("${name}")).collect();
            names.sort();
            if names.is_empty() {
                "no values".to_owned()
            } else {
                format!("the values {}", listed(names.into_iter()))
            }
        }
    }
}

fn games(first: &Game, other: &Game, problems: &mut Vec<String>) {
    let ids = |game: &Game| listed(game.rules.sections.iter().map(|section| section.id.clone()));
    let (has, due) = (ids(other), ids(first));
    if has != due {
        problems.push(format!(
            "{}: the sections are {has}, but in {} they are {due}",
            other.file, first.file
        ));
        return;
    }
    for (section, there) in first.rules.sections.iter().zip(&other.rules.sections) {
        let (has, due) = (fixed(there), fixed(section));
        if has != due {
            problems.push(format!(
                "{}:{}: the section \"{}\" has {has}, but in {}:{} it has {due}",
                other.file, there.line, section.id, first.file, section.line
            ));
        }
    }
}

/// What is the same in every language: the diagrams and the notation.
fn fixed(section: &Section) -> String {
    let parts = section.parts.iter().filter_map(|part| match part {
        Part::Try { diagram, .. } => Some(format!("the diagram {diagram}")),
        Part::Code(code) => Some(format!("the notation {code}")),
        Part::Say(_) | Part::List(_) => None,
    });
    let parts = listed(parts);
    if parts.is_empty() {
        "neither diagrams nor notation".to_owned()
    } else {
        parts
    }
}

fn listed(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
