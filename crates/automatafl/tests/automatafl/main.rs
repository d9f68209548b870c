//! Automatafl as a whole.
//!
//! | module | contents |
//! |---|---|
//! | `plainly` | the rules a second time, slow and plain |
//! | `agreement` | both agree on random boards and moves |
//! | `conflicts` | rounds of conflicts, passes, refusals |
//! | `words` | explanations and reports, as data and as sentences |
//! | `goals` | corners, options, draws, several automata |
//! | `records` | notation of boards and entries |
//! | `vectors` | the answers a referee must give |

mod agreement;
mod conflicts;
mod goals;
mod plainly;
mod records;
mod vectors;
mod words;

use automatafl::{
    Automatafl, Board, Entry, Identical, Move, Options, Piece, Players, Report, Setup, State, Tie,
};
use game::{Enumerate, Game, Keyed, Pending, Seat, Square, Step, play};
use testkit::{allocations, conformance, statistics};

#[global_allocator]
static ALLOCATOR: allocations::Counting = allocations::Counting;

fn board(record: &str) -> Board {
    record
        .parse()
        .unwrap_or_else(|error| panic!("{record}: {error}"))
}

fn custom(record: &str) -> Setup {
    Setup::Custom(Box::new(board(record)))
}

/// A two-player game on this board, with the usual options.
fn two(record: &str) -> Automatafl {
    with(Players::Two, record)
}

/// A four-player game on this board, with the usual options.
fn four(record: &str) -> Automatafl {
    with(Players::Four, record)
}

fn with(players: Players, record: &str) -> Automatafl {
    let setup = custom(record);
    let automata = setup.board().automata().len() as u8;
    Automatafl::new(Options {
        players,
        setup,
        automata,
        ..Options::default()
    })
    .unwrap()
}

fn square(name: &str) -> Square {
    Square::read(name, 26, 26).unwrap()
}

/// Enters these for the seats that must enter, in their order.
fn enter(game: &Automatafl, state: &mut State, entries: &[&str]) -> Report {
    let seats = game.pending(state).to_act();
    assert_eq!(seats.len(), entries.len(), "{seats:?} are to enter");
    let joint: Vec<(Seat, Entry)> = seats
        .iter()
        .zip(entries)
        .map(|(seat, text)| {
            let entry = game.read(state, text).unwrap();
            if let Err(illegal) = game.check(state, seat, &entry) {
                panic!("seat {seat}, {entry}: {illegal}");
            }
            (seat, entry)
        })
        .collect();
    let report = game.report(state, Step::Act(&joint));
    game.apply(state, Step::Act(&joint));
    report
}

/// How the game ended: the winner, if any, and the reason.
fn ending(game: &Automatafl, state: &State) -> Option<(Option<Seat>, &'static str)> {
    game.pending(state).ending().map(|ending| {
        let winner = (0..game.seats())
            .map(Seat)
            .find(|&seat| ending.outcome.won(seat));
        (winner, ending.reason)
    })
}

/// Every pair of squares, in a line or not, and the pass.
fn conceivable(state: &State) -> Vec<Entry> {
    let size = state.board().size();
    let pairs = size
        .all()
        .flat_map(|from| size.all().map(move |to| Entry::Move(Move { from, to })));
    pairs.chain([Entry::Pass]).collect()
}

fn variety() -> Vec<Automatafl> {
    let crowded = "/rar/a@a/rar/";
    let automata = "/1@@@1/1@1@1/1@@@1/";
    let setups = [
        (Setup::Standard, 1),
        (Setup::Small, 1),
        (Setup::Twins, 2),
        (custom(crowded), 1),
        (custom("/3/1@1/3/"), 1),
        (custom("/a4/1@2r/r3a/"), 1),
        (custom(automata), 8),
    ];
    let mut games = Vec::new();
    for (setup, automata) in setups {
        for (players, tie, identical) in [
            (Players::Two, Tie::Column, Identical::Conflict),
            (Players::Four, Tie::Freeze, Identical::Merge),
            (Players::Four, Tie::Column, Identical::Conflict),
        ] {
            let game = Automatafl::new(Options {
                players,
                setup: setup.clone(),
                tie,
                identical,
                max_turns: 30,
                automata,
                corners: None,
            });
            games.push(game.unwrap());
        }
    }
    games
}

#[test]
fn it_conforms() {
    for game in variety() {
        conformance::any(&game, 20, 60);
        conformance::keyed(&game, 20, 60);
    }
}

#[test]
fn it_lists_exactly_the_legal_moves() {
    for game in variety() {
        if game.start().board().size().squares() < 30 {
            conformance::listed(&game, 8, 40, conceivable);
        }
    }
    conformance::listed(&Automatafl::default(), 1, 2, conceivable);
}

#[test]
fn named_setups_start_as_documented() {
    let columns = [
        "rr..rrr..rr",
        "...arrra...",
        "...........",
        "...........",
        "aa.......aa",
        "rr...@...rr",
        "aa.......aa",
        "...........",
        "...........",
        "...arrra...",
        "rr..rrr..rr",
    ];
    let standard = Automatafl::default().start();
    for at in standard.board().size().all() {
        let wanted = columns[usize::from(at.x)].as_bytes()[usize::from(at.y)];
        let found = standard.board().piece(at).map_or('.', Piece::letter);
        assert_eq!(found, char::from(wanted), "{at}");
    }
    let record = |name: &str| {
        let (_, setup) = Setup::NAMED
            .iter()
            .find(|(other, _)| *other == name)
            .unwrap();
        setup.board().to_string()
    };
    assert_eq!(
        record("standard"),
        "/r3ara3r/r3ara3r/11/1a7a1/rr7rr/rr3@3rr/rr7rr/1a7a1/11/r3ara3r/r3ara3r/"
    );
    assert_eq!(record("small"), "/r1r1r/5/a1@1a/5/r1r1r/");
    assert_eq!(
        record("twins"),
        "/r3ara3r/r3ara3r/11/1a7a1/rr7rr/rr1@3@1rr/rr7rr/1a7a1/11/r3ara3r/r3ara3r/"
    );
}

#[test]
fn keys_tell_markers_and_locked_moves_apart() {
    let game = four("/a3r/5/2@2/5/r3a/");
    let key = |marked: &[&str], entries: &[&str]| {
        let marked: Vec<Square> = marked.iter().map(|name| square(name)).collect();
        let mut state = game.start_marked(&marked).unwrap();
        if !entries.is_empty() {
            enter(&game, &mut state, entries);
        }
        game.key(&state)
    };
    let keys = [
        key(&[], &[]),
        key(&["a1"], &[]),
        key(&["b1"], &[]),
        key(&["a2"], &[]),
        key(&["a1", "b1"], &[]),
        key(&[], &["b1-b2", "c2-b2", "d1-d2", "e2-e3"]),
        key(&[], &["b1-b2", "c2-b2", "d1-d2", "e3-e2"]),
        key(&[], &["b1-b2", "c2-b2", "e2-e3", "d1-d2"]),
        key(&[], &["d1-d2", "c2-b2", "b1-b2", "e2-e3"]),
    ];
    let different: std::collections::BTreeSet<u64> = keys.into_iter().collect();
    assert_eq!(different.len(), keys.len());
    // The moves that led here do not count.
    let mut state = game.start();
    enter(&game, &mut state, &["a1-a2", "b1-b2", "c1-c2", "d1-d2"]);
    assert_ne!(game.key(&state), game.key(&game.start()));
    enter(&game, &mut state, &["a2-a1", "b1-b2", "c1-c2", "d1-d2"]);
    assert_eq!(state.board(), game.start().board());
    assert_eq!(game.key(&state), game.key(&game.start()));
}

#[test]
fn play_does_not_allocate() {
    for game in variety() {
        let mut dice = dice::Quick::new(1);
        let start = game.start();
        let mut state = game.start();
        let mut joint = Vec::new();
        let mut run = |steps: u32| {
            for _ in 0..steps {
                play::random(&game, &mut state, &mut dice, &mut joint, 1);
                if let Pending::Over(_) = game.pending(&state) {
                    state.clone_from(&start);
                }
            }
        };
        run(50);
        assert_eq!(allocations::count(|| run(4000)), 0, "{:?}", game.options());
    }
}

#[test]
fn random_entries_are_fair() {
    let every = Setup::Small.board().size().all();
    let all: Vec<Square> = every.collect();
    let but = |free: &[&str]| {
        let mut rest = all.clone();
        rest.retain(|at| !free.contains(&at.to_string().as_str()));
        rest
    };
    // With no markers, with some, and with so many that random drawing rarely finds a
    // move.
    for marked in [
        vec![],
        vec![square("a1"), square("c4"), square("d4")],
        but(&["a1", "a4", "c4", "d2"]),
        but(&["a1", "b1", "e5"]),
    ] {
        let game = Automatafl::new(Options {
            setup: Setup::Small,
            ..Options::default()
        })
        .unwrap();
        let state = game.start_marked(&marked).unwrap();
        let mut list = Vec::new();
        game.actions(&state, Seat(1), &mut list);
        assert!(list.len() >= 2);
        let mut counts = vec![0; list.len()];
        let mut dice = dice::Seed::from_number(7).stream();
        for _ in 0..200 * list.len().max(20) {
            let entry = game.propose(&state, Seat(1), &mut dice);
            counts[list.iter().position(|&other| other == entry).unwrap()] += 1;
        }
        statistics::assert_uniform(&format!("{} entries", list.len()), &counts);
    }
}

#[test]
fn rare_entries_on_a_wide_board_are_fair() {
    // Of 676 x 50 pairs only four are left, so drawing hardly ever finds one.
    let record = format!("/{}@1/", 24) + &"26/".repeat(25);
    let game = two(&record);
    let mut marked: Vec<Square> = game.start().board().size().all().collect();
    marked.retain(|at| !["a1", "z1", "a26"].contains(&at.to_string().as_str()));
    let state = game.start_marked(&marked).unwrap();
    let mut list = Vec::new();
    game.actions(&state, Seat(0), &mut list);
    assert_eq!(list.len(), 4);
    let mut counts = [0; 4];
    let mut dice = dice::Seed::from_number(8).stream();
    for _ in 0..2000 {
        let entry = game.propose(&state, Seat(0), &mut dice);
        counts[list.iter().position(|&other| other == entry).unwrap()] += 1;
    }
    statistics::assert_uniform("four entries", &counts);
}
