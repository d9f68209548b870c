//! Contests as a whole, between players whose strength is known.

mod coverage;
mod plans;
mod report;
mod scores;
mod swiss;

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use contest::played::points;
use contest::ratings;
use contest::schedule::Decider;
use contest::statistics::{Decision, Sprt};
use contest::{
    Contest, ContestError, Entrant, Fixture, Format, Journal, Note, Outcome, Plan, Played, Scoring,
    SeatResult, Seeding, Stop, Terms,
};
use dice::{Quick, Seed};
use game::{Dice, shuffle};
use protocol::GameData;
use serde_json::json;

/// A player who takes longer in every game, and the mean time of a move that is too
/// long in rankings.
const SLOWING: usize = 3;
const SLOW: Duration = Duration::from_millis(3);

fn plan(format: Format, players: usize, seats: usize) -> Plan {
    Plan {
        game: "brandub".to_owned(),
        options: GameData::from(json!({})),
        seats,
        players: (0..players)
            .map(|player| Entrant {
                name: format!("player {player}"),
                fingerprint: format!("made of {player}"),
            })
            .collect(),
        format,
        games: seats as u64,
        rounds: None,
        seeding: Seeding::Order,
        extra: 2,
        seed: Seed::from_number(7),
        keep_failing: false,
        sprt: None,
        slowest: None,
        scoring: Scoring::CURRENT,
        terms: Terms {
            opening: 2,
            ..Terms::default()
        },
        threads: 1,
        cores: Vec::new(),
    }
}

/// Players of whom the first is the strongest. What happens follows from the
/// game alone; now and then there is a draw.
fn simulated(fixture: &Fixture) -> Played {
    let absent = fixture
        .absent
        .iter()
        .fold(0, |sum, seat| 31 * sum + 1 + *seat as u64);
    let mut dice = Quick::new(fixture.number << 20 ^ absent ^ fixture.cycle << 8);
    let form: Vec<u32> = fixture
        .seating
        .iter()
        .enumerate()
        .map(|(seat, &player)| {
            if fixture.absent.contains(&seat) {
                0
            } else {
                1 + (dice.below(12) + dice.below(12)).saturating_sub(player as u32)
            }
        })
        .collect();
    let places: Vec<u32> = form
        .iter()
        .map(|mine| 1 + form.iter().filter(|other| *other > mine).count() as u32)
        .collect();
    let seats = places.iter().zip(points(&places)).zip(&form);
    Played {
        seats: seats
            .zip(&fixture.seating)
            .map(|(((&place, points), &pieces), &player)| SeatResult {
                place,
                points,
                pieces,
                moves: 20,
                wall: if player == SLOWING {
                    Duration::from_millis(40 + 6 * fixture.number)
                } else {
                    Duration::from_millis(40)
                },
                slowest: Duration::from_millis(5),
                ..SeatResult::default()
            })
            .collect(),
        reason: "simulated".to_owned(),
        steps: 40,
        record: None,
        hash: None,
    }
}

/// The same, but `player` crashes in games for which `when` holds.
fn crashing(fixture: &Fixture, player: usize, when: impl Fn(u64) -> bool) -> Played {
    let mut played = simulated(fixture);
    let seat = fixture
        .seating
        .iter()
        .position(|&sitting| sitting == player);
    if let Some(seat) = seat.filter(|seat| !fixture.absent.contains(seat))
        && when(fixture.number)
    {
        let seats = fixture.seating.len() as u32;
        let places: Vec<u32> = (0..fixture.seating.len())
            .map(|other| if other == seat { seats } else { 1 })
            .collect();
        for (result, (place, points)) in played
            .seats
            .iter_mut()
            .zip(places.iter().zip(points(&places)))
        {
            result.place = *place;
            result.points = points;
        }
        played.seats[seat].verdict = Some("crashed".to_owned());
        played.seats[seat].detail = Some("exit code 3".to_owned());
    }
    played
}

fn hold(plan: &Plan, folder: &Path, play: impl Fn(&Fixture) -> Played + Sync) -> Outcome {
    let mut journal = Journal::open(folder, plan).unwrap();
    let stop = AtomicBool::new(false);
    let play = |fixture: &Fixture| Ok(play(fixture));
    contest::run(plan, Some(&mut journal), &play, &|_| {}, &stop).unwrap()
}

fn alone(plan: &Plan, play: impl Fn(&Fixture) -> Played + Sync) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let outcome = hold(plan, folder.path(), play);
    assert!(outcome.finished);
    outcome
}

fn same(a: &Outcome, b: &Outcome) {
    assert_eq!(a.tally.counted, b.tally.counted);
    assert_eq!(a.tally.notes, b.tally.notes);
    assert_eq!(a.tally.aside, b.tally.aside);
    assert_eq!(a.standings, b.standings);
    assert_eq!(a.tally.pairs, b.tally.pairs);
    assert_eq!(a.tally.decision, b.tally.decision);
    assert_eq!(a.tally.ranking(), b.tally.ranking());
}

/// One plan of every format.
fn formats() -> Vec<Plan> {
    let mut royale = plan(Format::Royale, 7, 4);
    royale.rounds = Some(6);
    let mut gauntlet = plan(Format::Gauntlet, 5, 2);
    gauntlet.games = 6;
    let mut tested = plan(Format::Match, 2, 2);
    tested.games = 400;
    tested.sprt = Some(Sprt {
        low: 0.0,
        high: 150.0,
    });
    let mut ranking = plan(Format::Rank, 6, 6);
    ranking.games = 12;
    ranking.slowest = Some(SLOW);
    let mut series = plan(Format::Match, 3, 3);
    series.games = 40;
    vec![
        plan(Format::RoundRobin, 7, 2),
        gauntlet,
        plan(Format::Swiss, 9, 2),
        plan(Format::Knockout, 7, 2),
        royale,
        series,
        tested,
        ranking,
    ]
}

#[test]
fn threads_and_the_order_in_which_games_end_make_no_difference() {
    let mixed = AtomicU64::new(1);
    for mut plan in formats() {
        // The third player starts to fail, recovers once, and fails for good.
        let bad = |number: u64| number > 3 && number != 9;
        let expected = alone(&plan, |fixture| crashing(fixture, 2, bad));
        plan.threads = 8;
        for _ in 0..6 {
            let outcome = alone(&plan, |fixture| {
                let turn = mixed.fetch_add(1, Ordering::Relaxed);
                let pause = Quick::new(turn).below(4000);
                std::thread::sleep(Duration::from_micros(pause.into()));
                crashing(fixture, 2, bad)
            });
            same(&outcome, &expected);
        }
    }
}

#[test]
fn a_contest_that_is_broken_off_again_and_again_ends_the_same() {
    for (number, mut plan) in formats().into_iter().enumerate() {
        let bad = |number: u64| number > 3 && number != 9;
        let expected = alone(&plan, |fixture| crashing(fixture, 2, bad));
        plan.threads = 3;
        let folder = tempfile::tempdir().unwrap();
        let mut dice = Quick::new(number as u64);
        let mut finished = false;
        for attempt in 0..200 {
            let left = AtomicU64::new(u64::from(dice.below(9)));
            let stop = AtomicBool::new(false);
            let mut journal = Journal::open(folder.path(), &plan).unwrap();
            let play = |fixture: &Fixture| {
                if left.load(Ordering::Relaxed) == 0 {
                    return Err(Stop::Stopped);
                }
                left.fetch_sub(1, Ordering::Relaxed);
                Ok(crashing(fixture, 2, bad))
            };
            let outcome = contest::run(&plan, Some(&mut journal), &play, &|_| {}, &stop).unwrap();
            drop(journal);
            if outcome.finished {
                assert!(attempt > 1, "it was never broken off");
                same(&outcome, &expected);
                finished = true;
                break;
            }
            // A machine that lost its power can leave half a line.
            let path = folder.path().join("journal.jsonl");
            let text = fs::read(&path).unwrap();
            let cut = dice.below(120) as usize;
            let first = text.iter().position(|&byte| byte == b'\n').unwrap() + 1;
            fs::write(&path, &text[..text.len().saturating_sub(cut).max(first)]).unwrap();
        }
        assert!(finished, "{}", plan.format);
    }
}

/// Plays a contest by hand: games are taken ahead, end in any order, are given
/// back, and every now and then the contest is made anew from its journal, which
/// has its lines in any order and some of them twice.
fn played_in_disorder(plan: &Plan, chance: u64) -> Outcome {
    let mut dice = Quick::new(chance);
    let mut contest = Contest::new(plan.clone()).unwrap();
    let mut taken: Vec<Fixture> = Vec::new();
    let mut journal: Vec<(Fixture, Played)> = Vec::new();
    while !contest.is_over() {
        let room = taken.len() < 6;
        let taking = room.then(|| contest.take(|_| true)).flatten();
        match (dice.below(8), taking) {
            (0, taking) => {
                // A crash: what was being played is lost.
                drop(taking);
                taken.clear();
                shuffle(&mut journal, &mut dice);
                let twice = journal.first().cloned();
                let lines = journal.iter().cloned().chain(twice);
                contest = Contest::resume(plan.clone(), lines).unwrap();
            }
            (1, Some(fixture)) => contest.give_back(&fixture),
            (2..=4, Some(fixture)) => taken.push(fixture),
            (_, taking) => {
                taken.extend(taking);
                if taken.is_empty() {
                    contest = Contest::resume(plan.clone(), journal.clone()).unwrap();
                    continue;
                }
                let any = dice.below(taken.len() as u32) as usize;
                let fixture = taken.swap_remove(any);
                let played = crashing(&fixture, 1, |number| number % 3 != 1);
                journal.push((fixture.clone(), played.clone()));
                contest.finish(&fixture, played).unwrap();
            }
        }
    }
    contest.outcome(0)
}

#[test]
fn any_order_of_results_crashes_and_resumes_gives_the_same_standings() {
    for plan in formats() {
        for keep_failing in [false, true] {
            let plan = Plan {
                keep_failing,
                ..plan.clone()
            };
            let whole = alone(&plan, |fixture| {
                crashing(fixture, 1, |number| number % 3 != 1)
            });
            for chance in 0..40 {
                same(&whole, &played_in_disorder(&plan, chance));
            }
        }
    }
}

#[test]
fn a_contest_that_has_ended_is_not_played_again() {
    for plan in formats() {
        let folder = tempfile::tempdir().unwrap();
        let first = hold(&plan, folder.path(), simulated);
        let again = hold(&plan, folder.path(), |_| panic!("played again"));
        assert!(again.finished && first.fresh > 0 && again.fresh == 0);
        same(&first, &again);
    }
}

#[test]
fn three_failures_in_a_row_set_a_player_aside() {
    let mut plan = plan(Format::RoundRobin, 5, 2);
    plan.games = 4;
    let outcome = alone(&plan, |fixture| crashing(fixture, 1, |_| true));
    let aside = outcome.tally.aside[1].as_ref().unwrap();
    assert_eq!(
        (aside.verdict.as_str(), aside.detail.as_deref()),
        ("crashed", Some("exit code 3"))
    );
    let of = |player: usize| {
        let rows = &outcome.standings.rows;
        rows.iter().find(|row| row.player == player).unwrap()
    };
    assert_eq!((of(1).games, of(1).forfeits, of(1).points), (3, 13, 0.0));
    assert_eq!(of(1).verdicts, BTreeMap::from([("crashed".to_owned(), 3)]));
    // Everybody has the points of its four games against it.
    for player in [0, 2, 3, 4] {
        assert_eq!(outcome.standings.crosstable[player][1].won, 4);
    }
    let ratings = ratings::of(&plan, &outcome.tally);
    assert!(ratings.players.iter().all(Option::is_some));
    plan.keep_failing = true;
    let outcome = alone(&plan, |fixture| crashing(fixture, 1, |_| true));
    assert_eq!(outcome.tally.aside[1], None);
    assert!(outcome.tally.counted.iter().all(|game| !game.forfeit));
    // Two failures, a good game, two failures: that is not three in a row.
    plan.keep_failing = false;
    let games = AtomicU64::new(0);
    let outcome = alone(&plan, |fixture| {
        let mine = fixture.seating.contains(&1);
        let turn = games.fetch_add(u64::from(mine), Ordering::Relaxed);
        crashing(fixture, 1, |_| turn % 3 != 2)
    });
    assert_eq!(outcome.tally.aside[1], None);
}

#[test]
fn running_out_of_time_is_a_way_to_lose() {
    let plan = plan(Format::RoundRobin, 4, 2);
    let outcome = alone(&plan, |fixture| {
        let mut played = crashing(fixture, 1, |_| true);
        for result in &mut played.seats {
            result.verdict = result.verdict.take().map(|_| "time".to_owned());
        }
        played
    });
    assert_eq!(outcome.tally.aside[1], None);
}

#[test]
fn a_game_of_many_goes_on_without_whoever_was_set_aside() {
    let mut plan = plan(Format::Royale, 4, 4);
    plan.games = 12;
    let outcome = alone(&plan, |fixture| crashing(fixture, 3, |_| true));
    assert_eq!(outcome.tally.aside[3].as_ref().unwrap().game, 2);
    assert_eq!(outcome.tally.counted.len(), 12);
    for game in &outcome.tally.counted[3..] {
        let empty = game
            .fixture
            .absent
            .iter()
            .map(|&seat| game.fixture.seating[seat]);
        assert_eq!(empty.collect::<Vec<_>>(), [3]);
        assert!(!game.forfeit);
    }
    // When all but one have been set aside, there is nothing left to play.
    let outcome = alone(&plan, |fixture| {
        let mut played = simulated(fixture);
        for (result, &player) in played.seats.iter_mut().zip(&fixture.seating) {
            result.verdict = (player > 0).then(|| "crashed".to_owned());
        }
        played
    });
    assert_eq!(
        outcome
            .tally
            .counted
            .iter()
            .filter(|game| game.forfeit)
            .count(),
        9
    );
    assert_eq!(outcome.standings.rows[0].player, 0);
}

#[test]
fn a_round_robin_has_every_ordered_pair_with_the_same_openings() {
    for players in 2..10 {
        let mut plan = plan(Format::RoundRobin, players, 2);
        plan.games = 4;
        let outcome = alone(&plan, simulated);
        let mut pairs: BTreeMap<(usize, usize), Vec<(u64, Seed)>> = BTreeMap::new();
        for game in &outcome.tally.counted {
            let fixture = &game.fixture;
            let cycles = pairs
                .entry((fixture.seating[0], fixture.seating[1]))
                .or_default();
            cycles.push((fixture.cycle, fixture.seed));
        }
        assert_eq!(pairs.len(), players * (players - 1));
        let both = &pairs[&(0, 1)];
        assert_eq!(both.len(), 2);
        assert_ne!(both[0].1, both[1].1);
        assert!(pairs.values().all(|cycles| cycles == both));
        // In a round nobody sits at two tables.
        for round in outcome
            .tally
            .counted
            .chunk_by(|a, b| a.fixture.round == b.fixture.round)
        {
            let tables: HashSet<usize> = round.iter().map(|game| game.fixture.seating[0]).collect();
            assert_eq!(tables.len(), round.len());
        }
    }
    // With one game a pair everybody moves first about equally often.
    let mut plan = plan(Format::RoundRobin, 7, 2);
    plan.games = 1;
    let outcome = alone(&plan, simulated);
    for player in 0..7 {
        let games = outcome.tally.counted.iter();
        let firsts = games
            .filter(|game| game.fixture.seating[0] == player)
            .count();
        assert_eq!(firsts, 3);
    }
}

#[test]
fn a_gauntlet_is_run_by_the_first() {
    let mut plan = plan(Format::Gauntlet, 5, 2);
    plan.games = 6;
    let outcome = alone(&plan, simulated);
    assert_eq!(outcome.tally.counted.len(), 24);
    assert!(
        outcome
            .tally
            .counted
            .iter()
            .all(|game| game.fixture.seating.contains(&0))
    );
    assert!((1..5).all(|other| outcome.standings.crosstable[0][other].games() == 6));
}

#[test]
fn a_swiss_contest_repeats_no_meeting_and_gives_one_bye_each() {
    for (players, rounds, games) in [(9, 4, 1), (8, 4, 2), (16, 6, 1), (5, 2, 2), (33, 9, 1)] {
        let mut plan = plan(Format::Swiss, players, 2);
        plan.rounds = Some(rounds);
        plan.games = games;
        let outcome = alone(&plan, simulated);
        let played = &outcome.tally.counted;
        assert_eq!(
            played.len() as u64,
            u64::from(rounds) * (players as u64 / 2) * games
        );
        for a in 0..players {
            for b in 0..a {
                assert!(outcome.standings.crosstable[a][b].games() <= games);
            }
            let byes = |note: &&Note| matches!(note, Note::Bye { player, .. } if *player == a);
            assert!(outcome.tally.notes.iter().filter(byes).count() <= 1);
            let firsts = played
                .iter()
                .filter(|game| game.fixture.seating[0] == a)
                .count() as i64;
            let all = played
                .iter()
                .filter(|game| game.fixture.seating.contains(&a))
                .count() as i64;
            assert!(
                (2 * firsts - all).abs() <= 2,
                "{firsts} of {all} games moved first"
            );
        }
        // Who plays whom follows from the points: in the second round those who
        // won meet each other.
        if players == 8 {
            let second = played.iter().filter(|game| game.fixture.round == 1);
            for game in second {
                let points = |player: usize| -> f64 {
                    let first = played.iter().filter(|game| game.fixture.round == 0);
                    first
                        .flat_map(|game| game.fixture.seating.iter().zip(&game.played.seats))
                        .filter(|(sitting, _)| **sitting == player)
                        .map(|(_, result)| result.points)
                        .sum()
                };
                let [a, b] = game.fixture.seating[..] else {
                    panic!()
                };
                assert!((points(a) - points(b)).abs() <= 1.0);
            }
        }
    }
    // With more rounds than opponents meetings are repeated, evenly.
    let mut plan = plan(Format::Swiss, 4, 2);
    plan.rounds = Some(6);
    let outcome = alone(&plan, simulated);
    assert!((1..4).all(|other| outcome.standings.crosstable[0][other].games() == 4));
}

#[test]
fn a_knockout_ends_with_one_and_says_what_broke_a_tie() {
    let plan = plan(Format::Knockout, 11, 2);
    let strict = |fixture: &Fixture| {
        let mut played = simulated(fixture);
        let first = fixture.seating[0] < fixture.seating[1];
        for (seat, result) in played.seats.iter_mut().enumerate() {
            let won = first == (seat == 0);
            result.place = if won { 1 } else { 2 };
            result.points = f64::from(u8::from(won));
        }
        played
    };
    let outcome = alone(&plan, strict);
    let rows = &outcome.standings.rows;
    assert_eq!((rows[0].player, rows[0].survived), (0, 4));
    // The first two of the list meet in the final.
    assert_eq!((rows[1].player, rows[1].survived), (1, 3));
    assert_eq!(outcome.tally.counted.len(), 20);
    let byes = outcome.tally.notes.iter().map(|note| match note {
        Note::Bye { player, .. } => *player,
        Note::Decided { .. } => panic!("{note:?}"),
    });
    assert_eq!(byes.collect::<HashSet<_>>(), (0..5).collect());
    // Nothing but draws: extra pairs, then pieces, then the clock, then the lot.
    for (pieces, clock, expected) in [
        (1, 0, Decider::Pieces),
        (0, 1, Decider::Clock),
        (0, 0, Decider::Lot),
    ] {
        let outcome = alone(&plan, |fixture| {
            let mut played = simulated(fixture);
            for (result, &player) in played.seats.iter_mut().zip(&fixture.seating) {
                let lead = player as u32;
                result.place = 1;
                result.points = 0.5;
                result.pieces = pieces * lead;
                result.clock_left = Some(Duration::from_secs((clock * lead).into()));
            }
            played
        });
        // Ten ties with a pair of games and two more pairs each.
        assert_eq!(outcome.tally.counted.len(), 60);
        let decided = outcome.tally.notes.iter().filter_map(|note| match note {
            Note::Decided { by, .. } => Some(*by),
            Note::Bye { .. } => None,
        });
        assert_eq!(decided.collect::<Vec<_>>(), [expected; 10]);
        if expected != Decider::Lot {
            assert_eq!(outcome.standings.rows[0].player, 10);
        }
    }
}

#[test]
fn a_royale_moves_everybody_round_the_seats() {
    let outcome = alone(&plan(Format::Royale, 4, 4), simulated);
    assert_eq!(outcome.tally.counted.len(), 4);
    for seat in 0..4 {
        let games = outcome.tally.counted.iter();
        let sat: HashSet<usize> = games.map(|game| game.fixture.seating[seat]).collect();
        assert_eq!(sat.len(), 4);
    }
    let seeds: HashSet<String> = outcome
        .tally
        .counted
        .iter()
        .map(|game| game.fixture.seed.to_string())
        .collect();
    assert_eq!(seeds.len(), 1, "one opening and the same dice");
    // More players than seats: everybody sits down equally often.
    let mut plan = plan(Format::Royale, 10, 4);
    plan.rounds = Some(6);
    let outcome = alone(&plan, simulated);
    assert!(outcome.standings.rows.iter().all(|row| row.games == 24));
    assert!(
        outcome.standings.crosstable[0][1..]
            .iter()
            .all(|duel| duel.games() > 0)
    );
}

#[test]
fn a_contest_that_cannot_be_played_says_why() {
    let problem = |plan: &Plan| plan.check().unwrap_err().to_string();
    assert_eq!(
        problem(&plan(Format::RoundRobin, 1, 2)),
        "round-robin needs at least 2 players, not 1"
    );
    assert!(problem(&plan(Format::Swiss, 8, 4)).ends_with("choose --format royale"));
    assert_eq!(
        problem(&plan(Format::Royale, 3, 4)),
        "royale needs at least 4 players, not 3"
    );
    assert!(problem(&plan(Format::Royale, 3, 0)).ends_with("this one has 0"));
    let mut twins = plan(Format::RoundRobin, 2, 2);
    twins.players[1].name = "player 0".to_owned();
    assert!(problem(&twins).contains("two players are named \"player 0\""));
}

#[test]
fn a_folder_holds_one_contest() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(Format::RoundRobin, 3, 2);
    let first = Journal::open(folder.path(), &plan).unwrap();
    let locked = Journal::open(folder.path(), &plan).unwrap_err();
    assert!(matches!(locked, ContestError::Locked(_)), "{locked}");
    drop(first);
    let refused = |change: &dyn Fn(&mut Plan)| {
        let mut other = plan.clone();
        change(&mut other);
        Journal::open(folder.path(), &other)
            .unwrap_err()
            .to_string()
    };
    assert!(refused(&|plan| plan.games = 4).contains("its games is 2, not 4"));
    assert!(refused(&|plan| plan.terms.opening = 0).contains("its opening is 2, not 0"));
    let other = refused(&|plan| plan.players[1].fingerprint.push('x'));
    assert!(
        other.contains("the player player 1 has changed since"),
        "{other}"
    );
    let other = refused(&|plan| plan.players[1].name = "bob".to_owned());
    assert!(other.contains("not player 0, bob, player 2"), "{other}");
    let mut faster = plan.clone();
    faster.threads = 64;
    assert!(Journal::open(folder.path(), &faster).is_ok());
}

#[test]
fn a_damaged_journal_is_refused_and_a_torn_line_is_not() {
    let plan = plan(Format::RoundRobin, 3, 2);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    hold(&plan, folder.path(), simulated);
    let whole = fs::read_to_string(&path).unwrap();
    let open = |text: &str| {
        fs::write(&path, text).unwrap();
        Journal::open(folder.path(), &plan).map(|journal| journal.games())
    };
    assert_eq!(open(&whole).unwrap(), 6);
    let last = whole.trim_end().rfind('\n').unwrap();
    assert_eq!(open(&whole[..last + 30]).unwrap(), 5);
    assert_eq!(open(&whole[..whole.len() - 1]).unwrap(), 5);
    assert_eq!(open(&whole[..9]).unwrap(), 0);
    let hole = whole.replacen("\"seats\":[{", "\"seats\":[", 1);
    let second = hole.replacen("\"played\"", "\"plaied\"", 1);
    for text in [second.as_str(), "my diary\n", "{\"format\":\"diary\"}\n"] {
        let error = open(text).unwrap_err();
        assert!(matches!(error, ContestError::Damaged { .. }), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "it is left alone");
    }
}

#[test]
fn what_is_no_players_fault_ends_the_contest_with_a_sentence() {
    let mut plan = plan(Format::RoundRobin, 4, 2);
    plan.threads = 3;
    let run = |play: &(dyn Fn(&Fixture) -> Result<Played, Stop> + Sync)| {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(folder.path(), &plan).unwrap();
        let stop = AtomicBool::new(false);
        contest::run(&plan, Some(&mut journal), play, &|_| {}, &stop)
            .unwrap_err()
            .to_string()
    };
    let full = |fixture: &Fixture| match fixture.number {
        4 => Err(Stop::Broken("the disk is full".to_owned())),
        _ => Ok(simulated(fixture)),
    };
    assert_eq!(run(&full), "game 5: the disk is full");
    let short = |fixture: &Fixture| {
        let mut played = simulated(fixture);
        played.seats.pop();
        Ok(played)
    };
    assert!(run(&short).ends_with("it has 2 seats, and 1 results came back"));
}

#[test]
fn progress_tells_how_far_a_contest_is() {
    for plan in formats() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(folder.path(), &plan).unwrap();
        let told = Mutex::new(Vec::new());
        let progress = |progress: &contest::Progress<'_>| {
            let points = (progress.standings)()
                .rows
                .iter()
                .map(|row| row.games)
                .sum::<u64>();
            told.lock()
                .unwrap()
                .push((progress.done, progress.planned, points));
        };
        let stop = AtomicBool::new(false);
        let play = |fixture: &Fixture| Ok(simulated(fixture));
        contest::run(&plan, Some(&mut journal), &play, &progress, &stop).unwrap();
        let told = told.into_inner().unwrap();
        assert_eq!(told[0].0, 0);
        let (done, planned, sat) = *told.last().unwrap();
        assert_eq!(done, planned, "{}", plan.format);
        // Some have empty seats, and a test ends a match while games are played.
        if plan.slowest.is_none() && plan.sprt.is_none() {
            assert_eq!(sat, done * plan.seats as u64);
            assert_eq!(told.len() as u64, done + 1);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn threads_are_bound_to_the_cores_that_are_named() {
    let mut plan = plan(Format::RoundRobin, 4, 2);
    plan.cores = contest::cores();
    plan.threads = plan.cores.len() + 1;
    assert!(!plan.cores.is_empty());
    alone(&plan, |fixture| {
        assert_eq!(contest::cores(), [fixture.core.unwrap()]);
        simulated(fixture)
    });
    plan.cores = vec![1_000_000];
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::open(folder.path(), &plan).unwrap();
    let play = |fixture: &Fixture| Ok(simulated(fixture));
    let stop = AtomicBool::new(false);
    let error = contest::run(&plan, Some(&mut journal), &play, &|_| {}, &stop).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("a thread cannot be bound to core 1000000")
    );
}
