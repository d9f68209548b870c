//! Brandub as a whole: counts, conformance, the plain rules, and bad input.

use std::collections::BTreeSet;

use game::{Game, Pending, Seat, Square, Step, play};
use proptest::prelude::*;
use tafl::{ATTACKERS, Brandub, DEFENDERS, Illegal, Move, NoMoves, Options, Piece, Position, Side};
use testkit::{allocations, conformance};

#[global_allocator]
static ALLOCATOR: allocations::Counting = allocations::Counting;

fn position(text: &str) -> Position {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(position: &Position) -> Vec<Move> {
    let mut out = Vec::new();
    position.moves(&mut out);
    out
}

fn squares() -> impl Iterator<Item = Square> {
    (0..7).flat_map(|y| (0..7).map(move |x| Square::new(x, y)))
}

fn all_pairs() -> Vec<Move> {
    squares()
        .flat_map(|from| squares().filter_map(move |to| Move::new(from, to)))
        .collect()
}

fn after(text: &str, action: &str) -> (Brandub, tafl::State) {
    let brandub = Brandub::new(Options {
        start: position(text),
        ..Options::default()
    })
    .unwrap();
    let mut state = brandub.start();
    act(&brandub, &mut state, action);
    (brandub, state)
}

fn act(brandub: &Brandub, state: &mut tafl::State, action: &str) {
    let seat = brandub
        .pending(state)
        .to_act()
        .lowest()
        .expect("somebody to act");
    let action = brandub.read(state, action).unwrap();
    brandub.check(state, seat, &action).unwrap();
    brandub.apply(state, Step::Act(&[(seat, action)]));
}

fn ending(brandub: &Brandub, state: &tafl::State) -> Option<(Option<Seat>, &'static str)> {
    brandub.pending(state).ending().map(|ending| {
        let winner = [ATTACKERS, DEFENDERS]
            .into_iter()
            .find(|&seat| ending.outcome.won(seat));
        (winner, ending.reason)
    })
}

#[test]
fn the_move_tree_has_the_known_size() {
    let options = Options::default();
    for (depth, leaves) in [(0, 1), (1, 40), (2, 960), (3, 39_512), (4, 1_007_392)] {
        assert_eq!(Position::START.perft(depth, &options), leaves);
    }
}

#[test]
#[ignore = "takes seconds: cargo xtask test --full"]
fn the_move_tree_has_the_known_size_deep() {
    let options = Options::default();
    assert_eq!(Position::START.perft(5, &options), 41_843_336);
    assert_eq!(Position::START.perft(6, &options), 1_109_526_712);
}

#[test]
fn counting_in_bulk_agrees_with_counting_one_by_one() {
    let ended = |ending: &game::Ending| ending.reason != "no-moves";
    for start in [
        Position::START,
        position("/2t4/1t5/2T1K2/t6/4T2/7/3t3/ d"),
        position("/1t5/tTt4/1t5/7/7/7/5K1/ a"),
    ] {
        let brandub = Brandub::new(Options {
            start,
            repetition: 0,
            ..Options::default()
        })
        .unwrap();
        let plain = play::perft(&brandub, &brandub.start(), 3, &ended, &mut { u64::MAX });
        assert_eq!(Some(start.perft(3, brandub.options())), plain);
    }
}

#[test]
fn a_budget_stops_the_count() {
    let options = Options::default();
    assert_eq!(
        Position::START.perft_within(3, &options, &mut 1001),
        Some(39_512)
    );
    assert_eq!(Position::START.perft_within(3, &options, &mut 1000), None);
}

#[test]
fn it_conforms() {
    let odd = Options {
        king_by_corner: false,
        no_moves: NoMoves::Draw,
        repetition: 2,
        start: position("/1t3t1/2tTt2/7/t2K2t/7/2T1T2/1t3t1/ d"),
    };
    for options in [Options::default(), odd] {
        let brandub = Brandub::new(options).unwrap();
        conformance::any(&brandub, 60, 400);
        conformance::listed(&brandub, 6, 120, |_| all_pairs());
        conformance::keyed(&brandub, 60, 400);
    }
}

#[test]
fn play_does_not_allocate() {
    let brandub = Brandub::default();
    let mut dice = dice::Quick::new(1);
    let mut state = brandub.start();
    let (mut joint, mut list) = (Vec::new(), Vec::new());
    let mut run = |games: u32| {
        for _ in 0..games {
            state.restart(Position::START);
            while let Pending::Choose(seats) = brandub.pending(&state) {
                game::Enumerate::actions(&brandub, &state, seats.lowest().unwrap(), &mut list);
                play::random(&brandub, &mut state, &mut dice, &mut joint, 1);
            }
        }
    };
    // The history and the list reach their size once.
    run(3000);
    assert_eq!(allocations::count(|| run(500)), 0);
}

#[test]
fn random_moves_are_fair() {
    // Also with few legal moves among the conceivable ones, and with more pieces than
    // at the start.
    for text in [
        "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a",
        "/1ttttt1/t5t/t5t/t5t/t2K2t/t5t/1ttttt1/ a",
        "/1t5/tT5/1t5/7/7/7/3K3/ a",
        "/2TT3/1tttt2/1tKt3/1tt4/7/7/7/ d",
    ] {
        let position = position(text);
        let all = moves(&position);
        let mut counts = vec![0u64; all.len()];
        let mut dice = dice::Seed::from_number(3).stream();
        for _ in 0..200 * all.len() {
            let m = position.random_move(&mut dice).unwrap();
            counts[all.iter().position(|&other| other == m).unwrap()] += 1;
        }
        testkit::statistics::assert_uniform(text, &counts);
    }
}

#[test]
fn no_move_is_proposed_if_there_is_none() {
    for text in ["/7/7/7/7/6T/5Tt/4K2/ a", "/7/7/7/3K3/7/7/7/ a"] {
        let shut = position(text);
        assert_eq!(shut.random_move(&mut dice::Quick::new(1)), None);
        assert_eq!(shut.count_moves(), 0);
        assert!(!shut.has_move());
    }
}

#[test]
fn king_on_the_throne_needs_four_attackers() {
    let (brandub, state) = after("/7/7/3t3/2tK1t1/3t3/7/7/ a", "f4-e4");
    assert_eq!(
        ending(&brandub, &state),
        Some((Some(ATTACKERS), "king-captured"))
    );
    let (brandub, state) = after("/7/7/3t3/2tK2t/7/7/7/ a", "g4-e4");
    assert_eq!(ending(&brandub, &state), None);
}

#[test]
fn king_beside_the_throne_needs_three_attackers() {
    let (brandub, state) = after("/7/3t3/2tK1t1/7/7/7/7/ a", "f3-e3");
    assert_eq!(
        ending(&brandub, &state),
        Some((Some(ATTACKERS), "king-captured"))
    );
    let (brandub, state) = after("/7/7/2tK1t1/7/7/7/7/ a", "f3-e3");
    assert_eq!(ending(&brandub, &state), None);
}

#[test]
fn king_that_steps_between_attackers_is_safe_until_one_of_them_moves() {
    // He goes to d3, beside the throne, with attackers on the other three sides.
    let (brandub, mut state) = after("/7/3t3/2t1t2/7/3K3/7/1t5/ d", "d5-d3");
    assert_eq!(ending(&brandub, &state), None);
    act(&brandub, &mut state, "b7-c7");
    assert_eq!(ending(&brandub, &state), None);
}

#[test]
fn corner_helps_to_capture_the_king_unless_told_otherwise() {
    let text = "/1K1t3/7/7/7/7/7/7/ a";
    let (brandub, state) = after(text, "d1-c1");
    assert_eq!(
        ending(&brandub, &state),
        Some((Some(ATTACKERS), "king-captured"))
    );
    let brandub = Brandub::new(Options {
        king_by_corner: false,
        start: position(text),
        ..Options::default()
    })
    .unwrap();
    let mut state = brandub.start();
    act(&brandub, &mut state, "d1-c1");
    assert_eq!(ending(&brandub, &state), None);
}

#[test]
fn empty_throne_captures_both_sides_and_a_held_one_only_attackers() {
    let captured = |text: &str, action: &str| {
        let brandub = Brandub::new(Options {
            start: position(text),
            ..Options::default()
        })
        .unwrap();
        let state = brandub.start();
        let action = brandub.read(&state, action).unwrap();
        let seat = tafl::seat(state.position().side());
        brandub.check(&state, seat, &action).unwrap();
        brandub
            .report(&state, Step::Act(&[(seat, action)]))
            .captured
    };
    let d3 = vec![Square::new(3, 2)];
    assert_eq!(captured("/3t3/7/3T3/7/7/7/4K2/ a", "d1-d2"), d3);
    assert_eq!(captured("/3T3/7/3t3/7/7/7/4K2/ d", "d1-d2"), d3);
    assert_eq!(captured("/3t3/7/3T3/3K3/7/7/7/ a", "d1-d2"), []);
    assert_eq!(captured("/3T3/7/3t3/3K3/7/7/7/ d", "d1-d2"), d3);
}

#[test]
fn one_move_can_capture_three() {
    // Two between attackers, one between an attacker and the empty throne.
    let (_, state) = after("/7/7/7/7/3T3/1tT1Tt1/3t1K1/ a", "d7-d6");
    assert_eq!(state.position().defenders(), 0);
}

#[test]
fn moving_between_two_enemies_is_safe() {
    let (_, state) = after("/3T3/2t1t2/7/7/7/7/4K2/ d", "d1-d2");
    assert_eq!(
        state.position().piece(Square::new(3, 1)),
        Some(Piece::Defender)
    );
}

#[test]
fn third_occurrence_draws() {
    let brandub = Brandub::default();
    let mut state = brandub.start();
    let round = ["d1-c1", "d3-c3", "c1-d1", "c3-d3"];
    for action in round.iter().chain(&round[..3]) {
        act(&brandub, &mut state, action);
        assert_eq!(ending(&brandub, &state), None);
    }
    act(&brandub, &mut state, round[3]);
    assert_eq!(ending(&brandub, &state), Some((None, "repetition")));

    let never = Brandub::new(Options {
        repetition: 0,
        ..Options::default()
    })
    .unwrap();
    let mut state = never.start();
    for action in round.iter().cycle().take(40) {
        act(&never, &mut state, action);
        assert_eq!(ending(&never, &state), None);
    }
    assert!(
        Brandub::new(Options {
            repetition: 1,
            ..Options::default()
        })
        .is_err()
    );
}

#[test]
fn a_side_that_cannot_move_loses_or_draws() {
    let last = "/7/7/7/7/2K3T/4T1t/7/ d";
    let (brandub, state) = after(last, "e6-f6");
    // g6 is now enclosed by f6, g5 and the corner g7.
    assert_eq!(
        ending(&brandub, &state),
        Some((Some(DEFENDERS), "no-moves"))
    );
    let draw = Brandub::new(Options {
        no_moves: NoMoves::Draw,
        start: position(last),
        ..Options::default()
    })
    .unwrap();
    let mut state = draw.start();
    act(&draw, &mut state, "e6-f6");
    assert_eq!(ending(&draw, &state), Some((None, "no-moves")));
}

#[test]
fn refusals_name_the_rule_and_the_square() {
    let brandub = Brandub::default();
    let state = brandub.start();
    let why = |action: &str| {
        let action = brandub.read(&state, action).unwrap();
        testkit::said(&brandub.check(&state, ATTACKERS, &action).unwrap_err())
    };
    assert_eq!(why("a1-a2"), "no piece stands on a1");
    assert_eq!(why("d4-d5"), "the king on d4 is not yours");
    assert_eq!(why("d1-d1"), "a move must leave d1");
    assert_eq!(why("d1-e2"), "d1 and e2 are not in one row or column");
    assert_eq!(why("d1-d7"), "the way is blocked: a piece stands on d2");
    assert_eq!(why("d1-a1"), "only the king may stop on the corner a1");
    let action = Move::read("d3-c3").unwrap();
    assert_eq!(
        brandub.check(&state, DEFENDERS, &action),
        Err(Illegal::NotToMove(Side::Defenders))
    );
    assert_eq!(
        testkit::said(&Illegal::NotToMove(Side::Defenders)),
        "it is not the defenders' turn"
    );
    let (brandub, state) = after("/7/7/7/2t4/3K3/7/7/ d", "d5-d7");
    let action = Move::read("c4-d4").unwrap();
    assert_eq!(
        testkit::said(&brandub.check(&state, ATTACKERS, &action).unwrap_err()),
        "no piece may stop on the centre d4, not even the king"
    );
    let (brandub, state) = after("/7/7/7/2t4/K6/7/7/ d", "a5-a7");
    assert_eq!(
        brandub.check(&state, ATTACKERS, &action),
        Err(Illegal::Over)
    );
}

#[test]
fn broken_records_are_refused_at_the_character() {
    let problem = |text: &str| text.parse::<Position>().unwrap_err();
    assert_eq!(problem("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/").at, 33);
    assert_eq!(problem("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ w").at, 34);
    assert_eq!(problem("/3t3/3t3/3x3/ttTKTtt/3T3/3t3/3t3/ a").at, 10);
    assert!(testkit::said(&problem("/7/7/7/7/7/7/7/ a").problem).contains("one king, not 0"));
    assert!(testkit::said(&problem("/K6/7/7/K6/7/7/7/ a").problem).contains("one king, not 2"));
    assert!(
        testkit::said(&problem("/t6/7/7/3K3/7/7/7/ a").problem)
            .contains("only the king may stand on a1")
    );
    assert!(
        testkit::said(&problem("/6K/7/7/3t3/7/7/7/ a").problem)
            .contains("only the king may stand on d4")
    );
    assert!(testkit::said(&problem("/7/7/7/3K3/7/7/ a").problem).contains("7 rows of 7"));
}

/// The rules a second time, taken from the text square by square, slow and plain.
mod plainly {
    use super::*;

    fn step(at: Square, (dx, dy): (i8, i8)) -> Option<Square> {
        let (x, y) = (at.x as i8 + dx, at.y as i8 + dy);
        ((0..7).contains(&x) && (0..7).contains(&y)).then(|| Square::new(x as u8, y as u8))
    }

    const WAYS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    const CENTRE: Square = Square::new(3, 3);

    fn corner(at: Square) -> bool {
        [0, 6].contains(&at.x) && [0, 6].contains(&at.y)
    }

    pub fn moves(p: &Position) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for from in squares() {
            let Some(piece) = p.piece(from).filter(|piece| piece.side() == p.side()) else {
                continue;
            };
            for way in WAYS {
                let mut at = from;
                while let Some(next) = step(at, way).filter(|&next| p.piece(next).is_none()) {
                    at = next;
                    if at != CENTRE && (piece == Piece::King || !corner(at)) {
                        found.insert(format!("{from}-{at}"));
                    }
                }
            }
        }
        found
    }

    /// The captured squares, and whether the king is among them.
    pub fn captures(p: &Position, m: Move, options: &Options) -> (BTreeSet<String>, bool) {
        let at = |s: Square| {
            if s == m.from() {
                None
            } else if s == m.to() {
                p.piece(m.from())
            } else {
                p.piece(s)
            }
        };
        let attacker = |s: Option<Square>| s.is_some_and(|s| at(s) == Some(Piece::Attacker));
        let mover = p.piece(m.from()).unwrap().side();
        let (mut taken, mut king) = (BTreeSet::new(), false);
        for way in WAYS {
            let Some(victim) = step(m.to(), way) else {
                continue;
            };
            let Some(piece) = at(victim).filter(|piece| piece.side() != mover) else {
                continue;
            };
            let behind = step(victim, way);
            if piece == Piece::King {
                let around = WAYS.map(|way| step(victim, way));
                king |= if victim == CENTRE || around.contains(&Some(CENTRE)) {
                    around.into_iter().all(|s| s == Some(CENTRE) || attacker(s))
                } else {
                    attacker(behind) || behind.is_some_and(|s| corner(s) && options.king_by_corner)
                };
            } else if let Some(behind) = behind {
                let hostile = match at(behind) {
                    Some(other) => other.side() == mover,
                    None => behind == CENTRE || corner(behind),
                };
                // A king on a corner has already ended the game.
                if hostile {
                    taken.insert(victim.to_string());
                }
            }
        }
        (taken, king)
    }
}

fn any_position() -> impl Strategy<Value = Position> {
    let piece = prop_oneof![5 => Just('.'), 2 => Just('t'), 1 => Just('T')];
    (
        proptest::collection::vec(piece, 49),
        0..49usize,
        any::<bool>(),
    )
        .prop_map(|(mut cells, king, attackers)| {
            for barred in [0, 6, 24, 42, 48] {
                cells[barred] = '.';
            }
            let king = if [0, 6, 42, 48].contains(&king) {
                24
            } else {
                king
            };
            cells[king] = 'K';
            let mut record = String::new();
            let letter = |s: Square| {
                Some(cells[usize::from(s.y) * 7 + usize::from(s.x)]).filter(|&c| c != '.')
            };
            game::notation::write_ranks(&mut record, 7, 7, letter).unwrap();
            let side = if attackers { 'a' } else { 'd' };
            position(&format!("{record} {side}"))
        })
}

proptest! {
    #[test]
    fn fast_and_plain_rules_agree(p in any_position(), king_by_corner: bool) {
        let options = Options { king_by_corner, ..Options::default() };
        let fast: BTreeSet<String> = moves(&p).iter().map(Move::to_string).collect();
        prop_assert_eq!(&fast, &plainly::moves(&p));
        prop_assert_eq!(p.has_move(), !fast.is_empty());
        for m in moves(&p) {
            let (taken, king) = plainly::captures(&p, m, &options);
            let mut next = p;
            let played = next.play_unchecked(m, &options);
            let found: BTreeSet<String> = played.captured().map(|s| s.to_string()).collect();
            prop_assert_eq!(&found, &taken, "{} in {}", m, p);
            prop_assert_eq!(played.fate == tafl::Fate::Captured, king, "{} in {}", m, p);
            prop_assert_eq!(next.key(), next.fresh_key());
        }
    }

    #[test]
    fn records_round_trip(p in any_position()) {
        prop_assert_eq!(p.to_string().parse::<Position>(), Ok(p));
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "\\PC{0,60}", near in "[/tTK0-9 ad-]{0,40}") {
        for text in [text, near] {
            let _ = text.parse::<Position>();
            let _ = Move::read(&text);
        }
    }
}

#[test]
fn reports_are_sentences() {
    let brandub = Brandub::default();
    let tell = |text: &str, action: &str| {
        let state = tafl::State::new(position(text));
        let seat = tafl::seat(state.position().side());
        testkit::told(&brandub.report(&state, Step::Act(&[(seat, Move::read(action).unwrap())])))
    };
    assert_eq!(
        tell("/3t3/7/3T3/7/7/7/4K2/ a", "d1-d2"),
        "The attacker moves from d1 to d2 and captures d3."
    );
    assert_eq!(
        tell("/7/7/7/7/7/7/4K2/ d", "e7-g7"),
        "The king moves from e7 to g7. He has reached a corner: the defenders win."
    );
}
