//! Reads JSON objects with errors that name the field.

use serde_json::{Map, Value};
use thiserror::Error;

/// What is wrong with a JSON value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JsonError {
    /// It is not an object.
    #[error("{what} must be an object, not {found}")]
    NotAnObject {
        /// The thing that was read.
        what: &'static str,
        /// What was found.
        found: String,
    },
    /// A field is missing.
    #[error("the field {0:?} is missing")]
    Missing(&'static str),
    /// A field has a wrong value.
    #[error("{field:?} must be {wanted}, not {found}")]
    Wrong {
        /// The field.
        field: String,
        /// What was expected.
        wanted: String,
        /// What was found.
        found: String,
    },
    /// A field is unknown.
    #[error("in {what} there is no field {field:?}; there are {known}")]
    Unknown {
        /// The thing that was read.
        what: &'static str,
        /// The field.
        field: String,
        /// The known fields.
        known: String,
    },
}

/// A short form of a value for error messages.
pub(crate) fn brief(value: &Value) -> String {
    let text = match value {
        Value::Array(_) => return "a list".to_owned(),
        Value::Object(_) => return "an object".to_owned(),
        other => other.to_string(),
    };
    match text.char_indices().nth(40) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}

/// The fields of an object, taken one by one. Those that nobody asks for are an error.
pub struct Fields<'a> {
    what: &'static str,
    object: &'a Map<String, Value>,
    asked: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    pub(crate) fn of(what: &'static str, value: &'a Value) -> Result<Fields<'a>, JsonError> {
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
                other => Err(wrong(name, "true or false", other)),
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
                let list: Vec<String> = words.iter().map(|(word, _)| format!("{word:?}")).collect();
                Err(wrong(name, &list.join(" or "), value))
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

pub(crate) fn wrong(field: &str, wanted: &str, found: &Value) -> JsonError {
    JsonError::Wrong {
        field: field.to_owned(),
        wanted: wanted.to_owned(),
        found: brief(found),
    }
}

pub(crate) fn text<'a>(name: &str, value: &'a Value) -> Result<&'a str, JsonError> {
    value.as_str().ok_or_else(|| wrong(name, "a text", value))
}

pub(crate) fn list<'a>(name: &str, value: &'a Value) -> Result<&'a [Value], JsonError> {
    match value {
        Value::Array(list) => Ok(list),
        other => Err(wrong(name, "a list", other)),
    }
}

pub(crate) fn number(name: &str, value: &Value, low: u64, high: u64) -> Result<u64, JsonError> {
    match value.as_u64() {
        Some(n) if (low..=high).contains(&n) => Ok(n),
        _ => Err(wrong(
            name,
            &format!("a whole number from {low} to {high}"),
            value,
        )),
    }
}
