//! Points, crosstable, standings, ratings and tables are views of the same results.

use contest::report::{self, Report};
use contest::{Row, Standings, Tally};
use proptest::prelude::*;

use super::*;

/// Any results: won, drawn, lost, failed by one or by both, without pieces or with many.
fn anything(fixture: &Fixture, chance: u64) -> Played {
    let absent = fixture.absent.iter().sum::<usize>() as u64;
    let mut dice = Quick::new(chance ^ fixture.number << 16 ^ absent << 40);
    let seats = fixture.seating.len();
    let mut places: Vec<u32> = fixture.seating.iter().map(|_| 1 + dice.below(2)).collect();
    let mut verdicts: Vec<Option<&str>> = vec![None; seats];
    for seat in 0..seats {
        let is_away = fixture.absent.contains(&seat);
        let player = fixture.seating[seat] as u32;
        // Some fail often, some never.
        let verdict = match dice.below(8) {
            0 if player.is_multiple_of(3) => Some("crashed"),
            1 | 2 if player % 3 == 1 => Some("start-failed"),
            3 => Some("time"),
            _ => None,
        };
        verdicts[seat] = verdict.filter(|_| !is_away);
        if is_away || verdicts[seat].is_some() {
            places[seat] = seats as u32;
        }
    }
    let given = points(&places);
    Played {
        seats: (0..seats)
            .map(|seat| SeatResult {
                place: places[seat],
                points: given[seat],
                pieces: dice.below(5),
                moves: 1 + u64::from(dice.below(30)),
                clock_left: Some(Duration::from_millis(dice.below(9000).into())),
                verdict: verdicts[seat].map(str::to_owned),
                ..SeatResult::default()
            })
            .collect(),
        reason: "anything".to_owned(),
        steps: 7,
        record: None,
        hash: None,
    }
}

fn run(plan: &Plan, play: impl Fn(&Fixture) -> Played + Sync) -> Outcome {
    let play = |fixture: &Fixture| Ok(play(fixture));
    contest::run(plan, None, &play, &|_| {}, &AtomicBool::new(false)).unwrap()
}

fn any_plan() -> impl Strategy<Value = (Plan, u64)> {
    let formats = prop_oneof![
        Just(Format::RoundRobin),
        Just(Format::Gauntlet),
        Just(Format::Swiss),
        Just(Format::Knockout),
        Just(Format::Royale),
        Just(Format::Match),
    ];
    (formats, 2..8usize, 1..5u64, any::<u64>(), any::<bool>()).prop_map(
        |(format, players, games, chance, keep_failing)| {
            let (players, seats) = match format {
                Format::Royale => (players.max(4), 4),
                Format::Match if chance % 2 == 0 => (3, 3),
                Format::Match => (2, 2),
                _ => (players, 2),
            };
            let mut plan = plan(format, players, seats);
            plan.games = games;
            plan.keep_failing = keep_failing;
            plan.seed = Seed::from_number(chance);
            (plan, chance)
        },
    )
}

fn row(standings: &Standings, player: usize) -> &Row {
    let mut rows = standings.rows.iter();
    rows.find(|row| row.player == player).unwrap()
}

/// What a player got for byes.
fn byes(tally: &Tally, player: usize) -> f64 {
    let points = tally.notes.iter().map(|note| match note {
        Note::Bye {
            player: who,
            points,
            ..
        } if *who == player => *points,
        _ => 0.0,
    });
    points.sum()
}

fn same_points(a: f64, b: f64) -> Result<(), TestCaseError> {
    prop_assert!((a - b).abs() < 1e-9, "{} and {}", a, b);
    Ok(())
}

/// The values of some columns of a table, by its heading.
fn columns<'a>(table: &'a str, wanted: &[&str]) -> Vec<Vec<&'a str>> {
    let mut lines = table.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let places: Vec<usize> = wanted
        .iter()
        .map(|name| head.iter().position(|it| it == name).unwrap())
        .collect();
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            places.iter().map(|&place| fields[place]).collect()
        })
        .collect()
}

/// The players of the plan under other numbers: player `p` is now number `order[p]`.
fn renumbered(plan: &Plan, tally: &Tally, order: &[usize]) -> (Plan, Tally) {
    let mut other = (plan.clone(), tally.clone());
    for (player, &now) in order.iter().enumerate() {
        other.0.players[now] = plan.players[player].clone();
        other.1.aside[now] = tally.aside[player].clone();
        other.1.survived[now] = tally.survived[player];
    }
    for game in &mut other.1.counted {
        for player in &mut game.fixture.seating {
            *player = order[*player];
        }
    }
    for note in &mut other.1.notes {
        match note {
            Note::Bye { player, .. } => *player = order[*player],
            Note::Decided { winner, loser, .. } => {
                (*winner, *loser) = (order[*winner], order[*loser]);
            }
        }
    }
    other
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_tables_are_views_of_the_same_results(
        (plan, chance) in any_plan(),
        shuffled in any::<u64>(),
    ) {
        let outcome = run(&plan, |fixture| anything(fixture, chance));
        let (tally, standings) = (&outcome.tally, &outcome.standings);
        let players = plan.players.len();
        let others = (plan.seats - 1) as f64;

        for game in &tally.counted {
            let points: Vec<f64> = game.played.seats.iter().map(|seat| seat.points).collect();
            if game.forfeit {
                // The one who is left gets the point, and nobody else does.
                for (seat, points) in points.iter().enumerate() {
                    let here = !game.fixture.absent.contains(&seat);
                    prop_assert_eq!(*points, f64::from(u8::from(here)));
                }
            }
            let failed = game.played.seats.iter().filter(|seat| seat.verdict.is_some()).count();
            if plan.seats == 2 && !game.forfeit {
                same_points(points.iter().sum(), if failed == 2 { 0.0 } else { 1.0 })?;
            }
        }
        for player in 0..players {
            let row = row(standings, player);
            let duels = &standings.crosstable[player];
            same_points(duels.iter().map(|duel| duel.points()).sum::<f64>() / others + byes(tally, player), row.points)?;
            prop_assert_eq!(duels.iter().map(|duel| duel.games()).sum::<u64>(), row.duels.games());
            prop_assert_eq!(row.by_seat.iter().map(|duel| duel.won).sum::<u64>(), row.duels.won);
            prop_assert!(row.rank <= players && standings.rows[row.rank - 1].rank == row.rank);
            for (other, mine) in duels.iter().enumerate() {
                let theirs = standings.crosstable[other][player];
                prop_assert_eq!(mine.drawn, theirs.drawn);
                // Two who both failed have both lost.
                prop_assert!(mine.won <= theirs.lost);
            }
        }

        let ratings = ratings::of(&plan, tally);
        let seats: Vec<String> = (0..plan.seats).map(|seat| format!("seat {seat}")).collect();
        let told = Report { game: "Brandub", seats: &seats, plan: &plan, outcome: &outcome, ratings: &ratings, viewer: None };
        let tables = report::csv(&told);
        let table = |name: &str| &tables.iter().find(|(file, _)| *file == name).unwrap().1;
        let names: Vec<&str> = plan.players.iter().map(|who| who.name.as_str()).collect();
        let mut games = vec![0.0; players];
        for line in columns(table("games.csv"), &["player", "points"]) {
            let player = names.iter().position(|name| *name == line[0]).unwrap();
            games[player] += line[1].parse::<f64>().unwrap();
        }
        let mut met = vec![0.0; players];
        for line in columns(table("crosstable.csv"), &["player", "points"]) {
            let player = names.iter().position(|name| *name == line[0]).unwrap();
            met[player] += line[1].parse::<f64>().unwrap() / others;
        }
        for (line, row) in columns(table("standings.csv"), &["player", "points", "rank"]).iter().zip(&standings.rows) {
            prop_assert_eq!(line[0], row.name.as_str());
            same_points(line[1].parse().unwrap(), row.points)?;
            prop_assert_eq!(line[2], row.rank.to_string());
            same_points(games[row.player] + byes(tally, row.player), row.points)?;
            same_points(met[row.player] + byes(tally, row.player), row.points)?;
        }
        // Only games that say something are rated.
        for player in 0..players {
            let compared = tally.counted.iter().filter_map(|game| game.comparison(plan.scoring));
            let mut all = compared.flatten();
            let seats = all.any(|(who, _)| who == player);
            prop_assert!(seats || ratings.players[player].is_none());
        }

        let mut order: Vec<usize> = (0..players).collect();
        shuffle(&mut order, &mut Quick::new(shuffled));
        let (other, renumbered) = renumbered(&plan, tally, &order);
        let again = Standings::of(&other, &renumbered);
        let rated = ratings::of(&other, &renumbered);
        for (one, two) in standings.rows.iter().zip(&again.rows) {
            prop_assert_eq!((one.rank, &one.name), (two.rank, &two.name));
            prop_assert_eq!(one.duels, two.duels);
            same_points(one.points, two.points)?;
            prop_assert_eq!(order[one.player], two.player);
            let ends = |rating: Option<ratings::Rating>| rating.map_or([0.0; 2], |it| [it.elo.low, it.elo.high]);
            let (mine, theirs) = (ends(ratings.players[one.player]), ends(rated.players[two.player]));
            for (mine, theirs) in mine.into_iter().zip(theirs) {
                prop_assert!((mine - theirs).abs() < 1e-3, "{} and {}", mine, theirs);
            }
        }
    }

    /// Who is named first makes no difference, if what happens follows from the names.
    #[test]
    fn a_round_robin_gives_the_same_points_in_any_order_of_names(chance in any::<u64>(), shuffled in any::<u64>()) {
        let mut first = plan(Format::RoundRobin, 6, 2);
        first.keep_failing = true;
        let mut second = first.clone();
        shuffle(&mut second.players, &mut Quick::new(shuffled));
        let points = |plan: &Plan| {
            let outcome = run(plan, |fixture| {
                let number = |seat: usize| plan.players[fixture.seating[seat]].name.as_bytes()[7];
                let seating = vec![usize::from(number(0)), usize::from(number(1))];
                let number = (seating[0] * 64 + seating[1]) as u64;
                let named = Fixture { number, seating, ..fixture.clone() };
                anything(&named, chance)
            });
            let rows = outcome.standings.rows.into_iter();
            rows.map(|row| (row.rank, row.name, row.points, row.ties)).collect::<Vec<_>>()
        };
        prop_assert_eq!(points(&first), points(&second));
    }
}

/// All orders of some things.
fn orders(things: &[usize]) -> Vec<Vec<usize>> {
    if things.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for &first in things {
        let rest: Vec<usize> = things.iter().copied().filter(|&it| it != first).collect();
        for mut order in orders(&rest) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}

/// What C1 was found with: a bot that fails on the second seat, and one that always
/// fails, and so is set aside.
#[test]
fn a_forfeit_gives_its_point_in_any_order_of_names() {
    let names = ["good", "fair", "ends as second", "always ends"];
    let mut seen = HashSet::new();
    for order in orders(&[0, 1, 2, 3]) {
        let mut plan = plan(Format::RoundRobin, 4, 2);
        plan.games = 4;
        for (player, &name) in plan.players.iter_mut().zip(&order) {
            player.name = names[name].to_owned();
        }
        let outcome = run(&plan, |fixture| {
            let who = [0, 1].map(|seat| order[fixture.seating[seat]]);
            let mut played = simulated(fixture);
            let failed = |seat: usize| match who[seat] {
                3 => true,
                // The other one ended before it was asked.
                2 => seat == 1 && who[0] != 3,
                _ => false,
            };
            for seat in 0..2 {
                let worse = failed(seat) || !failed(1 - seat) && who[seat] > who[1 - seat];
                played.seats[seat].place = if worse { 2 } else { 1 };
                played.seats[seat].points = f64::from(u8::from(!worse));
                played.seats[seat].verdict = failed(seat).then(|| "crashed".to_owned());
                played.seats[seat].pieces = 3;
            }
            played
        });
        let forfeits = outcome.tally.counted.iter().filter(|game| game.forfeit);
        assert!(forfeits.count() > 0);
        let points: Vec<(String, String)> = outcome
            .standings
            .rows
            .iter()
            .map(|row| {
                let met = outcome.standings.crosstable[row.player].iter();
                let met: f64 = met.map(|duel| duel.points()).sum();
                assert_eq!(met, row.points, "{}", row.name);
                (row.name.clone(), row.points.to_string())
            })
            .collect();
        seen.insert(points);
    }
    assert_eq!(seen.len(), 1, "{seen:?}");
}

#[test]
fn a_contest_of_0_1_keeps_its_law() {
    let mut plan = plan(Format::RoundRobin, 3, 2);
    plan.games = 6;
    let both = |plan: &Plan| {
        let outcome = run(plan, |fixture| {
            let mut played = crashing(fixture, 2, |_| true);
            if fixture.seating == [0, 1] {
                played = crashing(fixture, 1, |_| true);
            }
            played
        });
        let points = outcome.tally.points();
        (points.iter().sum::<f64>(), outcome)
    };
    assert_eq!(both(&plan).0, 18.0, "every game has its point");
    let text = serde_json::to_string(&plan).unwrap();
    assert!(text.contains("\"scoring\":\"0.2\""), "{text}");
    let old = plan.as_of_0_1();
    let text = serde_json::to_string(&old).unwrap();
    assert!(!text.contains("scoring"), "{text}");
    let read: Plan = serde_json::from_str(&text).unwrap();
    assert_eq!(read.scoring, Scoring::First);
    let (_, outcome) = both(&old);
    assert!(outcome.standings.rows.iter().all(|row| row.ties.is_none()));
}

#[test]
fn two_copies_of_a_bot_share_a_rank() {
    let mut plan = plan(Format::RoundRobin, 4, 2);
    plan.keep_failing = true;
    let outcome = run(&plan, |fixture| {
        let mut played = simulated(fixture);
        // 2 and 3 are copies, and differ by a hundredth of a second of clock.
        let same = |player: usize| player.min(2);
        for seat in 0..2 {
            let (mine, theirs) = (fixture.seating[seat], fixture.seating[1 - seat]);
            let [one, other] = [mine, theirs].map(same);
            played.seats[seat].place = if one <= other { 1 } else { 2 };
            played.seats[seat].pieces = 3;
            played.seats[seat].clock_left = Some(Duration::from_millis(5000 + 10 * mine as u64));
        }
        played
    });
    let ranks: Vec<usize> = outcome.standings.rows.iter().map(|row| row.rank).collect();
    assert_eq!(ranks, [1, 2, 3, 3]);
}

#[test]
fn pieces_count_per_game_and_not_in_games_that_a_failure_ended() {
    let mut plan = plan(Format::RoundRobin, 3, 2);
    plan.keep_failing = true;
    // Both beat the last; one of its games against 0 is a crash with all pieces left.
    let outcome = run(&plan, |fixture| {
        let mut played = simulated(fixture);
        let last = fixture.seating.iter().position(|&player| player == 2);
        for seat in 0..2 {
            let result = &mut played.seats[seat];
            result.place = if last == Some(seat) { 2 } else { 1 };
            result.pieces = if fixture.seating[seat] == 0 { 3 } else { 4 };
            if last == Some(seat) && fixture.seating == [0, 2] {
                result.verdict = Some("crashed".to_owned());
            }
            if last == Some(1 - seat) && fixture.seating == [0, 2] {
                result.pieces = 30;
            }
        }
        played
    });
    let [first, second, _] = &outcome.standings.rows[..] else {
        panic!()
    };
    assert_eq!((first.player, first.points), (1, second.points));
    assert_eq!((first.pieces, first.played_out), (16, 4));
    assert_eq!((second.pieces, second.played_out), (9, 3));
    assert_eq!(second.ties.unwrap().pieces, 3.0);
}

#[test]
fn a_gauntlet_ranks_by_points_per_game() {
    let mut plan = plan(Format::Gauntlet, 3, 2);
    plan.games = 8;
    let mut contest = Contest::new(plan.clone()).unwrap();
    // It is stopped early: 1 has won 2 of 2, 2 has won 4 of 8, and 0 4 of 10.
    let mut met = [0, 0, 0];
    while let Some(fixture) = contest.take(|_| true) {
        let other = fixture.seating.iter().copied().find(|&player| player > 0);
        let other = other.unwrap();
        let mut played = simulated(&fixture);
        let won = match other {
            1 => true,
            _ => met[2] % 2 == 0,
        };
        for (seat, &player) in played.seats.iter_mut().zip(&fixture.seating) {
            seat.place = if won == (player > 0) { 1 } else { 2 };
        }
        met[other] += 1;
        contest.finish(&fixture, played).unwrap();
    }
    let mut tally = contest.tally().clone();
    let mut kept = [0, 0, 0];
    tally.counted.retain(|game| {
        let other = game.fixture.seating.iter().copied().max().unwrap();
        kept[other] += 1;
        kept[other] <= [0, 2, 8][other]
    });
    let standings = Standings::of(&plan, &tally);
    let order: Vec<usize> = standings.rows.iter().map(|row| row.player).collect();
    let points: Vec<f64> = standings.rows.iter().map(|row| row.points).collect();
    assert_eq!((order, points), (vec![1, 2, 0], vec![2.0, 4.0, 4.0]));
    assert_eq!(standings.rows[0].ties.unwrap().share, Some(1.0));
}

#[test]
fn as_many_games_are_played_as_were_asked_for() {
    for (seats, games) in [(2, 1), (2, 5), (4, 1), (4, 6), (196, 1)] {
        let mut plan = plan(Format::Match, seats, seats);
        plan.games = games;
        let outcome = run(&plan, simulated);
        assert_eq!(outcome.tally.counted.len() as u64, games);
        assert_eq!(Contest::new(plan).unwrap().planned(), games);
    }
    for format in [Format::RoundRobin, Format::Gauntlet, Format::Swiss] {
        let mut plan = plan(format, 4, 2);
        plan.games = 1;
        plan.rounds = Some(1);
        let outcome = run(&plan, simulated);
        let pairings = match format {
            Format::RoundRobin => 6,
            Format::Gauntlet => 3,
            _ => 2,
        };
        assert_eq!(outcome.tally.counted.len(), pairings, "{format}");
    }
}
