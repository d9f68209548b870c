//! The process that stands between the hall and a bot.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd, RawFd};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, getpid, kill_process,
    kill_process_group, pidfd_open, set_child_subreaper, set_dumpable_behavior, setsid, wait,
};

use super::channel::{Channel, ready};
use super::orders::Orders;
use super::{End, Level, Usage};

/// How often to check memory and disk.
const LOOK: Duration = Duration::from_millis(50);
/// How long processes may take to die. They cannot resist, but the machine can be busy.
const DYING: Duration = Duration::from_secs(2);
/// The most files in a scratch folder. Even empty files take memory.
const MOST_FILES: u64 = 20_000;

/// Starts a bot as ordered, watches it, and ends everything that belongs to it.
pub fn guard(orders: &Orders) -> ExitCode {
    close_inherited();
    let Ok(hall) = Channel::standard_input() else {
        eprintln!("hall confine guard is started by the hall, not by hand");
        return ExitCode::FAILURE;
    };
    match Guard::start(orders, &hall) {
        Ok(Some(guard)) => {
            guard.watch(&hall);
            ExitCode::SUCCESS
        }
        Ok(None) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Closes all files inherited from the hall: they are not for bots. Of our own, only
/// the standard three are open yet.
fn close_inherited() {
    let open = fs::read_dir("/proc/self/fd")
        .into_iter()
        .flatten()
        .flatten();
    let numbers: Vec<RawFd> = open
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect();
    for number in numbers {
        if number > 2 {
            // The listed folder itself was among them and is already closed.
            let _ = nix::unistd::close(number);
        }
    }
}

struct Guard<'a> {
    orders: &'a Orders,
    bot: Pid,
    /// Becomes readable when the bot ends.
    ending: Option<OwnedFd>,
    peak: u64,
}

impl Guard<'_> {
    /// Starts the bot. `None` if that failed and the hall knows why, or if the hall is
    /// gone.
    fn start<'a>(orders: &'a Orders, hall: &Channel) -> io::Result<Option<Guard<'a>>> {
        // The bot may run as the same user and must not inspect this process.
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        if orders.level != Level::Isolated {
            // A key pressed in the hall's terminal must not reach the bot.
            let _ = setsid();
            // Orphans of the bot become our children, so none is lost.
            set_child_subreaper(Some(getpid()))?;
        }
        let Some(message) = hall.receive()? else {
            return Ok(None);
        };
        let [stdin, stdout, stderr] = <[OwnedFd; 3]>::try_from(message.files)
            .map_err(|_| io::Error::other("the hall sent no pipes"))?;
        let (cell, theirs) = Channel::pair()?;
        let mut command = Command::new("/proc/self/exe");
        command.args([crate::CONFINE, "bot"]).args(orders.words());
        command.stdin(theirs).stdout(stdout).stderr(stderr);
        if orders.level != Level::Isolated {
            command.process_group(0);
        }
        let child = command.spawn()?;
        // Otherwise the command keeps the bot's end of the pipes open.
        drop(command);
        cell.send("stdin", &[stdin.as_fd()])?;
        drop(stdin);
        let bot = Pid::from_child(&child);
        // The other end closes when the bot's program takes over.
        if let Some(message) = cell.receive()? {
            hall.send(&format!("failed {}", message.text), &[])?;
            return Ok(None);
        }
        hall.send(&format!("started {}", bot.as_raw_nonzero()), &[])?;
        Ok(Some(Guard {
            orders,
            bot,
            ending: pidfd_open(bot, PidfdFlags::empty()).ok(),
            peak: 0,
        }))
    }

    fn watch(mut self, hall: &Channel) {
        let end = self.wait_for_end(hall);
        self.end_all();
        let word = match end {
            None => "stopped".to_owned(),
            Some(End::Exit(code)) => format!("exit {code}"),
            Some(End::Signal(signal)) => format!("signal {signal}"),
            Some(End::Memory) => "memory".to_owned(),
            Some(End::Processes) => "processes".to_owned(),
            Some(End::Scratch) => "scratch".to_owned(),
            Some(End::Lost) => "lost".to_owned(),
        };
        let usage = self.usage(&[]);
        if self.orders.level != Level::Isolated {
            remove(&self.orders.scratch);
        }
        // The hall may be gone; that may be why the bot was ended.
        let _ = hall.send(&format!("done {} {word}", numbers(&usage)), &[]);
    }

    /// Waits until the bot ends, breaks a limit, or the hall wants it ended.
    fn wait_for_end(&mut self, hall: &Channel) -> Option<End> {
        let mut looked = Instant::now();
        loop {
            let mut files = vec![hall.as_fd()];
            files.extend(self.ending.as_ref().map(AsFd::as_fd));
            let ready = ready(&files, LOOK).unwrap_or_default();
            if let Some(end) = self.reap() {
                return Some(end);
            }
            if ready.first() == Some(&true) {
                match hall.receive() {
                    Ok(Some(message)) if message.text == "usage" => {
                        let usage = self.usage(&self.processes());
                        let _ = hall.send(&format!("usage {}", numbers(&usage)), &[]);
                    }
                    _ => return None,
                }
            }
            if looked.elapsed() >= LOOK {
                let held = self.look(&self.processes());
                if held.memory > self.orders.limits.memory {
                    return Some(End::Memory);
                }
                if held.tasks > self.orders.limits.processes {
                    return Some(End::Processes);
                }
                if self.scratch_is_full() {
                    return Some(End::Scratch);
                }
                looked = Instant::now();
            }
        }
    }

    /// Collects all processes that have ended. Returns how the bot ended if it is among
    /// them.
    fn reap(&self) -> Option<End> {
        let mut end = None;
        while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
            if pid == self.bot {
                end = Some(how(status));
            }
        }
        end
    }

    /// Kills every process of the bot and waits until they are gone.
    fn end_all(&self) {
        let deadline = Instant::now() + DYING;
        loop {
            if self.orders.level == Level::Isolated {
                // The group "1" means every process except the first of the namespace,
                // which is this one.
                if getpid() == Pid::INIT {
                    let _ = kill_process_group(Pid::INIT, Signal::KILL);
                }
            } else {
                let _ = kill_process_group(self.bot, Signal::KILL);
                self.end_descendants();
            }
            loop {
                match wait(WaitOptions::NOHANG) {
                    Ok(Some(_)) => {}
                    Ok(None) => break,
                    Err(_) => return,
                }
            }
            if Instant::now() > deadline {
                return;
            }
            std::thread::sleep(Duration::from_micros(500));
        }
    }

    /// Stops all of them first, so none can start another during the search.
    fn end_descendants(&self) {
        let mut stopped = BTreeSet::new();
        for _ in 0..100 {
            let before = stopped.len();
            for pid in self.processes() {
                if stopped.insert(pid.as_raw_nonzero()) {
                    let _ = kill_process(pid, Signal::STOP);
                }
            }
            if stopped.len() == before {
                break;
            }
        }
        for pid in self.processes() {
            let _ = kill_process(pid, Signal::KILL);
        }
    }

    /// Every process of the bot.
    fn processes(&self) -> Vec<Pid> {
        if self.orders.level == Level::Isolated {
            return all_processes()
                .into_iter()
                .filter(|&pid| pid != Pid::INIT)
                .collect();
        }
        let mut found = children(getpid());
        let mut next = 0;
        while let Some(&pid) = found.get(next) {
            found.extend(children(pid));
            next += 1;
        }
        found
    }

    /// Measures what these processes hold.
    fn look(&mut self, processes: &[Pid]) -> Held {
        let mut held = Held::default();
        for pid in processes {
            let Ok(status) = fs::read_to_string(format!("/proc/{}/status", pid.as_raw_nonzero()))
            else {
                continue;
            };
            let field = |name: &str| -> u64 {
                let line = status.lines().find_map(|line| line.strip_prefix(name));
                let number = line.and_then(|rest| rest.split_whitespace().next());
                number.and_then(|number| number.parse().ok()).unwrap_or(0)
            };
            held.tasks += field("Threads:");
            held.memory += (field("RssAnon:") + field("RssShmem:")) << 10;
            self.peak = self.peak.max(field("VmHWM:") << 10);
        }
        self.peak = self.peak.max(held.memory);
        held
    }

    /// The total use of the processes that have ended and of these, which still run.
    fn usage(&mut self, running: &[Pid]) -> Usage {
        self.look(running);
        let mut usage = Usage {
            cpu: running.iter().map(|&pid| processor_time(pid)).sum(),
            peak_memory: self.peak,
        };
        if let Ok(ended) = getrusage(UsageWho::RUSAGE_CHILDREN) {
            for time in [ended.user_time(), ended.system_time()] {
                let seconds = u64::try_from(time.tv_sec()).unwrap_or(0);
                let micros = u64::try_from(time.tv_usec()).unwrap_or(0);
                usage.cpu += Duration::from_secs(seconds) + Duration::from_micros(micros);
            }
            let peak = u64::try_from(ended.max_rss()).unwrap_or(0) << 10;
            usage.peak_memory = usage.peak_memory.max(peak);
        }
        usage
    }

    fn scratch_is_full(&self) -> bool {
        let scratch = &self.orders.scratch;
        if self.orders.level == Level::Isolated {
            // The file system itself limits the bytes.
            return rustix::fs::statvfs(scratch)
                .is_ok_and(|found| found.f_files.saturating_sub(found.f_ffree) > MOST_FILES);
        }
        let mut bytes = 0;
        let mut files = 0;
        measure(scratch, &mut bytes, &mut files);
        bytes > self.orders.limits.scratch || files > MOST_FILES
    }
}

/// What the processes of a bot hold at one moment.
#[derive(Default)]
struct Held {
    /// Memory that only they use, alone or shared among them.
    memory: u64,
    /// Processes and threads.
    tasks: u64,
}

/// Removes a scratch folder, even if the bot has closed folders in it.
fn remove(scratch: &Path) {
    fn open_up(folder: &Path) {
        let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open_up(&entry.path());
            }
        }
    }
    if fs::remove_dir_all(scratch).is_err() {
        open_up(scratch);
        // If that fails too, nothing more can be done.
        let _ = fs::remove_dir_all(scratch);
    }
}

fn how(status: WaitStatus) -> End {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => End::Exit(code),
        (None, Some(signal)) => End::Signal(signal),
        (None, None) => End::Lost,
    }
}

fn numbers(usage: &Usage) -> String {
    format!("{} {}", usage.cpu.as_micros(), usage.peak_memory)
}

/// All processes that `/proc` shows.
pub fn all_processes() -> Vec<Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
        .collect()
}

fn children(parent: Pid) -> Vec<Pid> {
    let tasks = format!("/proc/{}/task", parent.as_raw_nonzero());
    let mut lists = fs::read_dir(tasks)
        .into_iter()
        .flatten()
        .flatten()
        .map(|task| fs::read_to_string(task.path().join("children")))
        .peekable();
    if let Some(Err(error)) = lists.peek()
        && error.kind() == io::ErrorKind::NotFound
        && !Path::new("/proc/self/task")
            .join(getpid().to_string())
            .join("children")
            .exists()
    {
        // This kernel has no such lists: check the parent of every process.
        let is_child =
            |pid: &Pid| stat(*pid).is_some_and(|fields| parent_in(&fields) == Some(parent));
        return all_processes().into_iter().filter(is_child).collect();
    }
    lists
        .flatten()
        .flat_map(|list| {
            let pids = list.split_whitespace().filter_map(|pid| pid.parse().ok());
            pids.filter_map(Pid::from_raw).collect::<Vec<_>>()
        })
        .collect()
}

/// The fields of a process's `stat` after its name.
fn stat(pid: Pid) -> Option<Vec<String>> {
    let text = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    Some(fields.split_whitespace().map(str::to_owned).collect())
}

fn parent_in(fields: &[String]) -> Option<Pid> {
    Pid::from_raw(fields.get(1)?.parse().ok()?)
}

/// User and system time of a process and of the children it has collected.
fn processor_time(pid: Pid) -> Duration {
    let Some(fields) = stat(pid) else {
        return Duration::ZERO;
    };
    let times = fields.iter().skip(11).take(4);
    let ticks: u64 = times.filter_map(|field| field.parse::<u64>().ok()).sum();
    let per_second = rustix::param::clock_ticks_per_second().max(1);
    Duration::from_millis(ticks * 1000 / per_second)
}

fn measure(folder: &Path, bytes: &mut u64, files: &mut u64) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        *files += 1;
        if *files > MOST_FILES {
            return;
        }
        let Ok(found) = entry.metadata() else {
            continue;
        };
        *bytes += found.blocks() * 512;
        if found.is_dir() {
            measure(&entry.path(), bytes, files);
        }
    }
}
