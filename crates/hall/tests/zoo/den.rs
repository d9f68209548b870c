//! Where the animals live: folders with bots, and the hall that is run on them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const HALL: &str = env!("CARGO_BIN_EXE_hall");

/// What every Python bot begins with: reading a request, a legal move of
/// Brandub, and saying it.
pub const PRELUDE: &str = r#"#!/usr/bin/env python3
import json, os, random, signal, socket, sys, time
def read():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)
def move(request):
    squares = request["board"]["squares"]
    mine = ("attacker",) if request["side"] == "attackers" else ("defender", "king")
    found = []
    for column in squares:
        for square in column:
            if square.get("piece") in mine:
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    x, y = square["x"] + dx, square["y"] + dy
                    special = (x, y) in ((0, 0), (0, 6), (6, 0), (6, 6), (3, 3))
                    if 0 <= x < 7 and 0 <= y < 7 and not special and "piece" not in squares[x][y]:
                        found.append({"from": {"x": square["x"], "y": square["y"]}, "to": {"x": x, "y": y}})
    return random.choice(found)
def say(answer):
    print(json.dumps(answer), flush=True)
def log(text):
    print(text, file=sys.stderr, flush=True)
"#;

/// A folder with bots. Its name is in the arguments or is the working folder of
/// every process of theirs, so that they can be found.
pub struct Den(tempfile::TempDir);

impl Den {
    /// Beside the hall's own file, so that it can be linked.
    pub fn new() -> Den {
        let folder = tempfile::Builder::new()
            .prefix("zoo-")
            .tempdir_in(env!("CARGO_TARGET_TMPDIR"));
        let den = Den(folder.expect("a folder"));
        // Whatever is left in here after a game was not cleaned up.
        fs::create_dir(den.path("scratch")).expect("a folder");
        let open = fs::Permissions::from_mode(0o777);
        fs::set_permissions(den.path("scratch"), open).expect("a folder");
        den
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A bot in a folder of its own.
    pub fn write(&self, name: &str, start: &str) -> PathBuf {
        let folder = self.path(name);
        fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("start");
        fs::write(&file, start).expect("a file");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("executable");
        folder
    }

    /// A bot in Python: the prelude and this.
    pub fn python(&self, name: &str, script: &str) -> PathBuf {
        self.write(name, &format!("{PRELUDE}{script}\n"))
    }

    /// A built-in player as a bot.
    pub fn house_bot(&self, name: &str, game: &str, player: &str) -> PathBuf {
        let folder = self.write(
            name,
            &format!("#!/bin/sh\nexec ./hall bot run {game} {player}\n"),
        );
        let link = folder.join("hall");
        if !link.exists() {
            fs::hard_link(HALL, &link)
                .or_else(|_| fs::copy(HALL, &link).map(|_| ()))
                .expect("the hall's file");
        }
        folder
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(HALL);
        command
            .args(arguments)
            .current_dir(self.0.path())
            .env("TMPDIR", self.path("scratch"))
            .env_remove("NO_COLOR")
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Said {
        let started = Instant::now();
        let output = self.command(arguments).output().expect("hall starts");
        Said::of(output, started.elapsed(), arguments)
    }

    /// Fails if anything of these bots still runs or lies about.
    pub fn assert_empty(&self, what: &str) {
        let word = self.0.path().file_name().expect("a name");
        let left = processes_with(word.to_str().expect("UTF-8"));
        assert!(left.is_empty(), "{what}: left behind: {left:?}");
        let scratch = fs::read_dir(self.path("scratch")).expect("a folder");
        let files: Vec<PathBuf> = scratch.flatten().map(|entry| entry.path()).collect();
        assert!(files.is_empty(), "{what}: left behind: {files:?}");
    }
}

/// Every process that has a word in its arguments or in its working folder.
fn processes_with(word: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("/proc").flatten() {
        let path = entry.path();
        let arguments = fs::read(path.join("cmdline")).unwrap_or_default();
        let arguments = String::from_utf8_lossy(&arguments).replace('\0', " ");
        let folder = fs::read_link(path.join("cwd")).unwrap_or_default();
        if arguments.contains(word) || folder.to_string_lossy().contains(word) {
            found.push(format!("{}: {arguments}", path.display()));
        }
    }
    found
}

/// What the hall said.
pub struct Said {
    pub fine: bool,
    pub out: String,
    pub problem: String,
    pub took: Duration,
    asked: String,
}

impl Said {
    fn of(output: Output, took: Duration, arguments: &[&str]) -> Said {
        let said = Said {
            fine: output.status.success(),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            problem: String::from_utf8(output.stderr).expect("UTF-8"),
            took,
            asked: arguments.join(" "),
        };
        // 101 is what a panic ends with; a signal has no code.
        assert!(
            output.status.code().is_some_and(|code| code != 101),
            "{}: {:?}\n{}",
            said.asked,
            output.status,
            said.problem
        );
        said
    }

    /// It must have gone well.
    pub fn well(self) -> Said {
        assert!(
            self.fine,
            "hall {}\n{}{}",
            self.asked, self.out, self.problem
        );
        self
    }

    /// It must have failed with a sentence; that is returned.
    pub fn badly(self) -> String {
        assert!(!self.fine, "hall {} went well\n{}", self.asked, self.out);
        let problem = self.problem.trim();
        assert!(
            problem.len() > 20 && !problem.contains("panicked"),
            "hall {}: {problem:?}",
            self.asked
        );
        self.problem
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|_| panic!("no JSON: {}", self.out))
    }
}

/// The records in a folder, in the order of their names.
pub fn records(folder: &Path) -> Vec<Value> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("records")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    let read = |path| serde_json::from_slice(&fs::read(path).expect("a record")).expect("JSON");
    paths.into_iter().map(read).collect()
}

/// The seat whose player has this name.
pub fn seat_of(record: &Value, name: &str) -> usize {
    let players = record["players"].as_array().expect("players");
    let seat = players.iter().position(|player| player["name"] == name);
    seat.unwrap_or_else(|| panic!("{name} is not in {players:?}"))
}

/// The verdict on a seat and its explanation.
pub fn verdict_on(record: &Value, seat: usize) -> Option<(&str, &str)> {
    let verdicts = record["verdicts"].as_array().expect("verdicts");
    let own = verdicts.iter().find(|verdict| verdict["seat"] == seat)?;
    Some((own["verdict"].as_str()?, own["detail"].as_str()?))
}

/// How long a seat took in all and for its longest move.
pub fn time_of(record: &Value, seat: usize) -> (Duration, Duration) {
    let micros = |name: &str| {
        let number = record["seats"][seat][name].as_u64();
        Duration::from_micros(number.expect("a time"))
    };
    (micros("us"), micros("longest_us"))
}

/// Does the same in several threads; the first failure is handed on.
pub fn at_once(threads: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(&work)).collect();
        for thread in running {
            if let Err(cause) = thread.join() {
                std::panic::resume_unwind(cause);
            }
        }
    });
}
