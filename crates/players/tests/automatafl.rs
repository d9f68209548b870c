//! The players of Automatafl in games.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use automatafl::{Automatafl, Board, Entry, Options, Players, Setup, State};
use dice::Quick;
use game::{Dice, Enumerate, Game, Outcome, Pending, Seat, Step};
use players::automatafl::candidates::{self, Scope};
use players::automatafl::evaluation::{Distance, Evaluation};
use players::automatafl::exact::{Exact, Reach};
use players::automatafl::{NAMES, Solver, named};
use players::montecarlo::MonteCarlo;
use players::{Choice, Player, Score};
use search::control::{Clock, Control, Limits};
use search::matrix::MatrixGame;

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

/// Plays one game with the player `names[seat]` in each seat.
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

/// The points of the first player in paired games: 1 for a win, a half for a draw.
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
    // All of them are legal, and exactly these change the board.
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
    // Two repulsors drive the automaton from a2 into a1: if one is taken away, the
    // other still does it. Only conflicts delay it.
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
fn every_player_is_deterministic_with_seed_and_node_limit() {
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
fn the_solver_is_deterministic_beyond_two_turns() {
    // The tree grows only after two turns were searched everywhere.
    let game = custom("/5/1a1r1/2@2/1r1a1/5/", Players::Two);
    let choose = |seed| {
        let mut solver = Solver::new(seed);
        ask(&mut solver, &game, &game.start(), Seat(0), nodes(20_000))
    };
    let found = choose(5);
    assert!(found.thought.depth > 2, "{}", found.thought.depth);
    assert_eq!(found, choose(5));
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

/// The worth of a state for seat 0, by the rules alone; `again` is how often players
/// may still choose again in this turn.
fn played_out(game: &Automatafl, state: &State, turns: u32, again: u32) -> f64 {
    if let Some(winner) = state.winner() {
        return f64::from(u8::from(winner == Seat(0)));
    }
    if turns == 0 {
        return 0.5;
    }
    let mut moves = Vec::new();
    candidates::moves(game, state, Scope::Moving, &mut moves);
    *moves.last_mut().expect("a move that does nothing") = Entry::Pass;
    let mut cells = Vec::new();
    for &mine in &moves {
        for &theirs in &moves {
            let mut next = state.clone();
            game.apply(&mut next, Step::Act(&[(Seat(0), mine), (Seat(1), theirs)]));
            if next.is_reentry() && again == 0 {
                let pass = [(Seat(0), Entry::Pass), (Seat(1), Entry::Pass)];
                game.apply(&mut next, Step::Act(&pass));
            }
            cells.push(if next.is_reentry() {
                played_out(game, &next, turns, again - 1)
            } else {
                played_out(game, &next, turns - 1, 1)
            });
        }
    }
    let count = moves.len();
    MatrixGame::new(count, count, cells)
        .solve(0.001, 100_000)
        .value
}

/// The worth of a state for seat 0, and what it is guaranteed with the solver's
/// strategy in this turn and perfect play after that.
fn due_and_sure(exact: &Exact<'_>, game: &Automatafl, state: &State, limits: Limits) -> (f64, f64) {
    let turns = exact.turns();
    let (moves, matrix) = exact.matrix(state, turns);
    let found = ask(&mut Solver::new(1), game, state, Seat(0), limits);
    let mut mix = vec![0.0; moves.len()];
    for weighed in &found.thought.strategy {
        let same = |entry: &Entry| entry.to_string() == weighed.action;
        // An unlisted move does nothing, like the first one.
        mix[moves.iter().position(same).unwrap_or(0)] += weighed.chance;
    }
    let sure = matrix.against_rows(&mix).into_iter().fold(1.0, f64::min);
    (exact.worth(state, turns), sure)
}

/// A state some random turns after the start.
fn wander(game: &Automatafl, dice: &mut Quick) -> State {
    loop {
        let mut state = game.start();
        for _ in 0..1 + dice.below(6) {
            let mut moves = Vec::new();
            candidates::moves(game, &state, Scope::Moving, &mut moves);
            let joint = [Seat(0), Seat(1)]
                .map(|seat| (seat, moves[dice.below(moves.len() as u32) as usize]));
            game.apply(&mut state, Step::Act(&joint));
            if state.is_reentry() {
                let pass = joint.map(|(seat, _)| (seat, Entry::Pass));
                game.apply(&mut state, Step::Act(&pass));
            }
            if state.winner().is_some() {
                break;
            }
        }
        if state.winner().is_none() {
            return state;
        }
    }
}

#[test]
fn a_solved_board_agrees_with_the_rules_played_out() {
    let game = custom("/3/a@r/3/", Players::Two);
    let mut exact = Exact::new(&game, Reach::Free, 0.002).expect("a small board");
    exact.deepen(1);
    exact.deepen(2);
    let mut worths = Vec::new();
    for record in ["/3/a@r/3/", "/r@1/3/1a1/", "/3/r@1/a2/", "/1r1/1@1/a2/"] {
        let board: Board = record.parse().expect("a board");
        let state = game.restore(board, 0, &[], &[], None).expect("a state");
        for turns in 1..=2 {
            let worth = exact.worth(&state, turns);
            let wanted = played_out(&game, &state, turns, 1);
            assert!(
                (worth - wanted).abs() < 0.005,
                "{record}: {worth}, not {wanted}"
            );
            worths.push(worth);
        }
    }
    assert!(
        worths.iter().any(|worth| (worth - 0.5).abs() > 0.1),
        "{worths:?}"
    );
}

#[test]
fn the_first_turn_of_the_solver_cannot_be_exploited_on_a_small_board() {
    // The board is its own mirror image, so its worth is a half.
    let game = custom("/3/3/a@r/3/3/", Players::Two);
    let mut exact = Exact::new(&game, Reach::Free, 0.002).expect("a small board");
    for _ in 0..3 {
        exact.deepen(1);
    }
    let (due, sure) = due_and_sure(&exact, &game, &game.start(), depth(2));
    assert!((due - 0.5).abs() < 0.003, "{due}");
    assert!(sure > due - 0.02, "sure of {sure} where {due} is due");
}

#[test]
#[ignore = "takes minutes: cargo xtask test --full"]
fn the_best_answers_to_the_solver_gain_little_on_five_by_five() {
    // The board is its own image under rotation, so its worth is a half.
    let game = custom("/5/1a1r1/2@2/1r1a1/5/", Players::Two);
    let mut exact = Exact::new(&game, Reach::Free, 0.006).expect("a small board");
    for _ in 0..3 {
        exact.deepen(2);
    }
    let due = exact.worth(&game.start(), 3);
    assert!((due - 0.5).abs() < 0.01, "{due}");
    let mut dice = Quick::new(7);
    let mut lost = 0.0;
    for _ in 0..50 {
        let state = wander(&game, &mut dice);
        let (due, sure) = due_and_sure(&exact, &game, &state, nodes(10_000));
        lost += due - sure;
    }
    // A game undecided after three turns counts as a half there, while the player looks
    // further: so not all of this is really lost.
    println!("{:.3} is lost to the best answer", lost / 50.0);
    assert!(lost / 50.0 < 0.05, "{}", lost / 50.0);
    let sure = exact.sure(&game.start(), 3, 2, &mut |state| {
        let found = ask(&mut Solver::new(1), &game, state, Seat(0), nodes(3000));
        let read = |text: &str| game.read(state, text).expect("a move");
        let strategy = found.thought.strategy.iter();
        strategy
            .map(|weighed| (read(&weighed.action), weighed.chance))
            .collect()
    });
    println!("from the start it is sure of {sure:.3} where {due:.3} is due");
    assert!(sure > due - 0.05, "sure of {sure} where {due} is due");
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
