//! Bells that ring when something happens at a table, so that contests need not
//! poll.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use store::TableId;
use tokio::sync::Notify;

use crate::hub::lock;

#[derive(Default)]
pub(crate) struct Bells {
    bells: Mutex<HashMap<TableId, Arc<Notify>>>,
    /// How many there are. Most tables have none and can skip the lock.
    hung: AtomicUsize,
}

/// A bell at a table. Dropping it takes it away.
pub(crate) struct Bell<'a> {
    bells: &'a Bells,
    table: TableId,
    rang: Arc<Notify>,
}

impl Bells {
    /// Hangs a bell at a table. It replaces an earlier one.
    pub fn hang(&self, table: TableId) -> Bell<'_> {
        let rang = Arc::new(Notify::new());
        let mut bells = lock(&self.bells);
        bells.insert(table, rang.clone());
        self.hung.store(bells.len(), Ordering::Release);
        Bell {
            bells: self,
            table,
            rang,
        }
    }

    /// Rings the bell of a table, if it has one.
    pub fn ring(&self, table: TableId) {
        if self.hung.load(Ordering::Acquire) == 0 {
            return;
        }
        if let Some(rang) = lock(&self.bells).get(&table) {
            rang.notify_one();
        }
    }
}

impl Bell<'_> {
    /// Waits for the next ring, or returns if it has rung since the last call.
    pub async fn rung(&self) {
        self.rang.notified().await;
    }
}

impl Drop for Bell<'_> {
    fn drop(&mut self) {
        let mut bells = lock(&self.bells.bells);
        let own = bells
            .get(&self.table)
            .is_some_and(|rang| Arc::ptr_eq(rang, &self.rang));
        if own {
            bells.remove(&self.table);
        }
        self.bells.hung.store(bells.len(), Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn a_ring_before_you_wait_counts_once() {
        let bells = Bells::default();
        let (table, other) = (TableId(1), TableId(2));
        bells.ring(table);
        let bell = bells.hang(table);
        let quiet = Duration::from_millis(20);
        bells.ring(other);
        assert!(tokio::time::timeout(quiet, bell.rung()).await.is_err());
        bells.ring(table);
        bell.rung().await;
        assert!(tokio::time::timeout(quiet, bell.rung()).await.is_err());
        drop(bell);
        assert_eq!(bells.hung.load(Ordering::Acquire), 0);
    }
}
