//! The hall's metrics, in the OpenMetrics text format, which Prometheus reads.

use hall_core::live::Counts;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry};

/// The media type of [`Metrics::text`].
pub(crate) const KIND: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Upper bounds of the buckets, in seconds.
const BOUNDS: [f64; 9] = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5];

/// All metrics.
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
    /// In seconds.
    pub commit: Histogram,
    registry: Registry,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("hall");
        let mut add = Adding(&mut registry);
        Metrics {
            connections: add.number("connections", "Connections that are open"),
            sockets: add.number("sockets", "WebSockets that are open"),
            tables: add.number("tables_live", "Tables that are held in memory"),
            thinking: add.number("thinking", "Built-in players that think"),
            queued: add.number("thoughts_queued", "Built-in players that wait for a thread"),
            programs: add.number("programs", "Programs of the hall that run"),
            // Counters get the suffix `_total` when they are encoded.
            requests: add.number("requests", "Requests over HTTP"),
            messages: add.number("messages", "Messages over WebSockets"),
            commands: add.number("commands", "Commands that were carried out"),
            refusals: add.number("refusals", "Commands that were refused"),
            events: add.number("events", "Events that were written"),
            slow_readers: add.number(
                "slow_readers",
                "Connections cut off because they read too slowly",
            ),
            silent: add.number(
                "silent",
                "Connections cut off because nothing was heard of them",
            ),
            rate_limited: add.number(
                "rate_limited",
                "Messages and requests refused because there were too many",
            ),
            store_errors: add.number("store_errors", "Times the store refused"),
            conflicts: add.number("conflicts", "Times another hall had written to a table"),
            games: add.number("games_finished", "Games that came to an end"),
            commit: add.metric(
                "commit_seconds",
                "Time until events were durable",
                Histogram::new(BOUNDS),
            ),
            registry,
        }
    }
}

/// Registers metrics by name.
struct Adding<'a>(&'a mut Registry);

impl Adding<'_> {
    fn number<M: Metric + Clone + Default>(&mut self, name: &str, help: &str) -> M {
        self.metric(name, help, M::default())
    }

    fn metric<M: Metric + Clone>(&mut self, name: &str, help: &str, metric: M) -> M {
        self.0.register(name, help, metric.clone());
        metric
    }
}

impl Metrics {
    /// Adds the counts of a table.
    pub fn count(&self, counts: &Counts) {
        self.commands.inc_by(counts.commands);
        self.refusals.inc_by(counts.refusals);
        self.events.inc_by(counts.events);
        self.conflicts.inc_by(counts.conflicts);
        self.games.inc_by(counts.games);
    }

    /// The page for Prometheus.
    pub fn text(&self) -> String {
        let mut page = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut page, &self.registry);
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_buckets_of_a_histogram_add_up() {
        let metrics = Metrics::default();
        metrics.commit.observe(0.004);
        metrics.commit.observe(9.0);
        let page = metrics.text();
        assert!(page.contains("hall_commit_seconds_bucket{le=\"0.002\"} 0\n"));
        assert!(page.contains("hall_commit_seconds_bucket{le=\"0.005\"} 1\n"));
        assert!(page.contains("hall_commit_seconds_bucket{le=\"+Inf\"} 2\n"));
    }

    /// Dashboards rely on these names.
    #[test]
    fn the_names_of_metrics_stay_the_same() {
        let page = Metrics::default().text();
        let lines = page.lines().filter(|line| !line.starts_with('#'));
        let names: Vec<&str> = lines
            .filter_map(|line| line.strip_suffix(" 0"))
            .filter(|name| !name.contains('{'))
            .collect();
        assert_eq!(
            names,
            [
                "hall_connections",
                "hall_sockets",
                "hall_tables_live",
                "hall_thinking",
                "hall_thoughts_queued",
                "hall_programs",
                "hall_requests_total",
                "hall_messages_total",
                "hall_commands_total",
                "hall_refusals_total",
                "hall_events_total",
                "hall_slow_readers_total",
                "hall_silent_total",
                "hall_rate_limited_total",
                "hall_store_errors_total",
                "hall_conflicts_total",
                "hall_games_finished_total",
                "hall_commit_seconds_count",
            ]
        );
    }
}
