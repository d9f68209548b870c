//! All targets on their corpus, and on changes of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use fuzz::mutate::Mutator;
use fuzz::{TARGETS, Target, corpus};

/// Changed inputs for each target: a few seconds.
const CHANGED: usize = 4_000;
/// What may be committed.
const MOST_BYTES: usize = 200_000;

fn inputs(target: &Target) -> Vec<Vec<u8>> {
    let folder = corpus(target.name);
    let entries = std::fs::read_dir(&folder);
    let entries = entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect()
}

/// Runs a target; an input that breaks it is kept and named.
fn run(target: &Target, input: &[u8]) {
    if catch_unwind(AssertUnwindSafe(|| (target.run)(input))).is_ok() {
        return;
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{}", target.name));
    std::fs::write(&path, input).unwrap();
    panic!(
        "{} breaks; see it again with: cargo xtask fuzz {} {}\n{}",
        target.name,
        target.name,
        path.display(),
        input.escape_ascii()
    );
}

/// All targets at the same time.
fn all(check: impl Fn(&Target) + Sync) {
    std::thread::scope(|scope| {
        for target in &TARGETS {
            let check = &check;
            scope.spawn(move || check(target));
        }
    });
}

#[test]
fn every_target_holds_on_its_corpus() {
    all(|target| {
        let inputs = inputs(target);
        assert!(!inputs.is_empty(), "{} has no corpus", target.name);
        inputs.iter().for_each(|input| run(target, input));
    });
}

#[test]
fn every_target_holds_on_changed_inputs() {
    all(|target| {
        let inputs = inputs(target);
        let mut mutator = Mutator::new(&inputs);
        let started = std::time::Instant::now();
        for _ in 0..CHANGED {
            run(target, &mutator.input());
        }
        println!("{}: {:.1} s", target.name, started.elapsed().as_secs_f64());
    });
}

#[test]
fn the_corpus_is_small() {
    let sizes = TARGETS.iter().flat_map(inputs).map(|input| input.len());
    assert!(sizes.sum::<usize>() < MOST_BYTES);
}

#[test]
fn changes_are_the_same_every_time() {
    let corpus = [b"ad1-c1".to_vec(), b"ca2-a3".to_vec()];
    let made = || {
        let mut mutator = Mutator::new(&corpus);
        (0..50).map(|_| mutator.input()).collect::<Vec<_>>()
    };
    assert_eq!(made(), made());
    assert!(made().iter().any(|input| !corpus.contains(input)));
    assert!(Mutator::new(&[]).input().len() < 100);
}
