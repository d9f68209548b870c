//! Where command lines are run.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::TempDir;

use crate::page::{self, CommandLine};

/// How long a command may take.
const LIMIT: Duration = Duration::from_secs(60);

/// A folder as a reader of the guide has it: the bots, a certificate, and `hall`.
pub struct Place {
    folder: TempDir,
    programs: TempDir,
}

impl Place {
    /// A new one.
    pub fn new() -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        copy(&page::root().join("bots"), &folder.path().join("bots"));
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]);
        let made = made.expect("a certificate");
        let write = |name: &str, text: String| {
            fs::write(folder.path().join(name), text).expect("a file");
        };
        write("cert.pem", made.cert.pem());
        write("key.pem", made.signing_key.serialize_pem());
        let programs = tempfile::tempdir().expect("a folder");
        let hall = programs.path().join("hall");
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_hall"), hall).expect("a link");
        Place { folder, programs }
    }

    /// Runs a command to its end.
    pub fn run(&self, command: &CommandLine) -> Result<(), String> {
        let expected = match command.line.split_once("# exit code ") {
            Some((_, code)) => code.trim().parse().map_err(|_| "what exit code?")?,
            None => 0,
        };
        let path = |name: &str| self.programs.path().join(name);
        let file = |name: &str| fs::File::create(path(name)).expect("a file");
        let mut child = self
            .shell(&command.line)
            .stdout(file("out"))
            .stderr(file("said"))
            .spawn()
            .map_err(|error| error.to_string())?;
        let ended = end_of(&mut child);
        let read = |name: &str| {
            let bytes = fs::read(path(name)).expect("the file");
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let (out, said) = (read("out"), read("said"));
        let Some(status) = ended else {
            return Err(format!("it takes more than {LIMIT:?}\n{out}{said}"));
        };
        if status.code() != Some(expected) {
            return Err(format!("{status} instead of {expected}\n{out}{said}"));
        }
        prints(&out, &command.prints)
    }

    /// Starts a command that runs on, waits until it is open, and ends it.
    pub fn serve(&self, line: &str) -> Result<(), String> {
        // Whatever the page says, a port that is free.
        let mut words: Vec<&str> = line.split_whitespace().collect();
        for place in 1..words.len() {
            if ["--listen", "--metrics"].contains(&words[place - 1]) {
                words[place] = "127.0.0.1:0";
            }
        }
        let mut child = self
            .shell(&format!("exec {}", words.join(" ")))
            .env("HALL_LISTEN", "127.0.0.1:0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| error.to_string())?;
        let out = child.stdout.take().expect("a pipe");
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            let _ = BufReader::new(out).read_line(&mut line);
            let _ = tell.send(line);
        });
        let open = told.recv_timeout(LIMIT).unwrap_or_default();
        signal(&child, Signal::TERM);
        let status = end_of(&mut child).ok_or("it does not end")?;
        if open.starts_with("Taflhalla is open at http") && status.success() {
            Ok(())
        } else {
            Err(format!("{status} {open:?}"))
        }
    }

    fn shell(&self, line: &str) -> Command {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut all = vec![self.programs.path().to_owned()];
        all.extend(std::env::split_paths(&path));
        let mut command = Command::new("sh");
        command
            .args(["-c", line])
            .current_dir(self.folder.path())
            .env("PATH", std::env::join_paths(all).expect("a path"))
            .env("XDG_DATA_HOME", self.folder.path().join("data"))
            // Cargo tells what it runs; another cargo below is not that one's.
            .env_remove("CARGO_TARGET_DIR")
            .env_remove("CARGO_BUILD_TARGET_DIR")
            .stdin(Stdio::null())
            .process_group(0);
        command
    }
}

/// Whether all that the page shows was printed, in this order.
fn prints(out: &str, shown: &[String]) -> Result<(), String> {
    let mut lines = out.lines().map(str::trim_end);
    let mut any = true;
    for shown in shown.iter().map(|line| line.trim_end()) {
        if shown == "…" {
            any = true;
            continue;
        }
        let found = if any {
            lines.any(|line| line == shown)
        } else {
            lines.next() == Some(shown)
        };
        if !found {
            return Err(format!("it does not print {shown:?} there:\n{out}"));
        }
        any = false;
    }
    Ok(())
}

fn signal(child: &Child, signal: Signal) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // It may have ended by itself.
        let _ = kill_process_group(group, signal);
    }
}

fn end_of(child: &mut Child) -> Option<ExitStatus> {
    let until = Instant::now() + LIMIT;
    while Instant::now() < until {
        if let Some(status) = child.try_wait().expect("a child") {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    signal(child, Signal::KILL);
    child.wait().expect("it ends");
    None
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name");
        if path.is_dir() && name != "target" {
            copy(&path, &to.join(name));
        } else if path.is_file() {
            fs::copy(&path, to.join(name)).expect("a copy");
        }
    }
}
