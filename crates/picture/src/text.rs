//! A board as lines of text, plain or in 24-bit colour.

use std::fmt::Write as _;

use catalog::Marks;
use catalog::scene::{Cell, Names, Scene, Shape, Tone};
use game::Square;

use crate::colour::{Colours, Rgb, Theme, strength};
use crate::tone;

/// The style of a printed board.
#[derive(Clone, Debug)]
pub struct Style {
    /// Whether to print escapes.
    pub paint: Paint,
    /// The theme; it matters only in colour.
    pub theme: Theme,
    /// The colours of owners. Without any, squares show their owner; with some, their pieces.
    pub colours: Colours,
    /// Whether rows and columns are named at the edge.
    pub coordinates: bool,
}

/// Whether to print escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Letters and digits only.
    Plain,
    /// With 24-bit ANSI colours.
    Colour,
}

impl Style {
    /// No escapes, with coordinates.
    pub fn plain() -> Style {
        Style {
            paint: Paint::Plain,
            theme: Theme::Light,
            colours: Colours::default(),
            coordinates: true,
        }
    }

    /// 24-bit colours, with coordinates.
    pub fn colour(theme: Theme, colours: Colours) -> Style {
        Style {
            paint: Paint::Colour,
            theme,
            colours,
            coordinates: true,
        }
    }
}

/// The lines of a board, from the top. Brackets mark the destinations of moves,
/// exclamation marks the squares of a conflict.
pub fn lines(scene: &Scene, marks: &Marks, style: &Style) -> Vec<String> {
    let printer = Printer::new(scene, marks, style);
    let mut lines = Vec::with_capacity(usize::from(scene.height()) + 1);
    let top_names = scene.look().names == Names::Numbers;
    if style.coordinates && top_names {
        lines.push(printer.names());
    }
    for row in 0..scene.height() {
        lines.push(printer.row(scene.drawn_row(row)));
    }
    if style.coordinates && !top_names {
        lines.push(printer.names());
    }
    lines
}

/// A text on a colour, followed by the escape that ends it.
pub fn painted(text: &str, ink: Rgb, ground: Rgb) -> String {
    format!(
        "\x1b[38;2;{};{};{};48;2;{};{};{}m{text}\x1b[0m",
        ink.0, ink.1, ink.2, ground.0, ground.1, ground.2
    )
}

struct Printer<'a> {
    scene: &'a Scene,
    marks: &'a Marks,
    style: &'a Style,
    cell: usize,
    edge: usize,
}

impl<'a> Printer<'a> {
    fn new(scene: &'a Scene, marks: &'a Marks, style: &'a Style) -> Printer<'a> {
        let look = scene.look();
        let names = (0..scene.height()).map(|y| look.row_name(y).len());
        let mut printer = Printer {
            scene,
            marks,
            style,
            cell: 0,
            edge: names.max().unwrap_or(1),
        };
        let widest = scene.cells().iter().map(|cell| printer.sign(*cell).len());
        let widest = widest.max().unwrap_or(1).max(1);
        printer.cell = match (look.is_owned(), style.paint) {
            // In colour the squares touch; without colour, a space separates them.
            (true, Paint::Colour) => widest.max(2) + 1,
            (true, Paint::Plain) => widest.max(look.column_name(scene.width() - 1).len()) + 1,
            (false, _) => widest + 2,
        };
        printer
    }

    fn names(&self) -> String {
        let gap = usize::from(self.style.paint == Paint::Colour);
        let mut line = " ".repeat(self.edge + gap);
        for x in 0..self.scene.width() {
            let name = self.scene.look().column_name(x);
            let text = if self.scene.look().is_owned() {
                format!("{name:>width$}", width = self.cell)
            } else {
                format!("{name:^width$}", width = self.cell)
            };
            line.push_str(&text);
        }
        line.trim_end().to_owned()
    }

    fn row(&self, y: u8) -> String {
        let mut line = String::new();
        if self.style.coordinates {
            let _ = write!(
                line,
                "{:>width$}",
                self.scene.look().row_name(y),
                width = self.edge
            );
        }
        if self.style.coordinates && self.style.paint == Paint::Colour {
            line.push(' ');
        }
        for x in 0..self.scene.width() {
            let square = Square::new(x, y);
            match self.style.paint {
                Paint::Plain => line.push_str(&self.plain(square)),
                Paint::Colour => line.push_str(&self.coloured(square)),
            }
        }
        line.trim_end().to_owned()
    }

    /// The letters of a cell, without the signs around them.
    fn sign(&self, cell: Cell) -> String {
        let paint = self.style.paint;
        if let Some((kind, count)) = self.scene.look().piece(cell) {
            return match (kind.shape, paint) {
                (Shape::Stack, Paint::Colour) => count.to_string(),
                (Shape::Stack, Paint::Plain) => format!("{}{count}", kind.letter),
                (_, Paint::Colour) => kind.sign.to_string(),
                (_, Paint::Plain) => kind.letter.to_string(),
            };
        }
        match (cell, paint) {
            (Cell::Land { owner, count }, Paint::Plain) => format!("{owner}:{count}"),
            (Cell::Land { owner, .. }, _) if self.style.colours.is_empty() => owner.to_string(),
            (Cell::Land { count, .. }, _) => count.to_string(),
            (_, Paint::Colour) => " ".to_owned(),
            (_, Paint::Plain) => ".".to_owned(),
        }
    }

    /// The sign of an empty square that means something.
    fn region_sign(&self, square: Square) -> Option<String> {
        let region = self.scene.region(square)?;
        let letter = || region.kind.letter.to_string();
        Some(region.seat.map_or_else(letter, |seat| seat.to_string()))
    }

    fn plain(&self, square: Square) -> String {
        let cell = self.scene.at(square);
        let mut sign = self.sign(cell);
        if self.scene.look().is_owned() {
            return self.land_text(square, &sign);
        }
        if cell == Cell::Empty {
            sign = self.region_sign(square).unwrap_or(sign);
        }
        let [left, right] = self.brackets(square);
        format!("{left}{sign:^width$}{right}", width = self.cell - 2)
    }

    fn brackets(&self, square: Square) -> [char; 2] {
        if self.is_marked(square) {
            ['!', '!']
        } else if self.is_target(square) {
            ['[', ']']
        } else if self.marks.captured.contains(&square) {
            ['(', ')']
        } else {
            [' ', ' ']
        }
    }

    fn is_marked(&self, square: Square) -> bool {
        self.marks.marked.contains(&square) || self.scene.marked().contains(&square)
    }

    fn is_target(&self, square: Square) -> bool {
        let mut arrows = self.marks.arrows.iter();
        arrows.any(|arrow| arrow.made && arrow.to == square)
    }

    fn coloured(&self, square: Square) -> String {
        let cell = self.scene.at(square);
        let mut sign = self.sign(cell);
        if let Cell::Land { owner, count } = cell {
            let ground = self.land(owner, count);
            return painted(&self.land_text(square, &sign), ground.ink(), ground);
        }
        let theme = self.style.theme;
        let parity = (square.x + square.y + self.scene.height()) % 2;
        let mut ground = theme.squares()[usize::from(parity)];
        let mut ink = theme.mark();
        let seat = self.scene.region(square).and_then(|region| region.seat);
        if let Some(seat) = seat {
            ground = ground.mix(theme.seat(seat), 0.55);
        }
        if cell == Cell::Empty {
            sign = self.region_sign(square).unwrap_or(sign);
            if seat.is_some() {
                ink = ground.ink();
            }
        }
        let moved =
            |arrow: &crate::Arrow| arrow.made && (arrow.from == square || arrow.to == square);
        if self.is_marked(square) {
            ground = ground.mix(theme.danger(), 0.6);
            if cell == Cell::Empty {
                sign = "!".to_owned();
                ink = ground.ink();
            }
        } else if self.marks.captured.contains(&square) {
            ground = ground.mix(theme.danger(), 0.4);
        } else if self.marks.arrows.iter().any(moved) {
            ground = ground.mix(theme.mark(), 0.5);
        }
        let width = self.cell - 2;
        let Some((kind, _)) = self.scene.look().piece(cell) else {
            return painted(&format!(" {sign:^width$} "), ink, ground);
        };
        // The square is visible on both sides of its piece.
        let (ink, body) = piece_colours(kind.tone);
        format!(
            "{}{}{}",
            painted("▐", body, ground),
            painted(&format!("{sign:^width$}"), ink, body),
            painted("▌", body, ground),
        )
    }

    /// There is always room for a star before the sign.
    fn land_text(&self, square: Square, sign: &str) -> String {
        let starred = if self.marks.captured.contains(&square) {
            format!("*{sign}")
        } else {
            sign.to_owned()
        };
        format!("{starred:>width$}", width = self.cell)
    }

    fn land(&self, owner: u16, count: u32) -> Rgb {
        let (theme, colours) = (self.style.theme, &self.style.colours);
        if colours.is_empty() {
            let shades = match theme {
                Theme::Light => [Rgb::hex(0xfbf7ef), Rgb::hex(0x57503f)],
                Theme::Dark => [Rgb::hex(0x1a1f26), Rgb::hex(0xd9d0bd)],
            };
            return shades[0].mix(shades[1], strength(count) - 0.3);
        }
        colours.shade(owner, count, theme)
    }
}

/// The letters on a piece and the ground below them.
pub fn piece_colours(tone: Tone) -> (Rgb, Rgb) {
    let (ink, body) = tone::colours(tone).text;
    (Rgb::hex(ink), Rgb::hex(body))
}
