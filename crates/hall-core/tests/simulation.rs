//! The hall on simulated time, with clients that come and go, computer players
//! that answer late or never, and a store that is slow, fails and has conflicts.
//!
//! After every run, nothing that was acknowledged is lost, nothing was done
//! twice, no secret has left the hall, and every client's view equals a fresh
//! one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use client::{Client, Update};
use dice::{Quick, Seed};
use game::{Dice, Seat};
use hall_core::limits::Rate;
use hall_core::{
    Append, Computers, Found, LiveTable, Lobby, LobbyLimits, LobbyOutput, Output, Refused, Stored,
    TableInput, TableLimits, TableTerms,
};
use protocol::{
    ClientMessage, Effort, GameData, Identity, Millis, OfferKind, Phase, Request, ServerMessage,
    TableChange,
};
use table::{Actor, Command, Event, Occupant, Person, Settings, Table};

/// What may go wrong in a run.
#[derive(Clone, Copy, Debug)]
struct Faults {
    store: bool,
    crashes: bool,
    thoughts: bool,
    lines: bool,
}

struct World {
    now: Millis,
    dice: Quick,
    faults: Faults,
    lobby: Lobby,
    tables: BTreeMap<u128, Place>,
    clients: Vec<Person>,
    lines: Vec<Line>,
    connections: u64,
    thoughts: Vec<(Millis, u128, u64, Found)>,
    /// Commands that the hall has acknowledged.
    acknowledged: BTreeSet<(u128, Identity, u64)>,
}

/// A table: its durable log, and the live table while the hall runs.
struct Place {
    log: Vec<Event>,
    live: Option<LiveTable>,
    /// An unfinished write, and when it ends.
    write: Option<(Millis, Append)>,
}

/// A client, its connection and the messages on their way to it.
struct Line {
    client: Client,
    connection: Option<u64>,
    inbox: VecDeque<String>,
    /// The table of each command it sent, by id.
    sent: BTreeMap<u64, u128>,
    /// How often its views changed.
    events: u64,
    /// How often it asked to watch a table.
    asked: u64,
}

const SLOW: Millis = 400;

impl World {
    fn new(seed: u64, people: u32, faults: Faults) -> World {
        let person = |number: u32| Person {
            identity: Identity(u128::from(number) + 1),
            name: format!("P{number}"),
            program: false,
        };
        let line = |number: u32| Line {
            client: Client::new(u64::from(number) << 32),
            connection: None,
            inbox: VecDeque::new(),
            sent: BTreeMap::new(),
            events: 0,
            asked: 0,
        };
        World {
            now: 1000,
            dice: Quick::new(seed),
            faults,
            lobby: lobby(),
            tables: BTreeMap::new(),
            clients: (0..people).map(person).collect(),
            lines: (0..people).map(line).collect(),
            connections: 0,
            thoughts: Vec::new(),
            acknowledged: BTreeSet::new(),
        }
    }

    fn chance(&mut self, of: u32) -> bool {
        self.dice.below(of) == 0
    }

    /// Makes a table of a random game, perhaps with a computer player on a seat.
    fn make_table(&mut self) {
        let games = [
            ("brandub", "{}"),
            ("combo", "{}"),
            ("automatafl", r#"{"setup":"small"}"#),
            ("automatafl", r#"{"players":4,"setup":"small"}"#),
            ("game17", r#"{"players":3,"size":4,"rounds":3}"#),
        ];
        let (game, options) = games[self.dice.below(games.len() as u32) as usize];
        let options: GameData = serde_json::from_str(options).unwrap();
        let mut settings = Settings::of(game, options);
        settings.show_entered = self.dice.coin();
        settings.clock = match self.dice.below(3) {
            0 => protocol::Clock::None,
            1 => protocol::Clock::PerMove { ms: 20_000 },
            _ => protocol::Clock::Total {
                ms: 60_000,
                increment_ms: 2000,
            },
        };
        settings.creator = Some(self.clients[0].clone());
        settings.fill = Some("random".to_owned());
        let player = "random".to_owned();
        settings.seats = match self.dice.below(3) {
            0 => vec![None, Some(Occupant::Computer { player })],
            _ => Vec::new(),
        };
        let seed = Seed::from_number(self.dice.bits());
        let log = Table::create(self.now, &settings, seed).unwrap();
        let id = u128::from(self.dice.bits()) << 32 | self.tables.len() as u128;
        let place = Place {
            log,
            live: None,
            write: None,
        };
        self.tables.insert(id, place);
    }

    /// The live table, made from its log if need be.
    fn live(&mut self, id: u128) -> Option<&mut LiveTable> {
        let (now, seed) = (self.now, Seed::from_number(self.dice.bits()));
        let place = self.tables.get_mut(&id)?;
        if place.live.is_none() {
            let live = LiveTable::load(
                now,
                &format!("{id:032x}"),
                place.log.clone(),
                Some(SLOW),
                TableTerms {
                    seed,
                    computers: Arc::new(Computers::default()),
                    limits: TableLimits::default(),
                },
            );
            place.live = Some(live.unwrap());
        }
        place.live.as_mut()
    }

    /// Carries out, or begins, everything the tables ask for.
    fn settle(&mut self) {
        let ids: Vec<u128> = self.tables.keys().copied().collect();
        for id in ids {
            loop {
                let place = self.tables.get_mut(&id).unwrap();
                let Some(output) = place.live.as_mut().and_then(LiveTable::poll) else {
                    break;
                };
                self.carry_out(id, output);
            }
        }
    }

    fn carry_out(&mut self, id: u128, output: Output) {
        match output {
            Output::Append(append) => {
                let delay = if self.faults.store {
                    Millis::from(self.dice.below(SLOW as u32))
                } else {
                    0
                };
                let place = self.tables.get_mut(&id).unwrap();
                assert!(place.write.is_none(), "one append at a time");
                place.write = Some((self.now + delay, append));
            }
            Output::ReadLog { from } => {
                let fails = self.faults.store && self.chance(10);
                let now = self.now;
                let place = self.tables.get_mut(&id).unwrap();
                let log = if fails {
                    Err(Refused::busy())
                } else {
                    Ok(place.log[from as usize - 1..].to_vec())
                };
                place.live.as_mut().unwrap().log_read(now, log);
            }
            Output::Send { to, message } => self.send(&to, &message),
            Output::Think(question) => {
                if self.faults.thoughts && self.chance(20) {
                    return;
                }
                let late = if self.faults.thoughts {
                    Millis::from(self.dice.below(3000))
                } else {
                    0
                };
                let game = catalog::open(&question.game, &question.options).unwrap();
                let seat = Seat(question.seat);
                let action = game.propose(&question.state, seat, &mut self.dice);
                let found = if self.faults.thoughts && self.chance(20) {
                    Found::Failed("tired".to_owned())
                } else {
                    Found::Move(action, Effort::default())
                };
                let due = self.now + late;
                self.thoughts.push((due, id, question.number, found));
            }
            Output::MakeNext(_) => {
                let now = self.now;
                let place = self.tables.get_mut(&id).unwrap();
                let live = place.live.as_mut().unwrap();
                live.next_made(now, Ok("0".repeat(32)));
            }
            Output::Reply { .. }
            | Output::AskProgram(_)
            | Output::StopPrograms
            | Output::Listed(_)
            | Output::Problem(_) => {}
        }
    }

    fn send(&mut self, to: &[u64], message: &ServerMessage) {
        let text = message.text();
        for at in 0..self.lines.len() {
            let connection = self.lines[at].connection;
            if connection.is_some_and(|number| to.contains(&number)) {
                self.check_secrets(at, message);
                self.lines[at].inbox.push_back(text.clone());
            }
        }
    }

    fn lobby_outputs(&mut self, outputs: Vec<LobbyOutput>) {
        for output in outputs {
            match output {
                LobbyOutput::Send { to, message } => self.send(&to, &message),
                LobbyOutput::Table { table, input } => {
                    let now = self.now;
                    // Only a live table has watchers to remove.
                    let forget = matches!(input, TableInput::Unwatch { .. });
                    if forget && self.tables.get(&table).is_none_or(|p| p.live.is_none()) {
                        continue;
                    }
                    if let Some(live) = self.live(table) {
                        live.input(now, input);
                    }
                }
                LobbyOutput::Declined(_) => {}
                LobbyOutput::Close(_) => panic!("nobody floods"),
            }
        }
        self.settle();
    }

    // Clients.

    fn connect(&mut self, at: usize) {
        self.connections += 1;
        let connection = self.connections;
        let who = Some(self.clients[at].clone());
        let hello = self.lobby.connect(self.now, connection, who).unwrap();
        let line = &mut self.lines[at];
        line.connection = Some(connection);
        line.inbox.clear();
        line.inbox.push_back(hello.text());
        line.client.opened();
        self.flush(at);
    }

    /// Breaks the connection; messages on their way to the client are lost.
    fn disconnect(&mut self, at: usize) {
        let line = &mut self.lines[at];
        line.inbox.clear();
        line.client.closed();
        if let Some(connection) = line.connection.take() {
            let outputs = self.lobby.disconnect(connection);
            self.lobby_outputs(outputs);
        }
    }

    /// Sends the client's messages to the hall.
    fn flush(&mut self, at: usize) {
        while let Some(message) = self.lines[at].client.outgoing() {
            let Some(connection) = self.lines[at].connection else {
                continue;
            };
            if let protocol::ClientRequest::Watch { .. } = &message.request {
                self.lines[at].asked += 1;
            }
            let read = ClientMessage::read(&message.text());
            assert_eq!(read.as_ref(), Ok(&message));
            let outputs = self.lobby.message(self.now, connection, read, 0);
            self.lobby_outputs(outputs);
        }
    }

    /// Delivers the next message to a client.
    fn deliver(&mut self, at: usize) -> bool {
        let Some(text) = self.lines[at].inbox.pop_front() else {
            return false;
        };
        let message = ServerMessage::read(&text).unwrap();
        match self.lines[at].client.received(message) {
            Update::Reply {
                id, result: Ok(_), ..
            } => {
                if let Some(table) = self.lines[at].sent.remove(&id) {
                    let who = self.clients[at].identity;
                    self.acknowledged.insert((table, who, id));
                }
            }
            Update::Changed { .. } => self.lines[at].events += 1,
            _ => {}
        }
        self.flush(at);
        true
    }

    /// Checks that a client learns no sealed move but its own.
    fn check_secrets(&self, at: usize, message: &ServerMessage) {
        let who = self.clients[at].identity;
        let Some(id) = message.table().and_then(hall_core::table_id) else {
            return;
        };
        let Some(live) = &self.tables[&id].live else {
            return;
        };
        let mine = |seat: u16| live.table().seat_of(who) == Some(seat);
        match message {
            ServerMessage::Event { event, .. } => {
                if let TableChange::Own { seat, .. } = event.change {
                    assert!(mine(seat), "a sealed move of another seat");
                }
            }
            ServerMessage::Table { view, .. } => {
                if let Some(you) = view.you.as_ref().filter(|you| you.sealed.is_some()) {
                    assert!(mine(you.seat.unwrap()), "a sealed move of another seat");
                }
                assert!(view.finish.is_some() || !format!("{view:?}").contains("seed: \""));
            }
            _ => {}
        }
    }

    /// Lets a client do something that may not be allowed.
    fn act(&mut self, at: usize) {
        let ids: Vec<u128> = self.tables.keys().copied().collect();
        // Each client has some tables of its own and shares others.
        let pick = at * 3 + self.dice.below(2) as usize;
        let id = ids[pick % ids.len()];
        let name = format!("{id:032x}");
        if self.lines[at].client.table(&name).is_none() {
            self.lines[at].client.follow(&name, None);
            return self.flush(at);
        }
        let request = self.wish(at, &name);
        let command = self.lines[at].client.command(&name, request);
        self.lines[at].sent.insert(command, id);
        self.flush(at);
    }

    fn wish(&mut self, at: usize, name: &str) -> Request {
        let replica = self.lines[at].client.table(name).unwrap();
        let view = replica.view();
        let Some(you) = &view.you else {
            return Request::Join {
                name: String::new(),
                program: false,
                key: None,
            };
        };
        let table = replica.table();
        let turn = view.turn;
        let free = view.seats.iter().find(|seat| seat.sitter().is_none());
        let seats = view.seats.len() as u32;
        let offer = view.offers.first().map(|offer| offer.offer);
        match (view.phase, you.seat) {
            (Phase::Lobby, None) if free.is_some() && self.dice.below(4) > 0 => Request::Sit {
                seat: free.unwrap().seat,
            },
            (Phase::Lobby, Some(_)) if self.dice.below(3) > 0 => Request::Ready { ready: true },
            (Phase::Lobby, _) if you.creator => Request::Start,
            (Phase::Playing, Some(seat)) if view.is_my_turn() && self.dice.below(8) > 0 => {
                let mut dice = Quick::new(self.dice.bits());
                let action = table.game().propose(table.state(), Seat(seat), &mut dice);
                Request::Move { turn, action }
            }
            (Phase::Over, Some(_)) => Request::Offer {
                what: OfferKind::Rematch,
            },
            _ => match self.dice.below(9) {
                0 => Request::Withdraw { turn },
                1 => Request::Offer {
                    what: OfferKind::Takeback,
                },
                2 => Request::Offer {
                    what: OfferKind::Draw,
                },
                3 => Request::Accept {
                    offer: offer.unwrap_or(1),
                },
                4 => Request::Decline {
                    offer: offer.unwrap_or(1),
                },
                5 => Request::Leave,
                6 => Request::Stand,
                7 => Request::Sit {
                    seat: self.dice.below(seats.max(1)) as u16,
                },
                _ => Request::Chat {
                    text: format!("said at {}", self.now),
                },
            },
        }
    }

    // The store, computer players and time.

    /// Finishes the writes that are due, or lets them fail.
    fn store(&mut self) {
        let ids: Vec<u128> = self.tables.keys().copied().collect();
        for id in ids {
            let place = self.tables.get_mut(&id).unwrap();
            let due = place
                .write
                .as_ref()
                .is_some_and(|(due, _)| *due <= self.now);
            if !due {
                continue;
            }
            let (_, append) = place.write.take().unwrap();
            let fits = append.events[0].seq == place.log.len() as u64 + 1;
            let fate = if self.faults.store {
                self.dice.below(12)
            } else {
                12
            };
            let stored = match fate {
                _ if !fits => Stored::Conflict,
                // Nothing was written.
                0 => Stored::Failed(Refused::busy()),
                // It was written, but the reply was lost.
                1 => {
                    place.log.extend(append.events.iter().cloned());
                    Stored::Failed(Refused::busy())
                }
                _ => {
                    place.log.extend(append.events.iter().cloned());
                    Stored::Appended
                }
            };
            place.live.as_mut().unwrap().stored(self.now, stored);
        }
        self.settle();
    }

    fn think(&mut self) {
        let now = self.now;
        let thoughts = std::mem::take(&mut self.thoughts);
        let (due, later): (Vec<_>, Vec<_>) =
            thoughts.into_iter().partition(|(due, ..)| *due <= now);
        self.thoughts = later;
        for (_, id, number, found) in due {
            if let Some(live) = &mut self.tables.get_mut(&id).unwrap().live {
                live.thought(now, number, found);
            }
        }
        self.settle();
    }

    fn wait(&mut self, ms: Millis) {
        self.now += ms;
        for place in self.tables.values_mut() {
            if let Some(live) = &mut place.live
                && live.next_wake(self.now) <= self.now
            {
                live.tick(self.now);
            }
        }
        self.settle();
        self.store();
        self.think();
    }

    /// The hall goes down and comes back. Only what was written is left.
    fn crash(&mut self) {
        for at in 0..self.lines.len() {
            self.lines[at].connection = None;
            self.lines[at].inbox.clear();
            self.lines[at].client.closed();
        }
        for place in self.tables.values_mut() {
            place.live = None;
            if let Some((_, append)) = place.write.take()
                && self.dice.coin()
                && append.events[0].seq == place.log.len() as u64 + 1
            {
                place.log.extend(append.events.iter().cloned());
            }
        }
        self.thoughts.clear();
        self.lobby = lobby();
        self.now += SLOW;
        for at in 0..self.lines.len() {
            self.connect(at);
        }
    }

    fn run(&mut self, steps: u32) {
        for at in 0..self.lines.len() {
            self.connect(at);
        }
        for _ in 0..steps {
            let at = self.dice.below(self.lines.len() as u32) as usize;
            match self.dice.below(20) {
                0..=6 => self.act(at),
                7..=14 => {
                    self.deliver(at);
                }
                15 if self.faults.lines && self.lines[at].connection.is_some() => {
                    self.disconnect(at);
                }
                16 if self.lines[at].connection.is_none() => self.connect(at),
                17 if self.faults.crashes && self.chance(60) => self.crash(),
                _ => {
                    let ms = Millis::from(self.dice.below(700));
                    self.wait(ms);
                }
            }
        }
        self.calm_down();
        self.check();
    }

    /// Ends all faults, connects everyone and delivers all messages.
    fn calm_down(&mut self) {
        self.faults = Faults {
            store: false,
            crashes: false,
            thoughts: false,
            lines: false,
        };
        for at in 0..self.lines.len() {
            if self.lines[at].connection.is_none() {
                self.connect(at);
            }
        }
        for _ in 0..20 {
            self.store();
            for at in 0..self.lines.len() {
                while self.deliver(at) {}
            }
        }
    }

    fn check(&mut self) {
        for (at, line) in self.lines.iter().enumerate() {
            let who = self.clients[at].identity;
            for (id, place) in &self.tables {
                let Some(replica) = line.client.table(&format!("{id:032x}")) else {
                    continue;
                };
                let live = place.live.as_ref().expect("a table that is watched lives");
                let fresh = live.table().view(Some(who));
                assert_eq!(replica.view(), fresh, "client {at} at table {id:x}");
            }
        }
        for (id, place) in &self.tables {
            let table = Table::replay(&place.log).unwrap();
            if let Some(live) = &place.live {
                assert_eq!(
                    live.table().view(None),
                    table.view(None),
                    "what is shown is stored"
                );
            }
            // The events of one command are adjacent, so it was carried out
            // once.
            let causes: Vec<_> = place.log.iter().filter_map(|event| event.cause).collect();
            let mut seen = BTreeSet::new();
            for (at, cause) in causes.iter().enumerate() {
                let again = at > 0 && causes[at - 1] == *cause;
                let first = seen.insert(format!("{cause:?}"));
                assert!(first || again, "{cause:?} was carried out twice at {id:x}");
            }
        }
        for (id, who, number) in &self.acknowledged {
            let command = Command::new(*number, Actor::Identity(*who), Request::Claim);
            let answer = Table::answer_in(&self.tables[id].log, &command).unwrap();
            assert!(
                answer.is_some(),
                "command {number} was acknowledged and is lost"
            );
        }
    }
}

fn lobby() -> Lobby {
    Lobby::new(LobbyLimits {
        connections_each: 4,
        watched: 64,
        messages: Rate::new(1_000_000, 0.001),
        ping_ms: 15_000,
    })
}

const ALL: Faults = Faults {
    store: true,
    crashes: true,
    thoughts: true,
    lines: true,
};

/// Runs worlds with different seeds. Returns how many commands were
/// acknowledged.
fn worlds(
    seeds: std::ops::Range<u64>,
    people: u32,
    tables: u32,
    steps: u32,
    faults: Faults,
) -> usize {
    let mut acknowledged = 0;
    for seed in seeds {
        let mut world = World::new(seed, people, faults);
        for _ in 0..tables {
            world.make_table();
        }
        world.run(steps);
        acknowledged += world.acknowledged.len();
    }
    acknowledged
}

#[test]
fn under_all_faults_nothing_is_lost_and_nothing_leaks() {
    let acknowledged = worlds(0..60, 6, 3, 1500, ALL);
    assert!(
        acknowledged > 2000,
        "only {acknowledged} commands were carried out"
    );
}

#[test]
fn thousands_of_clients_see_what_the_hall_sees() {
    let faults = Faults {
        crashes: false,
        ..ALL
    };
    let acknowledged = worlds(1000..1001, 2000, 200, 60_000, faults);
    assert!(
        acknowledged > 1000,
        "only {acknowledged} commands were carried out"
    );
}

#[test]
fn after_the_first_view_clients_ask_for_nothing() {
    let quiet = Faults {
        store: false,
        crashes: false,
        thoughts: false,
        lines: false,
    };
    for seed in 0..20 {
        let mut world = World::new(seed, 5, quiet);
        world.make_table();
        world.run(2000);
        for line in &world.lines {
            assert!(line.asked <= 1, "asked {} times", line.asked);
        }
        let events: u64 = world.lines.iter().map(|line| line.events).sum();
        assert!(events > 100, "only {events} events");
    }
}
