//! Everything the interface says: the words are in the crate `words`, what the rules and
//! the hall say is looked up in `rules`.

mod rules;

#[cfg(test)]
pub use rules::of as rules_of;
pub use rules::{board, capital, reason, said, told};
pub use words::{Language, Part, Section, Texts};

use leptos::prelude::*;
use leptos::reactive::graph::Observer;
use protocol::SeatView;

use crate::app::App;
use crate::browser;

/// The language that the reader chose before, or that the browser prefers.
pub fn first_language() -> Language {
    let wanted = browser::kept("language").or_else(|| window().navigator().language());
    Language::of(&wanted.unwrap_or_default())
}

/// The words of the chosen language. A view that reads them changes with the language.
pub fn t() -> &'static Texts {
    language().texts()
}

fn language() -> Language {
    let language = App::here().language;
    match Observer::get() {
        Some(_) => language.get(),
        None => language.get_untracked(),
    }
}

/// A name, translated if it comes from the hall.
pub fn person(name: &str) -> String {
    match name.strip_prefix("Guest ") {
        Some(number) if number.bytes().all(|digit| digit.is_ascii_digit()) => {
            t().frame.guest(number)
        }
        _ => name.to_owned(),
    }
}

/// The name of the person or computer on a seat.
pub fn sitter(place: &SeatView) -> Option<String> {
    match (&place.name, &place.computer) {
        (Some(name), _) => Some(person(name)),
        (None, Some(level)) => Some(t().home.level(level)),
        (None, None) => None,
    }
}

/// Names in a sentence: "Anna, Bo and Cy".
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [names @ .., last] => t().frame.listed(names.join(", "), last),
    }
}

/// The name for a game that no seat wins.
pub fn unwon(game: &str, reason: &str) -> &'static str {
    unwon_in(t(), game, reason)
}

fn unwon_in(texts: &Texts, game: &str, reason: &str) -> &'static str {
    match (game, reason) {
        (_, "aborted") => texts.table.no_result(),
        (_, "agreed") => texts.table.drawn(),
        // The owner with the most squares wins; if it is not a seat, zombies win.
        ("game17", _) => texts.table.zombies_win(),
        _ => texts.table.drawn(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Language, unwon_in};

    #[test]
    fn a_game_that_no_seat_wins_is_drawn_or_the_zombies_or_has_no_result() {
        let english = Language::English.texts();
        assert_eq!(unwon_in(english, "game17", "rounds"), "The zombies win");
        assert_eq!(unwon_in(english, "game17", "agreed"), "A draw");
        assert_eq!(unwon_in(english, "automatafl", "max-turns"), "A draw");
        assert_eq!(unwon_in(english, "game17", "aborted"), "Aborted");
    }
}
