//! The queue of messages to a client.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;

/// The queue of one WebSocket. Pushing never waits; a reader that falls too far
/// behind is disconnected instead.
pub(crate) struct Outbox {
    /// The number of the connection.
    pub number: u64,
    most: usize,
    queue: Mutex<Queue>,
    changed: Notify,
    lag_ms: AtomicU32,
}

#[derive(Default)]
struct Queue {
    messages: VecDeque<Utf8Bytes>,
    bytes: usize,
    end: Option<End>,
}

/// Why a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The reader is too slow.
    Slow,
    /// The hall is closing.
    Closing,
    /// The client sends too much.
    Flooding,
}

/// What to send next.
pub(crate) enum Next {
    Message(Utf8Bytes),
    End(End),
    Nothing,
}

impl Outbox {
    pub fn new(number: u64, most: usize) -> Outbox {
        Outbox {
            number,
            most,
            queue: Mutex::default(),
            changed: Notify::new(),
            lag_ms: AtomicU32::new(0),
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a message.
    pub fn push(&self, message: Utf8Bytes) {
        let mut queue = self.queue();
        if queue.end.is_some() {
            return;
        }
        if queue.bytes + message.len() > self.most {
            *queue = Queue {
                end: Some(End::Slow),
                ..Queue::default()
            };
        } else {
            queue.bytes += message.len();
            queue.messages.push_back(message);
        }
        drop(queue);
        self.changed.notify_one();
    }

    /// Ends the connection once the queue is empty.
    pub fn end(&self, end: End) {
        self.queue().end.get_or_insert(end);
        self.changed.notify_one();
    }

    pub fn next(&self) -> Next {
        let mut queue = self.queue();
        if let Some(message) = queue.messages.pop_front() {
            queue.bytes -= message.len();
            if queue.messages.is_empty() {
                // Most connections are idle most of the time, so free the
                // memory.
                queue.messages = VecDeque::new();
            }
            return Next::Message(message);
        }
        queue.end.map_or(Next::Nothing, Next::End)
    }

    /// Whether the reader is too slow and was given up.
    pub fn is_too_slow(&self) -> bool {
        self.queue().end == Some(End::Slow)
    }

    /// Waits for an addition.
    pub async fn changed(&self) {
        self.changed.notified().await;
    }

    /// The lag of the connection when it was last measured.
    pub fn lag_ms(&self) -> u64 {
        u64::from(self.lag_ms.load(Ordering::Relaxed))
    }

    pub fn set_lag_ms(&self, lag: u32) {
        self.lag_ms.store(lag, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_queue_of_a_reader_too_far_behind_is_freed() {
        let outbox = Outbox::new(1, 10);
        outbox.push("12345".into());
        outbox.push("12345".into());
        assert!(!outbox.is_too_slow());
        outbox.push("1".into());
        assert!(outbox.is_too_slow());
        assert!(matches!(outbox.next(), Next::End(End::Slow)));
    }

    #[test]
    fn what_was_queued_comes_before_the_end() {
        let outbox = Outbox::new(1, 10);
        outbox.push("12345".into());
        outbox.end(End::Closing);
        assert!(matches!(outbox.next(), Next::Message(_)));
        assert!(matches!(outbox.next(), Next::End(End::Closing)));
    }
}
