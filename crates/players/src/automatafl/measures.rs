//! What is measured in Automatafl.

use automatafl::{Automatafl, Entry};
use dice::Quick;
use game::{Game, Seat, play};

use crate::measures::{Measure, Work};

/// A static, not a constant: every crate that uses a constant would compile its functions
/// again, with that crate's settings.
pub static MEASURES: [Measure; 1] = [Measure {
    what: "random play, standard board",
    unit: "turns",
    work: Work::Rules(|| {
        let automatafl = Automatafl::default();
        let mut dice = Quick::new(17);
        let mut joint: Vec<(Seat, Entry)> = Vec::new();
        let (mut turns, mut signature) = (0, 0);
        for _ in 0..3_000 {
            let mut state = automatafl.start();
            let (_, steps) = play::random(&automatafl, &mut state, &mut dice, &mut joint, u64::MAX);
            turns += u64::from(state.turn());
            signature += steps;
        }
        (turns, signature)
    }),
}];
