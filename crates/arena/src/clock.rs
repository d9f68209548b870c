//! The wall clock.

use std::time::{Duration, Instant};

use search::control::Clock;

/// A clock that runs since it was made.
#[derive(Clone, Copy, Debug)]
pub struct Wall(Instant);

impl Wall {
    /// Starts the clock.
    pub fn start() -> Wall {
        Wall(Instant::now())
    }
}

impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
