//! A board as lines of text, plain or in 24-bit colour.

use std::fmt::Write as _;

use catalog::Marks;
use game::Square;

use crate::board::{Board, Cell, Look, Place};
use crate::colour::{Colours, Rgb, Theme, strength};

/// How a board is printed.
#[derive(Clone, Debug)]
pub struct Style {
    /// With escapes or without.
    pub paint: Paint,
    /// By day or by night; only seen in colour.
    pub theme: Theme,
    /// Game 17: without any, squares show their owner; with some, their pieces.
    pub colours: Colours,
    /// Whether rows and columns are named at the edge.
    pub coordinates: bool,
}

/// With escapes or without.
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

/// The lines of a board, from the top. Moves that were made are marked by
/// brackets around where they went, conflicted squares by exclamation marks.
pub fn lines(board: &Board, marks: &Marks, style: &Style) -> Vec<String> {
    let printer = Printer::new(board, marks, style);
    let mut lines = Vec::with_capacity(usize::from(board.height()) + 1);
    let top_names = board.look() == Look::Game17;
    if style.coordinates && top_names {
        lines.push(printer.names());
    }
    for row in 0..board.height() {
        // A row as it is drawn is its own inverse.
        lines.push(printer.row(board.drawn_row(row)));
    }
    if style.coordinates && !top_names {
        lines.push(printer.names());
    }
    lines
}

/// What the signs of a plain board mean, in one line.
pub fn legend(look: Look) -> &'static str {
    match look {
        Look::Automatafl => {
            "a attractor, r repulsor, @ automaton, digits: goals of seats; [ ] moved here, ! ! conflict"
        }
        Look::Combo => "w White, b Black, with the count; [ ] moved here",
        Look::Brandub => {
            "t attacker, T defender, K king, + throne, x corner; [ ] moved here, ( ) captured"
        }
        Look::Game17 => "owner:pieces; * taken, or decided by a coin",
    }
}

/// A text on a colour, with the escape that ends it.
pub fn painted(text: &str, ink: Rgb, ground: Rgb) -> String {
    format!(
        "\x1b[38;2;{};{};{};48;2;{};{};{}m{text}\x1b[0m",
        ink.0, ink.1, ink.2, ground.0, ground.1, ground.2
    )
}

struct Printer<'a> {
    board: &'a Board,
    marks: &'a Marks,
    style: &'a Style,
    cell: usize,
    edge: usize,
}

impl<'a> Printer<'a> {
    fn new(board: &'a Board, marks: &'a Marks, style: &'a Style) -> Printer<'a> {
        let names = (0..board.height()).map(|y| board.row_name(y).len());
        let mut printer = Printer {
            board,
            marks,
            style,
            cell: 0,
            edge: names.max().unwrap_or(1),
        };
        let widest = board.cells().iter().map(|cell| printer.sign(*cell).len());
        let widest = widest.max().unwrap_or(1).max(1);
        printer.cell = match (board.look(), style.paint) {
            // In colour the squares touch; without, a space holds them apart.
            (Look::Game17, Paint::Colour) => widest.max(2) + 1,
            (Look::Game17, Paint::Plain) => {
                widest.max(board.column_name(board.width() - 1).len()) + 1
            }
            _ => widest + 2,
        };
        printer
    }

    fn names(&self) -> String {
        let gap = usize::from(self.style.paint == Paint::Colour);
        let mut line = " ".repeat(self.edge + gap);
        for x in 0..self.board.width() {
            let name = self.board.column_name(x);
            let text = match self.board.look() {
                Look::Game17 => format!("{name:>width$}", width = self.cell),
                _ => format!("{name:^width$}", width = self.cell),
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
                self.board.row_name(y),
                width = self.edge
            );
        }
        if self.style.coordinates && self.style.paint == Paint::Colour {
            line.push(' ');
        }
        for x in 0..self.board.width() {
            let square = Square::new(x, y);
            match self.style.paint {
                Paint::Plain => line.push_str(&self.plain(square)),
                Paint::Colour => line.push_str(&self.coloured(square)),
            }
        }
        line.trim_end().to_owned()
    }

    /// The letters of a cell, without what surrounds them.
    fn sign(&self, cell: Cell) -> String {
        let colour = self.style.paint == Paint::Colour;
        match cell {
            Cell::Empty => if colour { " " } else { "." }.to_owned(),
            Cell::Attractor => if colour { "+" } else { "a" }.to_owned(),
            Cell::Repulsor => if colour { "-" } else { "r" }.to_owned(),
            Cell::Automaton => if colour { "*" } else { "@" }.to_owned(),
            Cell::Attacker => "t".to_owned(),
            Cell::Defender => "T".to_owned(),
            Cell::King => "K".to_owned(),
            Cell::White(count) | Cell::Black(count) if colour => count.to_string(),
            Cell::White(count) => format!("w{count}"),
            Cell::Black(count) => format!("b{count}"),
            Cell::Land { owner, count } => match (colour, self.style.colours.is_empty()) {
                (false, _) => format!("{owner}:{count}"),
                (true, true) => owner.to_string(),
                (true, false) => count.to_string(),
            },
        }
    }

    fn plain(&self, square: Square) -> String {
        let cell = self.board.at(square);
        let mut sign = self.sign(cell);
        if self.board.look() == Look::Game17 {
            return self.land_text(square, &sign);
        }
        let place = self.board.place(square);
        if cell == Cell::Empty {
            match place {
                Some(Place::Goal(seat)) => sign = seat.to_string(),
                Some(Place::Throne) => sign = "+".to_owned(),
                Some(Place::Corner) => sign = "x".to_owned(),
                None => {}
            }
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
        self.marks.marked.contains(&square) || self.board.marked().contains(&square)
    }

    fn is_target(&self, square: Square) -> bool {
        let mut arrows = self.marks.arrows.iter();
        arrows.any(|arrow| arrow.made && arrow.to == square)
    }

    fn coloured(&self, square: Square) -> String {
        let cell = self.board.at(square);
        let sign = self.sign(cell);
        if let Cell::Land { owner, count } = cell {
            let ground = self.land(owner, count);
            return painted(&self.land_text(square, &sign), ground.ink(), ground);
        }
        let theme = self.style.theme;
        let parity = (square.x + square.y + self.board.height()) % 2;
        let mut ground = theme.squares()[usize::from(parity)];
        let mut ink = theme.mark();
        let mut sign = sign;
        match self.board.place(square) {
            Some(Place::Goal(seat)) => {
                ground = ground.mix(theme.seat(seat), 0.55);
                if cell == Cell::Empty {
                    sign = seat.to_string();
                    ink = ground.ink();
                }
            }
            Some(Place::Throne) if cell == Cell::Empty => sign = "+".to_owned(),
            Some(Place::Corner) if cell == Cell::Empty => sign = "x".to_owned(),
            _ => {}
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
        let Some((piece_ink, piece)) = piece_colours(cell) else {
            return painted(&format!(" {sign:^width$} "), ink, ground);
        };
        // The square is seen on both sides of its piece.
        let (ink, body) = (piece_ink, piece);
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

fn piece_colours(cell: Cell) -> Option<(Rgb, Rgb)> {
    let (ink, body) = match cell {
        Cell::Empty | Cell::Land { .. } => return None,
        Cell::Attractor => (0x5c4a22, 0xf3e7c8),
        Cell::Repulsor => (0xe9ebf5, 0x2f3348),
        Cell::Automaton => (0x4a2a05, 0xf0ac3c),
        Cell::Attacker => (0xf6d9d0, 0x7a2416),
        Cell::Defender => (0x5c4a22, 0xf3e7c8),
        Cell::King => (0x6b4700, 0xffd75e),
        Cell::White(_) => (0x3a3122, 0xf6ecd6),
        Cell::Black(_) => (0xf3ecdc, 0x2c3140),
    };
    Some((Rgb::hex(ink), Rgb::hex(body)))
}
