//! The file from which a contest goes on.
//!
//! `journal.jsonl` begins with the plan and its hash. Then comes one line for
//! every game that has ended, on the disk before the game counts.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use dice::Seed;
use rustix::fs::{FlockOperation, flock};
use serde_json::{Value, json};

use super::plan::{self, Plan};
use super::{ContestError, Fixture, Played};

/// What stands in the field `format` of the first line.
pub const FORMAT: &str = "taflhalla-contest";
/// What stands in the field `version` of the first line.
pub const VERSION: u32 = 1;
/// The name of the file.
pub const NAME: &str = "journal.jsonl";

/// The journal of a contest. While it is open, nobody else can open it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    games: Vec<(Fixture, Played)>,
}

impl Journal {
    /// Opens the journal in a folder, or begins one. A folder with another
    /// contest in it is refused.
    pub fn open(folder: &Path, plan: &Plan) -> Result<Journal, ContestError> {
        let path = folder.join(NAME);
        let failed = |problem: std::io::Error| ContestError::File {
            path: path.clone(),
            problem,
        };
        std::fs::create_dir_all(folder).map_err(failed)?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(rustix::io::Errno::WOULDBLOCK) => {
                return Err(ContestError::Locked(folder.to_owned()));
            }
            Err(error) => return Err(failed(error.into())),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let read = read(&path, &text)?;
        if let Some(header) = &read.plan {
            let mine = plan.to_json();
            if header["hash"] != plan::hash(&mine).as_str() {
                return Err(ContestError::OtherPlan {
                    folder: folder.to_owned(),
                    what: plan::difference(&header["plan"], &mine),
                });
            }
        }
        // What was torn off when the contest was killed is cut off.
        file.set_len(read.good as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut journal = Journal {
            path: path.clone(),
            file,
            games: read.games,
        };
        if read.plan.is_none() {
            let header = json!({
                "format": FORMAT,
                "version": VERSION,
                "hash": plan.hash(),
                "plan": plan.to_json(),
            });
            journal.write(&header)?;
            // The name of the file must be on the disk too.
            File::open(folder)
                .and_then(|folder| folder.sync_all())
                .map_err(failed)?;
        }
        Ok(journal)
    }

    /// How many games are in it.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    pub(crate) fn take_games(&mut self) -> Vec<(Fixture, Played)> {
        std::mem::take(&mut self.games)
    }

    pub(crate) fn append(
        &mut self,
        fixture: &Fixture,
        played: &Played,
    ) -> Result<(), ContestError> {
        self.write(&json!({"game": fixture.to_json(), "played": played.to_json()}))
    }

    /// Writes a line, and returns when it is on the disk.
    fn write(&mut self, line: &Value) -> Result<(), ContestError> {
        let written = self
            .file
            .write_all(format!("{line}\n").as_bytes())
            .and_then(|()| self.file.sync_data());
        written.map_err(|problem| ContestError::File {
            path: self.path.clone(),
            problem,
        })
    }
}

/// The seed of the contest in a folder, if there is one.
pub fn seed(folder: &Path) -> Option<Seed> {
    let text = std::fs::read(folder.join(NAME)).ok()?;
    let line = text.split(|&byte| byte == b'\n').next()?;
    let header: Value = serde_json::from_slice(line).ok()?;
    header["plan"]["seed"].as_str()?.parse().ok()
}

/// The games that the journal in a folder tells of, to look at.
pub fn games(folder: &Path) -> Result<Vec<Played>, ContestError> {
    let path = folder.join(NAME);
    let text = std::fs::read(&path).map_err(|problem| ContestError::File {
        path: path.clone(),
        problem,
    })?;
    let games = read(&path, &text)?.games;
    Ok(games.into_iter().map(|(_, played)| played).collect())
}

/// What a journal says.
struct Contents {
    plan: Option<Value>,
    games: Vec<(Fixture, Played)>,
    /// How many of its bytes are whole lines.
    good: usize,
}

fn read(path: &Path, text: &[u8]) -> Result<Contents, ContestError> {
    let mut contents = Contents {
        plan: None,
        games: Vec::new(),
        good: 0,
    };
    let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    for (number, line) in lines.iter().enumerate() {
        let damaged = |what: &str| ContestError::Damaged {
            path: path.to_owned(),
            line: number + 1,
            what: what.to_owned(),
        };
        let whole = line.ends_with(b"\n");
        let value = match serde_json::from_slice::<Value>(line) {
            Ok(value) if whole => value,
            // Only the last line can have been torn.
            _ if number + 1 == lines.len() && (number > 0 || torn_header(line)) => break,
            _ => return Err(damaged("it is not a line of JSON")),
        };
        if number == 0 {
            if value["format"] != FORMAT {
                return Err(damaged("this is no journal of a contest"));
            }
            if value["version"] != VERSION {
                return Err(damaged(&format!(
                    "it has version {}; this hall reads version {VERSION}",
                    value["version"]
                )));
            }
            contents.plan = Some(value);
        } else {
            let fixture = Fixture::from_json(&value["game"]);
            let played = Played::from_json(&value["played"]);
            let (Some(fixture), Some(played)) = (fixture, played) else {
                return Err(damaged("it describes no game"));
            };
            contents.games.push((fixture, played));
        }
        contents.good += line.len();
    }
    Ok(contents)
}

/// Whether this can be the beginning of a first line. Anything else is
/// somebody's file, and is left alone.
fn torn_header(line: &[u8]) -> bool {
    let begin = format!("{{\"format\":\"{FORMAT}\"");
    let shorter = begin.len().min(line.len());
    line[..shorter] == begin.as_bytes()[..shorter]
}
