//! What is measured in Brandub.

use game::Game;
use tafl::{Brandub, Position};

use crate::measures::{Measure, Threads, Work, random};

/// A static, not a constant: every crate that uses a constant would compile its functions
/// again, with that crate's settings.
pub static MEASURES: [Measure; 5] = [
    Measure {
        what: "random play",
        unit: "plies",
        work: Work::Rules(|| {
            random(&Brandub::default(), 20_000, |state| {
                state.restart(Position::START);
            })
        }),
    },
    Measure {
        what: "perft 5, counted in bulk",
        unit: "leaves",
        work: Work::Rules(|| {
            let brandub = Brandub::default();
            let leaves = brandub.start().position().perft(5, brandub.options());
            (leaves, leaves)
        }),
    },
    Measure {
        what: "search to depth 10, one thread",
        unit: "states",
        work: Work::States(10),
    },
    Measure {
        what: "search to depth 12, one thread",
        unit: "searches",
        work: Work::Search(12, Threads::One),
    },
    Measure {
        what: "search to depth 12, all cores",
        unit: "searches",
        work: Work::Search(12, Threads::All),
    },
];
