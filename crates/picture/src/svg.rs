//! A board as an SVG picture.

use std::fmt::Write as _;

use catalog::{Arrow, Marks};
use game::Square;

use crate::board::{Board, Cell, Look, Place};
use crate::colour::{Colours, Theme};
use crate::font;

/// How a picture is made.
#[derive(Clone, Debug)]
pub struct Style {
    /// By day or by night.
    pub theme: Theme,
    /// Game 17: the colours of the owners.
    pub colours: Colours,
    /// Whether rows and columns are named at the edge.
    pub coordinates: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            theme: Theme::Light,
            colours: Colours::default(),
            coordinates: true,
        }
    }
}

/// A board with its marks. The picture needs nothing besides itself.
pub fn board(board: &Board, marks: &Marks, style: &Style) -> String {
    let mut pen = Pen::new(board, Paints::literal(style.theme), style.coordinates);
    pen.open(board, true);
    pen.group("under");
    pen.marks_under(board, marks);
    pen.close();
    pen.group("cells");
    for (square, cell) in board.squares().zip(board.cells()) {
        pen.cell(square, *cell, style);
    }
    pen.close();
    pen.badges(board);
    pen.group("over");
    pen.captures(marks);
    for arrow in &marks.arrows {
        pen.arrow(arrow);
    }
    pen.close();
    pen.end()
}

/// A board without pieces, for a page that puts them there itself. Colours are
/// variables of its style; pieces are there to be used by name: `va`, `vr` and
/// `vu` for attractor, repulsor and automaton, `vt`, `vT` and `vK` for attackers,
/// defenders and the king, `vw1` to `vb5` for stacks, and `vh0` to `vh5` for the
/// heads of arrows.
pub fn template(board: &Board) -> String {
    let mut pen = Pen::new(board, Paints::variables(), true);
    pen.open(board, false);
    for layer in ["under", "cells"] {
        pen.group(layer);
        pen.close();
    }
    pen.badges(board);
    pen.group("over");
    pen.close();
    pen.end()
}

/// The side of a square.
pub const SIDE: f64 = 40.0;
const EDGE: f64 = 22.0;
/// How many discs of a stack are drawn; the count says the rest.
pub const MOST_DISCS: u16 = 5;

/// Where the board begins in the picture.
pub fn origin(coordinates: bool) -> f64 {
    if coordinates { EDGE } else { 6.0 }
}

/// What is painted with what: colours, or the names of variables.
struct Paints {
    prefix: char,
    surface: String,
    ink: String,
    muted: String,
    danger: String,
    squares: [String; 2],
    line: String,
    mark: String,
    automaton: String,
    seats: [String; 4],
}

impl Paints {
    fn literal(theme: Theme) -> Paints {
        Paints {
            prefix: theme.letter(),
            surface: theme.surface().to_string(),
            ink: theme.ink().to_string(),
            muted: theme.muted().to_string(),
            danger: theme.danger().to_string(),
            squares: theme.squares().map(|colour| colour.to_string()),
            line: theme.line().to_string(),
            mark: theme.mark().to_string(),
            automaton: theme.automaton().to_string(),
            seats: [0, 1, 2, 3].map(|seat| theme.seat(seat).to_string()),
        }
    }

    fn variables() -> Paints {
        let name = |name: &str| format!("var(--{name})");
        Paints {
            prefix: 'v',
            surface: name("surface"),
            ink: name("ink"),
            muted: name("muted"),
            danger: name("danger"),
            squares: [name("square-a"), name("square-b")],
            line: name("board-line"),
            mark: name("mark"),
            automaton: name("automaton"),
            seats: [0, 1, 2, 3].map(|seat| name(&format!("seat-{seat}"))),
        }
    }
}

struct Pen {
    out: String,
    paints: Paints,
    look: Look,
    origin: f64,
    coordinates: bool,
    width: u8,
    height: u8,
    upwards: bool,
}

impl Pen {
    fn new(board: &Board, paints: Paints, coordinates: bool) -> Pen {
        Pen {
            out: String::with_capacity(8 << 10),
            paints,
            look: board.look(),
            origin: origin(coordinates),
            coordinates,
            width: board.width(),
            height: board.height(),
            upwards: board.is_upwards(),
        }
    }

    fn write(&mut self, arguments: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(arguments);
    }

    fn group(&mut self, layer: &str) {
        self.write(format_args!("<g class=\"{layer}\">"));
    }

    fn close(&mut self) {
        self.out.push_str("</g>");
    }

    fn end(mut self) -> String {
        self.out.push_str("</svg>");
        self.out
    }

    /// The middle of a square.
    fn middle(&self, square: Square) -> (f64, f64) {
        let row = if self.upwards {
            f64::from(self.height) - 1.0 - f64::from(square.y)
        } else {
            f64::from(square.y)
        };
        let at = |n: f64| self.origin + SIDE * (n + 0.5);
        (at(f64::from(square.x)), at(row))
    }

    fn open(&mut self, board: &Board, with_background: bool) {
        let across = 2.0 * self.origin + SIDE * f64::from(self.width);
        let down = 2.0 * self.origin + SIDE * f64::from(self.height);
        let name = match self.look {
            Look::Automatafl => "Automatafl",
            Look::Combo => "Combo",
            Look::Brandub => "Brandub",
            Look::Game17 => "Game 17",
        };
        self.write(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {across} {down}\" width=\"{across}\" height=\"{down}\" role=\"img\" aria-label=\"Board of {name}\">"
        ));
        self.definitions();
        if with_background {
            let fill = self.paints.surface.clone();
            self.write(format_args!(
                "<rect width=\"{across}\" height=\"{down}\" rx=\"12\" fill=\"{fill}\"/>"
            ));
        }
        self.ground();
        self.places(board);
        if self.coordinates {
            self.edge();
        }
    }

    /// Pieces are drawn once, around their middle, and used by name.
    fn definitions(&mut self) {
        let p = self.paints.prefix;
        self.out.push_str("<defs>");
        let mut shine = |id: &str, light: &str, dark: &str| {
            let _ = write!(
                self.out,
                "<radialGradient id=\"{p}{id}\" cx=\".36\" cy=\".3\" r=\".75\"><stop offset=\"0\" stop-color=\"{light}\"/><stop offset=\"1\" stop-color=\"{dark}\"/></radialGradient>"
            );
        };
        match self.look {
            Look::Automatafl => {
                shine("gi", "#fffdf3", "#d8c698");
                shine("gn", "#5c617b", "#232638");
                shine("gg", "#ffe9a3", "#d6861a");
            }
            Look::Brandub => {
                shine("gi", "#fffdf3", "#cdbb92");
                shine("gr", "#8f3323", "#4a120c");
            }
            Look::Combo | Look::Game17 => {}
        }
        match self.look {
            Look::Automatafl => self.automatafl_pieces(),
            Look::Brandub => self.brandub_pieces(),
            Look::Combo => self.stacks(),
            Look::Game17 => {}
        }
        if matches!(self.look, Look::Combo | Look::Game17) {
            for digit in '0'..='9' {
                let path = font::glyph(digit).0;
                self.write(format_args!("<path id=\"{p}n{digit}\" d=\"{path}\"/>"));
            }
        }
        self.signs();
        self.out.push_str("</defs>");
    }

    fn automatafl_pieces(&mut self) {
        let p = self.paints.prefix;
        let glow = self.paints.automaton.clone();
        self.write(format_args!(
            "<g id=\"{p}a\"><ellipse cy=\"2.2\" rx=\"14.6\" ry=\"14.4\" opacity=\".22\"/>\
             <circle r=\"14.5\" fill=\"url(#{p}gi)\" stroke=\"#a58d5c\"/>\
             <path d=\"M-5.5 0H5.5M0-5.5V5.5\" stroke=\"#86703f\" stroke-width=\"2.2\" stroke-linecap=\"round\"/></g>\
             <g id=\"{p}r\"><ellipse cy=\"2.2\" rx=\"14.6\" ry=\"14.4\" opacity=\".22\"/>\
             <rect x=\"-13.5\" y=\"-13.5\" width=\"27\" height=\"27\" rx=\"8.5\" fill=\"url(#{p}gn)\" stroke=\"#12141d\"/>\
             <path d=\"M-5.5 0H5.5\" stroke=\"#d9dcec\" stroke-width=\"2.4\" stroke-linecap=\"round\"/></g>\
             <g id=\"{p}u\"><circle r=\"19\" fill=\"{glow}\" opacity=\".18\"/><circle r=\"16.6\" fill=\"{glow}\" opacity=\".3\"/>\
             <circle r=\"14\" fill=\"url(#{p}gg)\" stroke=\"#9a5d0c\"/>\
             <path d=\"M0-10.5 2.6-2.6 10.5 0 2.6 2.6 0 10.5-2.6 2.6-10.5 0-2.6-2.6Z\" fill=\"#4a2a05\"/></g>"
        ));
    }

    fn brandub_pieces(&mut self) {
        let p = self.paints.prefix;
        // An attacker has a ring, a defender a shield's boss, the king a crown.
        self.write(format_args!(
            "<g id=\"{p}t\"><circle cy=\"2.2\" r=\"14.5\" opacity=\".22\"/>\
             <circle r=\"14.5\" fill=\"url(#{p}gr)\" stroke=\"#350b06\"/>\
             <path d=\"M-4.8-4.8 4.8 4.8M4.8-4.8-4.8 4.8\" stroke=\"#e2a493\" stroke-width=\"2\" stroke-linecap=\"round\"/></g>\
             <g id=\"{p}T\"><circle cy=\"2.2\" r=\"14.5\" opacity=\".22\"/>\
             <circle r=\"14.5\" fill=\"url(#{p}gi)\" stroke=\"#8f7a4b\"/>\
             <circle r=\"4\" fill=\"none\" stroke=\"#a58d5c\" stroke-width=\"1.6\"/></g>\
             <g id=\"{p}K\"><circle cy=\"2.2\" r=\"16\" opacity=\".22\"/>\
             <circle r=\"16\" fill=\"url(#{p}gi)\" stroke=\"#8f7a4b\" stroke-width=\"1.4\"/>\
             <path d=\"M-9 6.5-10-5.5-4.4-.8 0-8 4.4-.8 10-5.5 9 6.5Z\" fill=\"#b8860b\" stroke=\"#5e4403\" stroke-width=\"1.1\" stroke-linejoin=\"round\"/></g>"
        ));
    }

    fn stacks(&mut self) {
        let p = self.paints.prefix;
        let colours = [
            ('w', "#f6ecd6", "#9a8352", "#c8b283"),
            ('b', "#3d4459", "#79819a", "#20242f"),
        ];
        for (letter, top, line, rim) in colours {
            for discs in 1..=MOST_DISCS {
                self.write(format_args!("<g id=\"{p}{letter}{discs}\">"));
                self.out
                    .push_str("<ellipse cy=\"13\" rx=\"15\" ry=\"5\" opacity=\".2\"/>");
                for disc in 0..discs {
                    let y = disc_height(disc);
                    let side = format!("M-14 {y}V{}A14 8 0 0 0 14 {}V{y}", y + 4.0, y + 4.0);
                    self.write(format_args!(
                        "<path d=\"{side}\" fill=\"{rim}\" stroke=\"{line}\" stroke-width=\".9\"/>\
                         <ellipse cy=\"{y}\" rx=\"14\" ry=\"8.6\" fill=\"{top}\" stroke=\"{line}\" stroke-width=\".9\"/>"
                    ));
                }
                self.close();
            }
        }
    }

    /// What marks a square, and the heads of arrows.
    fn signs(&mut self) {
        let p = self.paints.prefix;
        let (danger, mark) = (self.paints.danger.clone(), self.paints.mark.clone());
        self.write(format_args!(
            "<rect id=\"{p}from\" x=\"-20\" y=\"-20\" width=\"40\" height=\"40\" fill=\"{mark}\" opacity=\".22\"/>\
             <rect id=\"{p}to\" x=\"-20\" y=\"-20\" width=\"40\" height=\"40\" fill=\"{mark}\" opacity=\".4\"/>\
             <g id=\"{p}x\"><rect x=\"-19.5\" y=\"-19.5\" width=\"39\" height=\"39\" rx=\"3\" fill=\"{danger}\" opacity=\".4\"/>\
             <path d=\"M-7-7 7 7M7-7-7 7\" stroke=\"{danger}\" stroke-width=\"2.6\" stroke-linecap=\"round\"/></g>\
             <rect id=\"{p}cap\" x=\"-17.5\" y=\"-17.5\" width=\"35\" height=\"35\" rx=\"6\" fill=\"none\" stroke=\"{danger}\" stroke-width=\"2.4\" stroke-dasharray=\"5 3.6\"/>"
        ));
        for n in 0..=INK_ARROW {
            let colour = self.arrow_colour(n).to_owned();
            self.write(format_args!(
                "<marker id=\"{p}h{n}\" viewBox=\"0 0 10 10\" refX=\"3.4\" refY=\"5\" markerWidth=\"4\" markerHeight=\"4\" orient=\"auto\"><path d=\"M0 .6 9.6 5 0 9.4Z\" fill=\"{colour}\"/></marker>"
            ));
        }
    }

    fn ground(&mut self) {
        let (o, w, h) = (
            self.origin,
            SIDE * f64::from(self.width),
            SIDE * f64::from(self.height),
        );
        if self.look == Look::Game17 {
            // The edges are linked: a broken line says that the board goes on.
            let line = self.paints.line.clone();
            self.write(format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"none\" stroke=\"{line}\" stroke-dasharray=\"3 4\"/>",
                o - 2.5,
                o - 2.5,
                w + 5.0,
                h + 5.0,
            ));
            return;
        }
        let [a, b] = self.paints.squares.clone();
        let line = self.paints.line.clone();
        let mut odd = String::new();
        for row in 0..self.height {
            for column in 0..self.width {
                if (row + column) % 2 == 1 {
                    let (x, y) = (o + SIDE * f64::from(column), o + SIDE * f64::from(row));
                    let _ = write!(odd, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
                }
            }
        }
        self.write(format_args!(
            "<rect x=\"{o}\" y=\"{o}\" width=\"{w}\" height=\"{h}\" fill=\"{a}\"/><path d=\"{odd}\" fill=\"{b}\"/>\
             <rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"2\" fill=\"none\" stroke=\"{line}\" stroke-width=\"1.5\"/>",
            o - 0.75,
            o - 0.75,
            w + 1.5,
            h + 1.5,
        ));
    }

    fn places(&mut self, board: &Board) {
        for &(square, place) in board.places() {
            let (x, y) = self.middle(square);
            match place {
                Place::Goal(seat) => {
                    let colour = self.paints.seats[usize::from(seat) % 4].clone();
                    self.write(format_args!(
                        "<rect x=\"{}\" y=\"{}\" width=\"37\" height=\"37\" rx=\"5\" fill=\"{colour}\" fill-opacity=\".2\" stroke=\"{colour}\" stroke-width=\"2.6\"/>",
                        x - 18.5,
                        y - 18.5,
                    ));
                }
                Place::Throne | Place::Corner => {
                    let mark = self.paints.mark.clone();
                    let inner = if place == Place::Corner {
                        "M-14-14 14 14M14-14-14 14M0 0m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0"
                    } else {
                        "M-14-14 14 14M14-14-14 14M-9-9H9V9H-9Z"
                    };
                    self.write(format_args!(
                        "<g transform=\"translate({x} {y})\" fill=\"none\" stroke=\"{mark}\" stroke-width=\"1.1\" opacity=\".85\"><path d=\"M-14-14H14V14H-14Z{inner}\"/></g>"
                    ));
                }
            }
        }
    }

    /// The number of its seat says whose a goal is, also without colour.
    fn badges(&mut self, board: &Board) {
        let ink = self.paints.surface.clone();
        for &(square, place) in board.places() {
            let Place::Goal(seat) = place else { continue };
            let (x, y) = self.middle(square);
            let (x, y) = (x - 14.5, y - 14.5);
            let colour = self.paints.seats[usize::from(seat) % 4].clone();
            self.write(format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{colour}\"/>"
            ));
            self.text(&seat.to_string(), x, y, 6.4, &ink, 2.4);
        }
    }

    fn edge(&mut self) {
        let muted = self.paints.muted.clone();
        let game17 = self.look == Look::Game17;
        for column in 0..self.width {
            let name = if game17 {
                column.to_string()
            } else {
                char::from(b'a' + column.min(25)).to_string()
            };
            let x = self.origin + SIDE * (f64::from(column) + 0.5);
            let below = self.origin + SIDE * f64::from(self.height) + EDGE / 2.0;
            // Row 0 of Game 17 is at the top, and so are the names of columns.
            let y = if game17 { EDGE / 2.0 - 1.5 } else { below };
            self.text(&name, x, y, 8.0, &muted, 1.5);
        }
        for row in 0..self.height {
            let number = match (game17, self.upwards) {
                (true, _) => u16::from(row),
                (false, true) => u16::from(self.height - row),
                (false, false) => u16::from(row) + 1,
            };
            let y = self.origin + SIDE * (f64::from(row) + 0.5);
            self.text(&number.to_string(), EDGE / 2.0 - 1.0, y, 8.0, &muted, 1.5);
        }
    }

    /// A text around its middle.
    fn text(&mut self, text: &str, x: f64, y: f64, height: f64, colour: &str, weight: f64) {
        let scale = height / font::HEIGHT;
        let left = x - font::width(text) * scale / 2.0;
        // Small letters without a tall stroke sit in the middle by their own height.
        let top = if text.chars().all(|c| c.is_ascii_digit()) {
            y - height / 2.0
        } else {
            y - height * 8.0 / font::HEIGHT
        };
        self.write(format_args!(
            "<g transform=\"translate({left:.2} {top:.2}) scale({scale:.3})\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{weight}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        ));
        let mut along = 0.0;
        for character in text.chars() {
            let (path, width) = font::glyph(character);
            if along == 0.0 {
                self.write(format_args!("<path d=\"{path}\"/>"));
            } else {
                self.write(format_args!(
                    "<path transform=\"translate({along:.1})\" d=\"{path}\"/>"
                ));
            }
            along += width + font::GAP;
        }
        self.close();
    }

    fn number(&mut self, count: u32, x: f64, y: f64, height: f64, colour: &str) {
        let digits = count.to_string();
        let most = SIDE - 9.0;
        let wide = font::width(&digits) * height / font::HEIGHT;
        let height = if wide > most {
            height * most / wide
        } else {
            height
        };
        let scale = height / font::HEIGHT;
        let left = x - font::width(&digits) * scale / 2.0;
        let top = y - height / 2.0;
        let p = self.paints.prefix;
        self.write(format_args!(
            "<g transform=\"translate({left:.2} {top:.2}) scale({scale:.3})\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.3\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        ));
        for (n, digit) in digits.chars().enumerate() {
            let x = (font::DIGIT + font::GAP) * n as f64;
            self.write(format_args!("<use href=\"#{p}n{digit}\" x=\"{x:.1}\"/>"));
        }
        self.close();
    }

    fn cell(&mut self, square: Square, cell: Cell, style: &Style) {
        let (x, y) = self.middle(square);
        match cell {
            Cell::Empty => {}
            Cell::Attractor => self.put("a", x, y),
            Cell::Repulsor => self.put("r", x, y),
            Cell::Automaton => self.put("u", x, y),
            Cell::Attacker => self.put("t", x, y),
            Cell::Defender => self.put("T", x, y),
            Cell::King => self.put("K", x, y),
            Cell::White(count) => self.stack('w', count, x, y),
            Cell::Black(count) => self.stack('b', count, x, y),
            Cell::Land { owner, count } => {
                let fill = style.colours.shade(owner, count, style.theme);
                let (left, top) = (x - SIDE / 2.0 + 1.0, y - SIDE / 2.0 + 1.0);
                self.write(format_args!(
                    "<rect x=\"{left}\" y=\"{top}\" width=\"38\" height=\"38\" rx=\"4\" fill=\"{fill}\"/>"
                ));
                if count > 0 {
                    self.number(count, x, y, 12.0, &fill.ink().to_string());
                }
            }
        }
    }

    fn stack(&mut self, letter: char, count: u16, x: f64, y: f64) {
        let discs = count.clamp(1, MOST_DISCS);
        self.put(&format!("{letter}{discs}"), x, y);
        let ink = if letter == 'w' { "#3a3122" } else { "#f3ecdc" };
        let top = y + disc_height(discs - 1);
        self.number(u32::from(count), x, top, 9.6, ink);
    }

    fn put(&mut self, id: &str, x: f64, y: f64) {
        let p = self.paints.prefix;
        self.write(format_args!("<use href=\"#{p}{id}\" x=\"{x}\" y=\"{y}\"/>"));
    }

    fn marks_under(&mut self, board: &Board, marks: &Marks) {
        if self.look != Look::Game17 {
            for arrow in marks.arrows.iter().filter(|arrow| arrow.made) {
                for (id, square) in [("from", arrow.from), ("to", arrow.to)] {
                    let (x, y) = self.middle(square);
                    self.put(id, x, y);
                }
            }
        }
        let marked = marks.marked.iter();
        let kept = board.marked().iter();
        let kept = kept.filter(|square| !marks.marked.contains(square));
        for square in marked.chain(kept) {
            let (x, y) = self.middle(*square);
            self.put("x", x, y);
        }
    }

    fn arrow_colour(&self, kind: u16) -> &str {
        match kind {
            INK_ARROW => &self.paints.ink,
            AUTOMATON_ARROW => &self.paints.automaton,
            seat => &self.paints.seats[usize::from(seat) % 4],
        }
    }

    fn captures(&mut self, marks: &Marks) {
        for square in &marks.captured {
            let (x, y) = self.middle(*square);
            self.put("cap", x, y);
        }
    }

    fn arrow(&mut self, arrow: &Arrow) {
        let (x, y) = self.middle(arrow.from);
        let [dx, dy] = way(self.upwards, arrow);
        let length = dx.hypot(dy);
        if length == 0.0 {
            return;
        }
        let (ux, uy) = (dx / length, dy / length);
        let (start, end, wide) = arrow_reach(self.look, arrow.made, length);
        let head = arrow_kind(self.look, arrow);
        let colour = self.arrow_colour(head).to_owned();
        let p = self.paints.prefix;
        let dashes = if arrow.made {
            ""
        } else {
            " stroke-dasharray=\"6 5\""
        };
        self.write(format_args!(
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{colour}\" stroke-width=\"{wide}\" stroke-linecap=\"round\" fill=\"none\" opacity=\".85\"{dashes} marker-end=\"url(#{p}h{head})\"/>",
            x + ux * start,
            y + uy * start,
            x + ux * end,
            y + uy * end,
        ));
    }
}

/// The kinds of arrows: those of the first four seats, of the automaton, and of
/// Game 17, where squares have the owners' colours already.
const AUTOMATON_ARROW: u16 = 4;
const INK_ARROW: u16 = 5;

pub(crate) fn arrow_kind(look: Look, arrow: &Arrow) -> u16 {
    match arrow.seat {
        _ if look == Look::Game17 => INK_ARROW,
        Some(seat) => seat % 4,
        None => AUTOMATON_ARROW,
    }
}

/// Where the line of an arrow begins and ends, and how wide it is. The head is
/// drawn beyond the end; pieces and numbers at both ends stay free.
fn arrow_reach(look: Look, made: bool, length: f64) -> (f64, f64, f64) {
    match (look, made) {
        (Look::Game17, _) => (11.0, length - 19.0, 2.4),
        (_, true) => (0.0, length - 26.0, 4.0),
        (_, false) => (16.0, (length - 24.0).max(16.5), 4.0),
    }
}

/// Where the top of a disc is, from the middle of its square.
pub fn disc_height(disc: u16) -> f64 {
    7.0 - 4.6 * f64::from(disc)
}

/// From the beginning to the end of an arrow, as it is drawn. An order of Game
/// 17 that crosses the edge leaves the board by one square.
fn way(upwards: bool, arrow: &Arrow) -> [f64; 2] {
    let apart = |a: u8, b: u8| f64::from(b.wrapping_sub(a) as i8) * SIDE;
    let down = apart(arrow.from.y, arrow.to.y);
    [
        apart(arrow.from.x, arrow.to.x),
        if upwards { -down } else { down },
    ]
}
