//! The players of Game 17 in games.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use dice::Quick;
use game::{Dice, Game, Pending, Seat, Step};
use game17::{Board, Game17, Options, Scratch, State, Turn};
use players::Score;
use players::game17::{Moment, NAMES, Planner, Weights, named};
use search::control::{Clock, Control, Limits};

/// A clock that stands still, so that only nodes limit.
struct Still;

impl Clock for Still {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

fn nodes(most: u64) -> Limits {
    Limits {
        nodes: Some(most),
        ..Limits::default()
    }
}

fn game(size: u8, rounds: u32, players: u16) -> Game17 {
    Game17::new(Options {
        size,
        rounds,
        players,
        ..Options::default()
    })
    .unwrap()
}

/// Plays a game between named players and returns its last state. It checks every turn
/// and passes it to `seen`.
fn play(
    game: &Game17,
    names: &[&str],
    limits: Limits,
    seed: u64,
    mut seen: impl FnMut(&State, Seat, &players::Choice<Turn>),
) -> State {
    let stop = AtomicBool::new(false);
    let mut dice = Quick::new(seed);
    let mut scratch = Scratch::new();
    let mut seated: Vec<_> = (0..)
        .zip(names)
        .map(|(seat, name)| named(name, seed + seat).unwrap())
        .collect();
    let mut state = game.start();
    loop {
        game.run(&mut state, &mut dice, &mut scratch);
        let Pending::Choose(seats) = game.pending(&state) else {
            return state;
        };
        let seat = seats.lowest().unwrap();
        let control = Control::new(limits, &Still, &stop);
        let choice = seated[seat.index()].choose(game, &state, seat, &control);
        if let Err(error) = game.check(&state, seat, &choice.action) {
            panic!(
                "{} may not play {}: {error}",
                names[seat.index()],
                choice.action
            );
        }
        seen(&state, seat, &choice);
        game.apply(&mut state, Step::Act(&[(seat, choice.action)]));
    }
}

#[test]
fn every_player_keeps_to_the_rules_on_boards_of_every_size() {
    for size in 1..=20u8 {
        let squares = u16::from(size) * u16::from(size);
        let game = game(size, 6, squares.min(12));
        for (turn, limits) in [
            nodes(0),
            nodes(7),
            Limits {
                time: Some(Duration::ZERO),
                ..Limits::default()
            },
            Limits {
                depth: Some(0),
                ..nodes(40)
            },
            Limits {
                time: Some(Duration::MAX),
                depth: Some(u32::MAX),
                ..nodes(5)
            },
        ]
        .into_iter()
        .enumerate()
        {
            let names: Vec<&str> = (0..usize::from(game.seats()))
                .map(|seat| NAMES[(seat + turn) % NAMES.len()])
                .collect();
            play(&game, &names, limits, u64::from(size), |_, _, _| {});
        }
    }
}

#[test]
fn every_owner_may_be_a_player() {
    for size in [2, 3, 5] {
        let game = game(size, 12, u16::from(size) * u16::from(size));
        let names = vec!["strong"; usize::from(game.seats())];
        play(&game, &names, nodes(9), 4, |_, _, _| {});
    }
}

#[test]
fn the_same_seed_and_node_limit_give_the_same_game() {
    let game = game(8, 10, 3);
    let record = |seed| {
        let mut turns = Vec::new();
        play(
            &game,
            &["strong", "weak", "t800"],
            nodes(60),
            seed,
            |_, _, choice| turns.push(choice.clone()),
        );
        turns
    };
    assert_eq!(record(1), record(1));
    assert_ne!(record(1), record(2));
}

#[test]
fn a_search_that_is_stopped_gives_the_usual_plan_at_once() {
    let game = game(6, 10, 1);
    let mut dice = Quick::new(3);
    let mut state = game.start();
    game.run(&mut state, &mut dice, &mut Scratch::new());
    let stop = AtomicBool::new(true);
    let control = Control::new(Limits::default(), &Still, &stop);
    let choice = named("strong", 1)
        .unwrap()
        .choose(&game, &state, Seat(0), &control);
    assert_eq!(choice.thought.nodes, 0);
    let moment = Moment::new(&game, &state, Seat(0));
    let usual = Planner::new().turn(&moment, &Weights::usual(moment.rounds_left));
    assert_eq!(choice.action, usual);
}

#[test]
fn the_thought_says_what_was_tried() {
    let game = game(10, 12, 1);
    let (mut points, mut chances) = (0, 0);
    play(&game, &["strong"], nodes(101), 5, |_, _, choice| {
        let thought = &choice.thought;
        // Not a multiple of a trial: the limit also ends a trial in the middle.
        assert!(thought.nodes <= 101, "{}", thought.nodes);
        assert_eq!(thought.lines[0].moves, [choice.action.to_string()]);
        match thought.lines[0].score {
            Score::Points(_) => points += 1,
            Score::Chance(chance) => {
                assert!((0.0..=1.0).contains(&chance));
                chances += 1;
            }
            other => panic!("{other:?}"),
        }
    });
    assert!(points > 0 && chances > 0, "{points} {chances}");
}

/// The share of games that `better` wins, by squares in a field of zombies. Every deal
/// is played twice with the seats exchanged.
fn pair_wins(better: &str, worse: &str, deals: u64, limits: Limits) -> f64 {
    let game = game(14, 50, 2);
    let mut wins = 0.0;
    for seed in 0..deals {
        for seat in 0..2u16 {
            let names = if seat == 0 {
                [better, worse]
            } else {
                [worse, better]
            };
            let state = play(&game, &names, limits, 100 + seed, |_, _, _| {});
            let squares = |owner| state.board().squares_of(owner);
            wins += match squares(seat).cmp(&squares(1 - seat)) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            };
        }
    }
    wins / (2 * deals) as f64
}

#[test]
fn each_level_beats_the_one_below() {
    // Measured over hundreds of games, all three are far above 0.8.
    for (better, worse, deals) in [
        ("weak", "random", 15),
        ("medium", "weak", 15),
        ("strong", "medium", 4),
    ] {
        let share = pair_wins(better, worse, deals, nodes(30));
        assert!(share >= 0.75, "{better} against {worse}: {share}");
    }
}

#[test]
fn strong_outlives_a_field_of_zombies_and_t800s() {
    for (names, games, least) in [
        (&["strong"][..], 12, 10),
        (&["strong", "t800", "t800", "t800"], 10, 7),
    ] {
        let game = game(14, 50, names.len() as u16);
        let won = (0..games)
            .filter(|&seed| {
                let state = play(&game, names, nodes(30), 500 + seed, |_, _, _| {});
                state.winners().contains(&0)
            })
            .count();
        assert!(won >= least, "{won} of {games} against {names:?}");
    }
}

/// A position for owner 0 to plan in: 5 x 5 squares of owner 9 without pieces, except
/// for these, given as row, column, owner and number.
struct Scene {
    board: Board,
    players: u16,
    order: Vec<u16>,
    rounds_left: u32,
}

impl Scene {
    fn new(stacks: &[(usize, usize, u16, u32)], rounds_left: u32) -> Scene {
        let (mut owners, mut numbers) = ([[9; 5]; 5], [[0; 5]; 5]);
        for &(row, col, owner, number) in stacks {
            owners[row][col] = owner;
            numbers[row][col] = number;
        }
        Scene {
            board: Board::new(&owners, &numbers).unwrap(),
            players: 2,
            order: vec![0, 1, 7, 8, 9],
            rounds_left,
        }
    }

    fn turn(&self, weights: &Weights) -> Turn {
        let moment = Moment {
            board: &self.board,
            owner: 0,
            players: self.players,
            order: &self.order,
            rounds_left: self.rounds_left,
        };
        Planner::new().turn(&moment, weights)
    }

    /// The board after a turn with these weights. A plan leaves nothing to a coin.
    fn after(&self, weights: &Weights) -> Board {
        let mut board = self.board.clone();
        board
            .turn(0, &self.turn(weights), &mut |row, col| {
                panic!("{row},{col} is left to a coin")
            })
            .unwrap();
        board
    }
}

/// Whether owner 1 can take a stack of owner 0 with all its pieces around it.
fn exposed(board: &Board) -> bool {
    board.owned(0).into_iter().any(|(row, col)| {
        let own = board.number(row, col).unwrap();
        let around: u32 = game17::Direction::ALL
            .into_iter()
            .map(|direction| direction.neighbour((row, col), board.size()))
            .filter(|&(row, col)| board.owner(row, col) == Some(1))
            .map(|(row, col)| board.number(row, col).unwrap())
            .sum();
        own > 0 && around > own
    })
}

#[test]
fn several_squares_join_against_one() {
    let stacks = [(1, 2, 0, 3), (3, 2, 0, 3), (2, 1, 0, 1), (2, 2, 7, 6)];
    let scene = Scene::new(&stacks, 20);
    let turn = scene.turn(&Weights::usual(20));
    assert_eq!(turn.to_string(), "1,2s3 2,1e1 3,2n3");
    assert_eq!(scene.after(&Weights::usual(20)).number(2, 2), Some(13));
    // One piece more is one too many: equal numbers would mean a coin toss.
    let mut stacks = stacks;
    stacks[3].3 = 7;
    let after = Scene::new(&stacks, 20).after(&Weights::usual(20));
    assert_eq!(after.owner(2, 2), Some(7));
    assert_eq!(after.pieces_of(0), 7);
}

#[test]
fn a_large_stack_takes_all_its_neighbours() {
    let scene = Scene::new(
        &[
            (2, 2, 0, 30),
            (1, 2, 7, 4),
            (3, 2, 8, 6),
            (2, 1, 6, 3),
            (2, 3, 5, 5),
        ],
        20,
    );
    assert_eq!(scene.after(&Weights::usual(20)).pieces_of(0), 48);
}

#[test]
fn a_stack_beside_a_player_is_not_thinned_out_for_small_prey() {
    // Owner 1 can bring 14 against the 14, which hold only if they stay together.
    let scene = Scene::new(
        &[
            (2, 2, 0, 14),
            (2, 1, 1, 7),
            (1, 2, 1, 7),
            (2, 3, 7, 4),
            (3, 2, 7, 4),
        ],
        20,
    );
    assert!(!exposed(&scene.after(&Weights::usual(20))));
    assert!(exposed(&scene.after(&Weights::GREEDY)));
}

#[test]
fn threatened_stacks_join() {
    // The first would fall to the 8 beside it; together they hold.
    let scene = Scene::new(&[(2, 2, 0, 4), (2, 3, 0, 4), (1, 2, 1, 8)], 20);
    assert!(exposed(&scene.board));
    let after = scene.after(&Weights::usual(20));
    assert!(!exposed(&after));
    assert_eq!(after.pieces_of(0), 8);
}

#[test]
fn the_last_turn_spreads() {
    let scene = Scene::new(&[(2, 2, 0, 9), (1, 2, 7, 7), (2, 1, 8, 1)], 0);
    let after = scene.after(&Weights::usual(0));
    // Two for the one piece, one each for the empty squares. The 7 would cost 8, and
    // with them two other squares.
    assert_eq!(after.squares_of(0), 4);
    assert_eq!(after.owner(1, 2), Some(7));
}

#[test]
fn in_the_last_round_only_owners_still_to_move_are_feared() {
    let stacks = [
        (2, 2, 0, 4),
        (2, 1, 0, 0),
        (2, 3, 0, 0),
        (3, 2, 0, 0),
        (0, 2, 1, 3),
    ];
    let mut scene = Scene::new(&stacks, 0);
    // Owner 1 can come back to 1,2 with 3 pieces.
    assert_eq!(scene.turn(&Weights::usual(0)).to_string(), "2,2n4");
    scene.order = vec![1, 0, 7, 8, 9];
    assert_eq!(scene.turn(&Weights::usual(0)).to_string(), "2,2n1");
}

#[test]
fn plans_are_legal_on_any_board() {
    let mut dice = Quick::new(17);
    let mut planner = Planner::new();
    for _ in 0..400 {
        let size = dice.below(20) + 1;
        let kinds = dice.below(6) + 1;
        // Some boards have no pieces at all, some as many as a board can hold.
        let most = [1, 5, 40, 1_000_001][dice.below(4) as usize];
        let mut rows = |below: u32| -> Vec<Vec<u32>> {
            let mut row = || (0..size).map(|_| dice.below(below)).collect();
            (0..size).map(|_| row()).collect()
        };
        let numbers = rows(most);
        let owners: Vec<Vec<u16>> = rows(kinds)
            .into_iter()
            .map(|row| row.into_iter().map(|owner| owner as u16).collect())
            .collect();
        let board = Board::new(&owners, &numbers).unwrap();
        for rounds_left in [0, 1, 5, 30] {
            for owner in 0..=kinds as u16 {
                let moment = Moment {
                    board: &board,
                    owner,
                    players: 3,
                    order: &[2, 0, 1],
                    rounds_left,
                };
                for weights in [Weights::usual(rounds_left), Weights::GREEDY] {
                    let turn = planner.turn(&moment, &weights);
                    assert_eq!(board.check(owner, &turn), Ok(()));
                }
            }
        }
    }
}
