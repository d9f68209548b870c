//! The words of the browser interface, in every language.
//!
//! The words are in files that you can edit without knowing Rust. The crate turns them into Rust
//! while it is built, so a program carries only the words that it uses and reads no file.
//!
//! | file | contents |
//! |---|---|
//! | `languages` | the list of languages |
//! | `en/*.ftl`, `de/*.ftl` | messages, a file for each part of the interface, in [Fluent](https://projectfluent.org) |
//! | `en/rules/*.md`, `de/rules/*.md` | the rules of a game, in a small part of Markdown |
//! | `build/*.rs` | reads the files, checks them and writes the Rust source |
//!
//! A message is a method with its name, and the values that it needs are the arguments:
//!
//! ```
//! use words::Language;
//!
//! let english = Language::English.texts();
//! assert_eq!(english.home.play_now(), "Play now");
//! assert_eq!(english.table.turn(3), "Turn 3");
//! assert_eq!(english.home.days(1_u16), "1 day per move");
//! ```
//!
//! If a language lacks a message, has one too many or uses other values, the crate does not build,
//! and a sentence says where the mistake is.

use std::fmt::Display;

include!(concat!(env!("OUT_DIR"), "/words.rs"));

/// The rules of a game.
#[derive(Debug)]
pub struct Rules {
    /// The game in a sentence.
    pub lead: &'static str,
    /// The rules themselves.
    pub sections: &'static [Section],
}

/// A section of the rules.
#[derive(Debug)]
pub struct Section {
    /// Its name in addresses.
    pub id: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// Its paragraphs and diagrams.
    pub parts: &'static [Part],
}

/// A part of a section.
#[derive(Debug)]
pub enum Part {
    /// A paragraph.
    Say(&'static str),
    /// Points.
    List(&'static [&'static str]),
    /// Notation.
    Code(&'static str),
    /// A diagram to try.
    Try {
        /// Its name.
        diagram: &'static str,
        /// Its heading.
        title: &'static str,
        /// What there is to see.
        caption: &'static str,
    },
}

impl Language {
    /// The language with this code, such as `de` or `de-AT`; English if there is none.
    pub fn of(code: &str) -> Language {
        let wanted = code.split('-').next().unwrap_or_default();
        let found = Language::ALL
            .into_iter()
            .find(|language| language.code() == wanted);
        found.unwrap_or(Language::ALL[0])
    }

    /// Its words.
    pub fn texts(self) -> &'static Texts {
        &TEXTS[self as usize]
    }
}

impl Learn {
    /// The rules of a game.
    pub fn rules(self, game: &str) -> Option<&'static Rules> {
        rules_of(game).map(|all| &all[self.0 as usize])
    }
}

/// A number that a text depends on: "1 game", "2 games".
pub trait Count: Display {
    /// Whether the singular follows it. Both English and German use it only after 1.
    fn is_one(&self) -> bool;
}

macro_rules! counts {
    ($($number:ty),*) => {
        $(impl Count for $number {
            fn is_one(&self) -> bool {
                *self == 1
            }
        })*
    };
}

counts!(u8, u16, u32, u64, usize, i32, i64);

/// Puts values into a text. The character with the number 1 is replaced by the first of them,
/// and so on.
fn put(words: &str, values: &[&dyn Display]) -> String {
    let mut text = String::new();
    for letter in words.chars() {
        match values.get((letter as usize).wrapping_sub(1)) {
            Some(value) => text.push_str(&value.to_string()),
            None => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Language, put};

    #[test]
    fn values_replace_the_characters_with_their_numbers() {
        assert_eq!(put("\u{2} of \u{1}, \u{2}", &[&"a", &7]), "7 of a, 7");
    }

    #[test]
    fn an_unknown_language_is_english() {
        assert_eq!(Language::of("de-AT"), Language::German);
        assert_eq!(Language::of("fr"), Language::English);
    }

    #[test]
    fn the_singular_is_used_after_one_only() {
        let [english, german] = [Language::English, Language::German].map(Language::texts);
        assert_eq!(english.replay.win_in(1_u32), "wins in 1 move");
        assert_eq!(english.replay.win_in(0_u32), "wins in 0 moves");
        assert_eq!(german.replay.win_in(2_u32), "gewinnt in 2 Zügen");
        assert_eq!(german.table.not_your_turn(1_u8, "Anna"), "Anna ist am Zug.");
    }

    #[test]
    fn a_word_chooses_a_text_and_other_words_have_one_too() {
        let german = Language::German.texts();
        assert_eq!(german.home.level("strong"), "stark");
        assert_eq!(german.home.level("depth 6"), "depth 6");
    }

    #[test]
    fn unknown_games_have_no_rules() {
        let learn = Language::German.texts().learn;
        assert!(learn.rules("chess").is_none());
        assert!(learn.rules("combo").is_some());
    }
}
