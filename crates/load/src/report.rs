//! The figures, as text and as JSON.

use std::fmt;
use std::time::Duration;

use anyhow::{Result, bail};
use dice::Quick;
use game::Dice;
use serde::Serialize;

use crate::Load;
use crate::watch::PerMove;

/// The raw measurements.
pub struct Measured {
    /// The hall's memory without and with idle connections, in bytes.
    pub memory: [u64; 2],
    /// From sending a move to its acknowledgement.
    pub moves: Latencies,
    /// From sending a move to its arrival at the opponent.
    pub arrivals: Latencies,
    /// From sending to the echo server to the echo.
    pub echoes: Latencies,
    /// Writing a page to the disk.
    pub syncs: Latencies,
    /// The hall's processor time for all moves.
    pub worked: Duration,
    /// The network traffic of watchers.
    pub watchers: Watchers,
}

/// All figures.
#[derive(Serialize)]
pub struct Figures {
    idle: Idle,
    games: Games,
    echo: Echo,
    disk: Disk,
    echo_and_disk_ms: Summary,
    p99_ratio: f64,
    p99_ratio_with_disk: f64,
    watchers: Watchers,
    load: Vec<f64>,
}

#[derive(Serialize)]
struct Idle {
    connections: usize,
    memory_before: u64,
    memory_with: u64,
    bytes_each: f64,
}

#[derive(Serialize)]
struct Games {
    tables: u64,
    players: u64,
    moves: usize,
    wanted_per_second: u64,
    moves_per_second: f64,
    processor_ms_each: f64,
    acknowledged_ms: Summary,
    opponent_told_ms: Summary,
}

#[derive(Serialize)]
struct Echo {
    connections: u64,
    echoed_ms: Summary,
}

#[derive(Serialize)]
struct Disk {
    synced_ms: Summary,
}

/// A summary of latencies.
#[derive(Clone, Copy, Serialize)]
struct Summary {
    p50: f64,
    p99: f64,
    longest: f64,
}

/// The traffic of watchers for each move.
#[derive(Clone, Copy, Serialize)]
pub struct Watchers {
    /// The number of watchers of each habit.
    pub connections: usize,
    /// The traffic of those that follow events.
    pub following: PerMove,
    /// The traffic of those that fetch the table after every event, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fetching: Option<PerMove>,
}

impl Figures {
    /// Computes the figures from the measurements.
    pub fn of(load: &Load, measured: &Measured) -> Figures {
        let Measured {
            memory: [before, with],
            moves,
            arrivals,
            echoes,
            syncs,
            worked,
            watchers,
        } = measured;
        let least = echoes.plus(syncs);
        let average = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let average = average.split_whitespace().take(3);
        let idle = load.idle.max(1) as f64;
        Figures {
            idle: Idle {
                connections: load.idle,
                memory_before: *before,
                memory_with: *with,
                bytes_each: (with.saturating_sub(*before) as f64 / idle).round(),
            },
            games: Games {
                tables: load.tables,
                players: 2 * load.tables,
                moves: moves.len(),
                wanted_per_second: load.rate,
                moves_per_second: moves.len() as f64 / load.seconds as f64,
                processor_ms_each: worked.as_secs_f64() * 1e3 / moves.len() as f64,
                acknowledged_ms: moves.summary(),
                opponent_told_ms: arrivals.summary(),
            },
            echo: Echo {
                connections: 2 * load.tables,
                echoed_ms: echoes.summary(),
            },
            disk: Disk {
                synced_ms: syncs.summary(),
            },
            echo_and_disk_ms: least.summary(),
            p99_ratio: moves.p99() / echoes.p99(),
            p99_ratio_with_disk: moves.p99() / least.p99(),
            watchers: *watchers,
            load: average.filter_map(|number| number.parse().ok()).collect(),
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Figures { idle, games, .. } = self;
        let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        writeln!(
            f,
            "{} idle connections: the hall takes {:.1} MiB, {:.1} MiB without them; {:.1} KiB each",
            idle.connections,
            mib(idle.memory_with),
            mib(idle.memory_before),
            idle.bytes_each / 1024.0
        )?;
        writeln!(
            f,
            "{} tables, {} players: {:.0} durable moves per second of {} wanted; a move is {:.2} ms \
             of the hall's processor time",
            games.tables,
            games.players,
            games.moves_per_second,
            games.wanted_per_second,
            games.processor_ms_each
        )?;
        let [ms, p50, p99, longest] = ["ms", "p50", "p99", "longest"];
        writeln!(f, "{ms:<28} {p50:>9} {p99:>9} {longest:>9}")?;
        for (what, Summary { p50, p99, longest }) in [
            ("move to acknowledgement", games.acknowledged_ms),
            ("move to opponent", games.opponent_told_ms),
            ("bare echo", self.echo.echoed_ms),
            ("4 KiB to the disk", self.disk.synced_ms),
            ("echo, then 4 KiB to the disk", self.echo_and_disk_ms),
        ] {
            writeln!(f, "{what:<28} {p50:>9.2} {p99:>9.2} {longest:>9.2}")?;
        }
        writeln!(
            f,
            "p99 of a move is {:.1} times that of an echo, {:.1} times that of an echo and one \
             write to the disk",
            self.p99_ratio, self.p99_ratio_with_disk
        )?;
        write!(f, "{}", self.watchers)?;
        let load: Vec<String> = self.load.iter().map(f64::to_string).collect();
        writeln!(f, "load of the machine: {}", load.join(" "))
    }
}

impl fmt::Display for Watchers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let habits = [
            ("follow events", Some(self.following)),
            ("fetch the table after every event", self.fetching),
        ];
        let habits = habits
            .into_iter()
            .filter_map(|(what, cost)| Some((what, cost?)));
        for (what, cost) in habits {
            writeln!(
                f,
                "{} watchers that {what}: {:.2} messages, {:.0} bytes per move and watcher; each \
                 sends {:.2} messages, {:.0} bytes",
                self.connections, cost.messages, cost.bytes, cost.asked_messages, cost.asked_bytes
            )?;
        }
        Ok(())
    }
}

/// Latencies in milliseconds, sorted ascending.
pub struct Latencies(Vec<f64>);

impl Latencies {
    /// These latencies.
    pub fn of(mut all: Vec<f64>) -> Result<Latencies> {
        if all.is_empty() {
            bail!("nothing was sent in this time: measure for longer, or ask for more moves");
        }
        all.sort_by(f64::total_cmp);
        Ok(Latencies(all))
    }

    fn at(&self, part: f64) -> f64 {
        let last = self.0.len() - 1;
        self.0[(last as f64 * part).round() as usize]
    }

    fn p99(&self) -> f64 {
        self.at(0.99)
    }

    /// Adds to each latency a random one of `others`.
    pub fn plus(&self, others: &Latencies) -> Latencies {
        let mut dice = Quick::new(17);
        let mut any = || others.0[dice.below(others.0.len() as u32) as usize];
        let mut sums: Vec<f64> = self.0.iter().map(|one| one + any()).collect();
        sums.sort_by(f64::total_cmp);
        Latencies(sums)
    }

    fn summary(&self) -> Summary {
        Summary {
            p50: self.at(0.5),
            p99: self.p99(),
            longest: self.at(1.0),
        }
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}
