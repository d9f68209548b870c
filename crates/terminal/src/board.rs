//! The board as a widget: pieces, coordinates, highlights and marks.
//!
//! Every meaning of a colour also has a sign, so that the board is readable without
//! colours.

use catalog::scene::{Arrows, Cell, Names, PieceKind, Scene, Shape};
use entry::{Highlights, Target};
use game::Square;
use picture::text::piece_colours;
use picture::{Colours, Marks, Rgb};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use crate::paint::Paint;

/// A board to draw.
pub struct BoardView<'a> {
    /// The pieces.
    pub board: &'a Scene,
    /// Marks of the last step.
    pub marks: &'a Marks,
    /// Highlights for the player's next choice.
    pub lit: &'a Highlights,
    /// The sealed move: from, to.
    pub sealed: Option<(Square, Square)>,
    /// Squares that pieces would go to by themselves.
    pub foreseen: &'a [Square],
    /// Where the cursor is.
    pub cursor: Option<Square>,
    /// The owners' colours.
    pub colours: &'a Colours,
    /// The colours to paint with.
    pub paint: Paint,
    /// The place of its squares on the screen.
    pub grid: Grid,
}

/// The place of a board's squares on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The whole board, with its coordinates.
    pub area: Rect,
    /// The width of a square.
    pub wide: u16,
    /// The height of a square.
    pub high: u16,
    /// The width of the row names.
    pub edge: u16,
}

impl Grid {
    /// The largest squares that fit. `None` if not even the smallest do.
    pub fn fit(board: &Scene, room: Rect) -> Option<Grid> {
        Grid::large(board, room).or_else(|| Grid::small(board, room))
    }

    /// Squares of three rows, if they fit.
    pub fn large(board: &Scene, room: Rect) -> Option<Grid> {
        Grid::of_height(board, room, 3)
    }

    /// Squares of one row, if they fit.
    pub fn small(board: &Scene, room: Rect) -> Option<Grid> {
        Grid::of_height(board, room, 1)
    }

    fn of_height(board: &Scene, room: Rect, high: u16) -> Option<Grid> {
        let (width, height) = Grid::size(board, high);
        (width <= room.width && height <= room.height).then(|| Grid {
            area: Rect::new(room.x, room.y, width, height),
            wide: cell_width(board, high),
            high,
            edge: edge(board),
        })
    }

    /// The size of a board with squares of this height.
    pub fn size(board: &Scene, high: u16) -> (u16, u16) {
        let wide = cell_width(board, high) * u16::from(board.width());
        // One row more for the column names, and one column between row names and
        // squares.
        (edge(board) + 1 + wide, high * u16::from(board.height()) + 1)
    }

    /// The upper left corner of a square.
    pub fn at(&self, board: &Scene, square: Square) -> Position {
        let row = u16::from(board.drawn_row(square.y));
        let top = self.area.y + u16::from(names_on_top(board));
        Position::new(
            self.area.x + self.edge + 1 + self.wide * u16::from(square.x),
            top + self.high * row,
        )
    }

    /// The middle of a square.
    pub fn middle(&self, board: &Scene, square: Square) -> Position {
        let Position { x, y } = self.at(board, square);
        Position::new(x + self.wide / 2, y + self.high / 2)
    }

    /// The square at a position on the screen.
    pub fn square(&self, board: &Scene, place: Position) -> Option<Square> {
        let first = Square::new(0, board.drawn_row(0));
        let Position { x, y } = self.at(board, first);
        let column = place.x.checked_sub(x)? / self.wide;
        let row = place.y.checked_sub(y)? / self.high;
        let (column, row) = (u8::try_from(column).ok()?, u8::try_from(row).ok()?);
        let inside = column < board.width() && row < board.height();
        inside.then(|| Square::new(column, board.drawn_row(row)))
    }
}

fn names_on_top(board: &Scene) -> bool {
    board.look().names == Names::Numbers
}

fn edge(board: &Scene) -> u16 {
    let names = (0..board.height()).map(|y| board.look().row_name(y).len());
    names.max().unwrap_or(1) as u16
}

/// The width of the widest text in a square, without the signs around it.
fn widest(board: &Scene) -> u16 {
    let signs = board.cells().iter().map(|cell| match cell {
        Cell::Land { count, .. } => 1 + digits(*count),
        cell => match board.look().piece(*cell) {
            Some((kind, count)) if kind.shape == Shape::Stack => 1 + digits(count),
            _ => 1,
        },
    });
    signs.max().unwrap_or(1)
}

fn digits(count: u32) -> u16 {
    count.checked_ilog10().unwrap_or(0) as u16 + 1
}

fn cell_width(board: &Scene, high: u16) -> u16 {
    // Stacks grow during a game. Leave room, so that the board keeps its size.
    let is_owned = board.look().is_owned();
    let sign = if is_owned {
        widest(board).max(3).max(digits(u32::from(board.owners())))
    } else if board.look().has_stacks() {
        widest(board).max(2)
    } else {
        1
    };
    match (high, is_owned) {
        (1, true) => sign + 1,
        (1, false) => sign + 2,
        _ => (sign + 4).max(7),
    }
}

/// The letter of a seat on a board of owners. Owners without a seat have none.
pub fn seat_letter(seat: u16) -> char {
    let letters = ('A'..='Z').chain('a'..='z');
    letters.into_iter().nth(usize::from(seat)).unwrap_or('#')
}

/// What a square shows besides its piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Conflict,
    Chosen,
    Target(Target),
    Sealed,
    Foreseen,
    Moved,
    Captured,
    Source,
    None,
}

impl Sign {
    /// The signs left and right of a piece.
    fn around(self) -> [char; 2] {
        match self {
            Sign::Conflict => ['!', '!'],
            Sign::Chosen => ['{', '}'],
            Sign::Target(Target::Free) => ['(', ')'],
            Sign::Target(Target::Capture) => ['*', '*'],
            Sign::Target(Target::Join) => ['+', '+'],
            Sign::Sealed => ['=', '='],
            Sign::Foreseen => ['?', '?'],
            Sign::Moved => ['[', ']'],
            Sign::Captured => ['~', '~'],
            Sign::Source | Sign::None => [' ', ' '],
        }
    }

    /// The sign on an empty square.
    fn alone(self) -> Option<char> {
        match self {
            Sign::Target(Target::Free | Target::Join) => Some('o'),
            Sign::Target(Target::Capture) => Some('*'),
            Sign::Foreseen => Some('?'),
            Sign::Conflict => Some('!'),
            Sign::Captured => Some('~'),
            Sign::Sealed => Some('='),
            _ => None,
        }
    }
}

/// The meaning of the signs that are on the board.
pub fn legend(view: &BoardView<'_>) -> Vec<(String, &'static str)> {
    let mut signs: Vec<Sign> = view
        .board
        .squares()
        .map(|square| view.sign(square))
        .collect();
    signs.dedup();
    let has = |sign: Sign| signs.contains(&sign);
    let mut words: Vec<(String, &'static str)> = Vec::new();
    let pieces = view.board.look().signs[usize::from(view.paint.is_coloured())];
    words.extend(
        pieces
            .iter()
            .map(|(sign, word)| ((*sign).to_owned(), *word)),
    );
    let all = [
        (Sign::Conflict, "! !", "conflict"),
        (Sign::Chosen, "{ }", "chosen"),
        (Sign::Target(Target::Free), "o ( )", "can go"),
        (Sign::Target(Target::Capture), "* *", "captures"),
        (Sign::Target(Target::Join), "+ +", "joins"),
        (Sign::Sealed, "= =", "sealed"),
        (Sign::Foreseen, "? ?", "its next step"),
        (Sign::Moved, "[ ]", "last move"),
        (Sign::Captured, "~", "taken last"),
    ];
    for (sign, around, word) in all {
        if has(sign) {
            words.push((around.to_owned(), word));
        }
    }
    words
}

impl BoardView<'_> {
    fn sign(&self, square: Square) -> Sign {
        let target = self.lit.targets.iter().find(|(at, _)| *at == square);
        let moved =
            |arrow: &picture::Arrow| arrow.made && (arrow.from == square || arrow.to == square);
        let is_marked =
            self.marks.marked.contains(&square) || self.board.marked().contains(&square);
        if self.lit.chosen == Some(square) {
            Sign::Chosen
        } else if is_marked {
            Sign::Conflict
        } else if let Some((_, target)) = target {
            Sign::Target(*target)
        } else if self
            .sealed
            .is_some_and(|(from, to)| from == square || to == square)
        {
            Sign::Sealed
        } else if self.foreseen.contains(&square) {
            Sign::Foreseen
        } else if self.marks.captured.contains(&square) {
            Sign::Captured
        } else if self.marks.arrows.iter().any(moved) {
            Sign::Moved
        } else if self.lit.sources.contains(&square) {
            Sign::Source
        } else {
            Sign::None
        }
    }

    /// The colour of a square.
    fn ground(&self, square: Square, sign: Sign) -> Rgb {
        let theme = self.paint.theme;
        let plain = match self.board.at(square) {
            Cell::Land { owner, count } => self.colours.shade(owner, count, theme),
            _ => {
                let parity = (square.x + square.y + self.board.height()) % 2;
                let ground = self.paint.squares()[usize::from(parity)];
                let region = self.board.region(square);
                match region.and_then(|region| region.seat) {
                    Some(seat) => ground.mix(theme.seat(seat), 0.55),
                    None => ground,
                }
            }
        };
        let go = Rgb::hex(0x4c9a52);
        match sign {
            Sign::Conflict => plain.mix(theme.danger(), 0.75),
            Sign::Chosen => plain.mix(Rgb::hex(0x3d7fd6), 0.8),
            Sign::Target(Target::Free) => plain.mix(go, 0.45),
            Sign::Target(Target::Join) => plain.mix(go, 0.6),
            Sign::Target(Target::Capture) => plain.mix(theme.danger(), 0.45),
            Sign::Sealed => plain.mix(Rgb::hex(0x3d7fd6), 0.45),
            Sign::Foreseen => plain.mix(theme.automaton(), 0.4),
            Sign::Moved => plain.mix(theme.mark(), 0.4),
            Sign::Captured if self.board.look().is_owned() => plain,
            Sign::Captured => plain.mix(theme.danger(), 0.35),
            // If all may move all pieces, almost every piece can be chosen, so this
            // would tell nothing.
            Sign::Source if !self.board.look().is_shared() => plain.mix(go, 0.22),
            Sign::Source | Sign::None => plain,
        }
    }

    /// A piece as text.
    fn piece(&self, kind: &PieceKind, count: u32) -> String {
        match (kind.shape, self.paint.is_coloured()) {
            (Shape::Stack, _) => format!("{}{count}", kind.letter),
            (_, true) => kind.key.to_string(),
            (_, false) => kind.letter.to_string(),
        }
    }

    /// An owned square as text. If owners have no colours, it shows their number.
    fn land(&self, owner: u16, count: u32) -> String {
        if self.colours.is_empty() {
            owner.to_string()
        } else if self.colours.is_strong(owner) {
            format!("{}{count}", seat_letter(owner))
        } else {
            count.to_string()
        }
    }

    /// The text on an empty square.
    fn nothing(&self, square: Square, sign: Sign) -> String {
        if let Some(sign) = sign.alone() {
            return sign.to_string();
        }
        match self.board.region(square) {
            Some(region) => match region.seat {
                Some(seat) => seat.to_string(),
                None => region.kind.letter.to_string(),
            },
            None if self.paint.is_coloured() => " ".to_owned(),
            None => ".".to_owned(),
        }
    }

    fn draw_square(&self, square: Square, buffer: &mut Buffer) {
        let sign = self.sign(square);
        let ground = self.ground(square, sign);
        let Grid { wide, high, .. } = self.grid;
        let Position { x, y } = self.grid.at(self.board, square);
        let style = self.paint.on(ground.ink(), ground);
        let blank = " ".repeat(usize::from(wide));
        for row in 0..high {
            buffer.set_string(x, y + row, &blank, style);
        }
        let middle = y + high / 2;
        let [left, right] = sign.around();
        let inner = usize::from(wide - 2);
        match self.board.at(square) {
            Cell::Empty => {
                let sign_on_it = self.nothing(square, sign);
                let around = match (sign, self.paint.is_coloured()) {
                    (Sign::Moved | Sign::Chosen | Sign::Sealed, _) | (Sign::Conflict, _) => {
                        [left, right]
                    }
                    _ => [' ', ' '],
                };
                let text = format!("{}{sign_on_it:^inner$}{}", around[0], around[1]);
                buffer.set_string(x, middle, text, style.add_modifier(weight(sign)));
            }
            Cell::Land { owner, count } => {
                let text = self.land(owner, count);
                let mut style = style.add_modifier(weight(sign));
                if matches!(sign, Sign::Source | Sign::Chosen) {
                    style = style.add_modifier(Modifier::BOLD);
                }
                let text = match high {
                    1 => format!("{left}{text:>width$}", width = usize::from(wide) - 1),
                    _ => format!("{left}{text:^inner$}{right}"),
                };
                buffer.set_string(x, middle, text, style);
            }
            Cell::Piece { .. } => {
                let Some((kind, count)) = self.board.piece(square) else {
                    return;
                };
                let text = self.piece(kind, count);
                let (ink, body) = piece_colours(kind.tone);
                self.draw_piece(
                    Position::new(x, y),
                    &text,
                    sign,
                    (ink, body, ground),
                    buffer,
                );
            }
        }
        if self.cursor == Some(square) {
            let spot = match high {
                1 => Rect::new(x, y, wide, 1),
                _ => Rect::new(x, y, wide, high),
            };
            buffer.set_style(spot, Style::new().add_modifier(Modifier::REVERSED));
        }
    }

    fn draw_piece(
        &self,
        at: Position,
        text: &str,
        sign: Sign,
        (ink, body, ground): (Rgb, Rgb, Rgb),
        buffer: &mut Buffer,
    ) {
        let Grid { wide, high, .. } = self.grid;
        let [left, right] = sign.around();
        let on_piece = self.paint.on(ink, body).add_modifier(Modifier::BOLD);
        let edge = self.paint.on(body, ground);
        let outside = self
            .paint
            .on(ground.ink(), ground)
            .add_modifier(weight(sign));
        let inner = usize::from(wide - 2);
        if !self.paint.is_coloured() {
            let text = format!("{left}{text:^inner$}{right}");
            let strong = matches!(sign, Sign::Source | Sign::Chosen);
            let style = if strong {
                Style::new().add_modifier(Modifier::BOLD)
            } else {
                Style::new()
            };
            buffer.set_string(at.x, at.y + high / 2, text, style);
            return;
        }
        if high == 1 {
            let has_sign = left != ' ';
            let sides = if has_sign {
                [left, right]
            } else {
                ['▐', '▌']
            };
            let side = if has_sign { outside } else { edge };
            buffer.set_string(at.x, at.y, sides[0].to_string(), side);
            buffer.set_string(at.x + 1, at.y, format!("{text:^inner$}"), on_piece);
            buffer.set_string(at.x + wide - 1, at.y, sides[1].to_string(), side);
            return;
        }
        // A round piece, with its signs beside it.
        let core = usize::from(wide - 4);
        let (top, bottom) = ("▄".repeat(core), "▀".repeat(core));
        buffer.set_string(at.x + 2, at.y, top, edge);
        buffer.set_string(at.x + 2, at.y + 2, bottom, edge);
        buffer.set_string(at.x, at.y + 1, left.to_string(), outside);
        buffer.set_string(at.x + 1, at.y + 1, "▐", edge);
        buffer.set_string(at.x + 2, at.y + 1, format!("{text:^core$}"), on_piece);
        buffer.set_string(at.x + wide - 2, at.y + 1, "▌", edge);
        buffer.set_string(at.x + wide - 1, at.y + 1, right.to_string(), outside);
    }
}

fn weight(sign: Sign) -> Modifier {
    match sign {
        Sign::Conflict | Sign::Chosen | Sign::Target(_) | Sign::Foreseen => Modifier::BOLD,
        _ => Modifier::empty(),
    }
}

impl Widget for &BoardView<'_> {
    fn render(self, _: Rect, buffer: &mut Buffer) {
        let (grid, board) = (self.grid, self.board);
        let names = self.paint.muted();
        for x in 0..board.width() {
            let at = grid.middle(board, Square::new(x, board.drawn_row(0)));
            let name = board.look().column_name(x);
            let line = if names_on_top(board) {
                grid.area.y
            } else {
                grid.area.y + grid.high * u16::from(board.height())
            };
            let here = self.cursor.is_some_and(|cursor| cursor.x == x);
            let style = if here { self.paint.strong() } else { names };
            let length = name.len() as u16;
            let at = match (names_on_top(board), grid.high) {
                // Right-aligned, like the numbers in the squares below.
                (true, 1) => at.x - grid.wide / 2 + grid.wide.saturating_sub(length),
                _ => at.x.saturating_sub(length / 2),
            };
            buffer.set_string(at, line, name, style);
        }
        for y in 0..board.height() {
            let at = grid.middle(board, Square::new(0, y));
            let name = format!(
                "{:>width$}",
                board.look().row_name(y),
                width = usize::from(grid.edge)
            );
            let here = self.cursor.is_some_and(|cursor| cursor.y == y);
            let style = if here { self.paint.strong() } else { names };
            buffer.set_string(grid.area.x, at.y, name, style);
        }
        for square in board.squares() {
            self.draw_square(square, buffer);
        }
        if board.look().arrows == Arrows::Orders {
            self.draw_orders(buffer);
        }
    }
}

impl BoardView<'_> {
    /// Arrows on squares with orders.
    fn draw_orders(&self, buffer: &mut Buffer) {
        for order in &self.lit.orders {
            let (from, to) = (order.arrow.from, order.arrow.to);
            let way = match (to.x.wrapping_sub(from.x), to.y.wrapping_sub(from.y)) {
                (1, _) => "→",
                (255, _) => "←",
                (_, 1) => "↓",
                (_, 255) => "↑",
                _ => continue,
            };
            let Position { x, y } = self.grid.at(self.board, from);
            let ground = self.ground(from, Sign::None);
            let style = self
                .paint
                .on(ground.ink(), ground)
                .add_modifier(Modifier::BOLD);
            buffer.set_string(x, y + self.grid.high / 2, way, style);
        }
    }
}
