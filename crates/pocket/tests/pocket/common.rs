//! What the tests share.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use dice::Seed;
use pocket::{Pocket, Question, Thought, think};
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

/// A time of day long after the beginning of time.
pub const START: u64 = 1_800_000_000_000;

/// A pocket, its time, and the numbers of commands.
pub struct Room {
    pub pocket: Pocket,
    pub now: u64,
    pub id: u64,
}

impl Room {
    /// A hall in which Ann is known.
    pub fn new() -> Room {
        let mut room = Room {
            pocket: Pocket::new(START, Seed::from_number(5)),
            now: START,
            id: 0,
        };
        let reply = room.request("POST", "/identity", json!({"name": "Ann"}));
        assert_eq!(reply["name"], "Ann");
        room
    }

    /// The body of an answer that must be fine.
    pub fn request(&mut self, method: &str, path: &str, body: Value) -> Value {
        let reply = self.pocket.request(self.now, method, path, body);
        assert!(reply.status < 300, "{method} {path}: {}", reply.json);
        reply.json
    }

    pub fn table(&mut self, new: Value) -> String {
        let made = self.request("POST", "/tables", new);
        made["table"].as_str().unwrap().to_owned()
    }

    /// What someone says and what they are told.
    pub fn say(&mut self, token: Option<&str>, mut message: Value) -> Vec<Value> {
        self.id += 1;
        self.now += 10;
        message["id"] = json!(self.id);
        let texts = self
            .pocket
            .message_as(token, self.now, &message.to_string());
        texts.iter().map(|text| read(text)).collect()
    }

    pub fn command(&mut self, token: Option<&str>, table: &str, request: Value) -> Vec<Value> {
        self.say(
            token,
            json!({"type": "command", "table": table, "request": request}),
        )
    }

    /// A command that must be fine.
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

    /// Lets all computers think that are to move, and time pass until they have
    /// moved. What Ann is told meanwhile.
    pub fn computers(&mut self) -> Vec<Value> {
        loop {
            let questions = self.pocket.questions();
            for question in &questions {
                self.pocket.answer(self.now, answer(question));
            }
            if questions.is_empty() {
                let Some(wake) = self.pocket.next_wake() else {
                    break;
                };
                if wake > self.now + 10_000 {
                    break;
                }
                self.now = self.now.max(wake);
                self.pocket.tick(self.now);
            }
        }
        let all = self.pocket.outgoing().into_iter();
        all.filter(|outgoing| outgoing.to.is_none())
            .map(|outgoing| read(&outgoing.text))
            .collect()
    }
}

/// A thought that goes through JSON, as between workers.
pub fn answer(question: &Question) -> Thought {
    let question = serde_json::to_string(question).unwrap();
    let question = serde_json::from_str(&question).unwrap();
    let thought = think(&question, &Wall::start(), &AtomicBool::new(false));
    assert_eq!(thought.failed, None);
    serde_json::from_str(&serde_json::to_string(&thought).unwrap()).unwrap()
}

pub fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

pub fn of_type<'a>(told: &'a [Value], kind: &str) -> Vec<&'a Value> {
    told.iter().filter(|told| told["type"] == kind).collect()
}
