//! Draws, takebacks and rematches.

use catalog::AsJson;
use protocol::record::Origin;
use serde_json::json;
use table::{Actor, Fact, NoTakeback, OfferKind, Phase, Refusal, Request, Table};

use crate::common::*;

fn offer(what: OfferKind) -> Request {
    Request::Offer { what }
}

#[test]
fn a_draw_needs_the_agreement_of_all_who_play() {
    let mut hall = Hall::started(&four());
    hall.by(ANN, offer(OfferKind::Draw));
    assert_eq!(
        hall.try_by(ANN, offer(OfferKind::Draw)),
        Err(Refusal::Offered(1))
    );
    assert_eq!(
        hall.try_by(ANN, Request::Accept { offer: 1 }),
        Err(Refusal::NotAsked)
    );
    hall.by(BOB, Request::Accept { offer: 1 });
    assert_eq!(
        hall.try_by(BOB, Request::Accept { offer: 1 }),
        Err(Refusal::NotAsked)
    );
    hall.by(CAT, Request::Resign);
    assert_eq!(hall.table.phase(), Phase::Playing);
    // A player who makes the same offer agrees.
    let events = hall.by(DAN, offer(OfferKind::Draw));
    assert_eq!(types(&events), ["accepted", "ended"]);
    assert_eq!(hall.reason(), ("agreed", [].as_slice()));
}

#[test]
fn an_offer_lapses_with_the_next_move_and_cannot_be_repeated_in_a_turn() {
    let mut hall = Hall::started(&ann_and_bob("brandub", json!({})));
    hall.by(BOB, offer(OfferKind::Draw));
    hall.by(ANN, Request::Decline { offer: 1 });
    assert_eq!(
        hall.try_by(BOB, offer(OfferKind::Draw)),
        Err(Refusal::Declined)
    );
    hall.moves(ANN, "d1-c1");
    hall.by(BOB, offer(OfferKind::Draw));
    hall.moves(BOB, "d3-a3");
    assert_eq!(
        hall.try_by(ANN, Request::Accept { offer: 2 }),
        Err(Refusal::NoOffer(2))
    );
}

#[test]
fn a_computer_is_asked_for_a_draw_but_not_for_a_takeback() {
    let mut settings = ann_and_bob("brandub", json!({}));
    settings.seats[1] = computer("strong");
    let mut hall = Hall::started(&settings);
    let nothing = hall.try_by(ANN, offer(OfferKind::Takeback));
    assert_eq!(nothing, Err(Refusal::NoTakeback(NoTakeback::NotMoved)));
    hall.moves(ANN, "d1-c1");
    let turn = hall.table.turn();
    let action = "d3-a3".to_owned();
    hall.try_as(Actor::Computer(1), Request::Move { turn, action })
        .unwrap();
    hall.moves(ANN, "c1-c2");
    // Ann's last move is taken back, and it is her turn again.
    assert_eq!(
        types(&hall.by(ANN, offer(OfferKind::Takeback))),
        ["taken-back"]
    );
    assert_eq!(hall.table.steps().len(), 2);
    // Now the computer player moved last, so both moves are taken back.
    hall.by(ANN, offer(OfferKind::Takeback));
    assert_eq!(hall.table.steps().len(), 0);
    let origin = hall.table.record().origin;
    assert!(matches!(origin, Origin::Table { takebacks: 2, .. }));
    // A move for the previous turn is not played by accident.
    let action = "d1-c1".to_owned();
    let stale = hall.try_by(ANN, Request::Move { turn, action });
    assert!(matches!(stale, Err(Refusal::Stale { .. })));
    hall.by(ANN, offer(OfferKind::Draw));
    let asked = hall.table.computers_to_answer();
    assert_eq!((asked[0].seat, asked[0].what), (1, OfferKind::Draw));
    let offer = asked[0].offer;
    hall.try_as(Actor::Computer(1), Request::Decline { offer })
        .unwrap();
    assert_eq!(hall.table.phase(), Phase::Playing);
}

#[test]
fn a_takeback_needs_the_opponents_agreement() {
    let mut hall = Hall::started(&ann_and_bob("combo", json!({})));
    hall.moves(ANN, "d7-d6=1");
    hall.by(ANN, offer(OfferKind::Takeback));
    assert_eq!(hall.table.steps().len(), 1);
    let events = hall.by(BOB, Request::Accept { offer: 1 });
    assert_eq!(types(&events), ["accepted", "taken-back"]);
    assert_eq!(hall.table.steps().len(), 0);
    assert!(hall.table.acting().contains(game::Seat(0)));

    let mut settings = ann_and_bob("combo", json!({}));
    settings.takebacks = false;
    let mut hall = Hall::started(&settings);
    hall.moves(ANN, "d7-d6=1");
    let refused = hall.try_by(ANN, offer(OfferKind::Takeback));
    assert_eq!(refused, Err(Refusal::NoTakeback(NoTakeback::NotAllowed)));
}

#[test]
fn in_automatafl_a_whole_turn_with_its_conflicts_is_taken_back() {
    let mut hall = Hall::started(&four());
    for (who, action) in [
        (ANN, "a1-a2"),
        (BOB, "e1-e2"),
        (CAT, "e5-e4"),
        (DAN, "a5-a4"),
    ] {
        hall.moves(who, action);
    }
    let first = hall.table.view(None).game.state;
    for (who, action) in [
        (ANN, "a2-b2"),
        (BOB, "c1-b1"),
        (CAT, "e4-d4"),
        (DAN, "a4-b4"),
    ] {
        hall.moves(who, action);
    }
    let second = hall.table.view(None).game.state;
    for (who, action) in [
        (ANN, "b2-a2"),
        (BOB, "a3-a2"),
        (CAT, "d4-d5"),
        (DAN, "b4-b5"),
    ] {
        hall.moves(who, action);
    }
    assert_eq!(hall.table.view(None).conflict.unwrap().reenter, [0, 1]);
    // Cat's move is locked in the unfinished turn, so that turn is taken back.
    hall.moves(ANN, "b2-b3");
    hall.by(CAT, offer(OfferKind::Takeback));
    for who in [ANN, BOB, DAN] {
        hall.by(who, Request::Accept { offer: 1 });
    }
    assert_eq!(hall.table.view(None).game.state, second);
    // Ann's sealed move is gone with it.
    assert_eq!(hall.table.view(Some(ANN)).you.unwrap().sealed, None);
    hall.by(CAT, offer(OfferKind::Takeback));
    for who in [ANN, BOB, DAN] {
        hall.by(who, Request::Accept { offer: 2 });
    }
    assert_eq!(hall.table.view(None).game.state, first);
}

#[test]
fn a_draw_of_chance_cannot_be_taken_back() {
    let mut settings = ann_and_bob("game17", json!({"size": 3, "players": 2}));
    settings.seats[1] = computer("t800");
    let mut hall = Hall::started(&settings);
    while !hall.table.acting().contains(game::Seat(0)) {
        let turn = hall.table.turn();
        let action = "-".to_owned();
        hall.try_as(Actor::Computer(1), Request::Move { turn, action })
            .unwrap();
    }
    hall.moves(ANN, "-");
    let refused = hall.try_by(ANN, offer(OfferKind::Takeback));
    assert_eq!(refused, Err(Refusal::NoTakeback(NoTakeback::Drawn)));
}

#[test]
fn a_rematch_swaps_the_sides() {
    let mut hall = Hall::started(&ann_and_bob("brandub", json!({"repetition": 0})));
    assert_eq!(
        hall.try_by(ANN, offer(OfferKind::Rematch)),
        Err(Refusal::NotOver)
    );
    hall.by(ANN, Request::Resign);
    hall.by(ANN, offer(OfferKind::Rematch));
    let offer_number = hall.table.view(None).offers[0].offer;
    let accept = Request::Accept {
        offer: offer_number,
    };
    let events = hall.by(BOB, accept);
    let Fact::Rematch { settings } = &events[1].fact else {
        panic!("a rematch was agreed");
    };
    let log = Table::create(hall.now, settings, dice::Seed::from_number(18)).unwrap();
    let next = Table::replay(&log).unwrap();
    assert_eq!((next.seat_of(ANN), next.seat_of(BOB)), (Some(1), Some(0)));
    assert_eq!(next.settings().options.as_json()["repetition"], json!(0));
    hall.hall(Request::Next {
        table: "t-42".to_owned(),
    });
    assert_eq!(hall.table.view(Some(BOB)).next.as_deref(), Some("t-42"));
    assert_eq!(
        hall.try_by(ANN, offer(OfferKind::Rematch)),
        Err(Refusal::Nothing)
    );
}
