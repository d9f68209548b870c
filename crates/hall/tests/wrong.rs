//! Whatever is wrong on the command line is refused with a sentence.
//!
//! The flags come from the hall's own list of its commands, so a new one is tried
//! out as well; of a new command `USES` has to say how it is used.

mod commands;

use std::ffi::OsString;
use std::fs::File;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use commands::{Argument, Listed};

/// How a command is used well, and with little work.
struct Use {
    command: &'static str,
    places: &'static [&'static str],
    flags: &'static [&'static str],
}

/// A record, a bot and so on lie in the folder, see `furnish`.
const USES: [Use; 20] = [
    Use {
        command: "serve",
        places: &[],
        flags: &["--forget", "--listen=127.0.0.1:0"],
    },
    Use {
        command: "play",
        places: &["brandub", "random"],
        flags: &["--plain"],
    },
    Use {
        command: "referee",
        places: &[],
        flags: &[],
    },
    Use {
        command: "perft",
        places: &["brandub"],
        flags: &["--depth=1"],
    },
    Use {
        command: "match",
        places: &["brandub", "random", "random"],
        flags: &["--games=2"],
    },
    Use {
        command: "contest",
        places: &["brandub", "random", "random"],
        flags: &["--games=2"],
    },
    Use {
        command: "analyse",
        places: &["brandub"],
        flags: &["--engine=alphabeta:depth=1"],
    },
    Use {
        command: "check",
        places: &["./bot"],
        flags: &["--game=brandub"],
    },
    Use {
        command: "bot run",
        places: &["brandub", "random"],
        flags: &[],
    },
    Use {
        command: "bot replay",
        places: &["record.json", "./bot"],
        flags: &["--seat=0"],
    },
    Use {
        command: "verify",
        places: &["record.json"],
        flags: &[],
    },
    Use {
        command: "game17 single",
        places: &["random:red"],
        flags: &["--board-size=4", "--num-rounds=1"],
    },
    Use {
        command: "game17 vs-zombies",
        places: &["random", "out"],
        flags: &["--board-size=4", "--num-rounds=1", "--num-games=1"],
    },
    Use {
        command: "game17 rank",
        places: &["random", "weak", "out"],
        flags: &["--board-size=4", "--num-rounds=1", "--num-games=1"],
    },
    Use {
        command: "game17 replay",
        places: &["game17.json", "1:red"],
        flags: &[],
    },
    Use {
        command: "replay",
        places: &["record.json"],
        flags: &[],
    },
    Use {
        command: "bench",
        places: &[],
        flags: &["--game=game17", "--repeat=1"],
    },
    Use {
        command: "bench server",
        places: &[],
        flags: &["--idle=0", "--tables=1", "--seconds=1"],
    },
    Use {
        command: "completions",
        places: &["bash"],
        flags: &[],
    },
    Use {
        command: "man",
        places: &[],
        flags: &[],
    },
];

/// Commands without anything that could be wrong.
const PLAIN: [&str; 1] = ["doctor"];

/// Files that are written where other flags named FILE are read.
const WRITTEN: [&str; 5] = ["--gif", "--svg", "--html", "--players-file", "--out"];

/// What looks wrong and is not: anything that can be seen is a name, any number is a threshold, below 0 it means never,
/// and `--svg` fills a folder.
const RIGHT: [(&str, &str); 8] = [
    ("--name", "no such thing!"),
    ("--name", "-1"),
    ("--name", "99999999999999999999999"),
    ("--name", "no/such/file"),
    ("--name", "empty"),
    ("--time-threshold", "-1"),
    ("--time-threshold", "99999999999999999999999"),
    ("--svg", "empty"),
];

/// What only a hall can judge: any text may be a table, a key or a token.
const FREE: [&str; 3] = ["--table", "--key", "--token"];

/// Flags that make no sense without another, or beside what is usual.
fn company(flag: &str) -> (&'static [&'static str], &'static [&'static str]) {
    match flag {
        "--cert" => (&["--key=garbage"], &[]),
        "--key" => (&["--cert=garbage"], &[]),
        "--data" | "--database" => (&[], &["--forget"]),
        "--dir" => (&[], &["random"]),
        "--resume" => (&[], &["brandub", "random"]),
        "--server" => (&["--table=x"], &["brandub", "random"]),
        _ => (&[], &[]),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Text,
    Read,
    Written,
    Folder,
}

impl Kind {
    fn wrong(self) -> Vec<OsString> {
        let words: &[&str] = match self {
            Kind::Text => &[
                "no such thing!",
                "",
                "-1",
                "99999999999999999999999",
                "no/such/file",
                "empty",
            ],
            Kind::Read => &["no/such/file", "", "empty", "garbage", "nothing"],
            Kind::Written => &["no/such/file", "", "empty"],
            Kind::Folder => &["", "garbage"],
        };
        let mut wrong: Vec<OsString> = words.iter().map(OsString::from).collect();
        if matches!(self, Kind::Text | Kind::Read) {
            wrong.push(OsString::from_vec(b"\xff\xfe".to_vec()));
        }
        wrong
    }
}

/// One wrong use.
struct Trial {
    arguments: Vec<OsString>,
    /// The wrong part: where it belongs, and what it is.
    flag: Option<String>,
    value: OsString,
}

#[test]
fn every_wrong_value_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    furnish(folder.path());
    let mut trials = Vec::new();
    for command in commands::all() {
        if PLAIN.contains(&command.name.as_str()) || command.name.is_empty() {
            continue;
        }
        let Some(usual) = USES.iter().find(|usual| usual.command == command.name) else {
            assert!(
                command.has_parts,
                "USES has to say how `hall {}` is used",
                command.name
            );
            continue;
        };
        trials.extend(of_flags(&command, usual));
        trials.extend(of_places(usual));
    }
    assert!(trials.len() > 400, "only {} wrong uses", trials.len());
    let started = Instant::now();
    let problems = all_problems(&trials, folder.path());
    println!(
        "{} wrong uses in {:.1} s",
        trials.len(),
        started.elapsed().as_secs_f64()
    );
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

#[test]
fn what_is_left_out_or_unknown_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    furnish(folder.path());
    let mut trials = Vec::new();
    let mut add = |words: Vec<&str>| {
        trials.push(Trial {
            arguments: words.iter().map(OsString::from).collect(),
            flag: None,
            value: OsString::new(),
        });
    };
    add(vec!["fly"]);
    add(vec!["--fly"]);
    add(vec!["analyse", "combo", "--record", "record.json"]);
    add(vec!["bot", "replay", "record.json", "./bot", "--seat", "2"]);
    add(vec!["replay", "record.json", "--step", "100000"]);
    add(vec!["match", "brandub", "random"]);
    add(vec![
        "match",
        "game17",
        "random",
        "--options",
        "{\"size\":0}",
    ]);
    add(vec!["perft", "game17"]);
    add(vec!["contest", "brandub"]);
    add(vec!["contest", "brandub", "random"]);
    add(vec!["game17", "rank", "out"]);
    add(vec!["serve", "--forget", "--data", "out"]);
    let commands = commands::all();
    for command in &commands {
        let name: Vec<&str> = command.name.split_whitespace().collect();
        add([&name[..], &["--no-such-flag"]].concat());
        let needs = USES.iter().find(|usual| usual.command == command.name);
        if needs.is_some_and(|usual| !usual.places.is_empty() && !command.name.ends_with("single"))
        {
            add(name);
        }
    }
    let problems = all_problems(&trials, folder.path());
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
    // All of these are misuse, and say so.
    for trial in &trials {
        let (status, ..) = run(trial, folder.path()).expect("it ends");
        assert_eq!(status.code(), Some(2), "{:?}", trial.arguments);
    }
}

#[test]
fn every_command_gives_examples_and_reports_as_json_too() {
    // These answer in JSON anyway, run on, or print what they make.
    let streams = ["serve", "referee", "bot run", "completions", "man", "play"];
    for command in commands::all() {
        assert!(
            command.help.contains("Examples:\n  hall ")
                || command.help.contains("Examples:\n  echo "),
            "hall {} --help has no examples",
            command.name
        );
        let mut arguments = command.arguments.iter();
        let has_json = arguments.any(|argument| argument.names.iter().any(|name| name == "--json"));
        let streams = streams.contains(&command.name.as_str());
        assert!(
            has_json || streams || command.has_parts,
            "hall {} has no --json",
            command.name
        );
    }
}

#[test]
fn all_that_a_hall_is_told_can_stand_in_the_environment() {
    let commands = commands::all();
    let mut serve = commands.iter().filter(|command| command.name == "serve");
    let serve = serve.next().expect("hall serve");
    assert!(serve.arguments.len() > 20);
    for argument in &serve.arguments {
        let name = argument.names.join(", ");
        assert!(
            argument.env.is_some() || name.contains("--help"),
            "{name} has no variable"
        );
    }
}

#[test]
fn a_value_from_the_environment_is_refused_like_any_other() {
    for (name, value) in [
        ("HALL_LISTEN", "nowhere"),
        ("HALL_THINKERS", "0"),
        ("HALL_BOTS", "Rex"),
        ("HALL_LOG", "loud"),
        ("HALL_TRUST_BOTS", "perhaps"),
        ("HALL_MAX_CONNECTIONS", "18446744073709551615"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_hall"))
            .env(name, value)
            .stdin(Stdio::null())
            .output()
            .expect("hall starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(said.starts_with("hall: ") && said.contains(value), "{said}");
    }
}

/// What the uses need.
fn furnish(folder: &Path) {
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.join(name), bytes).expect("a file");
    };
    write("garbage", b"\x00\xff{]\n\x1b[31m\n");
    write("nothing", b"");
    write("bot", b"#!/bin/sh\nexit 0\n");
    std::fs::create_dir(folder.join("empty")).expect("a folder");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.join("bot"), executable).expect("an executable");
    for words in [
        "match brandub random random --games 2 --out games",
        "game17 single random --board-size 4 --num-rounds 2 --seed 1 --out game17.json",
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_hall"))
            .args(words.split(' '))
            .current_dir(folder)
            .stdin(Stdio::null())
            .output()
            .expect("hall starts");
        assert!(output.status.success(), "{words}: {output:?}");
    }
    let record = folder.join("games/brandub-00001.json");
    std::fs::rename(record, folder.join("record.json")).expect("a record");
}

fn of_flags(command: &Listed, usual: &Use) -> Vec<Trial> {
    let mut trials = Vec::new();
    for argument in &command.arguments {
        let Some(flag) = argument.names.first().filter(|_| argument.takes_value) else {
            continue;
        };
        if command.name == "play" && FREE.contains(&flag.as_str()) {
            continue;
        }
        let kind = kind_of(flag, argument, command);
        let (with, without) = company(flag);
        for value in kind.wrong() {
            if RIGHT.iter().any(|(f, v)| flag == f && value == **v) {
                continue;
            }
            let mut arguments = words(usual.command);
            let places = usual.places.iter();
            arguments.extend(places.filter(|p| !without.contains(p)).map(OsString::from));
            let flags = usual.flags.iter().chain(with);
            arguments.extend(
                flags
                    .filter(|f| f.split('=').next() != Some(flag) && !without.contains(f))
                    .map(OsString::from),
            );
            let mut given = OsString::from(format!("{flag}="));
            given.push(&value);
            arguments.push(given);
            trials.push(Trial {
                arguments,
                flag: Some(flag.clone()),
                value,
            });
        }
    }
    trials
}

fn kind_of(flag: &str, argument: &Argument, command: &Listed) -> Kind {
    match argument.value.as_str() {
        "FILE" if WRITTEN.contains(&flag) => Kind::Written,
        "FILE" if command.name == "play" && ["--save", "--record"].contains(&flag) => Kind::Written,
        "FILE" => Kind::Read,
        "FOLDER" => Kind::Folder,
        value => {
            assert!(
                !value.contains("FILE") && !value.contains("PATH"),
                "hall {} {flag}: files are called FILE",
                command.name
            );
            Kind::Text
        }
    }
}

fn of_places(usual: &Use) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (place, right) in usual.places.iter().enumerate() {
        let kind = match *right {
            "out" => Kind::Folder,
            file if file.ends_with(".json") => Kind::Read,
            _ => Kind::Text,
        };
        for value in kind.wrong() {
            let verifies = usual.command == "verify" && (value == "garbage" || value == "nothing");
            if verifies {
                // That a file is no record is an answer, not an error.
                continue;
            }
            let mut arguments = words(usual.command);
            arguments.extend(usual.flags.iter().map(OsString::from));
            let mut places: Vec<OsString> = usual.places.iter().map(OsString::from).collect();
            places[place].clone_from(&value);
            arguments.extend(places);
            trials.push(Trial {
                arguments,
                flag: None,
                value,
            });
        }
    }
    trials
}

fn words(command: &str) -> Vec<OsString> {
    command.split_whitespace().map(OsString::from).collect()
}

/// Tries all on several threads.
fn all_problems(trials: &[Trial], folder: &Path) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(trial) = trials.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(problem) = problem(trial, folder) {
                        problems.lock().expect("no panic").push(problem);
                    }
                }
            });
        }
    });
    problems.into_inner().expect("no panic")
}

/// What is wrong with how a wrong use is refused.
fn problem(trial: &Trial, folder: &Path) -> Option<String> {
    let (problem, said) = match run(trial, folder) {
        None => ("it did not end", String::new()),
        Some((status, out, said)) => {
            let value = trial.value.to_string_lossy();
            let names = match &trial.flag {
                Some(flag) => said.contains(flag) || !value.is_empty() && said.contains(&*value),
                None => value.is_empty() || said.contains(&*value),
            };
            let is_text = std::str::from_utf8(trial.value.as_bytes()).is_ok();
            let found = if status.signal().is_some() || said.contains("panicked") {
                "it crashed"
            } else if !matches!(status.code(), Some(1 | 2)) {
                "it was not refused"
            } else if !said.starts_with("hall: ") || said.lines().count() > 4 {
                "the error is no sentence of the hall"
            } else if !names && is_text {
                "the error does not say what it is about"
            } else if said.contains('\x1b') {
                "the error changes the terminal"
            } else if !out.is_empty() {
                "something is on standard output"
            } else {
                return None;
            };
            (found, format!("{status}\n{said}{out}"))
        }
    };
    Some(format!("hall {:?}: {problem}\n{said}", trial.arguments))
}

/// Runs the hall; nothing if it does not end within some seconds.
fn run(trial: &Trial, folder: &Path) -> Option<(ExitStatus, String, String)> {
    // Files instead of pipes: nothing has to read along.
    let place = tempfile::tempdir().expect("a folder");
    let file = |name: &str| File::create(place.path().join(name)).expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_hall"))
        .args(&trial.arguments)
        .env("XDG_DATA_HOME", folder)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(file("out"))
        .stderr(file("said"))
        .spawn()
        .expect("hall starts");
    let status = end_of(&mut child)?;
    let read = |name: &str| {
        let bytes = std::fs::read(place.path().join(name)).expect("the file");
        String::from_utf8_lossy(&bytes).into_owned()
    };
    Some((status, read("out"), read("said")))
}

fn end_of(child: &mut Child) -> Option<ExitStatus> {
    let until = Instant::now() + Duration::from_secs(15);
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return Some(status);
        }
        if Instant::now() > until {
            child.kill().expect("it can be ended");
            child.wait().expect("it ends");
            return None;
        }
        std::thread::sleep(Duration::from_millis(3));
    }
}
