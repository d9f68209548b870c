//! The players of Brandub by name.

use tafl::Brandub;

use super::measures::MEASURES;
use super::tuning::Judgement;
use crate::Player;
use crate::alphabeta::{AlphaBeta, Effort};
use crate::brandub;
use crate::measures::Measure;
use crate::roster::{ALPHA_BETA, MONTE_CARLO, Roster, Setting, Spec, monte_carlo};
use crate::tuning::Tuner;

impl Roster for Brandub {
    const GAME: &'static str = "brandub";
    const NAMES: &'static [&'static str] =
        &["random", "weak", "medium", "strong", "alphabeta", "mcts"];

    fn settings(name: &str) -> &'static [Setting] {
        match name {
            "strong" | "alphabeta" => ALPHA_BETA,
            "mcts" => MONTE_CARLO,
            _ => &[],
        }
    }

    fn named(spec: &Spec, seed: u64, threads: usize) -> Option<Box<dyn Player<Brandub>>> {
        let searcher = |usual| Box::new(AlphaBeta::new(spec.effort(&usual), brandub::Handmade));
        Some(match spec.name.as_str() {
            "random" => Box::new(brandub::random(seed)),
            "weak" => Box::new(brandub::weak(seed)),
            "medium" => Box::new(brandub::medium()),
            "strong" => searcher(brandub::strong_effort(threads)),
            "alphabeta" => searcher(Effort::with_threads(threads)),
            "mcts" => Box::new(monte_carlo(spec, seed, threads)),
            _ => return None,
        })
    }

    fn measures() -> &'static [Measure] {
        &MEASURES
    }

    fn tune<T: Tuner>(tuner: T) -> Option<T::Output> {
        Some(tuner.fit(Judgement))
    }
}
