//! Phrases with names and numbers in them, said in other words.

use super::{RulesTexts, as_sentence, capital};

/// What the rules say, and what to say instead.
///
/// In what they say, `{}` stands for a name or a number, such as `d4`, `3,4` or
/// `12`, and `{words}` for anything that is a phrase itself. What is said instead
/// has them by their number: `{0}`, `{1}`.
pub(super) type Phrase = (&'static str, &'static str);

/// What stands between clauses, in every language.
const CLAUSES: &str = "; ";

impl RulesTexts {
    /// A text of one or more sentences in these words. Those that are not known
    /// stay as they are.
    pub fn told(&self, text: &str) -> String {
        if let Some(told) = self.sentence(text) {
            return told;
        }
        let sentences = text.split_inclusive(". ").map(str::trim_end);
        let told = sentences.map(|one| self.sentence(one).unwrap_or_else(|| one.to_owned()));
        told.collect::<Vec<_>>().join(" ")
    }

    /// A sentence, or less than one; nothing if a part of it is not known.
    pub(super) fn sentence(&self, text: &str) -> Option<String> {
        let body = text.strip_suffix('.').unwrap_or(text);
        let mut told = self.phrase(body)?;
        if text.starts_with(char::is_uppercase) {
            told = capital(&told);
        }
        if body.len() < text.len() {
            told = as_sentence(told);
            if !told.ends_with('.') {
                told.push('.');
            }
        }
        Some(told)
    }

    fn phrase(&self, text: &str) -> Option<String> {
        if is_name(text) {
            return Some(text.to_owned());
        }
        // A clause ends here: no words inside of one reach over it.
        if let Some(told) = self.joined(text, CLAUSES, CLAUSES) {
            return Some(told);
        }
        for (pattern, instead) in self.phrases.iter().copied().flatten() {
            let mut found = Vec::new();
            if self.begins(pattern, text, &mut found) {
                return Some(filled(instead, &found));
            }
        }
        let mut joints = self.joints.iter();
        joints.find_map(|(joint, instead)| self.joined(text, joint, instead))
    }

    /// A text of several phrases.
    fn joined(&self, text: &str, joint: &str, instead: &str) -> Option<String> {
        if !text.contains(joint) {
            return None;
        }
        let parts: Option<Vec<String>> = text.split(joint).map(|part| self.phrase(part)).collect();
        Some(parts?.join(instead))
    }

    /// Whether a text is like the pattern; at the beginning of a sentence it has a
    /// large letter.
    fn begins(&self, pattern: &str, text: &str, found: &mut Vec<String>) -> bool {
        match (pattern.as_bytes().first(), text.as_bytes().first()) {
            (Some(a), Some(b)) if a.is_ascii_alphabetic() => {
                a.eq_ignore_ascii_case(b) && self.fits(&pattern[1..], &text[1..], found)
            }
            _ => self.fits(pattern, text, found),
        }
    }

    /// Whether a text is like the pattern. What stands in the places of the braces
    /// is found, already in these words.
    fn fits(&self, pattern: &str, text: &str, found: &mut Vec<String>) -> bool {
        let Some((before, rest)) = pattern.split_once('{') else {
            return pattern == text;
        };
        let (Some(text), Some((kind, rest))) = (text.strip_prefix(before), rest.split_once('}'))
        else {
            return false;
        };
        let next = rest.split('{').next().unwrap_or_default();
        let mut ends = text.match_indices(next).map(|(at, _)| at);
        // At the end of a pattern all that is left is in the braces.
        let last = next.is_empty().then_some(text.len());
        let at = found.len();
        while let Some(end) = last.or_else(|| ends.next()) {
            let inside = &text[..end];
            found.push(inside.to_owned());
            if (kind == "words" || is_name(inside)) && self.fits(rest, &text[end..], found) {
                if kind != "words" {
                    return true;
                }
                if let Some(told) = self.phrase(inside) {
                    found[at] = told;
                    return true;
                }
            }
            found.truncate(at);
            if last.is_some() {
                break;
            }
        }
        false
    }
}

/// Whether this is no matter of language: squares, numbers, moves, and what
/// somebody wrote, in quotation marks.
fn is_name(text: &str) -> bool {
    let is_quoted = text.len() > 1 && text.starts_with('"') && text.ends_with('"');
    let letters = text.chars().map(char::is_alphabetic);
    let is_short = !letters.clone().zip(letters.skip(1)).any(|(a, b)| a && b);
    !text.is_empty() && (is_quoted || is_short)
}

/// Puts what was found into its places.
fn filled(instead: &str, found: &[String]) -> String {
    let mut parts = instead.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_once('}').unwrap_or_default();
        let value = number.parse().ok().and_then(|at: usize| found.get(at));
        text.push_str(value.map_or("", String::as_str));
        text.push_str(rest);
    }
    text
}
