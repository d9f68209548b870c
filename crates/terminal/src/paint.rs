//! Colours in a terminal: all of them, 256, or none.

use picture::{Rgb, Theme};
use ratatui::style::{Color, Modifier, Style};

/// How much colour there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// None, only signs.
    None,
    /// The 256 colours of every terminal.
    Indexed,
    /// All 24-bit colours.
    True,
}

/// The colours to paint with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    /// How much colour there is.
    pub depth: Depth,
    /// Light or dark.
    pub theme: Theme,
}

impl Paint {
    /// What this terminal supports, according to `NO_COLOR` and `COLORTERM`.
    pub fn of_terminal(theme: Theme) -> Paint {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let many = std::env::var("COLORTERM").is_ok_and(|v| v == "truecolor" || v == "24bit");
        let depth = match many {
            _ if is_set("NO_COLOR") => Depth::None,
            true => Depth::True,
            false => Depth::Indexed,
        };
        Paint { depth, theme }
    }

    /// Whether there is any colour.
    pub fn is_coloured(self) -> bool {
        self.depth != Depth::None
    }

    fn colour(self, colour: Rgb) -> Color {
        match self.depth {
            Depth::None => Color::Reset,
            Depth::Indexed => Color::Indexed(nearest(colour)),
            Depth::True => Color::Rgb(colour.0, colour.1, colour.2),
        }
    }

    /// Text on a background.
    pub fn on(self, ink: Rgb, ground: Rgb) -> Style {
        match self.depth {
            Depth::None => Style::new(),
            _ => Style::new().fg(self.colour(ink)).bg(self.colour(ground)),
        }
    }

    /// Text on the existing background.
    pub fn ink(self, ink: Rgb) -> Style {
        match self.depth {
            Depth::None => Style::new(),
            _ => Style::new().fg(self.colour(ink)),
        }
    }

    /// The two colours of squares.
    pub fn squares(self) -> [Rgb; 2] {
        let [one, other] = self.theme.squares();
        match (self.depth, self.theme) {
            // Among 256 colours, both have the same nearest one.
            (Depth::Indexed, Theme::Dark) => [one.mix(self.theme.ink(), 0.1), other],
            (Depth::Indexed, Theme::Light) => [one.mix(self.theme.surface(), 0.5), other],
            _ => [one, other],
        }
    }

    /// For headings and other things to see first.
    pub fn strong(self) -> Style {
        self.ink(self.theme.automaton())
            .add_modifier(Modifier::BOLD)
    }

    /// For less important things.
    pub fn muted(self) -> Style {
        self.ink(self.theme.muted())
    }

    /// For conflicts, refusals and losses.
    pub fn danger(self) -> Style {
        self.ink(self.theme.danger()).add_modifier(Modifier::BOLD)
    }

    /// For anything that identifies a seat.
    pub fn seat(self, seat: u16) -> Style {
        self.ink(self.theme.seat(seat))
    }
}

/// The nearest of the 240 colours that are the same in every terminal.
fn nearest(Rgb(r, g, b): Rgb) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level = |c: u8| {
        let levels = LEVELS.iter().enumerate();
        levels
            .min_by_key(|(_, level)| level.abs_diff(c))
            .map_or(0, |(at, _)| at)
    };
    let far = |x: u8, y: u8, z: u8| {
        let d = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        d(x, r) + d(y, g) + d(z, b)
    };
    let cube = [level(r), level(g), level(b)];
    let cube_far = far(LEVELS[cube[0]], LEVELS[cube[1]], LEVELS[cube[2]]);
    let mean = (u32::from(r) + u32::from(g) + u32::from(b)) / 3;
    let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
    let shade = 8 + 10 * grey;
    if far(shade, shade, shade) < cube_far {
        232 + grey
    } else {
        (16 + 36 * cube[0] + 6 * cube[1] + cube[2]) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_mapped_to_the_nearest_of_256() {
        assert_eq!(nearest(Rgb(255, 0, 0)), 196);
        assert_eq!(nearest(Rgb(0, 0, 0)), 16);
        assert_eq!(nearest(Rgb(118, 118, 118)), 243);
    }

    #[test]
    fn the_two_colours_of_squares_differ_among_256() {
        for theme in [Theme::Dark, Theme::Light] {
            let depth = Depth::Indexed;
            let [one, other] = Paint { depth, theme }.squares();
            assert_ne!(nearest(one), nearest(other), "{theme:?}");
        }
    }

    #[test]
    fn without_colours_no_style_has_one() {
        let paint = Paint {
            depth: Depth::None,
            theme: Theme::Dark,
        };
        for style in [
            paint.on(Rgb(1, 2, 3), Rgb(4, 5, 6)),
            paint.danger(),
            paint.seat(1),
            paint.muted(),
            paint.strong(),
        ] {
            assert_eq!((style.fg, style.bg), (None, None));
        }
    }
}
