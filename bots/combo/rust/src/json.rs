//! As much of JSON as a bot needs, so that it builds without any library.

use std::ops::Index;

/// A value. Looking for what is not there gives `Null`.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Bool(bool),
    Number(i64),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

// What this bot does not use another change of it may.
#[allow(dead_code)]
impl Value {
    /// Reads a value; nothing if the text is no JSON with whole numbers.
    pub fn read(text: &str) -> Option<Value> {
        let mut rest = text;
        let value = value(&mut rest)?;
        rest.trim().is_empty().then_some(value)
    }

    pub fn number(&self) -> Option<i64> {
        match self {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list; of anything else none.
    pub fn list(&self) -> &[Value] {
        match self {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// The item of a list at this place, if there is one.
    pub fn at(&self, place: i64) -> Option<&Value> {
        self.list().get(usize::try_from(place).ok()?)
    }
}

impl Index<&str> for Value {
    type Output = Value;

    fn index(&self, key: &str) -> &Value {
        let Value::Object(members) = self else {
            return &Value::Null;
        };
        let found = members.iter().find(|(name, _)| name == key);
        found.map_or(&Value::Null, |(_, value)| value)
    }
}

fn value(rest: &mut &str) -> Option<Value> {
    *rest = rest.trim_start();
    for (word, value) in [
        ("null", Value::Null),
        ("true", Value::Bool(true)),
        ("false", Value::Bool(false)),
    ] {
        if take(rest, word) {
            return Some(value);
        }
    }
    if rest.starts_with('"') {
        return text(rest).map(Value::Text);
    }
    if take(rest, "[") {
        return items(rest, "]", value).map(Value::List);
    }
    if take(rest, "{") {
        let member = |rest: &mut &str| {
            *rest = rest.trim_start();
            let name = text(rest)?;
            *rest = rest.trim_start();
            take(rest, ":").then_some(())?;
            Some((name, value(rest)?))
        };
        return items(rest, "}", member).map(Value::Object);
    }
    let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '-'));
    let (digits, after) = rest.split_at(end.unwrap_or(rest.len()));
    *rest = after;
    digits.parse().ok().map(Value::Number)
}

/// What stands between commas, up to the bracket that ends it.
fn items<T>(rest: &mut &str, end: &str, item: impl Fn(&mut &str) -> Option<T>) -> Option<Vec<T>> {
    let mut items = Vec::new();
    *rest = rest.trim_start();
    if take(rest, end) {
        return Some(items);
    }
    loop {
        items.push(item(rest)?);
        *rest = rest.trim_start();
        if take(rest, end) {
            return Some(items);
        }
        take(rest, ",").then_some(())?;
    }
}

fn text(rest: &mut &str) -> Option<String> {
    take(rest, "\"").then_some(())?;
    let mut text = String::new();
    let mut letters = rest.chars();
    loop {
        match letters.next()? {
            '"' => break,
            '\\' => text.push(match letters.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                // Requests have none of these.
                'u' => return None,
                other => other,
            }),
            letter => text.push(letter),
        }
    }
    *rest = letters.as_str();
    Some(text)
}

fn take(rest: &mut &str, start: &str) -> bool {
    match rest.strip_prefix(start) {
        Some(after) => {
            *rest = after;
            true
        }
        None => false,
    }
}
