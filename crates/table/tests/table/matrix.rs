//! Every role gives every command in every phase.

use serde_json::json;
use table::{Actor, Clock, Identity, OfferKind, Request, Settings};

use crate::common::*;

const ROLES: [&str; 8] = [
    "stranger", "observer", "creator", "seated", "computer", "impostor", "clock", "hall",
];

/// The phases, each with its special circumstances:
///
/// - lobby: Ann is not ready, and seat 3 is empty.
/// - ready: Everyone is ready, and seat 3 is empty.
/// - playing: Nothing is sealed yet, and Bob has offered a draw.
/// - waiting: After a turn. Ann has sealed a move, and Bob has been away for long.
/// - due: Everyone is out of time.
/// - over: Bob has offered a rematch.
/// - again: A rematch is agreed.
const PHASES: [&str; 7] = [
    "lobby", "ready", "playing", "waiting", "due", "over", "again",
];

/// A table in this phase. Cat made it and observes, Eve observes, Ann and Bob
/// have seats 0 and 1, a computer player has seat 2, and seat 3 is filled at the
/// start.
fn table_in(phase: &str) -> Hall {
    let mut settings = Settings::of("automatafl", json!({"players": 4, "setup": "small"}));
    settings.creator = Some(person(CAT, "Cat"));
    settings.seats = vec![seated(ANN, "Ann"), seated(BOB, "Bob"), computer("weak")];
    settings.fill = Some("weak".to_owned());
    if phase == "due" {
        settings.clock = Clock::PerMove { ms: 1000 };
    }
    let mut hall = Hall::new(&settings);
    let join = Request::Join {
        name: "Eve".to_owned(),
        program: false,
        key: None,
    };
    hall.by(EVE, join);
    hall.by(BOB, Request::Ready { ready: true });
    if phase == "lobby" {
        return hall;
    }
    hall.by(ANN, Request::Ready { ready: true });
    if phase == "ready" {
        return hall;
    }
    hall.by(CAT, Request::Start);
    let rematch = Request::Offer {
        what: OfferKind::Rematch,
    };
    let over = Request::Abort {
        detail: "enough".to_owned(),
    };
    match phase {
        "playing" => {
            let what = OfferKind::Draw;
            hall.by(BOB, Request::Offer { what });
        }
        "waiting" => {
            let turn = hall.table.turn();
            hall.moves(ANN, "a1-a2");
            hall.moves(BOB, "e5-e4");
            for (seat, action) in [(2, "e1-e2"), (3, "a5-a4")] {
                let action = action.to_owned();
                let request = Request::Move { turn, action };
                hall.try_as(Actor::Computer(seat), request).unwrap();
            }
            hall.moves(ANN, "a2-b2");
            let (who, present) = (BOB, false);
            hall.hall(Request::Present { who, present });
            hall.now += 200_000;
        }
        "due" => hall.now += 2000,
        "over" => {
            hall.hall(over);
            hall.by(BOB, rematch);
        }
        _ => {
            hall.hall(over);
            hall.by(BOB, rematch.clone());
            hall.by(ANN, rematch);
        }
    }
    hall
}

fn actor(role: &str) -> Actor {
    match role {
        "stranger" => Actor::Identity(Identity(0x5745)),
        "observer" => Actor::Identity(EVE),
        "creator" => Actor::Identity(CAT),
        "seated" => Actor::Identity(ANN),
        "computer" => Actor::Computer(2),
        // A computer player that claims a person's seat.
        "impostor" => Actor::Computer(0),
        "clock" => Actor::Clock,
        _ => Actor::Hall,
    }
}

fn requests(turn: u64) -> Vec<Request> {
    let text = |text: &str| text.to_owned();
    vec![
        Request::Join {
            name: text("New"),
            program: false,
            key: None,
        },
        Request::Leave,
        Request::Sit { seat: 3 },
        Request::Stand,
        Request::SeatComputer {
            seat: 3,
            player: text("weak"),
        },
        Request::Unseat { seat: 2 },
        Request::Choose { choice: 3 },
        Request::Ready { ready: true },
        Request::Start,
        Request::Chat { text: text("hi") },
        Request::Move {
            turn,
            action: text("a1-a2"),
        },
        Request::Withdraw { turn },
        Request::Resign,
        Request::Offer {
            what: OfferKind::Draw,
        },
        Request::Offer {
            what: OfferKind::Takeback,
        },
        Request::Offer {
            what: OfferKind::Rematch,
        },
        Request::Accept { offer: 1 },
        Request::Decline { offer: 1 },
        Request::Claim,
        Request::Return,
        Request::Tick,
        Request::Present {
            who: ANN,
            present: false,
        },
        Request::Resumed { down_ms: 5 },
        Request::Forfeit {
            seat: 0,
            verdict: text("crashed"),
            detail: String::new(),
        },
        Request::Abort { detail: text("x") },
        Request::Next { table: text("t") },
    ]
}

fn name(request: &Request) -> String {
    let value = serde_json::to_value(request).unwrap();
    let name = value["do"].as_str().unwrap();
    match value["what"].as_str() {
        Some(what) => format!("{name}-{what}"),
        None => name.to_owned(),
    }
}

/// The result: `ok`, or the code of the refusal.
fn outcome(phase: &str, role: &str, which: usize) -> String {
    let mut hall = table_in(phase);
    let request = requests(hall.table.turn()).swap_remove(which);
    match hall.try_as(actor(role), request) {
        Ok(events) => {
            assert!(!events.is_empty());
            "ok".to_owned()
        }
        Err(refusal) => refusal.code().to_owned(),
    }
}

#[test]
fn every_role_may_do_exactly_what_the_matrix_says() {
    let mut lines = Vec::new();
    for (which, request) in requests(0).iter().enumerate() {
        for phase in PHASES {
            let cells = ROLES.map(|role| outcome(phase, role, which)).join(" ");
            lines.push(format!("{} {phase} {cells}", name(request)));
        }
    }
    let found = lines.join("\n");
    let expected = include_str!("matrix.txt");
    let expected: Vec<String> = expected
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(expected.len(), 26 * PHASES.len(), "the matrix is whole");
    for (found, expected) in lines.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(found, expected.join("\n"));
}

#[test]
fn no_role_acts_for_another_seat() {
    // Whatever anyone but Ann sends, Ann's seat seals no move, stays in the game
    // and stays hers.
    for role in ["stranger", "observer", "creator", "computer", "impostor"] {
        for which in 0..requests(0).len() {
            let mut hall = table_in("playing");
            let request = requests(hall.table.turn()).swap_remove(which);
            let _ = hall.try_as(actor(role), request);
            assert_eq!(hall.table.view(Some(ANN)).you.unwrap().sealed, None);
            assert_eq!(hall.table.standing(0), Some(table::Standing::In));
            assert_eq!(hall.table.seat_of(ANN), Some(0));
        }
    }
}
