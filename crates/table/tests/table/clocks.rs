//! Clocks and absent players.

use protocol::PublicChange;
use protocol::record::Origin;
use serde_json::json;
use table::{Actor, Clock, Command, Fact, Refusal, Request, Settings, Standing};

use crate::common::*;

fn with_clock(mut settings: Settings, clock: Clock) -> Settings {
    settings.clock = clock;
    settings.lag_credit_ms = 100;
    settings
}

fn blitz(game: &str) -> Settings {
    let clock = Clock::Total {
        ms: 10_000,
        increment_ms: 500,
    };
    with_clock(ann_and_bob(game, json!({})), clock)
}

fn left(hall: &Hall, seat: usize) -> u64 {
    hall.table.view(None).seats[seat].clock.unwrap().left_ms
}

fn away(hall: &mut Hall, who: table::Identity) {
    let present = false;
    hall.hall(Request::Present { who, present });
}

#[test]
fn a_move_costs_its_time_and_adds_the_increment() {
    let mut hall = Hall::started(&blitz("brandub"));
    hall.now = 3000;
    hall.moves(ANN, "d1-c1");
    assert_eq!(left(&hall, 0), 7500);
    assert_eq!(left(&hall, 1), 10_000);
    assert_eq!(hall.table.next_deadline(), Some(3000 + 10_000 + 100));
    assert_eq!(hall.table.record().steps[0].times(), [3_000_000]);
}

#[test]
fn at_the_deadline_time_is_up() {
    let mut hall = Hall::started(&blitz("brandub"));
    hall.now = 9999;
    let mut in_time = hall.table.clone();
    let turn = in_time.turn();
    let action = "d1-c1".to_owned();
    let request = Request::Move { turn, action };
    let command = Command::new(1000, Actor::Identity(ANN), request);
    for event in in_time.decide(hall.now, &command).unwrap() {
        in_time.apply(&event).unwrap();
    }
    hall.now = 10_000;
    assert_eq!(hall.give(&command), Err(Refusal::TimeUp));
    assert_eq!(
        hall.tick(),
        Err(Refusal::Nothing),
        "the slowest line is waited for"
    );
    hall.now = 10_099;
    assert_eq!(hall.tick(), Err(Refusal::Nothing));
    hall.now = 10_100;
    hall.tick().unwrap();
    assert_eq!(hall.reason(), ("time", [1].as_slice()));
}

#[test]
fn lag_is_credited_up_to_a_limit_and_recorded() {
    let mut hall = Hall::started(&blitz("brandub"));
    hall.now = 10_050;
    let turn = hall.table.turn();
    let action = "d1-c1".to_owned();
    let mut command = hall.command(Actor::Identity(ANN), Request::Move { turn, action });
    command.lag_ms = 5000;
    hall.give(&command).unwrap();
    assert_eq!(left(&hall, 0), 50 + 500);
    let record = hall.table.record();
    assert_eq!(
        as_json(&record.steps[0]),
        json!({"act": [[0, "d1-c1"]], "us": [9_950_000], "lag_ms": [100]})
    );
}

#[test]
fn in_automatafl_a_seat_out_of_time_passes_and_finally_loses() {
    let settings = with_clock(
        ann_and_bob("automatafl", json!({"setup": "small"})),
        Clock::PerMove { ms: 1000 },
    );
    let mut hall = Hall::started(&settings);
    for turn in 0..3 {
        hall.moves(ANN, ["a1-a2", "a2-a1", "a1-a2"][turn]);
        let events = hall.time_out();
        assert_eq!(acts(&events)[0].idle, [1]);
        assert_eq!(acts(&events)[0].moves[1].1, "-");
    }
    assert_eq!(hall.reason(), ("abandoned", [0].as_slice()));
}

#[test]
fn a_pass_when_time_is_up_is_as_secret_as_a_move() {
    let clock = Clock::Total {
        ms: 1000,
        increment_ms: 0,
    };
    let mut settings = with_clock(four(), clock);
    settings.seats[3] = computer("strong");
    let mut hall = Hall::started(&settings);
    hall.now = 200;
    hall.moves(ANN, "a1-a2");
    let view = hall.table.view(None);
    // Bob and Cat run out of time, and so does the computer. Ann's move is
    // revealed with their passes.
    let events = hall.time_out();
    assert_eq!(types(&events), ["stepped"]);
    assert_eq!(acts(&events)[0].idle, [1, 2, 3]);
    assert_eq!(
        view.seats[0].clock.unwrap().since,
        Some(0),
        "nobody sees who has sealed"
    );
    assert_eq!(left(&hall, 0), 800);
    assert_eq!(left(&hall, 1), 0);
    // Without time left, these seats pass at once in the next turns and are
    // given up.
    hall.moves(ANN, "e5-e4");
    hall.time_out();
    hall.moves(ANN, "e4-e5");
    hall.time_out();
    assert_eq!(hall.reason(), ("abandoned", [0].as_slice()));
}

#[test]
fn after_a_conflict_the_clock_goes_on_or_the_time_per_move_is_fresh() {
    let clash = |clock| {
        let mut hall = Hall::started(&with_clock(four(), clock));
        hall.now = 400;
        hall.moves(ANN, "a1-b1");
        hall.moves(BOB, "c1-b1");
        hall.moves(CAT, "e1-e2");
        hall.now = 600;
        hall.moves(DAN, "a5-a4");
        let before = (left(&hall, 0), left(&hall, 3));
        hall.now = 700;
        hall.moves(ANN, "a1-a2");
        hall.moves(BOB, "c1-c2");
        (before, left(&hall, 0), left(&hall, 3))
    };
    let total = Clock::Total {
        ms: 1000,
        increment_ms: 50,
    };
    // The increment comes when the turn is complete, also for locked seats.
    assert_eq!(clash(total), ((600, 400), 550, 450));
    assert_eq!(
        clash(Clock::PerMove { ms: 1000 }),
        ((1000, 400), 1000, 1000)
    );
}

#[test]
fn withdrawing_restarts_your_clock() {
    let settings = with_clock(
        ann_and_bob("automatafl", json!({"setup": "small"})),
        Clock::PerMove { ms: 1000 },
    );
    let mut hall = Hall::started(&settings);
    hall.now = 300;
    hall.moves(ANN, "a1-a2");
    hall.now = 800;
    hall.moves(ANN, "a1-b1");
    let turn = hall.table.turn();
    hall.by(ANN, Request::Withdraw { turn });
    let you = hall.table.view(Some(ANN)).you.unwrap();
    assert_eq!(as_json(&you.clock), json!({"left_ms": 700, "since": 800}));
    hall.now = 1000;
    hall.moves(ANN, "a1-b1");
    let events = hall.time_out();
    assert_eq!(acts(&events)[0].ms, [500, 1000]);
}

#[test]
fn clocks_stand_still_while_the_hall_is_down() {
    let mut hall = Hall::started(&blitz("brandub"));
    hall.now = 1_000_000;
    hall.hall(Request::Resumed { down_ms: 998_000 });
    hall.moves(ANN, "d1-c1");
    assert_eq!(left(&hall, 0), 10_000 - 2000 + 500);
}

#[test]
fn correspondence_counts_days_and_ignores_absence() {
    let settings = with_clock(ann_and_bob("combo", json!({})), Clock::Days { days: 3 });
    let mut hall = Hall::started(&settings);
    away(&mut hall, ANN);
    let day = table::settings::DAY;
    assert_eq!(hall.table.next_deadline(), Some(3 * day));
    hall.now = 3 * day - 1;
    assert_eq!(hall.tick(), Err(Refusal::Nothing));
    hall.time_out();
    assert_eq!(hall.reason(), ("time", [1].as_slice()));
}

#[test]
fn without_a_clock_those_who_stay_can_claim() {
    let mut hall = Hall::started(&ann_and_bob("brandub", json!({})));
    hall.moves(ANN, "d1-c1");
    assert_eq!(hall.table.next_deadline(), None);
    let refused = hall.try_by(ANN, Request::Claim);
    assert!(matches!(refused, Err(Refusal::NoClaim(_))));
    away(&mut hall, BOB);
    hall.now += 119_999;
    assert!(hall.try_by(ANN, Request::Claim).is_err());
    hall.now += 1;
    hall.by(ANN, Request::Claim);
    assert_eq!(hall.reason(), ("claimed", [0].as_slice()));
}

#[test]
fn a_claim_in_automatafl_is_a_pass_and_says_nothing_about_sealed_moves() {
    let mut hall = Hall::started(&four());
    hall.moves(BOB, "e5-e4");
    away(&mut hall, BOB);
    hall.now += 120_000;
    // Bob has sealed a move, which is secret, so the claim is accepted.
    assert_eq!(types(&hall.by(ANN, Request::Claim)), ["claimed"]);
    away(&mut hall, CAT);
    hall.now += 120_000;
    assert!(matches!(
        hall.try_by(ANN, Request::Claim),
        Err(Refusal::NoClaim(_))
    ));
    hall.moves(DAN, "a5-a4");
    assert_eq!(types(&hall.by(DAN, Request::Claim)), ["claimed", "sealed"]);
    let events = hall.moves(ANN, "a1-a2");
    assert_eq!(acts(&events)[0].idle, [2]);
    assert_eq!(acts(&events)[0].moves[1].1, "e5-e4");
}

#[test]
fn in_game_17_an_absent_seat_does_not_stop_the_others() {
    let options = json!({"size": 3, "players": 3, "rounds": 20});
    let mut settings = Settings::of("game17", options);
    settings.seats = vec![seated(ANN, "Ann"), seated(BOB, "Bob"), seated(CAT, "Cat")];
    let mut hall = Hall::started(&settings);
    away(&mut hall, BOB);
    let mut idle = 0;
    let mut dropped = false;
    let mut waited = 0;
    while hall.table.finish().is_none() && !dropped {
        let acting = hall.table.acting().lowest().unwrap().0;
        let events = match acting {
            0 => hall.moves(ANN, "-"),
            2 => hall.moves(CAT, "-"),
            _ => {
                waited += 1;
                hall.time_out()
            }
        };
        idle += acts(&events).iter().filter(|act| act.idle == [1]).count();
        dropped = events
            .iter()
            .any(|event| matches!(event.fact, Fact::Public(PublicChange::Dropped(_))));
    }
    assert_eq!(idle, 3);
    assert_eq!(waited, 1, "after the first wait nobody waits again");
    assert_eq!(hall.table.standing(1), Some(Standing::Abandoned));
    // Bob comes back and plays again.
    hall.hall(Request::Present {
        who: BOB,
        present: true,
    });
    assert_eq!(hall.table.standing(1), Some(Standing::In));
}

#[test]
fn an_abandoned_seat_that_is_connected_can_return() {
    let settings = with_clock(four(), Clock::PerMove { ms: 1000 });
    let mut hall = Hall::started(&settings);
    for turn in 0..3 {
        hall.moves(ANN, ["a1-a2", "a2-a1", "a1-a2"][turn]);
        hall.moves(CAT, ["e5-e4", "e4-e5", "e5-e4"][turn]);
        hall.moves(DAN, ["e1-e2", "e2-e1", "e1-e2"][turn]);
        hall.time_out();
    }
    assert_eq!(hall.table.standing(1), Some(Standing::Abandoned));
    // From now on, the game does not wait for Bob.
    hall.moves(ANN, "a2-a1");
    hall.moves(CAT, "e4-e5");
    assert_eq!(types(&hall.moves(DAN, "e2-e1")), ["stepped"]);
    hall.by(BOB, Request::Return);
    assert_eq!(hall.try_by(BOB, Request::Return), Err(Refusal::Nothing));
    hall.moves(ANN, "a1-a2");
    hall.moves(CAT, "e5-e4");
    assert_eq!(types(&hall.moves(DAN, "e1-e2")), ["sealed"]);
}

#[test]
fn a_bot_that_fails_forfeits_with_its_verdict() {
    let mut settings = ann_and_bob("combo", json!({}));
    settings.seats[0] = computer("mybot");
    let mut hall = Hall::started(&settings);
    hall.hall(Request::Forfeit {
        seat: 0,
        verdict: "illegal".to_owned(),
        detail: "a1-a9: a9 is not on the board".to_owned(),
    });
    assert_eq!(hall.reason(), ("illegal", [1].as_slice()));
    let record = hall.table.record();
    assert_eq!(record.verdicts[0].verdict, "illegal");
    assert!(matches!(
        record.origin,
        Origin::Table {
            on_board: Some(false),
            ..
        }
    ));
}

#[test]
fn a_game_that_cannot_go_on_without_a_seat_waits_for_it() {
    let mut hall = Hall::started(&ann_and_bob("brandub", json!({})));
    away(&mut hall, BOB);
    hall.now += 1_000_000;
    hall.moves(ANN, "d1-c1");
    assert_eq!(hall.table.next_deadline(), None);
    // Bob's move counts although the hall has not said that he is back.
    assert_eq!(types(&hall.moves(BOB, "d3-a3")), ["stepped"]);
}

#[test]
fn a_move_counts_even_if_its_seat_was_shown_as_away() {
    let mut settings = Settings::of("game17", json!({"size": 4, "players": 1}));
    settings.seats = vec![seated(ANN, "Ann")];
    let mut hall = Hall::started(&settings);
    away(&mut hall, ANN);
    hall.now += 1_000_000;
    assert_eq!(hall.table.acting(), game::SeatSet::one(game::Seat(0)));
    let mut dice = dice::Quick::new(8);
    let mut all = (0..100).map(|_| hall.propose(0, &mut dice));
    let action = all.find(|action| action != "-").unwrap();
    let events = hall.moves(ANN, &action);
    assert_eq!(acts(&events)[0].moves, [(0, action)]);
    assert!(acts(&events)[0].idle.is_empty());
}
