//! The whole table as one viewer may see it, and the record of its game.

use game::Seat;
use serde_json::{Map, Value, json};

use crate::event::{Act, Made};
use crate::people::{Identity, Member};
use crate::project::{Someone, Terms};
use crate::settings::Access;
use crate::table::{Open, Phase, Sitter, Standing, Table};

impl Table {
    /// Everything one viewer may see; nobody in particular with `None`. A
    /// viewer who has this needs only what happens after number `seq`.
    pub fn view(&self, viewer: Option<Identity>) -> Value {
        let member = viewer.and_then(|identity| self.open.member(identity));
        let mut view = self.open.view(member);
        if let Some(member) = member {
            view["you"] = self.you(member);
        }
        view
    }

    /// What only the viewer may see.
    fn you(&self, member: Member) -> Value {
        let seat = self.open.seat_of(member);
        let sealed = seat.and_then(|seat| self.secret.sealed.get(&seat));
        let timer = seat.and_then(|seat| self.secret.timers.get(&seat));
        let left = seat.and_then(|seat| self.open.places[usize::from(seat)].left);
        let mut you = json!({
            "member": member,
            "seat": seat,
            "creator": self.open.creator == Some(member),
            "sealed": sealed.map(|sealed| &sealed.action),
        });
        if let (Some(timer), Some(left)) = (timer, left) {
            you["clock"] = json!({
                "left_ms": left.saturating_sub(timer.spent),
                "since": timer.since,
            });
        }
        // Whoever came in by the link may pass it on.
        if let Access::Private { key } = &self.open.settings.access {
            you["key"] = json!(key);
        }
        you
    }

    /// The game as a record. It holds what was played, never what is sealed,
    /// and the seed only when the game is over.
    pub fn record(&self) -> Value {
        let open = &self.open;
        let players: Vec<String> = (0..)
            .zip(&open.places)
            .map(|(seat, _)| open.name(seat))
            .collect();
        let steps: Vec<Value> = open.steps.iter().map(|made| step_json(made)).collect();
        let finish = open.finish.as_ref();
        let ending = finish.map(|finish| {
            let mut ending = json!({"reason": finish.reason, "winners": finish.winners});
            if let Some(places) = &finish.places {
                ending["places"] = json!(places);
            }
            ending
        });
        let verdicts: Vec<Value> = open
            .dropped
            .iter()
            .map(|dropped| json!({"seat": dropped.seat, "verdict": dropped.reason, "detail": dropped.detail}))
            .collect();
        json!({
            "format": "taflhalla-record",
            "version": 1,
            "game": open.settings.game,
            "options": open.settings.options,
            "players": players,
            "clock": open.settings.clock,
            "commitment": open.commitment,
            "seed": finish.map(|finish| &finish.seed),
            "opening": 0,
            "takebacks": open.takebacks,
            "steps": steps,
            "ending": ending,
            "on_board": finish.map(|finish| finish.on_board),
            "verdicts": verdicts,
        })
    }
}

/// A step in the form of records.
fn step_json(made: &Made) -> Value {
    match made {
        Made::Draw(draw) => json!({"draw": draw}),
        Made::Act(Act {
            moves,
            ms,
            lag_ms,
            idle,
            ..
        }) => {
            let mut step = json!({"act": moves, "ms": ms});
            if !lag_ms.is_empty() {
                step["lag_ms"] = json!(lag_ms);
            }
            if !idle.is_empty() {
                step["idle"] = json!(idle);
            }
            step
        }
    }
}

impl Open {
    fn view(&self, member: Option<Member>) -> Value {
        let mut view = Map::new();
        let mut put = |name: &str, value: Value| view.insert(name.to_owned(), value);
        put("v", json!(crate::event::VERSION));
        put("seq", json!(self.seq));
        put("at", json!(self.at));
        put("phase", json!(self.phase.name()));
        put("turn", json!(self.turn));
        put(
            "terms",
            json!(Terms::new(&self.settings, self.commitment.clone())),
        );
        let members = (0..).zip(&self.members).filter(|(_, here)| here.here);
        let members: Vec<Someone> = members
            .map(|(at, here)| Someone::new(Member(at), &here.person))
            .collect();
        put("members", json!(members));
        put("creator", json!(self.creator));
        let seats: Vec<Value> = (0..self.places.len() as u16)
            .map(|seat| self.seat(seat))
            .collect();
        put("seats", json!(seats));
        let seat = member.and_then(|member| self.seat_of(member)).map(Seat);
        put("game", self.game.view(&self.state, seat));
        put("steps", json!(self.steps.len()));
        put("conflict", self.conflict());
        let entered: Vec<&u16> = self.entered.keys().collect();
        put("entered", json!(entered));
        let offers: Vec<Value> = self
            .offers
            .iter()
            .map(|(what, offer)| {
                json!({
                    "offer": offer.number,
                    "what": what,
                    "seat": offer.seat,
                    "accepted": offer.accepted,
                })
            })
            .collect();
        put("offers", json!(offers));
        let chat: Vec<Value> = self
            .chat
            .iter()
            .map(|line| {
                let here = self.here(line.member);
                let name = here.map(|here| &here.person.name);
                json!({"at": line.at, "member": line.member, "name": name, "text": line.text})
            })
            .collect();
        put("chat", json!(chat));
        put("finish", json!(self.finish));
        put("rematch", json!(self.rematch));
        put("next", json!(self.next));
        put("you", Value::Null);
        Value::Object(view)
    }

    /// The rounds of the turn being played that ended in a conflict: all moves
    /// entered in them are known, the squares marked and who enters again.
    fn conflict(&self) -> Value {
        if self.phase != Phase::Playing {
            return Value::Null;
        }
        let rounds: Vec<&Act> = self
            .steps
            .iter()
            .rev()
            .map_while(|made| match &**made {
                Made::Act(act) if act.conflict.is_some() => Some(act),
                _ => None,
            })
            .collect();
        let Some(last) = rounds.first().and_then(|act| act.conflict.as_ref()) else {
            return Value::Null;
        };
        let moves: Vec<&Vec<(u16, String)>> = rounds.iter().rev().map(|act| &act.moves).collect();
        json!({"squares": last.squares, "reenter": last.reenter, "rounds": moves})
    }

    fn seat(&self, seat: u16) -> Value {
        let place = &self.places[usize::from(seat)];
        let mut value = json!({
            "seat": seat,
            "called": self.game.seat_name(Seat(seat)),
            "standing": match place.standing {
                Standing::In => "in",
                Standing::Abandoned => "abandoned",
                Standing::Out => "out",
            },
        });
        match &place.sitter {
            Sitter::Nobody => {}
            Sitter::Computer(player) => value["computer"] = json!(player),
            Sitter::Member(member) => {
                value["member"] = json!(member);
                value["name"] = json!(self.name(seat));
                value["ready"] = json!(place.ready);
                value["away_since"] = json!(self.away_since(seat));
            }
        }
        if let Some(left) = place.left {
            value["clock"] = match self.entered.get(&seat) {
                Some(used) => json!({"left_ms": left.saturating_sub(*used), "since": null}),
                None => {
                    let runs = self
                        .acting
                        .contains(Seat(seat))
                        .then_some(self.round_started);
                    json!({"left_ms": left, "since": runs})
                }
            };
        }
        value
    }

    /// What the player on a seat is called.
    fn name(&self, seat: u16) -> String {
        match &self.places[usize::from(seat)].sitter {
            Sitter::Nobody => String::new(),
            Sitter::Computer(player) => player.clone(),
            Sitter::Member(member) => {
                let here = self.here(*member);
                here.map_or_else(String::new, |here| here.person.name.clone())
            }
        }
    }
}
