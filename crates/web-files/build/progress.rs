//! Progress in the terminal during the build. Cargo hides the output of a build
//! script unless the script fails, and this one takes a minute or more.

use std::fs::{File, OpenOptions};
use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The time between two lines that count crates.
const PAUSE: Duration = Duration::from_secs(20);

/// The terminal that cargo writes to, if there is one. Nothing is written to files
/// or the logs of build machines. Errors are ignored.
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

    /// Shows a line in cargo's style. Cargo redraws its progress bar below. The line
    /// with its time is also in cargo's file `stderr` next to the output.
    pub fn say(&mut self, text: &str) {
        eprintln!("{:6.1} s: {text}", self.started.elapsed().as_secs_f64());
        if let Some(terminal) = &mut self.terminal {
            let line = format!("\r\x1b[K\x1b[1;32m{:>12}\x1b[0m {text}\n", "Interface");
            let _ = terminal.write_all(line.as_bytes());
        }
        self.last = Instant::now();
    }

    /// Counts a crate. If nothing was shown for a while, shows the count.
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
    // Open it only if it is a device. A pipe could block.
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
