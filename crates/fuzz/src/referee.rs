//! Lines for `hall referee`.

use std::collections::BTreeMap;

use catalog::referee::Referee;
use catalog::{GAMES, GameData, Info};
use protocol::rest::OptionValue;
use serde::Deserialize;

use crate::text;

/// The deepest count; this suffices for small trees.
const REFEREE: Referee = Referee {
    perft_budget: 2_000,
};
/// The number of listed moves that are played.
const MOST_MOVES: usize = 3;

/// The fields of a request or an answer.
type Fields = BTreeMap<String, GameData>;

/// The text is one line.
pub fn lines(data: &[u8]) {
    let Some(line) = text(data) else {
        return;
    };
    let answer = REFEREE.answer(line);
    assert_eq!(REFEREE.answer(line), answer, "two answers to one line");
    let written = answer.to_string();
    assert!(!written.contains('\n'));
    let read: GameData = serde_json::from_str(&written).expect("an answer is JSON");
    assert_eq!(read, answer.into());
    let answer: Fields = serde_json::from_str(&written).expect("an answer is an object");
    if answer.contains_key("error") {
        let is_text = matches!(read.field("error"), Some(OptionValue::Word(_)));
        assert!(answer.len() == 1 && is_text, "{read}");
        return;
    }
    let request: Fields = serde_json::from_str(line).expect("only JSON gets an answer");
    listed_moves_are_played(&request, &written);
    positions_are_read(&request, &answer);
}

/// The answer to a request, and the request as it is written.
fn ask(request: &Fields) -> (Fields, String) {
    let written = serde_json::to_string(request).expect("a request is JSON");
    let answer = REFEREE.answer(&written).to_string();
    let answer = serde_json::from_str(&answer).expect("an answer is an object");
    (answer, written)
}

fn listed_moves_are_played(request: &Fields, answer: &str) {
    #[derive(Deserialize)]
    struct Listed {
        moves: Vec<String>,
    }

    // Not every game has `play`.
    let Some(game) = request.get("game").map(ToString::to_string) else {
        return;
    };
    let is_it = |info: &&Info| game.trim_matches('"') == info.id;
    let Some(info) = GAMES.iter().find(is_it) else {
        return;
    };
    let (id, action) = (info.id, info.sample.action);
    let line = format!(r#"{{"game":"{id}","do":"play","move":"{action}"}}"#);
    if !REFEREE
        .answer(&line)
        .to_string()
        .starts_with(r#"{"position""#)
    {
        return;
    }
    let Ok(Listed { moves }) = serde_json::from_str(answer) else {
        return;
    };
    for action in moves.into_iter().take(MOST_MOVES) {
        let mut play = request.clone();
        play.insert("do".to_owned(), word("play"));
        play.insert("move".to_owned(), word(&action));
        let (played, written) = ask(&play);
        assert!(!played.contains_key("error"), "{written} gives {played:?}");
        positions_are_read(&play, &played);
    }
}

fn word(text: &str) -> GameData {
    OptionValue::Word(text.to_owned()).into()
}

/// Checks that moves can be listed in the position after a move.
fn positions_are_read(request: &Fields, answer: &Fields) {
    let Some(position) = answer.get("position") else {
        return;
    };
    let mut next = request.clone();
    let kept = ["game", "options", "players", "tie", "identical", "automata"];
    next.retain(|name, _| kept.contains(&name.as_str()));
    next.insert("position".to_owned(), position.clone());
    next.insert("do".to_owned(), word("moves"));
    let (listed, written) = ask(&next);
    // The automaton is on a corner only if the game is won.
    if answer.get("winner").is_none_or(GameData::is_null) {
        assert!(!listed.contains_key("error"), "{written} gives {listed:?}");
    }
}
