//! Search for any game: alpha-beta, Monte Carlo, simultaneous moves.
//!
//! | module | what is in it |
//! |---|---|
//! | [`control`] | limits, time as an argument, stopping at once |
//!
//! Nothing here reads a clock by itself: time comes in through
//! [`control::Clock`], so that a search also runs in a browser and in tests
//! with simulated time.

pub mod control;
