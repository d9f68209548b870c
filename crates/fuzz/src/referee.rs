//! Lines for `hall referee`.

use catalog::Value;
use catalog::referee::Referee;
use serde_json::json;

use crate::text;

/// Enough for small trees.
const REFEREE: Referee = Referee {
    perft_budget: 2_000,
};
/// Listed moves that are played.
const MOST_MOVES: usize = 3;

/// The text is one line.
pub fn lines(data: &[u8]) {
    let Some(line) = text(data) else {
        return;
    };
    let answer = REFEREE.answer(line);
    let object = answer.as_object().expect("an answer is an object");
    let written = answer.to_string();
    assert!(!written.contains('\n'));
    let read: Value = serde_json::from_str(&written).expect("an answer is JSON");
    assert_eq!(read, answer);
    assert_eq!(REFEREE.answer(line), answer, "two answers to one line");
    if let Some(error) = object.get("error") {
        assert!(object.len() == 1 && error.is_string(), "{answer}");
        return;
    }
    let request: Value = serde_json::from_str(line).expect("only JSON gets an answer");
    listed_moves_are_played(&request, &answer);
    positions_are_read(&request, &answer);
}

fn listed_moves_are_played(request: &Value, answer: &Value) {
    let one_seat = ["brandub", "combo"].iter().any(|id| request["game"] == *id);
    let Some(list) = answer["moves"].as_array().filter(|_| one_seat) else {
        return;
    };
    for action in list.iter().take(MOST_MOVES) {
        let mut play = request.clone();
        play["do"] = json!("play");
        play["move"] = action.clone();
        let played = REFEREE.answer(&play.to_string());
        assert!(played.get("error").is_none(), "{play} gives {played}");
        positions_are_read(&play, &played);
    }
}

/// That moves can be listed in the position that a move led to.
fn positions_are_read(request: &Value, answer: &Value) {
    let Some(position) = answer.get("position") else {
        return;
    };
    let mut next = json!({"game": request["game"], "position": position, "do": "moves"});
    for option in ["options", "players", "tie", "identical", "automata"] {
        if let Some(value) = request.get(option) {
            next[option] = value.clone();
        }
    }
    let listed = REFEREE.answer(&next.to_string());
    // The automaton stands on a corner only when the game is won.
    if answer["winner"].is_null() {
        assert!(listed.get("error").is_none(), "{next} gives {listed}");
    }
}
