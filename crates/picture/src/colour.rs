//! Names of colours, colours of owners, and themes.

mod names;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// `0xrrggbb`.
    pub const fn hex(value: u32) -> Rgb {
        Rgb((value >> 16) as u8, (value >> 8) as u8, value as u8)
    }

    /// Mixes this colour with a share of another, from 0 (none) to 1 (all of it).
    pub fn mix(self, other: Rgb, part: f64) -> Rgb {
        let mix = |a: u8, b: u8| {
            let mixed = f64::from(a) + (f64::from(b) - f64::from(a)) * part.clamp(0.0, 1.0);
            mixed.round() as u8
        };
        Rgb(
            mix(self.0, other.0),
            mix(self.1, other.1),
            mix(self.2, other.2),
        )
    }

    /// The perceived lightness, from 0 to 1.
    pub fn lightness(self) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// The ink that is easiest to read on this colour.
    pub fn ink(self) -> Rgb {
        let contrast = |other: Rgb| {
            let (a, b) = (self.lightness() + 0.05, other.lightness() + 0.05);
            if a > b { a / b } else { b / a }
        };
        if contrast(DARK_INK) >= contrast(LIGHT_INK) {
            DARK_INK
        } else {
            LIGHT_INK
        }
    }
}

const DARK_INK: Rgb = Rgb::hex(0x24211c);
const LIGHT_INK: Rgb = Rgb::hex(0xffffff);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Why a text is not a colour.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ColourError {
    /// `#` is not followed by 3 or 6 hexadecimal digits.
    #[error("{0:?} is no colour: after # come 3 or 6 hexadecimal digits, as in #b14d1b")]
    Digits(String),
    /// There is no such name.
    #[error(
        "there is no colour {name:?}; the nearest name is {nearest:?} \
         (CSS names, #rgb, #rrggbb, and xkcd: with the usual names are known)"
    )]
    Unknown {
        /// The requested name.
        name: String,
        /// A similar name.
        nearest: String,
    },
}

impl FromStr for Rgb {
    type Err = ColourError;

    fn from_str(text: &str) -> Result<Rgb, ColourError> {
        let text = text.trim();
        if let Some(digits) = text.strip_prefix('#') {
            return read_digits(digits).ok_or_else(|| ColourError::Digits(shortened(text)));
        }
        let lower = text.to_lowercase();
        match lower.strip_prefix("xkcd:") {
            // The survey's names say "grey"; both spellings mean the same.
            Some(name) => look_up(&names::XKCD, &plain(&name.replace("gray", "grey"))),
            None => look_up(&names::CSS, &plain(&lower)),
        }
        .ok_or_else(|| ColourError::Unknown {
            name: shortened(text),
            nearest: nearest(&lower),
        })
    }
}

fn read_digits(digits: &str) -> Option<Rgb> {
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let value = u32::from_str_radix(digits, 16).ok()?;
    match digits.len() {
        6 => Some(Rgb::hex(value)),
        3 => {
            let twice = |shift: u32| (value >> shift & 0xf) as u8 * 0x11;
            Some(Rgb(twice(8), twice(4), twice(0)))
        }
        _ => None,
    }
}

/// Spaces, dashes and underscores do not distinguish names.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| !matches!(c, ' ' | '-' | '_'))
        .collect()
}

fn look_up(table: &[(&str, Rgb)], name: &str) -> Option<Rgb> {
    let found = table.iter().find(|(known, _)| plain(known) == name);
    found.map(|(_, colour)| *colour)
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

fn nearest(wanted: &str) -> String {
    let wanted: Vec<char> = wanted.chars().take(40).collect();
    let css = names::CSS.iter().map(|(name, _)| (*name).to_owned());
    let xkcd = names::XKCD.iter().map(|(name, _)| format!("xkcd:{name}"));
    let all = css.chain(xkcd);
    all.min_by_key(|name| distance(&wanted, name))
        .unwrap_or_default()
}

/// The number of letters to change, add or remove.
fn distance(from: &[char], to: &str) -> usize {
    let mut row: Vec<usize> = (0..=from.len()).collect();
    for (i, letter) in to.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in from.iter().enumerate() {
            let change = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[from.len()]
}

/// Light or dark: parchment by day, slate by night.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// By day.
    #[default]
    Light,
    /// By night.
    Dark,
}

impl Theme {
    /// The background of a board.
    pub fn surface(self) -> Rgb {
        match self {
            Theme::Light => Rgb::hex(0xfffdf8),
            Theme::Dark => Rgb::hex(0x1a1f26),
        }
    }

    /// Text.
    pub fn ink(self) -> Rgb {
        match self {
            Theme::Light => Rgb::hex(0x24211c),
            Theme::Dark => Rgb::hex(0xebe5d8),
        }
    }

    /// Less important text.
    pub fn muted(self) -> Rgb {
        match self {
            Theme::Light => Rgb::hex(0x6b6459),
            Theme::Dark => Rgb::hex(0x9c968a),
        }
    }

    /// Conflicts and losses.
    pub fn danger(self) -> Rgb {
        match self {
            Theme::Light => Rgb::hex(0xb3261e),
            Theme::Dark => Rgb::hex(0xff7468),
        }
    }

    /// The two colours of squares.
    pub fn squares(self) -> [Rgb; 2] {
        match self {
            Theme::Light => [Rgb::hex(0xecdcb9), Rgb::hex(0xe2cda3)],
            Theme::Dark => [Rgb::hex(0x3b342b), Rgb::hex(0x332d25)],
        }
    }

    /// The lines of a board.
    pub fn line(self) -> Rgb {
        match self {
            Theme::Light => Rgb::hex(0xc7ad7c),
            Theme::Dark => Rgb::hex(0x544a3c),
        }
    }

    /// Signs on squares, and the squares of the last move.
    pub fn mark(self) -> Rgb {
        match self {
            Theme::Light => Rgb::hex(0x7a5c2e),
            Theme::Dark => Rgb::hex(0xc9a86a),
        }
    }

    /// The colour of a seat in games of few seats.
    pub fn seat(self, seat: u16) -> Rgb {
        let seats = match self {
            Theme::Light => [0x1d6a73, 0xb14d1b, 0x6b4fa0, 0x3c7840],
            Theme::Dark => [0x63bcc4, 0xe88a4c, 0xb59ae6, 0x7cc47f],
        };
        Rgb::hex(seats[usize::from(seat) % seats.len()])
    }

    /// The automaton and its step.
    pub fn automaton(self) -> Rgb {
        match self {
            Theme::Light => Rgb::hex(0xc77a10),
            Theme::Dark => Rgb::hex(0xe8b04c),
        }
    }

    pub(crate) fn letter(self) -> char {
        match self {
            Theme::Light => 'l',
            Theme::Dark => 'd',
        }
    }
}

/// The colours of the owners of squares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Colours {
    seats: u16,
    chosen: BTreeMap<u16, Rgb>,
}

/// Strong colours that are easy to tell apart, even side by side.
const STRONG: [u32; 12] = [
    0xc8502f, 0x1f7f88, 0xdba032, 0x6650a8, 0x55902f, 0x2b6cc4, 0xc4508f, 0x7a4a1e, 0x0fa37f,
    0x8a1f3d, 0x9aa51b, 0x37474f,
];
/// Pale colours for owners without a player.
pub(crate) const PALE: [u32; 6] = [0x8f887c, 0x9a9184, 0x85807a, 0xa0978a, 0x7d7a74, 0x948f88];

impl Colours {
    /// Strong colours for the owners that have a seat, pale ones for the rest.
    pub fn seats(seats: u16) -> Colours {
        Colours {
            seats,
            chosen: BTreeMap::new(),
        }
    }

    /// The same with a chosen colour for an owner.
    #[must_use]
    pub fn with(mut self, owner: u16, colour: Rgb) -> Colours {
        self.chosen.insert(owner, colour);
        self
    }

    /// Whether any owner has a colour of its own.
    pub fn is_empty(&self) -> bool {
        self.seats == 0 && self.chosen.is_empty()
    }

    /// Whether an owner stands out from the zombies.
    pub fn is_strong(&self, owner: u16) -> bool {
        owner < self.seats || self.chosen.contains_key(&owner)
    }

    /// The colour of an owner.
    pub fn of(&self, owner: u16) -> Rgb {
        if let Some(chosen) = self.chosen.get(&owner) {
            return *chosen;
        }
        if owner < self.seats {
            return strong(owner);
        }
        Rgb::hex(PALE[usize::from(owner) % PALE.len()])
    }

    /// The colour of an owner's square: stronger if it has more pieces.
    pub fn shade(&self, owner: u16, count: u32, theme: Theme) -> Rgb {
        let most = if self.is_strong(owner) {
            1.0
        } else {
            MOST_PALE
        };
        EMPTY[theme as usize].mix(self.of(owner), most * strength(count))
    }

    pub(crate) fn chosen(&self) -> impl Iterator<Item = (u16, Rgb)> + '_ {
        (0..self.seats)
            .map(|owner| (owner, self.of(owner)))
            .chain(self.chosen.iter().map(|(owner, colour)| (*owner, *colour)))
    }
}

/// The colour of empty squares, by theme, before their owner's colour is mixed in.
const EMPTY: [Rgb; 2] = [Rgb::hex(0xfbf7ef), Rgb::hex(0x242a33)];
/// The largest share of its colour on a zombie's square.
const MOST_PALE: f64 = 0.62;
const STRENGTH: (f64, f64) = (0.3, 0.19);

/// The strength of the colour for this many pieces, from 0.3 to 1.
pub(crate) fn strength(count: u32) -> f64 {
    let (base, step) = STRENGTH;
    (base + step * f64::from(count).sqrt()).min(1.0)
}

/// The data that a page needs to shade squares as [`Colours::shade`] does.
pub(crate) fn shading() -> ([Rgb; 2], f64, (f64, f64)) {
    (EMPTY, MOST_PALE, STRENGTH)
}

/// After the end of the table, hues follow at the golden angle.
fn strong(owner: u16) -> Rgb {
    if let Some(known) = STRONG.get(usize::from(owner)) {
        return Rgb::hex(*known);
    }
    let hue = (f64::from(owner) * 137.508) % 360.0;
    let light = [0.38, 0.5, 0.62][usize::from(owner) % 3];
    from_hsl(hue, 0.6, light)
}

fn from_hsl(hue: f64, saturation: f64, light: f64) -> Rgb {
    let reach = saturation * light.min(1.0 - light);
    let channel = |n: f64| {
        let k = (n + hue / 30.0) % 12.0;
        let value = light - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        (value * 255.0).round() as u8
    };
    Rgb(channel(0.0), channel(8.0), channel(4.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colour(text: &str) -> Rgb {
        text.parse().unwrap()
    }

    #[test]
    fn every_way_to_write_a_colour_is_read() {
        assert_eq!(colour("red"), Rgb(255, 0, 0));
        assert_eq!(colour("RebeccaPurple"), Rgb(0x66, 0x33, 0x99));
        assert_eq!(colour("#f80"), Rgb(0xff, 0x88, 0));
        assert_eq!(colour("#12aB9f"), Rgb(0x12, 0xab, 0x9f));
        assert_eq!(colour("xkcd:red"), Rgb(0xe5, 0, 0));
        assert_eq!(colour("xkcd:sky blue"), colour("xkcd:SkyBlue"));
        assert_eq!(colour("xkcd:dark gray"), colour("xkcd:dark grey"));
        assert_ne!(colour("teal"), colour("xkcd:teal"));
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest() {
        let error = "crimsn".parse::<Rgb>().unwrap_err();
        assert!(error.to_string().contains("\"crimson\""), "{error}");
        let error = "xkcd:ligt blu".parse::<Rgb>().unwrap_err();
        assert!(error.to_string().contains("xkcd:light blue"), "{error}");
    }

    #[test]
    fn wrong_digits_are_refused_with_an_example() {
        for text in ["#", "#12", "#12345", "#1234567", "#ggg", "#+12", "#é1"] {
            let error = text.parse::<Rgb>().unwrap_err();
            assert!(error.to_string().contains("#b14d1b"), "{text}: {error}");
        }
    }

    #[test]
    fn names_are_sorted_and_there_is_each_once() {
        for table in [&names::CSS[..], &names::XKCD[..]] {
            assert!(table.windows(2).all(|pair| pair[0].0 < pair[1].0));
        }
        assert_eq!(names::CSS.len(), 148);
        assert!(names::XKCD.len() >= 100);
    }

    #[test]
    fn numbers_can_be_read_on_every_square_of_every_owner() {
        let colours = Colours::seats(40);
        for theme in [Theme::Light, Theme::Dark] {
            for owner in 0..60 {
                for count in 0..20 {
                    let square = colours.shade(owner, count, theme);
                    let (a, b) = (square.lightness() + 0.05, square.ink().lightness() + 0.05);
                    let contrast = if a > b { a / b } else { b / a };
                    assert!(contrast >= 3.9, "{theme:?} {owner} {count}: {contrast}");
                }
            }
        }
    }

    #[test]
    fn the_first_seats_have_colours_far_from_each_other() {
        let colours = Colours::seats(12);
        for a in 0..12 {
            for b in 0..a {
                let (x, y) = (colours.of(a), colours.of(b));
                let apart = u32::from(x.0.abs_diff(y.0))
                    + u32::from(x.1.abs_diff(y.1))
                    + u32::from(x.2.abs_diff(y.2));
                assert!(apart > 60, "{a} and {b}: {apart}");
            }
        }
    }
}
