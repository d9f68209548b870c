//! Game 17 as a whole: the vectors, the conformance suite, fairness, and the agreement
//! of all ways to play a turn.

use std::path::Path;

use dice::{Quick, Seed};
use game::{Dice, Game, Outcome, Pending, Seat, Step, play};
use game17::{
    BadOrder, Board, Chance, Draw, Game17, Illegal, Options, RawOrder, Scratch, State, Turn, t800,
    zombie,
};
use proptest::prelude::*;
use serde_json::Value;
use testkit::statistics::assert_uniform;
use testkit::{allocations, conformance, vectors};

#[global_allocator]
static ALLOCATOR: allocations::Counting = allocations::Counting;

fn game(size: u8, rounds: u32, players: u16) -> Game17 {
    Game17::new(Options {
        size,
        rounds,
        players,
        ..Options::default()
    })
    .unwrap()
}

/// The state after the deal and the order of turns, both in ascending order.
fn begun(game: &Game17) -> State {
    let owners: Vec<u16> = (0..game.options().squares()).collect();
    let mut state = game.start();
    game.apply(&mut state, Step::Draw(&Draw::Deal(owners.clone())));
    game.apply(&mut state, Step::Draw(&Draw::Order(owners)));
    state
}

// ---------------------------------------------------------------- vectors

fn rows<T: TryFrom<u64>>(value: &Value) -> Vec<Vec<T>> {
    let number = |value: &Value| value.as_u64().and_then(|n| T::try_from(n).ok()).unwrap();
    let row = |value: &Value| value.as_array().unwrap().iter().map(number).collect();
    value.as_array().unwrap().iter().map(row).collect()
}

fn raw_orders(moves: &Value) -> Vec<RawOrder<'_>> {
    let raw = |order: &'_ Value| -> (i64, i64, i64) {
        let number = |value: &Value| value.as_i64().unwrap();
        (
            number(&order[0][0]),
            number(&order[0][1]),
            number(&order[2]),
        )
    };
    let moves = moves.as_array().unwrap().iter();
    moves
        .map(|order| {
            let (row, col, count) = raw(order);
            let direction = order[1].as_str().unwrap();
            RawOrder {
                row,
                col,
                direction,
                count,
            }
        })
        .collect()
}

#[test]
fn all_vectors_match() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalog/tests/vectors/game17.jsonl");
    let vectors = vectors::read(&path);
    assert_eq!(vectors.len(), 400);
    for vector in vectors {
        let place = &vector.place;
        let request = &vector.request;
        let numbers: Vec<Vec<u32>> = rows(&request["numbers"]);
        let mut board = Board::new(&rows::<u16>(&request["owners"]), &numbers).unwrap();
        let owner = request["owner"].as_u64().unwrap() as u16;
        let mut coins = request["coins"].as_array().unwrap().iter();
        let turn = Turn::from_raw(&board, owner, raw_orders(&request["moves"]));
        let skipped = turn.is_err();
        if let Ok(turn) = turn {
            let mut coin = |_, _| coins.next().unwrap().as_bool().unwrap();
            board.turn(owner, &turn, &mut coin).unwrap();
            assert_eq!(coins.next(), None, "{place}: coins are left");
            assert_eq!(Turn::read(&turn.to_string(), board.size()), Ok(turn));
        }
        let response = &vector.response;
        let owners: Vec<u16> = rows(&response["owners"]).concat();
        assert_eq!(board.owners(), owners, "{place}: owners");
        let numbers: Vec<u32> = rows(&response["numbers"]).concat();
        assert_eq!(board.numbers(), numbers, "{place}: numbers");
        assert_eq!(
            Some(skipped),
            response["skipped"].as_bool(),
            "{place}: skipped"
        );
    }
}

// ------------------------------------------------------------ conformance

#[test]
fn the_conformance_suite_holds_on_all_kinds_of_boards() {
    for (size, players) in [
        (1, 0),
        (1, 1),
        (2, 0),
        (2, 1),
        (2, 2),
        (2, 4),
        (3, 0),
        (3, 1),
        (3, 2),
        (3, 9),
        (5, 0),
        (5, 1),
        (5, 2),
        (5, 25),
    ] {
        conformance::any(&game(size, 20, players), 20, 2000);
    }
    for players in [0, 1, 2, 100, 196] {
        conformance::any(&game(14, 50, players), 1, 1000);
    }
    conformance::any(&game(64, 2, 4096), 1, 100);
}

// ---------------------------------------------------------------- the end

#[test]
fn a_board_of_one_square_is_over_when_it_is_dealt() {
    let game = game(1, 50, 1);
    let state = begun(&game);
    let Pending::Over(ending) = game.pending(&state) else {
        panic!("{state:?}");
    };
    assert_eq!(ending.reason, "one-owner");
    assert_eq!(ending.outcome, Outcome::Places(Box::new([1])));
    assert_eq!(state.winners(), [0]);
}

#[test]
fn a_game_without_rounds_is_over_after_deal_and_order_and_all_tie() {
    let game = game(3, 0, 2);
    let state = begun(&game);
    let Pending::Over(ending) = game.pending(&state) else {
        panic!("{state:?}");
    };
    assert_eq!(ending.reason, "rounds");
    assert_eq!(ending.outcome, Outcome::Places(Box::new([1, 1])));
    assert_eq!(state.winners(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    let refused = game.check(&state, Seat(0), &Turn::default());
    assert_eq!(refused, Err(Illegal::Over));
    let refused = game.check_draw(&state, &Draw::Coin(true));
    assert_eq!(refused, Err(Illegal::Over));
}

fn act(game: &Game17, state: &mut State, seat: u16, text: &str) {
    let turn = game.read(state, text).unwrap();
    game.check(state, Seat(seat), &turn).unwrap();
    game.apply(state, Step::Act(&[(Seat(seat), turn)]));
}

#[test]
fn owners_without_squares_are_skipped_and_rounds_are_counted() {
    let game = game(2, 3, 4);
    let mut state = begun(&game);
    assert_eq!(game.rounds_left(&state), 2);
    // 0 and 1 are in the first row, 2 and 3 in the second.
    act(&game, &mut state, 0, "0,0e4");
    assert_eq!(
        game.pending(&state),
        Pending::Chance(Chance::Coin {
            row: 0,
            col: 1,
            mover: 0
        })
    );
    assert_eq!(state.tied().collect::<Vec<_>>(), [(0, 1)]);
    game.apply(&mut state, Step::Draw(&Draw::Coin(true)));
    assert_eq!(state.board().squares_of(1), 0);
    assert_eq!((state.round(), state.mover()), (0, Some(2)));
    act(&game, &mut state, 2, "-");
    assert_eq!((state.round(), state.mover()), (0, Some(3)));
    act(&game, &mut state, 3, "1,1n4");
    assert_eq!((state.round(), state.mover()), (1, Some(0)));
    act(&game, &mut state, 0, "-");
    assert_eq!((state.round(), state.mover()), (1, Some(2)));
    act(&game, &mut state, 2, "1,0e1");
    // 3 has no square left, so 2 was the last of this round.
    assert_eq!((state.round(), state.mover()), (2, Some(0)));
    act(&game, &mut state, 0, "-");
    act(&game, &mut state, 2, "-");
    let Pending::Over(ending) = game.pending(&state) else {
        panic!("{state:?}");
    };
    assert_eq!(ending.reason, "rounds");
    assert_eq!(ending.outcome, Outcome::Places(Box::new([1, 3, 1, 3])));
    assert_eq!(state.winners(), [0, 2]);
}

#[test]
fn the_game_ends_as_soon_as_one_owner_has_all_pieces() {
    let game = game(2, 50, 1);
    let mut state = begun(&game);
    let zombie = |state: &mut State, text: &str| {
        let draw = Draw::Zombie(Turn::read(text, 2).unwrap());
        assert_eq!(game.check_draw(state, &draw), Ok(()));
        game.apply(state, Step::Draw(&draw));
    };
    let coin = |state: &mut State| {
        assert!(matches!(
            game.pending(state),
            Pending::Chance(Chance::Coin { .. })
        ));
        game.apply(state, Step::Draw(&Draw::Coin(false)));
    };
    act(&game, &mut state, 0, "-");
    zombie(&mut state, "0,1w4");
    coin(&mut state);
    zombie(&mut state, "1,0n4");
    assert_eq!(state.board().pieces_of(0), 12);
    zombie(&mut state, "1,1n2 1,1s2");
    // The last zombie walks onto an empty square of another zombie.
    assert_eq!((state.round(), state.mover()), (1, Some(0)));
    act(&game, &mut state, 0, "0,0e8");
    let Pending::Over(ending) = game.pending(&state) else {
        panic!("{state:?}");
    };
    assert_eq!(ending.reason, "one-owner");
    assert_eq!(state.winners(), [0]);
    assert_eq!(state.board().owners(), [0, 0, 2, 3]);
}

// --------------------------------------------------------------- refusals

#[test]
fn refusals_name_the_rule_and_the_square() {
    let game = game(2, 50, 2);
    let mut state = game.start();
    let refused = |state: &State, seat, text| {
        let turn = Turn::read(text, 9).unwrap();
        let error = game.check(state, Seat(seat), &turn).unwrap_err();
        testkit::said(&error)
    };
    assert_eq!(
        refused(&state, 0, "0,0n1"),
        "it is not the turn of player 0"
    );
    state = begun(&game);
    assert_eq!(refused(&state, 1, "-"), "it is not the turn of player 1");
    assert_eq!(
        refused(&state, 0, "0,0n1 0,1n1"),
        "0,1 belongs to owner 1, not to owner 0"
    );
    assert_eq!(
        refused(&state, 0, "0,0n3 0,0s2"),
        "4 pieces stand on 0,0, not 5"
    );
    assert_eq!(
        refused(&state, 0, "0,2n3"),
        "0,2 is off the board, which has rows and columns 0 to 1"
    );
}

#[test]
fn impossible_draws_are_refused() {
    let game = game(2, 50, 1);
    let mut state = game.start();
    let refused =
        |state: &State, draw: Draw| testkit::said(&game.check_draw(state, &draw).unwrap_err());
    for deal in [
        vec![],
        vec![0, 1, 2],
        vec![0, 1, 2, 4],
        vec![0, 1, 2, 2],
        vec![0, 1, 2, 3, 0],
    ] {
        assert_eq!(
            refused(&state, Draw::Deal(deal)),
            "the deal must give each of the owners 0 to 3 one square"
        );
    }
    assert_eq!(
        refused(&state, Draw::Coin(true)),
        "owners are dealt now, not a coin"
    );
    game.apply(&mut state, Step::Draw(&Draw::Deal(vec![3, 1, 0, 2])));
    assert_eq!(state.board().owners(), [3, 1, 0, 2]);
    assert!(refused(&state, Draw::Order(vec![1, 1, 2, 3])).contains("0 to 3 once"));
    game.apply(&mut state, Step::Draw(&Draw::Order(vec![3, 0, 1, 2])));
    let turn = |text| Draw::Zombie(Turn::read(text, 2).unwrap());
    assert_eq!(
        refused(&state, turn("0,0n1 0,0e2")),
        "a zombie sends all of its pieces, but owner 3 keeps 1 on 0,0"
    );
    assert_eq!(
        refused(&state, turn("0,0n1 0,0e4")),
        "4 pieces stand on 0,0, not 5"
    );
    assert_eq!(
        refused(&state, turn("0,1n4")),
        "0,1 belongs to owner 1, not to owner 3"
    );
    assert_eq!(game.check_draw(&state, &turn("0,0n1 0,0e2 0,0w1")), Ok(()));
    assert_eq!(
        refused(&state, Draw::Order(vec![0, 1, 2, 3])),
        "a zombie moves now, not an order of turns"
    );
    game.apply(&mut state, Step::Draw(&turn("0,0n1 0,0e2 0,0w1")));
    assert_eq!(
        refused(&state, turn("-")),
        "a player chooses now, not the turn of a zombie"
    );
}

#[test]
fn a_void_turn_changes_nothing_and_play_goes_on() {
    let game = game(2, 50, 2);
    let before = begun(&game);
    let turn = Turn::read("0,0n5", 2).unwrap();
    assert!(game.check(&before, Seat(0), &turn).is_err());
    let mut after = before.clone();
    let step = [(Seat(0), turn)];
    assert_eq!(
        testkit::told(&game.report(&before, Step::Act(&step))),
        "The turn of owner 0 is void: nothing moves."
    );
    game.apply(&mut after, Step::Act(&step));
    assert_eq!(after.board(), before.board());
    assert_eq!(after.mover(), Some(1));
}

#[test]
fn draws_are_reported_in_a_sentence() {
    let game = game(2, 50, 2);
    let told = |state: &State, draw: Draw| testkit::told(&game.report(state, Step::Draw(&draw)));
    let mut state = game.start();
    assert_eq!(
        told(&state, Draw::Deal(vec![0, 1, 2, 3])),
        "Owners are dealt."
    );
    assert_eq!(
        told(&state, Draw::Order(vec![2, 1, 0, 3])),
        "The order of turns is drawn: owner 2 begins."
    );
    state = begun(&game);
    let step = [(Seat(0), Turn::read("0,0e4", 2).unwrap())];
    assert_eq!(
        testkit::told(&game.report(&state, Step::Act(&step))),
        "Owner 0 sends 4 pieces with 1 order. It waits for a coin at 0,1."
    );
    game.apply(&mut state, Step::Act(&step));
    assert_eq!(
        told(&state, Draw::Coin(true)),
        "The coin at 0,1 falls to owner 0, who gets 4 pieces of owner 1."
    );
    assert_eq!(
        told(&state, Draw::Coin(false)),
        "The coin at 0,1 falls to owner 1, who gets 4 pieces of owner 0."
    );
}

// --------------------------------------------------- all ways to play agree

#[test]
fn a_run_equals_steps_with_the_same_dice() {
    let mut scratch = Scratch::new();
    for (size, rounds) in [
        (1, 5),
        (2, 50),
        (3, 50),
        (5, 30),
        (14, 50),
        (20, 3),
        (64, 1),
    ] {
        let game = game(size, rounds, 0);
        for seed in 0..5 {
            let mut fast = game.start();
            game.run(&mut fast, &mut Quick::new(seed), &mut scratch);
            let mut slow = game.start();
            let mut dice = Quick::new(seed);
            play::random(&game, &mut slow, &mut dice, &mut Vec::new(), u64::MAX);
            assert_eq!(fast, slow, "size {size}, seed {seed}");
            assert!(game.pending(&fast).ending().is_some());
        }
    }
}

#[test]
fn a_run_stops_where_a_player_must_choose() {
    let game = game(5, 20, 3);
    let mut scratch = Scratch::new();
    for seed in 0..20 {
        let (mut quick, mut again) = (Quick::new(seed), Quick::new(seed));
        let (mut fast, mut slow) = (game.start(), game.start());
        loop {
            game.run(&mut fast, &mut quick, &mut scratch);
            while let Pending::Chance(_) = game.pending(&slow) {
                let draw = game.draw(&slow, &mut again);
                game.apply(&mut slow, Step::Draw(&draw));
            }
            assert_eq!(fast, slow);
            let Some(seat) = game.pending(&fast).to_act().lowest() else {
                break;
            };
            // This turn leaves ties open, so the run starts with coins.
            let turn = game.propose(&fast, seat, &mut quick);
            game.apply(&mut fast, Step::Act(&[(seat, turn)]));
            let turn = game.propose(&slow, seat, &mut again);
            game.apply(&mut slow, Step::Act(&[(seat, turn)]));
        }
        assert!(game.pending(&fast).ending().is_some());
    }
}

#[test]
fn a_run_of_zombies_does_not_allocate() {
    let game = game(14, 50, 0);
    let mut scratch = Scratch::new();
    let mut warm = game.start();
    game.run(&mut warm, &mut Quick::new(1), &mut scratch);
    let mut state = begun(&game);
    let found = allocations::count(|| game.run(&mut state, &mut Quick::new(2), &mut scratch));
    assert_eq!(found, 0);
    assert!(state.round() > 0);
}

/// Settles a turn in the plainest way: maps instead of lists, one square at a time.
fn naive(board: &Board, mover: u16, turn: &Turn, coins: &mut Vec<bool>) -> (Vec<u16>, Vec<u32>) {
    let size = i32::from(board.size());
    let (mut owners, mut numbers) = (board.owners().to_vec(), board.numbers().to_vec());
    let mut arrivals = std::collections::BTreeMap::new();
    for order in turn.orders() {
        let (down, right) = match order.direction.letter() {
            'n' => (-1, 0),
            's' => (1, 0),
            'e' => (0, 1),
            _ => (0, -1),
        };
        let (row, col) = (i32::from(order.row), i32::from(order.col));
        let count = order.count.get();
        numbers[(row * size + col) as usize] -= count;
        let to = (row + down).rem_euclid(size) * size + (col + right).rem_euclid(size);
        *arrivals.entry(to as usize).or_insert(0) += count;
    }
    for (square, arrived) in arrivals {
        if owners[square] != mover {
            let stayed = numbers[square];
            if arrived > stayed || arrived == stayed && coins.remove(0) {
                owners[square] = mover;
            }
        }
        numbers[square] += arrived;
    }
    (owners, numbers)
}

fn boards() -> impl Strategy<Value = Board> {
    (1..=6usize).prop_flat_map(|size| {
        let row = |most: u32| prop::collection::vec(prop::collection::vec(0..most, size), size);
        (row(4), row(9)).prop_map(|(owners, numbers)| {
            let owners: Vec<Vec<u16>> = owners
                .into_iter()
                .map(|row| row.into_iter().map(|owner| owner as u16 * 7).collect())
                .collect();
            Board::new(&owners, &numbers).unwrap()
        })
    })
}

fn orders() -> impl Strategy<Value = Vec<(i64, i64, String, i64)>> {
    let number = || {
        prop_oneof![
            10 => 0..7i64,
            1 => prop::sample::select(vec![i64::MIN, i64::MAX, -1, 256, 1 << 32]),
        ]
    };
    let direction = prop_oneof![20 => "[nesw]", 1 => ".{0,3}"];
    prop::collection::vec((number(), number(), direction, number()), 0..12)
}

fn total(board: &Board) -> u64 {
    board.numbers().iter().map(|&n| u64::from(n)).sum()
}

/// Checks that what the board tracks about its owners agrees with its squares.
fn assert_consistent(board: &Board) {
    let fresh = Board::new(
        &board
            .owners()
            .chunks(board.size().into())
            .collect::<Vec<_>>(),
        &board
            .numbers()
            .chunks(board.size().into())
            .collect::<Vec<_>>(),
    )
    .unwrap();
    for owner in board.owners().iter().copied().chain(0..30) {
        assert_eq!(board.squares_of(owner), fresh.squares_of(owner));
        assert_eq!(board.pieces_of(owner), fresh.pieces_of(owner));
        assert_eq!(board.owned(owner), fresh.owned(owner));
    }
    assert_eq!(board.sole_owner(), fresh.sole_owner());
    assert_eq!(board.leaders(), fresh.leaders());
    assert_eq!(board.places(30), fresh.places(30));
}

proptest! {
    #[test]
    fn turns_settle_by_the_plain_rule_and_keep_all_pieces(
        board in boards(),
        owners in prop::collection::vec(0..5u16, 1..8),
        seed in any::<u64>(),
    ) {
        let mut dice = Quick::new(seed);
        let mut board = board;
        let pieces = total(&board);
        for (number, owner) in owners.into_iter().enumerate() {
            let owner = owner * 7;
            let turn = match number % 2 {
                0 => zombie(&board, owner, &mut dice),
                _ => t800(&board, owner, &mut dice),
            };
            let mut coins: Vec<bool> = (0..50).map(|_| dice.coin()).collect();
            let mut given = coins.clone().into_iter();
            let (owners, numbers) = naive(&board, owner, &turn, &mut coins);
            let before = board.clone();
            let report = board.turn(owner, &turn, &mut |_, _| given.next().unwrap()).unwrap();
            prop_assert_eq!(board.owners(), owners);
            prop_assert_eq!(board.numbers(), numbers);
            prop_assert_eq!(total(&board), pieces);
            prop_assert_eq!(report.ties().count(), 50 - coins.len());
            prop_assert_eq!(
                report.captures().count(),
                usize::from(board.squares_of(owner) - before.squares_of(owner))
            );
            assert_consistent(&board);
        }
    }

    #[test]
    fn a_whole_turn_equals_its_steps_with_the_same_coins(
        size in 1..=5u8,
        seed in any::<u64>(),
    ) {
        let game = game(size, 10, u16::from(size) * u16::from(size) / 2);
        let mut dice = Quick::new(seed);
        let mut state = game.start();
        let pieces = total(state.board());
        for _ in 0..60 {
            let mut board = state.board().clone();
            let (mover, turn) = match game.pending(&state) {
                Pending::Over(_) => break,
                Pending::Choose(seats) => {
                    let seat = seats.lowest().unwrap();
                    let turn = game.propose(&state, seat, &mut dice);
                    game.apply(&mut state, Step::Act(&[(seat, turn.clone())]));
                    (seat.0, turn)
                }
                Pending::Chance(Chance::Zombie { owner }) => {
                    let draw = game.draw(&state, &mut dice);
                    game.apply(&mut state, Step::Draw(&draw));
                    let Draw::Zombie(turn) = draw else { unreachable!() };
                    (owner, turn)
                }
                Pending::Chance(_) => {
                    let draw = game.draw(&state, &mut dice);
                    game.apply(&mut state, Step::Draw(&draw));
                    continue;
                }
            };
            let mut coins = Vec::new();
            while let Pending::Chance(Chance::Coin { row, col, mover: tosser }) = game.pending(&state) {
                prop_assert_eq!(tosser, mover);
                let coin = dice.coin();
                coins.push((row, col, coin));
                game.apply(&mut state, Step::Draw(&Draw::Coin(coin)));
            }
            let mut coins = coins.into_iter();
            board.turn(mover, &turn, &mut |row, col| {
                let (at_row, at_col, coin) = coins.next().unwrap();
                assert_eq!((row, col), (at_row, at_col));
                coin
            }).unwrap();
            prop_assert_eq!(coins.next(), None);
            prop_assert_eq!(state.board(), &board);
            prop_assert_eq!(total(&board), pieces);
            assert_consistent(state.board());
        }
    }

    #[test]
    fn orders_from_outside_never_panic_and_void_turns_change_nothing(
        board in boards(),
        owner in 0..5u16,
        orders in orders(),
    ) {
        let owner = owner * 7;
        let raw = orders.iter().map(|(row, col, direction, count)| RawOrder {
            row: *row,
            col: *col,
            direction,
            count: *count,
        });
        match Turn::from_raw(&board, owner, raw) {
            Ok(turn) => {
                prop_assert_eq!(board.check(owner, &turn), Ok(()));
                let sent: i64 = orders.iter().map(|order| order.3).sum();
                prop_assert_eq!(turn.sent(), sent as u64);
            }
            Err(BadOrder { order, problem }) => {
                prop_assert!(order < orders.len());
                prop_assert!(!testkit::said(&problem).is_empty());
            }
        }
    }

    #[test]
    fn notation_never_panics(text in ".{0,30}", size in 1..=64u8) {
        let _ = Turn::read(&text, size);
    }

    #[test]
    fn nearly_valid_notation_never_panics(
        text in "[-0-9,nesw ]{0,24}",
        size in 1..=64u8,
    ) {
        if let Ok(turn) = Turn::read(&text, size) {
            prop_assert_eq!(Turn::read(&turn.to_string(), size), Ok(turn));
        }
    }
}

#[test]
fn a_t800_sends_all_pieces_of_a_square_or_none() {
    let mut dice = Quick::new(4);
    for seed in 0..200 {
        let game = game(5, 10, 0);
        let mut state = game.start();
        let mut playing = Quick::new(seed);
        play::random(&game, &mut state, &mut playing, &mut Vec::new(), 60);
        let board = state.board();
        for owner in 0..25 {
            let turn = t800(board, owner, &mut dice);
            assert_eq!(board.check(owner, &turn), Ok(()));
            for orders in turn.orders().chunk_by(|a, b| a.square() == b.square()) {
                let (row, col) = orders[0].square();
                let sent: u32 = orders.iter().map(|order| order.count.get()).sum();
                assert_eq!(Some(sent), board.number(row, col));
            }
        }
    }
}

// --------------------------------------------------------------- fairness

#[test]
fn deals_and_orders_of_turns_are_uniform() {
    let game = game(4, 10, 0);
    let mut dice = Seed::from_number(17).stream();
    // Indexed by draw and owner: the position the owner gets.
    let mut counts = [[[0u64; 16]; 2]; 2];
    for _ in 0..8000 {
        let mut state = game.start();
        for (kind, counts) in counts.iter_mut().enumerate() {
            let draw = game.draw(&state, &mut dice);
            let (Draw::Deal(owners) | Draw::Order(owners)) = &draw else {
                panic!("{draw:?}");
            };
            for (counts, owner) in counts.iter_mut().zip([0, 11]) {
                counts[owners.iter().position(|&o| o == owner).unwrap()] += 1;
            }
            game.apply(&mut state, Step::Draw(&draw));
            if kind == 0 {
                let Draw::Deal(owners) = &draw else {
                    panic!("{draw:?}");
                };
                assert_eq!(state.board().owners(), owners);
            }
        }
    }
    for (what, counts) in ["the deal", "the order of turns"].into_iter().zip(&counts) {
        assert_uniform(&format!("{what} for owner 0"), &counts[0]);
        assert_uniform(&format!("{what} for owner 11"), &counts[1]);
    }
}

#[test]
fn coins_are_fair() {
    let game = game(3, 10, 2);
    let mut dice = Seed::from_number(3).stream();
    let mut tied = begun(&game);
    act(&game, &mut tied, 0, "0,0e4");
    let mut counts = [0u64; 2];
    for _ in 0..20_000 {
        let draw = game.draw(&tied, &mut dice);
        let mut state = tied.clone();
        game.apply(&mut state, Step::Draw(&draw));
        let winner = state.board().owner(0, 1).unwrap();
        counts[usize::from(winner)] += 1;
    }
    assert_uniform("the coin", &counts);
}

#[test]
fn ties_in_a_run_of_zombies_are_fair() {
    // With one piece per square, the first zombie of a game always meets one piece. The
    // second to fourth owners are players here, so the run stops there.
    let options = |players| Options {
        size: 2,
        rounds: 1,
        pieces: 1,
        players,
    };
    let game = Game17::new(options(3)).unwrap();
    let mut state = game.start();
    game.apply(&mut state, Step::Draw(&Draw::Deal(vec![0, 1, 2, 3])));
    game.apply(&mut state, Step::Draw(&Draw::Order(vec![3, 0, 1, 2])));
    let mut dice = Quick::new(9);
    let mut scratch = Scratch::new();
    let mut counts = [0u64; 2];
    for _ in 0..20_000 {
        let mut state = state.clone();
        game.run(&mut state, &mut dice, &mut scratch);
        counts[usize::from(state.board().pieces_of(3) == 2)] += 1;
    }
    assert_uniform("ties", &counts);
}

#[test]
fn a_zombie_sends_its_pieces_evenly_in_all_directions() {
    let game = game(14, 1, 0);
    let state = begun(&game);
    let mut dice = Seed::from_number(6).stream();
    let mut counts = [0u64; 4];
    for _ in 0..5000 {
        let turn = zombie(state.board(), 50, &mut dice);
        assert_eq!(turn.sent(), 4);
        for order in turn.orders() {
            let way = "nesw".find(order.direction.letter()).unwrap();
            counts[way] += u64::from(order.count.get());
        }
    }
    assert_uniform("directions", &counts);
}
