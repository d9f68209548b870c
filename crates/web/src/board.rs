//! The board: drawing, pointer, keyboard, and names for screen readers. It is the same
//! for all games; the page decides about highlights and the meaning of touches.

mod draw;

use catalog::scene::{Edges, Look, Region};
use entry::{Amount, Highlights, MoveEntry, Pressed, Target, describe};
use game::Square;
use leptos::prelude::*;
use leptos::svg::Svg;
use picture::svg::{EDGE, SIDE, template};
use picture::{Arrow, Cell, Colours, Marks, Scene};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, PointerEvent, WheelEvent};

use crate::app::App;
use crate::browser;
use crate::stage::{Stage, Token};
use crate::texts::{t, told};
use draw::{arrow, land, middle, piece};

/// Additional layers of a board, besides the last step and the highlights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extra {
    /// The viewer's own sealed move.
    pub sealed: Vec<Arrow>,
    /// From where to where pieces that move by themselves see.
    pub sight: Vec<(Square, Square)>,
    /// Where they would step.
    pub foreseen: Vec<Arrow>,
    /// The squares that decided the game.
    pub won: Vec<Square>,
}

/// An input on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// A touch of a square.
    Press(Square),
    /// The start of a drag.
    Grab(Square),
    /// A drag from one square to another.
    Drag(Square, Square),
    /// More or fewer pieces.
    More(i32),
    /// A number of pieces.
    Digit(u32),
    /// Takes back the last part.
    Undo,
    /// Takes back everything.
    Clear,
}

impl Touch {
    /// Applies the input to a move entry.
    pub fn apply(self, hand: &mut dyn MoveEntry) -> Pressed {
        match self {
            Touch::Press(square) => hand.press(square),
            Touch::Grab(square) if hand.lit().chosen == Some(square) => Pressed::Nothing,
            Touch::Grab(square) => hand.press(square),
            Touch::Drag(from, to) => hand.drag(from, to),
            Touch::Digit(count) => hand.amount(count),
            Touch::More(by) => match hand.lit().amount {
                Some(Amount {
                    count, least, most, ..
                }) => hand.amount(count.saturating_add_signed(by).clamp(least, most)),
                None => Pressed::Nothing,
            },
            Touch::Undo => hand.undo(),
            Touch::Clear => hand.clear(),
        }
    }
}

/// How far a pointer moves before it drags, in the units of the picture.
const SLACK: f64 = 9.0;

/// The square that a pointer holds.
#[derive(Clone, Copy, PartialEq)]
struct Held {
    square: Square,
    from: (f64, f64),
    now: (f64, f64),
    drags: bool,
}

/// What a board shows, and what it does with inputs.
#[derive(Clone, Copy)]
pub struct Board {
    /// The board with its pieces.
    pub stage: Signal<Stage>,
    /// The marks of the last step.
    pub marks: Signal<Marks>,
    /// The highlights.
    pub lit: Signal<Highlights>,
    /// The additional layers.
    pub extra: Signal<Extra>,
    /// The owners' colours.
    pub colours: Signal<Colours>,
    /// Whether it accepts moves.
    pub active: Signal<bool>,
    /// The label of the board.
    pub label: Signal<String>,
    /// The function that receives inputs.
    pub touch: Callback<Touch>,
}

/// The parts of a board that stay the same during a game.
#[derive(Clone, PartialEq)]
struct Shape {
    look: &'static Look,
    width: u8,
    height: u8,
    regions: Vec<(Square, Region)>,
}

/// A board on the page.
#[derive(Clone, Copy)]
struct Live {
    board: Board,
    shape: Memo<Shape>,
    root: NodeRef<Svg>,
    held: RwSignal<Option<Held>>,
    /// The square that has the focus.
    cursor: RwSignal<Square>,
}

impl Live {
    fn new(board: Board) -> Live {
        let shape = Memo::new(move |_| {
            board.stage.with(|stage| Shape {
                look: stage.board.look(),
                width: stage.board.width(),
                height: stage.board.height(),
                regions: stage.board.regions().to_vec(),
            })
        });
        Live {
            board,
            shape,
            root: NodeRef::new(),
            held: RwSignal::new(None),
            cursor: RwSignal::new(Square::new(0, 0)),
        }
    }

    /// The size of the picture.
    fn size(self) -> (f64, f64) {
        let edge = 2.0 * EDGE;
        self.shape.with(|shape| {
            (
                edge + SIDE * f64::from(shape.width),
                edge + SIDE * f64::from(shape.height),
            )
        })
    }

    fn middle(self, square: Square) -> (f64, f64) {
        let stage = self.board.stage;
        stage.with_untracked(|stage| middle(&stage.board, square))
    }

    fn tell(self, touch: Touch) {
        if self.board.active.get_untracked() {
            self.board.touch.run(touch);
        }
    }

    /// The point of the picture under the pointer.
    fn point(self, event: &PointerEvent) -> Option<(f64, f64)> {
        let root: Element = self.root.get_untracked()?.unchecked_into();
        let area = root.get_bounding_client_rect();
        let (width, height) = untrack(|| self.size());
        let x = (f64::from(event.client_x()) - area.left()) / area.width() * width;
        let y = (f64::from(event.client_y()) - area.top()) / area.height() * height;
        Some((x, y))
    }

    fn down(self, event: &PointerEvent) {
        let Board { stage, active, .. } = self.board;
        if event.button() != 0 || !active.get_untracked() {
            return;
        }
        let Some(at) = self.point(event) else { return };
        let found = stage.with_untracked(|stage| square_at(&stage.board, at));
        if let Some(square) = found {
            self.cursor.set(square);
            self.held.set(Some(Held {
                square,
                from: at,
                now: at,
                drags: false,
            }));
        }
    }

    fn moved(self, event: &PointerEvent) {
        let Some(mut hold) = self.held.get_untracked() else {
            return;
        };
        let Some(at) = self.point(event) else { return };
        hold.now = at;
        if !hold.drags && distance(hold.from, at) > SLACK {
            hold.drags = true;
            self.tell(Touch::Grab(hold.square));
        }
        self.held.set(Some(hold));
    }

    fn up(self, event: &PointerEvent) {
        let Some(hold) = self.held.get_untracked() else {
            return;
        };
        self.held.set(None);
        if !hold.drags {
            self.tell(Touch::Press(hold.square));
            return;
        }
        let at = self.point(event).unwrap_or(hold.now);
        let stage = self.board.stage;
        let target = stage.with_untracked(|stage| target_of(&stage.board, hold, at));
        if let Some(target) = target
            && target != hold.square
        {
            self.tell(Touch::Drag(hold.square, target));
        }
    }

    fn wheel(self, event: &WheelEvent) {
        if self.board.lit.with_untracked(|lit| lit.amount.is_some()) {
            event.prevent_default();
            self.tell(Touch::More(if event.delta_y() < 0.0 { 1 } else { -1 }));
        }
    }

    fn key(self, event: &KeyboardEvent) {
        let here = self.cursor.get_untracked();
        let mut at = here;
        let step = |dx: i16, dy: i16| {
            self.board.stage.with_untracked(|stage| {
                let dy = if stage.board.is_upwards() { -dy } else { dy };
                stage.board.step(here, dx, dy)
            })
        };
        let pressed = event.key();
        match pressed.as_str() {
            "ArrowLeft" => at = step(-1, 0),
            "ArrowRight" => at = step(1, 0),
            "ArrowUp" => at = step(0, -1),
            "ArrowDown" => at = step(0, 1),
            "Home" => at.x = 0,
            "End" => at.x = self.shape.with_untracked(|shape| shape.width - 1),
            "Enter" | " " => self.tell(Touch::Press(at)),
            "Escape" => self.tell(Touch::Clear),
            "Backspace" => self.tell(Touch::Undo),
            "+" => self.tell(Touch::More(1)),
            "-" => self.tell(Touch::More(-1)),
            digit if digit.len() == 1 && digit.as_bytes()[0].is_ascii_digit() => {
                self.tell(Touch::Digit(u32::from(digit.as_bytes()[0] - b'0')));
            }
            _ => return,
        }
        event.prevent_default();
        if at != self.cursor.get_untracked() {
            self.cursor.set(at);
            if let Some(cell) = cell_of(self.root, at) {
                let _ = cell.focus();
            }
        }
    }

    /// A piece that slides to its square.
    fn token(self, token: Token) -> impl IntoView {
        let Live { held, shape, .. } = self;
        let id = token.id;
        // The list is keyed by number, so changes are looked up.
        let now = Memo::new(move |_| {
            self.board.stage.with(|stage| {
                let found = stage.tokens.binary_search_by_key(&id, |token| token.id);
                found.map_or(
                    Token {
                        gone: true,
                        ..token
                    },
                    |found| stage.tokens[found],
                )
            })
        });
        let is_held = move || {
            let hold = held.get().filter(|hold| hold.drags)?;
            (hold.square == now.get().at && !now.get().gone).then_some(hold)
        };
        let place = move || {
            let (mut x, mut y) = self.middle(now.get().at);
            if let Some(hold) = is_held() {
                x += hold.now.0 - hold.from.0;
                y += hold.now.1 - hold.from.1;
            }
            format!("translate({x:.1}px, {y:.1}px)")
        };
        view! {
            <g class="token" class:gone=move || now.get().gone class:held=move || is_held().is_some()
                style:transform=place>
                {move || piece(shape.with(|shape| shape.look), now.get().cell)}
            </g>
        }
    }

    /// A square for the keyboard and for screen readers.
    fn cell(self, square: Square) -> impl IntoView {
        let Live { board, cursor, .. } = self;
        let Board { stage, lit, .. } = board;
        let name = Memo::new(move |_| {
            let name = stage.with(|stage| told(&describe(&stage.board, square)));
            lit.with(|lit| {
                if lit.chosen == Some(square) {
                    format!("{name}, {}", t().table.chosen())
                } else if lit.targets.iter().any(|(target, _)| *target == square) {
                    format!("{name}, {}", t().table.target())
                } else {
                    name
                }
            })
        });
        let (x, y) = self.middle(square);
        let label = move || name.get();
        let chosen = move || lit.with(|lit| lit.chosen == Some(square)).to_string();
        let index = move || if cursor.get() == square { "0" } else { "-1" };
        let can = move || {
            lit.with(|lit| {
                if lit.chosen == Some(square) {
                    Some("leave")
                } else if is_target(lit, square).is_some() {
                    Some("enter")
                } else {
                    lit.sources.contains(&square).then_some("choose")
                }
            })
        };
        view! {
            <rect role="gridcell" class="square" data-square=format!("{},{}", square.x, square.y) data-can=can
                x=x - SIDE / 2.0 y=y - SIDE / 2.0 width=SIDE height=SIDE
                aria-label=label aria-selected=chosen tabindex=index
                on:focus=move |_| cursor.set(square)/>
        }
    }

    /// The squares that have owners, by number.
    fn lands(self) -> Vec<usize> {
        let is_land = self.shape.with(|shape| shape.look.is_owned());
        let cells = |stage: &Stage| stage.board.cells().len();
        let count = if is_land {
            self.board.stage.with_untracked(cells)
        } else {
            0
        };
        (0..count).collect()
    }

    fn land(self, index: usize) -> impl IntoView {
        let Board { stage, colours, .. } = self.board;
        let cell = Memo::new(move |_| {
            let cell = stage.with(|stage| stage.board.cells().get(index).copied());
            cell.unwrap_or(Cell::Empty)
        });
        let width = self.shape.with_untracked(|shape| usize::from(shape.width));
        let width = width.max(1);
        let place = Square::new((index % width) as u8, (index / width) as u8);
        let (x, y) = self.middle(place);
        move || land(cell.get(), x, y, &colours.get(), App::here().theme.get())
    }

    /// The layers above the pieces.
    fn over(self) -> impl IntoView {
        let Board {
            stage,
            marks,
            lit,
            extra,
            ..
        } = self.board;
        stage.with(|stage| {
            let extra = extra.get();
            let board = &stage.board;
            let sealed = extra.sealed.iter().map(|a| arrow(board, a, "sealed"));
            let foreseen = extra.foreseen.iter().map(|a| arrow(board, a, "foreseen"));
            let last = marks.with(|marks| draw::last(board, marks));
            let orders = lit.with(|lit| draw::orders(board, lit));
            (last, sealed.collect_view(), foreseen.collect_view(), orders)
        })
    }
}

/// A board that accepts moves.
#[component]
pub fn BoardView(
    /// Its signals, and the function that receives inputs.
    board: Board,
) -> impl IntoView {
    let live = Live::new(board);
    let Board {
        stage,
        marks,
        lit,
        extra,
        active,
        label,
        ..
    } = board;
    let ground = move || {
        live.shape.track();
        stage.with_untracked(|stage| template(&stage.board))
    };
    let tokens = move || stage.with(|stage| stage.tokens.clone());
    let rows = move || {
        let (width, height) = live.shape.with(|shape| (shape.width, shape.height));
        (0..height).map(|row| (row, width)).collect::<Vec<_>>()
    };
    // Rows are in the order on the screen.
    let row_of = move |row: u8| stage.with_untracked(|stage| stage.board.drawn_row(row));
    view! {
        <div class="board" class:active=active class:dragging=move || live.held.get().is_some_and(|hold| hold.drags)>
            <div class="ground" aria-hidden="true" inner_html=ground></div>
            <svg node_ref=live.root class="live" role="grid" aria-label=move || label.get()
                viewBox=move || { let (width, height) = live.size(); format!("0 0 {width} {height}") }
                on:pointerdown=move |event| live.down(&event) on:pointermove=move |event| live.moved(&event)
                on:pointerup=move |event| live.up(&event) on:pointercancel=move |_| live.held.set(None)
                on:wheel=move |event| live.wheel(&event) on:keydown=move |event| live.key(&event)>
                <g aria-hidden="true">
                    <g class="under">{move || stage.with(|stage| draw::under(&stage.board, &marks.get(), &extra.get()))}</g>
                    <g class="lands"><For each=move || live.lands() key=|index| *index let(index)>{live.land(index)}</For></g>
                    <g class="lit">{move || stage.with(|stage| lit.with(|lit| draw::lit(&stage.board, lit)))}</g>
                    <g class="sight">{move || stage.with(|stage| draw::sight(&stage.board, &extra.get()))}</g>
                    <g class="tokens"><For each=tokens key=|token| token.id let(each)>{live.token(each)}</For></g>
                    <g class="over">{move || live.over()}</g>
                </g>
                <For each=rows key=|row| *row let(line)>
                    <g role="row">
                        {(0..line.1).map(|x| live.cell(Square::new(x, row_of(line.0)))).collect_view()}
                    </g>
                </For>
            </svg>
        </div>
    }
}

fn cell_of(root: NodeRef<Svg>, at: Square) -> Option<web_sys::SvgElement> {
    let root: Element = root.get_untracked()?.unchecked_into();
    let query = format!("[data-square=\"{},{}\"]", at.x, at.y);
    root.query_selector(&query).ok()??.dyn_into().ok()
}

fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The square at a point of the picture.
fn square_at(board: &Scene, (x, y): (f64, f64)) -> Option<Square> {
    let along = |n: f64, most: u8| {
        let n = ((n - EDGE) / SIDE).floor();
        (0.0..f64::from(most)).contains(&n).then_some(n as u8)
    };
    let (x, row) = (along(x, board.width())?, along(y, board.height())?);
    Some(Square::new(x, board.drawn_row(row)))
}

/// Where something is dragged to. Where edges are linked pieces go to neighbours, so
/// only the direction counts.
fn target_of(board: &Scene, hold: Held, at: (f64, f64)) -> Option<Square> {
    if board.look().edges == Edges::Closed {
        return square_at(board, at);
    }
    let (dx, dy) = (at.0 - hold.from.0, at.1 - hold.from.1);
    if dx.hypot(dy) < SIDE * 0.4 {
        return None;
    }
    Some(if dx.abs() > dy.abs() {
        board.step(hold.square, dx.signum() as i16, 0)
    } else {
        board.step(hold.square, 0, dy.signum() as i16)
    })
}

/// Whether the board shows a destination there.
pub fn is_target(lit: &Highlights, square: Square) -> Option<Target> {
    let found = lit.targets.iter().find(|(target, _)| *target == square);
    found.map(|(_, target)| *target)
}

/// Puts the focus on the board.
pub fn focus() {
    let first = document()
        .query_selector("svg.live [tabindex=\"0\"]")
        .ok()
        .flatten();
    if let Some(first) = first.and_then(|first| first.dyn_into::<web_sys::SvgElement>().ok()) {
        let _ = first.focus();
    } else {
        browser::focus("main");
    }
}
