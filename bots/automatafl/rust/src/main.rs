//! A starter bot for Automatafl: tries its moves out as if nobody else moved, and
//! picks one after which the automaton is closest to a corner of its own.

mod json;

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use json::Value;

type Square = (i64, i64);
type Pieces<'a> = HashMap<Square, &'a str>;

const STEPS: [Square; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

fn square(value: &Value) -> Square {
    (
        value["x"].number().unwrap_or(0),
        value["y"].number().unwrap_or(0),
    )
}

/// The nearest piece in a direction and its distance; no piece at the edge.
fn look<'a>(pieces: &Pieces<'a>, at: Square, step: Square, size: Square) -> (&'a str, i64) {
    let mut distance = 1;
    loop {
        let (x, y) = (at.0 + step.0 * distance, at.1 + step.1 * distance);
        if x < 0 || y < 0 || x >= size.0 || y >= size.1 {
            return ("", distance);
        }
        if let Some(piece) = pieces.get(&(x, y)) {
            return (piece, distance);
        }
        distance += 1;
    }
}

/// What one axis offers: the rule and the distances that decide ties, and which way.
fn judge(plus: (&str, i64), minus: (&str, i64)) -> Option<((i64, i64, i64), i64)> {
    for ((one, near), (other, far), way) in [(plus, minus, 1), (minus, plus, -1)] {
        match (one, other) {
            ("attractor", "repulsor") if near > 1 => return Some(((1, near, far), way)),
            ("repulsor", "repulsor") if near < far => return Some(((2, near, 0), -way)),
            ("repulsor", "") if far > 1 => return Some(((2, near, 0), -way)),
            ("attractor", "attractor") if 1 < near && near < far => {
                return Some(((3, near, 0), way));
            }
            ("attractor", "") if near > 1 => return Some(((3, near, 0), way)),
            _ => {}
        }
    }
    None
}

fn automaton_step(pieces: &Pieces<'_>, at: Square, size: Square, tie: &str) -> Square {
    let [right, left, up, down] = STEPS.map(|step| look(pieces, at, step, size));
    match (judge(right, left), judge(up, down)) {
        (Some((x, _)), Some((y, _))) if x == y && tie != "column" => at,
        (Some((x, way)), Some((y, _))) if x < y => (at.0 + way, at.1),
        (Some((_, way)), None) => (at.0 + way, at.1),
        (_, Some((_, way))) => (at.0, at.1 + way),
        (None, None) => at,
    }
}

fn answer(request: &Value) -> Option<String> {
    let board = &request["board"];
    let size = (board["width"].number()?, board["height"].number()?);
    let columns = board["squares"].list().iter();
    let squares: Vec<&Value> = columns.flat_map(Value::list).collect();
    let pieces: Pieces<'_> = squares
        .iter()
        .filter_map(|s| Some((square(s), s["piece"].text()?)))
        .collect();
    let goals: Vec<(Square, bool)> = squares
        .iter()
        .filter(|s| s["goal"].number().is_some())
        .map(|s| (square(s), s["goal"] == request["player"]))
        .collect();
    let marked: Vec<Square> = request["marked"].list().iter().map(square).collect();
    let at = *pieces.iter().find(|(_, piece)| **piece == "automaton")?.0;
    let mut best = None;
    for (&from, &piece) in &pieces {
        if piece == "automaton" || marked.contains(&from) {
            continue;
        }
        for (dx, dy) in STEPS {
            // As far as nothing is in the way.
            for distance in 1..look(&pieces, from, (dx, dy), size).1 {
                let to = (from.0 + dx * distance, from.1 + dy * distance);
                if marked.contains(&to) {
                    continue;
                }
                let mut after = pieces.clone();
                after.remove(&from);
                after.insert(to, piece);
                let (x, y) = automaton_step(&after, at, size, request["tie"].text()?);
                let nearest = |mine| {
                    let corners = goals.iter().filter(|goal| goal.1 == mine);
                    corners
                        .map(|((a, b), _)| (a - x).abs() + (b - y).abs())
                        .min()
                        .unwrap_or(99)
                };
                let worth =
                    nearest(false) - nearest(true) + if nearest(true) == 0 { 1000 } else { 0 };
                if best.is_none_or(|(most, _, _)| worth > most) {
                    best = Some((worth, from, to));
                }
            }
        }
    }
    let (_, from, to) = best?;
    let square = |(x, y): Square| format!(r#"{{"x":{x},"y":{y}}}"#);
    Some(format!(
        r#"{{"from":{},"to":{}}}"#,
        square(from),
        square(to)
    ))
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let request = Value::read(&line?).ok_or(io::ErrorKind::InvalidData)?;
        println!("{}", answer(&request).unwrap_or_default());
        io::stdout().flush()?;
    }
    Ok(())
}
