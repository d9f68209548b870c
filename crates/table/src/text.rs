//! What names and chat may contain.

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 32;
/// The longest line of chat, in characters.
pub const LONGEST_CHAT: usize = 500;
/// The longest title of a table, and the longest name of a computer player.
pub const LONGEST_TITLE: usize = 80;

/// The text on one line and cut to `most` characters, without characters that
/// are invisible or change the direction of reading. Markup stays as text.
pub fn clean(text: &str, most: usize) -> String {
    let mut out = String::new();
    let mut length = 0;
    for c in text.chars() {
        // Line breaks and tabs become spaces; a run of spaces becomes one.
        let c = if c.is_whitespace() { ' ' } else { c };
        if is_hidden(c) || c == ' ' && (out.is_empty() || out.ends_with(' ')) {
            continue;
        }
        if length == most {
            break;
        }
        out.push(c);
        length += 1;
    }
    out.truncate(out.trim_end().len());
    out
}

fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            // Soft hyphen, Arabic letter mark, Mongolian vowel separator.
            '\u{ad}' | '\u{61c}' | '\u{180e}'
            // Zero-width characters, and marks and overrides of direction.
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            // Invisible fillers, the byte order mark, annotations.
            | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            // Tags: invisible letters.
            | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_removed_and_markup_stays_text() {
        assert_eq!(clean("a\u{202e}b\u{7}c\u{200b}", 10), "abc");
        assert_eq!(clean("  two\n\n lines\t", 20), "two lines");
        assert_eq!(clean("<b>&amp;</b>", 20), "<b>&amp;</b>");
        assert_eq!(clean("\u{2066}\u{e0041}\u{3164}", 20), "");
    }

    #[test]
    fn length_is_counted_in_characters() {
        assert_eq!(clean("ååååå", 3), "ååå");
        assert_eq!(clean("ab cd", 3), "ab");
    }
}
