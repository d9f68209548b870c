//! A running bot, seen from the hall.

use std::fs;
use std::io::{self, Read};
use std::net::TcpListener;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    Pid, PidfdFlags, Signal, geteuid, kill_process_group, pidfd_open, pidfd_send_signal,
};
use serde::Deserialize;
use tempfile::TempDir;

use super::channel::{Channel, ready};
use super::needs::Needs;
use super::orders::Orders;
use super::plan::{self, Ids};
use super::scratch;
use super::{End, Ended, Launch, Level, Limits, Sandbox, StartError, Usage};

/// How long a start may take on a very busy machine.
const STARTING: Duration = Duration::from_secs(20);
/// How long a guard may take to end its bot before the guard itself is killed.
const ENDING: Duration = Duration::from_secs(4);
/// How long a guard may take to report what its bot has used.
const ANSWERING: Duration = Duration::from_millis(500);

/// A running bot. Dropping it ends everything that belongs to the bot.
#[derive(Debug)]
pub struct Caged {
    /// The bot's standard input. Drop it to close the bot's input.
    pub stdin: Option<OwnedFd>,
    /// The bot's standard output.
    pub stdout: Option<OwnedFd>,
    /// The bot's standard error.
    pub stderr: Option<OwnedFd>,
    keeper: Keeper,
}

impl Caged {
    pub(super) fn start(
        sandbox: &Sandbox,
        launch: &Launch,
        needs: &Needs,
        limits: &Limits,
    ) -> Result<Caged, StartError> {
        let readable = plan::readable(launch, needs)?;
        let isolated = sandbox.level == Level::Isolated;
        let scratch = match sandbox.level {
            Level::Isolated => None,
            Level::Contained | Level::Unconfined => Some(scratch::folder()?),
        };
        let scratch_path = scratch
            .as_ref()
            .map_or(Path::new("/tmp"), TempDir::path)
            .to_owned();
        let orders = Orders {
            level: sandbox.level,
            limits: limits.clone(),
            folder: match &launch.folder {
                Some(folder) => std::path::absolute(folder)?,
                None => scratch_path.clone(),
            },
            scratch: scratch_path,
            readable: match sandbox.level {
                Level::Contained => plan::landlock(&readable),
                Level::Isolated | Level::Unconfined => Vec::new(),
            },
            program: needs.program.clone(),
            arguments: launch.arguments.clone(),
        };

        let ids = if geteuid().is_root() {
            Ids::Mapped
        } else {
            Ids::One
        };
        let mut command = match &sandbox.bwrap {
            Some(bwrap) => {
                let mut command = Command::new(&**bwrap);
                command.args(plan::bubblewrap(&sandbox.shim, &readable, limits, ids));
                // A key pressed in the hall's terminal must not reach bubblewrap.
                command.process_group(0);
                command
            }
            None => Command::new(&*sandbox.shim),
        };
        command.args([crate::CONFINE, "guard"]).args(orders.words());
        command.env_clear();
        command.envs(plan::environment(launch, needs, &orders.scratch));

        let (channel, theirs) = Channel::pair().map_err(io::Error::from)?;
        let pipe = || pipe_with(PipeFlags::CLOEXEC).map_err(io::Error::from);
        let (bot_stdin, stdin) = pipe()?;
        let (stdout, bot_stdout) = pipe()?;
        let (stderr, bot_stderr) = pipe()?;
        command.stdin(theirs);
        command.stdout(if isolated {
            Stdio::piped()
        } else {
            Stdio::null()
        });
        command.stderr(Stdio::piped());
        let mut child = command.spawn()?;
        drop(command);
        let information = child.stdout.take();
        let complaints = child.stderr.take();
        let mut keeper = Keeper {
            channel,
            child,
            first: None,
            group: None,
            scratch,
            known: Mutex::default(),
        };
        let given = [bot_stdin.as_fd(), bot_stdout.as_fd(), bot_stderr.as_fd()];
        let started = keeper.hand_over(information, ids, &given);
        drop((bot_stdin, bot_stdout, bot_stderr));
        match started {
            Ok(()) => Ok(Caged {
                stdin: Some(stdin),
                stdout: Some(stdout),
                stderr: Some(stderr),
                keeper,
            }),
            Err(StartError::Sandbox { message }) => {
                // The failed process has reported why. It must be gone before its
                // output can be read to the end.
                keeper.end();
                let mut said = String::new();
                if let Some(complaints) = complaints {
                    let _ = complaints.take(4096).read_to_string(&mut said);
                }
                let said = said.trim();
                Err(StartError::Sandbox {
                    message: if said.is_empty() {
                        message
                    } else {
                        said.to_owned()
                    },
                })
            }
            Err(error) => Err(error),
        }
    }

    /// How the bot ended, if it has. Does not block.
    pub fn ended(&mut self) -> Option<End> {
        self.keeper.listen(Duration::ZERO);
        let known = self.keeper.known();
        known.ended.map(|ended| ended.end.unwrap_or(End::Lost))
    }

    /// What the bot has used so far.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.keeper.ask_usage()
    }

    /// Ends the bot and everything it started, and waits until all of it is gone.
    #[must_use]
    pub fn finish(mut self) -> Ended {
        // Close the pipes first: a last message of the bot reaches no reader.
        (self.stdin, self.stdout, self.stderr) = (None, None, None);
        self.keeper.end()
    }
}

/// Everything needed to end a bot.
#[derive(Debug)]
struct Keeper {
    channel: Channel,
    /// The guard, or bubblewrap around it.
    child: Child,
    /// The first process of the bot's pid namespace.
    first: Option<OwnedFd>,
    /// The bot's process group, if there is no namespace.
    group: Option<Pid>,
    scratch: Option<TempDir>,
    known: Mutex<Known>,
}

/// What the guard has reported so far.
#[derive(Debug, Default)]
struct Known {
    usage: Usage,
    answers: u64,
    ended: Option<Ended>,
    closed: bool,
}

impl Keeper {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Passes the bot's pipes to the guard and waits until the bot runs.
    fn hand_over(
        &mut self,
        information: Option<impl Read + AsFd>,
        ids: Ids,
        pipes: &[std::os::fd::BorrowedFd<'_>],
    ) -> Result<(), StartError> {
        let fails = |message: &str| StartError::Sandbox {
            message: message.to_owned(),
        };
        if let Some(information) = information {
            let first = first_process(information).ok_or_else(|| fails("bwrap did not start"))?;
            self.first = pidfd_open(first, PidfdFlags::empty()).ok();
            if ids == Ids::Mapped {
                map_ids(first).map_err(|error| fails(&format!("user ids: {error}")))?;
                self.channel.send(".", &[]).map_err(io::Error::from)?;
            }
        }
        let _ = self.channel.send("go", pipes);
        if !self.channel.wait(STARTING).map_err(io::Error::from)? {
            return Err(fails("it took too long to start"));
        }
        let message = self.channel.receive().map_err(io::Error::from)?;
        let text = message.map(|message| message.text).unwrap_or_default();
        if let Some(pid) = text.strip_prefix("started ") {
            if self.first.is_none() {
                self.group = pid.parse().ok().and_then(Pid::from_raw);
            }
            Ok(())
        } else if let Some(problem) = text.strip_prefix("failed program ") {
            Err(StartError::Refused {
                message: problem.to_owned(),
            })
        } else if let Some(problem) = text.strip_prefix("failed sandbox ") {
            Err(fails(problem))
        } else {
            Err(fails("it ended without a word"))
        }
    }

    /// Takes in the guard's next report, if one comes within this time.
    fn listen(&self, time: Duration) {
        let mut known = self.known();
        let mut time = time;
        while !known.closed && self.channel.wait(time).unwrap_or(true) {
            time = Duration::ZERO;
            let Ok(Some(message)) = self.channel.receive() else {
                known.closed = true;
                // A guard reports the end of its bot unless the guard was killed.
                let usage = known.usage;
                known.ended.get_or_insert(Ended {
                    end: Some(End::Lost),
                    usage,
                });
                return;
            };
            let mut words = message.text.split(' ');
            let kind = words.next();
            let mut number = || words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
            let usage = Usage {
                cpu: Duration::from_micros(number()),
                peak_memory: number(),
            };
            known.usage = usage;
            match kind {
                Some("usage") => known.answers += 1,
                Some("done") => {
                    let end = match words.next() {
                        Some("exit") => words
                            .next()
                            .and_then(|code| code.parse().ok())
                            .map(End::Exit),
                        Some("signal") => words
                            .next()
                            .and_then(|code| code.parse().ok())
                            .map(End::Signal),
                        Some("memory") => Some(End::Memory),
                        Some("processes") => Some(End::Processes),
                        Some("scratch") => Some(End::Scratch),
                        Some("stopped") => None,
                        _ => Some(End::Lost),
                    };
                    known.ended = Some(Ended { end, usage });
                }
                _ => {}
            }
        }
    }

    fn ask_usage(&self) -> Usage {
        self.listen(Duration::ZERO);
        let before = {
            let known = self.known();
            if known.ended.is_some() {
                return known.usage;
            }
            known.answers
        };
        let deadline = Instant::now() + ANSWERING;
        if self.channel.send("usage", &[]).is_ok() {
            loop {
                let left = deadline.saturating_duration_since(Instant::now());
                self.listen(left);
                let known = self.known();
                if known.answers > before || known.ended.is_some() || left.is_zero() {
                    break;
                }
            }
        }
        self.known().usage
    }

    /// Ends everything and returns the final account. You can call it twice.
    fn end(&mut self) -> Ended {
        let deadline = Instant::now() + ENDING;
        self.listen(Duration::ZERO);
        if self.known().ended.is_none() {
            let _ = self.channel.send("end", &[]);
        }
        while self.known().ended.is_none() && Instant::now() < deadline {
            self.listen(deadline.saturating_duration_since(Instant::now()));
        }
        let lost = self
            .known()
            .ended
            .is_none_or(|ended| ended.end == Some(End::Lost));
        if lost {
            self.force();
        }
        // The guard now exits by itself, and bubblewrap after it.
        while !matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
            if Instant::now() > deadline + ENDING {
                self.force();
                let _ = self.child.wait();
                break;
            }
            std::thread::sleep(Duration::from_micros(300));
        }
        // The guard has emptied and removed the folder, unless it was killed.
        self.scratch = None;
        let known = self.known();
        known.ended.unwrap_or(Ended {
            end: Some(End::Lost),
            usage: known.usage,
        })
    }

    /// Ends everything without the guard's help.
    fn force(&mut self) {
        if let Some(first) = &self.first {
            let _ = pidfd_send_signal(first, Signal::KILL);
            // The first process is gone only after all others in its namespace.
            let _ = ready(&[first.as_fd()], ENDING);
        }
        if let Some(group) = self.group {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.kill();
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.end();
    }
}

/// The number of the process that bubblewrap reports to have started.
fn first_process(mut information: impl Read + AsFd) -> Option<Pid> {
    let deadline = Instant::now() + STARTING;
    let mut text = Vec::new();
    let mut part = [0; 512];
    // It is written in one go, but that is not guaranteed.
    while !text.contains(&b'}') {
        let left = deadline.saturating_duration_since(Instant::now());
        if !*ready(&[information.as_fd()], left).ok()?.first()? {
            return None;
        }
        match information.read(&mut part).ok()? {
            0 => return None,
            length => text.extend(&part[..length]),
        }
    }
    let started: Started = serde_json::from_slice(&text).ok()?;
    Pid::from_raw(started.child)
}

/// bubblewrap's report about the process it has started.
#[derive(Deserialize)]
struct Started {
    #[serde(rename = "child-pid")]
    child: i32,
}

/// Maps our own ids into a namespace, each to itself.
fn map_ids(process: Pid) -> io::Result<()> {
    for kind in ["uid_map", "gid_map"] {
        let mut map = String::new();
        for line in fs::read_to_string(format!("/proc/self/{kind}"))?.lines() {
            let mut words = line.split_whitespace();
            if let (Some(first), Some(count)) = (words.next(), words.nth(1)) {
                map.push_str(&format!("{first} {first} {count}\n"));
            }
        }
        fs::write(format!("/proc/{}/{kind}", process.as_raw_nonzero()), map)?;
    }
    Ok(())
}

/// Runs the shim itself as a bot that tries to break out.
pub(super) fn probe(sandbox: &Sandbox) -> Result<(), String> {
    let text = |error: io::Error| error.to_string();
    let folder = scratch::folder().map_err(text)?;
    let own = folder.path().join("own");
    let secret = folder.path().join("secret");
    fs::create_dir(&own).map_err(text)?;
    fs::write(&secret, "secret").map_err(text)?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(text)?;
    let port = listener.local_addr().map_err(text)?.port();
    let launch = Launch {
        program: sandbox.shim.as_os_str().to_owned(),
        arguments: vec![
            crate::CONFINE.into(),
            "probe".into(),
            secret.into(),
            port.to_string().into(),
        ],
        readable: Vec::new(),
        environment: Vec::new(),
        folder: Some(own),
    };
    let mut caged = sandbox
        .spawn(&launch, &Limits::default())
        .map_err(|error| match error {
            StartError::Sandbox { message } => message,
            other => other.to_string(),
        })?;
    let stdout = caged.stdout.take();
    let mut said = String::new();
    if let Some(stdout) = stdout {
        let _ = fs::File::from(stdout).take(4096).read_to_string(&mut said);
    }
    let ended = caged.finish();
    let Some(escapes) = said.strip_suffix("done\n") else {
        return Err(format!("a program run in it ended with {:?}", ended.end));
    };
    match escapes.lines().next() {
        Some(escape) if sandbox.level != Level::Unconfined => Err(escape.to_owned()),
        _ => Ok(()),
    }
}
