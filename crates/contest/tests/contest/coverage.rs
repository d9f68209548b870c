//! Whether 95 % intervals hold the truth in 95 of 100 cases, from two games on.

use contest::Duel;
use contest::ratings::fit::Intervals;
use contest::ratings::{self, Estimate, Rating};
use contest::statistics::{expected, score_interval};
use dice::Quick;
use game::Dice;

fn unit(dice: &mut Quick) -> f64 {
    (dice.bits() >> 11) as f64 / (1u64 << 53) as f64
}

/// The chances to win and to draw a game against a player so many Elo points weaker;
/// `drawn` is the share of the games between equals that are drawn.
fn chances(elo: f64, drawn: f64) -> [f64; 2] {
    let score = expected(elo);
    let draw = 2.0 * drawn * score.min(1.0 - score);
    [score - draw / 2.0, draw]
}

/// The places of both in a game.
fn duel(dice: &mut Quick, elo: f64, drawn: f64) -> [u32; 2] {
    let [win, draw] = chances(elo, drawn);
    match unit(dice) {
        at if at < win => [1, 2],
        at if at < win + draw => [1, 1],
        _ => [2, 1],
    }
}

const DRAWN: [f64; 4] = [0.0, 0.3, 0.6, 0.9];

/// In how many of 1000 matches the interval of the score holds the truth: computed,
/// not simulated.
fn held_of_1000(games: u64, elo: f64, drawn: f64) -> f64 {
    let [win, draw] = chances(elo, drawn);
    let [win, draw, lose] = [win, draw, 1.0 - win - draw].map(|chance| chance.max(1e-300).ln());
    let logs: Vec<f64> = (0..=games)
        .scan(0.0, |sum, k| {
            *sum += (k.max(1) as f64).ln();
            Some(*sum)
        })
        .collect();
    let truth = expected(elo);
    let mut held = 0.0;
    for drawn in 0..=games {
        for won in 0..=games - drawn {
            let lost = games - drawn - won;
            let ways = logs[games as usize]
                - logs[won as usize]
                - logs[drawn as usize]
                - logs[lost as usize];
            let chance = (ways + won as f64 * win + drawn as f64 * draw + lost as f64 * lose).exp();
            if chance < 1e-9 {
                continue;
            }
            let (low, high) = score_interval(Duel { won, drawn, lost });
            if (low..=high).contains(&truth) {
                held += 1000.0 * chance;
            }
        }
    }
    held
}

#[test]
fn the_interval_of_a_score_holds_the_truth_from_two_games_on() {
    println!("games, share drawn: fewest and mean of 1000 matches");
    for games in [2, 4, 10, 40, 200] {
        for drawn in DRAWN {
            let truths = [0.0, 40.0, 100.0, 190.0, 300.0, 400.0];
            let held = truths.map(|elo| held_of_1000(games, elo, drawn));
            let fewest = held.into_iter().fold(1000.0, f64::min);
            let mean = held.iter().sum::<f64>() / held.len() as f64;
            println!("{games:>4} {drawn}: {fewest:.0} {mean:.0}");
            assert!(fewest >= 930.0, "{games} games, {drawn} drawn: {held:?}");
            // With few games or many draws it is wider than it need be.
            let most = match games {
                0..40 => 1000.0,
                _ if drawn > 0.6 => 985.0,
                _ => 970.0,
            };
            assert!(mean <= most, "{games} games, {drawn} drawn: {held:?}");
        }
    }
}

/// What a player's strength was taken for, against what it is.
fn holds(rating: Option<Rating>, truth: f64) -> bool {
    let Estimate { low, high, .. } = rating.expect("everybody played").elo;
    (low..=high).contains(&truth)
}

/// In how many of 1000 cases intervals hold the truth, in contests of these strengths
/// in which everybody meets everybody.
fn round_robins(dice: &mut Quick, contests: u32, truth: &[f64], games: u32, drawn: f64) -> u32 {
    let mean = truth.iter().sum::<f64>() / truth.len() as f64;
    let mut held = 0;
    for _ in 0..contests {
        let mut results = Vec::new();
        for game in 0..games {
            for a in 0..truth.len() {
                for b in 0..a {
                    let (a, b) = if game % 2 == 0 { (a, b) } else { (b, a) };
                    // The first seat is worth something.
                    let [mine, theirs] = duel(dice, truth[a] - truth[b] + 50.0, drawn);
                    results.push(ratings::Result {
                        round: game,
                        places: vec![(a, mine), (b, theirs)],
                    });
                }
            }
        }
        let rated = ratings::rate(truth.len(), 2, &results, Intervals::ScoreTest);
        for (rating, truth) in rated.players.into_iter().zip(truth) {
            held += u32::from(holds(rating, truth - mean));
        }
    }
    1000 * held / (contests * truth.len() as u32)
}

#[test]
fn the_interval_of_a_rating_holds_the_truth_from_two_games_on() {
    let mut dice = Quick::new(12);
    println!("players, games a pair, share drawn: of 1000 ratings");
    let fields: [&[f64]; 4] = [
        &[0.0, 0.0],
        &[150.0, 0.0],
        &[300.0, 0.0],
        &[200.0, 30.0, -40.0, -190.0],
    ];
    for truth in fields {
        for games in [2, 4, 10, 40, 200] {
            for drawn in DRAWN {
                let contests = if games > 40 { 300 } else { 1000 };
                let held = round_robins(&mut dice, contests, truth, games, drawn);
                println!("{truth:?} {games:>4} {drawn}: {held}");
                assert!(
                    held >= 925,
                    "{truth:?}, {games} games, {drawn} drawn: {held}"
                );
            }
        }
    }
}

/// Places of a game of many: the first is found by exponential clocks, then the first of
/// the others, and so on (Plackett and Luce's model).
fn royale(dice: &mut Quick, truth: &[f64], seated: &[usize]) -> ratings::Result {
    let clock = |&player: &usize| {
        let rate = 10f64.powf(truth[player] / 400.0);
        (-(1.0 - unit(dice)).ln() / rate, player)
    };
    let mut times: Vec<(f64, usize)> = seated.iter().map(clock).collect();
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    ratings::Result {
        round: 0,
        places: times.iter().map(|time| time.1).zip(1..).collect(),
    }
}

#[test]
fn a_few_games_of_many_seats_prove_little() {
    let truth = [-200.0, -120.0, -50.0, 0.0, 20.0, 60.0, 110.0, 180.0];
    let mut dice = Quick::new(13);
    println!("seats, games: of 1000 ratings");
    for (seats, games) in [(8, 1), (8, 2), (8, 5), (8, 20), (4, 6), (4, 20)] {
        let mut held = 0;
        for _ in 0..300 {
            let mut results = Vec::new();
            for game in 0..games {
                // Tables of four: the field is cut in two, another way each time.
                let mut order: Vec<usize> = (0..8).collect();
                if seats == 4 && game % 2 == 1 {
                    order.reverse();
                } else {
                    game::shuffle(&mut order, &mut dice);
                }
                results.push(royale(&mut dice, &truth, &order[..seats]));
                if seats == 4 {
                    results.push(royale(&mut dice, &truth, &order[4..]));
                }
            }
            let rated = ratings::rate(8, seats, &results, Intervals::ScoreTest);
            for (rating, truth) in rated.players.into_iter().zip(truth) {
                held += u32::from(holds(rating, truth));
            }
        }
        let held = 1000 * held / (300 * 8);
        println!("{seats} seats, {games} games: {held}");
        assert!(
            (930..=990).contains(&held),
            "{seats} seats, {games} games: {held}"
        );
    }
}

#[test]
fn a_match_and_a_contest_say_the_same_of_the_same_games() {
    // Two draws prove next to nothing; 0.1 said ±56 Elo in a contest.
    let games = |won: u32, drawn: u32, lost: u32| {
        let places = [[1, 2], [1, 1], [2, 1]];
        let counts = [won, drawn, lost];
        let mut results = Vec::new();
        for (places, count) in places.into_iter().zip(counts) {
            for game in 0..count {
                let mut seats = vec![(0, places[0]), (1, places[1])];
                if game % 2 == 1 {
                    seats.reverse();
                }
                results.push(ratings::Result {
                    round: 0,
                    places: seats,
                });
            }
        }
        let rated = ratings::rate(2, 2, &results, Intervals::ScoreTest);
        let lead = rated.lead().unwrap();
        let duel = Duel {
            won: won.into(),
            drawn: drawn.into(),
            lost: lost.into(),
        };
        (lead, score_interval(duel))
    };
    let (two, _) = games(0, 2, 0);
    assert!(
        two.value.abs() < 1e-6 && two.low < -200.0 && two.high > 200.0,
        "{two:?}"
    );
    for (won, drawn, lost) in [
        (0, 2, 0),
        (2, 2, 2),
        (10, 4, 6),
        (60, 80, 60),
        (120, 40, 40),
    ] {
        let (lead, (low, high)) = games(won, drawn, lost);
        let same = |elo: f64, score: f64| (expected(elo) - score).abs() < 0.02;
        assert!(
            same(lead.low, low) && same(lead.high, high),
            "{lead:?}, {low} to {high}"
        );
        let mean = (f64::from(won) + f64::from(drawn) / 2.0) / f64::from(won + drawn + lost);
        assert!(same(lead.value, mean), "{lead:?}, {mean}");
    }
    // A clean sweep is no proof of endless strength.
    let (sweep, (low, high)) = games(10, 0, 0);
    assert!(sweep.low > 100.0 && sweep.high < 2200.0, "{sweep:?}");
    assert!(low > 0.6 && (high - 1.0).abs() < 1e-9, "{low} to {high}");
}
