//! A table that is followed: what the hall tells of it, put together. No input or
//! output happens here.

use hand::History;
use std::collections::BTreeMap;
use std::sync::Arc;

use catalog::Value;
use table::Made;
use wire::api::Effort;
use wire::seen::{Phase, Seen};

/// A table as one of its people sees it.
#[derive(Default)]
pub struct Follow {
    /// The table as the hall shows it.
    pub seen: Option<Arc<Seen>>,
    /// The game so far.
    pub history: Option<History>,
    /// How the computers came to their last moves, by seat.
    pub thoughts: BTreeMap<u16, Effort>,
    /// What must be asked for.
    want: Option<Want>,
    /// The view that waits for its record.
    waiting: Option<Arc<Seen>>,
    /// The hall's time minus ours, in milliseconds.
    skew: i64,
}

/// What is needed to go on following.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// The whole table anew.
    Table,
    /// The record of the game.
    Record,
}

impl Follow {
    /// Takes in a message of the hall, which came at this time of ours. The error is
    /// a sentence.
    pub fn hear(&mut self, message: &Value, now: u64) -> Result<(), String> {
        match message["type"].as_str().unwrap_or_default() {
            "table" => {
                if let Some(time) = message["now"].as_u64() {
                    self.skew = time as i64 - now as i64;
                }
                self.look(&message["view"])
            }
            "event" => {
                self.happened(&message["event"]);
                Ok(())
            }
            "lost" => {
                self.want = Some(Want::Table);
                Ok(())
            }
            "thought" => {
                let seat = message["seat"].as_u64().unwrap_or_default() as u16;
                if let Ok(effort) = serde_json::from_value(message["thought"].clone()) {
                    self.thoughts.insert(seat, effort);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// What must be asked for now; it is asked for once.
    pub fn want(&mut self) -> Option<Want> {
        self.want.take()
    }

    /// Begins anew, as somebody else sees it. What one has seen the other may not.
    pub fn forget(&mut self) {
        *self = Follow {
            skew: self.skew,
            want: Some(Want::Table),
            ..Follow::default()
        };
    }

    /// Takes the record that was asked for.
    pub fn take_record(&mut self, record: &Value) -> Result<(), String> {
        let history = History::of_record(record)?;
        let Some(seen) = self.waiting.take() else {
            return Ok(());
        };
        if history.len() != seen.steps {
            // The game has gone on in the meantime.
            self.want = Some(Want::Table);
        }
        self.history = Some(history);
        self.seen = Some(seen);
        Ok(())
    }

    fn look(&mut self, view: &Value) -> Result<(), String> {
        let seen = serde_json::from_value::<Seen>(view.clone()).map_err(|error| {
            format!("the hall shows the table in a way that is not understood: {error}")
        })?;
        let seen = Arc::new(seen);
        let known = self.history.as_ref();
        let known = known.filter(|history| history.game.options() == seen.terms.options);
        if known.is_some_and(|history| history.len() == seen.steps) {
            self.seen = Some(seen);
        } else if seen.steps == 0 {
            self.history = Some(History::new(&seen.terms.game, &seen.terms.options)?);
            self.seen = Some(seen);
        } else {
            // Something was missed or taken back.
            self.waiting = Some(seen);
            self.want = Some(Want::Record);
        }
        Ok(())
    }

    fn happened(&mut self, event: &Value) {
        if event["type"] == "stepped" {
            let made = serde_json::from_value::<Vec<Made>>(event["made"].clone());
            for made in made.unwrap_or_default() {
                // A step that does not fit shows in the number of steps.
                if let Some(history) = &mut self.history
                    && history.made(&made).is_err()
                {
                    break;
                }
            }
        }
        self.want = Some(Want::Table);
    }

    /// The hall's time at this time of ours.
    pub fn hall_time(&self, now: u64) -> u64 {
        now.saturating_add_signed(self.skew)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.is(Phase::Over)
    }

    /// Whether the table is in this phase.
    pub fn is(&self, phase: Phase) -> bool {
        self.seen.as_ref().is_some_and(|seen| seen.phase == phase)
    }

    /// Whether the viewer can enter a move, knowing all that happened.
    pub fn may_move(&self) -> bool {
        let steps = self.history.as_ref().map(History::len);
        let seen = self.seen.as_ref();
        seen.is_some_and(|seen| seen.is_mine() && Some(seen.steps) == steps)
    }

    /// What the one on a seat is called.
    pub fn name(&self, seat: u16) -> String {
        let place = self.seen.as_ref();
        let place = place.and_then(|seen| seen.seats.get(usize::from(seat)));
        let name = place.and_then(|place| place.sitter().map(str::to_owned));
        name.unwrap_or_else(|| "nobody".to_owned())
    }

    /// What the game calls a seat.
    pub fn called(&self, seat: u16) -> String {
        let place = self.seen.as_ref();
        let place = place.and_then(|seen| seen.seats.get(usize::from(seat)));
        place.map_or_else(|| format!("seat {seat}"), |place| place.called.clone())
    }

    /// Several who sit, by name.
    pub fn names(&self, seats: &[u16]) -> String {
        let names: Vec<String> = seats.iter().map(|seat| self.name(*seat)).collect();
        names.join(", ")
    }
}
