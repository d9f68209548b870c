//! Rounds of conflicts, passes, refusals.

use automatafl::{
    Automatafl, Conflict, Entry, Fate, Identical, Illegal, Move, Options, Report, RestoreError,
};
use game::{Enumerate, Game, Seat, SeatSet, Square};

use crate::{board, custom, ending, enter, four, square, two};

const OPEN: &str = "/a3r/5/2@2/5/r3a/";

fn conflict(squares: &[&str], seats: &[u16]) -> Report {
    Report::Conflict(Conflict {
        squares: squares.iter().map(|name| square(name)).collect(),
        reenter: seats.iter().copied().map(Seat).collect(),
    })
}

fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(Square::to_string).collect()
}

fn refusal(game: &Automatafl, state: &automatafl::State, seat: u16, text: &str) -> Illegal {
    let entry = game.read(state, text).unwrap();
    game.check(state, Seat(seat), &entry).unwrap_err()
}

#[test]
fn a_shared_source_conflicts_only_if_it_has_a_piece() {
    let game = two(OPEN);
    let mut state = game.start();
    let report = enter(&game, &mut state, &["a1-a2", "a1-b1"]);
    assert_eq!(report, conflict(&["a1"], &[0, 1]));
    let mut state = game.start();
    let report = enter(&game, &mut state, &["b2-b3", "b2-c2"]);
    assert!(matches!(report, Report::Turn { .. }));
}

#[test]
fn a_shared_destination_conflicts_even_if_no_piece_moves() {
    let game = two(OPEN);
    let mut state = game.start();
    let report = enter(&game, &mut state, &["b2-b4", "d4-b4"]);
    assert_eq!(report, conflict(&["b4"], &[0, 1]));
}

#[test]
fn one_reveal_can_bring_several_conflicts() {
    let game = four("/a3r/5/2@2/a4/r3a/");
    let mut state = game.start();
    // 0 and 1 share a source; 1 and 2 share a destination; 3 is apart.
    let report = enter(&game, &mut state, &["a1-a2", "a1-b1", "b5-b1", "e1-e2"]);
    assert_eq!(report, conflict(&["a1", "b1"], &[0, 1, 2]));
    assert_eq!(state.locked(Seat(3)).unwrap().to_string(), "e1-e2");
    assert_eq!(game.pending(&state).to_act(), SeatSet::first(3));
}

#[test]
fn equal_moves_conflict_or_count_as_one() {
    let game = two(OPEN);
    let mut state = game.start();
    let report = enter(&game, &mut state, &["a1-a2", "a1-a2"]);
    assert_eq!(report, conflict(&["a1", "a2"], &[0, 1]));
    let mut state = game.start();
    let report = enter(&game, &mut state, &["b1-b2", "b1-b2"]);
    assert_eq!(report, conflict(&["b2"], &[0, 1]));

    let merging = |game: Automatafl| {
        Automatafl::new(Options {
            identical: Identical::Merge,
            ..game.options().clone()
        })
        .unwrap()
    };
    let game = merging(game);
    let mut state = game.start();
    let Report::Turn { moves, .. } = enter(&game, &mut state, &["a1-a2", "a1-a2"]) else {
        panic!("equal moves conflict");
    };
    assert!(matches!(moves[0].2, Some(Fate::Moved { .. })));
    assert_eq!(moves[0].2, moves[1].2);
    assert_eq!(state.board().to_string(), "/4r/a4/2@2/5/r3a/");

    // A third player that names the same source conflicts with both.
    let game = merging(four(OPEN));
    let mut state = game.start();
    let report = enter(&game, &mut state, &["a1-a2", "e1-e2", "a1-a2", "a1-b1"]);
    assert_eq!(report, conflict(&["a1"], &[0, 2, 3]));
    // So does one that names the same destination.
    let mut state = game.start();
    let report = enter(&game, &mut state, &["a1-a2", "e1-e2", "a1-a2", "b2-a2"]);
    assert_eq!(report, conflict(&["a2"], &[0, 2, 3]));
    // Equal moves from an empty square do not contest it with each other.
    let mut state = game.start();
    let report = enter(&game, &mut state, &["b1-b2", "a1-b1", "b1-b2", "e1-e2"]);
    let Report::Turn { moves, .. } = report else {
        panic!("{report:?}");
    };
    let carried_on = Some(Seat(1));
    for seat in [0, 2] {
        let fate = moves[seat].2;
        assert!(matches!(fate, Some(Fate::Moved { carried_on: by, .. }) if by == carried_on));
    }
}

#[test]
fn markers_add_up_and_locked_players_can_be_drawn_in() {
    let game = four(OPEN);
    let mut state = game.start();
    assert!(!state.is_reentry());

    let report = enter(&game, &mut state, &["a1-c1", "e1-c1", "a5-b5", "e5-e4"]);
    assert_eq!(report, conflict(&["c1"], &[0, 1]));
    assert!(state.is_reentry());
    assert_eq!(names(&state.marked()), ["c1"]);
    for (seat, locked) in [None, None, Some("a5-b5"), Some("e5-e4")]
        .into_iter()
        .enumerate()
    {
        let found = state.locked(Seat(seat as u16)).map(|e| e.to_string());
        assert_eq!(found.as_deref(), locked);
    }
    assert_eq!(
        refusal(&game, &state, 0, "a1-c1"),
        Illegal::Marked(square("c1"))
    );
    assert_eq!(
        refusal(&game, &state, 1, "c1-d1"),
        Illegal::Marked(square("c1"))
    );
    assert_eq!(refusal(&game, &state, 2, "a5-b5"), Illegal::Locked(Seat(2)));
    assert_eq!(refusal(&game, &state, 3, "a1-a2"), Illegal::Locked(Seat(3)));
    assert_eq!(refusal(&game, &state, 3, "-"), Illegal::Locked(Seat(3)));
    let mut list = vec![Entry::Pass];
    game.actions(&state, Seat(2), &mut list);
    assert_eq!((list.len(), game.count(&state, Seat(2))), (0, 0));

    // Seat 0 names the destination that seat 2 has locked.
    let report = enter(&game, &mut state, &["b4-b5", "e1-d1"]);
    assert_eq!(report, conflict(&["b5"], &[0, 2]));
    assert_eq!(names(&state.marked()), ["c1", "b5"]);
    assert_eq!(refusal(&game, &state, 1, "a1-a2"), Illegal::Locked(Seat(1)));
    assert_eq!(
        refusal(&game, &state, 2, "a5-b5"),
        Illegal::Marked(square("b5"))
    );
    assert_eq!(
        refusal(&game, &state, 2, "c1-c2"),
        Illegal::Marked(square("c1"))
    );
    assert_eq!(state.turn(), 0);
    assert_eq!(state.board(), game.start().board());

    // Both sources of the locked moves can become conflicts too.
    let report = enter(&game, &mut state, &["e1-e2", "e5-d5"]);
    assert_eq!(report, conflict(&["e1", "e5"], &[0, 1, 2, 3]));
    assert_eq!(names(&state.marked()), ["c1", "e1", "b5", "e5"]);

    let report = enter(&game, &mut state, &["a1-a2", "b1-b2", "a5-a4", "d1-d2"]);
    assert!(matches!(report, Report::Turn { .. }));
    assert_eq!(names(&state.marked()), [""; 0]);
    assert!(!state.is_reentry());
    assert_eq!(state.turn(), 1);
    assert_eq!(game.pending(&state).to_act(), SeatSet::first(4));
    assert!((0..4).all(|seat| state.locked(Seat(seat)).is_none()));
    assert_eq!(state.board().to_string(), "/4r/a4/2@2/r4/4a/");
    // Markers of the last turn are gone.
    let entry = game.read(&state, "e1-c1").unwrap();
    assert_eq!(game.check(&state, Seat(0), &entry), Ok(()));
}

#[test]
fn only_a_player_without_a_legal_move_may_pass() {
    let game = two("/3/1@1/3/");
    let mut state = game.start();
    for (entry, marked) in [
        ("b1-a1", "a1"),
        ("b1-c1", "c1"),
        ("b3-a3", "a3"),
        ("b3-c3", "c3"),
        ("b1-b3", "b3"),
        ("a2-c2", "c2"),
    ] {
        assert_eq!(refusal(&game, &state, 0, "-"), Illegal::MustMove);
        let report = enter(&game, &mut state, &[entry, entry]);
        assert_eq!(report, conflict(&[marked], &[0, 1]));
    }
    // a2 and b1 are left, and they share no line.
    for seat in [Seat(0), Seat(1)] {
        let mut list = Vec::new();
        game.actions(&state, seat, &mut list);
        assert_eq!(list, [Entry::Pass]);
        let proposed = game.propose(&state, seat, &mut dice::Quick::new(1));
        assert_eq!(proposed, Entry::Pass);
    }
    let report = enter(&game, &mut state, &["-", "-"]);
    assert_eq!(
        testkit::told(&report),
        "Seat 0 passes. Seat 1 passes. The automaton stays on b2: \
         in its row nothing acts on it; in its column nothing acts on it."
    );
    assert_eq!((state.turn(), state.marked().len()), (1, 0));
    assert_eq!(refusal(&game, &state, 0, "-"), Illegal::MustMove);
}

#[test]
fn a_pass_leaves_the_moves_of_the_others_in_force() {
    // All squares but a1, b1 and b2 are marked; the last conflict marks b1.
    let game = four("/a2/1r@/3/");
    let all = game.start().board().size().all();
    let marked: Vec<Square> = all
        .filter(|at| !["a1", "b1", "b2"].contains(&at.to_string().as_str()))
        .collect();
    let mut state = game.start_marked(&marked).unwrap();
    let report = enter(&game, &mut state, &["b1-a1", "b2-b1", "a1-b1", "b1-b2"]);
    assert_eq!(report, conflict(&["b1"], &[1, 2]));
    let report = enter(&game, &mut state, &["-", "-"]);
    let Report::Turn { moves, .. } = report else {
        panic!("{report:?}");
    };
    let fates: Vec<_> = moves.iter().map(|(.., fate)| *fate).collect();
    // Without the moves of 1 and 2, b1 is an empty source named twice, and the pieces
    // on a1 and b2 are static.
    assert!(matches!(fates[0], Some(Fate::Blocked { .. })));
    assert_eq!((fates[1], fates[2]), (None, None));
    assert!(matches!(fates[3], Some(Fate::Blocked { .. })));
    assert_eq!(moves[1].1, Entry::Pass);
}

#[test]
fn a_state_is_restored_only_from_parts_that_fit() {
    let game = four(OPEN);
    let read = |seat: u16, text: &str| {
        let entry = game.read(&game.start(), text).unwrap();
        (Seat(seat), entry)
    };
    let restore = |record: &str, marked: &[&str], locked: &[(Seat, Entry)], winner| {
        let marked: Vec<Square> = marked.iter().map(|name| square(name)).collect();
        let winner: Option<u16> = winner;
        game.restore(board(record), 3, &marked, locked, winner.map(Seat))
    };
    let state = restore(OPEN, &["c1"], &[read(2, "a5-b5"), read(3, "c1-d1")], None).unwrap();
    assert_eq!(state.turn(), 3);
    assert_eq!(game.pending(&state).to_act(), SeatSet::first(2));
    assert_eq!(refusal(&game, &state, 2, "a1-a2"), Illegal::Locked(Seat(2)));
    assert_eq!(
        refusal(&game, &state, 0, "a1-c1"),
        Illegal::Marked(square("c1"))
    );

    // Seat 3 was absent and passed in the round that ended in the conflict.
    let state = restore(OPEN, &["c1"], &[read(2, "a5-b5"), read(3, "-")], None).unwrap();
    assert_eq!(state.locked(Seat(3)), Some(Entry::Pass));
    assert_eq!(game.pending(&state).to_act(), SeatSet::first(2));

    let won = restore("/5/5/5/5/4@/", &[], &[], Some(2)).unwrap();
    assert_eq!(ending(&game, &won), Some((Some(Seat(2)), "corner")));
    for (record, winner) in [
        ("/5/5/5/5/4@/", None),
        ("/5/5/5/5/4@/", Some(1)),
        (OPEN, Some(2)),
    ] {
        assert_eq!(restore(record, &[], &[], winner), Err(RestoreError::Winner));
    }
    let (one, all) = (
        [read(0, "a1-a2")],
        [0, 1, 2, 3].map(|seat| read(seat, "a1-a2")),
    );
    for (found, wanted) in [
        (restore("/3/1@1/3/", &[], &[], None), RestoreError::Size),
        (
            restore("/5/5/5/5/5/", &[], &[], None),
            RestoreError::Automata,
        ),
        (
            restore("/5/1@1@1/5/5/5/", &[], &[], None),
            RestoreError::Automata,
        ),
        (
            restore(OPEN, &["f1"], &[], None),
            RestoreError::OffBoard(square("f1")),
        ),
        (restore(OPEN, &[], &one, None), RestoreError::NobodyEnters),
        (
            restore(OPEN, &["b1"], &all, None),
            RestoreError::NobodyEnters,
        ),
        (
            restore(OPEN, &["b1"], &[read(1, "c3-c4")], None),
            RestoreError::Locked(Seat(1)),
        ),
        (
            restore(OPEN, &["b1"], &[read(4, "a1-a2")], None),
            RestoreError::Locked(Seat(4)),
        ),
        (
            restore(OPEN, &["b1"], &[one[0], one[0]], None),
            RestoreError::Locked(Seat(0)),
        ),
        (
            restore(OPEN, &["b1"], &[read(4, "-")], None),
            RestoreError::Locked(Seat(4)),
        ),
        (
            restore(OPEN, &["b1"], &[read(1, "-"), read(1, "-")], None),
            RestoreError::Locked(Seat(1)),
        ),
    ] {
        assert_eq!(found, Err(wanted), "{wanted}");
    }
}

#[test]
fn marks_of_the_start_bar_squares_and_must_lie_on_the_board() {
    let game = two(OPEN);
    let state = game.start_marked(&[square("b1"), square("a5")]).unwrap();
    assert_eq!(names(&state.marked()), ["b1", "a5"]);
    assert_eq!(
        refusal(&game, &state, 0, "a1-b1"),
        Illegal::Marked(square("b1"))
    );
    assert_eq!(
        refusal(&game, &state, 0, "a5-a4"),
        Illegal::Marked(square("a5"))
    );
    let off = [square("b1"), square("f1"), square("a6")];
    assert_eq!(game.start_marked(&off).unwrap_err(), square("f1"));
    let far = Square::new(255, 255);
    assert_eq!(game.start_marked(&[far]).unwrap_err(), far);
    assert_eq!(game.start_marked(&[]).unwrap(), game.start());
}

#[test]
fn refusals_name_the_rule_and_the_square() {
    let game = two(OPEN);
    let mut state = game.start_marked(&[square("b1")]).unwrap();
    let why = |text: &str| testkit::said(&refusal(&game, &state, 0, text));
    assert_eq!(why("a1-a1"), "a move must leave a1");
    assert_eq!(why("c3-c3"), "a move must leave c3");
    assert_eq!(why("a1-b2"), "a1 and b2 are not in one row or column");
    assert_eq!(why("c3-c4"), "the automaton stands on c3: nobody moves it");
    assert_eq!(
        why("c1-c3"),
        "the automaton stands on c3: no move may end there"
    );
    let marked = "b1 is marked: it was conflicted upon and is barred until this turn ends";
    assert_eq!(why("b1-b2"), marked);
    assert_eq!(why("a1-b1"), marked);
    assert_eq!(why("-"), "a player who has a legal move may not pass");
    let seat = refusal(&game, &state, 2, "a1-a2");
    assert_eq!(seat, Illegal::NoSeat(Seat(2)));
    assert_eq!(testkit::said(&seat), "there is no seat 2");

    let check =
        |from: Square, to: Square| game.check(&state, Seat(0), &Entry::Move(Move { from, to }));
    for off in [square("f1"), square("a6"), Square::new(255, 0)] {
        let edge = square("a1");
        assert_eq!(check(edge, off), Err(Illegal::OffBoard(off)));
        assert_eq!(check(off, edge), Err(Illegal::OffBoard(off)));
        assert_eq!(check(off, off), Err(Illegal::OffBoard(off)));
    }
    assert_eq!(
        testkit::said(&check(square("a1"), square("f1")).unwrap_err()),
        "f1 is off the board"
    );

    enter(&game, &mut state, &["a1-a2", "b5-a5"]);
    assert_eq!(state.turn(), 1);
    let game = four(OPEN);
    let mut state = game.start();
    enter(&game, &mut state, &["a1-a2", "b2-a2", "e1-e2", "e5-e4"]);
    assert_eq!(
        testkit::said(&refusal(&game, &state, 2, "b1-b3")),
        "the move of seat 2 is in and holds for this turn"
    );

    let game = Automatafl::new(Options {
        setup: custom(OPEN),
        max_turns: 1,
        ..Options::default()
    })
    .unwrap();
    let mut state = game.start();
    enter(&game, &mut state, &["a1-a2", "e1-e2"]);
    assert_eq!(ending(&game, &state), Some((None, "max-turns")));
    for (seat, text) in [(0, "b1-b2"), (1, "-"), (7, "b1-b2")] {
        let over = refusal(&game, &state, seat, text);
        assert_eq!(over, Illegal::Over);
        assert_eq!(testkit::said(&over), "the game is over");
    }
}

#[test]
fn every_square_gets_a_readable_refusal() {
    let game = two(OPEN);
    for (x, y) in [(26, 0), (0, 26), (159, 0), (0, 255), (255, 255)] {
        let (from, to) = (square("a1"), Square::new(x, y));
        let refused = game.check(&game.start(), Seat(0), &Entry::Move(Move { from, to }));
        assert!(testkit::said(&refused.unwrap_err()).ends_with(" is off the board"));
    }
}

#[test]
fn an_entered_move_may_cross_any_square() {
    let game = two("/ara2/5/1r@r1/5/5/");
    let state = game.start();
    for text in ["a1-c1", "a3-e3", "b3-d3", "c1-c5", "d5-d1", "e1-a1"] {
        let entry = game.read(&state, text).unwrap();
        assert_eq!(game.check(&state, Seat(1), &entry), Ok(()), "{text}");
    }
}
