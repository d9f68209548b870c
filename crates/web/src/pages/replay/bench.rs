//! Analysis: what the worker was asked, and what it answered.

use std::collections::BTreeMap;
use std::time::Duration;

use catalog::AnyStep;
use leptos::prelude::*;
use protocol::analysis::{Depth, Opinion, Position, Turn};
use protocol::{PageMessage, Record, WorkerMessage};

use super::asker::Asker;
use super::judged::{Judged, checked};
use super::line::Place;
use super::reader::Reader;
use crate::app::App;
use crate::browser;

/// Milliseconds for a move from which one chooses.
pub const TIMES: [u32; 5] = [50, 150, 300, 1000, 3000];

/// How long a position is shown before it is thought about unasked.
const STAY: Duration = Duration::from_millis(300);

/// What was asked and answered.
#[derive(Clone, Copy)]
pub struct Bench {
    reader: Reader,
    /// The whole game is analysed by one worker, single positions by another, so
    /// that neither waits for the other.
    whole: Asker,
    single: Asker,
    /// Milliseconds for each move.
    pub ms: RwSignal<u32>,
    /// What was judged so far, in the order of the game.
    pub judged: RwSignal<Vec<Judged>>,
    /// What seat 0 of two came to in the end.
    pub end: RwSignal<Option<f64>>,
    /// The step that changed the chances most.
    pub turned: RwSignal<Option<Turn>>,
    /// While it runs: so many steps of so many.
    pub progress: RwSignal<Option<(usize, usize)>>,
    /// What was thought of single positions.
    pub opinions: RwSignal<BTreeMap<Place, Vec<Opinion>>>,
    /// The position that is being thought about.
    pub asked: RwSignal<Option<Place>>,
    /// Whether every position that is shown for a while is thought about.
    pub follows: RwSignal<bool>,
}

impl Bench {
    /// Nothing was asked yet.
    pub fn new(reader: Reader) -> Bench {
        let kept = browser::kept("analysis-ms").and_then(|ms| ms.parse().ok());
        let bench = Bench {
            reader,
            whole: Asker::new(),
            single: Asker::new(),
            ms: RwSignal::new(kept.filter(|ms| TIMES.contains(ms)).unwrap_or(300)),
            judged: RwSignal::new(Vec::new()),
            end: RwSignal::new(None),
            turned: RwSignal::new(None),
            progress: RwSignal::new(None),
            opinions: RwSignal::new(BTreeMap::new()),
            asked: RwSignal::new(None),
            follows: RwSignal::new(false),
        };
        bench.follow();
        bench
    }

    /// Thinks about what is shown, if that is wanted and nothing is known of it.
    fn follow(self) {
        let waits = StoredValue::new(None::<TimeoutHandle>);
        let stop = move || {
            if let Some(handle) = waits.try_update_value(Option::take).flatten() {
                handle.clear();
            }
        };
        Effect::new(move || {
            stop();
            let is_wanted = self.follows.get() && !self.reader.acting().is_empty();
            let place = self.reader.place();
            if is_wanted
                && untrack(|| self.here()).is_none()
                && self.asked.get_untracked() != Some(place)
            {
                waits.set_value(set_timeout_with_handle(move || self.look(), STAY).ok());
            }
        });
        on_cleanup(stop);
    }

    /// Chooses how long a move is thought about.
    pub fn set_time(self, ms: u32) {
        browser::keep("analysis-ms", &ms.to_string());
        self.ms.set(ms);
    }

    /// How many seconds the whole game will take.
    pub fn seconds(self) -> u64 {
        let history = self.reader.history();
        let choices = history.steps.iter().map(|step| match step {
            AnyStep::Act(acts) => acts.len() as u64,
            AnyStep::Draw(_) => 0,
        });
        (choices.sum::<u64>() * u64::from(self.ms.get())).div_ceil(1000)
    }

    /// Analyses the whole game.
    pub fn analyse(self) {
        self.cancel();
        self.judged.set(Vec::new());
        self.end.set(None);
        self.turned.set(None);
        self.progress.set(Some((0, self.reader.history().len())));
        let message = |id| PageMessage::Analyse {
            id,
            record: Record::clone(&self.reader.record()),
            depth: self.depth(0, 1),
        };
        self.whole.ask(message, move |answer| match answer {
            WorkerMessage::Judged { of, step, .. } => {
                if let Some(judged) = Judged::of(step) {
                    self.progress.set(Some((judged.at + 1, of)));
                    self.judged.update(|all| all.push(judged));
                }
            }
            WorkerMessage::Analysed { judgement, .. } => {
                self.progress.set(None);
                self.end.set(judgement.end);
                self.turned.set(judgement.turned);
            }
            answer => {
                self.progress.set(None);
                complain(answer);
            }
        });
    }

    /// So many best lines, in the time that was chosen but no less than this.
    fn depth(self, least_ms: u32, lines: usize) -> Depth {
        Depth {
            ms: self.ms.get_untracked().max(least_ms).into(),
            lines,
            ..Depth::default()
        }
    }

    /// Stops it. What was judged stays.
    pub fn cancel(self) {
        self.whole.stop();
        self.progress.set(None);
    }

    /// Thinks about the position on the screen.
    pub fn look(self) {
        let (place, state) = untrack(|| (self.reader.place(), self.reader.state()));
        // Only the last position that was asked for matters.
        if self.asked.get_untracked().is_some() {
            self.single.stop();
        }
        self.asked.set(Some(place.clone()));
        let game = self.reader.history().game.clone();
        let message = |id| PageMessage::Position {
            id,
            game: game.info().id.to_owned(),
            options: game.options(),
            position: Some(Position::State(game.state_data(&state))),
            depth: self.depth(300, 3),
        };
        self.single.ask(message, move |answer| {
            self.asked.set(None);
            match answer {
                WorkerMessage::Opinions { opinions, .. } => {
                    self.opinions.update(|known| {
                        known.insert(place.clone(), checked(opinions));
                    });
                }
                answer => complain(answer),
            }
        });
    }

    /// What is known of the position on the screen.
    pub fn here(self) -> Option<Vec<Opinion>> {
        let place = self.reader.place();
        let single = self.opinions.with(|opinions| opinions.get(&place).cloned());
        single.or_else(|| {
            let at = Some(place.step).filter(|_| place.then.is_empty())?;
            self.judged.with(|judged| {
                let found = judged.binary_search_by_key(&at, |judged| judged.at).ok()?;
                Some(judged[found].opinions.clone())
            })
        })
    }

    /// Of two seats: the chance of seat 0 after so many steps.
    pub fn chance_at(self, at: usize) -> Option<f64> {
        if at == self.reader.history().len()
            && let Some(end) = self.end.get()
        {
            return Some(end);
        }
        if self.reader.history().game.seats() != 2 {
            return None;
        }
        self.judged.with(|judged| {
            let found = judged.binary_search_by_key(&at, |judged| judged.at).ok()?;
            judged[found].chances.first().map(|(_, chance)| *chance)
        })
    }
}

/// Says why there is no answer.
pub fn complain(answer: WorkerMessage) {
    if let WorkerMessage::Failed { reason, .. } = answer {
        App::here().say(reason);
    }
}
