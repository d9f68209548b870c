//! The hall's time: it starts at the milliseconds since 1970 and then follows a
//! clock that never goes back.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// The hall's time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HallTime {
    start_ms: u64,
    start: Instant,
}

impl HallTime {
    pub fn start() -> HallTime {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        HallTime {
            start_ms: since.map_or(0, |since| since.as_millis() as u64),
            start: Instant::now(),
        }
    }

    pub fn now(&self) -> u64 {
        self.start_ms + self.start.elapsed().as_millis() as u64
    }

    /// When the hall was started.
    pub fn started(&self) -> u64 {
        self.start_ms
    }

    /// This time as an instant to wait for. A time in the past is now.
    pub fn moment(&self, ms: u64) -> tokio::time::Instant {
        let wait = Duration::from_millis(ms.saturating_sub(self.now()));
        // No wait is longer than a few years anyway.
        tokio::time::Instant::now() + wait.min(Duration::from_secs(1 << 27))
    }
}

/// How often the hall notes that it is running.
pub(crate) const PULSE: Duration = Duration::from_secs(5);

/// The file in which the hall notes when it last ran.
#[derive(Clone, Debug)]
pub(crate) struct Pulse(PathBuf);

impl Pulse {
    pub fn of(folder: &Path) -> Pulse {
        Pulse(folder.join("last-alive"))
    }

    pub fn last(&self) -> Option<u64> {
        std::fs::read_to_string(&self.0).ok()?.trim().parse().ok()
    }

    pub fn note(&self, now: u64) {
        // Write another file and rename it, so that a crash leaves either the
        // old or the new one.
        let beside = self.0.with_extension("new");
        let written = std::fs::write(&beside, now.to_string())
            .and_then(|()| std::fs::rename(&beside, &self.0));
        if let Err(error) = written {
            tracing::warn!(%error, "cannot note that the hall runs");
        }
    }
}
