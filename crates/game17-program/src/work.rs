//! Runs jobs on all cores.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

/// The default number of jobs at the same time.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Runs the jobs 0 to `jobs - 1`, each worker on a thread of its own, and
/// returns their results in that order. Calls `done` after every job.
pub fn all<W: Send, T: Send>(
    jobs: usize,
    workers: &mut [W],
    job: impl Fn(&mut W, usize) -> T + Sync,
    done: impl Fn(),
) -> Vec<T> {
    let next = &AtomicUsize::new(0);
    let job = &job;
    let (tell, results) = channel();
    let mut finished: Vec<(usize, T)> = std::thread::scope(|scope| {
        for worker in workers.iter_mut().take(jobs) {
            let tell = tell.clone();
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= jobs || tell.send((number, job(worker, number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(tell);
        results.into_iter().inspect(|_| done()).collect()
    });
    finished.sort_unstable_by_key(|(number, _)| *number);
    finished.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        for workers in [1, 3, 100] {
            let mut workers = vec![7; workers];
            let results = all(50, &mut workers, |worker, job| *worker * job, || {});
            assert_eq!(results, (0..50).map(|job| 7 * job).collect::<Vec<usize>>());
        }
        assert!(all(0, &mut [()], |(), job| job, || {}).is_empty());
    }
}
