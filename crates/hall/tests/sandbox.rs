//! Bots that try to get out, to stay, or to take too much.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use sandbox::{Caged, End, Ended, Launch, Level, Limits, Sandbox, StartError};

const SHIM: &str = env!("CARGO_BIN_EXE_hall");

/// No bot in these tests takes longer than this.
const PATIENCE: Duration = Duration::from_secs(30);

fn sandbox(level: Level) -> Sandbox {
    Sandbox::at(level, Path::new(SHIM)).unwrap_or_else(|error| {
        panic!(
            "{error}\nThese tests need bubblewrap, and Landlock in the kernel. To get it: {}",
            error.remedy
        )
    })
}

/// A folder with bots in it. Nobody but its owner may look into it.
struct Bots(tempfile::TempDir);

impl Bots {
    fn new() -> Bots {
        let private = fs::Permissions::from_mode(0o700);
        let folder = tempfile::Builder::new().permissions(private).tempdir();
        Bots(folder.unwrap())
    }

    /// A bot in a folder of its own.
    fn write(&self, name: &str, text: &str) -> Launch {
        let folder = self.0.path().join(name);
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("bot");
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o700)).unwrap();
        Launch {
            program: "./bot".into(),
            arguments: Vec::new(),
            readable: Vec::new(),
            environment: Vec::new(),
            folder: Some(folder),
        }
    }

    fn shell(&self, text: &str) -> Launch {
        self.write("shell", &format!("#!/bin/sh\n{text}\n"))
    }

    fn python(&self, text: &str) -> Launch {
        self.write("python", &format!("#!/usr/bin/env python3\n{text}\n"))
    }
}

/// The folder that every bot of these tests has.
fn folder_of(launch: &Launch) -> &Path {
    launch.folder.as_deref().expect("a folder")
}

fn start(level: Level, launch: &Launch, limits: &Limits) -> Caged {
    sandbox(level)
        .spawn(launch, limits)
        .unwrap_or_else(|error| panic!("{level}: {error}"))
}

/// Lets a bot run to its end; what it printed, and how it ended.
fn run(level: Level, launch: &Launch, limits: &Limits) -> (String, Ended) {
    let mut caged = start(level, launch, limits);
    let mut streams = [caged.stdout.take(), caged.stderr.take()].map(|stream| {
        let mut stream = fs::File::from(stream.unwrap());
        Some(std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stream.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        }))
    });
    wait_for_end(&mut caged);
    let ended = caged.finish();
    let [stdout, stderr] = streams
        .each_mut()
        .map(|stream| stream.take().unwrap().join().unwrap());
    eprintln!("{level}: {ended:?}\n{stderr}");
    (stdout, ended)
}

fn wait_for_end(caged: &mut Caged) {
    let start = Instant::now();
    while caged.ended().is_none() {
        assert!(start.elapsed() < PATIENCE, "the bot does not end");
        sleep(Duration::from_millis(2));
    }
}

/// The first line that a bot prints.
fn first_line(caged: &mut Caged) -> String {
    let mut stdout = fs::File::from(caged.stdout.as_ref().unwrap().try_clone().unwrap());
    let mut line = Vec::new();
    let mut byte = [0];
    while stdout.read(&mut byte).unwrap() == 1 && byte != *b"\n" {
        line.push(byte[0]);
    }
    String::from_utf8(line).unwrap()
}

/// How many processes have this word among their arguments. A word is used
/// once only, so these are the bot's.
fn alive(word: &str) -> usize {
    fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
        .filter(|line| {
            line.split(|&byte| byte == 0)
                .any(|argument| argument == word.as_bytes())
        })
        .count()
}

/// A word that no other process has.
fn word(what: &str) -> String {
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap();
    format!("{what}-{}-{}", std::process::id(), now.as_nanos())
}

/// Each of these for the two levels that protect.
macro_rules! at_both_levels {
    ($($name:ident)*) => {
        mod isolated {
            $(#[test] fn $name() { super::$name(super::Level::Isolated); })*
        }
        mod contained {
            $(#[test] fn $name() { super::$name(super::Level::Contained); })*
        }
    };
}

at_both_levels! {
    a_bot_talks_through_its_pipes
    files_of_others_cannot_be_read
    a_first_line_or_a_link_borrows_nothing_of_others
    nothing_that_a_bot_names_runs_outside
    other_processes_are_invisible
    the_network_is_not_there
    nothing_can_be_written_but_scratch
    the_environment_is_empty
    a_fork_bomb_stops_and_leaves_nothing
    a_memory_bomb_is_stopped
    memory_of_many_processes_counts_together
    shared_memory_counts
    a_disk_filler_is_stopped
    a_daemon_is_gone_at_the_end
    who_ignores_or_sleeps_is_gone_at_the_end
    python_and_node_start
    forbidden_system_calls_are_refused
    the_guard_cannot_be_touched
    the_end_is_that_of_the_bot
    what_cannot_be_executed_is_no_start
    a_bot_stays_on_its_core
    usage_is_known_while_it_runs
}

fn a_bot_talks_through_its_pipes(level: Level) {
    let bots = Bots::new();
    let mut caged = start(
        level,
        &bots.shell("read line; echo \"got $line\""),
        &Limits::default(),
    );
    let mut stdin = fs::File::from(caged.stdin.take().unwrap());
    stdin.write_all(b"this\n").unwrap();
    assert_eq!(first_line(&mut caged), "got this");
    wait_for_end(&mut caged);
    assert_eq!(caged.finish().end, Some(End::Exit(0)));
}

fn files_of_others_cannot_be_read(level: Level) {
    let bots = Bots::new();
    let other = bots.0.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("weights"), "secret").unwrap();
    let home = std::env::home_dir().unwrap();
    let launch = bots.shell(&format!(
        "cat bot > /dev/null && echo own
         cat {0}/other/weights && echo other
         ls {0} | grep -v shell && echo neighbours
         cat ../other/weights && echo relative
         cat /etc/shadow && echo shadow
         cat /etc/passwd && echo passwd
         ls {1}/.[a-z]* && echo home
         ls /root/.[a-z]* && echo root
         cat /proc/1/environ && echo first
         echo done",
        bots.0.path().display(),
        home.display(),
    ));
    let (said, ended) = run(level, &launch, &Limits::default());
    assert_eq!(said, "own\ndone\n");
    assert_eq!(ended.end, Some(End::Exit(0)));
}

fn a_first_line_or_a_link_borrows_nothing_of_others(level: Level) {
    let bots = Bots::new();
    bots.write("victim", "#!/bin/sh\necho secret\n");
    let victim = bots.0.path().join("victim/bot");
    let victim = victim.display();
    // Shows whatever it is started with.
    let env = folder_of(&bots.write("evil", "")).join("env");
    fs::write(&env, "#!/bin/sh\ncat \"$@\"\n").unwrap();
    fs::set_permissions(&env, fs::Permissions::from_mode(0o755)).unwrap();
    let env = env.display();
    let sandbox = sandbox(level);
    for line in [
        format!("{env} {victim}"),
        format!("./env {victim}"),
        format!("{victim}"),
        format!("/usr/bin/env {victim}"),
        format!("/usr/bin/env -S -u {victim} cat {victim}"),
        format!("/usr/bin/env -S cat {victim}"),
        format!("/usr/..{victim}"),
    ] {
        let launch = bots.write("evil", &format!("#!{line}\n# own\n"));
        match sandbox.spawn(&launch, &Limits::default()) {
            Ok(_) => {
                let (said, _) = run(level, &launch, &Limits::default());
                assert!(!said.contains("secret"), "{line}: {said}");
            }
            Err(error) => assert!(
                matches!(error, StartError::ForeignInterpreter { .. }),
                "{line}: {error}"
            ),
        }
    }
    let launch = bots.write("thief", "");
    let start = folder_of(&launch).join("bot");
    fs::remove_file(&start).unwrap();
    std::os::unix::fs::symlink("../victim/bot", &start).unwrap();
    let error = sandbox.spawn(&launch, &Limits::default()).unwrap_err();
    assert!(matches!(error, StartError::Elsewhere { .. }), "{error}");
    // What is its own may be named in all ways.
    for line in [
        format!("{env}"),
        "./env".into(),
        "/usr/bin/env ./env".into(),
    ] {
        let launch = bots.write("evil", &format!("#!{line}\n# own\n"));
        let (said, _) = run(level, &launch, &Limits::default());
        assert!(said.contains("# own"), "{line}: {said}");
    }
}

fn nothing_that_a_bot_names_runs_outside(level: Level) {
    let bots = Bots::new();
    let mark = bots.0.path().join("mark");
    let payload = bots.write("shims", "");
    let payload = folder_of(&payload).join("payload");
    fs::write(
        &payload,
        format!("#!/bin/sh\necho ran\n: > {}\n", mark.display()),
    )
    .unwrap();
    fs::set_permissions(&payload, fs::Permissions::from_mode(0o755)).unwrap();
    let launch = bots.write(
        "shims",
        &format!("#!/bin/sh\nexec \"{}\" exec bot\n", payload.display()),
    );
    let (said, _) = run(level, &launch, &Limits::default());
    assert_eq!(said, "ran\n");
    assert!(!mark.exists(), "a bot wrote outside of its sandbox");
}

fn other_processes_are_invisible(level: Level) {
    let bots = Bots::new();
    let launch = bots.shell(&format!(
        "cat /proc/{0}/cmdline && echo ours
         cat /proc/{0}/status && echo ours
         kill -0 {0} && echo signal
         kill -0 -1 && echo all
         [ $(ls /proc | grep -c '^[0-9]') -lt 10 ] && echo few",
        std::process::id()
    ));
    let (said, _) = run(level, &launch, &Limits::default());
    // Every process may signal itself, and "all" includes that one.
    assert_eq!(said.replace("all\n", ""), "few\n");
}

fn the_network_is_not_there(level: Level) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let bots = Bots::new();
    let launch = bots.python(&format!(
        "import socket
try:
    socket.create_connection(('127.0.0.1', {port}), 2)
    print('connected')
except OSError as error:
    print('refused')
try:
    s = socket.socket(40, socket.SOCK_STREAM)
    print('machine socket')
except OSError as error:
    print(error.errno)"
    ));
    let (said, _) = run(level, &launch, &Limits::default());
    assert_eq!(said, "refused\n1\n");
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err());
}

fn nothing_can_be_written_but_scratch(level: Level) {
    let bots = Bots::new();
    let launch = bots.shell(&format!(
        "for folder in . / /tmp/.. /dev /dev/shm/.. /run /etc /usr /proc /var/tmp {1}; do
           (echo x > $folder/written) 2> /dev/null && echo $folder
         done
         # Where temporary folders are, a bot may find a place that is its own.
         echo x > ../written; echo x > {0}/written
         echo x >> bot && echo itself
         echo x > $HOME/file && mkdir $TMPDIR/shut && echo x > $TMPDIR/shut/file
         chmod 0 $TMPDIR/shut; cat $HOME/file; echo $HOME",
        bots.0.path().display(),
        std::env::home_dir().unwrap().display(),
    ));
    let (said, _) = run(level, &launch, &Limits::default());
    let scratch = said.strip_prefix("x\n").unwrap_or_else(|| panic!("{said}"));
    assert!(!bots.0.path().join("written").exists());
    if level == Level::Contained {
        assert!(scratch.contains("hall-bot-"));
        assert!(!Path::new(scratch.trim()).exists());
    }
}

fn the_environment_is_empty(level: Level) {
    let bots = Bots::new();
    let mut launch = bots.write("env", "#!/usr/bin/env -S env\n");
    launch.program = "env".into();
    launch.environment = vec![("BOT_LEVEL".into(), "3".into())];
    let (said, _) = run(level, &launch, &Limits::default());
    let mut names: Vec<&str> = said
        .lines()
        .filter_map(|line| line.split_once('='))
        .map(|(name, _)| name)
        .filter(|name| *name != "PWD")
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["BOT_LEVEL", "HOME", "LANG", "PATH", "TMPDIR"]);
}

fn a_fork_bomb_stops_and_leaves_nothing(level: Level) {
    let bots = Bots::new();
    let name = word("bomb");
    let mut launch = bots.python(
        "import os, sys, time
count = 0
print('lit', flush=True)
end = time.time() + 1.0
while time.time() < end:
    try:
        if os.fork() == 0:
            count = 0
        else:
            count += 1
    except OSError:
        time.sleep(0.01)
time.sleep(60)",
    );
    launch.arguments = vec![name.clone().into()];
    let limits = Limits {
        processes: 30,
        ..Limits::default()
    };
    let mut caged = start(level, &launch, &limits);
    first_line(&mut caged);
    sleep(Duration::from_millis(700));
    // The guard, bubblewrap and the bot itself have the word in their arguments too.
    let most = alive(&name);
    let before = Instant::now();
    let end = caged.finish().end;
    let took = before.elapsed();
    eprintln!("{level}: {most} processes, gone after {took:?}");
    if end == Some(End::Processes) {
        // The kernel counts all processes of a user, and some have ended since.
        assert_ne!(level, Level::Isolated);
    } else {
        assert_eq!(end, None);
        assert!((10..=33).contains(&most), "{most} processes");
    }
    assert_eq!(alive(&name), 0);
    assert!(took < Duration::from_secs(4));
}

fn a_memory_bomb_is_stopped(level: Level) {
    let bots = Bots::new();
    let launch = bots.python(
        "held = []
for n in range(4000):
    held.append(b'x' * (1 << 20))
    print(n, flush=True)",
    );
    let limits = Limits {
        memory: 200 << 20,
        ..Limits::default()
    };
    let (said, ended) = run(level, &launch, &limits);
    let most: usize = said.lines().last().unwrap().parse().unwrap();
    assert!((100..210).contains(&most), "{most} MiB");
    assert_ne!(ended.end, Some(End::Exit(0)));
    assert!(ended.usage.is_near(&limits), "{ended:?}");
}

fn memory_of_many_processes_counts_together(level: Level) {
    let bots = Bots::new();
    let limits = Limits {
        memory: 200 << 20,
        processes: 16,
        ..Limits::default()
    };
    let launch = bots.python(
        "import os, time
for _ in range(3):
    os.fork()
held = b'x' * (60 << 20)
time.sleep(20)",
    );
    let (_, ended) = run(level, &launch, &limits);
    assert_eq!(ended.end, Some(End::Memory));
}

fn shared_memory_counts(level: Level) {
    let bots = Bots::new();
    let launch = bots.python(
        "import mmap, time
held = mmap.mmap(-1, 400 << 20)
for page in range(0, 400 << 20, 4096):
    held[page] = 1
time.sleep(20)",
    );
    let limits = Limits {
        memory: 200 << 20,
        ..Limits::default()
    };
    let (_, ended) = run(level, &launch, &limits);
    assert_eq!(ended.end, Some(End::Memory));
}

fn a_disk_filler_is_stopped(level: Level) {
    let bots = Bots::new();
    let limits = Limits {
        scratch: 8 << 20,
        file_size: 2 << 20,
        ..Limits::default()
    };
    let one = bots.shell("trap '' XFSZ; head -c 5000000 /dev/zero > $HOME/f; wc -c < $HOME/f");
    let (said, _) = run(level, &one, &limits);
    assert_eq!(said.trim(), (2 << 20).to_string());
    let many = bots.shell(
        "n=0; while head -c 2000000 /dev/zero > $HOME/$n; do n=$((n+1)); [ $n = 500 ] && break; sleep 0.02; done
         echo $n; du -sm $HOME | cut -f1",
    );
    let (said, ended) = run(level, &many, &limits);
    if level == Level::Isolated {
        // du rounds up.
        assert!(["4\n8\n", "4\n9\n"].contains(&said.as_str()), "{said}");
    } else {
        assert_eq!((said.as_str(), ended.end), ("", Some(End::Scratch)));
    }
}

fn a_daemon_is_gone_at_the_end(level: Level) {
    let bots = Bots::new();
    let name = word("daemon");
    let mut launch = bots.python(
        "import os, sys, time
if os.fork() == 0:
    try:
        os.setsid()
    except OSError:
        pass
    if os.fork() == 0:
        print('here', flush=True)
        for fd in range(3):
            os.close(fd)
        time.sleep(100)
    os._exit(0)
time.sleep(0.3)",
    );
    launch.arguments = vec![name.clone().into()];
    // Ended by its owner, and by itself.
    for by_itself in [false, true] {
        let mut caged = start(level, &launch, &Limits::default());
        assert_eq!(first_line(&mut caged), "here");
        assert!(alive(&name) >= 2);
        if by_itself {
            wait_for_end(&mut caged);
        }
        let ended = caged.finish();
        assert_eq!(ended.end, by_itself.then_some(End::Exit(0)));
        assert_eq!(alive(&name), 0);
    }
}

fn who_ignores_or_sleeps_is_gone_at_the_end(level: Level) {
    let bots = Bots::new();
    let name = word("deaf");
    for how in [
        "trap '' TERM INT HUP QUIT; echo here; while :; do sleep 1; done",
        "echo here; kill -STOP $$",
    ] {
        let mut launch = bots.shell(how);
        launch.arguments = vec![name.clone().into()];
        let mut caged = start(level, &launch, &Limits::default());
        assert_eq!(first_line(&mut caged), "here");
        assert!(caged.ended().is_none());
        drop(caged);
        assert_eq!(alive(&name), 0);
    }
}

fn python_and_node_start(level: Level) {
    let bots = Bots::new();
    let launch = bots.python("import json, threading, random; print(json.dumps(6 * 7))");
    let (said, ended) = run(level, &launch, &Limits::default());
    assert_eq!((said.as_str(), ended.end), ("42\n", Some(End::Exit(0))));
    let mut launch = bots.python("print('as an argument')");
    launch.program = "python3".into();
    launch.arguments = vec!["bot".into()];
    let (said, _) = run(level, &launch, &Limits::default());
    assert_eq!(said, "as an argument\n");
    let launch = bots.write("node", "#!/usr/bin/env node\nconsole.log(6 * 7)\n");
    let (said, ended) = run(level, &launch, &Limits::default());
    assert_eq!((said.as_str(), ended.end), ("42\n", Some(End::Exit(0))));
}

fn forbidden_system_calls_are_refused(level: Level) {
    let bots = Bots::new();
    let launch = bots.python(
        "import ctypes, os, platform
c = ctypes.CDLL(None, use_errno=True)
def tried(name, *arguments):
    result = getattr(c, name)(*arguments)
    print(name, result, ctypes.get_errno())
tried('ptrace', 0, 0, 0, 0)
tried('unshare', 0x10000000)
tried('mount', b'none', b'/tmp', b'tmpfs', 0, None)
tried('personality', 0)
tried('setns', 0, 0)
tried('prlimit', os.getppid(), 7, None, None)
tried('setpriority', 2, 0, 19)
if platform.machine() == 'x86_64':
    # The second set of numbers: getpid.
    tried('syscall', 0x40000000 + 39)
    tried('syscall', 435, None, 0)",
    );
    let (said, ended) = run(level, &launch, &Limits::default());
    assert_eq!(ended.end, Some(End::Exit(0)));
    for name in [
        "ptrace",
        "unshare",
        "mount",
        "personality",
        "setns",
        "prlimit",
        "setpriority",
    ] {
        assert!(said.contains(&format!("{name} -1 1\n")), "{said}");
    }
    if cfg!(target_arch = "x86_64") {
        assert!(said.ends_with("syscall -1 38\nsyscall -1 38\n"), "{said}");
    }
}

fn the_guard_cannot_be_touched(level: Level) {
    let bots = Bots::new();
    let launch = bots.shell(
        "kill -KILL $PPID; kill -STOP $PPID; kill -KILL -1 2> /dev/null
         cat /proc/$PPID/environ && echo read
         readlink /proc/$PPID/fd/0 /proc/$PPID/exe && echo followed
         (: > /proc/$PPID/mem) && echo opened
         sleep 0.1; echo still; exit 7",
    );
    let (said, ended) = run(level, &launch, &Limits::default());
    // A signal to all may end the bot itself, never the guard.
    if ended.end != Some(End::Signal(9)) {
        assert_eq!((said.as_str(), ended.end), ("still\n", Some(End::Exit(7))));
    }
}

fn the_end_is_that_of_the_bot(level: Level) {
    let bots = Bots::new();
    for (text, end) in [
        ("exit 0", End::Exit(0)),
        ("exit 3", End::Exit(3)),
        ("exit 137", End::Exit(137)),
        ("kill -SEGV $$", End::Signal(11)),
        ("kill -KILL $$", End::Signal(9)),
    ] {
        let (_, ended) = run(level, &bots.shell(text), &Limits::default());
        assert_eq!(ended.end, Some(end), "{text}");
    }
}

fn what_cannot_be_executed_is_no_start(level: Level) {
    let bots = Bots::new();
    let sandbox = sandbox(level);
    let spawn = |launch: &Launch| sandbox.spawn(launch, &Limits::default()).map(|_| ());
    let mut launch = bots.write("odd", "echo a script without a first line");
    let error = spawn(&launch).unwrap_err();
    assert!(matches!(error, StartError::NotAProgram { .. }), "{error}");
    // A program for this machine that wants a loader which is not there.
    let mut program = fs::read("/bin/sh").unwrap();
    let loader = program
        .windows(9)
        .position(|part| part == b"/ld-linux")
        .unwrap();
    program[loader + 1] = b'x';
    fs::write(folder_of(&launch).join("bot"), program).unwrap();
    let error = spawn(&launch).unwrap_err();
    assert!(matches!(error, StartError::Refused { .. }), "{error}");
    launch.program = "./absent".into();
    let error = spawn(&launch).unwrap_err();
    assert!(matches!(error, StartError::NotFound { .. }), "{error}");
    launch.program = "./bot".into();
    fs::set_permissions(
        folder_of(&launch).join("bot"),
        fs::Permissions::from_mode(0o600),
    )
    .unwrap();
    let error = spawn(&launch).unwrap_err();
    assert!(matches!(error, StartError::NotExecutable { .. }), "{error}");
    let mut launch = bots.shell("exit 0");
    launch.readable = vec!["/no/such/folder".into()];
    let error = spawn(&launch).unwrap_err();
    assert!(matches!(error, StartError::NotReadable { .. }), "{error}");
}

fn a_bot_stays_on_its_core(level: Level) {
    let bots = Bots::new();
    let launch = bots.python("import os; print(os.sched_getaffinity(0))");
    let limits = Limits {
        core: Some(0),
        ..Limits::default()
    };
    let (said, _) = run(level, &launch, &limits);
    assert_eq!(said, "{0}\n");
}

fn usage_is_known_while_it_runs(level: Level) {
    let bots = Bots::new();
    let launch = bots.python(
        "import time
held = b'x' * (50 << 20)
end = time.process_time() + 0.3
while time.process_time() < end: pass
print('used', flush=True)
time.sleep(60)",
    );
    let mut caged = start(level, &launch, &Limits::default());
    assert_eq!(first_line(&mut caged), "used");
    let usage = caged.usage();
    assert!(usage.cpu >= Duration::from_millis(280), "{usage:?}");
    assert!(usage.peak_memory >= 50 << 20, "{usage:?}");
    let last = caged.finish().usage;
    assert!(last.cpu >= Duration::from_millis(300), "{last:?}");
    assert!(last.peak_memory >= usage.peak_memory);
}

#[test]
fn an_unconfined_daemon_is_gone_at_the_end() {
    a_daemon_is_gone_at_the_end(Level::Unconfined);
    who_ignores_or_sleeps_is_gone_at_the_end(Level::Unconfined);
    a_fork_bomb_stops_and_leaves_nothing(Level::Unconfined);
    a_memory_bomb_is_stopped(Level::Unconfined);
    the_end_is_that_of_the_bot(Level::Unconfined);
    the_environment_is_empty(Level::Unconfined);
}

#[test]
fn a_bot_outlives_the_thread_that_started_it() {
    let bots = Bots::new();
    for level in [Level::Isolated, Level::Contained, Level::Unconfined] {
        let launch = bots.shell("echo here; read line; exit 5");
        let mut caged = std::thread::spawn(move || start(level, &launch, &Limits::default()))
            .join()
            .unwrap();
        assert_eq!(first_line(&mut caged), "here");
        sleep(Duration::from_millis(100));
        assert!(caged.ended().is_none(), "{level}");
        caged.stdin = None;
        wait_for_end(&mut caged);
        assert_eq!(caged.finish().end, Some(End::Exit(5)));
    }
}

/// What makes this test program play the hall that is killed.
const PART: &str = "SANDBOX_TEST_BOT";

#[test]
fn a_bot_does_not_outlive_a_hall_that_is_killed() {
    if let Ok(name) = std::env::var(PART) {
        play_the_hall(&name);
    }
    let bots = Bots::new();
    let launch = bots.shell("while :; do sleep 1; done");
    for level in [Level::Isolated, Level::Contained, Level::Unconfined] {
        let name = word(&level.to_string());
        let mut hall = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "a_bot_does_not_outlive_a_hall_that_is_killed"])
            .env(PART, &name)
            .current_dir(folder_of(&launch))
            .spawn()
            .unwrap();
        let started = Instant::now();
        while alive(&name) == 0 && started.elapsed() < PATIENCE {
            sleep(Duration::from_millis(5));
        }
        sleep(Duration::from_millis(200));
        assert_ne!(alive(&name), 0, "{level}");
        hall.kill().unwrap();
        hall.wait().unwrap();
        let killed = Instant::now();
        while alive(&name) > 0 && killed.elapsed() < Duration::from_secs(5) {
            sleep(Duration::from_millis(5));
        }
        assert_eq!(alive(&name), 0, "{level}");
    }
}

/// Starts the bot that is in the working folder, at the level that its name
/// begins with, and waits to be killed.
fn play_the_hall(name: &str) -> ! {
    let launch = Launch {
        program: "./bot".into(),
        arguments: vec![name.into()],
        readable: Vec::new(),
        environment: Vec::new(),
        folder: Some(".".into()),
    };
    let level = name.split('-').next().unwrap().parse().unwrap();
    let _caged = start(level, &launch, &Limits::default());
    sleep(PATIENCE);
    panic!("nobody killed the hall");
}

#[test]
fn no_open_file_is_handed_on() {
    const TEST: &str = "no_open_file_is_handed_on";
    if std::env::var_os(PART).is_none() {
        let status = Command::new("/bin/sh")
            .args(["-c", "exec 7< /dev/zero; exec \"$0\" --exact \"$1\""])
            .arg(std::env::current_exe().unwrap())
            .arg(TEST)
            .env(PART, TEST)
            .status();
        assert!(status.unwrap().success());
        return;
    }
    assert!(Path::new("/proc/self/fd/7").exists());
    let bots = Bots::new();
    for level in [Level::Isolated, Level::Contained, Level::Unconfined] {
        let launch = bots.python("import os; print(sorted(map(int, os.listdir('/proc/self/fd'))))");
        let (said, _) = run(level, &launch, &Limits::default());
        // The last is the list itself, while it is read.
        assert_eq!(said, "[0, 1, 2, 3]\n", "{level}");
    }
}

#[test]
fn bots_that_start_at_once_do_not_hold_each_others_pipes() {
    let bots = Bots::new();
    let launch = bots.shell("cat; exit 4");
    for level in [Level::Isolated, Level::Contained, Level::Unconfined] {
        let sandbox = sandbox(level);
        let play = || {
            for _ in 0..4 {
                let mut caged = sandbox.spawn(&launch, &Limits::default()).unwrap();
                // The bot ends when nobody can write to it any more.
                caged.stdin = None;
                wait_for_end(&mut caged);
                assert_eq!(caged.finish().end, Some(End::Exit(4)));
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(play);
            }
        });
    }
}

#[test]
fn starting_is_quick() {
    let bots = Bots::new();
    let launch = bots.shell("exit 0");
    let mut medians = Vec::new();
    for level in [Level::Unconfined, Level::Contained, Level::Isolated] {
        let sandbox = sandbox(level);
        let mut starts = Vec::new();
        let mut both = Vec::new();
        for _ in 0..20 {
            let begin = Instant::now();
            let caged = sandbox.spawn(&launch, &Limits::default()).unwrap();
            starts.push(begin.elapsed());
            let _ = caged.finish();
            both.push(begin.elapsed());
        }
        starts.sort();
        both.sort();
        println!(
            "{level:10}  start {:?}, start and finish {:?} (medians of 20)",
            starts[10], both[10]
        );
        medians.push((starts[10], both[10]));
    }
    println!(
        "isolated costs {:.1} times what unconfined does",
        medians[2].1.as_secs_f64() / medians[0].1.as_secs_f64()
    );
    // The promise is 50 ms; other tests run at the same time.
    assert!(medians[2].0 < Duration::from_millis(150));
}

#[test]
fn the_doctor_names_the_level() {
    let output = Command::new(SHIM).arg("doctor").output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("sandbox        isolated\n"), "{text}");
    let output = Command::new(SHIM)
        .args(["doctor", "--json"])
        .output()
        .unwrap();
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["sandbox"]["level"], "isolated");
    assert!(json["sandbox"]["missing"].is_array());
    // A bubblewrap that does not work is quoted.
    let folder = tempfile::tempdir().unwrap();
    let bwrap = folder.path().join("bwrap");
    fs::write(
        &bwrap,
        "#!/bin/sh\necho 'bwrap: Unknown option --size' >&2; exit 1",
    )
    .unwrap();
    fs::set_permissions(&bwrap, fs::Permissions::from_mode(0o755)).unwrap();
    let output = Command::new(SHIM)
        .args(["doctor", "--json"])
        .env("PATH", folder.path())
        .output()
        .unwrap();
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["sandbox"]["level"], "contained");
    assert_eq!(
        json["sandbox"]["refused"]["isolated"]["reason"],
        "bwrap: Unknown option --size"
    );
    // Without bubblewrap on the path the next level serves, and the way to better is named.
    let output = Command::new(SHIM)
        .arg("doctor")
        .env("PATH", "/nowhere")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("sandbox        contained\n"), "{text}");
    assert!(text.contains("install the package bubblewrap"), "{text}");
}
