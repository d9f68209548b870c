//! The catalog as a whole: vectors, JSON round trips, bad input.

mod bot;
mod marks;
mod names;

use std::path::PathBuf;

use catalog::referee::Referee;
use catalog::{AnyPending, AnyStep, AsJson as _, GAMES};
use dice::Seed;
use game::Seat;
use proptest::prelude::*;
use serde_json::{Value, json};

fn answer(line: &str) -> Value {
    let referee = Referee {
        perft_budget: 1_000_000,
    };
    referee.answer(line)
}

fn run_vectors(name: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(name);
    for vector in testkit::vectors::read(&path) {
        let found = answer(&vector.request.to_string());
        assert_eq!(
            found, vector.response,
            "{}: {}",
            vector.place, vector.request
        );
    }
}

#[test]
fn automatafl_vectors() {
    run_vectors("automatafl.jsonl");
}

#[test]
fn brandub_vectors() {
    run_vectors("brandub.jsonl");
}

#[test]
fn combo_vectors() {
    run_vectors("combo.jsonl");
}

#[test]
fn game17_vectors() {
    run_vectors("game17.jsonl");
}

/// Games with unusual options, by id.
fn games() -> Vec<(&'static str, Value)> {
    vec![
        ("automatafl", json!(null)),
        (
            "automatafl",
            json!({"players": 4, "setup": "small", "tie": "freeze", "identical": "merge"}),
        ),
        (
            "automatafl",
            json!({"setup": "twins", "max_turns": 20, "corners": [1, 1, 0, 0]}),
        ),
        (
            "automatafl",
            json!({"setup": "/a2/1@1/3/", "max_turns": 40}),
        ),
        ("brandub", json!({})),
        (
            "brandub",
            json!({"king_by_corner": false, "no_moves": "draw", "repetition": 2}),
        ),
        ("combo", json!({"quiet_limit": 10})),
        ("combo", json!({"width": 3, "height": 5})),
        ("combo", json!({"position": "w2,x2,b/x4/x4/x3,b2 w"})),
        ("combo", json!({"position": "w2,x,x/x,x,b2 b"})),
        ("game17", json!({"size": 3, "players": 4, "rounds": 6})),
        ("game17", json!({"size": 1})),
        ("game17", json!({"size": 2, "players": 0, "pieces": 1})),
    ]
}

#[test]
fn every_game_goes_through_json_and_back_at_every_step() {
    for (id, options) in games() {
        let game = catalog::open(id, &options).unwrap();
        let again = catalog::open(id, &game.options()).unwrap();
        assert_eq!(game.options(), again.options(), "{id} {options}");
        for number in 0..20 {
            let seed = Seed::from_number(number);
            let mut state = game.start();
            for step_number in 0..60 {
                let mut dice = seed.draw(step_number);
                let written = game.state_data(&state);
                let read = game
                    .read_state(&written)
                    .unwrap_or_else(|e| panic!("{id}: {e}: {written}"));
                assert_eq!(game.state_data(&read), written);
                assert_eq!(game.pending(&read), game.pending(&state), "{id}: {written}");
                let step = match game.pending(&state) {
                    AnyPending::Over(_) => break,
                    AnyPending::Choose(seats) => AnyStep::Act(
                        seats
                            .iter()
                            .map(|seat| (seat, game.propose(&state, seat, &mut dice)))
                            .collect(),
                    ),
                    AnyPending::Chance(_) => AnyStep::Draw(game.draw(&state, &mut dice)),
                };
                let report = again.report(&state, &step).unwrap();
                assert!(!report.told.is_empty() && report.data.as_json().is_object());
                // The state that went through JSON goes on like the original.
                let mut other = read;
                game.play(&mut state, &step).unwrap();
                game.play(&mut other, &step).unwrap();
                assert_eq!(
                    game.state_data(&other),
                    game.state_data(&state),
                    "{id} after {step:?}"
                );
            }
        }
    }
}

#[test]
fn a_refused_step_changes_nothing_and_says_why() {
    for (id, options) in games() {
        let game = catalog::open(id, &options).unwrap();
        let mut state = game.start();
        let before = game.state_data(&state);
        for step in [
            AnyStep::Act(vec![]),
            AnyStep::Act(vec![(Seat(9), "-".to_owned())]),
            AnyStep::Act(
                (0..game.seats())
                    .map(|seat| (Seat(seat), "zz".to_owned()))
                    .collect(),
            ),
            AnyStep::Draw(json!({"coin": true}).into()),
            AnyStep::Draw(json!({"deal": [0, 0, 0]}).into()),
            AnyStep::Draw(json!(7).into()),
        ] {
            let error = game.play(&mut state, &step).unwrap_err();
            assert!(!error.to_string().is_empty());
            assert_eq!(game.state_data(&state), before, "{id} {step:?}");
        }
    }
}

#[test]
fn views_show_the_seats_to_act_and_the_ending() {
    let game = catalog::open("brandub", &json!({"position": "/7/7/7/7/7/7/3K1t1/ d"})).unwrap();
    let mut state = game.start();
    let view = game.view(&state, Some(Seat(1)));
    assert_eq!(view.to_act, [1]);
    assert_eq!(view.viewer, Some(1));
    assert_eq!(view.ending, None);
    game.play(
        &mut state,
        &AnyStep::Act(vec![(Seat(1), "d7-a7".to_owned())]),
    )
    .unwrap();
    let view = serde_json::to_value(game.view(&state, None)).unwrap();
    assert_eq!(
        view["ending"],
        json!({"reason": "king-escaped", "winners": [1]})
    );
    assert_eq!(view["state"]["position"], json!("/7/7/7/7/7/7/K4t1/ a"));
}

#[test]
fn lists_are_in_canonical_order_and_perft_adds_up() {
    for (id, options, depth, leaves) in [
        ("brandub", json!({}), 3, 39_512),
        ("combo", json!({}), 3, 843_368),
        ("automatafl", json!({"setup": "small"}), 1, 184 * 184),
    ] {
        let game = catalog::open(id, &options).unwrap();
        let state = game.start();
        let list = game.actions(&state, Seat(0)).unwrap();
        assert!(list.is_sorted());
        let sum: u64 = list
            .iter()
            .map(|root| {
                game.perft(&state, root, depth, &mut { u64::MAX })
                    .unwrap()
                    .unwrap()
            })
            .sum();
        assert_eq!(sum, leaves, "{id}");
    }
}

#[test]
fn every_option_is_described_and_read() {
    for info in GAMES {
        let game = catalog::open(info.id, &Value::Null).unwrap();
        let written = game.options();
        let names: Vec<&str> = written
            .as_json()
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let described: Vec<&str> = info.options.iter().map(|option| option.name).collect();
        assert_eq!(names, described, "{}", info.id);
        assert!((0..game.seats()).all(|seat| !game.seat_name(Seat(seat)).is_empty()));
    }
}

#[test]
fn errors_name_the_wrong_option() {
    let problem = |id: &str, options: Value| catalog::open(id, &options).unwrap_err().to_string();
    assert_eq!(
        problem("chess", json!({})),
        "there is no game \"chess\"; there are automatafl, combo, brandub, game17"
    );
    assert_eq!(
        problem("brandub", json!({"king": true})),
        "in options of brandub there is no field \"king\"; there are king_by_corner, no_moves, repetition, position"
    );
    assert_eq!(
        problem("combo", json!({"width": 27})),
        "\"width\" must be a whole number from 1 to 26, not 27"
    );
    assert_eq!(
        problem("automatafl", json!({"players": 3})),
        "\"players\" must be 2 or 4, not 3"
    );
    assert_eq!(
        problem("automatafl", json!({"setup": "large"})),
        "\"setup\" must be \"standard\", \"small\", \"twins\" or a position record, not \"large\""
    );
    assert_eq!(
        problem("automatafl", json!({"dimensions": 3})),
        "\"dimensions\" must be a whole number from 2 to 2, not 3"
    );
    assert_eq!(
        problem("brandub", json!({"repetition": 1})),
        "repetition is 0 (never) or from 2 to 1000, not 1"
    );
    assert_eq!(
        problem("game17", json!([])),
        "options of game17 must be an object, not a list"
    );
    assert!(problem("game17", json!({"size": 2, "players": 5})).contains("players"));
}

fn error(request: &str) -> String {
    let answer = answer(request);
    let object = answer.as_object().unwrap();
    assert_eq!(object.len(), 1, "{answer}");
    object["error"]
        .as_str()
        .unwrap_or_else(|| panic!("{answer}"))
        .to_owned()
}

#[test]
fn the_referee_says_what_is_wrong() {
    assert!(error("{").starts_with("this line is not JSON"));
    assert!(error("").starts_with("this line is not JSON"));
    assert_eq!(error("[]"), "a request must be an object, not a list");
    assert_eq!(error("{}"), "the field \"game\" is missing");
    assert!(error(r#"{"game":"go"}"#).contains("there is no game \"go\""));
    assert_eq!(
        error(r#"{"game":"brandub"}"#),
        "the field \"do\" is missing"
    );
    assert_eq!(
        error(r#"{"game":"brandub","do":"fly"}"#),
        "\"do\" cannot be \"fly\" here; there are moves, play and perft"
    );
    assert_eq!(
        error(r#"{"game":"brandub","do":"play","move":"d1-d7"}"#),
        "the way is blocked: a piece stands on d2"
    );
    assert_eq!(
        error(r#"{"game":"brandub","do":"play","move":"d1_d7"}"#),
        "move \"d1_d7\": character 3: expected '-', found '_'"
    );
    assert_eq!(
        error(r#"{"game":"brandub","do":"moves","positon":"x"}"#),
        "in a request there is no field \"positon\"; there are game, options, position, do"
    );
    assert!(
        error(r#"{"game":"combo","do":"perft","depth":40}"#)
            .contains("more than 1000000 positions")
    );
    assert!(error(r#"{"game":"combo","do":"perft","depth":-1}"#).contains("\"depth\" must be"));
    assert!(error(r#"{"game":"combo","do":"perft","depth":1e99}"#).contains("\"depth\" must be"));
    assert!(
        error(r#"{"game":"automatafl","do":"turn","moves":["a1-a2"]}"#).contains("2 seats, not 1")
    );
    assert!(
        error(
            r#"{"game":"automatafl","position":"/@2/3/3/","do":"turn","moves":["b1-b2","c1-c2"]}"#
        )
        .contains("corner a1")
    );
    assert!(
        error(
            r#"{"game":"automatafl","position":"/3/3/3/","do":"turn","moves":["b1-b2","c1-c2"]}"#
        )
        .contains("automata on the board: 0")
    );
    let tie = r#"{"game":"game17","do":"turn","owner":0,"owners":[[0,1],[1,1]],"numbers":[[3,3],[3,3]],"moves":[[[0,0],"e",3]],"coins":[]}"#;
    assert_eq!(
        error(tie),
        "\"coins\" has a length of 0, but the number of tied squares is 1"
    );
    let ragged = r#"{"game":"game17","do":"turn","owner":0,"owners":[[0,1],[1]],"numbers":[[3,3],[3,3]],"moves":[]}"#;
    assert!(!error(ragged).is_empty());
}

#[test]
fn a_locked_move_may_name_a_square_that_was_marked_later() {
    let mut request = json!({
        "game": "automatafl", "players": 4, "position": "/a1a2/5/2@2/5/r3r/", "do": "turn",
        "marked": ["b1"], "moves": ["a1-a2", "c1-c2", "b1-b2", "e5-e4"],
    });
    assert_eq!(answer(&request.to_string()), json!({"illegal": [2]}));
    request["locked"] = json!([2]);
    assert_eq!(
        answer(&request.to_string())["outcomes"],
        json!(["moved", "moved", "empty", "moved"])
    );
    request["locked"] = json!([4]);
    assert!(answer(&request.to_string())["error"].is_string());
}

#[test]
fn the_referee_explains_automatafl() {
    let request = json!({
        "game": "automatafl", "do": "explain",
        "position": "/r1r1r/5/a1@1a/5/r1r1r/", "moves": ["a3-a4", "c5-b5"],
    });
    let told = answer(&request.to_string());
    assert_eq!(
        told["text"],
        "Seat 0, a3 to a4: the attractor moved. Seat 1, c5 to b5: the repulsor moved. \
         The automaton steps from c3 to c4: in its row an attractor 2 squares to the right pulls (rule 3); \
         in its column a repulsor 2 squares below pushes it up (rule 2); \
         the column wins: rule 2 comes before rule 3."
    );
    let step = &told["report"]["automata"][0];
    assert_eq!(step["rule"], 2);
    assert_eq!(step["because"], "lower-rule");
    assert_eq!(step["seen"]["left"], json!({"what": "space", "room": 2}));
    let told = answer(r#"{"game":"automatafl","do":"explain","moves":["f6-f7","a1-b2"]}"#);
    assert_eq!(told["illegal"], json!([0, 1]));
    assert_eq!(
        told["because"][0],
        "the automaton stands on f6: nobody moves it"
    );
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|b| json!(b)),
        any::<i64>().prop_map(|n| json!(n)),
        any::<f64>().prop_map(|n| json!(n)),
        "[a-z0-9/@,x -]{0,12}".prop_map(|s| json!(s)),
        Just(json!("a1-a2")),
        Just(json!("turn")),
        Just(json!(u64::MAX)),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        proptest::collection::vec(inner, 0..4).prop_map(|v| json!(v))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_line_makes_the_referee_panic(line in any::<Vec<u8>>()) {
        let answer = answer(&String::from_utf8_lossy(&line));
        prop_assert!(answer.is_object());
    }

    #[test]
    fn no_request_makes_the_referee_panic(
        game in proptest::sample::select(vec!["automatafl", "brandub", "combo", "game17"]),
        what in proptest::sample::select(vec!["moves", "play", "turn", "explain"]),
        fields in proptest::collection::vec(
            (proptest::sample::select(vec![
                "position", "options", "move", "moves", "players", "marked", "owner", "owners",
                "numbers", "coins", "tie", "identical", "automata", "depth",
            ]), any_json()),
            0..6,
        ),
    ) {
        let mut request = json!({"game": game, "do": what});
        for (name, value) in fields {
            request[name] = value;
        }
        prop_assert!(answer(&request.to_string()).is_object());
    }

    #[test]
    fn no_state_or_draw_makes_a_game_panic(
        at in 0..13usize,
        steps in 0..8u64,
        value in any_json(),
        field in 0..8usize,
    ) {
        let (id, options) = games().swap_remove(at);
        let game = catalog::open(id, &options).unwrap();
        let mut state = game.start();
        let mut dice = Seed::from_number(steps).stream();
        let mut walk = |state: &mut catalog::AnyState, steps| {
            for _ in 0..steps {
                let step = match game.pending(state) {
                    AnyPending::Over(_) => break,
                    AnyPending::Choose(seats) => AnyStep::Act(
                        seats.iter().map(|s| (s, game.propose(state, s, &mut dice))).collect(),
                    ),
                    AnyPending::Chance(_) => AnyStep::Draw(game.draw(state, &mut dice)),
                };
                game.play(state, &step).unwrap();
            }
        };
        walk(&mut state, steps);
        let mut written = Value::from(game.state_data(&state));
        let names: Vec<String> = written.as_object().unwrap().keys().cloned().collect();
        let name = &names[field % names.len()];
        for value in [value.clone(), json!(u32::MAX), json!(0), json!([[0, 0]])] {
            written[name] = value;
            if let Ok(mut state) = game.read_state(&written.clone().into()) {
                walk(&mut state, 6);
            }
        }
        let _ = game.play(&mut state.clone(), &AnyStep::Draw(value.into()));
    }
}

#[test]
fn samples_are_written_as_the_game_reads_them() {
    for info in &GAMES {
        let game = catalog::open(info.id, &Value::Null).expect("the usual options");
        if let Some(position) = info.sample.position {
            let read = game.read_position(position).map(drop);
            assert_eq!(read, Ok(()), "{}", info.id);
        }
        let start = game.start();
        if let AnyPending::Choose(seats) = game.pending(&start) {
            let seat = seats.lowest().expect("a seat");
            let allowed = game.check(&start, seat, info.sample.action);
            assert!(allowed.is_ok(), "{}: {allowed:?}", info.id);
        }
    }
}
