//! The command line of bubblewrap, and the system files a bot may read.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::confine::DEVICES;
use super::needs::{Needs, SYSTEM, USUAL_PATH, in_system};
use super::{Launch, Level, Limits};

/// The path of the shim inside the sandbox.
const SHIM: &str = "/run/hall";

/// The parts of `/etc` that programs need to start. A bot gets no others.
const SETTINGS: [&str; 8] = [
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "ld.so.preload",
    "alternatives",
    "localtime",
    "ssl/openssl.cnf",
    "mime.types",
];

/// Languages that keep part of their installation in `/etc`.
const LANGUAGES: [&str; 6] = ["java", "python", "perl", "ruby", "lua", "php"];

/// Files in `/proc` that only root may read. The right to read whatever the mode would
/// open them to bots.
const ROOTS_OWN: [&str; 7] = [
    "/proc/kpagecgroup",
    "/proc/kpagecount",
    "/proc/kpageflags",
    "/proc/pagetypeinfo",
    "/proc/slabinfo",
    "/proc/timer_list",
    "/proc/vmallocinfo",
];

/// The ids under which a bot runs if the hall runs as root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ids {
    /// A single user, with a made-up number inside.
    One,
    /// The hall maps its own ids into the namespace.
    Mapped,
}

/// The command line of bubblewrap, up to the program it starts: the shim.
pub fn bubblewrap(shim: &Path, readable: &[PathBuf], limits: &Limits, ids: Ids) -> Vec<OsString> {
    let mut words: Vec<OsString> = Vec::new();
    let mut say = |said: &[&dyn AsRef<std::ffi::OsStr>]| {
        words.extend(said.iter().map(|word| word.as_ref().to_owned()));
    };
    // The guard ends when the hall does. bubblewrap's own way to ensure that watches
    // the thread that started it, and threads end earlier.
    say(&[
        &"--unshare-all",
        &"--unshare-user",
        &"--as-pid-1",
        &"--new-session",
    ]);
    say(&[
        &"--hostname",
        &"hall",
        &"--info-fd",
        &"1",
        &"--cap-drop",
        &"ALL",
    ]);
    match ids {
        Ids::One => say(&[&"--uid", &"1000", &"--gid", &"1000"]),
        Ids::Mapped => {
            say(&[&"--userns-block-fd", &"0"]);
            // Rights for the guard inside the namespace: it ends processes of another
            // user and passes on the right to read.
            for right in [
                "SETUID",
                "SETGID",
                "KILL",
                "DAC_OVERRIDE",
                "DAC_READ_SEARCH",
            ] {
                say(&[&"--cap-add", &format!("CAP_{right}")]);
            }
        }
    }
    for folder in SYSTEM {
        match fs::read_link(folder) {
            Ok(target) => say(&[&"--symlink", &target, &folder]),
            Err(_) if Path::new(folder).is_dir() => say(&[&"--ro-bind", &folder, &folder]),
            Err(_) => {}
        }
    }
    for file in settings() {
        say(&[&"--ro-bind", &file, &file]);
    }
    say(&[&"--proc", &"/proc"]);
    if ids == Ids::Mapped {
        for file in ROOTS_OWN {
            say(&[&"--ro-bind-try", &"/dev/null", &file]);
        }
    }
    say(&[&"--remount-ro", &"/proc"]);
    for device in DEVICES {
        say(&[&"--dev-bind-try", &device, &device]);
    }
    say(&[&"--symlink", &"/proc/self/fd", &"/dev/fd"]);
    for (number, name) in ["stdin", "stdout", "stderr"].iter().enumerate() {
        let target = format!("/proc/self/fd/{number}");
        say(&[&"--symlink", &target, &format!("/dev/{name}")]);
    }
    let scratch = limits.scratch.max(1 << 20);
    for (folder, size) in [("/tmp", scratch), ("/dev/shm", scratch / 4)] {
        say(&[&"--perms", &"1777", &"--size", &size.to_string()]);
        say(&[&"--tmpfs", &folder]);
    }
    for path in readable.iter().filter(|path| !in_system(path)) {
        say(&[&"--ro-bind", path, path]);
    }
    say(&[&"--ro-bind", &shim, &SHIM]);
    // The root that bubblewrap makes is memory without a limit.
    say(&[&"--remount-ro", &"/", &"--chdir", &"/", &"--", &SHIM]);
    words
}

/// The paths that Landlock lets a bot read.
pub fn landlock(readable: &[PathBuf]) -> Vec<PathBuf> {
    let system = SYSTEM.iter().map(PathBuf::from);
    system
        .chain(settings())
        .chain(OF_PROC.iter().map(PathBuf::from))
        .filter(|path| path.exists())
        .chain(readable.iter().cloned())
        .collect()
}

/// Facts about the machine that runtimes read.
const OF_PROC: [&str; 5] = [
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/version",
    "/sys/devices/system/cpu",
];

/// The paths that are the bot's to read, parent folders first.
pub fn readable(launch: &Launch, needs: &Needs) -> Result<Vec<PathBuf>, super::StartError> {
    let own = launch.readable.iter().chain(&launch.folder);
    let mut paths = Vec::new();
    for path in own.chain(&needs.readable) {
        let absolute = std::path::absolute(path)?;
        fs::metadata(&absolute).map_err(|source| super::StartError::NotReadable {
            path: path.clone(),
            source,
        })?;
        paths.push(absolute);
    }
    paths.sort_by_key(|path| path.components().count());
    let mut kept: Vec<PathBuf> = Vec::new();
    for path in paths {
        if !kept.iter().any(|outer| path.starts_with(outer)) {
            kept.push(path);
        }
    }
    Ok(kept)
}

/// The complete environment of a bot.
pub fn environment(launch: &Launch, needs: &Needs, scratch: &Path) -> Vec<(OsString, OsString)> {
    let mut path = OsString::new();
    for folder in &needs.path {
        path.push(folder);
        path.push(":");
    }
    path.push(USUAL_PATH);
    let mut environment = vec![
        ("PATH".into(), path),
        ("HOME".into(), scratch.into()),
        ("TMPDIR".into(), scratch.into()),
        ("LANG".into(), "C.UTF-8".into()),
    ];
    environment.extend(launch.environment.iter().cloned());
    environment
}

/// How to make a level work that does not.
pub fn remedy(level: Level, reason: &str) -> String {
    let says = |part: &str| reason.contains(part);
    match level {
        Level::Isolated if says("no program bwrap") => "install the package bubblewrap",
        Level::Isolated if says("Unknown option") => "install bubblewrap 0.8 or newer",
        Level::Isolated => {
            "let ordinary users make namespaces: sysctl kernel.unprivileged_userns_clone=1, \
             kernel.apparmor_restrict_unprivileged_userns=0, user.max_user_namespaces above 0; \
             in a container, allow them when it is started"
        }
        Level::Contained if says("Landlock") => {
            "use Linux 5.13 or newer with landlock in the kernel's list of security modules (lsm=)"
        }
        Level::Contained => "allow seccomp and Landlock, which the container may forbid",
        Level::Unconfined => "start it from the hall program itself",
    }
    .to_owned()
}

fn settings() -> Vec<PathBuf> {
    let etc = Path::new("/etc");
    let named = SETTINGS.iter().map(|name| etc.join(name));
    let of_languages = fs::read_dir(etc)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| {
            let name = entry.file_name();
            LANGUAGES
                .iter()
                .any(|language| name.to_string_lossy().starts_with(language))
        })
        .map(|entry| entry.path());
    named
        .chain(of_languages)
        .filter(|path| path.exists())
        .collect()
}
