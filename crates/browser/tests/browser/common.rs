//! Helpers for the tests.

use std::ops::{Deref, DerefMut};
use std::time::{Duration, Instant};

use browser::Desk;
use browser::rest::{self, Asked};
use dice::Seed;
use hall_core::live::Found;
use hall_core::{Computers, LocalHall, Refused};
use protocol::worker::{Question, Thought};
use protocol::{Body, ClientMessage, PageMessage, WorkerMessage};
use search::control::Clock;
use serde_json::{Value, json};

/// The wall clock.
pub struct Wall(Instant);

impl Wall {
    pub fn start() -> Wall {
        Wall(Instant::now())
    }
}

impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The time of the tests, long after 1970.
pub const START: u64 = 1_800_000_000_000;

/// The hall as a page sees it: JSON in, JSON out.
pub struct Hall {
    hall: LocalHall,
    waiting: Vec<Outgoing>,
}

/// The reply to a request.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub json: Value,
}

/// A message for someone.
pub struct Outgoing {
    pub to: Option<String>,
    pub text: String,
}

impl Hall {
    pub fn new(now: u64, seed: Seed) -> Hall {
        Hall {
            hall: LocalHall::new(now, seed, Computers::default()),
            waiting: Vec::new(),
        }
    }

    pub fn restore(now: u64, seed: Seed, saved: &str) -> (Hall, Vec<String>) {
        let (hall, dropped) = LocalHall::restore(now, seed, Computers::default(), saved);
        let waiting = Vec::new();
        (Hall { hall, waiting }, dropped)
    }

    pub fn request(&mut self, now: u64, method: &str, path: &str, body: Value) -> Reply {
        self.request_as(None, now, method, path, body)
    }

    pub fn request_as(
        &mut self,
        token: Option<&str>,
        now: u64,
        method: &str,
        path: &str,
        body: Value,
    ) -> Reply {
        let body = (!body.is_null()).then(|| Body::of(&body));
        let asked = Asked {
            token,
            method,
            path,
            body: body.as_ref(),
        };
        let reply = rest::request(&mut self.hall, now, asked);
        Reply {
            status: reply.status,
            json: reply.json.read().unwrap(),
        }
    }

    /// Connects someone. Returns everything they are told.
    pub fn connect(&mut self, now: u64, token: Option<&str>) -> Vec<String> {
        let done = self.hall.connect(now, token);
        self.told(token, done)
    }

    /// Sends a message of Ann's. Returns everything she is told.
    pub fn message(&mut self, now: u64, text: &str) -> Vec<String> {
        self.message_as(None, now, text)
    }

    /// Sends a message of anyone's. Returns everything they are told.
    pub fn message_as(&mut self, token: Option<&str>, now: u64, text: &str) -> Vec<String> {
        let done = self.hall.message(now, token, ClientMessage::read(text));
        self.told(token, done)
    }

    fn told(&mut self, token: Option<&str>, done: Result<(), Refused>) -> Vec<String> {
        if let Err(refused) = done {
            return vec![refused.reply(None).text()];
        }
        let (told, others) = self
            .outgoing()
            .into_iter()
            .partition(|outgoing| outgoing.to.as_deref() == token);
        self.waiting = others;
        let told: Vec<Outgoing> = told;
        told.into_iter().map(|outgoing| outgoing.text).collect()
    }

    pub fn outgoing(&mut self) -> Vec<Outgoing> {
        let mut all = std::mem::take(&mut self.waiting);
        all.extend(self.hall.outgoing().into_iter().map(|outgoing| Outgoing {
            to: outgoing.to,
            text: outgoing.message.text(),
        }));
        all
    }

    pub fn questions(&mut self) -> Vec<Question> {
        let questions = self.hall.questions();
        let questions = questions.iter().map(hall_core::Question::to_message);
        questions.map(Result::unwrap).collect()
    }

    pub fn answer(&mut self, now: u64, thought: Thought) {
        let found = Found::Move(thought.action.unwrap(), thought.thought);
        self.hall
            .answer(now, &thought.table, thought.question, found);
    }

    pub fn forfeit(&mut self, now: u64, question: &Question, verdict: &str, detail: &str) {
        let question = hall_core::Question::from_message(question).unwrap();
        self.hall.forfeit(now, &question, verdict, detail);
    }
}

impl Deref for Hall {
    type Target = LocalHall;

    fn deref(&self) -> &LocalHall {
        &self.hall
    }
}

impl DerefMut for Hall {
    fn deref_mut(&mut self) -> &mut LocalHall {
        &mut self.hall
    }
}

/// A hall, its time, and the last id of a command.
pub struct Room {
    pub hall: Hall,
    pub now: u64,
    pub id: u64,
}

impl Room {
    /// A hall that knows Ann.
    pub fn new() -> Room {
        let mut room = Room {
            hall: Hall::new(START, Seed::from_number(5)),
            now: START,
            id: 0,
        };
        let reply = room.request("POST", "/identity", json!({"name": "Ann"}));
        assert_eq!(reply["name"], "Ann");
        room
    }

    /// Sends a request that must succeed. Returns the body of the reply.
    pub fn request(&mut self, method: &str, path: &str, body: Value) -> Value {
        let reply = self.hall.request(self.now, method, path, body);
        assert!(reply.status < 300, "{method} {path}: {}", reply.json);
        reply.json
    }

    pub fn table(&mut self, new: Value) -> String {
        let made = self.request("POST", "/tables", new);
        made["table"].as_str().unwrap().to_owned()
    }

    /// Sends a message. Returns what its sender is told.
    pub fn say(&mut self, token: Option<&str>, mut message: Value) -> Vec<Value> {
        self.id += 1;
        self.now += 10;
        message["id"] = json!(self.id);
        let texts = self.hall.message_as(token, self.now, &message.to_string());
        texts.iter().map(|text| read(text)).collect()
    }

    pub fn command(&mut self, token: Option<&str>, table: &str, request: Value) -> Vec<Value> {
        self.say(
            token,
            json!({"type": "command", "table": table, "request": request}),
        )
    }

    /// Gives a command that must succeed.
    pub fn done(&mut self, token: Option<&str>, table: &str, request: Value) -> Vec<Value> {
        let told = self.command(token, table, request.clone());
        let ok = told.iter().any(|told| told["type"] == "ok");
        assert!(ok, "{request}: {told:?}");
        told
    }

    pub fn view(&mut self, table: &str) -> Value {
        let path = format!("/tables/{table}");
        self.request("GET", &path, Value::Null)["view"].take()
    }

    /// Lets all computer players move, and time pass meanwhile. Returns what
    /// Ann is told.
    pub fn computers(&mut self) -> Vec<Value> {
        loop {
            let questions = self.hall.questions();
            for question in &questions {
                self.hall.answer(self.now, answer(question));
            }
            if questions.is_empty() {
                let Some(wake) = self.hall.next_wake() else {
                    break;
                };
                if wake > self.now + 10_000 {
                    break;
                }
                self.now = self.now.max(wake);
                self.hall.tick(self.now);
            }
        }
        let all = self.hall.outgoing().into_iter();
        all.filter(|outgoing| outgoing.to.is_none())
            .map(|outgoing| read(&outgoing.text))
            .collect()
    }
}

/// A thought from another worker.
pub fn answer(question: &Question) -> Thought {
    let question = Box::new(question.clone());
    let posted = PageMessage::Question { question }.text();
    let mut desk = Desk::new(Seed::from_number(1));
    let mut told = Vec::new();
    desk.receive(0, &Wall::start(), &posted, &mut |text| told.push(text));
    let Ok(WorkerMessage::Thought { thought }) = WorkerMessage::read(&told[0]) else {
        panic!("{told:?}");
    };
    assert_eq!(thought.failed, None);
    thought
}

pub fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

pub fn of_type<'a>(told: &'a [Value], kind: &str) -> Vec<&'a Value> {
    told.iter().filter(|told| told["type"] == kind).collect()
}
