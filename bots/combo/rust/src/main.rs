//! A starter bot for Combo: takes the biggest piece it can, else builds stacks.

mod json;

use std::io::{self, BufRead, Write};

use json::Value;

/// From x, y to x, y with this many pieces.
struct Move {
    from: (i64, i64),
    to: (i64, i64),
    count: i64,
}

struct Board<'a>(&'a Value);

impl Board<'_> {
    /// Count and colour of a square, if it is on the board.
    fn square(&self, (x, y): (i64, i64)) -> Option<(i64, Option<&str>)> {
        let square = self.0["squares"].at(x)?.at(y)?;
        Some((
            square["piece_count"].number()?,
            square["piece_color"].text(),
        ))
    }

    fn moves(&self, color: &str) -> Vec<Move> {
        let mut moves = Vec::new();
        let size = |key: &str| self.0[key].number().unwrap_or(0);
        let squares = (0..size("width")).flat_map(|x| (0..size("height")).map(move |y| (x, y)));
        for from in squares {
            let Some((stack, Some(owner))) = self.square(from) else {
                continue;
            };
            if owner != color {
                continue;
            }
            for (dx, dy) in [
                (1, 0),
                (1, 1),
                (0, 1),
                (-1, 1),
                (-1, 0),
                (-1, -1),
                (0, -1),
                (1, -1),
            ] {
                // A stack of n goes n squares at most, and not over other pieces.
                for distance in 1..=stack {
                    let to = (from.0 + dx * distance, from.1 + dy * distance);
                    let Some((there, owner)) = self.square(to) else {
                        break;
                    };
                    let enemy = there > 0 && owner != Some(color);
                    // It takes as many as the distance, and two to capture.
                    let least = distance.max(if enemy { 2 } else { 1 });
                    moves.extend((least..=stack).map(|count| Move { from, to, count }));
                    if there > 0 {
                        break;
                    }
                }
            }
        }
        moves
    }

    fn worth(&self, color: &str, step: &Move) -> i64 {
        let forward = step.to.1 - step.from.1;
        let forward = if color == "white" { forward } else { -forward };
        match self.square(step.to) {
            Some((there, Some(owner))) if owner != color => 100 * there - step.count,
            // Stacks of two or three can capture; higher ones are only more to lose.
            Some((there, Some(_))) => {
                if there + step.count <= 3 {
                    10
                } else {
                    -10
                }
            }
            _ => forward - if step.count > 2 { 5 } else { 0 },
        }
    }
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let request = Value::read(&line?).ok_or(io::ErrorKind::InvalidData)?;
        let color = request["color"].text().unwrap_or_default();
        let board = Board(&request["board"]);
        let moves = board.moves(color);
        let Some(best) = moves.iter().max_by_key(|step| board.worth(color, step)) else {
            continue;
        };
        let square = |(x, y)| format!(r#"{{"x":{x},"y":{y}}}"#);
        let (from, to) = (square(best.from), square(best.to));
        println!(
            r#"{{"from":{from},"to":{to},"piece_count":{}}}"#,
            best.count
        );
        io::stdout().flush()?;
    }
    Ok(())
}
