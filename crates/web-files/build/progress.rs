//! Lines for the terminal on which you wait for the build. Cargo keeps what a
//! build script prints to itself until the script fails, and this one takes a
//! minute or more.

use std::fs::{File, OpenOptions};
use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Time between two lines that count crates.
const PAUSE: Duration = Duration::from_secs(20);

/// The terminal that cargo writes to, if there is one: nothing gets into a file
/// or the log of a machine that builds. Errors are of no interest here.
pub struct Progress {
    terminal: Option<File>,
    compiled: usize,
    started: Instant,
    last: Instant,
}

impl Progress {
    pub fn new() -> Progress {
        Progress {
            terminal: terminal(),
            compiled: 0,
            started: Instant::now(),
            last: Instant::now(),
        }
    }

    /// Shows a line in the manner of cargo, which draws its bar below it again.
    /// Cargo keeps the same line, with the time, in the file `stderr` beside what is
    /// made.
    pub fn say(&mut self, text: &str) {
        eprintln!("{:6.1} s: {text}", self.started.elapsed().as_secs_f64());
        if let Some(terminal) = &mut self.terminal {
            let line = format!("\r\x1b[K\x1b[1;32m{:>12}\x1b[0m {text}\n", "Interface");
            let _ = terminal.write_all(line.as_bytes());
        }
        self.last = Instant::now();
    }

    /// Counts a crate, and says how many there were if nothing was said for long.
    pub fn count(&mut self) {
        self.compiled += 1;
        if self.last.elapsed() >= PAUSE {
            self.say(&format!("{} crates compiled", self.compiled));
        }
    }
}

/// The terminal behind cargo's standard error.
#[cfg(target_os = "linux")]
fn terminal() -> Option<File> {
    let error = PathBuf::from(format!(
        "/proc/{}/fd/2",
        std::os::unix::process::parent_id()
    ));
    // Not opened before it is known to be a device: a pipe could block.
    let device = std::fs::read_link(error).ok()?;
    if device.starts_with("/dev") {
        open(device)
    } else {
        None
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
fn terminal() -> Option<File> {
    open(PathBuf::from("/dev/tty"))
}

#[cfg(not(unix))]
fn terminal() -> Option<File> {
    None
}

#[cfg(unix)]
fn open(device: PathBuf) -> Option<File> {
    let file = OpenOptions::new().write(true).open(device).ok()?;
    file.is_terminal().then_some(file)
}
