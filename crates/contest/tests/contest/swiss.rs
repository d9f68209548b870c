//! Swiss contests: pairings, byes, seats and tie-breaks.

use proptest::prelude::*;

use super::*;

/// If there is a player `failing`, it crashes in every game that it loses.
fn run(plan: &Plan, chance: u64, failing: Option<usize>) -> Outcome {
    let play = |fixture: &Fixture| {
        let mut dice = Quick::new(chance ^ fixture.number << 20);
        let mut played = simulated(fixture);
        let places = [[1, 2], [1, 1], [2, 1]][dice.below(3) as usize];
        for (seat, result) in played.seats.iter_mut().enumerate() {
            result.place = places[seat];
            let fails = failing == Some(fixture.seating[seat]) && places[seat] == 2;
            result.verdict = fails.then(|| "crashed".to_owned());
        }
        Ok(played)
    };
    contest::run(plan, None, &play, &|_| {}, &AtomicBool::new(false)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nobody_meets_twice_byes_rotate_and_seats_are_balanced(
        players in 2..20usize,
        share in 0.0..1.0f64,
        games in 1..4u64,
        chance in any::<u64>(),
        failing in any::<bool>(),
    ) {
        // At most about half of the field is met: then no meeting need be repeated.
        let most = (players / 2).max(1) as f64;
        let mut plan = plan(Format::Swiss, players, 2);
        let rounds = 1 + (share * (most - 0.5)) as u32;
        plan.rounds = Some(rounds);
        plan.games = games;
        plan.seeding = Seeding::Lot;
        plan.seed = Seed::from_number(chance);
        let outcome = run(&plan, chance, failing.then_some(1));
        let counted = &outcome.tally.counted;
        let mut met: BTreeMap<(usize, usize), HashSet<u32>> = BTreeMap::new();
        for game in counted {
            let pair = (game.fixture.seating[0].min(game.fixture.seating[1]), game.fixture.seating[0].max(game.fixture.seating[1]));
            met.entry(pair).or_default().insert(game.fixture.round);
        }
        let gone = outcome.tally.aside.iter().any(Option::is_some);
        prop_assert!(met.values().all(|rounds| rounds.len() == 1) || gone);
        for player in 0..players {
            let byes = outcome.tally.notes.iter().filter(|note| matches!(note, Note::Bye { player: who, .. } if *who == player));
            prop_assert!(byes.count() <= 1 || gone);
            let own: Vec<usize> = counted.iter().filter_map(|game| {
                game.fixture.seating.iter().position(|&who| who == player)
            }).collect();
            let first = own.iter().filter(|&&seat| seat == 0).count() as i64;
            let balance = 2 * first - own.len() as i64;
            prop_assert!(balance.abs() <= 2, "{} of {} games on the first seat", first, own.len());
        }
        // In every round everybody plays or has the bye.
        for round in 0..rounds {
            let played = counted.iter().filter(|game| game.fixture.round == round);
            let mut here: Vec<usize> = played.flat_map(|game| game.fixture.seating.clone()).collect();
            here.sort_unstable();
            prop_assert!(here.chunk_by(|a, b| a == b).all(|times| times.len() as u64 == games));
            here.dedup();
            let byes = outcome.tally.notes.iter().filter(|note| matches!(note, Note::Bye { round: of, .. } if *of == round)).count();
            prop_assert!(here.len() + byes == players || gone);
        }
    }
}

#[test]
fn equal_points_are_separated_by_the_opponents() {
    // Four players, two rounds: 0 and 3 win the first round, then 0 beats 3 and 1 beats 2.
    let mut plan = plan(Format::Swiss, 4, 2);
    plan.rounds = Some(2);
    plan.games = 1;
    let play = |fixture: &Fixture| {
        let mut played = simulated(fixture);
        let strength = |player: usize| [9, 5, 1, 7][player];
        for seat in 0..2 {
            let (mine, theirs) = (fixture.seating[seat], fixture.seating[1 - seat]);
            played.seats[seat].place = if strength(mine) > strength(theirs) {
                1
            } else {
                2
            };
            played.seats[seat].pieces = 2;
        }
        Ok(played)
    };
    let outcome = contest::run(&plan, None, &play, &|_| {}, &AtomicBool::new(false)).unwrap();
    let told: Vec<_> = outcome
        .standings
        .rows
        .iter()
        .map(|row| {
            let ties = row.ties.unwrap();
            (row.rank, row.player, row.points, ties.buchholz, ties.berger)
        })
        .collect();
    // 0 met 2 and 3, 1 met 3 and 2: one point each for 1 and 3, who met different ones.
    assert_eq!(
        told,
        [
            (1, 0, 2.0, Some(1.0), Some(1.0)),
            (2, 3, 1.0, Some(3.0), Some(1.0)),
            (3, 1, 1.0, Some(1.0), Some(0.0)),
            (4, 2, 0.0, Some(3.0), Some(0.0)),
        ]
    );
}

#[test]
fn in_a_swiss_contest_of_two_each_the_meeting_decides_between_equals() {
    // Three players, three rounds: everybody has a bye and wins once, in a circle.
    let mut plan = plan(Format::Swiss, 3, 2);
    plan.rounds = Some(3);
    plan.games = 1;
    let play = |fixture: &Fixture| {
        let mut played = simulated(fixture);
        for seat in 0..2 {
            let (mine, theirs) = (fixture.seating[seat], fixture.seating[1 - seat]);
            played.seats[seat].place = if (mine + 1) % 3 == theirs { 1 } else { 2 };
            played.seats[seat].pieces = 2;
        }
        Ok(played)
    };
    let outcome = contest::run(&plan, None, &play, &|_| {}, &AtomicBool::new(false)).unwrap();
    let rows = &outcome.standings.rows;
    assert!(
        rows.iter().all(|row| row.rank == 1 && row.byes == 1),
        "{rows:?}"
    );
    assert!(rows.iter().all(|row| row.ties.unwrap().direct == Some(1.0)));
}
