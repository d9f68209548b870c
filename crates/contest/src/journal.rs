//! The file from which a contest resumes.
//!
//! `journal.jsonl` begins with the plan and its hash. One line follows for each
//! finished game; a game counts only when its line is on the disk.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::plan::{self, Plan};
use super::{ContestError, Fixture, Played};

/// The value of the field `format` in the first line.
pub const FORMAT: &str = "taflhalla-contest";
/// The value of the field `version` in the first line.
pub const VERSION: u32 = 1;
/// The file's name in the folder of the contest.
pub const NAME: &str = "journal.jsonl";

/// The journal of a contest. It is locked while it is open.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    games: Vec<(Fixture, Played)>,
}

impl Journal {
    /// Opens the journal in a folder, or starts one. Refuses a folder that holds
    /// another contest.
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
        if let Some(header) = &read.header
            && header.hash != plan.hash()
        {
            return Err(ContestError::OtherPlan {
                folder: folder.to_owned(),
                what: plan::difference(&header.plan, plan),
            });
        }
        // If the contest was killed in the middle of a line, that part is cut off.
        file.set_len(read.good as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut journal = Journal {
            path: path.clone(),
            file,
            games: read.games,
        };
        if read.header.is_none() {
            journal.write(&Header {
                format: FORMAT.to_owned(),
                version: VERSION,
                hash: plan.hash(),
                plan: plan.clone(),
            })?;
            // The directory entry must be on the disk too.
            File::open(folder)
                .and_then(|folder| folder.sync_all())
                .map_err(failed)?;
        }
        Ok(journal)
    }

    /// The number of games in the journal.
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
        self.write(&Entry {
            game: fixture.clone(),
            played: played.clone(),
        })
    }

    /// Writes a line and returns once it is on the disk.
    fn write(&mut self, line: &impl Serialize) -> Result<(), ContestError> {
        let mut write = || {
            let mut line = serde_json::to_vec(line)?;
            line.push(b'\n');
            self.file.write_all(&line)?;
            self.file.sync_data()
        };
        write().map_err(|problem| ContestError::File {
            path: self.path.clone(),
            problem,
        })
    }
}

/// The plan of the contest in a folder, if there is one.
pub fn plan(folder: &Path) -> Option<Plan> {
    let text = std::fs::read(folder.join(NAME)).ok()?;
    let line = text.split(|&byte| byte == b'\n').next()?;
    let header: Header = serde_json::from_slice(line).ok()?;
    Some(header.plan)
}

/// The games that the journal in a folder lists. This only reads.
pub fn games(folder: &Path) -> Result<Vec<Played>, ContestError> {
    let path = folder.join(NAME);
    let text = std::fs::read(&path).map_err(|problem| ContestError::File {
        path: path.clone(),
        problem,
    })?;
    let games = read(&path, &text)?.games;
    Ok(games.into_iter().map(|(_, played)| played).collect())
}

/// The first line of a journal.
#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    hash: String,
    plan: Plan,
}

/// The first line of a journal of any version.
#[derive(Deserialize)]
struct Begin {
    format: String,
    version: u64,
}

/// Every other line of a journal.
#[derive(Serialize, Deserialize)]
struct Entry {
    game: Fixture,
    played: Played,
}

/// The contents of a journal.
struct Contents {
    header: Option<Header>,
    games: Vec<(Fixture, Played)>,
    /// The number of its bytes that belong to whole lines.
    good: usize,
}

fn read(path: &Path, text: &[u8]) -> Result<Contents, ContestError> {
    let mut contents = Contents {
        header: None,
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
        match serde_json::from_slice::<IgnoredAny>(line) {
            Ok(_) if whole => {}
            // Only the last line can be incomplete.
            _ if number + 1 == lines.len() && (number > 0 || torn_header(line)) => break,
            _ => return Err(damaged("it is not a line of JSON")),
        }
        if number == 0 {
            let version = match serde_json::from_slice::<Begin>(line) {
                Ok(begin) if begin.format == FORMAT => begin.version,
                _ => return Err(damaged("this is no journal of a contest")),
            };
            if version != u64::from(VERSION) {
                return Err(damaged(&format!(
                    "it has version {version}; this hall reads version {VERSION}"
                )));
            }
            let header = serde_json::from_slice(line);
            contents.header =
                Some(header.map_err(|error| damaged(&format!("it has no plan: {error}")))?);
        } else {
            let entry = serde_json::from_slice::<Entry>(line);
            let Entry { game, played } =
                entry.map_err(|error| damaged(&format!("it describes no game: {error}")))?;
            contents.games.push((game, played));
        }
        contents.good += line.len();
    }
    Ok(contents)
}

/// Whether these bytes can be the beginning of a first line. Any other file is not a
/// journal and stays untouched.
fn torn_header(line: &[u8]) -> bool {
    let begin = format!("{{\"format\":\"{FORMAT}\"");
    let shorter = begin.len().min(line.len());
    line[..shorter] == begin.as_bytes()[..shorter]
}
