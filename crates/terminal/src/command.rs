//! What can be typed in a line: a move, or one of a few words.

use std::path::PathBuf;

/// A typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// Nothing.
    Nothing,
    /// A move in notation, not yet checked.
    Move(String),
    /// Take back.
    Undo,
    /// Give up.
    Resign,
    /// Offer a draw.
    Draw,
    /// Yes to an offer.
    Accept,
    /// No to an offer.
    Decline,
    /// List the legal moves.
    Moves,
    /// Show the board.
    Board,
    /// Show what can be typed.
    Help,
    /// Save the game, to go on later.
    Save(PathBuf),
    /// Write the record of the game.
    Record(PathBuf),
    /// Say something to the others.
    Say(String),
    /// Leave.
    Quit,
    /// It cannot be; a sentence says why.
    Wrong(String),
}

/// Reads a line. Whatever is no word of these is meant as a move.
pub fn read(line: &str) -> Typed {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let file = |make: fn(PathBuf) -> Typed| match rest {
        "" => Typed::Wrong(format!("Name a file, as in: {word} game.json.")),
        rest => make(rest.into()),
    };
    match word.to_lowercase().as_str() {
        "" => Typed::Nothing,
        "save" => file(Typed::Save),
        "record" => file(Typed::Record),
        "say" if rest.is_empty() => Typed::Wrong("Say what? As in: say good game.".to_owned()),
        "say" => Typed::Say(rest.to_owned()),
        // The rest are words that stand alone; with more behind them they are no
        // words of ours.
        _ if !rest.is_empty() => Typed::Move(line.to_owned()),
        "undo" => Typed::Undo,
        "resign" => Typed::Resign,
        "draw" => Typed::Draw,
        "accept" => Typed::Accept,
        "decline" => Typed::Decline,
        "moves" => Typed::Moves,
        "board" => Typed::Board,
        "help" | "?" => Typed::Help,
        "quit" | "exit" | "q" => Typed::Quit,
        _ => Typed::Move(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_words_and_the_rest_are_moves() {
        assert_eq!(read("  UNDO "), Typed::Undo);
        assert_eq!(read("d1-c1"), Typed::Move("d1-c1".to_owned()));
        assert_eq!(read("0,1n2 0,1e1"), Typed::Move("0,1n2 0,1e1".to_owned()));
        assert_eq!(read("save a b.json"), Typed::Save("a b.json".into()));
        assert_eq!(read("-"), Typed::Move("-".to_owned()));
        assert_eq!(read(""), Typed::Nothing);
    }

    #[test]
    fn a_file_without_a_name_is_asked_for() {
        assert!(matches!(read("save"), Typed::Wrong(why) if why.contains("save game.json")));
    }
}
