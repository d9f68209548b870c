//! Contests as an organiser meets them.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use dice::Quick;
use game::Dice;
use serde_json::Value;

fn hall(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hall"));
    command
        .arg("contest")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null());
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    hall(folder, arguments).output().expect("hall starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is UTF-8")
}

/// Players that are limited by states, not by time: their games are the same
/// on every machine.
const EIGHT: [&str; 9] = [
    "brandub",
    "random",
    "weak",
    "medium",
    "alphabeta:nodes=200",
    "alphabeta:nodes=1000",
    "mcts:nodes=50",
    "random",
    "alphabeta:depth=1",
];

#[test]
fn a_contest_killed_twenty_times_ends_like_one_that_was_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let with = |out: &'static str| -> Vec<&'static str> {
        let rest = [
            "--games",
            "6",
            "--seed",
            "5",
            "--threads",
            "2",
            "--out",
            out,
        ];
        EIGHT.into_iter().chain(rest).collect()
    };
    let output = run(folder.path(), &with("calm"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut dice = Quick::new(u64::from(std::process::id()));
    let journal = folder.path().join("rough/journal.jsonl");
    let lines = || std::fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    let mut playing = 0;
    for killed in 1..=20 {
        let before = lines();
        let mut child = hall(folder.path(), &with("rough"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("hall starts");
        // After a few games, or none, and then at any moment.
        let wanted = before + dice.below(6) as usize;
        let patience = Instant::now();
        while lines() < wanted && patience.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_micros(dice.below(20_000).into()));
        child.kill().expect("it can be killed");
        let status = child.wait().expect("it ends");
        assert!(
            !status.success(),
            "it ended before it was killed {killed} times"
        );
        playing += u32::from(lines() > before);
    }
    assert!(playing >= 5, "it was killed in play only {playing} times");
    let output = run(folder.path(), &with("rough"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let standings = |name: &str| -> Value {
        let path = folder.path().join(name).join("standings.json");
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    };
    assert_eq!(standings("rough"), standings("calm"));
    assert_eq!(standings("calm")["games"], 168);
    // A finished contest shows its standings again, and plays nothing.
    let whole = lines();
    let again = run(folder.path(), &with("rough"));
    assert!(text(&again.stdout).starts_with("This contest has been played already."));
    assert_eq!(lines(), whole);
}

#[test]
fn every_format_is_played_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let plans: [&[&str]; 6] = [
        &[
            "brandub",
            "random",
            "weak",
            "alphabeta:depth=1",
            "--format",
            "swiss",
        ],
        &[
            "combo",
            "random",
            "weak",
            "original",
            "--format",
            "knockout",
            "--seeding",
            "lot",
        ],
        &[
            "brandub", "random", "weak", "random", "--format", "gauntlet", "--games", "4",
        ],
        &[
            "game17",
            "random",
            "zombie",
            "t800",
            "--options",
            "{\"size\":6,\"rounds\":10}",
        ],
        &[
            "automatafl",
            "random",
            "random",
            "greedy",
            "random",
            "random",
            "--format",
            "royale",
            "--rounds",
            "2",
            "--options",
            "{\"max_turns\":20}",
        ],
        &["brandub", "random", "weak", "--clock", "60", "--pin"],
    ];
    for plan in plans {
        let mut arguments = plan.to_vec();
        arguments.push("--json");
        let output = run(folder.path(), &arguments);
        assert!(
            output.status.success(),
            "{plan:?}: {}",
            text(&output.stderr)
        );
        let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(told["finished"], true);
        let out = folder
            .path()
            .join(told["folder"].as_str().expect("a folder"));
        let page = std::fs::read_to_string(out.join("report.html")).unwrap();
        let records = std::fs::read_dir(out.join("games")).unwrap().count();
        assert_eq!(page.matches(">record</a>").count(), records);
        assert!(records > 0);
    }
}

#[test]
fn the_same_seed_gives_the_same_contest_and_another_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let games = |seed: &str, threads: &str, out: &str| {
        let arguments = [
            "brandub",
            "random",
            "weak",
            "random",
            "--seed",
            seed,
            "--threads",
            threads,
        ];
        let output = run(folder.path(), &[&arguments[..], &["--out", out]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let read = |number: u32| -> Value {
            let path = folder
                .path()
                .join(out)
                .join(format!("games/{number:06}.json"));
            let mut record: Value =
                serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
            for step in record["steps"].as_array_mut().unwrap() {
                step.as_object_mut().unwrap().remove("ms");
            }
            record
        };
        (1..=6).map(read).collect::<Vec<_>>()
    };
    let first = games("3", "1", "a");
    assert_eq!(first, games("3", "2", "b"));
    assert_ne!(first, games("4", "2", "c"));
}

#[test]
fn what_is_wrong_is_said_before_anything_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let problem = |arguments: &[&str]| {
        let output = run(folder.path(), arguments);
        assert!(!output.status.success());
        text(&output.stderr).to_owned()
    };
    assert!(problem(&["brandub"]).contains("name the players"));
    assert!(problem(&["brandub", "random"]).contains("needs at least 2 players, not 1"));
    assert!(problem(&["brandub", "random", "t800"]).contains("there is no player \"t800\""));
    assert!(problem(&["chess", "random", "weak"]).contains("there is no game \"chess\""));
    assert!(problem(&["brandub", "random", "weak", "--format", "league"]).contains("a format is"));
    assert!(problem(&["brandub", "random", "weak", "--clock", "-3"]).contains("--clock"));
    assert!(problem(&["brandub", "--dir", "nowhere"]).contains("--dir nowhere"));
    let made = ["brandub", "random", "random", "--out", "x"];
    assert!(run(folder.path(), &made).status.success());
    let other = problem(&["brandub", "random", "weak", "--out", "x"]);
    assert!(
        other.contains("holds another contest: its players are"),
        "{other}"
    );
}

#[cfg(unix)]
#[test]
fn a_contest_that_is_stopped_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "brandub", "medium", "medium", "--games", "2000", "--out", "x",
    ];
    let child = hall(folder.path(), &arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("hall starts");
    let journal = folder.path().join("x/journal.jsonl");
    let patience = Instant::now();
    while std::fs::read_to_string(&journal).map_or(0, |text| text.lines().count()) < 4 {
        assert!(patience.elapsed() < Duration::from_secs(60), "no games");
        std::thread::sleep(Duration::from_millis(5));
    }
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("there is a kill").success());
    let output = child.wait_with_output().expect("hall ends");
    assert!(!output.status.success());
    assert!(text(&output.stdout).contains("games so far"));
    let problem = text(&output.stderr);
    assert!(
        problem.contains("give the same command again to go on"),
        "{problem}"
    );
}
