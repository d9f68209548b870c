//! Interim.
#![allow(missing_docs)]
use std::ffi::OsString;
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Unconfined,
    Contained,
    Isolated,
}
impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("unconfined")
    }
}
#[derive(Clone, Debug)]
pub struct Limits {
    pub memory: u64,
    pub processes: u64,
    pub file_size: u64,
    pub scratch: u64,
    pub core: Option<usize>,
}
impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: 512 << 20,
            processes: 64,
            file_size: 16 << 20,
            scratch: 64 << 20,
            core: None,
        }
    }
}
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    pub program: OsString,
    pub arguments: Vec<OsString>,
    pub readable: Vec<PathBuf>,
    pub environment: Vec<(OsString, OsString)>,
    pub folder: PathBuf,
}
#[derive(Clone, Debug)]
pub struct Sandbox;
pub const NOT_STARTED: i32 = 111;
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Exit(i32),
    Signal(i32),
}
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    pub cpu: Duration,
    pub peak_memory: u64,
}
pub struct Ended {
    pub end: Option<End>,
    pub usage: Usage,
}
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StartError(String);
pub struct Caged {
    pub stdin: OwnedFd,
    pub stdout: OwnedFd,
    pub stderr: OwnedFd,
    child: Child,
}
impl Sandbox {
    pub fn best(_shim: &Path) -> Sandbox {
        Sandbox
    }
    pub fn level(&self) -> Level {
        Level::Unconfined
    }
    pub fn spawn(&self, launch: &Launch, _: &Limits) -> Result<Caged, StartError> {
        let mut child = Command::new(&launch.program)
            .args(&launch.arguments)
            .envs(launch.environment.iter().cloned())
            .current_dir(&launch.folder)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| StartError(e.to_string()))?;
        Ok(Caged {
            stdin: child.stdin.take().unwrap().into(),
            stdout: child.stdout.take().unwrap().into(),
            stderr: child.stderr.take().unwrap().into(),
            child,
        })
    }
}
impl Caged {
    pub fn ended(&mut self) -> Option<End> {
        let s = self.child.try_wait().ok()??;
        Some(
            s.code()
                .map(End::Exit)
                .unwrap_or(End::Signal(s.signal().unwrap_or(0))),
        )
    }
    pub fn usage(&self) -> Usage {
        Usage::default()
    }
    pub fn finish(mut self) -> Ended {
        let end = self.ended();
        let _ = self.child.kill();
        let _ = self.child.wait();
        Ended {
            end,
            usage: Usage::default(),
        }
    }
}
impl std::str::FromStr for Level {
    type Err = String;
    fn from_str(_: &str) -> Result<Level, String> {
        Ok(Level::Unconfined)
    }
}
impl Sandbox {
    pub fn at(_: Level, _: &Path) -> Result<Sandbox, StartError> {
        Ok(Sandbox)
    }
    pub fn missing(&self) -> Vec<String> {
        vec![]
    }
}
