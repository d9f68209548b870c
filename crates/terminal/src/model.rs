//! The state of the screen, and how keys and the mouse change it. Does no input or
//! output: an event goes in, wishes come out.

use std::path::PathBuf;

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use entry::{Highlights, History, MoveEntry, Pressed, Situation};
use game::{Seat, Square};
use picture::{Colours, Marks, Scene};
use protocol::{OfferKind, Phase, Request};
use ratatui::layout::{Position, Rect};

use crate::command::{Typed, read};
use crate::follow::Follow;
use crate::layout::Layout;
use crate::marks::marks;
use crate::session::{Handover, Reply};
use crate::words::language;

/// Something that the loop must do.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// Send a request to the table.
    Table(Request),
    /// Accept or decline an offer.
    Answer(u32, Reply),
    /// Save the game to this file or the usual one.
    Save(Option<PathBuf>),
    /// Write the game's record.
    Record(PathBuf),
    /// Uncover the screen for the next person.
    Uncover,
    /// Draw the screen from scratch.
    Redraw,
    /// Leave.
    Quit,
}

/// Where to leaf to.
#[derive(Clone, Copy)]
enum Leaf {
    Back,
    On,
}

/// What covers the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Over {
    /// Nothing.
    #[default]
    Nothing,
    /// Keys and rules, scrolled to this line.
    Help(u16),
    /// A title and a list, scrolled to this line.
    List(String, Vec<String>, u16),
    /// The question whether to resign.
    Resign,
    /// The question whether to leave.
    Quit,
}

/// A message at the bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// News.
    News(String),
    /// A refusal.
    Refusal(String),
}

/// The state of the screen.
pub struct Model {
    /// The table.
    pub follow: Follow,
    /// The square of the cursor.
    pub cursor: Square,
    /// How many steps the board shows, if not all.
    pub shown: Option<usize>,
    /// The line being typed.
    pub entry: Option<String>,
    /// What covers the board.
    pub over: Over,
    /// The next person, while the screen is covered.
    pub cover: Option<Handover>,
    /// The message at the bottom.
    pub notice: Option<Notice>,
    /// The highlights.
    pub lit: Highlights,
    /// The size of the window.
    pub window: Rect,
    /// Whether the connection to the hall is down.
    pub is_cut_off: bool,
    /// The address of the hall, unless it is in this process.
    pub place: Option<String>,
    hand: Option<(u64, u16, Box<dyn MoveEntry>)>,
    /// The square where the mouse was pressed.
    held: Option<Square>,
    /// The number of pieces typed so far.
    digits: u32,
    has_cursor: bool,
    lines: Vec<String>,
    line: usize,
}

impl Model {
    /// An empty screen. `place` is the address of the hall, unless it is in this
    /// process.
    pub fn new(window: Rect, place: Option<String>) -> Model {
        Model {
            follow: Follow::default(),
            cursor: Square::new(0, 0),
            shown: None,
            entry: None,
            over: Over::Nothing,
            cover: None,
            notice: None,
            lit: Highlights::default(),
            window,
            is_cut_off: false,
            place,
            hand: None,
            held: None,
            digits: 0,
            has_cursor: false,
            lines: Vec::new(),
            line: 0,
        }
    }

    /// Updates the model after the table has changed. In a new turn, you enter a new
    /// move.
    pub fn refresh(&mut self) {
        let steps = self.follow.history.as_ref().map_or(0, History::len);
        if self.shown.is_some_and(|shown| shown >= steps) {
            self.shown = None;
        }
        let spot = self.follow.view.as_ref().filter(|_| self.follow.may_move());
        let spot = spot.and_then(|view| Some((view.turn, view.seat()?)));
        let taken = self.hand.as_ref().map(|(turn, seat, _)| (*turn, *seat));
        if spot == taken {
            return;
        }
        self.hand = spot.and_then(|(turn, seat)| {
            let history = self.follow.history.as_ref()?;
            let spot = Situation {
                game: history.game.clone(),
                state: history.state.clone(),
                seat: Seat(seat),
            };
            Some((turn, seat, entry::open(&spot)))
        });
        self.digits = 0;
        self.held = None;
        self.relight();
        self.place_cursor();
    }

    /// Moves the cursor once to a square near the middle that can be chosen.
    fn place_cursor(&mut self) {
        let Some(history) = self.follow.history.as_ref().filter(|_| !self.has_cursor) else {
            return;
        };
        let start = history.film.start();
        let middle = (start.width() / 2, start.height() / 2);
        let far =
            |at: &Square| u32::from(at.x.abs_diff(middle.0)) + u32::from(at.y.abs_diff(middle.1));
        if let Some(nearest) = self.lit.sources.iter().min_by_key(|at| far(at)) {
            self.cursor = *nearest;
            self.has_cursor = true;
        }
    }

    /// Forgets everything the previous person did, because another one looks.
    pub fn change_viewer(&mut self) {
        self.hand = None;
        self.lit = Highlights::default();
        self.entry = None;
        self.notice = None;
        self.over = Over::Nothing;
        self.shown = None;
        self.lines.clear();
        self.line = 0;
    }

    /// The board to show.
    pub fn board(&self) -> Option<Scene> {
        let history = self.follow.history.as_ref()?;
        Some(history.film.board(self.step()))
    }

    /// How many steps the board shows.
    pub fn step(&self) -> usize {
        let steps = self.follow.history.as_ref().map_or(0, History::len);
        self.shown.unwrap_or(steps)
    }

    /// The marks on the board to show.
    pub fn marks(&self) -> Marks {
        let seat = self.follow.seat();
        let history = self.follow.history.as_ref();
        history.map_or_else(Marks::default, |history| marks(history, self.step(), seat))
    }

    /// The colours of the owners.
    pub fn colours(&self) -> Colours {
        let history = self.follow.history.as_ref();
        Colours::seats(history.map_or(0, |history| history.game.seats()))
    }

    /// The viewer's sealed move, as squares.
    pub fn sealed(&self) -> Option<(Square, Square)> {
        let you = self.follow.view.as_ref()?.you.as_ref()?;
        let sealed = entry::arrow(you.sealed.as_ref()?, 0)?;
        Some((sealed.from, sealed.to))
    }

    /// Whether you can point at squares.
    pub fn can_point(&self) -> bool {
        self.hand.is_some() && self.shown.is_none() && self.entry.is_none()
    }

    /// Shows news.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::News(text.into()));
    }

    /// Shows a refusal.
    pub fn refuse(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::Refusal(text.into()));
    }

    /// Handles an event of the terminal.
    pub fn event(&mut self, event: &Event) -> Vec<Wish> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            Event::Resize(width, height) => {
                self.window = Rect::new(0, 0, *width, *height);
                Vec::new()
            }
            Event::Paste(text) => {
                if let Some(entry) = &mut self.entry {
                    entry.extend(text.chars().filter(|c| !c.is_control()));
                }
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn key(&mut self, key: KeyEvent) -> Vec<Wish> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'd') => vec![Wish::Quit],
                KeyCode::Char('l') => vec![Wish::Redraw],
                KeyCode::Char('u') if self.entry.is_some() => {
                    self.entry = Some(String::new());
                    Vec::new()
                }
                _ => Vec::new(),
            };
        }
        if self.cover.is_some() {
            return vec![Wish::Uncover];
        }
        if self.over != Over::Nothing {
            return self.key_over(key);
        }
        if self.entry.is_some() {
            return self.key_entry(key);
        }
        self.notice = None;
        self.key_board(key)
    }

    fn key_over(&mut self, key: KeyEvent) -> Vec<Wish> {
        let over = std::mem::take(&mut self.over);
        let further = |from: u16| match key.code {
            KeyCode::Down | KeyCode::Char('j') => Some(from.saturating_add(1)),
            KeyCode::Up | KeyCode::Char('k') => Some(from.saturating_sub(1)),
            KeyCode::PageDown | KeyCode::Char(' ') => Some(from.saturating_add(10)),
            KeyCode::PageUp => Some(from.saturating_sub(10)),
            _ => None,
        };
        let yes = matches!(key.code, KeyCode::Char('y' | 'Y') | KeyCode::Enter);
        match over {
            Over::Help(from) => {
                if let Some(from) = further(from) {
                    self.over = Over::Help(from);
                }
            }
            Over::List(title, lines, from) => {
                if let Some(from) = further(from) {
                    let last = lines.len().saturating_sub(1) as u16;
                    self.over = Over::List(title, lines, from.min(last));
                }
            }
            Over::Resign if yes => return vec![Wish::Table(Request::Resign)],
            Over::Quit if yes || key.code == KeyCode::Char('q') => return vec![Wish::Quit],
            _ => {}
        }
        Vec::new()
    }

    fn key_entry(&mut self, key: KeyEvent) -> Vec<Wish> {
        let Some(entry) = &mut self.entry else {
            return Vec::new();
        };
        match key.code {
            KeyCode::Char(letter) => entry.push(letter),
            KeyCode::Backspace if !entry.is_empty() => drop(entry.pop()),
            KeyCode::Backspace | KeyCode::Esc => self.entry = None,
            KeyCode::Up | KeyCode::Down => {
                self.line = match key.code {
                    KeyCode::Up => self.line.saturating_sub(1),
                    _ => (self.line + 1).min(self.lines.len()),
                };
                let line = self.lines.get(self.line).cloned();
                self.entry = Some(line.unwrap_or_default());
            }
            KeyCode::Enter => {
                let line = self.entry.take().unwrap_or_default();
                return self.typed(&line);
            }
            _ => {}
        }
        Vec::new()
    }

    /// Handles a typed line.
    fn typed(&mut self, line: &str) -> Vec<Wish> {
        self.notice = None;
        if !line.trim().is_empty() {
            self.lines.push(line.to_owned());
        }
        self.line = self.lines.len();
        match read(line) {
            Typed::Nothing | Typed::Board => {}
            Typed::Move(text) => {
                let wishes = self.act(|hand| hand.typed(&text));
                if wishes.is_empty() {
                    if self.hand.is_none() {
                        self.refuse("It is not your turn.");
                    }
                    // A wrong line stays for correction.
                    self.entry = Some(line.to_owned());
                }
                return wishes;
            }
            Typed::Undo => return vec![offer(OfferKind::Takeback)],
            Typed::Draw => return vec![offer(OfferKind::Draw)],
            Typed::Resign => self.over = Over::Resign,
            Typed::Accept => return self.answer(Reply::Accept),
            Typed::Decline => return self.answer(Reply::Decline),
            Typed::Moves => self.list_moves(),
            Typed::Help => self.over = Over::Help(0),
            Typed::Save(path) => return vec![Wish::Save(Some(path))],
            Typed::Record(path) => return vec![Wish::Record(path)],
            Typed::Say(text) => return vec![Wish::Table(Request::Chat { text })],
            Typed::Quit => return self.quit(),
            Typed::Wrong(why) => self.refuse(why),
        }
        Vec::new()
    }

    fn key_board(&mut self, key: KeyEvent) -> Vec<Wish> {
        match key.code {
            KeyCode::Left | KeyCode::Char('h') => self.go(-1, 0),
            KeyCode::Right | KeyCode::Char('l') => self.go(1, 0),
            KeyCode::Up | KeyCode::Char('k') => self.go(0, -1),
            KeyCode::Down | KeyCode::Char('j') => self.go(0, 1),
            KeyCode::Enter | KeyCode::Char(' ') => return self.press(self.cursor),
            KeyCode::Esc => {
                self.shown = None;
                return self.act(|hand| hand.clear());
            }
            KeyCode::Backspace => return self.act(|hand| hand.undo()),
            KeyCode::Char('+' | '=') => return self.more(1),
            KeyCode::Char('-') => return self.more(-1),
            KeyCode::Char(digit @ '0'..='9') => return self.digit(digit),
            KeyCode::Char('e') => return self.act(|hand| hand.finish()),
            KeyCode::Char(':' | '/' | 't') => {
                self.entry = Some(String::new());
            }
            KeyCode::Char('u') => return vec![offer(OfferKind::Takeback)],
            KeyCode::Char('d') => return vec![offer(OfferKind::Draw)],
            KeyCode::Char('R') if self.is_playing() => self.over = Over::Resign,
            KeyCode::Char('m') => self.list_moves(),
            KeyCode::Char('y') => return self.answer(Reply::Accept),
            KeyCode::Char('n') => return self.answer(Reply::Decline),
            KeyCode::Char('s') => return vec![Wish::Save(None)],
            KeyCode::Char('?') | KeyCode::F(1) => self.over = Over::Help(0),
            KeyCode::Char('q') => return self.quit(),
            KeyCode::Char('[') | KeyCode::PageUp => self.leaf(Leaf::Back),
            KeyCode::Char(']') | KeyCode::PageDown => self.leaf(Leaf::On),
            KeyCode::Home => self.shown = Some(0),
            KeyCode::End => self.shown = None,
            _ => {}
        }
        Vec::new()
    }

    fn is_playing(&self) -> bool {
        self.follow.is(Phase::Playing)
    }

    fn quit(&mut self) -> Vec<Wish> {
        if self.is_playing() {
            self.over = Over::Quit;
            return Vec::new();
        }
        vec![Wish::Quit]
    }

    fn answer(&mut self, reply: Reply) -> Vec<Wish> {
        let offer = self
            .follow
            .view
            .as_ref()
            .and_then(|view| view.offers.first());
        match offer {
            Some(offer) => vec![Wish::Answer(offer.offer, reply)],
            None => {
                self.refuse("Nothing is offered.");
                Vec::new()
            }
        }
    }

    fn list_moves(&mut self) {
        let Some(history) = &self.follow.history else {
            return;
        };
        let seat = self.follow.seat();
        let seat = seat.filter(|_| self.hand.is_some());
        let moves = seat.map(|seat| history.game.actions(&history.state, Seat(seat)));
        match moves {
            None => self.refuse("It is not your turn."),
            Some(None) => {
                let how = history.game.entry().notation;
                self.refuse(format!("There are too many moves to list. Write {how}"));
            }
            Some(Some(moves)) => {
                let title = format!("{} legal moves", moves.len());
                self.over = Over::List(title, moves, 0);
            }
        }
    }

    /// Goes to the next or previous step of interest.
    fn leaf(&mut self, leaf: Leaf) {
        let Some(history) = &self.follow.history else {
            return;
        };
        let (at, steps) = (self.step(), history.len());
        let frames = history.film.frames();
        let next = match leaf {
            Leaf::On => (at + 1..=steps).find(|&step| frames[step - 1].is_key),
            Leaf::Back => (1..at)
                .rev()
                .find(|&step| frames[step - 1].is_key)
                .or(Some(0)),
        };
        self.shown = next.filter(|&step| step < steps);
    }

    fn go(&mut self, dx: i16, dy: i16) {
        let Some(board) = self.board() else {
            return;
        };
        let dy = if board.is_upwards() { -dy } else { dy };
        self.cursor = board.step(self.cursor, dx, dy);
    }

    fn press(&mut self, square: Square) -> Vec<Wish> {
        if self.shown.is_some() {
            self.shown = None;
            return Vec::new();
        }
        if self.hand.is_none() {
            let why = if self.is_playing() {
                "It is not your turn."
            } else {
                "The game is not being played."
            };
            self.refuse(why);
            return Vec::new();
        }
        self.digits = 0;
        self.act(|hand| hand.press(square))
    }

    fn more(&mut self, by: i32) -> Vec<Wish> {
        let Some(amount) = self.lit.amount else {
            return Vec::new();
        };
        self.digits = 0;
        let count = amount.count.saturating_add_signed(by);
        let count = count.clamp(amount.least, amount.most);
        self.act(|hand| hand.amount(count))
    }

    fn digit(&mut self, digit: char) -> Vec<Wish> {
        let Some(amount) = self.lit.amount else {
            return Vec::new();
        };
        let digit = digit.to_digit(10).unwrap_or(0);
        // Digits in a row form one number, if there are that many pieces.
        let longer = self.digits.saturating_mul(10).saturating_add(digit);
        self.digits = if longer <= amount.most { longer } else { digit };
        match self.digits {
            0 => Vec::new(),
            count => self.act(|hand| hand.amount(count)),
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Vec<Wish> {
        if self.cover.is_some() {
            return match mouse.kind {
                MouseEventKind::Up(_) => vec![Wish::Uncover],
                _ => Vec::new(),
            };
        }
        let wheel = match mouse.kind {
            MouseEventKind::ScrollUp => 1,
            MouseEventKind::ScrollDown => -1,
            _ => 0,
        };
        if self.over != Over::Nothing {
            match (&mut self.over, mouse.kind) {
                (Over::Help(from) | Over::List(_, _, from), _) if wheel != 0 => {
                    *from = from.saturating_add_signed(-2 * wheel);
                }
                (Over::Help(_) | Over::List(..), MouseEventKind::Up(_)) => {
                    self.over = Over::Nothing;
                }
                _ => {}
            }
            return Vec::new();
        }
        if wheel != 0 {
            return self.more(i32::from(wheel));
        }
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.notice = None;
                self.held = self.square_at(mouse);
                if let Some(square) = self.held {
                    self.cursor = square;
                }
                Vec::new()
            }
            MouseEventKind::Up(MouseButton::Left) => {
                let to = self.square_at(mouse);
                match (self.held.take(), to) {
                    (Some(from), Some(to)) if from != to && self.can_point() => {
                        self.cursor = to;
                        self.act(|hand| hand.drag(from, to))
                    }
                    (Some(from), Some(to)) if from == to => self.press(to),
                    _ => Vec::new(),
                }
            }
            MouseEventKind::Up(MouseButton::Right) => self.act(|hand| hand.undo()),
            _ => Vec::new(),
        }
    }

    fn square_at(&self, mouse: MouseEvent) -> Option<Square> {
        let board = self.board()?;
        let layout = Layout::of(self.window, &board).ok()?;
        let place = Position::new(mouse.column, mouse.row);
        layout.grid.square(&board, place)
    }

    /// Changes the move that is being entered. Returns a wish when it is complete.
    fn act(&mut self, with: impl FnOnce(&mut Box<dyn MoveEntry>) -> Pressed) -> Vec<Wish> {
        let Some((turn, _, hand)) = &mut self.hand else {
            return Vec::new();
        };
        let turn = *turn;
        let did = with(hand);
        if let Pressed::Entered(_) = did {
            hand.clear();
        }
        self.relight();
        match did {
            Pressed::Nothing | Pressed::Changed => Vec::new(),
            Pressed::Refused(reason) => {
                self.refuse(language().sentence(&reason));
                Vec::new()
            }
            Pressed::Entered(action) => {
                vec![Wish::Table(Request::Move { turn, action })]
            }
        }
    }

    fn relight(&mut self) {
        let hand = self.hand.as_ref();
        self.lit = hand.map_or_else(Highlights::default, |(_, _, hand)| hand.lit());
    }
}

fn offer(what: OfferKind) -> Wish {
    Wish::Table(Request::Offer { what })
}
