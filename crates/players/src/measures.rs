//! Work whose time shows how fast a game and its players are. `hall bench` does it.

use dice::Quick;
use game::{Game, play};

/// A fixed amount of work.
pub struct Measure {
    /// A name for the work.
    pub what: &'static str,
    /// The unit that is counted.
    pub unit: &'static str,
    /// The work.
    pub work: Work,
}

/// What is done.
pub enum Work {
    /// Does it. Returns the number of units and a signature, which changes only if the
    /// rules or the dice do.
    Rules(fn() -> (u64, u64)),
    /// `alphabeta` searches the start to this depth. Its states are counted.
    States(u32),
    /// `alphabeta` searches the start to this depth. The search is counted.
    Search(u32, Threads),
    /// Programs play on all cores, without a sandbox. Their turns are counted.
    Programs,
}

/// How many threads search.
#[derive(Clone, Copy)]
pub enum Threads {
    /// One.
    One,
    /// One on each core.
    All,
}

/// Plays random games, each started by `restart`. Returns the plies, which are also the
/// signature.
pub(crate) fn random<G: Game>(game: &G, games: u32, restart: impl Fn(&mut G::State)) -> (u64, u64) {
    let mut dice = Quick::new(17);
    let mut joint = Vec::new();
    let mut plies = 0;
    let mut state = game.start();
    for _ in 0..games {
        restart(&mut state);
        plies += play::random(game, &mut state, &mut dice, &mut joint, u64::MAX).1;
    }
    (plies, plies)
}
