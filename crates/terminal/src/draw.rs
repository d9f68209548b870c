//! Draws the screen of a game.

use catalog::Scene;
use catalog::entry::{Entry, Kind};
use catalog::scene::Foresight;
use protocol::{Phase, SeatView, Standing};
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use crate::board::{BoardView, legend, seat_letter};
use crate::layout::{Layout, Needed};
use crate::model::{Model, Notice, Over};
use crate::paint::Paint;
use crate::words::{self, language};

/// Draws the whole screen. `now` is this machine's time in milliseconds.
pub fn draw(frame: &mut Frame<'_>, model: &Model, paint: Paint, now: u64) {
    if let Some(cover) = &model.cover {
        let name = model.follow.name(cover.seat);
        return draw_cover(frame, &name, &model.follow.called(cover.seat), paint);
    }
    let Some(board) = model.board() else {
        let waiting = words::prompt(&model.follow);
        frame.render_widget(
            Paragraph::new(waiting).wrap(Wrap { trim: true }),
            frame.area(),
        );
        return;
    };
    let layout = match Layout::of(frame.area(), &board) {
        Ok(layout) => layout,
        Err(needed) => return draw_small(frame, needed, &model.over, paint),
    };
    let screen = Screen {
        model,
        paint,
        now,
        board: &board,
        layout,
    };
    screen.draw(frame);
}

/// Covers the game, because another person is to look.
fn draw_cover(frame: &mut Frame<'_>, name: &str, called: &str, paint: Paint) {
    let lines = vec![
        Line::styled(format!("{name} ({called}) is next."), paint.strong()),
        Line::raw(""),
        Line::raw("The others look away."),
        Line::raw(format!("{name}: press any key to see the board.")),
    ];
    let area = frame.area();
    let height = (lines.len() as u16).min(area.height);
    let middle = Rect {
        y: area.y + (area.height - height) / 2,
        height,
        ..area
    };
    let text = Paragraph::new(lines).alignment(Alignment::Center);
    frame.render_widget(text.wrap(Wrap { trim: true }), middle);
}

fn draw_small(frame: &mut Frame<'_>, needed: Needed, over: &Over, paint: Paint) {
    let area = frame.area();
    let last = match over {
        Over::Quit => "Leave this game? y yes, any other key no",
        _ => "Make it larger, or q to quit.",
    };
    let lines = vec![
        Line::styled("This window is too small.", paint.danger()),
        Line::raw(format!(
            "It has {} x {} characters;",
            area.width, area.height
        )),
        Line::raw(format!(
            "the board needs {} x {}.",
            needed.width, needed.height
        )),
        Line::raw(last),
    ];
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), area);
}

struct Screen<'a> {
    model: &'a Model,
    paint: Paint,
    now: u64,
    board: &'a Scene,
    layout: Layout,
}

impl Screen<'_> {
    fn draw(&self, frame: &mut Frame<'_>) {
        let (model, paint) = (self.model, self.paint);
        let (marks, colours) = (model.marks(), model.colours());
        let is_playing = model.follow.is(Phase::Playing);
        let history = model.follow.history.as_ref();
        let explained = history.map(|history| {
            let state = history.state_at(model.step());
            history.game.foresee(&state)
        });
        let explained = explained.filter(|_| is_playing).unwrap_or_default();
        let foreseen: Vec<_> = explained
            .iter()
            .filter(|step| step.from != step.to)
            .map(|step| step.to)
            .collect();
        let no_light = entry::Highlights::default();
        let view = BoardView {
            board: self.board,
            marks: &marks,
            lit: if model.shown.is_none() {
                &model.lit
            } else {
                &no_light
            },
            sealed: model.sealed().filter(|_| model.shown.is_none()),
            foreseen: &foreseen,
            cursor: model.can_point().then_some(model.cursor),
            colours: &colours,
            paint,
            grid: self.layout.grid,
        };
        frame.render_widget(self.title(), self.layout.title);
        frame.render_widget(&view, self.layout.grid.area);
        self.draw_side(frame, &explained);
        self.draw_legend(frame, &view);
        self.draw_prompt(frame);
        self.draw_keys(frame);
        if model.can_point() && model.over == Over::Nothing {
            let at = self.layout.grid.middle(self.board, model.cursor);
            frame.set_cursor_position(at);
        }
        self.draw_over(frame);
    }

    fn title(&self) -> Line<'static> {
        let follow = &self.model.follow;
        let mut words = vec![];
        if let Some(history) = &follow.history {
            words.push(Span::styled(
                format!(" {} ", history.game.info().name),
                self.paint.strong().add_modifier(Modifier::REVERSED),
            ));
        }
        if let Some(view) = &follow.view {
            let sitters = view.seats.iter().take(4);
            let names: Vec<String> = sitters
                .map(|place| place.sitter().unwrap_or("nobody").to_owned())
                .collect();
            let more = if view.seats.len() > 4 { ", …" } else { "" };
            words.push(Span::raw(format!(
                " {}{more}",
                names.join(if view.seats.len() > 2 {
                    ", "
                } else {
                    " against "
                })
            )));
            let state = &view.game.state;
            let turn = catalog::turn(state).map(|turn| format!("turn {turn}"));
            let round = catalog::round(state, &view.terms.options);
            let round = round.map(|(round, of)| format!("round {round} of {of}"));
            if let Some(count) = round.or(turn) {
                words.push(Span::styled(format!("  {count}"), self.paint.muted()));
            }
        }
        if let Some(place) = &self.model.place {
            words.push(Span::styled(format!("  at {place}"), self.paint.muted()));
        }
        if self.model.is_cut_off {
            words.push(Span::styled("  no line to the hall", self.paint.danger()));
        }
        Line::from(words)
    }

    fn draw_side(&self, frame: &mut Frame<'_>, explained: &[Foresight]) {
        let area = self.layout.side;
        if area.is_empty() {
            return;
        }
        let width = usize::from(area.width);
        let mut lines = self.seats(width, usize::from(area.height));
        lines.push(Line::raw(""));
        if let Some(text) = words::conflict(&self.model.follow) {
            lines.extend(
                wrapped(&text, width)
                    .into_iter()
                    .map(|l| Line::styled(l, self.paint.danger())),
            );
            lines.push(Line::raw(""));
        }
        lines.extend(self.amounts(width));
        if let Some(first) = explained.first() {
            let mover = self.board.piece(first.from);
            let name = mover.map_or("piece", |(kind, _)| kind.name);
            lines.push(Line::styled(format!("The {name}"), self.paint.strong()));
            for step in explained {
                for line in words::explained(step) {
                    lines.extend(wrapped(&line, width).into_iter().map(Line::raw));
                }
            }
            lines.push(Line::raw(""));
        }
        let is_told = words::conflict(&self.model.follow).is_some() || self.board.look().is_owned();
        if self.model.shown.is_some() || !is_told {
            lines.extend(self.last_words(width));
        }
        let left = usize::from(area.height).saturating_sub(lines.len());
        lines.extend(self.moves(width, left));
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// What the shown step did.
    fn last_words(&self, width: usize) -> Vec<Line<'static>> {
        let step = self.model.step();
        let history = self.model.follow.history.as_ref();
        let frame = history.and_then(|history| history.film.frames().get(step.checked_sub(1)?));
        let Some(frame) = frame else {
            return Vec::new();
        };
        let mut lines = vec![Line::styled(format!("Step {step}"), self.paint.strong())];
        let text = wrapped(&language().tell(&frame.words), width);
        let (most, count) = (6, text.len());
        lines.extend(text.into_iter().take(most).map(Line::raw));
        if count > most {
            lines.push(Line::styled("…", self.paint.muted()));
        }
        lines.push(Line::raw(""));
        lines
    }

    fn seats(&self, width: usize, most: usize) -> Vec<Line<'static>> {
        let follow = &self.model.follow;
        let Some(view) = &follow.view else {
            return Vec::new();
        };
        let lands = self.board.holdings();
        let mut places: Vec<&SeatView> = view.seats.iter().collect();
        let squares = |seat: u16| {
            let land = lands.iter().find(|(owner, ..)| *owner == seat);
            land.map_or((0, 0), |(_, squares, pieces)| (*squares, *pieces))
        };
        places.sort_by_key(|place| std::cmp::Reverse(squares(place.seat)));
        let room = (most / 2).max(2);
        let hidden = places.len().saturating_sub(room);
        let names: Vec<String> = places
            .iter()
            .take(room)
            .map(|place| self.sitter(place))
            .collect();
        let longest = names.iter().map(|name| name.chars().count()).max();
        let mut lines: Vec<Line<'static>> = places
            .iter()
            .zip(&names)
            .map(|(place, name)| {
                let room = (longest.unwrap_or(0), width);
                self.seat(place, name, squares(place.seat), room)
            })
            .collect();
        if hidden > 0 {
            lines.push(Line::styled(
                format!("  and {hidden} more"),
                self.paint.muted(),
            ));
        }
        let best = lands
            .iter()
            .find(|(owner, ..)| *owner >= view.seats.len() as u16);
        if let Some((owner, squares, pieces)) = best {
            let text = if width < 26 {
                format!("  zombie {squares:>3} sq")
            } else {
                format!("    best zombie {owner}: {squares} sq, {pieces} pcs")
            };
            lines.push(Line::styled(text, self.paint.muted()));
        }
        lines
    }

    /// The squares that belong to a seat, sorted by name.
    fn regions(&self, seat: u16) -> Vec<String> {
        let regions = self.board.regions().iter();
        let own = regions.filter(|(_, region)| region.seat == Some(seat));
        let mut own: Vec<String> = own.map(|(at, _)| self.name(*at)).collect();
        own.sort();
        own
    }

    /// The name and status of the player on a seat.
    fn sitter(&self, place: &SeatView) -> String {
        let view = self.model.follow.view.as_ref();
        let mine = view.is_some_and(|view| view.seat() == Some(place.seat));
        let mut name = place.sitter().unwrap_or("nobody").to_owned();
        if mine && name != "You" {
            name.push_str(" (you)");
        }
        let own = self.regions(place.seat);
        if !own.is_empty() {
            name = format!("{name}: {}", own.join(" "));
        } else if !self.board.look().is_owned() {
            name = format!("{}: {name}", place.called);
        }
        match place.standing {
            Standing::In => {}
            Standing::Abandoned => name.push_str(", abandoned"),
            Standing::Out => name.push_str(", out"),
        }
        if place.away_since.is_some() {
            name.push_str(", away");
        }
        name
    }

    fn seat(
        &self,
        place: &SeatView,
        name: &str,
        (squares, pieces): (u32, u64),
        (longest, width): (usize, usize),
    ) -> Line<'static> {
        let follow = &self.model.follow;
        let view = follow.view.as_ref();
        let acts = view.is_some_and(|view| {
            view.phase == Phase::Playing && view.game.to_act.contains(&place.seat)
        });
        let mine = view.is_some_and(|view| view.seat() == Some(place.seat));
        let sealed = view.is_some_and(|view| {
            let own = view.you.as_ref().is_some_and(|you| you.sealed.is_some());
            mine && own || view.entered.contains(&place.seat)
        });
        let sign = match (acts, sealed) {
            (true, true) => "=",
            (true, false) => "▶",
            _ => " ",
        };
        let is_owned = self.board.look().is_owned();
        let (key, style) = if is_owned {
            let ground = self.model.colours().shade(place.seat, 9, self.paint.theme);
            let letter = seat_letter(place.seat).to_string();
            (letter, self.paint.on(ground.ink(), ground))
        } else if self.regions(place.seat).is_empty() {
            (String::new(), self.paint.seat(place.seat))
        } else {
            (place.seat.to_string(), self.paint.seat(place.seat))
        };
        let gap = if key.is_empty() { "" } else { " " };
        let time = view.and_then(|view| {
            // Your own clock stops when you seal a move.
            let own = view.you.as_ref().filter(|_| mine).and_then(|you| you.clock);
            let clock = own.or(place.clock)?;
            Some(clock.at(follow.hall_time(self.now)))
        });
        let tail = match (time, is_owned) {
            (Some(ms), true) if width >= 26 => {
                format!("{squares:>3} sq {:>7}", words::clock(ms))
            }
            (None, true) if width < 26 => format!("{squares:>3} sq"),
            (Some(ms), _) => format!("{:>7}", words::clock(ms)),
            (None, true) => format!("{squares:>3} sq {pieces:>4} pcs"),
            (None, _) => String::new(),
        };
        let used = 2 + key.chars().count() + gap.len() + tail.chars().count() + 2;
        let room = longest.min(width.saturating_sub(used));
        let name: String = name.chars().take(room).collect();
        let weight = if acts {
            Modifier::BOLD
        } else {
            Modifier::empty()
        };
        let tail_style = if time.is_some_and(|ms| ms < 10_000) {
            self.paint.danger()
        } else {
            self.paint.muted()
        };
        Line::from(vec![
            Span::styled(format!("{sign} "), self.paint.strong()),
            Span::styled(key, style),
            Span::raw(gap),
            Span::styled(
                format!("{name:<room$}  "),
                Style::new().add_modifier(weight),
            ),
            Span::styled(tail, tail_style),
        ])
    }

    /// The chosen number of pieces, and the orders so far.
    fn amounts(&self, width: usize) -> Vec<Line<'static>> {
        let lit = &self.model.lit;
        let mut lines = Vec::new();
        if let Some(amount) = lit.amount {
            let text = format!(
                "{} of {} go from {} (+ - or digits)",
                amount.count,
                amount.most,
                self.name(amount.at)
            );
            lines.extend(
                wrapped(&text, width)
                    .into_iter()
                    .map(|l| Line::styled(l, self.paint.strong())),
            );
        }
        if !lit.orders.is_empty() {
            let title = wrapped("Orders (e ends the turn)", width).into_iter();
            lines.extend(title.map(|line| Line::styled(line, self.paint.strong())));
        }
        let shown = lit.orders.iter().rev().take(6).rev();
        for order in shown {
            let (from, to) = (order.arrow.from, order.arrow.to);
            let way = match (to.x.wrapping_sub(from.x), to.y.wrapping_sub(from.y)) {
                (1, _) => "east",
                (255, _) => "west",
                (_, 1) => "south",
                _ => "north",
            };
            lines.push(Line::raw(format!(
                "  {} {way}: {}",
                self.name(from),
                order.count
            )));
        }
        if !lines.is_empty() {
            lines.push(Line::raw(""));
        }
        lines
    }

    fn name(&self, square: game::Square) -> String {
        self.board.look().square_name(square)
    }

    fn moves(&self, width: usize, room: usize) -> Vec<Line<'static>> {
        let Some(history) = &self.model.follow.history else {
            return Vec::new();
        };
        let moves = words::moves(history);
        if moves.is_empty() || room < 2 {
            return Vec::new();
        }
        let mut lines = vec![Line::styled("Moves", self.paint.strong())];
        let at = self.model.step();
        let shown = moves.iter().rposition(|(step, _)| *step <= at);
        let last = shown
            .map_or(0, |shown| shown + 1)
            .max((room - 1).min(moves.len()));
        let first = last.saturating_sub(room - 1);
        for (number, (step, text)) in moves.iter().enumerate().take(last).skip(first) {
            let text = format!("{:>3}. {text}", number + 1);
            let text: String = text.chars().take(width).collect();
            let style = if *step == at && self.model.shown.is_some() {
                self.paint.strong().add_modifier(Modifier::REVERSED)
            } else {
                Style::new()
            };
            lines.push(Line::styled(text, style));
        }
        lines
    }

    fn draw_legend(&self, frame: &mut Frame<'_>, view: &BoardView<'_>) {
        let width = usize::from(self.layout.legend.width);
        let mut lines: Vec<Vec<Span<'static>>> = vec![Vec::new()];
        let mut used = 0;
        for (sign, word) in legend(view) {
            // A sign and its word stay together.
            let length = sign.chars().count() + 1 + word.len();
            if used > 0 && used + 2 + length > width {
                lines.push(Vec::new());
                used = 0;
            }
            let gap = if used > 0 { "  " } else { "" };
            used += gap.len() + length;
            if let Some(line) = lines.last_mut() {
                line.push(Span::raw(gap));
                line.push(Span::styled(
                    sign,
                    Style::new().add_modifier(Modifier::BOLD),
                ));
                line.push(Span::styled(format!(" {word}"), self.paint.muted()));
            }
        }
        let lines: Vec<Line<'static>> = lines.into_iter().map(Line::from).collect();
        frame.render_widget(Paragraph::new(lines), self.layout.legend);
    }

    fn draw_prompt(&self, frame: &mut Frame<'_>) {
        let model = self.model;
        let offer = model
            .follow
            .view
            .as_ref()
            .and_then(|view| view.offers.first());
        let offer = offer.map(|offer| {
            let what = words::offered(offer.what);
            format!("{} offers {what}: y or n?", model.follow.name(offer.seat))
        });
        let chat = model.follow.view.as_ref().and_then(|view| view.chat.last());
        let chat = chat.map(|line| {
            format!(
                "{}: {}",
                line.name.as_deref().unwrap_or("someone"),
                line.text
            )
        });
        let first = match (&model.shown, model.follow.is_over()) {
            (Some(step), _) => Line::styled(
                format!("After step {step}: [ back, ] on, End to the present."),
                self.paint.strong(),
            ),
            (None, true) => Line::styled(words::result(&model.follow), self.paint.strong()),
            (None, false) => Line::styled(words::prompt(&model.follow), self.paint.strong()),
        };
        let second = match (&model.notice, offer, chat) {
            (Some(Notice::Refusal(text)), ..) => Line::styled(text.clone(), self.paint.danger()),
            (Some(Notice::News(text)), ..) => Line::raw(text.clone()),
            (None, Some(offer), _) => Line::styled(offer, self.paint.strong()),
            (None, None, _) if model.can_point() => {
                let words = language().say(&entry::describe(self.board, model.cursor));
                Line::styled(words, self.paint.muted())
            }
            (None, None, Some(chat)) => Line::raw(chat),
            (None, None, None) => Line::raw(""),
        };
        let text = Paragraph::new(vec![first, second]);
        frame.render_widget(text, self.layout.prompt);
    }

    fn draw_keys(&self, frame: &mut Frame<'_>) {
        let area = self.layout.keys;
        if let Some(entry) = &self.model.entry {
            // Show the end of a long line, where you type.
            let room = usize::from(area.width).saturating_sub(4);
            let count = entry.chars().count();
            let shown: String = entry.chars().skip(count.saturating_sub(room)).collect();
            let at = area.x + 2 + shown.chars().count() as u16;
            let line = Line::from(vec![
                Span::styled("> ", self.paint.strong()),
                Span::raw(shown),
            ]);
            frame.render_widget(line, area);
            frame.set_cursor_position((at.min(area.right().saturating_sub(1)), area.y));
            return;
        }
        let kind = self.entry().map_or(Kind::Typed, |entry| entry.kind);
        let all = [
            (!self.model.follow.is_over(), "arrows+enter or mouse"),
            (!self.model.follow.is_over(), ": type a move"),
            (matches!(kind, Kind::Orders { .. }), "e end turn"),
            (kind.has_amounts(), "+ - how many"),
            (self.model.follow.is_over(), "[ ] look back"),
            (self.model.follow.is_over(), ":record FILE"),
            (!self.model.follow.is_over(), "u undo"),
            (self.model.place.is_none(), "s save"),
            (!self.model.follow.is_over(), "R resign"),
        ];
        // The help has the keys that do not fit.
        let last = "? help  q quit";
        let mut keys = String::new();
        for (_, key) in all.iter().filter(|(fits, _)| *fits) {
            if keys.len() + key.len() + 4 + last.len() <= usize::from(area.width) {
                keys.push_str(key);
                keys.push_str("  ");
            }
        }
        keys.push_str(last);
        frame.render_widget(Line::styled(keys, self.paint.muted()), area);
    }

    fn entry(&self) -> Option<&'static Entry> {
        let history = self.model.follow.history.as_ref()?;
        Some(history.game.entry())
    }

    fn draw_over(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        match &self.model.over {
            Over::Nothing => {}
            Over::Help(from) => {
                let lines = self.entry().map_or_else(Vec::new, help);
                boxed(
                    frame,
                    area,
                    " Help: any other key goes back ",
                    &lines,
                    *from,
                    self.paint,
                );
            }
            Over::List(title, lines, from) => {
                let width = usize::from(area.width).saturating_sub(4).min(72);
                let lines = in_columns(lines, width);
                boxed(
                    frame,
                    area,
                    &format!(" {title} "),
                    &lines,
                    *from,
                    self.paint,
                );
            }
            Over::Resign => {
                let lines = [
                    "Give up this game?".to_owned(),
                    "y yes, any other key no".to_owned(),
                ];
                boxed(frame, area, " Resign ", &lines, 0, self.paint);
            }
            Over::Quit => {
                let kept = match self.model.place {
                    Some(_) => "The table stays; others can go on or claim.",
                    None => "The game is kept: hall play --resume goes on with it.",
                };
                let lines = [
                    "Leave this game?".to_owned(),
                    kept.to_owned(),
                    "y yes, any other key no".to_owned(),
                ];
                boxed(frame, area, " Quit ", &lines, 0, self.paint);
            }
        }
    }
}

/// Draws a box with text over the screen, scrolled to line `from`.
fn boxed(
    frame: &mut Frame<'_>,
    area: Rect,
    title: &str,
    lines: &[String],
    from: u16,
    paint: Paint,
) {
    let longest = lines
        .iter()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0);
    let longest = longest.max(title.chars().count());
    let width = (longest as u16 + 4).min(area.width);
    let inner = usize::from(width.saturating_sub(4));
    let text: Vec<String> = lines.iter().flat_map(|line| wrapped(line, inner)).collect();
    let height = (text.len() as u16 + 2).min(area.height);
    let spot = Rect::new(
        area.x + (area.width - width) / 2,
        area.y + (area.height - height) / 2,
        width,
        height,
    );
    let most = (text.len() as u16).saturating_sub(height.saturating_sub(2));
    let from = from.min(most);
    let mut block = Block::bordered()
        .title(title.to_owned())
        .border_style(paint.strong())
        .padding(ratatui::widgets::Padding::horizontal(1));
    if from < most {
        block = block.title_bottom(" ↓ more ");
    }
    let text: Vec<Line<'_>> = text.into_iter().map(Line::raw).collect();
    frame.render_widget(Clear, spot);
    frame.render_widget(Paragraph::new(text).block(block).scroll((from, 0)), spot);
}

fn help(entry: &Entry) -> Vec<String> {
    let mut lines: Vec<String> = entry.hints.map(str::to_owned).to_vec();
    lines.push(String::new());
    let amounts = entry.kind.has_amounts();
    let finish = match entry.kind {
        Kind::Orders { .. } => Some(("e", "end the turn with the orders given")),
        Kind::Move { pass: Some(_) } => Some(("e", "pass, if you have no legal move")),
        _ => None,
    };
    let keys = [
        Some(("arrows, h j k l", "move the cursor")),
        Some(("enter, space", "choose a square, then where to go")),
        Some(("mouse", "click both squares, or drag from one to the other")),
        amounts.then_some(("+ - digits wheel", "how many pieces go")),
        finish,
        Some(("escape, backspace", "not this one; the last part again")),
        Some((":", "type a move, or a command")),
        Some(("m", "all legal moves")),
        Some(("[ ] home end", "look back at the game, and on")),
        Some(("u", "take back (undo)")),
        Some(("d, y, n", "offer a draw; yes or no to an offer")),
        Some(("R", "resign")),
        Some(("s", "save the game, to go on later")),
        Some(("ctrl-l", "draw the screen anew")),
        Some(("q", "quit")),
    ];
    lines.extend(
        keys.into_iter()
            .flatten()
            .map(|(key, what)| format!("{key:<18} {what}")),
    );
    lines.push(String::new());
    lines.push(format!("A move is typed {}", entry.notation));
    lines.push(
        "Commands: undo, resign, draw, accept, decline, moves, save FILE, record FILE, say TEXT, quit."
            .to_owned(),
    );
    lines
}

fn in_columns(items: &[String], width: usize) -> Vec<String> {
    let widest = items.iter().map(String::len).max().unwrap_or(1) + 2;
    let columns = (width / widest).max(1);
    items
        .chunks(columns)
        .map(|row| {
            let cells = row.iter().map(|item| format!("{item:<widest$}"));
            cells.collect::<String>().trim_end().to_owned()
        })
        .collect()
}

/// Wraps a text to this width, between words.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        // A line that fits keeps its spaces, which may align a column.
        if paragraph.chars().count() <= width {
            lines.push(paragraph.to_owned());
            continue;
        }
        for word in paragraph.split_whitespace() {
            let used = line.chars().count();
            if used > 0 && used + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut line));
            } else if used > 0 {
                line.push(' ');
            }
            line.extend(word.chars().take(width));
        }
        lines.push(line);
    }
    if lines.is_empty() {
        lines.push(String::new());
    }
    lines
}
