//! What an executable must be able to read in order to run.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Read;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::StartError;

/// What an executable needs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// What is executed: an absolute path.
    pub program: PathBuf,
    /// What it must be able to read besides the folders of the system.
    pub readable: Vec<PathBuf>,
    /// Folders that `PATH` must name before the usual ones.
    pub path: Vec<PathBuf>,
}

/// The folders that hold the system itself. Every bot may read them.
pub const SYSTEM: [&str; 9] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
];

/// What programs are looked up in when the hall itself has no `PATH`.
pub const USUAL_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Works out what `program` needs: the file itself, the interpreter that its
/// first line names, and where that interpreter is installed.
///
/// `stands_for` remembers what the shims of pyenv and its relatives stand for.
///
/// # Errors
///
/// If the program or its interpreter is not there or cannot be executed.
pub fn needs(
    program: &OsStr,
    folder: &Path,
    stands_for: &Mutex<HashMap<PathBuf, PathBuf>>,
) -> Result<Needs, StartError> {
    let not_found = || StartError::NotFound {
        program: PathBuf::from(program),
    };
    let found = if program.as_bytes().contains(&b'/') {
        let folder = std::path::absolute(folder)?;
        Some(folder.join(program))
    } else {
        on_path(program)
    };
    let mut needs = Needs {
        program: unshimmed(found.ok_or_else(not_found)?, stands_for),
        ..Needs::default()
    };
    let mut current = needs.program.clone();
    // An interpreter can be a script itself; the kernel follows four of them.
    for _ in 0..5 {
        executable(&current)?;
        installed(&current, &mut needs.readable);
        let start = beginning(&current)?;
        let Some((interpreter, looked_up)) = interpreter(&start) else {
            if !is_native(&start) {
                return Err(StartError::NotAProgram { program: current });
            }
            break;
        };
        let missing = || StartError::NoInterpreter {
            script: current.clone(),
            interpreter: interpreter.to_string_lossy().into_owned(),
        };
        let next = if looked_up {
            let next = unshimmed(on_path(&interpreter).ok_or_else(missing)?, stands_for);
            if let Some(parent) = next.parent()
                && !in_system(&next)
            {
                needs.path.push(parent.to_owned());
            }
            next
        } else {
            PathBuf::from(&interpreter)
        };
        if !next.is_file() {
            return Err(missing());
        }
        current = next;
    }
    Ok(needs)
}

/// Finds a program by its name.
#[must_use]
pub fn on_path(name: &OsStr) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_else(|| OsString::from(USUAL_PATH));
    std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(|file| executable(file).is_ok())
}

/// Whether every bot may read this anyway.
#[must_use]
pub fn in_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

fn executable(file: &Path) -> Result<(), StartError> {
    let program = || file.to_owned();
    match fs::metadata(file) {
        Err(_) => Err(StartError::NotFound { program: program() }),
        Ok(found) if !found.is_file() => Err(StartError::NotAFile { program: program() }),
        Ok(found) if found.permissions().mode() & 0o111 == 0 => {
            Err(StartError::NotExecutable { program: program() })
        }
        Ok(_) => Ok(()),
    }
}

/// As much of a file as the kernel looks at to find out what it is.
fn beginning(file: &Path) -> Result<Vec<u8>, StartError> {
    let mut start = Vec::new();
    fs::File::open(file)
        .and_then(|opened| opened.take(256).read_to_end(&mut start))
        .map_err(|source| StartError::NotReadable {
            path: file.to_owned(),
            source,
        })?;
    Ok(start)
}

/// Whether this is how a program for this machine begins: in the same way as
/// the one that runs here. Others would be run by a shell, which makes no
/// sense of them.
fn is_native(start: &[u8]) -> bool {
    // The kind of processor stands at 18; what comes before differs between
    // systems and between kinds of programs.
    let kind = |start: &[u8]| Some((start.get(..6)?.to_vec(), start.get(18..20)?.to_vec()));
    match beginning(Path::new("/proc/self/exe")) {
        Ok(own) => kind(start).is_some() && kind(start) == kind(&own),
        Err(_) => start.starts_with(b"\x7fELF"),
    }
}

/// The interpreter that the first line of a script names, and whether it has
/// to be looked up because the line says `env`.
fn interpreter(start: &[u8]) -> Option<(OsString, bool)> {
    let line = start
        .strip_prefix(b"#!")?
        .split(|&byte| byte == b'\n')
        .next()?;
    let mut words = line
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    let named = words.next()?;
    let owned = |word: &[u8]| OsString::from_vec(word.to_vec());
    if Path::new(OsStr::from_bytes(named)).file_name() == Some(OsStr::new("env")) {
        // Options of env and settings of variables come before the program.
        let program = words.find(|word| !word.starts_with(b"-") && !word.contains(&b'='))?;
        return Some((owned(program), !program.contains(&b'/')));
    }
    Some((owned(named), false))
}

/// Adds what belongs to an executable: the file, and the installation it is
/// part of, for every link on the way to it.
fn installed(executable: &Path, readable: &mut Vec<PathBuf>) {
    let mut hop = executable.to_owned();
    for _ in 0..16 {
        if !in_system(&hop) {
            readable.push(hop.clone());
            readable.extend(installation(&hop));
        }
        let Ok(target) = fs::read_link(&hop) else {
            break;
        };
        hop = match hop.parent() {
            Some(parent) => parent.join(target),
            None => target,
        };
    }
    // A folder on the way can be a link too.
    if let Ok(real) = executable.canonicalize()
        && !in_system(&real)
        && !readable.contains(&real)
    {
        readable.extend(installation(&real));
        readable.push(real);
    }
}

/// The folders of the installation that `<prefix>/bin/<program>` is part of.
fn installation(program: &Path) -> Vec<PathBuf> {
    let prefix = program
        .parent()
        .filter(|bin| bin.file_name() == Some(OsStr::new("bin")))
        .and_then(Path::parent);
    let Some(prefix) = prefix else {
        return Vec::new();
    };
    // A home folder with a `bin` in it is not an installation.
    if let Some(home) = std::env::home_dir()
        && (home.starts_with(prefix) || prefix == home.join(".local"))
    {
        return Vec::new();
    }
    if !prefix.join("lib").is_dir() && !prefix.join("pyvenv.cfg").is_file() {
        return Vec::new();
    }
    ["bin", "lib", "lib64", "libexec", "share", "pyvenv.cfg"]
        .iter()
        .map(|part| prefix.join(part))
        .filter(|part| part.exists())
        .collect()
}

/// What a shim of pyenv, rbenv or nodenv stands for. Such a shim is a shell
/// script that asks the version manager, which does not work in a sandbox.
fn unshimmed(program: PathBuf, stands_for: &Mutex<HashMap<PathBuf, PathBuf>>) -> PathBuf {
    let folder = program.parent().and_then(Path::file_name);
    if folder != Some(OsStr::new("shims")) {
        return program;
    }
    let mut known = stands_for.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(real) = known.get(&program) {
        return real.clone();
    }
    let Some(real) = ask_manager(&program) else {
        return program;
    };
    known.insert(program, real.clone());
    real
}

fn ask_manager(shim: &Path) -> Option<PathBuf> {
    let text = fs::read_to_string(shim).ok()?;
    let manager = text.lines().find_map(|line| {
        let rest = line.strip_prefix("exec \"")?;
        let (manager, rest) = rest.split_once('"')?;
        rest.trim_start().starts_with("exec ").then_some(manager)
    })?;
    let output = Command::new(manager)
        .arg("which")
        .arg(shim.file_name()?)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let line = output.stdout.split(|&byte| byte == b'\n').next()?;
    let real = PathBuf::from(OsStr::from_bytes(line));
    (output.status.success() && executable(&real).is_ok()).then_some(real)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        file
    }

    fn of(program: &Path) -> Result<Needs, StartError> {
        needs(program.as_os_str(), Path::new("/"), &Mutex::default())
    }

    #[test]
    fn a_script_needs_the_installation_of_its_interpreter() {
        let folder = tempfile::tempdir().unwrap();
        let language = folder.path().join("language/bin/speak");
        fs::create_dir_all(language.parent().unwrap()).unwrap();
        fs::copy("/proc/self/exe", &language).unwrap();
        fs::create_dir(folder.path().join("language/lib")).unwrap();
        fs::create_dir(folder.path().join("language/secrets")).unwrap();
        let bot = script(
            folder.path(),
            "bot/bot",
            &format!("#!{}\n", language.display()),
        );
        let needs = of(&bot).unwrap();
        assert_eq!(needs.program, bot);
        assert!(needs.readable.contains(&bot));
        assert!(needs.readable.contains(&folder.path().join("language/lib")));
        assert!(!needs.readable.iter().any(|path| path.ends_with("secrets")));
        assert!(!needs.readable.contains(&folder.path().join("bot")));
    }

    #[test]
    fn env_in_the_first_line_is_looked_up() {
        let folder = tempfile::tempdir().unwrap();
        let bot = script(folder.path(), "bot", "#!/usr/bin/env -S sh -e\n");
        assert!(of(&bot).is_ok());
        let bot = script(folder.path(), "odd", "#!/usr/bin/env no-such-language\n");
        let error = of(&bot).unwrap_err();
        assert!(
            matches!(&error, StartError::NoInterpreter { interpreter, .. } if interpreter == "no-such-language"),
            "{error}"
        );
    }

    #[test]
    fn what_cannot_be_run_is_refused_beforehand() {
        let folder = tempfile::tempdir().unwrap();
        let plain = folder.path().join("plain");
        fs::write(&plain, "").unwrap();
        assert!(matches!(of(&plain), Err(StartError::NotExecutable { .. })));
        let text = script(folder.path(), "text", "echo");
        assert!(matches!(of(&text), Err(StartError::NotAProgram { .. })));
        assert!(matches!(
            of(folder.path()),
            Err(StartError::NotAFile { .. })
        ));
        assert!(matches!(
            of(&folder.path().join("absent")),
            Err(StartError::NotFound { .. })
        ));
    }
}
