//! Random commands on simulated time: nothing panics, and the invariants hold.

use dice::Quick;
use game::{Dice, Seat};
use proptest::collection::vec;
use proptest::prelude::*;
use protocol::PublicChange;
use serde_json::{Value, json};
use table::{
    Actor, Clock, Event, Fact, Made, OfferKind, Phase, PublicTable, Request, Settings, Table,
    TableEvent, TableView, Viewer, project,
};

use crate::common::*;

/// An attempt: who, what, a number for it, the time since the last one.
type Try = (u8, u8, u16, u16);

const PEOPLE: [table::Identity; 5] = [ANN, BOB, CAT, DAN, EVE];

fn games() -> [(&'static str, Value); 6] {
    [
        ("brandub", json!({})),
        ("combo", json!({"width": 3, "height": 4})),
        ("automatafl", json!({"setup": "small", "max_turns": 6})),
        ("automatafl", json!({"players": 4, "setup": "small"})),
        ("game17", json!({"size": 3, "players": 4, "rounds": 4})),
        ("game17", json!({"size": 2, "players": 1, "rounds": 9})),
    ]
}

fn clocks() -> [Clock; 4] {
    [
        Clock::None,
        Clock::PerMove { ms: 900 },
        Clock::Total {
            ms: 2000,
            increment_ms: 100,
        },
        Clock::Days { days: 1 },
    ]
}

fn settings(game: u8, clock: u8, people: u8) -> Settings {
    let all = games();
    let (game, options) = all[usize::from(game) % all.len()].clone();
    let mut settings = Settings::of(game, options);
    settings.clock = clocks()[usize::from(clock) % 4];
    settings.creator = Some(person(ANN, "Ann"));
    settings.fill = Some("weak".to_owned());
    settings.away_ms = 500;
    settings.claim_after_ms = 700;
    settings.lag_credit_ms = 50;
    let seats = catalog::open(game, &settings.options).unwrap().seats();
    let names = ["Ann", "Bob", "Cat", "Dan"];
    for seat in 0..usize::from(seats.min(4)) {
        settings.seats.push(match people >> seat & 1 {
            0 => seated(PEOPLE[seat], names[seat]),
            _ => computer("weak"),
        });
    }
    settings
}

fn request(hall: &Hall, actor: Actor, what: u8, number: u16) -> Request {
    let turn = hall.table.turn();
    let seat = match actor {
        Actor::Computer(seat) => seat,
        Actor::Identity(who) => hall.table.seat_of(who).unwrap_or(number % 5),
        _ => number % 5,
    };
    let mut dice = Quick::new(number.into());
    let what = match actor {
        Actor::Hall => [26, 27, 28, 29, 30, 26, 10, 4][usize::from(what % 8)],
        _ => what % 40,
    };
    match what {
        0 => Request::Join {
            name: "X".to_owned(),
            program: number.is_multiple_of(2),
            key: None,
        },
        1 => Request::Leave,
        2 => Request::Sit { seat: number % 5 },
        3 => Request::Stand,
        4 => Request::SeatComputer {
            seat: number % 5,
            player: "weak".to_owned(),
        },
        5 => Request::Unseat { seat: number % 5 },
        6 => Request::Choose {
            choice: (number % 5) as u8,
        },
        7..=9 => Request::Ready {
            ready: !number.is_multiple_of(4),
        },
        10 => Request::Start,
        11 => Request::Chat {
            text: format!("hello {number}"),
        },
        12 | 13 => Request::Withdraw { turn },
        14 if number.is_multiple_of(4) => Request::Resign,
        15..=17 => Request::Offer {
            what: [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch]
                [usize::from(number % 3)],
        },
        18 | 19 => Request::Accept {
            offer: (number % 4).into(),
        },
        20 => Request::Decline {
            offer: (number % 4).into(),
        },
        21 => Request::Claim,
        22 => Request::Return,
        23..=25 => Request::Tick,
        26 => Request::Present {
            who: PEOPLE[usize::from(number % 5)],
            present: number.is_multiple_of(2),
        },
        27 if number.is_multiple_of(4) => Request::Resumed {
            down_ms: number.into(),
        },
        28 if number.is_multiple_of(8) => Request::Forfeit {
            seat: number % 5,
            verdict: "crashed".to_owned(),
            detail: String::new(),
        },
        29 if number.is_multiple_of(64) => Request::Abort {
            detail: "x".to_owned(),
        },
        30 => Request::Next {
            table: "t".to_owned(),
        },
        31 => Request::Move {
            turn: turn.wrapping_sub((number % 3).into()),
            action: ["", "-", "a1-a2", "\u{202e}", "0,0n1", "a1-z99999999"]
                [usize::from(number % 6)]
            .to_owned(),
        },
        _ => {
            let acting = hall.table.acting().contains(Seat(seat));
            let action = if acting {
                hall.propose(seat, &mut dice)
            } else {
                "a1-a2".to_owned()
            };
            Request::Move { turn, action }
        }
    }
}

/// Checks the invariants of the log, event by event.
#[derive(Default)]
struct Watch {
    endings: usize,
    left: Vec<Option<u64>>,
    rounds: Vec<Vec<(u16, bool)>>,
    seq: u64,
    public: u64,
    at: u64,
}

impl Watch {
    /// Checks an event before it is applied to `table`.
    fn see(&mut self, table: &Table, event: &Event) {
        assert_eq!(event.seq, self.seq + 1);
        assert!(event.at >= self.at, "time never goes back");
        self.seq = event.seq;
        self.at = event.at;
        self.public += u64::from(event.fact.is_public());
        assert_eq!(event.public, self.public);
        match &event.fact {
            Fact::Public(PublicChange::Ended { .. }) => self.endings += 1,
            Fact::Sealed(sealed) => {
                assert_eq!(table.phase(), Phase::Playing);
                assert!(table.acting().contains(Seat(sealed.seat)));
                assert!(table.acting().len() > 1, "a single mover seals nothing");
            }
            Fact::Public(PublicChange::Stepped { made }) => {
                assert_eq!(table.phase(), Phase::Playing);
                for made in made {
                    self.charge(table, made);
                }
            }
            Fact::Public(PublicChange::TakenBack { .. }) => self.rounds.clear(),
            _ => {}
        }
        assert!(self.endings <= 1, "one result");
    }

    /// A second, simpler account of clocks with a total.
    fn charge(&mut self, table: &Table, made: &Made) {
        let Clock::Total { ms, increment_ms } = table.settings().clock else {
            return;
        };
        let Made::Act(act) = made else { return };
        self.left
            .resize(usize::from(table.game().seats()), Some(ms));
        let mut round = Vec::new();
        for (at, (seat, _)) in act.moves.iter().enumerate() {
            let left = &mut self.left[usize::from(*seat)];
            *left = left.unwrap().checked_sub(act.ms[at]);
            assert!(left.is_some(), "clocks are never negative");
            round.push((*seat, act.idle.contains(seat)));
        }
        self.rounds.push(round);
        if act.conflict.is_none() {
            let mut last = std::collections::BTreeMap::new();
            last.extend(self.rounds.drain(..).flatten());
            for (seat, idle) in last {
                if !idle {
                    let left = &mut self.left[usize::from(seat)];
                    *left = left.map(|left| left + increment_ms);
                }
            }
        }
    }

    fn agrees(&self, table: &Table) {
        let view = table.view(None);
        for (seat, left) in view.seats.iter().zip(&self.left) {
            if view.entered.contains(&seat.seat) {
                continue;
            }
            assert_eq!(seat.clock.map(|clock| clock.left_ms), *left);
        }
        assert_eq!(table.phase() == Phase::Over, self.endings == 1);
        assert_eq!(table.finish().is_some(), self.endings == 1);
        if table.phase() != Phase::Playing {
            assert_eq!(table.next_deadline(), None);
            assert!(table.acting().is_empty() && table.computers_to_act().is_empty());
        }
        // A tick at the deadline is never refused.
        if let Some(deadline) = table.next_deadline() {
            let tick = table::Command::new(0, Actor::Clock, Request::Tick);
            assert!(table.decide(deadline, &tick).is_ok());
        }
        let record = table.record();
        assert_eq!(record.seed.is_none(), self.endings == 0);
        assert_eq!(record.steps.len(), table.steps().len());
    }
}

/// The public tables of clients.
struct Followers {
    /// It has followed from the beginning.
    first: PublicTable,
    /// It has just read the whole table.
    last: PublicTable,
}

impl Followers {
    fn new(table: &Table) -> Followers {
        let (first, _) = PublicTable::from_view(&table.view(None)).unwrap();
        let last = first.clone();
        Followers { first, last }
    }

    /// Applies a command's events, and reads the table again.
    fn follow(&mut self, table: &Table, events: &[Event]) {
        for event in events {
            let Some(shown) = project(event, Viewer::Anyone) else {
                continue;
            };
            let sent: TableEvent = serde_json::from_str(&text(&shown)).unwrap();
            assert_eq!(sent, shown);
            for follower in [&mut self.first, &mut self.last] {
                follower.apply(sent.at, &sent.change).unwrap();
                assert_eq!(follower.seq(), sent.seq);
            }
        }
        let view = table.view(None);
        assert_eq!(self.first.view(None), view, "followed from the beginning");
        assert_eq!(self.last.view(None), view, "followed for one command");
        self.last = assert_reads_back(&view);
    }
}

/// Checks that a view can be read back and that a table made from it shows the
/// same.
fn assert_reads_back(view: &TableView) -> PublicTable {
    let sent: TableView = serde_json::from_str(&text(view)).unwrap();
    assert_eq!(&sent, view);
    let (table, mine) = PublicTable::from_view(&sent).unwrap();
    assert_eq!(&table.view(mine.as_ref()), view);
    table
}

/// Checks that the replayed log and a client's copy show every viewer the same as
/// the live table.
fn assert_same_for_all(hall: &Hall) {
    let replayed = Table::replay(&hall.log).unwrap();
    for viewer in PEOPLE.map(Some).into_iter().chain([None]) {
        let view = hall.table.view(viewer);
        assert_eq!(replayed.view(viewer), view);
        assert_reads_back(&view);
    }
    assert_eq!(replayed.record(), hall.table.record());
}

fn run(settings: &Settings, tries: &[Try]) -> Hall {
    let mut hall = Hall::new(settings);
    let mut watch = Watch::default();
    let mut seen = Table::replay(&hall.log[..1]).unwrap();
    for event in &hall.log {
        watch.see(&seen, event);
        if event.seq > 1 {
            seen.apply(event).unwrap();
        }
    }
    let mut followers = Followers::new(&hall.table);
    for &(who, what, number, wait) in tries {
        hall.now += u64::from(wait % 600);
        let actor = match who % 12 {
            who @ 0..=4 => Actor::Identity(PEOPLE[usize::from(who)]),
            who @ 5..=8 => Actor::Computer(u16::from(who) - 5),
            9 | 10 => Actor::Clock,
            _ => Actor::Hall,
        };
        let request = match actor {
            Actor::Clock => Request::Tick,
            _ => request(&hall, actor, what, number),
        };
        let mut command = hall.command(actor, request);
        command.lag_ms = u64::from(number % 80);
        let Ok(events) = hall.give(&command) else {
            continue;
        };
        for event in &events {
            watch.see(&seen, event);
            seen.apply(event).unwrap();
        }
        watch.agrees(&hall.table);
        followers.follow(&hall.table, &events);
        assert_same_for_all(&hall);
        // A retry changes nothing.
        if actor != Actor::Clock {
            assert_eq!(hall.give(&command), Ok(Vec::new()));
            assert!(hall.table.answer(&command).is_some());
        }
    }
    let replayed = Table::replay(&hall.log).unwrap();
    assert_eq!(fingerprint(&replayed), fingerprint(&hall.table));
    assert_record_replays(&hall.table);
    hall
}

/// Checks that the record is a game by the rules that ends in the table's state.
fn assert_record_replays(table: &Table) {
    let record = table.record();
    let game = catalog::open(&record.game, &record.options).unwrap();
    let mut state = game.start();
    for step in &record.steps {
        game.play(&mut state, &step.into()).unwrap();
    }
    let here = table.game().state_data(table.state());
    assert_eq!(game.state_data(&state), here);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_commands_break_nothing(
        game in 0u8..6,
        clock in 0u8..4,
        people in 0u8..16,
        show_entered: bool,
        begin: bool,
        tries in vec((any::<u8>(), any::<u8>(), any::<u16>(), any::<u16>()), 0..120),
    ) {
        let mut all = Vec::new();
        if begin {
            for who in 0..4 {
                all.push((who, 7, 1, 0));
            }
        }
        all.extend(tries);
        let settings = Settings { show_entered, ..settings(game, clock, people) };
        run(&settings, &all);
    }
}

#[test]
fn whole_games_are_followed_to_their_end() {
    for case in 0..36u8 {
        let mut hall = Hall::started(&Settings {
            show_entered: case.is_multiple_of(2),
            ..settings(case, 0, 0)
        });
        let mut followers = Followers::new(&hall.table);
        let mut dice = Quick::new(case.into());
        while hall.table.phase() == Phase::Playing && hall.table.steps().len() < 150 {
            for Seat(seat) in hall.table.acting().iter() {
                let action = hall.propose(seat, &mut dice);
                let events = hall.moves(PEOPLE[usize::from(seat)], &action);
                followers.follow(&hall.table, &events);
            }
        }
        assert_same_for_all(&hall);
    }
}

#[test]
fn random_commands_reach_every_kind_of_event() {
    // The property above is worth little if its games end before they begin.
    let mut seen = std::collections::BTreeSet::new();
    let mut dice = Quick::new(5);
    for case in 0..400u32 {
        let settings = Settings {
            show_entered: case.is_multiple_of(2),
            ..settings(case as u8, (case / 6) as u8, dice.below(16) as u8)
        };
        let ready = if case.is_multiple_of(4) { 0 } else { 4 };
        let mut tries: Vec<Try> = (0..ready).map(|who| (who, 7, 1, 0)).collect();
        for _ in 0..120 {
            let bits = dice.bits();
            let (number, wait) = ((bits >> 16) as u16, (bits >> 32) as u16);
            tries.push((bits as u8, (bits >> 8) as u8, number, wait));
        }
        seen.extend(types(&run(&settings, &tries).log));
    }
    let all = [
        "accepted",
        "claimed",
        "computer-seated",
        "corners",
        "created",
        "declined",
        "dropped",
        "ended",
        "entered",
        "freed",
        "joined",
        "left",
        "next",
        "offered",
        "present",
        "ready",
        "rematch",
        "resumed",
        "returned",
        "said",
        "sealed",
        "seated",
        "started",
        "stepped",
        "taken-back",
        "withdrawn",
    ];
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), all);
}
