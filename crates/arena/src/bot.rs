//! Bots as processes: one process per game, one line of JSON in, one line out.
//!
//! | module | contents |
//! |---|---|
//! | [`program`] | works out how to run a program |
//!
//! A [`Bot`] is a running process in its sandbox. [`ask`] sends requests to any number
//! of bots at once and waits for each answer until that bot's deadline. Only the
//! waiting is timed, not the work done on an answer.

pub mod program;

use std::io;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use record::verdict::Kind;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;

use crate::verdict::Verdict;
use sandbox::{Caged, End, Limits, Sandbox, Usage};

pub use program::{Program, ProgramError};

/// The longest line a bot may write, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;
/// The most a bot may write to standard error during a game, in bytes.
pub const MOST_LOG: usize = 8 << 20;
/// How much of the end of standard error is kept with the game, in bytes.
pub const KEPT_LOG: usize = 16 << 10;
/// The signal that ends a program if its file grows too large.
const FILE_TOO_LARGE: i32 = rustix::process::Signal::XFSZ.as_raw();
/// How soon a wait ends after a stop is requested.
const STOP_WITHIN: Duration = Duration::from_millis(100);
/// How long a program may take to exit once its output has closed. The machine can be
/// busy, and no player's clock runs meanwhile.
const LAST_GASP: Duration = Duration::from_secs(1);

/// A running bot.
pub struct Bot {
    caged: Caged,
    limits: Limits,
    // The rest of the request to send, and the bytes received so far.
    outbox: Vec<u8>,
    inbox: Vec<u8>,
    log: Log,
    answers: u64,
}

/// What remains of a bot after it has ended.
#[derive(Clone, Debug, Default)]
pub struct BotEnd {
    /// The processor time and memory it used.
    pub usage: Usage,
    /// The end of its standard error.
    pub log: String,
}

#[derive(Default)]
struct Log {
    tail: Vec<u8>,
    written: usize,
}

impl Log {
    fn add(&mut self, bytes: &[u8]) {
        self.written += bytes.len();
        self.tail.extend_from_slice(bytes);
        if self.tail.len() > 2 * KEPT_LOG {
            self.tail.drain(..self.tail.len() - KEPT_LOG);
        }
    }

    fn text(&self) -> String {
        let start = self.tail.len().saturating_sub(KEPT_LOG);
        let text = String::from_utf8_lossy(&self.tail[start..]);
        if self.written > KEPT_LOG {
            format!("[{} bytes before this]\n{text}", self.written - KEPT_LOG)
        } else {
            text.into_owned()
        }
    }
}

impl Bot {
    /// Starts a bot in the sandbox.
    pub fn start(program: &Program, sandbox: &Sandbox, limits: &Limits) -> Result<Bot, Verdict> {
        let failed = |error: String| Verdict::new(Kind::StartFailed, error);
        let caged = sandbox
            .spawn(&program.launch, limits)
            .map_err(|error| failed(error.to_string()))?;
        for fd in [&caged.stdin, &caged.stdout, &caged.stderr]
            .into_iter()
            .flatten()
        {
            set_nonblocking(fd).map_err(|error| failed(error.to_string()))?;
        }
        Ok(Bot {
            caged,
            limits: limits.clone(),
            outbox: Vec::new(),
            inbox: Vec::new(),
            log: Log::default(),
            answers: 0,
        })
    }

    /// Ends the bot and everything it started.
    pub fn finish(mut self) -> BotEnd {
        self.read_log();
        let ended = self.caged.finish();
        BotEnd {
            usage: ended.usage,
            log: self.log.text(),
        }
    }

    /// Why the bot failed, if it exits within this time without being told to.
    pub fn failed(&mut self, within: Duration) -> Option<Verdict> {
        self.ends(within).then(|| self.obituary())
    }

    /// Closes the bot's input. Returns whether it exits within the time.
    pub fn end_input(&mut self, within: Duration) -> bool {
        self.caged.stdin = None;
        self.ends(within)
    }

    fn ends(&mut self, within: Duration) -> bool {
        let until = Instant::now() + within;
        loop {
            if self.caged.ended().is_some() {
                return true;
            }
            if Instant::now() >= until {
                return false;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// The end of its standard error so far.
    pub fn log(&mut self) -> String {
        self.read_log();
        self.log.text()
    }

    /// Gets ready to send a line. Output that the bot wrote without being asked is an
    /// error.
    fn prepare(&mut self, line: &str) -> Result<(), Verdict> {
        self.read_output()?;
        if let Some(stray) = self
            .inbox
            .iter()
            .position(|byte| !byte.is_ascii_whitespace())
        {
            let stray = String::from_utf8_lossy(&self.inbox[stray..]);
            let stray: String = stray.chars().take(80).collect();
            return Err(Verdict::new(
                Kind::Protocol,
                format!("it wrote {stray:?} without being asked: one line for each request"),
            ));
        }
        self.inbox.clear();
        self.outbox.clear();
        self.outbox.extend_from_slice(line.as_bytes());
        self.outbox.push(b'\n');
        Ok(())
    }

    fn write(&mut self) {
        while let (false, Some(stdin)) = (self.outbox.is_empty(), &self.caged.stdin) {
            match rustix::io::write(stdin, &self.outbox) {
                Ok(written) => {
                    self.outbox.drain(..written);
                }
                Err(Errno::AGAIN) => return,
                Err(Errno::INTR) => {}
                // It no longer reads, but it may still answer.
                Err(_) => self.caged.stdin = None,
            }
        }
    }

    /// Reads the available output, up to the first whole line.
    fn read_output(&mut self) -> Result<(), Verdict> {
        let mut buffer = [0; 16 << 10];
        while let (false, Some(stdout)) = (self.inbox.contains(&b'\n'), &self.caged.stdout) {
            match rustix::io::read(stdout, &mut buffer) {
                Ok(0) => self.caged.stdout = None,
                Ok(count) => {
                    self.inbox.extend_from_slice(&buffer[..count]);
                    let end = self.inbox.iter().position(|&byte| byte == b'\n');
                    if end.unwrap_or(self.inbox.len()) > LONGEST_LINE {
                        return Err(Verdict::new(
                            Kind::OutputLimit,
                            format!("it wrote more than {LONGEST_LINE} bytes without a line end"),
                        ));
                    }
                    // A read that returned less than requested has emptied the pipe for
                    // now.
                    if count < buffer.len() {
                        break;
                    }
                }
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(_) => self.caged.stdout = None,
            }
        }
        Ok(())
    }

    fn read_log(&mut self) {
        let mut buffer = [0; 16 << 10];
        // Read no more than a pipe holds: another bot may have answered meanwhile.
        for _ in 0..4 {
            let Some(stderr) = &self.caged.stderr else {
                break;
            };
            match rustix::io::read(stderr, &mut buffer) {
                Ok(0) => self.caged.stderr = None,
                Ok(count) => self.log.add(&buffer[..count]),
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(_) => self.caged.stderr = None,
            }
        }
    }

    /// Takes the first whole line out of the inbox, if there is one.
    fn line(&mut self) -> Option<Result<String, Verdict>> {
        let end = self.inbox.iter().position(|&byte| byte == b'\n')?;
        let mut line: Vec<u8> = self.inbox.drain(..=end).collect();
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        self.answers += 1;
        Some(String::from_utf8(line).map_err(|error| {
            let shown = String::from_utf8_lossy(error.as_bytes());
            let shown: String = shown.chars().take(80).collect();
            Verdict::new(
                Kind::Protocol,
                format!("its answer is not UTF-8: {shown:?}"),
            )
        }))
    }

    /// Why no answer can come any more.
    fn obituary(&mut self) -> Verdict {
        let until = Instant::now() + LAST_GASP;
        let end = loop {
            match self.caged.ended() {
                Some(end) => break Some(end),
                None if Instant::now() >= until => break None,
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        };
        self.read_log();
        let refused_memory =
            self.caged.usage().is_near(&self.limits) || self.log.text().contains("MemoryError");
        let last_words = self.last_words();
        let refused_disk = ["No space left on device", "File too large"]
            .iter()
            .any(|words| last_words.contains(words));
        match end {
            Some(End::Memory) => Verdict::new(
                Kind::Memory,
                format!(
                    "it used more than {} MiB{last_words}",
                    self.limits.memory >> 20
                ),
            ),
            Some(End::Exit(_) | End::Signal(_)) if refused_memory => Verdict::new(
                Kind::Memory,
                format!(
                    "it ended at its limit of {} MiB{last_words}",
                    self.limits.memory >> 20
                ),
            ),
            // If the file system itself enforces the limit, the program sees the error
            // first.
            Some(End::Signal(FILE_TOO_LARGE)) => Verdict::new(
                Kind::OutputLimit,
                format!(
                    "it wrote a file of more than {} MiB{last_words}",
                    self.limits.file_size >> 20
                ),
            ),
            Some(End::Exit(_) | End::Signal(_)) if refused_disk => Verdict::new(
                Kind::OutputLimit,
                format!(
                    "it ended at the limit of its scratch folder, {} MiB and {} MiB a file{last_words}",
                    self.limits.scratch >> 20,
                    self.limits.file_size >> 20
                ),
            ),
            Some(End::Exit(code)) => Verdict::new(
                Kind::Crashed,
                format!("it ended with exit code {code} instead of answering{last_words}"),
            ),
            Some(End::Signal(signal)) => Verdict::new(
                Kind::Crashed,
                format!("it was ended by signal {signal}{last_words}"),
            ),
            Some(End::Processes) => Verdict::new(
                Kind::Crashed,
                format!(
                    "it was ended because it started more than {} processes{last_words}",
                    self.limits.processes
                ),
            ),
            Some(End::Scratch) => Verdict::new(
                Kind::OutputLimit,
                format!(
                    "it wrote more than {} MiB to its scratch folder",
                    self.limits.scratch >> 20
                ),
            ),
            Some(End::Lost) => Verdict::new(Kind::Crashed, "its guard was killed"),
            None => Verdict::new(
                Kind::Disconnected,
                "it closed its standard output and went on running",
            ),
        }
    }

    /// The last line of its log, which often explains the failure.
    fn last_words(&self) -> String {
        let text = self.log.text();
        let line = text.lines().rev().find(|line| !line.trim().is_empty());
        line.map_or_else(String::new, |line| {
            let line: String = line.trim().chars().take(160).collect();
            format!("; the last line of its log is {line:?}")
        })
    }
}

/// A request to one bot.
pub struct Ask<'a> {
    /// The bot to ask.
    pub bot: &'a mut Bot,
    /// The request, without its line end.
    pub line: &'a str,
    /// How long the bot may take to answer.
    pub allowance: Duration,
}

/// The outcome of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The line the bot answered, or why it failed.
    pub answer: Result<String, Verdict>,
    /// How long the answer took.
    pub time: Duration,
}

/// The state of a pending request.
struct Wait {
    sent: Instant,
    reply: Option<Reply>,
    // Its output has closed. The reason is worked out once no bot is waited for.
    gone: bool,
    // It has written to its log.
    logged: bool,
}

/// Asks any number of bots at the same time and waits until each has answered, failed
/// or used up its time.
pub fn ask(asks: &mut [Ask<'_>]) -> Vec<Reply> {
    ask_unless(asks, &AtomicBool::new(false)).unwrap_or_default()
}

/// Like [`ask`], but returns `None` soon after `stop` is set.
pub fn ask_unless(asks: &mut [Ask<'_>], stop: &AtomicBool) -> Option<Vec<Reply>> {
    let mut waits: Vec<Wait> = asks.iter_mut().map(send).collect();
    while let Some(left) = time_left(asks, &waits) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        wait_for_any(asks, &mut waits, left.min(STOP_WITHIN));
        let open = asks.iter_mut().zip(&mut waits);
        for (ask, wait) in open.filter(|(_, wait)| wait.reply.is_none()) {
            advance(ask, wait);
        }
    }
    let replies = asks.iter_mut().zip(waits).map(|(ask, wait)| {
        let mut reply = wait.reply?;
        if wait.gone {
            // This takes a while, but no clock runs.
            reply.answer = Err(ask.bot.obituary());
        }
        Some(reply)
    });
    Some(replies.flatten().collect())
}

/// Sends as much of a request as the pipe takes. Timing starts after that.
fn send(ask: &mut Ask<'_>) -> Wait {
    let failed = ask.bot.prepare(ask.line).err();
    let mut wait = Wait {
        sent: Instant::now(),
        reply: failed.map(|verdict| Reply {
            answer: Err(verdict),
            time: Duration::ZERO,
        }),
        gone: false,
        logged: false,
    };
    if wait.reply.is_none() {
        ask.bot.write();
        if ask.bot.caged.stdout.is_none() {
            wait.end(Duration::ZERO);
        }
    }
    wait
}

impl Wait {
    /// Records that no answer will come.
    fn end(&mut self, time: Duration) {
        self.gone = true;
        let unknown = Verdict::new(Kind::Disconnected, "its output has ended");
        self.reply = Some(Reply {
            answer: Err(unknown),
            time,
        });
    }
}

/// The time until the first pending request runs out.
fn time_left(asks: &[Ask<'_>], waits: &[Wait]) -> Option<Duration> {
    let open = asks.iter().zip(waits).filter(|(_, w)| w.reply.is_none());
    open.map(|(ask, wait)| ask.allowance.saturating_sub(wait.sent.elapsed()))
        .min()
}

/// Waits until something happens, and notes which bots have written to their log.
fn wait_for_any(asks: &[Ask<'_>], waits: &mut [Wait], left: Duration) {
    let mut fds = Vec::with_capacity(3 * asks.len());
    let mut logs = Vec::with_capacity(asks.len());
    for (index, (ask, wait)) in asks.iter().zip(waits.iter_mut()).enumerate() {
        wait.logged = false;
        if wait.reply.is_some() {
            continue;
        }
        let caged = &ask.bot.caged;
        if let (false, Some(stdin)) = (ask.bot.outbox.is_empty(), &caged.stdin) {
            fds.push(PollFd::new(stdin, PollFlags::OUT));
        }
        if let Some(stdout) = &caged.stdout {
            fds.push(PollFd::new(stdout, PollFlags::IN));
        }
        if let Some(stderr) = &caged.stderr {
            logs.push((index, fds.len()));
            fds.push(PollFd::new(stderr, PollFlags::IN));
        }
    }
    // One nanosecond more, so that the time is really up afterwards.
    let timeout = Timespec::try_from(left + Duration::from_nanos(1)).ok();
    match poll(&mut fds, timeout.as_ref()) {
        Ok(_) | Err(Errno::INTR) => {}
        // The kernel is out of memory: try again in the next round.
        Err(_) => std::thread::sleep(Duration::from_millis(1)),
    }
    for (index, at) in logs {
        waits[index].logged = !fds[at].revents().is_empty();
    }
}

/// Sends and reads as much as possible. An answer or a failure ends the request.
fn advance(ask: &mut Ask<'_>, wait: &mut Wait) {
    let bot = &mut *ask.bot;
    bot.write();
    let read = bot.read_output();
    let time = wait.sent.elapsed();
    let reply = |answer| Some(Reply { answer, time });
    if let Err(verdict) = read {
        wait.reply = reply(Err(verdict));
        return;
    }
    // An answer that arrives in time counts, whatever else happened.
    if time <= ask.allowance
        && let Some(line) = bot.line()
    {
        wait.reply = reply(line);
        return;
    }
    if bot.caged.stdout.is_none() {
        return wait.end(time);
    }
    if wait.logged {
        bot.read_log();
    }
    if bot.log.written > MOST_LOG {
        wait.reply = reply(Err(Verdict::new(
            Kind::OutputLimit,
            format!(
                "it wrote more than {} MiB to standard error",
                MOST_LOG >> 20
            ),
        )));
    } else if time > ask.allowance {
        let allowance = ask.allowance;
        let last_words = bot.last_words();
        wait.reply = reply(Err(match bot.answers {
            0 => Verdict::new(
                Kind::Stalled,
                format!("no answer to the first request within {allowance:.1?}{last_words}"),
            ),
            _ => Verdict::new(
                Kind::Time,
                format!("no answer within the {allowance:.1?} that were left{last_words}"),
            ),
        }));
    }
}

fn set_nonblocking(fd: &OwnedFd) -> io::Result<()> {
    let flags = fcntl_getfl(fd)?;
    Ok(fcntl_setfl(fd, flags | OFlags::NONBLOCK)?)
}
