//! Combo through its public interface.

mod oracle;

use std::num::NonZeroU16;
use std::path::Path;

use combo::{Color, Combo, Illegal, Move, Options, OptionsError, Position, State};
use dice::{Quick, Seed};
use game::{Ending, Enumerate, Game, Keyed, Pending, Seat, Square, Step, play};
use oracle::{Plain, boards};
use proptest::prelude::*;
use testkit::{allocations, conformance, statistics, vectors};

#[global_allocator]
static ALLOCATOR: allocations::Counting = allocations::Counting;

const BLACK: Seat = Seat(0);
const WHITE: Seat = Seat(1);

fn combo(width: u8, height: u8, quiet_limit: u32) -> Combo {
    Combo::new(Options {
        width,
        height,
        quiet_limit,
    })
    .unwrap()
}

fn position(record: &str) -> Position {
    Position::read(record).unwrap_or_else(|error| panic!("{record}: {error}"))
}

fn play(game: &Combo, state: &mut State, text: &str) {
    let seat = state.position().to_move().seat();
    let mv = game.read(state, text).unwrap();
    game.check(state, seat, &mv).unwrap();
    game.apply(state, Step::Act(&[(seat, mv)]));
}

fn texts(position: &Position) -> Vec<String> {
    let mut list = Vec::new();
    position.moves(&mut list);
    let mut texts: Vec<String> = list.iter().map(Move::to_string).collect();
    texts.sort();
    texts
}

/// Every pair of squares, some of them off the board, with every count up to one more
/// than the source has.
fn conceivable(state: &State) -> Vec<Move> {
    let position = state.position();
    let (width, height) = (position.width(), position.height());
    let squares = || (0..=height).flat_map(|y| (0..=width).map(move |x| Square::new(x, y)));
    let mut moves = Vec::new();
    for from in squares() {
        let stands = position.at(from).map_or(0, |piece| piece.count.get());
        for to in squares() {
            let counts = (1..=stands + 1).filter_map(NonZeroU16::new);
            moves.extend(counts.map(|count| Move { from, to, count }));
        }
    }
    moves
}

#[test]
fn the_start_is_as_documented() {
    let start = combo(8, 8, 200).start();
    let record = "w,w,w,w,w,w,w,w/w,w,w,w,w,w,w,w/x8/x8/x8/x8/b,b,b,b,b,b,b,b/b,b,b,b,b,b,b,b b";
    assert_eq!(start.position().to_string(), record);
    assert_eq!(start, combo(8, 8, 200).resume(position(record), 0));
    assert_eq!(combo(1, 4, 0).start().position().to_string(), "w/w/b/b b");
}

#[test]
fn perft_from_the_start() {
    let mut start = combo(8, 8, 200).start().position().clone();
    let counts = [1, 94, 8836, 843_368, 80_496_784];
    for (depth, nodes) in (0..).zip(counts) {
        assert_eq!(start.perft(depth), nodes, "depth {depth}");
    }
}

#[test]
fn perft_counts_what_the_game_allows() {
    for (width, height) in [(1, 4), (2, 4), (3, 5)] {
        let game = combo(width, height, 0);
        let state = game.start();
        for depth in 0..=4 {
            let plain =
                play::perft(&game, &state, depth.into(), &|_| false, &mut { u64::MAX }).unwrap();
            let fast = state.position().clone().perft(depth);
            assert_eq!(fast, plain, "{width} x {height}, depth {depth}");
        }
    }
    let mut last = position("w/x/b b");
    assert_eq!(last.perft(1), 1);
    assert_eq!(last.perft(2), 0, "White is left without moves");
}

#[test]
fn perft_stops_when_the_budget_is_used_up() {
    let mut start = combo(8, 8, 200).start().position().clone();
    let before = start.clone();
    let mut budget = 1 + 94 + 8836;
    assert_eq!(start.perft_within(3, &mut budget), Some(843_368));
    assert_eq!(budget, 0);
    let mut budget = 94 + 8836;
    assert_eq!(start.perft_within(3, &mut budget), None);
    assert_eq!(budget, 0);
    let mut budget = 10_000;
    assert_eq!(start.perft_within(255, &mut budget), None);
    assert_eq!(start, before, "all moves are taken back");
    for (depth, nodes) in [(0, Some(1)), (1, None), (2, None)] {
        assert_eq!(start.perft_within(depth, &mut 0), nodes);
    }
    assert_eq!(start.perft_within(1, &mut 1), Some(94));

    let mut tall = position("x3/x,b9999,x/x3 b");
    let allocations = allocations::count(|| assert_eq!(tall.perft_within(200, &mut 1000), None));
    assert_eq!(allocations, 0, "moves are listed that nobody paid for");
}

#[test]
fn the_vectors_hold() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalog/tests/vectors/combo.jsonl");
    let game = combo(8, 8, 200);
    for vector in vectors::read(&path) {
        let (request, response) = (&vector.request, &vector.response);
        let place = &vector.place;
        let mut state = match request["position"].as_str() {
            Some(record) => game.resume(position(record), 0),
            None => game.start(),
        };
        match request["do"].as_str() {
            Some("moves") => {
                let moves = response["moves"].as_array().unwrap();
                let moves: Vec<&str> = moves.iter().filter_map(|text| text.as_str()).collect();
                assert_eq!(texts(state.position()), moves, "{place}");
            }
            Some("play") => {
                play(&game, &mut state, request["move"].as_str().unwrap());
                let after = state.position().to_string();
                assert_eq!(Some(&*after), response["position"].as_str(), "{place}");
                let winner = match game.pending(&state).ending() {
                    Some(ending) if ending.outcome.won(BLACK) => Some("black"),
                    Some(ending) if ending.outcome.won(WHITE) => Some("white"),
                    _ => None,
                };
                assert_eq!(winner, response["winner"].as_str(), "{place}");
            }
            Some("perft") => {
                let depth = request["depth"].as_u64().unwrap() as u8;
                let nodes = state.position().clone().perft(depth);
                assert_eq!(Some(nodes), response["nodes"].as_u64(), "{place}");
            }
            other => panic!("{place}: nobody can do {other:?}"),
        }
    }
}

#[test]
fn it_keeps_the_promises_of_every_game() {
    for (width, height, games, most) in [(1, 4, 20, 60), (3, 5, 20, 120), (8, 8, 5, 120)] {
        let game = combo(width, height, 40);
        conformance::any(&game, games, most);
        conformance::listed(&game, games.min(5), most, conceivable);
        conformance::keyed(&game, games, most);
    }
    let game = combo(26, 26, 50);
    conformance::any(&game, 2, 100);
    conformance::listed(&game, 2, 100, |_| Vec::new());
    conformance::keyed(&game, 2, 100);
}

#[test]
fn play_does_not_allocate() {
    let game = combo(8, 8, 200);
    let mut dice = Quick::new(8);
    let mut joint = Vec::with_capacity(1);
    let mut list = Vec::with_capacity(4096);
    let mut plies = 0;
    let allocations = allocations::count(|| {
        for _ in 0..5 {
            let mut state = game.start();
            let mut ended = false;
            while !ended {
                let seat = state.position().to_move().seat();
                game.actions(&state, seat, &mut list);
                assert_eq!(list.len() as u64, game.count(&state, seat));
                let (ending, steps) = play::random(&game, &mut state, &mut dice, &mut joint, 1);
                ended = ending.is_some();
                plies += steps;
            }
        }
    });
    assert!(plies > 1000, "only {plies} moves were played");
    assert_eq!(allocations, 0);
}

#[test]
fn perft_reuses_its_list() {
    let mut start = combo(8, 8, 200).start().position().clone();
    // At most 255 moves are listed at a time: the list grows seven times.
    let allocations = allocations::count(|| assert_eq!(start.perft(3), 843_368));
    assert!(allocations <= 9, "{allocations} allocations");
}

#[test]
fn the_tallest_stack_can_move() {
    let position = position("x3/x,b9999,x/x3 b");
    assert_eq!(position.count_moves(), 8 * 9999);
    assert_eq!(texts(&position).len(), 8 * 9999);
    let corner = |side| format!("b9999,x25{} {side}", "/x26".repeat(25));
    let mut dice = Quick::new(1);
    let mut board = Position::read(&corner("b")).unwrap();
    // 25 squares in three directions, each needing one more piece.
    assert_eq!(board.count_moves(), 3 * (9975..=9999).sum::<u64>());
    for _ in 0..100 {
        let mv = board.pick(&mut dice).unwrap();
        let undo = board.play(mv).unwrap();
        board.undo(undo);
    }
    assert_eq!(board.to_string(), corner("b"));
    assert_eq!(Position::read(&corner("w")).unwrap().pick(&mut dice), None);
}

#[test]
fn every_move_is_proposed_with_the_same_chance() {
    let game = combo(8, 8, 200);
    let mut dice = Seed::from_number(2).stream();
    for record in [
        "w,w,w/w,w,w/x3/b,b,b/b,b2,b b",
        "x,w2,x3/b,x4/x,b3,x,b,w/w,x4/x2,b7,x2 b",
        "w3/w/x/b2/b b",
        "w,b2,w,x/b2,w,b,b3/w,b,w5,b2/b,b,b,w w",
    ] {
        let state = game.resume(position(record), 0);
        let seat = state.position().to_move().seat();
        let mut moves = Vec::new();
        game.actions(&state, seat, &mut moves);
        moves.sort();
        let mut counts = vec![0; moves.len()];
        for _ in 0..200 * moves.len() {
            let proposed = game.propose(&state, seat, &mut dice);
            counts[moves.binary_search(&proposed).unwrap()] += 1;
        }
        statistics::assert_uniform(record, &counts);
    }
}

#[test]
fn a_side_that_cannot_move_loses() {
    let game = combo(1, 4, 200);
    let over = |record| {
        game.pending(&game.resume(position(record), 0))
            .ending()
            .cloned()
    };
    let black_lost = Some(Ending::won(WHITE, "no-moves"));
    let white_lost = Some(Ending::won(BLACK, "no-moves"));
    assert_eq!(over("w/b/x/x w"), white_lost);
    assert_eq!(over("w/b/x/x b"), None);
    assert_eq!(over("w/x/x/x b"), black_lost);
    assert_eq!(over("x b"), black_lost);
    assert_eq!(over("b9 b"), black_lost);
    assert_eq!(over("w,b/b,b w"), white_lost);
    assert_eq!(over("w2,b/b,b w"), None, "two capture");
    assert_eq!(over("w,w/b,b w"), None, "friends merge");
}

#[test]
fn quiet_moves_draw_the_game_and_a_capture_resets_the_count() {
    let game = combo(8, 8, 2);
    let mut state = game.resume(position("w2,x2,b/x4/x4/x3,b2 w"), 0);
    play(&game, &mut state, "a1-a2=1");
    assert_eq!(
        (state.quiet(), game.pending(&state).to_act().lowest()),
        (1, Some(BLACK))
    );
    play(&game, &mut state, "d4-b2");
    assert_eq!(state.quiet(), 2);
    let drawn = Ending::drawn("quiet-limit");
    assert_eq!(game.pending(&state), Pending::Over(drawn));
    assert_eq!(
        (game.count(&state, WHITE), game.count(&state, BLACK)),
        (0, 0)
    );

    let mut state = game.resume(position("w2,x2,b/x4/x4/x3,b2 w"), 0);
    play(&game, &mut state, "a1-b1=1");
    play(&game, &mut state, "d1-c1");
    assert_eq!(state.quiet(), 2);
    let mut state = game.resume(position("w2,x2,b/x4/x4/x3,b2 b"), 0);
    play(&game, &mut state, "d4-b2");
    play(&game, &mut state, "a1-b2");
    assert_eq!(
        (state.quiet(), game.pending(&state).ending()),
        (0, None),
        "a capture"
    );

    let endless = combo(8, 8, 0);
    let mut state = endless.resume(position("w,x4,b w"), 0);
    for _ in 0..300 {
        for text in ["a1-b1", "f1-e1", "b1-a1", "e1-f1"] {
            play(&endless, &mut state, text);
        }
    }
    assert_eq!(
        (state.quiet(), endless.pending(&state).ending()),
        (1200, None)
    );
}

#[test]
fn a_loss_goes_before_a_draw() {
    let game = combo(1, 4, 1);
    let mut state = game.resume(position("w/x/b/x b"), 0);
    play(&game, &mut state, "a3-a2");
    let lost = Ending::won(BLACK, "no-moves");
    assert_eq!(game.pending(&state), Pending::Over(lost));
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of cases")]
fn every_broken_rule_is_named_with_its_square() {
    let game = combo(8, 8, 200);
    let state = game.resume(position("x4,w/b3,x,w,x2/x5/x,b,x3/w2,x3,b b"), 0);
    let square = |name| Square::read(name, 26, 26).unwrap();
    let count = |count| NonZeroU16::new(count).unwrap();
    let refused = |seat, text: &str| {
        let mv = game.read(&state, text).unwrap();
        game.check(&state, seat, &mv).unwrap_err()
    };
    let cases = [
        (
            WHITE,
            "c2-c1",
            Illegal::NotToMove {
                seat: WHITE,
                to_move: Color::Black,
            },
            "it is Black's turn, not that of seat 1",
        ),
        (
            Seat(7),
            "b4-b5",
            Illegal::NotToMove {
                seat: Seat(7),
                to_move: Color::Black,
            },
            "it is Black's turn, not that of seat 7",
        ),
        (
            BLACK,
            "a1-a2",
            Illegal::NoPiece { at: square("a1") },
            "no piece stands on a1",
        ),
        (
            BLACK,
            "c2-c3",
            Illegal::NotYours {
                at: square("c2"),
                owner: Color::White,
            },
            "the pieces on c2 are White's",
        ),
        (
            BLACK,
            "b4-b4",
            Illegal::SameSquare { at: square("b4") },
            "a move from b4 must end on another square",
        ),
        (
            BLACK,
            "a2-b4",
            Illegal::NotStraight {
                from: square("a2"),
                to: square("b4"),
            },
            "a2 and b4 are not in one row, column or diagonal",
        ),
        (
            BLACK,
            "a2-a3=4",
            Illegal::TooMany {
                at: square("a2"),
                count: count(4),
                stands: count(3),
            },
            "4 pieces cannot leave a2: only 3 there",
        ),
        (
            BLACK,
            "a2-a5=2",
            Illegal::TooFar {
                to: square("a5"),
                distance: 3,
                count: count(2),
            },
            "a5 is 3 squares away, further than a count of 2 can go",
        ),
        (
            BLACK,
            "a2-d2",
            Illegal::PathBlocked { at: square("c2") },
            "the piece on c2 is in the way",
        ),
        (
            BLACK,
            "b4-a5",
            Illegal::SingleCaptures { at: square("a5") },
            "a single piece cannot capture on a5: it takes at least 2",
        ),
    ];
    for (seat, text, illegal, sentence) in cases {
        assert_eq!(refused(seat, text), illegal, "{text}");
        assert_eq!(testkit::said(&illegal), sentence);
    }

    let off = |from, to| {
        let mv = Move {
            from,
            to,
            count: count(1),
        };
        game.check(&state, BLACK, &mv).unwrap_err()
    };
    let nowhere = Square::new(255, 255);
    for far in [nowhere, Square::new(5, 0), Square::new(0, 5)] {
        let illegal = Illegal::OffBoard {
            at: far,
            width: 5,
            height: 5,
        };
        assert_eq!(off(square("b4"), far), illegal);
        assert_eq!(off(far, square("b4")), illegal);
    }
    assert_eq!(
        testkit::said(&off(nowhere, nowhere)),
        "x = 255, y = 255 is off the board of 5 x 5 squares"
    );

    let over = game.resume(position("w/b/x/x w"), 0);
    let mv = game.read(&over, "a1-a2").unwrap();
    assert_eq!(game.check(&over, WHITE, &mv), Err(Illegal::GameOver));
    assert_eq!(testkit::said(&Illegal::GameOver), "the game is over");
}

#[test]
fn a_report_is_a_sentence() {
    let game = combo(8, 8, 200);
    let report = |record, text| {
        let state = game.resume(position(record), 0);
        let mv = game.read(&state, text).unwrap();
        let seat = state.position().to_move().seat();
        game.check(&state, seat, &mv).unwrap();
        testkit::told(&game.report(&state, Step::Act(&[(seat, mv)])))
    };
    let board = "x,w,x/b3,x2/w3,x,b2 b";
    assert_eq!(
        report(board, "a2-a3=2"),
        "Black moves 2 from a2 to a3, captures 3 White pieces, leaves 1 on a2."
    );
    assert_eq!(
        report(board, "a2-b1"),
        "Black moves 3 from a2 to b1, captures 1 White piece."
    );
    assert_eq!(
        report("w2,w4 w", "a1-b1=1"),
        "White moves 1 from a1 to b1, joins 4 there, leaves 1 on a1."
    );
    assert_eq!(report(board, "c3-c2"), "Black moves 2 from c3 to c2.");
}

#[test]
fn a_board_out_of_bounds_is_refused() {
    let new = |width, height| {
        Combo::new(Options {
            width,
            height,
            ..Options::default()
        })
    };
    assert_eq!(new(0, 8), Err(OptionsError::Width { width: 0 }));
    assert_eq!(new(27, 8), Err(OptionsError::Width { width: 27 }));
    assert_eq!(new(8, 3), Err(OptionsError::Height { height: 3 }));
    assert_eq!(new(8, 27), Err(OptionsError::Height { height: 27 }));
    assert_eq!(
        testkit::said(&new(8, 3).unwrap_err()),
        "the height must be from 4 to 26, not 3"
    );
    assert!(new(1, 4).is_ok() && new(26, 26).is_ok());
}

proptest! {
    #[test]
    fn moves_and_their_effects_agree_with_the_plain_rules(plain in boards()) {
        let position = position(&plain.record());
        let expected = plain.moves();
        let names: Vec<&String> = expected.iter().map(|(text, _)| text).collect();
        let found = texts(&position);
        prop_assert_eq!(found.iter().collect::<Vec<_>>(), names);
        prop_assert_eq!(position.count_moves(), expected.len() as u64);
        prop_assert_eq!(position.has_moves(), !expected.is_empty());
        for (text, after) in expected.iter().step_by(7) {
            let mut next = position.clone();
            let mv = Move::read(&position, text).unwrap();
            let undo = next.play(mv).unwrap();
            prop_assert_eq!(&Plain::of(&next), after);
            prop_assert_eq!(&next, &Position::read(&after.record()).unwrap());
            let target = position.at(mv.to);
            let captured = target.is_some_and(|piece| piece.color != position.to_move());
            prop_assert_eq!(undo.captured(), captured);
        }
    }

    #[test]
    fn undo_restores_everything(plain in boards(), seed: u64) {
        let game = combo(8, 8, 0);
        let mut dice = Quick::new(seed);
        let mut position = position(&plain.record());
        let mut done = Vec::new();
        for _ in 0..30 {
            if !position.has_moves() {
                break;
            }
            let mv = position.pick(&mut dice).unwrap();
            let before = position.clone();
            let undo = position.play(mv).unwrap();
            prop_assert_eq!(position.hash(), position.fresh_hash());
            prop_assert_ne!(position.hash(), before.hash());
            done.push((before, undo));
        }
        let state = game.resume(position.clone(), 0);
        prop_assert_eq!(game.key(&state), game.fresh_key(&state));
        while let Some((before, undo)) = done.pop() {
            position.undo(undo);
            prop_assert_eq!(&position, &before);
        }
    }

    #[test]
    fn records_round_trip(plain in boards()) {
        let position = position(&plain.record());
        let text = position.to_string();
        prop_assert_eq!(&Position::read(&text).unwrap(), &position);
        prop_assert_eq!(Plain::of(&position), plain);
        prop_assert!(!text.contains("x,x") && !text.contains("w1,") && !text.contains("x1,"));
    }

    #[test]
    fn any_text_is_read_or_refused(text: String, near in "[bwx0-9,/ =a-d-]{0,24}") {
        let game = combo(8, 8, 200);
        let start = game.start();
        for text in [text, near] {
            let length = text.chars().count();
            match Position::read(&text) {
                Ok(position) => prop_assert!(Position::read(&position.to_string()).is_ok()),
                Err(error) => prop_assert!(error.at <= length),
            }
            match game.read(&start, &text) {
                Ok(mv) => prop_assert_eq!(game.read(&start, &mv.to_string()), Ok(mv)),
                Err(error) => prop_assert!(error.at <= length),
            }
        }
    }

    #[test]
    fn any_move_is_allowed_or_refused(
        plain in boards(), x: u8, y: u8, to_x: u8, to_y: u8, count in 1..=u16::MAX,
    ) {
        let position = position(&plain.record());
        let mv = Move {
            from: Square::new(x, y),
            to: Square::new(to_x, to_y),
            count: NonZeroU16::new(count).unwrap(),
        };
        if let Err(illegal) = position.check(mv) {
            prop_assert!(!testkit::said(&illegal).is_empty());
        }
    }
}

#[test]
fn a_hundred_thousand_positions_have_hashes_of_their_own() {
    let game = combo(8, 8, 200);
    let mut dice = Quick::new(4);
    let mut hashes = std::collections::HashMap::new();
    for _ in 0..200 {
        let mut state = game.start();
        while game.pending(&state).ending().is_none() && state.quiet() < 150 {
            let seat = state.position().to_move().seat();
            let mv = game.propose(&state, seat, &mut dice);
            game.apply(&mut state, Step::Act(&[(seat, mv)]));
            let record = state.position().to_string();
            let known = hashes
                .entry(game.key(&state))
                .or_insert_with(|| record.clone());
            assert_eq!(*known, record, "two positions with one hash");
        }
    }
    assert!(hashes.len() > 50_000, "only {} positions", hashes.len());
}
