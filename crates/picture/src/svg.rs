//! A board as an SVG picture.

use std::fmt::Write as _;

use catalog::scene::{
    Arrows, Cell, Edges, Ground, Look, Names, PieceKind, RegionMark, Scene, Shape,
};
use catalog::{Arrow, Marks};
use game::Square;

use crate::colour::{Colours, Theme};
use crate::font;
use crate::tone;

/// The style of a picture.
#[derive(Clone, Debug)]
pub struct Style {
    /// By day or by night.
    pub theme: Theme,
    /// The colours of owners of squares.
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

/// A board with its marks, as a complete picture.
pub fn board(scene: &Scene, marks: &Marks, style: &Style) -> String {
    let mut pen = Pen::new(scene, Paints::literal(style.theme));
    if !style.coordinates {
        (pen.coordinates, pen.origin) = (false, 6.0);
    }
    pen.open();
    pen.background();
    pen.base(scene);
    pen.group("under");
    pen.marks_under(scene, marks);
    pen.close();
    pen.group("cells");
    for (square, cell) in scene.squares().zip(scene.cells()) {
        pen.cell(square, *cell, style);
    }
    pen.close();
    pen.badges(scene);
    pen.group("over");
    pen.captures(marks);
    for arrow in &marks.arrows {
        pen.arrow(arrow);
    }
    pen.close();
    pen.end()
}

/// A board without pieces, for a page that puts them there itself. Colours are
/// variables of its style. Pieces are there to be used by name: `v` and their
/// [symbol](catalog::scene::PieceKind::symbol), for stacks with the number of discs;
/// `vh0` to `vh5` are the heads of arrows.
pub fn template(scene: &Scene) -> String {
    let mut pen = Pen::new(scene, Paints::variables());
    pen.open();
    pen.base(scene);
    for layer in ["under", "cells"] {
        pen.group(layer);
        pen.close();
    }
    pen.badges(scene);
    pen.group("over");
    pen.close();
    pen.end()
}

/// The side of a square.
pub const SIDE: f64 = 40.0;
/// The width of the edge with the names of rows and columns.
pub const EDGE: f64 = 22.0;
/// The number of discs drawn in a stack; the count tells the rest.
const MOST_DISCS: u32 = 5;

/// The paint of each part: colours, or the names of variables.
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
    look: &'static Look,
    origin: f64,
    coordinates: bool,
    width: u8,
    height: u8,
    upwards: bool,
}

impl Pen {
    fn new(scene: &Scene, paints: Paints) -> Pen {
        Pen {
            out: String::with_capacity(8 << 10),
            paints,
            look: scene.look(),
            origin: EDGE,
            coordinates: true,
            width: scene.width(),
            height: scene.height(),
            upwards: scene.is_upwards(),
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

    /// The centre of a square.
    fn middle(&self, square: Square) -> (f64, f64) {
        let row = if self.upwards {
            f64::from(self.height) - 1.0 - f64::from(square.y)
        } else {
            f64::from(square.y)
        };
        let at = |n: f64| self.origin + SIDE * (n + 0.5);
        (at(f64::from(square.x)), at(row))
    }

    fn size(&self) -> [f64; 2] {
        [self.width, self.height].map(|count| 2.0 * self.origin + SIDE * f64::from(count))
    }

    fn open(&mut self) {
        let [across, down] = self.size();
        let name = self.look.name;
        self.write(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {across} {down}\" width=\"{across}\" height=\"{down}\" role=\"img\" aria-label=\"Board of {name}\">"
        ));
        self.definitions();
    }

    fn background(&mut self) {
        let ([across, down], fill) = (self.size(), self.paints.surface.clone());
        self.write(format_args!(
            "<rect width=\"{across}\" height=\"{down}\" rx=\"12\" fill=\"{fill}\"/>"
        ));
    }

    /// The board without its pieces.
    fn base(&mut self, scene: &Scene) {
        self.ground();
        self.regions(scene);
        if self.coordinates {
            self.edge();
        }
    }

    /// Each piece is drawn once, around its centre, and used by name.
    fn definitions(&mut self) {
        let (p, look) = (self.paints.prefix, self.look);
        self.out.push_str("<defs>");
        let mut known = "";
        for (number, colours) in tone::all().enumerate() {
            let is_used = look.pieces.iter().any(|kind| kind.tone as usize == number);
            let id = colours.gradient;
            if is_used && !id.is_empty() && id != known {
                known = id;
                let (light, dark) = (colours.light, colours.dark);
                self.write(format_args!(
                    "<radialGradient id=\"{p}{id}\" cx=\".36\" cy=\".3\" r=\".75\"><stop offset=\"0\" stop-color=\"{light}\"/><stop offset=\"1\" stop-color=\"{dark}\"/></radialGradient>"
                ));
            }
        }
        for kind in look.pieces {
            self.piece(kind);
        }
        if look.has_stacks() || look.is_owned() {
            for digit in '0'..='9' {
                let path = font::glyph(digit).0;
                self.write(format_args!("<path id=\"{p}n{digit}\" d=\"{path}\"/>"));
            }
        }
        self.signs();
        self.out.push_str("</defs>");
    }

    fn piece(&mut self, kind: &PieceKind) {
        if kind.shape == Shape::Stack {
            return self.stacks(kind);
        }
        let (p, symbol) = (self.paints.prefix, kind.symbol);
        let tone = tone::colours(kind.tone);
        let (rim, sign) = (tone.rim, tone.sign);
        let fill = format!("fill=\"url(#{p}{})\" stroke=\"{rim}\"", tone.gradient);
        let line = format!("stroke=\"{sign}\" stroke-width");
        let body = match kind.shape {
            Shape::Plus => format!(
                "<ellipse cy=\"2.2\" rx=\"14.6\" ry=\"14.4\" opacity=\".22\"/><circle r=\"14.5\" {fill}/>\
                 <path d=\"M-5.5 0H5.5M0-5.5V5.5\" {line}=\"2.2\" stroke-linecap=\"round\"/>"
            ),
            Shape::Minus => format!(
                "<ellipse cy=\"2.2\" rx=\"14.6\" ry=\"14.4\" opacity=\".22\"/>\
                 <rect x=\"-13.5\" y=\"-13.5\" width=\"27\" height=\"27\" rx=\"8.5\" {fill}/>\
                 <path d=\"M-5.5 0H5.5\" {line}=\"2.4\" stroke-linecap=\"round\"/>"
            ),
            Shape::Star => {
                let glow = &self.paints.automaton;
                format!(
                    "<circle r=\"19\" fill=\"{glow}\" opacity=\".18\"/><circle r=\"16.6\" fill=\"{glow}\" opacity=\".3\"/>\
                     <circle r=\"14\" {fill}/>\
                     <path d=\"M0-10.5 2.6-2.6 10.5 0 2.6 2.6 0 10.5-2.6 2.6-10.5 0-2.6-2.6Z\" fill=\"{sign}\"/>"
                )
            }
            Shape::Cross => format!(
                "<circle cy=\"2.2\" r=\"14.5\" opacity=\".22\"/><circle r=\"14.5\" {fill}/>\
                 <path d=\"M-4.8-4.8 4.8 4.8M4.8-4.8-4.8 4.8\" {line}=\"2\" stroke-linecap=\"round\"/>"
            ),
            Shape::Ring => format!(
                "<circle cy=\"2.2\" r=\"14.5\" opacity=\".22\"/><circle r=\"14.5\" {fill}/>\
                 <circle r=\"4\" fill=\"none\" {line}=\"1.6\"/>"
            ),
            Shape::Crown => format!(
                "<circle cy=\"2.2\" r=\"16\" opacity=\".22\"/><circle r=\"16\" {fill} stroke-width=\"1.4\"/>\
                 <path d=\"M-9 6.5-10-5.5-4.4-.8 0-8 4.4-.8 10-5.5 9 6.5Z\" fill=\"{sign}\" stroke=\"#5e4403\" stroke-width=\"1.1\" stroke-linejoin=\"round\"/>"
            ),
            Shape::Stack => String::new(),
        };
        self.write(format_args!("<g id=\"{p}{symbol}\">{body}</g>"));
    }

    fn stacks(&mut self, kind: &PieceKind) {
        let (p, symbol) = (self.paints.prefix, kind.symbol);
        let tone = tone::colours(kind.tone);
        let (top, line, side) = (tone.light, tone.rim, tone.dark);
        for discs in 1..=MOST_DISCS {
            self.write(format_args!("<g id=\"{p}{symbol}{discs}\">"));
            self.out
                .push_str("<ellipse cy=\"13\" rx=\"15\" ry=\"5\" opacity=\".2\"/>");
            for disc in 0..discs {
                let y = disc_height(disc);
                let low = y + 4.0;
                self.write(format_args!(
                    "<path d=\"M-14 {y}V{low}A14 8 0 0 0 14 {low}V{y}\" fill=\"{side}\" stroke=\"{line}\" stroke-width=\".9\"/>\
                     <ellipse cy=\"{y}\" rx=\"14\" ry=\"8.6\" fill=\"{top}\" stroke=\"{line}\" stroke-width=\".9\"/>"
                ));
            }
            self.close();
        }
    }

    /// The marks of a square, and the heads of arrows.
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
        if self.look.ground == Ground::Chequered {
            let [a, b] = self.paints.squares.clone();
            let mut odd = String::new();
            for row in 0..self.height {
                for column in (0..self.width).filter(|column| (row + column) % 2 == 1) {
                    let (x, y) = (o + SIDE * f64::from(column), o + SIDE * f64::from(row));
                    let _ = write!(odd, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
                }
            }
            self.write(format_args!(
                "<rect x=\"{o}\" y=\"{o}\" width=\"{w}\" height=\"{h}\" fill=\"{a}\"/><path d=\"{odd}\" fill=\"{b}\"/>"
            ));
        }
        // Where edges are linked, a broken line says that the board goes on.
        let (out, round, stroke) = match self.look.edges {
            Edges::Linked => (2.5, 6, "stroke-dasharray=\"3 4\""),
            Edges::Closed => (0.75, 2, "stroke-width=\"1.5\""),
        };
        let (from, line) = (o - out, self.paints.line.clone());
        let (w, h) = (w + 2.0 * out, h + 2.0 * out);
        self.write(format_args!(
            "<rect x=\"{from}\" y=\"{from}\" width=\"{w}\" height=\"{h}\" rx=\"{round}\" fill=\"none\" stroke=\"{line}\" {stroke}/>"
        ));
    }

    /// The colour of a region that belongs to a seat.
    fn seat_colour(&self, seat: Option<u16>) -> String {
        match seat {
            Some(seat) => self.paints.seats[usize::from(seat) % 4].clone(),
            None => self.paints.mark.clone(),
        }
    }

    fn regions(&mut self, scene: &Scene) {
        for &(square, region) in scene.regions() {
            let (x, y) = self.middle(square);
            let colour = self.seat_colour(region.seat);
            let inner = match region.kind.mark {
                RegionMark::Frame => {
                    self.write(format_args!(
                        "<rect x=\"{}\" y=\"{}\" width=\"37\" height=\"37\" rx=\"5\" fill=\"{colour}\" fill-opacity=\".2\" stroke=\"{colour}\" stroke-width=\"2.6\"/>",
                        x - 18.5,
                        y - 18.5,
                    ));
                    continue;
                }
                RegionMark::Ring => {
                    "M-14-14 14 14M14-14-14 14M0 0m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0"
                }
                RegionMark::Box => "M-14-14 14 14M14-14-14 14M-9-9H9V9H-9Z",
            };
            self.write(format_args!(
                "<g transform=\"translate({x} {y})\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.1\" opacity=\".85\"><path d=\"M-14-14H14V14H-14Z{inner}\"/></g>"
            ));
        }
    }

    /// The number of its seat says whose a region is, also without colour.
    fn badges(&mut self, scene: &Scene) {
        let ink = self.paints.surface.clone();
        for &(square, region) in scene.regions() {
            let Some(seat) = region.seat else { continue };
            let (x, y) = self.middle(square);
            let (x, y) = (x - 14.5, y - 14.5);
            let colour = self.seat_colour(Some(seat));
            self.write(format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{colour}\"/>"
            ));
            self.text(&seat.to_string(), [x, y], 6.4, &ink, 2.4);
        }
    }

    fn edge(&mut self) {
        let (muted, look) = (self.paints.muted.clone(), self.look);
        for column in 0..self.width {
            let x = self.origin + SIDE * (f64::from(column) + 0.5);
            let y = match look.names {
                Names::Numbers => EDGE / 2.0 - 1.5,
                Names::Letters => self.origin + SIDE * f64::from(self.height) + EDGE / 2.0,
            };
            self.text(&look.column_name(column), [x, y], 8.0, &muted, 1.5);
        }
        for row in 0..self.height {
            let y = if self.upwards {
                self.height - 1 - row
            } else {
                row
            };
            let name = look.row_name(y);
            let y = self.origin + SIDE * (f64::from(row) + 0.5);
            self.text(&name, [EDGE / 2.0 - 1.0, y], 8.0, &muted, 1.5);
        }
    }

    /// A text around its centre.
    fn text(&mut self, text: &str, [x, y]: [f64; 2], height: f64, colour: &str, weight: f64) {
        let scale = height / font::HEIGHT;
        let left = x - font::width(text) * scale / 2.0;
        // Small letters without a tall stroke are centred by their own height.
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
        if let Some((kind, count)) = self.look.piece(cell) {
            return match kind.shape {
                Shape::Stack => self.stack(kind, count, x, y),
                _ => self.put(kind.symbol, x, y),
            };
        }
        if let Cell::Land { owner, count } = cell {
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

    fn stack(&mut self, kind: &PieceKind, count: u32, x: f64, y: f64) {
        let discs = discs(count);
        self.put(format_args!("{}{discs}", kind.symbol), x, y);
        let top = y + disc_height(discs - 1);
        self.number(count, x, top, 9.6, tone::colours(kind.tone).sign);
    }

    fn put(&mut self, id: impl std::fmt::Display, x: f64, y: f64) {
        let p = self.paints.prefix;
        self.write(format_args!("<use href=\"#{p}{id}\" x=\"{x}\" y=\"{y}\"/>"));
    }

    fn marks_under(&mut self, scene: &Scene, marks: &Marks) {
        if self.look.arrows == Arrows::Moves {
            for arrow in marks.arrows.iter().filter(|arrow| arrow.made) {
                for (id, square) in [("from", arrow.from), ("to", arrow.to)] {
                    let (x, y) = self.middle(square);
                    self.put(id, x, y);
                }
            }
        }
        let marked = marks.marked.iter();
        let kept = scene.marked().iter();
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
        let [dx, dy] = self.way(arrow);
        let length = dx.hypot(dy);
        if length == 0.0 {
            return;
        }
        let (ux, uy) = (dx / length, dy / length);
        let (start, end, wide) = arrow_reach(self.look.arrows, arrow, length);
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

    /// An arrow's vector as drawn. An order that crosses a linked edge leaves the board by
    /// one square.
    fn way(&self, arrow: &Arrow) -> [f64; 2] {
        let apart = |a: u8, b: u8| f64::from(b.wrapping_sub(a) as i8) * SIDE;
        let down = apart(arrow.from.y, arrow.to.y);
        [
            apart(arrow.from.x, arrow.to.x),
            if self.upwards { -down } else { down },
        ]
    }
}

/// The kinds of arrows: those of the first four seats, of pieces that move by
/// themselves, and orders, where squares have the owners' colours already.
const AUTOMATON_ARROW: u16 = 4;
const INK_ARROW: u16 = 5;

/// The kind of an arrow; the head of kind `n` is `vhn`.
pub fn arrow_kind(look: &Look, arrow: &Arrow) -> u16 {
    match arrow.seat {
        _ if look.arrows == Arrows::Orders => INK_ARROW,
        Some(seat) => seat % 4,
        None => AUTOMATON_ARROW,
    }
}

/// The start and the end of an arrow's line, and its width. The head is drawn beyond
/// the end. Pieces and numbers at both ends stay visible.
fn arrow_reach(arrows: Arrows, arrow: &Arrow, length: f64) -> (f64, f64, f64) {
    match (arrows, arrow.made) {
        (Arrows::Orders, _) => (11.0, length - 19.0, 2.4),
        (_, true) => (0.0, length - 26.0, 4.0),
        (_, false) => (16.0, (length - 24.0).max(16.5), 4.0),
    }
}

/// How many discs are drawn for so many pieces.
pub fn discs(count: u32) -> u32 {
    count.clamp(1, MOST_DISCS)
}

/// The height of a disc's top above the centre of its square.
pub fn disc_height(disc: u32) -> f64 {
    7.0 - 4.6 * f64::from(disc)
}
