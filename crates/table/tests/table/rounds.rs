//! Moves in turn, sealed moves, conflicts.

use catalog::AsJson;
use serde_json::json;
use table::{Actor, Command, Phase, Refusal, Request, TableChange, Viewer, news, project};

use crate::common::*;

#[test]
fn moves_in_turn_are_played_at_once() {
    let mut hall = Hall::started(&ann_and_bob("brandub", json!({})));
    assert_eq!(types(&hall.moves(ANN, "d1-c1")), ["stepped"]);
    assert_eq!(hall.try_move(ANN, "d1-c1"), Err(Refusal::NotToAct));
    assert_eq!(types(&hall.moves(BOB, "d3-a3")), ["stepped"]);
    assert_eq!(hall.table.steps().len(), 2);
}

#[test]
fn a_sealed_move_may_be_changed_or_withdrawn_until_the_reveal() {
    let mut hall = Hall::started(&ann_and_bob("automatafl", json!({"setup": "small"})));
    assert_eq!(types(&hall.moves(ANN, "a1-a2")), ["sealed"]);
    assert_eq!(types(&hall.moves(ANN, "a1-b1")), ["sealed"]);
    let sealed = |who| hall.table.view(Some(who)).you.unwrap().sealed;
    assert_eq!(sealed(ANN).as_deref(), Some("a1-b1"));
    assert_eq!(sealed(BOB), None);
    let turn = hall.table.turn();
    hall.by(ANN, Request::Withdraw { turn });
    let again = hall.try_by(ANN, Request::Withdraw { turn });
    assert_eq!(again, Err(Refusal::NothingSealed));
    assert_eq!(types(&hall.moves(BOB, "e5-e4")), ["sealed"]);
    let events = hall.moves(ANN, "a1-a2");
    assert_eq!(types(&events), ["stepped"]);
    let moves = [(0, "a1-a2".to_owned()), (1, "e5-e4".to_owned())];
    assert_eq!(acts(&events)[0].moves, moves);
}

#[test]
fn an_illegal_move_is_refused_with_its_rule_and_leaves_no_trace() {
    let mut hall = Hall::started(&ann_and_bob("automatafl", json!({"setup": "small"})));
    let before = hall.log.len();
    let Err(Refusal::Illegal(why)) = hall.try_move(ANN, "c3-c4") else {
        panic!("the automaton may not be moved");
    };
    assert!(why.id.contains("automaton"), "{why}");
    assert!(hall.try_move(ANN, "nonsense").is_err());
    assert_eq!(hall.log.len(), before);
}

#[test]
fn a_conflict_reveals_all_moves_marks_squares_and_asks_some_seats_again() {
    let mut hall = Hall::started(&four());
    hall.moves(ANN, "a1-b1");
    hall.moves(BOB, "c1-b1");
    hall.moves(CAT, "e1-e2");
    let first = hall.table.turn();
    let events = hall.moves(DAN, "a5-a4");
    let conflict = acts(&events)[0].conflict.clone().unwrap();
    assert_eq!(conflict.squares, ["b1"]);
    assert_eq!(conflict.reenter, [0, 1]);
    let view = hall.table.view(None);
    let conflict = view.conflict.unwrap();
    assert_eq!(conflict.squares, ["b1"]);
    assert_eq!(conflict.rounds[0][2], (2, "e1-e2".to_owned()));
    assert_eq!(view.game.state.as_json()["marked"], json!(["b1"]));

    // A move for the round before the conflict is not accepted in this one.
    let late = Request::Move {
        turn: first,
        action: "a1-a2".to_owned(),
    };
    let turn = hall.table.turn();
    let stale = Err(Refusal::Stale { meant: first, turn });
    assert_eq!(hall.try_by(ANN, late), stale);
    assert_eq!(hall.try_move(CAT, "e1-e3"), Err(Refusal::NotToAct));
    assert!(matches!(
        hall.try_move(ANN, "a1-b1"),
        Err(Refusal::Illegal(_))
    ));

    // Seat 2 was locked and is now drawn into the conflict.
    hall.moves(ANN, "a1-a2");
    let events = hall.moves(BOB, "c2-e2");
    assert_eq!(acts(&events)[0].conflict.as_ref().unwrap().reenter, [1, 2]);
    assert_eq!(hall.table.view(None).conflict.unwrap().rounds.len(), 2);
    hall.moves(BOB, "c2-d2");
    let events = hall.moves(CAT, "e1-d1");
    assert_eq!(acts(&events)[0].conflict, None);
    let view = hall.table.view(None);
    assert_eq!(view.conflict, None);
    assert_eq!(view.game.state.as_json()["turn"], json!(1));
}

#[test]
fn a_repeated_command_gets_the_first_answer_and_does_nothing() {
    let mut hall = Hall::started(&ann_and_bob("brandub", json!({})));
    let turn = hall.table.turn();
    let action = "d1-c1".to_owned();
    let command = Command::new(900, Actor::Identity(ANN), Request::Move { turn, action });
    hall.give(&command).unwrap();
    let answer = hall.table.answer(&command).unwrap();
    hall.moves(BOB, "d3-a3");
    hall.moves(ANN, "c1-c2");
    assert_eq!(hall.give(&command), Ok(Vec::new()));
    assert_eq!(hall.table.answer(&command), Some(answer));
    // The same id from someone else is another command.
    let other = Command::new(900, Actor::Identity(BOB), Request::Resign);
    assert_eq!(hall.table.answer(&other), None);
    hall.give(&other).unwrap();
    assert_eq!(hall.table.phase(), Phase::Over);
}

#[test]
fn private_events_have_no_public_number_of_their_own() {
    let mut hall = Hall::started(&ann_and_bob("automatafl", json!({"setup": "small"})));
    let seq = hall.table.seq();
    let events = hall.moves(ANN, "a1-a2");
    assert_eq!(hall.table.seq(), seq);
    let own = project(&events[0], hall.table.viewer(ANN)).unwrap();
    assert_eq!(own.seq, seq);
    let (seat, action, ms) = (0, Some("a1-a2".to_owned()), Some(0));
    assert_eq!(own.change, TableChange::Own { seat, action, ms });
    assert_eq!(project(&events[0], hall.table.viewer(BOB)), None);
    assert_eq!(project(&events[0], Viewer::Anyone), None);
    let events = hall.moves(BOB, "e5-e4");
    let shown = project(&events[0], Viewer::Anyone).unwrap();
    assert_eq!(shown.seq, seq + 1);
}

#[test]
fn a_table_may_show_who_has_sealed_a_move_but_never_its_changes() {
    let mut settings = ann_and_bob("automatafl", json!({"setup": "small"}));
    settings.show_entered = true;
    let mut hall = Hall::started(&settings);
    assert_eq!(types(&hall.moves(ANN, "a1-a2")), ["sealed", "entered"]);
    assert_eq!(types(&hall.moves(ANN, "a1-b1")), ["sealed"]);
    let turn = hall.table.turn();
    hall.by(ANN, Request::Withdraw { turn });
    assert_eq!(hall.table.view(Some(BOB)).entered, [0]);
    assert_eq!(types(&hall.moves(ANN, "a1-b1")), ["sealed"]);
}

#[test]
fn a_step_can_be_explained() {
    let mut hall = Hall::started(&ann_and_bob("brandub", json!({})));
    hall.moves(ANN, "d1-c1");
    let report = hall.table.explain(0).unwrap();
    assert!(!report.told.is_empty());
    assert_eq!(hall.table.explain(1), None);
}

#[test]
fn a_resigned_seat_loses_its_sealed_move_and_the_last_seat_wins() {
    let mut hall = Hall::started(&four());
    hall.moves(ANN, "a1-b1");
    hall.moves(BOB, "c1-b1");
    hall.moves(CAT, "e1-e2");
    // Bob's sealed move goes with him, so there is no conflict.
    assert_eq!(types(&hall.by(BOB, Request::Resign)), ["dropped"]);
    let events = hall.moves(DAN, "a5-a4");
    assert_eq!(acts(&events)[0].idle, [1]);
    assert_eq!(acts(&events)[0].conflict, None);
    assert_eq!(hall.try_move(BOB, "a2-a3"), Err(Refusal::Out));
    hall.by(ANN, Request::Resign);
    hall.by(DAN, Request::Resign);
    assert_eq!(hall.reason(), ("resigned", [2].as_slice()));
    let finish = hall.table.finish().unwrap();
    assert_eq!(finish.places, Some(vec![2, 2, 1, 2]));
}

#[test]
fn after_a_break_you_get_all_missed_events_and_your_sealed_move() {
    let mut hall = Hall::started(&ann_and_bob("automatafl", json!({"setup": "small"})));
    hall.moves(ANN, "a1-a2");
    hall.moves(BOB, "e5-e4");
    hall.moves(ANN, "a2-a1");
    hall.moves(ANN, "a2-b2");
    let last = hall.table.seq();
    for after in 0..=last {
        for who in [ANN, BOB] {
            let missed = news(&hall.log, after, hall.table.viewer(who));
            let public = missed.iter().filter(|event| event.is_public());
            let numbers: Vec<u64> = public.map(|event| event.seq).collect();
            assert_eq!(numbers, (after + 1..=last).collect::<Vec<_>>());
            let sealed = missed.last().map(|event| event.change.clone());
            let (seat, action, ms) = (0, Some("a2-b2".to_owned()), Some(0));
            let own = TableChange::Own { seat, action, ms };
            assert_eq!(sealed == Some(own), who == ANN);
        }
    }
}
