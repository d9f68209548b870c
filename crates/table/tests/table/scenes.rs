//! Games with everything that can happen at a table. Version 0.1 ran this same
//! file, and its results are kept.

use dice::Quick;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::{
    Access, Actor, Clock, Identity, OfferKind, Phase, Request, Settings, Table, Viewer, project,
};

use crate::common::*;

/// A game and everything the hall showed of it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Scene {
    pub name: String,
    pub log: Vec<Value>,
    /// What Ann sees of each event in the log.
    pub ann: Vec<Value>,
    /// What everyone sees of it.
    pub anyone: Vec<Value>,
    pub shots: Vec<Shot>,
}

/// A table at one moment.
#[derive(Debug, Serialize, Deserialize)]
pub struct Shot {
    /// How many events its log had.
    pub entries: usize,
    /// The views of Ann, Bob, Cat and a stranger.
    pub views: Vec<Value>,
    pub record: Value,
}

/// The viewers of a shot.
pub const VIEWERS: [Option<Identity>; 4] = [Some(ANN), Some(BOB), Some(CAT), None];

pub fn json_of(value: impl Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

impl Shot {
    pub fn of(table: &Table, entries: usize) -> Shot {
        Shot {
            entries,
            views: VIEWERS.map(|viewer| json_of(table.view(viewer))).to_vec(),
            record: as_in_0_1(json_of(table.record())),
        }
    }
}

/// The record of a table in the form of version 0.1, not sealed: players by
/// name, times in milliseconds.
fn as_in_0_1(mut record: Value) -> Value {
    let fields = record.as_object_mut().unwrap();
    fields.shift_remove("rules");
    for player in fields["players"].as_array_mut().unwrap() {
        *player = json!(player["name"].as_str().unwrap_or_default());
    }
    for step in fields["steps"].as_array_mut().unwrap() {
        if let Some(times) = step.as_object_mut().unwrap().remove("us") {
            let times = times.as_array().unwrap().iter();
            step["ms"] = times.map(|us| us.as_u64().unwrap() / 1000).collect();
        }
    }
    record
}

struct Telling {
    hall: Hall,
    shots: Vec<Shot>,
}

impl Telling {
    fn new(settings: &Settings) -> Telling {
        Telling {
            hall: Hall::new(settings),
            shots: Vec::new(),
        }
    }

    fn ready(&mut self, people: &[Identity]) {
        for &who in people {
            self.hall.by(who, Request::Ready { ready: true });
        }
    }

    fn shot(&mut self) {
        let entries = self.hall.log.len();
        self.shots.push(Shot::of(&self.hall.table, entries));
    }

    fn wait(&mut self, ms: u64) {
        self.hall.now += ms;
    }

    fn join(&mut self, who: Identity, name: &str) {
        let (name, program) = (name.to_owned(), false);
        let key = Some("a key that is long enough".to_owned());
        self.hall.by(who, Request::Join { name, program, key });
    }

    fn say(&mut self, who: Identity, text: &str) {
        let text = text.to_owned();
        self.hall.by(who, Request::Chat { text });
    }

    fn offer(&mut self, who: Identity, what: OfferKind) {
        self.hall.by(who, Request::Offer { what });
    }

    /// Makes random moves for all seats to act.
    fn play(&mut self, people: &[Identity], dice: &mut Quick) {
        let acting: Vec<u16> = self.hall.table.acting().iter().map(|seat| seat.0).collect();
        let moves: Vec<String> = acting
            .iter()
            .map(|&seat| self.hall.propose(seat, dice))
            .collect();
        for (seat, action) in acting.into_iter().zip(moves) {
            self.wait(40);
            let turn = self.hall.table.turn();
            let actor = match people.get(usize::from(seat)) {
                Some(&who) => Actor::Identity(who),
                None => Actor::Computer(seat),
            };
            let request = Request::Move { turn, action };
            self.hall.try_as(actor, request).unwrap();
        }
    }

    fn play_out(&mut self, people: &[Identity]) {
        let mut dice = Quick::new(11);
        while self.hall.table.phase() == Phase::Playing {
            self.play(people, &mut dice);
        }
    }

    fn end(self, name: &str) -> Scene {
        let log = &self.hall.log;
        let ann = self.hall.table.viewer(ANN);
        let seen = |viewer: Viewer| {
            let all = log.iter().map(|event| json_of(project(event, viewer)));
            all.collect::<Vec<Value>>()
        };
        Scene {
            name: name.to_owned(),
            ann: seen(ann),
            anyone: seen(Viewer::Anyone),
            log: log.iter().map(json_of).collect(),
            shots: self.shots,
        }
    }
}

pub fn all() -> Vec<Scene> {
    vec![
        brandub_with_offers(),
        combo_in_private(),
        automatafl_in_conflict(),
        automatafl_in_secret(),
        game17_with_gaps(),
        on_the_board("brandub", json!({})),
        on_the_board("combo", json!({"width": 3, "height": 4, "quiet_limit": 12})),
        on_the_board("automatafl", json!({"setup": "small", "max_turns": 6})),
        too_late(),
    ]
}

/// A clock, lag, chat, a takeback, a declined draw, a resignation and a
/// rematch.
fn brandub_with_offers() -> Scene {
    let mut settings = ann_and_bob("brandub", json!({"repetition": 3}));
    settings.title = "One evening".to_owned();
    settings.clock = Clock::Total {
        ms: 60_000,
        increment_ms: 1000,
    };
    let mut scene = Telling::new(&settings);
    scene.shot();
    scene.join(CAT, "Cat");
    scene.say(CAT, "Good luck!");
    scene.ready(&[ANN, BOB]);
    scene.wait(2000);
    let turn = scene.hall.table.turn();
    let action = "d1-c1".to_owned();
    let request = Request::Move { turn, action };
    let mut command = scene.hall.command(Actor::Identity(ANN), request);
    command.lag_ms = 120;
    scene.hall.give(&command).unwrap();
    scene.wait(1500);
    scene.hall.moves(BOB, "d3-a3");
    scene.wait(700);
    scene.hall.moves(ANN, "c1-c2");
    scene.offer(BOB, OfferKind::Takeback);
    scene.shot();
    scene.wait(300);
    scene.hall.by(ANN, Request::Accept { offer: 1 });
    scene.shot();
    scene.wait(900);
    scene.hall.moves(BOB, "d3-b3");
    scene.offer(BOB, OfferKind::Draw);
    scene.hall.by(ANN, Request::Decline { offer: 2 });
    scene.wait(100);
    scene.hall.by(ANN, Request::Resign);
    scene.offer(ANN, OfferKind::Rematch);
    scene.shot();
    scene.hall.by(BOB, Request::Accept { offer: 3 });
    let table = "t-42".to_owned();
    scene.hall.hall(Request::Next { table });
    scene.hall.by(CAT, Request::Leave);
    scene.shot();
    scene.end("brandub with offers")
}

/// A private link, a computer player, an absence with a clock for each move,
/// and a restart of the hall.
fn combo_in_private() -> Scene {
    let mut settings = Settings::of("combo", json!({}));
    settings.creator = Some(person(CAT, "Cat"));
    settings.access = Access::Private {
        key: "a key that is long enough".to_owned(),
    };
    settings.clock = Clock::PerMove { ms: 30_000 };
    settings.fill = Some("weak".to_owned());
    let mut scene = Telling::new(&settings);
    scene.join(ANN, "Ann");
    scene.join(BOB, "Ann");
    scene.hall.by(BOB, Request::Sit { seat: 1 });
    scene.hall.by(BOB, Request::Stand);
    scene.hall.by(ANN, Request::Sit { seat: 0 });
    scene.ready(&[ANN]);
    scene.shot();
    scene.hall.by(CAT, Request::Start);
    let mut dice = Quick::new(2);
    for _ in 0..3 {
        scene.play(&[ANN], &mut dice);
    }
    let (who, present) = (ANN, false);
    scene.hall.hall(Request::Present { who, present });
    scene.wait(100_000);
    scene.hall.hall(Request::Resumed { down_ms: 90_000 });
    scene.shot();
    let verdict = "crashed".to_owned();
    let detail = "it was switched off".to_owned();
    scene.hall.hall(Request::Forfeit {
        seat: 1,
        verdict,
        detail,
    });
    scene.shot();
    scene.end("combo in private")
}

/// Four players, visible sealing, two rounds of conflict, a takeback of a turn,
/// absent seats and a resignation.
fn automatafl_in_conflict() -> Scene {
    let mut settings = four();
    settings.show_entered = true;
    settings.clock = Clock::Total {
        ms: 20_000,
        increment_ms: 500,
    };
    let mut scene = Telling::new(&settings);
    scene.ready(&[ANN, BOB, CAT, DAN]);
    let enter = |scene: &mut Telling, moves: &[(Identity, &str)]| {
        for (who, action) in moves {
            scene.wait(250);
            scene.hall.moves(*who, action);
        }
    };
    enter(&mut scene, &[(ANN, "a1-b1"), (BOB, "c1-b1")]);
    scene.shot();
    enter(&mut scene, &[(CAT, "e1-e2"), (DAN, "a5-a4")]);
    scene.shot();
    enter(&mut scene, &[(ANN, "a1-a2")]);
    let turn = scene.hall.table.turn();
    scene.hall.by(ANN, Request::Withdraw { turn });
    scene.shot();
    enter(&mut scene, &[(ANN, "a1-a2"), (BOB, "c2-e2")]);
    scene.shot();
    enter(&mut scene, &[(BOB, "c2-d2"), (CAT, "e1-d1")]);
    scene.shot();
    // A turn with a conflict, of which one round is complete, is taken back.
    enter(&mut scene, &[(ANN, "a2-a3"), (BOB, "a4-a3")]);
    enter(&mut scene, &[(CAT, "e5-e4"), (DAN, "c5-c4")]);
    scene.offer(DAN, OfferKind::Takeback);
    for who in [ANN, BOB, CAT] {
        scene.hall.by(who, Request::Accept { offer: 1 });
    }
    scene.shot();
    // Cat and Dan are absent; Ann and Bob are in conflict.
    enter(&mut scene, &[(ANN, "a2-a3"), (BOB, "a4-a3")]);
    scene.hall.time_out();
    scene.shot();
    scene.hall.by(BOB, Request::Resign);
    enter(&mut scene, &[(ANN, "a2-b2")]);
    scene.shot();
    scene.end("automatafl in conflict")
}

/// Two players, chosen corners, and a sealed move that stays invisible.
fn automatafl_in_secret() -> Scene {
    let mut settings = Settings::of("automatafl", json!({}));
    settings.creator = Some(person(BOB, "Bob"));
    settings.clock = Clock::PerMove { ms: 9000 };
    let mut scene = Telling::new(&settings);
    scene.join(ANN, "Ann");
    scene.hall.by(ANN, Request::Sit { seat: 0 });
    scene.hall.by(ANN, Request::Choose { choice: 3 });
    scene.shot();
    let (seat, player) = (1, "weak".to_owned());
    scene.hall.by(BOB, Request::SeatComputer { seat, player });
    scene.hall.by(BOB, Request::Unseat { seat: 1 });
    scene.hall.by(BOB, Request::Sit { seat: 1 });
    scene.ready(&[ANN, BOB]);
    let mut dice = Quick::new(3);
    scene.play(&[ANN, BOB], &mut dice);
    scene.wait(400);
    let action = scene.hall.propose(0, &mut dice);
    scene.hall.moves(ANN, &action);
    scene.wait(200);
    scene.shot();
    scene.end("automatafl in secret")
}

/// Three seats. One is absent until the table goes on without it.
fn game17_with_gaps() -> Scene {
    let options = json!({"size": 3, "players": 3, "rounds": 6});
    let mut settings = Settings::of("game17", options);
    settings.seats = vec![seated(ANN, "Ann"), seated(BOB, "Bob"), computer("t800")];
    let mut scene = Telling::new(&settings);
    scene.ready(&[ANN, BOB]);
    scene.shot();
    let (who, present) = (BOB, false);
    scene.hall.hall(Request::Present { who, present });
    let mut dice = Quick::new(4);
    while scene.hall.table.standing(1) == Some(table::Standing::In) {
        match scene.hall.table.acting().lowest() {
            Some(game::Seat(1)) => drop(scene.hall.time_out()),
            _ => scene.play(&[ANN, BOB], &mut dice),
        }
    }
    scene.shot();
    let present = true;
    scene.hall.hall(Request::Present { who, present });
    scene.shot();
    scene.play_out(&[ANN, BOB]);
    scene.shot();
    scene.end("game17 with gaps")
}

/// A game that ends by its rules.
fn on_the_board(game: &str, options: Value) -> Scene {
    let mut scene = Telling::new(&ann_and_bob(game, options));
    scene.ready(&[ANN, BOB]);
    scene.play_out(&[ANN, BOB]);
    scene.shot();
    scene.end(&format!("{game} on the board"))
}

/// Days for each move, and they run out.
fn too_late() -> Scene {
    let mut settings = ann_and_bob("brandub", json!({"king_by_corner": true}));
    settings.clock = Clock::Days { days: 2 };
    settings.takebacks = false;
    let mut scene = Telling::new(&settings);
    scene.ready(&[ANN, BOB]);
    scene.wait(1_000_000);
    scene.hall.moves(ANN, "d1-c1");
    scene.shot();
    scene.hall.time_out();
    scene.shot();
    scene.end("brandub too late")
}
