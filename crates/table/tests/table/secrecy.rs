//! Secrecy by non-interference: two runs that differ only in one seat's sealed
//! moves look the same to everyone else until the reveal, byte for byte.

use dice::Quick;
use game::Dice;
use protocol::PublicChange;
use serde_json::{Value, json};
use table::{
    Actor, Clock, Event, Fact, Identity, OfferKind, Phase, Refusal, Request, Settings, Viewer,
    project,
};

use crate::common::*;

type Show = fn(&Event, Viewer) -> Option<Value>;

/// What the hall sends of an event.
fn honest(event: &Event, viewer: Viewer) -> Option<Value> {
    project(event, viewer).map(|shown| serde_json::to_value(shown).unwrap())
}

/// Everything that anyone but `secret` gets.
struct Watchers {
    secret: Identity,
    show: Show,
    seen: Vec<String>,
}

impl Watchers {
    fn note(&mut self, hall: &Hall, events: &[Event]) {
        let people = [ANN, BOB, CAT, DAN, EVE];
        let others: Vec<Identity> = people
            .into_iter()
            .filter(|who| *who != self.secret)
            .collect();
        for event in events {
            for viewer in others
                .iter()
                .map(|&who| hall.table.viewer(who))
                .chain([Viewer::Anyone])
            {
                if let Some(shown) = (self.show)(event, viewer) {
                    self.seen.push(shown.to_string());
                }
            }
        }
        for viewer in others.into_iter().map(Some).chain([None]) {
            self.seen.push(text(&hall.table.view(viewer)));
        }
        self.seen.push(text(&hall.table.record()));
    }
}

/// What happens in both runs.
#[derive(Clone, Debug)]
enum Doing {
    Move(Identity, u64),
    Illegal(Identity),
    Withdraw(Identity),
    Chat(Identity),
    Offer(Identity, OfferKind),
    Claim(Identity),
    Present(Identity, bool),
    Resign(Identity),
    Tick,
    Resumed,
    /// Here the secret seat acts, differently in each run.
    Secret(usize),
}

/// What the secret seat does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Own {
    Nothing,
    Legal(u64),
    Illegal,
    Withdraw,
}

fn own(dice: &mut Quick) -> Own {
    match dice.below(6) {
        0 => Own::Nothing,
        1 => Own::Illegal,
        2 => Own::Withdraw,
        _ => Own::Legal(dice.bits()),
    }
}

fn identity(seat: u16) -> Identity {
    [ANN, BOB, CAT, DAN][usize::from(seat)]
}

/// Whether the table shows who has entered a move.
#[derive(Clone, Copy, PartialEq)]
enum Entries {
    Shown,
    Hidden,
}

impl Entries {
    /// Those of a numbered pair of runs.
    fn of(number: u64) -> Entries {
        match number % 4 {
            3 => Entries::Shown,
            _ => Entries::Hidden,
        }
    }
}

/// A pair of runs.
struct Pair {
    settings: Settings,
    /// For each earlier turn: a seed for its moves, and whether they conflict.
    before: Vec<(u64, bool)>,
    secret: u16,
    doings: Vec<(u64, Doing)>,
    own: [Vec<Own>; 2],
}

impl Pair {
    fn random(dice: &mut Quick, entries: Entries) -> Pair {
        let show_entered = entries == Entries::Shown;
        let players = [2, 4][dice.below(2) as usize];
        let setup = ["small", "standard"][dice.below(2) as usize];
        let options = json!({"players": players, "setup": setup});
        let mut settings = Settings::of("automatafl", options);
        let names = ["Ann", "Bob", "Cat", "Dan"];
        settings.seats = (0..players)
            .map(|seat| seated(identity(seat), names[usize::from(seat)]))
            .collect();
        settings.show_entered = show_entered;
        settings.claim_after_ms = 300;
        settings.lag_credit_ms = 40;
        settings.clock = [
            Clock::None,
            Clock::PerMove { ms: 1500 },
            Clock::Total {
                ms: 4000,
                increment_ms: 200,
            },
            Clock::Days { days: 2 },
        ][dice.below(4) as usize];
        let before = (0..dice.below(5))
            .map(|_| (dice.bits(), dice.below(2) == 0))
            .collect();
        let secret = dice.below(u32::from(players)) as u16;
        let mut doings = Vec::new();
        let length = 4 + dice.below(8) as usize;
        for number in 0..length {
            let who = match dice.below(u32::from(players) + 1) as u16 {
                seat if seat == players => EVE,
                seat if seat == secret => identity((secret + 1) % players),
                seat => identity(seat),
            };
            let doing = match dice.below(24) {
                0..=3 => Doing::Move(who, dice.bits()),
                4 => Doing::Illegal(who),
                5 => Doing::Withdraw(who),
                6 | 7 => Doing::Chat(who),
                8 => Doing::Offer(who, OfferKind::Draw),
                9 => Doing::Offer(who, OfferKind::Takeback),
                10 => Doing::Claim(who),
                11 => Doing::Present(identity(dice.below(u32::from(players)) as u16), false),
                12 => Doing::Present(who, true),
                13 if players == 4 => Doing::Resign(who),
                14 | 15 => Doing::Tick,
                16 => Doing::Resumed,
                _ => Doing::Secret(number),
            };
            doings.push((u64::from(dice.below(300)), doing));
        }
        doings.insert(0, (7, Doing::Secret(length)));
        let mut make = || -> Vec<Own> {
            let mut all: Vec<Own> = (0..=length).map(|_| own(dice)).collect();
            // If the table shows sealing, both runs must seal a move at the same
            // time.
            if show_entered {
                all[length] = Own::Legal(dice.bits());
            }
            all
        };
        let own = [make(), make()];
        Pair {
            settings,
            before,
            secret,
            doings,
            own,
        }
    }

    /// Plays the earlier turns, the same in both runs.
    fn begin(&self) -> Hall {
        let mut hall = Hall::started(&self.settings);
        let join = Request::Join {
            name: "Eve".to_owned(),
            program: false,
            key: None,
        };
        hall.by(EVE, join);
        for &(seed, clash) in &self.before {
            let mut dice = Quick::new(seed);
            let acting: Vec<u16> = hall.table.acting().iter().map(|seat| seat.0).collect();
            let mut moves: Vec<String> = acting
                .iter()
                .map(|&seat| hall.propose(seat, &mut dice))
                .collect();
            // Equal moves conflict, and the runs then differ in the next round.
            if clash && moves.len() > 1 {
                moves[1] = moves[0].clone();
            }
            for (seat, action) in acting.into_iter().zip(moves) {
                hall.now += 20;
                hall.moves(identity(seat), &action);
            }
            if hall.table.phase() != Phase::Playing {
                break;
            }
        }
        hall
    }

    /// Plays one run up to the reveal. Returns what the others see, step by step.
    fn run(&self, own: &[Own], show: Show) -> Vec<Vec<String>> {
        let mut hall = self.begin();
        let secret = identity(self.secret);
        let mut steps = Vec::new();
        for (wait, doing) in &self.doings {
            if hall.table.phase() != Phase::Playing {
                break;
            }
            hall.now += wait;
            let mut watchers = Watchers {
                secret,
                show,
                seen: Vec::new(),
            };
            let result = self.carry_out(&mut hall, doing, own);
            let events = match &result {
                Ok(events) => events.clone(),
                Err(_) => Vec::new(),
            };
            let reveal = events.iter().any(|event| {
                matches!(
                    event.fact,
                    Fact::Public(
                        PublicChange::Stepped { .. }
                            | PublicChange::Ended { .. }
                            | PublicChange::TakenBack { .. }
                    )
                )
            });
            if reveal {
                break;
            }
            // The sender of a command also sees the reply.
            if let Err(refusal) = result
                && !matches!(doing, Doing::Secret(_) | Doing::Tick)
            {
                watchers.seen.push(format!("{} {refusal}", refusal.code()));
            }
            if !matches!(doing, Doing::Secret(_) | Doing::Tick) {
                let actors = [ANN, BOB, CAT, DAN, EVE].map(Actor::Identity);
                for actor in actors
                    .into_iter()
                    .filter(|actor| *actor != Actor::Identity(secret))
                {
                    let command = table::Command::new(hall.id, actor, Request::Claim);
                    watchers
                        .seen
                        .push(format!("{:?}", hall.table.answer(&command)));
                }
            }
            watchers.note(&hall, &events);
            steps.push(watchers.seen);
        }
        steps
    }

    fn carry_out(
        &self,
        hall: &mut Hall,
        doing: &Doing,
        own: &[Own],
    ) -> Result<Vec<Event>, Refusal> {
        let turn = hall.table.turn();
        let propose = |hall: &Hall, who: Identity, seed: u64| {
            let seat = hall.table.seat_of(who);
            let acting = hall.table.acting();
            match seat.filter(|&seat| acting.contains(game::Seat(seat))) {
                Some(seat) => hall.propose(seat, &mut Quick::new(seed)),
                None => "a1-a2".to_owned(),
            }
        };
        match *doing {
            Doing::Move(who, seed) => {
                let action = propose(hall, who, seed);
                hall.try_by(who, Request::Move { turn, action })
            }
            Doing::Illegal(who) => hall.try_move(who, "a1-a1"),
            Doing::Withdraw(who) => hall.try_by(who, Request::Withdraw { turn }),
            Doing::Chat(who) => {
                let text = "hm".to_owned();
                hall.try_by(who, Request::Chat { text })
            }
            Doing::Offer(who, what) => hall.try_by(who, Request::Offer { what }),
            Doing::Claim(who) => hall.try_by(who, Request::Claim),
            Doing::Present(who, present) => {
                hall.try_as(Actor::Hall, Request::Present { who, present })
            }
            Doing::Resign(who) => hall.try_by(who, Request::Resign),
            Doing::Tick => hall.tick(),
            Doing::Resumed => hall.try_as(Actor::Hall, Request::Resumed { down_ms: 100 }),
            Doing::Secret(which) => {
                let who = identity(self.secret);
                match own[which] {
                    Own::Nothing => Ok(Vec::new()),
                    Own::Legal(seed) => {
                        let action = propose(hall, who, seed);
                        let request = Request::Move { turn, action };
                        let mut command = hall.command(Actor::Identity(who), request);
                        // Before the reveal, lag is secret too. If sealing is
                        // shown, the time it took is shown as well, so the runs
                        // must agree in it.
                        if !self.settings.show_entered {
                            command.lag_ms = seed % 60;
                        }
                        hall.give(&command)
                    }
                    Own::Illegal => hall.try_move(who, "b2-b2"),
                    Own::Withdraw => hall.try_by(who, Request::Withdraw { turn }),
                }
            }
        }
    }

    /// The first difference that others see before the reveal, if any.
    fn difference(&self, show: Show) -> Option<(usize, String)> {
        let runs = [0, 1].map(|run| self.run(&self.own[run], show));
        let both = runs[0].iter().zip(&runs[1]).enumerate();
        for (step, (one, two)) in both {
            if one != two {
                let differ = one.iter().zip(two).find(|(one, two)| one != two);
                return Some((step, format!("{differ:?}")));
            }
        }
        None
    }

    /// How many steps the two runs have in common before the reveal.
    fn compared(&self) -> usize {
        let lengths = [0, 1].map(|run| self.run(&self.own[run], honest).len());
        lengths[0].min(lengths[1])
    }
}

#[test]
fn before_the_reveal_a_sealed_move_makes_no_difference_to_others() {
    let mut dice = Quick::new(71);
    for number in 0..1000 {
        let pair = Pair::random(&mut dice, Entries::of(number));
        let difference = pair.difference(honest);
        assert_eq!(
            difference, None,
            "pair {number}: {:?} {:?}",
            pair.doings, pair.own
        );
    }
}

#[test]
fn the_pairs_are_worth_comparing() {
    let mut dice = Quick::new(71);
    let (mut steps, mut differ, mut reentries) = (0, 0, 0);
    for number in 0..200 {
        let pair = Pair::random(&mut dice, Entries::of(number));
        steps += pair.compared();
        differ += usize::from(pair.own[0] != pair.own[1]);
        reentries += usize::from(pair.begin().table.view(None).conflict.is_some());
    }
    assert!(steps > 600, "{steps} steps compared");
    assert!(
        differ > 190,
        "{differ} pairs differ in what the secret seat does"
    );
    assert!(reentries > 20, "{reentries} pairs are in a re-entry");
}

/// Shows that something happened, but not what.
fn placeholder(event: &Event, viewer: Viewer) -> Option<Value> {
    honest(event, viewer).or_else(|| Some(json!({"type": "something"})))
}

/// Shows the number in the log.
fn log_number(event: &Event, viewer: Viewer) -> Option<Value> {
    let mut shown = honest(event, viewer)?;
    shown["log"] = json!(event.seq);
    Some(shown)
}

/// Shows the event itself to everyone.
fn everything(event: &Event, _: Viewer) -> Option<Value> {
    Some(serde_json::to_value(event).unwrap())
}

#[test]
fn a_hall_that_leaks_is_caught() {
    let leaks: [(&str, Show); 3] = [
        ("a placeholder", placeholder),
        ("the log's number", log_number),
        ("everything", everything),
    ];
    for (name, show) in leaks {
        let mut dice = Quick::new(71);
        let caught = (0..200).any(|number| {
            let pair = Pair::random(&mut dice, Entries::of(number));
            pair.difference(show).is_some()
        });
        assert!(caught, "{name}");
    }
}
