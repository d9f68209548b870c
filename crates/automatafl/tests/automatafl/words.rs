//! Explanations and reports, as data and as sentences.

use automatafl::automaton::{Choice, Judgement, Reason, Seen, Way};
use automatafl::geometry::Axis;
use automatafl::{Automatafl, Explanation, Fate, Identical, Options, Piece, Report, Tie};
use game::{Game, Seat, SeatSet};

use crate::{board, custom, enter, four, square, two};
use Judgement::{Balanced, Beside, Clear, NoRoom};

fn pair(way: Way, attractor: u8, repulsor: u8) -> Judgement {
    Judgement::OpposingPair {
        way,
        attractor,
        repulsor,
    }
}

fn from_repulsor(way: Way, repulsor: u8) -> Judgement {
    Judgement::FromRepulsor { way, repulsor }
}

fn toward(way: Way, attractor: u8) -> Judgement {
    Judgement::TowardAttractor { way, attractor }
}

/// The step of the only automaton on a board.
fn explain(record: &str, tie: Tie) -> Explanation {
    let game = Automatafl::new(Options {
        setup: custom(record),
        tie,
        ..Options::default()
    })
    .unwrap();
    let steps = game.foresee(&board(record));
    assert_eq!(steps.len(), 1);
    let at = board(record).automata()[0];
    assert_eq!(steps[0], Explanation::of(&board(record), at, tie));
    steps[0]
}

/// Checks the judgement of a row, on a board of seven rows with pieces only in the
/// automaton's row. The column is clear.
fn in_row(row: &str, judgement: Judgement, to: &str, words: &str) {
    let found = explain(&format!("/7/7/7/{row}/7/7/7/"), Tie::Column);
    assert_eq!(found.verdict.row, judgement, "{row}");
    assert_eq!(found.verdict.column, Clear, "{row}");
    assert_eq!(found.to, square(to), "{row}");
    assert_eq!(found.verdict.rule(), judgement.rule(), "{row}");
    let stays = found.from == found.to;
    let reason = (!stays).then_some(Reason::OnlyOffer);
    assert_eq!(found.verdict.reason(), reason, "{row}");
    let opening = if stays {
        format!("The automaton stays on {to}")
    } else {
        format!("The automaton steps from {} to {to}", found.from)
    };
    assert_eq!(
        testkit::said(&found),
        format!("{opening}: in its row {words}; in its column nothing acts on it.")
    );
}

/// The same with the row of [`in_row`] as a column.
fn in_column(column: &str, judgement: Judgement, to: &str, words: &str) {
    let mut record = "/".to_owned();
    for piece in column.chars() {
        match piece.to_digit(10) {
            Some(run) => record += &"7/".repeat(run as usize),
            None => record += &format!("3{piece}3/"),
        }
    }
    let found = explain(&record, Tie::Freeze);
    assert_eq!(found.verdict.column, judgement, "{column}");
    assert_eq!(found.verdict.row, Clear, "{column}");
    assert_eq!(found.to, square(to), "{column}");
    assert_eq!(found.verdict.rule(), judgement.rule(), "{column}");
    let opening = if found.from == found.to {
        format!("The automaton stays on {to}")
    } else {
        format!("The automaton steps from {} to {to}", found.from)
    };
    assert_eq!(
        testkit::said(&found),
        format!("{opening}: in its row nothing acts on it; in its column {words}.")
    );
}

#[test]
fn rule_1_goes_from_the_repulsor_to_the_attractor() {
    let (up, down) = (Way::Up, Way::Down);
    in_row(
        "r2@2a",
        pair(up, 3, 3),
        "e4",
        "an attractor 3 squares to the right pulls and a repulsor 3 squares to the left pushes (rule 1)",
    );
    in_row(
        "1a1@r2",
        pair(down, 2, 1),
        "c4",
        "an attractor 2 squares to the left pulls and a repulsor 1 square to the right pushes (rule 1)",
    );
    in_column(
        "1r1@2a",
        pair(up, 3, 2),
        "d5",
        "an attractor 3 squares above pulls and a repulsor 2 squares below pushes (rule 1)",
    );
    in_column(
        "a2@r2",
        pair(down, 3, 1),
        "d3",
        "an attractor 3 squares below pulls and a repulsor 1 square above pushes (rule 1)",
    );
}

#[test]
fn rule_2_goes_away_from_the_nearer_or_only_repulsor() {
    let (up, down) = (Way::Up, Way::Down);
    let right = "a repulsor 2 squares to the left pushes it right (rule 2)";
    in_row("1r1@2r", from_repulsor(up, 2), "e4", right);
    in_row("1r1@3", from_repulsor(up, 2), "e4", right);
    let left = "a repulsor 1 square to the right pushes it left (rule 2)";
    in_row("r2@r2", from_repulsor(down, 1), "c4", left);
    in_row("3@r2", from_repulsor(down, 1), "c4", left);
    let raised = "a repulsor 1 square below pushes it up (rule 2)";
    in_column("2r@1r1", from_repulsor(up, 1), "d5", raised);
    in_column("2r@3", from_repulsor(up, 1), "d5", raised);
    let lowered = "a repulsor 2 squares above pushes it down (rule 2)";
    in_column("r2@1r1", from_repulsor(down, 2), "d3", lowered);
    in_column("3@1r1", from_repulsor(down, 2), "d3", lowered);
}

#[test]
fn rule_3_goes_to_the_nearer_or_only_attractor() {
    let (up, down) = (Way::Up, Way::Down);
    let right = "an attractor 2 squares to the right pulls (rule 3)";
    in_row("a2@1a1", toward(up, 2), "e4", right);
    in_row("3@1a1", toward(up, 2), "e4", right);
    let left = "an attractor 3 squares to the left pulls (rule 3)";
    in_row("a2@3", toward(down, 3), "c4", left);
    let raised = "an attractor 3 squares above pulls (rule 3)";
    in_column("3@2a", toward(up, 3), "d5", raised);
    let lowered = "an attractor 2 squares below pulls (rule 3)";
    in_column("1a1@2a", toward(down, 2), "d3", lowered);
    in_column("1a1@3", toward(down, 2), "d3", lowered);
}

#[test]
fn an_attractor_beside_it_holds_the_automaton() {
    let (right, left) = (
        "the attractor to the right is already beside it",
        "the attractor to the left is already beside it",
    );
    // Alone, before a repulsor, before a more distant attractor.
    in_row("3@a2", Beside, "d4", right);
    in_row("1r1@a2", Beside, "d4", right);
    in_row("a2@a2", Beside, "d4", right);
    in_row("2a@3", Beside, "d4", left);
    in_row("2a@r2", Beside, "d4", left);
    in_row("2a@1a1", Beside, "d4", left);
    in_column(
        "3@a2",
        Beside,
        "d4",
        "the attractor above is already beside it",
    );
    in_column(
        "2a@r2",
        Beside,
        "d4",
        "the attractor below is already beside it",
    );
}

#[test]
fn the_same_at_the_same_distance_is_balanced() {
    in_row(
        "a2@2a",
        Balanced,
        "d4",
        "attractors 3 squares away on both sides balance",
    );
    in_row(
        "2a@a2",
        Balanced,
        "d4",
        "attractors 1 square away on both sides balance",
    );
    in_row(
        "1r1@1r1",
        Balanced,
        "d4",
        "repulsors 2 squares away on both sides balance",
    );
    in_column(
        "r2@2r",
        Balanced,
        "d4",
        "repulsors 3 squares away on both sides balance",
    );
    in_column(
        "1a1@1a1",
        Balanced,
        "d4",
        "attractors 2 squares away on both sides balance",
    );
}

#[test]
fn a_repulsor_does_not_push_over_the_edge() {
    in_row(
        "@2r3",
        NoRoom,
        "a4",
        "the repulsor to the right pushes, but it cannot step left",
    );
    in_row(
        "3r2@",
        NoRoom,
        "g4",
        "the repulsor to the left pushes, but it cannot step right",
    );
    in_column(
        "@1r4",
        NoRoom,
        "d1",
        "the repulsor above pushes, but it cannot step down",
    );
    in_column(
        "5r@",
        NoRoom,
        "d7",
        "the repulsor below pushes, but it cannot step up",
    );
}

#[test]
fn on_an_open_board_nothing_acts() {
    let found = explain("/r5a/7/7/3@3/7/7/a5r/", Tie::Column);
    assert_eq!(found.sight.row, [Seen::Space(3); 2]);
    assert_eq!(found.sight.column, [Seen::Space(3); 2]);
    assert_eq!(found.verdict.choice, Choice::Nothing);
    assert_eq!(found.verdict.reason(), None);
    assert_eq!(found.verdict.axis(), None);
    assert_eq!(
        testkit::said(&found),
        "The automaton stays on d4: in its row nothing acts on it; \
         in its column nothing acts on it."
    );
}

/// Both axes offer a step: checks which one wins, why, and the end of the sentence.
fn both(record: &str, tie: Tie, to: &str, rule: Option<u8>, reason: Reason, words: &str) {
    let found = explain(record, tie);
    assert!(found.verdict.row.offer().is_some(), "{record}");
    assert!(found.verdict.column.offer().is_some(), "{record}");
    assert_eq!(found.to, square(to), "{record}");
    assert_eq!(found.verdict.rule(), rule, "{record}");
    assert_eq!(found.verdict.reason(), Some(reason), "{record}");
    let axis = found.verdict.axis();
    let moved = (found.to.x != found.from.x, found.to.y != found.from.y);
    assert_eq!(moved, (axis == Some(Axis::Row), axis == Some(Axis::Column)));
    let told = testkit::said(&found);
    assert!(told.ends_with(words), "{told}");
}

#[test]
fn the_lower_rule_wins() {
    let nearer = |row: &str, column: [char; 2], to, rule, words| {
        let [below, above] = column.map(|piece| match piece {
            '.' => "7".to_owned(),
            piece => format!("3{piece}3"),
        });
        let record = format!("/7/{below}/7/{row}/7/{above}/7/");
        both(
            &record,
            Tie::Column,
            to,
            Some(rule),
            Reason::LowerRule,
            words,
        );
    };
    // The nearer piece under the higher rule does not matter.
    let words = "; the row wins: rule 1 comes before rule 2.";
    nearer("r2@2a", ['r', '.'], "e4", 1, words);
    let words = "; the column wins: rule 1 comes before rule 2.";
    nearer("3@r2", ['r', 'a'], "d5", 1, words);
    let words = "; the row wins: rule 1 comes before rule 3.";
    nearer("a2@2r", ['.', 'a'], "c4", 1, words);
    let words = "; the row wins: rule 2 comes before rule 3.";
    nearer("r2@3", ['.', 'a'], "e4", 2, words);
    let words = "; the column wins: rule 2 comes before rule 3.";
    nearer("3@1a1", ['.', 'r'], "d3", 2, words);
    let words = "; the column wins: rule 1 comes before rule 3.";
    nearer("3@1a1", ['a', 'r'], "d3", 1, words);
}

#[test]
fn distances_decide_within_a_rule() {
    let why = |record: &str, to: &str, rule: u8, reason: Reason, words: &str| {
        for tie in [Tie::Column, Tie::Freeze] {
            both(record, tie, to, Some(rule), reason, words);
        }
    };
    let attractor = "wins: its attractor is nearer.";
    let repulsor = "wins: its repulsor is nearer.";
    let then_repulsor = "wins: the attractors are equally near, but its repulsor is nearer.";
    // Rule 1: the attractor decides first, even if the other repulsor is nearer.
    let record = "/3a3/7/7/1a1@2r/3r3/7/7/";
    why(record, "c4", 1, Reason::NearerAttractor, attractor);
    let record = "/7/3a3/7/r2@2a/7/7/3r3/";
    why(record, "d3", 1, Reason::NearerAttractor, attractor);
    // Then the repulsor.
    let record = "/7/3a3/7/1a1@2r/3r3/7/7/";
    why(record, "d3", 1, Reason::NearerRepulsor, then_repulsor);
    let record = "/7/3a3/7/1a1@r2/7/3r3/7/";
    why(record, "c4", 1, Reason::NearerRepulsor, then_repulsor);
    // Rule 2: the nearer one of the nearer repulsors.
    let record = "/3r3/7/7/3@1r1/7/7/7/";
    why(record, "c4", 2, Reason::NearerRepulsor, repulsor);
    let record = "/3r3/7/7/r2@1r1/3r3/7/7/";
    why(record, "d3", 2, Reason::NearerRepulsor, repulsor);
    // Rule 3.
    let record = "/7/7/7/3@1a1/7/7/3a3/";
    why(record, "e4", 3, Reason::NearerAttractor, attractor);
    let record = "/3a3/7/7/a2@3/7/3a3/7/";
    why(record, "d5", 3, Reason::NearerAttractor, attractor);
}

#[test]
fn the_column_rule_or_a_freeze_breaks_the_last_tie() {
    let column = "; both are equal: the column rule prefers the column to the row.";
    let freeze = "; both are equal: it freezes.";
    for (record, to, rule) in [
        ("/7/3a3/7/1a1@r2/3r3/7/7/", "d3", 1),
        ("/3r3/7/7/3@2r/7/7/7/", "d5", 2),
        ("/3r3/7/7/r2@1r1/7/3r3/7/", "d3", 2),
        ("/7/7/7/3@1a1/7/3a3/7/", "d5", 3),
    ] {
        both(
            record,
            Tie::Column,
            to,
            Some(rule),
            Reason::ColumnRule,
            column,
        );
        both(record, Tie::Freeze, "d4", None, Reason::Freeze, freeze);
    }
}

#[test]
fn whole_sentences_read_well() {
    let told = |record, tie| testkit::said(&explain(record, tie));
    assert_eq!(
        told("/3r3/7/7/r2@2a/7/7/7/", Tie::Column),
        "The automaton steps from d4 to e4: in its row an attractor 3 squares to the right pulls and a \
         repulsor 3 squares to the left pushes (rule 1); in its column a repulsor 3 squares below pushes it up \
         (rule 2); the row wins: rule 1 comes before rule 2."
    );
    assert_eq!(
        told("/7/7/7/3@1a1/7/3a3/7/", Tie::Freeze),
        "The automaton stays on d4: in its row an attractor 2 squares to the right pulls (rule 3); in its \
         column an attractor 2 squares above pulls (rule 3); both are equal: it freezes."
    );
}

const OPEN: &str = "/a3r/5/2@2/5/r3a/";
const STAYS: &str = "The automaton stays on c3: in its row nothing acts on it; \
                     in its column nothing acts on it.";

fn fates(report: &Report) -> Vec<Option<Fate>> {
    match report {
        Report::Turn { moves, .. } => moves.iter().map(|(.., fate)| *fate).collect(),
        Report::Conflict(_) => panic!("{report:?}"),
    }
}

/// Plays a two-player turn on the open board. Returns the outcomes and the sentences
/// before those about the automaton, which stays.
fn turn(entries: [&str; 2]) -> (Vec<Option<Fate>>, String) {
    let game = two(OPEN);
    let report = enter(&game, &mut game.start(), &entries);
    let told = testkit::told(&report);
    let told = told.strip_suffix(STAYS).unwrap_or_else(|| panic!("{told}"));
    (fates(&report), told.trim_end().to_owned())
}

fn moved(piece: Piece, carried_on: Option<u16>) -> Option<Fate> {
    let carried_on = carried_on.map(Seat);
    Some(Fate::Moved { piece, carried_on })
}

fn blocked(at: &str, by: Piece) -> Option<Fate> {
    let at = square(at);
    Some(Fate::Blocked { at, by })
}

#[test]
fn a_move_that_is_carried_out_is_reported() {
    let (fates, told) = turn(["a1-b1", "e1-d1"]);
    let wanted = [moved(Piece::Attractor, None), moved(Piece::Repulsor, None)];
    assert_eq!(fates, wanted);
    assert_eq!(
        told,
        "Seat 0, a1 to b1: the attractor moved. Seat 1, e1 to d1: the repulsor moved."
    );
}

#[test]
fn a_piece_that_is_carried_on_is_reported() {
    let (fates, told) = turn(["b1-b2", "a1-b1"]);
    let attractor = Piece::Attractor;
    assert_eq!(fates, [moved(attractor, Some(1)), moved(attractor, None)]);
    assert_eq!(
        told,
        "Seat 0, b1 to b2: the attractor moved, carried on from seat 1's move. \
         Seat 1, a1 to b1: the attractor moved."
    );
}

#[test]
fn a_block_names_the_first_piece_in_the_way() {
    let (fates, told) = turn(["a1-a5", "b3-d3"]);
    let wanted = [
        blocked("a5", Piece::Repulsor),
        blocked("c3", Piece::Automaton),
    ];
    assert_eq!(fates, wanted);
    assert_eq!(
        told,
        "Seat 0, a1 to a5: blocked at a5 by a repulsor. \
         Seat 1, b3 to d3: blocked at c3 by an automaton."
    );
    let game = two("/5/ra1ar/2@2/5/5/");
    let report = enter(&game, &mut game.start(), &["a2-e2", "e2-a2"]);
    let wanted = [
        blocked("b2", Piece::Attractor),
        blocked("d2", Piece::Attractor),
    ];
    assert_eq!(self::fates(&report), wanted);
}

#[test]
fn a_contest_names_the_rivals() {
    let (fates, told) = turn(["b1-b2", "b1-c1"]);
    let with = |seat| {
        Some(Fate::Contested {
            with: SeatSet::one(Seat(seat)),
        })
    };
    assert_eq!(fates, [with(1), with(0)]);
    assert_eq!(
        told,
        "Seat 0, b1 to b2: seat 1 also named the empty square b1, so none of these moves \
         applies. Seat 1, b1 to c1: seat 0 also named the empty square b1, so none of \
         these moves applies."
    );
    // A piece that arrives there stays.
    let game = four(OPEN);
    let mut state = game.start();
    let report = enter(&game, &mut state, &["b1-b2", "b1-c1", "b1-b4", "a1-b1"]);
    let told = testkit::told(&report);
    assert!(
        told.starts_with("Seat 0, b1 to b2: seats 1 and 2 also named the empty square b1"),
        "{told}"
    );
    assert_eq!(state.board().to_string(), "/1a2r/5/2@2/5/r3a/");
    // A move that is also blocked is reported as blocked, and still contests.
    let mut state = game.start();
    let report = enter(&game, &mut state, &["b1-b2", "b1-a1", "e2-e3", "d2-d3"]);
    let fates = self::fates(&report);
    assert_eq!(
        (fates[0], fates[1]),
        (with(1), blocked("a1", Piece::Attractor))
    );
}

#[test]
fn a_circle_names_the_others_in_it() {
    let (fates, told) = turn(["a1-a2", "a2-a1"]);
    let with = |seats: &[u16]| {
        let with = seats.iter().copied().map(Seat).collect();
        Some(Fate::Cycle { with })
    };
    assert_eq!(fates, [with(&[1]), with(&[0])]);
    assert_eq!(
        told,
        "Seat 0, a1 to a2: it closes a circle with seat 1, so no piece in it moves. \
         Seat 1, a2 to a1: it closes a circle with seat 0, so no piece in it moves."
    );
    // One piece on it is enough, and it stays on its square.
    let game = four(OPEN);
    let mut state = game.start();
    let report = enter(&game, &mut state, &["a1-b1", "b2-a2", "b1-b2", "a2-a1"]);
    let wanted = [&[1, 2, 3], &[0, 2, 3], &[0, 1, 3], &[0, 1, 2]];
    assert_eq!(self::fates(&report), wanted.map(|seats| with(seats)));
    assert_eq!(state.board(), game.start().board());
    let told = testkit::told(&report);
    assert!(
        told.contains("it closes a circle with seats 1, 2 and 3, so no piece in it moves."),
        "{told}"
    );
    // Without any piece there is no circle to report.
    let (fates, _) = turn(["b1-b2", "b2-b1"]);
    assert_eq!(fates, [Some(Fate::Empty); 2]);
}

#[test]
fn a_circle_names_all_others_in_it_when_equal_moves_merge() {
    let game = Automatafl::new(Options {
        identical: Identical::Merge,
        ..four(OPEN).options().clone()
    })
    .unwrap();
    let report = enter(
        &game,
        &mut game.start(),
        &["a1-a2", "a1-a2", "a2-a1", "b1-b2"],
    );
    let with = |seats: &[u16]| {
        let with = seats.iter().copied().map(Seat).collect();
        Some(Fate::Cycle { with })
    };
    // A contest names them all in the same case.
    assert_eq!(fates(&report)[2], with(&[0, 1]));
}

#[test]
fn a_destination_that_stays_occupied_names_whose_piece_it_is() {
    let (fates, told) = turn(["a1-e1", "e1-e5"]);
    let occupied = Some(Fate::Occupied { by: Seat(1) });
    assert_eq!(fates, [occupied, blocked("e5", Piece::Attractor)]);
    assert_eq!(
        told,
        "Seat 0, a1 to e1: e1 did not become free: seat 1's piece (e1-e5) stayed there. \
         Seat 1, e1 to e5: blocked at e5 by an attractor."
    );
    // It goes back through a chain, and a piece that was carried on stops too.
    let game = four("/a1r1r/5/2@2/5/4a/");
    let mut state = game.start();
    let report = enter(&game, &mut state, &["a1-b1", "b1-c1", "c1-e1", "e1-e5"]);
    let by = |seat| Some(Fate::Occupied { by: Seat(seat) });
    let wanted = [
        moved(Piece::Attractor, None),
        by(2),
        by(3),
        blocked("e5", Piece::Attractor),
    ];
    assert_eq!(self::fates(&report), wanted);
    assert_eq!(state.board().to_string().split('/').nth(1), Some("1ar1r"));
}

#[test]
fn a_chain_moves_as_one() {
    let game = four("/aar2/4r/@4/5/5/");
    for entries in [
        ["a1-b1", "b1-c1", "c1-d1", "e1-e5"],
        ["e1-e5", "c1-d1", "b1-c1", "a1-b1"],
        ["b1-c1", "e1-e5", "a1-b1", "c1-d1"],
    ] {
        let mut state = game.start();
        enter(&game, &mut state, &entries);
        assert_eq!(state.board().to_string().split('/').nth(1), Some("1aar1"));
    }
}

#[test]
fn a_source_without_a_piece_is_reported() {
    let (fates, told) = turn(["b1-b2", "a1-a2"]);
    assert_eq!(fates, [Some(Fate::Empty), moved(Piece::Attractor, None)]);
    assert_eq!(
        told,
        "Seat 0, b1 to b2: there was no piece on b1. Seat 1, a1 to a2: the attractor moved."
    );
}

#[test]
fn a_conflict_is_reported() {
    let game = four(OPEN);
    let told = |entries: &[&str]| testkit::told(&enter(&game, &mut game.start(), entries));
    assert_eq!(
        told(&["a1-a2", "a1-b1", "d1-d2", "e2-e3"]),
        "Conflict on a1: seats 0 and 1 enter again."
    );
    assert_eq!(
        told(&["a1-a2", "a1-b1", "d1-d2", "e2-d2"]),
        "Conflict on a1 and d2: seats 0, 1, 2 and 3 enter again."
    );
}

#[test]
fn a_win_is_reported() {
    let game = two("/1@r2/5/5/5/5/");
    let mut state = game.start();
    let report = enter(&game, &mut state, &["a3-b3", "c3-d3"]);
    assert_eq!(
        testkit::told(&report),
        "Seat 0, a3 to b3: there was no piece on a3. Seat 1, c3 to d3: there was no piece on \
         c3. The automaton steps from b1 to a1: in its row a repulsor 1 square to the right pushes it left \
         (rule 2); in its column nothing acts on it. It has reached the corner a1: seat 0 owns it and wins."
    );
}
