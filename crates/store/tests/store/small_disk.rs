//! A disk of 8 MiB, if one can be mounted: in a mount namespace of its own, which
//! vanishes with its process.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rustix::process::geteuid;

/// The environment variable with the path of the small disk.
const FOLDER: &str = "TEST_SMALL_DISK";

/// Runs a closure in the folder of a small disk. A process of its own does this by
/// running the test of this name again. If no disk can be mounted, nothing is run and
/// the output says so.
pub fn on_a_small_disk(test: &str, this: impl FnOnce(&Path)) {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return this(Path::new(&folder));
    }
    let folder = tempfile::tempdir().unwrap();
    let probe = on_mounted(folder.path(), "true");
    if !probe.status.success() {
        let reason = String::from_utf8_lossy(&probe.stderr);
        eprintln!("no small disk can be mounted here: {}", reason.trim());
        return;
    }
    let ran = on_mounted(folder.path(), &format!("exec \"$2\" --exact {test}"));
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && said.contains("1 passed"), "{said}");
    eprintln!("on a small disk of its own");
}

/// Runs a shell command with a disk of 8 MiB mounted on this folder.
fn on_mounted(folder: &Path, command: &str) -> Output {
    let mut unshare = Command::new("unshare");
    if !geteuid().is_root() {
        unshare.args(["--user", "--map-root-user"]);
    }
    unshare
        .args(["--mount", "sh", "-c"])
        .arg(format!(
            "mount -t tmpfs -o size=8m tmpfs \"$1\" && {command}"
        ))
        .arg("sh")
        .arg(folder)
        .arg(std::env::current_exe().unwrap())
        .env(FOLDER, folder)
        .output()
        .expect("unshare, of Debian's package util-linux, starts")
}

/// Fills the disk. Dropping it frees the space.
pub struct Ballast(PathBuf);

impl Ballast {
    pub fn fill(folder: &Path) -> Ballast {
        let path = folder.join("ballast");
        let mut file = File::create(&path).unwrap();
        while file.write_all(&[0; 4096]).is_ok() {}
        Ballast(path)
    }
}

impl Drop for Ballast {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).unwrap();
    }
}
