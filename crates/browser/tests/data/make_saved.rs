//! Makes the saved hall of version 0.1 that the tests open. In version 0.1 this
//! file was a test module of the crate `pocket` (commit a59d3f1), beside `common`.
//! Here it is not compiled.

use dice::Quick;
use game::Dice;
use serde_json::{Value, json};

use crate::common::Room;

/// A browser with Ann and her guests Bo and Cy.
struct Evening {
    room: Room,
    people: Vec<(&'static str, Option<String>)>,
    tables: Vec<(&'static str, String)>,
    dice: Quick,
}

impl Evening {
    fn new() -> Evening {
        let mut room = Room::new();
        let mut people = vec![("Ann", None)];
        for name in ["Bo", "Cy"] {
            let made = room.request("POST", "/identity", json!({"guest": name}));
            people.push((name, Some(made["token"].as_str().unwrap().to_owned())));
        }
        Evening {
            room,
            people,
            tables: Vec::new(),
            dice: Quick::new(5),
        }
    }

    fn does(&mut self, who: usize, table: &str, request: Value) {
        let token = self.people[who].1.clone();
        self.room.done(token.as_deref(), table, request);
    }

    fn view(&mut self, who: usize, table: &str) -> Value {
        let token = self.people[who].1.clone();
        let path = format!("/tables/{table}");
        let now = self.room.now;
        let pocket = &mut self.room.pocket;
        let mut reply = pocket.request_as(token.as_deref(), now, "GET", &path, Value::Null);
        assert_eq!(reply.status, 200);
        reply.json["view"].take()
    }

    fn moves(&mut self, who: usize, table: &str, action: &str) {
        let turn = self.view(0, table)["turn"].clone();
        let request = json!({"do": "move", "turn": turn, "action": action});
        self.does(who, table, request);
    }

    /// A table where this many people sit and the game has begun.
    fn table(&mut self, what: &'static str, people: usize, mut new: Value) -> String {
        new["seat"] = json!(0);
        let table = self.room.table(new);
        for who in 1..people {
            self.does(who, &table, json!({"do": "join"}));
            self.does(who, &table, json!({"do": "sit", "seat": who}));
        }
        for who in 0..people {
            self.does(who, &table, json!({"do": "ready", "ready": true}));
        }
        if self.view(0, &table)["phase"] == "lobby" {
            self.does(0, &table, json!({"do": "start"}));
        }
        self.tables.push((what, table.clone()));
        table
    }

    /// Plays this many turns of random moves, or the whole game.
    fn play(&mut self, table: &str, turns: usize) {
        for _ in 0..turns {
            self.room.computers();
            let view = self.view(0, table);
            if view["phase"] != "playing" {
                return;
            }
            let listed = self
                .room
                .request("GET", &format!("/tables/{table}/moves"), Value::Null);
            for seat in listed["seats"].as_array().unwrap() {
                let who = seat["seat"].as_u64().unwrap() as usize;
                let action = match seat["moves"].as_array() {
                    Some(moves) => moves[self.dice.below(moves.len() as u32) as usize].clone(),
                    None => json!("-"),
                };
                self.moves(who, table, action.as_str().unwrap());
            }
        }
        self.room.computers();
    }

    fn rematch(&mut self, what: &'static str, table: &str) -> String {
        self.does(0, table, json!({"do": "offer", "what": "rematch"}));
        let offer = self.view(0, table)["offers"][0]["offer"].clone();
        self.does(1, table, json!({"do": "accept", "offer": offer}));
        let next = self.view(0, table)["next"].as_str().unwrap().to_owned();
        for who in 0..2 {
            self.does(who, &next, json!({"do": "ready", "ready": true}));
        }
        self.tables.push((what, next.clone()));
        next
    }

    /// What the hall shows to each person.
    fn told(&mut self) -> Value {
        let people = self.people.iter();
        let people: Vec<Value> = people
            .map(|(name, token)| json!({"name": name, "token": token}))
            .collect();
        let mut tables = Vec::new();
        for (what, table) in self.tables.clone() {
            let mut views = json!({});
            for who in 0..self.people.len() {
                views[self.people[who].0] = self.view(who, &table);
            }
            let path = format!("/tables/{table}/record");
            let record = self.room.request("GET", &path, Value::Null);
            let told = json!({"what": what, "table": table, "views": views, "record": record});
            tables.push(told);
        }
        json!({"now": self.room.now, "people": people, "tables": tables})
    }
}

#[test]
fn make() {
    let mut evening = Evening::new();
    let all = usize::MAX;
    let first = evening.table("brandub, finished", 2, json!({"game": "brandub"}));
    let line = json!({"do": "chat", "text": "Your turn, Bo."});
    evening.does(0, &first, line);
    evening.play(&first, all);
    let second = evening.rematch("brandub, running, after a takeback", &first);
    evening.moves(1, &second, "d1-c1");
    evening.moves(0, &second, "d3-a3");
    evening.does(0, &second, json!({"do": "offer", "what": "takeback"}));
    evening.does(1, &second, json!({"do": "accept", "offer": 1}));
    let new = json!({"game": "brandub", "computers": [null, "weak"]});
    let computer = evening.table("brandub, running, against a computer", 1, new);
    evening.play(&computer, 2);
    let small = json!({"width": 3, "height": 4, "quiet_limit": 12});
    let new = json!({"game": "combo", "options": small});
    let combo = evening.table("combo, finished", 2, new);
    evening.play(&combo, all);
    let clock = json!({"kind": "total", "ms": 600_000, "increment_ms": 5000});
    let new = json!({"game": "combo", "clock": clock});
    let combo = evening.table("combo, running, with a clock", 2, new);
    evening.play(&combo, 3);
    let few = json!({"setup": "small", "max_turns": 5});
    let new = json!({"game": "automatafl", "options": few});
    let automatafl = evening.table("automatafl, finished", 2, new);
    evening.play(&automatafl, all);
    let clock = json!({"kind": "per-move", "ms": 600_000});
    let new = json!({"game": "automatafl", "options": {"setup": "small"}, "clock": clock});
    let automatafl = evening.table("automatafl, running, in conflict, one move sealed", 2, new);
    evening.moves(0, &automatafl, "a1-b1");
    evening.moves(1, &automatafl, "c1-b1");
    evening.moves(0, &automatafl, "a1-a2");
    let options = json!({"size": 3, "players": 3, "rounds": 3});
    let new = json!({"game": "game17", "options": options});
    let game17 = evening.table("game17, finished", 3, new);
    evening.play(&game17, all);
    let options = json!({"size": 5, "players": 3, "rounds": 20});
    let new = json!({"game": "game17", "options": options, "computers": [null, null, "t800"]});
    let game17 = evening.table("game17, running, with a computer", 2, new);
    evening.play(&game17, 4);
    let open = evening
        .room
        .table(json!({"game": "brandub", "seat": 0, "title": "Who plays?"}));
    evening.tables.push(("brandub, open", open));
    let told = evening.told();
    std::fs::write("/tmp/made/saved-0.1.json", evening.room.pocket.save()).unwrap();
    std::fs::write("/tmp/made/saved-0.1-views.json", told.to_string()).unwrap();
}
