//! Typed lines: moves and commands.

use std::path::PathBuf;

/// A typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// An empty line.
    Nothing,
    /// A move in notation, not yet checked.
    Move(String),
    /// Take back a move.
    Undo,
    /// Resign.
    Resign,
    /// Offer a draw.
    Draw,
    /// Accept an offer.
    Accept,
    /// Decline an offer.
    Decline,
    /// List the legal moves.
    Moves,
    /// Show the board.
    Board,
    /// Show what can be typed.
    Help,
    /// Save the game to continue later.
    Save(PathBuf),
    /// Write the game's record.
    Record(PathBuf),
    /// Chat.
    Say(String),
    /// Leave.
    Quit,
    /// Not a command. The sentence says why.
    Wrong(String),
}

/// Reads a line. Anything but a command is a move.
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
        // These commands have no arguments. A line with more words is not one of
        // them.
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
    fn commands_are_recognised_and_other_lines_are_moves() {
        assert_eq!(read("  UNDO "), Typed::Undo);
        assert_eq!(read("d1-c1"), Typed::Move("d1-c1".to_owned()));
        assert_eq!(read("0,1n2 0,1e1"), Typed::Move("0,1n2 0,1e1".to_owned()));
        assert_eq!(read("save a b.json"), Typed::Save("a b.json".into()));
        assert_eq!(read("-"), Typed::Move("-".to_owned()));
        assert_eq!(read(""), Typed::Nothing);
    }

    #[test]
    fn save_needs_the_name_of_a_file() {
        assert!(matches!(read("save"), Typed::Wrong(why) if why.contains("save game.json")));
    }
}
