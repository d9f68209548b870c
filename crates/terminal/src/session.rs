//! A table and the people at this terminal: messages to and from the hall, the
//! person who looks at the screen, and the person who is next.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::mpsc::Sender;

use client::{Client, Update};
use dice::Seed;
use protocol::rest::RefusalBody;
use protocol::{Clock, GameData, NewTable, OfferKind, Phase, Record, Request, TableView};

use crate::computers::{Computers, Found};
use crate::follow::Follow;
use crate::line::{Heard, Line, Trouble, now};
use crate::local::Local;
use crate::remote::Remote;
use crate::saved::{Saved, Sitter};

/// An input to a loop.
#[derive(Debug)]
pub enum Input {
    /// A key, the mouse, or a new size.
    Event(crossterm::event::Event),
    /// A line of text.
    Line(String),
    /// No more lines.
    End,
    /// A computer player found a move.
    Found(Found),
    /// Something arrived from the hall.
    Woken,
    /// The program must end.
    Stop,
}

/// A table to make in this process.
pub struct Plan {
    /// The id of the game.
    pub game: String,
    /// Its options.
    pub options: GameData,
    /// How time is kept.
    pub clock: Clock,
    /// The people at this terminal, with seats and names.
    pub people: Vec<(u16, String)>,
    /// The computer players by seat.
    pub computers: Vec<Option<String>>,
    /// All players as they were typed, to resume the game later.
    pub typed: Vec<String>,
    /// The seed of everything random.
    pub seed: Seed,
}

/// A table and the people at this terminal.
pub struct Session {
    line: Line,
    computers: Option<Computers>,
    table: String,
    key: Option<String>,
    /// At least one, who may be only an observer.
    people: Vec<Person>,
    /// The index of the person who looks at the screen.
    looks: usize,
    /// The turn, and the seats known here to have sealed a move in it.
    sealed: (u64, BTreeSet<u16>),
    /// The number of the last event that a reply mentioned.
    replied: u64,
    /// The last offer that all people here agreed to.
    agreed: Option<u32>,
    /// Messages for the people here.
    notices: Vec<String>,
    typed: Vec<String>,
    /// Whether to take a seat as soon as the table is there.
    joins: bool,
    is_cut_off: bool,
    /// Whether the game was just resumed and no person has looked yet.
    is_fresh: bool,
}

/// A person at this terminal.
struct Person {
    seat: Option<u16>,
    client: Client,
}

impl Person {
    fn new(seat: Option<u16>) -> Person {
        // Ids of requests must be unique over all connections.
        let client = Client::new(now() << 10);
        Person { seat, client }
    }
}

fn join(key: Option<String>) -> Request {
    Request::Join {
        name: String::new(),
        program: false,
        key,
    }
}

/// The reply to an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Agree to it.
    Accept,
    /// Refuse it.
    Decline,
}

/// Another person at this terminal is to act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handover {
    /// The person's index.
    pub person: usize,
    /// The person's seat.
    pub seat: u16,
    /// Whether the others must not see what this person does.
    pub is_secret: bool,
}

impl Session {
    /// Makes a table in this process and seats everyone.
    pub fn begin(plan: &Plan, computers: Computers, others: &[String]) -> Result<Session, Trouble> {
        let mut local = Local::new(plan.seed, others);
        let first = plan.people.first();
        let name = first.map_or("Observer", |(_, name)| name.as_str());
        local.introduce(name)?;
        let seat = first.map(|(seat, _)| *seat);
        let new = NewTable {
            options: plan.options.clone(),
            clock: plan.clock,
            seat,
            computers: plan.computers.clone(),
            ..NewTable::of(&plan.game)
        };
        let table = local.make_table(new)?;
        for (_, name) in plan.people.iter().skip(1) {
            local.introduce(name)?;
        }
        let mut session = Session::new(Line::Local(Box::new(local)), Some(computers), table);
        session.typed.clone_from(&plan.typed);
        session.add(seat);
        for (seat, _) in plan.people.iter().skip(1) {
            let guest = session.add(Some(*seat));
            session.command(guest, join(None));
            session.command(guest, Request::Sit { seat: *seat });
            session.command(guest, Request::Ready { ready: true });
        }
        session.command(
            0,
            match first {
                Some(_) => Request::Ready { ready: true },
                None => Request::Start,
            },
        );
        session.pump(&mut Follow::default())?;
        if let Some(refusal) = session.notices().pop() {
            return Err(Trouble::new("refused", refusal));
        }
        session.look();
        Ok(session)
    }

    /// Resumes a saved table.
    pub fn resume(
        saved: &Saved,
        seed: Seed,
        computers: Computers,
        others: &[String],
    ) -> Result<Session, Trouble> {
        let tokens = saved.people.iter().map(|sitter| sitter.token.clone());
        let local = Local::restore(seed, others, &saved.hall, tokens.collect())?;
        let table = saved.table.clone();
        let mut session = Session::new(Line::Local(Box::new(local)), Some(computers), table);
        session.typed.clone_from(&saved.players);
        for sitter in &saved.people {
            session.add(Some(sitter.seat));
        }
        if saved.people.is_empty() {
            session.add(None);
        }
        session.is_fresh = true;
        session.look();
        Ok(session)
    }

    /// Joins a table of a hall on the network.
    pub fn join(remote: Remote, table: String, key: Option<String>) -> Session {
        let mut session = Session::new(Line::Remote(remote), None, table);
        session.key = key;
        session.joins = true;
        session.people.push(Person::new(None));
        session.look();
        session
    }

    fn new(line: Line, computers: Option<Computers>, table: String) -> Session {
        Session {
            line,
            computers,
            table,
            key: None,
            people: Vec::new(),
            looks: 0,
            sealed: (0, BTreeSet::new()),
            replied: 0,
            agreed: None,
            notices: Vec::new(),
            typed: Vec::new(),
            joins: false,
            is_cut_off: false,
            is_fresh: false,
        }
    }

    /// Adds a person whom the hall in this process knows. Returns the index.
    fn add(&mut self, seat: Option<u16>) -> usize {
        let mut person = Person::new(seat);
        person.client.opened();
        self.people.push(person);
        self.people.len() - 1
    }

    /// Follows the table as the person who looks.
    fn look(&mut self) {
        let client = &mut self.people[self.looks].client;
        client.follow(&self.table, self.key.as_deref());
    }

    /// Whether the table is on the network.
    pub fn is_remote(&self) -> bool {
        matches!(self.line, Line::Remote(_))
    }

    /// Whether every request has a reply and the events up to it have arrived.
    pub fn is_settled(&self) -> bool {
        let known = self.people[self.looks].client.table(&self.table);
        let mut people = self.people.iter();
        known.is_some_and(|table| table.seq() >= self.replied)
            && people.all(|person| !person.client.is_waiting())
    }

    /// Whether the connection to the hall is down.
    pub fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }

    /// The secret that proves your identity to a hall on the network.
    pub fn token(&self) -> Option<&str> {
        match &self.line {
            Line::Remote(remote) => Some(remote.token()),
            Line::Local(_) => None,
        }
    }

    /// The id of the table.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// Messages for the people here since the last call.
    pub fn notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// The milliseconds until the hall has something to do.
    pub fn due_ms(&self) -> Option<u64> {
        match &self.line {
            Line::Local(local) => local.due_ms(),
            Line::Remote(_) => None,
        }
    }

    fn command(&mut self, person: usize, request: Request) {
        self.people[person].client.command(&self.table, request);
    }

    /// Sends a request of the person who looks. A refusal becomes a notice.
    pub fn wish(&mut self, follow: &mut Follow, request: Request) -> Result<(), Trouble> {
        self.command(self.looks, request);
        self.pump(follow)
    }

    /// Takes what a computer player found.
    pub fn found(&mut self, found: Found) {
        if let Line::Local(local) = &mut self.line {
            local.found(found);
        }
    }

    /// Lets the hall do what is due, and handles everything it sends.
    pub fn pump(&mut self, follow: &mut Follow) -> Result<(), Trouble> {
        loop {
            self.flush();
            let heard = self.line.heard();
            let is_quiet = heard.is_empty();
            for (person, heard) in heard {
                self.hear(follow, person, heard)?;
            }
            self.ask_computers();
            if follow.wants_record() {
                self.fetch(follow)?;
            } else if is_quiet && !self.agree(follow) {
                return Ok(());
            }
        }
    }

    /// Sends the clients' messages.
    fn flush(&mut self) {
        for (number, person) in self.people.iter_mut().enumerate() {
            while let Some(message) = person.client.outgoing() {
                self.line.send(number, message);
            }
        }
    }

    fn ask_computers(&mut self) {
        if let (Line::Local(local), Some(computers)) = (&mut self.line, &mut self.computers) {
            for question in local.questions() {
                computers.ask(question);
            }
        }
    }

    fn fetch(&mut self, follow: &mut Follow) -> Result<(), Trouble> {
        let record = match self.record() {
            Err(trouble) if trouble.code == "lost" && self.is_remote() => {
                // It is fetched again after the reconnection.
                self.notices.push(sentence(&trouble.reason));
                return Ok(());
            }
            record => record?,
        };
        follow
            .take_record(&record)
            .map_err(|reason| Trouble::new("record", reason))
    }

    /// The record of the game so far.
    pub fn record(&mut self) -> Result<Record, Trouble> {
        let key = self.key.as_deref();
        self.line.record(self.looks, &self.table, key)
    }

    fn hear(&mut self, follow: &mut Follow, person: usize, heard: Heard) -> Result<(), Trouble> {
        let client = &mut self.people[person].client;
        match heard {
            Heard::Opened => {
                self.is_cut_off = false;
                client.opened();
                follow.reconnected();
            }
            Heard::Closed(why) => {
                self.is_cut_off = true;
                client.closed();
                let notice = format!("The line to the hall is down ({why}); it is tried again.");
                self.notices.push(notice);
            }
            Heard::Message(message) => {
                let update = client.received(*message);
                self.update(follow, update)?;
            }
            // A newer hall may send messages that this program does not know. But
            // without the table there is no game.
            Heard::Unreadable(problem) if follow.view.is_none() => {
                let reason = format!("a message of the hall cannot be read: {problem}");
                return Err(Trouble::new("message", reason));
            }
            Heard::Unreadable(_) => {}
        }
        Ok(())
    }

    fn update(&mut self, follow: &mut Follow, update: Update) -> Result<(), Trouble> {
        let wrong = |reason: String| Trouble::new("view", reason);
        match update {
            Update::Hello { now: time, .. } => follow.set_time(time, now()),
            Update::Viewed { now: time, .. } => {
                follow.set_time(time, now());
                if let Some(view) = self.view() {
                    self.sit_down(&view);
                    follow.viewed(view).map_err(wrong)?;
                }
            }
            Update::Changed { event, .. } => {
                if let Some(view) = self.view() {
                    follow.changed(view, &event).map_err(wrong)?;
                }
            }
            Update::Lost { refusal, .. } => return Err(refusal.into()),
            Update::Reply { result, .. } => match result {
                Ok(done) => self.replied = self.replied.max(done.seq.unwrap_or(0)),
                Err(refusal) => self.refused(&refusal),
            },
            Update::Refused(refusal) => self.refused(&refusal),
            Update::Bye { reason, .. } => self.notices.push(format!("The hall says: {reason}.")),
            _ => {}
        }
        Ok(())
    }

    fn refused(&mut self, refusal: &RefusalBody) {
        if refusal.code != "nothing" {
            self.notices
                .push(sentence(&Trouble::from(refusal.clone()).reason));
        }
    }

    /// The table as the person who looks sees it.
    fn view(&mut self) -> Option<TableView> {
        let me = &mut self.people[self.looks];
        let view = me.client.table(&self.table)?.view();
        me.seat = view.seat().or(me.seat);
        Some(view)
    }

    /// Joins a table on the network, and takes a free seat if there is one.
    fn sit_down(&mut self, view: &TableView) {
        if !std::mem::take(&mut self.joins) {
            return;
        }
        if view.you.is_none() {
            self.command(self.looks, join(self.key.clone()));
        }
        if view.phase == Phase::Lobby {
            let free = view.seats.iter().find(|place| place.sitter().is_none());
            if let (None, Some(free)) = (view.seat(), free) {
                self.command(self.looks, Request::Sit { seat: free.seat });
            }
            self.command(self.looks, Request::Ready { ready: true });
        }
    }

    /// Agrees to a takeback for everyone at this terminal. A draw is not agreed to
    /// automatically. Returns whether there was something to agree to.
    fn agree(&mut self, follow: &Follow) -> bool {
        let Some(view) = follow.view.as_ref().filter(|_| self.people.len() > 1) else {
            return false;
        };
        let mut offers = view.offers.iter();
        let takeback = offers.find(|offer| offer.what == OfferKind::Takeback);
        let takeback = takeback.map(|offer| offer.offer);
        match takeback.filter(|offer| Some(*offer) != self.agreed) {
            Some(offer) => {
                self.agreed = Some(offer);
                self.reply(follow, offer, Reply::Accept);
                true
            }
            None => false,
        }
    }

    /// Answers an offer for everyone at this terminal who did not make it.
    pub fn answer_offer(
        &mut self,
        follow: &mut Follow,
        offer: u32,
        reply: Reply,
    ) -> Result<(), Trouble> {
        self.reply(follow, offer, reply);
        self.pump(follow)
    }

    fn reply(&mut self, follow: &Follow, offer: u32, reply: Reply) {
        let offers = follow.view.iter().flat_map(|view| &view.offers);
        let Some(made) = offers.into_iter().find(|made| made.offer == offer) else {
            return;
        };
        let is_asked = |seat: Option<u16>| {
            seat.is_none_or(|seat| seat != made.seat && !made.accepted.contains(&seat))
        };
        let people = 0..self.people.len();
        let asked: Vec<usize> = people.filter(|&n| is_asked(self.people[n].seat)).collect();
        // To decline, one answer is enough.
        let (request, count) = match reply {
            Reply::Accept => (Request::Accept { offer }, asked.len()),
            Reply::Decline => (Request::Decline { offer }, 1),
        };
        for person in asked.into_iter().take(count) {
            self.command(person, request.clone());
        }
    }

    /// The person at this terminal who is to act now, if it is another one.
    pub fn handover(&mut self, follow: &Follow) -> Option<Handover> {
        let view = follow.view.as_ref()?;
        if self.people.len() < 2 || view.phase != Phase::Playing {
            return None;
        }
        let (turn, sealed) = &mut self.sealed;
        if *turn != view.turn {
            *turn = view.turn;
            sealed.clear();
        }
        let mine = view.seat();
        sealed.extend(mine.filter(|_| follow.has_sealed()));
        let waits = |seat: u16| view.game.to_act.contains(&seat) && !sealed.contains(&seat);
        // After resuming, the person at the keyboard may not be the one to act.
        let is_fresh = std::mem::take(&mut self.is_fresh);
        if mine.is_some_and(waits) && !(is_fresh && view.is_simultaneous()) {
            return None;
        }
        let people = self.people.iter().enumerate();
        let mut seats = people.filter_map(|(person, who)| Some((person, who.seat?)));
        let (person, seat) = seats.find(|(_, seat)| waits(*seat))?;
        Some(Handover {
            person,
            seat,
            is_secret: view.is_simultaneous(),
        })
    }

    /// Gives the screen to another person.
    pub fn look_as(&mut self, follow: &mut Follow, person: usize) -> Result<(), Trouble> {
        self.people[self.looks].client.unfollow(&self.table);
        self.looks = person;
        follow.forget();
        self.look();
        self.pump(follow)
    }

    /// Saves the table, with all sealed moves.
    pub fn save(&mut self, path: &Path, follow: &Follow) -> Result<(), Trouble> {
        let Line::Local(local) = &self.line else {
            return Err(Trouble::new(
                "remote",
                "the game is kept by the hall it is played at: come back with its --table",
            ));
        };
        let game = follow.view.as_ref().map(|view| view.terms.game.clone());
        let people = self.people.iter().enumerate();
        let people = people.filter_map(|(number, person)| {
            let (seat, token) = (person.seat?, local.token(number));
            Some(Sitter { seat, token })
        });
        let saved = Saved::new(
            game.unwrap_or_default(),
            self.table.clone(),
            self.typed.clone(),
            people.collect(),
            local.save()?,
        )?;
        saved.write(path)
    }
}

/// Makes a reason a sentence. A name like `d4` at the beginning stays as it is.
pub fn sentence(reason: &str) -> String {
    let mut text = reason.to_owned();
    let word = text.split(|c: char| !c.is_alphanumeric()).next();
    if word.is_some_and(|word| word.chars().all(char::is_alphabetic))
        && let Some(first) = text.get_mut(..1)
    {
        first.make_ascii_uppercase();
    }
    if !text.ends_with(['.', '?', '!']) {
        text.push('.');
    }
    text
}

/// Passes on an input. Returns whether the receiver still exists.
pub fn pass_on(inputs: &Sender<Input>, input: Input) -> bool {
    inputs.send(input).is_ok()
}
