//! The settings of a hall.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use arena::bot::Program;
use sandbox::Sandbox;
use store::Store;

use crate::assets::Page;

/// The settings of a hall.
pub struct Config {
    /// The address to listen on. Port 0 picks a free port.
    pub listen: SocketAddr,
    /// The address of the metrics for Prometheus, if any. They count secret
    /// things too, so no player should be able to reach it.
    pub metrics: Option<SocketAddr>,
    /// The store for everything that must not be lost.
    pub store: Store,
    /// A folder where the hall notes every few seconds that it is running. With
    /// it, the hall knows how long it was down, and clocks stop for that time.
    pub data: Option<PathBuf>,
    /// PEM files with the certificate and the key, for TLS.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// Origins besides the hall's own whose pages may connect, such as
    /// `https://example.org`.
    pub origins: Vec<String>,
    /// Whether a proxy in front puts the client's address into
    /// `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// How many threads built-in players think on.
    pub thinkers: usize,
    /// Bots that the hall offers as opponents.
    pub programs: Vec<HouseProgram>,
    /// The sandbox for these bots.
    pub sandbox: Option<Sandbox>,
    /// What each of these bots may use.
    pub program_limits: sandbox::Limits,
    /// Limits for clients.
    pub limits: Limits,
    /// The browser interface, if the hall has one.
    pub page: Option<Page>,
}

impl Config {
    /// A hall on a free port of this machine only, with default limits.
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

/// A bot that the hall offers as an opponent.
#[derive(Clone, Debug)]
pub struct HouseProgram {
    /// Its name at tables.
    pub name: String,
    /// The game it plays.
    pub game: String,
    /// How to run it.
    pub program: Program,
}

/// Limits for clients, and some times of the hall.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections of all kinds.
    pub connections: usize,
    /// WebSockets of one identity.
    pub sockets_each: usize,
    /// Tables that one WebSocket may watch.
    pub watched: usize,
    /// Messages over one WebSocket in a burst.
    pub burst: u32,
    /// Messages over one WebSocket per second, on average.
    pub per_second: u32,
    /// Requests over HTTP from one address in a burst. A tenth of it is allowed
    /// per second.
    pub requests: u32,
    /// New identities from one address in a burst, and one more every 10
    /// seconds.
    pub identities: u32,
    /// New tables by one identity in a burst, and one more every 10 seconds.
    pub tables: u32,
    /// The size of the longest frame and message over a WebSocket, in bytes.
    pub frame: usize,
    /// A client that is this many bytes behind is disconnected.
    pub queue: usize,
    /// How often the hall pings.
    pub ping: Duration,
    /// A client that is silent for this long is disconnected.
    pub silence: Duration,
    /// If your connection has been gone for this long, you are shown as away.
    pub leaving: Duration,
    /// If a table is not needed for this long, it is put away.
    pub idle: Duration,
    /// How many of the hall's bots may run at the same time.
    pub programs: usize,
    /// The time that a bot of the hall has for a move if there is no clock.
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
