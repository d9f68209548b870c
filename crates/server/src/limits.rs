//! How often someone may do something.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// So many in one go, and then one more every so often.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    burst: f32,
    every: f32,
}

impl Rate {
    pub fn new(burst: u32, every: Duration) -> Rate {
        Rate {
            burst: burst.max(1) as f32,
            every: every.as_secs_f32().max(1e-6),
        }
    }
}

/// What someone has left of a [`Rate`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    left: f32,
    at: Instant,
}

impl Bucket {
    pub fn full(rate: Rate, now: Instant) -> Bucket {
        Bucket {
            left: rate.burst,
            at: now,
        }
    }

    /// Takes one out, if there is one.
    pub fn take(&mut self, rate: Rate, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f32();
        self.left = (self.left + passed / rate.every).min(rate.burst);
        self.at = now;
        let one = self.left >= 1.0;
        if one {
            self.left -= 1.0;
        }
        one
    }

    fn is_full(&self, rate: Rate, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f32();
        self.left + passed / rate.every >= rate.burst
    }
}

/// The buckets of many. Those that are full again are forgotten.
pub(crate) struct Buckets<K> {
    rate: Rate,
    state: Mutex<(HashMap<K, Bucket>, usize)>,
}

/// Buckets are looked through when there are so many.
const FIRST_SWEEP: usize = 1024;

impl<K: Hash + Eq> Buckets<K> {
    pub fn new(rate: Rate) -> Buckets<K> {
        Buckets {
            rate,
            state: Mutex::new((HashMap::new(), FIRST_SWEEP)),
        }
    }

    pub fn take(&self, key: K) -> bool {
        let now = Instant::now();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (buckets, sweep) = &mut *state;
        if buckets.len() >= *sweep {
            buckets.retain(|_, bucket| !bucket.is_full(self.rate, now));
            *sweep = FIRST_SWEEP.max(2 * buckets.len());
        }
        let bucket = buckets
            .entry(key)
            .or_insert_with(|| Bucket::full(self.rate, now));
        bucket.take(self.rate, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_its_burst_and_then_one_at_a_time() {
        let rate = Rate::new(3, Duration::from_secs(1));
        let start = Instant::now();
        let mut bucket = Bucket::full(rate, start);
        let taken = (0..10).filter(|_| bucket.take(rate, start)).count();
        assert_eq!(taken, 3);
        let later = start + Duration::from_secs(2);
        let taken = (0..10).filter(|_| bucket.take(rate, later)).count();
        assert_eq!(taken, 2);
    }

    #[test]
    fn full_buckets_are_forgotten() {
        let buckets = Buckets::new(Rate::new(1, Duration::from_nanos(1)));
        for key in 0..3 * FIRST_SWEEP {
            assert!(buckets.take(key));
        }
        let known = buckets.state.lock().unwrap().0.len();
        assert!(known <= FIRST_SWEEP, "{known}");
    }
}
