//! What the tests of the games share. Only ever a dev-dependency.
//!
//! | module | what is in it |
//! |---|---|
//! | [`conformance`] | what must hold for every game |
//! | [`vectors`] | request and response pairs from data files |
//! | [`old`] | what an older version wrote, compared with what is written now |
//! | [`statistics`] | is this fair? |
//! | [`allocations`] | proof that something does not allocate |

pub mod allocations;
pub mod conformance;
pub mod old;
pub mod statistics;
pub mod vectors;
