//! The players of Automatafl, at the table.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use automatafl::{Automatafl, Board, Entry, Options, Players, Setup, State};
use game::{Enumerate, Game, Outcome, Pending, Seat, Step};
use players::automatafl::candidates::{self, Scope};
use players::automatafl::evaluation::{Distance, Evaluation};
use players::automatafl::exact::Exact;
use players::automatafl::{NAMES, Solver, named};
use players::montecarlo::MonteCarlo;
use players::{Choice, Player, Score};
use search::control::{Clock, Control, Limits};

struct Still;

impl Clock for Still {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn ask(
    player: &mut dyn Player<Automatafl>,
    game: &Automatafl,
    state: &State,
    seat: Seat,
    limits: Limits,
) -> Choice<Entry> {
    let stop = AtomicBool::new(false);
    let control = Control::new(limits, &Still, &stop);
    player.choose(game, state, seat, &control)
}

fn custom(record: &str, players: Players) -> Automatafl {
    let board: Board = record.parse().expect("a board");
    Automatafl::new(Options {
        setup: Setup::Custom(Box::new(board)),
        players,
        ..Options::default()
    })
    .expect("a game")
}

/// Plays one game; `names[seat]` sits on each seat.
fn play(game: &Automatafl, names: &[&str], seed: u64, limits: Limits) -> Outcome {
    let mut players: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(seat, name)| named(name, seed * 16 + seat as u64).expect("a player"))
        .collect();
    let mut state = game.start();
    loop {
        let seats = match game.pending(&state) {
            Pending::Over(ending) => return ending.outcome,
            pending => pending.to_act(),
        };
        let joint: Vec<(Seat, Entry)> = seats
            .iter()
            .map(|seat| {
                let player = players[seat.index()].as_mut();
                let entry = ask(player, game, &state, seat, limits).action;
                game.check(&state, seat, &entry).expect("a legal move");
                (seat, entry)
            })
            .collect();
        game.apply(&mut state, Step::Act(&joint));
    }
}

/// The points of the first in paired games: a win 1, a draw a half.
fn paired(first: &str, second: &str, pairs: u64, limits: Limits) -> f64 {
    let game = Automatafl::default();
    let mut points = 0.0;
    for seed in 0..2 * pairs {
        let seat = Seat((seed % 2) as u16);
        let names = match seat {
            Seat(0) => [first, second],
            _ => [second, first],
        };
        points += match play(&game, &names, seed, limits) {
            Outcome::Won(winner) => f64::from(u8::from(winner == seat)),
            _ => 0.5,
        };
    }
    points / (2 * pairs) as f64
}

#[test]
fn at_the_start_176_moves_move_a_piece_and_one_stands_for_the_rest() {
    let game = Automatafl::default();
    let state = game.start();
    let mut moves = Vec::new();
    candidates::moves(&game, &state, Scope::Moving, &mut moves);
    // Each one is legal, and exactly these change the board.
    let moved = |entry: &Entry| {
        let mut next = state.clone();
        game.apply(
            &mut next,
            Step::Act(&[(Seat(0), *entry), (Seat(1), Entry::Pass)]),
        );
        next.board() != state.board()
    };
    let mut all = Vec::new();
    game.actions(&state, Seat(0), &mut all);
    all.retain(moved);
    assert_eq!(moves.iter().filter(|entry| moved(entry)).count(), all.len());
    assert_eq!(moves.len(), all.len() + 1);
    assert_eq!(all.len(), 176);
    for entry in &moves {
        assert_eq!(game.check(&state, Seat(0), entry), Ok(()));
    }
    let mut fewer = Vec::new();
    candidates::moves(&game, &state, Scope::Lines, &mut fewer);
    assert!(
        fewer.len() < moves.len() / 2,
        "{} of {}",
        fewer.len(),
        moves.len()
    );
    assert!(fewer.iter().all(|entry| moves.contains(entry)));
}

#[test]
fn candidates_keep_off_marked_squares() {
    let game = Automatafl::default();
    let marks = ["f2", "f3", "a7"].map(|at| game::Square::read(at, 11, 11).expect("a square"));
    let state = game.start_marked(&marks).expect("on the board");
    let mut moves = Vec::new();
    for scope in [Scope::Moving, Scope::Near, Scope::Lines] {
        candidates::moves(&game, &state, scope, &mut moves);
        assert!(moves.len() > 10);
        for entry in &moves {
            assert_eq!(game.check(&state, Seat(1), entry), Ok(()));
        }
    }
}

#[test]
fn chances_add_up_and_the_mirror_image_has_the_mirrored_chance() {
    let boards = ["/5/5/a1@1r/5/5/", "/r1@1r/5/a3a/5/r1r1r/"];
    let mirrored = ["/5/5/a1@1r/5/5/", "/r1r1r/5/a3a/5/r1@1r/"];
    for (board, mirror) in boards.iter().zip(mirrored) {
        let (game, other) = (custom(board, Players::Two), custom(mirror, Players::Two));
        let (state, image) = (game.start(), other.start());
        let evaluation = Distance::default();
        let chance = |seat| evaluation.chance(&game, &state, Seat(seat));
        assert!((chance(0) + chance(1) - 1.0).abs() < 1e-9);
        assert!((chance(0) - evaluation.chance(&other, &image, Seat(1))).abs() < 1e-9);
    }
    let near = custom(boards[1], Players::Two);
    assert!(Distance::default().chance(&near, &near.start(), Seat(0)) > 0.6);
}

#[test]
fn a_win_that_one_move_cannot_stop_is_seen_from_both_seats() {
    // Two repulsors drive the automaton from a2 into a1: take one away, and
    // the other does it. Only conflicts put it off.
    let game = custom("/3/@2/3/r2/r2/", Players::Two);
    let state = game.start();
    let worth = |seat| {
        let mut solver = Solver::new(1);
        let found = ask(&mut solver, &game, &state, Seat(seat), depth(3));
        match found.thought.lines[0].score {
            Score::WinIn(_) => 1.0,
            Score::LossIn(_) => 0.0,
            Score::Chance(chance) => chance,
            Score::Points(points) => panic!("{points} points"),
        }
    };
    assert!(worth(0) > 0.97, "{}", worth(0));
    assert!(worth(1) < 0.03, "{}", worth(1));
}

#[test]
fn a_thought_shows_the_matrix_behind_the_strategy() {
    let game = Automatafl::default();
    let found = ask(&mut Solver::new(3), &game, &game.start(), Seat(1), depth(1));
    let matrix = found.thought.matrix.expect("a matrix");
    assert_eq!(matrix.mine.len(), found.thought.strategy.len());
    assert_eq!(matrix.worth.len(), matrix.mine.len());
    assert!(
        matrix
            .worth
            .iter()
            .all(|row| row.len() == matrix.theirs.len())
    );
    assert!(matrix.mine.contains(&found.action.to_string()));
    assert_eq!(found.thought.lines.len(), matrix.mine.len());
    assert_eq!(found.thought.depth, 1);
    assert!(found.thought.nodes > 0);
}

#[test]
fn every_player_repeats_itself_with_seed_and_node_limit() {
    let game = Automatafl::default();
    let state = game.start();
    for name in NAMES {
        let choose = |seed| {
            let mut player = named(name, seed).expect("a player");
            ask(player.as_mut(), &game, &state, Seat(0), nodes(400))
        };
        assert_eq!(choose(5), choose(5), "{name}");
    }
}

#[test]
fn four_players_play_by_the_rules_to_the_end() {
    let game = Automatafl::new(Options {
        players: Players::Four,
        max_turns: 12,
        ..Options::default()
    })
    .expect("a game");
    play(&game, &["medium", "greedy", "mcts", "weak"], 1, nodes(200));
}

#[test]
fn a_conflict_is_entered_again_on_free_squares() {
    let game = Automatafl::default();
    let mut state = game.start();
    let entry = game.read(&state, "f2-f5").expect("a move");
    game.apply(&mut state, Step::Act(&[(Seat(0), entry), (Seat(1), entry)]));
    assert!(state.is_reentry());
    for name in NAMES {
        let mut player = named(name, 2).expect("a player");
        let found = ask(player.as_mut(), &game, &state, Seat(1), nodes(300));
        assert_eq!(game.check(&state, Seat(1), &found.action), Ok(()), "{name}");
    }
}

#[test]
fn weak_beats_random() {
    assert!(paired("weak", "random", 2, nodes(200)) >= 0.75);
}

#[test]
#[ignore = "plays whole games for minutes; run with --release"]
fn every_level_beats_the_one_below_in_four_games_of_five() {
    assert!(paired("weak", "random", 20, nodes(20_000)) >= 0.8);
    assert!(paired("medium", "weak", 20, nodes(20_000)) >= 0.8);
    assert!(paired("strong", "medium", 10, depth(2)) >= 0.8);
}

#[test]
fn the_first_turn_of_the_solver_cannot_be_exploited_on_a_small_board() {
    // 3 x 5, one attractor, one repulsor: everything can be known. The board
    // is its own mirror image, so the worth is a half.
    let game = custom("/3/3/a@r/3/3/", Players::Two);
    let state = game.start();
    let mut exact = Exact::new(&game, 0.001);
    let worth = exact.worth(&state, 3);
    assert!((worth - 0.5).abs() < 0.002, "{worth}");
    let (moves, matrix) = exact.matrix(&state, 3);
    let found = ask(&mut Solver::new(1), &game, &state, Seat(0), depth(2));
    let mut mix = vec![0.0; moves.len()];
    for weighed in &found.thought.strategy {
        let at = moves
            .iter()
            .position(|entry| entry.to_string() == weighed.action);
        mix[at.expect("a move of the matrix")] += weighed.chance;
    }
    let sure = matrix.against_rows(&mix).into_iter().fold(1.0, f64::min);
    assert!(sure > worth - 0.02, "sure of {sure} where {worth} is due");
}

#[test]
#[ignore = "asks the solver in thousands of states; run with --release"]
fn the_best_answers_to_the_solver_gain_little_on_a_small_board() {
    let game = custom("/3/3/a@r/3/3/", Players::Two);
    let state = game.start();
    let mut exact = Exact::new(&game, 0.001);
    let worth = exact.worth(&state, 3);
    let mut solver = Solver::new(1);
    let sure = exact.sure(&state, 3, &mut |state| {
        let limits = Limits {
            depth: Some(3),
            nodes: Some(5000),
            ..Limits::default()
        };
        let found = ask(&mut solver, &game, state, Seat(0), limits);
        let read = |text: &str| game.read(state, text).expect("a move");
        let strategy = found.thought.strategy.iter();
        strategy
            .map(|weighed| (read(&weighed.action), weighed.chance))
            .collect()
    });
    assert!(sure > worth - 0.03, "sure of {sure} where {worth} is due");
}

#[test]
fn monte_carlo_plays_every_game_that_lists_its_actions() {
    fn first<G: Enumerate>(game: &G) -> Choice<G::Action> {
        let stop = AtomicBool::new(false);
        let control = Control::new(nodes(3000), &Still, &stop);
        let state = game.start();
        let seat = game.pending(&state).to_act().lowest().expect("a seat");
        let found = MonteCarlo::new(4).choose(game, &state, seat, &control);
        assert_eq!(game.check(&state, seat, &found.action), Ok(()));
        assert_eq!(found.thought.lines[0].moves[0], found.action.to_string());
        assert!(found.thought.nodes >= 3000);
        found
    }
    first(&combo::Combo::default());
    first(&tafl::Brandub::default());
}
