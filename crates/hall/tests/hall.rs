//! The binary as a user meets it.

#[path = "hall/manual.rs"]
mod manual;
#[path = "hall/replay.rs"]
mod replay;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn hall(arguments: &[&str]) -> Output {
    hall_with(arguments, b"")
}

fn hall_with(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hall"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("hall starts");
    let mut stdin = child.stdin.take().expect("standard input");
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("hall ends")
    })
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is UTF-8")
}

fn answers(input: &[u8]) -> Vec<Value> {
    let output = hall_with(&["referee"], input);
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
    text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("an answer is JSON"))
        .collect()
}

const GOOD: &[u8] = b"{\"game\":\"combo\",\"do\":\"perft\",\"depth\":1}\n";

#[test]
fn the_referee_goes_on_after_any_line() {
    let huge = vec![b'['; 10_000_000];
    let deep = "[".repeat(100_000);
    let impossible = r#"{"game":"brandub","position":"/7/7/7/7/7/7/7/ a","do":"moves"}"#;
    let absurd = r#"{"game":"brandub","do":"perft","depth":99999999999999999999999}"#;
    let deep_tree = r#"{"game":"brandub","do":"perft","depth":4294967295}"#;
    let bad: [&[u8]; 9] = [
        b"{\"game\":",
        b"{\"game\":\"chess\",\"do\":\"moves\"}",
        impossible.as_bytes(),
        absurd.as_bytes(),
        deep_tree.as_bytes(),
        &huge,
        deep.as_bytes(),
        b"\xff\xfe\x00",
        b"",
    ];
    let mut input = Vec::new();
    for line in bad {
        input.extend_from_slice(line);
        input.push(b'\n');
        input.extend_from_slice(GOOD);
    }
    let answers = answers(&input);
    assert_eq!(answers.len(), 2 * bad.len());
    for pair in answers.chunks(2) {
        assert!(pair[0]["error"].is_string(), "{}", pair[0]);
        assert_eq!(pair[1], json!({"nodes": 94}));
    }
    let long = answers[10]["error"].as_str().unwrap_or_default();
    assert_eq!(long, "this line has more than 4194304 bytes");
}

#[test]
fn the_referee_answers_a_last_line_without_an_end() {
    assert_eq!(answers(&GOOD[..GOOD.len() - 1]), [json!({"nodes": 94})]);
    assert!(answers(b"").is_empty());
    let cut = vec![b' '; 5_000_000];
    assert!(answers(&cut)[0]["error"].is_string());
}

#[test]
fn a_depth_that_cannot_be_counted_is_refused_at_once() {
    let began = std::time::Instant::now();
    for game in ["brandub", "combo"] {
        let output = hall(&["perft", game, "--depth", "60"]);
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("choose a depth of at most "), "{said}");
    }
    assert!(began.elapsed() < std::time::Duration::from_secs(10));
    // A tree that is small may be as deep as you like.
    let last = ["--depth", "60", "--position", "/K6/7/7/7/7/7/5t1/ a"];
    let output = hall(&[&["perft", "brandub"], &last[..]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn perft_counts_and_divides() {
    let output = hall(&["perft", "brandub", "--depth", "3", "--threads", "2"]);
    assert!(text(&output.stdout).starts_with("39512 leaves at depth 3"));
    let output = hall(&["perft", "combo", "--depth", "2", "--divide", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["nodes"], 8836);
    assert_eq!(report["moves"]["a7-a6=1"], 94);
    let output = hall(&["perft", "automatafl", "--depth", "1", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["nodes"], 2380 * 2380);
    // A position brings the size of its board along.
    let output = hall(&[
        "perft",
        "automatafl",
        "--depth",
        "1",
        "--position",
        "/3/1@1/3/",
        "--json",
    ]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["nodes"], 28 * 28);
    for (depth, leaves) in [("0", 1), ("3", 1)] {
        let escaped = "/K6/7/7/7/7/7/5t1/ a";
        let output = hall(&[
            "perft",
            "brandub",
            "--depth",
            depth,
            "--position",
            escaped,
            "--json",
        ]);
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(report["nodes"], leaves);
    }
}

#[test]
fn mistakes_are_told_and_fail() {
    for (arguments, words) in [
        (
            vec!["perft", "chess"],
            "there is no game \"chess\"; there are automatafl, combo",
        ),
        (vec!["perft", "game17"], "game17 begins with a draw"),
        (
            vec!["perft", "brandub", "--options", "{"],
            "this is not JSON",
        ),
        (
            vec!["perft", "brandub", "--options", "{\"x\":1}"],
            "no field \"x\"",
        ),
        (
            vec!["perft", "brandub", "--position", "/3t3/3x3/"],
            "/3t3/3x3/\n      ^ expected t, T or K",
        ),
        (vec!["perft", "brandub", "--depth", "-1"], "--depth"),
        (
            vec!["bench", "--game", "chess"],
            "there is no game \"chess\" to measure",
        ),
        (
            vec!["match", "brandub", "strong"],
            "this game needs 2 players, not 1",
        ),
        (
            vec!["match", "brandub", "strong", "clever"],
            "no player \"clever\" for brandub",
        ),
        (
            vec!["match", "brandub", "mcts:speed=1", "weak"],
            "no setting \"speed\"",
        ),
        (
            vec!["match", "brandub", "weak", "weak", "--sprt", "5"],
            "two rising Elo numbers",
        ),
        (
            vec!["match", "brandub", "weak", "weak", "--openings", "nowhere"],
            "--openings nowhere",
        ),
        (
            vec!["analyse", "brandub", "--position", "/7/"],
            "a Brandub board has 7 rows of 7",
        ),
        (vec!["analyse", "game17"], "something is drawn (\"deal\")"),
        (
            vec!["perft", "brandub", "--depth", "101"],
            "101 is not in 0..=100",
        ),
        (
            vec!["analyse", "brandub", "--position", "/K6/7/7/7/7/7/5t1/ a"],
            "the game is over in this position: king-escaped",
        ),
        (
            vec!["match", "brandub", "weak", "weak", "--games", "0"],
            "0 is not in 1..=",
        ),
        (
            vec!["match", "brandub", "random:depth=2", "weak"],
            "random in brandub has no setting depth",
        ),
        (vec!["fly"], "unrecognized subcommand 'fly'"),
    ] {
        let output = hall(&arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(
            text(&output.stderr).contains(words),
            "{}",
            text(&output.stderr)
        );
        assert_eq!(text(&output.stdout), "");
    }
}

#[test]
fn bench_measures_what_it_says() {
    let output = hall(&["bench", "--game", "game17", "--repeat", "1", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let row = &report["measurements"][0];
    assert_eq!(row["unit"], "games/s");
    assert!(row["best"].as_f64().is_some_and(|speed| speed > 0.0));
    let again = hall(&["bench", "--game", "game17", "--repeat", "2"]);
    assert!(text(&again.stdout).contains(&row["signature"].to_string()));
}

#[test]
fn match_tells_both_sides_and_keeps_records() {
    let folder = std::env::temp_dir().join(format!("hall-match-{}", std::process::id()));
    let out = folder.to_str().expect("a path");
    let output = hall(&[
        "match", "brandub", "medium", "random", "--games", "4", "--out", out, "--json",
    ]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["games"], 4);
    assert_eq!(report["duel"]["won"], 4);
    assert_eq!(report["sides"]["Attackers"]["won"], 2);
    assert_eq!(report["sides"]["Defenders"]["won"], 2);
    assert!(report["players"][0]["states"].as_u64() > Some(0));

    let again = hall(&[
        "match", "brandub", "random", "random", "--games", "2", "--out", out,
    ]);
    assert!(
        text(&again.stderr).contains("choose another folder"),
        "{}",
        text(&again.stderr)
    );

    let record = folder.join("brandub-00001.json");
    let record = record.to_str().expect("a path");
    let output = hall(&[
        "analyse",
        "brandub",
        "--record",
        record,
        "--engine",
        "alphabeta:nodes=500",
    ]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(
        text(&output.stdout).contains("It turned at step "),
        "{}",
        text(&output.stdout)
    );
    let output = hall(&["analyse", "combo", "--record", record]);
    assert!(text(&output.stderr).contains("this is a record of brandub, not of combo"));
    std::fs::remove_dir_all(&folder).expect("the folder is there");
}

#[test]
fn match_in_words_has_a_row_for_each_side() {
    let output = hall(&[
        "match", "combo", "random", "random", "--games", "2", "--sprt", "-50,50",
    ]);
    let told = text(&output.stdout);
    for words in [
        "Combo: 2 games, seed 1",
        "as Black",
        "as White",
        "Elo",
        "SPRT",
        "ended by:",
    ] {
        assert!(told.contains(words), "{told}");
    }
    let options = "{\"size\":5,\"rounds\":4}";
    let output = hall(&[
        "match",
        "game17",
        "t800",
        "zombie",
        "zombie",
        "--games",
        "3",
        "--options",
        options,
    ]);
    assert!(
        text(&output.stdout).contains("mean place"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn analyse_shows_what_the_engine_saw() {
    let output = hall(&[
        "analyse",
        "brandub",
        "--engine",
        "alphabeta:nodes=3000",
        "--lines",
        "2",
    ]);
    let told = text(&output.stdout);
    assert!(
        told.starts_with("Attackers: ") && told.contains("states visited"),
        "{told}"
    );
    let escape = "/7/7/1t5/7/7/7/3KT2/ d";
    let output = hall(&[
        "analyse",
        "brandub",
        "--position",
        escape,
        "--engine",
        "alphabeta:nodes=500",
        "--json",
    ]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["opinions"][0]["action"], "d7-a7");
    assert_eq!(
        report["opinions"][0]["lines"][0]["score"],
        json!({"win_in": 1})
    );
    let output = hall(&[
        "analyse",
        "automatafl",
        "--engine",
        "solver:nodes=3000",
        "--json",
    ]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["opinions"].as_array().map(Vec::len), Some(2));
    assert!(
        report["opinions"][0]["strategy"]
            .as_array()
            .is_some_and(|moves| !moves.is_empty())
    );
}

#[test]
fn help_has_examples() {
    for command in [
        "referee", "perft", "bench", "match", "analyse", "contest", "check", "verify", "replay",
    ] {
        let output = hall(&[command, "--help"]);
        assert!(text(&output.stdout).contains("Examples:"), "{command}");
    }
    assert!(text(&hall(&["--help"]).stdout).contains("Usage: hall"));
}
