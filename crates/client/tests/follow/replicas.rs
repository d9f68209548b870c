//! A replica that applies the events its viewer gets shows what the hall would
//! show.

use std::collections::BTreeSet;

use client::{Applied, Replica};
use dice::Quick;
use game::Dice as _;
use proptest::collection::vec;
use proptest::prelude::*;
use protocol::{Made, PublicChange, TableChange};
use table::{Actor, Command, Event, Fact, Identity, Request, Table, Viewer, project};

use crate::hall::{Hall, KEY, Kind, PEOPLE, Try, sent};

/// A viewer with a replica from the beginning and one that is renewed now and
/// then.
struct Onlooker {
    who: Option<Identity>,
    first: Replica,
    latest: Replica,
}

impl Onlooker {
    fn new(who: Option<Identity>, table: &Table) -> Onlooker {
        let first = replica(table, who);
        Onlooker {
            who,
            latest: first.clone(),
            first,
        }
    }

    fn see(&mut self, table: &Table, event: &Event) {
        let viewer = self.who.map_or(Viewer::Anyone, |who| table.viewer(who));
        if let Some(shown) = project(event, viewer) {
            let shown = sent(&shown);
            for replica in [&mut self.first, &mut self.latest] {
                assert_eq!(replica.apply(&shown), Applied::Changed, "{shown:?}");
                if shown.is_public() {
                    assert_eq!(replica.apply(&shown), Applied::Known, "{shown:?}");
                }
            }
        }
        self.check(table, event);
    }

    fn check(&self, table: &Table, event: &Event) {
        let fresh = table.view(self.who);
        let who = self.who;
        assert_eq!(self.first.view(), fresh, "{who:?} after {event:?}");
        assert_eq!(self.latest.view(), fresh, "{who:?} after {event:?}");
    }

    fn look_again(&mut self, table: &Table) {
        self.latest = replica(table, self.who);
        assert_eq!(self.latest.view(), table.view(self.who));
    }
}

/// A new replica. Members need no key.
fn replica(table: &Table, who: Option<Identity>) -> Replica {
    let view = table.view(who);
    let key = view.you.is_none().then_some(KEY);
    Replica::new(&sent(&view), key).unwrap()
}

struct World {
    hall: Hall,
    onlookers: Vec<Onlooker>,
    /// The kinds of changes that were seen.
    seen: BTreeSet<String>,
    in_conflict: bool,
}

impl World {
    fn new(kind: Kind) -> World {
        let hall = Hall::new(kind);
        let everyone = PEOPLE.into_iter().map(Some).chain([None]);
        let onlookers = everyone.map(|who| Onlooker::new(who, &hall.table));
        World {
            onlookers: onlookers.collect(),
            hall,
            seen: BTreeSet::new(),
            in_conflict: false,
        }
    }

    fn give(&mut self, command: &Command) {
        let Ok(events) = self.hall.decide(command) else {
            return;
        };
        for event in &events {
            self.hall.apply(event);
            for onlooker in &mut self.onlookers {
                onlooker.see(&self.hall.table, event);
            }
            self.note(event);
        }
    }

    fn note(&mut self, event: &Event) {
        let fact = serde_json::to_value(&event.fact).unwrap();
        self.seen.insert(fact["type"].as_str().unwrap().to_owned());
        let shown = project(event, Viewer::Anyone);
        if let Some(TableChange::Public(PublicChange::Stepped { made })) =
            shown.map(|shown| shown.change)
            && made
                .iter()
                .any(|made| matches!(made, Made::Act(act) if act.conflict.is_some()))
        {
            self.seen.insert("conflict".to_owned());
        }
        let conflict = self.hall.table.view(None).conflict.is_some();
        if self.in_conflict && matches!(event.fact, Fact::Public(PublicChange::TakenBack { .. })) {
            self.seen.insert("conflict taken back".to_owned());
        }
        self.in_conflict = conflict;
    }

    fn begin(&mut self) {
        for command in self.hall.ready() {
            self.give(&command);
        }
    }

    fn run(&mut self, tries: &[Try]) {
        for &attempt in tries {
            let command = self.hall.attempt(attempt);
            self.give(&command);
            let at = usize::from(attempt.2 >> 4) % 24;
            if let Some(onlooker) = self.onlookers.get_mut(at) {
                onlooker.look_again(&self.hall.table);
            }
        }
    }
}

prop_compose! {
    pub fn kinds()(
        game in 0u8..7,
        clock in 0u8..4,
        people in 0u8..16,
        show_entered: bool,
        private: bool,
    ) -> Kind {
        Kind { game, clock, people: people & people >> 1, show_entered, private }
    }
}

pub fn tries(most: usize) -> impl Strategy<Value = Vec<Try>> {
    vec(any::<Try>(), 0..most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn replicas_see_what_the_hall_shows(kind in kinds(), begin: bool, tries in tries(150)) {
        let mut world = World::new(kind);
        if begin {
            world.begin();
        }
        world.run(&tries);
    }
}

#[test]
fn random_commands_show_every_kind_of_event() {
    // The property above is worth little if its games end before they begin.
    let mut seen = BTreeSet::new();
    let mut dice = Quick::new(5);
    for case in 0..240u32 {
        let kind = Kind {
            game: case as u8,
            clock: (case / 7) as u8,
            people: if case.is_multiple_of(3) { 2 } else { 0 },
            show_entered: case.is_multiple_of(2),
            private: case.is_multiple_of(5),
        };
        let tries: Vec<Try> = (0..150)
            .map(|_| {
                let bits = dice.bits();
                let (number, wait) = ((bits >> 16) as u16, (bits >> 32) as u16);
                (bits as u8, (bits >> 8) as u8, number, wait)
            })
            .collect();
        let mut world = World::new(kind);
        if !case.is_multiple_of(4) {
            world.begin();
        }
        world.run(&tries);
        seen.extend(world.seen);
    }
    let all = [
        "accepted",
        "claimed",
        "computer-seated",
        "conflict",
        "conflict taken back",
        "corners",
        "declined",
        "dropped",
        "ended",
        "entered",
        "freed",
        "joined",
        "left",
        "next",
        "offered",
        "present",
        "ready",
        "rematch",
        "resumed",
        "returned",
        "said",
        "sealed",
        "seated",
        "started",
        "stepped",
        "taken-back",
        "withdrawn",
    ];
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), all);
}

#[test]
fn a_long_chat_is_cut_to_the_same_lines() {
    let kind = Kind {
        game: 0,
        clock: 0,
        people: 0,
        show_entered: false,
        private: true,
    };
    let mut world = World::new(kind);
    for number in 0..450 {
        let text = format!("line {number}");
        let actor = Actor::Identity(PEOPLE[number % 2]);
        let id = 10_000 + number as u64;
        world.give(&Command::new(id, actor, Request::Chat { text }));
        if number == 300 {
            world.onlookers[0].look_again(&world.hall.table);
        }
    }
    assert_eq!(world.onlookers[0].first.view().chat.len(), 200);
}
