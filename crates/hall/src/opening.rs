//! Games and positions as they are typed.

use anyhow::anyhow;
use catalog::codec::Kind;
use catalog::{Error, GAMES};
use serde_json::{Map, Value};

/// Puts a position into the option that says where the game starts. `false` if
/// the game has none.
pub fn start_from(id: &str, position: &str, options: &mut Value) -> bool {
    let known = GAMES.iter().filter(|info| info.id == id);
    let option = known
        .flat_map(|info| info.options)
        .find(|option| matches!(option.kind, Kind::Position | Kind::WordOrPosition(_)));
    let Some(option) = option else {
        return false;
    };
    if options.is_null() {
        *options = Value::Object(Map::new());
    }
    match options.as_object_mut() {
        Some(options) => options.insert(option.name.to_owned(), position.into()),
        // Anything else is refused when the game is opened.
        None => None,
    };
    true
}

/// An error about a position, with a mark under the character it is about.
pub fn pointed(position: Option<&str>) -> impl Fn(Error) -> anyhow::Error {
    move |error| match (&error, position) {
        (Error::Notation { what, error, text }, Some(typed))
            if *what == "position" && typed.starts_with(text.as_str()) =>
        {
            anyhow!("--position:\n{}", error.pointed(typed))
        }
        (_, Some(_)) => anyhow!("--position: {error}"),
        _ => error.into(),
    }
}
