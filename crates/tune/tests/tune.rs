//! Tuning as a whole, on a small scale.

use players::brandub::judge::WEIGHTS;
use tune::climb::{self, Subject};
use tune::selfplay::Watch;
use tune::subjects::{AutomataflPulls, ComboStacks, Game17Course};
use tune::{Task, brandub};

fn task(games: u64, nodes: u64, threads: usize) -> Task {
    Task {
        games,
        rounds: 1,
        seed: 5,
        nodes,
        threads,
    }
}

fn climbed<S: Subject>(subject: &S, task: &Task) -> String {
    let mut out = Vec::new();
    climb::run(subject, task, &Watch::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn fitted(task: &Task) -> String {
    let mut out = Vec::new();
    brandub::run(task, &Watch::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_fit_gives_the_same_again_and_on_two_threads() {
    let once = fitted(&task(15, 50, 1));
    assert_eq!(once, fitted(&task(15, 50, 1)));
    assert_eq!(once, fitted(&task(15, 50, 2)));
    let mut other = task(15, 50, 1);
    other.seed = 6;
    assert_ne!(once, fitted(&other).replace("seed 6", "seed 5"));
}

#[test]
fn a_climb_is_the_same_again_and_on_two_threads() {
    let once = climbed(&Game17Course, &task(2, 0, 1));
    assert_eq!(once, climbed(&Game17Course, &task(2, 0, 2)));
    assert!(once.contains("before"), "{once}");
}

#[test]
fn a_match_is_the_same_again_and_on_two_threads() {
    fn check<S: Subject>(subject: &S, nodes: u64) {
        let parameters = subject.parameters();
        let values: Vec<f64> = parameters.iter().map(|parameter| parameter.value).collect();
        let mut others = values.clone();
        others[0] += parameters[0].step;
        let play = |threads: usize| {
            let task = task(4, nodes, threads);
            climb::compare(subject, &values, &others, &task, 1, &Watch::default()).unwrap()
        };
        let once = play(1);
        assert_eq!(once, play(1));
        assert_eq!(once, play(2));
    }
    check(&ComboStacks, 50);
    check(&AutomataflPulls { max_turns: 30 }, 20);
    check(&Game17Course, 20);
}

#[test]
fn a_fit_corrects_a_bad_weight() {
    // Feature 2 counts the defenders, as if they were better off without them.
    let mut bad = WEIGHTS;
    for side in &mut bad {
        side[2] = -200;
    }
    let task = task(40, 50, 2);
    let mut out = Vec::new();
    let mended = brandub::fit_from(&bad, &task, &Watch::default(), &mut out).unwrap();
    let (before, after) = mended.held_out;
    let text = String::from_utf8(out).unwrap();
    assert!(before > 1.0 && after < 0.5 * before, "{text}");
}
