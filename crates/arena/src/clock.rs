//! Clocks for engines.

use std::time::{Duration, Instant};

use search::control::Clock;

/// A wall clock that starts when it is created.
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

/// The processor time of the calling thread. Engines that use this clock lose no time
/// on a busy machine. It suits single-threaded engines only, because it does not see
/// other threads.
#[derive(Clone, Copy, Debug)]
pub struct Processor;

impl Clock for Processor {
    fn now(&self) -> Duration {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::try_from(time).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_waiting_thread_uses_no_processor_time() {
        let (wall, before) = (Wall::start(), Processor.now());
        std::thread::sleep(Duration::from_millis(50));
        assert!(wall.now() >= Duration::from_millis(50));
        assert!(Processor.now() - before < Duration::from_millis(40));
        while Processor.now() - before < Duration::from_millis(5) {
            std::hint::black_box(0);
        }
    }
}
