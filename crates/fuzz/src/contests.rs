//! Journals and plans of contests.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use catalog::GameData;
use contest::{
    Entrant, Fixture, Format, Journal, Outcome, Plan, Played, Scoring, SeatResult, Seeding, Stop,
    Terms, journal, played, run,
};
use dice::Seed;
use game::Dice;
use serde::Deserialize;
use tempfile::TempDir;

use crate::text;

/// The most games of a contest here.
const MOST_GAMES: usize = 400;

/// The text is a journal, perhaps of a contest of three players known here.
pub fn journals(data: &[u8]) {
    let Some(text) = text(data) else {
        return;
    };
    let folder = folder();
    let path = folder.path().join(journal::NAME);
    let write = |text: &str| std::fs::write(&path, text).expect("a file in memory");
    write(text);
    let _ = journal::plan(folder.path());
    let games = journal::games(folder.path());
    match &games {
        Ok(games) => {
            assert!(games.len() < text.lines().count().max(1));
            games.iter().for_each(survives_json);
            // Cutting a part off the last line loses only that line.
            let last = text.trim_end_matches('\n').rfind('\n');
            if let (Some(last), true) = (last, text.ends_with('\n')) {
                let mut cut = (last + text.len()) / 2;
                while !text.is_char_boundary(cut) {
                    cut += 1;
                }
                write(&text[..cut]);
                let torn = journal::games(folder.path()).expect("a torn journal is read");
                assert!(torn.len() <= games.len());
                write(text);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let plan = plan(Asked::default());
    let Ok(mut open) = Journal::open(folder.path(), &plan) else {
        // The file is not a journal, so it stays untouched.
        assert_eq!(std::fs::read(&path).ok().as_deref(), Some(data));
        return;
    };
    let known = games.map_or(0, |games| games.len());
    assert_eq!(open.games(), known);
    let stopped = run(
        &plan,
        Some(&mut open),
        &|_| Err(Stop::Stopped),
        &|_| {},
        &AtomicBool::new(true),
    );
    drop(open);
    if let Ok(outcome) = stopped {
        assert_eq!(outcome.fresh, 0);
        contest::ratings::of(&plan, &outcome.tally);
    }
    let games = journal::games(folder.path()).expect("an opened journal is whole");
    assert_eq!(games.len(), known);
}

/// Checks that a game stays the same when it is written and read.
fn survives_json(game: &Played) {
    let written = serde_json::to_string(game).expect("a game is JSON");
    let read: Played = serde_json::from_str(&written).expect("a game that was written");
    assert_eq!(read, *game, "{written}");
}

/// The text is a plan in JSON, as in a journal. Plays the contest and reads it again
/// from its journal.
pub fn plans(data: &[u8]) {
    let Some(asked) = text(data).and_then(|text| serde_json::from_str(text).ok()) else {
        return;
    };
    let plan = plan(asked);
    if let Err(error) = plan.check() {
        assert!(!error.to_string().is_empty());
        return;
    }
    let folder = folder();
    let games = Mutex::new(Vec::new());
    let first = play(&plan, folder.path(), &|fixture| {
        let mut games = games.lock().expect("no panic");
        if games.len() >= MOST_GAMES {
            return Err(Stop::Stopped);
        }
        let result = result(&plan, fixture);
        games.push(result.clone());
        Ok(result)
    });
    let games = games.into_inner().expect("no panic");
    assert!(first.finished || games.len() == MOST_GAMES);
    let read = journal::games(folder.path()).expect("a journal that was written");
    assert_eq!(read.len(), games.len());
    assert!(games.iter().all(|game| read.contains(game)));
    let again = play(&plan, folder.path(), &|_| Err(Stop::Stopped));
    assert_eq!((again.fresh, again.finished), (0, first.finished));
    assert_eq!(again.standings, first.standings);
    let mut other = plan.clone();
    other.games += 1;
    assert!(
        Journal::open(folder.path(), &other).is_err(),
        "another plan"
    );
}

fn play(
    plan: &Plan,
    folder: &Path,
    game: &(dyn Fn(&Fixture) -> Result<Played, Stop> + Sync),
) -> Outcome {
    let mut journal = Journal::open(folder, plan).expect("the journal of this plan");
    run(
        plan,
        Some(&mut journal),
        game,
        &|_| {},
        &AtomicBool::new(false),
    )
    .expect("a contest")
}

/// A result that follows from the game's seed and number.
fn result(plan: &Plan, fixture: &Fixture) -> Played {
    let mut dice = fixture.seed.draw(fixture.number);
    let places: Vec<u32> = fixture
        .seating
        .iter()
        .map(|_| 1 + dice.below(plan.seats as u32))
        .collect();
    let points = played::points(&places);
    let seat = |(place, points)| SeatResult {
        place,
        points,
        pieces: dice.below(9),
        verdict: (dice.below(4) == 0).then(|| "crashed".to_owned()),
        ..SeatResult::default()
    };
    Played {
        seats: places.into_iter().zip(points).map(seat).collect(),
        reason: "x".to_owned(),
        steps: 1,
        record: None,
        hash: None,
    }
}

/// The fields of a plan in an input; missing ones have defaults.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Asked {
    players: Option<Vec<String>>,
    format: String,
    rounds: Option<u64>,
    options: GameData,
    seats: Option<u64>,
    games: Option<u64>,
    seeding: String,
    extra: Option<u64>,
    seed: u64,
    keep_failing: bool,
}

/// A plan with these numbers, limited so that it is quick to play. The default is a
/// round robin of three players.
fn plan(asked: Asked) -> Plan {
    let names = asked.players;
    let names = names.unwrap_or_else(|| ["a", "b", "c"].map(str::to_owned).to_vec());
    let entrant = |name: String| Entrant {
        fingerprint: name.clone(),
        name,
    };
    Plan {
        game: catalog::USUAL.id.to_owned(),
        options: asked.options,
        seats: asked.seats.unwrap_or(2).min(5) as usize,
        players: names.into_iter().take(9).map(entrant).collect(),
        format: asked.format.parse().unwrap_or(Format::RoundRobin),
        games: asked.games.unwrap_or(2).min(4),
        rounds: asked.rounds.map(|rounds| rounds.min(9) as u32),
        seeding: if asked.seeding == "lot" {
            Seeding::Lot
        } else {
            Seeding::Order
        },
        extra: asked.extra.unwrap_or(1).min(3) as u32,
        seed: Seed::from_number(asked.seed),
        keep_failing: asked.keep_failing,
        sprt: None,
        slowest: None,
        scoring: Scoring::CURRENT,
        terms: Terms::default(),
        threads: 1,
        cores: Vec::new(),
    }
}

/// A folder in memory if possible, because journals wait for the disk.
fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() {
        tempfile::tempdir_in(memory)
    } else {
        tempfile::tempdir()
    };
    made.expect("a folder")
}
