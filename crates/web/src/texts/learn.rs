//! The rules of the games.

mod english;
mod german;

pub(super) use english::ENGLISH;
pub(super) use german::GERMAN;

/// What the rules pages say.
#[expect(missing_docs, reason = "the names say it, and the texts beside them")]
pub struct Learn {
    pub lead: &'static str,
    pub rules_of: &'static str,
    pub others: &'static str,
    pub contents: &'static str,
    pub try_play: &'static str,
    pub try_table: &'static str,
    pub play_this: &'static str,
    pub again: &'static str,
    pub step: &'static str,
    pub enters: &'static str,
    pub conflict: &'static str,
    pub refused: &'static str,
    pub won: &'static str,
    pub drawn: &'static str,
    pub automatafl: Rules,
    pub combo: Rules,
    pub brandub: Rules,
    pub game17: Rules,
}

impl Learn {
    /// The rules of a game.
    pub fn rules(&self, game: &str) -> Option<&Rules> {
        match game {
            "automatafl" => Some(&self.automatafl),
            "combo" => Some(&self.combo),
            "brandub" => Some(&self.brandub),
            "game17" => Some(&self.game17),
            _ => None,
        }
    }
}

/// The rules of a game.
pub struct Rules {
    /// The game in a sentence.
    pub lead: &'static str,
    /// The rules themselves.
    pub sections: &'static [Section],
}

/// A section of the rules.
pub struct Section {
    /// Its name in addresses.
    pub id: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What it consists of.
    pub parts: &'static [Part],
}

/// A part of a section.
pub enum Part {
    /// A paragraph.
    Say(&'static str),
    /// Points.
    List(&'static [&'static str]),
    /// Notation.
    Code(&'static str),
    /// A diagram to try.
    Try {
        /// Which.
        diagram: &'static str,
        /// What it is about.
        title: &'static str,
        /// What there is to see.
        caption: &'static str,
    },
}

const fn section(id: &'static str, title: &'static str, parts: &'static [Part]) -> Section {
    Section { id, title, parts }
}

const fn see(diagram: &'static str, title: &'static str, caption: &'static str) -> Part {
    Part::Try {
        diagram,
        title,
        caption,
    }
}
