//! Games and positions as they are typed.

use anyhow::anyhow;
use catalog::codec::Kind;
use catalog::{Error, GAMES};
use protocol::GameData;
use protocol::rest::OptionValue;
use protocol::text::visible;

/// Puts a position into the option that says where the game starts. `false` if
/// the game has none.
pub fn start_from(id: &str, position: &str, options: &mut GameData) -> bool {
    let known = GAMES.iter().filter(|info| info.id == id);
    let option = known
        .flat_map(|info| info.options)
        .find(|option| matches!(option.kind, Kind::Position | Kind::WordOrPosition(_)));
    let Some(option) = option else {
        return false;
    };
    options.set(option.name, OptionValue::Word(position.to_owned()));
    true
}

/// Sets the number of seats, unless the options name it. Some games have a fixed
/// number.
pub fn choose_seats(id: &str, seats: usize, options: &mut GameData) {
    let mut games = GAMES.iter().filter(|info| info.id == id);
    if games.any(|info| info.options.iter().any(|option| option.name == "players")) {
        options.set_default("players", OptionValue::Number(seats as i64));
    }
}

/// An error about a position, with a mark under the wrong character.
pub fn pointed(position: Option<&str>) -> impl Fn(Error) -> anyhow::Error {
    move |error| match (&error, position) {
        (Error::Notation { what, error, text }, Some(typed))
            if *what == "position" && typed.starts_with(text.as_str()) =>
        {
            // The mark is below the character.
            let mark = " ".repeat(error.at);
            let problem = catalog::english(&error.problem);
            anyhow!("--position:\n{}\n{mark}^ {problem}", visible(typed))
        }
        (_, Some(_)) => anyhow!("--position: {error}"),
        _ => error.into(),
    }
}
