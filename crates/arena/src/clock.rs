//! The clocks by which engines think.

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

/// The time for which the processor worked for the thread that asks. On a machine
/// that is busy with other things, engines that think by it are not cheated of any.
/// It is good for engines on one thread, since it does not see what others do.
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
    fn whoever_waits_uses_no_time_of_the_processor() {
        let (wall, before) = (Wall::start(), Processor.now());
        std::thread::sleep(Duration::from_millis(50));
        assert!(wall.now() >= Duration::from_millis(50));
        assert!(Processor.now() - before < Duration::from_millis(40));
        while Processor.now() - before < Duration::from_millis(5) {
            std::hint::black_box(0);
        }
    }
}
