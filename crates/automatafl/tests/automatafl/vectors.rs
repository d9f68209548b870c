//! The answers that a referee must give.

use std::path::Path;

use automatafl::{Automatafl, Entry, Fate, Identical, Options, Players, Report, Tie};
use game::{Game, Seat, Square, Step};
use serde_json::{Value, json};

use crate::{custom, square};

#[test]
fn referee_answers_are_those_on_file() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../catalog/tests/vectors/automatafl.jsonl"
    );
    let vectors = testkit::vectors::read(Path::new(path));
    assert!(vectors.len() >= 400);
    for vector in vectors {
        let found = answer(&vector.request);
        assert_eq!(
            found, vector.response,
            "{}: {}",
            vector.place, vector.request
        );
    }
}

fn texts<'a>(request: &'a Value, name: &str) -> Vec<&'a str> {
    let list = request[name].as_array().map_or(&[][..], Vec::as_slice);
    list.iter().map(|text| text.as_str().unwrap()).collect()
}

fn answer(request: &Value) -> Value {
    assert_eq!(request["do"], "turn");
    let game = Automatafl::new(Options {
        players: match request["players"].as_u64() {
            Some(2) => Players::Two,
            Some(4) => Players::Four,
            other => panic!("{other:?} players"),
        },
        setup: custom(request["position"].as_str().unwrap()),
        tie: match request["tie"].as_str() {
            Some("column") | None => Tie::Column,
            Some("freeze") => Tie::Freeze,
            Some(other) => panic!("tie {other}"),
        },
        identical: match request["identical"].as_str() {
            Some("conflict") | None => Identical::Conflict,
            Some("merge") => Identical::Merge,
            Some(other) => panic!("identical {other}"),
        },
        ..Options::default()
    })
    .unwrap();
    let marked: Vec<Square> = texts(request, "marked").into_iter().map(square).collect();
    let mut state = game.start_marked(&marked).unwrap();
    let joint: Vec<(Seat, Entry)> = texts(request, "moves")
        .into_iter()
        .enumerate()
        .map(|(seat, text)| (Seat(seat as u16), game.read(&state, text).unwrap()))
        .collect();
    let illegal: Vec<u16> = joint
        .iter()
        .filter(|(seat, entry)| game.check(&state, *seat, entry).is_err())
        .map(|(seat, _)| seat.0)
        .collect();
    if !illegal.is_empty() {
        return json!({ "illegal": illegal });
    }
    let report = game.report(&state, Step::Act(&joint));
    game.apply(&mut state, Step::Act(&joint));
    match report {
        Report::Conflict(conflict) => {
            let squares: Vec<String> = conflict.squares.iter().map(Square::to_string).collect();
            let reenter: Vec<u16> = conflict.reenter.iter().map(|seat| seat.0).collect();
            json!({ "conflicts": squares, "reenter": reenter })
        }
        Report::Turn {
            moves,
            automata,
            winner,
        } => {
            let outcomes: Vec<Option<&str>> = moves
                .iter()
                .map(|(.., fate)| fate.map(Fate::name))
                .collect();
            let step = automata[0];
            assert_eq!(winner, state.winner());
            json!({
                "outcomes": outcomes,
                "automaton": {
                    "from": step.from.to_string(),
                    "to": step.to.to_string(),
                    "rule": step.verdict.rule(),
                },
                "position": state.board().to_string(),
                "winner": winner.map(|seat| seat.0),
            })
        }
    }
}
