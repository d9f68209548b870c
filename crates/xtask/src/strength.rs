//! `cargo xtask strength`: measures the players and writes `docs/strength.md`.
//!
//! Every row is one `hall match`, so you can repeat it with the command in that row.

mod page;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use indexmap::IndexMap;
use protocol::report::MatchReport;
use serde::Deserialize;

use crate::cargo;
use page::Page;

#[derive(clap::Args)]
pub struct Arguments {
    /// Uses few games and little time, to try it
    #[arg(long)]
    quick: bool,
    /// How many games each row has [default: 100, and fewer if a game takes long; 4 with
    /// --quick]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: Option<u64>,
    /// Measures only this game
    #[arg(long)]
    game: Option<String>,
    /// Where to write the page [default: docs/strength.md; with --quick or --game
    /// target/strength.md]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A game and its matches: a file in the game's folder in the crate `players`.
#[derive(Deserialize)]
pub struct Subject {
    #[serde(skip)]
    id: String,
    name: String,
    /// What the reader should know.
    #[serde(default)]
    about: String,
    /// A description of each level, in the order of their strength.
    levels: IndexMap<String, String>,
    matches: Vec<Row>,
    tuned: Tuned,
}

/// A match of these players with this number of games. `{ms}` stands for the time per
/// move.
#[derive(Deserialize)]
pub struct Row {
    players: Vec<String>,
    games: u64,
}

/// How `cargo xtask tune` finds better weights.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tuned {
    /// It fits all weights to the results of games.
    Fit,
    /// It changes one weight at a time.
    Climb,
}

/// All games that have such a file, by id.
fn subjects() -> Result<Vec<Subject>> {
    let folders = root().join("crates/players/src");
    let mut subjects = Vec::new();
    for folder in std::fs::read_dir(&folders).with_context(|| folders.display().to_string())? {
        let folder = folder?;
        let file = folder.path().join("strength.json");
        if file.is_file() {
            let shown = || file.display().to_string();
            let text = std::fs::read_to_string(&file).with_context(shown)?;
            let subject: Subject = serde_json::from_str(&text).with_context(shown)?;
            let id = folder.file_name().to_string_lossy().into_owned();
            subjects.push(Subject { id, ..subject });
        }
    }
    subjects.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(subjects)
}

pub fn run(arguments: &Arguments) -> Result<()> {
    let known = subjects()?;
    let subjects: Vec<&Subject> = known
        .iter()
        .filter(|subject| arguments.game.as_deref().is_none_or(|id| subject.id == id))
        .collect();
    if subjects.is_empty() {
        let ids: Vec<&str> = known.iter().map(|subject| subject.id.as_str()).collect();
        let id = arguments.game.as_deref().unwrap_or_default();
        bail!(
            "--game: there is no game {id:?}; there are {}",
            ids.join(", ")
        );
    }
    // Only a complete page goes where users look.
    let part = arguments.quick || arguments.game.is_some();
    let usual = if part {
        "target/strength.md"
    } else {
        "docs/strength.md"
    };
    let file = match &arguments.out {
        Some(file) => file.clone(),
        None => root().join(usual),
    };
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let hall = build_hall()?;
    let ms = if arguments.quick { 5 } else { 50 };
    let all: usize = subjects.iter().map(|subject| subject.matches.len()).sum();
    let mut page = Page::new(&subjects, all);
    let started = Instant::now();
    let mut number = 0;
    for subject in &subjects {
        for row in &subject.matches {
            number += 1;
            let usual = if arguments.quick { 4 } else { row.games };
            let command = command(subject, row, arguments.games.unwrap_or(usual), ms);
            eprintln!("[{number}/{all}] hall {}", command.join(" "));
            let report = measure(&hall, &command)?;
            let line = page.add(&subject.id, &format!("hall {}", command.join(" ")), &report)?;
            eprintln!(
                "        {line}, {:.0} s so far",
                started.elapsed().as_secs_f64()
            );
            // Write after every row, so that an interrupt loses at most one.
            std::fs::write(&file, page.text()).with_context(|| file.display().to_string())?;
        }
    }
    println!("{}", file.display());
    Ok(())
}

fn root() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"));
    crates.ancestors().nth(2).unwrap_or(crates).to_path_buf()
}

/// The arguments of `hall` for a row.
fn command(subject: &Subject, row: &Row, games: u64, ms: u64) -> Vec<String> {
    let players = row
        .players
        .iter()
        .map(|player| player.replace("{ms}", &ms.to_string()));
    ["match", &subject.id]
        .map(str::to_owned)
        .into_iter()
        .chain(players)
        .chain(["--games".to_owned(), games.to_string()])
        .collect()
}

/// What cargo says of something that it built.
#[derive(Deserialize)]
struct Built {
    target: Target,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

/// Builds `hall` for release and returns its path.
fn build_hall() -> Result<PathBuf> {
    let mut build = cargo(&["build", "--release", "--package", "hall"]);
    let output = build
        .args(["--message-format", "json-render-diagnostics"])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    if !output.status.success() {
        bail!("hall does not build");
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let built = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Built>(line).ok())
        .filter(|built| built.target.name == "hall")
        .find_map(|built| built.executable);
    built.context("cargo does not say where hall is")
}

/// Runs a match and parses its report.
fn measure(hall: &Path, command: &[String]) -> Result<MatchReport> {
    let output = Command::new(hall)
        .args(command)
        .arg("--json")
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot run {}", hall.display()))?;
    if !output.status.success() {
        bail!("hall {} failed", command.join(" "));
    }
    serde_json::from_slice(&output.stdout).context("the report of the match is not JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_as_you_would_type_them() {
        let subjects = subjects().unwrap();
        let row = Row {
            players: ["strong:ms={ms}", "weak"].map(str::to_owned).into(),
            games: 60,
        };
        let subject = &subjects[0];
        assert_eq!(
            command(subject, &row, 8, 50).join(" "),
            format!("match {} strong:ms=50 weak --games 8", subject.id)
        );
    }

    #[test]
    fn every_game_has_all_pairs_of_neighbouring_levels() {
        let subjects = subjects().unwrap();
        assert!(!subjects.is_empty());
        for subject in subjects {
            let levels: Vec<&String> = subject.levels.keys().collect();
            assert_eq!(levels, ["random", "weak", "medium", "strong"]);
            for levels in levels.windows(2) {
                let measured = subject.matches.iter().any(|row| {
                    row.players.len() == 2
                        && row.players[0].starts_with(levels[1])
                        && row.players[1] == *levels[0]
                });
                assert!(measured, "{}: {levels:?}", subject.id);
            }
        }
    }
}
