//! Files of messages, in the part of Fluent that the interface needs: text, values,
//! and choices by a number or by a word.

use fluent_syntax::ast::{
    Attribute, Entry, Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey,
};
use fluent_syntax::parser;

/// Something that the interface says.
#[derive(Clone, Debug)]
pub struct Message {
    pub id: String,
    pub line: usize,
    pub body: Body,
}

/// What it says.
#[derive(Clone, Debug)]
pub enum Body {
    /// One text.
    One(Vec<Piece>),
    /// Several lines, one for each attribute, without values.
    Lines(Vec<(String, Vec<Piece>)>),
}

/// A piece of a text.
#[derive(Clone, Debug)]
pub enum Piece {
    Text(String),
    /// The place of a value.
    Value(String),
    /// One of several texts, depending on a value.
    Choice {
        value: String,
        /// The last is for all values without a text of their own.
        texts: Vec<(String, Vec<Piece>)>,
    },
}

/// What a value must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Anything that can be written.
    Any,
    /// A number, because a text depends on it.
    Number,
    /// A word, because a text depends on it.
    Word,
}

impl Kind {
    /// What it is called in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Any => "only written",
            Kind::Number => "a number that a choice depends on",
            Kind::Word => "a word that a choice depends on",
        }
    }
}

impl Message {
    /// The values that it needs, in the order in which it first names them.
    pub fn values(&self) -> Vec<(String, Kind)> {
        let mut values = Vec::new();
        if let Body::One(text) = &self.body {
            collect(text, &mut values);
        }
        values
    }
}

fn collect(text: &[Piece], values: &mut Vec<(String, Kind)>) {
    for piece in text {
        match piece {
            Piece::Text(_) => {}
            Piece::Value(name) => note(name, Kind::Any, values),
            Piece::Choice { value, texts } => {
                note(value, kind(texts), values);
                for (_, text) in texts {
                    collect(text, values);
                }
            }
        }
    }
}

fn note(name: &str, kind: Kind, values: &mut Vec<(String, Kind)>) {
    match values.iter_mut().find(|(known, _)| known == name) {
        Some((_, known)) if kind != Kind::Any => *known = kind,
        Some(_) => {}
        None => values.push((name.to_owned(), kind)),
    }
}

fn kind(texts: &[(String, Vec<Piece>)]) -> Kind {
    if texts.iter().all(|(key, _)| key == "one" || key == "other") {
        Kind::Number
    } else {
        Kind::Word
    }
}

/// Plural categories that neither English nor German has.
const FOREIGN: [&str; 4] = ["zero", "two", "few", "many"];

/// Reads a file of messages. `file` is its name in the sentences about what is wrong.
pub fn parse(file: &str, text: &str) -> Result<Vec<Message>, Vec<String>> {
    let reader = Reader { file, text };
    let resource = parser::parse(text).map_err(|(_, errors)| {
        let say = |error: &parser::ParserError| {
            // What is missing at the beginning of a line is missing in the line before.
            let before = text[..error.pos.start].trim_end();
            format!("{file}:{}: {}", reader.line_at(before.len()), error.kind)
        };
        errors.iter().map(say).collect::<Vec<_>>()
    })?;
    let mut messages: Vec<Message> = Vec::new();
    let mut problems = Vec::new();
    for entry in &resource.body {
        match entry {
            Entry::Message(message) => match reader.message(message) {
                Ok(new) => match messages.iter().find(|known| known.id == new.id) {
                    Some(known) => problems.push(format!(
                        "{file}:{}: \"{}\" is already in line {}",
                        new.line, new.id, known.line
                    )),
                    None => messages.push(new),
                },
                Err(problem) => problems.push(problem),
            },
            Entry::Term(term) => problems.push(reader.refuse(
                term.id.name,
                "terms (names that begin with a hyphen) are not supported",
            )),
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            Entry::Junk { content } => {
                problems.push(reader.refuse(content, "this is not a message"));
            }
        }
    }
    if problems.is_empty() {
        Ok(messages)
    } else {
        Err(problems)
    }
}

struct Reader<'a> {
    file: &'a str,
    text: &'a str,
}

impl<'a> Reader<'a> {
    fn line_at(&self, at: usize) -> usize {
        1 + self.text[..at.min(self.text.len())].matches('\n').count()
    }

    /// The line of a part of the text.
    fn line(&self, part: &str) -> usize {
        self.line_at(part.as_ptr() as usize - self.text.as_ptr() as usize)
    }

    fn refuse(&self, part: &str, why: &str) -> String {
        format!("{}:{}: {why}", self.file, self.line(part))
    }

    fn message(&self, message: &fluent_syntax::ast::Message<&'a str>) -> Result<Message, String> {
        let id = message.id.name;
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !id.chars().all(is_plain) || KEYWORDS.contains(&id) {
            return Err(self.refuse(
                id,
                &format!(
                    "\"{id}\" cannot be the name of a message: it needs small letters, digits and hyphens, and must not be a word of Rust"
                ),
            ));
        }
        let body = match (&message.value, &message.attributes[..]) {
            (Some(pattern), []) => Body::One(self.pattern(id, pattern)?),
            (None, attributes) => {
                let lines = attributes.iter().map(|attribute| self.attribute(attribute));
                Body::Lines(lines.collect::<Result<_, _>>()?)
            }
            (Some(_), [first, ..]) => {
                return Err(self.refuse(
                    first.id.name,
                    &format!("\"{id}\" must have either a text or lines with names, not both"),
                ));
            }
        };
        Ok(Message {
            id: id.to_owned(),
            line: self.line(id),
            body,
        })
    }

    fn attribute(&self, attribute: &Attribute<&'a str>) -> Result<(String, Vec<Piece>), String> {
        let name = attribute.id.name;
        let text = self.pattern(name, &attribute.value)?;
        if text.iter().all(|piece| matches!(piece, Piece::Text(_))) {
            Ok((name.to_owned(), text))
        } else {
            Err(self.refuse(name, &format!("the line \"{name}\" must not have values")))
        }
    }

    /// `near` is in the line to name if a piece has no place of its own.
    fn pattern(&self, near: &str, pattern: &Pattern<&'a str>) -> Result<Vec<Piece>, String> {
        let mut pieces: Vec<Piece> = Vec::new();
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => {
                    // Line breaks are for the file: the page breaks lines itself.
                    let value = value.replace('\n', " ");
                    match pieces.last_mut() {
                        Some(Piece::Text(before)) => before.push_str(&value),
                        _ => pieces.push(Piece::Text(value)),
                    }
                }
                PatternElement::Placeable { expression } => {
                    pieces.push(self.expression(near, expression)?);
                }
            }
        }
        Ok(pieces)
    }

    fn expression(&self, near: &str, expression: &Expression<&'a str>) -> Result<Piece, String> {
        match expression {
            Expression::Inline(inline) => Ok(Piece::Value(self.value(near, inline)?)),
            Expression::Select { selector, variants } => {
                let value = self.value(near, selector)?;
                let mut texts = Vec::new();
                let mut last = None;
                for variant in variants {
                    let (key, text) = self.variant(variant)?;
                    if variant.default {
                        last = Some((key, text));
                    } else {
                        texts.push((key, text));
                    }
                }
                texts.extend(last);
                let has = |wanted: &str| texts.iter().any(|(key, _)| key == wanted);
                let is_last = texts.last().is_some_and(|(key, _)| key == "other");
                if (has("one") || has("other"))
                    && (kind(&texts) == Kind::Word && has("one") || !is_last)
                {
                    return Err(self.refuse(
                        near,
                        "a choice by a number needs [one] and *[other], a choice by a word needs *[other] or another word",
                    ));
                }
                Ok(Piece::Choice { value, texts })
            }
        }
    }

    fn variant(&self, variant: &Variant<&'a str>) -> Result<(String, Vec<Piece>), String> {
        match variant.key {
            VariantKey::Identifier { name } if FOREIGN.contains(&name) => Err(self.refuse(
                name,
                &format!("the plural \"{name}\" is not supported, only \"one\" and \"other\""),
            )),
            VariantKey::Identifier { name } => {
                Ok((name.to_owned(), self.pattern(name, &variant.value)?))
            }
            VariantKey::NumberLiteral { value } => Err(self.refuse(
                value,
                "a choice by a single number is not supported, only \"one\" and \"other\"",
            )),
        }
    }

    fn value(&self, near: &str, inline: &InlineExpression<&'a str>) -> Result<String, String> {
        match inline {
            InlineExpression::VariableReference { id } => Ok(id.name.to_owned()),
            InlineExpression::StringLiteral { value }
            | InlineExpression::NumberLiteral { value } => {
                Err(self.refuse(value, "braces may hold only a value such as { $name }"))
            }
            InlineExpression::FunctionReference { id, .. } => Err(self.refuse(
                id.name,
                &format!("functions such as {} are not supported", id.name),
            )),
            InlineExpression::MessageReference { id, .. }
            | InlineExpression::TermReference { id, .. } => Err(self.refuse(
                id.name,
                &format!(
                    "\"{}\" needs a $ before it: only values may be in braces",
                    id.name
                ),
            )),
            InlineExpression::Placeable { .. } => {
                Err(self.refuse(near, "braces in braces are not supported"))
            }
        }
    }
}

const KEYWORDS: [&str; 38] = [
    "as", "async", "await", "box", "break", "const", "continue", "crate", "dyn", "else", "enum",
    "extern", "false", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "match", "mod",
    "move", "mut", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "type", "unsafe", "use", "where",
];
