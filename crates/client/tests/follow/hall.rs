//! A small hall with one table, its log and random commands.

use dice::{Quick, Seed};
use game::Seat;
use serde_json::{Value, json};
use table::{
    Access, Actor, Clock, Command, Event, Identity, Millis, Occupant, OfferKind, Person, Refusal,
    Request, Settings, Table,
};

pub const PEOPLE: [Identity; 5] = [
    Identity(0xa11),
    Identity(0xb0b),
    Identity(0xca7),
    Identity(0xda4),
    Identity(0xe7e),
];
const NAMES: [&str; 5] = ["Ann", "Bob", "Cat", "Dan", "Eve"];
pub const KEY: &str = "0123456789abcdef";

/// Numbers that decide what a table is like.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub game: u8,
    pub clock: u8,
    /// One bit for each seat: a person or a computer player.
    pub people: u8,
    pub show_entered: bool,
    pub private: bool,
}

/// Numbers that decide what is tried: by whom, what, how, after how long.
pub type Try = (u8, u8, u16, u16);

fn games() -> [(&'static str, Value); 7] {
    [
        ("brandub", json!({})),
        ("combo", json!({"width": 3, "height": 4})),
        ("automatafl", json!({"setup": "small", "max_turns": 6})),
        ("automatafl", json!({"setup": "small"})),
        ("automatafl", json!({"players": 4, "setup": "small"})),
        ("game17", json!({"size": 3, "players": 4, "rounds": 4})),
        ("game17", json!({"size": 2, "players": 1, "rounds": 9})),
    ]
}

fn person(number: usize) -> Person {
    Person {
        identity: PEOPLE[number],
        name: NAMES[number].to_owned(),
        program: number == 3,
    }
}

pub fn settings(kind: Kind) -> Settings {
    let all = games();
    let (game, options) = all[usize::from(kind.game) % all.len()].clone();
    let mut settings = Settings::of(game, options);
    settings.clock = match kind.clock % 4 {
        0 => Clock::None,
        1 => Clock::PerMove { ms: 900 },
        2 => Clock::Total {
            ms: 2000,
            increment_ms: 100,
        },
        _ => Clock::Days { days: 1 },
    };
    settings.creator = Some(person(0));
    settings.fill = Some("weak".to_owned());
    settings.show_entered = kind.show_entered;
    settings.away_ms = 200;
    settings.claim_after_ms = 60;
    settings.lag_credit_ms = 50;
    if kind.private {
        let key = KEY.to_owned();
        settings.access = Access::Private { key };
    }
    let seats = catalog::open(game, &settings.options).unwrap().seats();
    for seat in 0..usize::from(seats.min(4)) {
        settings.seats.push(match kind.people >> seat & 1 {
            0 => Some(Occupant::Person(person(seat))),
            _ => Some(Occupant::Computer {
                player: "weak".to_owned(),
            }),
        });
    }
    settings
}

pub struct Hall {
    pub table: Table,
    pub log: Vec<Event>,
    pub now: Millis,
    id: u64,
}

impl Hall {
    pub fn new(kind: Kind) -> Hall {
        let log = Table::create(5000, &settings(kind), Seed::from_number(17)).unwrap();
        Hall {
            table: Table::replay(&log).unwrap(),
            log,
            now: 5000,
            id: 0,
        }
    }

    /// Decides a command. The events are not applied yet.
    pub fn decide(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        self.table.decide(self.now, command)
    }

    pub fn apply(&mut self, event: &Event) {
        self.table.apply(event).unwrap();
        self.log.push(event.clone());
    }

    fn command(&mut self, actor: Actor, request: Request) -> Command {
        self.id += 1;
        Command::new(self.id, actor, request)
    }

    /// Commands that say that everyone on a seat is ready.
    pub fn ready(&mut self) -> Vec<Command> {
        let all =
            PEOPLE.map(|who| self.command(Actor::Identity(who), Request::Ready { ready: true }));
        all.into()
    }

    /// The command that these numbers stand for.
    pub fn attempt(&mut self, (who, what, number, wait): Try) -> Command {
        // Usually quick, so that clocks do not end every game.
        self.now += match wait % 16 {
            0 => u64::from(wait / 16 % 900),
            _ => u64::from(wait % 50),
        };
        if what % 2 == 0
            && let Some(mover) = self.mover(who)
        {
            return self.make_a_move(mover, number);
        }
        let actor = match who % 12 {
            who @ 0..=6 => Actor::Identity(PEOPLE[usize::from(who) % 5]),
            who @ 7..=8 => Actor::Computer(u16::from(who) - 7),
            9 => Actor::Clock,
            _ => Actor::Hall,
        };
        let request = match actor {
            Actor::Clock => Request::Tick,
            Actor::Hall => self.request_of_the_hall(what / 2, number),
            _ => self.request(what / 2, number),
        };
        let mut command = self.command(actor, request);
        command.lag_ms = u64::from(number % 80);
        command
    }

    /// One of the seats to act.
    fn mover(&self, which: u8) -> Option<Seat> {
        let acting = self.table.acting();
        let at = usize::from(which) % acting.len().max(1);
        acting.iter().nth(at)
    }

    fn make_a_move(&mut self, mover: Seat, number: u16) -> Command {
        let turn = self.table.turn();
        let state = self.table.state();
        let mut dice = Quick::new(number.into());
        let action = self.table.game().propose(state, mover, &mut dice);
        let person = PEOPLE
            .into_iter()
            .find(|&who| self.table.seat_of(who) == Some(mover.0));
        let actor = person.map_or(Actor::Computer(mover.0), Actor::Identity);
        let request = match number % 8 {
            0 => Request::Withdraw { turn },
            _ => Request::Move { turn, action },
        };
        self.command(actor, request)
    }

    /// A request of a person or computer player.
    pub fn request(&self, what: u8, number: u16) -> Request {
        let newest = self.table.view(None).offers.last().map(|offer| offer.offer);
        match what % 32 {
            0 | 1 => Request::Join {
                name: NAMES[usize::from(number % 5)].to_owned(),
                program: number.is_multiple_of(2),
                key: Some(KEY.to_owned()),
            },
            2 => Request::Leave,
            3 => Request::Sit { seat: number % 5 },
            4 => Request::Stand,
            5 => Request::SeatComputer {
                seat: number % 5,
                player: "weak".to_owned(),
            },
            6 => Request::Unseat { seat: number % 5 },
            7 | 28 | 29 => Request::Choose {
                choice: (number % 5) as u8,
            },
            8..=10 => Request::Ready {
                ready: !number.is_multiple_of(4),
            },
            11 => Request::Start,
            12..=14 => Request::Chat {
                text: format!("hello {number}"),
            },
            15 if number.is_multiple_of(8) => Request::Resign,
            16..=19 => Request::Offer {
                what: match number % 4 {
                    0 => OfferKind::Draw,
                    1 => OfferKind::Rematch,
                    _ => OfferKind::Takeback,
                },
            },
            20..=24 => Request::Accept {
                offer: newest.unwrap_or_default(),
            },
            25 => Request::Decline {
                offer: newest.unwrap_or_default(),
            },
            26 => Request::Claim,
            27 => Request::Return,
            _ => Request::Withdraw {
                turn: self.table.turn(),
            },
        }
    }

    fn request_of_the_hall(&self, what: u8, number: u16) -> Request {
        match what % 8 {
            0 if number.is_multiple_of(4) => Request::Resumed {
                down_ms: u64::from(number % 500),
            },
            1 if number.is_multiple_of(8) => Request::Forfeit {
                seat: number % 5,
                verdict: "crashed".to_owned(),
                detail: "x".to_owned(),
            },
            2 if number.is_multiple_of(32) => Request::Abort {
                detail: "x".to_owned(),
            },
            3 => Request::Next {
                table: "t".to_owned(),
            },
            4 => Request::Start,
            _ => Request::Present {
                who: PEOPLE[usize::from(number % 5)],
                present: (number / 5).is_multiple_of(2),
            },
        }
    }
}

/// The message as it arrives at the other end.
pub fn sent<T: serde::Serialize + serde::de::DeserializeOwned>(message: &T) -> T {
    let text = serde_json::to_string(message).unwrap();
    serde_json::from_str(&text).unwrap()
}
