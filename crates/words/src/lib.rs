//! Everything that people read, in every language.
//!
//! The words are in files that you can edit without knowing Rust. The crate turns them into Rust
//! while it is built, so a program carries only the words that it uses and reads no file.
//!
//! | file | contents |
//! |---|---|
//! | `languages` | the list of languages |
//! | `en/*.ftl`, `de/*.ftl` | messages, a file for each part of the interface, in [Fluent](https://projectfluent.org) |
//! | `en/messages/*.ftl` | messages that the rules and the hall say, found by their names |
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
//! What the rules and the hall say is a [`Message`](game::Message); [`Language::say`] says it:
//!
//! ```
//! use game::message;
//! use words::Language;
//!
//! let full = message!("table.taken", seat = 1);
//! assert_eq!(Language::English.say(&full), "seat 1 is taken");
//! assert_eq!(Language::German.sentence(&full), "Platz 1 ist besetzt.");
//! ```
//!
//! If a language lacks a message, has one too many or uses other values, the crate does not build,
//! and a sentence says where the mistake is.

mod say;

use std::fmt::Display;

pub use say::{capital, values_of};

use say::Entry;

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

    /// The language that a client likes best, by its header `Accept-Language`; English if
    /// there is none of those it names.
    pub fn accepted(header: &str) -> Language {
        let wishes = header.split(',').filter_map(|wish| {
            let (code, quality) = wish.split_once(';').unwrap_or((wish, "q=1"));
            let code = code.trim().split('-').next()?;
            let quality = quality.trim().strip_prefix(['q', 'Q'])?;
            let quality = quality.trim_start().strip_prefix('=')?.trim().parse();
            let quality: f32 = quality.ok().filter(|much| *much > 0.0)?;
            let known = Language::ALL.into_iter();
            let language = known
                .into_iter()
                .find(|one| code.eq_ignore_ascii_case(one.code()))?;
            Some((language, quality))
        });
        // Of equals, the first.
        let best = wishes.reduce(|best, wish| if wish.1 > best.1 { wish } else { best });
        best.map_or(Language::ALL[0], |(language, _)| language)
    }

    /// The language of a terminal, from `LC_ALL`, `LC_MESSAGES` and `LANG`, whichever is set
    /// first; English if there is none for it.
    pub fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Language {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter();
        let mut set = names.filter_map(variable).filter(|value| !value.is_empty());
        let locale = set.next().unwrap_or_default();
        Language::of(&locale.replace(['_', '.'], "-"))
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
    fn a_header_names_languages_by_preference() {
        let cases = [
            ("", Language::English),
            ("de", Language::German),
            ("de-AT,de;q=0.9,en;q=0.8", Language::German),
            ("en-GB, de;q=0.5", Language::English),
            ("fr, de;q=0.3, en;q=0.2", Language::German),
            ("en; q=0.5, de; Q = 0.9", Language::German),
            ("fr, *;q=0.1", Language::English),
            ("de;q=0, en;q=x", Language::English),
        ];
        for (header, language) in cases {
            assert_eq!(Language::accepted(header), language, "{header}");
        }
    }

    #[test]
    fn a_locale_names_the_language_of_a_terminal() {
        let of = |set: &'static [(&str, &str)]| {
            Language::of_locale(|wanted| {
                let found = set.iter().find(|(name, _)| *name == wanted);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(of(&[]), Language::English);
        assert_eq!(of(&[("LANG", "de_DE.UTF-8")]), Language::German);
        assert_eq!(
            of(&[("LANG", "de_DE"), ("LC_MESSAGES", "C")]),
            Language::English
        );
        assert_eq!(of(&[("LC_ALL", ""), ("LANG", "de")]), Language::German);
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
