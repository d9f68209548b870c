//! What the hall counts, in the text form of Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use hall_core::live::Counts;

/// A number that only goes up.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub fn add_many(&self, by: u64) {
        self.0.fetch_add(by, Ordering::Relaxed);
    }

    pub fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// A number that goes up and down.
#[derive(Default)]
pub(crate) struct Gauge(AtomicI64);

impl Gauge {
    pub fn add(&self, by: i64) {
        self.0.fetch_add(by, Ordering::Relaxed);
    }

    pub fn value(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long something took.
#[derive(Default)]
pub(crate) struct Times {
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

/// Upper bounds, in milliseconds.
const BOUNDS: [u64; 9] = [1, 2, 5, 10, 25, 50, 100, 500, 2500];

impl Times {
    pub fn took(&self, time: Duration) {
        let micros = time.as_micros() as u64;
        for (bound, bucket) in BOUNDS.iter().zip(&self.buckets) {
            if micros <= bound * 1000 {
                bucket.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }
}

/// All that is counted.
#[derive(Default)]
pub(crate) struct Metrics {
    pub connections: Gauge,
    pub sockets: Gauge,
    pub tables: Gauge,
    pub thinking: Gauge,
    pub queued: Gauge,
    pub programs: Gauge,
    pub requests: Counter,
    pub messages: Counter,
    pub commands: Counter,
    pub refusals: Counter,
    pub events: Counter,
    pub slow_readers: Counter,
    pub silent: Counter,
    pub rate_limited: Counter,
    pub store_errors: Counter,
    pub conflicts: Counter,
    pub games: Counter,
    pub commit: Times,
}

impl Metrics {
    /// Adds what a table has counted.
    pub fn count(&self, counts: &Counts) {
        self.commands.add_many(counts.commands);
        self.refusals.add_many(counts.refusals);
        self.events.add_many(counts.events);
        self.conflicts.add_many(counts.conflicts);
        self.games.add_many(counts.games);
    }

    /// The page for Prometheus.
    pub fn text(&self) -> String {
        let gauges = [
            (
                "connections",
                "Connections that are open",
                &self.connections,
            ),
            ("sockets", "WebSockets that are open", &self.sockets),
            (
                "tables_live",
                "Tables that are held in memory",
                &self.tables,
            ),
            ("thinking", "Built-in players that think", &self.thinking),
            (
                "thoughts_queued",
                "Built-in players that wait for a thread",
                &self.queued,
            ),
            ("programs", "Programs of the hall that run", &self.programs),
        ];
        let counters = [
            ("requests_total", "Requests over HTTP", &self.requests),
            ("messages_total", "Messages over WebSockets", &self.messages),
            (
                "commands_total",
                "Commands that were carried out",
                &self.commands,
            ),
            (
                "refusals_total",
                "Commands that were refused",
                &self.refusals,
            ),
            ("events_total", "Events that were written", &self.events),
            (
                "slow_readers_total",
                "Connections cut off because they read too slowly",
                &self.slow_readers,
            ),
            (
                "silent_total",
                "Connections cut off because nothing was heard of them",
                &self.silent,
            ),
            (
                "rate_limited_total",
                "Messages and requests refused because there were too many",
                &self.rate_limited,
            ),
            (
                "store_errors_total",
                "Times the store refused",
                &self.store_errors,
            ),
            (
                "conflicts_total",
                "Times another hall had written to a table",
                &self.conflicts,
            ),
            (
                "games_finished_total",
                "Games that came to an end",
                &self.games,
            ),
        ];
        let mut page = String::new();
        let head = |page: &mut String, name: &str, help: &str, kind: &str| {
            let _ = write!(
                page,
                "# HELP hall_{name} {help}.\n# TYPE hall_{name} {kind}\n"
            );
        };
        for (name, help, gauge) in gauges {
            head(&mut page, name, help, "gauge");
            let _ = writeln!(page, "hall_{name} {}", gauge.value());
        }
        for (name, help, counter) in counters {
            head(&mut page, name, help, "counter");
            let _ = writeln!(page, "hall_{name} {}", counter.0.load(Ordering::Relaxed));
        }
        let name = "commit_seconds";
        head(
            &mut page,
            name,
            "Time until events were durable",
            "histogram",
        );
        for (bound, bucket) in BOUNDS.iter().zip(&self.commit.buckets) {
            let bound = *bound as f64 / 1000.0;
            let value = bucket.load(Ordering::Relaxed);
            let _ = writeln!(page, "hall_{name}_bucket{{le=\"{bound}\"}} {value}");
        }
        let count = self.commit.count.load(Ordering::Relaxed);
        let sum = self.commit.micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = write!(
            page,
            "hall_{name}_bucket{{le=\"+Inf\"}} {count}\nhall_{name}_sum {sum}\nhall_{name}_count {count}\n"
        );
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_buckets_of_a_histogram_add_up() {
        let metrics = Metrics::default();
        metrics.commit.took(Duration::from_millis(4));
        metrics.commit.took(Duration::from_secs(9));
        let page = metrics.text();
        assert!(page.contains("hall_commit_seconds_bucket{le=\"0.002\"} 0\n"));
        assert!(page.contains("hall_commit_seconds_bucket{le=\"0.005\"} 1\n"));
        assert!(page.contains("hall_commit_seconds_bucket{le=\"+Inf\"} 2\n"));
    }
}
