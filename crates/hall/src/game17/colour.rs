//! Names of colours: those of CSS, some of the xkcd survey, and `#rrggbb`.

use anyhow::{Context, Result};

/// Red, green and blue.
pub type Rgb = [u8; 3];

/// One table for the hall and for the Python package.
const TABLE: &str = include_str!("../../../../python/game17/colours.txt");

/// What T-800s have that are asked for by number.
pub const T800: Rgb = [0x35, 0x06, 0x3e];

/// The colour with this name.
pub fn named(name: &str) -> Result<Rgb> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let wanted = words.join(" ").to_lowercase();
    let found = TABLE
        .lines()
        .filter_map(|line| line.split_once(' '))
        .find(|(_, known)| *known == wanted);
    let code = found.map_or(wanted.as_str(), |(code, _)| code);
    from_code(code).with_context(|| {
        format!(
            "{name:?} is no colour: give a CSS name such as teal, an xkcd name such as \
             \"xkcd:dark purple\", or #rrggbb"
        )
    })
}

fn from_code(code: &str) -> Option<Rgb> {
    let digits = code.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
    Some([red, green, blue])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_have_names() {
        assert_eq!(named("teal").unwrap(), [0, 128, 128]);
        assert_eq!(named("RebeccaPurple").unwrap(), [0x66, 0x33, 0x99]);
        assert_eq!(named("xkcd:dark  purple").unwrap(), T800);
        assert_eq!(named("#0a0B0c").unwrap(), [10, 11, 12]);
        for line in TABLE.lines() {
            let (code, name) = line.split_once(' ').unwrap();
            assert_eq!(Some(named(name).unwrap()), from_code(code), "{line}");
        }
    }

    #[test]
    fn an_unknown_colour_is_an_error_that_says_what_there_is() {
        for wrong in [
            "reddish",
            "xkcd:nothing",
            "#12345",
            "#12345g",
            "#+12345",
            "",
            "#ä1234",
        ] {
            let error = named(wrong).unwrap_err().to_string();
            assert!(error.contains("is no colour: give a CSS name"), "{error}");
        }
    }
}
