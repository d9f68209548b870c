//! The players of Automatafl by name.

use automatafl::Automatafl;

use super::measures::MEASURES;
use super::tuning::Pulls;
use crate::measures::Measure;
use crate::roster::{MONTE_CARLO, Roster, SOLVER, Setting, Spec};
use crate::tuning::Tuner;
use crate::{Player, automatafl as players};

impl Roster for Automatafl {
    const GAME: &'static str = "automatafl";
    const NAMES: &'static [&'static str] = &players::NAMES;

    fn settings(name: &str) -> &'static [Setting] {
        match name {
            "strong" | "solver" => SOLVER,
            "mcts" => MONTE_CARLO,
            _ => &[],
        }
    }

    fn named(spec: &Spec, seed: u64, threads: usize) -> Option<Box<dyn Player<Automatafl>>> {
        if spec.name == "mcts" {
            let mut player = players::mcts(seed);
            player.settings.threads = spec.threads(threads);
            return Some(Box::new(player));
        }
        players::named(&spec.name, seed)
    }

    fn measures() -> &'static [Measure] {
        &MEASURES
    }

    fn tune<T: Tuner>(tuner: T) -> Option<T::Output> {
        Some(tuner.climb(Pulls::default()))
    }
}
