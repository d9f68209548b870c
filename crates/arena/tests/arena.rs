//! Matches, records and analysis as a whole.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::bout::{Recording, read_opening};
use arena::clock::Wall;
use arena::entrant::{Entrant, House, distinct_names};
use arena::local::Local;
use catalog::GameData;
use contest::statistics::{Decision, Sprt};
use contest::{Format, Outcome, Plan, Row};
use dice::Seed;
use players::roster::Spec;
use protocol::Record;
use protocol::record::RecordStep;
use record::analysis;
use search::control::{Control, Limits};
use serde_json::{Value, json};

/// A match of built-in players, and how its games are played.
fn series(game: &str, options: Value, players: &[&str], games: u64) -> (Plan, Local) {
    let game = catalog::open(game, &options).unwrap();
    let entrants: Vec<Entrant> = players
        .iter()
        .map(|text| Entrant::find(&*game, text).unwrap())
        .collect();
    let names = distinct_names(&entrants);
    let (id, seats) = (game.info().id, usize::from(game.seats()));
    let plan = Plan {
        games,
        seed: Seed::from_number(5),
        threads: 2,
        ..Plan::new(id, game.options(), seats, Format::Match, names.clone())
    };
    let local = Local {
        game,
        players: names.into_iter().zip(entrants).collect(),
        house: House::built_in(),
        processor_time: false,
        opening: 2,
        openings: Vec::new(),
        cores: Vec::new(),
        recording: Recording::Yes,
    };
    (plan, local)
}

/// Plays a match. Gives its records too, in order.
fn run((plan, local): &(Plan, Local)) -> (Outcome, Vec<Record>) {
    let stop = AtomicBool::new(false);
    let kept = Mutex::new(Vec::new());
    let play = |fixture: &contest::Fixture| {
        let (played, record) = local.play(fixture, &stop)?;
        kept.lock().unwrap().push((fixture.number, record.unwrap()));
        Ok(played)
    };
    let outcome = contest::run(plan, None, &play, &|_| {}, &stop).unwrap();
    let mut kept = kept.into_inner().unwrap();
    kept.sort_by_key(|(number, _)| *number);
    (
        outcome,
        kept.into_iter().map(|(_, record)| record).collect(),
    )
}

fn brandub(players: &[&str], games: u64) -> (Plan, Local) {
    series("brandub", Value::Null, players, games)
}

/// The first player of a plan in the standings.
fn first(outcome: &Outcome) -> &Row {
    let mut rows = outcome.standings.rows.iter();
    rows.find(|row| row.player == 0).unwrap()
}

/// Everything that chance decides in a match.
fn played(outcome: &Outcome) -> Vec<(u64, Vec<usize>, Vec<u32>, usize)> {
    let games = outcome.tally.counted.iter();
    games
        .map(|game| {
            let places = game.played.seats.iter().map(|seat| seat.place);
            let fixture = &game.fixture;
            let (seating, steps) = (fixture.seating.clone(), game.played.steps);
            (fixture.cycle, seating, places.collect(), steps)
        })
        .collect()
}

#[test]
fn the_better_player_wins_on_both_sides() {
    let (outcome, _) = run(&brandub(&["medium", "random"], 12));
    assert_eq!(outcome.tally.counted.len(), 12);
    let row = first(&outcome);
    assert!(row.duels.rate().unwrap() > 0.9);
    assert_eq!([row.by_seat[0].games(), row.by_seat[1].games()], [6, 6]);
    assert_eq!(outcome.tally.pairs.len(), 6);
    let states = |player: usize| {
        let mut rows = outcome.standings.rows.iter();
        rows.find(|row| row.player == player).unwrap().states
    };
    assert!(states(0) > 0 && states(1) == 0);
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let small = json!({"width": 4, "height": 5});
    let mut setting = series("combo", small, &["weak", "random"], 8);
    let two = played(&run(&setting).0);
    setting.0.threads = 1;
    assert_eq!(played(&run(&setting).0), two);
    setting.0.seed = Seed::from_number(6);
    assert_ne!(played(&run(&setting).0), two);
}

#[test]
fn a_test_ends_a_match_at_the_same_game_on_any_number_of_threads() {
    let mut setting = brandub(&["medium", "random"], 1000);
    setting.0.sprt = Some(Sprt {
        low: 0.0,
        high: 200.0,
    });
    let (outcome, _) = run(&setting);
    assert!(outcome.tally.counted.len() < 100);
    assert_eq!(outcome.tally.decision, Some(Decision::Passed));
    assert!(outcome.finished);
    setting.0.threads = 1;
    assert_eq!(played(&run(&setting).0), played(&outcome));
}

#[test]
fn games_of_a_cycle_differ_in_the_seats_only() {
    let options = json!({"size": 5, "players": 3, "rounds": 5});
    let (outcome, records) = run(&series("game17", options, &["t800", "zombie", "zombie"], 4));
    // As many as were asked for: the last rotation is not whole.
    assert_eq!(records.len(), 4);
    let first = |game: usize| match &records[game].steps[0] {
        RecordStep::Draw { draw, .. } => draw.clone(),
        RecordStep::Act { .. } => panic!("the first step is a draw"),
    };
    assert_eq!(first(0), first(1));
    assert_eq!(first(0), first(2));
    assert_ne!(first(0), first(3));
    let counted = outcome.tally.counted[..3].iter();
    let seatings: Vec<&[usize]> = counted.map(|game| &game.fixture.seating[..]).collect();
    assert_eq!(seatings, [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
}

#[test]
fn one_player_can_play_alone() {
    let options = json!({"size": 4, "players": 1, "rounds": 3});
    let (outcome, records) = run(&series("game17", options, &["t800"], 3));
    assert_eq!((outcome.tally.counted.len(), records.len()), (3, 3));
}

#[test]
fn openings_are_played_as_written() {
    let mut setting = brandub(&["random", "random"], 4);
    let game = catalog::open("brandub", &GameData::NULL).unwrap();
    let lines = ["d1-c1 d3-e3", "d2-a2"];
    setting.1.openings = lines
        .map(|line| read_opening(&*game, line).unwrap())
        .to_vec();
    let (_, records) = run(&setting);
    let begins = |game: usize| match &records[game].steps[0] {
        RecordStep::Act { act, .. } => act[0].1.as_str(),
        RecordStep::Draw { .. } => panic!("nothing is drawn"),
    };
    assert_eq!([begins(0), begins(1)], ["d1-c1", "d1-c1"]);
    assert_eq!([begins(2), begins(3)], ["d2-a2", "d2-a2"]);
    assert_eq!([records[0].opening, records[2].opening], [2, 1]);

    let error = read_opening(&*game, "d1-d7").unwrap_err().to_string();
    assert!(
        error.contains("the way is blocked: a piece stands on d2"),
        "{error}"
    );
}

#[test]
fn a_match_that_cannot_be_is_refused() {
    let (plan, _) = brandub(&["random"], 2);
    assert_eq!(
        plan.check().unwrap_err().to_string(),
        "this game needs 2 players, not 1"
    );
    let game = catalog::open("brandub", &GameData::NULL).unwrap();
    let error = Entrant::find(&*game, "t800").unwrap_err().to_string();
    assert!(error.contains("no player \"t800\""), "{error}");
}

#[test]
fn a_stopped_match_ends_at_once() {
    let (plan, local) = brandub(&["strong", "strong"], 100);
    let stop = AtomicBool::new(true);
    let play = |fixture: &contest::Fixture| Ok(local.play(fixture, &stop)?.0);
    let outcome = contest::run(&plan, None, &play, &|_| {}, &stop).unwrap();
    assert!(outcome.tally.counted.is_empty() && !outcome.finished);
}

fn a_record() -> Record {
    run(&brandub(&["medium", "random"], 2)).1.swap_remove(0)
}

#[test]
fn a_verified_record_is_what_was_played() {
    let combo = series("combo", Value::Null, &["medium", "weak"], 2);
    let options = json!({"size": 4, "players": 2, "rounds": 5});
    let game17 = series("game17", options, &["t800", "medium"], 2);
    for record in [
        a_record(),
        run(&combo).1.swap_remove(1),
        run(&game17).1.swap_remove(0),
    ] {
        let checked = record::verify(&record).unwrap();
        let verified = &checked.verified;
        assert_eq!(verified.steps, record.steps.len());
        assert_eq!(verified.draws > 5, record.game == "game17");
        // It stays so when it is written and read.
        let text = serde_json::to_vec_pretty(&record).unwrap();
        assert_eq!(Record::read(&text), Ok(record));
    }
}

#[test]
fn analysis_finds_where_a_game_turned() {
    let record = a_record();
    let game = &*catalog::open("brandub", &GameData::NULL).unwrap();
    let (clock, stop) = (Wall::start(), AtomicBool::new(false));
    let engine: Spec = "alphabeta".parse().unwrap();
    let limits = Limits {
        nodes: Some(2000),
        time: Some(Duration::from_secs(60)),
        ..Limits::default()
    };
    let mut told = 0;
    let judged = analysis::whole_game::<anyhow::Error>(
        game,
        &record,
        |state| {
            let control = || Control::new(limits, &clock, &stop);
            Ok(analysis::position(game, state, &engine, 1, control)?)
        },
        |_| told += 1,
    )
    .unwrap();
    assert_eq!(judged.steps.len(), record.steps.len());
    assert_eq!(told, record.steps.len());
    let turned = judged.turned.unwrap();
    assert!(turned.swing.abs() > 0.1 && turned.step >= 1);
    let chances = judged
        .steps
        .iter()
        .map(|step| step.chance_of_seat_0.unwrap());
    assert!(
        chances
            .into_iter()
            .all(|chance| (0.0..=1.0).contains(&chance))
    );
    assert!([Some(0.0), Some(1.0), Some(0.5)].contains(&judged.end));
}
