//! Reads JSON objects with errors that name the field.

use game::{Message, Say, message};
use serde_json::{Map, Value};

/// What is wrong with a JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonError {
    /// It is not an object.
    NotAnObject {
        /// What was read.
        what: What,
        /// What was found.
        found: Message,
    },
    /// A field is missing.
    Missing(&'static str),
    /// A field has a wrong value.
    Wrong {
        /// The field.
        field: String,
        /// What was expected.
        wanted: Message,
        /// What was found.
        found: Message,
    },
    /// A field is unknown.
    Unknown {
        /// What was read.
        what: What,
        /// The field.
        field: String,
        /// The known fields.
        known: String,
    },
}

/// What is read from JSON, and of which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A request to the referee.
    Request,
    /// The options of a game.
    Options(&'static str),
    /// A state of a game.
    State(&'static str),
    /// A draw of a game.
    Draw(&'static str),
}

impl What {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            What::Request => ("request", ""),
            What::Options(game) => ("options", game),
            What::State(game) => ("state", game),
            What::Draw(game) => ("draw", game),
        }
    }
}

impl Say for JsonError {
    fn message(&self) -> Message {
        match self.clone() {
            JsonError::NotAnObject { what, found } => {
                let (what, game) = what.words();
                message!("json.not-an-object", what, game, found)
            }
            JsonError::Missing(field) => message!("json.missing", field = format!("{field:?}")),
            JsonError::Wrong {
                field,
                wanted,
                found,
            } => message!("json.wrong", field = format!("{field:?}"), wanted, found),
            JsonError::Unknown { what, field, known } => {
                let (what, game) = what.words();
                let field = format!("{field:?}");
                message!("json.unknown", what, game, field, known)
            }
        }
    }
}

/// A short form of a value for error messages.
pub(crate) fn brief(value: &Value) -> Message {
    let text = match value {
        Value::Array(_) => return message!("json.a-list"),
        Value::Object(_) => return message!("json.an-object"),
        other => other.to_string(),
    };
    Message::plain(match text.char_indices().nth(40) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    })
}

/// The fields of an object, taken one by one. Those that nobody asks for are an error.
pub struct Fields<'a> {
    what: What,
    object: &'a Map<String, Value>,
    asked: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    pub(crate) fn of(what: What, value: &'a Value) -> Result<Fields<'a>, JsonError> {
        match value {
            Value::Object(object) => Ok(Fields {
                what,
                object,
                asked: Vec::new(),
            }),
            other => Err(JsonError::NotAnObject {
                what,
                found: brief(other),
            }),
        }
    }

    /// A field that may be missing or null.
    pub(crate) fn maybe(&mut self, name: &'static str) -> Option<&'a Value> {
        self.asked.push(name);
        self.object.get(name).filter(|value| !value.is_null())
    }

    pub(crate) fn value(&mut self, name: &'static str) -> Result<&'a Value, JsonError> {
        self.maybe(name).ok_or(JsonError::Missing(name))
    }

    pub(crate) fn maybe_text(&mut self, name: &'static str) -> Result<Option<&'a str>, JsonError> {
        self.maybe(name).map(|value| text(name, value)).transpose()
    }

    pub(crate) fn text(&mut self, name: &'static str) -> Result<&'a str, JsonError> {
        text(name, self.value(name)?)
    }

    pub(crate) fn list(&mut self, name: &'static str) -> Result<&'a [Value], JsonError> {
        list(name, self.value(name)?)
    }

    pub(crate) fn maybe_list(
        &mut self,
        name: &'static str,
    ) -> Result<Option<&'a [Value]>, JsonError> {
        self.maybe(name).map(|value| list(name, value)).transpose()
    }

    pub(crate) fn maybe_number(
        &mut self,
        name: &'static str,
        low: u64,
        high: u64,
    ) -> Result<Option<u64>, JsonError> {
        self.maybe(name)
            .map(|value| number(name, value, low, high))
            .transpose()
    }

    pub(crate) fn number(
        &mut self,
        name: &'static str,
        low: u64,
        high: u64,
    ) -> Result<u64, JsonError> {
        number(name, self.value(name)?, low, high)
    }

    pub(crate) fn maybe_flag(&mut self, name: &'static str) -> Result<Option<bool>, JsonError> {
        self.maybe(name)
            .map(|value| match value {
                Value::Bool(flag) => Ok(*flag),
                other => Err(wrong(name, message!("json.flag"), other)),
            })
            .transpose()
    }

    /// One of several words.
    pub(crate) fn maybe_one_of<T: Copy>(
        &mut self,
        name: &'static str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, JsonError> {
        let Some(value) = self.maybe(name) else {
            return Ok(None);
        };
        let found = words.iter().find(|(word, _)| value.as_str() == Some(word));
        match found {
            Some((_, meaning)) => Ok(Some(*meaning)),
            None => {
                let list = words.iter();
                let list = list.map(|(word, _)| Message::plain(format!("{word:?}")));
                let list = list.reduce(|first, next| message!("json.or", first, next));
                let list = list.unwrap_or_else(|| Message::plain(""));
                Err(wrong(name, list, value))
            }
        }
    }

    /// Fails if fields are left over.
    pub(crate) fn end(self) -> Result<(), JsonError> {
        match self
            .object
            .keys()
            .find(|key| !self.asked.contains(&key.as_str()))
        {
            None => Ok(()),
            Some(field) => Err(JsonError::Unknown {
                what: self.what,
                field: field.chars().take(60).collect(),
                known: self.asked.join(", "),
            }),
        }
    }
}

pub(crate) fn wrong(field: &str, wanted: Message, found: &Value) -> JsonError {
    JsonError::Wrong {
        field: field.to_owned(),
        wanted,
        found: brief(found),
    }
}

pub(crate) fn text<'a>(name: &str, value: &'a Value) -> Result<&'a str, JsonError> {
    value
        .as_str()
        .ok_or_else(|| wrong(name, message!("json.a-text"), value))
}

pub(crate) fn list<'a>(name: &str, value: &'a Value) -> Result<&'a [Value], JsonError> {
    match value {
        Value::Array(list) => Ok(list),
        other => Err(wrong(name, message!("json.a-list"), other)),
    }
}

pub(crate) fn number(name: &str, value: &Value, low: u64, high: u64) -> Result<u64, JsonError> {
    match value.as_u64() {
        Some(n) if (low..=high).contains(&n) => Ok(n),
        _ => Err(wrong(name, message!("json.whole-number", low, high), value)),
    }
}
