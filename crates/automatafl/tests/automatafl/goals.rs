//! Corners, options, draws, several automata.

use automatafl::automaton::{Judgement, Seen};
use automatafl::{Automatafl, Options, OptionsError, Players, Report, Setup, State};
use game::{Game, Seat, Square};

use crate::{board, custom, ending, enter, square, two, with};

/// Entries that name only empty squares of row 3.
const IDLE: [&str; 4] = ["a3-b3", "b3-c3", "c3-d3", "d3-e3"];

fn idle(game: &Automatafl, state: &mut State) -> Report {
    enter(game, state, &IDLE[..usize::from(game.seats())])
}

fn owned(players: Players, corners: Option<[u16; 4]>) -> Options {
    Options {
        players,
        corners: corners.map(|owners| owners.map(Seat)),
        setup: Setup::Small,
        ..Options::default()
    }
}

#[test]
fn each_corner_wins_for_its_owner() {
    let corners = [
        ("a1", "/1@r2/5/5/5/5/"),
        ("e1", "/2r@1/5/5/5/5/"),
        ("e5", "/5/5/5/5/2r@1/"),
        ("a5", "/5/5/5/5/1@r2/"),
    ];
    for (players, chosen, owners) in [
        (Players::Two, None, [0, 0, 1, 1]),
        (Players::Two, Some([0, 0, 1, 1]), [0, 0, 1, 1]),
        (Players::Two, Some([1, 1, 0, 0]), [1, 1, 0, 0]),
        (Players::Four, None, [0, 1, 2, 3]),
        (Players::Four, Some([0, 1, 2, 3]), [0, 1, 2, 3]),
        (Players::Four, Some([3, 0, 2, 1]), [3, 0, 2, 1]),
        (Players::Four, Some([2, 3, 1, 0]), [2, 3, 1, 0]),
    ] {
        for ((corner, record), owner) in corners.into_iter().zip(owners) {
            let game = Automatafl::new(Options {
                setup: custom(record),
                ..owned(players, chosen)
            })
            .unwrap();
            assert_eq!(game.corners(), owners.map(Seat));
            assert_eq!(game.goal(square(corner)), Some(Seat(owner)));
            let mut state = game.start();
            let report = idle(&game, &mut state);
            assert_eq!(state.board().automata(), [square(corner)]);
            let Report::Turn {
                winner, automata, ..
            } = report
            else {
                panic!("{report:?}");
            };
            assert_eq!(winner, Some(Seat(owner)), "{corner}");
            assert_eq!(state.winner(), winner);
            assert_eq!(ending(&game, &state), Some((winner, "corner")));
            let size = state.board().size();
            let entered = automata[0].corner(size).map(|at| size.corners()[at]);
            assert_eq!(entered, Some(square(corner)));
        }
    }
}

#[test]
fn only_corners_are_goals() {
    for record in ["/5/5/2@2/5/5/", "/3/1@1/3/", "/9/9/4@4/9/"] {
        let game = two(record);
        let size = game.start().board().size();
        let goals: Vec<Square> = size.all().filter(|&at| game.goal(at).is_some()).collect();
        let mut corners = size.corners();
        corners.sort_by_key(|at| (at.y, at.x));
        assert_eq!(goals, corners);
    }
}

#[test]
fn no_square_off_the_board_is_a_goal() {
    let game = two("/5/5/2@2/5/5/");
    for off in [(5, 0), (0, 5), (9, 9), (255, 0), (0, 255), (255, 255)] {
        assert_eq!(game.goal(Square::new(off.0, off.1)), None);
    }
}

#[test]
fn corners_of_another_shape_are_refused() {
    let refused = |players, corners| {
        let error = Automatafl::new(owned(players, Some(corners))).unwrap_err();
        let count = players.count();
        assert_eq!(error, OptionsError::Corners { players: count });
        testkit::said(&error)
    };
    for corners in [
        [0, 1, 1, 0],
        [0, 1, 0, 1],
        [0, 0, 0, 0],
        [0, 0, 2, 2],
        [0, 1, 2, 3],
        [1, 1, 1, 0],
    ] {
        assert_eq!(
            refused(Players::Two, corners),
            "with 2 players, corners must name one seat for both lower corners and the other \
             for both upper: [0,0,1,1] or [1,1,0,0]"
        );
    }
    for corners in [[0, 0, 1, 1], [0, 1, 2, 4], [1, 2, 3, 4], [3, 3, 2, 1]] {
        assert_eq!(
            refused(Players::Four, corners),
            "with 4 players, corners must name each of the seats 0 to 3 once"
        );
    }
}

#[test]
fn the_board_must_have_as_many_automata_as_the_option_says() {
    let refused = |setup: Setup, automata: u8| {
        let error = Automatafl::new(Options {
            setup,
            automata,
            ..Options::default()
        });
        testkit::said(&error.unwrap_err())
    };
    assert_eq!(
        refused(Setup::Twins, 1),
        "automata on the board: 2; the option automata says 1"
    );
    assert_eq!(
        refused(Setup::Standard, 2),
        "automata on the board: 1; the option automata says 2"
    );
    assert_eq!(
        refused(custom("/5/5/5/5/a4/"), 1),
        "automata on the board: 0; the option automata says 1"
    );
    let range = "automata is from 1 to 8, not";
    assert_eq!(refused(custom("/3/3/3/"), 0), format!("{range} 0"));
    assert_eq!(refused(Setup::Standard, 9), format!("{range} 9"));
    assert_eq!(refused(Setup::Standard, 255), format!("{range} 255"));
}

#[test]
fn no_automaton_may_begin_in_a_corner() {
    for (record, corner) in [
        ("/@4/5/5/", "a1"),
        ("/4@/5/5/", "e1"),
        ("/5/5/4@/", "e3"),
        ("/5/5/@4/", "a3"),
    ] {
        let error = Automatafl::new(Options {
            setup: custom(record),
            ..Options::default()
        })
        .unwrap_err();
        assert_eq!(error, OptionsError::AutomatonInCorner(square(corner)));
        assert_eq!(
            testkit::said(&error),
            format!("the automaton may not stand in the corner {corner}")
        );
    }
    let error = Automatafl::new(Options {
        setup: custom("/5/1@3/4@/"),
        automata: 2,
        ..Options::default()
    });
    assert_eq!(error, Err(OptionsError::AutomatonInCorner(square("e3"))));
}

#[test]
fn after_max_turns_the_game_is_drawn() {
    for max_turns in [1, 2, 7] {
        let game = Automatafl::new(Options {
            setup: custom("/5/5/5/2@2/5/"),
            max_turns,
            ..Options::default()
        })
        .unwrap();
        let mut state = game.start();
        for _ in 0..max_turns {
            assert_eq!(ending(&game, &state), None);
            // A conflict does not count as a turn.
            enter(&game, &mut state, &["a1-a2", "a3-a2"]);
            assert_eq!(ending(&game, &state), None);
            idle(&game, &mut state);
        }
        assert_eq!(state.turn(), max_turns);
        assert_eq!(ending(&game, &state), Some((None, "max-turns")));
    }
    assert_eq!(Options::default().max_turns, 500);
}

#[test]
fn without_max_turns_the_game_goes_on() {
    let game = Automatafl::new(Options {
        setup: custom("/5/5/5/2@2/5/"),
        max_turns: 0,
        ..Options::default()
    })
    .unwrap();
    let mut state = game.start();
    for _ in 0..3000 {
        idle(&game, &mut state);
        assert_eq!(ending(&game, &state), None);
    }
    assert_eq!(state.turn(), 3000);
}

#[test]
fn a_corner_in_the_last_turn_wins() {
    let game = Automatafl::new(Options {
        setup: custom("/1@r2/5/5/5/5/"),
        max_turns: 1,
        ..Options::default()
    })
    .unwrap();
    let mut state = game.start();
    idle(&game, &mut state);
    assert_eq!(ending(&game, &state), Some((Some(Seat(0)), "corner")));
}

#[test]
fn another_automaton_ends_the_sight_and_counts_as_space() {
    // The repulsor behind the other automaton is out of sight.
    let game = two("/5/5/5/@2@r/5/");
    let steps = game.foresee(&board("/5/5/5/@2@r/5/"));
    assert_eq!(steps[0].from, square("a4"));
    assert_eq!(steps[0].sight.row, [Seen::Space(2), Seen::Space(0)]);
    assert_eq!(steps[0].verdict.row, Judgement::Clear);
    // The other is pushed towards the first, which leaves it room.
    assert_eq!(steps[1].sight.row, [Seen::Repulsor(1), Seen::Space(2)]);
    assert_eq!(steps[1].to, square("c4"));
    // Without room it stays.
    let steps = game.foresee(&board("/5/5/5/2@@r/5/"));
    assert_eq!(steps[1].sight.row, [Seen::Repulsor(1), Seen::Space(0)]);
    assert_eq!(steps[1].verdict.row, Judgement::NoRoom);
    assert_eq!(steps[1].to, steps[1].from);
    // An attractor attracts it, whatever is behind.
    let steps = game.foresee(&board("/5/5/5/@1@1a/5/"));
    assert_eq!(steps[1].sight.row, [Seen::Attractor(2), Seen::Space(1)]);
    assert_eq!(steps[1].to, square("d4"));
}

#[test]
fn automata_step_in_reading_order_on_the_board_as_it_then_is() {
    let stepped = |record: &str| {
        let game = two(record);
        let mut state = game.start();
        let report = enter(&game, &mut state, &["a4-b4", "e4-e3"]);
        let Report::Turn { automata, .. } = report else {
            panic!("{report:?}");
        };
        assert_eq!(game.foresee(&board(record)), automata);
        let steps: Vec<String> = automata
            .iter()
            .map(|step| format!("{}-{}", step.from, step.to))
            .collect();
        (steps.join(" "), state)
    };
    // The first goes up and opens the second's view of the repulsor.
    let (steps, state) = stepped("/5/1r@@1/5/5/2a2/");
    assert_eq!(steps, "c2-c3 d2-e2");
    assert_eq!(state.board().automata(), [square("e2"), square("c3")]);
    // The first has already judged before the second opens its view.
    let (steps, _) = stepped("/5/2@@r/5/5/3a1/");
    assert_eq!(steps, "c2-c2 d2-d3");
    // By row first, then by column.
    let (steps, state) = stepped("/5/3@1/1@3/5/1r1r1/");
    assert_eq!(steps, "d2-d1 b3-b2");
    assert_eq!(state.board().automata(), [square("d1"), square("b2")]);
}

#[test]
fn the_first_automaton_in_a_corner_ends_the_game() {
    let game = two("/1@r2/5/5/5/1@r2/");
    let mut state = game.start();
    let Report::Turn {
        automata, winner, ..
    } = idle(&game, &mut state)
    else {
        panic!("no conflict was entered");
    };
    assert_eq!((automata.len(), winner), (1, Some(Seat(0))));
    assert_eq!(state.board().to_string(), "/@1r2/5/5/5/1@r2/");
    assert_eq!(ending(&game, &state), Some((Some(Seat(0)), "corner")));
    // The second wins if the first does not get there.
    let game = two("/2@r1/5/5/5/1@r2/");
    let mut state = game.start();
    idle(&game, &mut state);
    assert_eq!(ending(&game, &state), Some((Some(Seat(1)), "corner")));
    assert_eq!(state.board().to_string(), "/1@1r1/5/5/5/@1r2/");
    // They are listed in reading order even if the last step changes it.
    let game = two("/3@1/@4/r4/5/5/");
    let mut state = game.start();
    enter(&game, &mut state, &["a4-b4", "c4-d4"]);
    assert_eq!(ending(&game, &state), Some((Some(Seat(0)), "corner")));
    assert_eq!(state.board().automata(), [square("a1"), square("d1")]);
}

#[test]
fn eight_automata_are_a_game_for_four() {
    let game = with(Players::Four, "/1@@@1/@3@/5/5/1@@@1/");
    assert_eq!(game.start().board().automata().len(), 8);
    let mut state = game.start();
    idle(&game, &mut state);
    assert_eq!(state.turn(), 1);
}
