//! Limits a search and stops it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A clock that never runs backwards.
pub trait Clock: Sync {
    /// The time since some fixed moment.
    fn now(&self) -> Duration;
}

/// The limits of a search. A missing one means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The time for this move.
    pub time: Option<Duration>,
    /// The number of moves (plies, turns) to look ahead.
    pub depth: Option<u32>,
    /// The number of states to visit, over all threads.
    pub nodes: Option<u64>,
}

impl Limits {
    /// The same limits for a player with this much left on its clock: at most a
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

/// The limits of one search, its clock, and the switch that stops it.
pub struct Control<'a> {
    limits: Limits,
    clock: &'a dyn Clock,
    stop: &'a AtomicBool,
    started: Duration,
}

impl<'a> Control<'a> {
    /// Starts the clock of a search.
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

    /// Whether the search was switched off.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether a search that has visited `nodes` states must end now. This reads the
    /// clock: call it every thousand states or so, not at each.
    pub fn must_end(&self, nodes: u64) -> bool {
        self.is_stopped()
            || self.limits.nodes.is_some_and(|most| nodes >= most)
            || self.limits.time.is_some_and(|most| self.elapsed() >= most)
    }
}
