//! Python for players: the interpreter, and the package that runs module players.
//!
//! The hall embeds the package of a game and unpacks it when a player needs it, so you need to
//! install only Python and numpy.

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Once, OnceLock};

use catalog::bot::Modules;
use tempfile::TempDir;

/// The package of a game, unpacked in a temporary folder. The folder is removed on drop.
#[derive(Debug)]
pub struct PythonHome {
    folder: TempDir,
    modules: &'static Modules,
    /// Locked while the folder is needed. The system releases the lock however the hall
    /// ends.
    _lock: File,
}

impl PythonHome {
    /// Unpacks the package into a fresh folder. The first call also removes folders
    /// that killed halls left behind.
    pub fn unpack(modules: &'static Modules) -> io::Result<PythonHome> {
        static SWEPT: Once = Once::new();
        let place = std::env::temp_dir();
        SWEPT.call_once(|| sweep(&place));
        PythonHome::unpack_in(modules, &place)
    }

    fn unpack_in(modules: &'static Modules, place: &Path) -> io::Result<PythonHome> {
        let folder = tempfile::Builder::new()
            .prefix(PREFIX)
            .permissions(Permissions::from_mode(0o700))
            .tempdir_in(place)?;
        // The file gets its final name once it is locked, so another hall never finds
        // it unlocked and takes the folder for an abandoned one.
        let draft = folder.path().join("draft");
        let lock = File::create(&draft)?;
        lock.lock()?;
        fs::rename(&draft, folder.path().join(LOCK))?;
        let home = PythonHome {
            folder,
            modules,
            _lock: lock,
        };
        let package = home.package();
        fs::create_dir(&package)?;
        for (name, text) in modules.files {
            fs::write(package.join(name), text)?;
        }
        Ok(home)
    }

    /// The folder that holds the package, to put on Python's path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The script that lets a module player answer in lines of JSON:
    /// `python host.py player.py`.
    pub fn host(&self) -> PathBuf {
        self.package().join(self.modules.host)
    }

    fn package(&self) -> PathBuf {
        self.folder.path().join(self.modules.package)
    }
}

/// The prefix of the folders' names.
const PREFIX: &str = "hall-python-";
/// The file in such a folder that stays locked while the folder is needed.
const LOCK: &str = "lock";

/// Removes folders that killed halls left behind.
fn sweep(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let ours = entry.file_name().as_bytes().starts_with(PREFIX.as_bytes());
        if ours && is_left_behind(&entry.path()) {
            // If it cannot be removed it stays, as before.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether this user created the folder, no other user can have put anything into it,
/// and no hall needs it any more.
fn is_left_behind(folder: &Path) -> bool {
    let private = |metadata: fs::Metadata| {
        metadata.is_dir()
            && metadata.uid() == rustix::process::geteuid().as_raw()
            && metadata.mode() & 0o077 == 0
    };
    // Do not follow a link: it could lead anywhere.
    folder.symlink_metadata().is_ok_and(private)
        && folder
            .join(LOCK)
            .symlink_metadata()
            .is_ok_and(|lock| lock.is_file())
        && File::open(folder.join(LOCK)).is_ok_and(|lock| lock.try_lock().is_ok())
}

/// The exit code of the host when a player's module cannot be imported.
pub const IMPORT_FAILED: i32 = 3;

/// The Python that runs players: the one in `HALL_PYTHON`, else `python3`, else
/// `python`. It is asked for its own path once, because a script that only selects a
/// Python must not be taken for the interpreter.
pub fn interpreter() -> Option<PathBuf> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOUND.get_or_init(look_for_interpreter).clone()
}

/// Whether that Python has numpy, which module players need.
pub fn has_numpy() -> bool {
    let Some(python) = interpreter() else {
        return false;
    };
    // Skip the working folder: a numpy found there would be run.
    const ASK: &str = "import sys; sys.path = [p for p in sys.path if p]; import numpy";
    let mut command = Command::new(python);
    command.args(["-c", ASK]).stdin(Stdio::null());
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn look_for_interpreter() -> Option<PathBuf> {
    let named = std::env::var_os("HALL_PYTHON").filter(|name| !name.is_empty());
    match named {
        // If `HALL_PYTHON` is set, do not fall back to another.
        Some(named) => executable(&named),
        None => ["python3", "python"]
            .iter()
            .find_map(|name| executable(OsStr::new(name))),
    }
}

fn executable(program: &OsStr) -> Option<PathBuf> {
    let output = Command::new(program)
        .args(["-c", "import sys; sys.stdout.write(sys.executable)"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    // Do not resolve links: in a virtual environment the path is a link, and its
    // location determines which libraries Python finds.
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?);
    path.is_absolute().then_some(path)
}

/// Whether a Python file is a module player: one that defines or imports one of the
/// functions of these modules at its top level. Any other file is a program of its own.
pub fn is_module_player(source: &str, modules: &Modules) -> bool {
    let mut within = false;
    for statement in statements(source) {
        let text = statement.text.trim();
        if text.is_empty() {
            continue;
        }
        if !statement.indented {
            let first = text.split_whitespace().next().unwrap_or_default();
            within = matches!(first, "def" | "class" | "async");
            if within && defines(text, modules) {
                return true;
            }
        }
        if !within && binds(text, modules) {
            return true;
        }
    }
    false
}

/// `def choose(…`, if that is the name of a wanted function.
fn defines(text: &str, modules: &Modules) -> bool {
    let mut words = words(text);
    let named = match words.next() {
        Some("async") => words.nth(1),
        _ => words.next(),
    };
    named.is_some_and(|name| modules.functions.contains(&name))
}

/// `choose = …`, `from … import choose`, or a definition under an `if`.
fn binds(text: &str, modules: &Modules) -> bool {
    let wanted = |name| modules.functions.contains(&name);
    if text.starts_with("def ") {
        return defines(text, modules);
    }
    if text.starts_with("from ") {
        let Some((module, names)) = text.split_once(" import ") else {
            return false;
        };
        let module = module.trim_start_matches("from").trim();
        return names
            .trim_matches(|c: char| c.is_whitespace() || "()\\".contains(c))
            .split(',')
            .any(|name| match words(name).collect::<Vec<_>>()[..] {
                [name] | [_, "as", name] => wanted(name),
                [] => name.trim() == "*" && modules.players.contains(&module),
                _ => false,
            });
    }
    let mut parts = text.splitn(2, '=');
    let (left, right) = (parts.next().unwrap_or_default(), parts.next());
    let left = left.split(':').next().unwrap_or_default().trim();
    right.is_some_and(|right| !right.starts_with('=')) && wanted(left)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|word| !word.is_empty())
}

struct Statement {
    indented: bool,
    text: String,
}

/// Logical lines of Python: joined across brackets and backslashes, without comments
/// and the contents of strings.
fn statements(source: &str) -> Vec<Statement> {
    let mut found = Vec::new();
    let mut text = String::new();
    let mut depth = 0u32;
    let mut rest = source.trim_start_matches('\u{feff}');
    while let Some(c) = rest.chars().next() {
        let mut used = c.len_utf8();
        match c {
            '"' | '\'' => {
                used = string_length(rest);
                text.push_str("\"\"");
            }
            '#' => used = rest.find('\n').unwrap_or(rest.len()),
            '\\' if rest[1..].starts_with(['\n', '\r']) => {
                used = rest.find('\n').map_or(rest.len(), |end| end + 1);
                text.push(' ');
            }
            '\n' if depth == 0 => found.push(statement(&mut text)),
            ';' if depth == 0 => {
                let indented = text.starts_with([' ', '\t']);
                found.push(statement(&mut text));
                // The next statement is indented like the line it is on.
                text.push_str(if indented { " " } else { "" });
                used += rest[1..].len() - rest[1..].trim_start_matches([' ', '\t']).len();
            }
            '(' | '[' | '{' => {
                depth += 1;
                text.push(c);
            }
            ')' | ']' | '}' => {
                depth = depth.saturating_sub(1);
                text.push(c);
            }
            '\n' | '\r' => text.push(' '),
            _ => text.push(c),
        }
        rest = &rest[used..];
    }
    found.push(statement(&mut text));
    found
}

fn statement(text: &mut String) -> Statement {
    let text = std::mem::take(text);
    Statement {
        indented: text.starts_with([' ', '\t']),
        text,
    }
}

/// The length in bytes of the string literal that `text` begins with.
fn string_length(text: &str) -> usize {
    let quote = &text[..1];
    let triple = quote.repeat(3);
    let end = if text.starts_with(&triple) {
        triple.as_str()
    } else {
        quote
    };
    let mut at = end.len();
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with(end) {
            return at + end.len();
        }
        if end.len() == 1 && rest.starts_with('\n') {
            return at;
        }
        let mut letters = rest.chars();
        if letters.next() == Some('\\') {
            letters.next();
        }
        at = text.len() - letters.as_str().len();
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use catalog::bot::BotGame;
    use catalog::typed::Game17;

    use super::*;

    const MODULES: &Modules = Game17::MODULES.expect("modules can play it");

    #[test]
    fn files_for_the_original_program_are_recognised() {
        for source in [
            "def make_moves(owner, rounds_left, owners, numbers):\n    return []\n",
            "import numpy as np\n\ndef get_mover(**facts):\n    pass",
            "from game17.zombie import make_moves\n",
            "from game17.T800 import *",
            "from game17.zombie import (\n    other,  # (\n    make_moves,\n)\n",
            "from helpers import think as make_moves",
            "from helpers import a, \\\n    get_mover",
            "import lib\nmake_moves = lib.best",
            "get_mover: object = None",
            "import a; make_moves = a.b",
            "class Mover:\n    pass\nget_mover = Mover",
            "try:\n    from fast import make_moves\nexcept ImportError:\n    pass",
            "'''def nothing():'''\ndef make_moves (a): return []",
            "\u{feff}def make_moves(a): pass",
            "x = {\n'a': 1\n}\r\ndef get_mover(a):\r\n  pass",
        ] {
            assert!(is_module_player(source, MODULES), "{source}");
        }
    }

    #[test]
    fn programs_of_their_own_are_left_alone() {
        for source in [
            "",
            "import json, sys\nfor line in sys.stdin:\n    print([])\n",
            "# def make_moves():\nprint(1)",
            "'''\ndef make_moves():\n'''\n",
            "\"\"\"\\\"\"\"\ndef make_moves(): pass\n\"\"\"\n",
            "class Bot:\n    def make_moves(self):\n        pass\n    make_moves = 1\n",
            "def main():\n    def make_moves(): pass\n    get_mover = 1\n",
            "if make_moves == 3:\n    pass",
            "from helpers import make_moves as other",
            "from game17 import *",
            "make_moves_fast = 1\ndef get_movers(): pass",
            "print(make_moves=3)",
            "'unclosed\n",
            "\"\"\"never closed\ndef make_moves(): pass",
        ] {
            assert!(!is_module_player(source, MODULES), "{source}");
        }
    }

    #[test]
    fn the_package_is_unpacked_and_removed() {
        let home = PythonHome::unpack(MODULES).unwrap();
        let path = home.path().to_owned();
        assert!(home.host().starts_with(&path) && home.host().is_file());
        drop(home);
        assert!(!path.exists());
    }

    #[test]
    fn only_leftovers_of_killed_halls_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let shut = |path: &Path, mode| {
            fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        };
        let left = |name: &str| {
            let folder = place.path().join(name);
            fs::create_dir(&folder).unwrap();
            shut(&folder, 0o700);
            fs::write(folder.join(LOCK), "").unwrap();
            fs::write(folder.join("file"), "").unwrap();
            folder
        };
        let needed = PythonHome::unpack_in(MODULES, place.path()).unwrap();
        let killed = left("hall-python-killed");
        let open = left("hall-python-open");
        shut(&open, 0o777);
        let young = left("hall-python-young");
        fs::remove_file(young.join(LOCK)).unwrap();
        let other = left("other");
        let link = place.path().join("hall-python-link");
        std::os::unix::fs::symlink(&other, &link).unwrap();
        sweep(place.path());
        assert!(!killed.exists());
        assert!(needed.host().is_file());
        for kept in [open, young, other, link] {
            assert!(kept.exists(), "{kept:?}");
        }
    }

    #[test]
    fn the_interpreter_is_a_file_with_a_full_path() {
        let python = interpreter().expect("Python is needed for this test: install python3");
        assert!(python.is_absolute() && python.is_file(), "{python:?}");
    }
}
