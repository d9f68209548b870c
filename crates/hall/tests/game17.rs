//! `hall game17` as a user meets it. Python and numpy are needed here.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// A folder for one test, in which `hall game17` runs.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().expect("a folder for the test"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, text: &str) -> &Place {
        fs::write(self.path(name), text).expect("a file is written");
        self
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn names(&self, folder: &str) -> BTreeSet<String> {
        let entries = fs::read_dir(self.path(folder)).expect("the folder is there");
        entries
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .into_string()
                    .expect("a name")
            })
            .collect()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_hall"))
            .arg("game17")
            .args(arguments)
            .current_dir(self.0.path())
            .output()
            .expect("hall starts")
    }

    fn good(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {errors}");
        String::from_utf8(output.stdout).expect("output is UTF-8")
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.good(arguments)).expect("the report is JSON")
    }

    fn bad(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        String::from_utf8(output.stderr).expect("errors are UTF-8")
    }
}

fn bot(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../bots/game17")
        .join(name);
    path.to_str().expect("the path is UTF-8").to_owned()
}

/// Says what is missing, before a test fails for want of it.
fn needs_numpy() {
    let python = arena::python::interpreter()
        .expect("Python is needed for this test: install python3, or name one in HALL_PYTHON");
    assert!(
        arena::python::has_numpy(),
        "numpy is needed for this test: {} -m pip install numpy",
        python.display()
    );
}

#[test]
fn rank_writes_its_files_and_the_same_seed_writes_the_same_games() {
    let place = Place::new();
    let players = ["random", "weak", "zombie", "zombie"];
    let run = |folder: &str, threads: &str| {
        let arguments = [
            "-g",
            "7",
            "-s",
            "8",
            "-r",
            "20",
            "--seed",
            "5",
            "-t",
            "-1",
            "--threads",
            threads,
        ];
        place.good(&[&["rank"][..], &players, &[folder], &arguments].concat())
    };
    let shown = run("a", "1");
    assert_eq!(shown, run("b", "3"));
    let games = (0..7).map(|game| format!("battle-royale-{game}.json"));
    let mut expected: BTreeSet<String> = games.collect();
    // Both zombies win nothing or nearly so; whoever is equal plays again.
    let names = place.names("a");
    assert!(expected.is_subset(&names));
    expected.extend(
        [
            "battle-royale-summary.txt",
            "players_that_failed_on_import.txt",
            "ranks.txt",
        ]
        .map(String::from),
    );
    for name in names.difference(&expected) {
        let pair = name
            .strip_suffix(".json")
            .and_then(|name| name.split_once(" vs "));
        let table = name.starts_with("round-robin-") && name.ends_with(".txt");
        assert!(table || pair.is_some_and(|(a, b)| a < b), "{name}");
    }
    for name in place
        .names("a")
        .iter()
        .filter(|name| name.ends_with(".json") || *name == "ranks.txt")
    {
        assert_eq!(
            place.read(&format!("a/{name}")),
            place.read(&format!("b/{name}")),
            "{name}"
        );
    }
    assert_eq!(place.read("a/players_that_failed_on_import.txt"), "\n");
    assert!(
        place
            .read("a/battle-royale-summary.txt")
            .starts_with("   games won  max time\n1 ")
    );
    assert!(
        place
            .read("a/ranks.txt")
            .lines()
            .nth(1)
            .is_some_and(|line| line.starts_with("0  "))
    );
    assert!(
        place
            .read("players.txt")
            .starts_with("random is player 1\nweak is player 2\n")
    );
}

#[test]
fn equals_play_a_round_robin() {
    let place = Place::new();
    // No game: all are equal, with no wins.
    place.good(&[
        "rank", "weak", "zombie", "zombie", "out", "-g", "0", "-s", "6", "-t", "-1", "--seed", "1",
    ]);
    for pair in ["1 vs 2", "1 vs 3", "2 vs 3"] {
        let game: Value =
            serde_json::from_str(&place.read(&format!("out/{pair}.json"))).expect("JSON");
        let players: Vec<u64> = pair
            .split(" vs ")
            .map(|n| n.parse().expect("a number"))
            .collect();
        let owners = game["diffs"].as_array().expect("diffs").iter();
        let movers: BTreeSet<u64> = owners.filter_map(|diff| diff["owner"].as_u64()).collect();
        assert!(
            players.iter().all(|player| movers.contains(player)),
            "{pair}"
        );
    }
    let table = place.read("out/round-robin-0.txt");
    assert_eq!(table.lines().next(), Some("        winner"));
    assert_eq!(table.lines().count(), 4);
    assert!(
        place
            .read("out/round-robin-summary-0.txt")
            .starts_with("   games won  max time\n")
    );
}

#[test]
fn module_players_of_both_kinds_play_in_every_command() {
    needs_numpy();
    let place = Place::new();
    let (basic, advanced) = (bot("basic.py"), bot("advanced.py"));
    let players = [basic.as_str(), advanced.as_str()];
    let small = ["-s", "7", "-r", "15", "--seed", "3"];

    let coloured = [format!("{basic}:red"), format!("{advanced}:xkcd:dark teal")];
    let coloured: Vec<&str> = coloured.iter().map(String::as_str).collect();
    let shown = place.good(
        &[
            &["single", "-c", "-T", "1", "--out", "game.json"][..],
            &coloured,
            &small,
        ]
        .concat(),
    );
    assert!(shown.starts_with("the deal\n"), "{shown}");
    assert!(
        shown.contains("\nplayer  squares\n") && shown.contains(" wins\n"),
        "{shown}"
    );
    let again = place.good(&["replay", "game.json", "1:red", "-c"]);
    assert!(shown.starts_with(&again), "{again}");

    let report = place.json(
        &[
            &["vs-zombies"][..],
            &players,
            &["zombies", "-g", "3", "--json"],
            &small,
        ]
        .concat(),
    );
    for player in report["players"].as_array().expect("players") {
        assert!(player["turns"].as_u64() > Some(10), "{player}");
        assert_eq!(player["void_turns"], 0, "{player}");
    }
    let table = place.read("zombies/vs-zombies.txt");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "player\tnum_wins\tmax_time");
    assert!(lines[1].starts_with("1\t") && lines[2].starts_with("2\t") && lines.len() == 3);

    let report = place.json(
        &[
            &["rank"][..],
            &players,
            &["zombie", "out", "-g", "4", "-t", "-1", "--json"],
            &small,
        ]
        .concat(),
    );
    let ranks = report["ranks"].as_array().expect("ranks").iter();
    let mut ranked: Vec<u64> = ranks
        .flat_map(|group| group.as_array().expect("a group"))
        .filter_map(Value::as_u64)
        .collect();
    ranked.sort_unstable();
    assert_eq!(ranked, [1, 2, 3]);
    let replayed = place.json(&["replay", "out/battle-royale-0.json", "--json"]);
    assert!(replayed["winners"].is_array(), "{replayed}");
}

#[test]
fn a_player_that_cannot_be_imported_is_listed_and_zombies_play_for_it() {
    needs_numpy();
    let place = Place::new();
    place
        .file(
            "broken.py",
            "import nothing_like_this\ndef make_moves(a, b, c, d): return []\n",
        )
        .file("typo.py", "def make_moves(:\n")
        .file("empty.py", "x = 1\n")
        .file("fine.py", "from game17.zombie import make_moves\n");
    let output = place.run(&[
        "vs-zombies",
        "broken.py",
        "fine.py",
        "typo.py",
        "empty.py",
        "out",
        "-g",
        "1",
        "-s",
        "5",
        "-r",
        "3",
    ]);
    assert!(output.status.success());
    assert_eq!(
        place.read("out/players_that_failed_on_import.txt"),
        "1, 3, 4\n"
    );
    assert_eq!(place.read("out/vs-zombies.txt").lines().count(), 2);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.contains("Player 1 failed to load: broken.py"),
        "{errors}"
    );
    assert!(
        errors.contains("nothing_like_this") && errors.contains("SyntaxError"),
        "{errors}"
    );
}

#[test]
fn faults_void_a_turn_and_are_counted_and_no_piece_is_created() {
    needs_numpy();
    let place = Place::new();
    let negative = "def make_moves(owner, rounds_left, owners, numbers):\n    \
        i, j = next(zip(*(owners == owner).nonzero()))\n    return [((i, j), 'n', -3)]\n";
    place
        .file("negative.py", negative)
        .file(
            "raises.py",
            "def make_moves(*all): raise RuntimeError('on purpose')\n",
        )
        .file(
            "chatty.py",
            "import sys\nfor line in sys.stdin:\n    print('hello', flush=True)\n",
        )
        .file(
            "quits.py",
            "import sys\nsys.stdin.readline()\nprint([], flush=True)\n",
        );
    let report = place.json(&[
        "single",
        "negative.py",
        "raises.py",
        "chatty.py",
        "quits.py",
        "-s",
        "6",
        "-r",
        "4",
        "--seed",
        "2",
        "--json",
        "--out",
        "game.json",
    ]);
    let problems = [
        "must not be negative",
        "on purpose",
        "one line of JSON",
        "it ended with exit code 0",
    ];
    let players = report["players"].as_array().expect("players");
    assert_eq!(players.len(), 4, "{report}");
    for (player, problem) in players.iter().zip(problems) {
        let told = player["problem"].as_str().unwrap_or_default();
        assert!(told.contains(problem), "{player}");
        assert!(player["void_turns"].as_u64() > Some(0), "{player}");
    }
    let game: Value = serde_json::from_str(&place.read("game.json")).expect("JSON");
    let mut numbers: Vec<Vec<u64>> = serde_json::from_value(game["numbers"].clone()).expect("rows");
    for diff in game["diffs"].as_array().expect("diffs") {
        for change in diff["numbers"].as_array().expect("changes") {
            let at = |place: usize| change[place].as_u64().expect("a number");
            numbers[at(0) as usize][at(1) as usize] = at(2);
        }
        assert_eq!(numbers.iter().flatten().sum::<u64>(), 4 * 36);
    }
}

#[test]
fn sleeping_is_time_in_games_won_and_lost_and_the_slow_are_banned() {
    needs_numpy();
    let place = Place::new();
    place.file(
        "sleepy.py",
        "import time\ndef make_moves(*all):\n    time.sleep(0.04)\n    return []\n",
    );
    let small = ["-s", "5", "-r", "4", "--seed", "1"];
    let report = place.json(
        &[
            &["vs-zombies", "sleepy.py", "out", "-g", "2", "--json"][..],
            &small,
        ]
        .concat(),
    );
    assert!(
        report["players"][0]["max_time"].as_f64() >= Some(0.04),
        "{report}"
    );
    let players = ["zombie", "sleepy.py", "zombie"];
    let report = place.json(
        &[
            &["rank"][..],
            &players,
            &["ranked", "-t", "0.03", "-g", "6", "--json"],
            &small,
        ]
        .concat(),
    );
    assert_eq!(report["players"][1]["banned"], true);
    assert_eq!(
        report["ranks"].as_array().and_then(|ranks| ranks.last()),
        Some(&Value::from(vec![2]))
    );
    assert!(
        place
            .read("ranked/battle-royale-summary.txt")
            .contains("\n2     banned")
    );
    assert!(place.names("ranked").contains("battle-royale-5.json"));
    let report = place.json(
        &[
            &["rank"][..],
            &players,
            &["free", "-g", "2", "-t", "-1", "--json"],
            &small,
        ]
        .concat(),
    );
    assert_eq!(report["players"][1]["banned"], false);
}

#[test]
fn the_start_of_a_program_bans_nobody_and_thinking_then_is_no_way_around_the_clock() {
    needs_numpy();
    let place = Place::new();
    let program = |first: f64| {
        format!(
            "import sys, time\ntime.sleep({first})\nfor line in sys.stdin:\n    print([], flush=True)\n"
        )
    };
    place
        .file("honest.py", &program(0.2))
        .file("dreamer.py", &program(2.5))
        .file(
            "ponders.py",
            "import time\ndef get_mover(**all):\n    time.sleep(1)\n    return lambda *all: []\n",
        );
    let report = place.json(&[
        "rank",
        "honest.py",
        "dreamer.py",
        "ponders.py",
        "out",
        "-g",
        "1",
        "-s",
        "5",
        "-r",
        "4",
        "--seed",
        "1",
        "-t",
        "0.15",
        "--json",
    ]);
    for (player, banned) in [(0, false), (1, true), (2, true)] {
        assert_eq!(report["players"][player]["banned"], banned, "{report}");
    }
}

#[test]
fn programs_run_in_the_sandbox_with_the_memory_they_are_given() {
    needs_numpy();
    let place = Place::new();
    place.file("secret.txt", "secret").file(
        "spy.py",
        &format!(
            "open({:?}).read()\ndef make_moves(*all): return []\n",
            place.path("secret.txt")
        ),
    );
    place.file(
        "hungry.py",
        "x = bytearray(300 << 20)\ndef make_moves(*all): return []\n",
    );
    let report = place.json(&[
        "single",
        "spy.py",
        "hungry.py",
        "-s",
        "5",
        "-r",
        "2",
        "--json",
        "--memory",
        "200",
    ]);
    let failed = report["failed_on_import"].as_array().expect("a list");
    let told = |place: usize| failed[place]["problem"].as_str().unwrap_or_default();
    assert!(told(0).contains("secret.txt"), "{report}");
    assert!(told(1).contains("MemoryError"), "{report}");
    let trusted = place.json(&[
        "single",
        "hungry.py",
        "-s",
        "5",
        "-r",
        "2",
        "--json",
        "--memory",
        "600",
    ]);
    assert_eq!(trusted["players"][0]["void_turns"], 0, "{trusted}");
}

#[test]
fn a_single_game_needs_no_players() {
    let place = Place::new();
    let shown = place.good(&["single", "-s", "4", "--seed", "1", "-p", "names.txt"]);
    assert!(shown.contains("win"), "{shown}");
    assert_eq!(place.read("names.txt"), "");
    assert!(place.bad(&["rank", "out"]).contains("there are no players"));
    assert!(
        place
            .good(&[
                "rank", "out", "-T", "2", "-g", "2", "-s", "4", "--seed", "1"
            ])
            .contains("t800")
    );
}

#[test]
fn programs_play_too() {
    let place = Place::new();
    let shell = bot("shell");
    let report = place.json(&[
        "single", &shell, "zombie", "-s", "6", "-r", "5", "--seed", "4", "--json",
    ]);
    let player = &report["players"][0];
    assert!(
        player["turns"].as_u64() > Some(0) && player["void_turns"] == 0,
        "{report}"
    );
}

#[test]
fn a_file_of_the_original_program_replays() {
    let place = Place::new();
    // Python's json writes a space behind commas and colons, and no end of line.
    place.file(
        "game.json",
        "{\"owners\": [[2, 0], [1, 3]], \"numbers\": [[4, 4], [4, 4]], \"diffs\": [{\"round\": 0, \
         \"owner\": 2, \"owners\": [[0, 1, 2]], \"numbers\": [[0, 0, 0], [0, 1, 8]]}, {\"round\": 0, \
         \"owner\": 3, \"owners\": [], \"numbers\": []}]}",
    );
    let shown = place.good(&["replay", "game.json", "2:red", "1:xkcd:dark purple"]);
    assert_eq!(
        shown,
        "the deal\n    0   1\n0 2:4 0:4\n1 1:4 3:4\n\nround 0, player 3\n    0   1\n0 2:0 2:8\n1 1:4 3:4\n\n\
         player  squares\n2             2\n1             1\n3             1\n\nplayer 2 wins\n"
    );
    assert!(
        place
            .bad(&["replay", "game.json", "2:reddish"])
            .contains("there is no colour \"reddish\"; the nearest name is")
    );
    assert!(
        place
            .bad(&["replay", "game.json", "red"])
            .contains("like 3:red")
    );
    place.file("other.json", "{\"owners\": []}");
    assert!(place.bad(&["replay", "other.json"]).contains("other.json"));
}
