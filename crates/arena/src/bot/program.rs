//! Works out how to run a program.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use catalog::bot;
use protocol::text;
use sandbox::Launch;
use thiserror::Error;

use crate::python::{self, PythonHome};

pub use protocol::text::visible;

/// A program that can be started.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name in reports: the name of its file or folder.
    pub name: String,
    /// How to run it.
    pub launch: Launch,
    /// Its file or folder.
    pub path: PathBuf,
    // Keeps the files of the module host while it may be started.
    _home: Option<Arc<PythonHome>>,
}

/// Why the program at a path cannot be run.
#[derive(Debug, Error)]
pub enum ProgramError {
    /// The path does not exist or cannot be read.
    #[error("{path}: {error}")]
    Unreadable {
        /// The path.
        path: String,
        /// The system's error.
        error: io::Error,
    },
    /// The file is not executable.
    #[error("{path} is not executable: make it so with chmod +x, or name a .py file")]
    NotExecutable {
        /// The path.
        path: String,
    },
    /// The folder has no executable `start`.
    #[error("{path} is a folder without an executable file named start")]
    NoStart {
        /// The path.
        path: String,
    },
    /// No Python is installed.
    #[error("{path} needs Python, and none is found: install python3 or name one in HALL_PYTHON")]
    NoPython {
        /// The path.
        path: String,
    },
}

impl Program {
    /// Whether a text is a path rather than the name of a built-in player.
    pub fn is_path(text: &str) -> bool {
        text.contains('/') || text.ends_with(".py")
    }

    /// Finds the program at a path: an executable file, a `.py` file, or a folder with
    /// an executable `start`. A `.py` file may be a module, in games that have such
    /// players.
    pub fn find(path: &Path, game: &str) -> Result<Program, ProgramError> {
        let shown = || shown(path);
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
        if !metadata.is_file() {
            let error = io::Error::other("it is neither a file nor a folder");
            return Err(unreadable(error));
        }
        let (program, arguments, mut readable, home) =
            if real.extension().is_some_and(|extension| extension == "py") {
                let python = python::interpreter()
                    .ok_or_else(|| ProgramError::NoPython { path: shown() })?;
                let modules = match bot::modules(game) {
                    Some(modules) => {
                        let source = source(&real).map_err(unreadable)?;
                        python::is_module_player(&source, modules).then_some(modules)
                    }
                    None => None,
                };
                let script = OsString::from(&real);
                if let Some(modules) = modules {
                    let home = PythonHome::unpack(modules).map_err(unreadable)?;
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
        // Only its own file: the folder may hold other players' files.
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

    /// One of the hall's own programs, with arguments.
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

    /// The programs of a submissions folder: every folder in it, by name. A folder
    /// without an executable `start`, or one that cannot be read, is listed too and
    /// fails when it is started, so that no submission is dropped silently.
    pub fn find_all(folder: &Path, game: &str) -> Result<Vec<Program>, ProgramError> {
        let unreadable = |error| ProgramError::Unreadable {
            path: shown(folder),
            error,
        };
        let mut programs = Vec::new();
        for entry in folder.read_dir().map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let path = entry.path();
            let name = entry.file_name();
            let name = name.to_string_lossy();
            // Tools and editors leave such files behind; they are no submissions.
            if name.starts_with(['.', '_']) || !path.is_dir() {
                continue;
            }
            programs.push(Program::find(&path, game).unwrap_or_else(|_| {
                let real = path.canonicalize().unwrap_or_else(|_| path.clone());
                Program::in_folder(name_of(&path), real)
            }));
        }
        programs.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(programs)
    }

    /// Whether it is a module behind its host. One host process plays any
    /// number of games.
    pub fn is_module(&self) -> bool {
        self._home.is_some()
    }

    /// A hash of the names and contents of its files, to tell whether it has changed. A
    /// link counts by its target path, not by the target's content. A file that cannot
    /// be read or is too large counts by its size and date.
    pub fn fingerprint(&self) -> String {
        self.fingerprint_within(MOST_BYTES, MOST_FILES)
    }

    fn fingerprint_within(&self, bytes: u64, files: usize) -> String {
        let root = self.path.canonicalize();
        let mut prints = Fingerprint {
            root: root.as_deref().unwrap_or(&self.path),
            hasher: blake3::Hasher::new(),
            bytes,
            files,
        };
        prints.add_all();
        prints.hasher.finalize().to_hex()[..32].to_owned()
    }
}

/// The most bytes to read for a fingerprint.
const MOST_BYTES: u64 = 1 << 30;
/// The most files to look at for a fingerprint.
const MOST_FILES: usize = 100_000;
/// The most of a Python file to read when deciding what it is, in bytes.
const MOST_SOURCE: u64 = 16 << 20;

fn source(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(file)?
        .take(MOST_SOURCE)
        .read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Makes a path safe to print to a terminal.
fn shown(path: &Path) -> String {
    visible(&path.display().to_string())
}

/// A fingerprint in the making.
struct Fingerprint<'a> {
    root: &'a Path,
    hasher: blake3::Hasher,
    /// The bytes that may still be read.
    bytes: u64,
    /// The files that may still be looked at.
    files: usize,
}

impl Fingerprint<'_> {
    fn add_all(&mut self) {
        // The last entry is next.
        let mut waiting = vec![self.root.to_owned()];
        while let Some(path) = waiting.pop() {
            let Ok(metadata) = path.symlink_metadata() else {
                self.note(&path, "gone", &[]);
                continue;
            };
            if metadata.is_dir() {
                match self.entries(&path) {
                    Ok(Some(entries)) => waiting.extend(entries),
                    Ok(None) => return self.note(&path, "too many", &looks(&metadata)),
                    Err(_) => self.note(&path, "closed", &looks(&metadata)),
                }
            } else if metadata.is_symlink() {
                let target = path.read_link().unwrap_or_default();
                self.note(&path, "link", target.as_os_str().as_bytes());
            } else if metadata.is_file() {
                self.file(&path, &metadata);
            }
        }
    }

    /// The entries of a folder, last first; `None` if there are too many.
    fn entries(&mut self, folder: &Path) -> io::Result<Option<Vec<PathBuf>>> {
        let mut entries = Vec::new();
        for entry in folder.read_dir()? {
            if self.files == 0 {
                return Ok(None);
            }
            self.files -= 1;
            entries.push(entry?.path());
        }
        entries.sort_by(|a, b| b.cmp(a));
        Ok(Some(entries))
    }

    fn file(&mut self, path: &Path, metadata: &fs::Metadata) {
        let length = metadata.len();
        if length > self.bytes {
            return self.note(path, "large", &looks(metadata));
        }
        let Ok(file) = File::open(path) else {
            return self.note(path, "closed", &looks(metadata));
        };
        self.bytes -= length;
        let name = path.strip_prefix(self.root).unwrap_or(path);
        self.part(name.as_os_str().as_bytes());
        self.hasher.update(&length.to_le_bytes());
        if self.hasher.update_reader(file.take(length)).is_err() {
            self.note(path, "closed", &looks(metadata));
        }
    }

    /// Adds a note instead of a file's content. It begins with a length that no file
    /// name has.
    fn note(&mut self, path: &Path, what: &str, more: &[u8]) {
        self.hasher.update(&u64::MAX.to_le_bytes());
        let name = path.strip_prefix(self.root).unwrap_or(path);
        for part in [name.as_os_str().as_bytes(), what.as_bytes(), more] {
            self.part(part);
        }
    }

    fn part(&mut self, part: &[u8]) {
        self.hasher.update(&(part.len() as u64).to_le_bytes());
        self.hasher.update(part);
    }
}

/// Metadata of a file that changes when the file is written.
fn looks(metadata: &fs::Metadata) -> Vec<u8> {
    let date = [metadata.mtime(), metadata.mtime_nsec()];
    let mut looks = metadata.len().to_le_bytes().to_vec();
    looks.extend(date.iter().flat_map(|part| part.to_le_bytes()));
    looks
}

/// Numerical libraries start one thread per core by default. A bot has one core's worth
/// of time, and on a large machine so many threads would exceed its limit. Python must
/// not write bytecode beside its sources.
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

/// The name of a file or folder for reports: short enough for a table and without
/// control characters. `start` is named after its folder.
fn name_of(path: &Path) -> String {
    let named = match path.file_name() {
        Some(name) if name == "start" => path.parent().and_then(Path::file_name),
        Some(name) if path.extension().is_some_and(|e| e == "py") => {
            path.file_stem().or(Some(name))
        }
        other => other,
    };
    let named = named.map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy());
    text::name(&named)
}

fn is_executable(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn names_carry_no_terminal_escapes() {
        let name = name_of(Path::new("bots/\u{1b}[31mred\u{7}.py"));
        assert_eq!(name, "\u{fffd}[31mred\u{fffd}");
        assert_eq!(name_of(Path::new("bots/quick/start")), "quick");
        let error = Program::find(Path::new("bots/\u{202e}\u{1b}[31m"), catalog::USUAL.id);
        let error = error.map(|_| ()).expect_err("nothing there").to_string();
        assert!(
            error.starts_with("bots/\u{fffd}\u{fffd}[31m: "),
            "{error:?}"
        );
    }

    #[test]
    fn a_program_that_cannot_be_run_is_reported_before_it_is_started() {
        let folder = tempfile::tempdir().expect("a folder");
        let find = |name: &str| Program::find(&folder.path().join(name), catalog::USUAL.id);
        assert!(matches!(
            find("nothing"),
            Err(ProgramError::Unreadable { .. })
        ));
        fs::write(folder.path().join("text"), "hello").expect("a file");
        assert!(matches!(
            find("text"),
            Err(ProgramError::NotExecutable { .. })
        ));
        fs::create_dir(folder.path().join("empty")).expect("a folder");
        assert!(matches!(find("empty"), Err(ProgramError::NoStart { .. })));
    }

    #[test]
    fn a_fingerprint_changes_with_any_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let bot = folder.path().join("bot");
        fs::create_dir(&bot).expect("a folder");
        let start = bot.join("start");
        fs::write(&start, "#!/bin/sh\n").expect("a file");
        fs::set_permissions(&start, PermissionsExt::from_mode(0o755)).expect("executable");
        let found = Program::find_all(folder.path(), catalog::USUAL.id).expect("one program");
        let [program] = found.as_slice() else {
            panic!("one program, not {}", found.len());
        };
        assert_eq!(program.name, "bot");
        let before = program.fingerprint();
        assert_eq!(before, program.fingerprint());
        fs::write(bot.join("data"), "1").expect("a file");
        let with_data = program.fingerprint();
        assert_ne!(before, with_data);
        fs::write(bot.join("data"), "2").expect("a file");
        assert_ne!(with_data, program.fingerprint());
        fs::rename(bot.join("data"), bot.join("other")).expect("a file");
        let renamed = program.fingerprint();
        assert_ne!(with_data, renamed);
        symlink("other", bot.join("link")).expect("a link");
        let linked = program.fingerprint();
        assert_ne!(renamed, linked);
        fs::remove_file(bot.join("link")).expect("a link");
        symlink("start", bot.join("link")).expect("a link");
        assert_ne!(linked, program.fingerprint());
    }

    #[test]
    fn a_fingerprint_follows_no_link_and_reads_nothing_endless() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("others"), "1").expect("a file");
        let bot = folder.path().join("bot");
        fs::create_dir(&bot).expect("a folder");
        for (name, target) in [("root", "/"), ("self", "."), ("loop", "loop")] {
            symlink(target, bot.join(name)).expect("a link");
        }
        symlink("../others", bot.join("spy")).expect("a link");
        let sparse = File::create(bot.join("sparse")).expect("a file");
        sparse.set_len(300 << 30).expect("a sparse file");
        let program = Program::in_folder("bot".to_owned(), bot.clone());
        let began = std::time::Instant::now();
        let before = program.fingerprint();
        assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
        // Files beside it are not part of the program.
        fs::write(folder.path().join("others"), "2").expect("a file");
        assert_eq!(before, program.fingerprint());
        sparse.set_len(301 << 30).expect("a sparse file");
        assert_ne!(before, program.fingerprint());
    }

    #[test]
    fn a_fingerprint_of_too_much_still_changes_with_a_new_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = Program::in_folder("bot".to_owned(), folder.path().to_owned());
        for number in 0..20 {
            fs::write(folder.path().join(number.to_string()), "1234567").expect("a file");
        }
        let all = program.fingerprint();
        for (bytes, files) in [(50, 100), (1000, 10)] {
            let before = program.fingerprint_within(bytes, files);
            assert_eq!(before, program.fingerprint_within(bytes, files));
            assert_ne!(before, all);
            std::thread::sleep(std::time::Duration::from_millis(20));
            fs::write(folder.path().join(format!("new-{files}")), "").expect("a file");
            assert_ne!(before, program.fingerprint_within(bytes, files));
        }
    }

    #[test]
    fn a_folder_that_cannot_be_read_has_a_fingerprint() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = Program::in_folder("bot".to_owned(), folder.path().join("bot"));
        let gone = program.fingerprint();
        fs::create_dir(folder.path().join("bot")).expect("a folder");
        assert_ne!(gone, program.fingerprint());
    }
}
