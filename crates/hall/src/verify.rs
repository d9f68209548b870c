//! `hall verify`: checks recorded games.

mod contest;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use ::contest::Played;
use anyhow::{Context, Result, bail};
use protocol::Record;
use protocol::analysis::Verified;
use protocol::text::visible;
use record::Checked;
use serde::Serialize;

use crate::examples;
use crate::usage;

/// The largest record that it reads.
const MOST_BYTES: u64 = 1 << 30;

#[derive(clap::Args)]
#[command(after_help = examples::fill(EXAMPLES))]
pub struct Arguments {
    /// Records, folders with records, or folders of contests
    #[arg(required = true)]
    records: Vec<PathBuf>,
    /// Prints one JSON object for each record
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str =
    "Every step is replayed by the rules, every draw is made again from the seed, and every hash is
computed anew. The first difference is named. Of a contest, the journal is compared with its records. The exit code says whether all records are fine.

Examples:
  hall verify games/GAME2-00001.json
  hall verify games
  hall verify contest-GAME1-1a2b3c4d";

/// A valid record, for programs.
#[derive(Serialize)]
struct Fine<'a> {
    record: &'a str,
    fine: bool,
    #[serde(flatten)]
    verified: Verified,
    unproved: Vec<String>,
}

/// A record that is not valid.
#[derive(Serialize)]
struct Bad<'a> {
    record: &'a str,
    fine: bool,
    problem: String,
}

pub fn run(arguments: &Arguments) -> Result<()> {
    let mut out = io::stdout().lock();
    let (mut fine, mut bad) = (0, 0);
    for path in &arguments.records {
        for (path, played) in files(path)? {
            let exact = path.display().to_string();
            let shown = shown(&path);
            match check(&path, played.as_ref()) {
                Ok(Checked {
                    verified, unproved, ..
                }) => {
                    fine += 1;
                    if arguments.json {
                        let line = Fine {
                            record: &exact,
                            fine: true,
                            verified,
                            unproved,
                        };
                        usage::write_json(&mut out, &line)?;
                    } else {
                        writeln!(
                            out,
                            "{shown}: fine, {}, {} steps, {} draws, hash {}",
                            verified.game,
                            verified.steps,
                            verified.draws,
                            &verified.hash[..16]
                        )?;
                        for note in &unproved {
                            writeln!(out, "  not proved: {note}")?;
                        }
                    }
                }
                Err(error) => {
                    bad += 1;
                    if arguments.json {
                        let line = Bad {
                            record: &exact,
                            fine: false,
                            problem: format!("{error:#}"),
                        };
                        usage::write_json(&mut out, &line)?;
                    } else {
                        writeln!(out, "{}", named(&shown, &visible(&format!("{error:#}"))))?;
                    }
                }
            }
        }
    }
    match (fine, bad) {
        (_, 0) => Ok(()),
        (0, 1) => bail!("the record is not what it says"),
        (fine, bad) => bail!("{bad} of {} records are not what they say", fine + bad),
    }
}

/// A problem with the name of its file.
fn named(file: &str, problem: &str) -> String {
    if problem.starts_with(file) {
        problem.to_owned()
    } else {
        format!("{file}: {problem}")
    }
}

/// A record, with the journal's facts about it.
type Claim = (PathBuf, Option<Played>);

/// The records at a path: the file itself, those in a folder, or the games of a
/// contest.
fn files(path: &Path) -> Result<Vec<Claim>> {
    // If a file is not a record, that is an answer; if there is no file, it is an
    // error.
    let about = path.metadata().with_context(|| shown(path))?;
    if !about.is_dir() {
        return Ok(vec![(path.to_owned(), None)]);
    }
    if contest::is_one(path) {
        let games = contest::games(path)?.into_iter();
        return Ok(games.map(|(file, played)| (file, Some(played))).collect());
    }
    let mut files = Vec::new();
    for entry in path.read_dir().with_context(|| shown(path))? {
        let file = entry?.path();
        if file
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            files.push(file);
        }
    }
    if files.is_empty() {
        bail!("{}: no .json file in this folder", shown(path));
    }
    files.sort();
    Ok(files.into_iter().map(|file| (file, None)).collect())
}

fn check(path: &Path, played: Option<&Played>) -> Result<Checked> {
    let record = Record::read(&content(path)?)?;
    let checked = record::verify(&record)?;
    if let Some(played) = played {
        contest::compare(played, &record, &checked.verified)?;
    }
    Ok(checked)
}

/// The content of a record's file.
pub fn content(path: &Path) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    // Pipes and devices do not tell their length.
    File::open(path)
        .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut text))
        .with_context(|| shown(path))?;
    if text.len() as u64 > MOST_BYTES {
        bail!(
            "{} is too large for a record: more than {MOST_BYTES} bytes",
            shown(path)
        );
    }
    Ok(text)
}

/// A path for people, without characters that a terminal acts on.
pub fn shown(path: &Path) -> String {
    visible(&path.display().to_string())
}
