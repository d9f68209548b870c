//! The other side of the sandbox: `hall confine`.

use std::ffi::OsString;
use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope,
};
use rustix::process::{
    Gid, Resource, Rlimit, Signal, Uid, geteuid, getpid, getrlimit, getuid,
    set_parent_process_death_signal, setrlimit,
};
use rustix::thread::{
    CapabilitySet, CapabilitySets, CpuSet, configure_capability_in_ambient_set, sched_setaffinity,
    set_capabilities, set_keep_capabilities, set_no_new_privs, set_thread_groups,
    set_thread_res_gid, set_thread_res_uid,
};

use super::channel::Channel;
use super::guard::{all_processes, guard};
use super::orders::Orders;
use super::{Level, filter};

/// The exit code of `hall confine` if it cannot execute its program.
pub const CANNOT_EXECUTE: u8 = 125;

/// The most files that each process of a bot may have open.
const OPEN_FILES: u64 = 256;

/// Carries out `hall confine`, given the words after it.
///
/// `guard` stands between the hall and a bot, `bot` becomes one, and `probe` tries to
/// break out. Only the hall starts them.
pub fn confine(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut words = words.into_iter();
    let task = words.next().unwrap_or_default();
    let orders = |words| match Orders::parse(words) {
        Ok(orders) => Some(orders),
        Err(problem) => {
            eprintln!("hall confine: {problem}");
            None
        }
    };
    match task.to_str() {
        Some("guard") => orders(words).map_or(ExitCode::FAILURE, |orders| guard(&orders)),
        Some("bot") => orders(words).map_or(ExitCode::from(CANNOT_EXECUTE), |orders| bot(&orders)),
        Some("probe") => probe(words),
        _ => {
            eprintln!("hall confine is how the hall starts bots; it is not used by hand");
            ExitCode::FAILURE
        }
    }
}

/// What Landlock can do on this kernel. Later variants include earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Landlock {
    /// Nothing, or the kernel did not say.
    Absent,
    /// Restrict reading and writing of files.
    Files,
    /// Also restrict truncation.
    Truncation,
    /// Also restrict signals to other processes.
    Signals,
}

impl Landlock {
    /// Asks the kernel by creating rules that need these features.
    pub fn here() -> Landlock {
        let hard = || Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        let files = |access| {
            hard()
                .handle_access(access)
                .and_then(Ruleset::create)
                .is_ok()
        };
        if hard()
            .scope(Scope::Signal)
            .and_then(Ruleset::create)
            .is_ok()
        {
            Landlock::Signals
        } else if files(AccessFs::Truncate.into()) {
            Landlock::Truncation
        } else if files(AccessFs::from_all(ABI::V1)) {
            Landlock::Files
        } else {
            Landlock::Absent
        }
    }
}

/// Becomes the bot. Returns only if that fails.
fn bot(orders: &Orders) -> ExitCode {
    let guard = match take_input() {
        Ok(guard) => guard,
        Err(error) => {
            eprintln!("hall confine bot is started by a guard, not by hand: {error}");
            return ExitCode::from(CANNOT_EXECUTE);
        }
    };
    let problem = match give_up_rights(orders) {
        Err(problem) => format!("sandbox {problem}"),
        // From here on this process runs the bot. The guard sees the channel close.
        Ok(()) => {
            let error = Command::new(&orders.program).args(&orders.arguments).exec();
            format!("program {}: {error}", orders.program.display())
        }
    };
    eprintln!("hall confine: {problem}");
    let _ = guard.send(&problem, &[]);
    ExitCode::from(CANNOT_EXECUTE)
}

/// Swaps standard input: it starts as the guard's channel, and the bot's own arrives
/// through that channel.
fn take_input() -> rustix::io::Result<Channel> {
    let guard = Channel::standard_input()?;
    let message = guard.receive()?;
    let input = message.and_then(|message| message.files.into_iter().next());
    rustix::stdio::dup2_stdin(input.ok_or(rustix::io::Errno::BADF)?)?;
    Ok(guard)
}

/// Gives up everything that a bot must not have. The order matters: no step may give up
/// what a later one needs.
fn give_up_rights(orders: &Orders) -> Result<(), String> {
    let fails = |what: &str| {
        let what = what.to_owned();
        move |error: rustix::io::Errno| format!("{what}: {}", std::io::Error::from(error))
    };
    if let Some(core) = orders.limits.core {
        let mut cores = CpuSet::new();
        if core >= CpuSet::MAX_CPU {
            return Err(format!("there is no core {core}"));
        }
        cores.set(core);
        sched_setaffinity(None, &cores).map_err(fails(&format!("core {core}")))?;
    }
    limit(orders).map_err(fails("limits"))?;
    if geteuid().is_root() {
        become_nobody(orders).map_err(fails("change of user"))?;
    }
    std::env::set_current_dir(&orders.folder)
        .map_err(|error| format!("{}: {error}", orders.folder.display()))?;
    if orders.level != Level::Isolated {
        // If the guard is killed, the bot dies with it.
        set_parent_process_death_signal(Some(Signal::KILL)).map_err(fails("end with the guard"))?;
    }
    set_no_new_privs(true).map_err(fails("no new privileges"))?;
    match orders.level {
        Level::Unconfined => Ok(()),
        Level::Isolated => filter::deny(orders.level),
        Level::Contained => {
            restrict(orders)?;
            filter::deny(orders.level)
        }
    }
}

fn limit(orders: &Orders) -> rustix::io::Result<()> {
    let limits = &orders.limits;
    // As root, a bot gets a user of its own. Otherwise it shares the count: in a
    // namespace with its guard, outside with all processes of the user.
    let others = match orders.level {
        _ if geteuid().is_root() => 0,
        Level::Isolated => 1,
        Level::Contained | Level::Unconfined => tasks_of(getuid()),
    };
    for (resource, most) in [
        (Resource::Data, limits.memory),
        (Resource::Nproc, limits.processes + others),
        (Resource::Fsize, limits.file_size),
        (Resource::Nofile, OPEN_FILES),
        (Resource::Core, 0),
        (Resource::Memlock, 0),
        (Resource::Msgqueue, 0),
        (Resource::Rtprio, 0),
    ] {
        let most = getrlimit(resource)
            .maximum
            .map_or(most, |now| now.min(most));
        let most = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        setrlimit(resource, most)?;
    }
    Ok(())
}

/// The number of processes and threads a user has.
fn tasks_of(user: Uid) -> u64 {
    let user = user.as_raw().to_string();
    let mut count = 0;
    for pid in all_processes() {
        let Ok(status) = fs::read_to_string(format!("/proc/{}/status", pid.as_raw_nonzero()))
        else {
            continue;
        };
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|rest| rest.split_whitespace().next())
        };
        if field("Uid:") == Some(&user) {
            count += field("Threads:")
                .and_then(|text| text.parse().ok())
                .unwrap_or(1);
        }
    }
    count
}

/// Turns root into a user that owns nothing. Root has no limit on the number of
/// processes, and the machine's files belong to root.
///
/// It keeps one right: to read files whatever their mode. The sandbox decides what the
/// bot may read, and folders of bots are often private to their owner.
fn become_nobody(orders: &Orders) -> rustix::io::Result<()> {
    let pid = getpid().as_raw_nonzero().get().unsigned_abs();
    // The user number comes from the process number, so no two bots share a user. A
    // container may have few users; then take one near the end of the usual range.
    let candidates = [0x7000_0000 + pid, 60_000 + pid % 5_000];
    let mut result = Ok(());
    for number in candidates {
        result = become_user(orders, number);
        if result.is_ok() {
            break;
        }
    }
    result?;
    let kept = CapabilitySet::DAC_READ_SEARCH;
    // Executing a file that only its owner may execute takes one more right. It ends
    // with this process because it is not inherited.
    let now = kept | CapabilitySet::DAC_OVERRIDE;
    let sets = |now, kept| CapabilitySets {
        effective: now,
        permitted: now,
        inheritable: kept,
    };
    if set_capabilities(None, sets(now, kept)).is_ok() {
        return configure_capability_in_ambient_set(kept, true);
    }
    let none = CapabilitySet::empty();
    set_capabilities(None, sets(none, none))
}

fn become_user(orders: &Orders, number: u32) -> rustix::io::Result<()> {
    let (user, group) = (Uid::from_raw(number), Gid::from_raw(number));
    if orders.level != Level::Isolated {
        rustix::fs::chown(&orders.scratch, Some(user), Some(group))?;
    }
    set_keep_capabilities(true)?;
    set_thread_groups(&[])?;
    set_thread_res_gid(group, group, group)?;
    set_thread_res_uid(user, user, user)
}

/// Applies what Landlock can restrict: files, processes other than the bot's, the
/// network.
fn restrict(orders: &Orders) -> Result<(), String> {
    let read = AccessFs::ReadFile | AccessFs::ReadDir | AccessFs::Execute;
    let write = AccessFs::from_all(ABI::V5)
        & !(AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeSock | AccessFs::IoctlDev);
    let device = AccessFs::ReadFile | AccessFs::WriteFile;
    let mut rules: Vec<(&Path, BitFlags<AccessFs>)> = Vec::new();
    rules.extend(orders.readable.iter().map(|path| (path.as_path(), read)));
    rules.push((&orders.scratch, write));
    // A process may look at itself. The link is followed here, so it means this
    // process.
    rules.push((Path::new("/proc/self"), read));
    rules.extend(DEVICES.iter().map(|path| (Path::new(*path), device)));
    let status = (|| {
        let mut ruleset = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI::V1))?
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(ABI::V5))?
            .handle_access(AccessNet::BindTcp | AccessNet::ConnectTcp)?
            .scope(Scope::Signal | Scope::AbstractUnixSocket)?
            .create()?;
        for (path, access) in rules {
            let Ok(opened) = PathFd::new(path) else {
                continue;
            };
            // Rights to a folder mean nothing for a file.
            let access = if path.is_dir() {
                access
            } else {
                access & AccessFs::from_file(ABI::V5)
            };
            ruleset = ruleset.add_rule(PathBeneath::new(opened.as_fd(), access))?;
        }
        ruleset.restrict_self()
    })()
    .map_err(|error: landlock::RulesetError| format!("Landlock: {error}"))?;
    if status.ruleset == RulesetStatus::NotEnforced {
        return Err("Landlock: the kernel does not have it or has it switched off".to_owned());
    }
    Ok(())
}

/// Devices that every program expects.
pub const DEVICES: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

/// Prints on standard output everything it could do that a bot must not.
fn probe(mut words: impl Iterator<Item = OsString>) -> ExitCode {
    let secret = words.next().unwrap_or_default();
    let port = words.next().unwrap_or_default();
    if fs::read(secret).is_ok() {
        println!("a file of another bot was read");
    }
    if let Some(port) = port.to_str().and_then(|port| port.parse().ok())
        && TcpStream::connect_timeout(
            &SocketAddr::from(([127, 0, 0, 1], port)),
            Duration::from_secs(1),
        )
        .is_ok()
    {
        println!("the network was reached");
    }
    println!("done");
    ExitCode::SUCCESS
}
