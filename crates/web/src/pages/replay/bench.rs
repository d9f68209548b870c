//! Analysis: what the worker was asked, and what it answered.

use std::collections::BTreeMap;
use std::time::Duration;

use catalog::AnyStep;
use leptos::prelude::*;
use serde_json::json;

use super::asker::Asker;
use super::judged::{Judged, Opinion};
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
    /// The step that changed the chances most, and by how much.
    pub turned: RwSignal<Option<(usize, f64)>>,
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
        let record = self.reader.record();
        let message = json!({"role": "analyse", "record": *record, "ms": self.ms.get_untracked(), "lines": 1});
        self.whole
            .ask(message, move |answer| match answer["role"].as_str() {
                Some("judged") => {
                    if let Some(judged) = Judged::read(&answer["step"]) {
                        let of = answer["of"].as_u64().unwrap_or_default() as usize;
                        self.progress.set(Some((judged.at + 1, of)));
                        self.judged.update(|all| all.push(judged));
                    }
                }
                Some("analysed") => {
                    let judgement = &answer["judgement"];
                    let turned = &judgement["turned"];
                    self.progress.set(None);
                    self.end.set(judgement["end"].as_f64());
                    self.turned.set(
                        turned["step"]
                            .as_u64()
                            .zip(turned["swing"].as_f64())
                            .map(|(step, swing)| (step as usize, swing)),
                    );
                }
                _ => {
                    self.progress.set(None);
                    App::here().say(answer["reason"].as_str().unwrap_or_default());
                }
            });
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
        let message = json!({
            "role": "position", "game": game.info().id, "options": game.options(),
            "position": game.state_json(&state), "ms": self.ms.get_untracked().max(300), "lines": 3,
        });
        self.single.ask(message, move |answer| {
            self.asked.set(None);
            match answer["role"].as_str() {
                Some("opinions") => {
                    let found = Opinion::read_all(&answer["opinions"]);
                    self.opinions.update(|opinions| {
                        opinions.insert(place.clone(), found);
                    });
                }
                _ => App::here().say(answer["reason"].as_str().unwrap_or_default()),
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
