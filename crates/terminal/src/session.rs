//! A table with everyone at this terminal: what is said to the hall and heard from
//! it, who looks at the screen, and who is to look next.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::mpsc::Sender;

use catalog::Value;
use dice::Seed;
use pocket::Pocket;
use serde_json::json;
use wire::seen::{Phase, Seen};

use crate::computers::{Computers, Found};
use crate::follow::{Follow, Want};
use crate::line::{Heard, Line, Local, Trouble, now};
use crate::remote::Remote;
use crate::saved::Saved;

/// What a loop waits for.
#[derive(Debug)]
pub enum Input {
    /// A key, the mouse, another size.
    Event(crossterm::event::Event),
    /// A line of text.
    Line(String),
    /// No more lines.
    End,
    /// A computer has come up with something.
    Found(Found),
    /// There is something to hear from the hall.
    Woken,
    /// The program is to end.
    Stop,
}

/// Someone at this terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// On which seat.
    pub seat: u16,
    /// The token of a guest; the first person has none.
    pub token: Option<String>,
}

/// A table that is to be made in this process.
pub struct Plan {
    /// The id of the game.
    pub game: String,
    /// Its options.
    pub options: Value,
    /// The clock, as a table takes it.
    pub clock: Value,
    /// The people at this terminal: their seats and names.
    pub people: Vec<(u16, String)>,
    /// The computers, seat by seat.
    pub computers: Vec<Option<String>>,
    /// All seats as they were typed, for who goes on with it later.
    pub typed: Vec<String>,
    /// What all chance follows from.
    pub seed: Seed,
}

/// A table, and everyone at this terminal.
pub struct Session {
    line: Line,
    computers: Option<Computers>,
    table: String,
    key: Option<String>,
    people: Vec<Sitter>,
    looks: usize,
    /// Who has sealed in which turn, as far as is known here.
    sealed: (u64, BTreeSet<u16>),
    last_id: u64,
    /// The question for the whole table that is not answered yet.
    watching: Option<u64>,
    /// Wishes that are not answered yet.
    unanswered: BTreeSet<u64>,
    /// What a person is to be told.
    notices: Vec<String>,
    typed: Vec<String>,
    joins: bool,
    is_cut_off: bool,
    /// Nobody has looked yet since the game was resumed.
    is_fresh: bool,
}

/// Somebody else at this terminal is to act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handover {
    /// Which of the people.
    pub person: usize,
    /// Their seat.
    pub seat: u16,
    /// Whether the others may not see what they do.
    pub is_secret: bool,
}

impl Session {
    /// Makes a table in this process and seats everyone.
    pub fn begin(plan: &Plan, computers: Computers, others: &[String]) -> Result<Session, Trouble> {
        let mut pocket = Pocket::new(now(), plan.seed);
        for other in others {
            pocket.admit(other);
        }
        let mut session = Session::new(Line::Local(Box::new(Local { pocket })), Some(computers));
        session.typed.clone_from(&plan.typed);
        let first = plan.people.first();
        let name = first.map_or("Observer", |(_, name)| name.as_str());
        let line = &mut session.line;
        line.request(None, "POST", "/identity", json!({"name": name}))?;
        let made = line.request(
            None,
            "POST",
            "/tables",
            json!({
                "game": plan.game, "options": plan.options, "clock": plan.clock,
                "seat": first.map(|(seat, _)| seat), "computers": plan.computers,
            }),
        )?;
        session.table = made["table"].as_str().unwrap_or_default().to_owned();
        if let Some((seat, _)) = first {
            session.people.push(Sitter {
                seat: *seat,
                token: None,
            });
        }
        for (seat, name) in plan.people.iter().skip(1) {
            let body = json!({"guest": name});
            let guest = session.line.request(None, "POST", "/identity", body)?;
            let token = guest["token"].as_str().map(str::to_owned);
            for request in [
                json!({"do": "join"}),
                json!({"do": "sit", "seat": seat}),
                json!({"do": "ready", "ready": true}),
            ] {
                session.order(token.as_deref(), &request)?;
            }
            session.people.push(Sitter { seat: *seat, token });
        }
        let begin = match first {
            Some(_) => json!({"do": "ready", "ready": true}),
            None => json!({"do": "start"}),
        };
        session.order(None, &begin)?;
        Ok(session)
    }

    /// Goes on with a table that was saved.
    pub fn resume(
        saved: &Saved,
        seed: Seed,
        computers: Computers,
        others: &[String],
    ) -> Result<Session, Trouble> {
        let (mut pocket, dropped) = Pocket::restore(now(), seed, &saved.hall.to_string());
        if let Some(problem) = dropped.first() {
            return Err(Trouble::new("saved", problem.clone()));
        }
        for other in others {
            pocket.admit(other);
        }
        let mut session = Session::new(Line::Local(Box::new(Local { pocket })), Some(computers));
        session.typed.clone_from(&saved.players);
        session.table.clone_from(&saved.table);
        session.people.clone_from(&saved.people);
        session.is_fresh = true;
        Ok(session)
    }

    /// Goes to a table of a server.
    pub fn join(remote: Remote, table: String, key: Option<String>) -> Session {
        let mut session = Session::new(Line::Remote(remote), None);
        session.table = table;
        session.key = key;
        session.joins = true;
        session.people.push(Sitter {
            seat: u16::MAX,
            token: None,
        });
        session
    }

    fn new(line: Line, computers: Option<Computers>) -> Session {
        Session {
            line,
            computers,
            table: String::new(),
            key: None,
            people: Vec::new(),
            looks: 0,
            sealed: (0, BTreeSet::new()),
            // Ids must not come again over all connections.
            last_id: now() << 10,
            watching: None,
            unanswered: BTreeSet::new(),
            notices: Vec::new(),
            typed: Vec::new(),
            joins: false,
            is_cut_off: false,
            is_fresh: false,
        }
    }

    /// Whether the table is on a server.
    pub fn is_remote(&self) -> bool {
        matches!(self.line, Line::Remote(_))
    }

    /// Whether all that was wished for is answered, and what came of it is known.
    pub fn is_settled(&self) -> bool {
        self.unanswered.is_empty() && self.watching.is_none()
    }

    /// Whether the line to the server is down.
    pub fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }

    /// By what a server knows us again.
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

    /// How many people are at this terminal.
    pub fn people(&self) -> usize {
        self.people.len()
    }

    /// What a person is to be told since this was last asked.
    pub fn notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// In how many milliseconds the hall has something to do by itself.
    pub fn due_ms(&self) -> Option<u64> {
        self.line.due_ms()
    }

    fn looker(&self) -> Option<String> {
        self.people.get(self.looks)?.token.clone()
    }

    fn id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// A command that must be done at once.
    fn order(&mut self, token: Option<&str>, request: &Value) -> Result<Value, Trouble> {
        let id = self.id();
        let path = format!("/tables/{}/commands", self.table);
        self.line
            .request(token, "POST", &path, json!({"id": id, "request": request}))
    }

    /// A wish of whoever looks. What is refused becomes a notice.
    pub fn wish(&mut self, follow: &mut Follow, request: &Value) -> Result<(), Trouble> {
        let (id, token) = (self.id(), self.looker());
        let message = Line::command(id, &self.table, request);
        self.unanswered.insert(id);
        let heard = self.line.send(token.as_deref(), &message);
        self.hear(follow, heard)?;
        self.pump(follow)
    }

    /// A computer has come up with something.
    pub fn found(&mut self, found: Found) {
        match found {
            Found::Thought(thought) => self.line.answer(thought),
            Found::Forfeit {
                question,
                verdict,
                detail,
            } => self.line.forfeit(&question, &verdict, &detail),
        }
    }

    /// Lets the hall do what is due, and takes in all it says.
    pub fn pump(&mut self, follow: &mut Follow) -> Result<(), Trouble> {
        if follow.seen.is_none() && self.watching.is_none() && !self.is_remote() {
            self.watch(follow)?;
        }
        loop {
            let heard = self.line.heard();
            let is_quiet = heard.is_empty();
            self.hear(follow, heard)?;
            for question in self.line.questions() {
                if let Some(computers) = &mut self.computers {
                    computers.ask(question);
                }
            }
            match follow.want() {
                Some(Want::Table) => self.watch(follow)?,
                Some(Want::Record) => self.fetch(follow)?,
                None if is_quiet => break,
                None => {}
            }
        }
        self.agree(follow)
    }

    fn watch(&mut self, follow: &mut Follow) -> Result<(), Trouble> {
        let (id, token) = (self.id(), self.looker());
        self.watching = Some(id);
        let mut ask = json!({"id": id, "type": "watch", "table": self.table});
        if let Some(key) = &self.key {
            ask["key"] = json!(key);
        }
        let heard = self.line.send(token.as_deref(), &ask);
        self.hear(follow, heard)
    }

    fn fetch(&mut self, follow: &mut Follow) -> Result<(), Trouble> {
        let record = match self.record() {
            Err(trouble) if trouble.code == "lost" && self.is_remote() => {
                // The line is opened again, and then the table is watched anew.
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
    pub fn record(&mut self) -> Result<Value, Trouble> {
        let query = self.key.as_ref();
        let query = query.map_or_else(String::new, |key| format!("?key={key}"));
        let path = format!("/tables/{}/record{query}", self.table);
        let token = self.looker();
        self.line
            .request(token.as_deref(), "GET", &path, Value::Null)
    }

    fn hear(&mut self, follow: &mut Follow, heard: Vec<Heard>) -> Result<(), Trouble> {
        let looker = self.looker();
        for Heard { to, message } in heard {
            if let Some(id) = message["id"].as_u64() {
                self.unanswered.remove(&id);
            }
            if to != looker {
                continue;
            }
            match message["type"].as_str().unwrap_or_default() {
                "open" => {
                    self.is_cut_off = false;
                    // What the old line was asked is not answered any more.
                    self.unanswered.clear();
                    self.watch(follow)?;
                }
                "closed" => {
                    self.is_cut_off = true;
                    let why = message["reason"].as_str().unwrap_or_default();
                    self.notices.push(format!(
                        "The line to the hall is down ({why}); it is tried again."
                    ));
                }
                "bye" => {
                    let why = message["reason"].as_str().unwrap_or_default();
                    self.notices.push(format!("The hall says: {why}."));
                }
                "refused" => self.refused(&message)?,
                _ if message["table"]
                    .as_str()
                    .is_some_and(|table| table != self.table) => {}
                _ => {
                    let fine = follow.hear(&message, now());
                    fine.map_err(|reason| Trouble::new("view", reason))?;
                    if message["type"] == "table" {
                        self.watching = None;
                        self.sit_down(follow)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn refused(&mut self, message: &Value) -> Result<(), Trouble> {
        let code = message["code"].as_str().unwrap_or_default();
        let reason = message["reason"].as_str().unwrap_or_default();
        if self.watching.is_some() && message["id"].as_u64() == self.watching {
            self.watching = None;
            return Err(Trouble::new(code, reason));
        }
        if code != "nothing" {
            self.notices.push(sentence(reason));
        }
        Ok(())
    }

    /// Comes in at a table of a server, and sits down where there is room.
    fn sit_down(&mut self, follow: &mut Follow) -> Result<(), Trouble> {
        let Some(seen) = follow.seen.clone() else {
            return Ok(());
        };
        if let (Some(seat), Some(me)) = (seen.seat(), self.people.get_mut(self.looks)) {
            me.seat = seat;
        }
        if !std::mem::take(&mut self.joins) {
            return Ok(());
        }
        let mut orders = Vec::new();
        if seen.you.is_none() {
            orders.push(json!({"do": "join", "key": self.key}));
        }
        if seen.phase == Phase::Lobby {
            let free = seen.seats.iter().find(|place| place.sitter().is_none());
            if let (None, Some(free)) = (seen.seat(), free) {
                orders.push(json!({"do": "sit", "seat": free.seat}));
            }
            orders.push(json!({"do": "ready", "ready": true}));
        }
        for order in orders {
            if let Err(trouble) = self.order(None, &order) {
                self.notices.push(sentence(&trouble.reason));
            }
        }
        Ok(())
    }

    /// Those at one terminal agree to take back; a draw they are asked about.
    fn agree(&mut self, follow: &mut Follow) -> Result<(), Trouble> {
        let Some(seen) = follow.seen.clone().filter(|_| self.people.len() > 1) else {
            return Ok(());
        };
        let takebacks = seen.offers.iter();
        let takebacks = takebacks.filter(|offer| offer.what == table::OfferKind::Takeback);
        for offer in takebacks.map(|offer| offer.offer).collect::<Vec<_>>() {
            self.answer_offer(follow, &seen, offer, true)?;
        }
        Ok(())
    }

    /// Answers an offer for everyone at this terminal who did not make it.
    pub fn answer_offer(
        &mut self,
        follow: &mut Follow,
        seen: &Seen,
        offer: u32,
        accept: bool,
    ) -> Result<(), Trouble> {
        let Some(made) = seen.offers.iter().find(|made| made.offer == offer) else {
            return Ok(());
        };
        let what = if accept { "accept" } else { "decline" };
        let request = json!({"do": what, "offer": offer});
        let others = self.people.iter();
        let others: Vec<Option<String>> = others
            .filter(|person| person.seat != made.seat && !made.accepted.contains(&person.seat))
            .map(|person| person.token.clone())
            .collect();
        for token in others {
            if let Err(trouble) = self.order(token.as_deref(), &request) {
                self.notices.push(sentence(&trouble.reason));
            }
            if !accept {
                break;
            }
        }
        self.pump(follow)
    }

    /// Whether somebody else at this terminal is to act now.
    pub fn handover(&mut self, follow: &Follow) -> Option<Handover> {
        let seen = follow.seen.as_ref()?;
        if self.people.len() < 2 || seen.phase != Phase::Playing {
            return None;
        }
        let (turn, sealed) = &mut self.sealed;
        if *turn != seen.turn {
            *turn = seen.turn;
            sealed.clear();
        }
        let mine = seen.seat();
        let has_sealed = seen.you.as_ref().is_some_and(|you| you.sealed.is_some());
        if let Some(seat) = mine.filter(|_| has_sealed) {
            sealed.insert(seat);
        }
        let waits = |seat: u16| seen.game.to_act.contains(&seat) && !sealed.contains(&seat);
        // Whoever goes on with a game that was saved may not be who is next.
        let is_fresh = std::mem::take(&mut self.is_fresh);
        if mine.is_some_and(waits) && !(is_fresh && seen.is_secret()) {
            return None;
        }
        let mut others = self.people.iter().enumerate();
        let (person, other) = others.find(|(_, other)| waits(other.seat))?;
        Some(Handover {
            person,
            seat: other.seat,
            is_secret: seen.is_secret(),
        })
    }

    /// Somebody else looks at the screen from now on.
    pub fn look_as(&mut self, follow: &mut Follow, person: usize) -> Result<(), Trouble> {
        let (id, before) = (self.id(), self.looker());
        let unwatch = json!({"id": id, "type": "unwatch", "table": self.table});
        self.line.send(before.as_deref(), &unwatch);
        self.looks = person;
        self.watching = None;
        follow.forget();
        self.pump(follow)
    }

    /// Saves the table, with all that is sealed in it.
    pub fn save(&mut self, path: &Path, follow: &Follow) -> Result<(), Trouble> {
        let Some(hall) = self.line.saved() else {
            return Err(Trouble::new(
                "remote",
                "the game is kept by the hall it is played at: come back with its --table",
            ));
        };
        let game = follow.seen.as_ref().map(|seen| seen.terms.game.clone());
        let saved = Saved {
            game: game.unwrap_or_default(),
            table: self.table.clone(),
            players: self.typed.clone(),
            people: self.people.clone(),
            hall,
        };
        saved.write(path)
    }
}

/// A reason as a whole sentence. A name such as `d4` in the first place stays.
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

/// Passes on what a computer finds; whoever listens may be gone.
pub fn pass_on(inputs: &Sender<Input>, input: Input) -> bool {
    inputs.send(input).is_ok()
}
