//! Rate limits.

use protocol::Millis;

/// A number at once, and then one more in every interval.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    burst: f32,
    every_ms: f32,
}

impl Rate {
    /// `burst` at once, then one more every `every_ms` milliseconds.
    pub fn new(burst: u32, every_ms: f32) -> Rate {
        Rate {
            burst: burst.max(1) as f32,
            every_ms: every_ms.max(1e-3),
        }
    }
}

/// What is left of a [`Rate`].
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    left: f32,
    at: Millis,
}

impl Bucket {
    /// A full bucket.
    pub fn full(rate: Rate, now: Millis) -> Bucket {
        Bucket {
            left: rate.burst,
            at: now,
        }
    }

    fn refilled(&self, rate: Rate, now: Millis) -> f32 {
        let passed = now.saturating_sub(self.at) as f32;
        (self.left + passed / rate.every_ms).min(rate.burst)
    }

    /// Takes one out, if there is one.
    pub fn take(&mut self, rate: Rate, now: Millis) -> bool {
        self.left = self.refilled(rate, now);
        self.at = now;
        let one = self.left >= 1.0;
        if one {
            self.left -= 1.0;
        }
        one
    }

    /// Whether nothing is missing.
    pub fn is_full(&self, rate: Rate, now: Millis) -> bool {
        self.refilled(rate, now) >= rate.burst
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_its_burst_and_then_one_at_a_time() {
        let rate = Rate::new(3, 1000.0);
        let mut bucket = Bucket::full(rate, 5000);
        let taken = (0..10).filter(|_| bucket.take(rate, 5000)).count();
        assert_eq!(taken, 3);
        let taken = (0..10).filter(|_| bucket.take(rate, 7000)).count();
        assert_eq!(taken, 2);
    }
}
