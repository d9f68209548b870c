//! A small hall that keeps the log and replays it after every command.

use dice::{Quick, Seed};
use game::Seat;
use protocol::PublicChange;
use serde::Serialize;
use serde_json::{Value, json};
use table::{
    Actor, Command, Event, Fact, Identity, Millis, Occupant, Person, Refusal, Request, Settings,
    Table,
};

pub const ANN: Identity = Identity(0xa11);
pub const BOB: Identity = Identity(0xb0b);
pub const CAT: Identity = Identity(0xca7);
pub const DAN: Identity = Identity(0xda4);
pub const EVE: Identity = Identity(0xe7e);

pub struct Hall {
    pub table: Table,
    /// The same table, made from the log as it is written and read.
    again: Table,
    pub log: Vec<Event>,
    pub now: Millis,
    pub id: u64,
}

pub fn person(identity: Identity, name: &str) -> Person {
    Person {
        identity,
        name: name.to_owned(),
        program: false,
    }
}

pub fn seated(identity: Identity, name: &str) -> Option<Occupant> {
    Some(Occupant::Person(person(identity, name)))
}

pub fn computer(player: &str) -> Option<Occupant> {
    Some(Occupant::Computer {
        player: player.to_owned(),
    })
}

/// Ann on seat 0 and Bob on seat 1.
pub fn ann_and_bob(game: &str, options: Value) -> Settings {
    let mut settings = Settings::of(game, options);
    settings.seats = vec![seated(ANN, "Ann"), seated(BOB, "Bob")];
    settings
}

/// Ann, Bob, Cat and Dan at Automatafl on a small board.
pub fn four() -> Settings {
    let mut settings = Settings::of("automatafl", json!({"players": 4, "setup": "small"}));
    settings.seats = vec![
        seated(ANN, "Ann"),
        seated(BOB, "Bob"),
        seated(CAT, "Cat"),
        seated(DAN, "Dan"),
    ];
    settings
}

impl Hall {
    pub fn new(settings: &Settings) -> Hall {
        let log = Table::create(0, settings, Seed::from_number(17)).unwrap();
        let table = Table::replay(&log).unwrap();
        Hall {
            again: table.clone(),
            table,
            log,
            now: 0,
            id: 0,
        }
    }

    /// A hall with this log.
    pub fn resumed(log: &[Event]) -> Hall {
        let table = Table::replay(log).unwrap();
        Hall {
            again: table.clone(),
            table,
            now: log.last().unwrap().at,
            log: log.to_vec(),
            id: 1_000_000,
        }
    }

    /// A table where everyone is ready and the game has begun.
    pub fn started(settings: &Settings) -> Hall {
        let mut hall = Hall::new(settings);
        for occupant in settings.seats.iter().flatten() {
            if let Occupant::Person(person) = occupant {
                hall.by(person.identity, Request::Ready { ready: true });
            }
        }
        hall
    }

    pub fn command(&mut self, actor: Actor, request: Request) -> Command {
        self.id += 1;
        Command::new(self.id, actor, request)
    }

    pub fn give(&mut self, command: &Command) -> Result<Vec<Event>, Refusal> {
        let before = fingerprint(&self.table);
        let decided = self.table.decide(self.now, command);
        assert_eq!(before, fingerprint(&self.table), "deciding changes nothing");
        let events = decided?;
        for event in &events {
            self.table.apply(event).unwrap();
            let text = serde_json::to_string(event).unwrap();
            let read: Event = serde_json::from_str(&text).unwrap();
            assert_eq!(&read, event, "{text}");
            self.again.apply(&read).unwrap();
            assert_eq!(
                fingerprint(&self.again),
                fingerprint(&self.table),
                "replay equals live"
            );
        }
        self.log.extend(events.iter().cloned());
        Ok(events)
    }

    pub fn try_as(&mut self, actor: Actor, request: Request) -> Result<Vec<Event>, Refusal> {
        let command = self.command(actor, request);
        self.give(&command)
    }

    pub fn try_by(&mut self, who: Identity, request: Request) -> Result<Vec<Event>, Refusal> {
        self.try_as(Actor::Identity(who), request)
    }

    /// Gives a command that must succeed.
    #[track_caller]
    pub fn by(&mut self, who: Identity, request: Request) -> Vec<Event> {
        self.try_by(who, request).unwrap()
    }

    #[track_caller]
    pub fn hall(&mut self, request: Request) -> Vec<Event> {
        self.try_as(Actor::Hall, request).unwrap()
    }

    /// Tries a move in the current turn.
    pub fn try_move(&mut self, who: Identity, action: &str) -> Result<Vec<Event>, Refusal> {
        let turn = self.table.turn();
        let action = action.to_owned();
        self.try_by(who, Request::Move { turn, action })
    }

    #[track_caller]
    pub fn moves(&mut self, who: Identity, action: &str) -> Vec<Event> {
        self.try_move(who, action).unwrap()
    }

    pub fn tick(&mut self) -> Result<Vec<Event>, Refusal> {
        self.try_as(Actor::Clock, Request::Tick)
    }

    /// Lets time pass until the next deadline, and ticks.
    #[track_caller]
    pub fn time_out(&mut self) -> Vec<Event> {
        self.now = self.now.max(self.table.next_deadline().unwrap());
        self.tick().unwrap()
    }

    /// A random legal move of a seat.
    pub fn propose(&self, seat: u16, dice: &mut Quick) -> String {
        self.table
            .game()
            .propose(self.table.state(), Seat(seat), dice)
    }

    #[track_caller]
    pub fn reason(&self) -> (&str, &[u16]) {
        let finish = self.table.finish().expect("the game is over");
        (&finish.reason, &finish.winners)
    }
}

/// Everything in a table, including secrets.
pub fn fingerprint(table: &Table) -> String {
    format!("{table:?} {}", table.game().state_data(table.state()))
}

/// What is sent, as text.
pub fn text(shown: &impl Serialize) -> String {
    serde_json::to_string(shown).unwrap()
}

/// What is sent, as JSON, for tests of its form.
pub fn as_json(shown: &impl Serialize) -> Value {
    serde_json::to_value(shown).unwrap()
}

/// The names of the facts.
pub fn types(events: &[Event]) -> Vec<String> {
    let name = |event: &Event| {
        let fact = serde_json::to_value(&event.fact).unwrap();
        fact["type"].as_str().unwrap().to_owned()
    };
    events.iter().map(name).collect()
}

/// The steps in these events.
pub fn acts(events: &[Event]) -> Vec<&table::Act> {
    let steps = events.iter().filter_map(|event| match &event.fact {
        Fact::Public(PublicChange::Stepped { made }) => Some(made),
        _ => None,
    });
    steps
        .flatten()
        .filter_map(|made| match made {
            table::Made::Act(act) => Some(act),
            table::Made::Draw(_) => None,
        })
        .collect()
}
