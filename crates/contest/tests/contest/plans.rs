//! Contests of 0.1, matches and rankings.

use super::*;

#[test]
fn a_contest_of_0_1_is_still_the_same() {
    let kept = Path::new("tests/data/v0_1");
    let plan = contest::journal::plan(kept).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let journal = fs::read_to_string(kept.join("journal.jsonl")).unwrap();
    fs::write(folder.path().join("journal.jsonl"), &journal).unwrap();
    // The plan has the same hash, or this would be another contest.
    let mut open = Journal::open(folder.path(), &plan).unwrap();
    let stop = AtomicBool::new(false);
    let nothing = |_: &Fixture| panic!("it has been played");
    let outcome = contest::run(&plan, Some(&mut open), &nothing, &|_| {}, &stop).unwrap();
    assert!(outcome.finished && outcome.fresh == 0);
    drop(open);
    assert_eq!(
        fs::read_to_string(folder.path().join("journal.jsonl")).unwrap(),
        journal,
        "it is left as it was"
    );
    let told = contest::report::Report {
        game: "Combo",
        seats: &["Black".to_owned(), "White".to_owned()],
        plan: &plan,
        outcome: &outcome,
        ratings: &ratings::of(&plan, &outcome.tally),
        viewer: None,
    };
    let brief = serde_json::to_string_pretty(&contest::report::brief(&told)).unwrap();
    let then = fs::read_to_string(kept.join("standings.json")).unwrap();
    assert_eq!(brief, then.trim_end());
    // What is played is written as then, line for line.
    let again = tempfile::tempdir().unwrap();
    let mut open = Journal::open(again.path(), &plan).unwrap();
    let lines = outcome.tally.counted.iter();
    let known = |fixture: &Fixture| {
        let mut counted = lines.clone();
        let game = counted.find(|game| game.fixture.number == fixture.number);
        Ok(game.unwrap().played.clone())
    };
    contest::run(&plan, Some(&mut open), &known, &|_| {}, &stop).unwrap();
    let written = fs::read_to_string(again.path().join("journal.jsonl")).unwrap();
    assert_eq!(written, journal);
}

#[test]
fn a_test_ends_a_match_and_what_was_played_ahead_does_not_count() {
    let mut plan = plan(Format::Match, 2, 2);
    plan.games = 400;
    plan.keep_failing = true;
    plan.sprt = Some(Sprt {
        low: 0.0,
        high: 150.0,
    });
    let outcome = alone(&plan, |fixture| crashing(fixture, 1, |_| true));
    let decided = outcome.tally.counted.len();
    assert_eq!(outcome.tally.decision, Some(Decision::Passed));
    assert!(outcome.finished && decided < 100 && decided % 2 == 0);
    plan.threads = 16;
    same(&alone(&plan, |f| crashing(f, 1, |_| true)), &outcome);
    plan.sprt = None;
    let all = alone(&plan, |fixture| crashing(fixture, 1, |_| true));
    assert_eq!(all.tally.counted.len(), 400);
    assert_eq!(all.tally.pairs, [1.0; 200]);
}

#[test]
fn a_ranking_ends_with_equals_against_each_other_and_without_the_slow() {
    let mut plan = plan(Format::Rank, 6, 6);
    plan.games = 12;
    plan.slowest = Some(SLOW);
    let outcome = alone(&plan, simulated);
    let tally = &outcome.tally;
    // The slow player leaves in the games of all, and is last.
    let aside = tally.aside[SLOWING].as_ref().unwrap();
    assert_eq!(aside.verdict, "slow");
    assert!((3..12).contains(&aside.game), "{}", aside.game);
    let games = tally.counted.iter();
    for game in games.filter(|game| game.fixture.round == 0) {
        let gone = game.fixture.number > aside.game;
        assert_eq!(game.fixture.absent.contains(&SLOWING), gone);
    }
    let ranking = tally.ranking();
    assert_eq!(ranking.last(), Some(&vec![SLOWING]));
    let mut all: Vec<usize> = ranking.concat();
    all.sort_unstable();
    assert_eq!(all, [0, 1, 2, 3, 4, 5]);
    // Players with equally many wins met once, and no others did.
    for (round, group) in (1..).zip(&tally.groups) {
        let games = tally.counted.iter();
        let met = games.filter(|game| game.fixture.round == round).count();
        assert_eq!(met, group.len() * (group.len() - 1) / 2);
        let won: HashSet<usize> = group.iter().map(|&player| tally.won(0, player)).collect();
        assert!(won.len() == 1 || group.contains(&SLOWING));
    }
    plan.games = 0;
    let none = alone(&plan, simulated);
    assert_eq!(none.tally.groups, [[0, 1, 2, 3, 4, 5]]);
    assert_eq!(none.tally.counted.len(), 15);
}
