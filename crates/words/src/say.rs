//! Messages in words.

use game::{Arg, Message, message};

use crate::{ENTRIES, Language};

/// A message that is looked up.
pub(crate) struct Entry<const LANGUAGES: usize> {
    /// Its file and its name there.
    pub id: &'static str,
    /// The names of its values.
    pub names: &'static [&'static str],
    /// Its text in every language. The character with the number 1 is the place of the
    /// first value, and so on. A choice is `CHOICE`, the place of a value, and for each
    /// text its key, `KEY`, the text, `TEXT`; after the last one `END`.
    pub texts: [&'static str; LANGUAGES],
}

const CHOICE: char = '\u{10}';
const KEY: char = '\u{11}';
const TEXT: char = '\u{12}';
const END: char = '\u{13}';

/// Messages in messages are not said any deeper: they may come from a stranger.
const DEEPEST: u8 = 12;

/// Whether there is a message with this name, and the names of its values.
pub fn values_of(id: &str) -> Option<&'static [&'static str]> {
    entry(id).map(|at| ENTRIES[at].names)
}

fn entry(id: &str) -> Option<usize> {
    ENTRIES.binary_search_by(|entry| entry.id.cmp(id)).ok()
}

impl Language {
    /// A message in this language. If it is unknown, its name and its values.
    pub fn say(self, message: &Message) -> String {
        let mut out = String::new();
        self.write(message, DEEPEST, &mut out);
        out
    }

    /// Messages in this language, one after the other.
    pub fn tell(self, messages: &[Message]) -> String {
        let said = messages.iter().map(|message| self.say(message));
        said.collect::<Vec<_>>().join(" ")
    }

    /// A message as a sentence: with a capital letter and a full stop, unless it is a
    /// single word.
    pub fn sentence(self, message: &Message) -> String {
        let mut text = self.say(message);
        if !text.contains(' ') {
            return text;
        }
        // A name such as `d4` in the first place stays as it is.
        let first = text.split(|c: char| !c.is_alphanumeric()).next();
        if first.is_some_and(|word| word.chars().all(char::is_alphabetic)) {
            text = capital(&text);
        }
        if !text.ends_with(['.', '!', '?']) {
            text.push('.');
        }
        text
    }

    fn write(self, message: &Message, depth: u8, out: &mut String) {
        let Some(at) = entry(&message.id).filter(|_| depth > 0) else {
            out.push_str(&message.to_string());
            return;
        };
        let filling = Filling {
            language: self,
            names: ENTRIES[at].names,
            message,
            depth: depth - 1,
        };
        filling.text(ENTRIES[at].texts[self as usize], Some(out));
    }

    fn write_value(self, value: &Arg, depth: u8, out: &mut String) {
        match value {
            Arg::Message(message) => self.write(message, depth, out),
            Arg::List(list) => match &list[..] {
                [] => {}
                [one] if depth > 0 => self.write_value(one, depth - 1, out),
                [.., last] if depth > 0 => {
                    let first = list[..list.len() - 1].iter().map(|value| {
                        let mut text = String::new();
                        self.write_value(value, depth - 1, &mut text);
                        text
                    });
                    let first = first.collect::<Vec<_>>().join(", ");
                    let last = last.clone();
                    self.write(&message!("plain.and", first, last), depth, out);
                }
                _ => {}
            },
            plain => out.push_str(&plain.to_string()),
        }
    }
}

/// A text that is being filled.
struct Filling<'a> {
    language: Language,
    names: &'static [&'static str],
    message: &'a Message,
    depth: u8,
}

impl Filling<'_> {
    fn value(&self, place: char) -> Option<&Arg> {
        let name = self.names.get((place as usize).wrapping_sub(1))?;
        let mut args = self.message.args.iter();
        args.find(|(known, _)| known == name)
            .map(|(_, value)| value)
    }

    /// Writes a text up to its end, or nothing if it is not wanted; returns the rest.
    fn text<'t>(&self, mut rest: &'t str, mut out: Option<&mut String>) -> &'t str {
        while let Some(letter) = rest.chars().next() {
            rest = &rest[letter.len_utf8()..];
            match letter {
                TEXT => return rest,
                CHOICE => rest = self.choice(rest, out.as_deref_mut()),
                letter => {
                    let Some(out) = out.as_deref_mut() else {
                        continue;
                    };
                    match (self.value(letter), letter) {
                        (Some(value), _) => self.language.write_value(value, self.depth, out),
                        (None, letter) if letter < CHOICE => {}
                        (None, letter) => out.push(letter),
                    }
                }
            }
        }
        rest
    }

    fn choice<'t>(&self, rest: &'t str, mut out: Option<&mut String>) -> &'t str {
        let mut letters = rest.chars();
        let value = letters.next().and_then(|place| self.value(place));
        let wanted = match value {
            Some(Arg::Number(1)) => "one",
            Some(Arg::List(list)) if list.len() == 1 => "one",
            Some(Arg::Text(word)) => word,
            _ => "",
        };
        let mut rest = letters.as_str();
        while !rest.starts_with(END) {
            let Some((key, text)) = rest.split_once(KEY) else {
                return "";
            };
            let wanted = key == wanted || key.is_empty();
            let out = if wanted { out.take() } else { None };
            rest = self.text(text, out);
        }
        &rest[1..]
    }
}

/// With a capital letter at the beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
