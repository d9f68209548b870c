//! Everything the interface says. Each part has a struct and one value of it for
//! every language, so the compiler sees to it that nothing is left out.
//!
//! Where a name or a number belongs into a sentence it stands in braces, and
//! [`fill`] puts it there.

mod boards;
mod contests;
mod frame;
mod home;
mod learn;
mod replay;
mod rules;
mod table;

pub use boards::Boards;
pub use contests::Contests;
pub use frame::Frame;
pub use home::Home;
pub use learn::{Learn, Part, Rules, Section};
pub use replay::ReplayTexts;
pub use rules::{RulesTexts, board, capital, reason, said, told};
pub use table::TableTexts;

use leptos::prelude::*;
use leptos::reactive::graph::Observer;

use crate::app::App;
use crate::browser;

/// All texts of a language.
pub struct Texts {
    /// The frame around all pages.
    pub frame: Frame,
    /// The first page, new tables, lists of tables, ranks.
    pub home: Home,
    /// The page of a table.
    pub table: TableTexts,
    /// What is beside the boards.
    pub boards: Boards,
    /// The rules pages.
    pub learn: Learn,
    /// The page of recorded games.
    pub replay: ReplayTexts,
    /// Contests.
    pub contests: Contests,
    /// What the rules and the hall say.
    pub rules: RulesTexts,
}

static ENGLISH: Texts = Texts {
    frame: frame::ENGLISH,
    home: home::ENGLISH,
    table: table::ENGLISH,
    boards: boards::ENGLISH,
    learn: learn::ENGLISH,
    replay: replay::ENGLISH,
    contests: contests::ENGLISH,
    rules: rules::ENGLISH,
};

static GERMAN: Texts = Texts {
    frame: frame::GERMAN,
    home: home::GERMAN,
    table: table::GERMAN,
    boards: boards::GERMAN,
    learn: learn::GERMAN,
    replay: replay::GERMAN,
    contests: contests::GERMAN,
    rules: rules::GERMAN,
};

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// German.
    German,
}

impl Language {
    /// All there are.
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// Its code, as in `en`.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// What it calls itself.
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
        }
    }

    /// The language with this code; English for those that are not there.
    pub fn of(code: &str) -> Language {
        let wanted = code.split('-').next().unwrap_or_default();
        let found = Language::ALL
            .into_iter()
            .find(|language| language.code() == wanted);
        found.unwrap_or(Language::English)
    }

    /// What was chosen before, or what the browser prefers.
    pub fn first() -> Language {
        let wanted = browser::kept("language").or_else(|| window().navigator().language());
        Language::of(&wanted.unwrap_or_default())
    }

    /// Everything it says.
    pub fn texts(self) -> &'static Texts {
        match self {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
        }
    }
}

/// The texts in the language that is chosen. Whatever reads them inside a view
/// changes with the language.
pub fn t() -> &'static Texts {
    let language = App::here().language;
    match Observer::get() {
        Some(_) => language.get().texts(),
        None => language.get_untracked().texts(),
    }
}

/// Puts values into the braces of a sentence.
pub fn fill(sentence: &str, values: &[(&str, &str)]) -> String {
    let mut text = sentence.to_owned();
    for (name, value) in values {
        text = text.replace(&format!("{{{name}}}"), value);
    }
    text
}
