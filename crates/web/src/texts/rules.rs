//! What the rules and the hall say: why a game ended, what seats, squares and
//! options are called, what a step did, why something was refused. They say it in
//! English, or in a word for programs; here it is looked up.

mod english;
mod german;
mod phrases;
#[cfg(test)]
mod tests;

use english::ENGLISH;
use german::GERMAN;
use phrases::Phrase;

use super::{Language, language};

/// Words and sentences of the rules, and what to say instead.
pub struct RulesTexts {
    /// Why games end, by the word in records.
    reasons: &'static [(&'static str, &'static str)],
    /// Boards of ranks that are not named like a game.
    boards: &'static [(&'static str, &'static str)],
    /// Everything else that is said, in groups.
    phrases: &'static [&'static [Phrase]],
    /// What stands between phrases that make up a clause.
    joints: &'static [Phrase],
}

fn find(list: &'static [(&'static str, &'static str)], text: &str) -> Option<&'static str> {
    let found = list.iter().find(|(known, _)| *known == text);
    found.map(|(_, said)| *said)
}

/// What is said in the language of the page.
fn words() -> &'static RulesTexts {
    of(language())
}

/// What is said in a language.
pub fn of(language: Language) -> &'static RulesTexts {
    match language {
        Language::German => &GERMAN,
        _ => &ENGLISH,
    }
}

/// Why a game ended, in words.
pub fn reason(word: &str) -> String {
    let known = find(words().reasons, word);
    known.map_or_else(|| word.replace('-', " "), str::to_owned)
}

/// With a large letter at the beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// What the ranks of a board are called.
pub fn board(id: &str) -> String {
    let game = catalog::GAMES.iter().find(|info| info.id == id);
    let known = game
        .map(|info| info.name)
        .or_else(|| find(words().boards, id));
    known.unwrap_or(id).to_owned()
}

/// What the rules say or call something, in the language of the page. A sentence
/// that is not known stays as it is.
pub fn told(text: &str) -> String {
    words().told(text)
}

/// What the rules or the hall say in the language of the page, as a sentence.
pub fn said(text: &str) -> String {
    as_sentence(told(text))
}

/// With a large letter at the beginning and a full stop at the end, unless it is a
/// single word.
fn as_sentence(text: String) -> String {
    // A name such as `d4` in the first place stays as it is.
    let first = text.split(|c: char| !c.is_alphanumeric()).next();
    let is_sentence = text.contains(' ')
        && first.is_some_and(|word| word.len() > 1 && word.chars().all(char::is_alphabetic));
    if !is_sentence {
        return text;
    }
    let mut text = capital(&text);
    if !text.ends_with(['.', '!', '?', ')']) {
        text.push('.');
    }
    text
}
