//! The measured processes, and the disk.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;

use crate::ms_since;

/// A folder that is removed on drop.
pub struct Folder(PathBuf);

impl Folder {
    /// Creates it among the system's temporary files.
    pub fn make() -> Result<Folder> {
        let name = format!("hall-bench-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server in a process of its own.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
}

impl Server {
    /// Starts a hall that keeps everything in this folder.
    pub fn hall(program: &Path, folder: &Folder) -> Result<Server> {
        let many = "1000000";
        let mut command = Command::new(program);
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "error"])
            .args([
                "--burst",
                many,
                "--per-second",
                many,
                "--max-requests",
                many,
            ])
            .args(["--max-identities", many, "--max-tables", many])
            .args(["--max-connections", "100000", "--data"])
            .arg(&folder.0);
        Server::start(command)
    }

    /// Starts a server that only echoes.
    pub fn echo(program: &Path) -> Result<Server> {
        let mut command = Command::new(program);
        command.args(["bench", "server", "--echo"]);
        Server::start(command)
    }

    fn start(mut command: Command) -> Result<Server> {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let said = child.stdout.take().context("it says nothing")?;
        let mut line = String::new();
        BufReader::new(said).read_line(&mut line)?;
        let address = line.trim().trim_end_matches('/').rsplit('/').next();
        let address = address.and_then(|address| address.parse().ok());
        let address = address.with_context(|| format!("the server said {line:?}"))?;
        Ok(Server { child, address })
    }

    /// The memory in use, in bytes.
    pub fn memory(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        Ok(kib.context("/proc does not say how much memory the hall uses")? << 10)
    }

    /// The processor time used.
    pub fn worked(&self) -> Result<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name before `)` can contain anything. After it come the state and ten
        // numbers, then the user time and the system time.
        let numbers = stat.rsplit(')').next().unwrap_or_default();
        let numbers = numbers.split_whitespace().skip(11).take(2);
        let ticks: u64 = numbers.filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
        let each = rustix::param::clock_ticks_per_second();
        Ok(Duration::from_secs_f64(ticks as f64 / each as f64))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs an echo server.
pub async fn echo() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    {
        let mut out = io::stdout().lock();
        writeln!(out, "http://{}/", listener.local_addr()?)?;
        out.flush()?;
    }
    loop {
        let (stream, _) = listener.accept().await?;
        tokio::spawn(echoes(stream));
    }
}

async fn echoes(stream: TcpStream) -> Result<()> {
    stream.set_nodelay(true)?;
    let mut socket = tokio_tungstenite::accept_async(stream).await?;
    while let Some(message) = socket.next().await {
        let message = message?;
        if message.is_text() {
            socket.send(message).await?;
        }
    }
    Ok(())
}

/// A file in the hall's folder that is overwritten again and again.
pub struct Disk(File);

/// How much to write at once: a page of the hall's file.
const PAGE: usize = 4096;
/// The number of pages in the file.
const PAGES: u64 = 1024;

impl Disk {
    /// Creates the file.
    pub fn prepare(folder: &Folder) -> Result<Disk> {
        let mut file = File::create(folder.0.join("disk"))?;
        for _ in 0..PAGES {
            file.write_all(&[1; PAGE])?;
        }
        file.sync_all()?;
        Ok(Disk(file))
    }

    /// Measures how long it takes until a page is on the disk, in milliseconds.
    pub fn measure(&self, time: Duration) -> Result<Vec<f64>> {
        let until = Instant::now() + time;
        let mut took = Vec::new();
        for at in (0..PAGES).cycle() {
            let start = Instant::now();
            if start >= until {
                break;
            }
            let page = [at as u8; PAGE];
            self.0.write_all_at(&page, at * PAGE as u64)?;
            self.0.sync_data()?;
            took.push(ms_since(start));
        }
        Ok(took)
    }
}
