//! A starter bot for Game 17: every stack takes the biggest neighbour it can beat.

mod json;

use std::io::{self, BufRead, Write};

use json::Value;

fn orders(request: &Value) -> Option<Vec<String>> {
    let owner = request["owner"].number()?;
    let size = request["owners"].list().len() as i64;
    let turn = request["turn"].number().unwrap_or(0);
    let at = |key: &str, (row, col): (i64, i64)| request[key].at(row)?.at(col)?.number();
    let mut orders = Vec::new();
    for row in 0..size {
        for col in 0..size {
            let pieces = at("numbers", (row, col))?;
            if at("owners", (row, col))? != owner || pieces == 0 {
                continue;
            }
            // The edges are linked.
            let neighbours = [
                ("n", ((row + size - 1) % size, col)),
                ("e", (row, (col + 1) % size)),
                ("s", ((row + 1) % size, col)),
                ("w", (row, (col + size - 1) % size)),
            ];
            let mut foreign = false;
            let mut best: Option<(i64, &str)> = None;
            for (direction, square) in neighbours {
                if at("owners", square)? == owner {
                    continue;
                }
                foreign = true;
                let stand = at("numbers", square)?;
                if stand < pieces && best.is_none_or(|(most, _)| stand > most) {
                    best = Some((stand, direction));
                }
            }
            let (direction, count) = match best {
                // All of it against pieces, half of it into empty land.
                Some((0, direction)) => (direction, (pieces + 1) / 2),
                Some((_, direction)) => (direction, pieces),
                // Deep inside its own land: off to the front, wherever that is.
                None if !foreign => (neighbours[(row + col + turn) as usize % 4].0, pieces),
                None => continue,
            };
            orders.push(format!(r#"[[{row},{col}],"{direction}",{count}]"#));
        }
    }
    Some(orders)
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let request = Value::read(&line?).ok_or(io::ErrorKind::InvalidData)?;
        let orders = orders(&request).unwrap_or_default();
        println!("[{}]", orders.join(","));
        io::stdout().flush()?;
    }
    Ok(())
}
