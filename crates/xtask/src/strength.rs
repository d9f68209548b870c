//! `cargo xtask strength`: measures the players and writes `docs/strength.md`.
//!
//! Every row is one `hall match`, so you can repeat it with the command in that row.

mod page;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
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

/// A game and its measurements.
pub struct Subject {
    id: &'static str,
    name: &'static str,
    /// A description of each level.
    levels: [(&'static str, &'static str); 4],
    rows: &'static [Row],
}

/// A match of these players with this number of games. `{ms}` stands for the time per
/// move.
pub struct Row {
    players: &'static [&'static str],
    games: u64,
}

const fn row(players: &'static [&'static str], games: u64) -> Row {
    Row { players, games }
}

const SUBJECTS: [Subject; 4] = [
    Subject {
        id: "brandub",
        name: "Brandub",
        levels: [
            ("random", "any legal move"),
            (
                "weak",
                "looks two plies ahead and takes one of the good moves",
            ),
            (
                "medium",
                "looks four plies ahead, further where it gets tactical",
            ),
            ("strong", "alpha-beta, as deep as the time allows"),
        ],
        rows: &[
            row(&["weak", "random"], 100),
            row(&["medium", "weak"], 100),
            row(&["strong:ms={ms}", "medium"], 100),
            row(&["strong:ms={ms}", "weak"], 100),
            row(&["strong:ms={ms}", "alphabeta:depth=4"], 100),
        ],
    },
    Subject {
        id: "combo",
        name: "Combo",
        levels: [
            ("random", "any legal move"),
            (
                "weak",
                "looks one ply ahead, follows captures, and takes one of the good moves",
            ),
            ("medium", "looks exactly three plies ahead"),
            ("strong", "alpha-beta, as deep as the time allows"),
        ],
        rows: &[
            row(&["weak", "random"], 100),
            row(&["medium", "weak"], 100),
            row(&["strong:ms={ms}", "medium"], 100),
            row(&["strong:ms={ms}", "weak"], 60),
            row(&["medium", "original"], 100),
            row(&["strong:ms={ms}", "original"], 60),
        ],
    },
    Subject {
        id: "automatafl",
        name: "Automatafl",
        levels: [
            ("random", "any legal move"),
            (
                "weak",
                "looks one turn ahead, and often does something else",
            ),
            ("medium", "looks one turn ahead"),
            (
                "strong",
                "simultaneous-move search, as deep as the time allows; mixes its moves",
            ),
        ],
        rows: &[
            row(&["weak", "random"], 100),
            row(&["medium", "weak"], 100),
            row(&["strong:ms={ms}", "medium"], 100),
            row(&["strong:ms={ms}", "weak"], 60),
            row(&["strong:ms={ms}", "greedy"], 60),
            row(&["strong:ms={ms}", "mcts:ms={ms}"], 60),
        ],
    },
    // `strong` keeps to the time limit of the original contest by itself, about 6 ms.
    Subject {
        id: "game17",
        name: "Game 17",
        levels: [
            ("random", "any turn at all"),
            (
                "weak",
                "one square at a time, takes what it alone can take, and overlooks a third of it",
            ),
            (
                "medium",
                "joins forces and takes all it can, with no thought of what comes back",
            ),
            (
                "strong",
                "weighs what a capture exposes and tries several plans out",
            ),
        ],
        rows: &[
            row(&["weak", "random"], 100),
            row(&["medium", "weak"], 100),
            row(&["strong", "medium"], 100),
            row(&["strong", "weak"], 60),
            row(&["strong"], 60),
            row(&["strong", "t800", "t800", "t800"], 60),
        ],
    },
];

pub fn run(arguments: &Arguments) -> Result<()> {
    let subjects: Vec<&Subject> = SUBJECTS
        .iter()
        .filter(|subject| arguments.game.as_deref().is_none_or(|id| subject.id == id))
        .collect();
    if subjects.is_empty() {
        let ids: Vec<&str> = SUBJECTS.iter().map(|subject| subject.id).collect();
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
    let all: usize = subjects.iter().map(|subject| subject.rows.len()).sum();
    let mut page = Page::new(&subjects, all);
    let started = Instant::now();
    let mut number = 0;
    for subject in &subjects {
        for row in subject.rows {
            number += 1;
            let usual = if arguments.quick { 4 } else { row.games };
            let command = command(subject, row, arguments.games.unwrap_or(usual), ms);
            eprintln!("[{number}/{all}] hall {}", command.join(" "));
            let report = measure(&hall, &command)?;
            let line = page.add(subject.id, &format!("hall {}", command.join(" ")), &report)?;
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
    ["match", subject.id]
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
        let subject = &SUBJECTS[2];
        let words = command(
            subject,
            &row(&["strong:ms={ms}", "mcts:ms={ms}"], 60),
            8,
            50,
        );
        assert_eq!(
            words.join(" "),
            "match automatafl strong:ms=50 mcts:ms=50 --games 8"
        );
    }

    #[test]
    fn every_game_has_all_pairs_of_neighbouring_levels() {
        for subject in &SUBJECTS {
            for (lower, higher) in [("random", "weak"), ("weak", "medium"), ("medium", "strong")] {
                let measured = subject.rows.iter().any(|row| {
                    row.players.len() == 2
                        && row.players[0].starts_with(higher)
                        && row.players[1] == lower
                });
                assert!(measured, "{}: {higher} against {lower}", subject.id);
            }
        }
    }
}
