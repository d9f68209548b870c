//! Tables of version 0.1: logs are read as they were, and the same commands
//! lead to the same events, views and records. Fields may be added, but none
//! may change.

use serde_json::Value;
use table::{Actor, Event, Phase, Request, Table, Viewer, project};
use testkit::old::{ADDED_SINCE_0_1, difference};

use crate::common::*;
use crate::scenes::{self, Scene, Shot, json_of};

fn stored() -> Vec<Scene> {
    serde_json::from_str(include_str!("../data/tables-0.1.json")).unwrap()
}

#[track_caller]
fn assert_same(scene: &Scene, what: &str, old: &Value, new: &Value) {
    let difference = difference(old, new, &ADDED_SINCE_0_1);
    assert_eq!(difference, None, "{what} in {}", scene.name);
}

fn log_of(scene: &Scene) -> Vec<Event> {
    let read = |entry: &Value| serde_json::from_value(entry.clone()).unwrap();
    scene.log.iter().map(read).collect()
}

#[test]
fn logs_of_0_1_show_the_same_tables() {
    for scene in stored() {
        let log = log_of(&scene);
        for shot in &scene.shots {
            let table = Table::replay(&log[..shot.entries]).unwrap();
            let new = Shot::of(&table, shot.entries);
            for (old, new) in shot.views.iter().zip(&new.views) {
                assert_same(&scene, "view", old, new);
            }
            assert_same(&scene, "record", &shot.record, &new.record);
        }
        let ann = Table::replay(&log).unwrap().viewer(ANN);
        for (at, event) in log.iter().enumerate() {
            let new = json_of(project(event, ann));
            assert_same(&scene, "event", &scene.ann[at], &new);
            let new = json_of(project(event, Viewer::Anyone));
            assert_same(&scene, "event", &scene.anyone[at], &new);
        }
    }
}

#[test]
fn the_same_commands_lead_to_the_same_log_as_in_0_1() {
    let (old, new) = (stored(), scenes::all());
    assert_eq!(old.len(), new.len());
    for (old, new) in old.iter().zip(&new) {
        assert_eq!(old.name, new.name);
        assert_same(old, "log", &json_of(&old.log), &json_of(&new.log));
        assert_same(old, "shots", &json_of(&old.shots), &json_of(&new.shots));
        assert_same(old, "ann", &json_of(&old.ann), &json_of(&new.ann));
        assert_same(old, "anyone", &json_of(&old.anyone), &json_of(&new.anyone));
    }
}

/// Moves for all seats to act. The clock moves for those that cannot.
fn play_on(hall: &mut Hall) {
    let mut dice = dice::Quick::new(6);
    let steps = hall.table.steps().len();
    for seat in hall.table.acting().iter().map(|seat| seat.0) {
        let turn = hall.table.turn();
        let action = hall.propose(seat, &mut dice);
        let people = [ANN, BOB, CAT, DAN].into_iter();
        let person = people.filter(|who| hall.table.seat_of(*who) == Some(seat));
        let actor = person.map(Actor::Identity).next();
        let actor = actor.unwrap_or(Actor::Computer(seat));
        let _ = hall.try_as(actor, Request::Move { turn, action });
    }
    if hall.table.steps().len() == steps {
        hall.time_out();
    }
    assert!(hall.table.steps().len() > steps);
}

#[test]
fn a_game_of_0_1_can_go_on() {
    let (mut running, mut conflicts, mut taken_back) = (0, 0, 0);
    for scene in stored() {
        let log = log_of(&scene);
        let types = types(&log);
        taken_back += types.iter().filter(|name| *name == "taken-back").count();
        for shot in &scene.shots {
            let mut hall = Hall::resumed(&log[..shot.entries]);
            if hall.table.phase() == Phase::Playing {
                running += 1;
                conflicts += usize::from(hall.table.view(None).conflict.is_some());
                play_on(&mut hall);
            }
        }
    }
    assert_eq!((running, conflicts, taken_back), (16, 4, 2));
}
