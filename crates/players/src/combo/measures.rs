//! What is measured in Combo.

use combo::Combo;
use game::Game;

use crate::measures::{Measure, Work, random};

/// A static, not a constant: every crate that uses a constant would compile its functions
/// again, with that crate's settings.
pub static MEASURES: [Measure; 4] = [
    Measure {
        what: "search to depth 6, one thread",
        unit: "states",
        work: Work::States(6),
    },
    Measure {
        what: "random play",
        unit: "plies",
        work: Work::Rules(|| {
            let combo = Combo::default();
            random(&combo, 10_000, |state| *state = combo.start())
        }),
    },
    Measure {
        what: "perft 4, counted in bulk",
        unit: "leaves",
        work: Work::Rules(|| {
            let leaves = Combo::default().start().position().clone().perft(4);
            (leaves, leaves)
        }),
    },
    Measure {
        what: "Combo, all cores, unconfined",
        unit: "turns",
        work: Work::Programs,
    },
];
