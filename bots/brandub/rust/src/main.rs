//! A starter bot for Brandub: wins if it can, else captures what it can.

mod json;

use std::io::{self, BufRead, Write};

use json::Value;

type Square = (i64, i64);

const STEPS: [Square; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const CENTRE: Square = (3, 3);

fn is_corner((x, y): Square) -> bool {
    [0, 6].contains(&x) && [0, 6].contains(&y)
}

struct Board<'a>(&'a Value);

impl Board<'_> {
    /// The piece on a square, empty where there is none; nothing off the board.
    fn piece(&self, (x, y): Square) -> Option<&str> {
        let square = self.0["squares"].at(x)?.at(y)?;
        Some(square["piece"].text().unwrap_or(""))
    }

    fn side(&self, at: Square) -> Option<&'static str> {
        match self.piece(at)? {
            "" => None,
            "attacker" => Some("attackers"),
            _ => Some("defenders"),
        }
    }

    fn moves(&self, side: &str) -> Vec<(Square, Square)> {
        let mut moves = Vec::new();
        for from in (0..7).flat_map(|x| (0..7).map(move |y| (x, y))) {
            if self.side(from) != Some(side) {
                continue;
            }
            for (dx, dy) in STEPS {
                let mut to = (from.0 + dx, from.1 + dy);
                while self.piece(to) == Some("") {
                    // Nobody stops on the centre, and only the king in a corner.
                    if to != CENTRE && (!is_corner(to) || self.piece(from) == Some("king")) {
                        moves.push((from, to));
                    }
                    to = (to.0 + dx, to.1 + dy);
                }
            }
        }
        moves
    }

    /// How many pieces a move captures; the king is left to luck.
    fn captures(&self, side: &str, from: Square, to: Square) -> i64 {
        let captured = |&&(dx, dy): &&Square| {
            let victim = (to.0 + dx, to.1 + dy);
            let beyond = (to.0 + 2 * dx, to.1 + 2 * dy);
            let enemy = self.side(victim).is_some_and(|other| other != side);
            let empty_centre = beyond == CENTRE && self.piece(beyond) == Some("");
            let hostile = is_corner(beyond) || empty_centre || self.side(beyond) == Some(side);
            enemy && self.piece(victim) != Some("king") && hostile && beyond != from
        };
        STEPS.iter().filter(captured).count() as i64
    }

    fn worth(&self, side: &str, (from, to): (Square, Square)) -> i64 {
        if self.piece(from) == Some("king") && is_corner(to) {
            return 1000;
        }
        // Attackers stay close to the middle, defenders get out of the king's way.
        let away = (to.0 - 3).abs() + (to.1 - 3).abs();
        let place = if side == "attackers" { -away } else { away };
        10 * self.captures(side, from, to) + place
    }
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let request = Value::read(&line?).ok_or(io::ErrorKind::InvalidData)?;
        let side = request["side"].text().unwrap_or_default();
        let board = Board(&request["board"]);
        let moves = board.moves(side);
        // Among equals, another one each turn, so that it does not go to and fro.
        let turn = request["turn"].number().unwrap_or(0) as usize;
        let shift = turn % moves.len().max(1);
        let turned = moves[shift..].iter().chain(&moves[..shift]).copied();
        let Some((from, to)) = turned.max_by_key(|&step| board.worth(side, step)) else {
            continue;
        };
        let square = |(x, y): Square| format!(r#"{{"x":{x},"y":{y}}}"#);
        println!(r#"{{"from":{},"to":{}}}"#, square(from), square(to));
        io::stdout().flush()?;
    }
    Ok(())
}
