//! Everything the interface says, in the language of the page. The words are in the crate
//! `words`.

pub use words::{Language, Part, Section, Texts, capital};

use game::{Message, Seat, Tell};
use leptos::prelude::*;
use leptos::reactive::graph::Observer;
use protocol::SeatView;
use protocol::rest::RefusalBody;

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

/// What the rules say or call something.
pub fn told(what: &(impl Tell + ?Sized)) -> String {
    language().tell(&what.tell())
}

/// Something that is shown in the language of the page.
pub trait Shown {
    /// In a sentence.
    fn shown(&self) -> String;
}

impl Shown for &str {
    fn shown(&self) -> String {
        (*self).to_owned()
    }
}

impl Shown for String {
    fn shown(&self) -> String {
        self.clone()
    }
}

impl Shown for Message {
    fn shown(&self) -> String {
        language().sentence(self)
    }
}

impl Shown for RefusalBody {
    fn shown(&self) -> String {
        // A newer hall may say what this page does not know.
        match self.message.as_ref().and_then(catalog::known_message) {
            Some(message) => message.shown(),
            None => self.reason.clone(),
        }
    }
}

/// Why a game ended, by the word in records.
pub fn reason(word: &str) -> String {
    language().say(&catalog::codec::ending(word))
}

/// What the ranks of a board are called.
pub fn board(id: &str) -> String {
    let name = |id: &str| {
        let game = catalog::GAMES.iter().find(|info| info.id == id);
        game.map(|info| info.name)
    };
    match (name(id), id.strip_suffix("-many").and_then(name)) {
        (Some(name), _) => name.to_owned(),
        (None, Some(name)) => t().home.many_players(name),
        (None, None) => id.to_owned(),
    }
}

/// A name, translated if it is one that the hall gave.
pub fn person(name: &str) -> String {
    match name.strip_prefix("Guest ") {
        Some(number) if number.bytes().all(|digit| digit.is_ascii_digit()) => {
            t().frame.guest(number)
        }
        _ => name.to_owned(),
    }
}

/// What a game calls a seat.
pub fn seat_name(game: &str, seat: u16) -> String {
    let name = catalog::seat_name(game, Seat(seat));
    name.map_or_else(|| seat.to_string(), |name| told(&name))
}

/// What the person or the computer on a seat is called.
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
pub fn unwon(game: &str, reason: &str) -> String {
    unwon_in(language(), game, reason)
}

fn unwon_in(language: Language, game: &str, reason: &str) -> String {
    let table = &language.texts().table;
    let info = catalog::GAMES.iter().find(|info| info.id == game);
    match (reason, info.and_then(catalog::Info::unwon)) {
        ("aborted", _) => table.no_result().to_owned(),
        (reason, Some(word)) if reason != "agreed" => language.say(&word),
        _ => table.drawn().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Language, unwon_in};

    #[test]
    fn a_game_that_no_seat_wins_is_drawn_or_the_zombies_or_has_no_result() {
        let unwon = |game, reason| unwon_in(Language::English, game, reason);
        assert_eq!(unwon("game17", "rounds"), "The zombies win");
        assert_eq!(unwon("game17", "agreed"), "A draw");
        assert_eq!(unwon("automatafl", "max-turns"), "A draw");
        assert_eq!(unwon("game17", "aborted"), "Aborted");
    }
}
