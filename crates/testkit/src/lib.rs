//! Helpers that the tests of several crates share. Only ever a dev-dependency.
//!
//! | module | contents |
//! |---|---|
//! | [`conformance`] | facts that must hold for every game |
//! | [`vectors`] | pairs of requests and responses from data files |
//! | [`old`] | compares the output of an older version with today's |
//! | [`statistics`] | checks for fairness |
//! | [`allocations`] | proves that code does not allocate |

pub mod allocations;
pub mod conformance;
pub mod old;
pub mod statistics;
pub mod vectors;
