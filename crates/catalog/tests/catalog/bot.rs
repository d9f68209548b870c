//! Requests to bots, and the meaning of their answers.

use catalog::Codec;
use catalog::bot::{About, AnswerError, BotGame, line};
use catalog::typed::{Automatafl, Brandub, Combo, Game17};
use dice::{Quick, Seed};
use game::{Game, Pending, Seat, Step};
use serde_json::{Value, json};

const CLOCK: About = About {
    clock_ms: Some(300_000),
};

/// The game with its default options.
fn usual<G: BotGame>() -> G {
    G::from_options(&Value::Null).expect("the usual options")
}

fn request<G: BotGame>(game: &G, state: &G::State, seat: Seat) -> Value {
    let request = game.request(state, seat, &CLOCK);
    let line = line(&request);
    assert!(!line.contains('\n'));
    let read: G::Request = serde_json::from_str(&line).expect("a request");
    assert_eq!(read, request);
    serde_json::from_str(&line).expect("a request is JSON")
}

fn answer<G: BotGame>(game: &G, answer: &Value) -> Result<G::Action, AnswerError> {
    game.answer(&game.start(), Seat(0), &answer.to_string())
}

fn illegal<T: std::fmt::Debug>(result: Result<T, AnswerError>) -> String {
    match result {
        Err(AnswerError::Illegal { rule, .. }) => rule,
        other => panic!("not illegal: {other:?}"),
    }
}

fn protocol<T: std::fmt::Debug>(result: Result<T, AnswerError>) -> String {
    match result {
        Err(AnswerError::Protocol(what)) => what,
        other => panic!("kept to the protocol: {other:?}"),
    }
}

/// Plays random games in which every request and every action travels as JSON,
/// both ways.
fn travels<G: BotGame>(game: &G, seen_in: impl Fn(&G::State) -> Value) {
    for round in 0..5 {
        let seed = Seed::from_number(round);
        let mut dice = Quick::new(round);
        let mut state = game.start();
        for turn in 0..200 {
            let joint = match game.pending(&state) {
                Pending::Over(_) => break,
                Pending::Chance(_) => {
                    let draw = game.draw(&state, &mut seed.draw(turn));
                    game.apply(&mut state, Step::Draw(&draw));
                    continue;
                }
                Pending::Choose(seats) => seats
                    .iter()
                    .map(|seat| {
                        let sent = request(game, &state, seat);
                        let (there, seen, theirs) =
                            G::read_request(&sent.to_string()).expect("a request");
                        assert_eq!(theirs, seat);
                        assert_eq!(seen_in(&seen), seen_in(&state));
                        let action = there.propose(&seen, theirs, &mut dice);
                        let answer = there.write_answer(&action);
                        let line = line(&answer);
                        let typed: G::Answer = serde_json::from_str(&line).expect("an answer");
                        assert_eq!(typed, answer);
                        let read = game.answer(&state, seat, &line);
                        assert_eq!(read.as_ref(), Ok(&action), "{line}");
                        (seat, action)
                    })
                    .collect::<Vec<_>>(),
            };
            game.apply(&mut state, Step::Act(&joint));
        }
    }
}

#[test]
fn requests_and_answers_of_every_game_travel_both_ways() {
    travels(&Combo::default(), |state| {
        json!(state.position().to_string())
    });
    travels(&Brandub::default(), |state| {
        json!(state.position().to_string())
    });
    let automatafl = |state: &automatafl::State| {
        let marked: Vec<String> = state.marked().iter().map(ToString::to_string).collect();
        json!([state.board().to_string(), marked])
    };
    travels(&usual::<Automatafl>(), automatafl);
    let four = Automatafl::from_options(&json!({"players": 4, "tie": "freeze"}));
    travels(&four.expect("four players"), automatafl);
    travels(&usual::<Game17>(), |state| {
        json!([
            state.board().owners(),
            state.board().numbers(),
            state.order(),
            state.round()
        ])
    });
}

/// The exact bytes that bots written for version 0.1 get.
#[test]
fn requests_keep_their_form() {
    let cases = include_str!("requests.jsonl").lines();
    let mut games = std::collections::BTreeSet::new();
    for case in cases {
        let mut case: Value = serde_json::from_str(case).expect("a case");
        let id = case["game"].as_str().expect("a game").to_owned();
        let game = catalog::open(&id, &case["options"]).expect("options");
        let state = game.read_state(&case["state"].take().into());
        let state = state.expect("a state");
        let seat = Seat(case["seat"].as_u64().expect("a seat") as u16);
        let about = About {
            clock_ms: case["clock_ms"].as_u64(),
        };
        let bots = catalog::open(&id, &case["options"]).expect("options");
        let line = bots.request(&state, seat, &about).line();
        assert_eq!(Some(line.as_str()), case["line"].as_str());
        games.insert(id);
    }
    assert_eq!(games.len(), catalog::GAMES.len());
}

#[test]
fn answers_keep_their_form() {
    let combo = Combo::default();
    let action = combo.read(&combo.start(), "d7-d6=1").expect("a move");
    assert_eq!(
        line(&combo.write_answer(&action)),
        r#"{"from":{"x":3,"y":6},"to":{"x":3,"y":5},"piece_count":1}"#
    );
    let brandub = Brandub::default();
    let action = brandub.read(&brandub.start(), "d1-c1").expect("a move");
    assert_eq!(
        line(&brandub.write_answer(&action)),
        r#"{"from":{"x":3,"y":0},"to":{"x":2,"y":0}}"#
    );
    let automatafl = usual::<Automatafl>();
    let pass = automatafl.read(&automatafl.start(), "-").expect("a pass");
    assert_eq!(line(&automatafl.write_answer(&pass)), "null");
    let game17 = usual::<Game17>();
    let mut state = game17.start();
    let deal = game17.draw(&state, &mut Seed::from_number(1).draw(0));
    game17.apply(&mut state, Step::Draw(&deal));
    let (row, col) = state.board().owned(0)[0];
    let orders = format!(r#"[[[{row},{col}],"n",2],[[{row},{col}],"e",1]]"#);
    let turn = game17.answer(&state, Seat(0), &orders).expect("orders");
    assert_eq!(line(&game17.write_answer(&turn)), orders);
}

#[test]
fn a_bad_request_is_refused() {
    for bad in [
        json!(null),
        json!({}),
        json!([]),
        json!({"board": {"width": 1e9}}),
    ] {
        assert!(Combo::read_request(&bad.to_string()).is_err());
        assert!(Brandub::read_request(&bad.to_string()).is_err());
        assert!(Automatafl::read_request(&bad.to_string()).is_err());
        assert!(Game17::read_request(&bad.to_string()).is_err());
    }
}

#[test]
fn combo_is_sent_as_in_the_original_contest() {
    let combo = Combo::default();
    let request = request(&combo, &combo.start(), Seat(0));
    let keys = |value: &Value| {
        let object = value.as_object().expect("an object");
        object.keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(keys(&request), ["color", "board"]);
    assert_eq!(request["color"], "black");
    let board = &request["board"];
    assert_eq!(keys(board), ["width", "height", "squares"]);
    assert_eq!((&board["width"], &board["height"]), (&json!(8), &json!(8)));
    // The outer list is by x.
    let white = json!({"x": 2, "y": 1, "piece_color": "white", "piece_count": 1});
    assert_eq!(board["squares"][2][1], white);
    let empty = json!({"x": 2, "y": 3, "piece_count": 0});
    assert_eq!(board["squares"][2][3], empty);
    assert_eq!(board["squares"][7].as_array().map(Vec::len), Some(8));
}

#[test]
fn brandub_is_sent_with_side_board_position_turn_and_clock() {
    let brandub = Brandub::default();
    let request = request(&brandub, &brandub.start(), Seat(0));
    assert_eq!(request["game"], "brandub");
    assert_eq!(request["side"], "attackers");
    assert_eq!(request["position"], "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a");
    assert_eq!(request["turn"], 0);
    assert_eq!(request["clock_ms"], 300_000);
    let squares = &request["board"]["squares"];
    assert_eq!(squares[0][3], json!({"x": 0, "y": 3, "piece": "attacker"}));
    assert_eq!(squares[3][3], json!({"x": 3, "y": 3, "piece": "king"}));
    assert_eq!(squares[0][0], json!({"x": 0, "y": 0}));
}

#[test]
fn automatafl_is_sent_with_goals_markers_and_reentry() {
    let game = usual::<Automatafl>();
    let mut state = game.start();
    let request_before = request(&game, &state, Seat(1));
    assert_eq!(request_before["player"], 1);
    assert_eq!(request_before["players"], 2);
    assert_eq!(request_before["tie"], "column");
    assert_eq!(request_before["reentry"], false);
    assert_eq!(request_before["marked"], json!([]));
    let corner = &request_before["board"]["squares"][0][10];
    assert_eq!(
        *corner,
        json!({"x": 0, "y": 10, "piece": "repulsor", "goal": 1})
    );
    // Both moves have the same destination.
    let joint = ["a1-a3", "c3-a3"].map(|text| game.read(&state, text).expect("a move"));
    let joint: Vec<_> = (0..).map(Seat).zip(joint).collect();
    game.apply(&mut state, Step::Act(&joint));
    let request = request(&game, &state, Seat(0));
    assert_eq!(request["reentry"], true);
    assert_eq!(request["marked"], json!([{"x": 0, "y": 2}]));
    assert_eq!(request["turn"], 0);
}

#[test]
fn a_request_shows_no_sealed_move() {
    let conflict = |third: &str| {
        let options = json!({"players": 4});
        let game = <Automatafl as Codec>::from_options(&options).expect("four players");
        let mut state = game.start();
        let moves = ["a1-a3", "c3-a3", third, "k11-k9"];
        let joint: Vec<_> = (0..)
            .map(Seat)
            .zip(moves.map(|text| game.read(&state, text).expect("a move")))
            .collect();
        game.apply(&mut state, Step::Act(&joint));
        request(&game, &state, Seat(0))
    };
    assert_eq!(conflict("k1-k3"), conflict("b1-b3"));
}

#[test]
fn game17_is_sent_with_owners_by_row() {
    let game = usual::<Game17>();
    let seed = Seed::from_number(7);
    let mut state = game.start();
    let mut draws = 0;
    let seat = loop {
        match game.pending(&state) {
            Pending::Chance(_) => {
                let draw = game.draw(&state, &mut seed.draw(draws));
                draws += 1;
                game.apply(&mut state, Step::Draw(&draw));
            }
            Pending::Choose(seats) => break seats.lowest().expect("somebody"),
            Pending::Over(_) => panic!("over before anybody moved"),
        }
    };
    let request = request(&game, &state, seat);
    assert_eq!(request["owner"], seat.0);
    assert_eq!(request["num_rounds"], 50);
    assert_eq!(request["rounds_left"], 49);
    assert_eq!(request["turn_order"].as_array().map(Vec::len), Some(196));
    assert_eq!(request["owners"].as_array().map(Vec::len), Some(14));
    assert_eq!(
        request["numbers"][3][4],
        state.board().number(3, 4).expect("on the board")
    );
}

#[test]
fn an_answer_off_the_board_is_illegal_but_well_formed() {
    let far = json!({"from": {"x": 3, "y": 0}, "to": {"x": -1, "y": 0}});
    assert!(illegal(answer(&Brandub::default(), &far)).contains("off the board"));
    let huge = json!({"from": {"x": 3, "y": 0}, "to": {"x": u64::MAX, "y": 0}});
    assert!(illegal(answer(&Brandub::default(), &huge)).contains("off the board"));
    let still = json!({"from": {"x": 3, "y": 0}, "to": {"x": 3, "y": 0}});
    illegal(answer(&Brandub::default(), &still));
    let none = json!({"from": {"x": 3, "y": 6}, "to": {"x": 3, "y": 5}, "piece_count": 0});
    assert!(illegal(answer(&Combo::default(), &none)).contains("at least one"));
    let less = json!({"from": {"x": 3, "y": 6}, "to": {"x": 3, "y": 5}, "piece_count": -3});
    illegal(answer(&Combo::default(), &less));
    // Only a seat without moves may pass.
    assert!(illegal(answer(&usual::<Automatafl>(), &Value::Null)).contains("pass"));
}

#[test]
fn a_malformed_answer_breaks_the_protocol_and_the_error_shows_the_right_form() {
    for bad in [
        json!(null),
        json!([]),
        json!("d1-c1"),
        json!({"from": {"x": 3, "y": 0}}),
        json!({"from": {"x": 3.5, "y": 0}, "to": {"x": 2, "y": 0}}),
        json!({"from": {"x": "3", "y": 0}, "to": {"x": 2, "y": 0}}),
    ] {
        assert!(protocol(answer(&Brandub::default(), &bad)).contains(r#"{"from":{"x":0,"y":3}"#));
    }
    let brandub = Brandub::default();
    for line in ["", "{", "hello", "\u{0}", "{}{}"] {
        protocol(brandub.answer(&brandub.start(), Seat(0), line));
    }
    let deep = "[".repeat(100_000);
    protocol(brandub.answer(&brandub.start(), Seat(0), &deep));
    let no_count = json!({"from": {"x": 3, "y": 6}, "to": {"x": 3, "y": 5}});
    assert!(protocol(answer(&Combo::default(), &no_count)).contains("piece_count"));
    for bad in [
        json!({}),
        json!([[3, 4]]),
        json!([[[3, 4], "n"]]),
        json!([[[3, 4], 7, 1]]),
    ] {
        protocol(answer(&usual::<Game17>(), &bad));
    }
}
