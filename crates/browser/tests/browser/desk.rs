//! The desk, as a worker uses it.

use browser::Desk;
use dice::Seed;
use protocol::Record;
use serde_json::{Value, json};

use crate::common::{START, Wall, read};

/// A worker for the hall and one for thinking, joined as in `worker.js`.
struct Workers {
    hall: Desk,
    thinker: Desk,
    clock: Wall,
    now: u64,
}

impl Workers {
    fn new() -> Workers {
        Workers {
            hall: Desk::new(Seed::from_number(1)),
            thinker: Desk::new(Seed::from_number(2)),
            clock: Wall::start(),
            now: START,
        }
    }

    /// Posts a message, lets computer players think and time pass. Returns what
    /// the page gets.
    fn post(&mut self, posted: &Value) -> Vec<Value> {
        let mut to_hall = vec![posted.to_string()];
        let mut to_page = Vec::new();
        loop {
            let mut posted = Vec::new();
            match to_hall.pop() {
                Some(text) => {
                    let mut post = |text| posted.push(text);
                    self.hall.receive(self.now, &self.clock, &text, &mut post);
                }
                None => match self.hall.next_wake() {
                    Some(at) if at < self.now + 10_000 => {
                        self.now = self.now.max(at);
                        self.hall.wake(self.now, &mut |text| posted.push(text));
                    }
                    _ => return to_page,
                },
            }
            for text in posted {
                if text.starts_with(r#"{"role":"question""#) {
                    let mut post = |text| to_hall.push(text);
                    self.thinker
                        .receive(self.now, &self.clock, &text, &mut post);
                } else {
                    to_page.push(read(&text));
                }
            }
        }
    }

    fn request(&mut self, method: &str, path: &str, body: &Value) -> Value {
        let posted = json!({
            "role": "request", "id": 4, "method": method, "path": path, "body": body,
        });
        let told = self.post(&posted);
        let reply = told.iter().find(|told| told["role"] == "reply").unwrap();
        assert_eq!(reply["id"], 4);
        assert!(reply["status"].as_u64().unwrap() < 300, "{reply}");
        reply["json"].clone()
    }

    fn hall(&mut self, message: &Value) -> Vec<Value> {
        let told = self.post(&json!({"role": "hall", "text": message.to_string()}));
        let told = told.into_iter().filter(|told| told["role"] == "hall");
        told.map(|told| read(told["text"].as_str().unwrap()))
            .collect()
    }
}

#[test]
fn a_page_plays_against_a_computer_and_saves_the_game() {
    let mut workers = Workers::new();
    let opened = workers.post(&json!({"role": "open", "saved": null}));
    assert_eq!(opened[0], json!({"role": "opened", "dropped": []}));
    workers.request("POST", "/identity", &json!({"name": "Ann"}));
    let hello = workers.post(&json!({"role": "connect"}));
    assert!(
        hello[0]["text"]
            .as_str()
            .unwrap()
            .contains(r#""name":"Ann""#)
    );
    let new = json!({"game": "brandub", "seat": 0, "computers": [null, "weak"]});
    let table = workers.request("POST", "/tables", &new)["table"].clone();
    workers.hall(&json!({"id": 1, "type": "watch", "table": table}));
    let ready = json!({"do": "ready", "ready": true});
    workers.hall(&json!({"id": 2, "type": "command", "table": table, "request": ready}));
    let moved = json!({"do": "move", "turn": 1, "action": "d1-c1"});
    let posted = json!({"id": 3, "type": "command", "table": table, "request": moved});
    let posted = json!({"role": "hall", "text": posted.to_string()});
    let told = workers.post(&posted);
    // A person's change is saved before they are told that it is done.
    assert_eq!(told[0]["role"], "saved", "{told:?}");
    let texts: Vec<&str> = told
        .iter()
        .filter_map(|told| told["text"].as_str())
        .collect();
    assert!(
        texts
            .iter()
            .any(|text| text.contains(r#""type":"thought""#)),
        "{texts:?}"
    );
    let saved = told
        .iter()
        .rev()
        .find(|told| told["role"] == "saved")
        .unwrap();

    // Reload the page.
    let mut workers = Workers::new();
    let opened = workers.post(&json!({"role": "open", "saved": saved["text"]}));
    assert_eq!(opened[0], json!({"role": "opened", "dropped": []}));
    let table = table.as_str().unwrap();
    let view = workers.request("GET", &format!("/tables/{table}"), &Value::Null);
    assert_eq!(view["view"]["steps"], 2);
    assert_eq!(view["view"]["you"]["seat"], 0);
}

#[test]
fn a_message_without_sense_is_answered_with_its_id() {
    let mut workers = Workers::new();
    let told = workers.post(&json!({"role": "hall", "id": 9, "text": "{}"}));
    assert_eq!(told[0]["role"], "failed");
    assert_eq!(told[0]["id"], 9);
    assert!(told[0]["reason"].as_str().unwrap().contains("open"));
    let told = workers.post(&json!({"role": "dance", "id": "x"}));
    assert_eq!(told[0]["id"], "x");
}

#[test]
fn messages_to_a_guest_carry_the_token() {
    let mut workers = Workers::new();
    workers.post(&json!({"role": "open"}));
    workers.request("POST", "/identity", &json!({"name": "Ann"}));
    let bo = workers.request("POST", "/identity", &json!({"guest": "Bo"}))["token"].clone();
    let told = workers.post(&json!({"role": "connect", "as": bo}));
    assert_eq!(told[0]["as"], bo);
    let table = workers.request("POST", "/tables", &json!({"game": "combo", "seat": 0}));
    let watch = json!({"id": 1, "type": "watch", "table": table["table"]}).to_string();
    workers.post(&json!({"role": "hall", "as": bo, "text": watch}));
    let chat = json!({"do": "chat", "text": "hi"});
    let chat = json!({"id": 2, "type": "command", "table": table["table"], "request": chat});
    let told = workers.post(&json!({"role": "hall", "text": chat.to_string()}));
    let to_bo: Vec<&Value> = told.iter().filter(|told| told["as"] == bo).collect();
    assert_eq!(to_bo.len(), 1);
    assert!(to_bo[0]["text"].as_str().unwrap().contains("said"));
}

#[test]
fn analysis_posts_every_step_as_it_is_judged() {
    let mut workers = Workers::new();
    let record = Record::from_json(&json!({
        "format": "taflhalla-record", "version": 1, "game": "brandub", "options": {},
        "players": [null, null], "clock": {"kind": "none"}, "commitment": "", "seed": null,
        "opening": 0, "takebacks": 0,
        "steps": [{"act": [[0, "d1-c1"]], "us": [5]}, {"act": [[1, "d3-c3"]], "us": [5]}],
        "ending": null, "on_board": null, "verdicts": [], "rules": 1,
    }));
    let record = record::seal(record.unwrap());
    let posted = json!({"role": "analyse", "id": 5, "record": record, "ms": 5, "lines": 2});
    let told = workers.post(&posted);
    let roles: Vec<&str> = told
        .iter()
        .filter_map(|told| told["role"].as_str())
        .collect();
    assert_eq!(roles, ["judged", "judged", "analysed"], "{told:?}");
    assert_eq!(told[0]["of"], 2);
    assert_eq!(told[0]["step"]["played"], json!([[0, "d1-c1"]]));
    assert_eq!(
        told[1]["step"]["opinions"][0]["lines"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    let told = workers.post(&json!({"role": "verify", "id": 6, "record": record}));
    assert_eq!(told[0]["verdict"]["holds"], true);
    let told = workers.post(&json!({"role": "svg", "id": 7, "record": record, "theme": "dark"}));
    assert!(told[0]["svg"].as_str().unwrap().starts_with("<svg"));
    let told = workers.post(&json!({"role": "gif", "id": 8, "record": record, "width": 100}));
    assert_eq!(
        told[0],
        json!({"role": "drawn", "id": 8, "done": 1, "of": 3})
    );
    let gif = told.last().unwrap()["gif"].as_str().unwrap();
    assert!(
        gif.starts_with("data:image/gif;base64,R0lGODlh"),
        "{gif:.60}"
    );
}
