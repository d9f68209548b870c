//! Python for players: the interpreter, and the package that module players of
//! Game 17 import.
//!
//! The package is carried in the program and unpacked where a player needs it,
//! so that nothing has to be installed but Python and numpy.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;

/// The package `game17` in a folder of its own, which is removed with this value.
#[derive(Debug)]
pub struct PythonHome {
    folder: TempDir,
}

macro_rules! packaged {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../../../python/game17/", $name)))),*]
    };
}

const PACKAGE: [(&str, &str); 9] = packaged!(
    "__init__.py",
    "T800.py",
    "basic_mover.py",
    "colours.py",
    "colours.txt",
    "game17.py",
    "game_runners.py",
    "host.py",
    "zombie.py"
);

impl PythonHome {
    /// Writes the package into a fresh folder.
    pub fn unpack() -> io::Result<PythonHome> {
        let folder = tempfile::Builder::new().prefix("hall-python-").tempdir()?;
        let home = PythonHome { folder };
        let package = home.package();
        std::fs::create_dir(&package)?;
        for (name, text) in PACKAGE {
            std::fs::write(package.join(name), text)?;
        }
        Ok(home)
    }

    /// The folder that holds the package: what belongs on Python's path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The script that lets a module player answer in lines of JSON:
    /// `python host.py player.py`.
    pub fn host(&self) -> PathBuf {
        self.package().join("host.py")
    }

    fn package(&self) -> PathBuf {
        self.folder.path().join("game17")
    }
}

/// The exit code of the host when a player's module cannot be imported.
pub const IMPORT_FAILED: i32 = 3;

/// The Python that runs players: the one that `HALL_PYTHON` names, else
/// `python3`, else `python`. It is asked for its own path, so that a script that
/// merely chooses a Python is not taken for one; that is done once.
pub fn interpreter() -> Option<PathBuf> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOUND.get_or_init(look_for_interpreter).clone()
}

/// Whether that Python has numpy, which module players cannot do without.
pub fn has_numpy() -> bool {
    let Some(python) = interpreter() else {
        return false;
    };
    let mut command = Command::new(python);
    command.args(["-c", "import numpy"]).stdin(Stdio::null());
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn look_for_interpreter() -> Option<PathBuf> {
    let named = std::env::var_os("HALL_PYTHON").filter(|name| !name.is_empty());
    match named {
        // Who names one does not want another.
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
    // The path is not resolved any further: in a virtual environment it is a
    // link, and its place is what makes it find its libraries.
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?);
    path.is_absolute().then_some(path)
}

/// Whether a Python file is a player of the original program for Game 17: it
/// defines or imports `make_moves` or `get_mover` at its top level. Any other is
/// a program of its own.
pub fn is_module_player(source: &str) -> bool {
    let mut within = false;
    for statement in statements(source) {
        let text = statement.text.trim();
        if text.is_empty() {
            continue;
        }
        if !statement.indented {
            let first = text.split_whitespace().next().unwrap_or_default();
            within = matches!(first, "def" | "class" | "async");
            if within && defines(text) {
                return true;
            }
        }
        if !within && binds(text) {
            return true;
        }
    }
    false
}

const WANTED: [&str; 2] = ["make_moves", "get_mover"];

fn wanted(word: &str) -> bool {
    WANTED.contains(&word)
}

/// `def make_moves(…`.
fn defines(text: &str) -> bool {
    let mut words = words(text);
    let named = match words.next() {
        Some("async") => words.nth(1),
        _ => words.next(),
    };
    named.is_some_and(wanted)
}

/// `make_moves = …`, `from … import make_moves`, or a definition under an `if`.
fn binds(text: &str) -> bool {
    if text.starts_with("def ") {
        return defines(text);
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
                // All that the players of the package have.
                [] => name.trim() == "*" && ["game17.zombie", "game17.T800"].contains(&module),
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

/// Lines of Python, joined where brackets or a backslash join them, without
/// comments and without what stands in strings.
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
                // What follows stands where the line began.
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

/// The bytes of the string that `text` begins with.
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
    use super::*;

    #[test]
    fn files_for_the_original_program_are_known() {
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
            assert!(is_module_player(source), "{source}");
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
            assert!(!is_module_player(source), "{source}");
        }
    }

    #[test]
    fn every_file_of_the_package_is_carried() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/game17");
        let mut there: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != "__pycache__")
            .collect();
        there.sort();
        let mut carried: Vec<&str> = PACKAGE.iter().map(|(name, _)| *name).collect();
        carried.sort_unstable();
        assert_eq!(there, carried);
    }

    #[test]
    fn the_package_is_unpacked_and_removed() {
        let home = PythonHome::unpack().unwrap();
        let path = home.path().to_owned();
        assert!(home.host().starts_with(&path) && home.host().is_file());
        drop(home);
        assert!(!path.exists());
    }

    #[test]
    fn the_interpreter_is_a_file_with_a_full_path() {
        let python = interpreter().expect("Python is needed for this test: install python3");
        assert!(python.is_absolute() && python.is_file(), "{python:?}");
    }
}
