//! A client's copy of a table.

use protocol::{PublicChange, TableChange, TableEvent, TableView};
use table::public::{Timer, later};
use table::{Mine, PublicTable};

/// A copy of a table that follows its events. Its [`view`](Replica::view)
/// equals what the hall would show after the same event.
#[derive(Clone, Debug)]
pub struct Replica {
    table: PublicTable,
    mine: Option<Mine>,
    /// The key of the link, for when you join.
    key: Option<String>,
}

/// The effect of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// The table has changed.
    Changed,
    /// The event was known already.
    Known,
    /// Events are missing, or this one does not fit. Fetch the whole table.
    Gap,
}

impl Replica {
    /// The table that a view shows. `key` is the key of its link.
    pub fn new(view: &TableView, key: Option<&str>) -> Result<Replica, String> {
        let (table, mine) = PublicTable::from_view(view)?;
        Ok(Replica {
            table,
            mine,
            key: key.map(str::to_owned),
        })
    }

    /// The table as you see it now.
    pub fn view(&self) -> TableView {
        self.table.view(self.mine.as_ref())
    }

    /// The number of the last public event.
    pub fn seq(&self) -> u64 {
        self.table.seq()
    }

    /// The public part of the table.
    pub fn table(&self) -> &PublicTable {
        &self.table
    }

    /// Applies an event. After a [`Gap`](Applied::Gap), make a new replica from
    /// a view.
    pub fn apply(&mut self, event: &TableEvent) -> Applied {
        let known = self.table.seq();
        if let TableChange::Own { action, ms, .. } = &event.change {
            return match event.seq {
                seq if seq < known => Applied::Known,
                seq if seq > known => Applied::Gap,
                _ => self.own(event.at, action.clone(), *ms),
            };
        }
        if event.seq <= known {
            return Applied::Known;
        }
        if event.seq != known + 1 || self.table.apply(event.at, &event.change).is_err() {
            return Applied::Gap;
        }
        self.follow(event);
        Applied::Changed
    }

    /// Applies a change of your own sealed move.
    fn own(&mut self, at: u64, action: Option<String>, ms: Option<u64>) -> Applied {
        let Some(mine) = &mut self.mine else {
            return Applied::Gap;
        };
        if let Some(timer) = &mut mine.timer {
            match action {
                Some(_) => {
                    timer.spent = ms.unwrap_or(timer.spent);
                    timer.since = None;
                }
                None => timer.since = Some(at),
            }
        }
        mine.sealed = action;
        Applied::Changed
    }

    /// Updates what only you know after a public event.
    fn follow(&mut self, event: &TableEvent) {
        if let TableChange::Joined { member, you: true } = &event.change {
            // A public table has no key, even if the link had one.
            let key = self.key.clone().filter(|_| self.table.terms().private);
            self.mine = Some(Mine {
                member: member.member,
                sealed: None,
                timer: None,
                key,
            });
        }
        let Some(mine) = &mut self.mine else {
            return;
        };
        match &event.change {
            TableChange::Public(PublicChange::Left { member }) if *member == mine.member => {
                self.key = mine.key.take().or(self.key.take());
                self.mine = None;
            }
            TableChange::Public(
                PublicChange::Started { .. }
                | PublicChange::Stepped { .. }
                | PublicChange::TakenBack { .. },
            ) => {
                let acting = self.table.acting();
                let seat = self.table.seat_of(mine.member);
                let acts = acting.iter().any(|acting| Some(acting.0) == seat);
                mine.sealed = None;
                mine.timer = acts.then(|| Timer::start(event.at));
            }
            TableChange::Public(PublicChange::Resumed { down_ms }) => {
                if let Some(timer) = &mut mine.timer {
                    timer.since = timer.since.map(|since| later(since, *down_ms, event.at));
                }
            }
            TableChange::Public(PublicChange::Ended { .. }) => {
                mine.sealed = None;
                mine.timer = None;
            }
            _ => {}
        }
    }
}
