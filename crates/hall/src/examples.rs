//! Examples in help texts. They name no game: the list of games fills them in.

use catalog::GAMES;

/// The text with `GAME0` as the id of the first game in the list, `MOVE0` as a move in it,
/// `POSITION0` as a position, and so on.
pub fn fill(text: &str) -> String {
    let mut filled = text.to_owned();
    for (number, game) in GAMES.iter().enumerate() {
        for (word, value) in [
            ("GAME", game.id),
            ("MOVE", game.sample.action),
            ("POSITION", game.sample.position.unwrap_or("POSITION")),
        ] {
            filled = filled.replace(&format!("{word}{number}"), value);
        }
    }
    filled
}

/// The names of all games: `A, B and C`.
pub fn names() -> String {
    let [others @ .., last] = GAMES.map(|game| game.name);
    format!("{} and {last}", others.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_to_fill_in() {
        let help = "hall play GAME0 --position 'POSITION1' GAME1 MOVE2 GAME2 GAME3";
        let filled = fill(help);
        for left in ["GAME", "MOVE", "POSITION"] {
            assert!(!filled.contains(left), "{filled}");
        }
    }
}
