//! Moves entered by touch, game by game and in positions of random play.

use std::sync::Arc;

use catalog::{AnyPending, AnyState, AnyStep, Scene, Value};
use dice::Quick;
use entry::{MoveEntry, Pressed, Situation, Target, describe};
use game::{Dice, Seat, Square};
use serde_json::json;

fn spot(id: &str, options: Value, seat: u16, state: Option<Value>) -> Situation {
    let game = catalog::open(id, &options).unwrap();
    let state = match state {
        None => game.start(),
        Some(Value::String(position)) => game.read_position(&position).unwrap(),
        Some(value) => game.read_state(&value.into()).unwrap(),
    };
    Situation {
        game: game.into(),
        state: Arc::new(state),
        seat: Seat(seat),
    }
}

/// Reads `d4`, or `3,4` for row and column.
fn at(name: &str) -> Square {
    match name.split_once(',') {
        Some((row, column)) => Square::new(column.parse().unwrap(), row.parse().unwrap()),
        None => Square::read(name, 26, 26).unwrap(),
    }
}

fn entered(text: &str) -> Pressed {
    Pressed::Entered(text.to_owned())
}

/// A refusal in English.
#[derive(Debug, PartialEq)]
struct Refusal<'a>(&'a str);

fn refused(text: &str) -> Refusal<'_> {
    Refusal(text)
}

impl PartialEq<Refusal<'_>> for Pressed {
    fn eq(&self, refusal: &Refusal<'_>) -> bool {
        match self {
            Pressed::Refused(message) => catalog::Language::English.sentence(message) == refusal.0,
            _ => false,
        }
    }
}

fn targets(hand: &dyn MoveEntry, kind: Target) -> Vec<String> {
    let targets = hand.lit().targets.into_iter();
    let mut names: Vec<String> = targets
        .filter(|(_, target)| *target == kind)
        .map(|(at, _)| at.to_string())
        .collect();
    names.sort();
    names
}

fn brandub(position: &str, seat: u16) -> Box<dyn MoveEntry> {
    entry::open(&spot("brandub", json!({}), seat, Some(json!(position))))
}

const BRANDUB: &str = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a";

#[test]
fn a_piece_and_then_a_square_make_a_move() {
    let mut hand = brandub(BRANDUB, 0);
    assert_eq!(hand.lit().sources.len(), 8);
    assert_eq!(hand.press(at("d1")), Pressed::Changed);
    assert_eq!(hand.lit().chosen, Some(at("d1")));
    assert_eq!(targets(&*hand, Target::Free), ["b1", "c1", "e1", "f1"]);
    assert_eq!(hand.press(at("c1")), entered("d1-c1"));
    assert_eq!(hand.lit().chosen, None);
    assert_eq!(hand.drag(at("d1"), at("b1")), entered("d1-b1"));
}

#[test]
fn another_piece_of_ones_own_is_chosen_instead() {
    let mut hand = brandub(BRANDUB, 0);
    hand.press(at("d1"));
    assert_eq!(hand.press(at("d2")), Pressed::Changed);
    assert_eq!(hand.lit().chosen, Some(at("d2")));
    assert_eq!(hand.press(at("d2")), Pressed::Changed);
    assert_eq!(hand.lit().chosen, None);
    assert_eq!(hand.undo(), Pressed::Nothing);
}

#[test]
fn what_the_rules_refuse_is_refused_in_their_words() {
    let mut hand = brandub(BRANDUB, 0);
    assert_eq!(hand.press(at("a1")), refused("No piece stands on a1."));
    assert_eq!(
        hand.press(at("d3")),
        refused("The defender on d3 is not yours.")
    );
    hand.press(at("d1"));
    assert_eq!(
        hand.press(at("d3")),
        refused("The way is blocked: a piece stands on d2.")
    );
    assert_eq!(
        hand.press(at("a1")),
        refused("Only the king may stop on the corner a1.")
    );
    assert_eq!(hand.lit().chosen, Some(at("d1")));
    assert_eq!(
        hand.drag(at("d2"), at("e3")),
        refused("d2 and e3 are not in one row or column.")
    );
    assert_eq!(
        hand.lit().chosen,
        Some(at("d1")),
        "a refusal changes nothing"
    );
    let mut early = brandub(BRANDUB, 1);
    assert_eq!(
        early.press(at("d3")),
        refused("It is not the defenders' turn.")
    );
    assert!(early.lit().sources.is_empty());
}

#[test]
fn a_piece_that_is_shut_in_cannot_be_chosen() {
    let mut hand = brandub(&BRANDUB.replace(" a", " d"), 1);
    assert_eq!(
        hand.press(at("d4")),
        refused("The king on d4 cannot move now.")
    );
    assert!(!hand.lit().sources.contains(&at("d4")));
}

#[test]
fn targets_that_capture_are_told_apart_the_king_included() {
    // On b3 the attacker has c3 between itself and d3.
    let mut hand = brandub("/1t5/7/2Tt3/7/7/5K1/7/ a", 0);
    hand.press(at("b1"));
    assert_eq!(targets(&*hand, Target::Capture), ["b3"]);
    assert!(targets(&*hand, Target::Free).contains(&"b2".to_owned()));
    let mut hand = brandub("/1t5/7/2Kt3/7/7/7/7/ a", 0);
    hand.press(at("b1"));
    assert_eq!(targets(&*hand, Target::Capture), ["b3"]);
}

fn automatafl(marked: &[&str]) -> Box<dyn MoveEntry> {
    let state = json!({
        "position": "/r1r1r/5/a1@1a/5/r1r1r/",
        "turn": 0,
        "marked": marked,
        "locked": [null, null],
        "winner": null,
    });
    entry::open(&spot(
        "automatafl",
        json!({"setup": "small"}),
        0,
        Some(state),
    ))
}

#[test]
fn marked_squares_and_the_automaton_are_no_sources() {
    let mut hand = automatafl(&["a1", "c1"]);
    assert_eq!(
        hand.press(at("a1")),
        refused("a1 is marked: choose another square.")
    );
    assert_eq!(
        hand.press(at("c3")),
        refused("The automaton stands on c3: nobody moves it.")
    );
    assert!(!hand.lit().sources.contains(&at("a1")));
    assert_eq!(hand.press(at("e1")), Pressed::Changed);
    assert_eq!(
        targets(&*hand, Target::Free),
        ["b1", "d1", "e2", "e3", "e4", "e5"]
    );
    let Pressed::Refused(why) = hand.press(at("a1")) else {
        panic!("a marked square is no destination")
    };
    assert!(catalog::english(&why).starts_with("a1 is marked: "));
    assert_eq!(hand.press(at("b1")), entered("e1-b1"));
}

#[test]
fn an_empty_square_can_be_named_but_only_pieces_are_lit() {
    let mut hand = automatafl(&[]);
    assert_eq!(hand.lit().sources.len(), 8);
    assert_eq!(hand.press(at("b2")), Pressed::Changed);
    assert_eq!(hand.press(at("b5")), entered("b2-b5"));
}

#[test]
fn a_target_goes_before_a_new_source() {
    let mut hand = automatafl(&[]);
    hand.press(at("a1"));
    assert!(!hand.lit().sources.contains(&at("c1")));
    assert_eq!(hand.press(at("c1")), entered("a1-c1"));
    hand.press(at("a1"));
    assert!(hand.lit().sources.contains(&at("c5")));
    assert_eq!(hand.press(at("c5")), Pressed::Changed);
    assert_eq!(hand.lit().chosen, Some(at("c5")));
    assert_eq!(
        hand.press(at("b2")),
        refused("c5 and b2 are not in one row or column.")
    );
}

#[test]
fn who_has_no_legal_move_may_pass_and_nobody_else() {
    let all: Vec<String> = (0..5)
        .flat_map(|x| (0..5).map(move |y| Square::new(x, y)))
        .map(|at| at.to_string())
        .collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    assert_eq!(automatafl(&all).finish(), entered("-"));
    assert_eq!(
        automatafl(&["a1"]).finish(),
        refused("A player who has a legal move may not pass.")
    );
    // Only empty squares can still be named: then they are lit.
    let empty = ["b1", "b2"];
    let most: Vec<&str> = all.into_iter().filter(|at| !empty.contains(at)).collect();
    assert_eq!(automatafl(&most).lit().sources, empty.map(at));
}

fn combo(position: &str, seat: u16) -> Box<dyn MoveEntry> {
    entry::open(&spot("combo", json!({}), seat, Some(json!(position))))
}

/// Black: 5 on a5, 1 on b5, 2 on e5. White: 3 on a2.
const COMBO: &str = "x5/w3,x4/x5/x5/b5,b,x2,b2 b";

#[test]
fn the_whole_stack_goes_unless_a_count_is_chosen() {
    let mut hand = combo(COMBO, 0);
    assert_eq!(hand.press(at("a5")), Pressed::Changed);
    let amount = hand.lit().amount.unwrap();
    assert_eq!((amount.count, amount.least, amount.most), (5, 1, 5));
    assert_eq!(targets(&*hand, Target::Capture), ["a2"]);
    assert_eq!(targets(&*hand, Target::Join), ["b5"]);
    assert_eq!(hand.press(at("a2")), entered("a5-a2=5"));
    assert_eq!(hand.drag(at("a5"), at("c3")), entered("a5-c3=5"));
}

#[test]
fn how_many_go_decides_how_far() {
    let mut hand = combo(COMBO, 0);
    hand.press(at("a5"));
    assert_eq!(hand.amount(2), Pressed::Changed);
    assert_eq!(hand.amount(2), Pressed::Nothing);
    assert!(targets(&*hand, Target::Capture).is_empty());
    assert_eq!(targets(&*hand, Target::Free), ["a3", "a4", "b4", "c3"]);
    assert_eq!(
        hand.press(at("a2")),
        refused("a2 is out of reach for 2 pieces from a5: it takes 3 to 5.")
    );
    assert_eq!(
        hand.press(at("e1")),
        refused("e1 is out of reach for 2 pieces from a5: it takes 4 to 5.")
    );
    assert_eq!(hand.press(at("c3")), entered("a5-c3=2"));
    hand.press(at("a5"));
    hand.amount(3);
    assert_eq!(hand.drag(at("a5"), at("a2")), entered("a5-a2=3"));
    assert_eq!(
        hand.amount(1),
        refused("Choose a stack first, then how many of it go.")
    );
    hand.press(at("a5"));
    assert_eq!(
        hand.amount(6),
        refused("From a5 1 to 5 pieces can go, not 6.")
    );
    assert_eq!(
        hand.press(at("e5")),
        Pressed::Changed,
        "b5 is in the way to e5, so e5 is chosen instead"
    );
    assert_eq!(hand.press(at("e5")), Pressed::Changed);
}

#[test]
fn a_single_piece_is_not_offered_where_it_could_only_capture() {
    let mut hand = combo("w,w/b3,w b", 0);
    hand.press(at("a2"));
    let amount = hand.lit().amount.unwrap();
    assert_eq!((amount.count, amount.least, amount.most), (3, 2, 3));
    assert_eq!(
        hand.amount(1),
        refused("From a2 2 to 3 pieces can go, not 1.")
    );
    assert_eq!(targets(&*hand, Target::Capture), ["a1", "b1", "b2"]);
}

#[test]
fn stacks_of_others_and_stacks_that_are_stuck_are_refused() {
    let mut hand = combo("w,w,x/b,w,b b", 0);
    assert_eq!(
        hand.press(at("a2")),
        refused("The black stack of 1 on a2 cannot move now.")
    );
    assert_eq!(
        hand.press(at("a1")),
        refused("The pieces on a1 are White's.")
    );
    assert_eq!(hand.press(at("c1")), refused("No piece stands on c1."));
    assert_eq!(hand.lit().sources, [at("c2")]);
}

/// Seat 2 has 5 pieces on 0,0, 3 on 0,1, none on 2,2, and it is its turn.
fn game17() -> Situation {
    let state = json!({
        "owners": [[2, 2, 1], [3, 4, 5], [6, 7, 2]],
        "numbers": [[5, 3, 4], [4, 4, 4], [2, 4, 0]],
        "dealt": true,
        "turn_order": [2, 0, 1, 3, 4, 5, 6, 7, 8],
        "round": 0,
        "mover": 2,
        "tied": [],
        "over": null,
    });
    spot("game17", json!({"size": 3, "players": 9}), 2, Some(state))
}

#[test]
fn orders_add_up_to_a_turn() {
    let mut hand = entry::open(&game17());
    assert_eq!(hand.finish(), entered("-"));
    assert_eq!(hand.lit().sources, [at("0,0"), at("0,1")]);
    hand.press(at("0,0"));
    assert_eq!(hand.lit().amount.unwrap().count, 5);
    assert_eq!(hand.amount(2), Pressed::Changed);
    assert_eq!(hand.press(at("1,0")), Pressed::Changed);
    hand.press(at("0,0"));
    let amount = hand.lit().amount.unwrap();
    assert_eq!((amount.count, amount.least, amount.most), (3, 1, 3));
    hand.amount(1);
    assert_eq!(hand.press(at("1,0")), Pressed::Changed);
    let lit = hand.lit();
    assert_eq!(lit.orders.len(), 1);
    assert_eq!(lit.orders[0].count, 3);
    assert_eq!(hand.drag(at("0,1"), at("1,1")), Pressed::Changed);
    assert_eq!(hand.finish(), entered("0,0s3 0,1s3"));
    assert_eq!(
        hand.press(at("0,1")),
        refused("All pieces on 0,1 have orders: take one back to give another.")
    );
}

#[test]
fn orders_go_over_the_edge() {
    let mut hand = entry::open(&game17());
    hand.press(at("0,0"));
    let mut names: Vec<String> = hand.lit().targets.iter().map(|t| t.0.to_string()).collect();
    names.sort();
    assert_eq!(names, ["a2", "a3", "b1", "c1"], "all on the board");
    // North of row 0 is the last row, and west of column 0 the last column.
    hand.amount(1);
    assert_eq!(hand.press(at("2,0")), Pressed::Changed);
    assert_eq!(hand.drag(at("0,0"), at("0,2")), Pressed::Changed);
    assert_eq!(hand.finish(), entered("0,0n1 0,0w4"));
    let ends: Vec<Square> = hand.lit().orders.iter().map(|o| o.arrow.to).collect();
    assert_eq!(ends, [Square::new(0, 255), Square::new(255, 0)]);
    assert_eq!(
        hand.drag(at("0,1"), at("2,2")),
        refused("2,2 is no neighbour of 0,1: pieces go one square north, east, south or west.")
    );
}

#[test]
fn orders_are_taken_back_last_first_or_one_by_one() {
    let mut hand = entry::open(&game17());
    for (count, to) in [(1, "1,0"), (2, "2,0"), (1, "1,0")] {
        hand.press(at("0,0"));
        hand.amount(count);
        assert_eq!(hand.press(at(to)), Pressed::Changed);
    }
    assert_eq!(hand.finish(), entered("0,0n2 0,0s2"));
    assert_eq!(hand.undo(), Pressed::Changed);
    assert_eq!(hand.finish(), entered("0,0n2 0,0s1"));
    assert_eq!(hand.remove(0), Pressed::Changed);
    assert_eq!(hand.finish(), entered("0,0n2"));
    assert_eq!(hand.remove(1), Pressed::Nothing);
    hand.press(at("0,0"));
    assert_eq!(hand.undo(), Pressed::Changed, "the choice goes first");
    assert_eq!(hand.finish(), entered("0,0n2"));
    assert_eq!(hand.clear(), Pressed::Changed);
    assert_eq!(hand.clear(), Pressed::Nothing);
    assert_eq!(hand.finish(), entered("-"));
}

#[test]
fn a_square_that_the_arrivals_outnumber_is_a_capture() {
    let mut hand = entry::open(&game17());
    hand.press(at("0,0"));
    // 2,0 has 2 pieces, 1,0 and 0,2 have 4, and 0,1 is the player's own.
    assert_eq!(targets(&*hand, Target::Capture), ["a2", "a3", "c1"]);
    assert_eq!(targets(&*hand, Target::Join), ["b1"]);
    hand.amount(4);
    assert_eq!(targets(&*hand, Target::Capture), ["a3"], "4 to 4 is a tie");
}

#[test]
fn squares_without_pieces_of_ones_own_give_no_orders() {
    let mut hand = entry::open(&game17());
    assert_eq!(hand.press(at("2,2")), refused("No pieces stand on 2,2."));
    assert_eq!(
        hand.press(at("1,1")),
        refused("1,1 belongs to owner 4, not to owner 2.")
    );
    assert_eq!(
        hand.amount(1),
        refused("Choose a square first, then how many pieces go.")
    );
    hand.press(at("0,1"));
    assert_eq!(
        hand.amount(0),
        refused("From 0,1 1 to 3 pieces can go, not 0.")
    );
    let waiting = Situation {
        seat: Seat(4),
        ..game17()
    };
    let mut waiting = entry::open(&waiting);
    assert_eq!(
        waiting.press(at("1,1")),
        refused("It is not the turn of player 4.")
    );
    assert!(waiting.lit().sources.is_empty());
}

#[test]
fn on_two_rows_a_neighbour_is_reached_without_the_edge() {
    let state = json!({
        "owners": [[0, 1], [2, 3]],
        "numbers": [[4, 4], [4, 4]],
        "dealt": true,
        "turn_order": [0, 1, 2, 3],
        "round": 0,
        "mover": 0,
        "tied": [],
        "over": null,
    });
    let options = json!({"size": 2, "players": 4});
    let mut hand = entry::open(&spot("game17", options, 0, Some(state)));
    hand.press(at("0,0"));
    assert_eq!(hand.lit().targets.len(), 2);
    hand.press(at("1,0"));
    assert_eq!(hand.finish(), entered("0,0s4"));
}

#[test]
fn typed_moves_are_made_canonical_or_refused() {
    let hand = entry::open(&game17());
    assert_eq!(hand.typed(" 0,0s1 0,0n2 "), entered("0,0n2 0,0s1"));
    assert_eq!(
        hand.typed("0,0n9"),
        refused("5 pieces stand on 0,0, not 9.")
    );
    let combo = combo(COMBO, 0);
    assert_eq!(combo.typed("a5-a2"), entered("a5-a2=5"));
    let Pressed::Refused(why) = combo.typed("a5+a2") else {
        panic!("that is no notation")
    };
    assert!(catalog::english(&why).contains("character 3"));
}

#[test]
fn squares_have_names_that_can_be_read_aloud() {
    let board = |spot: &Situation| spot.game.scene(&spot.state);
    let says = |spot: &Situation, name: &str| catalog::english(&describe(&board(spot), at(name)));
    let marked = json!({
        "position": "/r1r1r/5/a1@1a/5/r1r1r/",
        "turn": 0,
        "marked": ["a3", "b1"],
        "locked": [null, null],
        "winner": null,
    });
    let small = spot("automatafl", json!({"setup": "small"}), 0, Some(marked));
    assert_eq!(says(&small, "a1"), "a1, corner of seat 0, repulsor");
    assert_eq!(says(&small, "c3"), "c3, automaton");
    assert_eq!(says(&small, "e3"), "e3, attractor");
    assert_eq!(says(&small, "a3"), "a3, attractor, marked");
    assert_eq!(says(&small, "b1"), "b1, empty, marked");
    assert_eq!(says(&small, "f6"), "off the board");
    let brandub = spot("brandub", json!({}), 0, None);
    assert_eq!(says(&brandub, "d1"), "d1, attacker");
    assert_eq!(says(&brandub, "d4"), "throne, king");
    assert_eq!(says(&brandub, "a7"), "a7, corner, empty");
    let left = spot(
        "brandub",
        json!({}),
        0,
        Some(json!("/7/1K5/7/7/7/7/1t5/ a")),
    );
    assert_eq!(says(&left, "d4"), "throne, empty");
    let stacks = spot("combo", json!({}), 0, Some(json!(COMBO)));
    assert_eq!(says(&stacks, "a5"), "a5, black stack of 5");
    assert_eq!(says(&stacks, "a2"), "a2, white stack of 3");
    let torus = game17();
    assert_eq!(says(&torus, "0,1"), "row 0 column 1, seat 2, 3 pieces");
    assert_eq!(says(&torus, "2,2"), "row 2 column 2, seat 2, no pieces");
    assert_eq!(torus.game.look().square_name(Square::new(2, 1)), "1,2");
    assert_eq!(brandub.game.look().square_name(Square::new(2, 1)), "c2");
}

/// Calls `visit` for every seat that is to act in the positions of random games.
fn random_spots(
    id: &str,
    options: &Value,
    seed: u64,
    mut visit: impl FnMut(&Situation, &mut Quick),
) {
    let game: Arc<dyn catalog::AnyGame> = catalog::open(id, options).unwrap().into();
    let mut dice = Quick::new(seed);
    let mut state = game.start();
    for _ in 0..60 {
        let step = match game.pending(&state) {
            AnyPending::Over(_) => return,
            AnyPending::Chance(_) => AnyStep::Draw(game.draw(&state, &mut dice)),
            AnyPending::Choose(seats) => {
                for seat in seats.iter() {
                    let spot = Situation {
                        game: game.clone(),
                        state: Arc::new(AnyState::clone(&state)),
                        seat,
                    };
                    visit(&spot, &mut dice);
                }
                let acts = seats.iter().map(|seat| {
                    let action = game.propose(&state, seat, &mut dice);
                    (seat, action)
                });
                AnyStep::Act(acts.collect())
            }
        };
        game.play(&mut state, &step).unwrap();
    }
}

fn setups() -> [(&'static str, Value); 6] {
    [
        // Small enough for moves to conflict often.
        ("automatafl", json!({"setup": "small", "players": 4})),
        ("automatafl", json!({"setup": "standard"})),
        ("combo", json!({"width": 5, "height": 5})),
        ("brandub", json!({})),
        ("game17", json!({"size": 3, "players": 9})),
        ("game17", json!({"size": 4, "players": 9})),
    ]
}

#[test]
fn every_legal_move_can_be_entered_by_touch() {
    for (id, options) in setups() {
        let (mut moves, mut marked) = (0, 0);
        for seed in 0..3 {
            random_spots(id, &options, seed, |spot, _| {
                let board = spot.game.scene(&spot.state);
                marked += board.marked().len();
                let mut hand = entry::open(spot);
                let actions = spot.game.actions(&spot.state, spot.seat);
                for action in actions.unwrap_or_default() {
                    moves += 1;
                    if action == "-" {
                        assert_eq!(hand.finish(), entered("-"));
                        continue;
                    }
                    let (path, count) = match action.split_once('=') {
                        Some((path, count)) => (path, Some(count.parse().unwrap())),
                        None => (action.as_str(), None),
                    };
                    let (from, to) = path.split_once('-').unwrap();
                    assert_eq!(hand.press(at(from)), Pressed::Changed, "{action}");
                    if let Some(count) = count {
                        let did = hand.amount(count);
                        assert!(
                            matches!(did, Pressed::Changed | Pressed::Nothing),
                            "{action}"
                        );
                    }
                    assert_eq!(hand.press(at(to)), entered(&action));
                }
            });
        }
        assert_eq!(moves > 1000, id != "game17", "{id}: {moves}");
        if options["setup"] == "small" {
            assert!(marked > 0, "there were conflicts");
        }
    }
}

#[test]
fn every_turn_can_be_entered_by_touch() {
    let mut orders = 0;
    for (id, options) in setups() {
        if id != "game17" {
            continue;
        }
        let size = options["size"].as_u64().unwrap() as u8;
        random_spots(id, &options, 7, |spot, dice| {
            let turn = spot.game.propose(&spot.state, spot.seat, dice);
            let mut hand = entry::open(spot);
            for order in turn.split(' ').filter(|order| *order != "-") {
                orders += 1;
                let way = order.find(|c: char| c.is_alphabetic()).unwrap();
                let from = at(&order[..way]);
                let (x, y, last) = (from.x, from.y, size - 1);
                let to = match &order[way..=way] {
                    "n" => Square::new(x, if y == 0 { last } else { y - 1 }),
                    "s" => Square::new(x, (y + 1) % size),
                    "e" => Square::new((x + 1) % size, y),
                    _ => Square::new(if x == 0 { last } else { x - 1 }, y),
                };
                assert_eq!(hand.press(from), Pressed::Changed, "{order} of {turn}");
                hand.amount(order[way + 1..].parse().unwrap());
                assert_eq!(hand.press(to), Pressed::Changed, "{order} of {turn}");
            }
            assert_eq!(hand.finish(), entered(&turn));
        });
    }
    assert!(orders > 100, "{orders}");
}

/// A touch of any kind, mostly on the board.
fn touch(hand: &mut dyn MoveEntry, board: &Scene, dice: &mut Quick) -> Pressed {
    let mut square = || {
        let mut side = |size: u8| match dice.below(100) {
            0 => dice.below(256) as u8,
            _ => dice.below(size.into()) as u8,
        };
        Square::new(side(board.width()), side(board.height()))
    };
    let (one, two) = (square(), square());
    match dice.below(20) {
        0 => hand.undo(),
        1 => hand.remove(dice.below(3) as usize),
        2 => hand.finish(),
        3 => hand.clear(),
        4..7 => hand.drag(one, two),
        7..10 => hand.amount(dice.below(6)),
        _ => hand.press(one),
    }
}

#[test]
fn whatever_is_touched_only_legal_moves_come_of_it() {
    for (id, options) in setups() {
        let mut found = 0;
        for seed in 0..3 {
            random_spots(id, &options, 100 + seed, |spot, dice| {
                let board = spot.game.scene(&spot.state);
                let mut hand = entry::open(spot);
                for _ in 0..60 {
                    let before = hand.lit();
                    let did = touch(&mut *hand, &board, dice);
                    match &did {
                        Pressed::Entered(text) => {
                            found += 1;
                            let checked = spot.game.check(&spot.state, spot.seat, text);
                            assert_eq!(checked.as_ref(), Ok(text));
                        }
                        Pressed::Changed => assert_ne!(hand.lit(), before, "{id}"),
                        Pressed::Nothing | Pressed::Refused(_) => {
                            assert_eq!(hand.lit(), before, "{id}: {did:?}");
                        }
                    }
                }
            });
        }
        assert!(found > 50, "{id}: {found}");
    }
}

#[test]
fn what_is_lit_is_what_a_touch_does() {
    for (id, options) in setups() {
        random_spots(id, &options, 11, |spot, dice| {
            let board = spot.game.scene(&spot.state);
            let mut hand = entry::open(spot);
            for _ in 0..10 {
                touch(&mut *hand, &board, dice);
                let lit = hand.lit();
                if lit.chosen.is_some() {
                    assert_eq!(
                        lit.amount.map(|amount| amount.at),
                        match id {
                            "combo" | "game17" => lit.chosen,
                            _ => None,
                        }
                    );
                }
                let mut pick = |n: usize| dice.below(n.max(1) as u32) as usize;
                if let Some(&(to, _)) = lit.targets.get(pick(lit.targets.len())) {
                    let did = hand.press(to);
                    let orders = id == "game17" && did == Pressed::Changed;
                    assert!(
                        orders || matches!(did, Pressed::Entered(_)),
                        "{id}: {did:?}"
                    );
                } else if let Some(&from) = lit.sources.get(pick(lit.sources.len())) {
                    assert_eq!(hand.press(from), Pressed::Changed, "{id}");
                    let lit = hand.lit();
                    assert_eq!(lit.chosen, Some(from));
                    assert!(!lit.targets.is_empty(), "{id}");
                }
            }
        });
    }
}
