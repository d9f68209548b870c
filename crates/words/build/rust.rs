//! The Rust source that has all words: a type for each area, with a method for each
//! message.

use std::fmt::Write as _;

use crate::fluent::{Body, Kind, Message, Piece};
use crate::rules::Part;
use crate::source::Language;

/// Writes the source. All languages must say the same things.
pub fn write(languages: &[Language]) -> String {
    let mut out = String::new();
    language(languages, &mut out);
    for (at, area) in languages[0].areas.iter().enumerate() {
        let name = camel(&area.name);
        let _ = writeln!(
            out,
            "/// The words of `{}`.\n#[derive(Clone, Copy, Debug)]\npub struct {name}(Language);\n\nimpl {name} {{",
            area.file
        );
        for message in &area.messages {
            let same = |language: &Language| {
                let messages = &language.areas[area_at(language, &area.name, at)].messages;
                let found = messages.iter().find(|there| there.id == message.id);
                found.expect("a message that was checked").clone()
            };
            let all: Vec<Message> = languages.iter().map(same).collect();
            method(languages, &all, &mut out);
        }
        out.push_str("}\n\n");
    }
    lists(languages, &mut out);
    rules(languages, &mut out);
    out
}

fn area_at(language: &Language, name: &str, guess: usize) -> usize {
    let found = language.areas.iter().position(|area| area.name == name);
    found.unwrap_or(guess)
}

fn language(languages: &[Language], out: &mut String) {
    let areas = &languages[0].areas;
    out.push_str(
        "/// A language.\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum Language {\n",
    );
    for language in languages {
        let _ = writeln!(out, "    /// {}.\n    {},", language.name, language.variant);
    }
    let many = languages.len();
    let _ = write!(
        out,
        "}}\n\nimpl Language {{\n    /// All there are.\n    pub const ALL: [Language; {many}] = ["
    );
    for language in languages {
        let _ = write!(out, "Language::{}, ", language.variant);
    }
    out.push_str("];\n\n    /// Its code, as in `en`.\n    pub fn code(self) -> &'static str {\n        match self {\n");
    for language in languages {
        let _ = writeln!(
            out,
            "            Language::{} => {:?},",
            language.variant, language.code
        );
    }
    out.push_str("        }\n    }\n\n    /// What it calls itself.\n    pub fn name(self) -> &'static str {\n        match self {\n");
    for language in languages {
        let _ = writeln!(
            out,
            "            Language::{} => {:?},",
            language.variant, language.name
        );
    }
    out.push_str("        }\n    }\n}\n\n/// All words of a language.\n#[derive(Clone, Copy, Debug)]\npub struct Texts {\n");
    for area in areas {
        let _ = writeln!(
            out,
            "    /// The words of `{}`.\n    pub {}: {},",
            area.file,
            snake(&area.name),
            camel(&area.name)
        );
    }
    out.push_str(
        "}\n\nimpl Texts {\n    const fn of(language: Language) -> Texts {\n        Texts {\n",
    );
    for area in areas {
        let _ = writeln!(
            out,
            "            {}: {}(language),",
            snake(&area.name),
            camel(&area.name)
        );
    }
    let _ = writeln!(
        out,
        "        }}\n    }}\n}}\n\nstatic TEXTS: [Texts; {many}] = ["
    );
    for language in languages {
        let _ = writeln!(out, "    Texts::of(Language::{}),", language.variant);
    }
    out.push_str("];\n\n");
}

fn method(languages: &[Language], all: &[Message], out: &mut String) {
    let name = snake(&all[0].id);
    let many = all.len();
    // In the order of the first language; another one may choose where it does not.
    let mut values = all[0].values();
    for (value, kind) in all.iter().flat_map(Message::values) {
        for known in &mut values {
            if known.0 == value && kind != Kind::Any {
                known.1 = kind;
            }
        }
    }
    let names: Vec<&String> = values.iter().map(|(name, _)| name).collect();
    let pattern = |text: &[Piece]| format!("{:?}", written(text, &names));
    let texts: Vec<&[Piece]> = all
        .iter()
        .filter_map(|message| match &message.body {
            Body::One(text) => Some(&text[..]),
            Body::Lines(_) => None,
        })
        .collect();
    let Some(first) = texts.first() else {
        lines(&name, all, out);
        return;
    };
    let _ = writeln!(out, "    /// {}", shown(first));
    if values.is_empty() {
        let patterns: Vec<String> = texts.iter().map(|text| pattern(text)).collect();
        let _ = writeln!(
            out,
            "    pub fn {name}(self) -> &'static str {{\n        static WORDS: [&str; {many}] = [{}];\n        WORDS[self.0 as usize]\n    }}\n",
            patterns.join(", ")
        );
        return;
    }
    let parameters: Vec<String> = values
        .iter()
        .map(|(value, kind)| {
            let kind = match kind {
                Kind::Any => "impl Display",
                Kind::Number => "impl Count",
                Kind::Word => "&str",
            };
            format!("{}: {kind}", snake(value))
        })
        .collect();
    let _ = writeln!(
        out,
        "    pub fn {name}(self, {}) -> String {{",
        parameters.join(", ")
    );
    if texts.iter().any(|text| choice(text).is_some()) {
        out.push_str("        let words = match self.0 {\n");
        for (language, text) in languages.iter().zip(&texts) {
            let _ = writeln!(
                out,
                "            Language::{} => {},",
                language.variant,
                chosen(text, &names)
            );
        }
        out.push_str("        };\n");
    } else {
        let patterns: Vec<String> = texts.iter().map(|text| pattern(text)).collect();
        let _ = writeln!(
            out,
            "        static WORDS: [&str; {many}] = [{}];\n        let words = WORDS[self.0 as usize];",
            patterns.join(", ")
        );
    }
    let given: Vec<String> = names
        .iter()
        .map(|value| format!("&{}", snake(value)))
        .collect();
    let _ = writeln!(out, "        put(words, &[{}])\n    }}\n", given.join(", "));
}

/// A message of several lines.
fn lines(name: &str, all: &[Message], out: &mut String) {
    let list = |message: &Message| {
        let Body::Lines(lines) = &message.body else {
            unreachable!("all languages have the same lines");
        };
        let lines = lines
            .iter()
            .map(|(_, text)| format!("{:?}", written(text, &[])));
        format!("&[{}]", lines.collect::<Vec<_>>().join(", "))
    };
    let lists: Vec<String> = all.iter().map(list).collect();
    let _ = writeln!(
        out,
        "    /// Some lines.\n    pub fn {name}(self) -> &'static [&'static str] {{\n        static WORDS: [&[&str]; {}] = [{}];\n        WORDS[self.0 as usize]\n    }}\n",
        all.len(),
        lists.join(", ")
    );
}

/// Where the first choice in a text is.
fn choice(text: &[Piece]) -> Option<usize> {
    text.iter()
        .position(|piece| matches!(piece, Piece::Choice { .. }))
}

/// An expression for a text with all its choices.
fn chosen(text: &[Piece], names: &[&String]) -> String {
    let Some(at) = choice(text) else {
        return format!("{:?}", written(text, names));
    };
    let Piece::Choice { value, texts } = &text[at] else {
        unreachable!("a choice was found there");
    };
    let name = snake(value);
    let is_number = texts.iter().all(|(key, _)| key == "one" || key == "other");
    let mut source = if is_number {
        format!("match {name}.is_one() {{ ")
    } else {
        format!("match {name} {{ ")
    };
    for (number, (key, inner)) in texts.iter().enumerate() {
        let whole = [&text[..at], inner, &text[at + 1..]].concat();
        let case = match number + 1 == texts.len() {
            true => "_".to_owned(),
            false if is_number => "true".to_owned(),
            false => format!("{key:?}"),
        };
        let _ = write!(source, "{case} => {}, ", chosen(&whole, names));
    }
    source.push('}');
    source
}

/// A text without choices. The character with the number 1 is in the place of the first
/// value, and so on.
fn written(text: &[Piece], names: &[&String]) -> String {
    let mut words = String::new();
    for piece in text {
        match piece {
            Piece::Text(text) => words.push_str(text),
            Piece::Value(name) => {
                let at = names.iter().position(|known| *known == name);
                let at = at.expect("a value that was collected") as u8;
                words.push(char::from(at + 1));
            }
            Piece::Choice { .. } => unreachable!("choices are resolved before"),
        }
    }
    words
}

/// A text for the documentation of its method.
fn shown(text: &[Piece]) -> String {
    let mut words = String::new();
    for piece in text {
        match piece {
            Piece::Text(text) => words.push_str(text),
            Piece::Value(name) => {
                let _ = write!(words, "{{ ${name} }}");
            }
            Piece::Choice { texts, .. } => {
                words.push_str(&texts.last().map_or(String::new(), |(_, text)| shown(text)));
            }
        }
    }
    format!("`{words}`")
}

/// The messages that are looked up, in the order of their names.
fn lists(languages: &[Language], out: &mut String) {
    let mut entries = Vec::new();
    for area in &languages[0].lists {
        for message in &area.messages {
            let id = format!("{}.{}", area.name, message.id);
            let values = message.values();
            let names: Vec<&String> = values.iter().map(|(name, _)| name).collect();
            let texts = languages.iter().map(|language| {
                let mut lists = language.lists.iter();
                let area = lists.find(|there| there.name == area.name);
                let area = area.expect("an area that was checked");
                let mut messages = area.messages.iter();
                let found = messages.find(|there| there.id == message.id);
                match &found.expect("a message that was checked").body {
                    Body::One(text) => coded(text, &names),
                    Body::Lines(_) => unreachable!("lists have no lines"),
                }
            });
            let texts: Vec<String> = texts.collect();
            entries.push(format!(
                "    Entry {{ id: {id:?}, names: &{names:?}, texts: {texts:?} }},\n"
            ));
        }
    }
    entries.sort();
    let _ = writeln!(
        out,
        "static ENTRIES: [Entry<{}>; {}] = [\n{}];\n",
        languages.len(),
        entries.len(),
        entries.concat()
    );
}

/// A text with its choices, as the module `say` reads it.
fn coded(text: &[Piece], names: &[&String]) -> String {
    let at = |name: &String| {
        let at = names.iter().position(|known| *known == name);
        char::from(at.expect("a value that was collected") as u8 + 1)
    };
    let mut words = String::new();
    for piece in text {
        match piece {
            Piece::Text(text) => words.push_str(text),
            Piece::Value(name) => words.push(at(name)),
            Piece::Choice { value, texts } => {
                words.extend(['\u{10}', at(value)]);
                for (number, (key, text)) in texts.iter().enumerate() {
                    // The last text is for all values without one of their own.
                    let key = if number + 1 == texts.len() { "" } else { key };
                    let _ = write!(words, "{key}\u{11}{}\u{12}", coded(text, names));
                }
                words.push('\u{13}');
            }
        }
    }
    words
}

fn rules(languages: &[Language], out: &mut String) {
    let many = languages.len();
    let _ = writeln!(
        out,
        "#[expect(clippy::too_many_lines, reason = \"generated\")]\nfn rules_of(game: &str) -> Option<&'static [Rules; {many}]> {{\n    match game {{"
    );
    for game in &languages[0].games {
        let _ = writeln!(
            out,
            "        {:?} => {{\n            static RULES: [Rules; {many}] = [",
            game.name
        );
        for language in languages {
            let found = language.games.iter().find(|there| there.name == game.name);
            let rules = &found.expect("rules that were checked").rules;
            let _ = writeln!(
                out,
                "                Rules {{ lead: {:?}, sections: &[",
                rules.lead
            );
            for section in &rules.sections {
                let _ = writeln!(
                    out,
                    "                    Section {{ id: {:?}, title: {:?}, parts: &[",
                    section.id, section.title
                );
                for part in &section.parts {
                    let part = match part {
                        Part::Say(words) => format!("Say({words:?})"),
                        Part::List(points) => format!("List(&{points:?})"),
                        Part::Code(code) => format!("Code({code:?})"),
                        Part::Try {
                            diagram,
                            title,
                            caption,
                        } => format!(
                            "Try {{ diagram: {diagram:?}, title: {title:?}, caption: {caption:?} }}"
                        ),
                    };
                    let _ = writeln!(out, "                        Part::{part},");
                }
                out.push_str("                    ] },\n");
            }
            out.push_str("                ] },\n");
        }
        out.push_str("            ];\n            Some(&RULES)\n        }\n");
    }
    out.push_str("        _ => None,\n    }\n}\n");
}

fn snake(id: &str) -> String {
    id.replace('-', "_")
}

fn camel(id: &str) -> String {
    let words = id.split('-').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    words.collect()
}
