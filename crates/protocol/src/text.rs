//! Makes text from other people safe to show.
//!
//! Names, logs and file names may come from people who want to deceive the
//! reader: to colour a terminal, to reverse a line, to look like another name.

/// The text without characters that move the cursor, change colours, reverse the
/// line or are invisible.
#[must_use]
pub fn visible(text: &str) -> String {
    text.chars()
        .map(|c| if unseen(c) { '\u{fffd}' } else { c })
        .collect()
}

/// A name that is safe to show anywhere: visible, and of limited length.
#[must_use]
pub fn name(text: &str) -> String {
    let name: String = visible(text).chars().take(LONGEST_NAME).collect();
    match name.trim() {
        "" => "nameless".to_owned(),
        trimmed => trimmed.to_owned(),
    }
}

/// The most characters in a name, so that it fits a table.
const LONGEST_NAME: usize = 40;

/// Whether a character is invisible, or changes how others appear.
#[must_use]
pub fn unseen(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_unseen_character_is_left() {
        for c in "\u{1b}\u{7}\n\r\u{9b}\u{ad}\u{61c}\u{200b}\u{2028}\u{202e}\u{2066}\u{3164}\u{feff}\u{e0041}"
            .chars()
        {
            assert_eq!(visible(&format!("a{c}b")), "a\u{fffd}b", "{c:?}");
        }
        let harmless = "Überraschung – 象棋 <b>?";
        assert_eq!(visible(harmless), harmless);
    }

    #[test]
    fn a_name_is_short_and_never_empty() {
        assert_eq!(name("\u{202e}abc"), "\u{fffd}abc");
        assert_eq!(name("   "), "nameless");
        assert_eq!(name(&"x".repeat(1000)).len(), 40);
    }
}
