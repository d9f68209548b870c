//! Installs what the tests need besides Rust.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// A program that the tests run, and the Debian package that contains it.
const PROGRAMS: [(&str, &str); 6] = [
    ("bwrap", "bubblewrap"),
    ("chromium", "chromium"),
    ("chromedriver", "chromium-driver"),
    ("node", "nodejs"),
    ("npm", "npm"),
    ("strace", "strace"),
];

/// Installs missing tools with Debian's package manager and with pip. If that
/// fails, says what to install by hand.
pub fn install() -> Result<()> {
    let mut missing: Vec<&str> = PROGRAMS
        .iter()
        .filter(|(program, _)| on_path(program).is_none())
        .map(|(_, package)| *package)
        .collect();
    if python().is_err() {
        missing.extend(["python3", "python3-pip"]);
    }
    if postgres().is_none() {
        missing.push("postgresql");
    }
    if !missing.is_empty() {
        debian(&missing)?;
    }
    numpy()
}

/// axe-core, which finds barriers in a page. npm fetches it into the target
/// folder, once.
pub fn axe() -> Result<PathBuf> {
    let folder = std::env::current_dir()?.join("target/axe");
    let file = folder.join("node_modules/axe-core/axe.min.js");
    if !file.is_file() {
        std::fs::create_dir_all(&folder)?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--silent", "--prefix"]);
        let status = npm.arg(&folder).arg("axe-core@4.10.3").status();
        let status = status.context("npm does not run; the tests fetch axe-core with it")?;
        if !status.success() || !file.is_file() {
            bail!("npm cannot install axe-core@4.10.3, which the tests of the interface need");
        }
    }
    Ok(file)
}

/// The Python that runs players: the first of these in the path.
pub fn python() -> Result<PathBuf> {
    let found = ["python3", "python"].iter().find_map(|name| on_path(name));
    found.context("there is no Python: install python3")
}

/// A program in the path.
fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

/// PostgreSQL's server, which Debian does not put into the path.
fn postgres() -> Option<PathBuf> {
    let versions = Path::new("/usr/lib/postgresql").read_dir().ok();
    let debian = versions
        .into_iter()
        .flatten()
        .flatten()
        .map(|version| version.path().join("bin/postgres"))
        .find(|file| file.is_file());
    debian.or_else(|| on_path("postgres"))
}

fn debian(packages: &[&str]) -> Result<()> {
    let list = packages.join(" ");
    println!("installing {list}");
    let by_hand = || format!("install these packages, which the tests need: {list}");
    if on_path("apt-get").is_none() {
        bail!("{}", by_hand());
    }
    // On a new machine, the list of packages may be missing or out of date.
    let updated = apt(&["update", "--quiet"]);
    let installed = apt(&[
        &["install", "--yes", "--quiet", "--no-install-recommends"],
        packages,
    ]
    .concat());
    if !installed {
        let hint = if updated {
            ""
        } else {
            " (apt-get update failed too)"
        };
        bail!("{}{hint}", by_hand());
    }
    Ok(())
}

/// Runs apt-get, with sudo unless this is root.
fn apt(arguments: &[&str]) -> bool {
    let root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let mut command = if root {
        Command::new("apt-get")
    } else {
        let mut command = Command::new("sudo");
        command.args(["--non-interactive", "apt-get"]);
        command
    };
    let command = command
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdout(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Installs numpy if it is missing: players in Python get its arrays.
fn numpy() -> Result<()> {
    let python = python()?;
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&python);
        let command = command.args(arguments).stdout(Stdio::null());
        command
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    let there = || run(&["-c", "import numpy"]);
    if there() {
        return Ok(());
    }
    println!("installing numpy");
    let pip = ["-m", "pip", "install", "--quiet", "numpy"];
    // Debian's own Python requires this option.
    let installed = run(&pip) || run(&[&pip[..], &["--break-system-packages"]].concat());
    if !installed || !there() {
        bail!(
            "install numpy for {}: the tests of players in Python need it",
            python.display()
        );
    }
    Ok(())
}
