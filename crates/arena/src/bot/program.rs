//! Finding out how a program is run.

use std::ffi::OsString;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use crate::python::{self, PythonHome};
use crate::sandbox::Launch;

/// A program that can be started.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it is called in reports: the name of its file or folder.
    pub name: String,
    /// How it is run.
    pub launch: Launch,
    /// Its file or folder.
    pub path: PathBuf,
    // Keeps what the host of module players needs while they may be started.
    _home: Option<Arc<PythonHome>>,
}

/// Why a path cannot be run.
#[derive(Debug, Error)]
pub enum ProgramError {
    /// Nothing there, or nothing that may be read.
    #[error("{path}: {error}")]
    Unreadable {
        /// The path.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// A file that is not executable.
    #[error("{path} is not executable: make it so with chmod +x, or name a .py file")]
    NotExecutable {
        /// The path.
        path: String,
    },
    /// A folder without `start`.
    #[error("{path} is a folder without an executable file named start")]
    NoStart {
        /// The path.
        path: String,
    },
    /// No Python.
    #[error("{path} needs Python, and none is found: install python3 or name one in HALL_PYTHON")]
    NoPython {
        /// The path.
        path: String,
    },
}

impl Program {
    /// Whether a text is meant as a path rather than a built-in player's name.
    pub fn is_path(text: &str) -> bool {
        text.contains('/') || text.ends_with(".py")
    }

    /// The program at a path: an executable file, a `.py` file, or a folder
    /// with an executable `start`. In Game 17 a `.py` file may be a module with
    /// `make_moves` or `get_mover`.
    pub fn find(path: &Path, game: &str) -> Result<Program, ProgramError> {
        let shown = || path.display().to_string();
        let unreadable = |error| ProgramError::Unreadable {
            path: shown(),
            error,
        };
        let real = path.canonicalize().map_err(unreadable)?;
        let name = name_of(path);
        let metadata = real.metadata().map_err(unreadable)?;
        if metadata.is_dir() {
            if !is_executable(&real.join("start")) {
                return Err(ProgramError::NoStart { path: shown() });
            }
            return Ok(Program::in_folder(name, real));
        }
        let (program, arguments, mut readable, home) =
            if real.extension().is_some_and(|extension| extension == "py") {
                let python = python::interpreter()
                    .ok_or_else(|| ProgramError::NoPython { path: shown() })?;
                let source = std::fs::read(&real).map_err(unreadable)?;
                let module =
                    game == "game17" && python::is_module_player(&String::from_utf8_lossy(&source));
                let script = OsString::from(&real);
                if module {
                    let home = PythonHome::unpack().map_err(unreadable)?;
                    let arguments = vec![home.host().into(), script];
                    let readable = vec![home.path().to_owned()];
                    (python, arguments, readable, Some(Arc::new(home)))
                } else {
                    (python, vec![script], Vec::new(), None)
                }
            } else if is_executable(&real) {
                (real.clone(), Vec::new(), Vec::new(), None)
            } else {
                return Err(ProgramError::NotExecutable { path: shown() });
            };
        // Its own file only: beside it may lie those of others.
        readable.push(real.clone());
        Ok(Program {
            name,
            launch: Launch {
                program: program.into(),
                arguments,
                readable,
                environment: environment(),
                folder: None,
            },
            path: real,
            _home: home,
        })
    }

    /// A program of the hall's own, with arguments.
    pub fn built(program: PathBuf, arguments: &[&str]) -> Program {
        Program {
            name: name_of(&program),
            launch: Launch {
                program: program.clone().into(),
                arguments: arguments.iter().map(OsString::from).collect(),
                readable: vec![program.clone()],
                environment: Vec::new(),
                folder: None,
            },
            path: program,
            _home: None,
        }
    }

    fn in_folder(name: String, folder: PathBuf) -> Program {
        Program {
            name,
            launch: Launch {
                program: folder.join("start").into(),
                arguments: Vec::new(),
                readable: vec![folder.clone()],
                environment: environment(),
                folder: Some(folder.clone()),
            },
            path: folder,
            _home: None,
        }
    }

    /// The programs of a submissions folder: every folder in it, by name. One
    /// without an executable `start` takes part and cannot be started, so that
    /// nobody is left out without a word.
    pub fn find_all(folder: &Path, game: &str) -> Result<Vec<Program>, ProgramError> {
        let unreadable = |error| ProgramError::Unreadable {
            path: folder.display().to_string(),
            error,
        };
        let mut programs = Vec::new();
        for entry in folder.read_dir().map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let path = entry.path();
            let name = entry.file_name();
            let name = name.to_string_lossy();
            // What tools and editors leave behind is no submission.
            if name.starts_with(['.', '_']) || !path.is_dir() {
                continue;
            }
            programs.push(match Program::find(&path, game) {
                Err(ProgramError::NoStart { .. }) => {
                    Program::in_folder(name_of(&path), path.canonicalize().map_err(unreadable)?)
                }
                found => found?,
            });
        }
        programs.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(programs)
    }

    /// Whether it is a module of Game 17 behind its host, which plays any number
    /// of games with one process.
    pub fn is_module(&self) -> bool {
        self._home.is_some()
    }

    /// A hash of its files' names and contents, to tell whether it has changed.
    pub fn fingerprint(&self) -> io::Result<String> {
        let mut hasher = blake3::Hasher::new();
        hash_files(&self.path, &self.path, &mut hasher)?;
        Ok(hasher.finalize().to_hex()[..32].to_owned())
    }
}

/// Numerical libraries start a thread for each core unless they are told not to. A
/// bot has one core's worth of time, and on a large machine so many threads
/// would be more than it may start. Python would write beside its sources.
fn environment() -> Vec<(OsString, OsString)> {
    [
        ("OPENBLAS_NUM_THREADS", "1"),
        ("OMP_NUM_THREADS", "1"),
        ("MKL_NUM_THREADS", "1"),
        ("PYTHONDONTWRITEBYTECODE", "1"),
    ]
    .map(|(name, value)| (name.into(), value.into()))
    .into()
}

/// What a file or folder is called in reports: no control characters, and not
/// longer than a table can bear. `start` is named after its folder.
fn name_of(path: &Path) -> String {
    let named = match path.file_name() {
        Some(name) if name == "start" => path.parent().and_then(Path::file_name),
        Some(name) if path.extension().is_some_and(|e| e == "py") => {
            path.file_stem().or(Some(name))
        }
        other => other,
    };
    let named = named.map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy());
    plain(&named)
}

/// A text without the characters that terminals and text renderers act on.
pub fn visible(text: &str) -> String {
    let shown = text.chars().map(|c| match c {
        c if c.is_control() => '?',
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '?',
        c => c,
    });
    shown.collect()
}

/// A name that is safe to show anywhere: visible, and of bearable length.
pub fn plain(text: &str) -> String {
    let name: String = visible(text).chars().take(40).collect();
    match name.trim() {
        "" => "nameless".to_owned(),
        trimmed => trimmed.to_owned(),
    }
}

fn is_executable(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

fn hash_files(path: &Path, root: &Path, hasher: &mut blake3::Hasher) -> io::Result<()> {
    if path.is_dir() {
        let mut entries: Vec<PathBuf> = path
            .read_dir()?
            .map(|entry| Ok(entry?.path()))
            .collect::<io::Result<_>>()?;
        entries.sort();
        for entry in entries {
            hash_files(&entry, root, hasher)?;
        }
        return Ok(());
    }
    if !path.is_file() {
        return Ok(());
    }
    let name = path.strip_prefix(root).unwrap_or(path);
    let content = std::fs::read(path)?;
    for part in [name.as_os_str().as_encoded_bytes(), &content] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_carry_no_terminal_escapes() {
        let name = name_of(Path::new("bots/\u{1b}[31mred\u{7}.py"));
        assert_eq!(name, "?[31mred?");
        assert_eq!(name_of(Path::new("bots/quick/start")), "quick");
        assert_eq!(plain("\u{202e}abc"), "?abc");
        assert_eq!(plain("   "), "nameless");
        assert_eq!(plain(&"x".repeat(1000)).len(), 40);
    }

    #[test]
    fn what_cannot_be_run_is_said_before_it_is_tried() {
        let folder = tempfile::tempdir().expect("a folder");
        let find = |name: &str| Program::find(&folder.path().join(name), "combo");
        assert!(matches!(
            find("nothing"),
            Err(ProgramError::Unreadable { .. })
        ));
        std::fs::write(folder.path().join("text"), "hello").expect("a file");
        assert!(matches!(
            find("text"),
            Err(ProgramError::NotExecutable { .. })
        ));
        std::fs::create_dir(folder.path().join("empty")).expect("a folder");
        assert!(matches!(find("empty"), Err(ProgramError::NoStart { .. })));
    }

    #[test]
    fn a_fingerprint_changes_with_any_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let bot = folder.path().join("bot");
        std::fs::create_dir(&bot).expect("a folder");
        let start = bot.join("start");
        std::fs::write(&start, "#!/bin/sh\n").expect("a file");
        std::fs::set_permissions(&start, PermissionsExt::from_mode(0o755)).expect("executable");
        let found = Program::find_all(folder.path(), "combo").expect("one program");
        let [program] = found.as_slice() else {
            panic!("one program, not {}", found.len());
        };
        assert_eq!(program.name, "bot");
        let before = program.fingerprint().expect("readable");
        assert_eq!(before, program.fingerprint().expect("readable"));
        std::fs::write(bot.join("data"), "1").expect("a file");
        assert_ne!(before, program.fingerprint().expect("readable"));
    }
}
