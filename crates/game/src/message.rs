//! What the rules say, without a language.

use std::borrow::Cow;
use std::fmt;

use crate::{Seat, Square};

/// Something to say: the name of a text, and the values that the text needs.
///
/// The crate `words` turns it into a language. Here it is only named, so `Display` is for
/// programmers:
///
/// ```
/// use game::{Square, message};
///
/// let blocked = message!("rules.no-piece", at = Square::new(3, 3));
/// assert_eq!(blocked.to_string(), "rules.no-piece (at: d4)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The file of the text and its name there: `rules.no-piece`.
    pub id: Cow<'static, str>,
    /// The values with their names.
    pub args: Vec<(Cow<'static, str>, Arg)>,
}

/// A value in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A number. A text may depend on it: "1 piece", "2 pieces".
    Number(i64),
    /// Notation, a name, or a word that a text depends on.
    Text(Cow<'static, str>),
    /// A part of a sentence.
    Message(Box<Message>),
    /// Several values: "a, b and c". A text may depend on their number.
    List(Vec<Arg>),
}

/// Makes a [`Message`] from its name and values: `message!("rules.stays", at = square)`,
/// or only `at` if the variable has the name of the value.
#[macro_export]
macro_rules! message {
    ($id:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::Message {
            id: ::std::borrow::Cow::Borrowed($id),
            args: ::std::vec![$((
                ::std::borrow::Cow::Borrowed(stringify!($name)),
                $crate::message!(@value $name $(= $value)?),
            )),*],
        }
    };
    (@value $name:ident = $value:expr) => { $crate::Arg::from($value) };
    (@value $name:ident) => { $crate::Arg::from($name) };
}

/// Something that can be said in every language.
pub trait Say {
    /// What it says.
    fn message(&self) -> Message;
}

impl Say for Message {
    fn message(&self) -> Message {
        self.clone()
    }
}

/// Something that is told in sentences.
pub trait Tell {
    /// The sentences.
    fn tell(&self) -> Vec<Message>;
}

impl Tell for Message {
    fn tell(&self) -> Vec<Message> {
        vec![self.clone()]
    }
}

impl Tell for Vec<Message> {
    fn tell(&self) -> Vec<Message> {
        self.clone()
    }
}

impl Tell for [Message] {
    fn tell(&self) -> Vec<Message> {
        self.to_vec()
    }
}

/// Writes the message of something, without a language: an error is `Display`.
#[macro_export]
macro_rules! display_message {
    ($($type:ty),*) => {$(
        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&$crate::Say::message(self), f)
            }
        }

        impl ::std::error::Error for $type {}
    )*};
}

impl Message {
    /// A text that is the same in every language, such as a move.
    pub fn plain(text: impl Into<Cow<'static, str>>) -> Message {
        message!("plain.text", text = text.into())
    }

    /// The message with this name, which needs no values.
    pub fn named(id: String) -> Message {
        Message {
            id: id.into(),
            args: Vec::new(),
        }
    }

    /// Messages with commas between them: "a, b, c".
    pub fn commas(messages: impl IntoIterator<Item = Message>) -> Message {
        let joined = messages
            .into_iter()
            .reduce(|first, next| message!("plain.comma", first, next));
        joined.unwrap_or_else(|| Message::plain(""))
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)?;
        for (at, (name, value)) in self.args.iter().enumerate() {
            let before = if at == 0 { " (" } else { ", " };
            write!(f, "{before}{name}: {value}")?;
        }
        f.write_str(if self.args.is_empty() { "" } else { ")" })
    }
}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Arg::Number(number) => number.fmt(f),
            Arg::Text(text) => f.write_str(text),
            Arg::Message(message) => message.fmt(f),
            Arg::List(list) => {
                for (at, value) in list.iter().enumerate() {
                    write!(f, "{}{value}", if at == 0 { "" } else { " " })?;
                }
                Ok(())
            }
        }
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Arg {
            fn from(number: $number) -> Arg {
                match i64::try_from(number) {
                    Ok(number) => Arg::Number(number),
                    Err(_) => Arg::Text(number.to_string().into()),
                }
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, usize, i32, i64);

impl From<&'static str> for Arg {
    fn from(text: &'static str) -> Arg {
        Arg::Text(text.into())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Arg {
        Arg::Text(text.into())
    }
}

impl From<Cow<'static, str>> for Arg {
    fn from(text: Cow<'static, str>) -> Arg {
        Arg::Text(text)
    }
}

impl From<Square> for Arg {
    fn from(square: Square) -> Arg {
        Arg::Text(square.to_string().into())
    }
}

impl From<Seat> for Arg {
    fn from(seat: Seat) -> Arg {
        seat.0.into()
    }
}

impl From<Message> for Arg {
    fn from(message: Message) -> Arg {
        Arg::Message(Box::new(message))
    }
}

impl<T: Into<Arg>> From<Vec<T>> for Arg {
    fn from(values: Vec<T>) -> Arg {
        Arg::List(values.into_iter().map(Into::into).collect())
    }
}
