//! What a step did to a board, and in a few words.

use catalog::{AnyReport, AnyStep, Arrow, AsJson, GameData};
use game::{Seat, Square};
use serde_json::json;

fn report(id: &str, options: &impl AsJson, acts: &[&str]) -> AnyReport {
    let game = catalog::open(id, options).unwrap();
    let acts = acts.iter().enumerate();
    let joint = acts.map(|(seat, text)| (Seat(seat as u16), (*text).to_owned()));
    game.report(&game.start(), &AnyStep::Act(joint.collect()))
        .unwrap()
}

#[test]
fn a_conflict_marks_its_square_and_nothing_was_made() {
    let report = report("automatafl", &GameData::NULL, &["a1-a5", "k5-a5"]);
    assert_eq!(report.brief(), "0: a1-a5, 1: k5-a5");
    assert_eq!(report.marks.marked, [Square::new(0, 4)]);
    assert!(report.marks.arrows.iter().all(|arrow| !arrow.made));
    assert_eq!(report.marks.arrows.len(), 2);
}

#[test]
fn the_automaton_has_an_arrow_of_its_own() {
    let marks = report("automatafl", &GameData::NULL, &["b6-c6", "a1-b1"]).marks;
    let own: Vec<&Arrow> = marks.arrows.iter().filter(|a| a.seat.is_none()).collect();
    assert_eq!(own.len(), 1, "{marks:?}");
}

#[test]
fn a_capture_is_marked_where_it_happens() {
    let combo = json!({"position": "w,x7/b2,x7/x8/x8 b"});
    let report = report("combo", &combo, &["a2-a1=2"]);
    assert_eq!(report.brief(), "a2-a1=2");
    assert_eq!(report.marks.captured, [Square::new(0, 0)]);
}

#[test]
fn an_order_over_the_edge_leaves_the_board() {
    let game = catalog::open("game17", &json!({"size": 2, "players": 1})).unwrap();
    let state = json!({
        "owners": [[0, 1], [2, 3]], "numbers": [[4, 4], [4, 4]],
        "turn_order": [0, 1, 2, 3], "round": 0, "mover": 0, "tied": [],
    });
    let state = game.read_state(&state.into()).unwrap();
    let act = AnyStep::Act(vec![(Seat(0), "0,0n2".to_owned())]);
    let report = game.report(&state, &act).unwrap();
    assert_eq!(report.brief(), "0: 1 order");
    let arrow = Arrow {
        from: Square::new(0, 0),
        to: Square::new(0, u8::MAX),
        seat: Some(0),
        made: true,
    };
    assert_eq!(report.marks.arrows, [arrow]);
}
