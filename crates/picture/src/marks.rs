//! What a step did to a board.

use catalog::{AnyGame, AnyReport, AnyState, AnyStep, AsJson as _, Error};
use game::Square;
use serde_json::Value;

/// What is drawn over a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Moves.
    pub arrows: Vec<Arrow>,
    /// Squares where something was captured.
    pub captured: Vec<Square>,
    /// Squares that were conflicted upon.
    pub marked: Vec<Square>,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it begins.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// Whose move it is; nobody's is the automaton's.
    pub seat: Option<u16>,
    /// Whether it was carried out.
    pub made: bool,
}

impl Marks {
    /// What a step will do. The step is checked first.
    pub fn of(game: &dyn AnyGame, before: &AnyState, step: &AnyStep) -> Result<Marks, Error> {
        let report = game.report(before, step)?;
        Ok(Marks::from_report(step, &report))
    }

    /// The same from a report that is there already.
    pub fn from_report(step: &AnyStep, report: &AnyReport) -> Marks {
        let data = report.data.as_json();
        let mut marks = Marks::default();
        marks.acts(step, data);
        for automaton in list(&data["automata"]) {
            marks.arrow(
                square(&automaton["from"]),
                square(&automaton["to"]),
                None,
                true,
            );
        }
        marks.marked = list(&data["conflicts"]).iter().filter_map(square).collect();
        // Brandub lists captures; in Combo the destination is what was captured.
        marks.captured = list(&data["captures"]).iter().filter_map(square).collect();
        if !data["captured"].is_null() {
            marks.captured.extend(square(&data["to"]));
        }
        for fight in list(&data["fights"]) {
            if fight["verdict"] == "taken" {
                marks.captured.extend(cell(&fight["at"]));
            }
        }
        if data["what"] == "coin" {
            marks.captured.extend(cell(&data["at"]));
        }
        marks
    }

    fn acts(&mut self, step: &AnyStep, data: &Value) {
        match step {
            AnyStep::Act(joint) => {
                // In Automatafl the report also knows moves that were locked before.
                let told = list(&data["moves"]);
                for entry in told {
                    let made = entry["outcome"] == "moved";
                    let seat = entry["seat"].as_u64().map_or(0, |seat| seat as u16);
                    self.notation(entry["move"].as_str().unwrap_or(""), seat, made);
                }
                if told.is_empty() {
                    let made = data["conflicts"].is_null() && data["what"] != "void";
                    for (seat, text) in joint {
                        self.notation(text, seat.0, made);
                    }
                }
            }
            AnyStep::Draw(draw) => {
                if let Some(orders) = draw.as_json()["zombie"].as_str() {
                    let owner = data["owner"].as_u64().map_or(0, |owner| owner as u16);
                    self.notation(orders, owner, true);
                }
            }
        }
    }

    /// Reads `d1-d3`, `d7-d5=2` or orders as in `3,4n2 3,4e1`. What is none of
    /// them (a pass) has no arrow.
    fn notation(&mut self, text: &str, seat: u16, made: bool) {
        if let Some((from, to)) = text.split_once('-') {
            let to = to.split('=').next().unwrap_or("");
            self.arrow(name(from), name(to), Some(seat), made);
            return;
        }
        for order in text.split(' ') {
            let Some((from, dx, dy)) = read_order(order) else {
                continue;
            };
            let to = Square::new(
                from.x.wrapping_add_signed(dx),
                from.y.wrapping_add_signed(dy),
            );
            self.arrow(Some(from), Some(to), Some(seat), made);
        }
    }

    fn arrow(&mut self, from: Option<Square>, to: Option<Square>, seat: Option<u16>, made: bool) {
        if let (Some(from), Some(to)) = (from, to)
            && from != to
        {
            self.arrows.push(Arrow {
                from,
                to,
                seat,
                made,
            });
        }
    }
}

/// A square and the way of an order. Its end may be off the board, by one: the
/// arrow leaves over the edge, as the pieces do.
fn read_order(text: &str) -> Option<(Square, i8, i8)> {
    let (row, rest) = text.split_once(',')?;
    let way = rest.find(|c: char| !c.is_ascii_digit())?;
    let (dx, dy) = match rest[way..].chars().next()? {
        'n' => (0, -1),
        's' => (0, 1),
        'e' => (1, 0),
        'w' => (-1, 0),
        _ => return None,
    };
    let (row, column) = (row.parse().ok()?, rest[..way].parse().ok()?);
    Some((Square::new(column, row), dx, dy))
}

fn name(text: &str) -> Option<Square> {
    Square::read(text, 26, 26).ok()
}

fn square(value: &Value) -> Option<Square> {
    name(value.as_str()?)
}

/// `[row, column]`.
fn cell(value: &Value) -> Option<Square> {
    let number = |n: usize| value[n].as_u64().and_then(|n| u8::try_from(n).ok());
    Some(Square::new(number(1)?, number(0)?))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Seat;
    use serde_json::json;

    fn marks(id: &str, options: &Value, acts: &[&str]) -> Marks {
        let game = catalog::open(id, options).unwrap();
        let acts = acts.iter().enumerate();
        let joint = acts.map(|(seat, text)| (Seat(seat as u16), (*text).to_owned()));
        Marks::of(&*game, &game.start(), &AnyStep::Act(joint.collect())).unwrap()
    }

    #[test]
    fn a_conflict_marks_its_square_and_nothing_was_made() {
        let marks = marks("automatafl", &Value::Null, &["a1-a5", "k5-a5"]);
        assert_eq!(marks.marked, [Square::new(0, 4)]);
        assert!(marks.arrows.iter().all(|arrow| !arrow.made));
        assert_eq!(marks.arrows.len(), 2);
    }

    #[test]
    fn the_automaton_has_an_arrow_of_its_own() {
        let marks = marks("automatafl", &Value::Null, &["b6-c6", "a1-b1"]);
        let own: Vec<&Arrow> = marks.arrows.iter().filter(|a| a.seat.is_none()).collect();
        assert_eq!(own.len(), 1, "{marks:?}");
    }

    #[test]
    fn a_capture_is_marked_where_it_happens() {
        let combo = json!({"position": "w,x7/b2,x7/x8/x8 b"});
        assert_eq!(
            marks("combo", &combo, &["a2-a1=2"]).captured,
            [Square::new(0, 0)]
        );
    }

    #[test]
    fn an_order_over_the_edge_leaves_the_board() {
        let (from, dx, dy) = read_order("0,3n2").unwrap();
        assert_eq!((from, dx, dy), (Square::new(3, 0), 0, -1));
        assert_eq!(read_order("0,3q2"), None);
        assert_eq!(read_order("-"), None);
        assert_eq!(read_order("0,300n2"), None);
    }
}
