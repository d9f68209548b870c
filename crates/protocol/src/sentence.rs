//! What the rules and the hall say, without a language.

use std::collections::BTreeMap;

use game::{Arg, Message};
use serde::{Deserialize, Serialize};

/// Something to say in any language: the name of a text, and the values in it. The same
/// is beside it in English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sentence {
    /// The name of the text, such as `table.taken`.
    pub id: String,
    /// The values by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, SentenceValue>,
}

/// A value in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum SentenceValue {
    /// A number.
    Number(i64),
    /// Notation, a name, or a word that the text depends on.
    Text(String),
    /// Several values.
    List(Vec<SentenceValue>),
    /// A part of the sentence.
    Sentence(Sentence),
}

impl From<&Message> for Sentence {
    fn from(message: &Message) -> Sentence {
        let args = message.args.iter();
        Sentence {
            id: message.id.clone().into_owned(),
            args: args
                .map(|(name, value)| (name.clone().into_owned(), value.into()))
                .collect(),
        }
    }
}

impl From<&Arg> for SentenceValue {
    fn from(value: &Arg) -> SentenceValue {
        match value {
            Arg::Number(number) => SentenceValue::Number(*number),
            Arg::Text(text) => SentenceValue::Text(text.clone().into_owned()),
            Arg::Message(message) => SentenceValue::Sentence(Sentence::from(&**message)),
            Arg::List(list) => SentenceValue::List(list.iter().map(Into::into).collect()),
        }
    }
}

impl From<&Sentence> for Message {
    fn from(sentence: &Sentence) -> Message {
        let args = sentence.args.iter();
        Message {
            id: sentence.id.clone().into(),
            args: args
                .map(|(name, value)| (name.clone().into(), value.into()))
                .collect(),
        }
    }
}

impl From<&SentenceValue> for Arg {
    fn from(value: &SentenceValue) -> Arg {
        match value {
            SentenceValue::Number(number) => Arg::Number(*number),
            SentenceValue::Text(text) => Arg::Text(text.clone().into()),
            SentenceValue::List(list) => Arg::List(list.iter().map(Into::into).collect()),
            SentenceValue::Sentence(sentence) => Message::from(sentence).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use game::{Seat, message};

    use super::*;

    #[test]
    fn a_message_is_the_same_after_a_journey() {
        let inner = message!("plain.text", text = "d4");
        let message = message!(
            "a.b",
            list = vec![Seat(1), Seat(2)],
            more = inner,
            number = 7
        );
        let json = serde_json::to_string(&Sentence::from(&message)).unwrap();
        assert_eq!(
            json,
            r#"{"id":"a.b","args":{"list":[1,2],"more":{"id":"plain.text","args":{"text":"d4"}},"number":7}}"#
        );
        let read: Sentence = serde_json::from_str(&json).unwrap();
        assert_eq!(Message::from(&read), message);
    }
}
