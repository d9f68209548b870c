//! Clients over unreliable connections. In the end every client sees what the
//! hall would show, each event was sent once, and nothing was requested
//! needlessly.

use std::collections::{BTreeMap, VecDeque};

use client::{Client, Update};
use proptest::collection::vec;
use proptest::prelude::*;
use protocol::rest::PlayerView;
use protocol::{
    ClientMessage, ClientRequest, Done, PublicChange, Request, ServerMessage, TableEvent,
};
use table::{Actor, Command, Event, Identity, Viewer, news, project};

use crate::hall::{Hall, KEY, Kind, PEOPLE, Try, sent};
use crate::replicas::{kinds, tries};

const TABLE: &str = "01a1";

/// A client, its connection, and what went over it.
struct Line {
    who: Option<Identity>,
    client: Client,
    to_hall: VecDeque<ClientMessage>,
    to_client: VecDeque<ServerMessage>,
    /// Whether the hall sends it events.
    is_watched: bool,
    counts: Counts,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    /// Requests for a table: for all of it, and for what was missed.
    whole: usize,
    missed: usize,
    /// Whole tables that arrived.
    views: usize,
    /// Events that arrived, and those that changed something.
    events: usize,
    changes: usize,
    /// How often the connection was opened.
    opened: usize,
    /// How often the hall lost track of the table, or an event was lost.
    faults: usize,
}

impl Line {
    fn new(who: Option<Identity>, number: u64) -> Line {
        let mut client = Client::new(number << 32);
        client.follow(TABLE, Some(KEY));
        Line {
            who,
            client,
            to_hall: VecDeque::new(),
            to_client: VecDeque::new(),
            is_watched: false,
            counts: Counts::default(),
        }
    }

    fn open(&mut self) {
        let you = self.who.map(|who| PlayerView {
            player: who.to_string(),
            name: String::new(),
            program: false,
        });
        self.client.opened();
        self.counts.opened += 1;
        self.to_client.push_back(ServerMessage::Hello {
            you,
            now: 0,
            ping_ms: 15_000,
        });
    }

    /// Breaks the connection. Messages on their way are lost.
    fn close(&mut self) {
        self.client.closed();
        self.to_hall.clear();
        self.to_client.clear();
        self.is_watched = false;
    }

    fn write(&mut self) {
        while let Some(message) = self.client.outgoing() {
            if let ClientRequest::Watch { after, .. } = &message.request {
                match after {
                    Some(_) => self.counts.missed += 1,
                    None => self.counts.whole += 1,
                }
            }
            self.to_hall.push_back(sent(&message));
        }
    }

    /// Reads a message, if one has arrived.
    fn read(&mut self) -> Option<Update> {
        let message = self.to_client.pop_front()?;
        match &message {
            ServerMessage::Table { .. } => self.counts.views += 1,
            ServerMessage::Event { .. } => self.counts.events += 1,
            _ => {}
        }
        let update = self.client.received(sent(&message));
        self.counts.changes += usize::from(matches!(update, Update::Changed { .. }));
        Some(update)
    }
}

struct World {
    hall: Hall,
    /// The hall still has the events from this index on.
    kept_from: usize,
    lines: Vec<Line>,
    /// How often each line of chat that a client sent was carried out.
    said: BTreeMap<String, usize>,
}

impl World {
    /// Two clients of Ann, one of each other person, and one of a stranger.
    fn new(kind: Kind) -> World {
        let people = PEOPLE.into_iter().map(Some);
        let people = people.chain([Some(PEOPLE[0]), None]);
        let lines = (1..).zip(people).map(|(at, who)| Line::new(who, at));
        let mut lines: Vec<Line> = lines.collect();
        lines.iter_mut().for_each(Line::open);
        World {
            hall: Hall::new(kind),
            kept_from: 0,
            lines,
            said: BTreeMap::new(),
        }
    }

    fn viewer(&self, who: Option<Identity>) -> Viewer {
        who.map_or(Viewer::Anyone, |who| self.hall.table.viewer(who))
    }

    fn give(&mut self, command: &Command) {
        if let Ok(events) = self.hall.decide(command) {
            self.happen(events);
        }
    }

    fn happen(&mut self, events: Vec<Event>) {
        for event in events {
            self.hall.apply(&event);
            for at in 0..self.lines.len() {
                let viewer = self.viewer(self.lines[at].who);
                let shown = project(&event, viewer);
                if let (true, Some(shown)) = (self.lines[at].is_watched, shown) {
                    self.lines[at].to_client.push_back(told(shown));
                }
            }
        }
    }

    /// Lets the hall read a client's next message.
    fn serve(&mut self, at: usize) {
        let Some(message) = self.lines[at].to_hall.pop_front() else {
            return;
        };
        let (who, id) = (self.lines[at].who, message.id);
        let result = match message.request {
            ClientRequest::Watch { key, after, .. } => {
                if self.hall.table.may_look(who, key.as_deref()) {
                    let reply = self.done(id);
                    self.lines[at].to_client.push_back(reply);
                    let news = self.missed(after, who);
                    self.lines[at].to_client.extend(news);
                    self.lines[at].is_watched = true;
                    return;
                }
                Err(("no-table".to_owned(), String::new()))
            }
            ClientRequest::Command { request, .. } => match who {
                Some(who) => self.obey(&Command::new(id, Actor::Identity(who), request)),
                None => Err(("who".to_owned(), String::new())),
            },
            _ => Ok(()),
        };
        let reply = match result {
            Ok(()) => self.done(id),
            Err((code, reason)) => ServerMessage::Refused {
                id: Some(id),
                code,
                reason,
                message: None,
            },
        };
        self.lines[at].to_client.push_back(reply);
    }

    fn obey(&mut self, command: &Command) -> Result<(), (String, String)> {
        if self.hall.table.answer(command).is_some() {
            return Ok(());
        }
        let decided = self.hall.decide(command);
        let events = decided.map_err(|no| (no.code().to_owned(), no.to_string()))?;
        if let Request::Chat { text } = &command.request
            && let Some(times) = self.said.get_mut(text)
        {
            *times += 1;
        }
        self.happen(events);
        Ok(())
    }

    fn done(&self, id: u64) -> ServerMessage {
        ServerMessage::Ok {
            id,
            done: Done {
                table: Some(TABLE.to_owned()),
                seq: Some(self.hall.table.seq()),
                turn: Some(self.hall.table.turn()),
                now: None,
            },
        }
    }

    /// What a client missed, as events if the hall still has them, otherwise as
    /// a whole.
    fn missed(&self, after: Option<u64>, who: Option<Identity>) -> Vec<ServerMessage> {
        let kept = &self.hall.log[self.kept_from..];
        let at_hand = |after: &u64| kept.first().is_some_and(|first| first.public < *after);
        match after.filter(|after| self.kept_from == 0 || at_hand(after)) {
            Some(after) => news(kept, after, self.viewer(who))
                .into_iter()
                .map(told)
                .collect(),
            None => vec![ServerMessage::Table {
                table: TABLE.to_owned(),
                now: self.hall.now,
                view: Box::new(self.hall.table.view(who)),
            }],
        }
    }

    /// Disturbs a connection or the hall.
    fn disturb(&mut self, what: u8, at: usize) {
        let line = &mut self.lines[at];
        match what {
            0..=1 => line.close(),
            2..=4 if !line.client.is_open() => line.open(),
            5 => self.kept_from = self.hall.log.len() * 3 / 4,
            6 if line.is_watched => {
                // The hall loses track of the table.
                let table = TABLE.to_owned();
                line.to_client.push_back(ServerMessage::Lost { table });
                line.is_watched = false;
                line.counts.faults += 1;
            }
            7 => {
                // An event is lost on the way. Only the next number reveals
                // that.
                let public = |message: &ServerMessage| match message {
                    ServerMessage::Event { event, .. } => event.is_public(),
                    _ => false,
                };
                if let Some(at) = line.to_client.iter().position(public) {
                    line.to_client.remove(at);
                    line.counts.faults += 1;
                }
            }
            _ => {}
        }
    }

    /// Lets a client chat, whether or not it is connected.
    fn say(&mut self, at: usize) {
        let text = format!("line {}", self.said.len());
        self.said.insert(text.clone(), 0);
        self.lines[at].client.command(TABLE, Request::Chat { text });
    }

    /// Opens all connections and delivers everything.
    fn settle(&mut self) {
        for at in 0..self.lines.len() {
            if !self.lines[at].client.is_open() {
                self.lines[at].open();
            }
        }
        let mut is_busy = true;
        while is_busy {
            is_busy = false;
            for at in 0..self.lines.len() {
                self.lines[at].write();
                is_busy |= !self.lines[at].to_hall.is_empty();
                self.serve(at);
                while self.lines[at].read().is_some() {
                    is_busy = true;
                }
            }
        }
    }

    fn check(&self) {
        for line in &self.lines {
            let table = &self.hall.table;
            let replica = line.client.table(TABLE).unwrap();
            assert_eq!(replica.view(), table.view(line.who), "{:?}", line.who);
            assert!(!line.client.is_waiting());
            let counts = line.counts;
            // A connection requests the table once when it opens and once after
            // each fault.
            let asked = counts.whole + counts.missed;
            assert!(asked <= counts.opened + counts.faults, "{counts:?}");
        }
        for (text, times) in &self.said {
            let lines = self.hall.log.iter();
            let lines = lines.filter(|event| match &event.fact {
                table::Fact::Public(PublicChange::Said { text: said, .. }) => said == text,
                _ => false,
            });
            assert_eq!(lines.count(), *times, "{text}");
            assert!(*times <= 1, "{text}");
        }
    }
}

fn told(event: TableEvent) -> ServerMessage {
    let table = TABLE.to_owned();
    ServerMessage::Event { table, event }
}

/// What happens between two commands: a connection and a number.
type Trouble = (u8, u8);

fn run(kind: Kind, tries: &[Try], troubles: &[Vec<Trouble>]) -> World {
    let mut world = World::new(kind);
    world.settle();
    for command in world.hall.ready() {
        world.give(&command);
    }
    for (number, &attempt) in tries.iter().enumerate() {
        let command = world.hall.attempt(attempt);
        world.give(&command);
        for &(at, what) in troubles.get(number).into_iter().flatten() {
            let at = usize::from(at) % world.lines.len();
            match what % 24 {
                0..=7 => world.disturb(what % 24, at),
                8..=11 => world.serve(at),
                12..=14 => world.lines[at].write(),
                15 => world.say(at),
                _ => {
                    world.lines[at].read();
                }
            }
        }
    }
    world.settle();
    // A lost event is noticed when the next one arrives.
    world.hall.now += 1;
    let request = Request::Resumed { down_ms: 0 };
    world.give(&Command::new(u64::MAX, Actor::Hall, request));
    world.settle();
    world
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn over_unreliable_connections_clients_see_what_the_hall_shows(
        kind in kinds(),
        tries in tries(120),
        troubles in vec(vec(any::<Trouble>(), 0..16), 0..120),
    ) {
        run(kind, &tries, &troubles).check();
    }

    #[test]
    fn over_a_reliable_connection_events_come_once_and_nothing_is_requested(
        kind in kinds(),
        tries in tries(120),
    ) {
        let world = run(kind, &tries, &[]);
        world.check();
        let made = Hall::new(kind).log.len();
        for line in &world.lines {
            let since = world.hall.log[made..].iter();
            let viewer = line.who.map_or(Viewer::Anyone, |who| world.hall.table.viewer(who));
            let public = since.clone().filter(|event| event.fact.is_public()).count();
            prop_assert_eq!((line.counts.whole, line.counts.missed, line.counts.views), (1, 0, 1));
            prop_assert_eq!(line.counts.events, line.counts.changes);
            prop_assert!(line.counts.events >= public);
            if viewer == Viewer::Anyone {
                continue;
            }
            let shown = since.filter(|event| project(event, viewer).is_some()).count();
            prop_assert_eq!(line.counts.events, shown);
        }
    }
}

#[test]
fn commands_are_sent_again_but_carried_out_once() {
    let kind = Kind {
        game: 0,
        clock: 0,
        people: 0,
        show_entered: false,
        private: false,
    };
    let mut world = World::new(kind);
    world.settle();
    world.say(0);
    world.lines[0].write();
    world.serve(0);
    // The connection breaks before the reply arrives.
    world.lines[0].close();
    world.say(0);
    world.settle();
    world.check();
    assert_eq!(world.said.values().copied().collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn another_person_on_the_same_client_gets_the_whole_table() {
    let kind = Kind {
        game: 0,
        clock: 0,
        people: 0,
        show_entered: false,
        private: true,
    };
    let mut world = World::new(kind);
    let nobody = world.lines.len() - 1;
    world.settle();
    world.lines[nobody].close();
    world.lines[nobody].who = Some(PEOPLE[1]);
    world.settle();
    let replica = world.lines[nobody].client.table(TABLE).unwrap();
    assert_eq!(replica.view().seat(), Some(1));
}
