//! Rate limits.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use hall_core::limits::Bucket;

pub(crate) use hall_core::limits::Rate;

/// A bucket for each key. Full buckets are dropped.
pub(crate) struct Buckets<K> {
    rate: Rate,
    began: Instant,
    state: Mutex<(HashMap<K, Bucket>, usize)>,
}

/// At this many buckets, full ones are dropped for the first time.
const FIRST_SWEEP: usize = 1024;

impl<K: Hash + Eq> Buckets<K> {
    pub fn new(rate: Rate) -> Buckets<K> {
        Buckets {
            rate,
            began: Instant::now(),
            state: Mutex::new((HashMap::new(), FIRST_SWEEP)),
        }
    }

    pub fn take(&self, key: K) -> bool {
        let now = self.began.elapsed().as_millis() as u64;
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
    use std::time::Duration;

    use super::*;

    #[test]
    fn full_buckets_are_forgotten() {
        let buckets = Buckets::new(Rate::new(1, 1.0));
        for key in 0..FIRST_SWEEP {
            assert!(buckets.take(key));
        }
        std::thread::sleep(Duration::from_millis(20));
        for key in FIRST_SWEEP..2 * FIRST_SWEEP {
            assert!(buckets.take(key));
        }
        let known = buckets.state.lock().unwrap().0.len();
        assert!(known <= FIRST_SWEEP, "{known}");
    }
}
