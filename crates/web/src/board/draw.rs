//! The parts of a board as SVG. The ground defines pieces and arrow heads; the other
//! layers use them by name.

use catalog::scene::{Arrows, Cell, Look, Scene, Shape};
use entry::{Highlights, Target};
use game::Square;
use leptos::prelude::*;
use picture::svg::{EDGE, SIDE, arrow_kind, disc_height, discs};
use picture::{Arrow, Colours, Marks, Theme};

use super::Extra;

/// The centre of a square in the picture.
pub(super) fn middle(board: &Scene, square: Square) -> (f64, f64) {
    let at = |n: f64| EDGE + SIDE * (n + 0.5);
    (
        at(f64::from(square.x)),
        at(f64::from(board.drawn_row(square.y))),
    )
}

/// A piece at its centre.
pub(super) fn piece(look: &Look, cell: Cell) -> AnyView {
    let Some((kind, count)) = look.piece(cell) else {
        return ().into_any();
    };
    let symbol = kind.symbol;
    if kind.shape != Shape::Stack {
        return view! { <use href=format!("#v{symbol}")/> }.into_any();
    }
    let discs = discs(count);
    let top = disc_height(discs - 1);
    view! {
        <use href=format!("#v{symbol}{discs}")/>
        <text class=format!("count {symbol}") y=top + 4.2>{count}</text>
    }
    .into_any()
}

/// A square with its owner's colour.
pub(super) fn land(cell: Cell, x: f64, y: f64, colours: &Colours, theme: Theme) -> AnyView {
    let Cell::Land { owner, count } = cell else {
        return ().into_any();
    };
    let fill = colours.shade(owner, count, theme);
    let ink = fill.ink().to_string();
    view! {
        <rect x=x - 19.0 y=y - 19.0 width="38" height="38" rx="4" fill=fill.to_string()/>
        {(count > 0).then(|| view! { <text class="land" x=x y=y + 4.6 fill=ink>{count}</text> })}
    }
    .into_any()
}

/// The layer below the pieces: the squares of the last move and those that decided the
/// game.
pub(super) fn under(board: &Scene, marks: &Marks, extra: &Extra) -> AnyView {
    let sign = |name: &'static str, square: Square| {
        let (x, y) = middle(board, square);
        view! { <use href=name x=x y=y/> }
    };
    let made = marks
        .arrows
        .iter()
        .filter(|arrow| arrow.made && board.look().arrows == Arrows::Moves);
    let moved = made
        .flat_map(|arrow| [sign("#vfrom", arrow.from), sign("#vto", arrow.to)])
        .collect_view();
    let won = extra.won.iter().map(|square| {
        let (x, y) = middle(board, *square);
        view! { <rect class="won" x=x - 19.0 y=y - 19.0 width="38" height="38" rx="5"/> }
    });
    (moved, won.collect_view()).into_any()
}

/// The highlights: the selected square, and dots or rings on its destinations.
pub(super) fn lit(board: &Scene, lit: &Highlights) -> AnyView {
    let chosen = lit.chosen.map(|square| {
        let (x, y) = middle(board, square);
        view! { <rect class="chosen" x=x - 19.5 y=y - 19.5 width="39" height="39" rx="4"/> }
    });
    let targets = lit.targets.iter().map(|(square, target)| {
        let (x, y) = middle(board, *square);
        let (class, radius) = match target {
            Target::Free => ("dot", 5.6),
            Target::Capture => ("ring capture", 17.0),
            Target::Join => ("ring", 17.0),
        };
        // A stack is drawn above the centre of its square, so the square gets a frame.
        let stands_on = board.piece(*square).map(|(kind, _)| kind.shape);
        match (stands_on, target) {
            (Some(Shape::Stack), Target::Capture | Target::Join) => {
                view! { <rect class=class x=x - 17.5 y=y - 17.5 width="35" height="35" rx="6"/> }
                    .into_any()
            }
            _ => view! { <circle class=class cx=x cy=y r=radius/> }.into_any(),
        }
    });
    (chosen, targets.collect_view()).into_any()
}

/// The automata's lines of sight.
pub(super) fn sight(board: &Scene, extra: &Extra) -> AnyView {
    let lines = extra.sight.iter().map(|(from, to)| {
        let ((x1, y1), (x2, y2)) = (middle(board, *from), middle(board, *to));
        view! { <line class="see" x1=x1 y1=y1 x2=x2 y2=y2/> }
    });
    lines.collect_view().into_any()
}

/// The marks of the last step, above the pieces. Squares of a conflict are crossed out,
/// even if a piece is there.
pub(super) fn last(board: &Scene, marks: &Marks) -> AnyView {
    let sign = |name: &'static str, square: Square| {
        let (x, y) = middle(board, square);
        view! { <use href=name x=x y=y/> }
    };
    let kept = board
        .marked()
        .iter()
        .filter(|square| !marks.marked.contains(square));
    let marked = marks
        .marked
        .iter()
        .chain(kept)
        .map(|square| sign("#vx", *square))
        .collect_view();
    let captured = marks.captured.iter().map(|square| {
        let (x, y) = middle(board, *square);
        view! { <use href="#vcap" x=x y=y/> }
    });
    let arrows = marks
        .arrows
        .iter()
        .map(|each| arrow(board, each, if each.made { "made" } else { "failed" }));
    (marked, captured.collect_view(), arrows.collect_view()).into_any()
}

/// The entered orders with their numbers.
pub(super) fn orders(board: &Scene, lit: &Highlights) -> AnyView {
    let orders = lit.orders.iter().map(|order| {
        let (x, y) = middle(board, order.arrow.from);
        let (dx, dy) = way(board, &order.arrow);
        let (cx, cy) = (x + dx * 0.62, y + dy * 0.62);
        view! {
            {arrow(board, &order.arrow, "order")}
            <circle class="badge" cx=cx cy=cy r="9"/>
            <text class="badge-count" x=cx y=cy + 3.6>{order.count}</text>
        }
    });
    orders.collect_view().into_any()
}

/// From the beginning of an arrow to its end, in the picture. Over a linked edge it
/// leaves the board by one square.
fn way(board: &Scene, arrow: &Arrow) -> (f64, f64) {
    let apart = |a: u8, b: u8| f64::from(b.wrapping_sub(a) as i8) * SIDE;
    let down = apart(arrow.from.y, arrow.to.y);
    (
        apart(arrow.from.x, arrow.to.x),
        if board.is_upwards() { -down } else { down },
    )
}

/// An arrow. Its class names its meaning.
pub(super) fn arrow(board: &Scene, arrow: &Arrow, class: &'static str) -> AnyView {
    let (x, y) = middle(board, arrow.from);
    let (dx, dy) = way(board, arrow);
    let length = dx.hypot(dy);
    if length == 0.0 {
        return ().into_any();
    }
    let (ux, uy) = (dx / length, dy / length);
    let look = board.look();
    let (start, end) = match look.arrows {
        Arrows::Orders => (11.0, length - 19.0),
        Arrows::Moves => (
            15.0_f64.min(length * 0.3),
            length - 25.0_f64.min(length * 0.55),
        ),
    };
    let head = arrow_kind(look, arrow);
    let path = format!(
        "M{:.1} {:.1}L{:.1} {:.1}",
        x + ux * start,
        y + uy * start,
        x + ux * end,
        y + uy * end
    );
    view! {
        <path class=format!("arrow {class} by-{head}") d=path marker-end=format!("url(#vh{head})")/>
    }
    .into_any()
}
