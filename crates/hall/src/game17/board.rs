//! Boards on a terminal.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::colour::Rgb;
use super::file::Position;

/// How boards are shown.
#[derive(Clone, Debug, Default)]
pub struct Style {
    /// The owners that have a colour.
    pub colours: BTreeMap<u32, Rgb>,
    /// Shows how many pieces stand on the squares, without colours too.
    pub counts: bool,
    /// Whether the terminal has colours at all.
    pub paint: bool,
}

impl Style {
    /// The board, line by line.
    ///
    /// Without colours the owner's number stands on a shade that grows with the
    /// pieces, and the pieces below it if they are wanted. With colours the
    /// number of pieces stands on the owner's colour. Plain text has the owner,
    /// and `owner:pieces` where pieces are wanted.
    pub fn draw(&self, position: &Position) -> String {
        let most = position.numbers.iter().copied().max().unwrap_or(0).max(1);
        let width = 1 + longest(&position.owners)
            .max(longest(&position.numbers))
            .max(2);
        let coloured = !self.colours.is_empty();
        let mut text = String::new();
        let rows = position.owners.chunks(position.size);
        for (owners, numbers) in rows.zip(position.numbers.chunks(position.size)) {
            for (&owner, &number) in owners.iter().zip(numbers) {
                // Writing to a string cannot fail.
                let _ = match (self.paint, coloured) {
                    (false, false) if !self.counts => write!(text, "{owner:>width$}"),
                    (false, _) => {
                        let cell = format!("{owner}:{number}");
                        write!(text, "{cell:>wide$}", wide = 2 * width)
                    }
                    (true, false) => {
                        let light = shade(number, most);
                        let blue = light.saturating_add(light / 3);
                        write!(text, "{}{owner:>width$}", paint([light, light, blue]))
                    }
                    (true, true) => {
                        let grey = shade(number, most) / 2;
                        let colour = self.colours.get(&owner).copied().unwrap_or([grey; 3]);
                        write!(text, "{}{number:>width$}", paint(colour))
                    }
                };
            }
            text.push_str(if self.paint { "\x1b[0m\n" } else { "\n" });
            if self.paint && self.counts && !coloured {
                for number in numbers {
                    let _ = write!(text, "{number:>width$}");
                }
                text.push('\n');
            }
        }
        text
    }
}

fn longest(numbers: &[u32]) -> usize {
    let most = numbers.iter().copied().max().unwrap_or(0);
    most.to_string().len()
}

/// From dark without pieces to bright where the most stand.
fn shade(number: u32, most: u32) -> u8 {
    (50 + u64::from(number) * 190 / u64::from(most)) as u8
}

/// Sets the background, and a text colour that can be read on it.
fn paint([red, green, blue]: Rgb) -> String {
    let light = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
    let ink = if light > 130_000 {
        "0;0;0"
    } else {
        "255;255;255"
    };
    format!("\x1b[48;2;{red};{green};{blue}m\x1b[38;2;{ink}m")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position() -> Position {
        Position {
            size: 2,
            owners: vec![1, 0, 2, 13],
            numbers: vec![4, 0, 12, 8],
        }
    }

    #[test]
    fn plain_boards_show_owners_and_pieces_if_wanted() {
        let mut style = Style::default();
        assert_eq!(style.draw(&position()), "  1  0\n  2 13\n");
        style.counts = true;
        assert_eq!(style.draw(&position()), "   1:4   0:0\n  2:12  13:8\n");
    }

    #[test]
    fn without_colours_the_shade_grows_with_the_pieces() {
        let style = Style {
            paint: true,
            ..Style::default()
        };
        let text = style.draw(&position());
        let shade = |number: &str| {
            let start = text.find(&format!("m{number:>3}")).unwrap();
            let codes = &text[..start];
            let back = codes.rfind("48;2;").unwrap();
            codes[back + 5..]
                .split(';')
                .next()
                .unwrap()
                .parse::<u8>()
                .unwrap()
        };
        assert!(shade("0") < shade("1") && shade("1") < shade("13") && shade("13") < shade("2"));
        assert!(text.ends_with("\x1b[0m\n"));
    }

    #[test]
    fn with_colours_the_pieces_stand_on_them() {
        let style = Style {
            paint: true,
            counts: true,
            colours: BTreeMap::from([(2, [1, 2, 3])]),
        };
        let text = style.draw(&position());
        assert!(text.contains("\x1b[48;2;1;2;3m\x1b[38;2;255;255;255m 12"));
        assert_eq!(text.lines().count(), 2);
    }
}
