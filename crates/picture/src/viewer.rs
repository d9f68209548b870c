//! Games as one HTML page that plays them.
//!
//! A game is stored as its first board and the changes of every step, so a page can
//! hold hundreds of games. Everything from a record is JSON data, in which `<` is
//! escaped, and appears only as text.
//!
//! [`page`] makes a whole page. A page of another kind puts [`style`] into a
//! `<style>`, [`data`] and [`script`] into a `<script>`, and calls
//! `TaflViewer.mount(element, data)`; the address `#3.40` opens game 3 at step
//! 40.

use std::collections::BTreeMap;

use catalog::scene::{Cell, Look, Scene, Shape};
use catalog::{AnyGame, AnyStep, Marks};
use serde::Serialize;

use crate::colour::{self, Colours, Rgb};
use catalog::Language;

use crate::film::{Film, FilmError, Frame};
use crate::{svg, tone};

/// A game, ready for a page.
#[derive(Clone, Debug)]
pub struct GameView {
    board: String,
    shown: Shown,
}

/// A game in the form that the script reads.
#[derive(Clone, Debug, Serialize)]
struct Shown {
    title: String,
    game: String,
    result: String,
    /// The name, the seat, the note and the colour.
    players: Vec<[String; 4]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    facts: Vec<(String, String)>,
    size: [u8; 2],
    up: u8,
    /// The symbol of each kind of piece, and the ink of its number if it has one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<(char, Option<&'static str>)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    owners: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    strong: Option<Vec<(u16, String)>>,
    start: String,
    /// The moves, the changes, the marks, the time, the words; empty fields at the end
    /// are left out.
    frames: Vec<Vec<Part>>,
    /// The board of the page on which it is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<usize>,
}

/// A part of a frame.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Part {
    Text(String),
    Time(u64),
}

impl Part {
    fn is_empty(&self) -> bool {
        match self {
            Part::Text(text) => text.is_empty(),
            Part::Time(time) => *time == 0,
        }
    }
}

/// The data of a page: the boards, the colours of owned squares, and the games.
#[derive(Serialize)]
struct Data<'a> {
    boards: Vec<&'a str>,
    land: Land,
    games: Vec<Shown>,
}

#[derive(Serialize)]
struct Land {
    empty: [String; 2],
    pale: [String; colour::PALE.len()],
    most: f64,
    base: f64,
    step: f64,
}

/// Facts about a game besides its steps.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// Its name in the list.
    pub title: String,
    /// The kind of game.
    pub game: String,
    /// The players by seat.
    pub players: Vec<Player>,
    /// The ending in words.
    pub result: String,
    /// More facts: each a word and its value.
    pub facts: Vec<(String, String)>,
}

/// A player.
#[derive(Clone, Debug, Default)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The name of the seat.
    pub seat: String,
    /// The result: `won`, or a verdict.
    pub note: String,
}

/// How much of a game to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Every step with its effect in sentences.
    Full,
    /// No sentences; on a board of owners one step from one turn of a player to the next.
    Brief,
}

impl GameView {
    /// A game with its steps and the times of the seats that acted, in microseconds.
    /// Every step is checked.
    pub fn new(
        game: &dyn AnyGame,
        head: &Head,
        steps: &[(AnyStep, Vec<u64>)],
        detail: Detail,
    ) -> Result<GameView, FilmError> {
        let film = Film::new(game, steps.iter().map(|(step, times)| (step, &times[..])))?;
        let colours = Colours::seats(game.seats());
        Ok(GameView::of_film(&film, head, &colours, detail))
    }

    /// A game that is a film already. The colours are those of the owners
    /// of squares.
    pub fn of_film(film: &Film, head: &Head, colours: &Colours, detail: Detail) -> GameView {
        let scene = film.start();
        let look = scene.look();
        let coder = Coder::of(scene);
        let all = scene.cells().iter().enumerate();
        let start = coder.cells(all.map(|(at, cell)| (at as u32, *cell)));
        let frames = match detail {
            Detail::Full => full(film, &coder),
            Detail::Brief => brief(film, &coder),
        };
        let players = head.players.iter().zip(0..);
        let players = players.map(|(player, seat)| {
            let Player {
                name,
                seat: of,
                note,
            } = player.clone();
            [name, of, note, dot(look, colours, seat)]
        });
        let is_owned = look.is_owned();
        let strong = || {
            let strong = colours.chosen().collect::<BTreeMap<u16, Rgb>>();
            let strong = strong.into_iter();
            strong.map(|(owner, c)| (owner, c.to_string())).collect()
        };
        GameView {
            board: svg::template(scene),
            shown: Shown {
                title: head.title.clone(),
                game: head.game.clone(),
                result: head.result.clone(),
                players: players.collect(),
                facts: head.facts.clone(),
                size: [scene.width(), scene.height()],
                up: scene.is_upwards().into(),
                pieces: look
                    .pieces
                    .iter()
                    .map(|kind| {
                        let counts = kind.shape == Shape::Stack;
                        let ink = counts.then(|| tone::colours(kind.tone).sign);
                        (kind.symbol, ink)
                    })
                    .collect(),
                owners: is_owned.then_some(coder.owners),
                strong: is_owned.then(strong),
                start,
                frames,
                board: None,
            },
        }
    }

    /// The size of the game in the data of a page, in bytes.
    pub fn size(&self) -> usize {
        script_safe(&self.shown).len()
    }
}

/// The colour that stands for a seat beside its name.
fn dot(look: &Look, colours: &Colours, seat: u16) -> String {
    match look.seats.get(usize::from(seat)) {
        Some(colour) => Rgb::hex(*colour).to_string(),
        None if look.is_owned() => colours.of(seat).to_string(),
        None => format!("var(--seat-{})", seat % 4),
    }
}

/// The script: it defines `TaflViewer`.
pub fn script() -> &'static str {
    include_str!("viewer/viewer.js")
}

/// The style sheet, for elements of the class `tv`.
pub fn style() -> &'static str {
    include_str!("viewer/viewer.css")
}

/// Games as JSON that is safe inside a `<script>`. Equal boards are stored once.
pub fn data(games: &[GameView]) -> String {
    let mut boards: Vec<&str> = Vec::new();
    let mut list = Vec::with_capacity(games.len());
    for game in games {
        let known = boards.iter().position(|board| *board == game.board);
        let board = known.unwrap_or_else(|| {
            boards.push(&game.board);
            boards.len() - 1
        });
        list.push(Shown {
            board: Some(board),
            ..game.shown.clone()
        });
    }
    let (empty, most, (base, step)) = colour::shading();
    script_safe(&Data {
        boards,
        land: Land {
            empty: empty.map(|colour| colour.to_string()),
            pale: colour::PALE.map(|pale| Rgb::hex(pale).to_string()),
            most,
            base,
            step,
        },
        games: list,
    })
}

/// A page with games that needs no other file and no network.
pub fn page(title: &str, games: &[GameView]) -> String {
    let title = escaped(title);
    let (style, script, data) = (style(), script(), data(games));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\nbody{{margin:0}}\n{style}</style>\n</head>\n<body>\n\
         <main id=\"viewer\" class=\"tv\"><h1>{title}</h1><noscript>This page needs scripts to play the games; it loads none from elsewhere.</noscript></main>\n\
         <script type=\"application/json\" id=\"games\">{data}</script>\n\
         <script>\n{script}\nTaflViewer.mount(document.getElementById(\"viewer\"),JSON.parse(document.getElementById(\"games\").textContent));\n</script>\n</body>\n</html>\n"
    )
}

/// A text as text in HTML, also between quotes.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// JSON that cannot end the script around it.
fn script_safe(value: &impl Serialize) -> String {
    // Keys are strings and numbers are finite: writing cannot fail.
    serde_json::to_string(value)
        .unwrap_or_default()
        .replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

fn full(film: &Film, coder: &Coder) -> Vec<Vec<Part>> {
    let frames = film.frames().iter().enumerate();
    frames
        .map(|(step, frame)| {
            let cells = coder.cells(film.changes(step));
            coder.frame(
                frame,
                cells,
                film.marked(step),
                &Language::English.tell(&frame.words),
            )
        })
        .collect()
}

fn brief(film: &Film, coder: &Coder) -> Vec<Vec<Part>> {
    let is_merged = film.is_of_owners();
    let mut changes: BTreeMap<u32, Cell> = BTreeMap::new();
    let mut frames = Vec::new();
    for (step, frame) in film.frames().iter().enumerate() {
        changes.extend(film.changes(step));
        if is_merged && !frame.is_key && step + 1 < film.len() {
            continue;
        }
        let cells = coder.cells(std::mem::take(&mut changes));
        frames.push(coder.frame(frame, cells, film.marked(step), ""));
    }
    frames
}

/// Writes numbers as letters: five bits in each, lowest first, and a sixth bit that
/// says whether more follow.
#[derive(Default)]
struct Stream(String);

impl Stream {
    fn number(&mut self, mut number: u64) {
        const LETTERS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        loop {
            let more = number >= 32;
            let digit = (number & 31) as usize + if more { 32 } else { 0 };
            self.0.push(char::from(LETTERS[digit]));
            if !more {
                return;
            }
            number >>= 5;
        }
    }

    fn signed(&mut self, number: i8) {
        let number = i64::from(number);
        self.number(((number << 1) ^ (number >> 63)) as u64);
    }
}

struct Coder {
    look: &'static Look,
    owners: u64,
    width: u64,
}

impl Coder {
    fn of(scene: &Scene) -> Coder {
        Coder {
            look: scene.look(),
            owners: u64::from(scene.owners()).max(1),
            width: u64::from(scene.width()),
        }
    }

    /// Pieces are counted from 1, again for every further piece of a stack.
    fn cell(&self, cell: Cell) -> u64 {
        match cell {
            Cell::Empty => 0,
            Cell::Piece { kind, count } => {
                let more = u64::from(count.saturating_sub(1));
                1 + u64::from(kind) + self.look.pieces.len() as u64 * more
            }
            Cell::Land { owner, count } => {
                u64::from(count) * self.owners + u64::from(owner).min(self.owners - 1)
            }
        }
    }

    /// For each cell, the number of cells skipped before it, and its new content.
    fn cells(&self, cells: impl IntoIterator<Item = (u32, Cell)>) -> String {
        let mut stream = Stream::default();
        let mut next = 0;
        for (at, cell) in cells {
            stream.number(u64::from(at - next));
            stream.number(self.cell(cell));
            next = at + 1;
        }
        stream.0
    }

    fn marks(&self, marks: &Marks, marked: &[game::Square]) -> String {
        let index = |square: game::Square| u64::from(square.y) * self.width + u64::from(square.x);
        if marks.arrows.is_empty() && marks.captured.is_empty() && marked.is_empty() {
            return String::new();
        }
        let mut stream = Stream::default();
        stream.number(marks.arrows.len() as u64);
        for arrow in &marks.arrows {
            stream.number(index(arrow.from));
            stream.signed(arrow.to.x.wrapping_sub(arrow.from.x) as i8);
            stream.signed(arrow.to.y.wrapping_sub(arrow.from.y) as i8);
            let kind = u64::from(svg::arrow_kind(self.look, arrow));
            stream.number(2 * kind + u64::from(arrow.made));
        }
        stream.number(marks.captured.len() as u64);
        for square in marks.captured.iter().chain(marked) {
            stream.number(index(*square));
        }
        stream.0
    }

    fn frame(&self, frame: &Frame, cells: String, kept: &[game::Square], words: &str) -> Vec<Part> {
        let mut marked = kept.to_vec();
        marked.extend(&frame.marks.marked);
        marked.sort_unstable_by_key(|square| (square.y, square.x));
        marked.dedup();
        let marks = self.marks(&frame.marks, &marked);
        // Seats that act at once think at once, so the slowest counts.
        let time = frame.times.iter().max().copied().unwrap_or(0);
        let mut parts = vec![
            Part::Text(catalog::english(&frame.moves)),
            Part::Text(cells),
            Part::Text(marks),
            Part::Time(time),
            Part::Text(words.to_owned()),
        ];
        while parts.last().is_some_and(Part::is_empty) {
            parts.pop();
        }
        parts
    }
}
