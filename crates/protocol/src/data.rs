//! JSON in the form of one game, and JSON that is passed on unread.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use crate::rest::OptionValue;

/// JSON in the form of one game: options, a state, a draw, the effects of a
/// step, a bot's answer. Only `catalog` reads and writes it; all other code
/// passes it on.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct GameData(Value);

impl GameData {
    /// No options: all have their defaults.
    pub const NULL: GameData = GameData(Value::Null);

    /// Whether this is `null`.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// These options; the others have their defaults.
    pub fn from_options<N: Into<String>>(
        options: impl IntoIterator<Item = (N, OptionValue)>,
    ) -> GameData {
        let options = options.into_iter();
        let fields = options.map(|(name, value)| (name.into(), value.into()));
        GameData(Value::Object(fields.collect()))
    }

    /// Whether this is a list of named values, as options are.
    pub fn is_object(&self) -> bool {
        self.0.is_object()
    }

    /// Sets an option.
    pub fn set(&mut self, name: &str, value: OptionValue) {
        if let Some(options) = self.fields_mut() {
            options.insert(name.to_owned(), value.into());
        }
    }

    /// Sets an option unless it is set already.
    pub fn set_default(&mut self, name: &str, value: OptionValue) {
        if let Some(options) = self.fields_mut() {
            options.entry(name).or_insert_with(|| value.into());
        }
    }

    fn fields_mut(&mut self) -> Option<&mut Map<String, Value>> {
        if self.0.is_null() {
            self.0 = Value::Object(Map::new());
        }
        // Anything but an object is not a set of options; the game will say so.
        self.0.as_object_mut()
    }

    /// The value of an option.
    pub fn field(&self, name: &str) -> Option<OptionValue> {
        OptionValue::deserialize(self.0.get(name)?).ok()
    }
}

impl fmt::Debug for GameData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Display for GameData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl From<Value> for GameData {
    fn from(value: Value) -> GameData {
        GameData(value)
    }
}

impl From<OptionValue> for GameData {
    fn from(value: OptionValue) -> GameData {
        GameData(value.into())
    }
}

impl From<GameData> for Value {
    fn from(data: GameData) -> Value {
        data.0
    }
}

/// JSON in the form of one game as a line of text: a request to a bot, or its
/// answer. Only `catalog` reads and writes it.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct GameLine(Box<RawValue>);

impl GameLine {
    /// The line with this content.
    pub fn of(value: &impl Serialize) -> GameLine {
        // Cannot fail: keys are strings and numbers are finite.
        GameLine(to_raw_value(value).unwrap_or_default())
    }

    /// The text, without a line break.
    pub fn line(self) -> String {
        Box::<str>::from(self.0).into()
    }
}

impl PartialEq for GameLine {
    fn eq(&self, other: &GameLine) -> bool {
        self.0.get() == other.0.get()
    }
}

impl<'de> Deserialize<'de> for GameLine {
    /// Also in a tagged enum, where serde hands over values and no text.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameLine, D::Error> {
        Ok(GameLine::of(&Value::deserialize(deserializer)?))
    }
}

/// The body of a request or reply, on its way to the code that knows its type.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Body(Value);

impl Body {
    /// A body with this content.
    pub fn of(value: &impl Serialize) -> Body {
        // Cannot fail: keys are strings and numbers are finite.
        Body(serde_json::to_value(value).unwrap_or_default())
    }

    /// An empty object.
    pub fn empty() -> Body {
        Body(Value::Object(Map::new()))
    }

    /// Reads the body as a `T`. The error is a sentence.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, String> {
        T::deserialize(&self.0).map_err(|error| error.to_string())
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Access to the JSON itself, for the crates that know its form.
pub trait AsJson {
    /// The JSON.
    fn as_json(&self) -> &Value;
}

impl AsJson for GameData {
    fn as_json(&self) -> &Value {
        &self.0
    }
}

impl AsJson for Value {
    fn as_json(&self) -> &Value {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_as_they_were_set() {
        let chosen = [
            ("players", OptionValue::Number(4)),
            ("tie", OptionValue::Word("freeze".to_owned())),
            ("throne", OptionValue::Flag(false)),
        ];
        let data = GameData::from_options(chosen.clone());
        assert_eq!(
            data.to_string(),
            r#"{"players":4,"tie":"freeze","throne":false}"#
        );
        for (name, value) in chosen {
            assert_eq!(data.field(name), Some(value));
        }
        assert_eq!(data.field("corners"), None);
        assert_eq!(GameData::NULL.field("players"), None);
    }
}
