//! How far a search may go, and how it is stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A clock that never goes back.
pub trait Clock: Sync {
    /// The time since some fixed moment.
    fn now(&self) -> Duration;
}

/// How far a search may go. What is missing does not limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time for this move.
    pub time: Option<Duration>,
    /// Moves (plies, turns) ahead.
    pub depth: Option<u32>,
    /// States visited, over all threads.
    pub nodes: Option<u64>,
}

impl Limits {
    /// The same limits for a player with so much left on its clock: at most a
    /// thirtieth of it for one move, so that it lasts for the whole game.
    #[must_use]
    pub fn out_of(self, left: Duration) -> Limits {
        let share = (left / 30).max(Duration::from_millis(5));
        Limits {
            time: Some(self.time.map_or(share, |time| time.min(share))),
            ..self
        }
    }
}

/// One search's limits, its clock, and the switch that stops it.
pub struct Control<'a> {
    limits: Limits,
    clock: &'a dyn Clock,
    stop: &'a AtomicBool,
    started: Duration,
}

impl<'a> Control<'a> {
    /// Starts the time.
    pub fn new(limits: Limits, clock: &'a dyn Clock, stop: &'a AtomicBool) -> Control<'a> {
        Control {
            limits,
            clock,
            stop,
            started: clock.now(),
        }
    }

    /// The limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The time used so far.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// Whether someone switched the search off.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether a search that has visited `nodes` states must end now. Looks at
    /// the clock: ask every thousand states or so, not at each.
    pub fn must_end(&self, nodes: u64) -> bool {
        self.is_stopped()
            || self.limits.nodes.is_some_and(|most| nodes >= most)
            || self.limits.time.is_some_and(|most| self.elapsed() >= most)
    }
}
