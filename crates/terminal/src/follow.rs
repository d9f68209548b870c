//! A table as one person sees it, with the game so far. Does no input or output.

use std::sync::Arc;

use entry::History;
use protocol::{Millis, Phase, PublicChange, Record, TableChange, TableEvent, TableView};

use crate::words::language;

/// A table as one person sees it.
#[derive(Default)]
pub struct Follow {
    /// The table.
    pub view: Option<Arc<TableView>>,
    /// The game so far.
    pub history: Option<History>,
    /// A view that waits for the record of its game.
    waiting: Option<Arc<TableView>>,
    wants_record: bool,
    /// The hall's time minus this machine's, in milliseconds.
    skew: i64,
}

impl Follow {
    /// Takes the hall's time. `now` is this machine's.
    pub fn set_time(&mut self, hall: Millis, now: Millis) {
        self.skew = hall as i64 - now as i64;
    }

    /// Takes a whole table. The error is a sentence.
    pub fn viewed(&mut self, view: TableView) -> Result<(), String> {
        let known = self.history.as_ref();
        let known = known.filter(|history| history.game.options() == view.terms.options);
        if known.is_none_or(|history| history.len() != view.steps) {
            if view.steps > 0 {
                self.waiting = Some(Arc::new(view));
                self.wants_record = true;
                return Ok(());
            }
            self.history = Some(
                History::new(&view.terms.game, &view.terms.options)
                    .map_err(|why| language().say(&why))?,
            );
        }
        self.waiting = None;
        self.view = Some(Arc::new(view));
        Ok(())
    }

    /// Takes an event and the table after it. The error is a sentence.
    pub fn changed(&mut self, view: TableView, event: &TableEvent) -> Result<(), String> {
        match (&event.change, &mut self.history) {
            (TableChange::Public(PublicChange::Stepped { made }), Some(history)) => {
                // If a step does not fit, the number of steps will be wrong, and
                // the record is fetched.
                let _ = made.iter().try_for_each(|made| history.made(made));
            }
            (TableChange::Public(PublicChange::TakenBack { steps, .. }), Some(history)) => {
                history.take_back(*steps);
            }
            _ => {}
        }
        self.viewed(view)
    }

    /// Whether the record of the game must be fetched. True only once for each
    /// need.
    pub fn wants_record(&mut self) -> bool {
        std::mem::take(&mut self.wants_record)
    }

    /// The connection is back: wants a missing record again.
    pub fn reconnected(&mut self) {
        self.wants_record = self.waiting.is_some();
    }

    /// Takes the record. The error is a sentence.
    pub fn take_record(&mut self, record: &Record) -> Result<(), String> {
        let mut history = History::of_record(record).map_err(|why| language().say(&why))?;
        let Some(view) = self.waiting.take() else {
            return Ok(());
        };
        // The record may be newer than the view. Events will bring the rest.
        history.take_back(view.steps);
        self.history = Some(history);
        self.view = Some(view);
        Ok(())
    }

    /// Starts again for another person, who may not see what this one saw.
    pub fn forget(&mut self) {
        *self = Follow {
            skew: self.skew,
            ..Follow::default()
        };
    }

    /// The hall's time at this time of the machine.
    pub fn hall_time(&self, now: Millis) -> Millis {
        now.saturating_add_signed(self.skew)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.is(Phase::Over)
    }

    /// Whether the table is in this phase.
    pub fn is(&self, phase: Phase) -> bool {
        self.view.as_ref().is_some_and(|view| view.phase == phase)
    }

    /// Your seat.
    pub fn seat(&self) -> Option<u16> {
        self.view.as_ref()?.seat()
    }

    /// Whether you can enter a move, with all events known.
    pub fn may_move(&self) -> bool {
        let steps = self.history.as_ref().map(History::len);
        let view = self.view.as_ref();
        view.is_some_and(|view| view.is_my_turn() && Some(view.steps) == steps)
    }

    /// Whether you have sealed a move.
    pub fn has_sealed(&self) -> bool {
        let you = self.view.as_ref().and_then(|view| view.you.as_ref());
        you.is_some_and(|you| you.sealed.is_some())
    }

    /// The name of the player on a seat.
    pub fn name(&self, seat: u16) -> String {
        let place = self.view.as_ref();
        let place = place.and_then(|view| view.seats.get(usize::from(seat)));
        let name = place.and_then(|place| place.sitter().map(str::to_owned));
        name.unwrap_or_else(|| "nobody".to_owned())
    }

    /// What the game calls a seat.
    pub fn called(&self, seat: u16) -> String {
        let place = self.view.as_ref();
        let place = place.and_then(|view| view.seats.get(usize::from(seat)));
        place.map_or_else(|| format!("seat {seat}"), |place| place.called.clone())
    }

    /// The names of the players on several seats.
    pub fn names(&self, seats: &[u16]) -> String {
        let names: Vec<String> = seats.iter().map(|seat| self.name(*seat)).collect();
        names.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use dice::Seed;
    use protocol::{Identity, NewTable, Request};
    use table::{Actor, Command, Person, Settings, Table, project};

    use super::*;

    const ANN: Identity = Identity(1);
    const BO: Identity = Identity(2);

    fn table() -> Table {
        let new = NewTable {
            seat: Some(0),
            ..NewTable::of(catalog::USUAL.id)
        };
        let ann = Person {
            identity: ANN,
            name: "Ann".to_owned(),
            program: false,
        };
        let settings = Settings::from_new(new, ann, None).unwrap();
        let log = Table::create(0, &settings, Seed::from_number(5)).unwrap();
        let mut table = Table::replay(&log).unwrap();
        let join = Request::Join {
            name: "Bo".to_owned(),
            program: false,
            key: None,
        };
        give(&mut table, BO, join);
        give(&mut table, BO, Request::Sit { seat: 1 });
        for who in [ANN, BO] {
            give(&mut table, who, Request::Ready { ready: true });
        }
        table
    }

    /// Carries out a request and returns what Ann sees: the events and the table.
    fn give(table: &mut Table, who: Identity, request: Request) -> Vec<(TableEvent, TableView)> {
        let now = table.log_seq();
        let command = Command::new(now, Actor::Identity(who), request);
        let events = table.decide(now, &command).unwrap().into_iter();
        let shown = events.filter_map(|event| {
            table.apply(&event).unwrap();
            let view = table.view(Some(ANN));
            Some((project(&event, table.viewer(ANN))?, view))
        });
        shown.collect()
    }

    fn moved(table: &mut Table, who: Identity, action: &str) -> Vec<(TableEvent, TableView)> {
        let turn = table.turn();
        let action = action.to_owned();
        give(table, who, Request::Move { turn, action })
    }

    fn record(table: &Table) -> Record {
        record::of_table(table)
    }

    #[test]
    fn a_record_newer_than_the_events_is_cut_to_them() {
        let mut table = table();
        moved(&mut table, ANN, "d1-c1");
        let mut follow = Follow::default();
        follow.viewed(table.view(Some(ANN))).unwrap();
        assert!(follow.wants_record() && !follow.wants_record());
        let late = moved(&mut table, BO, "d3-e3");
        follow.take_record(&record(&table)).unwrap();
        let steps = |follow: &Follow| follow.history.as_ref().map(History::len);
        assert_eq!(steps(&follow), Some(1));
        assert!(!follow.may_move());
        for (event, view) in late {
            follow.changed(view, &event).unwrap();
        }
        assert_eq!(steps(&follow), Some(2));
        assert!(follow.may_move() && !follow.wants_record());
    }

    #[test]
    fn a_missing_record_is_wanted_again_after_a_reconnection() {
        let mut table = table();
        moved(&mut table, ANN, "d1-c1");
        let mut follow = Follow::default();
        follow.viewed(table.view(Some(ANN))).unwrap();
        assert!(follow.wants_record());
        follow.reconnected();
        assert!(follow.wants_record());
        follow.take_record(&record(&table)).unwrap();
        follow.reconnected();
        assert!(!follow.wants_record());
    }
}
