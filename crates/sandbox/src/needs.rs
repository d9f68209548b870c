//! Finds the files that an executable must be able to read.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Read;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::{Launch, StartError};

/// What an executable needs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// The file to execute, as an absolute path.
    pub program: PathBuf,
    /// What it must be able to read besides the system's folders.
    pub readable: Vec<PathBuf>,
    /// Folders that must come before the usual ones in `PATH`.
    pub path: Vec<PathBuf>,
}

/// The folders of the system itself. Every bot may read them.
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

/// Where to look for programs if the hall itself has no `PATH`.
pub const USUAL_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Works out what a bot's program needs: the file itself, the interpreter in its first
/// line, and the installation of that interpreter.
///
/// A bot can write anything into its own files. So these give it access only to its own
/// files, the system's, and programs that the hall itself finds by name.
///
/// `stands_for` remembers the programs behind the shims of pyenv and the like.
///
/// # Errors
///
/// If the program or its interpreter does not exist, cannot be executed, or belongs to
/// neither the bot nor the system nor the hall.
pub fn needs(
    launch: &Launch,
    stands_for: &Mutex<HashMap<PathBuf, PathBuf>>,
) -> Result<Needs, StartError> {
    Search {
        path: hall_path(),
        own: Own::of(launch)?,
        stands_for,
    }
    .needs(&launch.program)
}

/// Finds a program by its name, as the hall itself would.
#[must_use]
pub fn on_path(name: &OsStr) -> Option<PathBuf> {
    find_in(&hall_path(), name)
}

fn hall_path() -> OsString {
    std::env::var_os("PATH").unwrap_or_else(|| OsString::from(USUAL_PATH))
}

fn find_in(path: &OsStr, name: &OsStr) -> Option<PathBuf> {
    std::env::split_paths(path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(|file| executable(file).is_ok())
}

/// The search for the needs of one bot.
struct Search<'a> {
    /// The folders in which names are looked up.
    path: OsString,
    own: Own,
    stands_for: &'a Mutex<HashMap<PathBuf, PathBuf>>,
}

impl Search<'_> {
    fn needs(&self, program: &OsStr) -> Result<Needs, StartError> {
        let mut needs = Needs::default();
        let mut current = if program.as_bytes().contains(&b'/') {
            self.own.program(program)?
        } else {
            self.look_up(program).ok_or_else(|| StartError::NotFound {
                program: PathBuf::from(program),
            })?
        };
        needs.program.clone_from(&current.path);
        // An interpreter can be a script itself; the kernel follows four of them.
        for _ in 0..5 {
            executable(&current.path)?;
            if current.whose == Whose::Halls {
                installed(&current.path, &mut needs.readable);
            }
            let start = beginning(&current.path)?;
            let Some(interpreter) = interpreter(&start) else {
                if !is_native(&start) {
                    return Err(StartError::NotAProgram {
                        program: current.path,
                    });
                }
                break;
            };
            current = self.next(&current, &interpreter, &mut needs.path)?;
        }
        Ok(needs)
    }

    /// The interpreter of a script.
    fn next(
        &self,
        script: &Found,
        interpreter: &Interpreter,
        path: &mut Vec<PathBuf>,
    ) -> Result<Found, StartError> {
        let missing = |named: &OsStr| StartError::NoInterpreter {
            script: script.path.clone(),
            interpreter: named.to_string_lossy().into_owned(),
        };
        let next = match interpreter {
            Interpreter::Named(name) => {
                let next = self.look_up(name).ok_or_else(|| missing(name))?;
                if let Some(parent) = next.path.parent()
                    && !in_system(&next.path)
                {
                    path.push(parent.to_owned());
                }
                return Ok(next);
            }
            // The kernel starts from the working folder.
            Interpreter::At(at) => match &self.own.folder {
                Some(folder) => folder.join(at),
                None => PathBuf::from(at),
            },
        };
        let real = match next.canonicalize() {
            Ok(real) if next.is_absolute() && real.is_file() => real,
            _ => return Err(missing(next.as_os_str())),
        };
        let whose = match (script.whose, self.own.whose(&real)) {
            (_, Some(Whose::Bots)) => Some(Whose::Bots),
            // A program that the hall or the system installed may have many parts.
            (Whose::Halls | Whose::Systems, _) => Some(Whose::Halls),
            (Whose::Bots, _) if is_system(&next) => Some(Whose::Halls),
            (Whose::Bots, whose) => whose,
        };
        match whose {
            Some(whose) => Ok(Found { path: next, whose }),
            None => Err(StartError::ForeignInterpreter {
                script: script.path.clone(),
                interpreter: next,
            }),
        }
    }

    /// Looks up a program by name as the hall does. A shim is resolved by running the
    /// program that it names, so the shim must not belong to the bot.
    fn look_up(&self, name: &OsStr) -> Option<Found> {
        let path = find_in(&self.path, name)?;
        match self.own.whose(&path.canonicalize().ok()?) {
            Some(Whose::Bots) => Some(Found {
                path,
                whose: Whose::Bots,
            }),
            _ => Some(Found {
                path: unshimmed(path, self.stands_for),
                whose: Whose::Halls,
            }),
        }
    }
}

/// A program that was found.
struct Found {
    path: PathBuf,
    whose: Whose,
}

/// The owner of a file, and so how far to trust it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Whose {
    /// The bot's own. The bot can read it anyway.
    Bots,
    /// The system's. Every bot can read it.
    Systems,
    /// Found or chosen by the hall, together with its installation.
    Halls,
}

/// The files that belong to a bot.
struct Own {
    /// Its working folder.
    folder: Option<PathBuf>,
    /// Its files and folders, as given.
    named: Vec<PathBuf>,
    /// The same paths without links.
    real: Vec<PathBuf>,
}

impl Own {
    fn of(launch: &Launch) -> Result<Own, StartError> {
        let folder = launch.folder.as_deref().map(std::path::absolute);
        let folder = folder.transpose()?;
        let mut named = folder.iter().cloned().collect::<Vec<_>>();
        for path in &launch.readable {
            named.push(std::path::absolute(path)?);
        }
        // A path that does not exist belongs to no one.
        let real = named.iter().filter_map(|path| path.canonicalize().ok());
        Ok(Own {
            folder,
            real: real.collect(),
            named,
        })
    }

    /// The owner of a file, given a path without links; `None` if it is none of the
    /// three.
    fn whose(&self, real: &Path) -> Option<Whose> {
        if self.real.iter().any(|own| real.starts_with(own)) {
            Some(Whose::Bots)
        } else {
            in_system(real).then_some(Whose::Systems)
        }
    }

    /// The program to start, given by its path.
    fn program(&self, program: &OsStr) -> Result<Found, StartError> {
        let folder = self.folder.as_deref().unwrap_or(Path::new("/"));
        let path = folder.join(program);
        let real = path.canonicalize().map_err(|_| StartError::NotFound {
            program: path.clone(),
        })?;
        // A bot controls its own folder and can put a link to someone else's program
        // there. The hall chose a path elsewhere.
        let inside = Path::new(program).is_relative()
            || self.named.iter().any(|own| path.starts_with(own))
            || self.real.iter().any(|own| path.starts_with(own));
        let whose = match self.whose(&real) {
            Some(Whose::Bots) => Whose::Bots,
            _ if !inside => Whose::Halls,
            Some(whose) => whose,
            None => {
                return Err(StartError::Elsewhere {
                    program: path,
                    real,
                });
            }
        };
        Ok(Found { path, whose })
    }
}

/// Whether every bot may read this path anyway.
#[must_use]
pub fn in_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

/// Whether a path as written stays in the system's folders. Links there are trusted:
/// anyone who may create one may also choose its target.
fn is_system(path: &Path) -> bool {
    in_system(path) && !path.components().any(|part| part == Component::ParentDir)
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

/// The part of a file that the kernel reads to find out what it is.
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

/// Whether this is the start of a program for this machine: it must begin like the
/// running program. A shell would try to run other files, and fail.
fn is_native(start: &[u8]) -> bool {
    // The processor type is at offset 18. The bytes between differ by system and kind
    // of program.
    let kind = |start: &[u8]| Some((start.get(..6)?.to_vec(), start.get(18..20)?.to_vec()));
    match beginning(Path::new("/proc/self/exe")) {
        Ok(own) => kind(start).is_some() && kind(start) == kind(&own),
        Err(_) => start.starts_with(b"\x7fELF"),
    }
}

/// The interpreter in the first line of a script.
#[derive(PartialEq, Eq, Debug)]
enum Interpreter {
    /// A path.
    At(OsString),
    /// A name that the system's `env` looks up.
    Named(OsString),
}

/// The interpreter that the first line of a script names.
fn interpreter(start: &[u8]) -> Option<Interpreter> {
    let line = start
        .strip_prefix(b"#!")?
        .split(|&byte| byte == b'\n')
        .next()?;
    let mut words = line
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    let named = words.next()?;
    let owned = |word: &[u8]| OsString::from_vec(word.to_vec());
    // Another program called `env` can do anything with the arguments.
    if [&b"/usr/bin/env"[..], b"/bin/env"].contains(&named) {
        // Options and variable settings come before the name. A path needs no lookup:
        // either the bot can read it or it cannot.
        let name = words
            .map(|word| word.strip_prefix(b"-S").unwrap_or(word))
            .find(|word| !word.is_empty() && !word.starts_with(b"-") && !word.contains(&b'='));
        if let Some(name) = name.filter(|name| !name.contains(&b'/')) {
            return Some(Interpreter::Named(owned(name)));
        }
    }
    Some(Interpreter::At(owned(named)))
}

/// Adds what belongs to an executable: for every link on the way, the file and its
/// installation.
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

/// The folders of the installation that contains `<prefix>/bin/<program>`.
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

/// The program behind a shim of pyenv, rbenv or nodenv. A shim is a shell script that
/// asks the version manager, which does not work in a sandbox. So the hall runs the
/// manager outside, but only for a shim that it has found itself.
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

    /// A launch like the hall's, for a bot with a folder.
    fn in_its_folder(program: &Path) -> Launch {
        Launch {
            program: program.as_os_str().to_owned(),
            arguments: Vec::new(),
            readable: Vec::new(),
            environment: Vec::new(),
            folder: program.parent().map(Path::to_owned),
        }
    }

    fn of(program: &Path) -> Result<Needs, StartError> {
        needs(&in_its_folder(program), &Mutex::default())
    }

    /// The needs of a program if the hall also finds programs in this folder.
    fn with_path(program: &Path, folder: &Path) -> Result<Needs, StartError> {
        let launch = in_its_folder(program);
        let mut path = folder.as_os_str().to_owned();
        path.push(":");
        path.push(USUAL_PATH);
        Search {
            path,
            own: Own::of(&launch)?,
            stands_for: &Mutex::default(),
        }
        .needs(&launch.program)
    }

    /// A program in an installation of its own: `language/bin/speak`.
    fn language(folder: &Path) -> PathBuf {
        let language = folder.join("language/bin/speak");
        fs::create_dir_all(language.parent().unwrap()).unwrap();
        fs::copy("/proc/self/exe", &language).unwrap();
        fs::create_dir(folder.join("language/lib")).unwrap();
        fs::create_dir(folder.join("language/secrets")).unwrap();
        language
    }

    #[test]
    fn a_script_needs_the_installation_of_its_interpreter() {
        let folder = tempfile::tempdir().unwrap();
        let language = language(folder.path());
        let bot = script(folder.path(), "bot/bot", "#!/usr/bin/env speak\n");
        let needs = with_path(&bot, language.parent().unwrap()).unwrap();
        assert_eq!(needs.program, bot);
        assert_eq!(needs.path, [language.parent().unwrap()]);
        assert!(needs.readable.contains(&folder.path().join("language/lib")));
        assert!(!needs.readable.iter().any(|path| path.ends_with("secrets")));
        assert!(!needs.readable.contains(&folder.path().join("bot")));
    }

    #[test]
    fn a_program_that_the_hall_chooses_may_be_anywhere() {
        // For example the Python of a virtual environment: a link to the system's.
        let folder = tempfile::tempdir().unwrap();
        let python = folder.path().join("venv/bin/python");
        fs::create_dir_all(python.parent().unwrap()).unwrap();
        fs::write(folder.path().join("venv/pyvenv.cfg"), "").unwrap();
        std::os::unix::fs::symlink("/bin/sh", &python).unwrap();
        let other = script(folder.path(), "other", &format!("#!{}\n", python.display()));
        for program in [&python, &other] {
            let launch = Launch {
                folder: None,
                readable: vec![script(folder.path(), "bot.py", "")],
                ..in_its_folder(program)
            };
            let needs = needs(&launch, &Mutex::default()).unwrap();
            assert_eq!(&needs.program, program);
            for part in [&python, &folder.path().join("venv/pyvenv.cfg")] {
                assert!(needs.readable.contains(part), "{:?}", needs.readable);
            }
        }
    }

    #[test]
    fn a_shim_of_the_hall_is_resolved_and_one_of_a_bot_is_not_run() {
        let folder = tempfile::tempdir().unwrap();
        let language = language(folder.path());
        let mark = folder.path().join("ran");
        let manager = script(
            folder.path(),
            "manager",
            &format!(
                "#!/bin/sh\n: > {}\necho {}\n",
                mark.display(),
                language.display()
            ),
        );
        let text = format!("#!/bin/sh\nexec \"{}\" exec \"$0\"\n", manager.display());
        let shim = script(folder.path(), "shims/speak", &text);
        // A bot whose folder has that name, in every way it can be given.
        let mut launch = in_its_folder(&shim);
        for program in [shim.as_os_str(), "./speak".as_ref()] {
            launch.program = program.to_owned();
            assert_eq!(
                needs(&launch, &Mutex::default())
                    .unwrap()
                    .program
                    .file_name(),
                shim.file_name()
            );
        }
        launch.readable = launch.folder.take().into_iter().collect();
        launch.program = shim.clone().into();
        assert!(needs(&launch, &Mutex::default()).is_ok());
        let bot = script(
            folder.path(),
            "shims/start",
            &format!("#!{}\n", shim.display()),
        );
        assert!(of(&bot).is_ok());
        // Not even if the hall looks for programs in the bot's own folder.
        let bot = script(folder.path(), "shims/start", "#!/usr/bin/env speak\n");
        assert!(with_path(&bot, &folder.path().join("shims")).is_ok());
        assert!(!mark.exists(), "what a bot's file names was run");
        let bot = script(folder.path(), "bot/start", "#!/usr/bin/env speak\n");
        let needs = with_path(&bot, &folder.path().join("shims")).unwrap();
        assert!(needs.readable.contains(&language), "{needs:?}");
        assert!(mark.exists());
    }

    #[test]
    fn no_first_line_opens_files_of_others() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let victim = script(root, "victim/start", "#!/bin/sh\n");
        let victims = victim.display();
        fs::create_dir(root.join("evil")).unwrap();
        fs::copy("/bin/sh", root.join("evil/env")).unwrap();
        let evil = root.join("evil").display().to_string();
        std::os::unix::fs::symlink(&victim, root.join("evil/link")).unwrap();
        for line in [
            format!("{evil}/env {victims}"),
            format!("./env {victims}"),
            format!("/usr/bin/env {victims}"),
            format!("/usr/bin/env -S -u {victims} sh"),
            format!("/usr/bin/env -S{victims} sh"),
            format!("/bin/env -S A={victims} sh"),
        ] {
            let bot = script(root, "evil/start", &format!("#!{line}\n"));
            let needs = of(&bot).unwrap();
            assert_eq!(needs.readable, Vec::<PathBuf>::new(), "{line}");
        }
        for line in [
            victims.to_string(),
            format!("{evil}/link"),
            "../victim/start".to_owned(),
            format!("/usr/..{victims}"),
            format!("/proc/self/root{victims}"),
        ] {
            let bot = script(root, "evil/start", &format!("#!{line}\n"));
            let error = of(&bot).unwrap_err();
            assert!(
                matches!(error, StartError::ForeignInterpreter { .. }),
                "{line}: {error}"
            );
        }
    }

    #[test]
    fn a_program_that_links_to_that_of_another_bot_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let victim = script(folder.path(), "victim/start", "#!/bin/sh\n");
        let thief = folder.path().join("thief");
        fs::create_dir(&thief).unwrap();
        let link = |name: &str, target: &Path| {
            std::os::unix::fs::symlink(target, thief.join(name)).unwrap();
            of(&thief.join(name))
        };
        for (name, target) in [("direct", &victim), ("twice", &thief.join("direct"))] {
            let error = link(name, target).unwrap_err();
            assert!(matches!(error, StartError::Elsewhere { .. }), "{error}");
        }
        let error = link("folder", victim.parent().unwrap()).unwrap_err();
        assert!(matches!(error, StartError::Elsewhere { .. }), "{error}");
        let error = of(&thief.join("folder/../start")).unwrap_err();
        assert!(matches!(error, StartError::NotFound { .. }), "{error}");
        // Its own files and the system's are allowed.
        script(&thief, "program", "#!/bin/sh\n");
        assert_eq!(
            link("own", Path::new("program")).unwrap().readable,
            Vec::<PathBuf>::new()
        );
        assert_eq!(
            link("shell", Path::new("/bin/sh")).unwrap().readable,
            Vec::<PathBuf>::new()
        );
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
    fn a_program_that_cannot_be_run_is_refused_before_it_is_started() {
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
