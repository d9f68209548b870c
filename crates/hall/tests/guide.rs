//! The guide is true: its command lines run, its flags exist, its links lead somewhere.
//!
//! In a block marked `console` every line that begins with `$ ` is run, the lines of
//! a page one after the other in a folder of their own, in which `bots` and a
//! certificate lie. It must end with 0, or with what a comment says:
//! `# exit code 1`. Lines below it are what it prints; `…` stands for any lines.
//! In a block marked `console,server` every command is one that runs on: it is
//! started on a free port, and ended. What cannot be run in a test is marked
//! `console,not-run` and listed here.
//!
//! Python with numpy, node and cargo are needed here, as for the starter bots.

mod commands;
#[path = "guide/page.rs"]
mod page;
#[path = "guide/shell.rs"]
mod shell;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use commands::Listed;
use page::{Page, Run};

/// What is not run, and why that is so.
const NOT_RUN: [(&str, &str); 10] = [
    // A whole release build takes minutes, and this is one of all the tests.
    ("README.md", "cargo run --release"),
    ("README.md", "cargo xtask test"),
    (
        "README.md",
        "cargo install --locked --path crates/hall --profile dist",
    ),
    (
        "docs/start.md",
        "cargo install --locked --path crates/hall --profile dist",
    ),
    ("docs/start.md", "rustup target add wasm32-unknown-unknown"),
    // There is no archive in a test.
    ("docs/start.md", "sha256sum -c SHA256SUMS"),
    (
        "docs/start.md",
        "tar -xzf taflhalla-0.1.0-x86_64-unknown-linux-gnu.tar.gz",
    ),
    (
        "docs/start.md",
        "install taflhalla-0.1.0-x86_64-unknown-linux-gnu/hall ~/.local/bin/",
    ),
    // A measurement of the disk, in a release build.
    (
        "docs/store.md",
        "cargo run --release -p store --example measure -- FOLDER",
    ),
    (
        "docs/store.md",
        "cargo run --release -p store --example measure -- postgres://…",
    ),
];

/// Flags of other programs that the pages mention.
const OF_OTHERS: [&str; 1] = ["--profile"];

#[test]
fn every_command_line_runs() {
    let pages = page::all();
    let commands: usize = pages.iter().map(|page| page.commands().len()).sum();
    assert!(commands > 50, "only {commands} command lines");
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        for _ in 0..threads.min(8) {
            scope.spawn(|| {
                while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(problem) = run_page(page) {
                        problems.lock().expect("no panic").push(problem);
                    }
                }
            });
        }
    });
    let problems = problems.into_inner().expect("no panic");
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

fn run_page(page: &Page) -> Result<(), String> {
    let commands = page.commands();
    if commands.iter().all(|command| command.run == Run::Not) {
        return Ok(());
    }
    let place = shell::Place::new();
    for command in commands {
        let started = Instant::now();
        let ended = match command.run {
            Run::Not => continue,
            Run::Whole => place.run(&command),
            Run::Server => place.serve(&command.line),
        };
        println!(
            "{:5.1} s  {}: {:.90}",
            started.elapsed().as_secs_f64(),
            page.name,
            command.line
        );
        ended.map_err(|problem| {
            format!(
                "{}, line {}: {}\n{problem}",
                page.name, command.number, command.line
            )
        })?;
    }
    Ok(())
}

#[test]
fn what_is_not_run_is_listed_here() {
    let mut found = BTreeSet::new();
    for page in page::all() {
        for command in page.commands() {
            if command.run == Run::Not {
                found.insert((page.name.clone(), command.line));
            }
        }
    }
    let listed = NOT_RUN.map(|(page, line)| (page.to_owned(), line.to_owned()));
    assert_eq!(found, BTreeSet::from(listed));
}

#[test]
fn command_lines_stand_in_blocks_that_are_run() {
    for page in page::all() {
        for (number, line) in page.other_code() {
            let names_places = line
                .split_whitespace()
                .map(|word| word.trim_matches(|c: char| !c.is_ascii_alphabetic()))
                .any(|word| word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase()));
            assert!(
                !line.starts_with("$ ") && (!line.starts_with("hall ") || names_places),
                "{}, line {number}: {line}: mark this block console",
                page.name
            );
        }
    }
}

#[test]
fn every_command_and_flag_exists() {
    let known = commands::all();
    let any: BTreeSet<&str> = known
        .iter()
        .flat_map(|command| &command.arguments)
        .flat_map(|argument| &argument.names)
        .map(String::as_str)
        .collect();
    let mut problems = Vec::new();
    let mut checked = 0;
    for page in page::all() {
        for (number, code) in page.all_code() {
            let told = if code.starts_with("--") {
                let flag = code.split(['=', ' ']).next().unwrap_or_default();
                if any.contains(flag) || OF_OTHERS.contains(&flag) {
                    Ok(())
                } else {
                    Err(format!("no command has {flag}"))
                }
            } else if code.split('|').any(|part| part.trim().starts_with("hall ")) {
                checked += 1;
                exists(&code, &known)
            } else {
                Ok(())
            };
            if let Err(problem) = told {
                problems.push(format!("{}, line {number}: {code}: {problem}", page.name));
            }
        }
    }
    assert!(checked > 100, "only {checked} commands are mentioned");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Whether all commands and flags of a line exist.
fn exists(line: &str, known: &[Listed]) -> Result<(), String> {
    // In tables, alternatives are `one\|other`.
    let line = line
        .replace("\\|", "/")
        .split('#')
        .next()
        .map(str::to_owned);
    let line = line.unwrap_or_default();
    for part in line.split(" | ").flat_map(|part| part.split(" && ")) {
        let Some(rest) = part.trim().strip_prefix("hall ") else {
            continue;
        };
        let mut name = String::new();
        let mut in_names = true;
        for word in rest.split_whitespace() {
            let word = word.trim_matches(['[', ']', '(', ')', ',', ';', '…', '.']);
            let is_flag = word.len() > 1
                && word.starts_with('-')
                && !word[1..].starts_with(|c: char| c.is_ascii_digit());
            if is_flag {
                in_names = false;
                for flag in word.split('/') {
                    let flag = flag.split('=').next().unwrap_or_default();
                    let command = find(&name, known).ok_or(format!("there is no hall {name}"))?;
                    let mut names = command.arguments.iter().flat_map(|a| &a.names);
                    if flag != "--help" && flag != "--version" && !names.any(|n| n == flag) {
                        return Err(format!("hall {name} has no {flag}"));
                    }
                }
            } else if in_names {
                let has_parts = find(&name, known).is_some_and(|command| command.has_parts);
                let is_name = word.starts_with(|c: char| c.is_ascii_lowercase());
                if !has_parts || !is_name {
                    in_names = false;
                    continue;
                }
                let full = |part: &str| format!("{name} {part}").trim().to_owned();
                for part in word.split('/') {
                    if find(&full(part), known).is_none() {
                        return Err(format!("there is no hall {}", full(part)));
                    }
                }
                in_names = !word.contains('/');
                name = full(word.split('/').next().unwrap_or_default());
            }
        }
    }
    Ok(())
}

fn find<'a>(name: &str, known: &'a [Listed]) -> Option<&'a Listed> {
    known.iter().find(|command| command.name == name)
}

#[test]
fn what_does_not_exist_is_found() {
    let known = commands::all();
    for wrong in [
        "hall fly",
        "hall match brandub weak weak --gamez 4",
        "hall bot run\\|walk",
        "echo | hall perft --games 3",
    ] {
        assert!(exists(wrong, &known).is_err(), "{wrong}");
    }
    for right in [
        "hall match GAME PLAYER... [--games N] [--ms N]",
        "hall game17 single\\|vs-zombies",
        "hall game17 rank a b out -t -1 # --what-comments-say",
        "echo | hall referee",
    ] {
        assert_eq!(exists(right, &known), Ok(()), "{right}");
    }
}

#[test]
fn every_link_leads_somewhere() {
    let mut problems = Vec::new();
    let mut checked = 0;
    let root = page::root();
    let mut pages = page::all();
    for name in [
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "docs/SUMMARY.md",
    ] {
        pages.push(Page::read(name));
    }
    for page in &pages {
        let folder = Path::new(&page.name).parent().unwrap_or(Path::new(""));
        for (number, target) in page.links() {
            if target.contains("://") {
                continue;
            }
            checked += 1;
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let path = match file {
                "" => Path::new(&page.name).to_owned(),
                file => folder.join(file),
            };
            let problem = if !root.join(&path).exists() {
                "there is no such file"
            } else if page.name.starts_with("docs/") && file.starts_with("..") {
                "the book has no such page"
            } else if !anchor.is_empty()
                && !Page::read(&path.display().to_string())
                    .anchors()
                    .contains(anchor)
            {
                "the page has no such heading"
            } else {
                continue;
            };
            problems.push(format!("{}, line {number}: {target}: {problem}", page.name));
        }
    }
    assert!(checked > 60, "only {checked} links");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_page_is_in_the_book() {
    let summary = Page::read("docs/SUMMARY.md");
    let listed: BTreeSet<String> = summary.links().into_iter().map(|(_, to)| to).collect();
    for page in page::all() {
        if let Some(name) = page.name.strip_prefix("docs/") {
            assert!(listed.contains(name), "SUMMARY.md does not list {name}");
        }
    }
}
