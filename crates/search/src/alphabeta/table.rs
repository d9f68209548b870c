//! A table of known positions that all threads share without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{LOST_FROM, WON_FROM};

/// A table of known positions.
///
/// Each entry is two words: the key mixed with the data, and the data. If two threads
/// write the same entry at the same time, the words do not match and the entry is not
/// found. So a wrong entry is never read, and no thread waits.
pub struct Table {
    // Four entries to a bucket, which fills one cache line.
    words: Box<[AtomicU64]>,
    buckets: u64,
    age: u8,
}

const ENTRIES: usize = 4;
const WORDS: usize = 2 * ENTRIES;
const AGES: u8 = 64;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The packed best move; 0 if there is none.
    pub packed: u32,
    pub value: i32,
    pub depth: i32,
    pub bound: Bound,
}

/// How to read a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Upper = 1,
    Lower = 2,
    Exact = 3,
}

impl Table {
    /// Creates a table of about this many MiB; 0 makes a single bucket.
    pub fn new(mib: usize) -> Table {
        let buckets = (mib.saturating_mul(1 << 20) / (8 * WORDS)).max(1);
        Table {
            words: (0..buckets * WORDS).map(|_| AtomicU64::new(0)).collect(),
            buckets: buckets as u64,
            age: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
        self.age = 0;
    }

    /// Ages the entries, so that they are replaced first.
    pub fn next_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// How full the table is with entries of this search, from 0 to 1, estimated from a
    /// sample.
    pub fn fill(&self) -> f64 {
        let sample = self.words.len().min(WORDS * 250);
        let used = (0..sample / 2)
            .filter(|i| {
                let data = self.words[2 * i + 1].load(Relaxed);
                data != 0 && age_of(data) == self.age
            })
            .count();
        used as f64 / (sample / 2) as f64
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        // The high half of a product spreads keys over any number of buckets.
        let index = (u128::from(key) * u128::from(self.buckets)) >> 64;
        let start = index as usize * WORDS;
        &self.words[start..start + WORDS]
    }

    /// The entry of the position with this key, `ply` plies from the root.
    #[inline]
    pub(super) fn find(&self, key: u64, ply: usize) -> Option<Known> {
        let bucket = self.bucket(key);
        for entry in bucket.chunks_exact(2) {
            let data = entry[1].load(Relaxed);
            if entry[0].load(Relaxed) ^ data == key && data != 0 {
                let value = (data >> 32) as i16;
                return Some(Known {
                    packed: data as u32,
                    value: from_here(value.into(), ply),
                    depth: (data >> 48 & 0xff) as i32,
                    bound: match data >> 56 & 3 {
                        1 => Bound::Upper,
                        2 => Bound::Lower,
                        _ => Bound::Exact,
                    },
                });
            }
        }
        None
    }

    /// Stores an entry for a position `ply` plies from the root.
    #[inline]
    pub(super) fn keep(&self, key: u64, mut known: Known, ply: usize) {
        let bucket = self.bucket(key);
        let mut place = 0;
        let mut least = i32::MAX;
        for (i, entry) in bucket.chunks_exact(2).enumerate() {
            let data = entry[1].load(Relaxed);
            if data == 0 {
                place = i;
                break;
            }
            if entry[0].load(Relaxed) ^ data == key {
                // A shallow bound does not replace a much deeper one.
                let depth = (data >> 48 & 0xff) as i32;
                let same_age = age_of(data) == self.age;
                if same_age && known.bound != Bound::Exact && known.depth + 3 < depth {
                    return;
                }
                if known.packed == 0 {
                    known.packed = data as u32;
                }
                place = i;
                break;
            }
            let years = i32::from((self.age + AGES - age_of(data)) % AGES);
            let worth = (data >> 48 & 0xff) as i32 - 8 * years;
            if worth < least {
                least = worth;
                place = i;
            }
        }
        let data = u64::from(known.packed)
            | u64::from(to_there(known.value, ply) as i16 as u16) << 32
            | (known.depth.clamp(0, 255) as u64) << 48
            | (known.bound as u64) << 56
            | u64::from(self.age) << 58;
        bucket[2 * place].store(key ^ data, Relaxed);
        bucket[2 * place + 1].store(data, Relaxed);
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

/// Wins are counted from the root but stored as counted from the position.
fn to_there(value: i32, ply: usize) -> i32 {
    match value {
        WON_FROM.. => value + ply as i32,
        ..=LOST_FROM => value - ply as i32,
        _ => value,
    }
}

fn from_here(value: i32, ply: usize) -> i32 {
    match value {
        WON_FROM.. => value - ply as i32,
        ..=LOST_FROM => value + ply as i32,
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Known = Known {
        packed: 0xdead_beef,
        value: -123,
        depth: 17,
        bound: Bound::Lower,
    };

    #[test]
    fn only_stored_entries_are_found() {
        let table = Table::new(1);
        for key in 1..1000u64 {
            let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            assert_eq!(table.find(key, 0), None);
            table.keep(key, SOME, 0);
            assert_eq!(table.find(key, 0), Some(SOME));
        }
        assert!(table.fill() > 0.0);
    }

    #[test]
    fn wins_are_counted_from_where_they_are_found() {
        let table = Table::new(0);
        for (kept, found) in [(29_990, 29_992), (-29_990, -29_992), (500, 500)] {
            let known = Known {
                value: kept,
                ..SOME
            };
            table.keep(7, known, 5);
            assert_eq!(table.find(7, 3).map(|known| known.value), Some(found));
        }
    }

    #[test]
    fn an_entry_torn_between_two_writers_is_not_found() {
        let table = Table::new(0);
        table.keep(7, SOME, 0);
        let data = table.words[1].load(Relaxed);
        table.words[1].store(data ^ 1 << 33, Relaxed);
        assert_eq!(table.find(7, 0), None);
    }

    #[test]
    fn the_shallowest_and_oldest_entry_makes_room() {
        let mut table = Table::new(0);
        for key in 1..=4 {
            let depth = 10 - key as i32;
            table.keep(key, Known { depth, ..SOME }, 0);
        }
        table.keep(5, SOME, 0);
        assert_eq!(table.find(4, 0), None);
        assert!((1..=3).all(|key| table.find(key, 0).is_some()));
        table.next_search();
        table.keep(3, SOME, 0);
        table.next_search();
        table.keep(6, Known { depth: 1, ..SOME }, 0);
        assert!(table.find(3, 0).is_some() && table.find(6, 0).is_some());
        assert_eq!(table.find(2, 0), None);
    }
}
