//! Tuning as a whole, on a small scale.

use players::tuning::{Climbed, Fitted, Usual};
use players::{automatafl, brandub, combo, game17};
use tune::selfplay::Watch;
use tune::{Task, climb, fit};

fn task(games: u64, nodes: u64, threads: usize) -> Task {
    Task {
        games,
        rounds: 1,
        seed: 5,
        nodes,
        threads,
    }
}

fn climbed<S: Climbed>(subject: &S, task: &Task) -> String {
    let mut out = Vec::new();
    climb::run(subject, task, &Watch::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn fitted(task: &Task) -> String {
    let mut out = Vec::new();
    fit::run(
        &brandub::tuning::Judgement,
        task,
        &Watch::default(),
        &mut out,
    )
    .unwrap();
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
    let once = climbed(&game17::tuning::Plans, &task(2, 0, 1));
    assert_eq!(once, climbed(&game17::tuning::Plans, &task(2, 0, 2)));
    assert!(once.contains("before"), "{once}");
}

#[test]
fn a_match_is_the_same_again_and_on_two_threads() {
    fn check<S: Climbed>(subject: &S, nodes: u64) {
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
    check(&combo::tuning::Judgement, 50);
    check(&automatafl::tuning::Pulls { max_turns: 30 }, 20);
    check(&game17::tuning::Plans, 20);
}

#[test]
fn a_fit_corrects_a_bad_weight() {
    // Feature 2 counts the defenders, as if they were better off without them.
    let subject = brandub::tuning::Judgement;
    let mut bad = subject.weights();
    for side in &mut bad {
        side[2] = -200;
    }
    let task = task(40, 50, 2);
    let mut out = Vec::new();
    let mended = fit::fit_from(&subject, &bad, &task, &Watch::default(), &mut out).unwrap();
    let (before, after) = mended.held_out;
    let text = String::from_utf8(out).unwrap();
    assert!(before > 1.0 && after < 0.5 * before, "{text}");
}

fn values_of<S: Climbed>(subject: &S) -> Vec<f64> {
    let parameters = subject.parameters();
    parameters.iter().map(|parameter| parameter.value).collect()
}

fn at<S: Climbed>(subject: &S, name: &str) -> usize {
    let parameters = subject.parameters();
    let found = parameters
        .iter()
        .position(|parameter| parameter.name == name);
    found.unwrap()
}

fn bad_value_loses<S: Climbed>(subject: &S, name: &str, bad: f64, task: &Task) {
    let good = values_of(subject);
    let mut values = good.clone();
    values[at(subject, name)] = bad;
    let result = climb::compare(subject, &good, &values, task, 1, &Watch::default()).unwrap();
    assert!(result.is_better(), "{name}: {result}");
}

#[test]
fn a_combo_player_that_avoids_pairs_is_found_to_be_worse() {
    let task = Task {
        seed: 1,
        ..task(24, 60, 2)
    };
    bad_value_loses(&combo::tuning::Judgement, "stack[2]", -200.0, &task);
}

#[test]
fn an_automatafl_player_that_wants_to_be_far_is_found_to_be_worse() {
    let task = Task {
        seed: 1,
        ..task(8, 50, 2)
    };
    bad_value_loses(&automatafl::tuning::Pulls::default(), "near", -0.5, &task);
}

#[test]
fn a_planner_that_fears_no_player_is_found_to_be_worse() {
    let Usual { nodes, .. } = game17::tuning::Plans::USUAL;
    let task = Task {
        seed: 1,
        ..task(20, nodes, 2)
    };
    bad_value_loses(&game17::tuning::Plans, "early.fear", 0.0, &task);
}
