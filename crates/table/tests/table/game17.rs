//! Game 17 at a table: many seats and much chance.

use std::time::Instant;

use dice::Quick;
use serde_json::json;
use table::{Actor, Event, Identity, Occupant, Phase, Request, Settings, Table};

use crate::common::*;

/// A hall that replays its log only at the end.
struct Quickly {
    table: Table,
    log: Vec<Event>,
    id: u64,
}

impl Quickly {
    fn new(settings: &Settings) -> Quickly {
        let log = Table::create(0, settings, dice::Seed::from_number(4)).unwrap();
        let table = Table::replay(&log).unwrap();
        Quickly { table, log, id: 0 }
    }

    fn give(&mut self, now: u64, actor: Actor, request: Request) {
        self.id += 1;
        let command = table::Command::new(self.id, actor, request);
        for event in self.table.decide(now, &command).unwrap() {
            self.table.apply(&event).unwrap();
            self.log.push(event);
        }
    }

    fn play_out(&mut self) {
        let mut dice = Quick::new(3);
        let mut now = 0;
        while self.table.phase() == Phase::Playing {
            if let Some(computer) = self.table.computers_to_act().first() {
                let (seat, turn) = (computer.seat, computer.turn);
                let state = self.table.state();
                let action = self
                    .table
                    .game()
                    .propose(state, game::Seat(seat), &mut dice);
                self.give(now, Actor::Computer(seat), Request::Move { turn, action });
            } else {
                now = now.max(self.table.next_deadline().unwrap());
                self.give(now, Actor::Clock, Request::Tick);
            }
        }
    }

    fn bytes(&self) -> usize {
        let size = |event: &Event| serde_json::to_string(event).unwrap().len();
        self.log.iter().map(size).sum()
    }
}

#[test]
fn a_game_of_zombies_plays_itself_and_its_log_stays_small() {
    let mut hall = Quickly::new(&Settings::of("game17", json!({"players": 0})));
    let begin = Instant::now();
    hall.give(0, Actor::Hall, Request::Start);
    hall.play_out();
    let took = begin.elapsed();
    let per_round = hall.bytes() / 50;
    println!(
        "{took:?} for 50 rounds, {per_round} bytes per round, {} events",
        hall.log.len()
    );
    assert!(hall.table.finish().unwrap().on_board);
    assert!(per_round < 20_000, "{per_round} bytes per round");
    assert!(hall.log.len() < 100, "{} events", hall.log.len());
    assert!(took.as_secs() < 20, "{took:?}");
    let again = Table::replay(&hall.log).unwrap();
    assert_eq!(fingerprint(&again), fingerprint(&hall.table));
}

#[test]
fn the_draws_follow_from_the_committed_seed() {
    let settings = Settings::of("game17", json!({"players": 0, "size": 4, "rounds": 3}));
    let mut hall = Quickly::new(&settings);
    hall.give(0, Actor::Hall, Request::Start);
    let record = hall.table.record();
    let seed: dice::Seed = record.seed.unwrap().parse().unwrap();
    let commitment = blake3::hash(seed.bytes()).to_hex().to_string();
    assert_eq!(hall.table.view(None).terms.commitment, commitment);
    let game = hall.table.game();
    let mut state = game.start();
    for (number, step) in record.steps.iter().enumerate() {
        let draw = game.draw(&state, &mut seed.draw(number as u64));
        let due = catalog::AnyStep::Draw(draw);
        assert_eq!(catalog::AnyStep::from(step), due);
        game.play(&mut state, &due).unwrap();
    }
}

#[test]
fn a_game_has_196_seats_and_few_people() {
    let mut settings = Settings::of("game17", json!({"players": 196, "rounds": 3}));
    settings.fill = Some("zombie".to_owned());
    settings.seats = (0..196)
        .map(|seat| match seat {
            0..=2 => seated(Identity(100 + seat), &format!("P{seat}")),
            3..=9 => computer("t800"),
            _ => None::<Occupant>,
        })
        .collect();
    settings.creator = Some(person(Identity(100), "P0"));
    let mut hall = Quickly::new(&settings);
    for seat in 0..3 {
        let actor = Actor::Identity(Identity(100 + seat));
        hall.give(0, actor, Request::Ready { ready: true });
    }
    hall.give(0, Actor::Identity(Identity(100)), Request::Start);
    // No one is connected. The table waits a little for each seat and then goes
    // on.
    for seat in 0..3 {
        let who = Identity(100 + seat);
        hall.give(
            0,
            Actor::Hall,
            Request::Present {
                who,
                present: false,
            },
        );
    }
    let begin = Instant::now();
    hall.play_out();
    println!(
        "{:?} for 3 rounds of 196 seats, {} bytes per round, {} events",
        begin.elapsed(),
        hall.bytes() / 3,
        hall.log.len()
    );
    let finish = hall.table.finish().unwrap();
    assert!(finish.on_board);
    assert_eq!(finish.places.as_ref().unwrap().len(), 196);
    let again = Table::replay(&hall.log).unwrap();
    assert_eq!(fingerprint(&again), fingerprint(&hall.table));
}

#[test]
fn a_game_too_long_for_one_command_goes_on_at_the_next_tick() {
    let settings = Settings::of("game17", json!({"players": 0, "size": 40, "rounds": 3}));
    let mut hall = Quickly::new(&settings);
    hall.give(0, Actor::Hall, Request::Start);
    assert_eq!(hall.table.phase(), Phase::Playing);
    assert_eq!(hall.table.next_deadline(), Some(0));
    hall.play_out();
    assert!(hall.table.finish().unwrap().on_board);
}
