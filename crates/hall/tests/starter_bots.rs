//! The starter bots play real games, in the sandbox, as their authors' first ones would.
//!
//! Python with numpy, node and cargo are needed here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

fn bots(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../bots")
        .join(game)
}

fn needs(program: &str) {
    let found = Command::new(program).arg("--version").output();
    assert!(
        found.is_ok_and(|output| output.status.success()),
        "{program} is needed for this test: install it"
    );
}

fn needs_numpy() {
    let python = arena::python::interpreter()
        .expect("Python is needed for this test: install python3, or name one in HALL_PYTHON");
    assert!(
        arena::python::has_numpy(),
        "numpy is needed for this test: {} -m pip install numpy",
        python.display()
    );
}

fn hall(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hall"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("hall starts")
}

fn good(folder: &Path, arguments: &[&str]) -> String {
    let output = hall(folder, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("the bots are there") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name");
        if path.is_dir() && name != "target" {
            copy(&path, &to.join(name));
        } else if path.is_file() {
            fs::copy(&path, to.join(name)).expect("a file is copied");
        }
    }
}

/// A submissions folder with all bots of a game, the one in Rust built as
/// `docs/bots.md` says.
fn submissions(game: &str) -> TempDir {
    needs("python3");
    needs("node");
    let folder = tempfile::tempdir().expect("a folder for the test");
    let bots_here = folder.path().join("bots");
    copy(&bots(game), &bots_here);
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--offline", "--quiet"])
        .env_remove("CARGO_TARGET_DIR")
        .env_remove("CARGO_BUILD_TARGET_DIR")
        .current_dir(bots_here.join("rust"))
        .output()
        .expect("cargo starts");
    let errors = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success() && errors.is_empty(), "{errors}");
    folder
}

/// A contest of all bots of a game, in which nobody may fail.
fn contest(game: &str, names: &[&str], more: &[&str]) {
    let folder = submissions(game);
    let fixed = ["contest", game, "--dir", "bots", "--out", "out"];
    let shown = good(
        folder.path(),
        &[&fixed[..], &["--clock", "1m", "--threads", "1"], more].concat(),
    );
    let text = fs::read_to_string(folder.path().join("out/standings.json")).expect("standings");
    let standings: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(standings["finished"], true, "{shown}");
    let rows = standings["standings"].as_array().expect("a list");
    let mut found: Vec<&str> = rows.iter().filter_map(|row| row["name"].as_str()).collect();
    found.sort_unstable();
    assert_eq!(found, names, "{shown}");
    for row in rows {
        let verdicts = &row["verdicts"];
        let none = verdicts.as_array().is_some_and(Vec::is_empty)
            || verdicts.as_object().is_some_and(serde_json::Map::is_empty);
        assert!(none && row["games"].as_u64() > Some(0), "{row}\n{shown}");
    }
    let page = fs::read_to_string(folder.path().join("out/report.html")).expect("a page");
    assert!(names.iter().all(|name| page.contains(name)));
}

const STARTERS: [&str; 4] = ["javascript", "python", "rust", "shell"];

#[test]
fn combo_bots_play_a_contest_the_one_written_from_the_text_alone_too() {
    let names = ["example", "javascript", "python", "rust", "shell"];
    contest("combo", &names, &["--games", "1"]);
}

#[test]
fn brandub_bots_play_a_contest() {
    contest("brandub", &STARTERS, &["--games", "1"]);
}

#[test]
fn automatafl_bots_play_a_contest() {
    contest("automatafl", &STARTERS, &["--games", "1"]);
}

#[test]
fn game17_bots_play_a_contest() {
    let small = ["--games", "2", "--options", r#"{"size":8,"rounds":15}"#];
    contest("game17", &STARTERS, &small);
}

#[test]
fn module_players_play_a_match_and_every_command_of_the_original_program() {
    needs_numpy();
    let folder = tempfile::tempdir().expect("a folder for the test");
    let here = folder.path();
    let path = |name: &str| bots("game17").join(name).display().to_string();
    let (basic, advanced) = (path("basic.py"), path("advanced.py"));
    let players = [basic.as_str(), advanced.as_str()];

    let options = r#"{"size":7,"rounds":10}"#;
    let arguments = ["match", "game17", &basic, &advanced, "--games", "2"];
    let report = good(
        here,
        &[
            &arguments[..],
            &["--options", options, "--out", "games", "--json"],
        ]
        .concat(),
    );
    let _: Value = serde_json::from_str(&report).expect("the report is JSON");
    for entry in fs::read_dir(here.join("games")).expect("records") {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("a record");
        let record: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(
            record["verdicts"].as_array().map(Vec::len),
            Some(0),
            "{text}"
        );
        let mut seats = record["seats"].as_array().expect("seats").iter();
        assert!(seats.all(|seat| seat["voided"] == 0), "{text}");
    }

    let game17 = |command: &str, rest: &[&str]| {
        let small = ["-s", "7", "-r", "12", "--seed", "3", "--json"];
        let report = good(
            here,
            &[&["game17", command], &players[..], rest, &small].concat(),
        );
        serde_json::from_str::<Value>(&report).expect("the report is JSON")
    };
    for (command, rest) in [
        ("single", &["--out", "game.json"][..]),
        ("vs-zombies", &["zombies", "-g", "2"]),
        ("rank", &["ranked", "-g", "2", "-t", "-1"]),
    ] {
        let report = game17(command, rest);
        let found = report["players"].as_array().expect("players");
        assert_eq!(found.len(), 2, "{report}");
        for player in found {
            assert!(player["turns"].as_u64() > Some(5), "{command}: {report}");
            assert_eq!(player["void_turns"], 0, "{command}: {report}");
        }
    }
    for file in ["game.json", "ranked/battle-royale-1.json"] {
        let shown = good(here, &["game17", "replay", file, "1:red", "-c"]);
        assert!(shown.contains(" win"), "{shown}");
    }
}

#[test]
fn numpy_works_at_every_level_of_the_sandbox() {
    needs_numpy();
    let folder = tempfile::tempdir().expect("a folder for the test");
    let basic = bots("game17").join("basic.py").display().to_string();
    for level in ["isolated", "contained", "unconfined"] {
        let report = good(
            folder.path(),
            &[
                "game17",
                "single",
                &basic,
                "-s",
                "5",
                "-r",
                "4",
                "--seed",
                "1",
                "--json",
                "--sandbox",
                level,
                "--trust-bots",
            ],
        );
        let report: Value = serde_json::from_str(&report).expect("the report is JSON");
        assert_eq!(report["players"][0]["void_turns"], 0, "{level}: {report}");
        assert_eq!(
            report["failed_on_import"].as_array().map(Vec::len),
            Some(0),
            "{level}"
        );
    }
}

/// On a machine with many cores a thread for each would be more than a bot may
/// start.
#[test]
fn numpy_starts_no_threads_of_its_own() {
    needs_numpy();
    let folder = tempfile::tempdir().expect("a folder for the test");
    let source = "import os, numpy\nnumpy.ones((300, 300)) @ numpy.ones((300, 300))\n\
        threads = len(os.listdir('/proc/self/task'))\n\
        def make_moves(*all):\n    assert threads == 1, threads\n    return []\n";
    fs::write(folder.path().join("counts.py"), source).expect("a file is written");
    let small = ["-s", "5", "-r", "2", "--seed", "1", "--json"];
    let arguments = [&["game17", "single", "counts.py"][..], &small].concat();
    let report: Value =
        serde_json::from_str(&good(folder.path(), &arguments)).expect("the report is JSON");
    assert_eq!(report["players"][0]["void_turns"], 0, "{report}");
}

#[test]
fn what_one_types_first_works() {
    needs("python3");
    let folder = tempfile::tempdir().expect("a folder for the test");
    let here = folder.path();
    copy(&bots("combo").join("python"), &here.join("mybot"));
    let shown = good(here, &["check", "mybot", "--game", "combo"]);
    assert!(!shown.is_empty());
    good(
        here,
        &[
            "match", "combo", "./mybot", "random", "--games", "2", "--out", "games",
        ],
    );
    let shown = good(
        here,
        &[
            "bot",
            "replay",
            "games/combo-00001.json",
            "--seat",
            "0",
            "./mybot",
        ],
    );
    assert!(shown.contains("requests sent"), "{shown}");
}
