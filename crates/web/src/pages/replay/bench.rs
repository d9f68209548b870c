//! Analysis: requests to the worker, and its answers.

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

/// The times for a move to choose from, in milliseconds.
pub const TIMES: [u32; 5] = [50, 150, 300, 1000, 3000];

/// How long a position is on the screen before its analysis starts by itself.
const STAY: Duration = Duration::from_millis(300);

/// The state of the analysis.
#[derive(Clone, Copy)]
pub struct Bench {
    reader: Reader,
    /// One worker analyses the whole game, another single positions, so that neither
    /// waits for the other.
    whole: Asker,
    single: Asker,
    /// Milliseconds for each move.
    pub ms: RwSignal<u32>,
    /// The judged steps, in the order of the game.
    pub judged: RwSignal<Vec<Judged>>,
    /// The result of seat 0 in a game of two.
    pub end: RwSignal<Option<f64>>,
    /// The step that changed the chances the most.
    pub turned: RwSignal<Option<Turn>>,
    /// Its progress: the number of steps done, and of all steps.
    pub progress: RwSignal<Option<(usize, usize)>>,
    /// The opinions on single positions.
    pub opinions: RwSignal<BTreeMap<Place, Vec<Opinion>>>,
    /// The position under analysis.
    pub asked: RwSignal<Option<Place>>,
    /// Whether every position that stays on the screen is analysed.
    pub follows: RwSignal<bool>,
}

impl Bench {
    /// Creates an analysis without any request.
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

    /// Analyses the position on the screen, if that is wanted and there is no opinion
    /// of it.
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

    /// Chooses the time for each move.
    pub fn set_time(self, ms: u32) {
        browser::keep("analysis-ms", &ms.to_string());
        self.ms.set(ms);
    }

    /// The seconds that the whole game will take.
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

    /// This many best lines, in the chosen time but no less than this one.
    fn depth(self, least_ms: u32, lines: usize) -> Depth {
        Depth {
            ms: self.ms.get_untracked().max(least_ms).into(),
            lines,
            ..Depth::default()
        }
    }

    /// Stops it. The judged steps stay.
    pub fn cancel(self) {
        self.whole.stop();
        self.progress.set(None);
    }

    /// Analyses the position on the screen.
    pub fn look(self) {
        let (place, state) = untrack(|| (self.reader.place(), self.reader.state()));
        // Only the latest request for a position counts.
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

    /// The opinion on the position on the screen.
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

    /// In a game of two: the chance of seat 0 after this many steps.
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
