//! The players of Game 17 by name.

use game17::Game17;
use search::control::Limits;

use super::measures::MEASURES;
use super::tuning::Plans;
use crate::measures::Measure;
use crate::roster::{PLANNER, Roster, Setting, Spec};
use crate::tuning::Tuner;
use crate::{Player, game17 as players};

impl Roster for Game17 {
    const GAME: &'static str = "game17";
    const NAMES: &'static [&'static str] = &players::NAMES;

    fn settings(name: &str) -> &'static [Setting] {
        match name {
            "strong" => PLANNER,
            _ => &[],
        }
    }

    fn named(spec: &Spec, seed: u64, _: usize) -> Option<Box<dyn Player<Game17>>> {
        players::named(&spec.name, seed)
    }

    /// `strong` limits itself to the time of the original contest.
    fn usual_limits() -> Limits {
        Limits::default()
    }

    fn measures() -> &'static [Measure] {
        &MEASURES
    }

    fn tune<T: Tuner>(tuner: T) -> Option<T::Output> {
        Some(tuner.climb(Plans))
    }
}
