//! The players of Combo by name.

use combo::Combo;

use super::measures::MEASURES;
use super::tuning::Judgement;
use crate::alphabeta::{AlphaBeta, Effort};
use crate::measures::Measure;
use crate::roster::{ALPHA_BETA, MONTE_CARLO, Roster, Setting, Spec, monte_carlo};
use crate::tuning::Tuner;
use crate::{Player, combo as players};

impl Roster for Combo {
    const GAME: &'static str = "combo";
    const NAMES: &'static [&'static str] = &[
        "random",
        "weak",
        "medium",
        "strong",
        "alphabeta",
        "mcts",
        "original",
    ];

    fn settings(name: &str) -> &'static [Setting] {
        match name {
            "strong" | "alphabeta" => ALPHA_BETA,
            "mcts" => MONTE_CARLO,
            _ => &[],
        }
    }

    fn named(spec: &Spec, seed: u64, threads: usize) -> Option<Box<dyn Player<Combo>>> {
        let searcher = |usual| Box::new(AlphaBeta::new(spec.effort(&usual), players::Handmade));
        Some(match spec.name.as_str() {
            "random" => Box::new(players::random(seed)),
            "weak" => Box::new(players::weak(seed)),
            "medium" => Box::new(players::medium()),
            "strong" => searcher(players::strong_effort(threads)),
            "alphabeta" => searcher(Effort::with_threads(threads)),
            "mcts" => Box::new(monte_carlo(spec, seed, threads)),
            "original" => Box::new(players::original()),
            _ => return None,
        })
    }

    fn measures() -> &'static [Measure] {
        &MEASURES
    }

    fn tune<T: Tuner>(tuner: T) -> Option<T::Output> {
        Some(tuner.climb(Judgement))
    }
}
