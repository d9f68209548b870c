//! Who takes part in a contest.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use arena::contest::Entrant;
use players::roster::Spec;

/// A player of a contest.
#[derive(Clone, Debug)]
pub struct Player {
    pub name: String,
    pub who: Who,
    fingerprint: String,
}

/// What plays.
#[derive(Clone, Debug)]
pub enum Who {
    BuiltIn(Spec),
    /// A program, or the folder of a submission.
    Program(PathBuf),
}

impl Player {
    pub fn entrant(&self) -> Entrant {
        Entrant {
            name: self.name.clone(),
            fingerprint: self.fingerprint.clone(),
        }
    }
}

/// The players as named, then those of the folder of submissions in the order of
/// their names.
pub fn read(named: &[String], folder: Option<&Path>) -> Result<Vec<Player>> {
    let mut players = Vec::new();
    for text in named {
        let path = Path::new(text);
        if text.contains(std::path::MAIN_SEPARATOR) || path.exists() {
            players.push(program(path, text.clone())?);
        } else {
            let spec: Spec = text.parse()?;
            players.push(Player {
                name: spec.to_string(),
                fingerprint: format!("built in, {spec}, version {}", env!("CARGO_PKG_VERSION")),
                who: Who::BuiltIn(spec),
            });
        }
    }
    if let Some(folder) = folder {
        let submissions = submissions(folder)?;
        if submissions.is_empty() {
            bail!(
                "--dir {}: no folder in it has an executable file named start",
                folder.display()
            );
        }
        players.extend(submissions);
    }
    if players.is_empty() {
        bail!("name the players, or give a folder of submissions with --dir");
    }
    // The same player may be named twice: it gets a number.
    for at in 1..players.len() {
        let base = players[at].name.clone();
        let mut copy = 1;
        while players[..at]
            .iter()
            .any(|other| other.name == players[at].name)
        {
            copy += 1;
            players[at].name = format!("{base} ({copy})");
        }
    }
    Ok(players)
}

fn submissions(folder: &Path) -> Result<Vec<Player>> {
    let what = || format!("--dir {}", folder.display());
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(what)? {
        let path = entry.with_context(what)?.path();
        if is_executable(&path.join("start")) {
            paths.push(path);
        }
    }
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let name = path.file_name().unwrap_or_default();
            program(path, name.to_string_lossy().into_owned())
        })
        .collect()
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

fn program(path: &Path, name: String) -> Result<Player> {
    let mut hasher = blake3::Hasher::new();
    let mut files = Vec::new();
    collect(path, &mut files).with_context(|| path.display().to_string())?;
    files.sort();
    for file in &files {
        let inside = file.strip_prefix(path).unwrap_or(file);
        hash_file(&mut hasher, inside, file).with_context(|| file.display().to_string())?;
    }
    Ok(Player {
        name,
        who: Who::Program(path.to_owned()),
        fingerprint: hasher.finalize().to_hex().to_string(),
    })
}

/// All files in a folder. Links are not followed: they could lead in a circle.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        match entry.file_type()? {
            kind if kind.is_dir() => collect(&entry.path(), files)?,
            _ => files.push(entry.path()),
        }
    }
    Ok(())
}

/// Adds a file with its name and length, so that no two folders look alike.
fn hash_file(hasher: &mut blake3::Hasher, name: &Path, path: &Path) -> std::io::Result<()> {
    let name = name.to_string_lossy();
    hasher.update(&(name.len() as u64).to_le_bytes());
    hasher.update(name.as_bytes());
    let kind = path.symlink_metadata()?;
    if kind.is_symlink() && path.is_dir() || !path.metadata()?.is_file() {
        return Ok(());
    }
    let mut file = std::fs::File::open(path)?;
    hasher.update(&file.metadata()?.len().to_le_bytes());
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(()),
            n => hasher.update(&buffer[..n]),
        };
    }
}
