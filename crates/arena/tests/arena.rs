//! Series, records and analysis as a whole.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::clock::Wall;
use arena::entrant::{Entrant, House};
use arena::series::{self, Series, SeriesError, Tally};
use arena::statistics::Sprt;
use catalog::Codec;
use combo::Combo;
use game::Seat;
use game17::Game17;
use players::roster::Spec;
use protocol::Record;
use protocol::record::RecordStep;
use record::analysis;
use search::control::Limits;
use serde_json::json;
use tafl::Brandub;

fn series(players: &[&str], games: u64) -> Series {
    Series {
        players: players
            .iter()
            .map(|text| Entrant::BuiltIn(text.parse().unwrap()))
            .collect(),
        house: House::built_in(),
        games,
        seed: 5,
        threads: 2,
        processor_time: false,
        opening: 2,
        openings: Vec::new(),
        sprt: None,
        records: false,
    }
}

fn run<G: arena::Contested>(game: &G, series: &Series) -> Tally {
    series::run(game, series, &AtomicBool::new(false), &|_| {}).unwrap()
}

/// The records of a series, in order.
fn records<G: arena::Contested>(game: &G, series: &Series) -> Vec<Record> {
    let series = Series {
        records: true,
        ..series.clone()
    };
    let kept = std::sync::Mutex::new(Vec::new());
    let keep = |game: &series::Finished| {
        kept.lock()
            .unwrap()
            .push((game.number, game.record.clone().unwrap()));
    };
    series::run(game, &series, &AtomicBool::new(false), &keep).unwrap();
    let mut kept = kept.into_inner().unwrap();
    kept.sort_by_key(|(number, _)| *number);
    kept.into_iter().map(|(_, record)| record).collect()
}

fn played(tally: &Tally) -> Vec<(u64, Vec<usize>, Vec<u32>, usize)> {
    let games = tally.games.iter();
    games
        .map(|g| (g.cycle, g.seating.clone(), g.places.clone(), g.steps))
        .collect()
}

#[test]
fn the_better_player_wins_on_both_sides() {
    let tally = run(&Brandub::default(), &series(&["medium", "random"], 12));
    assert_eq!(tally.games.len(), 12);
    assert!(tally.duel(None).mean() > 0.9);
    assert_eq!(tally.duel(Some(Seat(0))).games(), 6);
    assert_eq!(tally.duel(Some(Seat(1))).games(), 6);
    assert_eq!(tally.pairs().len(), 6);
    assert!(tally.effort(0).nodes > 0 && tally.effort(1).nodes == 0);
}

#[test]
fn a_series_is_the_same_on_any_number_of_threads() {
    let mut plan = series(&["weak", "random"], 8);
    let small = Combo::from_options(&json!({"width": 4, "height": 5})).unwrap();
    let two = played(&run(&small, &plan));
    plan.threads = 1;
    assert_eq!(played(&run(&small, &plan)), two);
    plan.seed = 6;
    assert_ne!(played(&run(&small, &plan)), two);
}

#[test]
fn games_of_a_cycle_differ_in_the_seats_only() {
    let game = Game17::from_options(&json!({"size": 5, "players": 3, "rounds": 5})).unwrap();
    let plan = series(&["t800", "zombie", "zombie"], 4);
    let tally = run(&game, &plan);
    // Rounded up to whole rotations.
    assert_eq!(tally.games.len(), 6);
    let records = records(&game, &plan);
    let first = |game: usize| match &records[game].steps[0] {
        RecordStep::Draw { draw, .. } => draw.clone(),
        RecordStep::Act { .. } => panic!("the first step is a draw"),
    };
    assert_eq!(first(0), first(1));
    assert_eq!(first(0), first(2));
    assert_ne!(first(0), first(3));
    let seatings: Vec<&[usize]> = tally.games[..3]
        .iter()
        .map(|g| g.seating.as_slice())
        .collect();
    assert_eq!(seatings, [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
    let (won, place) = tally.firsts(0);
    assert!(won <= 6 && place >= 1.0);
}

#[test]
fn openings_are_played_as_written() {
    let mut plan = series(&["random", "random"], 4);
    plan.openings = vec!["d1-c1 d3-e3".to_owned(), "d2-a2".to_owned()];
    let records = records(&Brandub::default(), &plan);
    let begins = |game: usize| match &records[game].steps[0] {
        RecordStep::Act { act, .. } => act[0].1.as_str(),
        RecordStep::Draw { .. } => panic!("nothing is drawn"),
    };
    assert_eq!([begins(0), begins(1)], ["d1-c1", "d1-c1"]);
    assert_eq!([begins(2), begins(3)], ["d2-a2", "d2-a2"]);

    plan.openings = vec!["d1-d7".to_owned()];
    let error = series::run(&Brandub::default(), &plan, &AtomicBool::new(false), &|_| {});
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("the way is blocked: a piece stands on d2"),
        "{error}"
    );
}

#[test]
fn a_test_ends_a_series_early() {
    let mut plan = series(&["medium", "random"], 1000);
    plan.sprt = Some(Sprt {
        low: 0.0,
        high: 200.0,
    });
    let tally = run(&Brandub::default(), &plan);
    assert!(tally.games.len() < 100, "{}", tally.games.len());
}

#[test]
fn a_series_that_cannot_be_is_refused() {
    let refused = |players: &[&str]| {
        series::run(
            &Brandub::default(),
            &series(players, 2),
            &AtomicBool::new(false),
            &|_| {},
        )
        .unwrap_err()
    };
    assert_eq!(
        refused(&["random"]),
        SeriesError::Seats {
            seats: 2,
            players: 1
        }
    );
    assert!(
        refused(&["random", "t800"])
            .to_string()
            .contains("no player \"t800\"")
    );
}

#[test]
fn a_stopped_series_ends_at_once() {
    let stop = AtomicBool::new(true);
    let tally = series::run(
        &Brandub::default(),
        &series(&["strong", "strong"], 100),
        &stop,
        &|_| {},
    );
    assert!(tally.unwrap().games.is_empty());
}

fn a_record() -> Record {
    records(&Brandub::default(), &series(&["medium", "random"], 2)).swap_remove(0)
}

#[test]
fn a_verified_record_is_what_was_played() {
    let game = Game17::from_options(&json!({"size": 4, "players": 2, "rounds": 5})).unwrap();
    for record in [
        a_record(),
        records(&Combo::default(), &series(&["medium", "weak"], 2)).swap_remove(1),
        records(&game, &series(&["t800", "medium"], 2)).swap_remove(0),
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
    let game = Brandub::default();
    let steps = record::steps(&game, &record).unwrap();
    let (clock, stop) = (Wall::start(), AtomicBool::new(false));
    let engine: Spec = "alphabeta".parse().unwrap();
    let limits = Limits {
        nodes: Some(2000),
        time: Some(Duration::from_secs(60)),
        ..Limits::default()
    };
    let mut told = 0;
    let judged = analysis::whole_game(
        &game,
        &steps,
        |game, state| analysis::position(game, state, &engine, limits, 1, &clock, &stop),
        |_| told += 1,
    )
    .unwrap();
    assert_eq!(judged.steps.len(), steps.len());
    assert_eq!(told, steps.len());
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
