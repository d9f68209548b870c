//! The alpha-beta players of Brandub and Combo: checks their search against plain
//! minimax, their tactics against proofs, and their behaviour under any limits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use dice::Quick;
use game::{Enumerate, Game, Outcome, Pending, Seat, Step};
use players::alphabeta::{AlphaBeta, Effort, Evaluate};
use players::{Choice, Player, Score, brandub, combo as stacks};
use search::alphabeta::{Extras, Position as _};
use search::control::{Clock, Control, Limits};
use tafl::{Brandub, Fate, NoMoves};

struct Wall(Instant);

impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

fn ask<G: Game>(
    player: &mut impl Player<G>,
    game: &G,
    state: &G::State,
    limits: Limits,
    stop: &AtomicBool,
) -> Choice<G::Action> {
    let clock = Wall(Instant::now());
    let control = Control::new(limits, &clock, stop);
    let seat = game.pending(state).to_act().lowest().unwrap();
    player.choose(game, state, seat, &control)
}

fn ask_freely<G: Game>(
    player: &mut impl Player<G>,
    game: &G,
    state: &G::State,
    limits: Limits,
) -> Choice<G::Action> {
    ask(player, game, state, limits, &AtomicBool::new(false))
}

fn nodes(most: u64) -> Limits {
    Limits {
        nodes: Some(most),
        ..Limits::default()
    }
}

/// Visits one in `every` states of random games.
fn sample<G: Game>(game: &G, games: u32, every: u32, mut visit: impl FnMut(&G::State)) {
    for seed in 0..games {
        let mut dice = Quick::new(seed.into());
        let mut state = game.start();
        let mut turn = seed;
        while let Some(seat) = game.pending(&state).to_act().lowest() {
            if turn.is_multiple_of(every) {
                visit(&state);
            }
            turn += 1;
            let action = game.propose(&state, seat, &mut dice);
            game.apply(&mut state, Step::Act(&[(seat, action)]));
            if turn > 150 {
                break;
            }
        }
    }
}

/// Plain minimax over the bare rules: no pruning, no table.
fn minimax<G: Enumerate>(
    game: &G,
    state: &G::State,
    depth: u32,
    ply: i32,
    judge: &impl Fn(&G::State) -> i32,
    mover: &impl Fn(&G::State) -> Seat,
) -> i32 {
    let seat = match game.pending(state) {
        Pending::Over(ending) => {
            return match ending.outcome {
                Outcome::Won(seat) if seat == mover(state) => 30_000 - ply,
                Outcome::Won(_) => ply - 30_000,
                _ => 0,
            };
        }
        _ if depth == 0 => return judge(state),
        pending => pending.to_act().lowest().unwrap(),
    };
    let mut actions = Vec::new();
    game.actions(state, seat, &mut actions);
    let values = actions.into_iter().map(|action| {
        let mut next = state.clone();
        game.apply(&mut next, Step::Act(&[(seat, action)]));
        -minimax(game, &next, depth - 1, ply + 1, judge, mover)
    });
    values.max().unwrap()
}

fn score(value: i32) -> Score {
    match value {
        29_000.. => Score::WinIn((30_000 - value) as u32),
        ..=-29_000 => Score::LossIn((30_000 + value) as u32),
        points => Score::Points(points),
    }
}

fn plain<E>(depth: u32, evaluate: E) -> AlphaBeta<E> {
    let effort = Effort {
        extras: Extras::NONE,
        table_mib: 1,
        ..Effort::to_depth(depth)
    };
    AlphaBeta::new(effort, evaluate)
}

fn check_against_minimax<G: Enumerate>(
    game: &G,
    [games, every]: [u32; 2],
    player: &mut impl Player<G>,
    depth: u32,
    judge: impl Fn(&G::State) -> i32,
    mover: impl Fn(&G::State) -> Seat,
) -> u32 {
    let mut checked = 0;
    sample(game, games, every, |state| {
        let choice = ask_freely(player, game, state, Limits::default());
        let expected = minimax(game, state, depth, 0, &judge, &mover);
        assert_eq!(choice.thought.lines[0].score, score(expected), "{state:?}");
        let mut next = state.clone();
        let seat = mover(state);
        game.apply(&mut next, Step::Act(&[(seat, choice.action)]));
        let reached = -minimax(game, &next, depth - 1, 1, &judge, &mover);
        assert_eq!(reached, expected, "{state:?}");
        checked += 1;
    });
    checked
}

#[test]
fn brandub_search_finds_the_value_of_minimax() {
    let mover = |state: &tafl::State| tafl::seat(state.position().side());
    let judge = |state: &tafl::State| brandub::Handmade.evaluate(state.position());
    let strict = Brandub::default();
    let lenient = Brandub::new(tafl::Options {
        king_by_corner: false,
        no_moves: NoMoves::Draw,
        repetition: 2,
        ..tafl::Options::default()
    })
    .unwrap();
    let mut checked = 0;
    for game in [&strict, &lenient] {
        for (depth, sizes) in [(1, [20, 1]), (2, [30, 2]), (3, [10, 20])] {
            let mut player = plain(depth, brandub::Handmade);
            checked += check_against_minimax(game, sizes, &mut player, depth, judge, mover);
        }
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn combo_search_finds_the_value_of_minimax() {
    let mover = |state: &combo::State| state.position().to_move().seat();
    let judge = |state: &combo::State| stacks::Handmade.evaluate(state.position());
    // On small boards games end soon, one way or the other.
    let mut checked = 0;
    for (width, height, quiet_limit) in [(2, 4, 12), (3, 4, 9), (3, 4, 0)] {
        let game = combo::Combo::new(combo::Options {
            width,
            height,
            quiet_limit,
        })
        .unwrap();
        for (depth, sizes) in [(1, [20, 1]), (2, [20, 2]), (3, [12, 9])] {
            let mut player = plain(depth, stacks::Handmade);
            checked += check_against_minimax(&game, sizes, &mut player, depth, judge, mover);
        }
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn the_squares_where_brandub_pieces_capture_agree_with_the_rules() {
    let game = Brandub::default();
    let (mut captures, mut threats) = (0, 0);
    sample(&game, 60, 1, |state| {
        let board = brandub::Board::new(game.options(), state, brandub::Handmade);
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let mut noisy = Vec::new();
        board.noisy(&mut noisy);
        let mut wins = false;
        for m in moves {
            let mut next = *state.position();
            let played = next.play_unchecked(m, game.options());
            if played.fate != Fate::Open {
                wins = true;
                continue;
            }
            assert_eq!(noisy.contains(&m), played.captures(), "{state:?} {m}");
            assert_eq!(board.gain(m) > 0, played.captures(), "{state:?} {m}");
            captures += u32::from(played.captures());
        }
        let seen = board.foresee() == Some(search::alphabeta::Foreseen::Win(1));
        assert_eq!(seen, wins, "{state:?}");
        threats += u32::from(wins);
    });
    assert!(captures > 100 && threats > 20, "{captures} {threats}");
}

#[test]
fn combo_captures_agree_with_the_rules() {
    let game = combo::Combo::default();
    let mut captures = 0;
    sample(&game, 6, 3, |state| {
        let board = stacks::Board::new(game.options(), state, stacks::Handmade);
        let position = state.position();
        let enemy = position.to_move().opponent();
        let captured = |m: &combo::Move| position.at(m.to).is_some_and(|at| at.color == enemy);
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let mut noisy = Vec::new();
        board.noisy(&mut noisy);
        assert!(noisy.iter().all(|m| moves.contains(m) && captured(m)));
        for m in moves {
            let like = |n: &&combo::Move| (n.from, n.to) == (m.from, m.to);
            assert_eq!(
                noisy.iter().any(|n| like(&n)),
                captured(&m),
                "{state:?} {m}"
            );
            assert_eq!(board.gain(m) > 0, captured(&m), "{state:?} {m}");
            captures += u32::from(captured(&m));
        }
    });
    assert!(captures > 100, "{captures}");
}

/// Whether a move wins by force within this many plies, found by trying everything.
fn wins_by(position: &tafl::Position, m: tafl::Move, plies: u32, options: &tafl::Options) -> bool {
    let mut next = *position;
    if next.play_unchecked(m, options).fate != Fate::Open {
        return true;
    }
    let mut replies = Vec::new();
    next.moves(&mut replies);
    replies.is_empty()
        || plies >= 3
            && replies.into_iter().all(|reply| {
                let mut after = next;
                after.play_unchecked(reply, options).fate == Fate::Open
                    && !winning_moves(&after, plies - 2, options, 1).is_empty()
            })
}

fn winning_moves(
    position: &tafl::Position,
    plies: u32,
    options: &tafl::Options,
    most: usize,
) -> Vec<tafl::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
        .into_iter()
        .filter(|&m| wins_by(position, m, plies, options))
        .take(most)
        .collect()
}

struct Tactic {
    position: tafl::Position,
    plies: u32,
    best: Vec<tafl::Move>,
}

/// Each line: position, side, plies to the win, and the moves that win that fast.
fn tactics() -> Vec<Tactic> {
    include_str!("data/brandub-tactics.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let mut words = line.split(' ');
            let mut word = || words.next().expect(line);
            let position = format!("{} {}", word(), word()).parse().expect(line);
            Tactic {
                position,
                plies: word().parse().expect(line),
                best: words.map(|m| tafl::Move::read(m).expect(line)).collect(),
            }
        })
        .collect()
}

fn prove(tactic: &Tactic) {
    let Tactic {
        position,
        plies,
        best,
    } = tactic;
    let options = tafl::Options::default();
    let mut proved = winning_moves(position, *plies, &options, usize::MAX);
    let mut best = best.clone();
    proved.sort();
    best.sort();
    assert_eq!(proved, best, "{position} in {plies}");
    if *plies > 1 {
        let sooner = winning_moves(position, plies - 2, &options, 1);
        assert!(sooner.is_empty(), "{position} is won before {plies}");
    }
}

#[test]
fn brandub_tactics_up_to_three_plies_are_proved() {
    let tactics = tactics();
    assert!(tactics.len() >= 30, "{} tactics", tactics.len());
    for side in [tafl::Side::Attackers, tafl::Side::Defenders] {
        for plies in [1, 3, 5] {
            let some = |t: &&Tactic| t.position.side() == side && t.plies == plies;
            assert!(tactics.iter().filter(some).count() >= 2, "{side:?} {plies}");
        }
    }
    tactics.iter().filter(|t| t.plies <= 3).for_each(prove);
}

#[test]
#[ignore = "tries everything five plies deep"]
fn brandub_tactics_of_five_plies_are_proved() {
    tactics().iter().filter(|t| t.plies > 3).for_each(prove);
}

#[test]
fn strong_finds_every_tactic_with_few_nodes() {
    let game = Brandub::default();
    for Tactic {
        position,
        plies,
        best,
    } in tactics()
    {
        let state = tafl::State::new(position);
        let choice = ask_freely(&mut brandub::strong(1), &game, &state, nodes(60_000));
        assert!(best.contains(&choice.action), "{position}: {choice:?}");
        let line = &choice.thought.lines[0];
        assert_eq!(line.score, Score::WinIn(plies), "{position}: {choice:?}");
    }
}

#[test]
fn one_thread_with_a_node_limit_is_deterministic() {
    let game = Brandub::default();
    let think = || ask_freely(&mut brandub::strong(1), &game, &game.start(), nodes(30_000));
    let (one, other) = (think(), think());
    assert_eq!(one.action, other.action);
    assert_eq!(one.thought.nodes, 30_000);
    assert_eq!(one.thought.lines, other.thought.lines);

    let game = combo::Combo::default();
    let think = || ask_freely(&mut stacks::strong(1), &game, &game.start(), nodes(10_000));
    let (one, other) = (think(), think());
    assert_eq!(one.action, other.action);
    assert_eq!(one.thought.nodes, 10_000);
    assert_eq!(one.thought.lines, other.thought.lines);

    let weak = |seed| {
        let mut player = stacks::weak(seed);
        ask_freely(&mut player, &game, &game.start(), Limits::default()).action
    };
    assert_eq!(weak(3), weak(3));
    assert!((0..20).any(|seed| weak(seed) != weak(3)), "weak varies");
}

#[test]
fn a_stop_ends_the_search_at_once() {
    let game = Brandub::default();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        let limits = Limits {
            time: Some(Duration::from_secs(60)),
            ..Limits::default()
        };
        let effort = Effort {
            table_mib: 1,
            ..Effort::with_threads(2)
        };
        let mut player = AlphaBeta::new(effort, brandub::Handmade);
        let choice = ask(&mut player, &game, &game.start(), limits, &stop);
        // A busy machine may be late, but by far less than a minute.
        assert!(choice.thought.time < Duration::from_secs(10));
        assert!(game.check(&game.start(), Seat(0), &choice.action).is_ok());
    });
}

fn plays_on_under_any_limits<G: Game>(game: &G, make: impl Fn() -> Vec<Box<dyn Player<G>>>) {
    struct Dyn<'a, G: Game>(&'a mut dyn Player<G>);
    impl<G: Game> Player<G> for Dyn<'_, G> {
        fn choose(
            &mut self,
            game: &G,
            state: &G::State,
            seat: Seat,
            control: &Control<'_>,
        ) -> Choice<G::Action> {
            self.0.choose(game, state, seat, control)
        }
    }

    let none = Limits::default();
    let absurd = [
        Limits {
            time: Some(Duration::ZERO),
            ..none
        },
        nodes(0),
        nodes(1),
        nodes(777),
        Limits {
            depth: Some(0),
            ..none
        },
        Limits {
            depth: Some(1),
            ..none
        },
    ];
    let mut players = make();
    for limits in absurd {
        for stopped in [false, true] {
            let stop = AtomicBool::new(stopped);
            sample(game, 2, 37, |state| {
                for player in &mut players {
                    let mut player = Dyn(&mut **player);
                    let choice = ask(&mut player, game, state, limits, &stop);
                    let seat = game.pending(state).to_act().lowest().unwrap();
                    assert_eq!(game.check(state, seat, &choice.action), Ok(()));
                }
            });
        }
    }
}

#[test]
fn every_brandub_player_moves_legally_under_any_limits() {
    plays_on_under_any_limits(&Brandub::default(), || {
        vec![
            Box::new(brandub::random(1)),
            Box::new(brandub::weak(1)),
            Box::new(brandub::medium()),
            Box::new(brandub::strong(1)),
            Box::new(brandub::strong(2)),
        ]
    });
}

#[test]
fn every_combo_player_moves_legally_under_any_limits() {
    plays_on_under_any_limits(&combo::Combo::default(), || {
        vec![
            Box::new(stacks::random(1)),
            Box::new(stacks::weak(1)),
            Box::new(stacks::medium()),
            Box::new(stacks::strong(1)),
            Box::new(stacks::strong(2)),
            Box::new(stacks::original()),
        ]
    });
}

#[test]
fn a_third_occurrence_is_seen_as_a_draw() {
    let game = Brandub::default();
    let mut state = game.start();
    for text in [
        "d2-c2", "c4-c3", "c2-d2", "c3-c4", "d2-c2", "c4-c3", "c2-d2",
    ] {
        let action = game.read(&state, text).unwrap();
        let seat = tafl::seat(state.position().side());
        game.check(&state, seat, &action).unwrap();
        game.apply(&mut state, Step::Act(&[(seat, action)]));
    }
    let mut next = state.clone();
    let back = game.read(&state, "c3-c4").unwrap();
    game.apply(&mut next, Step::Act(&[(Seat(1), back)]));
    assert_eq!(
        game.pending(&next).ending().map(|ending| ending.reason),
        Some("repetition")
    );
    let effort = Effort {
        lines: usize::MAX,
        extras: Extras::NONE,
        ..Effort::to_depth(1)
    };
    let mut player = AlphaBeta::new(effort, brandub::Handmade);
    let choice = ask_freely(&mut player, &game, &state, Limits::default());
    let line = choice
        .thought
        .lines
        .iter()
        .find(|line| line.moves[0] == "c3-c4");
    assert_eq!(line.unwrap().score, Score::Points(0));
}
