//! Helpers that the tests of several crates share. Only ever a dev-dependency.
//!
//! | module | contents |
//! |---|---|
//! | [`conformance`] | facts that must hold for every game |
//! | [`said`], [`told`] | what a rule says, in English |
//! | [`vectors`] | pairs of requests and responses from data files |
//! | [`old`] | compares the output of an older version with today's |
//! | [`statistics`] | checks for fairness |
//! | [`tug`] | a small made-up game, for tests of code that treats all games alike |
//! | [`allocations`] | proves that code does not allocate |

pub mod allocations;
pub mod conformance;
pub mod old;
pub mod statistics;
pub mod tug;
pub mod vectors;

use game::{Say, Tell};
use words::Language;

/// What something says, in English.
pub fn said(what: &impl Say) -> String {
    Language::English.say(&what.message())
}

/// What a report tells, in English.
pub fn told(report: &impl Tell) -> String {
    Language::English.tell(&report.tell())
}
