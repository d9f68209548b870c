//! Contests as an organiser meets them.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use dice::Quick;
use game::Dice;
use serde_json::{Value, json};

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
        &["brandub", "random", "weak", "--clock", "60s", "--pin"],
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
            // Times differ, and with them the hashes.
            let steps = record["steps"].as_array_mut().unwrap();
            for step in steps.iter_mut() {
                step.as_object_mut().unwrap().remove("us");
                step.as_object_mut().unwrap().remove("hash");
            }
            json!([
                record["steps"],
                record["ending"],
                record["players"],
                record["seed"]
            ])
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
    assert!(
        problem(&["brandub", "random", "weak", "--format", "league"])
            .contains("round-robin, gauntlet")
    );
    assert!(problem(&["brandub", "random", "weak", "--clock", "-3"]).contains("--clock"));
    assert!(problem(&["brandub", "--dir", "nowhere"]).contains("nowhere"));
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
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stdout).contains("games so far"));
    let problem = text(&output.stderr);
    assert!(
        problem.contains("give the same command again to go on"),
        "{problem}"
    );
}

#[cfg(unix)]
#[test]
fn a_match_that_is_stopped_ends_with_the_same_exit_code_as_a_contest() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("x");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hall"));
    let child = command
        .args(["match", "brandub", "medium", "medium", "--games", "2000"])
        .arg("--out")
        .arg(&out)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("hall starts");
    let patience = Instant::now();
    while std::fs::read_dir(&out).map_or(0, Iterator::count) < 3 {
        assert!(patience.elapsed() < Duration::from_secs(60), "no games");
        std::thread::sleep(Duration::from_millis(5));
    }
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("there is a kill").success());
    let output = child.wait_with_output().expect("hall ends");
    assert_eq!(output.status.code(), Some(130));
    let problem = text(&output.stderr);
    assert!(problem.contains("of 2000 games"), "{problem}");
    assert!(text(&output.stdout).contains("Elo"));
}

fn play_match(arguments: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hall"));
    let output = command.arg("match").args(arguments).arg("--json").output();
    let output = output.expect("hall starts");
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn a_match_has_as_many_games_as_were_asked_for_and_a_finite_rating() {
    let one = play_match(&["brandub", "random", "weak", "--games", "1"]);
    assert_eq!(one["games"], 1);
    let small = r#"{"size":14,"rounds":1}"#;
    let many = [
        vec!["game17"],
        vec!["zombie"; 20],
        vec!["--games", "1", "--options", small],
    ];
    assert_eq!(play_match(&many.concat())["games"], 1);
    // Who wins all games is not endlessly strong.
    let sweep = play_match(&["brandub", "alphabeta:depth=2", "random", "--games", "10"]);
    assert_eq!(sweep["duel"]["won"], 10, "{sweep}");
    let [low, value, high] = [0, 1, 2].map(|end| sweep["duel"]["elo"][end].as_f64().unwrap());
    assert!(
        100.0 < low && low < value && value < high && high < 2200.0,
        "{sweep}"
    );
}

/// Turns a contest into one of 0.1, whose plan names no law of scoring.
fn as_of_0_1(journal: &Path) {
    let whole = std::fs::read_to_string(journal).unwrap();
    let (first, games) = whole.split_once('\n').unwrap();
    let header: Value = serde_json::from_str(first).unwrap();
    assert_eq!(header["plan"]["scoring"], "0.2");
    let plan: contest::Plan = serde_json::from_value(header["plan"].clone()).unwrap();
    let plan = plan.as_of_0_1();
    let header = format!(
        r#"{{"format":"taflhalla-contest","version":1,"hash":"{}","plan":{}}}"#,
        plan.hash(),
        serde_json::to_string(&plan).unwrap()
    );
    std::fs::write(journal, format!("{header}\n{games}")).unwrap();
}

#[test]
fn a_contest_of_0_1_goes_on_with_the_same_command_and_keeps_its_law() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["brandub", "random", "weak", "random"];
    let new = run(folder.path(), &arguments);
    assert!(new.status.success(), "{}", text(&new.stderr));
    // Its folder has the name that it would have had in 0.1.
    let mut folders = std::fs::read_dir(folder.path()).unwrap();
    let out = folders.next().unwrap().unwrap().path();
    let journal = out.join("journal.jsonl");
    as_of_0_1(&journal);
    let whole = std::fs::read_to_string(&journal).unwrap();
    let again = run(folder.path(), &arguments);
    assert!(again.status.success(), "{}", text(&again.stderr));
    assert!(text(&again.stdout).starts_with("This contest has been played already."));
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), whole);
    let standings = std::fs::read_to_string(out.join("standings.csv")).unwrap();
    assert!(!standings.contains("buchholz"), "{standings}");
}

/// A folder of submissions whose programs are these shell scripts.
fn submissions(folder: &Path, bots: &[(&str, &str)]) {
    use std::os::unix::fs::PermissionsExt;
    for (name, script) in bots {
        let bot = folder.join("bots").join(name);
        std::fs::create_dir_all(&bot).unwrap();
        let start = bot.join("start");
        std::fs::write(&start, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&start, PermissionsExt::from_mode(0o755)).unwrap();
    }
}

#[test]
fn programs_that_all_end_at_once_get_points_by_forfeits_only() {
    let folder = tempfile::tempdir().unwrap();
    submissions(
        folder.path(),
        &[("a", "exit 3"), ("b", "exit 3"), ("c", "exit 3")],
    );
    let ran = run(
        folder.path(),
        &["brandub", "--dir", "bots", "--games", "4", "--out", "x"],
    );
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    assert!(said.matches("was set aside after").count() >= 2, "{said}");
    let standings = std::fs::read_to_string(folder.path().join("x/standings.json")).unwrap();
    let standings: Value = serde_json::from_str(&standings).unwrap();
    // Whoever is left when the others have been set aside gets the points of their
    // forfeits, and no game that was played gives any.
    let games = std::fs::read_to_string(folder.path().join("x/games.csv")).unwrap();
    let forfeits = games
        .lines()
        .filter(|line| line.contains(",forfeit,"))
        .count();
    let rows = standings["standings"].as_array().unwrap();
    let points: f64 = rows.iter().map(|row| row["points"].as_f64().unwrap()).sum();
    assert!(
        points > 0.0 && points <= forfeits as f64 / 2.0,
        "{standings}"
    );
    let journal = std::fs::read_to_string(folder.path().join("x/journal.jsonl")).unwrap();
    for line in journal.lines().skip(1) {
        let game: Value = serde_json::from_str(line).unwrap();
        for seat in game["played"]["seats"].as_array().unwrap() {
            assert_eq!(seat["points"], 0.0, "{line}");
        }
    }
}

#[test]
fn a_contest_is_stopped_while_a_program_thinks() {
    let folder = tempfile::tempdir().unwrap();
    submissions(folder.path(), &[("a", "sleep 300"), ("b", "sleep 300")]);
    let mut child = hall(folder.path(), &["brandub", "--dir", "bots", "--out", "x"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let journal = folder.path().join("x/journal.jsonl");
    while !journal.exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    // The bots have begun to sleep by now, or will soon.
    std::thread::sleep(Duration::from_millis(500));
    let interrupt = format!("kill -INT {}", child.id());
    assert!(
        Command::new("sh")
            .args(["-c", &interrupt])
            .status()
            .unwrap()
            .success()
    );
    let asked = Instant::now();
    child.wait().unwrap();
    // The clock of the bots would have let it wait for five minutes.
    assert!(asked.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_journal_that_was_changed_is_not_what_its_records_say() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run(folder.path(), &["brandub", "random", "weak", "--out", "x"]);
    assert!(ran.status.success());
    let verify = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hall"));
        command.current_dir(folder.path()).args(["verify", "x"]);
        command.output().unwrap()
    };
    let fine = verify();
    assert!(
        fine.status.success(),
        "{}",
        String::from_utf8_lossy(&fine.stdout)
    );
    let path = folder.path().join("x/journal.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("\"points\":1.0", "\"points\":7.5", 1)).unwrap();
    let forged = verify();
    assert!(!forged.status.success());
    let said = String::from_utf8_lossy(&forged.stdout).into_owned();
    assert!(said.contains("7.5 points"), "{said}");
}

#[test]
fn a_contest_of_0_1_still_verifies() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../contest/tests/data/v0_1");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hall"));
    let output = command.args(["verify", folder]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
}
