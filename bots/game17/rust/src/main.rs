//! A starter bot for Game 17: every stack takes the biggest neighbour it can beat.

use std::io::{self, BufRead, Write};

use serde_json::{Value, json};

fn orders(request: &Value) -> Option<Vec<Value>> {
    let owner = request["owner"].as_u64()?;
    let size = request["owners"].as_array()?.len();
    let turn = request["turn"].as_u64().unwrap_or(0) as usize;
    let at = |key: &str, (row, col): (usize, usize)| request[key][row][col].as_u64();
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
            let mut best: Option<(u64, &str)> = None;
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
            match best {
                // All of it against pieces, half of it into empty land.
                Some((0, direction)) => {
                    orders.push(json!([[row, col], direction, pieces.div_ceil(2)]))
                }
                Some((_, direction)) => orders.push(json!([[row, col], direction, pieces])),
                // Deep inside its own land: off to the front, wherever that is.
                None if !foreign => {
                    let (direction, _) = neighbours[(row + col + turn) % 4];
                    orders.push(json!([[row, col], direction, pieces]));
                }
                None => {}
            }
        }
    }
    Some(orders)
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        println!("{}", Value::from(orders(&request).unwrap_or_default()));
        io::stdout().flush()?;
    }
    Ok(())
}
