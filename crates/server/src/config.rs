//! What can be set.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use arena::bot::Program;
use sandbox::Sandbox;
use store::Store;

use crate::assets::Page;

/// How a hall is run.
pub struct Config {
    /// Where it listens. Port 0 is any that is free.
    pub listen: SocketAddr,
    /// Where it tells its operator the numbers for Prometheus, if anywhere. They
    /// count what is secret too, so no player should reach it.
    pub metrics: Option<SocketAddr>,
    /// What must not be lost.
    pub store: Store,
    /// A folder in which the hall notes every few seconds that it runs, so that
    /// the time it is down is nobody's.
    pub data: Option<PathBuf>,
    /// Certificate and key in PEM files, for TLS.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// Pages of these origins may connect besides the hall's own, such as
    /// `https://example.org`.
    pub origins: Vec<String>,
    /// Whether a proxy in front says in `X-Forwarded-For` who connects.
    pub behind_proxy: bool,
    /// Threads on which built-in players think.
    pub thinkers: usize,
    /// Programs that the hall offers as opponents.
    pub programs: Vec<HouseProgram>,
    /// Where they run.
    pub sandbox: Option<Sandbox>,
    /// What each of them may use.
    pub program_limits: sandbox::Limits,
    /// How much anyone may ask for.
    pub limits: Limits,
    /// The browser interface, if the hall has one.
    pub page: Option<Page>,
}

impl Config {
    /// A hall on a free port of this machine only, with the usual limits.
    pub fn new(store: Store) -> Config {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            metrics: None,
            store,
            data: None,
            tls: None,
            origins: Vec::new(),
            behind_proxy: false,
            thinkers: cores.saturating_sub(1).max(1),
            programs: Vec::new(),
            sandbox: None,
            program_limits: sandbox::Limits::default(),
            limits: Limits::default(),
            page: None,
        }
    }
}

/// A program that the hall offers as an opponent.
#[derive(Clone, Debug)]
pub struct HouseProgram {
    /// What it is called at tables.
    pub name: String,
    /// The game it plays.
    pub game: String,
    /// How it is run.
    pub program: Program,
}

/// How much anyone may ask for.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections of all kinds.
    pub connections: usize,
    /// WebSockets of one identity.
    pub sockets_each: usize,
    /// Tables that one WebSocket watches.
    pub watched: usize,
    /// Messages over one WebSocket in one go.
    pub burst: u32,
    /// Messages over one WebSocket per second in the long run.
    pub per_second: u32,
    /// Requests over HTTP from one address in one go; a tenth of it per second.
    pub requests: u32,
    /// New identities from one address in one go; one more every 10 seconds.
    pub identities: u32,
    /// New tables by one identity in one go; one more every 10 seconds.
    pub tables: u32,
    /// The longest frame and message over a WebSocket, in bytes.
    pub frame: usize,
    /// A reader that is so many bytes behind is cut off.
    pub queue: usize,
    /// How often the hall pings.
    pub ping: Duration,
    /// A client that is silent for so long is cut off.
    pub silence: Duration,
    /// Someone whose connection is gone for so long counts as not there.
    pub leaving: Duration,
    /// A table that nobody needs for so long is put away.
    pub idle: Duration,
    /// Programs of the hall that run at the same time.
    pub programs: usize,
    /// What a program of the hall has for a move where no clock runs.
    pub program_time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 20_000,
            sockets_each: 16,
            watched: 64,
            burst: 60,
            per_second: 20,
            requests: 600,
            identities: 30,
            tables: 20,
            frame: 64 << 10,
            queue: 256 << 10,
            ping: Duration::from_secs(15),
            silence: Duration::from_secs(40),
            leaving: Duration::from_secs(5),
            idle: Duration::from_secs(30),
            programs: 8,
            program_time: Duration::from_secs(30),
        }
    }
}
